"""How strong and how different the card game's players are (seats rotated, the same deals, ties split)."""

import pytest

from burgsim.games import load
from tests.verify.strength import least_difference, mean_score, share

pytestmark = pytest.mark.verify

GAME = load("burgundy-cards")
STYLES = ("collector", "merchant", "herder", "spender", "builder")


@pytest.mark.parametrize(("other", "least"), [("greedy", 0.65), *((name, 0.60) for name in STYLES)])
def test_balanced_wins_at_two(other, least):
    won, error = share(GAME, 2, "balanced", other, 20_000)
    assert won - 2 * error > least


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("other", ["greedy", *STYLES])
def test_balanced_is_the_best_at_three_and_four(players, other):
    alone, error = share(GAME, players, "balanced", other, 20_000)
    among, error_among = share(GAME, players, other, "balanced", 20_000)
    assert alone - 2 * error > 1 / players
    assert among + 2 * error_among < 1 / players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_scores_22_points_against_itself(players):
    assert mean_score(GAME, players, "greedy", 20_000)[0] > 22


def test_any_two_players_choose_differently():
    assert least_difference(GAME, ["greedy", "balanced", *STYLES]) >= 0.20
