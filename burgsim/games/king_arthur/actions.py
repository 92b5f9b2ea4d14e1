"""How an action is encoded, and which ones are legal.

An action is `verb * VERB + what`. What it means by verb: ATTACK, REPEAT, DOUBLE, SPEND the code of an adversary; PAY
and HALF a payment (`payment`); COMPLETE the code of an adventure; the others nothing.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import highest_bit, list_bits, lowest_bit
from burgsim.games.jit import jit
from burgsim.games.king_arthur.components import (
    ADVERSARIES,
    CODE_AT,
    COLOUR_AT,
    MERLIN,
    ONLY_MERLINS,
    PAYMENT_AT,
    PAYMENT_BITS,
    PLACE_OF,
    PLACES_OF_COLOUR,
    STRENGTH_AT,
    STRENGTH_OF,
    STRENGTHS,
    WITH_DOUBLES,
    WITH_MERLINS,
)
from burgsim.games.king_arthur.hands import pays_in
from burgsim.games.king_arthur.rules import CARDS, DIFFERENT, TOTAL
from burgsim.games.king_arthur.state import ADVENTURE, DOUBLE, DRAW, PAYMENT, REPLENISH, SIG, SPEND, TARGET

VERB_BITS = 13
VERB = 1 << VERB_BITS
A_PASS, A_REPLENISH, A_ATTACK, A_REPEAT, A_DOUBLE, A_PAY, A_HALF, A_COMPLETE, A_SPEND, A_DRAW = range(1, 11)
PLACES = (1 << ADVERSARIES) - 1


@jit
def payment(colour, singles, doubles, merlins):
    """A payment in one number: 2 bits colour, 4 singles, 3 doubles, 4 Merlins."""
    return (((colour << 4) + singles << 3) + doubles << 4) + merlins


@jit
def list_payments(state, rules, seat, colour, price, verb, desk, n):
    """Every payment of a price with knights of a colour (one at least) and Merlins."""
    singles_held = np.int64(state.knights[seat, 2 * colour])
    doubles_held = np.int64(state.knights[seat, 2 * colour + 1])
    merlins_held = np.int64(state.knights[seat, MERLIN])
    for doubles in range(min(doubles_held, price // 2) + 1):
        rest = price - 2 * doubles
        # a payment of Merlins alone has no colour
        most = min(merlins_held, rest - (doubles == 0))
        for merlins in range(max(0, rest - singles_held), most + 1):
            desk.actions[n] = verb * VERB + payment(colour, rest - merlins, doubles, merlins)
            n += 1
    if rules.allow_overpay != 0 and price % 2 == 1 and doubles_held > price // 2:
        desk.actions[n] = verb * VERB + payment(colour, 0, price // 2 + 1, 0)
        n += 1
    return n


@jit
def list_short(state, rules, seat, price, desk):
    """The payments of a price up to 5, from one mask: what the price, the doubles and the Merlins allow."""
    merlins = np.int64(state.knights[seat, MERLIN])
    allowed = WITH_MERLINS[min(merlins, STRENGTHS)]
    mask = np.int64((rules.merlin_only != 0) & (merlins >= price)) << (3 * PAYMENT_BITS)
    for colour in range(3):
        singles = min(state.knights[seat, 2 * colour], STRENGTHS)
        doubles = min(state.knights[seat, 2 * colour + 1], 3)
        mask |= (rules.ways_to_pay[price, singles] & WITH_DOUBLES[doubles] & allowed) << (PAYMENT_BITS * colour)
    n = 0
    while mask != 0:
        desk.actions[n] = A_PAY * VERB + PAYMENT_AT[price, lowest_bit(mask)]
        mask &= mask - 1
        n += 1
    return n


@jit
def list_halves(state, rules, seat, price, desk, n):
    """First halves that a second one, in a later colour, can follow."""
    for colour in range(2):
        before = n
        end = list_payments(state, rules, seat, colour, price, A_HALF, desk, n)
        for i in range(before, end):
            action = desk.actions[i]
            left = np.int64(state.knights[seat, MERLIN]) - (action & 15)
            prices = 0
            for later in range(colour + 1, 3):
                prices |= pays_in(state, rules, seat, later, left)
            desk.actions[n] = action
            n += (prices >> price) & 1
    return n


@jit
def list_pay(state, rules, seat, desk):
    """The ways to pay for the fight."""
    price = np.int64(state.price)
    if state.form != DOUBLE:
        return list_short(state, rules, seat, price, desk)
    n = 0
    if state.first_colour >= 0:
        for colour in range(state.first_colour + 1, 3):
            n = list_payments(state, rules, seat, colour, price, A_HALF, desk, n)
        return n
    for colour in range(3):
        n = list_payments(state, rules, seat, colour, price, A_PAY, desk, n)
    if rules.merlin_only != 0 and state.knights[seat, MERLIN] >= price:
        desk.actions[n] = A_PAY * VERB + payment(ONLY_MERLINS, 0, 0, price)
        n += 1
    if state.form == DOUBLE and rules.double_two_payments != 0:
        n = list_halves(state, rules, seat, STRENGTH_OF[state.card], desk, n)
    return n


@jit
def fits_a_way(state, rules, seat, adventure, left, place):
    """Whether a card at this place can stand for the next value of some way that the cards from it on complete."""
    spent = state.spent_cards
    for way in range(rules.ways[adventure]):
        length = rules.way_length[adventure, way]
        if (state.spent_ways >> way) & 1 == 0 or rules.way[adventure, way, spent] > STRENGTH_AT[place]:
            continue
        value = spent + 1
        more = left & ~((1 << place) - 1)
        copies = state.adversaries[seat, CODE_AT[place]] - 1
        while value < length:
            while copies == 0 and more != 0:
                more &= more - 1
                if more != 0:
                    copies = np.int64(state.adversaries[seat, CODE_AT[lowest_bit(more)]])
            if more == 0 or rules.way[adventure, way, value] > STRENGTH_AT[lowest_bit(more)]:
                break
            copies -= 1
            value += 1
        if value >= length:
            return 1
    return 0


@jit
def list_spend(state, rules, seat, desk):
    """The cards that may be spent next: those that the cards from them on complete to a set without a card to spare."""
    adventure = np.int64(state.adventure)
    form = rules.form[adventure]
    wanted = rules.cost_colours[adventure]
    left = state.held[seat]
    if state.spent_cards > 0:
        left &= ~((1 << PLACE_OF[state.spent_last]) - 1)
    n = 0
    if form == TOTAL or form == CARDS:
        if wanted != 15:
            left &= PLACES_OF_COLOUR[lowest_bit(wanted)]
        missing = rules.number[adventure] - (state.spent_total if form == TOTAL else state.spent_cards)
        each = form == TOTAL
        have = 0
        while left != 0:  # from the last card back: what it and all after it come to
            place = highest_bit(left)
            left ^= 1 << place
            have += state.adversaries[seat, CODE_AT[place]] * (STRENGTH_AT[place] if each else 1)
            desk.actions[n] = A_SPEND * VERB + CODE_AT[place]
            n += have >= missing
        return n
    if form == DIFFERENT:
        wanted &= ~state.spent_colours
        mask = left
        while mask != 0:
            place = lowest_bit(mask)
            later = 1 << COLOUR_AT[place]
            for colour in range(4):
                later |= (mask & PLACES_OF_COLOUR[colour] != 0) << colour
            desk.actions[n] = A_SPEND * VERB + CODE_AT[place]
            n += ((wanted >> COLOUR_AT[place]) & 1) & (wanted & ~later == 0)
            mask &= mask - 1
        return n
    mask = left
    while mask != 0:
        place = lowest_bit(mask)
        mask &= mask - 1
        desk.actions[n] = A_SPEND * VERB + CODE_AT[place]
        n += fits_a_way(state, rules, seat, adventure, left, place)
    return n


@jit(SIG.legal)
def legal(state, rules, desk):
    """List the actions of the decision that waits into desk.actions; returns their number."""
    seat = state.active
    frame = state.frame
    if frame == TARGET:
        targets = state.targets
        n = list_bits(desk, 0, targets & PLACES, A_ATTACK * VERB)
        if rules.seals != 0:
            n = list_bits(desk, n, (targets >> ADVERSARIES) & PLACES, A_REPEAT * VERB)
            n = list_bits(desk, n, targets >> (2 * ADVERSARIES), A_DOUBLE * VERB)
        desk.actions[n] = A_PASS * VERB
        return n + 1
    if frame == PAYMENT:
        return list_pay(state, rules, seat, desk)
    if frame == REPLENISH:
        desk.actions[0] = A_REPLENISH * VERB
        desk.actions[1] = A_PASS * VERB
        return 1 + (state.columns != 0)
    if frame == ADVENTURE:
        n = list_bits(desk, 0, state.met[seat] & state.open_mask, A_COMPLETE * VERB)
        desk.actions[n] = A_PASS * VERB
        return n + 1
    if frame == SPEND:
        return list_spend(state, rules, seat, desk)
    if frame == DRAW:
        desk.actions[0] = A_DRAW * VERB
        desk.actions[1] = A_PASS * VERB
        return 2
    return 0
