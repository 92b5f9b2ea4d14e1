"""What must hold after every step of the card game (checked mode)."""

from __future__ import annotations

from burgsim.games.burgundy_cards.components import CODES, PIPS
from burgsim.games.burgundy_cards.state import MAX_DEPTH, SIG
from burgsim.games.jit import jit

#: What is broken, by code; 0 is nothing.
AUDIT_WORDS = (
    "",
    "action cards are not conserved",
    "the number of a kind of action card changed",
    "the estate cards don't match the stacks",
    "goods are not conserved",
    "animals are not conserved",
    "a count is negative",
    "a seat holds more projects than allowed",
    "an open stack is as large as a set",
    "the stack of pending decisions is out of bounds",
)

@jit
def count_card(state, code):
    """How many copies of a card lie anywhere on the table."""
    n = state.discard[code] + state.estate[code]
    for i in range(state.deck_front, state.deck_back):
        n += state.deck[i] == code
    last = state.deck.shape[0]
    for i in range(last - state.aaron_cards, last - state.aaron_next):
        n += state.deck[i] == code
    for seat in range(state.players):
        for j in range(state.stack.shape[1]):
            n += state.stack[seat, j] == code
        for j in range(state.hand.shape[1]):
            n += state.hand[seat, j] == code
        for j in range(state.projects_n[seat]):
            n += state.projects[seat, j] == code
    for i in range(state.drawn_n):
        n += state.drawn[i] == code
    for i in range(state.display_n):
        if state.display[i] == code:
            n += state.display_count[i]
    return n

@jit(SIG.audit)
def audit(state, rules):
    """The number of the first broken invariant in AUDIT_WORDS, 0 when all hold."""
    kind_total = 0
    kind_wanted = 0
    for code in range(CODES):
        n = count_card(state, code)
        if rules.random_pips == 0:
            if n != rules.cards[code]:
                return 1
        kind_total += n
        kind_wanted += rules.cards[code]
        if code % PIPS == PIPS - 1:
            if kind_total != kind_wanted:
                return 2
            kind_total = 0
            kind_wanted = 0
    built = 0
    for code in range(CODES):
        built += state.estate[code]
    for kind in range(7):
        built -= state.aaron_sets[kind] * rules.set_size + state.aaron_open[kind]
        for seat in range(state.players):
            built -= state.sets[seat, kind] * rules.set_size + state.open[seat, kind]
            if state.open[seat, kind] >= rules.set_size:
                return 8
    if built != 0:
        return 3
    for good in range(3):
        n = 0
        for seat in range(state.players):
            n += state.goods[seat, good] + state.sold[seat, good]
        for pile in range(2):
            for i in range(state.pile_start[0, pile], state.pile_stop[0, pile]):
                n += state.goods_pile[i] == good
        if n != rules.goods[good]:
            return 4
    for animal in range(4):
        n = 0
        for seat in range(state.players):
            n += state.animals[seat, animal]
        for pile in range(2):
            for i in range(state.pile_start[1, pile], state.pile_stop[1, pile]):
                n += state.animals_pile[i] == animal
        if n != rules.animals[animal]:
            return 5
    for seat in range(state.players):
        if state.silver[seat] < 0 or state.workers[seat] < 0 or state.projects_n[seat] < 0:
            return 6
        if state.projects_n[seat] > rules.project_limit:
            return 7
    if state.depth < 0 or state.depth > MAX_DEPTH:
        return 9
    return 0

