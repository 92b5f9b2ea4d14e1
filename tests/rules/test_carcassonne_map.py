"""Rules of Carcassonne, chapters 4 to 6, 9 and 15: placing, the river, deploying, the double turn, and decisions."""

from __future__ import annotations

from collections import Counter

from burgsim.games.carcassonne.components import KIND
from burgsim.games.game import DECISIONS
from burgsim.games.moves import listed_action
from burgsim.players import seats
from burgsim.simulation.batch import Table
from tests.reference.carcassonne_examples import BUILDER, DEAD_END, LAKE_WITHOUT_PLACE, WALLED_IN
from tests.rules.carcassonne_table import ALL, GAME, INNS, KINDS, RIVER, TRADERS, Board, before, played, walk
from tests.rules.paragraphs import paragraphs

FIGURES = ("follower", "big", "builder", "pig")


def drawn(*names: str, rules: dict | None = None) -> Board:
    """A game with nothing but the first tile on the map, and these to draw."""
    river = [name for name in names if KIND[KINDS[name]].set == "river"]
    return Board(rules=rules, stacks=(river, [name for name in names if name not in river]))


def deployments(board: Board) -> set[str]:
    """What can be deployed, as the moves say it."""
    return {move for move in board.moves() if move.split()[0] in FIGURES}


# ---- 4 Placing a tile


@paragraphs("4.1")
def test_beside_a_tile_not_at_its_corner() -> None:
    board = drawn("B", "B", "B")
    assert board.of("place") == {"0 1 0"}  # the only field edge; no corner
    board.play("place 0 1 0").decline()
    assert board.of("place") == {"-1 1 0", "1 1 0", "0 2 0"}


@paragraphs("4.2", "4.3")
def test_shared_edges_show_the_same_in_any_rotation() -> None:
    assert drawn("V").of("place") == {"-1 0 2", "-1 0 3", "0 1 0", "0 1 3", "1 0 0", "1 0 1"}
    assert drawn("E").of("place") == {"0 -1 2", "0 1 1", "0 1 2", "0 1 3"}
    board = played("E 0 -1 2\nU 1 0 0", rest=["V"])  # at (1, -1) two edges are shared, both fields
    assert {move for move in board.of("place") if move.startswith("1 -1")} == {"1 -1 2"}
    river = drawn("RI-IFI", rules=RIVER)
    assert river.of("place") == {"1 0 0"}


@paragraphs("4.4")
def test_a_tile_must_be_placed() -> None:
    for board in walk(2, 3):
        if board.snap["pending"] == ["place"]:
            assert {move.split()[0] for move in board.moves()} == {"place"}


@paragraphs("4.5")
def test_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    board = played("E 0 -1 2\nC\nB 0 1 0")  # after the first tile no city is open
    assert board.snap["left_game"] == ["C"] and board.seats_placing() == [1, 2]
    assert board.seat == 1 and [event["tile"] for event in board.events("discard")] == ["C"]


@paragraphs("4.6")
def test_the_game_ends_when_the_last_tile_leaves_it() -> None:
    board = played("E 0 -1 2 follower field 0\nC", rest=["C"])
    assert board.game.over and board.snap["left_game"] == ["C", "C"]
    assert board.points("fields") == [3, 0]
    assert board.game.result()[0]["end_cause"] == 1
    assert played("E 0 -1 2", rest=[]).game.result()[0]["end_cause"] == 0


# ---- 5 The river


@paragraphs("5.2")
def test_a_river_tile_goes_on_with_the_river() -> None:
    board = drawn("RI-CICI", "RI-II", "RI-CcII", "B", rules=RIVER)
    assert board.of("place") == {"1 0 0"}  # its fields would fit at the spring's other sides, too
    board.play("place 1 0 0").decline()
    assert board.of("place") == {"2 0 0", "2 0 1"}
    board.play("place 2 0 1").decline()  # to the north; from there to the east, since 5.3 forbids the west
    assert board.of("place") == {"2 -1 0"}


@paragraphs("5.3")
def test_a_narrow_u_is_forbidden() -> None:
    for first, second, forbidden in (("1 0 0", "1 1 2", "1 1 1"), ("1 0 1", "1 -1 3", "1 -1 0")):
        tight = drawn("RI-II", "RI-II", "B", rules=RIVER).play(f"place {first}").decline()
        assert tight.of("place") == {second}
        loose = drawn("RI-II", "RI-II", "B", rules={**RIVER, "river_u_turn": True}).play(f"place {first}").decline()
        assert loose.of("place") == {second, forbidden}
    # with a straight tile between both turns are open
    assert played("RI-II 1 0 0\nRI-IFI 1 1 1\nRI-II 1 2 1", RIVER).snap["left_game"] == []
    wide = drawn("RI-II", "RI-IFI", "RI-II", "B", rules=RIVER).follow("RI-II 1 0 0\nRI-IFI 1 1 1")
    assert wide.of("place") == {"1 2 1", "1 2 2"}


