"""What the tests of every game share: which games and seats there are, and playing with the game's policies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from burgsim.games import GAMES, load
from burgsim.games.game import Game
from burgsim.games.jit import records
from burgsim.players import Seat, seats
from burgsim.simulation.stepwise import Stepwise

#: What no game goes beyond, whoever plays it: score of a seat, turns, decisions and legal actions. By game.
BOUNDS: dict[str, dict[str, tuple[int, int]]] = {
    # A seat plays 30 cards and buys at most a few dozen more; 120 turns with four players, 6 in a lost solo game.
    "burgundy-cards": {"score": (0, 120), "turns": (6, 120), "decisions": (5, 1200), "actions": (2, 80)},
    # a tile a turn, two decisions at most for each; balanced players with all sets pass 250 points now and then
    "carcassonne": {"score": (0, 400), "turns": (60, 126), "decisions": (65, 252), "actions": (2, 400)},
    # 50 to 100 turns always; 20,000 random games each: 90 to 400 decisions, 1 to 130 points; greedy scores up to 300.
    "burgundy-board": {"score": (0, 400), "turns": (50, 100), "decisions": (70, 500), "actions": (2, 192)},
    # 20,000 random games each: 49 to 133 turns, 79 to 197 decisions, 12 to 114 points.
    "king-arthur": {"score": (0, 160), "turns": (20, 200), "decisions": (30, 300), "actions": (2, 60)},
}


def tables() -> list[tuple[str, int]]:
    """Every registered game with every number of players."""
    return [(name, n) for name in GAMES for n in load(name).player_counts()]


def policies() -> list[tuple[str, str]]:
    """Every registered game with each of its policies."""
    return [(name, policy) for name in GAMES for policy in load(name).policies]


class Player:
    """The seats of a table with their desks, asked from Python as the kernel asks them."""

    def __init__(self, game: Game, players: int, specs: Any) -> None:
        self.game = game
        self.seats: list[Seat] = seats(game, players, specs)
        self.desks = records(players, game.desk)
        for i, (desk, seat) in enumerate(zip(self.desks, self.seats, strict=True)):
            desk["weights"][:] = seat.weights
            desk["rng"] = 1000 + i

    def choose(self, state: Any, rules: Any, seat: int) -> int:
        """The action that the seat's policy chooses."""
        desk = self.desks[seat]
        n = int(self.game.legal(state, rules, desk))
        index = int(self.seats[seat].policy.function(state, rules, seat, n, desk))
        assert 0 <= index < n
        return int(desk["actions"][index])


def decisions(play: Stepwise, choose: Callable[[int, list[int]], int]) -> Iterator[tuple[int, list[int]]]:
    """Play a game that has been dealt: gives (seat, listed actions) wherever there are two or more, then makes
    `choose(seat, listed)`."""
    play.reveal()
    while not play.over:
        listed = play.legal()
        if len(listed) == 1:
            play.play(listed[0])
            continue
        seat = play.actor
        yield seat, listed
        play.play(choose(seat, listed))


def new_game(game_id: str, players: int, seed: int, number: int, rules: Any = None) -> Stepwise:
    """A game laid out, without events."""
    play = Stepwise(load(game_id), players, rules)
    play.log["on"] = 0
    play.deal(seed, number)
    return play


def unsigned(value: int) -> np.uint64:
    return np.uint64(value & (1 << 64) - 1)
