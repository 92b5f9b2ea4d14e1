"""Rules of The Castles of Burgundy, chapter 9: each of the 26 knowledge tiles, beside the same turn without it."""

from __future__ import annotations

from typing import Any

import pytest

from burgsim.games.burgundy_board.components import NUMBER_OF
from tests.rules.burgundy_board_table import Board, furnish, lay_out, turn
from tests.rules.paragraphs import paragraphs

EVERY_DEPOT = {depot: ["ship"] for depot in range(1, 7)}
#: A tile that does nothing before the end of the game.
OTHER = 18
BUILDINGS = ("warehouse", "watchtower", "carpenter", "church", "market", "boarding_house", "bank", "city_hall")


def far(a: int, b: int) -> int:
    return min((a - b) % 6, (b - a) % 6)


def sale(how: str, *tiles: int, **rules: int) -> Board:
    """Two goods sold with a die, through a warehouse or with a castle."""
    if how == "die":
        return turn((2,), rules=rules, goods={2: 2}, knowledge=tiles).play("sell 2 2")
    if how == "warehouse":
        board = turn((3,), rules=rules, goods={2: 2}, knowledge=tiles, storage=["warehouse"])
        return board.play("place 3 warehouse 25", "sell 2")
    board = turn((6,), rules=rules, goods={2: 2}, knowledge=tiles, placed={7: "bank"}, storage=["castle"])
    return board.play("place 6 castle 6", "sell 2")


def at_the_end(number: int, **rules: int) -> int:
    """What a tile pays in an estate with a bit of everything."""
    buildings = ["warehouse"] * 3 + ["watchtower"] * 2 + ["church", "market", "bank", "boarding_house", "city_hall"]
    cells = [8, 11, 13, 14, 22, 23, 25, 26, 28, 31]
    animals = {0: "pig 2", 4: "pig 3", 5: "sheep 2", 27: "cattle 4"}
    board = turn((), rules=rules, placed=dict(zip(cells, buildings, strict=True)) | animals, knowledge=(number,))
    board.state["sold"][0] = (4, 0, 1, 0, 0, 2)
    board.state["bonus_tiles"][0] = (1, 2)
    return board.row()["points_knowledge"]


@paragraphs("9.1")
def test_tile_1_allows_equal_buildings_in_a_city() -> None:
    mine: dict[str, Any] = {"placed": {13: "bank"}, "storage": ["bank"], "workers": 9}
    assert turn((3,), knowledge=(OTHER,), **mine).cells("bank") == {11, 25}
    assert turn((3,), knowledge=(1,), **mine).cells("bank") == {8, 14, 11, 25}
    hall: dict[str, Any] = {"placed": {13: "bank"}, "storage": ["city_hall", "bank"]}
    assert turn((3,), knowledge=(1,), **hall).play("place 3 city_hall 25").cells("bank") >= {8, 14}


@paragraphs("9.2")
def test_tile_2_pays_a_worker_for_each_mine_at_the_end_of_a_phase() -> None:
    for number, workers in ((2, 2), (OTHER, 0)):
        for each in (1, 3):
            board = Board(2, {"phases": 1, "mine_workers": each, "workers_action": 0}).start()
            furnish(board, 1, placed={24: "mine", 29: "mine"}, knowledge=(number,))
            furnish(board, 2, placed={24: "mine"})
            lay_out(board, {})
            board.quietly(lambda board: False)
            assert (board.workers(1), board.silver(1), board.workers(2)) == (workers * each, 2, 0)


@paragraphs("9.3")
@pytest.mark.parametrize("how", ["die", "warehouse", "castle"])
def test_tile_3_makes_a_sale_pay_two_silver(how: str) -> None:
    assert (sale(how, OTHER).silver(), sale(how, 3).silver(), sale(how, 3, tile_sale_silver=5).silver()) == (1, 2, 5)
    assert sale(how, 3).points("sales") == 4 and sale(how, 3).workers() == 0


@paragraphs("9.4")
@pytest.mark.parametrize("how", ["die", "warehouse", "castle"])
def test_tile_4_makes_a_sale_pay_a_worker(how: str) -> None:
    assert (sale(how, OTHER).workers(), sale(how, 4).workers()) == (0, 1)
    assert sale(how, 4, tile_sale_workers=3).workers() == 3
    assert sale(how, 4).silver() == 1 and sale(how, 3, 4).silver() == 2


@paragraphs("9.5")
def test_tile_5_lets_a_ship_take_from_two_neighbouring_depots() -> None:
    def ship(number: int, **rules: bool) -> Board:
        return turn(
            (2,), rules=rules, storage=["ship"], goods={1: 1, 2: 1}, knowledge=(number,),
            depot_goods={6: [1, 4], 1: [4, 5], 2: [2], 4: [6]},
        ).play("place 2 ship 17")  # fmt: skip

    singles = {"6", "1", "2", "4", "0"}
    assert ship(OTHER).of("goods") == singles
    assert ship(5, depots_wrap=False).of("goods") == singles | {"1 2"}
    board = ship(5)
    assert board.of("goods") == singles | {"1 2", "6 1"}
    board.play("goods 6 1")
    assert board.of("keep") == {"4", "5"} and board.goods()[1] == 2
    board.play("keep 4")
    assert board.goods() == {1: 2, 2: 1, 4: 2}
    assert [board.goods_at(depot) for depot in (6, 1, 2, 4)] == [{}, {5: 1}, {2: 1}, {6: 1}]
    assert ship(5).play("goods 1").of("keep") == {"4", "5"}  # the second depot is optional


