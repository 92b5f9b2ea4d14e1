"""What a player of Carcassonne works out before weighing actions: the chances of features, and what they are worth.

The chance of completing a road or city is a product over its open edges: each is likely to be filled as there are tiles
left that fit the cell there.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits, lowest_bit, matching_codes
from burgsim.games.carcassonne.components import ANYBODY, CITY, FIELD, FITS, KINDS, OPEN_MASK, PARTS_OF_SORT, ROAD
from burgsim.games.carcassonne.features import find
from burgsim.games.carcassonne.frontier import LINK_MASK
from burgsim.games.carcassonne.state import BUILDER_FIGURE, DEPLOY, NO_PAIR
from burgsim.games.carcassonne.worth import (
    MOST_FITS,
    R_CHANCE,
    R_CLOISTER,
    R_EACH,
    R_FITS,
    R_FOLLOWER,
    R_HOME,
    R_LAST,
    R_LATE,
    R_LEFT,
    R_LIKELY,
    R_REACH,
    R_RIVALS,
    R_STAMP,
    R_WORTH,
    W_FITTING,
    W_FOLLOWER,
    W_HOME,
    W_LAST,
    W_LATE,
    W_REACH_CITY,
    W_REACH_CLOISTER,
    W_REACH_ROAD,
    W_RIVALS,
    W_STYLE_DENY,
    worth_of_feature,
)
from burgsim.games.jit import jit

#: Where a kind of tile fits, a byte a code of a cell, eight codes in a word.
FIT_WORDS = np.ascontiguousarray((FITS != 0).astype(np.uint8)).view(np.int64)
WORDS = 32
#: No chance is quite nothing: features are taken apart again by division.
LEAST_CHANCE = 0.02
#: In the code of a cell: the edges that show a road or a city, a bit each (the higher one of an edge's two).
EDGES_OF_WAYS = 0b10101010
#: Four times the sort of a city.
CITIES = 0x01010101 * CITY
#: In the options to deploy: the bit of part 0, for each kind of figure.
EACH_FIGURE = 0x01010101


@jit
def count_fits(state, desk):
    """How many of the tiles left fit each code of a cell: a byte each in the members of the second scratch state.

    They are brought up to date by the tiles drawn since they were last looked at.
    """
    known = desk.scratch[1]
    for kind in range(KINDS):
        drawn = np.int64(known.left[kind]) - np.int64(state.left[kind])
        if drawn != 0:
            known.left[kind] = state.left[kind]
            for word in range(WORDS):
                known.members[word] -= drawn * FIT_WORDS[kind, word]


@jit
def chance_at(desk, code):
    """What the tiles left do to the chance of a cell with this code to be filled."""
    fits = (desk.scratch[1].members[code >> 3] >> (8 * (code & 7))) & 255
    return desk.room[R_FITS + min(fits, MOST_FITS - 1)]


@jit
def prepare(state, rules, seat, desk):
    """What doesn't depend on the action: what followers are worth now, and the chances of all features."""
    room = desk.room
    weights = desk.weights
    left = 1.0 * (state.back - state.front + state.river_back - state.river_front)
    late = left / (left + max(0.0, weights[W_LATE]) + 1e-9)
    room[R_LEFT] = left / rules.tiles
    supply = state.supply[seat, 0] + state.supply[seat, 1]
    room[R_FOLLOWER] = room[R_LEFT] * (weights[W_FOLLOWER] + weights[W_LAST] / max(1, supply))
    room[R_HOME] = weights[W_HOME] * room[R_FOLLOWER]
    room[R_RIVALS] = weights[W_RIVALS] + weights[W_STYLE_DENY]
    weigh_fits(desk, late)
    chance = 1.0
    reach = min(max(0.0, weights[W_REACH_CLOISTER]), 1.0) * late
    for cells in range(9):
        room[R_CLOISTER + cells] = chance
        chance *= reach
    room[R_REACH + ROAD] = min(max(LEAST_CHANCE, weights[W_REACH_ROAD]), 1.0)
    room[R_REACH + CITY] = min(max(LEAST_CHANCE, weights[W_REACH_CITY]), 1.0)
    count_fits(state, desk)
    find_chances(state, desk)
    if state.frame != DEPLOY or state.options & (EACH_FIGURE * np.int64(PARTS_OF_SORT[state.kind, FIELD])) != 0:
        tell_chances(state, desk)


