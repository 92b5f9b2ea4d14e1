"""Laying out a game, and hiding what a seat can't see.

Both stacks are shuffled lists read from the front.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.carcassonne import events as ev
from burgsim.games.carcassonne.components import KINDS, LAKE, ORIGIN, SET_OF
from burgsim.games.carcassonne.features import lay_down
from burgsim.games.carcassonne.state import NO_CELL, NO_FEATURE, SIG
from burgsim.games.chance import below, shuffle, stream_key
from burgsim.games.game import CHANCE, note
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
