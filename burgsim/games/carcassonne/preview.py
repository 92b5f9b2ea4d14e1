"""What a placement would change, without making it: the sum over the features that the tile touches.

The parts of the tile are put together in the first scratch state of the desk: `counts`, `figures` and `members` of the
feature that each would belong to; `parent` leads from a part to the one it is joined with; `ring_field` lists the
features met so far, `ring_next` the parts they belong to, `features` counts them.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits, lowest_bit
from burgsim.games.carcassonne.chances import chance_at
from burgsim.games.carcassonne.components import (
    ANYBODY,
    BIG_SHIFT,
    BUILDER,
    CITY,
    CLOISTER,
    EDGE_SHOWS,
    FIELD,
    GRID,
    HELPER_SHIFT,
    LEFT,
    MAIN,
    NEAR,
    ONE_TILE,
    OPEN_MASK,
    PART_COUNT,
    PART_COUNTS,
    PART_SHARED,
    PART_SORT,
    PARTS_OF_SORT,
    PIG,
    RIGHT,
    RIVER_EDGES,
    ROAD,
    SEAT_BITS,
    STEP,
)
from burgsim.games.carcassonne.features import TWO_EDGES, find
from burgsim.games.carcassonne.frontier import LINK_BITS, LINK_MASK, neighbours, wrap
from burgsim.games.carcassonne.scoring import followers_of, most_strength, strength_of
from burgsim.games.carcassonne.state import NO_PAIR
from burgsim.games.carcassonne.worth import (
    R_CHANCE,
    R_CLOISTER,
    R_PART,
    R_REACH,
    R_RIVALS,
    R_WORTH,
    W_CITY_FUTURE,
    W_EXTRA,
    W_FARM,
    W_SPOIL,
    worth_of_feature,
    worth_of_follower,
    worth_of_goods,
    worth_of_helper,
)
from burgsim.games.jit import jit

#: In the members of a part: the tile itself, where several of its parts might belong to one feature.
THIS_TILE = 1 << 62
#: In the code of a cell, a bit for each side.
ALL_SIDES = 0b01010101


@jit
def sides_of(code):
    """The sides of a cell (the lower one of their two bits) on which a neighbour shows something."""
    return (code | code >> 1) & ALL_SIDES


@jit
def joined(work, part):
    """The part that a part has been joined with."""
    other = np.int64(work.parent[part])
    while other != part:
        part = other
        other = np.int64(work.parent[part])
    return part


@jit
def combine(sort, one, other):
    """The chance of two features that become one."""
    return one + other if sort == FIELD else one * other


@jit
def add_words(desk, part, counts, figures, members, chance):
    """A feature joins that of a part."""
    work = desk.scratch[0]
    sort = work.sort[part]
    if sort != FIELD:
        counts -= count_bits(work.members[part] & members) * ONE_TILE
    work.counts[part] += counts
    work.figures[part] += figures
    work.members[part] |= members
    desk.room[R_PART + part] = combine(sort, desk.room[R_PART + part], chance)


@jit(inline=True)
def touch(state, desk, part, feature, closes, back):
    """A neighbour's feature goes on in a part; returns its worth before.

    `closes` are the open edges that meet here, `back` takes their chance out of the product.
    """
    work = desk.scratch[0]
    feature = find(state, feature)
    part = joined(work, part)
    worth = 0.0
    known = False
    for i in range(work.features):
        if work.ring_field[i] == feature:
            other = joined(work, np.int64(work.ring_next[i]))
            known = True
            if other != part:
                work.parent[part] = other
                chance = desk.room[R_PART + part]
                add_words(desk, other, work.counts[part], work.figures[part], work.members[part], chance)
                part = other
    if not known:
        work.ring_field[work.features] = feature
        work.ring_next[work.features] = part
        work.features += 1
        figures = state.figures[feature]
        add_words(
            desk, part, state.counts[feature], figures, state.members[feature], desk.room[R_CHANCE + feature]
        )
        if figures & ANYBODY != 0:
            worth = desk.room[R_WORTH + feature]
    work.counts[part] -= closes
    if closes != 0:
        desk.room[R_PART + part] *= back
    return worth


@jit(inline=True)
def begin(desk, kind):
    """The parts of a tile, each for itself."""
    work = desk.scratch[0]
    work.features = 0
    for part in range(PART_COUNT[kind]):
        sort = np.int64(PART_SORT[kind, part])
        work.counts[part] = PART_COUNTS[kind, part]
        work.figures[part] = 0
        work.members[part] = THIS_TILE * np.int64(PART_SHARED[kind, part])
        work.parent[part] = part
        work.sort[part] = sort
        desk.room[R_PART + part] = 1.0 * (sort > FIELD)


@jit(inline=True)
def touch_neighbours(state, desk, slot, turned):
    """All that goes on in the tile from its neighbours; returns what that was worth before."""
    code = np.int64(state.code[slot])
    back = 1.0 / chance_at(desk, code)
    worth = 0.0
    sides = sides_of(code)
    while sides != 0:
        edge = lowest_bit(sides) >> 1
        sides &= sides - 1
        shows = (code >> (2 * edge)) & 3
        link = state.links[slot, edge]
        main = np.int64(MAIN[turned, edge])
        if shows == FIELD:
            worth += touch(state, desk, main, link & LINK_MASK, 0, 1.0)
            continue
        worth += touch(state, desk, main, link & LINK_MASK, TWO_EDGES, back / desk.room[R_REACH + shows])
        if shows == ROAD:
            worth += touch_banks(state, desk, link, turned, edge)
    if RIVER_EDGES[turned] != 0:
        edge = state.mouth_edge
        worth += touch_banks(state, desk, state.links[slot, edge], turned, edge)
    return worth


@jit(inline=True)
def touch_banks(state, desk, link, turned, edge):
    """The fields at the left and the right of a road or river."""
    left = touch(state, desk, np.int64(LEFT[turned, edge]), (link >> LINK_BITS) & LINK_MASK, 0, 1.0)
    return left + touch(state, desk, np.int64(RIGHT[turned, edge]), (link >> (2 * LINK_BITS)) & LINK_MASK, 0, 1.0)


@jit(inline=True)
def look_beside(state, rules, seat, desk, cell, edge, turned):
    """An edge of the tile with nothing beside it: its chance, and what it does to others' chances at that cell."""
    shows = np.int64(EDGE_SHOWS[turned, edge])
    slot = np.int64(state.map[wrap(cell + STEP[edge])])
    old = np.int64(state.code[slot])  # 0 where there is no cell of the frontier
    after = chance_at(desk, old | shows << (2 * (edge ^ 2)))
    if shows > FIELD:
        desk.room[R_PART + joined(desk.scratch[0], np.int64(MAIN[turned, edge]))] *= after * desk.room[R_REACH + shows]
    peopled = np.int64(desk.scratch[1].code[slot])
    if peopled == 0 or shows == 0:
        return 0.0
    worth = 0.0
    before = chance_at(desk, old)
    if after == before:
        return 0.0
    lost = 1.0 - after / before
    while peopled != 0:
        feature = desk.scratch[1].links[slot, lowest_bit(peopled)]
        peopled &= peopled - 1
        worth -= lost * at_stake(state, rules, seat, desk, feature)
    return desk.weights[W_SPOIL] * worth


