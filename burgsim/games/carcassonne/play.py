"""Resolving a decision of Carcassonne, and drawing tiles."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import lowest_bit
from burgsim.games.carcassonne import events as ev
from burgsim.games.carcassonne.actions import A_FOLLOWER, A_PASS, A_PLACE, VERB, VERB_BITS
from burgsim.games.carcassonne.components import (
    BIG,
    BIG_SHIFT,
    BUILDER,
    CLOISTER,
    FOLLOWER,
    HELPER_SHIFT,
    PART_NUMBER,
    SEAT_BITS,
)
from burgsim.games.carcassonne.features import find_options, lay
from burgsim.games.carcassonne.frontier import fits_somewhere, leave_frontier, wrap, x_of, y_of
from burgsim.games.carcassonne.scoring import category_of, score_end, score_tile
from burgsim.games.carcassonne.state import BIG_FIGURE, BUILDER_FIGURE, DEPLOY, NO_CELL, PIG_FIGURE, PLACE, SIG
from burgsim.games.game import CHANCE, OVER, note
from burgsim.games.jit import jit

# ---- decisions ----


@jit
def deploy(state, rules, seat, kind, part, log):
    """A figure goes from the supply to a part of the tile just placed."""
    feature = state.part_feature[part]
    sort = np.int64(state.sort[feature])
    state.supply[seat, kind] -= 1
    state.sent[seat, kind] += 1
    if kind == FOLLOWER:
        figure = lowest_bit(~state.on_map[seat])
        state.figures[feature] += 1 << (SEAT_BITS * seat)
    elif kind == BIG:
        figure = BIG_FIGURE
        state.figures[feature] += 1 << (BIG_SHIFT + seat)
    else:
        figure = BUILDER_FIGURE if kind == BUILDER else PIG_FIGURE
        state.figures[feature] += 1 << (HELPER_SHIFT + seat)
    before = state.tiles - 1
    quarter = np.int64(0)
    for i in range(3):
        quarter += before >= rules.quarters[i]
    state.on_map[seat] |= 1 << figure
    state.stands_on[seat, figure] = feature
    state.stands_at[seat, figure] = 8 * (state.tiles - 1) + part
    state.quarter[seat, figure] = quarter
    if kind <= BIG:
        state.deployed[seat, category_of(sort), quarter] += 1
        if sort == CLOISTER:
            state.cloister[state.cloisters] = feature
            state.cloister_cell[state.cloisters] = state.tile_cell[state.tiles - 1]
            state.cloisters += 1
    note(log, ev.DEPLOY, seat, kind, sort, PART_NUMBER[state.kind, part], 0)


@jit(inline=True)
def finish_part(state, rules, log):
    """Score what the tile completed, then the second part of the turn or the next seat."""
    if state.completed != 0:
        score_tile(state, rules, log)
    state.actor = CHANCE
    state.frame = 0
    if state.front == state.back and state.river_front == state.river_back:
        return
    if state.extra != 0:
        state.extra = 0
        state.part = 2
        state.double_turns[state.active] += 1
        note(log, ev.SECOND, state.active, 0, 0, 0, 0)
        return
    state.part = 1
    state.active = 0 if state.active == state.players - 1 else state.active + 1
    state.turn += 1
    note(log, ev.TURN, state.active, state.turn, 0, 0, 0)


@jit(SIG.apply)
def apply(state, rules, action, log):
    """Resolve the decision that waits; reads nothing that the seat can't see."""
    seat = state.active
    verb = action >> VERB_BITS
    what = action & (VERB - 1)
    if verb == A_PLACE:
        rotation = what & 3
        state.turns[seat] += state.part == 1
        note(log, ev.PLACE, seat, state.kind, x_of(what >> 2), y_of(what >> 2), rotation)
        figures = lay(state, what >> 2, rotation)
        if state.part == 1:
            state.extra = (figures >> (HELPER_SHIFT + seat)) & 1
        options = find_options(state, state.kind, seat)
        state.options = options
        if options != 0:
            state.frame = DEPLOY
        else:
            finish_part(state, rules, log)
        return
    if verb != A_PASS:
        deploy(state, rules, seat, verb - A_FOLLOWER, what, log)
    state.options = 0
    finish_part(state, rules, log)


# ---- chance ----


@jit
def block_mouth(state, log):
    """The river has no tile left and is still open: nothing can be placed at its end."""
    leave_frontier(state, np.int64(state.map[wrap(state.mouth)]))
    state.map[wrap(state.mouth)] = 0
    state.blocked = state.mouth
    state.mouth = NO_CELL
    note(log, ev.BLOCK, x_of(state.blocked), y_of(state.blocked), 0, 0, 0)


@jit(SIG.reveal)
def reveal(state, rules, key, log):
    """Draw a tile that can be placed; those that can't leave the game. Without a tile left the game ends."""
    state.end_cause = 0
    while True:
        if state.river_front < state.river_back:
            kind = np.int64(state.river_stack[state.river_front])
            state.river_front += 1
        elif state.front < state.back:
            if state.mouth != NO_CELL:
                block_mouth(state, log)
            kind = np.int64(state.stack[state.front])
            state.front += 1
        else:
            break
        state.left[kind] -= 1
        note(log, ev.DRAW, kind, 0, 0, 0, 0)
        if fits_somewhere(state, rules, kind):
            state.kind = kind
            state.frame = PLACE
            state.actor = state.active
            return
        note(log, ev.DISCARD, kind, 0, 0, 0, 0)
        state.discard[state.discards] = kind
        state.discards += 1
        state.end_cause = 1
    score_end(state, rules, log)
    state.actor = OVER
    note(log, ev.END, 0, 0, 0, 0, 0)
