"""What can happen to a state of the board game: the kinds of events that `deal`, `apply` and `reveal` note.

An event is (kind, a, b, c, d, e); EVENTS says what a..e are.
"""

from __future__ import annotations

from burgsim.games.game import EventKinds

EVENTS = EventKinds()
START = EVENTS.add("start", "seat", "estate", "silver", "workers")
START_GOOD = EVENTS.add("start_good", "seat", "good")
START_TILE = EVENTS.add("start_tile", "seat", "tile")
START_CASTLE = EVENTS.add("start_castle", "seat", "cell")
PHASE = EVENTS.add("phase", "phase")
SHOW = EVENTS.add("show", "depot", "tile")
ROUND = EVENTS.add("round", "phase", "round")
GOOD = EVENTS.add("good", "depot", "good")
DICE = EVENTS.add("dice", "seat", "first", "second")
TURN = EVENTS.add("turn", "seat", "turn")
SHIFT = EVENTS.add("shift", "seat", "die", "number", "workers")
PURCHASE = EVENTS.add("purchase", "seat", "silver")
TAKE = EVENTS.add("take", "seat", "depot", "tile")
DISCARD = EVENTS.add("discard", "seat", "tile")
PLACE = EVENTS.add("place", "seat", "tile", "cell")
SELL = EVENTS.add("sell", "seat", "good", "tiles")
LOAD = EVENTS.add("load", "seat", "depot", "good", "tiles")
TRACK = EVENTS.add("track", "seat", "space")
POINTS = EVENTS.add("points", "seat", "points", "category")
SILVER = EVENTS.add("silver", "seat", "silver", "cause")
WORKERS = EVENTS.add("workers", "seat", "workers", "cause")
SKIP = EVENTS.add("skip", "seat", "effect")
BONUS = EVENTS.add("bonus", "seat", "colour", "size", "points")
AREA = EVENTS.add("area", "seat", "colour", "size", "points")
END = EVENTS.add("end", "rounds")

#: Causes of silver and workers.
CAUSES = ("action", "sale", "mine", "bank", "boarding_house")
BY_ACTION, BY_SALE, BY_MINE, BY_BANK, BY_BOARDING = range(5)
