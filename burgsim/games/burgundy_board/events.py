"""What can happen to a state of the board game: the kinds of events that `deal`, `apply` and `reveal` note.

An event is (kind, a, b, c, d, e); EVENTS names what a..e are.
"""

from __future__ import annotations

#: Kind to (name, names of its numbers).
EVENTS: dict[int, tuple[str, tuple[str, ...]]] = {}


def _event(name: str, *numbers: str) -> int:
    kind = len(EVENTS) + 1
    EVENTS[kind] = (name, numbers)
    return kind


START = _event("start", "seat", "estate", "silver", "workers")
START_GOOD = _event("start_good", "seat", "good")
START_TILE = _event("start_tile", "seat", "tile")
START_CASTLE = _event("start_castle", "seat", "cell")
PHASE = _event("phase", "phase")
SHOW = _event("show", "depot", "tile")
ROUND = _event("round", "phase", "round")
GOOD = _event("good", "depot", "good")
DICE = _event("dice", "seat", "first", "second")
TURN = _event("turn", "seat", "turn")
SHIFT = _event("shift", "seat", "die", "number", "workers")
PURCHASE = _event("purchase", "seat", "silver")
TAKE = _event("take", "seat", "depot", "tile")
DISCARD = _event("discard", "seat", "tile")
PLACE = _event("place", "seat", "tile", "cell")
SELL = _event("sell", "seat", "good", "tiles")
LOAD = _event("load", "seat", "depot", "good", "tiles")
TRACK = _event("track", "seat", "space")
POINTS = _event("points", "seat", "points", "category")
SILVER = _event("silver", "seat", "silver", "cause")
WORKERS = _event("workers", "seat", "workers", "cause")
SKIP = _event("skip", "seat", "effect")
BONUS = _event("bonus", "seat", "colour", "size", "points")
AREA = _event("area", "seat", "colour", "size", "points")
END = _event("end", "rounds")

#: Causes of silver and workers.
CAUSES = ("action", "sale", "mine", "bank", "boarding_house")
BY_ACTION, BY_SALE, BY_MINE, BY_BANK, BY_BOARDING = range(5)
