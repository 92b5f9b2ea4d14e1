"""Ratings from mixed tables."""

import builtins
import math

import numpy as np
import pytest

from burgsim.statistics.ratings import (
    cyclic_share,
    plackett_luce,
    win_rates,
    win_shares,
)

NAMES = ["random", "greedy", "balanced", "strong"]


def tournament(n, strengths, seats=3, seed=1):
    """Games whose rankings follow the Plackett-Luce model exactly."""
    rng = np.random.default_rng(seed)
    policy = rng.permuted(np.tile(np.arange(len(strengths)), (n, 1)), axis=1)[:, :seats]
    luck = np.array(strengths)[policy] + rng.gumbel(size=policy.shape)
    return policy, (-luck).argsort(axis=1).argsort(axis=1) + 1


def test_win_rates():
    rates = win_rates([[0, 3, 0], [1, 0, 0], [0, 0, 0]])
    assert rates[0, 1] == 0.75 and math.isnan(rates[0, 2])


def test_cyclic_share():
    assert cyclic_share([[0, 90, 10], [10, 0, 90], [90, 10, 0]]) == pytest.approx(1.0)
    assert cyclic_share([[0, 731.06, 880.8], [268.94, 0, 731.06], [119.2, 268.94, 0]]) < 1e-4
    assert math.isnan(cyclic_share([[0, 1, 0], [1, 0, 3], [0, 3, 0]]))


def test_known_strengths_are_found():
    pytest.importorskip("choix")
    strengths = [-0.6, -0.1, 0.2, 0.5]
    policy, rank = tournament(6000, strengths)
    found = plackett_luce(NAMES, policy, rank, resamples=60)
    assert [r.policy for r in found] == NAMES
    for rating, truth in zip(found, strengths, strict=True):
        assert abs(rating.strength.estimate - truth) < 4.5 * rating.strength.se
    assert [r.rank for r in found] == [4, 3, 2, 1]
    assert found[3].best == 1.0 and (found[3].rank_low, found[3].rank_high) == (1, 1)
    odds = math.exp(found[3].strength.estimate - found[0].strength.estimate)
    assert odds / (1 + odds) == pytest.approx(0.75, abs=0.02)


def test_pairs_agree_with_choix_on_whole_rankings():
    choix = pytest.importorskip("choix")
    policy, rank = tournament(2000, [-0.6, -0.1, 0.2, 0.5], seed=2)
    order = np.take_along_axis(policy, np.argsort(rank, axis=1), axis=1)
    whole = choix.ilsr_rankings(4, [tuple(int(v) for v in row) for row in order])
    found = [r.strength for r in plackett_luce(NAMES, policy, rank, resamples=40)]
    for interval, value in zip(found, whole - whole.mean(), strict=True):
        assert abs(interval.estimate - value) < 2 * interval.se


def test_copies_of_a_deal_do_not_sharpen_a_rating():
    pytest.importorskip("choix")
    policy, rank = tournament(300, [-0.3, 0.0, 0.1, 0.2], seed=3)
    once = plackett_luce(NAMES, policy, rank, resamples=80)
    copies = plackett_luce(
        NAMES, np.tile(policy, (3, 1)), np.tile(rank, (3, 1)), np.tile(np.arange(300), 3), resamples=80
    )
    assert copies[0].strength.n == 300
    assert copies[0].strength.se == pytest.approx(once[0].strength.se, rel=1e-3)


def test_a_policy_that_never_lost_stays_finite():
    pytest.importorskip("choix")
    policy = np.tile([[0, 1], [1, 0]], (20, 1))
    rank = np.where(policy == 0, 1, 2)
    found = plackett_luce(["a", "b"], policy, rank, resamples=20)
    assert math.isfinite(found[0].strength.estimate) and found[0].strength.estimate > found[1].strength.estimate


def test_missing_choix_is_one_clear_line(monkeypatch):
    real = builtins.__import__

    def without(name, *args, **kwargs):
        if name == "choix":
            raise ImportError(name)
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(ValueError, match="need the package choix"):
        plackett_luce(["a", "b"], [[0, 1], [1, 0]], [[1, 2], [1, 2]])


def test_win_shares_cluster_by_deal():
    policy = np.array([[0, 1], [1, 0], [0, 1], [1, 0]] * 20)
    win = np.array([[60, 0], [60, 0], [30, 30], [0, 60]] * 20)
    found = win_shares(["a", "b", "c"], policy, win, np.arange(80) // 2)
    assert found[0].estimate == pytest.approx((60 + 0 + 30 + 60) / 240)
    assert found[0].estimate + found[1].estimate == pytest.approx(1.0)
    assert found[0].n == 40
    assert not found[2].known


@pytest.mark.parametrize("call,words", [
    (lambda: win_shares(["a"], [[0, 0]], [[1, 2]]), "at least two different names"),
    (lambda: win_shares(["a", "b"], [[0, 2]], [[1, 2]]), "from 0 to 1"),
    (lambda: win_shares(["a", "b"], [[0, 1]], [[1, 2, 3]]), "one shape"),
    (lambda: plackett_luce(["a", "b"], [[0, 0]], [[1, 2]]), "no policy met another"),
    (lambda: plackett_luce(["a", "b"], [[0, 1]], [[1, 2]], [1, 2]), "each of 1 games"),
    (lambda: win_rates([[1, 2]]), "square"),
])  # fmt: skip
def test_a_mistake_is_one_clear_line(call, words):
    with pytest.raises(ValueError, match=words):
        call()
