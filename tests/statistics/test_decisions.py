"""Many comparisons, looks, verdicts and planning, against known values."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from burgsim.statistics.equivalence import deals_for_equivalence, verdict
from burgsim.statistics.intervals import Interval, mean_interval
from burgsim.statistics.multiplicity import benjamini_hochberg, critical_value, holm, max_t, p_value
from burgsim.statistics.quantiles import normal_critical
from burgsim.statistics.sequential import DEFAULT_LOOKS, Schedule, look_numbers, mixture_radius

P_VALUES = st.lists(st.floats(0, 1), min_size=1, max_size=12)


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]).tolist() == pytest.approx([0.03, 0.06, 0.06, 0.02])
    found = holm([0.02, np.nan, 0.5])
    assert found[[0, 2]].tolist() == pytest.approx([0.04, 0.5]) and math.isnan(found[1])


@given(P_VALUES)
def test_benjamini_hochberg_is_that_of_scipy(p):
    assert benjamini_hochberg(p).tolist() == pytest.approx(stats.false_discovery_control(p).tolist())
    by = benjamini_hochberg(p, any_dependence=True).tolist()
    assert by == pytest.approx(stats.false_discovery_control(p, method="by").tolist())


@given(P_VALUES)
def test_adjusted_values_keep_order_and_only_grow(p):
    for adjusted in (holm(p), benjamini_hochberg(p)):
        assert (adjusted >= np.array(p) - 1e-15).all() and (adjusted <= 1).all()
        assert (np.diff(adjusted[np.argsort(p, kind="stable")]) >= -1e-15).all()
    assert (holm(p) >= benjamini_hochberg(p) - 1e-15).all()


def test_p_value_is_that_of_the_t_test():
    x = np.array([1, 4, 2, 7, 5, 3])
    found = p_value(mean_interval(6, int(x.sum()), int((x * x).sum())), null=2.0)
    assert found == pytest.approx(stats.ttest_1samp(x, 2.0).pvalue)
    assert p_value(mean_interval(10, 30, 90)) == pytest.approx(2.0**-9)
    assert p_value(mean_interval(10, 0, 0)) == 1.0
    assert math.isnan(p_value(mean_interval(1, 3, 9)))


def test_max_t_of_independent_means_is_sidaks():
    # with many degrees of freedom: 1 - 0.95^(1/4) two-sided, z = 2.4909
    assert critical_value(np.eye(4), 10**6) == pytest.approx(2.4909, abs=0.01)
    assert critical_value(np.eye(4), 10**6, method="sidak") == pytest.approx(2.4909, abs=1e-4)
    assert critical_value(np.eye(4), 10**6, method="bonferroni") == pytest.approx(2.4977, abs=1e-4)


@pytest.mark.parametrize("k", [3, 7])
@pytest.mark.parametrize("df", [12, 60])
def test_max_t_of_equal_correlation_is_dunnetts(k, df):
    # Dunnett (1955): with correlation 1/2 the k comparisons share one normal u, and s is the root of chi-square / df;
    # the probability is the mean over u and s of P(abs((Z + u) / sqrt 2) <= c s)^k
    critical = critical_value(np.full((k, k), 0.5) + 0.5 * np.eye(k), df)
    u = np.linspace(-6, 6, 401)
    s = np.sqrt(stats.chi2.ppf((np.arange(400) + 0.5) / 400, df) / df)
    edge = math.sqrt(2) * critical * s[:, None]
    within = (stats.norm.cdf(edge - u) - stats.norm.cdf(-edge - u)) ** k
    probability = (within * stats.norm.pdf(u)).sum(axis=1).mean() * (u[1] - u[0])
    assert probability == pytest.approx(0.95, abs=0.0025)  # four Monte Carlo errors of the critical value


def test_max_t_p_values():
    cov = np.array([[1.0, 0.999999], [0.999999, 1.0]])
    found = max_t([2.0, 0.5], cov, 1000)
    assert found[0] == pytest.approx(2 * stats.t.sf(2.0, 1000), abs=0.003)  # two copies of one test: no price
    assert math.isnan(max_t([1.0, 2.0], np.diag([0.0, 1.0]), 50)[0])


def test_spending_boundaries_are_the_published_ones():
    # Five equal looks, two-sided 5%: the tables of Lan-DeMets boundaries (Jennison and Turnbull 2000, Reboussin's ld98)
    looks = (1000, 2000, 3000, 4000, 5000)
    for spending, expected in (
        ("obrien-fleming", [4.8769, 3.3569, 2.6803, 2.2898, 2.0310]),
        ("pocock", [2.4380, 2.4268, 2.4101, 2.3966, 2.3859]),
        ("bonferroni", [2.5758] * 5),
    ):
        found = [normal_critical(level) for level in Schedule(looks, spending=spending).levels]
        assert found == pytest.approx(expected, abs=2e-3)


def test_schedule():
    schedule = Schedule()
    assert schedule.looks == DEFAULT_LOOKS == look_numbers()
    assert look_numbers(500, looks=3, first=5) == (5, 50, 500)
    assert look_numbers(777, looks=1) == (777,)
    plain = mean_interval(10_000, 3_000, 3_000)
    found = schedule.at_look(plain, 1)
    assert found.level == 0.95
    assert found.half_width / plain.half_width == pytest.approx(2.5758 / 1.9600, abs=1e-3)
    early = Schedule(spending="obrien-fleming").at_look(plain, 1)
    assert early.low == -math.inf and not early.excludes(0.0)
    assert not schedule.at_look(mean_interval(1, 1, 1), 1).known


def test_confidence_sequence_width():
    # at its tuning point 1.55 times the interval for a fixed number
    assert mixture_radius(10_000, 1.0, tuned_for=10_000) * 100 / 1.96 == pytest.approx(1.549, abs=0.001)
    near = [float(mixture_radius(10_000, 1.0, tuned_for=t)) for t in (1_000, 10_000, 100_000)]
    assert near[1] == min(near)


@pytest.mark.parametrize("low,high,word,direction", [
    (1.2, 1.8, "larger", 1),
    (-1.8, -1.2, "smaller", -1),
    (-0.5, 0.6, "equivalent", 0),
    (0.2, 0.9, "equivalent", 1),
    (0.2, 1.5, "not yet known", 1),
    (-0.5, 1.5, "not yet known", 0),
    (-1.0, 0.5, "not yet known", 0),
    (-math.inf, math.inf, "not yet known", 0),
])  # fmt: skip
def test_verdict(low, high, word, direction):
    middle = 0.0 if math.isinf(low) else (low + high) / 2
    found = verdict(Interval(middle, low, high, 0.1, 100), 1.0)
    assert (found.word, found.direction, found.decided) == (word, direction, word != "not yet known")
    moved = verdict(Interval(middle + 5, low + 5, high + 5, 0.1, 100), 1.0, null=5.0)
    assert moved.word == word


def test_verdict_without_interval():
    found = verdict(mean_interval(1, 3, 9), 1.0)
    assert found.word == "not yet known" and "too few deals" in found.sentence("The bonus")


def test_sentences():
    found = verdict(Interval(0.0152, 0.0120, 0.0184, 0.0016, 10_000), 0.01)
    assert found.sentence("Seat 1's win share", "pp", 100) == (
        "Seat 1's win share: larger by more than the 1 pp that matters, +1.52 [1.20, 1.84] pp (95%)."
    )
    found = verdict(Interval(0.0052, 0.0020, 0.0084, 0.0016, 10_000), 0.01)
    assert "a real difference but too small to matter (less than 1 pp either way)" in found.sentence("It", "pp", 100)
    found = verdict(Interval(0.0, -0.02, 0.02, 0.01, 100), 0.01)
    assert "even the direction is open" in found.sentence("It", "pp", 100)


def test_verdict_and_tost_agree():
    for mean in (0, 30, 60, 75):
        interval = mean_interval(400, 400 * mean, 400 * mean * mean + 399 * 10_000)
        sides = ((80.0 + mean) / interval.se, (80.0 - mean) / interval.se)
        one_sided = max(stats.t.sf(t, interval.n - 1) for t in sides)
        assert (verdict(interval, 80.0).word == "equivalent") == (one_sided < 0.025)


def test_deals_for_equivalence():
    # (1.96 + 1.2816)^2 = 10.51
    assert deals_for_equivalence(1.0, 0.1) == 1051
    assert deals_for_equivalence(3.0, 0.1) == pytest.approx(9 * 1051, rel=0.001)
    # so many deals without any effect: four intervals in five lie inside
    means = np.random.default_rng(3).normal(size=(2_000, 1_051)).mean(axis=1)
    inside = np.abs(means) + 1.96 / math.sqrt(1_051) < 0.1
    assert inside.mean() == pytest.approx(0.8, abs=0.03)


@pytest.mark.parametrize("call,words", [
    (lambda: holm([0.5, 1.2]), "between 0 and 1"),
    (lambda: holm(["x"]), "numbers"),
    (lambda: critical_value(np.ones((2, 3)), 5), "square"),
    (lambda: critical_value(np.array([[1.0, 2.0], [2.0, 1.0]]), 5), "negative eigenvalues"),
    (lambda: Schedule((100, 50)), "ascending"),
    (lambda: Schedule(spending="pococ"), "one of bonferroni, pocock, obrien-fleming"),
    (lambda: Schedule().level_at(6), "from 1 to 5"),
    (lambda: look_numbers(3, looks=9), "no 9 different looks"),
    (lambda: verdict(mean_interval(5, 5, 5), 0.0), "smallest must be above 0"),
    (lambda: deals_for_equivalence(1.0, -1.0), "smallest must be above 0"),
])  # fmt: skip
def test_a_mistake_is_one_clear_line(call, words):
    with pytest.raises(ValueError, match=words):
        call()
