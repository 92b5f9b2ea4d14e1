"""The plain engine of Carcassonne on its own: the tiles, the examples of the rules, and whole games."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest

import tests.reference.carcassonne_tiles as box
from tests.reference.carcassonne import Game
from tests.reference.carcassonne_deals import ALL, given, new_game, played
from tests.reference.carcassonne_examples import (
    BUILDER,
    CATHEDRAL,
    CLOISTER,
    FOUR_CITIES,
    INN_ROAD,
    LAKE_WITHOUT_PLACE,
    RING,
    ROAD_AND_CITY,
    TWO_AGAINST_ONE,
    TWO_FIELDS,
    WALLED_IN,
)
from tests.reference.carcassonne_tiles import TILES
from tests.rules.paragraphs import table


def points(game: Any, category: str) -> list[int]:
    return [player.points[category] for player in game.players]


def names(kinds: list[int]) -> list[str]:
    return [TILES[kind].name for kind in kinds]


# ----------------------------------------------------------------------------------------------------------- tiles


def test_the_tiles_are_those_of_the_document() -> None:
    rows = table("carcassonne", "kind | tile")
    lines = [" | ".join(part.strip() for part in line.split("|")) for line in box.TABLE.strip().splitlines()]
    for row, line in zip(rows, lines, strict=True):
        kind, name, which, copies, edges, looks, cities, roads, fields, cloister = row
        told = f"{name:<10} {which:<7} {copies} {edges} {looks} | {cities} | {roads} | {fields}"
        assert line == told + (" | cloister" if cloister else "")
        assert TILES[int(kind)].name == name


def test_the_box() -> None:
    copies = Counter()
    for tile in TILES:
        copies[tile.set] += tile.copies
    assert copies == {"base": 72, "river": 12, "inns": 18, "traders": 24}
    assert Counter(tile.set for tile in TILES) == {"base": 24, "river": 10, "inns": 17, "traders": 24}
    cities = [(tile, city) for tile in TILES for city in tile.cities]
    goods = Counter()
    for tile, city in cities:
        goods[city.good] += tile.copies * (city.good is not None)
    assert [goods[good] for good in box.GOODS] == [9, 6, 5]
    assert sum(tile.copies for tile, city in cities if city.cathedral) == 2
    assert sum(tile.copies for tile in TILES for road in tile.roads if road.inn) == 6
    assert sum(tile.copies for tile, city in cities if city.shield) == 13


def test_every_edge_of_a_tile_belongs_to_what_it_shows() -> None:
    for tile in TILES:
        for side, shows in enumerate(tile.edges):
            holders = {
                "c": [city for city in tile.cities if side in city.edges],
                "r": [road for road in tile.roads if side in road.edges],
            }
            assert all(len(holders[letter]) == (letter == shows) for letter in "cr"), tile.name
            for half in (2 * side, 2 * side + 1):
                assert sum(half in field.halves for field in tile.fields) == (shows != "c"), tile.name
        ends = tile.kind in (box.SPRING, box.LAKE)
        assert len(tile.river()) == (2 - ends if tile.set == "river" else 0), tile.name
        assert all(0 <= city < len(tile.cities) for field in tile.fields for city in field.cities)


def seen(tile: Any, rotation: int) -> Any:
    """What a tile shows after some quarter turns."""

    def city(one: Any) -> Any:
        return frozenset((edge + rotation) % 4 for edge in one.edges), one.shield, one.cathedral, one.good

    fields = Counter(
        (
            frozenset((half + 2 * rotation) % 8 for half in field.halves),
            frozenset(city(tile.cities[n]) for n in field.cities),
        )
        for field in tile.fields
    )
    roads = Counter((frozenset((edge + rotation) % 4 for edge in road.edges), road.inn) for road in tile.roads)
    edges = "".join(tile.edges[(side - rotation) % 4] for side in range(4))
    return edges, Counter(city(one) for one in tile.cities), roads, fields


def test_rotations_that_look_the_same() -> None:
    for tile in TILES:
        different = [
            rotation for rotation in range(4) if seen(tile, rotation) not in [seen(tile, r) for r in range(rotation)]
        ]
        assert different == list(range(tile.looks)), tile.name


@pytest.mark.parametrize(
    ("sets", "river", "stack"),
    [
        ("", 0, 71),
        ("river", 11, 71),
        ("inns", 0, 89),
        ("traders", 0, 95),
        ("river inns", 11, 89),
        ("river inns traders", 11, 114),
    ],
)
def test_how_many_tiles_are_drawn(sets: str, river: int, stack: int) -> None:
    rules = box.DEFAULT_RULES | dict.fromkeys(sets.split(), True)
    assert tuple(map(len, box.box(rules))) == (river, stack)
    stays = box.box(rules | {"start_tile_stays": True})
    assert len(stays[1]) == stack + (bool(river) and "traders" not in sets)


# -------------------------------------------------------------------------------------------------------- examples


def test_a_ring_over_four_tiles_pays_four() -> None:
    game = played(RING, rest=["B"])
    assert points(game, "roads") == [4, 0]
    assert not game.map.figures and game.players[0].supply["follower"] == 7


def test_road_city_and_cloister() -> None:
    game = played(ROAD_AND_CITY, rest=["B"])
    assert points(game, "roads") == [3, 0] and points(game, "cities") == [4, 0]
    assert points(played(CLOISTER, rest=["B"]), "cloisters") == [9, 0]


def test_a_small_city_in_the_first_editions() -> None:
    game = played("E 0 -1 2 follower city 0", {"two_tile_city_points": 1})
    assert points(game, "cities") == [2, 0]


def test_tied_farmers_and_most_farmers() -> None:
    assert points(played(FOUR_CITIES), "fields") == [12, 12]
    assert points(played(TWO_AGAINST_ONE), "fields") == [12, 0]
    pig = FOUR_CITIES.replace("B 0 3 0", "B 0 3 0 pig field 0")
    assert points(played(pig, {"traders": True}), "fields") == [16, 12]
    # the pig of seat 1 is no help against two farmers
    fewer = TWO_AGAINST_ONE.replace("B 0 3 0", "B 0 3 0 pig field 0").replace("E 1 1 3 follower", "E 1 1 3 big")
    fewer = fewer.replace("E -1 1 1 follower field 0", "E -1 1 1")
    assert points(played(fewer, {"traders": True, "inns": True}), "fields") == [0, 12]


def test_an_inn_road_of_seven_tiles() -> None:
    assert points(played(INN_ROAD, {"inns": True}), "roads") == [14, 0]
    assert points(played(INN_ROAD.replace("IC-RFr.i", "U")), "roads") == [7, 0]
    assert points(played(INN_ROAD.replace("A 5 0 1", ""), {"inns": True}), "open_roads") == [0, 0]


def test_a_cathedral() -> None:
    game = played(CATHEDRAL, {"inns": True}, rest=["B"])
    assert points(game, "cities") == [36, 0]
    assert not game.map.figures
    assert points(played(CATHEDRAL.replace("E 0 -4 2", ""), {"inns": True}), "open_cities") == [0, 0]


def test_goods() -> None:
    game = given([], ["E", "B"], {"traders": True}, players=3)
    for player, goods in zip(game.players, ([0, 3, 2], [4, 1, 1], [4, 0, 0]), strict=True):
        player.goods = dict(zip(box.GOODS, goods, strict=True))
    while not game.over:
        game.play(game.legal()[-1])
    assert points(game, "goods") == [20, 10, 10]
    assert points(played("E 0 -1 2", {"traders": True}), "goods") == [0, 0]


def test_who_completes_a_city_takes_its_goods() -> None:
    game = played("TB-CFc.w 0 -1 1 follower city 0\nE 0 -2 2", {"traders": True}, rest=["B"])
    assert points(game, "cities") == [6, 0]
    assert [player.goods["wine"] for player in game.players] == [0, 1]


def test_three_ways_to_count_farmers() -> None:
    for way, wanted in (("third", [6, 3]), ("second", [3, 3]), ("first", [4, 0])):
        assert points(played(TWO_FIELDS, {"farm_scoring": way}), "fields") == wanted, way


def test_what_is_incomplete() -> None:
    game = played("M 0 -1 2 follower city 0\nU 1 0 0 follower road 0\nB 0 1 0 follower cloister 0")
    assert [points(game, f"open_{name}") for name in ("cities", "roads", "cloisters")] == [[3, 0], [0, 2], [3, 0]]


# -------------------------------------------------------------------------------------------------------- corners


def test_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    game = played("E 0 -1 2\nC\nB 0 1 0", rest=["B"])
    assert names(game.out) == ["C"] and [part["seat"] for part in game.parts] == [1, 2, 1]
    game = played("E 0 -1 2\nC")
    assert game.over and names(game.out) == ["C"] and [player.turns for player in game.players] == [1, 0]


def test_the_builder_brings_one_more_tile() -> None:
    game = played(BUILDER + "U 3 0 0\nA 4 0 1\nB 2 1 0", {"traders": True}, rest=["B", "B"])
    assert [part["seat"] for part in game.parts] == [1, 2, 1, 2, 1, 1, 2, 1]
    # the second tile gave no third, and the builder stays till the road is complete
    assert game.players[0].supply["builder"] == 0 and game.players[0].double_turns == 1


def test_the_second_tile_that_fits_nowhere_is_replaced() -> None:
    closed = "E 0 -1 2\nB 1 -1 0" + BUILDER + "A 3 0 1\nC\n"
    game = played(closed + "A -1 0 3\nB 3 1 0", {"traders": True}, rest=["B"])
    assert names(game.out) == ["C"]
    assert [part["seat"] for part in game.parts][6:] == [1, 1, 2, 1]
    # the road of the builder was completed by the second tile
    assert points(game, "roads")[0] == 5 and game.players[0].supply["builder"] == 1
    game = played(closed, {"traders": True})
    assert game.over and names(game.out) == ["C"] and len(game.parts) == 7


def test_a_builder_that_came_back_serves_again_in_the_second_part() -> None:
    script = (
        "A -1 0 3\nU 1 0 0 follower road 0\nB 0 1 0\nU 2 0 0 builder road 0\nB 1 1 0\nA 3 0 1 follower cloister 0\n"
    )
    game = played(script + "E 2 -1 1 follower city 0\nB 2 1 0", {"traders": True}, rest=["B"])
    assert points(game, "roads") == [0, 5] and [part["seat"] for part in game.parts][5:] == [2, 2, 1, 2]
    assert game.players[1].supply == {"follower": 5, "big": 0, "builder": 1, "pig": 1}


def test_a_narrow_u_is_forbidden_and_a_wider_one_is_not() -> None:
    game = given(["RI-II", "RI-II"], ["B"], {"river": True})
    game.play(("place", 1, 0, 0))
    game.play(("pass",))
    assert game.parts[1]["places"] == [("place", 1, 1, 2)]  # goes on to the east
    loose = given(["RI-II", "RI-II"], ["B"], {"river": True, "river_u_turn": True})
    loose.play(("place", 1, 0, 0))
    loose.play(("pass",))
    assert set(loose.parts[1]["places"]) == {("place", 1, 1, 1), ("place", 1, 1, 2)}
    wide = played("RI-II 1 0 0\nRI-IFI 1 1 1\nRI-II 1 2 1", {"river": True}, rest=["B"])
    assert not wide.out


def test_a_river_that_is_walled_in() -> None:
    """It runs into its own city, which no tile that is left can meet; all of them leave the game."""
    game = played(WALLED_IN, {"river": True}, rest=["B"])
    assert names(game.out) == ["RI-CIRI", "RI-RIrI", "RI-II", "RI-I.e"]
    assert [part["seat"] for part in game.parts][7] == 2
    assert (1, 1) not in {part[1:3] for part in game.places()}


def test_a_lake_without_a_place() -> None:
    game = played(LAKE_WITHOUT_PLACE, {"river": True}, rest=["B", "B"])
    assert names(game.out) == ["RI-I.e"]
    assert game.map.river_end() == ((1, 2), 0)


@pytest.mark.parametrize("seats", [1, 6, 7])
def test_numbers_of_players_are_refused(seats: int) -> None:
    with pytest.raises(ValueError, match="players"):
        new_game({}, seats)


def test_odd_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="Traders"):
        new_game({"traders": True, "farm_scoring": "first"})
    with pytest.raises(ValueError, match="unknown"):
        new_game({"wine": 1})
    with pytest.raises(ValueError, match="stacks"):
        Game({}, 2, [], [0] * 71)
    river, stack = box.box(box.DEFAULT_RULES | ALL)
    with pytest.raises(ValueError, match="lake"):
        Game(ALL, 2, river, stack)


# ----------------------------------------------------------------------------------------------------- whole games

SETS = [dict(zip(("river", "inns", "traders"), on, strict=True)) for on in itertools.product((False, True), repeat=3)]


@pytest.mark.parametrize("rules", SETS, ids=[" ".join(name for name in one if one[name]) or "base" for one in SETS])
def test_no_tile_and_no_figure_is_lost(rules: dict[str, bool]) -> None:
    for players in (2, 5 + rules["inns"]):
        game = new_game(rules, players, seed=players)
        chance = random.Random(players)
        whole = Counter(sum(box.box(game.rules), [])) + Counter([game.map.tiles[0, 0][0].kind])
        while not game.over:
            game.play(chance.choice(game.legal()))
            tiles = Counter(tile.kind for tile, _ in game.map.tiles.values())
            in_hand = [game.tile] if game.tile is not None and game.decision == "place" else []
            assert tiles + Counter(game.river + game.stack + game.out + in_hand) == whole
            for seat, player in enumerate(game.players, 1):
                standing = Counter(one.figure for one in game.map.figures if one.seat == seat)
                assert all(player.supply[figure] >= 0 for figure in box.FIGURES)
                full = {"follower": 7, "big": rules["inns"], "builder": rules["traders"], "pig": rules["traders"]}
                assert {figure: player.supply[figure] + standing[figure] for figure in box.FIGURES} == full
        result = game.result()
        assert sum(seat["win_60ths"] for seat in result["seats"]) == 60
        assert [seat["score"] for seat in result["seats"]] == [sum(seat["points"].values()) for seat in result["seats"]]
