"""The decks of King Arthur: turning adversaries over, drawing knights, reshuffling."""

from __future__ import annotations

import numpy as np

from burgsim.games.chance import deck_of_discard, stream_key
from burgsim.games.game import note
from burgsim.games.jit import jit
from burgsim.games.king_arthur import events as ev
from burgsim.games.king_arthur.components import COLOUR_OF, COLUMN
from burgsim.games.king_arthur.turn import FULL

#: Streams of chance from here on are those of reshuffles; the others are in deal.py.
RESHUFFLE_STREAM = 100


@jit
def turn_over(state, rules, log):
    """Turn adversaries over until a column is full or the deck is empty."""
    while state.adversary_front < state.adversary_back and ((state.columns + rules.column_test) & FULL) == 0:
        card = np.int64(state.adversary_deck[state.adversary_front])
        state.adversary_front += 1
        state.table[card] += 1
        state.table_mask |= 1 << card
        state.columns += 1 << (COLUMN * COLOUR_OF[card])
        note(log, ev.SHOW, card, 0, 0, 0, 0)


@jit
def reshuffle(state, key, log):
    """The discard becomes the knight deck: the k-th time in the order of a hash of (card, k)."""
    state.reshuffles += 1
    stream = stream_key(key, RESHUFFLE_STREAM + state.reshuffles)
    note(log, ev.RESHUFFLE, state.reshuffles, state.knight_discards, 0, 0, 0)
    n = deck_of_discard(stream, state.knight_discard, state.knight_deck, log.keys)
    for i in range(n):
        note(log, ev.DECK, state.knight_deck[i], 0, 0, 0, 0)
    state.knight_front = 0
    state.knight_back = n
    state.knight_discards = 0


@jit
def draw_knight(state, rules, seat, key, log):
    """One knight to a seat's hand; there must be a card in deck or discard."""
    if state.knight_front == state.knight_back:
        reshuffle(state, key, log)
    kind = np.int64(state.knight_deck[state.knight_front])
    state.knight_front += 1
    state.knights[seat, kind] += 1
    state.hand_size[seat] += 1
    state.drawn += 1
    note(log, ev.DRAW, seat, kind, 0, 0, 0)
    if rules.reshuffle_at_once != 0 and state.knight_front == state.knight_back and state.knight_discards > 0:
        reshuffle(state, key, log)
