"""What can happen to a state of the card game: the kinds of events that `apply` and `reveal` note, and their numbers.

An event is (kind, a, b, c, d, e); EVENTS names what a..e are. docs/trace-format.md says what each one means.
"""

from __future__ import annotations

#: Kind to (name, names of its numbers).
EVENTS: dict[int, tuple[str, tuple[str, ...]]] = {}


def _event(name: str, *numbers: str) -> int:
    kind = len(EVENTS) + 1
    EVENTS[kind] = (name, numbers)
    return kind


ROUND = _event("round", "round", "starter")
TURN = _event("turn", "seat", "turn")
CLEAR = _event("clear", "row", "card", "count")
DEAL = _event("deal", "seat", "card")
HAND = _event("hand", "seat", "card")
SHOW = _event("show", "row", "card")
RESHUFFLE = _event("reshuffle", "number", "cards")
DECK = _event("deck", "card")
AARON = _event("aaron", "card", "type", "size")
AARON_POINTS = _event("aaron_points", "category", "change", "type")
PLAYED = _event("play", "seat", "card", "value")
WORKERS = _event("workers", "seat", "change", "cause")
SILVER = _event("silver", "seat", "change", "cause")
TAKE = _event("take", "seat", "row", "card")
DRAWN = _event("drawn", "seat", "card")
KEEP = _event("keep", "seat", "card")
REJECT = _event("reject", "seat", "card")
GIVE_UP = _event("give_up", "seat", "card")
BUILD = _event("build", "seat", "card", "type", "size", "covered")
SET = _event("set", "seat", "type", "round")
POINTS = _event("points", "seat", "category", "change", "cause")
FIRST = _event("first", "seat", "type")
SEVEN = _event("all_seven", "seat", "place")
GOOD = _event("good", "seat", "good", "pile", "cause")
ANIMAL = _event("animal", "seat", "animal", "pile", "cause")
PILE = _event("pile", "sort", "pile", "cards", "top")
SPLIT = _event("split", "sort", "pile", "cards")
SOLD = _event("sold", "seat", "good", "count")
START_CARD = _event("start_card", "seat", "cause")
EFFECT = _event("effect", "seat", "building")
REWARD = _event("reward", "seat", "option")
COMPARE = _event("compare", "round", "points", "aaron_points")
END = _event("end", "lost")

#: Causes, for the numbers of that name.
CAUSES = (
    "", "value", "purchase", "action", "sale", "conversion", "mine", "knowledge", "bank", "watchtower", "reward",
    "set", "first", "all_seven", "animals", "aaron_cloister", "ship", "pasture", "boarding_house", "nobody_sold", "end",
)  # fmt: skip
(
    _, C_VALUE, C_PURCHASE, C_ACTION, C_SALE, C_CONVERSION, C_MINE, C_KNOWLEDGE, C_BANK, C_WATCHTOWER, C_REWARD,
    C_SET, C_FIRST, C_ALL_SEVEN, C_ANIMALS, C_AARON, C_SHIP, C_PASTURE, C_BOARDING, C_NOBODY, C_END,
) = range(21)  # fmt: skip
