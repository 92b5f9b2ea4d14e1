"""Laying cards to the estate: stacks, sets, cloisters as jokers, and the bonus cards."""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_cards import events as ev
from burgsim.games.burgundy_cards.actions import NEW, ON_CLOISTERS
from burgsim.games.burgundy_cards.components import CLOISTER, TYPE_OF
from burgsim.games.burgundy_cards.state import ALL_SEVEN, CARDS, FIRST, SETS
from burgsim.games.game import note
from burgsim.games.jit import jit

AARON = 9
#: The categories of Aaron's points, as those of a seat's.
AARON_CATEGORIES = np.array([SETS, FIRST, ALL_SEVEN])


@jit
def add_points(state, rules, seat, category, points, cause, log):
    """Points for a seat; those that are points cards stop at the supply, if there is one."""
    if category == CARDS:
        if rules.points_supply > 0:
            points = min(points, rules.points_supply - state.chips)
        state.chips += points
    if points != 0:
        state.points[seat, category] += points
        note(log, ev.POINTS, seat, category, points, cause, 0)


@jit
def score(state, seat):
    """All points of a seat as they stand, animals and the start-player card included."""
    total = 0
    for category in range(7):
        total += state.points[seat, category]
    return total


@jit
def build(state, rules, seat, code, where, log):
    """Lay a card to the estate; returns 1 when it completes a set. Bonus cards are taken at once.

    `where` is a type (join its open stack, or open one of the card's own type), NEW or ON_CLOISTERS.
    """
    state.estate[code] += 1
    own = TYPE_OF[code]
    kind = where if where < NEW else own
    covered = 0
    if where == ON_CLOISTERS:
        covered = state.open[seat, CLOISTER]
        state.open[seat, CLOISTER] = 0
        state.jokers[seat] += covered
        size = covered + 1
    else:
        state.jokers[seat] += own != kind
        size = state.open[seat, kind] + 1
    note(log, ev.BUILD, seat, code, kind, size, covered)
    complete = size == rules.set_size
    if not complete:
        state.open[seat, kind] = size
    else:
        if where != ON_CLOISTERS:
            state.open[seat, kind] = 0
        state.sets[seat, kind] += 1
        state.sets_in_round[seat, state.round] += 1
        note(log, ev.SET, seat, kind, state.round, 0, 0)
        add_points(state, rules, seat, SETS, rules.set_points[kind], ev.C_SET, log)
        if state.first[kind] == 0:
            state.first[kind] = 1 + seat
            note(log, ev.FIRST, seat, kind, 0, 0, 0)
            add_points(state, rules, seat, FIRST, rules.first_bonus[kind], ev.C_FIRST, log)
    check_all_seven(state, rules, seat, log)
    return complete


@jit
def check_all_seven(state, rules, seat, log):
    """The first time that an estate shows all seven types, its owner takes the top bonus card that is left."""
    if state.has_seven[seat] != 0 or state.seven_taken >= rules.all_seven_cards:
        return
    for kind in range(7):
        if state.sets[seat, kind] + state.open[seat, kind] == 0:
            return
    state.has_seven[seat] = 1
    note(log, ev.SEVEN, seat, state.seven_taken, 0, 0, 0)
    add_points(state, rules, seat, ALL_SEVEN, rules.all_seven[state.seven_taken], ev.C_ALL_SEVEN, log)
    state.seven_taken += 1


@jit
def aaron_scores(state, category, points, kind, log):
    """Points for Aaron: of a set (0), a "1st" card (1) or an "all 7" card (2)."""
    state.aaron_points[category] += points
    note(log, ev.AARON_POINTS, AARON_CATEGORIES[category], points, kind, 0, 0)


@jit
def aaron_builds(state, rules, code, log):
    """A card of Aaron's: sets and bonus cards, nothing else; returns 1 for a cloister."""
    state.estate[code] += 1
    kind = TYPE_OF[code]
    size = state.aaron_open[kind] + 1
    note(log, ev.AARON, code, kind, size, 0, 0)
    if size < rules.set_size:
        state.aaron_open[kind] = size
    else:
        state.aaron_open[kind] = 0
        state.aaron_sets[kind] += 1
        aaron_scores(state, 0, rules.set_points[kind], kind, log)
        if state.first[kind] == 0:
            state.first[kind] = AARON
            aaron_scores(state, 1, rules.first_bonus[kind], kind, log)
    types = 0
    for other in range(7):
        types += state.aaron_sets[other] + state.aaron_open[other] > 0
    if types == 7 and state.aaron_seven == 0 and state.seven_taken < rules.all_seven_cards:
        state.aaron_seven = 1
        points = rules.all_seven[state.seven_taken]
        state.seven_taken += 1
        aaron_scores(state, 2, points, kind, log)
    return kind == CLOISTER
