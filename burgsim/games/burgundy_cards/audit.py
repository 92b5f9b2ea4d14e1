"""What must hold after every decision of the card game (checked mode)."""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_cards.components import CARD_WEIGHTS, CODES
from burgsim.games.burgundy_cards.state import MAX_DEPTH, SIG
from burgsim.games.jit import jit

#: What is broken, by code; 0 is nothing.
AUDIT_WORDS = (
    "",
    "action cards are not conserved",
    "the estate cards don't match the stacks",
    "goods are not conserved",
    "animals are not conserved",
    "a count is negative",
    "a seat holds more projects than allowed",
    "an open stack is as large as a set",
    "the stack of pending decisions is out of bounds",
)


@jit
def sum_cards(state, rules):
    """Two sums: the weights (components.py) of all action cards, wherever they lie; and the cards built."""
    weights = CARD_WEIGHTS[rules.random_pips]
    total = 0
    built = 0
    discards = 0
    for code in range(CODES):
        discarded = np.int64(state.discard[code])
        placed = np.int64(state.estate[code])
        built += placed
        discards += discarded
        total += (discarded + placed) * np.int64(weights[code])
    total += discards - state.discards
    for i in range(state.deck_front, state.deck_back):
        total += np.int64(weights[state.deck[i]])
    last = state.deck.shape[0]
    for i in range(last - state.aaron_cards, last - state.aaron_next):
        total += np.int64(weights[state.deck[i]])
    for seat in range(state.players):
        for j in range(rules.turns):
            total += np.int64(weights[state.stack[seat, j]])
        for j in range(rules.hand_size):
            total += np.int64(weights[state.hand[seat, j]])
        for j in range(state.projects_n[seat]):
            total += np.int64(weights[state.projects[seat, j]])
    for i in range(state.drawn_n):
        total += np.int64(weights[state.drawn[i]])
    for i in range(state.display_n):
        total += np.int64(state.display_count[i]) * np.int64(weights[state.display[i]])
    return total, built


@jit
def goods_sum(state, rules):
    """All goods, 16 bits a kind, less those that there should be."""
    total = 0
    for good in range(3):
        count = -rules.goods[good]
        for seat in range(state.players):
            count += state.goods[seat, good] + state.sold[seat, good]
        total += count << (16 * good)
    for pile in range(2):
        for i in range(state.pile_start[0, pile], state.pile_stop[0, pile]):
            total += 1 << (16 * np.int64(state.goods_pile[i]))
    return total


@jit
def animals_sum(state, rules):
    """All animals, 12 bits a kind, less those that there should be."""
    total = 0
    for animal in range(4):
        count = -rules.animals[animal]
        for seat in range(state.players):
            count += state.animals[seat, animal]
        total += count << (12 * animal)
    for pile in range(2):
        for i in range(state.pile_start[1, pile], state.pile_stop[1, pile]):
            total += 1 << (12 * np.int64(state.animals_pile[i]))
    return total


@jit(SIG.audit)
def audit(state, rules):
    """The number of the first broken invariant in AUDIT_WORDS, 0 when all hold."""
    cards, built = sum_cards(state, rules)
    if cards != rules.cards_sum:
        return 1
    for kind in range(7):
        built -= state.aaron_sets[kind] * rules.set_size + state.aaron_open[kind]
        for seat in range(state.players):
            built -= state.sets[seat, kind] * rules.set_size + state.open[seat, kind]
            if state.open[seat, kind] >= rules.set_size:
                return 7
    if built != 0:
        return 2
    if goods_sum(state, rules) != 0:
        return 3
    if animals_sum(state, rules) != 0:
        return 4
    for seat in range(state.players):
        if state.silver[seat] < 0 or state.workers[seat] < 0 or state.projects_n[seat] < 0:
            return 5
        if state.projects_n[seat] > rules.project_limit:
            return 6
    if state.depth < 0 or state.depth > MAX_DEPTH:
        return 8
    return 0
