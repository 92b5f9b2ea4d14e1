"""Rules of The Castles of Burgundy, chapters 4 to 6 and 13: the four actions, workers, purchases, decisions."""

from __future__ import annotations

import pytest

from burgsim.games.burgundy_board.components import NUMBER_OF
from tests.rules.burgundy_board_table import RANDOM, Board, turn, walk
from tests.rules.paragraphs import paragraphs

EVERY_DEPOT = {depot: ["ship"] for depot in range(1, 7)}


def far(a: int, b: int) -> int:
    return min((a - b) % 6, (b - a) % 6)


# ---- 4 The four actions ----


@paragraphs("4.1", "13.3")
def test_each_die_pays_for_one_action_in_any_order() -> None:
    board = turn((4, 3), depots={4: ["bank"], 3: ["ship"]}, goods={3: 1, 4: 1})
    moves = {"take 4 4 bank", "take 3 3 ship", "sell 4 4", "sell 3 3", "workers 4", "workers 3"}
    assert set(board.moves()) == moves
    board.play("take 4 4 bank")
    assert set(board.moves()) == {"take 3 3 ship", "sell 3 3", "workers 3", "place 3 bank 11", "place 3 bank 25"}
    board.play("place 3 bank 25")
    assert board.finished and board.placed()[25] == "bank"
    twice = turn((4, 4), goods={4: 1}).play("workers 4")
    assert set(twice.moves()) == {"workers 4", "sell 4 4"}
    twice.play("workers 4")
    assert twice.workers() == 4 and twice.finished


@paragraphs("4.2")
def test_take_a_tile_from_the_depot_of_the_number_into_storage() -> None:
    board = turn((5, 1), depots={5: ["mine", "bank"], 4: ["ship"], "black": ["castle"]})
    assert board.of("take") == {"5 5 mine", "5 5 bank"}
    board.play("take 5 5 mine")
    assert (board.storage(), board.depot(5), board.placed()) == (["mine"], ["bank"], {18: "castle"})


@paragraphs("4.3", "4.4", "13.4")
def test_a_full_storage_loses_a_stored_tile_first() -> None:
    board = turn((4, 4), storage=["mine", "ship", "ship"], depots={4: ["bank"]}).play("take 4 4 bank")
    assert set(board.moves()) == {"discard ship", "discard mine"}
    assert board.depot(4) == ["bank"]
    board.play("discard ship")
    assert (sorted(board.storage()), board.depot(4)) == (["bank", "mine", "ship"], [])
    bought = turn((4, 4), storage=["mine", "ship", "ship"], depots={"black": ["bank"]}, silver=2)
    assert set(bought.play("buy black bank").moves()) == {"discard ship", "discard mine"}
    fetched = turn((3,), storage=["market", "mine", "bank"], depots={3: ["ship"]}).play("place 3 market 25")
    assert sorted(fetched.play("take 3 ship").storage()) == ["bank", "mine", "ship"]  # the market has made room
    castle = turn((6,), placed={7: "bank"}, storage=["castle", "mine", "bank"], depots={3: ["ship", "ship"]})
    castle.play("place 6 castle 6", "take 3 ship")
    assert castle.frame == "" and len(castle.storage()) == 3
    one = turn((4,), rules={"storage_limit": 1}, storage=["mine"], depots={4: ["bank"]}).play("take 4 4 bank")
    assert one.storage() == ["bank"]
    four = turn((4,), rules={"storage_limit": 4}, storage=["mine"] * 3, depots={4: ["bank"]}).play("take 4 4 bank")
    assert len(four.storage()) == 4


@paragraphs("4.5")
def test_tiles_are_thrown_away_to_make_room_only() -> None:
    seen = 0
    for board in walk(2, 8, RANDOM):
        if board.of("discard"):
            seen += 1
            assert len(board.storage(board.active)) == 3
            assert {move.split()[0] for move in board.moves()} == {"discard"}
            assert board.events("take", "purchase", "place")
    assert seen > 3


