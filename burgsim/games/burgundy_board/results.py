"""What a finished game of the board game was worth: its rows of the results."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits
from burgsim.games.burgundy_board.components import CELLS, KNOWLEDGE_TILES, PHASES, TYPES
from burgsim.games.burgundy_board.rules import MAX_PHASES
from burgsim.games.burgundy_board.scoring import all_knowledge_points, final_score, goods_left, goods_sold
from burgsim.games.burgundy_board.state import CATEGORIES, LIVE_CATEGORIES, SIG
from burgsim.games.game import (
    END_CAUSE,
    GAME_COLUMNS,
    SCORE,
    SEAT_COLUMNS,
    TIEBREAK,
    TURNS,
    rank_seats,
)
from burgsim.games.jit import jit

END_CAUSES = ("rounds",)
OWN_GAME_COLUMNS = (*GAME_COLUMNS, "lead_changes")
#: Besides points: the estate and the cell of its start castle; what was done how often; tiles placed by type; areas
#: completed and points gathered by the end of each phase (what comes after phase E apart); one column a knowledge tile.
OWN_SEAT_COLUMNS = (
    *SEAT_COLUMNS,
    *(f"points_{name}" for name in CATEGORIES),
    "estate",
    "start_cell",
    "empty_cells",
    "first_rounds",
    "takes",
    "purchases",
    "discards",
    "sales",
    "goods_sold",
    "worker_actions",
    "workers_used",
    "workers_left",
    "silver_left",
    "large_bonuses",
    "small_bonuses",
    *(f"placed_{name}" for name in TYPES),
    *(f"areas_{letter}" for letter in PHASES),
    *(f"score_{letter}" for letter in PHASES),
    *(f"knowledge_{k}" for k in range(1, KNOWLEDGE_TILES + 1)),
)
NULL_COLUMNS: tuple[str, ...] = ()
LEAD_CHANGES = OWN_GAME_COLUMNS.index("lead_changes")
#: Where a seat's columns are; of those that come by category, type, phase or tile, the first.
at = OWN_SEAT_COLUMNS.index
POINTS = at(f"points_{CATEGORIES[0]}")
FOR_KNOWLEDGE, FOR_GOODS = at("points_knowledge"), at("points_goods")
FOR_SILVER, FOR_WORKERS = at("points_silver"), at("points_workers")
ESTATE, START_CELL, EMPTY_CELLS = at("estate"), at("start_cell"), at("empty_cells")
FIRST_ROUNDS, TAKES, PURCHASES = at("first_rounds"), at("takes"), at("purchases")
DISCARDS, SALES, SOLD = at("discards"), at("sales"), at("goods_sold")
WORKER_ACTIONS, WORKERS_USED, WORKERS_LEFT = at("worker_actions"), at("workers_used"), at("workers_left")
SILVER_LEFT, LARGE_BONUSES, SMALL_BONUSES = at("silver_left"), at("large_bonuses"), at("small_bonuses")
PLACED = at(f"placed_{TYPES[0]}")
AREAS_IN, PHASE_SCORE = at(f"areas_{PHASES[0]}"), at(f"score_{PHASES[0]}")
KNOWN = at("knowledge_1")


@jit
def tie_break(state, rules, seat):
    """Of equal scores more empty cells are better, then being later in turn order."""
    if rules.tie_break == 2:
        return 0
    empty = CELLS - count_bits(state.occupied[seat])
    earlier = 0
    for other in range(state.players):
        earlier += state.track[other] > state.track[seat]
    return (empty if rules.tie_break == 0 else CELLS - empty) * 8 + earlier


@jit(SIG.result)
def result(state, rules, game_row, seat_rows):
    """Fill the rows."""
    players = state.players
    game_row[TURNS] = state.rounds_rolled * players
    game_row[END_CAUSE] = 0
    game_row[LEAD_CHANGES] = state.lead_changes
    for seat in range(players):
        row = seat_rows[seat]
        row[SCORE] = final_score(state, rules, seat)
        row[TIEBREAK] = tie_break(state, rules, seat)
        for category in range(LIVE_CATEGORIES):
            row[POINTS + category] = state.points[seat, category]
        row[FOR_KNOWLEDGE] = all_knowledge_points(state, rules, seat)
        row[FOR_GOODS] = goods_left(state, seat) * rules.end_good_points
        row[FOR_SILVER] = state.silver[seat] * rules.end_silver_points
        row[FOR_WORKERS] = state.workers[seat] // rules.workers_per_point
        row[ESTATE] = state.estate[seat]
        row[START_CELL] = state.start_cell[seat]
        row[EMPTY_CELLS] = CELLS - count_bits(state.occupied[seat])
        row[FIRST_ROUNDS] = state.first_rounds[seat]
        row[TAKES] = state.takes[seat]
        row[PURCHASES] = state.purchases[seat]
        row[DISCARDS] = state.discards[seat]
        row[SALES] = state.sales[seat]
        row[SOLD] = goods_sold(state, seat)
        row[WORKER_ACTIONS] = state.worker_actions[seat]
        row[WORKERS_USED] = state.workers_used[seat]
        row[WORKERS_LEFT] = state.workers[seat]
        row[SILVER_LEFT] = state.silver[seat]
        row[LARGE_BONUSES] = state.bonus_tiles[seat, 0]
        row[SMALL_BONUSES] = state.bonus_tiles[seat, 1]
        for kind in range(len(TYPES)):
            row[PLACED + kind] = np.int64(state.placed[seat, kind])
        for phase in range(MAX_PHASES):
            row[AREAS_IN + phase] = state.areas_in[seat, phase]
            row[PHASE_SCORE + phase] = state.phase_score[seat, phase]
        for tile in range(KNOWLEDGE_TILES):
            row[KNOWN + tile] = (state.knowledge[seat] >> (tile + 1)) & 1
    rank_seats(seat_rows, players)
