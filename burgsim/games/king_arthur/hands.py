"""What a seat holds and can do with it: prices that it can pay, targets, adventures that its hand is enough for.

Everything here is a look-up or a sum: rules.py packs the tables, state.py says what is kept.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.jit import jit
from burgsim.games.king_arthur.components import (
    ADDS_CARDS,
    ADDS_STRENGTH,
    ADVERSARIES,
    EVERY_COLOUR,
    LANE,
    LANE_MASK,
    MERLIN,
    PLACE_OF,
    STRENGTHS,
)
from burgsim.games.king_arthur.rules import MAX_PRICE

DOUBLES_SHIFT = 2 * ADVERSARIES
REPEATS_SHIFT = ADVERSARIES
ADVENTURE_BITS = (1 << 13) - 1


@jit
def payable(state, rules, seat):
    """The prices (bits 1..10) that a seat can pay."""
    merlins = min(state.knights[seat, MERLIN], MAX_PRICE)
    prices = np.int64(rules.payable_merlins[merlins])
    for colour in range(3):
        singles = min(state.knights[seat, 2 * colour], MAX_PRICE)
        doubles = min(state.knights[seat, 2 * colour + 1], STRENGTHS)
        prices |= np.int64(rules.payable[singles, doubles, merlins])
    return prices


@jit
def pays_in(state, rules, seat, colour, merlins):
    """The prices that a seat can pay with knights of a colour and at most so many Merlins."""
    singles = min(state.knights[seat, 2 * colour], MAX_PRICE)
    doubles = min(state.knights[seat, 2 * colour + 1], STRENGTHS)
    return np.int64(rules.payable[singles, doubles, min(merlins, MAX_PRICE)])


@jit
def paid_twice(state, rules, seat):
    """The prices that a seat can pay twice, in two knight colours (bits 1..5)."""
    merlins = np.int64(state.knights[seat, MERLIN])
    prices = 0
    for colour in range(2):
        for later in range(colour + 1, 3):
            for m in range(merlins + 1):
                prices |= pays_in(state, rules, seat, colour, m) & pays_in(state, rules, seat, later, merlins - m)
    return prices


@jit
def find_targets(state, rules, seat):
    """What a seat can attack: codes, then 20 bits on the repeated attacks, then 20 on the double ones."""
    prices = payable(state, rules, seat)
    able = ((prices >> 1) & 31) * EVERY_COLOUR
    if rules.seals == 0:
        return state.table_mask & able
    targets = (state.sealed_mask[seat] & able) << REPEATS_SHIFT
    if state.seals[seat] > 0:
        targets |= state.table_mask & able
    twice = 0
    if rules.double_two_payments != 0:
        twice = paid_twice(state, rules, seat)
    strengths = 0
    for strength in range(1, STRENGTHS + 1):
        strengths |= (((prices >> (2 * strength)) | (twice >> strength)) & 1) << (strength - 1)
    return targets | ((state.table_mask & (strengths * EVERY_COLOUR)) << DOUBLES_SHIFT)


@jit
def met_by(rules, strengths, cards):
    """The adventures (mask) that a hand with these sums (state.py) is enough for."""
    met = np.int64(rules.met_by_cards[min(cards & LANE_MASK, 15)])
    colours = 0
    for colour in range(4):
        strength = (strengths >> (LANE * colour)) & LANE_MASK
        met |= np.int64(rules.met_by_total[colour, min(strength, 63)])
        colours |= (strength > 0) << colour
    met |= np.int64(rules.met_by_total[4, min(strengths >> (LANE * 4), 63)])
    met |= np.int64(rules.met_by_colours[colours])
    ways = rules.met_by_values[0, min(cards & LANE_MASK, 7)]
    for lane in range(1, STRENGTHS):
        ways &= rules.met_by_values[lane, min((cards >> (LANE * lane)) & LANE_MASK, 7)]
    ways |= ways >> 32
    ways |= ways >> 16
    return (met | ways) & ADVENTURE_BITS


@jit
def find_met(state, rules, seat):
    """Note which adventures the adversaries of a seat are enough for."""
    state.met[seat] = met_by(rules, state.strength_sums[seat], state.card_sums[seat])


@jit
def add_adversary(state, seat, card):
    """One more adversary in a hand (`find_met` is for the caller)."""
    state.adversaries[seat, card] += 1
    state.held[seat] |= 1 << PLACE_OF[card]
    state.strength_sums[seat] += ADDS_STRENGTH[card]
    state.card_sums[seat] += ADDS_CARDS[card]


@jit
def remove_adversary(state, seat, card):
    """One adversary less in a hand."""
    state.adversaries[seat, card] -= 1
    if state.adversaries[seat, card] == 0:
        state.held[seat] &= ~(1 << PLACE_OF[card])
    state.strength_sums[seat] -= ADDS_STRENGTH[card]
    state.card_sums[seat] -= ADDS_CARDS[card]


@jit
def clear_adversaries(state, seat):
    """Empty a hand; returns how many adversaries it held."""
    cards = state.card_sums[seat] & LANE_MASK
    for card in range(ADVERSARIES):
        state.adversaries[seat, card] = 0
    state.held[seat] = 0
    state.strength_sums[seat] = 0
    state.card_sums[seat] = 0
    return cards


@jit
def strength_held(state, seat):
    """The strengths of a hand in all."""
    return state.strength_sums[seat] >> (LANE * 4)


@jit
def score(state, rules, seat):
    """Points of a seat as things stand."""
    return state.points[seat] + rules.hand_points * strength_held(state, seat) + rules.seat_points[seat]
