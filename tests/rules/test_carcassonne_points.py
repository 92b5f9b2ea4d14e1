"""Rules of Carcassonne, chapters 7, 8 and 10 to 12: what is complete, whose it is, points, goods, the end, examples."""

from __future__ import annotations

import pytest

from burgsim.games.game import UserError
from tests.reference.carcassonne_examples import (
    BRIDGE_RING,
    CATHEDRAL,
    CLOISTER,
    FOUR_CITIES,
    INN_ROAD,
    RING,
    ROAD_AND_CITY,
    TWO_AGAINST_ONE,
    TWO_FIELDS,
)
from tests.rules.carcassonne_table import GAME, INNS, RIVER, TRADERS, before, played
from tests.rules.paragraphs import paragraphs

#: A road of seven tiles on which each seat has a follower, and seat 1 its builder if `what` says so.
SHARED_ROAD = """
U 1 0 0 {} road 0
B 0 1 0
U 2 0 0{}
B 1 1 0
B 2 1 0
B 3 1 0
B 4 1 0
U 4 0 0 follower road 0
B 5 1 0
A -1 0 3
B 6 1 0
A 5 0 1
U 3 0 0
"""
PLAIN_ROAD = SHARED_ROAD.format("follower", "")

# ---- 7 What is complete, and whose it is


@paragraphs("7.1", "7.9")
def test_parts_that_meet_are_one() -> None:
    board = played(PLAIN_ROAD)
    assert board.points("roads") == [7, 7]  # joined by the last tile, shared
    assert {(event["tiles"], event["points"]) for event in board.events("score")} == {(7, 7)}


@paragraphs("7.2")
def test_where_roads_end() -> None:
    for end in ("X 1 0 0", "A 1 0 1", "L 1 0 0", "W 1 0 0"):  # crossing, cloister, junctions
        assert played(f"A -1 0 3 follower road 0\n{end}").points("roads") == [3, 0], end
    for through, rules in (("U 1 0 0", {}), ("TB-RRrr 1 0 0", TRADERS), ("V 1 0 1", {})):
        assert played(f"A -1 0 3 follower road 0\n{through}", rules).points("roads") == [0, 0], through
    bridge = "A -1 0 3 follower road 0\nTB-RRrr 1 0 0\nA 2 0 1"
    assert played(bridge, TRADERS).points("roads") == [4, 0]
    river = "RI-RIrI 1 0 1 follower road 0\nRI-I.e 2 0 0\nA 1 -1 0\nA 1 1 2"
    assert played(river, RIVER).points("roads") == [3, 0]
    assert played(RING).points("roads") == [4, 0]


@paragraphs("7.3")
def test_a_city_without_an_open_edge() -> None:
    script = "G 0 -1 1 follower city 0\nB 0 1 0\nE 0 -2 2"
    assert played(script).points("cities") == [6, 0]
    assert played(script.replace("E 0 -2 2", "R 0 -2 2"), rest=["B"]).points("cities") == [0, 0]


@paragraphs("7.4")
def test_a_cloister_with_eight_neighbours() -> None:
    assert played(CLOISTER).points("cloisters") == [9, 0]
    assert played(CLOISTER.replace("E 1 2 2", "")).points("cloisters") == [0, 0]
    # also when the cloister is the last of the nine
    board = before("A 1 0 1\nA -1 0 3\nB -1 1 0\nB 1 1 0\nB -1 2 0\nB 1 2 0\nB 0 2 0\nB 0 1 0")
    assert board.play("follower cloister 0").points("cloisters") == [0, 9]


@paragraphs("7.5")
def test_everything_that_a_tile_completes_is_scored() -> None:
    board = played("E 0 -1 2\nA -1 0 3 follower road 0\nE 1 -1 2 follower city 0\nL 1 0 0")
    assert board.points("cities") == [4, 0] and board.points("roads") == [0, 3]
    told = [event["event"] for event in board.game.events]
    start = len(told) - told[::-1].index("place")
    assert told[start:].count("score") == 2
    # after the deployment: the new part of the road takes a follower before the road pays
    taken = played("A -1 0 3\nA 1 0 1 follower road 0")
    assert taken.points("roads") == [0, 3]


