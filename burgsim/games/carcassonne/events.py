"""What can happen to a state of Carcassonne: the kinds of events that `deal`, `apply` and `reveal` note.

An event is (kind, a, b, c, d, e); EVENTS names what a..e are.
"""

from __future__ import annotations

#: Kind to (name, names of its numbers).
EVENTS: dict[int, tuple[str, tuple[str, ...]]] = {}


def _event(name: str, *numbers: str) -> int:
    kind = len(EVENTS) + 1
    EVENTS[kind] = (name, numbers)
    return kind


START = _event("start", "tile")
TURN = _event("turn", "seat", "turn")
SECOND = _event("second_part", "seat")
DRAW = _event("draw", "tile")
DISCARD = _event("discard", "tile")
BLOCK = _event("river_blocked", "x", "y")
PLACE = _event("place", "seat", "tile", "x", "y", "rotation")
DEPLOY = _event("deploy", "seat", "figure", "feature", "number")
SCORE = _event("score", "seat", "what", "points", "tiles")
GOODS = _event("goods", "seat", "good", "tokens")
RETURN = _event("return", "seat", "figure", "x", "y")
END = _event("end")
