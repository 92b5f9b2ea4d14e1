"""Rules of The Castles of Burgundy, chapters 10 and 11: areas and colours, the end and the score."""

from __future__ import annotations

import pytest

from tests.rules.burgundy_board_table import Board, furnish, lay_out, turn
from tests.rules.paragraphs import paragraphs

SIZES = [1, 3, 6, 10, 15, 21, 28, 36]
#: An estate and an area of each size: cells, the last of which is filled, with what.
AREAS = {
    1: (1, [11], "bank"),
    2: (3, [4, 5], "ship"),
    3: (1, [3, 7, 12], "knowledge 3"),
    4: (3, [0, 1, 2, 3], "pig 3"),
    5: (1, [0, 4, 5, 9, 10], "pig 3"),
    6: (3, [11, 12, 17, 19, 24, 25], "knowledge 3"),
    8: (2, [1, 6, 12, 15, 16, 17, 18, 19], "bank"),
}


def fill(size: int, phase: str, **rules: object) -> Board:
    """An area of some size whose last cell has just been filled."""
    estate, cells, tile = AREAS[size]
    kinds = ["watchtower", "carpenter", "church", "market", "warehouse", "city_hall", "boarding_house"]
    other = {"bank": kinds, "pig 3": ["pig 2"] * 8}.get(tile, [tile] * 8)
    if tile.startswith("knowledge"):
        other = [f"knowledge {number}" for number in range(15, 22)]
    board = turn(
        (1,), rules={**rules, "estates": (estate, 1, 1, 1)} if estate == 1 else rules, phase=phase, estate=estate,
        castle=18 if estate in (1, 3) else 3, placed=dict(zip(cells[:-1], other, strict=False)), storage=[tile],
        workers=3,
    )  # fmt: skip
    last = cells[-1]
    if last not in board.cells(tile):  # nothing lies beside it yet
        raise AssertionError(board.moves())
    return board.play(f"place 1 {tile} {last}")


# ---- 10 Areas and colours ----


@paragraphs("10.1", "10.2", "10.3")
@pytest.mark.parametrize("phase", "ABCDE")
def test_a_full_area_scores_by_size_and_phase(phase: str) -> None:
    more = {"A": 10, "B": 8, "C": 6, "D": 4, "E": 2}[phase]
    for size in AREAS:
        board = fill(size, phase)
        assert (board.points("areas"), board.points("phases")) == (SIZES[size - 1], more), size
    assert fill(3, "B").points("areas", "phases") == 14 and fill(1, "A").points("areas", "phases") == 11


@paragraphs("10.1", "10.2")
def test_points_of_areas_and_phases_are_numbers_of_the_rules() -> None:
    rules = {"area_points": (7, 8, 9, 10, 11, 12, 13, 14), "phase_points": (5, 4, 3, 2, 1)}
    assert fill(3, "B", **rules).points("areas", "phases") == 9 + 4
    not_full = turn((5,), placed={12: "knowledge 17"}, storage=["knowledge 16"]).play("place 5 knowledge 16 7")
    assert not_full.points("areas", "phases") == 0


@paragraphs("10.4", "10.5", "10.6", "1.8")
@pytest.mark.parametrize("players", (2, 3, 4))
def test_bonus_tiles_of_a_colour(players: int) -> None:
    board = Board(players, {"storage_limit": 4}).start()
    for seat in range(1, players + 1):
        furnish(board, seat, placed={29: "mine", 33: "mine", 30: "knowledge 18"}, storage=["mine"], workers=3)
    lay_out(board, {})
    for seat in range(1, players + 1):
        board.quietly(lambda board, seat=seat: board.active == seat)
        board.play(next(move for move in board.moves() if move.endswith("mine 24")))
    got = [board.points("bonus", seat=seat) for seat in range(1, players + 1)]
    assert got == [3 + players, players, 0, 0][:players]
    assert board.snap["bonus"]["mine"] == [1, 2]
    board.quietly(lambda board: False)
    row = board.row(2)
    assert (row["large_bonuses"], row["small_bonuses"]) == (0, 1)
    dear = turn(
        (4,), players, {f"bonus_large.p{players}": 19}, placed={29: "mine", 33: "mine"}, storage=["mine"]
    ).play("place 4 mine 24")
    assert dear.points("bonus") == 19
    second = turn((4,), players, {f"bonus_small.p{players}": 17}, placed={29: "mine", 33: "mine"}, storage=["mine"])
    second.state["bonus_owner"][4, 0] = 2
    assert second.play("place 4 mine 24").points("bonus") == 17


