"""What things are worth to a player of Carcassonne, in points: the features that the purposeful players weigh.

Everything is a weighted sum of named quantities (WEIGHTS). A road or city is worth what it pays if it is completed,
else what it pays incomplete, by the chance of completing it (chances.py). It counts for who has the majority, against
the other players in part, and with it come home the followers. A field is worth its complete cities and the chances of
the others beside it. Nothing here reads what the seat can't see.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits
from burgsim.games.carcassonne.components import (
    BIG,
    BUILDER,
    CITY,
    CLOISTER,
    FIELD,
    GOOD_BITS,
    GOOD_SHIFT,
    HELPER_SHIFT,
    OPEN_MASK,
    ROAD,
    SEVEN,
    TILE_MASK,
    TILE_SHIFT,
)
from burgsim.games.carcassonne.rules import MAX_FEATURES
from burgsim.games.carcassonne.scoring import (
    followers_of,
    most_strength,
    strength_of,
    worth_complete,
    worth_open,
)
from burgsim.games.jit import jit

#: The weights of the purposeful players: name to (default, meaning). The order is their place in the row.
WEIGHTS = {
    "road": (1.0, "each point that a road is expected to pay"),
    "city": (1.0, "... a city"),
    "cloister": (1.0, "... a cloister"),
    "farm": (1.0, "... a field"),
    "reach_road": (0.9, "chance to complete a road, for each open edge, with tiles enough"),
    "reach_city": (0.8, "... a city"),
    "reach_cloister": (0.9, "... a cloister, for each cell around it"),
    "fitting": (3.0, "how many tiles that fit a cell make it likely to be filled"),
    "late": (8.0, "tiles left at which every chance is down to a half"),
    "rivals": (0.8, "what others gain, as a share of what one gains oneself"),
    "follower": (3.0, "a follower in the supply at the start; it falls with the tiles left"),
    "last_follower": (6.0, "... and more, divided by how many there are in the supply"),
    "farmer": (2.0, "what a farmer costs more, since it doesn't come back"),
    "home": (0.65, "a follower that will come home, as a share of one in the supply"),
    "city_future": (0.5, "a field: a city beside it that may still be completed, by the chance, as a share"),
    "field_growth": (0.8, "a large field: cities that may come beside it, at the start"),
    "spoil": (1.0, "what a tile does to the chances of features that it doesn't belong to"),
    "big": (1.0, "what a big follower costs more than a follower, at the start"),
    "builder": (6.0, "a builder deployed, at the start"),
    "extra": (5.0, "a second tile in a turn"),
    "pig": (1.0, "each point that a pig adds to its field"),
    "good": (2.0, "each token of goods"),
    "style_road": (0.0, "what a style adds to a follower on a road or cloister (not tuned)"),
    "style_city": (0.0, "what a style adds to a follower on a city (not tuned)"),
    "style_farm": (0.0, "what a style adds to a farmer (not tuned)"),
    "style_deny": (0.0, "what a style adds to the share at which others' gains count (not tuned)"),
}
(
    W_ROAD, W_CITY, W_CLOISTER, W_FARM, W_REACH_ROAD, W_REACH_CITY, W_REACH_CLOISTER, W_FITTING, W_LATE, W_RIVALS,
    W_FOLLOWER, W_LAST, W_FARMER, W_HOME, W_CITY_FUTURE, W_FIELD_GROWTH, W_SPOIL, W_BIG, W_BUILDER, W_EXTRA, W_PIG,
    W_GOOD, W_STYLE_ROAD, W_STYLE_CITY, W_STYLE_FARM, W_STYLE_DENY,
) = range(len(WEIGHTS))  # fmt: skip

#: Places in desk.room, by feature: what it is worth as it stands, the chance that it is completed (of a field: the sum
#: of those of the cities beside it), and the stamp of the city that was last counted there.
R_WORTH, R_CHANCE, R_LAST = 0, MAX_FEATURES, 2 * MAX_FEATURES
#: By number of tiles that fit a cell: how likely that makes it to be filled, and what that does to a chance now. Then
#: the chance by open cells of a cloister, and by what an open edge shows when there are tiles enough.
R_LIKELY = 3 * MAX_FEATURES
MOST_FITS = 64
R_FITS = R_LIKELY + MOST_FITS
R_CLOISTER = R_FITS + MOST_FITS
R_REACH = R_CLOISTER + 9
#: A follower's worth in the supply, one that will come home, others' gains, and the share of the tiles that are left.
R_FOLLOWER, R_HOME, R_RIVALS, R_LEFT = range(R_REACH + 4, R_REACH + 8)
#: What the tables by number of tiles were worked out for, and the stamps given out so far.
R_EACH, R_LATE, R_STAMP = range(R_LEFT + 1, R_LEFT + 4)
#: In a preview, by part of the tile: the chance of its feature.
R_PART = R_STAMP + 1
#: A field grows cities by the tiles it has, up to so many.
LARGE_FIELD = 12


@jit(inline=True)
def expected_points(rules, desk, sort, counts, cities, chance):
    """What a feature is expected to pay who has the majority; of a field `chance` is a sum over cities to come."""
    weights = desk.weights
    tiles = (counts >> TILE_SHIFT) & TILE_MASK
    if sort == FIELD:
        growth = weights[W_FIELD_GROWTH] * desk.room[R_LEFT] * min(tiles, LARGE_FIELD) * (1.0 / LARGE_FIELD)
        return weights[W_FARM] * rules.farm_points * (cities + weights[W_CITY_FUTURE] * chance + growth)
    if sort == CLOISTER:
        return weights[W_CLOISTER] * rules.cloister_points * (tiles + (9 - tiles) * chance)
    points = chance * worth_complete(rules, sort, counts) + (1.0 - chance) * worth_open(rules, sort, counts)
    return points * (weights[W_ROAD] if sort == ROAD else weights[W_CITY])


@jit
def worth_of_feature(state, rules, seat, desk, sort, counts, figures, cities, chance):
    """A feature with followers: points for the majority, and followers that come home; others' count against."""
    points = expected_points(rules, desk, sort, counts, cities, chance)
    home = 0.0
    if sort != FIELD:
        home = chance * desk.room[R_HOME]
    most = most_strength(state, rules, figures)
    worth = 0.0
    for other in range(state.players):
        followers = followers_of(figures, other)
        if followers == 0:
            continue
        gain = home * followers
        if strength_of(rules, figures, other) == most:
            gain += points
            if sort == FIELD and (figures >> (HELPER_SHIFT + other)) & 1 != 0:
                gain += desk.weights[W_PIG] * rules.pig_points * cities
        worth += gain if other == seat else -desk.room[R_RIVALS] * gain
    return worth


