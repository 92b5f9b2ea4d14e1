"""How often the intervals hold the truth, and how often the tests raise a false alarm: measured, not promised.

Each row plays an experiment with a known truth many times, on made-up deals of the kind that games give: wins shared in
60ths, skewed scores, seats whose results hang together. Everything is seeded, so the table is the same every time.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from . import equivalence, fairness, multiplicity, ratings, sequential
from .intervals import (
    Interval,
    distribution_band,
    mean_interval,
    no_events_interval,
    proportion_interval,
)
from .moments import Moments, cluster_sums, clustered_interval, independent_difference

Row = dict[str, Any]
Trial = Callable[[np.random.Generator], bool | np.bool]


def coverage_table(repeats: int = 2000, *, seed: int = 2011) -> list[Row]:
    """Measure everything on offer.

    Parameters
    ----------
    repeats
        Experiments a row (a quarter of it for the slow ones: bootstraps).
    seed
        Of the experiments.

    Returns
    -------
    list of dict
        ``what`` (the interval or test), ``case``, ``measure`` ("coverage" or "false alarms"), ``nominal``,
        ``measured``, ``error`` (standard error of ``measured``), ``repeats``, ``promise`` ("exact": at the nominal
        value; "bound": never worse; "approximate": near it with enough deals; "none": a warning, not on offer).
    """
    return [_run(case, repeats, seed) for case in _cases()]


def coverage_text(rows: list[Row]) -> str:
    """The table as text."""
    lines = [f"{'what':34} {'case':58} {'measure':13} {'nominal':>8} {'measured':>9} {'error':>7} {'promise':>12}"]
    lines += [
        f"{row['what']:34} {row['case']:58} {row['measure']:13} {row['nominal']:8.3f} {row['measured']:9.4f} "
        f"{row['error']:7.4f} {row['promise']:>12}"
        for row in rows
    ]
    return "\n".join(lines)


def holds(row: Row, *, slack: float = 0.01) -> bool:
    """Whether a row keeps its promise, within four Monte Carlo standard errors (and ``slack`` for an approximation)."""
    worse = row["nominal"] - row["measured"] if row["measure"] == "coverage" else row["measured"] - row["nominal"]
    allowed = 4.0 * math.sqrt(row["nominal"] * (1.0 - row["nominal"]) / row["repeats"])
    if row["promise"] == "none":
        return True
    if row["promise"] == "bound":
        return worse <= allowed
    if row["promise"] == "exact":
        return abs(worse) <= allowed
    return abs(worse) <= allowed + slack


class _Case:
    def __init__(
        self, what: str, case: str, trial: Trial, *, measure: str = "coverage", nominal: float = 0.95,
        promise: str = "approximate", slow: bool = False,
    ) -> None:  # fmt: skip
        self.what, self.case, self.trial = what, case, trial
        self.measure, self.nominal, self.promise, self.slow = measure, nominal, promise, slow


def _run(case: _Case, repeats: int, seed: int) -> Row:
    repeats = max(20, repeats // 4) if case.slow else repeats
    # a stream of its own for each row, so that a new row changes no other
    rng = np.random.default_rng([seed, *(case.what + case.case).encode()])
    hits = sum(bool(case.trial(rng)) for _ in range(repeats))
    measured = hits / repeats
    error = math.sqrt(max(measured * (1 - measured), 1 / repeats) / repeats)
    return {"what": case.what, "case": case.case, "measure": case.measure, "nominal": case.nominal,
            "measured": measured, "error": error, "repeats": repeats, "promise": case.promise}  # fmt: skip


# Made-up deals


def _wins(rng: np.random.Generator, n: int, shares: tuple[float, ...] = (0.31, 0.26, 0.23, 0.2)) -> np.ndarray:
    """Wins in 60ths, int [n, seats]: a winner drawn from ``shares``, in 6% of games shared with any other seat.

    The true shares are ``_true_shares(shares)``.
    """
    k = len(shares)
    first = rng.choice(k, n, p=shares)
    second = (first + rng.integers(1, k, n)) % k
    tied = rng.random(n) < 0.06
    wins = np.zeros((n, k), dtype=np.int64)
    wins[np.arange(n), first] = np.where(tied, 30, 60)
    wins[np.arange(n)[tied], second[tied]] += 30
    return wins


def _true_shares(shares: tuple[float, ...] = (0.31, 0.26, 0.23, 0.2)) -> np.ndarray:
    p = np.array(shares)
    return 0.97 * p + 0.03 * (1.0 - p) / (p.size - 1)


def _pairs(rng: np.random.Generator, n: int, effect: int = 0) -> np.ndarray:
    """Scores of two variants on the same deals: the same luck, small differences; B is ``effect`` higher on average."""
    luck = rng.gamma(6.0, 4.0, n)
    a = np.round(luck + rng.normal(0, 3, n))
    b = np.round(luck + rng.normal(0, 3, n)) + effect
    return np.column_stack([a, b]).astype(np.int64)


def _seats(rng: np.random.Generator, n: int, offsets: tuple[int, ...]) -> np.ndarray:
    """Scores with a known cure: alike but for ``offsets``, with a part that all seats share."""
    alike = rng.normal(60, 8, (n, len(offsets))) + rng.normal(0, 5, (n, 1))
    return np.round(alike).astype(np.int64) + np.array(offsets)


# Experiments: each returns whether the interval held the truth, or whether a false alarm was raised


def _mean_trial(draw: Callable[[np.random.Generator, int], np.ndarray], truth: float, n: int, unit: float) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        x = draw(rng, n)
        return mean_interval(n, int(x.sum()), int((x * x).sum()), unit=unit).contains(truth)

    return trial


def _share_trial(n: int, shares: tuple[float, ...], seat: int) -> Trial:
    truth = float(_true_shares(shares)[seat])
    return lambda rng: Moments(1).add(_wins(rng, n, shares)[:, seat]).share(0).contains(truth)


def _proportion_trial(n: int, p: float, method: str) -> Trial:
    known: dict[int, Interval] = {}

    def trial(rng: np.random.Generator) -> bool:
        events = int(rng.binomial(n, p))
        if events not in known:
            known[events] = proportion_interval(events, n, method=method)
        return known[events].contains(p)

    return trial


def _no_events_trial(n: int, rate: float) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        return rng.binomial(n, rate) > 0 or no_events_interval(n).contains(rate)

    return trial


def _clusters(rng: np.random.Generator, deals: int, uneven: bool) -> tuple[np.ndarray, np.ndarray]:
    sizes = rng.integers(1, 6, deals) if uneven else np.full(deals, 4)
    at = np.repeat(np.arange(deals), sizes)
    return np.round(rng.normal(0, 5, deals)[at] + rng.normal(30, 6, at.size)).astype(np.int64), at


def _cluster_trial(deals: int, uneven: bool, respected: bool = True) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        values, at = _clusters(rng, deals, uneven)
        if respected:
            return clustered_interval(*cluster_sums(values, at)).contains(30.0)
        return Moments(1).add(values).interval().contains(30.0)

    return trial


def _welch_trial(rng: np.random.Generator) -> bool:
    a = Moments(1).add(np.round(rng.gamma(6.0, 4.0, 60)).astype(np.int64))
    b = Moments(1).add(np.round(rng.gamma(6.0, 2.0, 200)).astype(np.int64))
    return independent_difference(a, 0, b, 0).contains(12.0)


def _ratio_trial(rng: np.random.Generator) -> bool:
    sets = rng.poisson(2.0, 300)
    points = rng.poisson(3.0 * sets + 1.0)
    return Moments(2).add(np.column_stack([points, sets])).ratio(0, 1).contains(3.5)


def _joint_trial(n: int, method: str) -> Trial:
    truth = _true_shares()

    def trial(rng: np.random.Generator) -> bool:
        found = Moments(4).add(_wins(rng, n)).intervals(unit=60, method=method)
        return all(interval.contains(t) for interval, t in zip(found, truth, strict=True))

    return trial


def _variants_trial(rng: np.random.Generator) -> bool:
    """Six variants against one baseline on the same deals, none with an effect."""
    luck = rng.normal(0, 6, (200, 1))
    rows = np.round(luck + rng.normal(0, 4, (200, 7))).astype(np.int64)
    weights = np.column_stack([-np.ones(6), np.eye(6)])
    return all(interval.contains(0.0) for interval in Moments(7).add(rows).contrasts(weights))


def _band_trial(rng: np.random.Generator) -> bool:
    n, rate = 400, 20.0
    band = distribution_band(rng.poisson(rate, n))
    at = np.arange(0, 80)
    terms = np.exp(at * math.log(rate) - rate - np.array([math.lgamma(i + 1) for i in at]))
    truth = dict(zip(at.tolist(), np.cumsum(terms), strict=True))
    true = np.array([truth[v] for v in band.values.tolist()])
    return bool(((band.at_most_low <= true) & (true <= band.at_most_high)).all())


def _fairness_trial(n: int, seats: int) -> Trial:
    fair = (1.0 / seats,) * seats
    return lambda rng: fairness.equal_shares_test(Moments(seats).add(_wins(rng, n, fair))).p < 0.05


def _level_trial(n: int, offsets: tuple[int, ...], method: str, seat: int) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        scores, ties = _seats(rng, n, offsets), rng.integers(0, 4, (n, len(offsets)))
        found = fairness.level_seats(scores, ties, method=method, resamples=100, seed=int(rng.integers(1 << 30)))
        return found.points[seat].contains(offsets[0] - offsets[seat])

    return trial


def _screen(rng: np.random.Generator) -> np.ndarray:
    rows = np.round(rng.normal(0, 30, (200, 8)) + rng.normal(0, 30, (200, 1))).astype(np.int64)
    moments = Moments(8).add(rows)
    return np.array([multiplicity.p_value(moments.interval(i)) for i in range(8)])


def _max_t_trial(rng: np.random.Generator) -> bool:
    rows = np.round(rng.normal(0, 30, (200, 8)) + rng.normal(0, 30, (200, 1))).astype(np.int64)
    moments = Moments(8).add(rows)
    return bool((multiplicity.max_t(moments.mean(), moments.cov() / 200, 199) < 0.05).any())


def _equivalent_trial(rng: np.random.Generator) -> bool:
    """The truth is just what matters: "equivalent" is then a false alarm."""
    found = Moments(["a", "b"]).add(_pairs(rng, 400, 1)).difference("b", "a").interval
    return equivalence.verdict(found, 1.0).word == equivalence.EQUIVALENT


def _larger_trial(rng: np.random.Generator) -> bool:
    found = Moments(["a", "b"]).add(_pairs(rng, 400, 1)).difference("b", "a").interval
    return equivalence.verdict(found, 1.0).word == equivalence.LARGER


def _path(rng: np.random.Generator, looks: np.ndarray, p: float) -> np.ndarray:
    """Wins counted up to each look."""
    return np.cumsum(rng.binomial(np.diff(looks, prepend=0), p))


def _schedule_trial(schedule: sequential.Schedule, p: float) -> Trial:
    looks = np.array(schedule.looks)

    def trial(rng: np.random.Generator) -> bool:
        found = zip(looks.tolist(), _path(rng, looks, p).tolist(), strict=True)
        at_looks = (schedule.at_look(mean_interval(n, won, won), i) for i, (n, won) in enumerate(found, 1))
        return any(interval.excludes(p) for interval in at_looks)

    return trial


def _stopped_trial(schedule: sequential.Schedule, corrected: bool) -> Trial:
    """Stopped at the first look at which the verdict is known (the true effect is near what matters): does the interval
    hold the effect then?
    """
    truth, smallest = 0.32 - 0.30, 0.015
    looks = np.array(schedule.looks)

    def trial(rng: np.random.Generator) -> bool:
        found = zip(looks.tolist(), _path(rng, looks, 0.30 + truth).tolist(), strict=True)
        shown = None
        for i, (n, won) in enumerate(found, 1):
            fixed = mean_interval(n, won, won)
            shown = (schedule.at_look(fixed, i) if corrected else fixed).shifted(-0.30)
            if equivalence.verdict(shown, smallest).decided:
                break
        return shown is not None and shown.contains(truth)

    return trial


def _peeking_trial(looks: np.ndarray, p: float, radius: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Trial:
    def trial(rng: np.random.Generator) -> bool:
        mean = _path(rng, looks, p) / looks
        sd = np.sqrt(mean * (1.0 - mean) * looks / (looks - 1))
        return bool((np.abs(mean - p) > radius(looks, sd)).any())

    return trial


def _rating_trial(rng: np.random.Generator) -> bool:
    strengths = np.array([-0.5, -0.2, 0.1, 0.6])
    policy = rng.permuted(np.tile(np.arange(4), (300, 1)), axis=1)[:, :3]
    luck = strengths[policy] + rng.gumbel(size=policy.shape)
    rank = (-luck).argsort(axis=1).argsort(axis=1) + 1
    found = ratings.plackett_luce(list("abcd"), policy, rank, resamples=100, seed=int(rng.integers(1 << 30)))
    return found[3].strength.contains(0.6)


def _cases() -> Iterator[_Case]:
    for n in (10, 100, 1000):
        yield _Case("t, mean score (normal)", f"{n} deals",
                    _mean_trial(lambda rng, m: np.round(rng.normal(60, 9, m) * 100).astype(np.int64), 60.0, n, 100),
                    promise="exact")  # fmt: skip
    for n in (30, 1000):
        yield _Case("t, mean score (skewed)", f"{n} deals",
                    _mean_trial(lambda rng, m: np.round(rng.gamma(2.0, 8.0, m) * 100).astype(np.int64), 16.0, n, 100))
    for n, seat in ((50, 0), (1000, 3)):
        yield _Case("wilson at the effective size", f"win share of seat {seat + 1} of 4, {n} deals",
                    _share_trial(n, (0.31, 0.26, 0.23, 0.2), seat))  # fmt: skip
    yield _Case("wilson at the effective size", "win share of a seat that wins 2%, 300 deals",
                _share_trial(300, (0.5, 0.49, 0.01), 2))  # fmt: skip
    for n, p in ((100, 0.1), (1000, 0.01), (10_000, 0.5)):
        yield _Case("wilson", f"{n} deals, probability {p}", _proportion_trial(n, p, "wilson"))
        yield _Case("clopper-pearson", f"{n} deals, probability {p}", _proportion_trial(n, p, "clopper-pearson"),
                    promise="bound")  # fmt: skip
    yield _Case("clopper-pearson", "1000 deals, probability 0.001", _proportion_trial(1000, 0.001, "clopper-pearson"),
                promise="bound")  # fmt: skip
    yield _Case("rule of three", "limit from 500 deals against a rate of 0.00598", _no_events_trial(500, 0.00598),
                promise="bound")  # fmt: skip
    yield _Case("clustered by deal", "40 deals of 4 rotations", _cluster_trial(40, False), promise="exact")
    yield _Case("clustered by deal", "60 deals of 1 to 5 games", _cluster_trial(60, True))
    yield _Case("not clustered (wrong)", "40 deals of 4 rotations, as 160 games", _cluster_trial(40, False, False),
                promise="none")  # fmt: skip
    yield _Case("paired difference", "50 deals, scores", lambda rng: Moments(["a", "b"]).add(_pairs(rng, 50, 2))
                .difference("b", "a").interval.contains(2.0), promise="exact")  # fmt: skip
    yield _Case("difference of two runs (welch)", "60 and 200 deals", _welch_trial)
    yield _Case("ratio (delta method)", "points a set, 300 deals", _ratio_trial)
    for method in multiplicity.METHODS:
        yield _Case(f"together, {method}", "win shares of 4 seats, 500 deals", _joint_trial(500, method),
                    promise="approximate" if method == "max-t" else "bound")  # fmt: skip
    yield _Case("together, max-t", "6 variants against a baseline, 200 deals", _variants_trial, promise="exact")
    yield _Case("dkw band", "whole distribution, 400 deals", _band_trial, promise="bound")
    for n, seats in ((30, 4), (1000, 2), (1000, 4)):
        yield _Case("equal shares", f"{seats} fair seats, {n} deals", _fairness_trial(n, seats),
                    measure="false alarms", nominal=0.05)  # fmt: skip
    yield _Case("levelling points, delta", "3 seats 4 and 7 points behind, seat 3, 2000 games",
                _level_trial(2000, (7, 3, 0), "delta", 2))  # fmt: skip
    yield _Case("levelling points, delta", "2 seats 2 points apart, 1000 games", _level_trial(1000, (2, 0), "delta", 1))
    yield _Case("levelling points, bootstrap", "2 seats 2 points apart, 500 games",
                _level_trial(500, (2, 0), "bootstrap", 1), slow=True)  # fmt: skip
    yield _Case("holm", "8 correlated contrasts without effect", lambda rng: (multiplicity.holm(_screen(rng)) < 0.05)
                .any(), measure="false alarms", nominal=0.05, promise="bound")  # fmt: skip
    yield _Case("benjamini-hochberg", "8 correlated contrasts without effect", lambda rng:
                (multiplicity.benjamini_hochberg(_screen(rng)) < 0.05).any(), measure="false alarms", nominal=0.05,
                promise="bound")  # fmt: skip
    yield _Case("max-t", "8 correlated contrasts without effect", _max_t_trial, measure="false alarms", nominal=0.05,
                promise="exact")  # fmt: skip
    yield _Case("verdict: equivalent", "the effect is just what matters, 400 deals", _equivalent_trial,
                measure="false alarms", nominal=0.025, promise="exact")  # fmt: skip
    yield _Case("verdict: larger", "the effect is just what matters, 400 deals", _larger_trial,
                measure="false alarms", nominal=0.025, promise="exact")  # fmt: skip
    for spending in sequential.SPENDING:
        yield _Case(f"five looks, {spending}", "10,000 to 1,000,000 deals, probability 0.3",
                    _schedule_trial(sequential.Schedule(spending=spending), 0.3), measure="false alarms", nominal=0.05,
                    promise="bound" if spending == "bonferroni" else "exact")  # fmt: skip
    early = sequential.Schedule((400, 800, 1_600, 2_800, 4_000))
    yield _Case("five looks, stopped when decided", "400 to 4,000 deals, an effect near what matters",
                _stopped_trial(early, True), promise="bound")  # fmt: skip
    yield _Case("stopped uncorrected (wrong)", "400 to 4,000 deals, an effect near what matters",
                _stopped_trial(early, False), promise="none")  # fmt: skip
    looks = np.arange(1000, 200_001, 1000)
    for p in (0.5, 0.05):
        yield _Case("confidence sequence", f"200 looks to 200,000 deals, probability {p}",
                    _peeking_trial(looks, p, lambda n, sd: sequential.mixture_radius(n, sd)), measure="false alarms",
                    nominal=0.05, promise="bound")  # fmt: skip
    yield _Case("bounded confidence sequence", "200 looks to 200,000 deals, probability 0.5",
                _peeking_trial(looks, 0.5, lambda n, sd: sequential.mixture_radius(n, 0.5)), measure="false alarms",
                nominal=0.05, promise="bound")  # fmt: skip
    yield _Case("uncorrected peeking (wrong)", "200 looks to 200,000 deals, probability 0.5",
                _peeking_trial(looks, 0.5, lambda n, sd: 1.96 * sd / np.sqrt(n)), measure="false alarms", nominal=0.05,
                promise="none")  # fmt: skip
    yield _Case("plackett-luce, bootstrap", "4 policies at tables of 3, 300 deals", _rating_trial, slow=True)
