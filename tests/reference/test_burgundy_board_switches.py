"""The plain engine of The Castles of Burgundy: every knowledge tile and every switch."""

from __future__ import annotations

import random

import pytest

from tests.reference.burgundy_board import Game
from tests.reference.burgundy_board_deals import deal, of, play_out, turn
from tests.reference.burgundy_board_pieces import BLACK, NUMBERS
from tests.reference.burgundy_board_score import points, result

# ---- the knowledge tiles, each beside the same turn without it (1, 7: in the other file) ----


def test_tile_2_pays_a_worker_for_each_mine() -> None:
    for tile, workers in ((2, 2), (16, 0)):
        game = turn((), placed={24: "mine", 29: "mine"}, knowledge=(tile,))
        game._end_phase()
        assert (game.players[0].silver, game.players[0].workers) == (2, workers)


@pytest.mark.parametrize("tiles", [(), (3,), (4,), (3, 4)])
@pytest.mark.parametrize("how", ["die", "warehouse", "castle"])
def test_tiles_3_and_4_make_a_sale_pay_more(tiles: tuple, how: str) -> None:
    if how == "die":
        game = turn((2,), goods={2: 3}, knowledge=tiles)
        game.play(("sell", 2, 2))
    elif how == "warehouse":
        game = turn((3,), goods={2: 3}, knowledge=tiles, storage=["warehouse"])
        game.play(("place", *min(of(game, "place"))))
        game.play(("sell", 2))
    else:
        game = turn((6,), goods={2: 3}, knowledge=tiles, placed={7: "bank"}, storage=["castle"])
        game.play(("place", 6, "castle", 6))
        game.play(("sell", 2))
    assert (game.players[0].silver, game.players[0].workers) == (2 if 3 in tiles else 1, 1 if 4 in tiles else 0)


def test_tile_5_takes_from_two_neighbouring_depots() -> None:
    def ship(tile: int, **rules: bool) -> Game:
        game = turn(
            (2,), storage=["ship"], goods={1: 1, 2: 1}, knowledge=(tile,),
            depot_goods={6: [1, 4], 1: [4, 5], 2: [2], 3: [6]}, **rules,
        )  # fmt: skip
        game.play(("place", 2, "ship", 17))
        return game

    singles = {(6,), (1,), (3,), (2,), (0,)}
    assert of(ship(16), "goods") == singles
    assert of(ship(5, depots_wrap=False), "goods") == singles | {(1, 2), (2, 3)}
    game = ship(5)
    assert of(game, "goods") == singles | {(1, 2), (2, 3), (6, 1)}
    game.play(("goods", 6, 1))
    assert of(game, "keep") == {(4,), (5,)}
    game.play(("keep", 4))
    assert (game.players[0].goods[4], game.players[0].goods[1]) == (2, 2)
    assert (game.depot_goods[6], game.depot_goods[1], game.depot_goods[3]) == ([], [5], [6])


def test_tile_6_buys_from_any_depot_once() -> None:
    game = turn((1, 1), silver=5, depots={BLACK: ["bank"], 3: ["ship"]}, knowledge=(6,))
    assert of(game, "buy") == {(BLACK, "bank"), (3, "ship")}
    game.play(("buy", 3, "ship"))
    assert (game.players[0].silver, game.depots[3], of(game, "buy")) == (3, [], set())


@pytest.mark.parametrize(("workers", "reach"), [(0, {1}), (1, {1, 2, 3, 5, 6}), (2, {1, 2, 3, 4, 5, 6})])
def test_tile_8_makes_a_worker_two_steps(workers: int, reach: set) -> None:
    depots = {depot: ["ship"] for depot in range(1, 7)}
    game = turn((1,), workers=workers, depots=depots, knowledge=(8,))
    assert {depot for _, depot, _ in of(game, "take")} == reach
    without = turn((1,), workers=workers, depots=depots)
    assert {depot for _, depot, _ in of(without, "take")} == {
        depot for depot in range(1, 7) if min(abs(depot - 1), 6 - abs(depot - 1)) <= workers
    }


