"""Which of King Arthur's adventures asks no more than another: an exact search, whoever plays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from burgsim.games.king_arthur.components import COLOURS, STRENGTHS
from burgsim.games.king_arthur.rules import CARDS, DIFFERENT, TOTAL, Cost

#: Adversaries as (colour, strength).
Card = tuple[int, int]
Hand = tuple[Card, ...]


def meets(cost: Cost, hand: Hand) -> bool:
    """Whether adversaries, as (colour, strength), are enough for a requirement."""
    if cost.form == TOTAL:
        return sum(s for c, s in hand if cost.colour in (-1, c)) >= cost.number
    if cost.form == CARDS:
        return len(hand) >= cost.number
    if cost.form == DIFFERENT:
        return cost.colours & ~sum(1 << c for c in {c for c, _ in hand}) == 0
    strengths = sorted((s for _, s in hand), reverse=True)
    return any(
        len(way) <= len(strengths) and all(s >= value for s, value in zip(strengths, way, strict=False))
        for way in cost.ways
    )


def exception(easier: Cost, harder: Cost, cards: Mapping[tuple[int, int], int]) -> Hand | None:
    """A hand that is enough for `harder` and not for `easier`; None when there is none (searched to the end).

    A smallest such hand holds only cards that `harder` needs, so only those are tried.
    """
    if harder.form == TOTAL:
        useful = [card for card in cards if harder.colour in (-1, card[0])]
        most = harder.number
    elif harder.form == DIFFERENT:
        useful = [card for card in cards if harder.colours >> card[0] & 1]
        most = harder.number
    elif harder.form == CARDS:
        useful, most = list(cards), harder.number
    else:
        useful, most = list(cards), max(map(len, harder.ways))

    def search(hand: Hand, start: int) -> Hand | None:
        if meets(easier, hand):
            return None
        if meets(harder, hand):
            return hand
        if len(hand) == most:
            return None
        for at in range(start, len(useful)):
            card = useful[at]
            taken = any(card[0] == c for c, _ in hand) if harder.form == DIFFERENT else hand.count(card) == cards[card]
            found = None if taken else search((*hand, card), at)
            if found is not None:
                return found
        return None

    return search((), 0)


def box(rules: Any) -> dict[tuple[int, int], int]:
    """The adversaries of the rules, strongest first: copies by (colour, strength)."""
    return {
        (c, s): getattr(rules.strengths, colour)[s - 1]
        for s in range(STRENGTHS, 0, -1)
        for c, colour in enumerate(COLOURS)
        if getattr(rules.strengths, colour)[s - 1]
    }


def easier_than(rules: Any) -> Iterator[tuple[int, int]]:
    """Pairs (a, b) of adventures: whatever is enough for b is enough for a."""
    costs, cards = rules.costs(), box(rules)
    for a in range(len(costs)):
        for b in range(len(costs)):
            if a != b and exception(costs[a], costs[b], cards) is None:
                yield a, b
