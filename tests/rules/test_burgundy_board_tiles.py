"""Rules of The Castles of Burgundy, chapters 7 and 8: what happens when a tile is placed."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.burgundy_board_table import RANDOM, Board, furnish, turn, walk
from tests.rules.paragraphs import paragraphs

EVERYWHERE = {
    1: ["bank", "mine"], 2: ["castle"], 3: ["ship"], 4: ["carpenter"], 5: ["pig 2"], 6: ["knowledge 3"],
    "black": ["bank", "castle", "ship"],
}  # fmt: skip


def effect(tile: str, **mine: Any) -> Board:
    """A building that has just been placed on cell 25 with the last die."""
    mine["storage"] = [tile, *mine.get("storage", ())]
    return turn((3,), **mine).play(f"place 3 {tile} 25")


# ---- 7 Order inside a placement ----


@paragraphs("7.1")
def test_effect_then_area_then_colour_then_choices() -> None:
    placed = {15: "ship", 16: "ship", 17: "ship", 20: "ship", 21: "ship"}
    board = turn((5,), placed=placed, storage=["ship"], depot_goods={1: [1], 2: [2]})
    board.play("place 5 ship 19")
    names = [event["event"] for event in board.game.events]
    at = [names.index(name) for name in ("place", "track", "area", "bonus")]
    assert at == sorted(at) and board.frame == "depot" and "load" not in names
    animal = turn((2,), placed={26: "bank"}, storage=["pig 4"]).play("place 2 pig 4 27")
    assert [event["points"] for event in animal.events("points")] == [4, 1, 10]


@paragraphs("7.2", "8.9")
def test_a_knowledge_tile_counts_from_its_placement_on_but_not_for_itself() -> None:
    board = turn((6, 6), placed={11: "bank"}, storage=["knowledge 11", "mine"], goods={6: 1})
    assert not board.of("place")  # cell 12 is a 1, cell 24 a 4
    board = turn((1, 5), storage=["knowledge 11", "mine"], goods={5: 1}).play("place 1 knowledge 11 12")
    assert board.of("place") == {"5 mine 24"}
    sale = turn((1, 2), storage=["knowledge 3"], goods={2: 1}).play("place 1 knowledge 3 12", "sell 2 2")
    assert sale.silver() == 2


@paragraphs("7.3", "8.7", "8.17")
def test_effects_chain() -> None:
    board = turn((6,), placed={7: "bank"}, storage=["castle", "castle", "city_hall"], goods={1: 1})
    board.play("place 6 castle 6", "place castle 2", "place city_hall 11")
    assert board.finished and len(board.placed()) == 5
    board = turn((6,), placed={7: "bank"}, storage=["castle", "market", "bank"], depots={3: ["ship"]}, goods={1: 1})
    board.play("place 6 castle 6", "place market 11", "take 3 ship")
    assert sorted(board.storage()) == ["bank", "ship"]
    hall = turn((3,), storage=["city_hall", "castle", "watchtower"], placed={7: "bank"}, goods={1: 1})
    hall.play("place 3 city_hall 25", "place castle 6", "place watchtower 11")
    assert hall.points("watchtower") == 4


# ---- 8 Effects ----


@paragraphs("8.1")
def test_a_ship_goes_one_space_ahead_on_top_of_the_stack() -> None:
    board = turn((2,), 3, storage=["ship"]).play("place 2 ship 17")
    assert board.snap["track"] == [[3, 2], [1]]
    board = Board(3).start()
    for seat in (1, 2, 3):
        furnish(board, seat, storage=["ship"], workers=9)
    for seat in (1, 2, 3):
        board.quietly(lambda board, seat=seat: board.active == seat)
        board.play(next(move for move in board.moves() if move.startswith("place")))
        if board.frame == "depot":
            board.play(board.moves()[0])
    board.quietly(lambda board: board.snap["round"] == 2)
    assert board.snap["track"] == [[], [1, 2, 3]] and board.order() == [3, 2, 1]
    far = turn((2,), 3, rules={"ship_steps": 2}, storage=["ship"]).play("place 2 ship 17")
    assert far.snap["track"] == [[3, 2], [], [1]]
    here = turn((2,), 3, rules={"ship_steps": 0}, storage=["ship"]).play("place 2 ship 17")
    assert here.snap["track"] == [[3, 2, 1]]


@paragraphs("8.2")
def test_a_ship_takes_goods_of_any_one_depot_or_of_none() -> None:
    there = {3: [1, 1, 4], 5: [6]}
    board = turn((2,), storage=["ship"], depot_goods=there).play("place 2 ship 17")
    assert board.of("goods") == {"3", "5", "0"}
    assert turn((2,), storage=["ship"], depot_goods=there).play("place 2 ship 17", "goods 3").goods() == {1: 2, 4: 1}
    nothing = turn((2,), storage=["ship"], depot_goods=there).play("place 2 ship 17", "goods 0")
    assert nothing.goods() == {} and nothing.goods_at(3) == {1: 2, 4: 1}
    full = {"ship_to_empty": False}
    assert turn((2,), rules=full, storage=["ship"], depot_goods=there).play("place 2 ship 17").of("goods") == {"3", "5"}
    assert turn((2,), storage=["ship"]).play("place 2 ship 17").finished


@paragraphs("8.3", "8.4", "8.5")
def test_three_types_of_goods_at_most() -> None:
    mine = {"storage": ["ship"], "goods": {1: 1, 2: 1}, "depot_goods": {3: [1, 4, 4, 5], 5: [6]}}
    board = turn((2,), **mine).play("place 2 ship 17", "goods 3")
    assert board.goods()[1] == 2 and board.of("keep") == {"4", "5"}  # its own type came along
    board.play("keep 4")
    assert (board.goods(), board.goods_at(3), board.goods_at(5)) == ({1: 2, 2: 1, 4: 2}, {5: 1}, {6: 1})
    full = turn((2,), storage=["ship"], goods={1: 1, 2: 1, 3: 1}, depot_goods={3: [1, 4], 4: [5]})
    full.play("place 2 ship 17", "goods 3")
    assert (full.goods(), full.goods_at(3)) == ({1: 2, 2: 1, 3: 1}, {4: 1})
    room = turn((2,), storage=["ship"], depot_goods={3: [1, 4, 4, 5], 5: [6]}).play("place 2 ship 17", "goods 3")
    assert (room.goods(), room.goods_at(3)) == ({1: 1, 4: 2, 5: 1}, {})
    two = turn((2,), rules={"goods_types": 2, "start_goods": 2}, **mine).play("place 2 ship 17", "goods 3")
    assert two.goods() == {1: 2, 2: 1}
    for board in walk(3, 2, RANDOM):
        assert all(len(board.goods(seat)) <= 3 for seat in (1, 2, 3))


@paragraphs("8.4", "13.10")
def test_goods_may_be_left_by_the_switch() -> None:
    board = turn(
        (2,), rules={"ship_takes_all": False}, storage=["ship"], goods={1: 1, 2: 1},
        depot_goods={3: [1, 4, 5], 5: [6]},
    ).play("place 2 ship 17", "goods 3")  # fmt: skip
    assert set(board.moves()) == {"keep 1", "keep 4", "keep 5", "skip"}
    board.play("keep 4")
    assert set(board.moves()) == {"keep 1", "skip"}
    assert board.play("skip").goods_at(3) == {1: 1, 5: 1}


@paragraphs("8.6")
def test_animals_of_a_kind_score_again_in_their_pasture() -> None:
    mine = {"placed": {10: "cattle 3"}, "storage": ["cattle 4", "cattle 2", "sheep 4"], "workers": 9}
    board = turn((5, 2), **mine).play("place 5 cattle 4 9")
    assert board.points("animals") == 7  # the rulebook's examples
    board.play("place 2 cattle 2 4")
    assert board.points("animals") == 7 + 9
    other = turn((5,), **mine).play("place 5 sheep 4 9")
    assert other.points("animals") == 4
    apart = turn((2,), placed={10: "cattle 3", 26: "bank"}, storage=["cattle 4"]).play("place 2 cattle 4 27")
    assert apart.points("animals") == 4
    far = turn((6,), placed={10: "cattle 3", 1: "castle"}, storage=["cattle 4"]).play("place 6 cattle 4 0")
    assert far.points("animals") == 7  # no neighbours, one pasture
    assert turn((5,), rules={"animal_points": 2}, **mine).play("place 5 cattle 4 9").points("animals") == 14


@paragraphs("8.7")
def test_a_castle_is_an_action_with_any_number_and_is_not_refused() -> None:
    board = turn((6,), placed={7: "bank"}, storage=["castle"], goods={1: 2, 5: 1}, depots={4: ["mine"]})
    board.play("place 6 castle 6")
    assert set(board.moves()) == {"take 4 mine", "sell 1", "sell 5", "workers"}
    board.play("sell 5")
    assert (board.points("sales"), board.silver(), board.goods(), board.finished) == (2, 1, {1: 2}, True)
    alone = turn((6,), placed={7: "bank"}, storage=["castle"]).play("place 6 castle 6")
    assert alone.finished and alone.workers() == 2


@paragraphs("8.10")
def test_a_warehouse_sells_a_type_without_a_die() -> None:
    board = effect("warehouse", goods={2: 2, 6: 1})
    assert set(board.moves()) == {"sell 2", "sell 6", "skip"}
    board.play("sell 2")
    assert (board.points("sales"), board.silver(), board.goods()) == (4, 1, {6: 1})


@paragraphs("8.11", "8.15", "8.16")
@pytest.mark.parametrize(
    ("tile", "number", "points", "workers", "silver"),
    [
        ("watchtower", "watchtower_points", 4, 0, 0),
        ("boarding_house", "boarding_workers", 0, 4, 0),
        ("bank", "bank_silver", 0, 0, 2),
    ],
)
def test_buildings_that_pay_by_themselves(tile: str, number: str, points: int, workers: int, silver: int) -> None:
    board = effect(tile)
    assert (board.points("watchtower"), board.workers(), board.silver()) == (points, workers, silver)
    more = effect(tile, rules={number: 7})
    assert more.points("watchtower") + more.workers() + more.silver() == 7


@paragraphs("8.12", "8.13", "8.14")
@pytest.mark.parametrize(
    ("tile", "takes"),
    [
        ("carpenter", {"1 bank", "4 carpenter"}),
        ("church", {"1 mine", "2 castle", "6 knowledge 3"}),
        ("market", {"3 ship", "5 pig 2"}),
    ],
)
def test_buildings_that_take_a_tile_from_a_numbered_depot(tile: str, takes: set[str]) -> None:
    board = effect(tile, depots=EVERYWHERE, workers=1, silver=9)
    assert board.of("take") == takes and set(board.moves()) == {f"take {take}" for take in takes} | {"skip"}
    for take in takes:
        board = effect(tile, depots=EVERYWHERE, workers=1).play(f"take {take}")
        assert board.storage() == [take[2:]] and take[2:] not in board.depot(int(take[0]))
        assert board.workers() == 1


@paragraphs("8.17")
def test_city_hall_places_a_stored_tile_whatever_the_number() -> None:
    board = effect("city_hall", storage=["bank", "castle"], placed={8: "bank", 7: "knowledge 19"})
    assert board.of("place") == {"castle 6", "castle 2", "bank 11", "bank 26", "bank 31"}
    assert "skip" in board.moves()
    board.play("place bank 11")
    assert (board.silver(), board.workers(), board.placed()[11]) == (2, 0, "bank")


@paragraphs("8.18")
@pytest.mark.parametrize("tile", ["warehouse", "carpenter", "church", "market", "city_hall"])
def test_effects_that_may_be_declined(tile: str) -> None:
    mine = {"depots": EVERYWHERE, "goods": {1: 1}, "storage": ["mine"]}
    assert "skip" in effect(tile, **mine).moves()
    declined = effect(tile, **mine).play("skip")
    assert (declined.goods(), declined.storage(), len(declined.placed())) == ({1: 1}, ["mine"], 2)
    must = {"effects_optional": False}
    listed = effect(tile, rules=must, **{**mine, "goods": {1: 1, 2: 1}, "storage": ["mine", "ship"]}).moves()
    assert "skip" not in listed and listed
    assert effect(tile).finished and effect(tile, rules=must).finished  # nothing to do
