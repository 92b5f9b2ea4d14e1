"""Rollouts improve the player that they are put around (about four minutes on one core)."""

from __future__ import annotations

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.game import WIN_60THS
from burgsim.players import rotate, seats
from burgsim.report.checks_page import Checks
from burgsim.simulation.batch import Table
from burgsim.simulation.ranges import in_parts
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments

GAMES = ("burgundy-cards", "king-arthur")


def against_itself(game_id: str, rollouts: int, width: int, deals: int, players: int = 2) -> Interval:
    """Win share of `balanced` with rollouts among players without, over all seats, clustered by deal."""
    game = load(game_id)
    table = seats(game, players, [f"balanced,rollouts={rollouts},width={width}", *["balanced"] * (players - 1)])
    tables = [Table(game, players, game.rules(), rotate(table, by), 11) for by in range(players)]

    def work(first: int, count: int) -> tuple[np.ndarray]:
        won = [one.play(first, count)[1][:, by, WIN_60THS].astype(np.int64) for by, one in enumerate(tables)]
        return (np.sum(won, axis=0),)

    moments = Moments(1)
    for _, rows in in_parts(work, 0, deals, deals):
        moments.add(rows[0])
    return moments.share(0, unit=60 * players)


@pytest.mark.verify
@pytest.mark.parametrize("game", GAMES)
def test_sixty_four_worlds_win_sixty_per_cent(game: str, checks: Checks) -> None:
    found = against_itself(game, 64, 3, 150)
    checks.rollouts[f"{load(game).title}: balanced with 64 sampled worlds, two players"] = (found, 0.5)
    print(found.text("%", 100))
    assert found.low > 0.6


@pytest.mark.verify
@pytest.mark.parametrize("game", GAMES)
def test_more_worlds_are_better(game: str) -> None:
    few, more = against_itself(game, 4, 3, 60), against_itself(game, 64, 3, 60)
    assert more.low > few.high
