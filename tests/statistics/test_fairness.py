"""Seats: the test of equality and the points that level them."""

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from burgsim.statistics.fairness import equal_shares_test, level_seats, seat_advantages
from burgsim.statistics.moments import Moments


def wins_of(winners, seats):
    return np.eye(seats, dtype=int)[winners] * 60


def test_without_ties_few_deals_give_pearsons_chi_square():
    winners = np.repeat([0, 1, 2], [30, 18, 12])
    found = equal_shares_test(Moments(3).add(wins_of(winners, 3)))
    expected = stats.chisquare([30, 18, 12])
    assert found.method == "pearson"
    assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.pvalue))


def test_many_deals_give_hotelling_by_hand():
    rng = np.random.default_rng(1)
    rows = wins_of(rng.choice(3, 2000, p=[0.36, 0.33, 0.31]), 3)
    found = equal_shares_test(Moments(3).add(rows))
    x = rows[:, :2] / 60
    d = x.mean(axis=0) - 1 / 3
    squared = 2000 * d @ np.linalg.inv(np.cov(x.T)) @ d
    f = squared * 1998 / (2 * 1999)
    assert found.method == "hotelling"
    assert (found.statistic, found.p) == pytest.approx((f, stats.f.sf(f, 2, 1998)))


def test_order_of_seats_does_not_matter():
    rng = np.random.default_rng(2)
    rows = wins_of(rng.choice(4, 900, p=[0.3, 0.24, 0.24, 0.22]), 4)
    p = [equal_shares_test(Moments(4).add(rows[:, list(order)])).p for order in itertools.permutations(range(4))]
    assert max(p) == pytest.approx(min(p))


def test_a_seat_that_never_won():
    rows = wins_of(np.arange(3000) % 2, 3)
    found = equal_shares_test(Moments(3).add(rows))
    assert found.method == "pearson" and found.p < 1e-100


def test_all_games_tied_is_no_evidence():
    found = equal_shares_test(Moments(2).add(np.full((50, 2), 30)))
    assert found.p == 1.0


def test_too_few_deals_are_null():
    found = equal_shares_test(Moments(3).add(wins_of(np.array([0, 1]), 3)))
    assert math.isnan(found.p) and found.method == "too few deals"


def test_seat_advantages():
    rng = np.random.default_rng(3)
    rows = wins_of(rng.choice(4, 5000, p=[0.31, 0.26, 0.23, 0.2]), 4)
    found = seat_advantages(Moments(4).add(rows))
    assert sum(i.estimate for i in found) == pytest.approx(0.0, abs=1e-12)
    assert found[0].low > 0 > found[3].high
    assert all(not i.known for i in seat_advantages(Moments(4)))


def score_games(n, offsets, seed=1, sd=8):
    rng = np.random.default_rng(seed)
    scores = np.round(rng.normal(60, sd, (n, len(offsets)))).astype(int) + np.array(offsets)
    return scores, rng.integers(0, 3, scores.shape)


def naive_shares(scores, ties):
    """Game by game, as a person would settle it."""
    total = np.zeros(scores.shape[1])
    for score, tie in zip(scores.tolist(), ties.tolist(), strict=True):
        best = max(zip(score, tie, strict=True))
        winners = [i for i, key in enumerate(zip(score, tie, strict=True)) if key == best]
        total[winners] += 1 / len(winners)
    return total / len(scores)


@pytest.mark.parametrize("offsets", [(3, 0), (4, 2, 0), (5, 3, 0, 1)])
def test_known_offsets_are_found(offsets):
    scores, ties = score_games(20_000, offsets)
    found = level_seats(scores, ties)
    for seat, interval in enumerate(found.points):
        assert abs(interval.estimate - (offsets[0] - offsets[seat])) < 4.5 * max(interval.se, 1e-12)
    assert found.shares_after == pytest.approx([1 / len(offsets)] * len(offsets), abs=1e-6)
    assert found.points[0].estimate == 0.0
    np.testing.assert_allclose(found.shares_before, naive_shares(scores, ties), atol=1e-12)