@paragraphs("4.6", "13.1")
@pytest.mark.parametrize("die", range(1, 7))
def test_place_on_a_cell_of_its_colour_with_the_number_beside_a_tile(die: int) -> None:
    mine = {"placed": {17: "ship", 26: "bank"}, "storage": ["ship", "pig 2", "mine"]}
    board = turn((die,), goods={1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}, **mine)
    beside = {"ship": (16, 19, 20), "pig 2": (10, 27), "mine": (24,)}
    wanted = {f"{die} {tile} {cell}" for tile, cells in beside.items() for cell in cells if NUMBER_OF[cell] == die}
    assert board.of("place") == wanted


@paragraphs("4.7")
def test_no_two_buildings_of_a_kind_in_a_city() -> None:
    board = turn((3,), placed={13: "bank"}, storage=["bank", "market"], workers=9)
    assert board.cells("market") == {8, 14, 11, 25}
    assert board.cells("bank") == {11, 25}


@paragraphs("4.8")
def test_a_placed_tile_stays_and_its_effect_comes_at_once() -> None:
    board = turn((3, 6), storage=["bank"], goods={6: 1}).play("place 3 bank 25")
    assert (board.silver(), board.placed()[25], board.storage()) == (2, "bank", [])
    for seed in range(3):
        before: list[dict[int, str]] = [{}, {}]
        for board in walk(2, seed, RANDOM):
            for seat in (1, 2):
                now = board.placed(seat)
                assert before[seat - 1].items() <= now.items()
                before[seat - 1] = now


@paragraphs("4.9", "4.12", "4.10", "4.11")
@pytest.mark.parametrize("players", (2, 3, 4))
def test_a_sale_of_all_goods_of_a_type(players: int) -> None:
    board = turn((5, 1), players, goods={5: 3, 2: 1})
    assert board.of("sell") == {"5 5"}
    board.play("sell 5 5")
    assert (board.points("sales"), board.silver(), board.goods()) == (3 * players, 1, {2: 1})
    assert board.state["sold"][0, 4] == 3 and not any(board.goods_at(depot) for depot in range(1, 7))
    dear = turn((5,), players, {f"sale_points.p{players}": 7, "sale_silver": 3}, goods={5: 2}).play("sell 5 5")
    assert (dear.points("sales"), dear.silver()) == (14, 3)


@paragraphs("4.13", "4.14")
def test_two_workers_for_any_number_and_no_die_unused() -> None:
    for die in range(1, 7):
        assert turn((die, die)).workers() == 4  # nothing else could be done
    board = turn((1, 2), depots=EVERY_DEPOT)
    assert not board.of("end") and not board.of("skip")
    board.play("workers 1")
    assert not board.of("end") and board.workers() == 2
    assert turn((1,), rules={"workers_action": 5}).workers() == 5


# ---- 5 Workers ----


@paragraphs("5.1", "5.2", "5.3", "5.4")
@pytest.mark.parametrize("die", range(1, 7))
def test_workers_change_a_die_the_shorter_way_round(die: int) -> None:
    for workers in range(4):
        board = turn((die,), depots=EVERY_DEPOT, workers=workers)
        reach = {depot for depot in range(1, 7) if far(die, depot) <= workers}
        assert board.of("take") == {f"{die} {depot} ship" for depot in reach}
        for depot in reach:
            again = turn((die,), depots=EVERY_DEPOT, workers=workers).play(f"take {die} {depot} ship")
            assert again.workers() == workers - far(die, depot)
    assert turn((2,), depots=EVERY_DEPOT, workers=2).play("take 2 6 ship").workers() == 0  # the rulebook's example


@paragraphs("5.1", "5.3")
def test_workers_for_placing_and_selling_and_steps_of_another_size() -> None:
    board = turn((1,), storage=["mine"], goods={3: 2}, workers=3)
    assert (board.of("place"), board.of("sell")) == ({"1 mine 24"}, {"1 3"})
    assert turn((1,), storage=["mine"], goods={3: 2}, workers=3).play("place 1 mine 24").workers() == 0
    assert turn((1,), storage=["mine"], goods={3: 2}, workers=3).play("sell 1 3").workers() == 1
    rules = {"worker_steps": 2, "tile_worker_steps": 3}
    assert turn((1,), rules=rules, storage=["mine"], workers=3).play("place 1 mine 24").workers() == 1
    none = turn((1,), rules={"worker_steps": 0}, storage=["mine"], goods={1: 1}, workers=9)
    assert set(none.moves()) == {"sell 1 1", "workers 1"}


