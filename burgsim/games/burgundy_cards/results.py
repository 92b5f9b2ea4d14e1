"""What a finished game of the card game was worth: its rows of the results."""

from __future__ import annotations

from burgsim.games.burgundy_cards.components import TYPES
from burgsim.games.burgundy_cards.play import score
from burgsim.games.burgundy_cards.state import CATEGORIES, SIG
from burgsim.games.game import (
    END_CAUSE,
    GAME_COLUMNS,
    NULL,
    RANK,
    RANK_BEFORE,
    SCORE,
    SEAT_COLUMNS,
    TIEBREAK,
    TURNS,
    WIN_60THS,
    rank_seats,
)
from burgsim.games.jit import jit

END_CAUSES = ("last round", "lost to Aaron")
OWN_GAME_COLUMNS = (*GAME_COLUMNS, "reshuffles")
OWN_SEAT_COLUMNS = (
    *SEAT_COLUMNS,
    *(f"points_{name}" for name in CATEGORIES),
    "silver_left",
    "workers_left",
    "purchases",
    "sales",
    "goods_sold",
    "animals",
    "jokers",
    *(f"sets_{name}" for name in TYPES),
    *(f"sets_in_{letter}" for letter in "abcde"),
    "aaron_score",
    "won",
    "lost_in",
    *(f"margin_{letter}" for letter in "abcde"),
)
#: Solo columns are null with more players, margins also for rounds that weren't reached; lost_in is 0 when won.
NULL_COLUMNS = OWN_SEAT_COLUMNS[-8:]
POINTS = len(SEAT_COLUMNS)
COUNTERS = POINTS + len(CATEGORIES)
SETS = COUNTERS + 7
SETS_IN = SETS + 7
SOLO = SETS_IN + 5


@jit(SIG.result)
def result(state, rules, game_row, seat_rows):
    """Fill the rows. Tie-break: cards left in storage (workers, silver, unsold goods, animals)."""
    players = state.players
    last = rules.rounds - 1 if state.lost_in == 0 else state.lost_in - 1
    game_row[TURNS] = (last + 1) * rules.turns * players
    game_row[END_CAUSE] = 1 if state.lost_in > 0 and state.lost_in < rules.rounds else 0
    game_row[3] = state.reshuffles
    for seat in range(players):
        row = seat_rows[seat]
        goods = state.goods[seat, 0] + state.goods[seat, 1] + state.goods[seat, 2]
        animals = 0
        for animal in range(4):
            animals += state.animals[seat, animal]
        row[SCORE] = score(state, seat)
        row[TIEBREAK] = state.workers[seat] + state.silver[seat] + goods + animals
        for category in range(7):
            row[POINTS + category] = state.points[seat, category]
        row[COUNTERS] = state.silver[seat]
        row[COUNTERS + 1] = state.workers[seat]
        row[COUNTERS + 2] = state.bought[seat]
        row[COUNTERS + 3] = state.sales[seat]
        row[COUNTERS + 4] = state.sold[seat, 0] + state.sold[seat, 1] + state.sold[seat, 2]
        row[COUNTERS + 5] = animals
        row[COUNTERS + 6] = state.jokers[seat]
        for kind in range(7):
            row[SETS + kind] = state.sets[seat, kind]
        for i in range(5):
            row[SETS_IN + i] = state.sets_in_round[seat, i]
    if players > 1:
        for seat in range(players):
            for i in range(8):
                seat_rows[seat, SOLO + i] = NULL
        rank_seats(seat_rows, players)
        return
    row = seat_rows[0]
    lost = state.lost_in > 0
    row[RANK_BEFORE] = 2 if lost else 1
    row[RANK] = 2 if lost else 1
    row[WIN_60THS] = 0 if lost else 60
    row[SOLO] = state.aaron_points[0] + state.aaron_points[1] + state.aaron_points[2]
    row[SOLO + 1] = 0 if lost else 1
    row[SOLO + 2] = state.lost_in
    for i in range(5):
        row[SOLO + 3 + i] = state.margin[i] if i <= last else NULL
