"""Decisions of King Arthur at which a study may fork: which actions count, and which turn it is."""

from __future__ import annotations

from burgsim.games.jit import jit
from burgsim.games.king_arthur.actions import A_ATTACK, A_COMPLETE, A_DOUBLE, VERB
from burgsim.games.king_arthur.state import SIG


@jit(SIG.mark)
def claims_adventure(state, rules, seat, action):
    """1 + the code of the adventure that an action claims, else 0."""
    return 1 + action % VERB if action // VERB == A_COMPLETE else 0


@jit(SIG.mark)
def fights(state, rules, seat, action):
    """1 + the code of the adversary that an action attacks, else 0."""
    verb = action // VERB
    return 1 + action % VERB if verb >= A_ATTACK and verb <= A_DOUBLE else 0


@jit(SIG.count)
def turn_number(state, rules):
    """Turns of the table so far (a turn is one seat's go)."""
    return state.turn


@jit(SIG.count)
def adventures_taken(state, rules):
    """The stage of the game: how many adventures are taken."""
    taken = 0
    for adventure in range(13):
        taken += state.owner[adventure] > 0
    return taken
