"""The record that is one game of the board game, field by field, and what each seat can't see.

Seats, depots, goods and phases count from 0 here. Tiles, cells and entries of the display are codes (components.py).
Header fields and masks are int64.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_board.components import CELLS, DEPOTS, ENTRIES, GOODS, PASTURES
from burgsim.games.burgundy_board.rules import (
    BLACK,
    MAX_GOODS,
    MAX_PHASES,
    MAX_ROUNDS,
    MAX_SEATS,
    MAX_STORAGE,
    MAX_TILES,
    RULES,
)
from burgsim.games.game import LOG, desk_dtype, signatures

#: 2 dice x (24 entries + 4 tiles x 12 cells + 6 goods + workers), 32 purchases and the end of the turn are 191.
MAX_ACTIONS = 192

#: The decision that waits; beside it, a tile may wait for room in storage (`incoming`).
START, TURN, FETCH, SALE, HALL, EXTRA, DEPOT, KEEP = range(1, 9)
FRAMES = ("", "start", "turn", "fetch", "sale", "hall", "extra", "depot", "keep")
#: The "die" of an action that takes none, which the castle and the buildings give.
NO_DIE = 2
#: The track: spaces, and on one space who came last lies on top.
SPACE = 256
#: Nothing waits for room in storage.
NO_ENTRY = -1

#: Categories of points: the first are counted as they come, the last four at the end.
CATEGORIES = (
    "animals", "areas", "phases", "bonus", "sales", "watchtower", "seat", "knowledge", "goods", "silver", "workers",
)  # fmt: skip
LIVE_CATEGORIES = 7
ANIMALS, AREAS, PHASES, BONUS, SALES, WATCHTOWERS, SEAT = range(LIVE_CATEGORIES)

STATE = np.dtype(
    [
        ("actor", np.int64),  # the seat that is asked, CHANCE or OVER
        ("players", np.int64),
        ("active", np.int64),  # the seat in turn
        ("frame", np.int64),  # the decision that waits
        ("phase", np.int64),
        ("round", np.int64),
        ("dice_left", np.int64),  # mask of the dice of the seat in turn
        ("bought", np.int64),  # purchases in this turn
        ("incoming", np.int64),  # the entry whose tile waits for room in storage, else NO_ENTRY
        ("fetch", np.int64),  # the building whose effect waits
        ("ship_types", np.int64),  # goods at the depots that a ship has gone to (mask of types) ...
        ("ship_depots", np.int64),  # ... and the depots (mask)
        # the display: entries with a tile, those to be listed (of equal tiles in a depot one), and entries by type
        ("alive", np.int64),
        ("listed", np.int64),
        ("of_type", np.int64, (BLACK,)),
        ("full_depots", np.int64),  # depots with goods
        ("depot_types", np.int64, (DEPOTS,)),  # goods at each depot as a mask of types
        # per seat
        ("estate", np.int64, (MAX_SEATS,)),  # 1..9
        ("silver", np.int64, (MAX_SEATS,)),
        ("workers", np.int64, (MAX_SEATS,)),
        ("knowledge", np.int64, (MAX_SEATS,)),  # mask of the knowledge tiles in the estate (bits 1..26)
        ("occupied", np.int64, (MAX_SEATS,)),  # cells with a tile
        ("open", np.int64, (MAX_SEATS,)),  # empty cells beside a tile
        ("blocked", np.int64, (MAX_SEATS, 8)),  # cells of cities that have the building already
        ("held", np.int64, (MAX_SEATS,)),  # goods in storage as a mask of types
        ("score", np.int64, (MAX_SEATS,)),  # points so far
        ("track", np.int64, (MAX_SEATS,)),  # turn order: SPACE * space + arrivals; the largest goes first
        ("arrivals", np.int64),
        ("stored", np.int64, (MAX_SEATS,)),  # tiles in storage
        ("storage", np.uint8, (MAX_SEATS, MAX_STORAGE)),  # sorted, NO_TILE behind
        ("dice", np.uint8, (MAX_SEATS, 2)),  # of this round
        ("goods", np.uint8, (MAX_SEATS, GOODS)),  # in storage
        ("depot_goods", np.uint8, (DEPOTS, GOODS)),
        ("display", np.uint8, (ENTRIES,)),
        ("order", np.uint8, (MAX_SEATS,)),  # seats of this round in turn
        ("place", np.int64),  # the place in it of the seat in turn
        ("cells", np.uint8, (MAX_SEATS, CELLS)),  # the estates: tiles by cell, NO_TILE where it is empty
        # animals and animal tiles by pasture and species, buildings by kind, species as a mask, tiles by type
        ("herd", np.uint8, (MAX_SEATS, PASTURES, 4)),
        ("herd_tiles", np.uint8, (MAX_SEATS, PASTURES, 4)),
        ("buildings", np.uint8, (MAX_SEATS, 8)),
        ("species", np.int64, (MAX_SEATS,)),
        ("placed", np.uint8, (MAX_SEATS, BLACK)),
        ("sold", np.uint8, (MAX_SEATS, GOODS)),  # goods sold
        ("bonus_tiles", np.int16, (MAX_SEATS, 2)),  # large and small
        ("bonus_owner", np.int8, (BLACK, 2)),  # by type: who has the large and the small one (seat + 1), 0 nobody
        ("points", np.int16, (MAX_SEATS, LIVE_CATEGORIES)),  # by category
        # counters for the results
        ("takes", np.int16, (MAX_SEATS,)),
        ("purchases", np.int16, (MAX_SEATS,)),
        ("discards", np.int16, (MAX_SEATS,)),
        ("sales", np.int16, (MAX_SEATS,)),
        ("worker_actions", np.int16, (MAX_SEATS,)),
        ("workers_used", np.int16, (MAX_SEATS,)),
        ("first_rounds", np.int16, (MAX_SEATS,)),  # rounds in which the seat went first
        ("areas_in", np.int16, (MAX_SEATS, MAX_PHASES)),
        ("phase_score", np.int16, (MAX_SEATS, MAX_PHASES)),  # points by the end of each phase, mines paid
        ("start_cell", np.int8, (MAX_SEATS,)),
        ("cleared", np.int16),  # tiles that left the game at the start of a phase
        ("leader", np.int16),  # seat (from 1) that was last ahead of all others at the end of a round
        ("lead_changes", np.int16),
        # laid out at set-up, seen by nobody until it is turned over
        ("rounds_rolled", np.int16),
        ("stack_front", np.int16, (BLACK + 1,)),  # the next tile of each stack
        ("stacks", np.uint8, (MAX_TILES,)),
        ("goods_tiles", np.uint8, (MAX_GOODS,)),  # of the phases, what is left, and from the end the seats' own
        ("goods_front", np.int16),  # the first that isn't turned over yet
        ("dice_ahead", np.uint8, (MAX_PHASES * MAX_ROUNDS, MAX_SEATS)),  # 6 * (first die - 1) + second die - 1
        ("white_ahead", np.uint8, (MAX_PHASES * MAX_ROUNDS,)),  # 0..5
    ],
    align=True,
)

#: What a seat can't see, for the tests of hidden information: field, and why.
HIDDEN = {
    "stacks": "tiles that no display has shown yet",
    "goods_tiles": "goods of later phases and those left in the box",
    "dice_ahead": "dice of later rounds",
    "white_ahead": "white dice of later rounds",
}

#: Beside what every desk has: an event buffer that stays empty, for a player who tries actions on a scratch state, and
#: the actions that it tries with what it thinks of them.
MAX_PLANS = 16
DESK = desk_dtype(
    STATE,
    MAX_ACTIONS,
    scratch=1,
    more=[("log", LOG), ("plans", np.int64, (MAX_PLANS,)), ("plan_worth", np.float64, (MAX_PLANS,))],
)
SIG = signatures(STATE, RULES, DESK)
