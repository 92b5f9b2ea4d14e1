"""Intervals against values worked out by hand or known from the literature, and SciPy's distributions."""

import math
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from burgsim.statistics import quantiles
from burgsim.statistics.intervals import (
    Interval,
    distribution_band,
    mean_interval,
    no_events_interval,
    proportion_interval,
    share_interval,
    simultaneous_intervals,
)


def test_mean_interval_by_hand():
    # 2, 4, 6, 8: mean 5, variance 20/3, standard error sqrt(5/3), t(3) at 97.5% = 3.182446
    found = mean_interval(4, 20, 120)
    assert found.estimate == 5.0
    assert found.se == pytest.approx(math.sqrt(5 / 3), rel=1e-14)
    assert found.high - 5 == pytest.approx(3.182446305284263 * math.sqrt(5 / 3), rel=1e-9)
    assert found.low == pytest.approx(10 - found.high)
    assert (found.n, found.level, found.method) == (4, 0.95, "t")


def test_unit_scales_everything():
    one, sixty = mean_interval(4, 20, 120), mean_interval(4, 20, 120, unit=60)
    assert (sixty.estimate, sixty.se, sixty.low) == pytest.approx((one.estimate / 60, one.se / 60, one.low / 60))


def test_mean_interval_keeps_every_digit_of_large_sums():
    values = [10**15, 10**15 + 1, 10**15 + 2]
    found = mean_interval(3, sum(values), sum(v * v for v in values))
    assert found.se == pytest.approx(math.sqrt(1 / 3), rel=1e-14)


@pytest.mark.parametrize("make", [
    lambda n: mean_interval(n, 3 * n, 9 * n),
    lambda n: share_interval(n, 30 * n, 900 * n),
    lambda n: proportion_interval(0, n),
    lambda n: proportion_interval(n, n, method="clopper-pearson"),
    lambda n: no_events_interval(n),
    lambda n: simultaneous_intervals([1.0, 2.0], np.full((2, 2), np.nan), n)[1],
])  # fmt: skip
def test_null_below_two_deals(make):
    for n in (0, 1):
        found = make(n)
        assert math.isnan(found.low) and math.isnan(found.high) and not found.known
        assert not found.contains(0.0) and not found.excludes(0.0)
        assert found.to_dict()["low"] is None
        assert "no interval below two deals" in str(found)
    assert math.isfinite(proportion_interval(0, 2).high)


@pytest.mark.parametrize("df", [1, 2, 3, 4, 7, 30, 101, 998, 1999, 2000, 2001, 10**4, 10**6])
@pytest.mark.parametrize("level", [0.5, 0.9, 0.95, 0.99, 0.9999])
def test_t_quantile_is_that_of_scipy(df, level):
    expected = -stats.t.ppf((1 - level) / 2, df)
    assert quantiles.t_critical(level, df) == pytest.approx(expected, rel=1e-9)
    assert quantiles.t_critical_real(level, df) == pytest.approx(expected, rel=1e-9)


def test_wilson_known_value():
    # Newcombe (1998), table I: 81 of 263 gives 0.2553 to 0.3662, 15 of 148 gives 0.0624 to 0.1605, 0 of 20 0 to 0.1611
    for events, n, low, high in ((81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611)):
        found = proportion_interval(events, n)
        assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_clopper_pearson_known_value():
    # Newcombe (1998), table I
    for events, n, low, high in ((81, 263, 0.2527, 0.3676), (15, 148, 0.0578, 0.1617), (0, 20, 0.0, 0.1684)):
        found = proportion_interval(events, n, method="clopper-pearson")
        assert (found.low, found.high) == pytest.approx((low, high), abs=5e-5)


def test_rule_of_three():
    assert no_events_interval(1000).high == pytest.approx(3 / 1000, rel=0.005)
    assert (1 - no_events_interval(50).high) ** 50 == pytest.approx(0.05)


def test_share_interval_is_wilson_for_plain_wins():
    # 0 or 1 a deal: the effective size is n - 1, so nearly Wilson's
    share, wilson = share_interval(400, 60 * 90, 3600 * 90), proportion_interval(90, 400)
    assert (share.low, share.high) == pytest.approx((wilson.low, wilson.high), abs=3e-4)


@pytest.mark.parametrize("total,squares,edge", [(0, 0, "low"), (60 * 30, 3600 * 30, "high")])
def test_share_that_never_varied_has_a_width(total, squares, edge):
    found = share_interval(30, total, squares)
    assert getattr(found, edge) == found.estimate
    assert 0.05 < found.high - found.low < 0.2


@given(st.lists(st.integers(0, 60), min_size=2, max_size=60))
def test_share_interval_stays_in_range(values):
    found = share_interval(len(values), sum(values), sum(v * v for v in values))
    assert 0.0 <= found.low <= found.estimate <= found.high <= 1.0
    assert found.low < found.high