def test_whole_points_are_the_best_nearby():
    scores, ties = score_games(4000, (4, 2, 0), seed=5)
    found = level_seats(scores, ties)
    residual = {}
    for move in itertools.product(range(-1, 7), repeat=2):
        residual[(0, *move)] = np.abs(naive_shares(scores + np.array((0, *move)), ties) - 1 / 3).max()
    assert found.whole_residual == pytest.approx(min(residual.values()), abs=1e-12)
    assert residual[found.whole_points] == pytest.approx(found.whole_residual)
    np.testing.assert_allclose(found.whole_shares, naive_shares(scores + np.array(found.whole_points), ties))


def test_fractions_are_by_lot():
    scores, ties = score_games(3000, (2, 0), seed=6)
    found = level_seats(scores, ties)
    points = found.points[1].estimate
    low = math.floor(points)
    mixed = sum(
        weight * naive_shares(scores + np.array([0, low + step]), ties)[1]
        for step, weight in ((0, 1 - (points - low)), (1, points - low))
    )
    assert mixed == pytest.approx(0.5, abs=1e-6)


def test_without_tie_break_equal_scores_share():
    found = level_seats(np.array([[1, 1], [2, 1], [1, 2], [3, 3]]))
    assert found.shares_before == (0.5, 0.5)
    assert found.points[1].estimate == pytest.approx(0.0)


def test_the_order_of_games_does_not_matter():
    scores, ties = score_games(2000, (4, 0, 2), seed=7)
    back = level_seats(scores[::-1], ties[::-1])
    there = level_seats(scores, ties)
    assert [i.estimate for i in back.points] == [i.estimate for i in there.points]


def test_bootstrap_agrees_with_delta_and_is_seeded():
    scores, ties = score_games(6000, (3, 0), seed=8)
    delta = level_seats(scores, ties)
    one, two = (level_seats(scores, ties, method="bootstrap", subsample=3000, seed=4) for _ in range(2))
    assert one.points[1].se == two.points[1].se
    assert one.points[1].se == pytest.approx(delta.points[1].se, rel=0.25)
    assert "3,000 deals" in one.method


def test_deals_of_copies_count_once():
    scores, ties = score_games(1500, (3, 0), seed=9)
    once = level_seats(scores, ties)
    copied = level_seats(np.tile(scores, (4, 1)), np.tile(ties, (4, 1)), deal=np.tile(np.arange(1500), 4))
    assert copied.n == 1500
    assert copied.points[1].se == pytest.approx(once.points[1].se, rel=1e-9)
    assert copied.points[1].estimate == pytest.approx(once.points[1].estimate)


def test_a_gap_beyond_the_limit_is_null():
    found = level_seats(np.array([[100, 0], [101, 1], [102, 3]]), limit=50)
    assert not found.points[1].known and math.isnan(found.points[1].estimate)


def test_large_gap_is_reached():
    scores, ties = score_games(2000, (400, 0), seed=10)
    assert level_seats(scores, ties).points[1].estimate == pytest.approx(400, abs=1.5)


@pytest.mark.parametrize("call,words", [
    (lambda: equal_shares_test(Moments(1)), "at least two seats"),
    (lambda: equal_shares_test(Moments(2).add([[60, 0], [60, 60], [0, 0], [0, 60]])), "same full share"),
    (lambda: level_seats([[1, 2]], [[1, 2, 3]]), "shape of scores"),
    (lambda: level_seats([[1.5, 2]]), "must hold integers"),
    (lambda: level_seats([[1], [2]]), "at least two seats"),
    (lambda: level_seats(np.zeros((0, 2), int)), "at least one game"),
    (lambda: level_seats([[1, 2]], method="jackknife"), "one of delta, bootstrap"),
    (lambda: level_seats([[1, 2]], [[0, 2**62]]), "give their ranks"),
    (lambda: level_seats([[1, 2]], deal=[1, 2]), "each of 1 games"),
])  # fmt: skip
def test_a_mistake_is_one_clear_line(call, words):
    with pytest.raises(ValueError, match=words):
        call()
