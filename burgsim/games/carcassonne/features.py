"""The map: laying a tile joins what it touches, tells what became complete, and moves the frontier.

A placement costs its four edges. All that is known of a feature stands in three words (components.py), which add up
when two features are joined; parts of one tile that turn out to belong together have counted the tile twice, which
the `members` that both have in common tell.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits, lowest_bit
from burgsim.games.carcassonne.components import (
    ANYBODY,
    BESIDE,
    BIG_SHIFT,
    CITY,
    CLOISTER,
    FIELD,
    GRID,
    LEFT,
    MAIN,
    MAX_BESIDE,
    MAX_PARTS,
    NEAR,
    ONE_TILE,
    OPEN_MASK,
    PAIRS_END,
    PART_COUNT,
    PART_COUNTS,
    PART_SHARED,
    PART_SORT,
    PARTS_OF_SORT,
    RIGHT,
    RIVER_EDGES,
    ROAD,
    SEAT_BITS,
    WAYS,
)
from burgsim.games.carcassonne.frontier import (
    LINK_BITS,
    LINK_MASK,
    extend_frontier,
    leave_frontier,
    neighbours,
    river_turn,
    wrap,
)
from burgsim.games.carcassonne.state import NO_CELL, NO_FEATURE, NO_PAIR, TILE
from burgsim.games.jit import jit

#: A connection closes an edge on either side.
TWO_EDGES = 2


@jit
def find(state, feature):
    """The feature that this one has been joined to."""
    parent = np.int64(state.parent[feature])
    while parent != feature:
        feature = parent
        parent = np.int64(state.parent[feature])
    return parent


@jit
def join_words(state, one, other):
    """Join two different features; returns the one that stays. For fields that is all."""
    stays = min(one, other)
    goes = max(one, other)
    state.parent[goes] = stays
    state.counts[stays] += state.counts[goes]
    state.figures[stays] += state.figures[goes]
    state.members[stays] |= state.members[goes]
    return stays


@jit
def join_ways(state, one, other):
    """Join two different roads or cities; tiles that were in both count once, and the rings of fields become one."""
    both = count_bits(state.members[one] & state.members[other])
    stays = join_words(state, one, other)
    goes = max(one, other)
    state.counts[stays] -= both * ONE_TILE
    place = np.int64(state.ring[goes])
    if place != NO_PAIR:
        first = np.int64(state.ring[stays])
        if first == NO_PAIR:
            state.ring[stays] = place
        else:
            after = state.ring_next[first]
            state.ring_next[first] = state.ring_next[place]
            state.ring_next[place] = after
    return stays


@jit
def touch_way(state, part, feature):
    """The road or city of a neighbour goes on in this part; returns the figures on it."""
    feature = find(state, feature)
    figures = state.figures[feature]
    own = state.part_feature[part]
    if own != NO_FEATURE:
        own = find(state, own)
        if own != feature:
            feature = join_ways(state, own, feature)
    state.counts[feature] -= TWO_EDGES
    state.part_feature[part] = feature
    return figures


@jit
def touch_field(state, part, feature):
    """The field of a neighbour goes on in this part."""
    feature = find(state, feature)
    own = state.part_feature[part]
    if own != NO_FEATURE:
        own = find(state, own)
        if own != feature:
            feature = join_words(state, own, feature)
    state.part_feature[part] = feature


@jit
def new_feature(state, sort, counts, members):
    """A feature that nothing else belongs to yet."""
    feature = state.features
    state.features = feature + 1
    state.parent[feature] = feature
    state.sort[feature] = sort
    state.counts[feature] = counts
    state.figures[feature] = 0
    state.members[feature] = members
    state.ring[feature] = NO_PAIR
    return feature


@jit(inline=True)
def touch_neighbours(state, slot, turned):
    """Join the parts of a tile with what goes on at its edges; returns all figures on roads and cities that do."""
    code = np.int64(state.code[slot])
    figures = 0
    for edge in range(4):
        shows = (code >> (2 * edge)) & 3
        if shows == 0:
            continue
        link = state.links[slot, edge]
        if shows == FIELD:
            touch_field(state, MAIN[turned, edge], link & LINK_MASK)
        else:
            figures |= touch_way(state, MAIN[turned, edge], link & LINK_MASK)
            if shows == ROAD:
                touch_field(state, LEFT[turned, edge], (link >> LINK_BITS) & LINK_MASK)
                touch_field(state, RIGHT[turned, edge], (link >> (2 * LINK_BITS)) & LINK_MASK)
    return figures


@jit(inline=True)
def add_parts(state, kind, cell):
    """The parts of a tile become members of their features, or features of their own."""
    shared = 1 << state.shared
    is_shared = 0
    for part in range(PART_COUNT[kind]):
        sort = PART_SORT[kind, part]
        member = PART_SHARED[kind, part] * shared
        is_shared |= PART_SHARED[kind, part]
        feature = state.part_feature[part]
        if feature == NO_FEATURE:
            feature = new_feature(state, sort, PART_COUNTS[kind, part], member)
            if sort == CLOISTER:
                state.counts[feature] += neighbours(state, cell) * (ONE_TILE - 1)
        else:
            feature = find(state, feature)
            if sort != FIELD:
                again = (state.members[feature] & member) != 0
                state.counts[feature] += PART_COUNTS[kind, part] - again * ONE_TILE
                state.members[feature] |= member
        state.part_feature[part] = feature
    state.shared += is_shared


@jit(inline=True)
def add_beside(state, kind):
    """The fields beside the cities of a tile go into the cities' rings."""
    for i in range(MAX_BESIDE):
        pair = BESIDE[kind, i]
        if pair == PAIRS_END:
            break
        city = state.part_feature[pair >> 3]
        place = state.pairs
        state.pairs = place + 1
        state.ring_field[place] = state.part_feature[pair & 7]
        first = np.int64(state.ring[city])
        if first == NO_PAIR:
            state.ring[city] = place
            state.ring_next[place] = place
        else:
            state.ring_next[place] = state.ring_next[first]
            state.ring_next[first] = place


