"""What a finished game of the board game was worth: its rows of the results."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits
from burgsim.games.burgundy_board.components import CELLS, KNOWLEDGE_TILES, TYPES
from burgsim.games.burgundy_board.rules import MAX_PHASES
from burgsim.games.burgundy_board.scoring import all_knowledge_points, final_score, goods_left, goods_sold
from burgsim.games.burgundy_board.state import CATEGORIES, SIG
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
    *(f"areas_{letter}" for letter in "ABCDE"),
    *(f"score_{letter}" for letter in "ABCDE"),
    *(f"knowledge_{k}" for k in range(1, KNOWLEDGE_TILES + 1)),
)
NULL_COLUMNS: tuple[str, ...] = ()
POINTS = len(SEAT_COLUMNS)
COUNTERS = POINTS + len(CATEGORIES)
PLACED = COUNTERS + 15
AREAS_IN = PLACED + len(TYPES)
PHASE_SCORE = AREAS_IN + MAX_PHASES
KNOWN = PHASE_SCORE + MAX_PHASES


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
    game_row[3] = state.lead_changes
    for seat in range(players):
        row = seat_rows[seat]
        row[SCORE] = final_score(state, rules, seat)
        row[TIEBREAK] = tie_break(state, rules, seat)
        for i in range(7):
            row[POINTS + i] = state.points[seat, i]
        row[POINTS + 7] = all_knowledge_points(state, rules, seat)
        row[POINTS + 8] = goods_left(state, seat) * rules.end_good_points
        row[POINTS + 9] = state.silver[seat] * rules.end_silver_points
        row[POINTS + 10] = state.workers[seat] // rules.workers_per_point
        row[COUNTERS] = state.estate[seat]
        row[COUNTERS + 1] = state.start_cell[seat]
        row[COUNTERS + 2] = CELLS - count_bits(state.occupied[seat])
        row[COUNTERS + 3] = state.first_rounds[seat]
        row[COUNTERS + 4] = state.takes[seat]
        row[COUNTERS + 5] = state.purchases[seat]
        row[COUNTERS + 6] = state.discards[seat]
        row[COUNTERS + 7] = state.sales[seat]
        row[COUNTERS + 8] = goods_sold(state, seat)
        row[COUNTERS + 9] = state.worker_actions[seat]
        row[COUNTERS + 10] = state.workers_used[seat]
        row[COUNTERS + 11] = state.workers[seat]
        row[COUNTERS + 12] = state.silver[seat]
        row[COUNTERS + 13] = state.bonus_tiles[seat, 0]
        row[COUNTERS + 14] = state.bonus_tiles[seat, 1]
        for kind in range(6):
            row[PLACED + kind] = np.int64(state.placed[seat, kind])
        for phase in range(5):
            row[AREAS_IN + phase] = state.areas_in[seat, phase]
            row[PHASE_SCORE + phase] = state.phase_score[seat, phase]
        for k in range(26):
            row[KNOWN + k] = (state.knowledge[seat] >> (k + 1)) & 1
    rank_seats(seat_rows, players)
