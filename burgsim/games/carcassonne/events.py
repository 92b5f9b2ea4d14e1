"""What can happen to a state of Carcassonne: the kinds of events that `deal`, `apply` and `reveal` note.

An event is (kind, a, b, c, d, e); EVENTS says what a..e are.
"""

from __future__ import annotations

from burgsim.games.game import EventKinds

EVENTS = EventKinds()
START = EVENTS.add("start", "tile")
TURN = EVENTS.add("turn", "seat", "turn")
SECOND = EVENTS.add("second_part", "seat")
DRAW = EVENTS.add("draw", "tile")
DISCARD = EVENTS.add("discard", "tile")
BLOCK = EVENTS.add("river_blocked", "x", "y")
PLACE = EVENTS.add("place", "seat", "tile", "x", "y", "rotation")
DEPLOY = EVENTS.add("deploy", "seat", "figure", "feature", "number")
SCORE = EVENTS.add("score", "seat", "what", "points", "tiles")
GOODS = EVENTS.add("goods", "seat", "good", "tokens")
RETURN = EVENTS.add("return", "seat", "figure", "x", "y")
END = EVENTS.add("end")
