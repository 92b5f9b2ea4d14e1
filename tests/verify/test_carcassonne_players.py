"""How strong and how different Carcassonne's players are."""

import pytest

from burgsim.games import load
from tests.verify.strength import least_difference, mean_score, share

pytestmark = pytest.mark.verify

GAME = load("carcassonne")
STYLES = ("farmer", "city-builder", "road-runner", "blocker")
ALL = {"river": True, "inns": True, "traders": True}


@pytest.mark.parametrize(("name", "least"), [("greedy", 45), ("balanced", 90)])
def test_a_table_of_equals_scores(name, least):
    mean, error = mean_score(GAME, 2, name, 10_000)
    assert mean - 2 * error > least


@pytest.mark.parametrize(("other", "least"), [("greedy", 0.75), *((name, 0.60) for name in STYLES)])
def test_balanced_wins_at_two(other, least):
    won, error = share(GAME, 2, "balanced", other, 20_000)
    assert won - 2 * error > least


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("other", ["greedy", *STYLES])
def test_balanced_is_the_best_with_more_players(players, other):
    """It wins more than its share among any of the others, and these less than theirs among its like; both for sure."""
    alone, error = share(GAME, players, "balanced", other, 10_000)
    among, error_among = share(GAME, players, other, "balanced", 10_000)
    assert alone - 2 * error > 1 / players
    assert among + 2 * error_among < 1 / players


@pytest.mark.parametrize("players", [2, 4, 6])
def test_balanced_beats_greedy_with_all_sets(players):
    won, error = share(GAME, players, "balanced", "greedy", 6_000, ALL)
    assert won - 2 * error > 1.5 / players


def test_any_two_players_choose_differently():
    assert least_difference(GAME, ("greedy", "balanced", *STYLES)) >= 0.20
