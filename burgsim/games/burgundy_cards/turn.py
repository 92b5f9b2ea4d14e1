"""The end of a turn, of a round and of the game, and what is resolved without a question.

What waits is a stack of frames (state.py). `settle` takes from it what needs no decision until somebody must be asked,
a card must be turned over, or the game is over.
"""

from __future__ import annotations

from burgsim.games.burgundy_cards import events as ev
from burgsim.games.burgundy_cards.actions import can_buy
from burgsim.games.burgundy_cards.components import FETCHES, NO_CARD, TYPE_OF
from burgsim.games.burgundy_cards.effects import push, take_effect
from burgsim.games.burgundy_cards.estate import add_points, score
from burgsim.games.burgundy_cards.state import (
    BOARDING,
    CITY_HALL_PLACE,
    DUE_HANDS,
    DUE_ROUND,
    EFFECT,
    END,
    PICK,
    PLAY,
    START_PLAYER,
    TAKE_ANIMALS,
    TAKE_GOODS,
    WAREHOUSE_SALE,
)
from burgsim.games.game import CHANCE, OVER, note
from burgsim.games.jit import jit


@jit
def move_start_card(state, rules, seat, cause, log):
    """The start-player card, with its point, to a seat."""
    if state.start_card != seat:
        add_points(state, rules, state.start_card, START_PLAYER, -rules.start_player_points, cause, log)
        state.start_card = seat
        note(log, ev.START_CARD, seat, cause, 0, 0, 0)
        add_points(state, rules, seat, START_PLAYER, rules.start_player_points, cause, log)


@jit
def suitable(state, wanted):
    """Whether the display has a card of the wanted types."""
    for i in range(state.display_n):
        if (state.display_alive >> i) & (wanted >> TYPE_OF[state.display[i]]) & 1:
            return True
    return False


@jit
def cards_left(state, kind):
    """Goods (kind 0) or animals (1) in the two piles."""
    stop = state.pile_stop[kind, 0] + state.pile_stop[kind, 1]
    return stop - state.pile_start[kind, 0] - state.pile_start[kind, 1]


@jit
def end_round(state, rules, log):
    """Compare with Aaron, pass the start-player card if nobody sold, and start the next round or end the game."""
    if state.players == 1:
        yours = score(state, 0)
        aarons = state.aaron_points[0] + state.aaron_points[1] + state.aaron_points[2]
        state.margin[state.round] = yours - aarons
        note(log, ev.COMPARE, state.round, yours, aarons, 0, 0)
        if aarons > yours:
            state.lost_in = state.round + 1
    last = state.round + 1 == rules.rounds
    if last or state.lost_in > 0:
        state.turn = rules.turns - 1
        state.actor = OVER
        note(log, ev.END, 0 if last else 1, 0, 0, 0, 0)
        return
    if state.players > 1:
        if state.sale == 0:
            left = state.start_card + 1
            move_start_card(state, rules, left if left < state.players else 0, ev.C_NOBODY, log)
        state.sale = 0
        state.starter = state.start_card
    state.round += 1
    state.turn = 0
    state.active = state.starter
    push(state, END, 0, 0)
    push(state, PLAY, 0, 0)
    state.due |= DUE_ROUND


@jit
def end_turn(state, rules, log):
    """The next seat's turn; after the last seat all draw, and after the last turn the round ends."""
    state.purchases = 0
    seat = state.active + 1
    if seat == state.players:
        seat = 0
    if seat == state.starter:
        state.turn += 1
        if state.turn == rules.turns:
            end_round(state, rules, log)
            return
        if state.turn + rules.hand_size - 1 < rules.turns:
            state.due |= DUE_HANDS
    state.active = seat
    note(log, ev.TURN, seat, state.turn, 0, 0, 0)
    push(state, END, 0, 0)
    push(state, PLAY, 0, 0)


@jit
def settle(state, rules, log):
    """Resolve what needs no decision, until a seat must be asked, chance is due, or the game is over."""
    while True:
        if state.depth == 0:
            end_turn(state, rules, log)
            if state.due != 0:
                state.actor = CHANCE
                return
            if state.actor == OVER:
                return
            continue
        top = state.depth - 1
        frame = state.frame[top]
        seat = state.active
        nothing = False
        if frame == EFFECT:
            state.depth = top
            take_effect(state, rules, seat, state.frame_a[top], log)
            continue
        if frame == TAKE_GOODS:
            nothing = cards_left(state, 0) == 0
        elif frame == TAKE_ANIMALS:
            nothing = cards_left(state, 1) == 0
        elif frame == BOARDING:
            nothing = cards_left(state, 0) + cards_left(state, 1) == 0
        elif frame == PICK:
            nothing = not suitable(state, FETCHES[state.frame_a[top]])
        elif frame == WAREHOUSE_SALE:
            goods = state.goods[seat, 0] + state.goods[seat, 1] + state.goods[seat, 2]
            nothing = goods == 0 and rules.offer_empty_sale == 0 and not can_buy(state, rules, seat)
        elif frame == CITY_HALL_PLACE:
            nothing = state.projects_n[seat] == 0 and not can_buy(state, rules, seat)
        elif frame == END:
            nothing = not can_buy(state, rules, seat)
        elif frame == PLAY and state.hand[seat, 0] == NO_CARD:
            # a deal was cut short: the whole go is skipped, purchases included
            state.depth = 0
            continue
        if nothing:
            state.depth = top
            continue
        state.actor = CHANCE if state.due != 0 else seat
        return
