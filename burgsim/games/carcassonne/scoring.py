"""Who has the majority, what a feature pays, which figures go home, and the scoring at the end."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits, lowest_bit
from burgsim.games.carcassonne import events as ev
from burgsim.games.carcassonne.components import (
    ANYBODY,
    BIG,
    BIG_SHIFT,
    BUILDER,
    CITY,
    CLOISTER,
    FIELD,
    FOLLOWER,
    GOOD_BITS,
    GOOD_SHIFT,
    HELPER_SHIFT,
    MAX_PARTS,
    OPEN_MASK,
    PIG,
    ROAD,
    SEAT_BITS,
    SEVEN,
    SHIELD_SHIFT,
    SPECIAL_SHIFT,
    TILE_MASK,
    TILE_SHIFT,
)
from burgsim.games.carcassonne.features import find
from burgsim.games.carcassonne.frontier import x_of, y_of
from burgsim.games.carcassonne.state import (
    BIG_FIGURE,
    BUILDER_FIGURE,
    FOR_CITIES,
    FOR_CLOISTERS,
    FOR_FIELDS,
    FOR_GOODS,
    FOR_ROADS,
    FOR_SEAT,
)
from burgsim.games.game import count_lead, leader_of, note
from burgsim.games.jit import jit

#: In `counts`: the feature has been scored at the end.
SCORED = 1 << 60
#: From a category for complete features to the one for those that were incomplete at the end.
OPEN = 3
#: In `completed`: the parts of the tile.
ALL_PARTS = (1 << MAX_PARTS) - 1
#: The seats' strengths in one word.
STRENGTH_BITS = 10
STRENGTH_MASK = (1 << STRENGTH_BITS) - 1


@jit
def followers_of(figures, seat):
    """How many followers of a seat stand on a feature, the big one included."""
    return ((figures >> (SEAT_BITS * seat)) & 15) + ((figures >> (BIG_SHIFT + seat)) & 1)


@jit
def strength_of(rules, figures, seat):
    """How many followers a seat counts for on a feature."""
    return ((figures >> (SEAT_BITS * seat)) & 15) + ((figures >> (BIG_SHIFT + seat)) & 1) * rules.big_strength


@jit
def most_strength(state, rules, figures):
    """What the strongest seat on a feature counts for."""
    most = 0
    for seat in range(state.players):
        most = max(most, strength_of(rules, figures, seat))
    return most


@jit
def worth_complete(rules, sort, counts):
    """What a road, city or cloister pays when it is complete."""
    tiles = (counts >> TILE_SHIFT) & TILE_MASK
    special = (counts >> SPECIAL_SHIFT) & SEVEN
    if sort == ROAD:
        return tiles * (rules.inn_points if special != 0 else rules.road_points)
    if sort == CITY:
        each = rules.two_tile_city_points if tiles == 2 else rules.city_points
        if special != 0:
            each = rules.cathedral_points
        return (tiles + ((counts >> SHIELD_SHIFT) & SEVEN)) * each
    return tiles * rules.cloister_points


@jit
def worth_open(rules, sort, counts):
    """What a road, city or cloister pays that is incomplete at the end."""
    tiles = (counts >> TILE_SHIFT) & TILE_MASK
    special = (counts >> SPECIAL_SHIFT) & SEVEN
    if sort == ROAD:
        return tiles * (rules.open_inn_points if special != 0 else rules.open_road_points)
    if sort == CITY:
        each = rules.open_cathedral_points if special != 0 else rules.open_city_points
        return (tiles + ((counts >> SHIELD_SHIFT) & SEVEN)) * each
    return tiles * rules.cloister_points


@jit
def category_of(sort):
    """The category of points for a complete feature; it is also the column of `deployed` and `earned`."""
    if sort == ROAD:
        return FOR_ROADS
    if sort == CITY:
        return FOR_CITIES
    if sort == CLOISTER:
        return FOR_CLOISTERS
    return 3


@jit
def pay(state, seat, category, points, tiles, log):
    """Points for a seat."""
    state.score[seat] += points
    state.points[seat, category] += points
    note(log, ev.SCORE, seat, category, points, tiles, 0)


@jit
def credit(state, seat, feature, column, points, figures):
    """Note for the results which followers earned the points: all of the seat's on the feature, alike."""
    among = followers_of(figures, seat)
    each = points
    over = 0
    if among > 1:
        each = points // among
        over = points - each * among
    mask = state.on_map[seat] & ((1 << BUILDER_FIGURE) - 1)
    while mask != 0:
        figure = lowest_bit(mask)
        mask &= mask - 1
        if find(state, np.int64(state.stands_on[seat, figure])) == feature:
            state.earned[seat, column, state.quarter[seat, figure]] += each + (over > 0)
            over -= 1


