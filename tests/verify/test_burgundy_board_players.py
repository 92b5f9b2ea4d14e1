"""How strong and how different the board game's players are (seats rotated, the same deals, ties split)."""

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.game import SCORE
from burgsim.players import seats
from burgsim.simulation.batch import Table
from burgsim.studies.styles import disagreement
from burgsim.studies.tuning import shares_on_deals

pytestmark = pytest.mark.verify

GAME = load("burgundy-board")
STYLES = ("shipper", "herder", "builder", "knowledge-seeker")
#: A different estate for every seat, drawn at random, as in the games that people's means are from.
RANDOM = {"estates": [0, 0, 0, 0]}
SEED = 99  # no tuning has used it


def share(players, one, others, games):
    """Win share of one player at tables of another, and its standard error."""
    candidate, field = seats(GAME, players, [one])[0], seats(GAME, players, [others])[:1]
    rules = GAME.rules.build(RANDOM)
    won = shares_on_deals(GAME.id, players, candidate, field, 0, games // players, SEED, rules)
    return won.mean(), won.std(ddof=1) / np.sqrt(len(won))


def mean_score(players, name, games, changes):
    """Mean score of a table of one player's like, and its standard error."""
    _, rows = Table(GAME, players, GAME.rules.build(changes), seats(GAME, players, [name]), SEED).play(0, games)
    scores = rows[:, :, SCORE].mean(axis=1)
    return scores.mean(), scores.std(ddof=1) / np.sqrt(games)


@pytest.mark.parametrize("other", ["greedy", *STYLES])
def test_balanced_wins_at_two(other):
    won, error = share(2, "balanced", other, 20_000)
    print(f"balanced against {other} at 2: {won:.3f} +- {error:.3f}")
    assert won - 2 * error > 0.65


def test_the_planner_wins_at_two():
    won, error = share(2, "planner", "balanced", 20_000)
    print(f"planner against balanced at 2: {won:.3f} +- {error:.3f}")
    assert won - 2 * error > 0.60


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("other", ["greedy", *STYLES])
def test_balanced_is_better_than_styles_with_more_players(players, other):
    alone, error = share(players, "balanced", other, 12_000)
    among, error_among = share(players, other, "balanced", 12_000)
    print(f"balanced among {other} at {players}: {alone:.3f}; {other} among balanced: {among:.3f}")
    assert alone - 2 * error > 1 / players
    assert among + 2 * error_among < 1 / players


@pytest.mark.parametrize("players", [3, 4])
def test_the_planner_is_better_than_balanced_with_more_players(players):
    alone, error = share(players, "planner", "balanced", 12_000)
    among, error_among = share(players, "balanced", "planner", 12_000)
    print(f"planner among balanced at {players}: {alone:.3f}; balanced among planners: {among:.3f}")
    assert alone - 2 * error > 1 / players
    assert among + 2 * error_among < 1 / players


#: Name, the rules, and the least mean at 2, 3 and 4 players. People on a public site: 184.6, 201.7, 218.2.
MEANS = (
    ("greedy", {}, (159, 170, 178)),
    ("greedy", RANDOM, (167, 179, 188)),
    ("balanced", RANDOM, (187, 203, 216)),
    ("planner", RANDOM, (195, 212, 224)),
)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("name", "changes", "least"), MEANS)
def test_a_table_of_equals_scores(name, changes, least, players):
    mean, error = mean_score(players, name, 10_000, changes)
    print(f"{name} at {players}{' on random estates' * bool(changes)}: {mean:.1f} +- {error:.1f} points")
    assert mean - 2 * error > least[players - 2]


def test_any_two_players_choose_differently():
    """The planner finishes what balanced begins: it may agree with it, the others may not agree with each other."""
    table = disagreement(GAME.id, 2, ("greedy", "balanced", *STYLES), 10_000, SEED)
    print(table.round(3))
    off = table.to_numpy()[~np.eye(len(table), dtype=bool)]
    assert off.min() >= 0.20
