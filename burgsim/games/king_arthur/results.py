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
from burgsim.games.king_arthur.components import ADVENTURES, ADVERSARIES, COLOURS, LANE, LANE_MASK
from burgsim.games.king_arthur.hands import score, strength_held
from burgsim.games.king_arthur.state import CATEGORIES, SIG

#: By mask of the causes (1 adventures, 2 adversaries, 4 turn cap), less 1.
END_CAUSES = (
    "adventures", "adversaries", "adventures and adversaries", "turn cap", "adventures, then turn cap",
    "adversaries, then turn cap", "adventures and adversaries, then turn cap",
)  # fmt: skip
#: Of each adventure: seat that completed it (from 1; 0 nobody), turn of the table, strengths spent on it.
BY_ADVENTURE = tuple(f"{what}_{name}" for what in ("owner", "taken_in", "taken_for") for name in ADVENTURES)
OWN_GAME_COLUMNS = (
    *GAME_COLUMNS,
    "reshuffles",
    "ender",
    "lead_changes",
    *BY_ADVENTURE,
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
NULL_COLUMNS = BY_ADVENTURE
#: Where columns are; of those that come by adventure or colour, the first.
in_game = OWN_GAME_COLUMNS.index
RESHUFFLES, ENDER, LEAD_CHANGES = in_game("reshuffles"), in_game("ender"), in_game("lead_changes")
OWNER, TAKEN_IN, TAKEN_FOR = (in_game(f"{what}_{ADVENTURES[0]}") for what in ("owner", "taken_in", "taken_for"))
at = OWN_SEAT_COLUMNS.index
FOR_ADVENTURES, FOR_ADVERSARIES, FOR_SEAT = at("points_adventures"), at("points_adversaries"), at("points_seat")
SEAT_TURNS, FIGHTS, DOUBLES, REPEATS = at("seat_turns"), at("fights"), at("double_attacks"), at("repeated_attacks")
REPLENISHED, TARGETS_OFFERED, PAID = at("replenished"), at("targets_offered"), at("knights_paid")
STRENGTH_TAKEN, COMPLETED, KNIGHTS_LEFT = at("strength_taken"), at("adventures"), at("knights_left")
LARGEST_HAND, SEALED_LEFT, LEFT = at("largest_hand"), at("sealed_left"), at(f"left_{COLOURS[0]}")


@jit(SIG.result)
def result(state, rules, game_row, seat_rows):
    """Fill the rows. Tie-break: the knights left, as the rules say."""
    players = state.players
    game_row[TURNS] = state.turn
    game_row[END_CAUSE] = state.end_causes - 1
    game_row[RESHUFFLES] = state.reshuffles
    game_row[ENDER] = state.ender
    game_row[LEAD_CHANGES] = state.lead_changes
    for adventure in range(len(ADVENTURES)):
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
        row[FOR_ADVENTURES] = state.points[seat]
        row[FOR_ADVERSARIES] = rules.hand_points * strength_held(state, seat)
        row[FOR_SEAT] = rules.seat_points[seat]
        row[SEAT_TURNS] = state.turns[seat]
        row[FIGHTS] = state.fights[seat]
        row[DOUBLES] = state.doubles[seat]
        row[REPEATS] = state.repeats[seat]
        row[REPLENISHED] = state.replenished[seat]
        row[TARGETS_OFFERED] = state.choices[seat]
        row[PAID] = state.pips_paid[seat]
        row[STRENGTH_TAKEN] = state.strength_taken[seat]
        completed = 0
        for adventure in range(len(ADVENTURES)):
            completed += state.owner[adventure] == seat + 1
        row[COMPLETED] = completed
        row[KNIGHTS_LEFT] = cards
        row[LARGEST_HAND] = state.largest_hand[seat]
        sealed = 0
        if rules.seals != 0:
            for card in range(ADVERSARIES):
                sealed += state.sealed[seat, card]
        row[SEALED_LEFT] = sealed
        for colour in range(len(COLOURS)):
            row[LEFT + colour] = (state.strength_sums[seat] >> (LANE * colour)) & LANE_MASK
    rank_seats(seat_rows, players)
