"""The frontier: the empty cells beside tiles, what fits there, and how it moves when a tile is laid."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import lowest_bit, matching_codes
from burgsim.games.carcassonne.components import (
    CELLS_AT_ONCE,
    EDGE_SHOWS,
    FITS,
    GRID,
    LEFT,
    MAIN,
    MAP_ROW,
    MAP_SIZE,
    NO_PART,
    RIGHT,
    RIVER_EDGES,
    STEP,
    TURN_CODES,
)
from burgsim.games.carcassonne.state import NO_CELL, TILE
from burgsim.games.jit import jit

#: A link holds three numbers of features, so many bits each: what goes on over the edge itself (a road, a city or a
#: field), and the fields that go on at the left and the right half of an edge with a road or river.
LINK_BITS = 16
LINK_MASK = (1 << LINK_BITS) - 1


@jit
def x_of(cell):
    """How far a cell is east of the first tile."""
    return (cell & (GRID - 1)) - GRID // 2


@jit
def y_of(cell):
    """How far a cell is south of the first tile."""
    return (cell >> 8) - GRID // 2


@jit
def wrap(cell):
    """The place of a cell in the one row of the map."""
    return (cell - (GRID - MAP_ROW) * (cell >> 8)) & (MAP_SIZE - 1)


@jit
def river_turn(enters, turned):
    """How a river tile turns a river that enters by this edge: -1 left, 1 right, 0 straight on or ending here."""
    leaves = RIVER_EDGES[turned] & ~(1 << enters)
    if leaves == 0:
        return 0
    turn = (lowest_bit(leaves) - enters) & 3
    return np.int64(turn == 3) - np.int64(turn == 1)


@jit
def river_fits(state, rules, kind):
    """The rotations (mask) in which a river tile goes on with the river."""
    slot = state.map[wrap(state.mouth)]
    fits = np.int64(FITS[kind, state.code[slot]])
    for rotation in range(4):
        turned = 4 * kind + rotation
        turn = river_turn(state.mouth_edge, turned)
        narrow = rules.river_u_turn == 0 and turn != 0 and turn == state.river_turned
        if narrow or (RIVER_EDGES[turned] >> state.mouth_edge) & 1 == 0:
            fits &= ~(1 << rotation)
    return fits


@jit
def fitting_slots(state, kind, first):
    """The slots (mask, `first` is bit 0) of the 64 from `first` on where a tile fits in some rotation.

    Most cells fit no rotation of the tile in hand; comparing 64 at once spares a look at each of them.
    """
    fits = matching_codes(state.code, first, state.slots + 1, TURN_CODES[kind])
    return fits & ~1 if first == 0 else fits  # slots count from 1


@jit
def fits_somewhere(state, rules, kind):
    """Whether a tile can be placed."""
    if state.mouth != NO_CELL:
        return river_fits(state, rules, kind) != 0
    for first in range(0, state.slots + 1, CELLS_AT_ONCE):
        if fitting_slots(state, kind, first) != 0:
            return True
    return False


@jit
def leave_frontier(state, slot):
    """A cell is no longer in the frontier; the last slot moves to its place."""
    last = state.slots
    state.slots = last - 1
    if slot != last:
        state.cell[slot] = state.cell[last]
        state.code[slot] = state.code[last]
        for edge in range(4):
            state.links[slot, edge] = state.links[last, edge]
        state.map[wrap(np.int64(state.cell[slot]))] = slot


@jit(inline=True)
def extend_frontier(state, cell, turned, code):
    """The empty cells beside a tile get to know what it shows them."""
    for edge in range(4):
        if (code >> (2 * edge)) & 3 != 0:
            continue
        beside = cell + STEP[edge]
        slot = np.int64(state.map[wrap(beside)])
        if slot == TILE or beside == state.blocked:  # a tile there: the river came from it
            continue
        if slot == 0:
            slot = state.slots + 1
            state.slots = slot
            state.map[wrap(beside)] = slot
            state.cell[slot] = beside
            state.code[slot] = 0
        back = (edge + 2) & 3
        shows = EDGE_SHOWS[turned, edge]
        state.code[slot] |= shows << (2 * back)
        link = 0
        if MAIN[turned, edge] != NO_PART:
            link = np.int64(state.part_feature[MAIN[turned, edge]])
        if LEFT[turned, edge] != NO_PART:
            # my right half meets the left half of the tile that comes
            left = np.int64(state.part_feature[LEFT[turned, edge]])
            right = np.int64(state.part_feature[RIGHT[turned, edge]])
            link |= right << LINK_BITS | left << (2 * LINK_BITS)
        state.links[slot, back] = link
        if shows == 0:
            state.mouth = beside
            state.mouth_edge = back


@jit
def neighbours(state, cell):
    """How many of the eight cells around one have tiles."""
    count = 0
    for row in range(-1, 2):
        for column in range(-1, 2):
            count += state.map[wrap(cell + GRID * row + column)] == TILE
    return count - (state.map[wrap(cell)] == TILE)
