"""What can happen to a state of the card game: the kinds of events that `apply` and `reveal` note, and their numbers.

An event is (kind, a, b, c, d, e); EVENTS says what a..e are. docs/trace-format.md says what each one means.
"""

from __future__ import annotations

from burgsim.games.game import EventKinds

EVENTS = EventKinds()
ROUND = EVENTS.add("round", "round", "starter")
TURN = EVENTS.add("turn", "seat", "turn")
CLEAR = EVENTS.add("clear", "row", "card", "count")
DEAL = EVENTS.add("deal", "seat", "card")
HAND = EVENTS.add("hand", "seat", "card")
SHOW = EVENTS.add("show", "row", "card")
RESHUFFLE = EVENTS.add("reshuffle", "number", "cards")
DECK = EVENTS.add("deck", "card")
AARON = EVENTS.add("aaron", "card", "type", "size")
AARON_POINTS = EVENTS.add("aaron_points", "category", "change", "type")
PLAYED = EVENTS.add("play", "seat", "card", "value")
WORKERS = EVENTS.add("workers", "seat", "change", "cause")
SILVER = EVENTS.add("silver", "seat", "change", "cause")
TAKE = EVENTS.add("take", "seat", "row", "card")
DRAWN = EVENTS.add("drawn", "seat", "card")
KEEP = EVENTS.add("keep", "seat", "card")
REJECT = EVENTS.add("reject", "seat", "card")
GIVE_UP = EVENTS.add("give_up", "seat", "card")
BUILD = EVENTS.add("build", "seat", "card", "type", "size", "covered")
SET = EVENTS.add("set", "seat", "type", "round")
POINTS = EVENTS.add("points", "seat", "category", "change", "cause")
FIRST = EVENTS.add("first", "seat", "type")
SEVEN = EVENTS.add("all_seven", "seat", "place")
GOOD = EVENTS.add("good", "seat", "good", "pile", "cause")
ANIMAL = EVENTS.add("animal", "seat", "animal", "pile", "cause")
PILE = EVENTS.add("pile", "sort", "pile", "cards", "top")
SPLIT = EVENTS.add("split", "sort", "pile", "cards")
SOLD = EVENTS.add("sold", "seat", "good", "count")
START_CARD = EVENTS.add("start_card", "seat", "cause")
EFFECT = EVENTS.add("effect", "seat", "building")
REWARD = EVENTS.add("reward", "seat", "option")
COMPARE = EVENTS.add("compare", "round", "points", "aaron_points")
END = EVENTS.add("end", "lost")

#: Causes, for the numbers of that name.
CAUSES = (
    "", "value", "purchase", "action", "sale", "conversion", "mine", "knowledge", "bank", "watchtower", "reward",
    "set", "first", "all_seven", "animals", "aaron_cloister", "ship", "pasture", "boarding_house", "nobody_sold",
)  # fmt: skip
(
    _, C_VALUE, C_PURCHASE, C_ACTION, C_SALE, C_CONVERSION, C_MINE, C_KNOWLEDGE, C_BANK, C_WATCHTOWER, C_REWARD,
    C_SET, C_FIRST, C_ALL_SEVEN, C_ANIMALS, C_AARON, C_SHIP, C_PASTURE, C_BOARDING, C_NOBODY,
) = range(20)  # fmt: skip
