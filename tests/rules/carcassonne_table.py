"""Games of Carcassonne by script for the tests of its rules, played with the kernel's own functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from burgsim.games import load
from burgsim.games.carcassonne.components import KIND, NAMES
from burgsim.games.game import OVER
from tests.rules.table import Table

GAME = load("carcassonne")
RIVER = {"river": True}
INNS = {"inns": True}
TRADERS = {"traders": True}
ALL = {**RIVER, **INNS, **TRADERS}
KINDS = {name: kind for kind, name in enumerate(NAMES)}


class Board(Table):
    """A game that has been dealt, or is played from the given tiles. Moves are texts, "place 1 0 3"; seats from 1."""

    def __init__(
        self,
        players: int = 2,
        rules: Mapping[str, Any] | None = None,
        seed: int = 1,
        game: int = 0,
        stacks: tuple[Sequence[str], Sequence[str]] | None = None,
    ) -> None:
        super().__init__(GAME, players, rules, seed, game)
        if stacks is not None:
            self.state["left"] = 0
            for name, front, back, tiles in (
                ("river_stack", "river_front", "river_back", stacks[0]),
                ("stack", "front", "back", stacks[1]),
            ):
                self.state[name][: len(tiles)] = [KINDS[tile] for tile in tiles]
                self.state[front], self.state[back] = 0, len(tiles)
                for tile in tiles:
                    self.state["left"][KINDS[tile]] += 1
        self.game.reveal()

    # ---- looking ----

    @property
    def tile(self) -> str:
        """The tile in hand, or just placed."""
        return NAMES[int(self.state["kind"])]

    @property
    def seat(self) -> int:
        """Whose turn it is; 0 when the game is over."""
        return 0 if self.game.actor == OVER else self.game.actor + 1

    def points(self, category: str) -> list[int]:
        """Everybody's points for something."""
        return [seat["points"][category] for seat in self.snap["seats"]]

    def supply(self, seat: int = 1) -> dict[str, int]:
        return self.snap["seats"][seat - 1]["supply"]

    def goods(self, good: str) -> list[int]:
        return [seat["goods"][good] for seat in self.snap["seats"]]

    def scores(self) -> list[int]:
        return [row["score"] for row in self.game.result()[1]]

    def seats_placing(self) -> list[int]:
        """Who placed the tiles, one after the other."""
        return [event["seat"] for event in self.events("place")]

    # ---- playing ----

    def follow(self, script: str) -> Board:
        """Play a script (carcassonne_examples.py)."""
        for line in script.strip().splitlines():
            name, *where = line.split()
            if where:
                assert self.tile == name, f"{line}: {self.tile} was drawn"
                self.play(f"place {' '.join(where[:3])}")
                if where[3:]:
                    self.play(" ".join(where[3:]))
                else:
                    self.decline()
        return self

    def decline(self) -> Board:
        """Deploy nothing, if that is asked."""
        return self.play("pass") if "pass" in self.moves() else self

    def finish(self) -> Board:
        """Play on to the end, each tile anywhere and no figure."""
        while not self.game.over:
            self.play("pass" if "pass" in self.moves() else self.moves()[0])
        return self


def names_of(script: str) -> list[str]:
    """The tiles of a script."""
    return [line.split()[0] for line in script.strip().splitlines()]


def stacks_of(script: str, rest: Sequence[str] = ()) -> tuple[list[str], list[str]]:
    """The river stack and the stack that a script is played from."""
    names = names_of(script)
    river = [name for name in names if KIND[KINDS[name]].set == "river"]
    return river, [*(name for name in names if name not in river), *rest]


def played(
    script: str, rules: Mapping[str, Any] | None = None, players: int = 2, rest: Sequence[str] = ("B", "B")
) -> Board:
    """A game after a script; `rest` are the tiles that are left in the stack."""
    return Board(players, rules, stacks=stacks_of(script, rest)).follow(script)


def before(script: str, rules: Mapping[str, Any] | None = None, players: int = 2) -> Board:
    """A game that has followed a script but for the deployment on its last tile, which is asked for."""
    *lines, last = script.strip().splitlines()
    board = Board(players, rules, stacks=stacks_of(script, ["B"])).follow("\n".join(lines))
    assert board.tile == last.split()[0]
    return board.play(f"place {' '.join(last.split()[1:4])}")


def walk(players: int, seed: int, rules: Mapping[str, Any] | None = None) -> Iterator[Board]:
    """A game of random moves, at each of its decisions with two moves or more."""
    for board in Board(players, rules, seed).walk(seed):
        if len(board.game.legal()) > 1:
            yield board
