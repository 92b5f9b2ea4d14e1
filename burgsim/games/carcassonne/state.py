"""The record that is one game of Carcassonne, field by field, and what each seat can't see.

Seats count from 0 here. A *feature* is what the rules call a road, city, field or cloister: all parts that are joined.
It is three words (components.py), and tiles remember nothing of it: features are reached from the *frontier*, the empty
cells beside tiles, each of which knows for its edges which features would go on there. When two features are joined,
one number leads to the other (`parent`).
"""

from __future__ import annotations

import numpy as np

from burgsim.games.carcassonne.components import KINDS, MAP_SIZE, MAX_PARTS, MAX_TILES
from burgsim.games.carcassonne.rules import MAX_FEATURES, MAX_FOLLOWERS, MAX_PAIRS, MAX_SEATS, RULES
from burgsim.games.game import desk_dtype, signatures

#: Four rotations of each cell of the frontier, and room for a store of four at its end.
MAX_ACTIONS = 1024
#: Slots of the frontier, from 1; on the map 0 is a cell away from tiles and TILE a cell with a tile.
SLOTS = 256
TILE = 255
NO_CELL = -1
NO_FEATURE = NO_PAIR = 65535

#: The decision that waits.
PLACE, DEPLOY = 1, 2
FRAMES = ("", "place", "deploy")
#: Figures of a player by number: followers from 0, then the big follower, the builder, the pig.
BIG_FIGURE, BUILDER_FIGURE, PIG_FIGURE = MAX_FOLLOWERS, MAX_FOLLOWERS + 1, MAX_FOLLOWERS + 2
MAX_FIGURES = MAX_FOLLOWERS + 3
#: Most followers of all players, so most cloisters with one.
MAX_CLOISTERS = MAX_SEATS * (MAX_FOLLOWERS + 1)

#: Categories of points: for what was complete, and for the rest at the end.
CATEGORIES = ("roads", "cities", "cloisters", "open_roads", "open_cities", "open_cloisters", "fields", "goods", "seat")
(
    FOR_ROADS, FOR_CITIES, FOR_CLOISTERS, FOR_OPEN_ROADS, FOR_OPEN_CITIES, FOR_OPEN_CLOISTERS, FOR_FIELDS, FOR_GOODS,
    FOR_SEAT,
) = range(len(CATEGORIES))  # fmt: skip
#: Followers are counted by what they were deployed on and in which quarter of the tiles.
SORTS = ("roads", "cities", "cloisters", "fields")
QUARTERS = 4

