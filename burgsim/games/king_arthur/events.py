"""What can happen to a state of King Arthur: the kinds of events that `deal`, `apply` and `reveal` note.

An event is (kind, a, b, c, d, e); EVENTS says what a..e are.
"""

from __future__ import annotations

from burgsim.games.game import EventKinds

EVENTS = EventKinds()
DEAL = EVENTS.add("deal", "seat", "knight")
TURN = EVENTS.add("turn", "seat", "turn")
REPLENISH = EVENTS.add("replenish", "seat")
SHOW = EVENTS.add("show", "card")
ATTACK = EVENTS.add("attack", "seat", "card", "attack", "price")
PAY = EVENTS.add("pay", "seat", "knights", "singles", "doubles", "merlins")
SEAL = EVENTS.add("seal", "seat", "card")
TAKE = EVENTS.add("take", "seat", "card")
SPEND = EVENTS.add("spend", "seat", "card", "adventure")
COMPLETE = EVENTS.add("complete", "seat", "adventure", "points", "strength")
DRAW = EVENTS.add("draw", "seat", "knight")
RESHUFFLE = EVENTS.add("reshuffle", "number", "cards")
DECK = EVENTS.add("deck", "knight")
END_NEAR = EVENTS.add("end_near", "seat", "cause")
END = EVENTS.add("end", "cause")
