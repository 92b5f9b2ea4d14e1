"""Exact sums: order never matters, and the estimates are those of NumPy and of hand computations."""

import json
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from scipy import stats

from burgsim.statistics.moments import Moments, cluster_sums, clustered_interval, independent_difference

ROWS = hnp.arrays(np.int64, st.tuples(st.integers(0, 30), st.just(3)), elements=st.integers(-(10**12), 10**12))


@given(ROWS, st.data())
def test_merge_order_is_irrelevant(rows, data):
    whole = Moments(3).add(rows)
    order = data.draw(st.permutations(range(len(rows))))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(rows)), max_size=4)))
    shuffled = rows[list(order)]
    parts = [Moments(3).add(part) for part in np.split(shuffled, cuts)]
    merged = Moments(3)
    for part in data.draw(st.permutations(parts)):
        merged.merge(part)
    assert merged == whole
    assert json.dumps(merged.to_dict()) == json.dumps(whole.to_dict())
    assert merged.cov().tobytes() == whole.cov().tobytes()
    assert merged.mean().tobytes() == whole.mean().tobytes()
    weights = [0.3, -1.7, 2.0]
    one, other = merged.contrast(weights), whole.contrast(weights)
    assert np.array([one.estimate, one.low]).tobytes() == np.array([other.estimate, other.low]).tobytes()


@given(ROWS)
def test_sums_are_exact(rows):
    found = Moments(3).add(rows).to_dict()
    columns = [[int(v) for v in column] for column in rows.T]
    assert found["sum"] == [sum(column) for column in columns]
    assert found["cross"] == [[sum(a * b for a, b in zip(x, y, strict=True)) for y in columns] for x in columns]


@pytest.mark.parametrize("extreme", [np.iinfo(np.int64).min, np.iinfo(np.int64).max])
def test_no_overflow(extreme):
    found = Moments(1).add(np.full(5, extreme, dtype=np.int64))
    assert found.total(0) == 5 * int(extreme)
    assert found.to_dict()["cross"] == [[5 * int(extreme) ** 2]]
    assert found.interval().se == 0.0


def test_unsigned_and_small_types():
    assert Moments(1).add(np.array([255, 255], dtype=np.uint8)).to_dict()["cross"] == [[2 * 255**2]]
    assert Moments(1).add(np.array([2**64 - 1], dtype=np.uint64)).total(0) == 2**64 - 1
    assert Moments(1).add(np.array([True, False])).total(0) == 1


def test_block_edges_are_exact():
    # products near 2^53 go in blocks of few rows, those above as Python integers
    for value in (94_906_265, 94_906_266, 3_000_000):
        found = Moments(1).add(np.full(3000, value))
        assert found.to_dict()["cross"] == [[3000 * value * value]]


def test_mean_and_cov_are_those_of_numpy():
    rows = np.random.default_rng(3).integers(-50, 200, (500, 4))
    found = Moments(["a", "b", "c", "d"]).add(rows)
    np.testing.assert_allclose(found.mean(), rows.mean(axis=0), rtol=1e-13)
    np.testing.assert_allclose(found.cov(), np.cov(rows.T), rtol=1e-11)
    np.testing.assert_allclose(found.cov(unit=60), np.cov(rows.T / 60), rtol=1e-11)


def test_saved_and_loaded():
    found = Moments(["score", "win"]).add([[80, 60], [75, 0], [90, 60]])
    assert Moments.from_dict(json.loads(json.dumps(found.to_dict()))) == found
    assert (found + found).n == 6 and found.n == 3
    assert found.merge(found).n == 6


def test_select():
    found = Moments(["a", "b", "c"]).add([[1, 2, 3], [4, 6, 9]])
    assert found.select(["c", "a"]) == Moments(["c", "a"]).add([[3, 1], [9, 4]])


def test_paired_difference_by_hand():
    # differences 1, 2, 3: mean 2, variance 1; variances of a and b 13 and 7
    rows = np.array([[10, 9], [14, 12], [17, 14]])
    found = Moments(["a", "b"]).add(rows).difference("a", "b")
    assert found.interval.estimate == 2.0
    assert found.interval.se == pytest.approx(1 / math.sqrt(3))
    assert found.interval.high == pytest.approx(2 + stats.t.ppf(0.975, 2) / math.sqrt(3))
    assert found.variance_paired == pytest.approx(1.0)
    assert found.variance_independent == pytest.approx(rows.var(axis=0, ddof=1).sum())
    assert found.gain == pytest.approx(rows.var(axis=0, ddof=1).sum())


def test_gain_at_its_limits():
    assert Moments(2).add([[1, 2], [5, 6], [3, 4]]).difference(0, 1).gain == math.inf
    assert math.isnan(Moments(2).add([[1, 2], [1, 2]]).difference(0, 1).gain)
    assert math.isnan(Moments(2).add([[1, 2]]).difference(0, 1).gain)


