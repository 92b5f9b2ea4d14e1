"""The deck, the display and the piles: drawing, turning up, reshuffling (which end is for what: deal.py)."""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_cards import events as ev
from burgsim.games.burgundy_cards.components import NO_CARD, PIP_OF, PIPS
from burgsim.games.burgundy_cards.estate import aaron_builds, add_points
from burgsim.games.burgundy_cards.state import BOUGHT, CARDS
from burgsim.games.chance import deck_of_discard, stream_key
from burgsim.games.game import note
from burgsim.games.jit import jit

#: Streams of chance from here on are those of reshuffles; the others are in deal.py.
RESHUFFLE_STREAM = 100


@jit
def reshuffle(state, key, log):
    """The discard becomes the deck: the k-th time in the order of a hash of (card, k)."""
    state.reshuffles += 1
    stream = stream_key(key, RESHUFFLE_STREAM + state.reshuffles)
    note(log, ev.RESHUFFLE, state.reshuffles, state.discards, 0, 0, 0)
    n = deck_of_discard(stream, state.discard, state.deck, log.keys)
    for i in range(n):
        note(log, ev.DECK, state.deck[i], 0, 0, 0, 0)
    state.deck_front = 0
    state.deck_back = n
    state.discards = 0


@jit
def draw_front(state, key, log):
    """The next card for a stack or the display; NO_CARD when deck and discard are empty."""
    if state.deck_front == state.deck_back:
        if state.discards == 0:
            return NO_CARD
        reshuffle(state, key, log)
    code = np.int64(state.deck[state.deck_front])
    state.deck_front += 1
    return code


@jit
def draw_back(state, key, log):
    """The next card for a purchase; NO_CARD when deck and discard are empty."""
    if state.deck_front == state.deck_back:
        if state.discards == 0:
            return NO_CARD
        reshuffle(state, key, log)
    state.deck_back -= 1
    return np.int64(state.deck[state.deck_back])


@jit
def discard_card(state, code):
    """A card on the common discard."""
    state.discard[code] += 1
    state.discards += 1


@jit
def deal_stacks(state, rules, key, log):
    """A stack for every seat from the start player on; its first cards are the hand."""
    for i in range(state.players):
        seat = state.starter + i
        if seat >= state.players:
            seat -= state.players
        for j in range(rules.turns):
            code = draw_front(state, key, log)
            state.stack[seat, j] = code
            if code != NO_CARD:
                note(log, ev.DEAL, seat, code, 0, 0, 0)
        for j in range(rules.hand_size):
            draw_hand(state, seat, j, j, log)


@jit
def draw_hand(state, seat, place, index, log):
    """Draw card `index` of the stack to a place of the hand."""
    code = state.stack[seat, index]
    state.hand[seat, place] = code
    state.stack[seat, index] = NO_CARD
    if code != NO_CARD:
        note(log, ev.HAND, seat, code, 0, 0, 0)


@jit
def deal_display(state, rules, key, log):
    """The round's display: some cards one to each row, the others to the row of their own pips."""
    n = 0
    for i in range(rules.display_cards):
        code = draw_front(state, key, log)
        if code == NO_CARD:
            break
        row = i % PIPS + 1 if i < rules.display_by_row else PIP_OF[code]
        note(log, ev.SHOW, row, code, 0, 0, 0)
        slot = n
        for j in range(n):
            if state.display[j] == code and state.display_row[j] == row:
                slot = j
        if slot == n:
            state.display[n] = code
            state.display_row[n] = row
            state.display_count[n] = 0
            n += 1
        state.display_count[slot] += 1
    state.display_n = n
    state.display_alive = (1 << n) - 1


@jit
def clear_display(state, log):
    """What is left on display is discarded."""
    for i in range(state.display_n):
        count = state.display_count[i]
        if count > 0:
            note(log, ev.CLEAR, state.display_row[i], state.display[i], count, 0, 0)
            state.discard[state.display[i]] += count
            state.discards += count
            state.display_count[i] = 0
    state.display_n = 0
    state.display_alive = 0


@jit
def reveal_aaron(state, rules, log):
    """Aaron's pile of this round is sorted into his estate; you take a point for each of his cloisters."""
    for _ in range(rules.aaron_piles[state.round]):
        if state.aaron_next == state.aaron_cards:
            break
        state.aaron_next += 1
        last = state.deck.shape[0] - state.aaron_next
        code = np.int64(state.deck[last])
        cloisters = aaron_builds(state, rules, code, log)
        if cloisters > 0:
            add_points(state, rules, 0, CARDS, rules.aaron_cloister_points, ev.C_AARON, log)


@jit
def turn_up(state, log):
    """Turn up the tops of the piles; an empty pile takes the upper half of the other (one card stays where it is)."""
    for kind in range(2):
        for pile in range(2):
            other = 1 - pile
            left = state.pile_stop[kind, other] - state.pile_start[kind, other]
            if state.pile_stop[kind, pile] == state.pile_start[kind, pile] and left >= 2:
                stop = state.pile_stop[kind, other]
                middle = stop - left // 2
                state.pile_start[kind, pile] = middle
                state.pile_stop[kind, pile] = stop
                state.pile_stop[kind, other] = middle
                state.pile_top[kind, 0] = NO_CARD
                state.pile_top[kind, 1] = NO_CARD
                note(log, ev.SPLIT, kind, pile, stop - middle, 0, 0)
        for pile in range(2):
            stop = state.pile_stop[kind, pile]
            if state.pile_top[kind, pile] == NO_CARD and stop > state.pile_start[kind, pile]:
                top = state.goods_pile[stop - 1] if kind == 0 else state.animals_pile[stop - 1]
                state.pile_top[kind, pile] = top
                note(log, ev.PILE, kind, pile, stop - state.pile_start[kind, pile], top, 0)


@jit
def draw_purchase(state, rules, key, log):
    """Draw the cards that were bought (sorted, so that equal ones are listed once)."""
    n = 0
    for _ in range(rules.purchase_draw):
        code = draw_back(state, key, log)
        if code == NO_CARD:
            break
        note(log, ev.DRAWN, state.active, code, 0, 0, 0)
        i = n
        while i > 0 and state.drawn[i - 1] > code:
            state.drawn[i] = state.drawn[i - 1]
            i -= 1
        state.drawn[i] = code
        n += 1
    state.drawn_n = n
    state.frame[state.depth] = BOUGHT
    state.depth += 1


@jit
def draw_hands(state, rules, log):
    """Between turns: every seat draws the next card of its stack to the free place of its hand."""
    for seat in range(state.players):
        draw_hand(state, seat, rules.hand_size - 1, state.turn + rules.hand_size - 1, log)


@jit
def new_round(state, rules, key, log):
    """A new round: the old display goes, Aaron's pile, the display, the stacks from the new start player on."""
    clear_display(state, log)
    note(log, ev.ROUND, state.round, state.starter, 0, 0, 0)
    if state.players == 1:
        reveal_aaron(state, rules, log)
    deal_display(state, rules, key, log)
    deal_stacks(state, rules, key, log)
    note(log, ev.TURN, state.active, state.turn, 0, 0, 0)
