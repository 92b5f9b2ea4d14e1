"""What must hold after every decision of Carcassonne (checked mode)."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits
from burgsim.games.carcassonne.components import (
    ANYBODY,
    BIG_SHIFT,
    CITY,
    EDGE_SHOWS,
    FIELD,
    HELPER_SHIFT,
    KINDS,
    MAIN,
    NO_PART,
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
    MAX_FIGURES,
    NO_CELL,
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


@jit
def check_tiles(state, rules):
    """Every tile is somewhere, once."""
    for kind in range(KINDS):
        stacked = 0
        for i in range(state.front, state.back):
            stacked += state.stack[i] == kind
        for i in range(state.river_front, state.river_back):
            stacked += state.river_stack[i] == kind
        if stacked != state.left[kind]:
            return 1
        count = stacked + (state.frame == PLACE and state.kind == kind)
        for i in range(state.tiles):
            count += state.tile_turned[i] >> 2 == kind
        for i in range(state.discards):
            count += state.discard[i] == kind
        if count != rules.copies[kind]:
            return 1
    return 0


@jit
def check_figures(state, rules):
    """Every figure is in the supply or on the map, and features know what stands on them."""
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
        for figure in range(MAX_FIGURES):
            if (mask >> figure) & 1 == 0:
                continue
            figures = state.figures[find(state, np.int64(state.stands_on[seat, figure]))]
            if figures & ANYBODY == 0:
                return 3
    for feature in range(state.features):
        if state.parent[feature] == feature:
            figures = 0
            for seat in range(state.players):
                for figure in range(MAX_FIGURES):
                    if (state.on_map[seat] >> figure) & 1 == 0:
                        continue
                    if find(state, np.int64(state.stands_on[seat, figure])) == feature:
                        if figure < BIG_FIGURE:
                            figures += 1 << (SEAT_BITS * seat)
                        elif figure == BIG_FIGURE:
                            figures += 1 << (BIG_SHIFT + seat)
                        else:
                            figures += 1 << (HELPER_SHIFT + seat)
            if figures != state.figures[feature]:
                return 3
    return 0


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
    """The open edges of roads and cities are those that the frontier (or the blocked cell) would go on with."""
    open_edges = 0
    for feature in range(state.features):
        if state.parent[feature] == feature and (state.sort[feature] == ROAD or state.sort[feature] == CITY):
            wanted = state.counts[feature] & OPEN_MASK
            open_edges += wanted
            for slot in range(1, state.slots + 1):
                for edge in range(4):
                    if (state.code[slot] >> (2 * edge)) & 3 > FIELD:
                        wanted -= find(state, state.links[slot, edge] & LINK_MASK) == feature
            if wanted < 0 or (wanted > 0 and state.blocked == NO_CELL):
                return 6
    for i in range(state.tiles):
        for edge in range(4):
            turned = np.int64(state.tile_turned[i])
            beside = np.int64(state.tile_cell[i]) + STEP[edge]
            if EDGE_SHOWS[turned, edge] > FIELD and MAIN[turned, edge] != NO_PART:
                open_edges -= state.map[wrap(beside)] != TILE
    return 6 if open_edges != 0 else 0


@jit(SIG.audit)
def audit(state, rules):
    """The number of the first broken invariant in AUDIT_WORDS, 0 when all hold."""
    broken = check_tiles(state, rules)
    if broken == 0:
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