@paragraphs("5.4")
def test_a_river_that_is_walled_in() -> None:
    board = played(WALLED_IN, RIVER)
    assert board.snap["left_game"] == ["RI-CIRI", "RI-RIrI", "RI-II", "RI-I.e"]
    assert board.seats_placing() == [1, 2, 1, 2, 1, 2, 1, 2]
    # nobody ever places a tile at the open end
    for walled in (board, played(LAKE_WITHOUT_PLACE, RIVER, rest=["B", "X", "V", "V", "E", "E", "E"])):
        while not walled.game.over:
            assert not [move for move in walled.of("place") if move.startswith("1 1 ")]
            walled.play(walled.moves()[-1])


@paragraphs("5.4")
def test_a_lake_without_a_place_leaves_the_game() -> None:
    board = played(LAKE_WITHOUT_PLACE, RIVER)
    assert board.snap["left_game"] == ["RI-I.e"] and board.seats_placing() == [1, 2, 1, 2, 1, 2, 1, 2]
    assert [(event["x"], event["y"]) for event in board.events("river_blocked")] == [(1, 1)]
    # with another tile at that end the lake fits
    assert played(DEAD_END.replace("RI-RrII 1 2 2", "RI-RrII 1 2 3\nRI-I.e 1 3 1"), RIVER).snap["left_game"] == []


@paragraphs("5.5")
def test_a_river_bounds_fields_and_takes_no_figure() -> None:
    board = before("RI-RIrI 1 0 1", {**ALL})
    assert {move.split()[1] for move in deployments(board)} == {"road", "field"}
    # beyond the road the two banks are different fields
    north = before("RI-RIrI 1 0 1\nRI-IFI 2 0 0 follower field 0\nRI-IFI 3 0 0", RIVER)
    assert deployments(north) == {"follower field 1"}


@paragraphs("5.6")
def test_spring_and_lake_join_the_banks() -> None:
    spring = before("RI-IFI 1 0 0 follower field 0\nRI-IFI 2 0 0", RIVER)
    assert deployments(spring) == set()
    lake = before("RI-RIrI 1 0 1\nRI-IFI 2 0 0 follower field 0\nRI-I.e 3 0 0", RIVER)
    assert deployments(lake) == set()
    free = before("RI-RIrI 1 0 1\nRI-IFI 2 0 0\nRI-I.e 3 0 0", RIVER)
    assert deployments(free) == {"follower field 0"}


# ---- 6 Deploying


@paragraphs("6.1")
def test_one_figure_of_four_kinds_or_none() -> None:
    script = "U 1 0 0 follower road 0\nB 0 1 0\nU -1 0 0 follower field 0\nB 1 1 0\nU 2 0 0"
    board = before(script, {**TRADERS, **INNS})
    assert set(board.moves()) == {"pass", "builder road 0", "pig field 0", "follower field 1", "big field 1"}
    assert board.play("builder road 0").seat == 2  # and that was the turn
    pig = before(script.replace("U -1 0 0 follower field 0", "U -1 0 0 follower field 1"), TRADERS)
    assert "pig field 1" in pig.moves() and "pig field 0" not in pig.moves()
    assert before(script, {**TRADERS, **INNS}).play("pass").supply() == {
        "follower": 5,
        "big": 1,
        "builder": 1,
        "pig": 1,
    }


@paragraphs("6.2")
def test_nobody_stands_on_the_whole_of_it() -> None:
    road = "U 1 0 0 follower road 0\nU 2 0 0\nU 3 0 0"
    for script in (road, "A -1 0 3\n" + road):  # one's own follower or another's, however far
        assert deployments(before(script, INNS)) == {
            "follower field 0", "follower field 1", "big field 0", "big field 1"
        }  # fmt: skip
    city = before("G 0 -1 1 follower city 0\nG 0 -2 1", INNS)
    assert {move.split()[1] for move in deployments(city)} == {"field"}
    field = before("E 0 -1 2 follower field 0\nE 1 -1 0", INNS)
    assert {move.split()[1] for move in deployments(field)} == {"city"}
    cloister = before("B 0 1 0 follower field 0\nB 1 1 0", INNS)
    assert deployments(cloister) == {"follower cloister 0", "big cloister 0"}
    assert deployments(before("L 1 0 2")) == {"follower city 0", *(f"follower road {n}" for n in range(3)),
                                            *(f"follower field {n}" for n in range(3))}  # fmt: skip


@paragraphs("6.3")
def test_what_the_tile_completes_may_be_taken() -> None:
    board = before("E 0 -1 2")
    assert "follower city 0" in board.moves()
    board.play("follower city 0")
    assert board.points("cities") == [4, 0] and board.supply()["follower"] == 7 and not board.snap["figures"]


