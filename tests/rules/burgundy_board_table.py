"""Small arranged situations of The Castles of Burgundy for the tests of its rules, played with the kernel's functions.

Seats and depots count from 1, the black depot is "black"; tiles and moves are texts, "cattle 3", "take 4 4 bank".
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from burgsim.games import load
from burgsim.games.burgundy_board.components import (
    ENTRIES,
    FIRST_BLACK,
    NO_TILE,
    SLOTS,
    TILES,
    TYPE_OF,
    TYPES,
    tile_name,
)
from burgsim.games.burgundy_board.deal import clear_seat
from burgsim.games.burgundy_board.goods import put_at_depot
from burgsim.games.burgundy_board.placing import fill_cell, pay_at_once
from burgsim.games.burgundy_board.state import CATEGORIES, FRAMES
from tests.rules.table import SettlingTable

GAME = load("burgundy-board")
CODE = {tile_name(code): code for code in range(TILES)}
#: Cells for the knowledge tiles that an arranged estate 1 has from the start.
KNOWLEDGE_CELLS = (12, 7, 3, 35, 34, 30)


class Board(SettlingTable):
    """A game that has been dealt."""

    def __init__(self, players: int = 2, rules: Mapping[str, Any] | None = None, seed: int = 1, game: int = 0) -> None:
        super().__init__(GAME, players, rules, seed, game)
        self.turns = -1  # turns at which an arranged turn is over

    def start(self) -> Board:
        """The first decision of phase A, or of the start castles."""
        self.game.reveal()
        return self.settle()

    # ---- looking ----

    def cells(self, tile: str) -> set[int]:
        """Where a stored tile may be placed, as the moves say."""
        return {int(text.split()[-1]) for text in self.of("place") if tile in text}

    @property
    def finished(self) -> bool:
        """Whether an arranged turn is over."""
        return self.turns >= 0 and int(GAME.turn(self.state, self.game.rules)) != self.turns

    @property
    def ended(self) -> bool:
        """Whether the game or an arranged turn is over."""
        return self.game.over or self.finished

    @property
    def frame(self) -> str:
        """The decision that waits."""
        return "" if self.ended else FRAMES[int(self.state["frame"])]

    @property
    def active(self) -> int:
        """The seat that is asked."""
        return int(self.state["active"]) + 1

    def workers(self, seat: int = 1) -> int:
        return int(self.state["workers"][seat - 1])

    def silver(self, seat: int = 1) -> int:
        return int(self.state["silver"][seat - 1])

    def points(self, *categories: str, seat: int = 1) -> int:
        """Points of these categories so far."""
        return sum(int(self.state["points"][seat - 1, CATEGORIES.index(name)]) for name in categories)

    def row(self, seat: int = 1) -> dict[str, int]:
        """A seat's row of the results, as if the game ended now."""
        return self.game.result()[1][seat - 1]

    def storage(self, seat: int = 1) -> list[str]:
        n = int(self.state["stored"][seat - 1])
        return [tile_name(code) for code in self.state["storage"][seat - 1, :n]]

    def placed(self, seat: int = 1) -> dict[int, str]:
        """Tiles of an estate by cell."""
        tiles = self.state["cells"][seat - 1]
        return {cell: tile_name(code) for cell, code in enumerate(tiles) if code != NO_TILE}

    def goods(self, seat: int = 1) -> dict[int, int]:
        """Goods in store by type, without those of which there is none."""
        return {good + 1: int(n) for good, n in enumerate(self.state["goods"][seat - 1]) if n}

    def depot(self, depot: int | str) -> list[str]:
        """Hex tiles of a depot."""
        first, stop = entries_of(depot)
        return sorted(tile_name(code) for code in self.state["display"][first:stop] if code != NO_TILE)

    def goods_at(self, depot: int) -> dict[int, int]:
        """Goods of a depot by type."""
        return {good + 1: int(n) for good, n in enumerate(self.state["depot_goods"][depot - 1]) if n}

    def order(self) -> list[int]:
        """The seats of this round in turn."""
        return [int(seat) + 1 for seat in self.state["order"][: self.game.players]]

    # ---- playing ----

    def quietly(self, until: Any) -> Board:
        """Everybody takes workers (or whatever comes first) until something holds or the game is over."""
        while not self.game.over and not until(self):
            moves = self.moves()
            calm = [move for move in moves if move.split()[0] in ("workers", "end", "skip", "start")]
            self.play((calm or moves)[0])
        return self

    def to_phase(self, letter: str) -> Board:
        return self.quietly(lambda board: "ABCDE"[int(board.state["phase"])] == letter)


