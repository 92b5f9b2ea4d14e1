"""How an action is encoded, and which ones are legal.

An action is `verb * VERB + what`. PLACE: what is 4 * cell + rotation (cells: components.py). FOLLOWER, BIG, BUILDER,
PIG: what is the part of the tile just placed, in the order cities, roads, cloister, fields. PASS: nothing.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import lowest_bit
from burgsim.games.carcassonne.components import CELLS_AT_ONCE, FITS, ROTATIONS_IN
from burgsim.games.carcassonne.frontier import fitting_slots, river_fits
from burgsim.games.carcassonne.state import DEPLOY, NO_CELL, PLACE, SIG
from burgsim.games.jit import jit

VERB_BITS = 18
VERB = 1 << VERB_BITS
ZERO, ONE, TWO, THREE = (np.uint64(i) for i in range(4))
A_PASS, A_PLACE, A_FOLLOWER, A_BIG, A_BUILDER, A_PIG = range(1, 7)


@jit
def list_places(state, kind, desk):
    """Every cell of the frontier with every rotation that fits: four are written, as many counted as there are."""
    n = ZERO  # unsigned: an index that may be negative would be looked at before each of the four stores
    for start in range(0, state.slots + 1, CELLS_AT_ONCE):
        slots = fitting_slots(state, kind, start)
        while slots != 0:
            slot = start + lowest_bit(slots)
            slots &= slots - 1
            fits = FITS[kind, state.code[slot]]
            rotations = ROTATIONS_IN[fits]
            first = A_PLACE * VERB + 4 * np.int64(state.cell[slot])
            desk.actions[n] = first + (rotations & 3)
            desk.actions[n + ONE] = first + ((rotations >> 2) & 3)
            desk.actions[n + TWO] = first + ((rotations >> 4) & 3)
            desk.actions[n + THREE] = first + ((rotations >> 6) & 3)
            n += np.uint64(rotations >> 8)
    return np.int64(n)


@jit(SIG.legal)
def legal(state, rules, desk):
    """List the actions of the decision that waits into desk.actions; returns their number."""
    if state.frame == PLACE:
        if state.mouth == NO_CELL:
            return list_places(state, state.kind, desk)
        fits = river_fits(state, rules, state.kind)
        n = 0
        while fits != 0:
            desk.actions[n] = A_PLACE * VERB + 4 * state.mouth + lowest_bit(fits)
            fits &= fits - 1
            n += 1
        return n
    if state.frame == DEPLOY:
        desk.actions[0] = A_PASS * VERB
        n = 1
        mask = state.options
        while mask != 0:
            option = lowest_bit(mask)
            mask &= mask - 1
            desk.actions[n] = (A_FOLLOWER + (option >> 3)) * VERB + (option & 7)
            n += 1
        return n
    return 0