@jit
def tell_fields(state, city):
    """A city is complete: the fields beside it get to know it, by its number."""
    bit = 1 << state.complete_cities
    state.complete_cities += 1
    first = np.int64(state.ring[city])
    if first == NO_PAIR:
        return
    place = first
    while True:
        state.members[find(state, np.int64(state.ring_field[place]))] |= bit
        place = np.int64(state.ring_next[place])
        if place == first:
            return


@jit(inline=True)
def find_completed(state, kind):
    """The parts (mask) by which the tile completed a feature, each feature once."""
    completed = 0
    mask = np.int64(WAYS[kind])
    while mask != 0:
        part = lowest_bit(mask)
        mask &= mask - 1
        feature = np.int64(state.part_feature[part])
        if state.counts[feature] & OPEN_MASK != 0:
            continue
        known = False
        for other in range(part):
            known = known or state.part_feature[other] == feature
        if not known:
            completed |= 1 << part
            if PART_SORT[kind, part] == CITY:
                tell_fields(state, feature)
    return completed


@jit(inline=True)
def find_options(state, kind, seat):
    """The figures that a seat can deploy on the tile just placed: bit 8 * figure + part."""
    free = 0
    own = 0
    incomplete = 0
    lanes = (15 << (SEAT_BITS * seat)) | (1 << (BIG_SHIFT + seat))
    for part in range(PART_COUNT[kind]):
        feature = np.int64(state.part_feature[part])
        figures = state.figures[feature]
        free |= (figures & ANYBODY == 0) << part
        own |= (figures & lanes != 0) << part
        incomplete |= (state.counts[feature] & OPEN_MASK != 0) << part
    supply = state.supply[seat]
    fields = np.int64(PARTS_OF_SORT[kind, FIELD])
    options = (supply[0] > 0) * free | ((supply[1] > 0) * free) << MAX_PARTS
    options |= ((supply[2] > 0) * (own & incomplete & ~fields)) << (2 * MAX_PARTS)
    return options | ((supply[3] > 0) * (own & fields)) << (3 * MAX_PARTS)


@jit(inline=True)
def near_cloisters(state, cell):
    """Cloisters with a follower that have a new tile beside them; returns 1 when one is complete."""
    complete = 0
    for i in range(state.cloisters):
        apart = cell - np.int64(state.cloister_cell[i]) + GRID + 1
        if apart >= 0 and apart < 2 * GRID + 3 and NEAR[apart] != 0:
            counts = state.counts[state.cloister[i]] + ONE_TILE - 1
            state.counts[state.cloister[i]] = counts
            complete |= counts & OPEN_MASK == 0
    return complete


@jit(inline=True)
def lay(state, cell, rotation):
    """Lay the tile in hand; returns the figures on the roads and cities that it goes on with."""
    kind = state.kind
    turned = 4 * kind + rotation
    slot = np.int64(state.map[wrap(cell)])
    code = np.int64(state.code[slot])
    for part in range(MAX_PARTS):
        state.part_feature[part] = NO_FEATURE
    figures = touch_neighbours(state, slot, turned)
    if RIVER_EDGES[turned] != 0 and cell == state.mouth:
        edge = state.mouth_edge
        link = state.links[slot, edge]
        touch_field(state, LEFT[turned, edge], (link >> LINK_BITS) & LINK_MASK)
        touch_field(state, RIGHT[turned, edge], (link >> (2 * LINK_BITS)) & LINK_MASK)
        state.river_turned = river_turn(edge, turned)
        state.mouth = NO_CELL
    cloisters = near_cloisters(state, cell)
    leave_frontier(state, slot)
    lay_down(state, cell, turned, code)
    state.completed |= cloisters << MAX_PARTS
    return figures


@jit(inline=True)
def lay_down(state, cell, turned, code):
    """What there is to do once the neighbours are known; all there is for the first tile."""
    kind = turned >> 2
    state.map[wrap(cell)] = TILE
    state.tile_cell[state.tiles] = cell
    state.tile_turned[state.tiles] = turned
    state.tiles += 1
    add_parts(state, kind, cell)
    add_beside(state, kind)
    extend_frontier(state, cell, turned, code)
    state.completed = find_completed(state, kind)
