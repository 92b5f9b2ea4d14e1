"""The kernel against the plain engine of Carcassonne: same moves, same map, same result."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.games.carcassonne_lockstep import GAME, play_both
from tests.games.odd_rules import odd_rules
from tests.reference.carcassonne_tiles import TILES, path_of

#: The sets in play, each combination.
SETS = ("", "river", "inns", "traders", "river inns", "river traders", "inns traders", "river inns traders")
ALL = {"river": True, "inns": True, "traders": True}
LEANS = (
    "pass",
    "big",
    "builder",
    "pig",
    "road",
    "city",
    "cloister",
    "field",
    "north",
    "east",
    "south",
    "west",
    "close",
)
#: Every switch on, few figures, few and many tiles of a kind: the corners that ordinary games seldom reach.
CORNERS: dict[str, dict[str, Any]] = {
    "first_farms": {"farm_scoring": "first", "inns": True, "followers": 4},
    "first_farms_river": {"farm_scoring": "first", "river": True, "farm_first_points": 5},
    "second_farms": {"farm_scoring": "second", "inns": True, "farm_points": 2},
    "second_farms_river": {"farm_scoring": "second", "river": True},
    "first_editions": {"farm_scoring": "first", "two_tile_city_points": 1},
    "start_tile_stays": {"river": True, "start_tile_stays": True},
    "u_turns": {"river": True, "river_u_turn": True, "copies.river.RI_II": 10, "copies.river.RI_IFI": 0},
    "long_river": {**ALL, "copies.river.RI_II": 6, "copies.river.RI_CICI": 5, "copies.base.V": 4, "copies.base.U": 4},
    "odd_points": {
        **ALL, "road_points": 3, "inn_points": 5, "city_points": 4, "cathedral_points": 7, "two_tile_city_points": 3,
        "cloister_points": 2, "open_road_points": 2, "open_inn_points": 1, "open_city_points": 3,
        "open_cathedral_points": 2, "farm_points": 5, "pig_points": 3, "goods_points": 7,
    },
    "few_figures": {**ALL, "followers": 1, "builders": 0},
    "many_figures": {**ALL, "followers": 12, "big_strength": 5},
    "no_big_one": {**ALL, "big_followers": 0, "pigs": 0},
    "compensated": {"seat_points": [0, 1, 2, 3, 4, 5], "followers": 5, "inns": True},
    "crossings": {"traders": True, "copies.traders.TB_RRrr": 20, "copies.base.U": 0, "copies.base.V": 4},
    "two_cities": {"copies.base.H": 14, "copies.base.I": 14, "copies.base.E": 2, "copies.base.U": 0},
    "cities": {"inns": True, "copies.inns.IC_Cccc_c": 8, "copies.base.R": 14, "copies.base.V": 0, "copies.base.U": 0},
    "inside": {**ALL, "copies.inns.IC_CCCC": 4, "copies.traders.TB_CcCC_c": 4, "copies.traders.TB_CcCc_w": 4,
               "copies.base.H": 0, "copies.base.V": 0, "copies.base.U": 0},
    "cloisters": {"copies.base.B": 30, "copies.base.A": 10, "copies.base.V": 0, "copies.base.U": 0},
    "nothing_fits": {"copies.base.C": 16, "copies.base.E": 20, "copies.base.U": 0, "copies.base.V": 0},
    "no_field": {"copies.base.B": 0, "copies.base.E": 0, "copies.base.V": 0, "copies.base.U": 0, "copies.base.X": 20},
}  # fmt: skip

#: Four tiles; when the one with a cap closes the first tile's city, the others fit nowhere.
FEW_TILES = {f"copies.base.{path_of(tile.name)}": 0 for tile in TILES if tile.set == "base"} | {
    "copies.base.D": 1, "copies.base.E": 1, "copies.base.C": 2,
}  # fmt: skip

#: Many caps around cathedrals: cities with one are closed, which ordinary games seldom see.
CATHEDRALS = FEW_TILES | {"inns": True, "copies.base.E": 20, "copies.base.C": 0, "copies.inns.IC_Cccc_c": 4}

#: A river that curls, and a few tiles more: now and then it runs into itself.
CURLS = FEW_TILES | {
    "river": True, "copies.river.RI_II": 6, "copies.river.RI_CICI": 3, "copies.river.RI_IFI": 3,
    "copies.base.C": 0, "copies.base.B": 3, "copies.base.V": 2,
}  # fmt: skip


def most(rules: Any) -> int:
    """The most players that rules allow."""
    return rules.most_players(GAME.max_players)[0]


@pytest.mark.parametrize("sets", SETS)
def test_random_games(sets: str) -> None:
    rules = GAME.rules.build(dict.fromkeys(sets.split(), True))
    decisions = sum(play_both(players, 11, 0, rules, every=2) for players in (2, most(rules)))
    assert decisions > 2 * 90


@pytest.mark.parametrize("lean", LEANS)
def test_games_that_lean_one_way(lean: str) -> None:
    play_both(2, 12, 0, GAME.rules.build({}), every=8, lean=lean)
    play_both(3 + len(lean) % 4, 12, 0, GAME.rules.build(ALL), every=8, lean=lean)


@pytest.mark.parametrize("corner", CORNERS)
def test_corners(corner: str) -> None:
    rules = GAME.rules.build(CORNERS[corner])
    play_both(most(rules), 14, 0, rules, every=4)
    play_both(2 + len(corner) % 4, 14, 1, rules, every=8, lean=("close", "field", "city")[len(corner) % 3])


@pytest.mark.parametrize("preset", GAME.rules.presets())
def test_presets(preset: str) -> None:
    play_both(3, 15, 0, GAME.rules.build(GAME.rules.presets()[preset]), every=8)


def test_games_of_a_few_tiles() -> None:
    rules = GAME.rules.build(FEW_TILES)
    assert sum(play_both(2, 16, number, rules) for number in range(40)) > 80


def test_closed_cathedrals() -> None:
    rules = GAME.rules.build(CATHEDRALS)
    assert sum(play_both(2, 15, number, rules, every=2, lean="close city") for number in range(4)) > 80


def test_rivers_that_run_into_themselves() -> None:
    rules = GAME.rules.build(CURLS)
    for number in range(24):
        play_both(2, 16, number, rules, every=4, lean=("close", "")[number % 2])


@settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(rules=odd_rules(GAME, 20), players=st.integers(2, 6), number=st.integers(0, 10**6), lean=st.sampled_from(LEANS))
def test_odd_rules(rules: Any, players: int, number: int, lean: str) -> None:
    play_both(min(players, most(rules)), 17, number, rules, every=4, lean=lean)


#: 250 games for each of the eight combinations at 2 to 5 players, 500 for each of the four that 6 can play.
@pytest.mark.verify
@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("sets", SETS)
def test_two_thousand_games(sets: str, players: int) -> None:
    rules = GAME.rules.build(dict.fromkeys(sets.split(), True))
    if players > most(rules):
        pytest.skip("six play with Inns & Cathedrals only")
    for number in range(500 if players == 6 else 250):
        play_both(players, 18, number, rules, every=8, lean=("", "", *LEANS)[number % (2 + len(LEANS))])


@pytest.mark.verify
@settings(max_examples=500, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(rules=odd_rules(GAME, 40), players=st.integers(2, 6), number=st.integers(0, 10**6), lean=st.sampled_from(LEANS))
def test_many_odd_rules(rules: Any, players: int, number: int, lean: str) -> None:
    play_both(min(players, most(rules)), 19, number, rules, every=4, lean=lean)
