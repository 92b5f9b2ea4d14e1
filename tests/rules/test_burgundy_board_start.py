"""Rules of The Castles of Burgundy, chapters 1 to 3 and 12: the box, set-up, phases, rounds, how chance is laid out."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from burgsim.games.burgundy_board.components import (
    AREA_OF,
    BUILDINGS,
    CELL_TYPE,
    CELLS_OF,
    LETTERS,
    NEIGHBOURS,
    NUMBER_OF,
    SPECIES,
    TYPE_OF,
    TYPES,
    tile_name,
)
from tests.rules.burgundy_board_table import CODE, GAME, RANDOM, Board, furnish, lay_out, turn, walk
from tests.rules.paragraphs import document, paragraphs, table

PLAYERS = (2, 3, 4)


def stacks(board: Board) -> dict[str, list[str]]:
    """The stacks of a game that has been dealt, front first."""
    starts = [int(n) for n in board.game.rules["stack_start"]]
    tiles = [tile_name(code) for code in board.state["stacks"]]
    return {name: tiles[starts[i] : starts[i + 1]] for i, name in enumerate((*TYPES, "black"))}


def goods_list(board: Board) -> list[int]:
    """The shuffled goods, front first."""
    return [int(good) + 1 for good in board.state["goods_tiles"][: int(board.game.rules["goods_sum"])]]


def type_of(tile: str) -> str:
    return TYPES[TYPE_OF[CODE[tile]]]


# ---- 1 Components ----


@paragraphs("1.1")
def test_six_colours_in_their_order() -> None:
    assert TYPES == ("building", "animal", "ship", "castle", "mine", "knowledge")
    assert list(stacks(Board())) == [*TYPES, "black"]


@paragraphs("1.2", "1.3", "1.5")
def test_tiles_of_the_box() -> None:
    box = stacks(Board())
    assert sum(len(box[colour]) for colour in TYPES) == 124 and len(box["black"]) == 40
    assert [len(box[colour]) for colour in TYPES] == [40, 20, 20, 14, 10, 20]
    kinds = list(BUILDINGS)
    assert kinds == [
        "warehouse", "watchtower", "carpenter", "church", "market", "boarding_house", "bank", "city_hall",
    ]  # fmt: skip
    assert Counter(box["building"]) == dict.fromkeys(kinds, 5)
    black = Counter(box["black"])
    assert [black[kind] for kind in (*kinds, "ship", "castle", "mine")] == [2] * 8 + [6, 2, 2]
    few = stacks(Board(rules={"buildings.bank": (3, 0), "ships": (4, 1)}))
    assert (few["building"].count("bank"), few["black"].count("bank")) == (3, 0)
    assert (len(few["ship"]), few["black"].count("ship")) == (4, 1)


@paragraphs("1.4")
def test_animals_of_the_box() -> None:
    assert SPECIES == ("cattle", "sheep", "pig", "chicken")
    for preset, coloured, black in (("usual_animals", "22334", "34"), ("more_animals", "23344", "24")):
        box = stacks(Board(rules=GAME.rules.presets()[preset]))
        for kind in SPECIES:
            found = ["".join(sorted(t[-1] for t in box[where] if kind in t)) for where in ("animal", "black")]
            assert found == [coloured, black]
    assert GAME.rules.presets()["usual_animals"] == {}


@paragraphs("1.6")
def test_knowledge_tiles_of_the_box() -> None:
    box = stacks(Board())
    black = {f"knowledge {number}" for number in (7, 12, 14, 15, 24, 25)}
    assert {tile for tile in box["black"] if "knowledge" in tile} == black
    assert Counter(box["knowledge"]) == dict.fromkeys({f"knowledge {n}" for n in range(1, 27)} - black, 1)


@paragraphs("1.7")
def test_goods_of_the_box() -> None:
    assert Counter(goods_list(Board())) == dict.fromkeys(range(1, 7), 7)


@paragraphs("1.9")
def test_workers_and_silver_without_limit() -> None:
    board = turn((1, 3), storage=["bank"], workers=100, silver=100, goods={1: 1})
    board.play("workers 1", "place 3 bank 25")
    assert (board.workers(), board.silver()) == (102, 102)


@paragraphs("1.10")
def test_six_depots_in_a_ring_and_a_black_one() -> None:
    tiles = {depot: ["mine"] for depot in (*range(1, 7), "black")}
    goods = {depot: [depot] for depot in range(1, 7)}
    board = turn((2, 6), storage=["ship"], knowledge=(5, 6), silver=2, depots=tiles, depot_goods=goods)
    assert board.of("buy") == {f"{depot} mine" for depot in tiles}
    board.play("place 2 ship 17")
    ring = {"1 2", "2 3", "3 4", "4 5", "5 6", "6 1"}
    assert board.of("goods") == {str(depot) for depot in range(1, 7)} | ring
    for depot in range(1, 7):
        assert board.goods_at(depot) == {depot: 1} and board.depot(depot) == ["mine"]


@paragraphs("1.11", "1.12")
def test_cells_numbers_and_neighbours() -> None:
    text = document("burgundy-board")["1.12"]
    rows = [row for row in text.split(": ")[1].split(",")[0].split(" / ")]
    assert [len(row) for row in rows] == [4, 5, 6, 7, 6, 5, 4]
    assert [int(n) for n in "".join(rows)] == [int(n) for n in NUMBER_OF]
    around = {cell: {other for other in range(37) if int(NEIGHBOURS[cell]) >> other & 1} for cell in range(37)}
    assert around[18] == {11, 12, 17, 19, 24, 25} and around[0] == {1, 4, 5} and around[36] == {31, 32, 35}
    assert sum(map(len, around.values())) == 180
    assert all(cell in around[other] for cell in around for other in around[cell])
    assert all(NUMBER_OF[cell] != NUMBER_OF[other] for cell in around for other in around[cell])


@paragraphs("1.13")
def test_the_nine_estates_are_those_of_the_table() -> None:
    rows = table("burgundy-board", "estate | row 1")
    assert [int(row[0]) for row in rows] == list(range(1, 10))
    for estate, *letters in rows:
        cells = "".join(letters).replace(" ", "")
        assert [LETTERS[kind] for kind in CELL_TYPE[int(estate)]] == list(cells)
        assert Counter(cells) == {"B": 12, "A": 6, "S": 6, "K": 6, "C": 4, "M": 3}


#: Sizes of the areas: buildings, animals, ships, castles, mines, knowledge (two sources, independent of the cells).
SIZES = {
    1: ("1335", "15", "33", "13", "3", "33"),
    2: ("228", "24", "222", "1111", "12", "222"),
    3: ("1155", "24", "123", "1111", "12", "6"),
    4: ("255", "33", "114", "1111", "12", "33"),
    5: ("12333", "33", "123", "1111", "12", "123"),
    6: ("246", "24", "6", "1111", "111", "33"),
    7: ("237", "33", "222", "22", "111", "222"),
    8: ("222222", "6", "111111", "1111", "12", "24"),
    9: ("66", "24", "24", "1111", "12", "1113"),
}


@paragraphs("1.14")
@pytest.mark.parametrize("estate", SIZES)
def test_areas_are_connected_cells_of_a_colour(estate: int) -> None:
    for kind, sizes in enumerate(SIZES[estate]):
        areas = {int(AREA_OF[estate, cell]) for cell in range(37) if CELL_TYPE[estate, cell] == kind}
        assert "".join(sorted(str(area.bit_count()) for area in areas)) == sizes
        assert sum(areas) == int(CELLS_OF[estate, kind])


# ---- 2 Set-up ----


@paragraphs("2.1", "2.12")
@pytest.mark.parametrize("players", PLAYERS)
def test_seats_begin_in_their_order(players: int) -> None:
    board = Board(players).start()
    assert board.active == 1 and board.order() == list(range(1, players + 1))
    with pytest.raises(Exception, match="2 to 4 players"):
        Board(players + 3 if players > 2 else 1)


@paragraphs("2.2", "2.3", "12.3")
@pytest.mark.parametrize("players", PLAYERS)
def test_goods_of_the_phases_and_from_the_other_end_of_the_seats(players: int) -> None:
    board = Board(players, seed=4)
    goods = goods_list(board)
    own = goods[::-1][: 3 * players]
    for seat in range(1, players + 1):
        assert board.goods(seat) == dict(Counter(own[3 * seat - 3 : 3 * seat]))
    assert [event["good"] for event in board.events("start_good")] == own
    board.start().quietly(lambda board: False)
    assert [event["good"] for event in board.events("good")] == goods[:25]
    assert len(goods) - 3 * players - 25 == {2: 11, 3: 8, 4: 5}[players]
    two = Board(players, {"start_goods": 2}, seed=4)
    assert [sum(two.goods(seat).values()) for seat in range(1, players + 1)] == [2] * players
    two.start().quietly(lambda board: False)
    assert [event["good"] for event in two.events("good")] == goods[:25]


@paragraphs("2.4", "2.5", "2.11")
@pytest.mark.parametrize("players", PLAYERS)
def test_what_seats_start_with(players: int) -> None:
    board = Board(players)
    seats = range(1, players + 1)
    assert [board.silver(seat) for seat in seats] == [1] * players
    assert [board.workers(seat) for seat in seats] == [1, 2, 3, 4][:players]
    assert all(board.storage(seat) == [] and board.placed(seat) == {18: "castle"} for seat in seats)
    assert not board.state["score"].any() and not board.state["sold"].any()
    other = Board(players, {"start_workers.p4": (5, 6, 7, 8), "start_silver": 3})
    assert [other.workers(seat) for seat in seats] == ([5, 6, 7, 8] if players == 4 else [1, 2, 3][:players])
    assert other.silver(2) == 3


@paragraphs("2.6")
def test_estates_as_agreed() -> None:
    board = Board(4, {"estates": (3, 8, 1, 3)})
    assert [int(n) for n in board.state["estate"]] == [3, 8, 1, 3]
    assert [int(n) for n in Board(4).state["estate"]] == [1, 1, 1, 1]


@paragraphs("2.7")
def test_random_estates_are_different_and_equally_likely() -> None:
    seen: Counter[int] = Counter()
    for game in range(450):
        board = Board(4, {"estates": (0, 5, 0, 0)}, game=game)
        drawn = [int(n) for n in board.state["estate"]]
        assert drawn[1] == 5 and len(set(drawn)) == 4
        seen[drawn[2]] += 1
    assert set(seen) == set(range(1, 10)) - {5}
    assert all(30 <= n <= 85 for n in seen.values()), seen  # 56 expected, four standard deviations 28


@paragraphs("2.8", "2.9", "12.5", "13.2")
def test_start_castles() -> None:
    board = Board(3, {"estates": (8, 1, 3, 1)}).start()
    assert (board.active, board.frame, board.of("start")) == (1, "start", {"5", "7", "29", "31"})
    assert not board.events("show", "dice", "good")
    assert board.placed(2) == {18: "castle"}
    board.play("start 29")
    assert (board.active, board.of("start")) == (3, {"6", "18", "28", "32"})
    board.play("start 18")
    assert (board.placed(1), board.placed(3), board.frame) == ({29: "castle"}, {18: "castle"}, "turn")
    assert len(stacks(board)["castle"]) == 14
    left = int(board.game.rules["stack_start"][4] - board.state["stack_front"][3])
    assert left == 14 - 3 - 2  # two lie on depots
    free = Board(2, {"choose_on_first": True}).start()
    assert free.of("start") == {"1", "2", "6", "18"}


@paragraphs("2.10")
def test_a_start_castle_pays_nothing_and_fills_its_cell() -> None:
    for scores, points in ((False, 0), (True, 11)):
        board = Board(2, {"estates": (8, 7, 1, 1), "start_castle_scores": scores}).start()
        board.play("start 29", "start 1")
        assert [int(n) for n in board.state["score"][:2]] == [points, 0]  # 1 is one of two cells on estate 7
    board = turn((6,), placed={1: "castle", 2: "castle", 7: "knowledge 16"}, storage=["castle"])
    board.play("place 6 castle 6")
    assert board.points("areas", "phases", "bonus") == 6 + 10 + 5  # the fourth castle is the start castle


@paragraphs("2.13")
def test_compensation_for_seats() -> None:
    board = Board(3, {"seat_silver": (0, 1, 2, 9), "seat_points": (0, 3, 5, 9)})
    assert [board.silver(seat) for seat in (1, 2, 3)] == [1, 2, 3]
    assert [board.points("seat", seat=seat) for seat in (1, 2, 3)] == [0, 3, 5]
    assert [board.row(seat)["points_seat"] for seat in (1, 2, 3)] == [0, 3, 5]


@paragraphs("2.14")
def test_gifts() -> None:
    names = [*BUILDINGS]
    names += [f"{kind} {n}" for kind in SPECIES for n in (2, 3, 4)] + ["ship", "castle", "mine"]
    names += [f"knowledge {number}" for number in range(1, 27)]
    for number in range(1, 50):
        board = Board(2, {"start_tiles": (0, number, 0, 0)})
        assert (board.storage(1), board.storage(2)) == ([], [names[number - 1]])
    assert Counter(stacks(board)["knowledge"])["knowledge 26"] == 1  # it comes from nowhere


@paragraphs("2.14")
def test_the_twin_of_a_knowledge_tile_brings_nothing_more() -> None:
    # tile 22 pays for banks: once, however many of it lie there
    board = turn((2, 2), placed={12: "knowledge 22", 24: "bank"}, storage=["knowledge 22"])
    before = board.row()["points_knowledge"]
    cells = board.cells("knowledge 22")
    assert cells
    board.play(f"place {NUMBER_OF[min(cells)]} knowledge 22 {min(cells)}")
    assert before > 0 and board.row()["points_knowledge"] == before


# ---- 3 Phases, rounds and turn order ----


@paragraphs("3.1", "11.1")
@pytest.mark.parametrize("players", PLAYERS)
def test_five_phases_of_five_rounds_of_a_turn_each(players: int) -> None:
    board = Board(players).start().quietly(lambda board: False)
    assert [event["phase"] for event in board.events("phase")] == list("ABCDE")
    seats = [event["seat"] for event in board.events("turn")]
    assert len(seats) == 25 * players and Counter(seats) == dict.fromkeys(range(1, players + 1), 25)
    assert board.game.over
    short = Board(players, {"phases": 2, "rounds": 3}).start().quietly(lambda board: False)
    assert len(short.events("turn")) == 6 * players and len(short.events("good")) == 6


@paragraphs("3.2", "3.10")
def test_tiles_left_go_at_the_start_of_a_phase_and_goods_and_storage_stay() -> None:
    board = Board(2).start()
    furnish(board, 1, storage=["castle"], workers=9)
    first = {depot: board.depot(depot) for depot in (*range(1, 7), "black")}
    tile = first[1][0]
    take = next(move for move in board.moves() if move.startswith("take") and move.endswith(f" 1 {tile}"))
    board.play(take)
    assert len(board.depot(1)) == len(first[1]) - 1
    board.quietly(lambda board: int(board.state["round"]) == 4)
    assert {depot: board.depot(depot) for depot in first if depot != 1} == {d: t for d, t in first.items() if d != 1}
    assert len(board.depot(1)) == len(first[1]) - 1
    goods = sum(sum(board.goods_at(depot).values()) for depot in range(1, 7))
    board.to_phase("B")
    assert [event["tile"] for event in board.events("show")][16:] == [
        tile for depot in (*range(1, 7), "black") for tile in shown(board, depot, 1)
    ]
    assert sorted(board.storage(1)) == sorted(["castle", tile])
    assert sum(sum(board.goods_at(depot).values()) for depot in range(1, 7)) == goods + 1 == 6
    assert sum(len(board.depot(depot)) for depot in first) == 16


def shown(board: Board, depot: int | str, phase: int) -> list[str]:
    """What came to a depot in a phase (from 0), by the events."""
    found: list[list[str]] = []
    for event in board.events("phase", "show"):
        if event["event"] == "phase":
            found.append([])
        elif event["depot"] == depot:
            found[-1].append(event["tile"])
    return found[phase]


@paragraphs("3.3", "3.4", "12.2")
@pytest.mark.parametrize("players", PLAYERS)
def test_places_of_the_depots(players: int) -> None:
    rows = table("burgundy-board", "depot | two players")
    board = Board(players, seed=3).start().quietly(lambda board: False)
    for phase in range(5):
        for depot, *columns in rows:
            wanted = [colour for column in columns[: players - 1] for colour in column.split(", ")]
            if players == 3 and depot == "6" and phase in (1, 3):
                wanted[2] = "mine"
            assert [type_of(tile) for tile in shown(board, int(depot), phase)] == wanted
    order = [event["depot"] for event in board.events("show")]
    a_phase = order[: len(order) // 5]
    assert a_phase == sorted(a_phase, key=lambda depot: 7 if depot == "black" else depot)


@paragraphs("3.5")
def test_tiles_of_the_black_depot() -> None:
    for players, number in ((2, 4), (3, 6), (4, 8)):
        board = Board(players).start()
        assert len(board.depot("black")) == number
        assert len(Board(players, {f"black_depot.p{players}": 2}).start().depot("black")) == 2


@paragraphs("3.6")
def test_a_stack_that_is_used_up_leaves_places_empty() -> None:
    board = Board(2, {"ships": (3, 0), "mines": (0, 0)}).start()
    assert "mine" not in board.depot(5)
    board.to_phase("B")
    assert ("ship" in board.depot(1), "ship" in board.depot(4)) == (True, False)
    board.to_phase("C")
    assert "ship" not in board.depot(1) + board.depot(4)


@paragraphs("3.7")
def test_goods_of_the_phase_are_public_and_later_ones_are_not() -> None:
    board = Board(3, seed=5).start()
    front = int(board.state["goods_front"])
    views = []
    for key in range(30):
        view = board.game.copy()
        with np.errstate(over="ignore"):
            GAME.hide(view.state, view.rules, 0, np.uint64(key), view.log)
        views.append([int(good) for good in view.state["goods_tiles"]])
    assert len({tuple(view[front - 5 : front]) for view in views}) == 1
    assert len({tuple(view[front : front + 5]) for view in views}) > 10
    assert board.snap["waiting_goods"] == [good + 1 for good in views[0][front - 4 : front]]


@paragraphs("3.8", "12.4")
def test_dice_are_rolled_before_the_first_turn_and_depend_on_nothing_played() -> None:
    played = [list(walk(3, 6))[-1], Board(3, seed=6).start().quietly(lambda board: False)]
    dice = []
    for board in played:
        events = [event for event in board.game.events if event["event"] in ("round", "dice", "turn")]
        names = [event["event"] for event in events]
        one = names.index("turn") + 3
        assert names[:one] == ["round", "dice", "dice", "dice", "turn", "turn", "turn"]
        dice.append([(e["seat"], e["first"], e["second"]) for e in events if e["event"] == "dice"])
    assert len(dice[1]) == 75 and dice[0][:60] == dice[1][:60]
    assert Counter(n for _, *both in dice[1] for n in both).keys() == set(range(1, 7))
    one_die = Board(2, {"dice": 1}).start()
    first = str(one_die.state["dice"][0, 0])
    assert {move.split()[1] for move in one_die.moves() if move.split()[0] != "buy"} == {first}


@paragraphs("3.9")
def test_the_white_die_sends_a_good_to_its_depot() -> None:
    board = Board(2, seed=2).start()
    white = [int(n) + 1 for n in board.state["white_ahead"]]
    row = goods_list(board)[:5]
    assert board.goods_at(white[0]) == {row[0]: 1}
    board.quietly(lambda board: int(board.state["round"]) == 1)
    assert sum(sum(board.goods_at(depot).values()) for depot in range(1, 7)) == 2
    board.quietly(lambda board: False)
    assert [event["depot"] for event in board.events("good")] == white[:25]
    assert len(set(white)) == 6


@paragraphs("3.11", "8.1")
def test_turn_order_by_track_and_stack_from_the_next_round_on() -> None:
    board = Board(3).start()
    for seat in (1, 2, 3):
        furnish(board, seat, storage=["ship"] * (seat != 1), workers=9)
    board.quietly(lambda board: board.active == 2)
    board.play(next(move for move in board.moves() if move.startswith("place")))
    board.quietly(lambda board: board.active == 3)
    board.play(next(move for move in board.moves() if move.startswith("place")))
    assert board.order() == [1, 2, 3]
    board.quietly(lambda board: int(board.state["round"]) == 1)
    assert board.order() == [3, 2, 1]  # 3 landed on top of 2
    assert board.active == 3


@paragraphs("3.12", "8.8")
def test_mines_pay_at_the_end_of_every_phase_the_last_one_too() -> None:
    for phases in (1, 2):
        board = Board(2, {"phases": phases}).start()
        furnish(board, 1, placed={24: "mine", 29: "mine"})
        furnish(board, 2, placed={24: "mine"})
        lay_out(board, {})
        assert board.silver(1) == 0  # nothing at once
        board.quietly(lambda board: False)
        assert (board.silver(1), board.silver(2)) == (2 * phases, phases)
        assert board.row(1)["points_silver"] == 2 * phases
    dear = Board(2, {"phases": 1, "mine_silver": 3}).start()
    furnish(dear, 1, placed={24: "mine"})
    lay_out(dear, {})
    assert dear.quietly(lambda board: False).silver(1) == 3


# ---- 12 How chance is laid out ----


@paragraphs("12.1")
def test_tiles_come_from_the_front_of_their_stacks() -> None:
    board = Board(3, RANDOM, seed=9)
    lists = stacks(board)
    lists["castle"] = lists["castle"][3:]
    board.start()
    board.quietly(lambda board: False)
    for name, stack in lists.items():
        came = [
            event["tile"]
            for event in board.events("show")
            if (event["depot"] == "black") == (name == "black") and name in (type_of(event["tile"]), "black")
        ]
        assert came == stack[: len(came)] and came
