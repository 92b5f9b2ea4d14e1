"""Laying out a game, and hiding what a seat can't see.

The deck is one shuffled list. What every round needs (stacks, displays) comes from its front; what depends on play
(purchases) comes from its back, behind the cards set aside for Aaron. So a purchase more doesn't change what later
rounds show, and variants of the rules compare on the same cards. The distribution is that of one shuffled deck.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_cards import events as ev
from burgsim.games.burgundy_cards.cards import deal_display, deal_stacks, reveal_aaron, turn_up
from burgsim.games.burgundy_cards.components import CODES, KIND_OF, NO_CARD, PIP_OF, PIPS
from burgsim.games.burgundy_cards.state import ANIMALS, END, PLAY, SIG, START_PLAYER
from burgsim.games.chance import below, shuffle, sort_up, stream_key
from burgsim.games.game import note
from burgsim.games.jit import jit

#: Streams of chance (append only: they are part of what a seed means).
DECK_STREAM, GOODS_STREAM, ANIMALS_STREAM, PIPS_STREAM = 1, 2, 3, 4


@jit
def lay_piles(state, kind, start, stop):
    """Two piles of pile[start:stop], the first one more when the number is odd; the top is the last card."""
    middle = start + (stop - start + 1) // 2
    state.pile_start[kind, 0] = start
    state.pile_stop[kind, 0] = middle
    state.pile_start[kind, 1] = middle
    state.pile_stop[kind, 1] = stop
    state.pile_top[kind, 0] = NO_CARD
    state.pile_top[kind, 1] = NO_CARD


@jit
def clear(state):
    """An empty table."""
    state.display_alive = 0
    state.round = 0
    state.turn = 0
    state.sale = 0
    state.purchases = 0
    state.reshuffles = 0
    state.discards = 0
    state.chips = 0
    state.seven_taken = 0
    state.display_n = 0
    state.drawn_n = 0
    state.lost_in = 0
    state.aaron_next = 0
    state.aaron_cards = 0
    state.aaron_seven = 0
    state.deck_front = 0
    state.goods[:] = 0
    state.sold[:] = 0
    state.animals[:] = 0
    state.projects_n[:] = 0
    state.sets[:] = 0
    state.open[:] = 0
    state.points[:] = 0
    state.has_seven[:] = 0
    state.aaron_sets[:] = 0
    state.aaron_open[:] = 0
    state.aaron_points[:] = 0
    state.first[:] = 0
    state.bought[:] = 0
    state.sales[:] = 0
    state.jokers[:] = 0
    state.sets_in_round[:] = 0
    state.margin[:] = 0
    state.silver[:] = 0
    state.workers[:] = 0
    state.hand[:] = NO_CARD
    state.stack[:] = NO_CARD
    state.discard[:] = 0
    state.estate[:] = 0


@jit
def deal_building_pips(state, key, n):
    """Deal the pips of the building cards, which lie last in the unshuffled deck, to them anew."""
    first = n
    while first > 0 and KIND_OF[state.deck[first - 1]] >= 6:
        first -= 1
    stream = stream_key(key, PIPS_STREAM)
    for i in range(n - 1, first, -1):
        j = first + below(stream, n - 1 - i, i - first + 1)
        kind_i, pip_i = KIND_OF[state.deck[i]], PIP_OF[state.deck[i]]
        kind_j, pip_j = KIND_OF[state.deck[j]], PIP_OF[state.deck[j]]
        state.deck[i] = kind_i * PIPS + pip_j - 1
        state.deck[j] = kind_j * PIPS + pip_i - 1


@jit
def score_animals(state, rules, seat):
    """Points of the animals at the start: groups of all-different animals, as many different as possible each time."""
    from_groups = 0
    size = 1
    while size > 0:
        different = 0
        for animal in range(4):
            different += state.animals[seat, animal] >= size
        if different == 0:
            size = 0
        else:
            from_groups += rules.animal_points[different - 1]
            size += 1
    state.points[seat, ANIMALS] = from_groups


@jit(SIG.deal)
def deal(state, rules, players, key, log):
    """Lay out a new game for this number of players."""
    clear(state)
    state.players = players
    state.starter = 0
    state.active = 0
    state.start_card = 0 if players > 1 else -1
    n = 0
    for code in range(CODES):
        for _ in range(rules.cards[code]):
            state.deck[n] = code
            n += 1
    if rules.random_pips != 0:
        deal_building_pips(state, key, n)
    shuffle(stream_key(key, DECK_STREAM), state.deck, 0, n)
    if players == 1:
        last = state.deck.shape[0]
        for i in range(5):
            state.aaron_cards += rules.aaron_piles[i]
        for i in range(state.aaron_cards):
            n -= 1
            state.deck[last - 1 - i] = state.deck[n]
    state.deck_back = n

    n = 0
    for good in range(3):
        for _ in range(rules.goods[good]):
            state.goods_pile[n] = good
            n += 1
    shuffle(stream_key(key, GOODS_STREAM), state.goods_pile, 0, n)
    given = players * rules.start_goods
    for i in range(given):
        state.goods[i % players, state.goods_pile[i]] += 1
    lay_piles(state, 0, given, n)

    n = 0
    for animal in range(4):
        for _ in range(rules.animals[animal]):
            state.animals_pile[n] = animal
            n += 1
    shuffle(stream_key(key, ANIMALS_STREAM), state.animals_pile, 0, n)
    given = players * rules.start_animals
    for i in range(given):
        state.animals[i % players, state.animals_pile[i]] += 1
    lay_piles(state, 1, given, n)

    for seat in range(players):
        state.silver[seat] = rules.start_silver + rules.seat_silver[seat]
        state.workers[seat] = rules.start_workers[seat]
        score_animals(state, rules, seat)
    if players > 1:
        state.points[0, START_PLAYER] = rules.start_player_points
    note(log, ev.ROUND, 0, 0, 0, 0, 0)
    if players == 1:
        reveal_aaron(state, rules, log)
    turn_up(state, log)
    deal_stacks(state, rules, key, log)
    deal_display(state, rules, key, log)
    state.due = 0
    state.depth = 2
    state.frame[0] = END
    state.frame[1] = PLAY
    state.actor = 0
    note(log, ev.TURN, 0, 0, 0, 0, 0)


@jit
def move_unseen_cards(state, seat, log, lift):
    """Lift every action card that the seat can't see into log.keys, or lay them back from there; returns how many."""
    n = 0
    last = state.deck.shape[0]
    for i in range(state.deck_front, state.deck_back):
        if lift:
            log.keys[n] = np.uint64(state.deck[i])
        else:
            state.deck[i] = np.int64(log.keys[n])
        n += 1
    for i in range(last - state.aaron_cards, last - state.aaron_next):
        if lift:
            log.keys[n] = np.uint64(state.deck[i])
        else:
            state.deck[i] = np.int64(log.keys[n])
        n += 1
    for other in range(state.players):
        for j in range(state.stack.shape[1]):
            if state.stack[other, j] != NO_CARD:
                if lift:
                    log.keys[n] = np.uint64(state.stack[other, j])
                else:
                    state.stack[other, j] = np.int64(log.keys[n])
                n += 1
        for j in range(state.hand.shape[1]):
            if other != seat and state.hand[other, j] != NO_CARD:
                if lift:
                    log.keys[n] = np.uint64(state.hand[other, j])
                else:
                    state.hand[other, j] = np.int64(log.keys[n])
                n += 1
    if seat != state.active:
        for j in range(state.drawn_n):
            if lift:
                log.keys[n] = np.uint64(state.drawn[j])
            else:
                state.drawn[j] = np.int64(log.keys[n])
            n += 1
    return n