@jit
def at_stake(state, rules, seat, desk, feature):
    """The part of a feature's worth that hangs on its completion."""
    incomplete = worth_of_feature(
        state, rules, seat, desk, np.int64(state.sort[feature]), state.counts[feature], state.figures[feature], 0, 0.0
    )
    return desk.room[R_WORTH + feature] - incomplete


@jit
def worth_for_fields(state, rules, seat, desk, part):
    """A city is completed: its fields get for sure what was a chance before."""
    work = desk.scratch[0]
    gain = 0.0
    for i in range(work.features):
        if joined(work, np.int64(work.ring_next[i])) != part:
            continue
        city = np.int64(work.ring_field[i])
        first = np.int64(state.ring[city])
        if first == NO_PAIR:
            continue
        sure = 1.0 - desk.weights[W_CITY_FUTURE] * desk.room[R_CHANCE + city]
        points = desk.weights[W_FARM] * rules.farm_points * sure
        place = first
        last = -1
        while True:
            field = find(state, np.int64(state.ring_field[place]))
            figures = state.figures[field]
            if figures & ANYBODY != 0 and field != last:
                most = most_strength(state, rules, figures)
                for other in range(state.players):
                    if followers_of(figures, other) > 0 and strength_of(rules, figures, other) == most:
                        gain += points if other == seat else -desk.room[R_RIVALS] * points
                last = field
            place = np.int64(state.ring_next[place])
            if place == first:
                break
    return gain