STATE = np.dtype(
    [
        ("actor", np.int64),  # the seat that is asked, CHANCE or OVER
        ("players", np.int64),
        ("active", np.int64),  # the seat in turn
        ("frame", np.int64),  # the decision that waits
        ("turn", np.int64),  # from 1
        ("part", np.int64),  # 1, or 2 in the second part of a double turn
        ("extra", np.int64),  # 1 when the builder has won a second part
        ("kind", np.int64),  # the tile in hand, or the one just placed
        # the tile just placed: figures that can be deployed on it (bit 8 * figure + part), parts that it completed
        # (bits; the bit above them: a cloister beside it), features of its parts
        ("options", np.int64),
        ("completed", np.int64),
        ("part_feature", np.uint16, (MAX_PARTS,)),
        # the end of the river: its cell (NO_CELL when there is none), the edge by which the river enters it, and how
        # the tile before turned: -1 left, 1 right; a cell where nothing can be placed any more
        ("mouth", np.int64),
        ("mouth_edge", np.int64),
        ("river_turned", np.int64),
        ("blocked", np.int64),
        # numbers in use of the lists below
        ("tiles", np.int64),
        ("slots", np.int64),
        ("features", np.int64),
        ("pairs", np.int64),
        ("cloisters", np.int64),
        ("shared", np.int64),  # tiles with several roads or several cities
        ("complete_cities", np.int64),
        ("discards", np.int64),
        ("river_front", np.int64),  # river_stack[front:back] is the river stack; so with the other tiles
        ("river_back", np.int64),
        ("front", np.int64),
        ("back", np.int64),
        ("leader", np.int64),  # seat (from 1) that was last ahead of all others
        ("lead_changes", np.int64),
        ("end_cause", np.int64),  # place in END_CAUSES (results.py)
        # features by number: the feature that this one was joined to (itself: none), and three words
        ("counts", np.int64, (MAX_FEATURES,)),
        ("figures", np.int64, (MAX_FEATURES,)),
        ("members", np.int64, (MAX_FEATURES,)),
        ("parent", np.uint16, (MAX_FEATURES,)),
        ("sort", np.uint8, (MAX_FEATURES,)),
        # fields beside a city form a ring: the place of one of them (or NO_PAIR), and by place the field and the next
        ("ring", np.uint16, (MAX_FEATURES,)),
        ("ring_field", np.uint16, (MAX_PAIRS,)),
        ("ring_next", np.uint16, (MAX_PAIRS,)),
        # the frontier by slot, from 1: the cell, what its neighbours show (two bits an edge), and by edge the features
        # that go on there: the road, city or field; fields at the left and right half; 16 bits each. Nothing is ever
        # written for the slots 0 and TILE, which the map has elsewhere: their code is 0
        ("links", np.int64, (SLOTS, 4)),
        ("cell", np.uint16, (SLOTS,)),
        ("code", np.uint8, (SLOTS,)),
        ("map", np.uint8, (MAP_SIZE,)),  # a slot, or TILE
        # tiles in the order they were placed: cell, and 4 * kind + rotation
        ("tile_cell", np.uint16, (MAX_TILES,)),
        ("tile_turned", np.uint16, (MAX_TILES,)),
        ("discard", np.uint8, (MAX_TILES,)),  # tiles that left the game
        # cloisters with a follower that are incomplete: cell and feature
        ("cloister_cell", np.uint16, (MAX_CLOISTERS,)),
        ("cloister", np.uint16, (MAX_CLOISTERS,)),
        # figures by seat and number: bits of those on the map; feature, place (8 * tile + part), quarter
        ("on_map", np.int64, (MAX_SEATS,)),
        ("stands_on", np.uint16, (MAX_SEATS, MAX_FIGURES)),
        ("stands_at", np.uint16, (MAX_SEATS, MAX_FIGURES)),
        ("quarter", np.uint8, (MAX_SEATS, MAX_FIGURES)),
        ("supply", np.int16, (MAX_SEATS, 4)),  # followers, big followers, builders, pigs
        ("goods", np.int16, (MAX_SEATS, 3)),
        ("score", np.int16, (MAX_SEATS,)),
        ("points", np.int16, (MAX_SEATS, len(CATEGORIES))),
        # counters for the results
        ("turns", np.int16, (MAX_SEATS,)),
        ("double_turns", np.int16, (MAX_SEATS,)),
        ("deployed", np.int16, (MAX_SEATS, 4, QUARTERS)),  # followers, by what on and when
        ("earned", np.int16, (MAX_SEATS, 4, QUARTERS)),  # by them; what a feature pays is shared among them
        ("sent", np.int16, (MAX_SEATS, 4)),  # figures of each kind deployed
        ("left", np.uint8, (KINDS,)),  # tiles of each kind that are still to be drawn
        ("river_stack", np.uint8, (MAX_TILES,)),  # seen by nobody
        ("stack", np.uint8, (MAX_TILES,)),  # seen by nobody
    ],
    align=True,
)

#: What a seat can't see, for the tests of hidden information: field, and why.
HIDDEN = {
    "river_stack": "order of the river tiles",
    "stack": "order of the other tiles",
}

DESK = desk_dtype(STATE, MAX_ACTIONS, room=2048)
SIG = signatures(STATE, RULES, DESK)