@jit
def hide_pile(state, kind, pile_cards, stream, log):
    """Sort and shuffle the goods or animals below the tops of the two piles, as one heap."""
    for step in range(2):
        n = 0
        for pile in range(2):
            stop = state.pile_stop[kind, pile] - (state.pile_top[kind, pile] != NO_CARD)
            for i in range(state.pile_start[kind, pile], stop):
                if step == 0:
                    log.keys[n] = np.uint64(pile_cards[i])
                else:
                    pile_cards[i] = np.int64(log.keys[n])
                n += 1
        if step == 0:
            sort_up(log.keys, 0, n)
            shuffle(stream, log.keys, 0, n)


@jit(SIG.hide)
def hide(state, rules, seat, key, log):
    """Sort all that the seat can't see, then shuffle it with the key: same key, same world, whatever the truth was.

    Unseen are the deck with Aaron's piles, every stack, the other hands and cards that another seat has just bought:
    to this seat they are one heap. So are the goods, and the animals, below the tops of their piles. Places of the deck
    whose cards have been dealt still hold them, in order: those are wiped.
    """
    for i in range(state.deck_front):
        state.deck[i] = 0
    for i in range(state.deck_back, state.deck.shape[0] - state.aaron_cards):
        state.deck[i] = 0
    n = move_unseen_cards(state, seat, log, True)
    sort_up(log.keys, 0, n)
    shuffle(stream_key(key, DECK_STREAM), log.keys, 0, n)
    move_unseen_cards(state, seat, log, False)
    if seat != state.active:
        sort_up(state.drawn, 0, state.drawn_n)
    hide_pile(state, 0, state.goods_pile, stream_key(key, GOODS_STREAM), log)
    hide_pile(state, 1, state.animals_pile, stream_key(key, ANIMALS_STREAM), log)
