"""How strong and how different players are: seats rotated, the same deals, ties split."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from burgsim.games.game import SCORE, Game
from burgsim.players import seats
from burgsim.simulation.batch import Table
from burgsim.studies.styles import disagreement
from burgsim.studies.tuning import shares_on_deals

SEED = 99  # no tuning has used it


def share(
    game: Game, players: int, one: str, others: str, games: int, changes: Mapping[str, Any] | None = None
) -> tuple[float, float]:
    """Win share of one player at tables of another, and its standard error."""
    candidate, field = seats(game, players, [one])[0], seats(game, players, [others])[:1]
    rules = game.rules.build(changes)
    won = shares_on_deals(game.id, players, candidate, field, 0, games // players, SEED, rules)
    print(f"{one} against {others} at {players}{f' with {changes}' if changes else ''}: {_told(won)}")
    return _mean(won)


def mean_score(
    game: Game, players: int, name: str, games: int, changes: Mapping[str, Any] | None = None
) -> tuple[float, float]:
    """Mean score of a table of one player's like, and its standard error."""
    _, rows = Table(game, players, game.rules.build(changes), seats(game, players, [name]), SEED).play(0, games)
    scores = rows[:, :, SCORE].mean(axis=1)
    print(f"{name} at {players}{f' with {changes}' if changes else ''}: {_told(scores)} points")
    return _mean(scores)


def least_difference(game: Game, policies: Sequence[str]) -> float:
    """How often the two players choose differently that are most alike, as a share of 10,000 decisions at two."""
    table = disagreement(game.id, 2, policies, 10_000, SEED)
    print(table.round(3))
    return float(table.to_numpy()[~np.eye(len(table), dtype=bool)].min())


def _mean(values: np.ndarray) -> tuple[float, float]:
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def _told(values: np.ndarray) -> str:
    return "{:.3f} +- {:.3f}".format(*_mean(values))
