"""Phases, rounds and turns: each step finds out whether there is something to decide and else goes on to the next.

The last one hands over to chance, so no round runs into another.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_board import events as ev
from burgsim.games.burgundy_board.actions import buyable
from burgsim.games.burgundy_board.components import MINE
from burgsim.games.burgundy_board.display import fill_display
from burgsim.games.burgundy_board.goods import put_at_depot
from burgsim.games.burgundy_board.scoring import earn_silver, earn_workers
from burgsim.games.burgundy_board.state import NO_ENTRY, START, TURN
from burgsim.games.game import CHANCE, OVER, count_lead, leader_of, note
from burgsim.games.jit import jit

#: The estate on which the start castle lies on the centre.
CENTRE = 18
FIRST_ESTATE = 1


@jit
def chooses_castle(state, rules, seat):
    """Whether a seat places its start castle itself."""
    return state.estate[seat] != FIRST_ESTATE or rules.choose_on_first != 0


@jit
def next_start_castle(state, rules, seat):
    """The next seat from this one on that places its start castle; then the game begins."""
    while seat < state.players and not chooses_castle(state, rules, seat):
        seat += 1
    if seat < state.players:
        state.active = seat
        state.actor = seat
        state.frame = START
    else:
        state.actor = CHANCE


@jit
def begin_phase(state, rules, log):
    """The depots are filled, the goods of the phase turned face up."""
    note(log, ev.PHASE, state.phase, 0, 0, 0, 0)
    fill_display(state, rules, log)
    state.goods_front += rules.rounds


@jit
def find_order(state):
    """The order of the round: who is further ahead on the track, and on one space who lies on top."""
    for seat in range(state.players):
        place = 0
        for other in range(state.players):
            place += state.track[other] > state.track[seat]
        state.order[place] = seat


@jit
def begin_round(state, rules, log):
    """All roll; the white die sends a good to its depot; the first in order is in turn."""
    note(log, ev.ROUND, state.phase, state.round, 0, 0, 0)
    rolled = state.rounds_rolled
    for seat in range(state.players):
        both = np.int64(state.dice_ahead[rolled, seat])
        first = both // 6
        state.dice[seat, 0] = first + 1
        state.dice[seat, 1] = both - 6 * first + 1
        note(log, ev.DICE, seat, first + 1, both - 6 * first + 1, 0, 0)
    depot = np.int64(state.white_ahead[rolled])
    good = np.int64(state.goods_tiles[state.goods_front - rules.rounds + state.round])
    state.rounds_rolled += 1
    put_at_depot(state, depot, good)
    note(log, ev.GOOD, depot, good, 0, 0, 0)
    find_order(state)
    state.first_rounds[state.order[0]] += 1
    state.place = 0
    begin_turn(state, rules, log)


@jit
def begin_turn(state, rules, log):
    """The next seat in order is in turn, with all its dice."""
    seat = np.int64(state.order[state.place])
    state.active = seat
    state.actor = seat
    state.frame = TURN
    state.dice_left = (1 << rules.dice) - 1
    state.bought = 0
    note(log, ev.TURN, seat, state.rounds_rolled, 0, 0, 0)


@jit
def end_turn(state, rules, log):
    """The next seat, or the next round."""
    state.place += 1
    if state.place < state.players:
        begin_turn(state, rules, log)
    else:
        count_lead(state, leader_of(state.score, state.players))
        state.actor = CHANCE


@jit
def go_on(state, rules, log):
    """After a decision: another one waits, or nothing is left but to end the turn."""
    if state.incoming == NO_ENTRY and state.frame == TURN and state.dice_left == 0:
        if buyable(state, rules, state.active) == 0:
            end_turn(state, rules, log)


@jit
def end_phase(state, rules, log):
    """Mines pay."""
    for seat in range(state.players):
        mines = np.int64(state.placed[seat, MINE])
        earn_silver(state, seat, mines * rules.mine_silver, ev.BY_MINE, log)
        if (state.knowledge[seat] >> 2) & 1:
            earn_workers(state, seat, mines * rules.mine_workers, ev.BY_MINE, log)
        state.phase_score[seat, state.phase] = state.score[seat]


@jit
def next_round(state, rules, log):
    """The next round, with it the next phase, or the end of the game."""
    state.round += 1
    if state.round == rules.rounds:
        end_phase(state, rules, log)
        if state.phase + 1 == rules.phases:
            state.round -= 1
            state.frame = 0
            state.actor = OVER
            note(log, ev.END, state.rounds_rolled, 0, 0, 0, 0)
            return
        state.phase += 1
        state.round = 0
    if state.round == 0:
        begin_phase(state, rules, log)
    begin_round(state, rules, log)