def test_contrast_is_the_interval_of_the_combination():
    rows = np.random.default_rng(4).integers(0, 100, (40, 3))
    combined = rows @ np.array([1, -2, 1])
    one = Moments(3).add(rows).contrast([1, -2, 1])
    other = Moments(1).add(combined).interval()
    assert (one.estimate, one.se, one.low) == pytest.approx((other.estimate, other.se, other.low))


def test_contrasts_hold_together():
    rows = np.random.default_rng(5).integers(0, 100, (40, 3))
    moments = Moments(3).add(rows)
    single, together = moments.contrast([1, -1, 0]), moments.contrasts([[1, -1, 0], [1, 0, -1]])
    assert together[0].se == pytest.approx(single.se)
    assert together[0].half_width > single.half_width


def test_ratio_by_hand():
    # a/b with means 6 and 2: R = 3; residuals a - 3b = -1, 2, -1 have sum of squares 6, variance 3; se = sqrt(3/3)/2
    found = Moments(2).add([[2, 1], [8, 2], [8, 3]]).ratio(0, 1, level=0.95)
    assert found.estimate == pytest.approx(3.0)
    assert not found.known  # the denominator, 2 with standard error 0.58, is too near zero
    rows = np.array([[2, 1], [8, 2], [8, 3]] * 10)
    found = Moments(2).add(rows).ratio(0, 1)
    assert found.se == pytest.approx(math.sqrt(60 / 29 / 30) / 2)


def test_ratio_without_denominator_is_null():
    found = Moments(2).add([[1, 0], [2, 0]]).ratio(0, 1)
    assert math.isnan(found.estimate) and not found.known


def test_welch_against_scipy():
    a, b = np.random.default_rng(6).integers(0, 50, 12), np.random.default_rng(7).integers(0, 20, 40)
    expected = stats.ttest_ind(a, b, equal_var=False).confidence_interval(0.95)
    found = independent_difference(Moments(1).add(a), 0, Moments(1).add(b), 0)
    assert (found.low, found.high) == pytest.approx((expected.low, expected.high))
    assert not independent_difference(Moments(1).add([1]), 0, Moments(1).add(b), 0).known


def test_cluster_sums():
    sums, counts = cluster_sums([5, 1, 2, 4], [7, 3, 7, 3])
    assert sums.tolist() == [5, 7] and counts.tolist() == [2, 2]
    sums, counts = cluster_sums([[1, 10], [2, 20], [3, 30]], [1, 0, 1])
    assert sums.tolist() == [[2, 20], [4, 40]] and counts.tolist() == [1, 2]
    assert cluster_sums(np.zeros(0, int), np.zeros(0, int))[0].size == 0


def test_clustered_interval_of_equal_deals_is_that_of_their_means():
    values = np.random.default_rng(8).integers(0, 60, 40)
    sums, counts = cluster_sums(values, np.arange(40) // 4)
    one, other = clustered_interval(sums, counts), Moments(1).add(sums).interval(unit=4)
    assert (one.estimate, one.low, one.high) == pytest.approx((other.estimate, other.low, other.high))
    assert one.n == 10


def test_clustered_interval_of_uneven_deals():
    sums, counts = np.array([10, 30, 22, 41]), np.array([1, 3, 2, 4])
    mean = sums.sum() / counts.sum()
    se = math.sqrt(4 / 3 * ((sums - mean * counts) ** 2).sum()) / counts.sum()
    found = clustered_interval(np.tile(sums, 5), np.tile(counts, 5))
    assert found.estimate == pytest.approx(mean)
    assert found.se == pytest.approx(se * math.sqrt(3 / 4 * 20 / 19 / 5))


@pytest.mark.parametrize("call,words", [
    (lambda: Moments(0), "at least 1"),
    (lambda: Moments("ab"), "list of names"),
    (lambda: Moments(["a", "a"]), "different name"),
    (lambda: Moments(2).add([[0.5, 1.0]]), "must hold integers"),
    (lambda: Moments(2).add([[1, 2, 3]]), "must have 2 columns"),
    (lambda: Moments(2).merge(Moments(3)), "same columns"),
    (lambda: Moments(["a"]).interval("b"), "no column 'b'; there are a"),
    (lambda: Moments(2).interval(2), "below 2"),
    (lambda: Moments(2).contrast([1]), "2 numbers"),
    (lambda: Moments(2).difference(1, 1), "different columns"),
    (lambda: Moments.from_dict({"n": 1}), "lack columns, cross, sum"),
    (lambda: Moments.from_dict({"columns": ["a"], "n": 2, "sum": [10], "cross": [[3]]}), "do not fit together"),
    (lambda: Moments.from_dict({"columns": ["a", "b"], "n": 1, "sum": [1, 1], "cross": [[1, 2], [3, 1]]}), "symmetric"),
    (lambda: cluster_sums([1, 2], [1]), "each of 2 games"),
    (lambda: clustered_interval([1, 2], [1, 0]), "at least one game"),
])  # fmt: skip
def test_a_mistake_is_one_clear_line(call, words):
    with pytest.raises(ValueError, match=words):
        call()