@paragraphs("7.6")
def test_what_figures_count() -> None:
    assert played(CATHEDRAL, INNS).points("cities") == [36, 0]
    assert played(CATHEDRAL, {**INNS, "big_strength": 1}).points("cities") == [36, 36]
    big = played(SHARED_ROAD.format("big", ""), INNS)
    assert big.points("roads") == [7, 0]
    builder = played(SHARED_ROAD.format("follower", " builder road 0"), TRADERS)
    assert builder.points("roads") == [7, 7]
    pig = TWO_AGAINST_ONE.replace("B 1 3 0", "B 1 3 0 pig field 0")  # two farmers against a farmer and a pig
    assert played(pig, TRADERS, rest=[]).points("fields") == [12, 0]


@paragraphs("7.7")
def test_the_majority_has_it_all() -> None:
    assert played(PLAIN_ROAD).points("roads") == [7, 7]
    assert played(SHARED_ROAD.format("big", ""), INNS).points("roads") == [7, 0]
    nobody = played("E 0 -1 2")
    assert nobody.points("cities") == [0, 0] and not nobody.events("score")
    # two followers of one seat are paid once
    own = "U 1 0 0 follower road 0\nB 0 1 0\nB 1 1 0\nB 2 1 0\nB 3 1 0\nB 4 1 0\n"
    own += "A 3 0 1 follower road 0\nA -1 0 3\nU 2 0 0"
    assert played(own).points("roads") == [5, 0]


@paragraphs("7.8")
def test_all_figures_go_home() -> None:
    board = played(CATHEDRAL, INNS)
    assert board.snap["figures"] == [] and board.supply(1)["big"] == 1 and board.supply(2)["follower"] == 7
    assert sorted(event["seat"] for event in board.events("return")) == [1, 2]
    builder = played(SHARED_ROAD.format("follower", " builder road 0"), TRADERS)
    assert sorted(event["figure"] for event in builder.events("return")) == ["builder", "follower", "follower"]


# ---- 8 Points for what is complete


@paragraphs("8.1")
def test_a_tile_counts_once() -> None:
    assert played(BRIDGE_RING, TRADERS).points("roads") == [7, 0]
    # both cities of the tile I turn out to be one, over five tiles
    assert played("R 0 -1 1 follower city 0\nI 1 -1 0\nN 0 -2 2\nN 1 -2 3").points("cities") == [10, 0]
    assert played(BRIDGE_RING.replace("A 1 -1 0", ""), TRADERS, rest=[]).points("open_roads") == [6, 0]


@paragraphs("8.2", "8.3")
def test_points_for_roads() -> None:
    assert played(INN_ROAD.replace("IC-RFr.i", "U")).points("roads") == [7, 0]
    assert played(INN_ROAD.replace("IC-RFr.i", "U"), {"road_points": 3}).points("roads") == [21, 0]
    assert played(INN_ROAD, INNS).points("roads") == [14, 0]
    assert played(INN_ROAD, {**INNS, "inn_points": 5}).points("roads") == [35, 0]
    assert played(INN_ROAD.replace("U 2 0 0", "IC-RFr.i 2 0 0"), INNS).points("roads") == [14, 0]


@paragraphs("8.4", "8.5", "8.6")
def test_points_for_cities() -> None:
    three = "{} 0 -1 1 follower city 0\nE 0 -2 2"
    assert played(three.format("G")).points("cities") == [6, 0]
    assert played(three.format("F")).points("cities") == [8, 0]  # a shield
    assert played(three.format("F"), {"city_points": 5}).points("cities") == [20, 0]
    assert played("E 0 -1 2 follower city 0").points("cities") == [4, 0]
    assert played("E 0 -1 2 follower city 0", {"two_tile_city_points": 1}).points("cities") == [2, 0]
    assert played(three.format("F"), {"two_tile_city_points": 1}).points("cities") == [8, 0]
    assert played(CATHEDRAL, INNS).points("cities") == [36, 0]
    assert played(CATHEDRAL, {**INNS, "cathedral_points": 4}).points("cities") == [48, 0]
    twice = CATHEDRAL.replace("IC-CRcR+ 0 -2 1", "IC-Cccc.c 0 -2 0").replace(
        "G 0 -3 1\nE 0 -4 2", "E 1 -2 3\nE -1 -2 1\nE 0 -3 2"
    )
    assert played(twice, INNS).points("cities") == [36, 0]  # ten tiles and two shields


@paragraphs("8.7")
def test_points_for_cloisters() -> None:
    assert played(CLOISTER, {"cloister_points": 3}).points("cloisters") == [27, 0]


# ---- 10 Goods


