"""What must hold after every decision of King Arthur (checked mode)."""

from __future__ import annotations

import numpy as np

from burgsim.games.jit import jit
from burgsim.games.king_arthur.components import (
    ADDS_CARDS,
    ADDS_STRENGTH,
    ADVERSARIES,
    COLOUR_OF,
    COLUMN,
    KNIGHTS,
    PLACE_OF,
)
from burgsim.games.king_arthur.state import SIG

#: What is broken, by code; 0 is nothing.
AUDIT_WORDS = (
    "",
    "adversaries are not conserved",
    "knights are not conserved",
    "the columns don't match the cards on the table",
    "a column is higher than allowed",
    "the sums of a hand don't match its cards",
    "knights paid differ from strengths taken",
    "seals are not conserved",
    "points don't match the adventures",
    "a count is negative",
    "masks don't match the cards",
)


@jit
def count_in(deck, front, back, code):
    """How many cards of a face-down deck have this code."""
    count = 0
    for i in range(front, back):
        count += deck[i] == code
    return count


@jit
def check_adversaries(state, rules):
    """Every adversary is somewhere, once; columns, masks and sums follow from where they are."""
    columns = 0
    for card in range(ADVERSARIES):
        face_up = np.int64(state.table[card])
        count = count_in(state.adversary_deck, state.adversary_front, state.adversary_back, card)
        count += state.adversary_discard[card]
        if (state.table_mask >> card) & 1 != (face_up > 0):
            return 10
        for seat in range(state.players):
            sealed = state.sealed[seat, card]
            face_up += sealed
            count += state.adversaries[seat, card]
            if (state.sealed_mask[seat] >> card) & 1 != (sealed > 0):
                return 10
            if (state.held[seat] >> PLACE_OF[card]) & 1 != (state.adversaries[seat, card] > 0):
                return 10
        if count + face_up != rules.strengths[card]:
            return 1
        columns += face_up << (COLUMN * COLOUR_OF[card])
    if columns != state.columns:
        return 3
    for colour in range(4):
        if (columns >> (COLUMN * colour)) & 0xFFFF > rules.column_limit:
            return 4
    for seat in range(state.players):
        strengths = 0
        cards = 0
        for card in range(ADVERSARIES):
            strengths += state.adversaries[seat, card] * ADDS_STRENGTH[card]
            cards += state.adversaries[seat, card] * ADDS_CARDS[card]
        if strengths != state.strength_sums[seat] or cards != state.card_sums[seat]:
            return 5
    return 0


@jit
def check_knights(state, rules):
    """Every knight is somewhere, once."""
    discards = 0
    for kind in range(KNIGHTS):
        discards += state.knight_discard[kind]
        count = count_in(state.knight_deck, state.knight_front, state.knight_back, kind)
        count += state.knight_discard[kind]
        for seat in range(state.players):
            count += state.knights[seat, kind]
        if count != rules.knights[kind]:
            return 2
    if discards != state.knight_discards:
        return 2
    for seat in range(state.players):
        cards = 0
        for kind in range(KNIGHTS):
            cards += state.knights[seat, kind]
        if cards != state.hand_size[seat]:
            return 2
    return 0


@jit(SIG.audit)
def audit(state, rules):
    """The number of the first broken invariant in AUDIT_WORDS, 0 when all hold."""
    broken = check_adversaries(state, rules)
    if broken != 0:
        return broken
    broken = check_knights(state, rules)
    if broken != 0:
        return broken
    paid = 0
    taken = 0
    for seat in range(state.players):
        paid += state.pips_paid[seat]
        taken += state.strength_taken[seat]
        sealed = 0
        for card in range(ADVERSARIES):
            sealed += state.sealed[seat, card]
        if sealed + state.seals[seat] != rules.seals_each * rules.seals:
            return 7
        points = 0
        for adventure in range(13):
            points += rules.points[adventure] * (state.owner[adventure] == seat + 1)
        if points != state.points[seat]:
            return 8
        if state.seals[seat] < 0 or state.hand_size[seat] < 0 or state.left < 0:
            return 9
    # what is paid by now comes before the card is taken only while a second half is owed
    if rules.seals == 0 and rules.allow_overpay == 0 and paid != taken:
        return 6
    return 0