@paragraphs("10.4")
def test_a_colour_is_all_its_cells_in_all_its_areas() -> None:
    board = turn((2,), placed={0: "pig 2", 4: "pig 2", 5: "pig 2", 9: "pig 2", 26: "bank"}, storage=["cattle 2"])
    board.play("place 2 cattle 2 27")
    assert (board.points("bonus"), board.points("areas")) == (0, 1)  # cell 10 is empty
    board = turn((2,), placed={c: "pig 2" for c in (0, 4, 5, 9, 10)} | {26: "bank"}, storage=["cattle 2"])
    assert board.play("place 2 cattle 2 27").points("bonus") == 5


# ---- 11 End and score ----


@paragraphs("11.2", "11.3", "11.4", "11.5")
def test_what_is_left_scores_at_the_end() -> None:
    def row(**rules: int) -> dict[str, int]:
        board = turn((), rules=rules, goods={1: 2, 2: 1}, workers=5, silver=4, storage=["knowledge 24", "pig 4"])
        board.state["points"][0, 0] = board.state["score"][0] = 30
        return board.row()

    told = row()
    assert [told[f"points_{name}"] for name in ("goods", "silver", "workers", "knowledge")] == [3, 4, 2, 0]
    assert told["score"] == 30 + 9
    assert row(end_good_points=2)["points_goods"] == 6
    assert row(end_silver_points=3)["points_silver"] == 12
    assert row(workers_per_point=3)["points_workers"] == 1


@paragraphs("11.6")
@pytest.mark.parametrize(("tie_break", "ranks"), [("more_empty", [2, 1]), ("fewer_empty", [1, 2]), ("shared", [1, 1])])
def test_ties_by_empty_cells(tie_break: str, ranks: list[int]) -> None:
    board = turn((), rules={"tie_break": tie_break}, placed={24: "mine"})
    furnish(board, 2)
    assert [board.row(seat)["score"] for seat in (1, 2)] == [0, 0]
    assert [board.row(seat)["rank"] for seat in (1, 2)] == ranks
    shares = [30, 30] if ranks == [1, 1] else [60 * (rank == 1) for rank in ranks]
    assert [board.row(seat)["win_60ths"] for seat in (1, 2)] == shares
    board.state["points"][0, 0] = board.state["score"][0] = 1
    assert [board.row(seat)["rank"] for seat in (1, 2)] == [1, 2]  # the score comes first


@paragraphs("11.7")
def test_then_who_is_later_on_the_track_after_the_last_ship() -> None:
    board = turn((2,), 3, storage=["ship"], depot_goods={})
    furnish(board, 2)
    furnish(board, 3)
    board.state["silver"] = 0
    assert [board.row(seat)["rank"] for seat in (1, 2, 3)] == [3, 2, 1]
    board.play("place 2 ship 17")
    for seat in (2, 3):  # as many empty cells
        furnish(board, seat, placed={24: "mine"})
    assert [board.row(seat)["rank"] for seat in (1, 2, 3)] == [3, 2, 1]
    board.state["track"][2] += 512  # seat 3 is two spaces ahead
    assert board.order() == [1, 2, 3]
    assert [board.row(seat)["rank"] for seat in (1, 2, 3)] == [2, 1, 3]
