"""How strong and how different Carcassonne's players are."""

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.game import SCORE
from burgsim.players import seats
from burgsim.simulation.batch import Table
from burgsim.studies.styles import disagreement
from burgsim.studies.tuning import shares_on_deals

pytestmark = pytest.mark.verify

GAME = load("carcassonne")
STYLES = ("farmer", "city-builder", "road-runner", "blocker")
ALL = {"river": True, "inns": True, "traders": True}
SEED = 99  # no tuning has used it


def share(players, one, others, games, changes=None):
    """Win share of one player at tables of another, and its standard error."""
    candidate, field = seats(GAME, players, [one])[0], seats(GAME, players, [others])[:1]
    rules = GAME.rules.build(changes)
    won = shares_on_deals(GAME.id, players, candidate, field, 0, games // players, SEED, rules)
    return won.mean(), won.std(ddof=1) / np.sqrt(len(won))


def mean_score(name, games):
    """Mean score of a table of one player's like at two, and its standard error."""
    _, rows = Table(GAME, 2, GAME.rules(), seats(GAME, 2, [name]), SEED).play(0, games)
    scores = rows[:, :, SCORE].mean(axis=1)
    return scores.mean(), scores.std(ddof=1) / np.sqrt(games)


@pytest.mark.parametrize(("name", "least"), [("greedy", 45), ("balanced", 90)])
def test_a_table_of_equals_scores(name, least):
    mean, error = mean_score(name, 10_000)
    print(f"{name} at 2: {mean:.1f} +- {error:.1f} points")
    assert mean - 2 * error > least


@pytest.mark.parametrize(("other", "least"), [("greedy", 0.75), *((name, 0.60) for name in STYLES)])
def test_balanced_wins_at_two(other, least):
    won, error = share(2, "balanced", other, 20_000)
    print(f"balanced against {other} at 2: {won:.3f} +- {error:.3f}")
    assert won - 2 * error > least


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("other", ["greedy", *STYLES])
def test_balanced_is_the_best_with_more_players(players, other):
    alone, error = share(players, "balanced", other, 10_000)
    among, error_among = share(players, other, "balanced", 10_000)
    print(f"balanced among {other} at {players}: {alone:.3f}; {other} among balanced: {among:.3f}")
    assert alone - 2 * error > 1 / players
    assert among + 2 * error_among < 1 / players


@pytest.mark.parametrize("players", [2, 4, 6])
def test_balanced_beats_greedy_with_all_sets(players):
    won, error = share(players, "balanced", "greedy", 6_000, ALL)
    print(f"balanced against greedy at {players} with all sets: {won:.3f} +- {error:.3f}")
    assert won - 2 * error > 1.5 / players


def test_any_two_players_choose_differently():
    table = disagreement(GAME.id, 2, ("greedy", "balanced", *STYLES), 10_000, SEED)
    print(table.round(3))
    off = table.to_numpy()[~np.eye(len(table), dtype=bool)]
    assert off.min() >= 0.20