@paragraphs("6.4")
def test_what_comes_back_is_too_late_for_this_tile() -> None:
    script = "U 1 0 0 follower road 0\nA -1 0 3\nA 2 0 1"
    board = played(script, {"followers": 1})
    assert board.points("roads") == [4, 0] and board.supply()["follower"] == 1
    assert [event["seat"] for event in board.events("deploy")] == [1]
    # but in time for the second part
    two = {**TRADERS, "followers": 2}
    builder = "A -1 0 3\nU 1 0 0 follower road 0\nB 0 1 0\nU 2 0 0 builder road 0\nB 1 1 0\nA 3 0 1 follower cloister 0"
    again = before(builder + "\nE 2 -1 1", two)
    assert again.seat == 2 and "follower city 0" in again.moves() and again.supply(2)["builder"] == 1


@paragraphs("6.5")
def test_stubs_at_city_gates_are_no_roads() -> None:
    assert {move for move in deployments(before("IC-CRCR 1 0 0", INNS)) if "road" in move and "big" not in move} == {
        "follower road 0", "follower road 1"
    }  # fmt: skip
    farm = {move for move in deployments(before("TB-RRC 1 0 0", TRADERS)) if "road" in move}
    assert farm == {"follower road 0", "follower road 1"}


@paragraphs("6.6")
def test_a_farmer_may_stand_on_an_enclosed_field() -> None:
    board = before("IC-CCCC 0 -1 0", INNS).play("follower field 0")
    assert board.snap["figures"][0]["feature"] == "field"
    # four caps close its cities: 3 points for each
    closed = played("IC-CCCC 0 -1 0 follower field 0\nE 1 -1 3\nE -1 -1 1\nE 0 -2 2", INNS, rest=[])
    assert closed.points("fields") == [12, 0]


@paragraphs("6.7")
def test_where_a_builder_goes() -> None:
    script = "U 1 0 0 follower road 0\nB 0 1 0\nU 2 0 0"
    assert "builder road 0" in before(script, TRADERS).moves()
    # the follower is the other's, or there is none
    assert "builder road 0" not in before("B 0 1 0\nU 1 0 0 follower road 0\nU 2 0 0", TRADERS).moves()
    assert "builder road 0" not in before(script.replace(" follower road 0", ""), TRADERS).moves()
    done = before("U 1 0 0 follower road 0\nA -1 0 3\nA 2 0 1", TRADERS)
    assert not [move for move in done.moves() if "builder" in move]  # this tile completes the road
    city = before("G 0 -1 1 follower city 0\nB 0 1 0\nG 0 -2 1", TRADERS)
    assert "builder city 0" in city.moves() and "builder field 0" not in city.moves()
    # a follower of each seat on one road, joined by a tile between: then a builder of either may come
    shared = "U 1 0 0 follower road 0\nB 0 1 0\nB 1 1 0\nB 2 1 0\nB 3 1 0\nU 3 0 0 follower road 0\n"
    joined = before(shared + "U 2 0 0 builder road 0\nU 4 0 0", TRADERS)
    assert "builder road 0" in joined.moves() and joined.seat == 2


@paragraphs("6.8")
def test_where_a_pig_goes() -> None:
    script = "B 0 1 0 follower field 0\nE 0 -1 2\nB 1 1 0"
    assert "pig field 0" in before(script, TRADERS).moves()
    assert "pig field 0" not in before(script.replace(" follower field 0", ""), TRADERS).moves()
    assert "pig field 0" not in before(script.replace("E 0 -1 2\n", ""), TRADERS).moves()  # the farmer is the other's
    both = {**TRADERS, **INNS}
    assert "pig field 0" in before(script.replace("follower", "big"), both).moves()
    assert "builder road 0" in before("U 1 0 0 big road 0\nB 0 1 0\nU 2 0 0", both).moves()


@paragraphs("6.9")
def test_farmers_and_pigs_stay() -> None:
    seen = 0
    for board in walk(3, 5, ALL):
        home = Counter(event["figure"] for event in board.events("return"))
        assert home["pig"] == 0
        farmers = sum(event["feature"] == "field" for event in board.events("deploy"))
        assert farmers == sum(figure["feature"] == "field" for figure in board.snap["figures"])
        seen = max(seen, farmers)
    assert seen > 5


# ---- 9 The double turn


