"""Laying out a game, and hiding what a seat can't see.

Both decks are shuffled lists read from the front; the knights that compensate a seat come from the back, so that they
don't shift what is drawn later.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.chance import shuffle, stream_key
from burgsim.games.game import note
from burgsim.games.jit import jit
from burgsim.games.king_arthur import events as ev
from burgsim.games.king_arthur.cards import turn_over
from burgsim.games.king_arthur.components import ADVERSARIES, KNIGHTS
from burgsim.games.king_arthur.hands import add_adversary, clear_adversaries, find_met, find_targets
from burgsim.games.king_arthur.state import PAYMENT, SIG, SPEND, TARGET
from burgsim.games.king_arthur.turn import start_turn

#: Streams of chance (append only: they are part of what a seed means).
ADVERSARY_STREAM, KNIGHT_STREAM = 1, 2
#: Streams of `hide`.
HIDE_KNIGHTS, HIDE_ADVERSARIES = 1, 2


@jit
def clear(state):
    """An empty table."""
    state.columns = 0
    state.table_mask = 0
    state.targets = 0
    state.adversary_front = 0
    state.knight_front = 0
    state.knight_discards = 0
    state.turn = 0
    state.reshuffles = 0
    state.end_causes = 0
    state.ender = 0
    state.to_draw = 0
    state.form = 0
    state.card = 0
    state.price = 0
    state.first_colour = 0
    state.adventure = 0
    state.spent_last = 0
    state.spent_total = 0
    state.spent_cards = 0
    state.spent_colours = 0
    state.spent_ways = 0
    state.leader = 0
    state.lead_changes = 0
    state.strength_sums[:] = 0
    state.card_sums[:] = 0
    state.held[:] = 0
    state.met[:] = 0
    state.sealed_mask[:] = 0
    state.turns[:] = 0
    state.pips_paid[:] = 0
    state.strength_taken[:] = 0
    state.points[:] = 0
    state.hand_size[:] = 0
    state.fights[:] = 0
    state.doubles[:] = 0
    state.repeats[:] = 0
    state.replenished[:] = 0
    state.choices[:] = 0
    state.largest_hand[:] = 0
    state.taken_in[:] = 0
    state.taken_for[:] = 0
    state.knights[:] = 0
    state.adversaries[:] = 0
    state.sealed[:] = 0
    state.table[:] = 0
    state.adversary_discard[:] = 0
    state.knight_discard[:] = 0


@jit
def deal_knight(state, seat, index, log):
    """Card `index` of the knight deck to a hand."""
    kind = np.int64(state.knight_deck[index])
    state.knights[seat, kind] += 1
    state.hand_size[seat] += 1
    note(log, ev.DEAL, seat, kind, 0, 0, 0)


@jit(SIG.deal)
def deal(state, rules, players, key, log):
    """Lay out a new game for this number of players; seat 1 begins its first turn."""
    clear(state)
    state.players = players
    n = 0
    for card in range(ADVERSARIES):
        for _ in range(rules.strengths[card]):
            state.adversary_deck[n] = card
            n += 1
    shuffle(stream_key(key, ADVERSARY_STREAM), state.adversary_deck, 0, n)
    state.adversary_back = n
    n = 0
    for kind in range(KNIGHTS):
        for _ in range(rules.knights[kind]):
            state.knight_deck[n] = kind
            n += 1
    shuffle(stream_key(key, KNIGHT_STREAM), state.knight_deck, 0, n)
    state.open_mask = rules.used
    state.left = 0
    for adventure in range(13):
        used = (rules.used >> adventure) & 1
        state.owner[adventure] = used - 1
        state.left += used
    turn_over(state, rules, log)
    for seat in range(players):
        state.seals[seat] = rules.seals_each * rules.seals
        for _ in range(rules.start_knights):
            deal_knight(state, seat, state.knight_front, log)
            state.knight_front += 1
    for seat in range(players):
        for _ in range(rules.seat_knights[seat]):
            n -= 1
            deal_knight(state, seat, n, log)
    state.knight_back = n
    for seat in range(players):
        state.largest_hand[seat] = state.hand_size[seat]
    state.active = 0
    start_turn(state, rules, log)


@jit
def hide_adversaries(state, rules, seat, key, log):
    """The part of `hide` that shuffles adversaries."""
    keys = log.keys
    spending = state.active if state.frame == SPEND else -1
    n = 0
    for card in range(ADVERSARIES):
        count = 0
        for i in range(state.adversary_front, state.adversary_back):
            count += state.adversary_deck[i] == card
        if rules.public_hands == 0:
            for other in range(state.players):
                if other != seat and other != spending:
                    count += state.adversaries[other, card]
        for _ in range(count):
            keys[n] = np.uint64(card)
            n += 1
    shuffle(stream_key(key, HIDE_ADVERSARIES), keys, 0, n)
    n = 0
    if rules.public_hands == 0:
        for other in range(state.players):
            if other != seat and other != spending:
                cards = clear_adversaries(state, other)
                for _ in range(cards):
                    add_adversary(state, other, np.int64(keys[n]))
                    n += 1
                find_met(state, rules, other)
    for i in range(state.adversary_front, state.adversary_back):
        state.adversary_deck[i] = np.uint8(keys[n])
        n += 1


@jit(SIG.hide)
def hide(state, rules, seat, key, log):
    """Sort all that a seat can't see, then shuffle it: other hands with the knight deck, and the adversary deck.

    Where players don't remember each other's adversaries (public_hands), those are shuffled with their deck; not those
    of a seat that is spending them. A seat that can't pay as it was about to chooses its target anew.
    """
    keys = log.keys
    n = 0
    for kind in range(KNIGHTS):
        count = 0
        for other in range(state.players):
            if other != seat:
                count += state.knights[other, kind]
                state.knights[other, kind] = 0
        for i in range(state.knight_front, state.knight_back):
            count += state.knight_deck[i] == kind
        for _ in range(count):
            keys[n] = np.uint64(kind)
            n += 1
    shuffle(stream_key(key, HIDE_KNIGHTS), keys, 0, n)
    n = 0
    for other in range(state.players):
        if other != seat:
            for _ in range(state.hand_size[other]):
                state.knights[other, np.int64(keys[n])] += 1
                n += 1
    # cards that were drawn leave their code behind, which would tell other hands
    for i in range(state.knight_deck.shape[0]):
        if i < state.knight_front or i >= state.knight_back:
            state.knight_deck[i] = 0
    for i in range(state.knight_front, state.knight_back):
        state.knight_deck[i] = np.uint8(keys[n])
        n += 1
    if rules.public_hands == 0:
        for i in range(state.adversary_front):
            state.adversary_deck[i] = 0
    hide_adversaries(state, rules, seat, key, log)
    if state.active != seat and state.frame == TARGET:
        state.targets = find_targets(state, rules, state.active)
    elif state.active != seat and state.frame == PAYMENT and state.first_colour < 0:
        state.targets = find_targets(state, rules, state.active)
        if (state.targets >> (ADVERSARIES * state.form + state.card)) & 1 == 0:
            state.frame = TARGET