@pytest.mark.parametrize(
    ("tile", "freed"),
    [(9, {"bank"}), (10, {"ship", "pig 2"}), (11, {"castle", "mine", "knowledge 16"}), (12, {"take"}), (16, set())],
)
def test_tiles_9_to_12_change_a_die_by_one_for_free(tile: int, freed: set) -> None:
    placed = {17: "ship", 10: "pig 3", 11: "bank", 6: "castle", 24: "mine", 26: "bank"}
    for kind in ("bank", "ship", "pig 2", "castle", "mine", "knowledge 16"):
        everywhere = turn((1,), placed=placed, storage=[kind], knowledge=(tile,), workers=3)
        open_cells = {cell for _, _, cell in of(everywhere, "place")}
        for die in range(1, 7):
            game = turn((die,), placed=placed, storage=[kind], knowledge=(tile,), depots={3: ["ship"]})
            far = {cell: min(abs(NUMBERS[cell] - die), 6 - abs(NUMBERS[cell] - die)) for cell in open_cells}
            most = 1 if kind in freed else 0
            assert {cell for _, _, cell in of(game, "place")} == {cell for cell in far if far[cell] <= most}
            assert bool(of(game, "take")) == (abs(die - 3) <= (1 if "take" in freed else 0))


def test_a_free_step_comes_first_and_workers_pay_for_the_rest() -> None:
    depots = {depot: ["ship"] for depot in range(1, 7)}
    for tiles, costs in (((12,), [0, 0, 1, 2, 1, 0]), ((12, 8), [0, 0, 1, 1, 1, 0]), ((8,), [0, 1, 1, 2, 1, 1])):
        for depot, cost in enumerate(costs, start=1):
            game = turn((1,), workers=3, depots=depots, knowledge=tiles)
            game.play(("take", 1, depot, "ship"))
            assert game.players[0].workers == 3 - cost


@pytest.mark.parametrize(
    ("tiles", "workers", "silver"), [((), 2, 0), ((13,), 2, 1), ((14,), 4, 0), ((13, 14), 4, 1)]
)
def test_tiles_13_and_14_add_to_taking_workers(tiles: tuple, workers: int, silver: int) -> None:
    game = turn((1,), knowledge=tiles)  # nothing else can be done
    player = game.players[0]
    assert (player.workers, player.silver) == (workers, silver)
    for holds in (True, False):
        by_castle = turn((6,), knowledge=tiles, placed={7: "bank"}, storage=["castle"], castle_takes_workers=holds)
        by_castle.play(("place", 6, "castle", 6))
        if not by_castle.over:
            by_castle.play(("workers",))
        got = (by_castle.players[0].workers, by_castle.players[0].silver)
        assert got == ((workers, silver) if holds else (2, 0))
    house = turn((3,), storage=["boarding_house"], knowledge=tiles)
    house.play(("place", *min(of(house, "place"))))
    assert (house.players[0].workers, house.players[0].silver) == (4, 0)


@pytest.mark.parametrize(
    ("tile", "score"),
    [
        (15, 9), (16, 8), (17, 4), (18, 0), (19, 4), (20, 4), (21, 8), (22, 4), (23, 4), (24, 12), (25, 7), (26, 4),
        (14, 0),
    ],
)  # fmt: skip
def test_tiles_15_to_26_at_the_end(tile: int, score: int) -> None:
    buildings = ["warehouse", "warehouse", "watchtower", "church", "market", "boarding_house", "boarding_house", "bank"]
    placed = dict(enumerate([*buildings, "city_hall", "pig 2", "pig 3", "sheep 2", "cattle 4"], start=19))
    game = turn((1, 1), placed={**placed, 12: f"knowledge {tile}"}, storage=["knowledge 22"])
    player = game.players[0]
    player.sold |= {1: 4, 3: 1, 6: 2}
    player.bonus = [("large", "mine"), ("small", "ship")]
    assert points(game, player)["knowledge"] == score


# ---- switches ----


def test_a_purchase_inside_an_effect() -> None:
    def castle(**rules: bool) -> Game:
        game = turn((6,), placed={7: "bank"}, storage=["castle"], silver=3, depots={BLACK: ["mine"]}, **rules)
        game.play(("place", 6, "castle", 6))
        return game

    assert castle().decision == "turn"  # the castle took workers unasked
    game = castle(buy_inside_effects=True)
    assert game.legal() == [("workers",), ("buy", BLACK, "mine")]
    game.play(("buy", BLACK, "mine"))
    assert set(game.legal()) == {("place", "mine", 24), ("workers",)}


