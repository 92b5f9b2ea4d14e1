"""Laying out a game of Carcassonne, resolving a decision, drawing tiles, and hiding what is to come."""

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
    KINDS,
    LAKE,
    ORIGIN,
    PART_NUMBER,
    SEAT_BITS,
    SET_OF,
)
from burgsim.games.carcassonne.features import find_options, lay, lay_down
from burgsim.games.carcassonne.frontier import fits_somewhere, leave_frontier, wrap, x_of, y_of
from burgsim.games.carcassonne.scoring import category_of, score_end, score_tile
from burgsim.games.carcassonne.state import (
    BIG_FIGURE,
    BUILDER_FIGURE,
    DEPLOY,
    NO_CELL,
    NO_FEATURE,
    PIG_FIGURE,
    PLACE,
    SIG,
)
from burgsim.games.chance import below, shuffle, stream_key
from burgsim.games.game import CHANCE, OVER, note
from burgsim.games.jit import jit

#: Streams of chance (append only: they are part of what a seed means).
STACK_STREAM, RIVER_STREAM, GIFT_STREAM = 1, 2, 3
#: Streams of `hide`.
HIDE_STACK, HIDE_RIVER = 1, 2
RIVER_SET = 1


@jit
def clear(state):
    """An empty table."""
    state.part = 1
    state.extra = 0
    state.options = 0
    state.completed = 0
    state.part_feature[:] = NO_FEATURE
    state.mouth = NO_CELL
    state.mouth_edge = 0
    state.river_turned = 0
    state.blocked = NO_CELL
    state.tiles = 0
    state.slots = 0
    state.features = 0
    state.pairs = 0
    state.cloisters = 0
    state.shared = 0
    state.complete_cities = 0
    state.discards = 0
    state.leader = 0
    state.lead_changes = 0
    state.end_cause = 0
    state.map[:] = 0
    state.on_map[:] = 0
    state.goods[:] = 0
    state.score[:] = 0
    state.points[:] = 0
    state.turns[:] = 0
    state.double_turns[:] = 0
    state.deployed[:] = 0
    state.earned[:] = 0
    state.sent[:] = 0


@jit
def fill_stacks(state, rules, key):
    """Shuffle the stack, and the river stack with the lake at its end."""
    n = 0
    river = 0
    for kind in range(KINDS):
        copies = rules.copies[kind] - (kind == rules.start)
        state.left[kind] = copies
        if SET_OF[kind] == RIVER_SET:
            if kind != LAKE:
                for _ in range(copies):
                    state.river_stack[river] = kind
                    river += 1
        else:
            for _ in range(copies):
                state.stack[n] = kind
                n += 1
    shuffle(stream_key(key, STACK_STREAM), state.stack, 0, n)
    state.front = 0
    state.back = n
    if rules.river != 0:
        shuffle(stream_key(key, RIVER_STREAM), state.river_stack, 0, river)
        state.river_stack[river] = LAKE
        river += 1
    state.river_front = 0
    state.river_back = river


@jit
def give_tile(state, rules, key):
    """A tile of a kind, one of its copies by lot, changes places with another of its round, so that a seat draws it."""
    kind = rules.gift_tile - 1
    seat = rules.gift_seat - 1
    if state.left[kind] == 0 or SET_OF[kind] == RIVER_SET or seat >= state.players:
        return
    skipped = below(stream_key(key, GIFT_STREAM), 0, state.left[kind])
    place = 0
    while state.stack[place] != kind or skipped > 0:
        skipped -= state.stack[place] == kind
        place += 1
    other = place + seat - place % state.players
    if other >= state.back:  # the last round isn't whole
        other -= state.players
    if other >= 0:
        state.stack[place] = state.stack[other]
        state.stack[other] = kind


@jit(SIG.deal)
def deal(state, rules, players, key, log):
    """Lay out a new game for this number of players; seat 1 is about to draw."""
    clear(state)
    state.players = players
    fill_stacks(state, rules, key)
    if rules.gift_tile != 0:
        give_tile(state, rules, key)
    for seat in range(players):
        for figure in range(4):
            state.supply[seat, figure] = rules.figures[figure]
    state.kind = rules.start
    lay_down(state, ORIGIN, 4 * rules.start, 0)
    note(log, ev.START, rules.start, 0, 0, 0, 0)
    state.active = 0
    state.turn = 1
    note(log, ev.TURN, 0, 1, 0, 0, 0)
    state.actor = CHANCE
    state.frame = 0


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


@jit
def hide_stack(stack, front, back, last, key, keys):
    """Sort what is left of a stack (all but the last tiles) and shuffle it."""
    n = 0
    for kind in range(KINDS):
        for i in range(front, back - last):
            if stack[i] == kind:
                keys[n] = np.uint64(kind)
                n += 1
    shuffle(key, keys, 0, n)
    for i in range(n):
        stack[front + i] = np.uint8(keys[i])


@jit(SIG.hide)
def hide(state, rules, seat, key, log):
    """Sort what is left of the stacks and shuffle it; the lake is the last of its stack, as everybody knows."""
    hide_stack(state.stack, state.front, state.back, 0, stream_key(key, HIDE_STACK), log.keys)
    last = state.river_front < state.river_back
    hide_stack(state.river_stack, state.river_front, state.river_back, last, stream_key(key, HIDE_RIVER), log.keys)