@jit
def weigh_fits(desk, late):
    """By number of tiles that fit a cell, what that does to a chance; worked out anew when something has changed.

    Nothing has between placing a tile and deploying on it.
    """
    room = desk.room
    each = 1.0 - 1.0 / max(1.0, desk.weights[W_FITTING])
    known = room[R_FITS] > 0.0  # no chance is nothing, once worked out
    if not known or room[R_EACH] != each:
        unlikely = 1.0
        for fits in range(MOST_FITS):
            room[R_LIKELY + fits] = 1.0 - unlikely
            unlikely *= each
    elif room[R_LATE] == late:
        return
    for fits in range(MOST_FITS):
        room[R_FITS + fits] = max(LEAST_CHANCE, room[R_LIKELY + fits] * late)
    room[R_EACH] = each
    room[R_LATE] = late


@jit
def find_chances(state, desk):
    """The chance of every road and city, over the frontier.

    The second scratch state notes on the way, for each slot, which edges lead to roads and cities with followers, and
    to which.
    """
    room = desk.room
    known = desk.scratch[1]
    for feature in range(state.features):
        room[R_CHANCE + feature] = 1.0 * (state.sort[feature] > FIELD)
    for slot in range(1, state.slots + 1):
        code = np.int64(state.code[slot])
        ways = code & EDGES_OF_WAYS
        peopled = 0
        if ways != 0:
            here = chance_at(desk, code)
            while ways != 0:
                edge = lowest_bit(ways) >> 1
                ways &= ways - 1
                feature = find(state, state.links[slot, edge] & LINK_MASK)
                room[R_CHANCE + feature] *= here * room[R_REACH + ((code >> (2 * edge)) & 3)]
                known.links[slot, edge] = feature
                peopled |= (state.figures[feature] & ANYBODY != 0) << edge
        known.code[slot] = peopled


@jit
def tell_chances(state, desk):
    """The fields beside an open city may get it, if it is completed."""
    cities = desk.scratch[1].ring_field
    n = 0
    for first in range(0, state.features, 64):  # listed first: a branch for each feature costs more than all cities
        mask = matching_codes(state.sort, first, state.features, CITIES)
        while mask != 0:
            city = first + lowest_bit(mask)
            mask &= mask - 1
            cities[n] = city
            n += (state.parent[city] == city) & (state.counts[city] & OPEN_MASK != 0)
    for i in range(n):
        tell_chance(state, desk, np.int64(cities[i]))


@jit
def tell_chance(state, desk, city):
    """The fields beside a city may get it, if it is completed: each once, which its stamp tells."""
    room = desk.room
    first = np.int64(state.ring[city])
    if first == NO_PAIR:
        return
    stamp = room[R_STAMP] + 1.0
    room[R_STAMP] = stamp
    place = first
    while True:
        field = find(state, np.int64(state.ring_field[place]))
        if room[R_LAST + field] != stamp:
            room[R_LAST + field] = stamp
            room[R_CHANCE + field] += room[R_CHANCE + city]
        place = np.int64(state.ring_next[place])
        if place == first:
            return


@jit
def weigh_features(state, rules, seat, desk):
    """The worth of all features with followers."""
    room = desk.room
    for other in range(state.players):
        mask = state.on_map[other] & ((1 << BUILDER_FIGURE) - 1)
        while mask != 0:
            figure = lowest_bit(mask)
            mask &= mask - 1
            feature = find(state, np.int64(state.stands_on[other, figure]))
            sort = np.int64(state.sort[feature])
            chance = room[R_CHANCE + feature]
            if sort > CITY:
                chance = room[R_CLOISTER + (state.counts[feature] & OPEN_MASK)]
            room[R_WORTH + feature] = worth_of_feature(
                state, rules, seat, desk, sort, state.counts[feature], state.figures[feature],
                count_bits(state.members[feature]), chance,
            )  # fmt: skip
