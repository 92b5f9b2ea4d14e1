"""How strong and how different the card game's players are (seats rotated, the same deals, ties split)."""

import numpy as np
import pytest

from burgsim.games import load
from burgsim.players import seats
from burgsim.simulation.batch import Table
from burgsim.studies.styles import disagreement
from burgsim.studies.tuning import shares_on_deals

pytestmark = pytest.mark.verify

GAME = load("burgundy-cards")
STYLES = ("collector", "merchant", "herder", "spender", "builder")
SEED = 99  # no tuning has used it


def share(players, one, others, games):
    """Win share of one player at tables of another, and its standard error."""
    candidate, field = seats(GAME, players, [one])[0], seats(GAME, players, [others])[:1]
    won = shares_on_deals(GAME.id, players, candidate, field, 0, games // players, SEED, GAME.rules())
    return won.mean(), won.std(ddof=1) / np.sqrt(len(won))


@pytest.mark.parametrize(("other", "least"), [("greedy", 0.65), *((name, 0.60) for name in STYLES)])
def test_balanced_wins_at_two(other, least):
    won, error = share(2, "balanced", other, 20_000)
    print(f"balanced against {other} at 2: {won:.3f} +- {error:.3f}")
    assert won - 2 * error > least


@pytest.mark.parametrize("players", [3, 4])
@pytest.mark.parametrize("other", ["greedy", *STYLES])
def test_balanced_is_the_best_at_three_and_four(players, other):
    alone, error = share(players, "balanced", other, 20_000)
    among, error_among = share(players, other, "balanced", 20_000)
    print(f"balanced among {other} at {players}: {alone:.3f}; {other} among balanced: {among:.3f}")
    assert alone - 2 * error > 1 / players
    assert among + 2 * error_among < 1 / players


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_scores_22_points_against_itself(players):
    _, rows = Table(GAME, players, GAME.rules(), seats(GAME, players, ["greedy"]), SEED).play(0, 20_000)
    assert rows[:, :, 0].mean() > 22


def test_any_two_players_choose_differently():
    table = disagreement(GAME.id, 2, ["greedy", "balanced", *STYLES], 10_000, SEED)
    print(table.round(3))
    off = table.to_numpy()[~np.eye(len(table), dtype=bool)]
    assert off.min() >= 0.20