@paragraphs("4.1", "5.1")
def test_workers_of_the_first_die_serve_the_second() -> None:
    board = turn((4, 2), depots={6: ["ship"]}, goods={4: 1})
    assert board.of("take") == set()
    board.play("workers 4")
    assert board.of("take") == {"2 6 ship"}


@paragraphs("5.5")
def test_nothing_is_paid_where_no_number_is_needed() -> None:
    board = turn((6, 5), placed={7: "bank"}, storage=["castle", "mine"], depots=EVERY_DEPOT, goods={3: 1}, workers=1)
    board.play("place 6 castle 6")
    assert board.of("take") == {f"{depot} ship" for depot in range(1, 7)}
    board.play("place mine 24", "workers 5")
    assert board.workers() == 3


# ---- 6 Purchases ----


@paragraphs("6.1", "6.4")
def test_one_purchase_a_turn_for_two_silver_without_a_die() -> None:
    depots = {"black": ["bank", "mine"], 3: ["ship"]}
    board = turn((1, 1), silver=5, depots=depots, goods={1: 1})
    assert board.of("buy") == {"black bank", "black mine"}
    board.play("buy black mine")
    assert (board.silver(), board.storage(), board.of("buy"), board.depot("black")) == (3, ["mine"], set(), ["bank"])
    assert {move.split()[1] for move in board.moves()} == {"1"}
    assert not turn((1, 1), silver=1, depots=depots, goods={1: 1}).of("buy")
    more = turn((1, 1), rules={"purchases": 2, "purchase_price": 3}, silver=7, depots=depots, goods={1: 1})
    more.play("buy black mine", "buy black bank")
    assert (more.silver(), sorted(more.storage())) == (1, ["bank", "mine"])
    after = turn((6, 1), silver=5, depots=depots, placed={7: "bank"}, storage=["castle"], goods={1: 1})
    after.play("buy black mine", "place 6 castle 6", "workers")
    assert not after.of("buy")
    hall = turn((3, 1), silver=5, depots=depots, storage=["city_hall"], goods={1: 1})
    assert not hall.play("buy black mine", "place 3 city_hall 25", "place mine 24").of("buy")


@paragraphs("6.2", "13.3")
def test_purchases_before_between_and_after_the_dice() -> None:
    board = turn((1, 2), silver=2, depots={"black": ["bank"]})
    for die in (1, 2):
        assert board.of("buy")
        board.play(f"workers {die}")
    assert set(board.moves()) == {"buy black bank", "end"}
    board.play("end")
    assert board.finished and board.storage() == [] and board.silver() == 2
    assert turn((1, 2), silver=1, depots={"black": ["bank"]}).play("workers 1").finished  # over by itself


@paragraphs("6.3")
def test_no_purchase_inside_an_effect_but_by_the_switch() -> None:
    for inside in (False, True):
        for tile, die, cell in (
            ("castle", 6, 6), ("warehouse", 3, 25), ("church", 3, 25), ("city_hall", 3, 25), ("ship", 2, 17),
        ):  # fmt: skip
            board = turn(
                (die, 1), rules={"buy_inside_effects": inside}, placed={7: "bank"}, storage=[tile, "mine"],
                silver=4, goods={1: 1}, depots={"black": ["bank"], 2: ["mine"]}, depot_goods={2: [1], 3: [1]},
            )  # fmt: skip
            board.play(f"place {die} {tile} {cell}")
            assert board.frame != "turn" and bool(board.of("buy")) == inside
            if inside:
                frame = board.frame
                board.play("buy black bank")
                assert board.frame == frame and board.silver() == 2 and not board.of("buy")
    void = turn(
        (3, 1), rules={"buy_inside_effects": True}, storage=["city_hall"], silver=2, depots={"black": ["mine"]}
    ).play("place 3 city_hall 25")
    assert set(void.moves()) == {"skip", "buy black mine"}
    assert set(void.play("buy black mine").moves()) == {"place mine 24", "skip"}
    full = turn(
        (4, 1), rules={"buy_inside_effects": True}, storage=["bank"] * 2 + ["mine"], silver=2,
        depots={"black": ["mine"], 4: ["ship"]},
    ).play("take 4 4 ship")  # fmt: skip
    assert not full.of("buy") and full.of("discard")


