"""What can happen to a state of King Arthur: the kinds of events that `deal`, `apply` and `reveal` note.

An event is (kind, a, b, c, d, e); EVENTS names what a..e are.
"""

from __future__ import annotations

#: Kind to (name, names of its numbers).
EVENTS: dict[int, tuple[str, tuple[str, ...]]] = {}


def _event(name: str, *numbers: str) -> int:
    kind = len(EVENTS) + 1
    EVENTS[kind] = (name, numbers)
    return kind


DEAL = _event("deal", "seat", "knight")
TURN = _event("turn", "seat", "turn")
REPLENISH = _event("replenish", "seat")
SHOW = _event("show", "card")
ATTACK = _event("attack", "seat", "card", "attack", "price")
PAY = _event("pay", "seat", "knights", "singles", "doubles", "merlins")
SEAL = _event("seal", "seat", "card")
TAKE = _event("take", "seat", "card")
SPEND = _event("spend", "seat", "card", "adventure")
COMPLETE = _event("complete", "seat", "adventure", "points", "strength")
DRAW = _event("draw", "seat", "knight")
RESHUFFLE = _event("reshuffle", "number", "cards")
DECK = _event("deck", "knight")
END_NEAR = _event("end_near", "seat", "cause")
END = _event("end", "cause")
