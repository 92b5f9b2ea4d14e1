"""Decisions of Carcassonne at which a study may fork: which actions count, and which turn it is."""

from __future__ import annotations

import numpy as np

from burgsim.games.carcassonne.actions import A_BIG, A_FOLLOWER, A_PLACE, VERB
from burgsim.games.carcassonne.state import QUARTERS, SIG
from burgsim.games.jit import jit


@jit(SIG.mark)
def deploys_follower(state, rules, seat, action):
    """What a follower is deployed on: 1 field, 2 road, 3 city, 4 cloister, else 0."""
    verb = action // VERB
    if verb < A_FOLLOWER or verb > A_BIG:
        return 0
    return np.int64(state.sort[state.part_feature[action % VERB]])


@jit(SIG.mark)
def deploys_farmer(state, rules, seat, action):
    """1 for a follower that is deployed on a field, else 0."""
    return 1 * (deploys_follower(state, rules, seat, action) == 1)


@jit(SIG.mark)
def places_tile(state, rules, seat, action):
    """1 + the kind of the tile that is placed, else 0."""
    return 1 + state.kind if action // VERB == A_PLACE else 0


@jit(SIG.count)
def turn_number(state, rules):
    """Turns of the table so far (a turn is one seat's go)."""
    return state.turn


@jit(SIG.count)
def quarter(state, rules):
    """The stage of the game: the quarter of the tiles that the next one belongs to, from 1."""
    return min(QUARTERS, 1 + QUARTERS * state.tiles // rules.tiles)