@paragraphs("9.6")
def test_tile_6_buys_from_any_depot_once_for_the_same_price() -> None:
    mine: dict[str, Any] = {"silver": 5, "depots": {"black": ["bank"], 3: ["ship"]}, "goods": {1: 1}}
    assert turn((1, 1), knowledge=(OTHER,), **mine).of("buy") == {"black bank"}
    board = turn((1, 1), knowledge=(6,), **mine)
    assert board.of("buy") == {"black bank", "3 ship"}
    board.play("buy 3 ship")
    assert (board.silver(), board.storage(), board.depot(3), board.of("buy")) == (3, ["ship"], [], set())


@paragraphs("9.7")
def test_tile_7_pays_a_point_for_each_animal_tile_that_scores() -> None:
    def sheep(number: int, **rules: int) -> int:
        placed = {10: "sheep 4", 4: "pig 2"}
        board = turn((5,), rules=rules, placed=placed, storage=["sheep 3"], knowledge=(number,))
        return board.play("place 5 sheep 3 9").points("animals")

    assert (sheep(OTHER), sheep(7), sheep(7, animal_tile_points=3)) == (7, 9, 13)


@paragraphs("9.8")
@pytest.mark.parametrize("die", range(1, 7))
def test_tile_8_makes_a_worker_change_a_die_by_two(die: int) -> None:
    for workers in range(3):
        board = turn((die,), depots=EVERY_DEPOT, workers=workers, knowledge=(8,))
        reach = {depot for depot in range(1, 7) if far(die, depot) <= 2 * workers}
        assert board.of("take") == {f"{die} {depot} ship" for depot in reach}
    for depot in range(1, 7):
        board = turn((die,), depots=EVERY_DEPOT, workers=3, knowledge=(8,)).play(f"take {die} {depot} ship")
        assert board.workers() == 3 - (far(die, depot) + 1) // 2
        three = turn((die,), rules={"tile_worker_steps": 3}, depots=EVERY_DEPOT, workers=3, knowledge=(8,))
        assert three.play(f"take {die} {depot} ship").workers() == 3 - (far(die, depot) > 0)


#: What lies open for each kind of tile on the arranged estate: bank 8, 14 ... are reached beside these.
AROUND = {17: "ship", 10: "pig 3", 11: "bank", 6: "castle", 24: "mine", 26: "bank"}
KINDS = ("bank", "ship", "pig 2", "castle", "mine", "knowledge 16")


def freed_by(number: int, **rules: int) -> set[str]:
    """Which tiles can be placed one step away without workers with a tile in the estate; "take" and "sell" likewise."""
    found = set()
    for kind in KINDS:
        cells = turn((1,), placed=AROUND, storage=[kind], knowledge=(number,), workers=3).cells(kind)
        for die in range(1, 7):
            board = turn(
                (die,), rules=rules, placed=AROUND, storage=[kind], knowledge=(number,), goods={1: 1},
                depots={3: ["bank"]},
            )  # fmt: skip
            reached = board.cells(kind)
            assert {cell for cell in cells if NUMBER_OF[cell] == die} <= reached
            assert all(far(die, int(NUMBER_OF[cell])) <= rules.get("free_steps", 1) for cell in reached)
            if any(NUMBER_OF[cell] != die for cell in reached):
                assert reached == {c for c in cells if far(die, int(NUMBER_OF[c])) <= rules.get("free_steps", 1)}
                found.add(kind)
            if die != 3 and board.of("take"):
                assert far(die, 3) <= rules.get("free_steps", 1)
                found.add("take")
            assert bool(board.of("sell")) == (die == 1)
    return found


@paragraphs("9.9")
def test_tile_9_frees_a_step_for_buildings() -> None:
    assert freed_by(9) == {"bank"} and freed_by(OTHER) == set()
    assert freed_by(9, free_steps=2) == {"bank"} and freed_by(9, free_steps=0) == set()


@paragraphs("9.10")
def test_tile_10_frees_a_step_for_ships_and_animals() -> None:
    assert freed_by(10) == {"ship", "pig 2"}


@paragraphs("9.11")
def test_tile_11_frees_a_step_for_castles_mines_and_knowledge() -> None:
    assert freed_by(11) == {"castle", "mine", "knowledge 16"}


@paragraphs("9.12")
def test_tile_12_frees_a_step_for_taking_from_a_numbered_depot() -> None:
    assert freed_by(12) == {"take"}


@paragraphs("9.13", "9.28")
def test_tile_13_adds_a_silver_to_taking_workers() -> None:
    for number, silver in ((13, 1), (OTHER, 0)):
        board = turn((1,), knowledge=(number,))
        assert (board.workers(), board.silver()) == (2, silver)
    assert turn((1,), rules={"tile_workers_silver": 4}, knowledge=(13,)).silver() == 4