@jit
def pay_majority(state, rules, feature, sort, points, category, log):
    """The points of a road, city or cloister go to who counts most there; shared by nobody, paid to each."""
    figures = state.figures[feature]
    most = most_strength(state, rules, figures)
    tiles = (state.counts[feature] >> TILE_SHIFT) & TILE_MASK
    for seat in range(state.players):
        if strength_of(rules, figures, seat) == most:
            pay(state, seat, category, points, tiles, log)
            credit(state, seat, feature, category_of(sort), points, figures)


@jit
def kind_of(figure):
    """Which kind of figure it is, by number."""
    if figure < BIG_FIGURE:
        return FOLLOWER
    if figure == BIG_FIGURE:
        return BIG
    return BUILDER if figure == BUILDER_FIGURE else PIG


@jit
def send_home(state, feature, log):
    """All figures on a feature go back to their owners."""
    figures = state.figures[feature]
    for seat in range(state.players):
        if followers_of(figures, seat) == 0:
            continue
        mask = state.on_map[seat]
        while mask != 0:
            figure = lowest_bit(mask)
            mask &= mask - 1
            if find(state, np.int64(state.stands_on[seat, figure])) == feature:
                state.on_map[seat] ^= 1 << figure
                state.supply[seat, kind_of(figure)] += 1
                cell = np.int64(state.tile_cell[state.stands_at[seat, figure] >> 3])
                note(log, ev.RETURN, seat, kind_of(figure), x_of(cell), y_of(cell), 0)
    state.figures[feature] = 0


@jit
def take_goods(state, seat, counts, log):
    """The goods of a city that was completed go to who completed it."""
    for good in range(3):
        tokens = (counts >> (GOOD_SHIFT + GOOD_BITS * good)) & SEVEN
        if tokens != 0:
            state.goods[seat, good] += tokens
            note(log, ev.GOODS, seat, good, tokens, 0, 0)


@jit
def score_complete(state, rules, feature, log):
    """A road, city or cloister is complete."""
    sort = np.int64(state.sort[feature])
    counts = state.counts[feature]
    if sort == CITY:
        take_goods(state, state.active, counts, log)
    if state.figures[feature] & ANYBODY != 0:
        points = worth_complete(rules, sort, counts)
        pay_majority(state, rules, feature, sort, points, category_of(sort), log)
        send_home(state, feature, log)


@jit
def score_tile(state, rules, log):
    """Everything that the tile just placed completed."""
    mask = state.completed & ALL_PARTS
    while mask != 0:
        part = lowest_bit(mask)
        mask &= mask - 1
        score_complete(state, rules, np.int64(state.part_feature[part]), log)
    score_cloisters(state, rules, log)
    count_lead(state, leader_of(state.score, state.players))


@jit
def score_cloisters(state, rules, log):
    """Cloisters that have all their neighbours by now; one that was complete when it was placed is scored already."""
    i = 0
    while i < state.cloisters:
        feature = np.int64(state.cloister[i])
        if state.counts[feature] & OPEN_MASK == 0:
            if state.figures[feature] != 0:
                score_complete(state, rules, feature, log)
            state.cloisters -= 1
            state.cloister[i] = state.cloister[state.cloisters]
            state.cloister_cell[i] = state.cloister_cell[state.cloisters]
        else:
            i += 1


# ---- the end ----