@jit(inline=True)
def worth_of_follower(rules, desk, sort, counts, cities, chance):
    """A follower on a feature without any."""
    weights = desk.weights
    worth = expected_points(rules, desk, sort, counts, cities, chance)
    if sort == FIELD:
        return worth - desk.room[R_FOLLOWER] - weights[W_FARMER] * desk.room[R_LEFT] + weights[W_STYLE_FARM]
    if counts & OPEN_MASK == 0:  # it comes back at once
        return worth
    style = weights[W_STYLE_CITY] if sort == CITY else weights[W_STYLE_ROAD]
    return worth - desk.room[R_FOLLOWER] + chance * desk.room[R_HOME] + style


@jit
def worth_of_helper(rules, desk, kind, cities, chance):
    """A builder on a road or city, a pig on a field, where a follower of its owner stands."""
    if kind == BUILDER:
        return desk.weights[W_BUILDER] * desk.room[R_LEFT]
    return desk.weights[W_PIG] * rules.pig_points * (cities + chance - 3.0 * desk.room[R_LEFT])


@jit
def worth_of_goods(desk, counts):
    """The goods of a city that is completed."""
    tokens = 0
    for good in range(3):
        tokens += (counts >> (GOOD_SHIFT + GOOD_BITS * good)) & SEVEN
    return desk.weights[W_GOOD] * tokens


@jit
def worth_of_figure(state, rules, desk, kind, part):
    """A figure on a part of the tile just placed."""
    feature = np.int64(state.part_feature[part])
    sort = np.int64(state.sort[feature])
    counts = state.counts[feature]
    chance = desk.room[R_CHANCE + feature]
    cities = 0
    if sort == FIELD:
        cities = count_bits(state.members[feature])
    elif sort == CLOISTER:
        chance = desk.room[R_CLOISTER + (counts & OPEN_MASK)]
    if kind > BIG:
        return worth_of_helper(rules, desk, kind, cities, chance)
    worth = worth_of_follower(rules, desk, sort, counts, cities, chance)
    return worth - desk.weights[W_BIG] * desk.room[R_LEFT] if kind == BIG else worth
