"""The map of Carcassonne: no game leaves it, no two cells of a game share a place, and a copy costs little."""

from __future__ import annotations

import time

import numba as nb
import numpy as np
import pytest

from burgsim.games.carcassonne.components import FITS, GRID, KINDS, MAP_SIZE, MAX_FRONTIER, MAX_TILES, ORIGIN
from burgsim.games.carcassonne.frontier import fitting_slots, wrap
from burgsim.games.carcassonne.state import SLOTS, STATE, TILE
from burgsim.games.jit import copy_state, records
from tests.games.carcassonne_lockstep import compare_features, plain_snapshot
from tests.games.nested import differences
from tests.reference import carcassonne_deals
from tests.rules.carcassonne_table import INNS, played

#: Steps from tile to tile, and the tiles of a line that goes that way.
LINES = {
    "east": ((1, 0), "U {x} {y} 0"),
    "west": ((-1, 0), "U {x} {y} 0"),
    "south": ((0, 1), "B {x} {y} 0"),
    "north": ((0, -1), "B {x} {y} 0"),
}
#: A tile at most so far from another of the game, counted along rows and columns; and the cells beside tiles.
REACH = MAX_TILES - 1
FRONTIER_REACH = REACH + 2


def line(way: str, tiles: int) -> str:
    """A script of so many tiles in one straight line from the first, with a follower near its start."""
    (dx, dy), tile = LINES[way]
    rows = [tile.format(x=n * dx, y=n * dy) for n in range(1, tiles + 1)]
    if way == "north":
        rows[0] = "E 0 -1 2"  # closes the start tile's city
    rows[1 if way == "north" else 0] += " follower road 0" if "U" in tile else " follower cloister 0"
    return "\n".join(rows)


def staircase(tiles: int) -> str:
    """A script of tiles that go east and south by turns."""
    return "\n".join(f"B {n // 2} {(n + 1) // 2} 0" for n in range(1, tiles + 1))


@pytest.mark.parametrize("way", LINES)
def test_a_straight_line_of_all_tiles(way: str) -> None:
    script = line(way, REACH)
    board = played(script, INNS, rest=[])
    assert board.game.over and int(board.state["tiles"]) == MAX_TILES
    cells = {(tile["x"], tile["y"]) for tile in board.snap["map"]}
    (dx, dy), tile = LINES[way]
    assert cells == {(n * dx, n * dy) for n in range(MAX_TILES)}
    # the whole line is one road, or the first cloister of it has two neighbours
    assert board.scores() == ([MAX_TILES, 0] if "U" in tile else [3, 0] if way == "south" else [0, 3])
    plain = carcassonne_deals.played(script, INNS)
    assert not differences(board.snap, plain_snapshot(plain))
    compare_features(board.game, plain)


def test_a_staircase_of_all_tiles() -> None:
    script = staircase(REACH)
    board = played(script, rest=[])
    assert int(board.state["tiles"]) == MAX_TILES
    assert not differences(board.snap, plain_snapshot(carcassonne_deals.played(script)))


@pytest.mark.parametrize("way", LINES)
def test_the_far_end_of_a_line_knows_its_places(way: str) -> None:
    """With a tile left, what can be placed is what the plain engine finds, at both ends of the line too."""
    script = line(way, REACH - 1)
    board = played(script, rest=["V"])
    plain = carcassonne_deals.played(script, rest=["V"])
    assert board.of("place") == {f"{x} {y} {rotation}" for _, x, y, rotation in plain.legal()}


def test_no_two_cells_of_a_game_share_a_place() -> None:
    """Neither tiles nor the empty cells beside them or at their corners: these are FRONTIER_REACH apart at most."""
    home = int(wrap(np.int64(ORIGIN)))
    for dy in range(-FRONTIER_REACH, FRONTIER_REACH + 1):
        for dx in range(abs(dy) - FRONTIER_REACH, FRONTIER_REACH + 1 - abs(dy)):
            place = int(wrap(np.int64(ORIGIN + dx + GRID * dy)))
            assert 0 <= place < MAP_SIZE and (place != home or dx == dy == 0), (dx, dy)


def test_slots_are_enough() -> None:
    assert MAX_FRONTIER < SLOTS - 1 and MAX_FRONTIER < TILE


def test_a_copy_takes_less_than_two_microseconds() -> None:
    states = records(2, STATE)
    copies = 20_000

    @nb.njit
    def copy_often(target, source, times):  # type: ignore[no-untyped-def]
        for _ in range(times):
            copy_state(target, source)

    copy_often(states[0], states[1], 1)
    best = min(_seconds(copy_often, states, copies) for _ in range(5))
    assert best / copies < 2e-6


def _seconds(copy_often, states, copies) -> float:  # type: ignore[no-untyped-def]
    start = time.thread_time()
    copy_often(states[0], states[1], copies)
    return time.thread_time() - start


@pytest.mark.parametrize("slots", [0, 1, 62, 63, 64, 65, 127, 200, 255])
def test_cells_compared_at_once_are_those_of_the_table(slots: int) -> None:
    """Whatever the frontier shows (any code in any slot), a mask of 64 slots has those where the table has a fit."""
    state = records(1, STATE)[0]
    state["slots"] = slots
    for shift in (0, 1, 97):
        state["code"] = (np.arange(SLOTS) + shift) % 256
        for kind in range(KINDS):
            masks = [int(fitting_slots(state, kind, first)) % (1 << 64) for first in range(0, slots + 1, 64)]
            found = [64 * i + bit for i, mask in enumerate(masks) for bit in range(64) if mask >> bit & 1]
            assert found == [slot for slot in range(1, slots + 1) if FITS[kind, state["code"][slot]] != 0]