def test_an_effect_waits_for_a_purchase_that_gives_it_something_to_do() -> None:
    game = turn(
        (3,), storage=["city_hall"], silver=2, depots={BLACK: ["mine"]}, goods={1: 1}, buy_inside_effects=True
    )
    game.play(("place", 3, "city_hall", 25))
    assert game.legal() == [("skip",), ("buy", BLACK, "mine")]
    game.play(("buy", BLACK, "mine"))
    assert game.legal() == [("place", "mine", 24), ("skip",)]


def test_effects_that_are_not_optional() -> None:
    for optional in (True, False):
        game = turn((3,), storage=["warehouse"], goods={2: 2, 6: 1}, effects_optional=optional)
        game.play(("place", 3, "warehouse", 25))
        assert (("skip",) in game.legal()) == optional
    game = turn((3,), storage=["warehouse"], effects_optional=False)
    game.play(("place", 3, "warehouse", 25))
    assert game.over


def test_ships_to_empty_depots_and_goods_that_are_left() -> None:
    def ship(depot_goods: dict, **rules: bool) -> Game:
        game = turn((2,), storage=["ship"], goods={1: 1, 2: 1}, depot_goods=depot_goods, **rules)
        game.play(("place", 2, "ship", 17))
        return game

    there = {3: [1, 1, 4, 5], 5: [6]}
    assert of(ship(there, ship_to_empty=False), "goods") == {(3,), (5,)}
    assert ship({}, ship_to_empty=False).over and ship({}).over
    game = ship(there, ship_takes_all=False)
    game.play(("goods", 3))
    assert game.legal() == [("keep", 1), ("keep", 4), ("keep", 5), ("skip",)]
    game.play(("keep", 4))
    assert game.legal() == [("keep", 1), ("skip",)]
    game.play(("skip",))
    assert game.depot_goods[3] == [1, 1, 5]


def test_a_free_step_without_workers() -> None:
    depots = {depot: ["ship"] for depot in range(1, 7)}
    for depot, cost in enumerate([0, 0, 2, 3, 2, 0], start=1):
        game = turn((1,), workers=3, depots=depots, knowledge=(12,), free_step_with_workers=False)
        game.play(("take", 1, depot, "ship"))
        assert game.players[0].workers == 3 - cost


def test_other_set_ups() -> None:
    game = deal(2, 0, [1, 1], choose_on_first=True, start_tiles=[1, 49, 0, 0], seat_points=[0, 5, 0, 0])
    assert of(game, "start") == {(1,), (2,), (6,), (18,)}
    assert [player.storage for player in game.players] == [["warehouse"], ["knowledge 26"]]
    assert [points(game, player)["seat"] for player in game.players] == [0, 5]
    short = deal(3, 0, phases=2, rounds=3, dice=1, seat_silver=[0, 2, 4, 0])
    assert [player.silver for player in short.players] == [1, 3, 5]
    assert len(short.players[0].dice) == 1 and len(short.waiting_goods) == 2
    play_out(short)
    assert (short.phase, short.round) == (1, 2)


def test_a_depot_whose_place_takes_turns() -> None:
    rules = {"depots": {"d6": "castle/mine | building | ship"}}
    for players, colours in ((2, ["castle", "mine"]), (3, ["castle", "castle"])):
        game = deal(players, **rules)
        seen = {}
        chance = random.Random(0)
        while not game.over and game.phase < 2:
            if game.phase not in seen:
                seen[game.phase] = game.depots[6][0]
            game.play(chance.choice(game.legal()))
        assert list(seen.values()) == colours


def test_shared_ties() -> None:
    game = turn((), placed={19: "ship"}, tie_break="shared")
    for player in game.players:
        player.goods, player.workers, player.silver = dict.fromkeys(range(1, 7), 0), 0, 0
    assert [(one["rank"], one["win_60ths"]) for one in result(game)] == [(1, 30), (1, 30)]


@pytest.mark.parametrize("seed", range(4))
def test_random_games_with_all_switches(seed: int) -> None:
    rules = {
        "buy_inside_effects": True, "effects_optional": False, "ship_takes_all": False, "ship_to_empty": False,
        "depots_wrap": False, "free_step_with_workers": False, "castle_takes_workers": False, "choose_on_first": True,
        "start_castle_scores": True, "tie_break": "shared", "purchases": 2, "storage_limit": 1 + seed % 4,
    }  # fmt: skip
    game = deal(2 + seed % 3, seed, **rules)
    assert play_out(game, seed) > 100
