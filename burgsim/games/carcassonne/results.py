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
in_game = OWN_GAME_COLUMNS.index
TILES, DISCARDS = in_game("tiles"), in_game("discards")
COMPLETE_CITIES, LEAD_CHANGES = in_game("complete_cities"), in_game("lead_changes")
#: Where a seat's columns are; of those that come by category, figure, good or sort, the first.
at = OWN_SEAT_COLUMNS.index
POINTS = at(f"points_{CATEGORIES[0]}")
SEAT_TURNS, DOUBLE_TURNS = at("seat_turns"), at("double_turns")
SENT, LEFT, TOKENS = at(f"deployed_{FIGURES[0]}"), at(f"left_{FIGURES[0]}"), at(GOODS[0])
DEPLOYED, EARNED = at(f"deployed_{SORTS[0]}_1"), at(f"earned_{SORTS[0]}_1")


@jit(SIG.result)
def result(state, rules, game_row, seat_rows):
    """Fill the rows. There is no tie-break."""
    game_row[TURNS] = state.turn
    game_row[END_CAUSE] = state.end_cause
    game_row[TILES] = state.tiles
    game_row[DISCARDS] = state.discards
    game_row[COMPLETE_CITIES] = state.complete_cities
    game_row[LEAD_CHANGES] = state.lead_changes
    for seat in range(state.players):
        row = seat_rows[seat]
        row[SCORE] = state.score[seat]
        row[TIEBREAK] = 0
        for category in range(len(CATEGORIES)):
            row[POINTS + category] = state.points[seat, category]
        row[SEAT_TURNS] = state.turns[seat]
        row[DOUBLE_TURNS] = state.double_turns[seat]
        for figure in range(len(FIGURES)):
            row[SENT + figure] = state.sent[seat, figure]
            row[LEFT + figure] = state.supply[seat, figure]
        for good in range(len(GOODS)):
            row[TOKENS + good] = state.goods[seat, good]
        for sort in range(len(SORTS)):
            for quarter in range(QUARTERS):
                row[DEPLOYED + QUARTERS * sort + quarter] = state.deployed[seat, sort, quarter]
                row[EARNED + QUARTERS * sort + quarter] = state.earned[seat, sort, quarter]
    rank_seats(seat_rows, state.players)