@paragraphs("9.14", "9.28")
def test_tile_14_makes_it_four_workers() -> None:
    for number, workers in ((14, 4), (OTHER, 2)):
        board = turn((1,), knowledge=(number,))
        assert (board.workers(), board.silver()) == (workers, 0)
    assert turn((1,), rules={"tile_workers": 7}, knowledge=(14,)).workers() == 7


@paragraphs("9.15")
def test_tile_15_pays_for_types_sold() -> None:
    assert at_the_end(15) == 9 and at_the_end(15, points_sold_type=2) == 6


@paragraphs("9.16")
def test_tile_16_pays_for_warehouses() -> None:
    assert at_the_end(16) == 12 and at_the_end(16, points_building=3) == 9


@paragraphs("9.17")
def test_tile_17_pays_for_watchtowers() -> None:
    assert at_the_end(17) == 8


@paragraphs("9.18")
def test_tile_18_pays_for_carpenters_workshops() -> None:
    assert at_the_end(18) == 0
    board = turn((), placed={11: "carpenter", 25: "carpenter", 8: "church"}, knowledge=(18,))
    assert board.row()["points_knowledge"] == 8


@paragraphs("9.19")
def test_tile_19_pays_for_churches() -> None:
    assert at_the_end(19) == 4
    assert turn((), placed={11: "church", 25: "church"}, knowledge=(19,)).row()["points_knowledge"] == 8


@paragraphs("9.20")
def test_tile_20_pays_for_markets() -> None:
    assert at_the_end(20) == 4
    assert turn((), placed={11: "market", 25: "market"}, knowledge=(20,)).row()["points_knowledge"] == 8


@paragraphs("9.21")
def test_tile_21_pays_for_boarding_houses() -> None:
    assert at_the_end(21) == 4
    board = turn((), placed={11: "boarding_house", 25: "boarding_house"}, knowledge=(21,))
    assert board.row()["points_knowledge"] == 8


@paragraphs("9.22")
def test_tile_22_pays_for_banks() -> None:
    assert at_the_end(22) == 4
    assert turn((), placed={11: "bank", 25: "bank"}, knowledge=(22,)).row()["points_knowledge"] == 8


@paragraphs("9.23")
def test_tile_23_pays_for_city_halls() -> None:
    assert at_the_end(23) == 4
    assert turn((), placed={11: "city_hall", 25: "city_hall"}, knowledge=(23,)).row()["points_knowledge"] == 8


@paragraphs("9.24")
def test_tile_24_pays_for_kinds_of_animals() -> None:
    assert at_the_end(24) == 12 and at_the_end(24, points_animal_kind=1) == 3


@paragraphs("9.25")
def test_tile_25_pays_for_goods_sold() -> None:
    assert at_the_end(25) == 7 and at_the_end(25, points_sold_good=2) == 14


@paragraphs("9.26")
def test_tile_26_pays_for_bonus_tiles() -> None:
    assert at_the_end(26) == 6 and at_the_end(26, points_bonus_tile=3) == 9


@paragraphs("9.27")
@pytest.mark.parametrize(
    ("tiles", "together", "costs"),
    [
        ((12,), True, [0, 0, 1, 2, 1, 0]),
        ((12, 8), True, [0, 0, 1, 1, 1, 0]),
        ((8,), True, [0, 1, 1, 2, 1, 1]),
        ((12,), False, [0, 0, 2, 3, 2, 0]),
        ((12, 8), False, [0, 0, 1, 2, 1, 0]),
    ],
)
def test_the_free_step_comes_first_and_workers_pay_for_the_rest(
    tiles: tuple[int, ...], together: bool, costs: list[int]
) -> None:
    for depot, cost in enumerate(costs, start=1):
        rules = {"free_step_with_workers": together}
        board = turn((1,), rules=rules, workers=3, depots=EVERY_DEPOT, knowledge=tiles).play(f"take 1 {depot} ship")
        assert board.workers() == 3 - cost
        if cost:
            assert f"1 {depot} ship" not in turn(
                (1,), rules=rules, workers=cost - 1, depots=EVERY_DEPOT, knowledge=tiles, goods={1: 1}
            ).of("take")


@paragraphs("9.28")
def test_tiles_13_and_14_work_together_and_for_a_castle_but_not_for_a_boarding_house() -> None:
    both = turn((1,), knowledge=(13, 14))
    assert (both.workers(), both.silver()) == (4, 1)
    for holds, got in ((True, (4, 1)), (False, (2, 0))):
        board = turn(
            (6,), rules={"castle_takes_workers": holds}, knowledge=(13, 14), placed={5: "pig 2"}, storage=["castle"]
        ).play("place 6 castle 6")
        assert board.finished and (board.workers(), board.silver()) == got
    house = turn((3,), knowledge=(13, 14), storage=["boarding_house"]).play("place 3 boarding_house 25")
    assert (house.workers(), house.silver()) == (4, 0)