@paragraphs("9.1", "9.3")
def test_the_builder_brings_a_second_tile_and_no_third() -> None:
    board = played(BUILDER + "U 3 0 0\nU 4 0 0\nB 2 1 0\nU 5 0 0\nB 3 1 0", TRADERS, rest=["B"])
    # the second tile went on with the road as well; in the next turn the builder works again
    assert board.seats_placing() == [1, 2, 1, 2, 1, 1, 2, 1, 1]
    assert [event["seat"] for event in board.events("second_part")] == [1, 1]
    city = "G 0 -1 1 follower city 0\nB 0 1 0\nF 0 -2 1 builder city 0\nB 1 1 0\nR 0 -3 1\nB 2 1 0"
    assert played(city, TRADERS).seats_placing() == [1, 2, 1, 2, 1, 1]
    away = played(BUILDER + "B 2 1 0\nB 3 1 0", TRADERS)
    assert away.seats_placing() == [1, 2, 1, 2, 1, 2] and not away.events("second_part")


@paragraphs("9.1")
def test_the_second_part_has_a_figure_and_points_of_its_own() -> None:
    board = before(BUILDER + "U 3 0 0 follower field 0\nE 0 -1 2", TRADERS)
    assert board.snap["part"] == 2 and "follower city 0" in board.moves()
    assert board.play("follower city 0").points("cities") == [4, 0] and board.seat == 2


@paragraphs("9.2")
def test_it_does_not_matter_that_the_road_was_completed() -> None:
    board = played("A -1 0 3\nB -1 1 0" + BUILDER + "A 3 0 1\nB 2 1 0", TRADERS)
    assert board.seats_placing() == [1, 2, 1, 2, 1, 2, 1, 1] and board.supply()["builder"] == 1
    assert board.points("roads") == [5, 0]


@paragraphs("9.4")
def test_a_builder_does_not_work_for_its_own_tile() -> None:
    board = played(BUILDER, TRADERS)
    assert board.seats_placing() == [1, 2, 1, 2] and not board.events("second_part")
    # nor does one that is deployed in the second part
    again = "A -1 0 3\nB -1 1 0" + BUILDER + "A 3 0 1 follower cloister 0\nE 2 -1 1 follower city 0\nB 2 1 0"
    assert played(again, TRADERS).seats_placing() == [1, 2, 1, 2, 1, 2, 1, 1, 2]


@paragraphs("9.5")
def test_the_second_part_is_not_waived() -> None:
    board = before(BUILDER + "U 3 0 0", TRADERS)
    board.decline()
    assert board.seat == 1 and "pass" not in board.moves() and board.snap["pending"] == ["place"]


@paragraphs("9.6")
def test_a_second_tile_that_fits_nowhere_is_replaced() -> None:
    closed = "E 0 -1 2\nB 1 -1 0" + BUILDER + "U 3 0 0\nC\n"
    board = played(closed + "B 2 1 0\nB 3 1 0", TRADERS, rest=["B"])
    assert board.snap["left_game"] == ["C"] and board.seats_placing() == [1, 2, 1, 2, 1, 2, 1, 1, 2]
    none = played(closed, TRADERS, rest=[])
    assert none.game.over and none.snap["left_game"] == ["C"] and none.seats_placing() == [1, 2, 1, 2, 1, 2, 1]
    last = played(BUILDER + "U 3 0 0", TRADERS, rest=[])
    assert last.game.over and not last.events("second_part")


@paragraphs("9.7")
def test_a_builder_works_for_its_owner() -> None:
    board = played(BUILDER + "B 2 1 0\nU 3 0 0\nU 4 0 0\nB 3 1 0", TRADERS)
    assert board.seats_placing() == [1, 2, 1, 2, 1, 2, 1, 1]  # seat 2 went on with the road and had one tile


# ---- 15 Decisions


@paragraphs("15.1")
def test_what_leaves_no_choice_is_not_asked() -> None:
    asked = 0
    for board in walk(2, 12, ALL):
        assert len(board.moves()) > 1
        asked += 1
    who = seats(GAME, 2, "random")
    games, _ = Table(GAME, 2, GAME.rules.build(ALL), who, 1, check=True).play(0, 2)
    # of 125 tiles each is placed and most can be deployed on; with some of them there is no choice
    assert 100 < asked < 2 * 125 and all(100 < row[DECISIONS] < 2 * 125 for row in games)


@paragraphs("15.2", "15.3")
def test_moves_are_tuples_that_can_be_read_back() -> None:
    verbs = Counter()
    features = Counter()
    for board in walk(3, 5, ALL):
        listed = board.game.legal()
        for action, move in zip(listed, board.game.moves(), strict=True):
            assert listed_action(GAME.words.move, board.state, board.game.rules, list(move), listed) == action
            verbs[move[0]] += 1
            if move[0] == "place":
                x, y, rotation = move[1:]
                assert 0 <= rotation < KIND[KINDS[board.tile]].rotations
                assert (x, y) not in {(tile["x"], tile["y"]) for tile in board.snap["map"]}
            elif move[0] != "pass":
                features[move[1]] += 1
        assert ("pass" in board.moves()) == (board.snap["pending"] == ["deploy"])
    assert set(verbs) == {"place", "pass", *FIGURES} and set(features) == {"road", "city", "field", "cloister"}