# ---- 13 Decisions ----


@paragraphs("13.1", "13.3")
def test_equal_tiles_and_equal_dice_are_one_move() -> None:
    depots = {4: ["bank", "bank", "ship"], "black": ["mine", "mine"]}
    board = turn((4, 4), depots=depots, silver=2, storage=["mine"] * 2)
    assert sorted(board.moves()) == [
        "buy black mine", "place 4 mine 24", "take 4 4 bank", "take 4 4 ship", "workers 4",
    ]  # fmt: skip
    board.play("take 4 4 bank")
    assert board.of("take") == {"4 4 bank", "4 4 ship"}
    for board in walk(4, 2, RANDOM):
        assert len(set(board.moves())) == len(board.moves()) > 1


@paragraphs("13.5")
def test_moves_of_a_castle() -> None:
    board = turn(
        (6, 1), placed={7: "bank"}, storage=["castle", "ship"], goods={3: 2}, silver=4,
        depots={2: ["bank"], 5: ["mine"], "black": ["pig 4"]},
    ).play("place 6 castle 6")  # fmt: skip
    assert board.frame == "extra"
    assert set(board.moves()) == {
        "take 2 bank", "take 5 mine", "place ship 17", "place ship 19", "sell 3", "workers",
    }  # fmt: skip


@paragraphs("13.6", "13.7", "13.8", "13.11")
@pytest.mark.parametrize(
    ("building", "frame", "moves"),
    [
        ("warehouse", "sale", {"sell 2", "sell 6", "skip"}),
        ("market", "fetch", {"take 3 ship", "skip"}),
        ("city_hall", "hall", {"place mine 24", "skip"}),
    ],
)
def test_moves_of_buildings_and_nothing_when_there_is_nothing_to_choose(
    building: str, frame: str, moves: set[str]
) -> None:
    board = turn((3,), storage=[building, "mine"], goods={2: 1, 6: 1}, depots={3: ["ship"], 4: ["bank"]})
    board.play(f"place 3 {building} 25")
    assert (board.frame, set(board.moves())) == (frame, moves)
    assert turn((3,), storage=[building], depots={4: ["bank"]}).play(f"place 3 {building} 25").finished


@paragraphs("13.9", "13.10")
def test_moves_of_a_ship() -> None:
    board = turn((2,), storage=["ship"], goods={1: 1}, depot_goods={2: [2, 3, 4, 5, 1, 1], 4: [1]})
    board.play("place 2 ship 17")
    assert (board.frame, board.of("goods")) == ("depot", {"2", "4", "0"})
    board.play("goods 2")
    assert (board.frame, set(board.moves())) == ("keep", {"keep 2", "keep 3", "keep 4", "keep 5"})
    board.play("keep 4")
    assert set(board.moves()) == {"keep 2", "keep 3", "keep 5"}
    board.play("keep 2")
    assert (board.goods(), board.goods_at(2), board.goods_at(4)) == ({1: 3, 2: 1, 4: 1}, {3: 1, 5: 1}, {1: 1})
    everywhere = turn((2,), storage=["ship"], depot_goods={depot: [1] for depot in range(1, 7)}).play("place 2 ship 17")
    assert everywhere.of("goods") == {str(depot) for depot in range(1, 7)}


@paragraphs("13.1")
def test_single_moves_are_made_without_asking() -> None:
    board = Board(2).start()
    while not board.game.over:
        assert len(board.moves()) > 1
        board.play(board.moves()[-1])
