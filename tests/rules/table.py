"""What the tables of all games share: looking at a game that is played with the kernel's functions, and playing it."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from typing import Any, Self

from burgsim.games.game import Game
from burgsim.games.moves import move_text
from burgsim.simulation.stepwise import Stepwise


class Table:
    """A game that has been dealt. Moves are texts, as `burgsim trace` writes them."""

    def __init__(
        self, game: Game, players: int, rules: Mapping[str, Any] | None = None, seed: int = 1, number: int = 0
    ) -> None:
        self.rules = game.rules.build(rules)
        self.game = Stepwise(game, players, self.rules)
        self.game.deal(seed, number)
        self.state = self.game.state

    @property
    def ended(self) -> bool:
        """Whether nothing more is asked."""
        return self.game.over

    def moves(self) -> list[str]:
        """The listed moves; none when nothing is asked."""
        return [] if self.ended else [move_text(move) for move in self.game.moves()]

    def of(self, verb: str) -> set[str]:
        """What follows a verb in the listed moves of it."""
        return {move.partition(" ")[2] for move in self.moves() if move.split()[0] == verb}

    @property
    def snap(self) -> dict[str, Any]:
        """The snapshot."""
        return self.game.snapshot()

    def events(self, *names: str) -> list[dict[str, Any]]:
        """The events of these names so far."""
        return [event for event in self.game.events if event["event"] in names]

    def play(self, *moves: str) -> Self:
        """Make listed moves (and what is forced in between, where `settle` does that)."""
        for move in moves:
            listed = dict(zip(self.moves(), self.game.legal(), strict=True))
            assert move in listed, f"{move} is not among {list(listed)}"
            self.game.play(listed[move])
            self.settle()
        return self

    def settle(self) -> Self:
        """Leave out decisions that the tests of a game don't name; none, unless its table says otherwise."""
        return self

    def walk(self, seed: int) -> Iterator[Self]:
        """The rest of the game with random moves, at each decision."""
        rng = random.Random(seed)
        while not self.game.over:
            yield self
            self.game.play(rng.choice(self.game.legal()))
            self.settle()


class SettlingTable(Table):
    """A table at which moves that are the only one are made without being named."""

    def settle(self) -> Self:
        """Make moves that are the only one."""
        while not self.ended and len(self.game.legal()) == 1:
            self.game.play(self.game.legal()[0])
        return self