@paragraphs("10.1")
def test_who_completes_a_city_takes_its_goods() -> None:
    board = played("TB-CFc.w 0 -1 1 follower city 0\nE 0 -2 2", TRADERS)
    assert board.points("cities") == [6, 0] and board.goods("wine") == [0, 1]
    nobody = played("TB-CFc.w 0 -1 1\nE 0 -2 2", TRADERS)
    assert nobody.goods("wine") == [0, 1] and not nobody.events("score")
    # one tile completes two cities
    two = played("TB-CFc.w 0 -1 1\nB 1 -1 0\nB 1 -2 0\nB 1 -3 0\nTB-Cc.g 0 -3 3\nE -1 -3 1\nH 0 -2 0", TRADERS)
    assert two.goods("wine") == [1, 0] and two.goods("grain") == [1, 0]


@paragraphs("10.2")
def test_placing_a_good_gives_nothing() -> None:
    board = played("TB-CFc.w 0 -1 1 follower city 0", TRADERS, rest=[])
    assert board.goods("wine") == [0, 0] and board.points("goods") == [0, 0]


# ---- 11 The end


@paragraphs("11.1")
def test_what_is_left_is_scored_after_the_last_tile() -> None:
    board = played("U 1 0 0 follower road 0\nB 0 1 0 follower cloister 0", rest=["B"])
    assert board.scores() == [0, 0] and not board.game.over
    board.follow("B 1 1 0")
    assert board.points("open_roads") == [2, 0] and board.points("open_cloisters") == [0, 4]
    assert len(board.snap["figures"]) == 2 and board.supply()["follower"] == 6
    # the last tile is scored as any other before that
    last = played("U 1 0 0\nE 0 -1 2 follower city 0", rest=[])
    assert last.points("cities") == [0, 4] and last.game.over


@paragraphs("11.2", "11.3")
def test_incomplete_roads() -> None:
    short = INN_ROAD.replace("A 5 0 1", "")
    assert played(short.replace("IC-RFr.i", "U"), rest=[]).points("open_roads") == [6, 0]
    assert played(short.replace("IC-RFr.i", "U"), {"open_road_points": 2}, rest=[]).points("open_roads") == [12, 0]
    assert played(short, INNS, rest=[]).points("open_roads") == [0, 0]
    assert played(short, {**INNS, "open_inn_points": 1}, rest=[]).points("open_roads") == [6, 0]
    shared = PLAIN_ROAD.replace("A -1 0 3\n", "B 0 2 0\n")
    assert played(shared, rest=[]).points("open_roads") == [6, 6]


@paragraphs("11.4", "11.5")
def test_incomplete_cities() -> None:
    assert played("F 0 -1 1 follower city 0", rest=[]).points("open_cities") == [3, 0]
    assert played("F 0 -1 1 follower city 0", {"open_city_points": 4}, rest=[]).points("open_cities") == [12, 0]
    short = CATHEDRAL.replace("E 0 -4 2", "")
    assert played(short, INNS, rest=[]).points("open_cities") == [0, 0]
    assert played(short, {**INNS, "open_cathedral_points": 2}, rest=[]).points("open_cities") == [22, 0]


@paragraphs("11.6")
def test_incomplete_cloisters() -> None:
    short = CLOISTER.replace("E -1 2 2\nE 1 2 2\n", "")
    assert played(short, rest=[]).points("open_cloisters") == [7, 0]
    assert played(short, {"cloister_points": 2}, rest=[]).points("open_cloisters") == [14, 0]


@paragraphs("11.7")
def test_farms() -> None:
    assert played(FOUR_CITIES, rest=[]).points("fields") == [12, 12]
    assert played(FOUR_CITIES, {"farm_points": 5}, rest=[]).points("fields") == [20, 20]
    # the last city is open: three are left
    assert played(FOUR_CITIES.replace("E -1 2 1\n", ""), rest=[]).points("fields") == [9, 9]
    # one city touches the field with two of its three tiles, and has a shield: 3 points
    large = "F 0 -1 1 follower field 0\nE 0 -2 2\nB 1 -1 0\nB 1 -2 0"
    assert played(large, rest=[]).points("fields") == [3, 0]


@paragraphs("11.8")
def test_what_bounds_fields() -> None:
    for feature in (0, 1):  # north and south of a road: one side touches the city
        board = played(f"U 1 0 0 follower field {feature}\nE 0 -1 2", rest=[])
        assert board.points("fields") == [3 * (feature == 0), 0]
    # a city that reaches across its tile: one field to the west, another to the north and east
    cut = "IC-C! 0 -1 2 follower field 0\nB {} -1 0"
    assert "follower field 0" in before(cut.format(1), INNS).moves()
    assert "follower field 0" not in before(cut.format(-1), INNS).moves()


