"""Decisions of the board game at which a study may fork: which actions count, and which turn it is."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits
from burgsim.games.burgundy_board.actions import A_PLACE, SLOT, VERB_BITS
from burgsim.games.burgundy_board.components import AREA_OF, CELL_TYPE, CELLS_OF
from burgsim.games.burgundy_board.state import SIG
from burgsim.games.jit import jit


@jit(SIG.mark)
def completes_area(state, rules, seat, action):
    """The size of the area that an action completes, else 0."""
    if action >> VERB_BITS != A_PLACE:
        return 0
    cell = np.int64(action & (SLOT - 1))
    area = AREA_OF[state.estate[seat], cell]
    return count_bits(area) if area & ~(state.occupied[seat] | (1 << cell)) == 0 else 0


@jit(SIG.mark)
def completes_colour(state, rules, seat, action):
    """1 + the code of the colour of which an action fills the last cell, while a bonus is there for it; else 0."""
    if action >> VERB_BITS != A_PLACE:
        return 0
    cell = np.int64(action & (SLOT - 1))
    kind = CELL_TYPE[state.estate[seat], cell]
    cells = CELLS_OF[state.estate[seat], kind]
    if cells & ~(state.occupied[seat] | (1 << cell)) == 0 and state.bonus_owner[kind, 1] == 0:
        return 1 + kind
    return 0


@jit(SIG.count)
def turn_number(state, rules):
    """Turns of the table so far (a turn is one seat's go)."""
    return np.int64(state.rounds_rolled) * state.players + state.place


@jit(SIG.count)
def phase_number(state, rules):
    """The stage of the game: its phase, 0 is A."""
    return state.phase
