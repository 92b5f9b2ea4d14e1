"""The kernel against the plain engine of The Castles of Burgundy: same moves, same state, same result."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.burgundy_board_lockstep import GAME, play_both
from tests.games.odd_rules import odd_rules

PLAYERS = (2, 3, 4)
RANDOM = {"estates": (0, 0, 0, 0)}
VERBS = ["place", "take", "sell", "workers", "buy", "skip", "goods"]
#: Every switch the other way, few things, many things: the corners that ordinary games seldom reach.
CORNERS: dict[str, dict[str, Any]] = {
    "buy_inside": {"buy_inside_effects": True, "start_silver": 20, "purchases": 2},
    "buy_inside_dear": {"buy_inside_effects": True, "effects_optional": False, "bank_silver": 12, "purchase_price": 4},
    "buy_inside_nothing_else": {
        "buy_inside_effects": True, "start_silver": 20, "knowledge": (0,) * 26, "mines": (0, 0), "castles": (4, 20),
        "buildings.church": (20, 9),
    },
    "not_optional": {"effects_optional": False, "ship_to_empty": False},
    "goods_left_behind": {"ship_takes_all": False, "goods_types": 2, "start_goods": 1},
    "many_goods": {"goods_each": 10, "start_goods": 4, "goods_types": 4, "ships": (30, 8)},
    "one_type_of_goods": {"goods_types": 1, "start_goods": 1},
    "goods_left_when_full": {
        "ship_takes_all": False, "goods_types": 1, "start_goods": 1, "ships": (30, 8),
        "depots.d1": "ship ship | ship | ship", "depots.d4": "ship building | ship | mine",
    },
    "open_ring": {"depots_wrap": False, "start_tiles": (28, 28, 28, 28)},
    "free_steps": {"free_step_with_workers": False, "free_steps": 2, "start_tiles": (32, 33, 34, 35)},
    "long_steps": {"worker_steps": 2, "tile_worker_steps": 3, "start_tiles": (31, 31, 31, 31)},
    "no_steps": {"worker_steps": 0, "tile_worker_steps": 0, "free_steps": 3, "start_tiles": (32, 33, 34, 35)},
    "castles": {"castle_takes_workers": False, "castles": (30, 10), "start_tiles": (36, 37, 36, 37),
                "depots.d1": "castle castle | castle | castle"},
    "castles_everywhere": {"depots.d1": "castle castle | castle | castle", "castles": (30, 8), "ships": (0, 0)},
    "mines_everywhere": {
        "depots.d1": "mine mine | mine | mine", "depots.d4": "mine mine | mine | mine", "mines": (30, 8),
        "start_tiles": (49, 49, 49, 49),
    },
    "start": {"choose_on_first": True, "start_castle_scores": True, "estates": (1, 8, 1, 7)},
    "fewer_empty": {"tie_break": "fewer_empty", "area_points": (0,) * 8, "phase_points": (0,) * 5},
    "shared": {"tie_break": "shared", "phases": 1, "rounds": 1, "seat_points": (0, 1, 0, 1)},
    "ties": {
        "phases": 1, "rounds": 2, "area_points": (0,) * 8, "phase_points": (0,) * 5, "animal_points": 0,
        "watchtower_points": 0, "end_good_points": 0, "end_silver_points": 0, "workers_per_point": 20,
        "start_workers.p4": (1, 1, 1, 1),
        **{f"{name}.p{n}": 0 for name in ("sale_points", "bonus_large", "bonus_small") for n in (2, 3, 4)},
    },
    "one_die": {"dice": 1, "phases": 3, "rounds": 4, "seat_silver": (0, 5, 9, 20)},
    "small_storage": {"storage_limit": 1, "start_tiles": (8, 8, 8, 8)},
    "large_storage": {"storage_limit": 4, "start_tiles": (22, 22, 22, 22)},
    "few_tiles": {"ships": (2, 0), "mines": (1, 0), "buildings.bank": (0, 0), "animals.pig": (0, 0, 0, 0, 0, 4)},
    "black": {"black_depot.p2": 8, "black_depot.p3": 0, "black_depot.p4": 2, "purchase_price": 0, "purchases": 5},
    "known": {"knowledge": (1,) * 26, "points_building": 8, "points_bonus_tile": 8},
    "known_twice": {"knowledge": (2, 1) * 13, "animal_tile_points": 5, "animal_points": 0},
    "numbers": {
        "workers_action": 5, "watchtower_points": 9, "boarding_workers": 1, "bank_silver": 5, "mine_silver": 3,
        "mine_workers": 2, "sale_silver": 2, "tile_sale_silver": 5, "tile_sale_workers": 3, "tile_workers_silver": 2,
        "tile_workers": 7, "animal_points": 2, "animal_tile_points": 3, "end_good_points": 2, "end_silver_points": 3,
        "workers_per_point": 3, "phase_points": (1, 2, 3, 4, 5), "area_points": (9, 8, 7, 6, 5, 4, 3, 2),
    },
    "turns": {"depots.d6": "castle/mine building | castle/mine | ship/animal"},
}  # fmt: skip


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("rules", [{}, RANDOM], ids=["estate_1", "random_estates"])
def test_random_games(players: int, rules: dict[str, Any]) -> None:
    decisions = sum(play_both(players, 11, number, GAME.rules.build(rules), every=3) for number in range(5))
    assert decisions > 5 * 65 * players


@pytest.mark.parametrize("lean", VERBS)
def test_games_that_lean_one_way(lean: str) -> None:
    for players in PLAYERS:
        play_both(players, 12, 0, GAME.rules.build(RANDOM), every=4, lean=lean)


@pytest.mark.parametrize("estate", range(1, 10))
def test_every_estate(estate: int) -> None:
    rules = GAME.rules.build({"estates": (estate,) * 4})
    for lean in ("", "place"):
        play_both(2, 13, estate, rules, every=4, lean=lean)


@pytest.mark.parametrize("number", range(1, 27))
def test_every_knowledge_tile_from_the_start(number: int) -> None:
    rules = GAME.rules.build({**RANDOM, "start_tiles": (number + 23,) * 4})
    play_both(2 + number % 3, 14, number, rules, every=4, lean="place")


@pytest.mark.parametrize("corner", CORNERS)
def test_corners(corner: str) -> None:
    rules = GAME.rules.build({**RANDOM, **CORNERS[corner]})
    for players in PLAYERS:
        play_both(players, 15, 0, rules, every=4, lean=("", "place", "buy")[players - 2])
    play_both(2, 15, 1, rules, every=4, lean="place")


@pytest.mark.parametrize("preset", GAME.rules.presets())
def test_presets(preset: str) -> None:
    rules = GAME.rules.build(GAME.rules.presets()[preset])
    play_both(4, 16, 0, rules, every=4, lean="place")


@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(rules=odd_rules(GAME), players=st.sampled_from(PLAYERS), number=st.integers(0, 10**6))
def test_odd_rules(rules: Any, players: int, number: int) -> None:
    play_both(players, 17, number, rules, every=4, lean=("", "place")[number % 2])


@pytest.mark.verify
@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("lean", ["", "place"])
def test_two_thousand_games(players: int, lean: str) -> None:
    rules = GAME.rules.build(RANDOM)
    for number in range(1000):
        play_both(players, 18, number, rules, every=8, lean=lean)


@pytest.mark.verify
@settings(max_examples=300, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(
    rules=odd_rules(GAME, 25),
    players=st.sampled_from(PLAYERS),
    number=st.integers(0, 10**6),
    lean=st.sampled_from(["", "place", "take", "buy", "sell", "skip"]),
)
def test_many_odd_rules(rules: Any, players: int, number: int, lean: str) -> None:
    play_both(players, 19, number, rules, every=8, lean=lean)
