"""The kernel against the plain engine of King Arthur: same moves, same state, same result."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.king_arthur_lockstep import GAME, play_both
from tests.games.odd_rules import odd_rules

PLAYERS = (2, 3, 4, 5)
VERBS = ["attack", "replenish", "pass", "adventure", "pay", "spend"]
#: Every switch on, few cards, many cards: the corners that ordinary games seldom reach.
CORNERS: dict[str, dict[str, Any]] = {
    "overpay": {"allow_overpay": True, "knight_singles": 3, "knight_doubles": 8},
    "no_merlin_only": {"merlin_only": False, "knight_merlins": 12},
    "optional_draw": {"optional_draw": True, "reshuffle_at_once": True, "draw_cards": 2, "draw_cards_idle": 4},
    "hand_limit": {"hand_limit": 3},
    "idle": {"idle_despite_adventure": True, "draw_after_end": False},
    "last_adventure": {"adventures_left_at_end": 0, "equal_turns": True},
    "short": {"turn_cap": 9, "equal_turns": True, "adventures_left_at_end": 12},
    "compensated": {"seat_knights": [0, 1, 1, 2, 3], "seat_points": [0, 2, 3, 4, 5], "tie_break": "more_pips"},
    "few_knights": {"knight_singles": 5, "knight_doubles": 1, "knight_merlins": 3, "start_knights": 2},
    "fewer_cards": {"tie_break": "fewer_cards", "hand_points": 2, "start_knights": 0},
    "shared": {"tie_break": "shared", "adventure_points.bandits": 8, "column_limit": 2},
    "saxons": {"adventure_cost.saxons": "total 4", "adventure_used.grail": False, "adventure_used.sea": False},
    "values": {
        "adventure_cost.grail": "values 5 4 3 or 4 4 4 4", "adventure_cost.bandits": "values 2 2 2 or 3 1 or 5",
        "adventure_cost.vikings": "values 1 1 1 1", "adventure_cost.sea": "values 3 3 or 3 2 2",
    },
    "few_adversaries": {"strengths.yellow": [1, 1, 0, 0, 0], "strengths.blue": [0] * 5, "strengths.green": [0] * 5},
}  # fmt: skip
SEALS: dict[str, dict[str, Any]] = {
    "seals": {},
    "two_payments": {"double_two_payments": True, "start_knights": 8},
    "two_payments_overpay": {"double_two_payments": True, "allow_overpay": True, "knight_doubles": 8},
    "two_payments_colours": {"double_two_payments": True, "merlin_only": False, "knight_merlins": 12},
    "few_seals": {"seals_each": 1, "column_limit": 2},
    "no_seals_left": {"seals_each": 0},
    "many": {"draw_cards": 4, "draw_cards_idle": 5},
    # the table is empty before long
    "few_adversaries": {
        "strengths.yellow": [1, 1, 0, 0, 0], "strengths.blue": [1, 0, 0, 0, 0], "strengths.green": [0] * 5,
        "strengths.red": [0] * 5, "adventures_left_at_end": 0,
    },
}  # fmt: skip


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seals", [False, True])
def test_random_games(players: int, seals: bool) -> None:
    rules = GAME.rules.build({"seals": seals})
    decisions = sum(play_both(players, 11, number, rules) for number in range(6))
    assert decisions > 6 * 90


@pytest.mark.parametrize("lean", VERBS)
def test_games_that_lean_one_way(lean: str) -> None:
    for players in PLAYERS:
        play_both(players, 12, 0, lean=lean)


@pytest.mark.parametrize("lean", ["attack", "double", "repeat", "half", "pass", "replenish"])
def test_games_with_seals_that_lean_one_way(lean: str) -> None:
    rules = GAME.rules.build({"seals": True, "double_two_payments": True})
    for players in PLAYERS:
        play_both(players, 13, 0, rules, lean=lean)


@pytest.mark.parametrize("corner", CORNERS)
def test_corners(corner: str) -> None:
    rules = GAME.rules.build(CORNERS[corner])
    for players in PLAYERS:
        play_both(players, 14, 0, rules)
        for lean in ("attack", "pass"):
            play_both(players, 14, 2, rules, every=2, lean=lean)


@pytest.mark.parametrize("corner", SEALS)
def test_corners_with_seals(corner: str) -> None:
    rules = GAME.rules.build({"seals": True, **SEALS[corner]})
    for players in PLAYERS:
        for lean in ("", "attack", "double", "half", "repeat"):
            play_both(players, 15, 2, rules, every=2, lean=lean)


@pytest.mark.parametrize("preset", GAME.rules.presets())
def test_presets(preset: str) -> None:
    rules = GAME.rules.build(GAME.rules.presets()[preset])
    for players in PLAYERS:
        play_both(players, 16, 0, rules)


@settings(max_examples=30, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(rules=odd_rules(GAME), players=st.sampled_from(PLAYERS), number=st.integers(0, 10**6))
def test_odd_rules(rules: Any, players: int, number: int) -> None:
    play_both(players, 17, number, rules)


@pytest.mark.verify
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("seals", [False, True])
def test_a_thousand_games(players: int, seals: bool) -> None:
    rules = GAME.rules.build({"seals": seals})
    for number in range(1000):
        play_both(players, 18, number, rules, every=1 if number % 4 == 0 else 8)


@pytest.mark.verify
@settings(max_examples=1000, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    rules=odd_rules(GAME, 25),
    players=st.sampled_from(PLAYERS),
    number=st.integers(0, 10**6),
    lean=st.sampled_from(["", "attack", "pass", "double", "half", "adventure"]),
)
def test_many_odd_rules(rules: Any, players: int, number: int, lean: str) -> None:
    play_both(players, 19, number, rules, lean=lean)
