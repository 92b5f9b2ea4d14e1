"""Players who don't remember the adversaries that others hold (public_hands off) don't look at them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from burgsim.games import load
from burgsim.simulation.stepwise import Stepwise
from tests.games.tables import Player, decisions, new_game, unsigned

GAME = load("king-arthur")


def choices_that_differ(name: str, public: bool, games: int) -> int:
    """Decisions at which a policy chooses otherwise when the adversaries in other hands are others."""
    rules = GAME.rules.build({"public_hands": False})
    told = GAME.rules.build({"public_hands": public})
    differ = 0
    for number in range(games):
        players = 2 + number % 4
        player, play = Player(GAME, players, name), new_game(GAME.id, players, 4, number, told)
        chance = random.Random(number)

        def choose(
            seat: int, listed: list[int], player: Player = player, play: Stepwise = play,
            chance: random.Random = chance,
        ) -> int:  # fmt: skip
            nonlocal differ
            chosen = player.choose(play.state, play.rules, seat)
            view = play.copy()
            forgetful = rules.pack(play.players)[0]
            with np.errstate(over="ignore"):
                GAME.hide(view.state, forgetful, seat, unsigned(chance.getrandbits(64)), view.log)
            differ += player.choose(view.state, view.rules, seat) != chosen
            return chosen

        for _ in decisions(play, choose):
            pass
    return differ


@pytest.mark.parametrize("name", [name for name in GAME.policies if name != "random"])
def test_nobody_looks_at_forgotten_hands(name: str) -> None:
    assert choices_that_differ(name, False, 8) == 0


def test_who_remembers_does_look() -> None:
    assert choices_that_differ("balanced", True, 8) > 0
