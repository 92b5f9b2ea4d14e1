"""Decisions of the card game at which a study may fork: which actions count, and which turn it is."""

from __future__ import annotations

from burgsim.games.burgundy_cards.actions import A_LAY, A_PLACE, NEW, ON_CLOISTERS, VERB
from burgsim.games.burgundy_cards.components import CLOISTER, TYPE_OF
from burgsim.games.burgundy_cards.state import SIG
from burgsim.games.jit import jit


@jit
def completed_type(state, rules, seat, code, where):
    """1 + the type whose set a card completes when it is laid there, else 0."""
    own = TYPE_OF[code]
    if where == ON_CLOISTERS:
        return 1 + own if state.open[seat, CLOISTER] + 1 == rules.set_size else 0
    kind = own if where == NEW else where
    return 1 + kind if state.open[seat, kind] + 1 == rules.set_size else 0


@jit(SIG.mark)
def completes_set(state, rules, seat, action):
    """1 + the type of the set that an action completes, 0 when it completes none.

    Placing a card counts when it can be laid in one way only; where there is a choice, the choice counts.
    """
    verb = action // VERB
    what = action % VERB
    if verb == A_LAY:
        return completed_type(state, rules, seat, state.frame_a[state.depth - 1], what)
    if verb != A_PLACE:
        return 0
    code = state.projects[seat, what]
    own = TYPE_OF[code]
    if own == CLOISTER:
        for other in range(7):
            if other != CLOISTER and state.open[seat, other] > 0:
                return 0
    elif state.open[seat, CLOISTER] > 0 and (state.open[seat, own] == 0 or rules.stack_beside_open != 0):
        return 0
    return completed_type(state, rules, seat, code, own)


@jit(SIG.count)
def turn_number(state, rules):
    """Turns of the table so far (a turn is one seat's go)."""
    turns = state.round * rules.turns + state.turn
    after_starter = state.active - state.starter
    if after_starter < 0:
        after_starter += state.players
    return turns * state.players + after_starter


@jit(SIG.count)
def round_number(state, rules):
    """The round, 0 is A."""
    return state.round
