"""What a finished game of the card game was worth: its rows of the results."""

from __future__ import annotations

from burgsim.games.burgundy_cards.components import ANIMALS, GOODS, ROUNDS, TYPES
from burgsim.games.burgundy_cards.estate import score
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
LETTERS = ROUNDS.lower()
MOST_ROUNDS = len(ROUNDS)
SOLO_COLUMNS = ("aaron_score", "won", "lost_in", *(f"margin_{letter}" for letter in LETTERS))
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
    *(f"sets_in_{letter}" for letter in LETTERS),
    *SOLO_COLUMNS,
)
#: Solo columns are null with more players, margins also for rounds that weren't reached; lost_in is 0 when won.
NULL_COLUMNS = SOLO_COLUMNS
RESHUFFLES = OWN_GAME_COLUMNS.index("reshuffles")
#: Where a seat's columns are; of those that come by category, type or round, the first.
at = OWN_SEAT_COLUMNS.index
POINTS = at(f"points_{CATEGORIES[0]}")
SILVER_LEFT, WORKERS_LEFT, PURCHASES = at("silver_left"), at("workers_left"), at("purchases")
SALES, SOLD, ANIMALS_LEFT, JOKERS = at("sales"), at("goods_sold"), at("animals"), at("jokers")
SETS, SETS_IN = at(f"sets_{TYPES[0]}"), at(f"sets_in_{LETTERS[0]}")
SOLO = at(SOLO_COLUMNS[0])
AARON_SCORE, WON, LOST_IN, MARGIN = at("aaron_score"), at("won"), at("lost_in"), at(f"margin_{LETTERS[0]}")


@jit(SIG.result)
def result(state, rules, game_row, seat_rows):
    """Fill the rows. Tie-break: cards left in storage (workers, silver, unsold goods, animals)."""
    players = state.players
    last = rules.rounds - 1 if state.lost_in == 0 else state.lost_in - 1
    game_row[TURNS] = (last + 1) * rules.turns * players
    game_row[END_CAUSE] = 1 if state.lost_in > 0 and state.lost_in < rules.rounds else 0
    game_row[RESHUFFLES] = state.reshuffles
    for seat in range(players):
        row = seat_rows[seat]
        goods = 0
        sold = 0
        for good in range(len(GOODS)):
            goods += state.goods[seat, good]
            sold += state.sold[seat, good]
        animals = 0
        for animal in range(len(ANIMALS)):
            animals += state.animals[seat, animal]
        row[SCORE] = score(state, seat)
        row[TIEBREAK] = state.workers[seat] + state.silver[seat] + goods + animals
        for category in range(len(CATEGORIES)):
            row[POINTS + category] = state.points[seat, category]
        row[SILVER_LEFT] = state.silver[seat]
        row[WORKERS_LEFT] = state.workers[seat]
        row[PURCHASES] = state.bought[seat]
        row[SALES] = state.sales[seat]
        row[SOLD] = sold
        row[ANIMALS_LEFT] = animals
        row[JOKERS] = state.jokers[seat]
        for kind in range(len(TYPES)):
            row[SETS + kind] = state.sets[seat, kind]
        for i in range(MOST_ROUNDS):
            row[SETS_IN + i] = state.sets_in_round[seat, i]
    if players > 1:
        for seat in range(players):
            for i in range(len(SOLO_COLUMNS)):
                seat_rows[seat, SOLO + i] = NULL
        rank_seats(seat_rows, players)
        return
    row = seat_rows[0]
    lost = state.lost_in > 0
    row[RANK_BEFORE] = 2 if lost else 1
    row[RANK] = 2 if lost else 1
    row[WIN_60THS] = 0 if lost else 60
    row[AARON_SCORE] = state.aaron_points[0] + state.aaron_points[1] + state.aaron_points[2]
    row[WON] = 0 if lost else 1
    row[LOST_IN] = state.lost_in
    for i in range(MOST_ROUNDS):
        row[MARGIN + i] = state.margin[i] if i <= last else NULL
