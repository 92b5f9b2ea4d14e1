"""The display and the stores: tiles come from the stacks to the depots, into storage, and out of the game."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits
from burgsim.games.burgundy_board import events as ev
from burgsim.games.burgundy_board.components import (
    BLACK_SLOTS,
    ENTRIES,
    NO_TILE,
    SLOTS,
    TYPE_OF,
)
from burgsim.games.burgundy_board.rules import MAX_STORAGE, NO_STACK
from burgsim.games.burgundy_board.state import NO_ENTRY
from burgsim.games.game import note
from burgsim.games.jit import jit


@jit
def depot_of(entry):
    """The depot of an entry: 0..5, 6 is the black one."""
    return min(entry // SLOTS, 6)


@jit
def fill_display(state, rules, log):
    """A phase begins: what is left leaves the game, each place gets the next tile of its stack."""
    state.cleared += count_bits(state.alive)
    alive = 0
    listed = 0
    for kind in range(6):
        state.of_type[kind] = 0
    depot = -1
    seen = 0
    for entry in range(ENTRIES):
        if depot_of(entry) != depot:
            depot = depot_of(entry)
            seen = 0
        state.display[entry] = NO_TILE
        stack = rules.source[state.phase, entry]
        if stack != NO_STACK and state.stack_front[stack] < rules.stack_start[stack + 1]:
            tile = np.int64(state.stacks[state.stack_front[stack]])
            state.stack_front[stack] += 1
            state.display[entry] = tile
            bit = 1 << entry
            alive |= bit
            state.of_type[TYPE_OF[tile]] |= bit
            if (seen >> tile) & 1 == 0:
                listed |= bit
            seen |= 1 << tile
            note(log, ev.SHOW, depot, tile, 0, 0, 0)
    state.alive = alive
    state.listed = listed


@jit
def leave_display(state, entry):
    """The tile of an entry is gone; an equal one in its depot is listed instead."""
    tile = np.int64(state.display[entry])
    bit = 1 << entry
    state.alive &= ~bit
    state.listed &= ~bit
    state.of_type[TYPE_OF[tile]] &= ~bit
    state.display[entry] = NO_TILE
    if state.alive != state.listed:
        depot = depot_of(entry)
        for other in range(SLOTS * depot, SLOTS * depot + (SLOTS if depot < 6 else BLACK_SLOTS)):
            if state.display[other] == tile:
                state.listed |= 1 << other
                break
    return tile


@jit
def put_in_storage(state, seat, tile):
    """One more tile in storage, which is kept sorted."""
    i = state.stored[seat]
    while i > 0 and state.storage[seat, i - 1] > tile:
        state.storage[seat, i] = state.storage[seat, i - 1]
        i -= 1
    state.storage[seat, i] = tile
    state.stored[seat] += 1


@jit
def leave_storage(state, seat, slot):
    """A tile leaves storage; returns it."""
    tile = np.int64(state.storage[seat, slot])
    for i in range(slot, MAX_STORAGE - 1):
        state.storage[seat, i] = state.storage[seat, i + 1]
    state.storage[seat, MAX_STORAGE - 1] = NO_TILE
    state.stored[seat] -= 1
    return tile


@jit
def fetch_tile(state, seat, entry, log):
    """A tile of the display comes into storage."""
    tile = leave_display(state, entry)
    put_in_storage(state, seat, tile)
    note(log, ev.TAKE, seat, depot_of(entry), tile, 0, 0)


@jit
def take_tile(state, rules, seat, entry, log):
    """A tile is to come into storage: at once, or when room has been made for it."""
    if state.stored[seat] < rules.storage_limit:
        fetch_tile(state, seat, entry, log)
    else:
        state.incoming = entry


@jit
def make_room(state, seat, slot, log):
    """A tile of storage leaves the game for the one that waits."""
    note(log, ev.DISCARD, seat, state.storage[seat, slot], 0, 0, 0)
    leave_storage(state, seat, slot)
    state.discards[seat] += 1
    fetch_tile(state, seat, state.incoming, log)
    state.incoming = NO_ENTRY
