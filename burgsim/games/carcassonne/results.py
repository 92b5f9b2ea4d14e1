"""What a finished game of Carcassonne was worth: its rows of the results."""

from __future__ import annotations

from burgsim.games.carcassonne.components import FIGURES, GOODS
from burgsim.games.carcassonne.state import CATEGORIES, QUARTERS, SIG, SORTS
from burgsim.games.game import END_CAUSE, GAME_COLUMNS, SCORE, SEAT_COLUMNS, TIEBREAK, TURNS, rank_seats
from burgsim.games.jit import jit

END_CAUSES = ("last tile placed", "last tile left the game")
OWN_GAME_COLUMNS = (*GAME_COLUMNS, "tiles", "discards", "complete_cities", "lead_changes")
#: Followers deployed and the points that they earned, by what they stood on and the quarter of the tiles (from 1).
OWN_SEAT_COLUMNS = (
    *SEAT_COLUMNS,
    *(f"points_{name}" for name in CATEGORIES),
    "seat_turns",
    "double_turns",
    *(f"deployed_{name}" for name in FIGURES),
    *(f"left_{name}" for name in FIGURES),
    *GOODS,
    *(f"{what}_{sort}_{quarter}" for what in ("deployed", "earned") for sort in SORTS
      for quarter in range(1, QUARTERS + 1)),
)  # fmt: skip
POINTS = len(SEAT_COLUMNS)
COUNTERS = POINTS + len(CATEGORIES)
DEPLOYED = COUNTERS + 2
LEFT = DEPLOYED + 4
TOKENS = LEFT + 4
BY_SORT = TOKENS + 3


@jit(SIG.result)
def result(state, rules, game_row, seat_rows):
    """Fill the rows. There is no tie-break."""
    game_row[TURNS] = state.turn
    game_row[END_CAUSE] = state.end_cause
    game_row[3] = state.tiles
    game_row[4] = state.discards
    game_row[5] = state.complete_cities
    game_row[6] = state.lead_changes
    for seat in range(state.players):
        row = seat_rows[seat]
        row[SCORE] = state.score[seat]
        row[TIEBREAK] = 0
        for category in range(len(CATEGORIES)):
            row[POINTS + category] = state.points[seat, category]
        row[COUNTERS] = state.turns[seat]
        row[COUNTERS + 1] = state.double_turns[seat]
        for figure in range(4):
            row[DEPLOYED + figure] = state.sent[seat, figure]
            row[LEFT + figure] = state.supply[seat, figure]
        for good in range(3):
            row[TOKENS + good] = state.goods[seat, good]
        for sort in range(4):
            for quarter in range(QUARTERS):
                row[BY_SORT + QUARTERS * sort + quarter] = state.deployed[seat, sort, quarter]
                row[BY_SORT + QUARTERS * (4 + sort) + quarter] = state.earned[seat, sort, quarter]
    rank_seats(seat_rows, state.players)