@jit
def worth_for_cloisters(state, rules, seat, desk, cell):
    """Cloisters with followers that get a neighbour."""
    worth = 0.0
    for i in range(state.cloisters):
        apart = cell - np.int64(state.cloister_cell[i]) + GRID + 1
        if apart >= 0 and apart < 2 * GRID + 3 and NEAR[apart] != 0:
            feature = np.int64(state.cloister[i])
            counts = state.counts[feature] + ONE_TILE - 1
            chance = desk.room[R_CLOISTER + (counts & OPEN_MASK)]
            worth -= desk.room[R_WORTH + feature]
            worth += worth_of_feature(state, rules, seat, desk, CLOISTER, counts, state.figures[feature], 0, chance)
    return worth


@jit
def worth_of_place(state, rules, seat, desk, slot, rotation):
    """A placement: what changes for the features it touches, and the best figure that can be deployed then."""
    work = desk.scratch[0]
    kind = state.kind
    turned = 4 * kind + rotation
    cell = np.int64(state.cell[slot])
    code = np.int64(state.code[slot])
    begin(desk, kind)
    worth = -touch_neighbours(state, desk, slot, turned)
    empty = sides_of(code) ^ ALL_SIDES
    while empty != 0:
        worth += look_beside(state, rules, seat, desk, cell, lowest_bit(empty) >> 1, turned)
        empty &= empty - 1
    around = 0
    if PARTS_OF_SORT[kind, CLOISTER] != 0:  # not in the loop: it would be counted for tiles without a cloister, too
        around = neighbours(state, cell)
    best = 0.0
    extra = 0.0
    anybody = state.supply[seat, 0] + state.supply[seat, 1] > 0
    for part in range(PART_COUNT[kind]):
        if work.parent[part] != part:
            continue
        sort = np.int64(work.sort[part])
        counts = work.counts[part]
        figures = work.figures[part]
        chance = desk.room[R_PART + part]
        cities = 0
        if sort == FIELD:
            cities = count_bits(work.members[part])
        elif sort == CLOISTER:
            counts += around * (ONE_TILE - 1)
            chance = desk.room[R_CLOISTER + 8 - around]
        elif sort == CITY and counts & OPEN_MASK == 0:
            worth += worth_for_fields(state, rules, seat, desk, part) + worth_of_goods(desk, counts)
        if figures & ANYBODY == 0:
            if anybody:
                best = max(best, worth_of_follower(rules, desk, sort, counts, cities, chance))
            continue
        worth += worth_of_feature(state, rules, seat, desk, sort, counts, figures, cities, chance)
        if figures & ((15 << (SEAT_BITS * seat)) | (1 << (BIG_SHIFT + seat))) == 0:
            continue
        if sort == FIELD:
            if state.supply[seat, PIG] > 0:
                best = max(best, worth_of_helper(rules, desk, PIG, cities, chance))
        else:
            if state.supply[seat, BUILDER] > 0 and counts & OPEN_MASK != 0:
                best = max(best, worth_of_helper(rules, desk, BUILDER, cities, chance))
            if (figures >> (HELPER_SHIFT + seat)) & 1 != 0 and state.part == 1:
                extra = desk.weights[W_EXTRA]
    return worth + best + extra + worth_for_cloisters(state, rules, seat, desk, cell)
