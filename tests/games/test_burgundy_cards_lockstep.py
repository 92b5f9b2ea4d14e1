"""The kernel against the plain engine that was written from the rules: same moves, same state, same result."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.burgundy_cards_lockstep import GAME, play_both
from tests.games.odd_rules import odd_rules

PLAYERS = (1, 2, 3, 4)
#: Every switch on, few cards of few kinds, many effects: the corners that ordinary games seldom reach.
CORNERS: dict[str, dict[str, Any]] = {
    "effect_first": {"set_reward_order": "effect"},
    "choice": {"set_reward_order": "choice", "stack_beside_open": True},
    "dominated": {"offer_empty_sale": True, "offer_full_refill": True, "offer_uneven_convert": True},
    "few_points": {"points_supply": 5, "purchases_per_turn": 1},
    "points_run_out": {
        "points_supply": 4, "watchtower_points": 3, "aaron_cloister_points": 3, "cards.watchtower": [5] * 6,
    },
    "short_deals": {
        **{f"cards.{kind}": [0] * 6
           for kind in ("knowledge", "ship", "pasture", "carpenter", "church", "market", "watchtower", "bank",
                        "warehouse", "boarding_house")},
        "start_silver": 10, "silver_action": 10, "purchases_per_turn": 10, "project_limit": 6,
    },
    "beside": {
        **{f"cards.{kind}": [0] * 6 for kind in ("knowledge", "castle", "mine", "market", "church", "carpenter")},
        "cards.cloister": [6] * 6, "stack_beside_open": True, "project_limit": 6, "workers_refill": 6,
    },
    "last_seat": {"last_seat_two": True, "building_pips": "random", "seat_silver": [1, 0, 2, 3]},
    "many_effects": {"ship_goods": 3, "pasture_animals": 3, "boarding_cards": 3, "bank_silver": 9, "mine_silver": 5},
    "many_workers": {
        "knowledge_workers": 10, "silver_action": 10, "purchases_per_turn": 10, "convert_rate": 10,
        "workers_refill": 10,
    },
    "small_deck": {
        **{f"cards.{kind}": [0] * 6 for kind in ("knowledge", "ship", "pasture", "carpenter", "church", "market")},
        "aaron_piles": [1, 1, 1, 1, 1],
    },
    "long_lists": {
        "convert_rate": 2, "silver_action": 10, "knowledge_workers": 10, "mine_silver": 10, "start_silver": 10,
        "offer_uneven_convert": True, "turns": 10, "purchases_per_turn": 10,
    },
    "deep": {
        "purchase_price": 1, "purchases_per_turn": 10, "silver_action": 10, "start_silver": 10, "bank_silver": 10,
        "purchase_draw": 6,
    },
    "three_in_hand": {"hand_size": 3, "project_limit": 1, "worker_steps": 2, "set_size": 2},
    "odd_piles": {"goods.light": 4, "goods.medium": 4, "goods.dark": 3, "ship_goods": 3, "pasture_animals": 3},
    "no_goods": {"goods.light": 1, "goods.medium": 2, "goods.dark": 1, "animals.cow": 0, "animals.pig": 0},
    "cloisters": {
        **{f"cards.{kind}": [0] * 6 for kind in ("knowledge", "castle", "mine", "market", "church")},
        "cards.cloister": [8] * 6, "set_size": 4,
    },
}  # fmt: skip


@pytest.mark.parametrize("players", PLAYERS)
def test_random_games(players: int) -> None:
    decisions = sum(play_both(players, 11, number) for number in range(30))
    assert decisions > 30 * (30 if players == 1 else 150)


@pytest.mark.parametrize("lean", ["buy", "place", "take", "sell", "workers", "silver", "keep", "use"])
def test_games_that_lean_one_way(lean: str) -> None:
    for players in PLAYERS:
        play_both(players, 12, 0, lean=lean)


@pytest.mark.parametrize("corner", CORNERS)
def test_corners(corner: str) -> None:
    rules = GAME.rules.build(CORNERS[corner])
    for players in PLAYERS:
        play_both(players, 13, 0, rules)
    for players, lean in ((2, "buy"), (3, "use"), (1, "silver"), (4, "place")):
        play_both(players, 13, 2, rules, lean=lean)


@pytest.mark.parametrize("preset", GAME.rules.presets())
def test_presets(preset: str) -> None:
    rules = GAME.rules.build(GAME.rules.presets()[preset])
    for players in PLAYERS:
        play_both(players, 14, 0, rules)


@settings(max_examples=40, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(rules=odd_rules(GAME), players=st.sampled_from(PLAYERS), number=st.integers(0, 10**6))
def test_odd_rules(rules: Any, players: int, number: int) -> None:
    play_both(players, 15, number, rules)


@pytest.mark.verify
@pytest.mark.parametrize("players", PLAYERS)
def test_two_thousand_games(players: int) -> None:
    for number in range(2000):
        play_both(players, 16, number, every=1 if number % 4 == 0 else 8)


@pytest.mark.verify
@settings(max_examples=1500, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    rules=odd_rules(GAME, 25),
    players=st.sampled_from(PLAYERS),
    number=st.integers(0, 10**6),
    lean=st.sampled_from(["", "buy", "place", "convert", "skip", "use"]),
)
def test_many_odd_rules(rules: Any, players: int, number: int, lean: str) -> None:
    play_both(players, 17, number, rules, lean=lean)