@jit
def score_field(state, rules, feature, log):
    """A field pays for its complete cities: by field (the third way), or for those that haven't paid the seat yet."""
    figures = state.figures[feature]
    most = most_strength(state, rules, figures)
    cities = count_bits(state.members[feature])
    for seat in range(state.players):
        if cities > 0 and strength_of(rules, figures, seat) == most:
            each = rules.farm_points + ((figures >> (HELPER_SHIFT + seat)) & 1) * rules.pig_points
            pay(state, seat, FOR_FIELDS, cities * each, cities, log)
            credit(state, seat, feature, 3, cities * each, figures)


@jit
def score_field_once(state, rules, seat, feature, paid, log):
    """The second way: a city pays a seat once, whichever fields of it the city touches; returns the cities paid."""
    figures = state.figures[feature]
    fresh = state.members[feature] & ~paid
    cities = count_bits(fresh)
    if cities == 0 or strength_of(rules, figures, seat) < most_strength(state, rules, figures):
        return paid
    pay(state, seat, FOR_FIELDS, cities * rules.farm_points, cities, log)
    credit(state, seat, feature, 3, cities * rules.farm_points, figures)
    return paid | fresh


@jit
def score_farmers_of_city(state, rules, city, log):
    """The first way: all farmers on all fields beside a city are counted together."""
    strengths = 0
    most = 0
    for seat in range(state.players):
        mask = state.on_map[seat] & ((1 << BUILDER_FIGURE) - 1)
        strength = 0
        while mask != 0:
            figure = lowest_bit(mask)
            mask &= mask - 1
            feature = find(state, np.int64(state.stands_on[seat, figure]))
            if state.sort[feature] == FIELD and (state.members[feature] >> city) & 1 != 0:
                strength += rules.big_strength if figure == BIG_FIGURE else 1
        strengths |= strength << (STRENGTH_BITS * seat)
        most = max(most, strength)
    for seat in range(state.players):
        if most > 0 and (strengths >> (STRENGTH_BITS * seat)) & STRENGTH_MASK == most:
            pay(state, seat, FOR_FIELDS, rules.farm_first_points, 1, log)
            credit_first(state, seat, city, rules.farm_first_points)


@jit
def credit_first(state, seat, city, points):
    """The first way: the seat's first farmer beside the city earned its points."""
    mask = state.on_map[seat] & ((1 << BUILDER_FIGURE) - 1)
    while mask != 0:
        figure = lowest_bit(mask)
        mask &= mask - 1
        feature = find(state, np.int64(state.stands_on[seat, figure]))
        if state.sort[feature] == FIELD and (state.members[feature] >> city) & 1 != 0:
            state.earned[seat, 3, state.quarter[seat, figure]] += points
            return


@jit
def score_goods(state, rules, log):
    """Who has most tokens of a kind of good."""
    for good in range(3):
        most = 0
        for seat in range(state.players):
            most = max(most, state.goods[seat, good])
        for seat in range(state.players):
            if most > 0 and state.goods[seat, good] == most:
                pay(state, seat, FOR_GOODS, rules.goods_points, most, log)


@jit
def score_end(state, rules, log):
    """Everything that is still on the map, goods, and what a seat gets for itself."""
    for seat in range(state.players):
        paid = 0
        mask = state.on_map[seat] & ((1 << BUILDER_FIGURE) - 1)
        while mask != 0:
            figure = lowest_bit(mask)
            mask &= mask - 1
            feature = find(state, np.int64(state.stands_on[seat, figure]))
            sort = np.int64(state.sort[feature])
            if sort == FIELD and rules.farm_scoring == 1:
                paid = score_field_once(state, rules, seat, feature, paid, log)
            elif state.counts[feature] & SCORED == 0:
                state.counts[feature] |= SCORED
                if sort != FIELD:
                    points = worth_open(rules, sort, state.counts[feature])
                    pay_majority(state, rules, feature, sort, points, category_of(sort) + OPEN, log)
                elif rules.farm_scoring == 0:
                    score_field(state, rules, feature, log)
    if rules.farm_scoring == 2:
        for city in range(state.complete_cities):
            score_farmers_of_city(state, rules, city, log)
    score_goods(state, rules, log)
    for seat in range(state.players):
        if rules.seat_points[seat] != 0:
            pay(state, seat, FOR_SEAT, rules.seat_points[seat], 0, log)