def entries_of(depot: int | str) -> tuple[int, int]:
    """Entries of a depot on the display."""
    return (FIRST_BLACK, ENTRIES) if depot == "black" else (SLOTS * (int(depot) - 1), SLOTS * int(depot))


def lay_out(board: Board, depots: Mapping[int | str, Sequence[str]]) -> None:
    """These tiles in the depots and no others."""
    state = board.state
    for name in ("display", "alive", "listed", "of_type"):
        state[name] = NO_TILE if name == "display" else 0
    for depot, tiles in depots.items():
        first, stop = entries_of(depot)
        assert len(tiles) <= stop - first
        for i, tile in enumerate(tiles):
            code, bit = CODE[tile], 1 << (first + i)
            state["display"][first + i] = code
            state["alive"] |= bit
            state["of_type"][TYPE_OF[code]] |= bit
            if tile not in tiles[:i]:
                state["listed"] |= bit


def furnish(
    board: Board,
    seat: int = 1,
    estate: int = 1,
    placed: Mapping[int, str] | None = None,
    storage: Sequence[str] = (),
    goods: Mapping[int, int] | None = None,
    workers: int = 0,
    silver: int = 0,
    knowledge: Sequence[int] = (),
    castle: int = 18,
) -> None:
    """Give a seat these things and no others; nothing of it has scored."""
    state, i = board.state, seat - 1
    track, row = int(state["track"][i]), [int(n) for n in state["dice"][i]]
    place = [int(n) for n in state["order"]]
    clear_seat(state, i)
    state["estate"][i] = estate
    state["start_cell"][i] = castle
    tiles = {castle: "castle"} | dict(placed or {})
    tiles |= {cell: f"knowledge {number}" for cell, number in zip(KNOWLEDGE_CELLS, knowledge, strict=False)}
    with np.errstate(over="ignore"):
        for cell, tile in tiles.items():
            fill_cell(state, i, CODE[tile], cell)
            pay_at_once(state, board.game.rules, i, CODE[tile], cell, TYPE_OF[CODE[tile]], board.game.log)
    state["points"][i] = state["score"][i] = 0
    state["workers"][i], state["silver"][i] = workers, silver
    state["track"][i], state["dice"][i], state["order"] = track, row, place
    for slot, code in enumerate(sorted(CODE[tile] for tile in storage)):
        state["storage"][i, slot] = code
    state["stored"][i] = len(storage)
    for good, number in (goods or {}).items():
        state["goods"][i, good - 1] = number
        state["held"][i] |= 1 << (good - 1)


def turn(
    dice: Sequence[int] = (1, 1),
    players: int = 2,
    rules: Mapping[str, Any] | None = None,
    phase: str = "A",
    depots: Mapping[int | str, Sequence[str]] | None = None,
    depot_goods: Mapping[int, Sequence[int]] | None = None,
    **mine: Any,
) -> Board:
    """A turn of seat 1 with these dice, on a board with these tiles and goods only; `mine` as `furnish` has it."""
    board = Board(players, rules)
    board.start()
    state = board.state
    furnish(board, 1, **mine)
    lay_out(board, depots or {})
    state["depot_goods"] = state["depot_types"] = state["full_depots"] = 0
    for depot, goods in (depot_goods or {}).items():
        for good in goods:
            put_at_depot(state, depot - 1, good - 1)
    state["phase"] = "ABCDE".index(phase)
    state["dice"][0] = (*dice, 1, 1)[:2]
    state["dice_left"] = (1 << len(dice)) - 1
    board.game.log["n"] = 0
    board.game.events.clear()
    board.turns = int(GAME.turn(state, board.game.rules))
    return board.settle()


def walk(players: int, seed: int, rules: Mapping[str, Any] | None = None) -> Iterator[Board]:
    """A game of random moves, at each of its decisions."""
    yield from Board(players, rules, seed).start().walk(seed)


RANDOM = {"estates": (0, 0, 0, 0)}
__all__ = ["CODE", "GAME", "RANDOM", "TYPES", "Board", "furnish", "lay_out", "turn", "walk"]