@paragraphs("11.9")
def test_a_pig() -> None:
    pig = FOUR_CITIES.replace("B 0 3 0", "B 0 3 0 pig field 0")
    assert played(pig, TRADERS, rest=[]).points("fields") == [16, 12]
    assert played(pig, {**TRADERS, "pig_points": 3}, rest=[]).points("fields") == [24, 12]
    # without the majority it is worth nothing
    both = {**TRADERS, **INNS}
    less = pig.replace("E 1 1 3 follower", "E 1 1 3 big")
    assert played(less, both, rest=[]).points("fields") == [0, 12]


@paragraphs("11.10")
def test_three_ways_to_count_farms() -> None:
    for way, paid in (("third", [6, 3]), ("second", [3, 3]), ("first", [4, 0])):
        assert played(TWO_FIELDS, {"farm_scoring": way}, rest=[]).points("fields") == paid, way
    dear = {"farm_scoring": "first", "farm_first_points": 9}
    assert played(TWO_FIELDS, dear, rest=[]).points("fields") == [9, 0]
    # shared: a farmer of each seat beside the city
    tie = TWO_FIELDS.replace("E 0 -1 2 follower field 0", "E 0 -1 2")
    assert played(tie, {"farm_scoring": "first"}, rest=[]).points("fields") == [4, 4]
    assert played(tie, {"farm_scoring": "second"}, rest=[]).points("fields") == [3, 3]


@paragraphs("11.11")
def test_older_ways_are_refused_with_traders() -> None:
    for way in ("first", "second"):
        with pytest.raises(UserError, match="farm_scoring"):
            GAME.rules.build({**TRADERS, "farm_scoring": way})
        GAME.rules.build({**INNS, **RIVER, "farm_scoring": way})


def with_goods(goods: list[list[int]], rules: dict) -> list[int]:
    """What goods pay at the end: tokens of wine, grain and cloth by seat."""
    board = played("B 0 1 0", rules, players=len(goods), rest=["B"])
    board.state["goods"][: len(goods)] = goods
    return board.finish().points("goods")


@paragraphs("11.12")
def test_most_of_a_good() -> None:
    assert with_goods([[0, 1, 0], [3, 0, 0]], TRADERS) == [10, 10]
    assert with_goods([[2, 1, 0], [2, 2, 0], [1, 2, 0]], TRADERS) == [10, 20, 10]
    assert with_goods([[0, 0, 0], [0, 0, 0]], TRADERS) == [0, 0]
    assert with_goods([[0, 1, 0], [3, 0, 0]], {**TRADERS, "goods_points": 4}) == [4, 4]


@paragraphs("11.13")
def test_most_points_win_and_equal_ones_share() -> None:
    tie = played(FOUR_CITIES, rest=[]).game.result()[1]
    assert [(row["rank"], row["win_60ths"]) for row in tie] == [(1, 30), (1, 30)]
    won = played(TWO_AGAINST_ONE, rest=[]).game.result()[1]
    assert [(row["rank"], row["win_60ths"]) for row in won] == [(1, 60), (2, 0)]
    three = played("B 0 1 0", players=3, rest=[]).game.result()[1]
    assert [row["win_60ths"] for row in three] == [20, 20, 20]


# ---- 12 Examples


@paragraphs("12.1", "12.2")
def test_a_ring_a_road_a_city_and_a_cloister() -> None:
    assert played(RING).points("roads") == [4, 0]
    board = played(ROAD_AND_CITY)
    assert board.points("roads") == [3, 0] and board.points("cities") == [4, 0]
    assert played(CLOISTER).points("cloisters") == [9, 0]


@paragraphs("12.3")
def test_farmers_of_two_seats() -> None:
    assert played(FOUR_CITIES, rest=[]).points("fields") == [12, 12]
    assert played(TWO_AGAINST_ONE, rest=[]).points("fields") == [12, 0]


@paragraphs("12.4", "12.5")
def test_an_inn_and_a_cathedral() -> None:
    assert played(INN_ROAD, INNS).points("roads") == [14, 0]
    assert played(CATHEDRAL, INNS).points("cities") == [36, 0]


@paragraphs("12.6")
def test_tokens_of_three_seats() -> None:
    assert with_goods([[3, 0, 1], [3, 1, 0], [1, 4, 3]], TRADERS) == [10, 10, 20]
