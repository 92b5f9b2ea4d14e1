"""Rules of Carcassonne, chapters 1 to 3, 13, 14 and 16: the box, set-up, the turn, the tiles, chance and the state."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest

from burgsim.games.carcassonne.components import EDGES, GOODS, KIND, NAMES, PARTS
from burgsim.games.game import UserError
from burgsim.simulation.stepwise import Stepwise
from tests.rules.carcassonne_table import ALL, GAME, INNS, KINDS, RIVER, TRADERS, Board, before, played, walk
from tests.rules.paragraphs import paragraphs, table

ROWS = table("carcassonne", "kind | tile")


def everything(board: Board) -> Counter:
    """All tiles of a game, wherever they are."""
    snap = board.snap
    tiles = Counter(snap["river_stack"] + snap["stack"] + snap["left_game"])
    tiles.update(tile["tile"] for tile in snap["map"])
    return tiles + Counter([snap["tile"]] if snap["tile"] else [])


def of_set(board: Board, which: str) -> int:
    return sum(n for name, n in everything(board).items() if KIND[KINDS[name]].set == which)


# ---- 1 What is in the box


@paragraphs("1.1")
def test_the_base_game() -> None:
    tiles = everything(Board())
    assert tiles.total() == 72 and of_set(Board(), "base") == 72
    shown = {PARTS[part.sort] for name in tiles for part in KIND[KINDS[name]].parts}
    assert shown == {"city", "road", "cloister", "field"}


@paragraphs("1.2", "1.3", "1.4")
def test_the_sets_are_switched_on_one_by_one() -> None:
    for which, count in (("river", 12), ("inns", 18), ("traders", 24)):
        assert of_set(Board(), which) == 0 and of_set(Board(rules={which: True}), which) == count
    river = [name for name in everything(Board(rules=RIVER)) if KIND[KINDS[name]].set == "river"]
    ends = [name for name in river if len(KIND[KINDS[name]].river) == 1]
    assert sorted(ends) == ["RI-I.e", "RI-s"] and all(len(KIND[KINDS[name]].river) == 2 for name in {*river} - {*ends})
    specials, goods = Counter(), Counter()
    for name, n in everything(Board(rules=ALL)).items():
        for part in KIND[KINDS[name]].parts:
            specials[PARTS[part.sort]] += n * part.special
            if part.good >= 0:
                goods[GOODS[part.good]] += n
    assert specials["road"] == 6 and specials["city"] == 2
    assert goods == {"wine": 9, "grain": 6, "cloth": 5}


@paragraphs("1.5")
def test_the_copies_of_every_tile() -> None:
    tiles = everything(Board(rules={**ALL}))
    assert {row[1]: int(row[3]) for row in ROWS} == tiles
    changed = everything(Board(rules={"copies.base.B": 7, "copies.base.C": 0}))
    assert changed["B"] == 7 and changed["C"] == 0 and changed.total() == 74
    with pytest.raises(UserError, match="copies"):
        Board(rules={**ALL, "copies.base.B": 5})  # a tile more than the map is for


@paragraphs("1.6", "1.7", "1.8", "1.9")
def test_the_figures_of_a_player() -> None:
    assert Board().supply() == {"follower": 7, "big": 0, "builder": 0, "pig": 0}
    assert Board(rules=INNS).supply() == {"follower": 7, "big": 1, "builder": 0, "pig": 0}
    assert Board(rules=TRADERS).supply() == {"follower": 7, "big": 0, "builder": 1, "pig": 1}
    assert Board(5, {**ALL, "followers": 3}).supply(5) == {"follower": 3, "big": 1, "builder": 1, "pig": 1}
    none = Board(rules={**ALL, "big_followers": 0, "builders": 0, "pigs": 0})
    assert none.supply() == {"follower": 7, "big": 0, "builder": 0, "pig": 0}


# ---- 2 Set-up


@paragraphs("2.1")
def test_two_to_five_players_and_six_with_inns() -> None:
    for players in (2, 3, 4, 5):
        assert len(Board(players).snap["seats"]) == players
    assert len(Board(6, INNS).snap["seats"]) == 6
    for players, rules in ((6, {}), (6, {**RIVER, **TRADERS}), (1, {}), (7, INNS)):
        with pytest.raises(UserError, match="players"):
            Stepwise(GAME, players, GAME.rules.build(rules))


@paragraphs("2.2", "3.2")
def test_seat_1_starts_and_turns_go_round() -> None:
    for players, rules in ((2, {}), (5, RIVER)):
        board = Board(players, rules)
        assert board.seat == 1
        seats = board.finish().seats_placing()
        assert seats == [1 + n % players for n in range(len(seats))]


@paragraphs("2.3")
def test_the_start_tile_lies_on_the_table() -> None:
    board = Board()
    assert board.snap["map"] == [{"x": 0, "y": 0, "tile": "D", "rotation": 0}]
    assert len(board.snap["stack"]) + 1 == 71 and board.snap["stack"].count("D") + (board.tile == "D") == 3
    assert Board(game=1).snap["stack"] != board.snap["stack"]


@paragraphs("2.4", "5.1")
def test_the_river_comes_first_and_ends_with_the_lake() -> None:
    orders = set()
    for game in range(5):
        board = Board(rules=RIVER, game=game)
        assert board.snap["map"] == [{"x": 0, "y": 0, "tile": "RI-s", "rotation": 0}]
        river = [board.tile, *board.snap["river_stack"]]
        assert len(river) == 11 and river[-1] == "RI-I.e"
        orders.add(tuple(river))
        board.finish()
        drawn = [event["tile"] for event in board.events("draw")]
        assert drawn[:11] == river and "river" not in {KIND[KINDS[name]].set for name in drawn[11:]}
    assert len(orders) == 5


@paragraphs("2.5")
def test_the_start_tile_with_the_river() -> None:
    for rules, copies in ((RIVER, 3), ({**RIVER, **INNS}, 3), ({**RIVER, **TRADERS}, 4), (ALL, 4)):
        assert everything(Board(rules=rules))["D"] == copies
    assert everything(Board(rules={**RIVER, "start_tile_stays": True}))["D"] == 4


@paragraphs("2.6")
def test_everybody_starts_with_everything_and_nothing() -> None:
    board = Board(6, ALL)
    for seat in board.snap["seats"]:
        assert set(seat["points"].values()) == {0} and set(seat["goods"].values()) == {0}
    assert board.snap["figures"] == []


@paragraphs("2.7")
def test_compensation_of_seats() -> None:
    board = played("B 0 1 0", {"seat_points": (0, 4, 0, 0, 0, 0)}, rest=[])
    assert board.points("seat") == [0, 4] and board.scores() == [0, 4]
    assert set(Board().finish().points("seat")) == {0}


def stack_of(players: int, game: int, **rules: object) -> list[str]:
    """The stack as it is dealt."""
    dealt = Stepwise(GAME, players, GAME.rules.build(rules))
    dealt.deal(1, game)
    return [NAMES[kind] for kind in dealt.state["stack"][: int(dealt.state["back"])]]


@paragraphs("2.8")
@pytest.mark.parametrize("players", [2, 3, 5])
def test_a_tile_is_given_to_a_seat(players: int) -> None:
    by_lot = Counter()
    for number in range(60):
        plain = stack_of(players, number)
        copies = [at for at, name in enumerate(plain) if name == "A"]
        moved = set()
        for seat in range(1, players + 1):
            stack = stack_of(players, number, gift_tile=KINDS["A"] + 1, gift_seat=seat)
            changed = [at for at in range(len(plain)) if stack[at] != plain[at]]
            assert sorted(stack) == sorted(plain) and len(changed) in (0, 2)
            if not changed:  # the seat draws it as it is
                continue
            to, place = sorted(changed, key=lambda at: plain[at] == "A")
            assert stack[to] == "A" and to % players == seat - 1
            last = len(plain) - len(plain) % players  # the first place of the last round
            assert to // players == place // players or (place >= last and to // players == place // players - 1)
            moved.add(place)
        assert len(moved) <= 1  # the same copy, whichever seat gets it; none where both are of one round
        by_lot.update(copies.index(place) for place in moved)
    assert min(by_lot[0], by_lot[1]) > 15


@paragraphs("2.8")
def test_what_is_never_given() -> None:
    for name, rules in (("RI-CICI", {"river": True}), ("IC-RRR.i", {}), ("A", {"gift_seat": 5})):
        assert stack_of(3, 1, **rules) == stack_of(3, 1, **{**rules, "gift_tile": KINDS[name] + 1})


# ---- 3 The turn


@paragraphs("3.1")
def test_a_turn_is_place_deploy_score() -> None:
    board = played("E 0 -1 2 follower city 0")
    told = [event["event"] for event in board.game.events]
    assert told[: told.index("turn", 2)] == ["start", "turn", "draw", "place", "deploy", "score", "return"]


@paragraphs("3.3")
def test_only_the_order_of_the_stacks_is_hidden() -> None:
    board = Board(3, ALL)
    for _ in range(4):
        board.play(board.moves()[0]).decline()
    other = board.game.copy()
    with np.errstate(over="ignore"):
        GAME.hide(other.state, other.rules, 1, np.uint64(99), other.log)
    before_, after = board.snap, other.snapshot()
    assert before_["stack"] != after["stack"] and sorted(before_["stack"]) == sorted(after["stack"])
    assert sorted(before_["river_stack"]) == sorted(after["river_stack"]) and after["river_stack"][-1] == "RI-I.e"
    same = {"stack", "river_stack"}
    assert {name: value for name, value in before_.items() if name not in same} == {
        name: value for name, value in after.items() if name not in same
    }


# ---- 13 The tiles


@paragraphs("13.1")
def test_cells_and_rotations() -> None:
    board = played("E 0 -1 2\nA 1 0 1\nB 0 1 0\nA -1 0 3")
    cells = [(tile["x"], tile["y"], tile["rotation"]) for tile in board.snap["map"]]
    assert cells == [(0, 0, 0), (0, -1, 2), (1, 0, 1), (0, 1, 0), (-1, 0, 3)]
    # north, east, south and west of the start tile; turned so that the city faces south, roads west and east
    assert board.points("cities") == [0, 0] and board.of("place") == {"-1 -1 0", "1 -1 0", "-1 1 0", "1 1 0", "0 2 0",
                                                                     "0 -2 0", "2 0 0", "-2 0 0"}  # fmt: skip


@paragraphs("13.2")
def test_halves_of_edges_meet_mirrored() -> None:
    """The field north of the start tile's road goes on north of the next tile's road, to the east and to the west."""
    for place in ("1 0 0", "-1 0 0"):
        north = played(f"U {place} follower field 0\nE 0 -1 2\n", rest=[])
        assert north.points("fields") == [3, 0]  # D's city touches it
        south = played(f"U {place} follower field 1\nE 0 -1 2\n", rest=[])
        assert south.points("fields") == [0, 0]


@paragraphs("13.3", "13.4")
def test_tiles_are_those_of_the_table() -> None:
    for kind, (number, name, which, copies, edges, looks, cities, roads, fields, cloister) in enumerate(ROWS):
        tile = KIND[kind]
        assert (int(number), name, which, int(copies)) == (kind, NAMES[kind], tile.set, tile.copies)
        assert edges.upper().replace("W", "I") == tile.edges and int(looks) == tile.rotations
        told = {"city": [], "road": [], "field": [], "cloister": []}
        for part in tile.parts:
            sort = PARTS[part.sort]
            sides = "".join(EDGES[edge] for edge in sorted(part.edges))
            if sort == "city":
                marks = ["shield"] * part.shields + ["cathedral"] * part.special
                told[sort].append(" ".join([sides, *marks, *([GOODS[part.good]] if part.good >= 0 else [])]))
            elif sort == "road":
                told[sort].append(sides + " inn" * part.special)
            elif sort == "field":
                halves = " ".join(EDGES[half // 2] + "LR"[half % 2] for half in part.halves) or "inner"
                touched = " ".join(str(city + 1) for city in part.cities)
                told[sort].append(halves + (f" ({touched})" if touched else ""))
            else:
                told[sort].append("yes")
        assert [cities, roads, fields, cloister] == ["; ".join(told[sort]) for sort in told], name


@paragraphs("13.5")
def test_the_inn_of_a_junction_is_on_one_arm() -> None:
    """IC-RRR.i has roads to the east (with the inn), west and south."""
    for rotation, pays in ((0, 2), (1, 2), (2, 4)):  # the arm that meets the start tile's road: west, south, east
        board = played(f"A -1 0 3 follower road 0\nIC-RRR.i 1 0 {rotation}", INNS)
        assert board.points("roads") == [3 * pays // 2, 0]


@paragraphs("13.6")
def test_rotations_that_look_the_same_are_one() -> None:
    for name, places in (("B", {"0 1 0"}), ("U", {"1 0 0", "-1 0 0", "0 1 0"}), ("X", {"1 0 0", "-1 0 0"})):
        assert Board(stacks=([], [name])).of("place") == places


# ---- 14 How chance is laid out


@paragraphs("14.1", "14.3")
def test_the_stack_is_drawn_from_its_front() -> None:
    for game in range(20):
        board = Board(game=game)
        fresh = Stepwise(GAME, 2)
        fresh.deal(1, game)
        stack = GAME.words.setup(fresh.state, fresh.rules)["stack"]
        assert stack[0] == board.tile or board.events("discard")
        board.finish()
        assert [event["tile"] for event in board.events("draw")] == stack
        left = [event["tile"] for event in board.events("discard")]
        assert left == board.snap["left_game"]
        assert len(board.events("place")) + len(left) == len(stack)


@paragraphs("14.2")
def test_the_river_has_a_shuffle_of_its_own() -> None:
    for game in range(5):
        setups = []
        for rules in ({}, RIVER):
            fresh = Stepwise(GAME, 2, GAME.rules.build(rules))
            fresh.deal(1, game)
            setups.append(GAME.words.setup(fresh.state, fresh.rules))
        assert setups[0]["stack"] == setups[1]["stack"]
        assert setups[1]["river_stack"][-1] == "RI-I.e" and setups[0]["river_stack"] == []


# ---- 16 The state


@paragraphs("16.1", "16.2", "16.3")
def test_the_state_holds_what_the_document_lists() -> None:
    seen = Counter()
    for board in itertools.chain.from_iterable(walk(3, game, ALL) for game in range(9, 14)):
        snap = board.snap
        assert {"turn", "seat", "part", "tile", "river_stack", "stack", "left_game"} <= set(snap)
        for seat in snap["seats"]:
            assert set(seat) == {"supply", "goods", "points"} and len(seat["points"]) == 9
        for figure in snap["figures"]:
            assert set(figure) == {"seat", "figure", "x", "y", "feature", "number"}
            seen[figure["figure"]] += 1
        seen[snap["pending"][0]] += 1
        seen[snap["part"]] += 1
    assert set(seen) == {"follower", "big", "builder", "pig", "place", "deploy", 1, 2}
    # a turn begins while a tile is left, though it fits nowhere
    board = played("E 0 -1 2\nC", rest=[])
    assert board.game.over and board.snap["turn"] == 2 and board.game.result()[1][1]["seat_turns"] == 0


@paragraphs("16.4")
def test_tiles_and_figures_are_conserved() -> None:
    for rules in ({}, ALL):
        whole = everything(Board(3, rules))
        for board in walk(3, 10, rules):
            assert everything(board) == whole and board.game.audit() == ""
            standing = Counter((one["seat"], one["figure"]) for one in board.snap["figures"])
            for seat in (1, 2, 3):
                full = {"follower": 7, "big": bool(rules), "builder": bool(rules), "pig": bool(rules)}
                assert {name: n + standing[seat, name] for name, n in board.supply(seat).items()} == full
    board = Board()
    board.state["left"][0] += 1
    assert board.game.audit() == "tiles are not conserved"
    board = Board()
    board.state["supply"][0, 0] += 1
    assert board.game.audit() == "figures are not conserved"
    assert before("E 0 -1 2").game.audit() == "tiles are not conserved"  # a script has tiles of its own
