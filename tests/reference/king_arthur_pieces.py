"""Cards, rules, requirements and payments of King Arthur for the plain engine, from docs/rules/king-arthur.md alone.

Numbers in brackets are paragraphs of that document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

COLOURS = ("yellow", "blue", "green", "red")  # of adversaries
KNIGHTS = ("orange", "red", "beige")
MERLIN = 6  # code of a knight card; single = 2 * colour, double = 2 * colour + 1
ONLY_MERLINS = 3  # "colour" of a payment without knights of a colour
STRENGTHS = range(1, 6)
ADVENTURES = (
    "grail", "castle", "excalibur", "beast", "fisher", "tournament", "saxons", "bandits", "vikings", "sea", "mark",
    "green", "treasure",
)  # fmt: skip

PRESETS: dict[str, dict[str, list[int]]] = {
    "design": {"yellow": [4, 5, 4, 0, 0], "blue": [2, 3, 4, 2, 0], "green": [0, 3, 5, 3, 0], "red": [0, 0, 3, 3, 3]},
    "flat": {"yellow": [5, 4, 4, 0, 0], "blue": [3, 3, 3, 2, 0], "green": [3, 3, 3, 2, 0], "red": [1, 2, 2, 2, 2]},
    "no_ones": {"yellow": [0, 7, 6, 0, 0], "blue": [0, 4, 4, 3, 0], "green": [0, 3, 4, 4, 0], "red": [0, 1, 2, 3, 3]},
}

DEFAULT_RULES: dict[str, Any] = {
    "knight_singles": 14,
    "knight_doubles": 2,
    "knight_merlins": 5,
    "strengths": PRESETS["design"],
    "adventure_used": dict.fromkeys(ADVENTURES, True),
    "adventure_points": dict(
        zip(ADVENTURES, (20, 15, 8, 15, 12, 10, 8, 6, 12, 15, 10, 13, 10), strict=True),
    ),
    "adventure_cost": {
        "grail": "total 12",
        "castle": "total 9",
        "excalibur": "total 5",
        "beast": "total 8 red",
        "fisher": "total 6 green",
        "tournament": "total 5 blue",
        "saxons": "total 4 yellow",
        "bandits": "cards 2",
        "vikings": "cards 4",
        "sea": "colours yellow blue green red",
        "mark": "colours yellow blue green",
        "green": "values 3 4",
        "treasure": "values 3 3 or 5",
    },
    "start_knights": 4,
    "seat_knights": [0, 0, 0, 0, 0],
    "seat_points": [0, 0, 0, 0, 0],
    "column_limit": 4,
    "allow_overpay": False,
    "merlin_only": True,
    "draw_cards": 1,
    "draw_cards_idle": 2,
    "idle_despite_adventure": False,
    "optional_draw": False,
    "hand_limit": 0,
    "reshuffle_at_once": False,
    "draw_after_end": True,
    "adventures_left_at_end": 1,
    "equal_turns": False,
    "turn_cap": 500,
    "hand_points": 1,
    "tie_break": "more_cards",
    "public_hands": True,  # what players may know; nothing here reads it
    "seals": False,
    "seals_each": 5,
    "double_two_payments": False,
}


def adversary(colour: str, strength: int) -> int:
    """Code of an adversary card (1.7)."""
    return COLOURS.index(colour) * 5 + strength - 1


def colour_of(card: int) -> int:
    return card // 5


def strength_of(card: int) -> int:
    return card % 5 + 1


def order_of(card: int) -> tuple[int, int]:
    """Sorting key of adversaries: strongest first, then yellow, blue, green, red (12.7)."""
    return (-strength_of(card), colour_of(card))


def adversary_cards(rules: dict[str, Any]) -> list[int]:
    """All adversary cards of these rules, sorted by code."""
    return [
        adversary(colour, strength)
        for colour in COLOURS
        for strength in STRENGTHS
        for _ in range(rules["strengths"][colour][strength - 1])
    ]


def knight_cards(rules: dict[str, Any]) -> list[int]:
    """All knight cards of these rules, sorted by code."""
    cards = []
    for colour in range(3):
        cards += [2 * colour] * rules["knight_singles"] + [2 * colour + 1] * rules["knight_doubles"]
    return cards + [MERLIN] * rules["knight_merlins"]


# ---------------------------------------------------------------------------------------------- what adventures ask


def satisfied(cost: str, cards: Iterable[int]) -> bool:
    """Whether these adversaries (or some of them) are enough for an adventure (6.3)."""
    cards = list(cards)
    word, *rest = cost.split()
    if word == "total":
        colours = [COLOURS.index(rest[1])] if len(rest) > 1 else range(4)
        return sum(strength_of(card) for card in cards if colour_of(card) in colours) >= int(rest[0])
    if word == "cards":
        return len(cards) >= int(rest[0])
    if word == "colours":
        return {COLOURS.index(name) for name in rest} <= {colour_of(card) for card in cards}
    if word == "values":
        strengths = sorted((strength_of(card) for card in cards), reverse=True)
        for alternative in " ".join(rest).split(" or "):
            wanted = sorted((int(text) for text in alternative.split()), reverse=True)
            if len(strengths) >= len(wanted) and all(s >= w for s, w in zip(strengths, wanted, strict=False)):
                return True
        return False
    raise ValueError(f"unknown cost {cost!r}: it begins with total, cards, colours or values")


def most_cards(cost: str) -> int | None:
    """The largest size a minimal set can have, or None where only the total counts."""
    word, *rest = cost.split()
    if word == "total":
        return None
    if word == "cards":
        return int(rest[0])
    if word == "colours":
        return len(rest)
    return max(len(alternative.split()) for alternative in " ".join(rest).split(" or "))


def minimal_sets(cost: str, hand: Iterable[int]) -> list[tuple[int, ...]]:
    """Every set of cards in hand that is enough and has no card to spare (6.6), each sorted strongest first."""
    kinds = sorted(Counter(hand).items(), key=lambda item: order_of(item[0]))
    limit = most_cards(cost)
    found: list[tuple[int, ...]] = []

    def extend(chosen: tuple[int, ...], first: int) -> None:
        if satisfied(cost, chosen):
            if not any(satisfied(cost, chosen[:i] + chosen[i + 1 :]) for i in range(len(chosen))):
                found.append(chosen)
            return
        if limit is not None and len(chosen) == limit:
            return
        for i in range(first, len(kinds)):
            card, count = kinds[i]
            if chosen.count(card) < count:
                extend((*chosen, card), i)

    extend((), 0)
    return found


# -------------------------------------------------------------------------------------------------------- payments


def payments(rules: dict[str, Any], knights: list[int], price: int) -> list[tuple[int, int, int, int]]:
    """Every payment of a price: (colour, singles, doubles, Merlins), colour 3 for Merlins alone (5.2 to 5.6).

    `knights` holds the number of cards of each of the seven kinds.
    """
    found = []
    for colour in range(3):
        for singles in range(knights[2 * colour] + 1):
            for doubles in range(knights[2 * colour + 1] + 1):
                for merlins in range(knights[MERLIN] + 1):
                    if singles + doubles == 0:
                        continue
                    paid = singles + 2 * doubles + merlins
                    smallest = 1 if singles + merlins else 2
                    if paid == price or (rules["allow_overpay"] and price < paid < price + smallest):
                        found.append((colour, singles, doubles, merlins))
    if rules["merlin_only"] and knights[MERLIN] >= price:
        found.append((ONLY_MERLINS, 0, 0, price))
    return found


def halves(rules: dict[str, Any], knights: list[int], price: int, after: int) -> list[tuple[int, int, int, int]]:
    """Payments of a price in a colour later than `after`, of real colours only (9.9)."""
    return [pay for pay in payments(rules, knights, price) if after < pay[0] < ONLY_MERLINS]


def first_halves(rules: dict[str, Any], knights: list[int], price: int) -> list[tuple[int, int, int, int]]:
    """First halves of a double attack that a second half can follow."""
    found = []
    for half in halves(rules, knights, price, -1):
        left = list(knights)
        spend_knights(left, half)
        if halves(rules, left, price, half[0]):
            found.append(half)
    return found


def spend_knights(knights: list[int], payment: tuple[int, int, int, int]) -> None:
    colour, singles, doubles, merlins = payment
    if colour != ONLY_MERLINS:
        knights[2 * colour] -= singles
        knights[2 * colour + 1] -= doubles
    knights[MERLIN] -= merlins