@given(st.integers(2, 400), st.integers(0, 400), st.sampled_from(["wilson", "clopper-pearson"]))
def test_proportion_interval_is_symmetric(n, events, method):
    events = min(events, n)
    one, other = proportion_interval(events, n, method=method), proportion_interval(n - events, n, method=method)
    assert one.low == pytest.approx(1 - other.high, abs=1e-12)
    assert 0.0 <= one.low <= one.estimate <= one.high <= 1.0


def test_clopper_pearson_covers_wherever_the_truth_lies():
    n = 25
    found = [proportion_interval(x, n, method="clopper-pearson") for x in range(n + 1)]
    for p in np.linspace(0.01, 0.99, 50):
        covered = sum(stats.binom.pmf(x, n, p) for x in range(n + 1) if found[x].contains(p))
        assert covered >= 0.95 - 1e-9


def test_simultaneous_intervals_are_ordered():
    cov = np.array([[1.0, 0.9, 0.0], [0.9, 1.0, 0.0], [0.0, 0.0, 4.0]]) / 100
    width = {m: simultaneous_intervals([0.0, 0.0, 0.0], cov, 200, method=m)[2].half_width
             for m in ("max-t", "sidak", "bonferroni")}  # fmt: skip
    single = mean_interval(2, 0, 0).level and quantiles.t_critical(0.95, 199) * 0.2
    assert single < width["max-t"] < width["sidak"] < width["bonferroni"]


def test_max_t_of_two_opposite_means_is_that_of_one():
    found = simultaneous_intervals([0.1, -0.1], np.array([[1.0, -1.0], [-1.0, 1.0]]), 500)
    assert found[0].half_width == pytest.approx(quantiles.t_critical(0.95, 499), rel=0.01)


def test_distribution_band_by_hand():
    band = distribution_band([3, 1, 3, 2])
    assert band.values.tolist() == [1, 2, 3]
    assert band.at_most.tolist() == [0.25, 0.5, 1.0]
    assert band.at_least.tolist() == [1.0, 0.75, 0.5]
    half = math.sqrt(math.log(40) / 8)
    assert band.at_most_low.tolist() == pytest.approx([0.0, 0.0, 1 - half])
    counted = distribution_band([2, 3, 1], [1, 2, 1])
    assert counted.values.tolist() == [1, 2, 3] and counted.at_most.tolist() == band.at_most.tolist()


def test_interval_text():
    found = Interval(0.0152, 0.0120, 0.0184, 0.0016, 10_000)
    assert found.text("pp", 100, sign=True) == "+1.52 [1.20, 1.84] pp"
    assert str(found) == "0.0152 [0.0120, 0.0184] (95%, n = 10,000, t)"
    assert Interval(12.0, 12.0, 12.0, 0.0, 10).text() == "12 [12, 12]"


def test_interval_arithmetic():
    found = Interval(2.0, 1.0, 4.0, 0.5, 9)
    assert (found.scaled(-2).low, found.scaled(-2).high, found.scaled(-2).se) == (-8.0, -2.0, 1.0)
    assert found.shifted(-2).estimate == 0.0
    assert found.excludes(0.5) and found.contains(1.0) and not found.excludes(4.0)
    assert found.half_width == 1.5


@pytest.mark.parametrize("call,words", [
    (lambda: mean_interval(-1, 0, 0), "n must be at least 0"),
    (lambda: mean_interval(2.0, 0, 0), "whole number"),
    (lambda: mean_interval(2, 10, 3), "no 2 values"),
    (lambda: mean_interval(2, 1, 1, level=95), "strictly between 0 and 1"),
    (lambda: mean_interval(2, 1, 1, unit=0), "above 0"),
    (lambda: share_interval(2, 180, 20_000), "between 0 and 60"),
    (lambda: proportion_interval(3, 2), "at most n = 2"),
    (lambda: proportion_interval(1, 2, method="wald"), "one of wilson, clopper-pearson"),
    (lambda: simultaneous_intervals([1.0], np.eye(2), 5), "shape"),
    (lambda: simultaneous_intervals([1.0], np.eye(1), 5, method="scheffe"), "one of max-t"),
    (lambda: distribution_band([0.5]), "integers"),
    (lambda: distribution_band([1, 1], [2, 3]), "different value"),
    (lambda: Interval(0.0, 1.0, 2.0, 0.1, 5), "hold its estimate"),
])  # fmt: skip
def test_a_mistake_is_one_clear_line(call, words):
    with pytest.raises(ValueError, match=words) as error:
        call()
    assert "\n" not in str(error.value)


def test_sums_and_intervals_load_no_scipy():
    code = (
        "import sys; from burgsim.statistics.moments import Moments;"
        "m = Moments(2).add([[0, 60], [60, 0], [30, 30]]); m.share(0); m.interval(1); m.difference(0, 1);"
        "sys.exit('scipy' in sys.modules or 'pandas' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
