"""What a finished game of King Arthur was worth: its rows of the results."""

from __future__ import annotations

from burgsim.games.game import (
    END_CAUSE,
    GAME_COLUMNS,
    NULL,
    SCORE,
    SEAT_COLUMNS,
    TIEBREAK,
    TURNS,
    rank_seats,
)
from burgsim.games.jit import jit
from burgsim.games.king_arthur.components import ADVENTURES, COLOURS, LANE, LANE_MASK
from burgsim.games.king_arthur.hands import score, strength_held
from burgsim.games.king_arthur.state import CATEGORIES, SIG

#: By mask of the causes (1 adventures, 2 adversaries, 4 turn cap), less 1.
END_CAUSES = (
    "adventures", "adversaries", "adventures and adversaries", "turn cap", "adventures, then turn cap",
    "adversaries, then turn cap", "adventures and adversaries, then turn cap",
)  # fmt: skip
#: Of each adventure: seat that completed it (from 1; 0 nobody), turn of the table, strengths spent on it.
OWN_GAME_COLUMNS = (
    *GAME_COLUMNS,
    "reshuffles",
    "ender",
    "lead_changes",
    *(f"{what}_{name}" for what in ("owner", "taken_in", "taken_for") for name in ADVENTURES),
)
OWN_SEAT_COLUMNS = (
    *SEAT_COLUMNS,
    *(f"points_{name}" for name in CATEGORIES),
    "seat_turns",
    "fights",
    "double_attacks",
    "repeated_attacks",
    "replenished",
    "targets_offered",
    "knights_paid",
    "strength_taken",
    "adventures",
    "knights_left",
    "largest_hand",
    "sealed_left",
    *(f"left_{colour}" for colour in COLOURS),
)
#: An adventure that isn't in play has no owner; one that nobody completed has no turn and no strengths.
NULL_COLUMNS = OWN_GAME_COLUMNS[-39:]
OWNER = len(GAME_COLUMNS) + 3
TAKEN_IN, TAKEN_FOR = OWNER + 13, OWNER + 26
POINTS = len(SEAT_COLUMNS)
COUNTERS = POINTS + len(CATEGORIES)
LEFT = COUNTERS + 12


@jit(SIG.result)
def result(state, rules, game_row, seat_rows):
    """Fill the rows. Tie-break: the knights left, as the rules say."""
    players = state.players
    game_row[TURNS] = state.turn
    game_row[END_CAUSE] = state.end_causes - 1
    game_row[3] = state.reshuffles
    game_row[4] = state.ender
    game_row[5] = state.lead_changes
    for adventure in range(13):
        owner = state.owner[adventure]
        game_row[OWNER + adventure] = owner if owner >= 0 else NULL
        game_row[TAKEN_IN + adventure] = state.taken_in[adventure] if owner > 0 else NULL
        game_row[TAKEN_FOR + adventure] = state.taken_for[adventure] if owner > 0 else NULL
    for seat in range(players):
        row = seat_rows[seat]
        cards = state.hand_size[seat]
        doubles = state.knights[seat, 1] + state.knights[seat, 3] + state.knights[seat, 5]
        if rules.tie_break == 0:
            row[TIEBREAK] = cards
        elif rules.tie_break == 1:
            row[TIEBREAK] = cards + doubles
        elif rules.tie_break == 2:
            row[TIEBREAK] = -cards
        else:
            row[TIEBREAK] = 0
        row[SCORE] = score(state, rules, seat)
        row[POINTS] = state.points[seat]
        row[POINTS + 1] = rules.hand_points * strength_held(state, seat)
        row[POINTS + 2] = rules.seat_points[seat]
        row[COUNTERS] = state.turns[seat]
        row[COUNTERS + 1] = state.fights[seat]
        row[COUNTERS + 2] = state.doubles[seat]
        row[COUNTERS + 3] = state.repeats[seat]
        row[COUNTERS + 4] = state.replenished[seat]
        row[COUNTERS + 5] = state.choices[seat]
        row[COUNTERS + 6] = state.pips_paid[seat]
        row[COUNTERS + 7] = state.strength_taken[seat]
        completed = 0
        for adventure in range(13):
            completed += state.owner[adventure] == seat + 1
        row[COUNTERS + 8] = completed
        row[COUNTERS + 9] = cards
        row[COUNTERS + 10] = state.largest_hand[seat]
        sealed = 0
        if rules.seals != 0:
            for card in range(20):
                sealed += state.sealed[seat, card]
        row[COUNTERS + 11] = sealed
        for colour in range(4):
            row[LEFT + colour] = (state.strength_sums[seat] >> (LANE * colour)) & LANE_MASK
    rank_seats(seat_rows, players)
