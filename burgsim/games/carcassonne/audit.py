"""What must hold after every decision of Carcassonne (checked mode)."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits, lowest_bit
from burgsim.games.carcassonne.components import (
    BIG_SHIFT,
    CITY,
    EDGE_SHOWS,
    FIELD,
    HELPER_SHIFT,
    KINDS,
    OPEN_MASK,
    ROAD,
    SEAT_BITS,
    STEP,
)
from burgsim.games.carcassonne.features import find
from burgsim.games.carcassonne.frontier import LINK_MASK, wrap
from burgsim.games.carcassonne.state import (
    BIG_FIGURE,
    BUILDER_FIGURE,
    CATEGORIES,
    PLACE,
    SIG,
    TILE,
)
from burgsim.games.jit import jit

#: What is broken, by code; 0 is nothing.
AUDIT_WORDS = (
    "",
    "tiles are not conserved",
    "figures are not conserved",
    "the figures on a feature don't match those that stand on it",
    "the map doesn't match the frontier",
    "a cell of the frontier doesn't match its neighbours",
    "a feature's open edges don't match the frontier",
    "points by category don't come to the score",
    "a count is out of bounds",
    "what followers earned doesn't come to the points",
)


#: A number for each kind of tile.
MARK = np.array([pow(1_000_003, kind, (1 << 52) - 47) for kind in range(KINDS)], np.int64)


@jit
def check_tiles(state, rules):
    """Every tile is somewhere, once: sums of a number for each kind, large enough not to agree by chance."""
    stacked = 0
    left = 0
    wanted = 0
    for kind in range(KINDS):
        left += state.left[kind] * MARK[kind]
        wanted += rules.copies[kind] * MARK[kind]
    for i in range(state.front, state.back):
        stacked += MARK[state.stack[i]]
    for i in range(state.river_front, state.river_back):
        stacked += MARK[state.river_stack[i]]
    known = stacked
    if state.frame == PLACE and state.actor >= 0:
        known += MARK[state.kind]
    for i in range(state.tiles):
        known += MARK[state.tile_turned[i] >> 2]
    for i in range(state.discards):
        known += MARK[state.discard[i]]
    return stacked == left and known == wanted


@jit
def bit_of(seat, figure):
    """What a figure adds to the word of the feature that it stands on."""
    if figure < BIG_FIGURE:
        return 1 << (SEAT_BITS * seat)
    return 1 << ((BIG_SHIFT if figure == BIG_FIGURE else HELPER_SHIFT) + seat)


@jit
def check_figures(state, rules):
    """Every figure is in the supply or on the map, and features know what stands on them."""
    standing = 0
    for seat in range(state.players):
        mask = state.on_map[seat]
        big = (mask >> BIG_FIGURE) & 1
        builder = (mask >> BUILDER_FIGURE) & 1
        pig = (mask >> (BUILDER_FIGURE + 1)) & 1
        followers = count_bits(mask) - big - builder - pig
        supply = state.supply[seat]
        if followers + supply[0] != rules.figures[0] or big + supply[1] != rules.figures[1]:
            return 2
        if builder + supply[2] != rules.figures[2] or pig + supply[3] != rules.figures[3]:
            return 2
        while mask != 0:
            figure = lowest_bit(mask)
            mask &= mask - 1
            standing += bit_of(seat, figure)
            figures = state.figures[find(state, np.int64(state.stands_on[seat, figure]))]
            lanes = (15 << (SEAT_BITS * seat)) | (1 << (BIG_SHIFT + seat))
            if figures & lanes == 0 or (figure > BIG_FIGURE and (figures >> (HELPER_SHIFT + seat)) & 1 == 0):
                return 3
    for feature in range(state.features):
        if state.parent[feature] == feature:
            standing -= state.figures[feature]
    return 3 if standing != 0 else 0


@jit
def check_frontier(state):
    """The frontier is the empty cells beside tiles, and shows what those show."""
    for slot in range(1, state.slots + 1):
        if state.map[wrap(np.int64(state.cell[slot]))] != slot:
            return 4
    codes = 0
    for i in range(state.tiles):
        cell = np.int64(state.tile_cell[i])
        if state.map[wrap(cell)] != TILE:
            return 4
        for edge in range(4):
            beside = cell + STEP[edge]
            slot = np.int64(state.map[wrap(beside)])
            if slot == TILE or beside == state.blocked:
                continue
            if slot < 1 or slot > state.slots or state.cell[slot] != beside:
                return 4
            shows = EDGE_SHOWS[state.tile_turned[i], edge]
            if (state.code[slot] >> (2 * ((edge + 2) & 3))) & 3 != shows:
                return 5
            codes += shows != 0
    for slot in range(1, state.slots + 1):
        for edge in range(4):
            codes -= (state.code[slot] >> (2 * edge)) & 3 != 0
    return 5 if codes != 0 else 0


@jit
def check_open_edges(state):
    """The open edges of roads and cities are those at empty cells; the frontier leads to features that are open."""
    open_edges = 0
    for feature in range(state.features):
        if state.parent[feature] == feature and (state.sort[feature] == ROAD or state.sort[feature] == CITY):
            open_edges += state.counts[feature] & OPEN_MASK
    for slot in range(1, state.slots + 1):
        for edge in range(4):
            shows = (state.code[slot] >> (2 * edge)) & 3
            if shows > FIELD:
                feature = find(state, state.links[slot, edge] & LINK_MASK)
                if state.sort[feature] != shows or state.counts[feature] & OPEN_MASK == 0:
                    return 6
    for i in range(state.tiles):
        for edge in range(4):
            turned = state.tile_turned[i]
            beside = np.int64(state.tile_cell[i]) + STEP[edge]
            if EDGE_SHOWS[turned, edge] > FIELD:
                open_edges -= state.map[wrap(beside)] != TILE
    return 6 if open_edges != 0 else 0


@jit(SIG.audit)
def audit(state, rules):
    """The number of the first broken invariant in AUDIT_WORDS, 0 when all hold."""
    if not check_tiles(state, rules):
        return 1
    broken = check_figures(state, rules)
    if broken == 0:
        broken = check_frontier(state)
    if broken == 0:
        broken = check_open_edges(state)
    if broken != 0:
        return broken
    for seat in range(state.players):
        points = 0
        for category in range(len(CATEGORIES)):
            points += state.points[seat, category]
        if points != state.score[seat]:
            return 7
        earned = 0
        for sort in range(4):
            for i in range(4):
                earned += state.earned[seat, sort, i]
        if earned != points - state.points[seat, 7] - state.points[seat, 8]:
            return 9
        for figure in range(4):
            if state.supply[seat, figure] < 0:
                return 8
    return 0
