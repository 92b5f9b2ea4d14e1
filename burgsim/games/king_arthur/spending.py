"""What an adventure asks for, seen from a hand: the least strength that pays for it, and the strength still missing."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import highest_bit, lowest_bit
from burgsim.games.jit import jit
from burgsim.games.king_arthur.components import (
    CODE_AT,
    COLOUR_OF,
    LANE,
    LANE_MASK,
    PLACE_OF,
    PLACES_OF_COLOUR,
    STRENGTH_AT,
    STRENGTH_OF,
)
from burgsim.games.king_arthur.rules import CARDS, DIFFERENT, TOTAL

#: More than any set of adversaries costs.
FAR = 63


@jit
def least_total(state, seat, left, skip, needed):
    """The least total from `needed` on that the cards at the places `left` come to, one at place `skip` left out."""
    if needed <= 0:
        return 0
    sums = 1  # bit t: some cards come to t
    while left != 0:
        place = lowest_bit(left)
        left &= left - 1
        strength = STRENGTH_AT[place]
        for _ in range(min(state.adversaries[seat, CODE_AT[place]] - (place == skip), 12)):
            sums |= sums << strength
    sums = (sums & ((1 << FAR) - 1)) >> needed
    return needed + lowest_bit(sums) if sums != 0 else FAR


@jit
def least_cards(state, seat, left, skip, needed):
    """The least total of so many cards at the places `left`, one at place `skip` left out."""
    total = 0
    while left != 0 and needed > 0:
        place = highest_bit(left)
        left ^= 1 << place
        copies = min(state.adversaries[seat, CODE_AT[place]] - (place == skip), needed)
        total += copies * STRENGTH_AT[place]
        needed -= copies
    return total if needed == 0 else FAR


@jit
def least_colours(left, wanted):
    """The least total of one card of each colour in the mask, at the places `left`."""
    total = 0
    for colour in range(4):
        if (wanted >> colour) & 1:
            places = left & PLACES_OF_COLOUR[colour]
            if places == 0:
                return FAR
            total += STRENGTH_AT[highest_bit(places)]
    return total


@jit
def least_values(state, rules, seat, adventure, left, skip, first, ways):
    """The least total that meets the values from number `first` on, in one of the ways of the mask."""
    best = FAR
    for way in range(rules.ways[adventure]):
        if (ways >> way) & 1 == 0:
            continue
        mask = left
        copies = 0
        place = 0
        total = 0
        value = rules.way_length[adventure, way] - 1
        while value >= first:
            while mask != 0 and (copies == 0 or STRENGTH_AT[place] < rules.way[adventure, way, value]):
                place = highest_bit(mask)
                mask ^= 1 << place
                copies = state.adversaries[seat, CODE_AT[place]] - (place == skip)
            if copies <= 0 or STRENGTH_AT[place] < rules.way[adventure, way, value]:
                total = FAR
                break
            copies -= 1
            total += STRENGTH_AT[place]
            value -= 1
        best = min(best, total)
    return best


@jit
def least_to_pay(state, rules, seat, adventure, left, skip, total, cards, colours, ways):
    """The least strength that completes an adventure from the cards at the places `left`, one at `skip` left out.

    `total`, `cards`, `colours` and `ways` tell what was spent before; FAR when it can't be completed.
    """
    form = rules.form[adventure]
    if form == TOTAL:
        wanted = rules.cost_colours[adventure]
        if wanted != 15:
            left &= PLACES_OF_COLOUR[lowest_bit(wanted)]
        return least_total(state, seat, left, skip, rules.number[adventure] - total)
    if form == CARDS:
        return least_cards(state, seat, left, skip, rules.number[adventure] - cards)
    if form == DIFFERENT:
        return least_colours(left, rules.cost_colours[adventure] & ~colours)
    return least_values(state, rules, seat, adventure, left, skip, cards, ways)


@jit
def least_price(state, rules, seat, adventure):
    """The least strength that a hand pays an adventure with."""
    ways = (1 << rules.ways[adventure]) - 1
    return least_to_pay(state, rules, seat, adventure, state.held[seat], -1, 0, 0, 0, ways)


@jit
def ways_left(state, rules, adventure, strength):
    """The ways that a card of this strength fits next."""
    ways = 0
    for way in range(rules.ways[adventure]):
        fits = (state.spent_ways >> way) & 1 == 1 and rules.way[adventure, way, state.spent_cards] <= strength
        ways |= fits << way
    return ways


@jit
def least_with(state, rules, seat, card):
    """The least strength that completes the adventure that is being paid for, when this card is spent next."""
    place = PLACE_OF[card]
    strength = STRENGTH_OF[card]
    adventure = np.int64(state.adventure)
    left = state.held[seat] & ~((1 << place) - 1)
    ways = ways_left(state, rules, adventure, strength)
    rest = least_to_pay(
        state, rules, seat, adventure, left, place, state.spent_total + strength, state.spent_cards + 1,
        state.spent_colours | (1 << COLOUR_OF[card]), ways,
    )  # fmt: skip
    return strength + rest


@jit
def missing_values(rules, adventure, cards):
    """The strength that a hand with these numbers of cards lacks for the values of the nearest way."""
    least = FAR
    for way in range(rules.ways[adventure]):
        lacks = 0
        used = 0
        for i in range(rules.way_length[adventure, way]):
            value = rules.way[adventure, way, i]
            if (cards >> (LANE * (value - 1))) & LANE_MASK > used:
                used += 1
            else:
                lacks += value
        least = min(least, lacks)
    return least


@jit
def missing(rules, adventure, strengths, cards, cheapest):
    """The strength that a hand with these sums (state.py) lacks for an adventure, at least.

    `cheapest` is int64: the price at which a card can be had, by colour (0..3) and of any (4), eight bits each.
    """
    form = rules.form[adventure]
    if form == TOTAL:
        wanted = rules.cost_colours[adventure]
        lane = 4 if wanted == 15 else lowest_bit(wanted)
        return max(0, rules.number[adventure] - ((strengths >> (LANE * lane)) & LANE_MASK))
    if form == CARDS:
        return max(0, rules.number[adventure] - (cards & LANE_MASK)) * (cheapest >> 32)
    if form == DIFFERENT:
        wanted = rules.cost_colours[adventure]
        lacks = 0
        for colour in range(4):
            has = (strengths >> (LANE * colour)) & LANE_MASK != 0
            lacks += ((cheapest >> (8 * colour)) & 255) * ((wanted >> colour) & 1) * (not has)
        return lacks
    return missing_values(rules, adventure, cards)
