"""Intervals: what one is, and the intervals for one mean, one proportion, one distribution or several means at once.

Every interval is null (NaN limits) below two clusters, because one deal says nothing about how deals differ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from . import checks
from .quantiles import beta_quantile, normal_critical, t_critical

NAN = float("nan")


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and the range that holds the truth in ``level`` of all repetitions.

    ``n`` counts the independent units (deals). ``se`` is the standard error, NaN where there is none to give.
    """

    estimate: float
    low: float
    high: float
    se: float
    n: int
    level: float = 0.95
    method: str = "t"

    def __post_init__(self) -> None:
        checks.level_between(self.level)
        checks.whole("n", self.n)
        if self.low > self.estimate or self.high < self.estimate:
            raise ValueError(f"an interval must hold its estimate: {self.low} <= {self.estimate} <= {self.high} fails")
        if self.se < 0:
            raise ValueError(f"se must not be negative, not {self.se}")

    @property
    def known(self) -> bool:
        """Whether there is an interval at all (False below two deals)."""
        return not (math.isnan(self.low) or math.isnan(self.high))

    @property
    def half_width(self) -> float:
        """Half the distance between the limits."""
        return (self.high - self.low) / 2.0

    def contains(self, value: float) -> bool:
        """Whether ``value`` lies between the limits; False when there is no interval."""
        return self.low <= value <= self.high

    def excludes(self, value: float = 0.0) -> bool:
        """Whether ``value`` lies outside the limits; False when there is no interval."""
        return value < self.low or value > self.high

    def scaled(self, factor: float) -> Interval:
        """In another unit: 100 turns a share into percent, -1 turns A - B into B - A."""
        factor = checks.finite("factor", factor)
        ends = sorted((self.low * factor, self.high * factor)) if self.known else [NAN, NAN]
        return replace(
            self, estimate=self.estimate * factor, low=ends[0], high=ends[1], se=self.se * abs(factor)
        )

    def shifted(self, by: float) -> Interval:
        """Moved by a constant, such as minus the fair share."""
        by = checks.finite("by", by)
        return replace(self, estimate=self.estimate + by, low=self.low + by, high=self.high + by)

    def text(self, unit: str = "", scale: float = 1.0, *, sign: bool = False) -> str:
        """Numbers for a sentence, to two figures of the half-width: ``+1.52 [1.20, 1.84] pp``."""
        shown = self.scaled(scale)
        # what is left of a width by rounding is none
        tiny = 1e-9 * max(1.0, abs(shown.estimate)) if math.isfinite(shown.estimate) else 0.0
        width = shown.half_width if math.isfinite(shown.half_width) and shown.half_width > tiny else 0.0
        digits = min(10, max(0, 1 - math.floor(math.log10(width)))) if width else 4
        if not width and shown.known:
            digits = next((d for d in range(4) if abs(round(shown.estimate, d) - shown.estimate) < 1e-6), 4)
        after = f" {unit}" if unit else ""
        estimate = f"{shown.estimate:{'+' if sign else ''},.{digits}f}"
        if not shown.known:
            return f"{estimate}{after} (no interval{' below two deals' if self.n < 2 else ''})"
        return f"{estimate} [{shown.low:,.{digits}f}, {shown.high:,.{digits}f}]{after}"

    def __str__(self) -> str:
        return f"{self.text()} ({100 * self.level:.4g}%, n = {self.n:,}, {self.method})"

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON; NaN and infinity become None."""

        def plain(value: float) -> float | None:
            return float(value) if math.isfinite(value) else None

        return {
            "estimate": plain(self.estimate), "low": plain(self.low), "high": plain(self.high), "se": plain(self.se),
            "n": self.n, "level": self.level, "method": self.method,
        }  # fmt: skip


def null_interval(estimate: float, n: int, level: float, method: str) -> Interval:
    """An estimate without an interval."""
    return Interval(float(estimate), NAN, NAN, NAN, n, level, method)


def _sums(n: int, total: int, sum_squares: int) -> tuple[int, int, int]:
    n = checks.whole("n", n)
    total = checks.whole("total", total, least=None)
    sum_squares = checks.whole("sum_squares", sum_squares)
    if n * sum_squares < total * total:
        raise ValueError(f"no {n} values have the sum {total} and the sum of squares {sum_squares}")
    return n, total, sum_squares


def mean_and_se(n: int, total: int, sum_squares: int, unit: float = 1.0) -> tuple[float, float]:
    """Mean and standard error from exact integer sums; rounded once, at the end (NaN where undefined)."""
    mean = total / n / unit if n else NAN
    if n < 2:
        return mean, NAN
    return mean, math.sqrt((n * sum_squares - total * total) / (n * n * (n - 1))) / unit


def mean_interval(n: int, total: int, sum_squares: int, *, unit: float = 1.0, level: float = 0.95) -> Interval:
    """Student's t interval for a mean, from exact integer sums over deals.

    Parameters
    ----------
    n, total, sum_squares
        Number of deals, sum and sum of squares of one integer a deal.
    unit
        What the integers count: 60 for wins in 60ths. The result is in whole units.
    """
    n, total, sum_squares = _sums(n, total, sum_squares)
    level, unit = checks.level_between(level), checks.positive("unit", unit)
    mean, se = mean_and_se(n, total, sum_squares, unit)
    if n < 2:
        return null_interval(mean, n, level, "t")
    half = t_critical(level, n - 1) * se
    return Interval(mean, mean - half, mean + half, se, n, level, "t")


def _score_limits(p: float, variance: float, size: float, critical: float) -> tuple[float, float]:
    """Wilson's limits for a share ``p`` whose mean has ``variance`` = p(1-p)/size."""
    q = critical * critical / size
    centre = (p + q / 2.0) / (1.0 + q)
    half = critical / (1.0 + q) * math.sqrt(variance + q / (4.0 * size))
    return min(p, max(0.0, centre - half)), max(p, min(1.0, centre + half))


def share_interval(n: int, total: int, sum_squares: int, *, unit: int = 60, level: float = 0.95) -> Interval:
    """Interval for a win share (wins may be shared, so it is no binomial proportion), never outside 0 to 1.

    Wilson's score interval at the effective sample size p(1-p)/se^2 with a t quantile (Korn and Graubard 1998; Dean and
    Pagano 2015 on clustered proportions). Without variation between deals the effective size is the number of deals, so
    that a seat that never won gets a width too.

    Parameters
    ----------
    n, total, sum_squares
        Number of deals, sum and sum of squares of one integer a deal, each from 0 to ``unit``.
    unit
        A full share: 60 for a game in 60ths, 60 k for a block of k rotations.
    """
    n, total, sum_squares = _sums(n, total, sum_squares)
    unit, level = checks.whole("unit", unit, least=1), checks.level_between(level)
    if not 0 <= total <= n * unit or sum_squares > total * unit:
        raise ValueError(f"each share must lie between 0 and {unit}: the sums do not fit")
    return share_of(*mean_and_se(n, total, sum_squares, unit), n, level=level)


def share_of(mean: float, se: float, n: int, *, level: float = 0.95) -> Interval:
    """The same from a share from 0 to 1 with its standard error over ``n`` deals, however it was found."""
    method = "wilson, effective size"
    if n < 2 or math.isnan(mean):
        return null_interval(mean, n, level, method)
    spread = max(0.0, mean * (1.0 - mean))
    size = spread / (se * se) if se > 0.0 else float(n)
    low, high = _score_limits(mean, spread / size, size, t_critical(level, n - 1))
    return Interval(mean, low, high, se if se > 0.0 else NAN, n, level, method)


def proportion_interval(events: int, n: int, *, level: float = 0.95, method: str = "wilson") -> Interval:
    """Interval for a proportion of independent deals (one yes or no a deal).

    ``wilson`` (Wilson 1927) is near the level on average; ``clopper-pearson`` (1934) is never below it: for rare events
    and promises. Wald's interval is not on offer: at 1 event in 100 its 95% are 63% (Brown, Cai, DasGupta 2001).
    """
    n, events, level = checks.whole("n", n), checks.whole("events", events), checks.level_between(level)
    checks.one_of("method", method, ("wilson", "clopper-pearson"))
    if events > n:
        raise ValueError(f"events must be at most n = {n}, not {events}")
    if n < 2:
        return null_interval(events / n if n else NAN, n, level, method)
    p = events / n
    se = math.sqrt(p * (1.0 - p) / n) if 0 < events < n else NAN
    if method == "wilson":
        low, high = _score_limits(p, p * (1.0 - p) / n, n, normal_critical(level))
        low, high = (0.0 if events == 0 else low), (1.0 if events == n else high)
    else:
        alpha = 1.0 - level
        low = 0.0 if events == 0 else beta_quantile(alpha / 2.0, events, n - events + 1)
        high = 1.0 if events == n else beta_quantile(1.0 - alpha / 2.0, events + 1, n - events)
    return Interval(p, min(low, p), max(high, p), se, n, level, method)


def no_events_interval(n: int, *, level: float = 0.95) -> Interval:
    """Upper limit for the rate of something that never happened in ``n`` deals: exact, about 3/n at 95%.

    The rule of three (Hanley and Lippman-Hand 1983), one-sided: 1 - (1 - level)^(1/n).
    """
    n, level = checks.whole("n", n), checks.level_between(level)
    if n < 2:
        return null_interval(0.0 if n else NAN, n, level, "rule of three")
    return Interval(0.0, 0.0, -math.expm1(math.log1p(-level) / n), NAN, n, level, "rule of three")


def simultaneous_intervals(
    estimates: Any, covariance: Any, n: int, *, level: float = 0.95, method: str = "max-t"
) -> list[Interval]:
    """Intervals for k correlated means that all hold together with probability ``level``.

    Parameters
    ----------
    estimates : float [k]
    covariance : float [k, k]
        Covariance of the estimates (that of the deals divided by n). It may be singular: shares that sum to one.
    method
        ``max-t`` (equicoordinate quantile of the multivariate t; Hothorn, Bretz, Westfall 2008), ``sidak`` or
        ``bonferroni``.
    """
    from .multiplicity import critical_value

    means = checks.reals("estimates", estimates, 1)
    cov = checks.reals("covariance", covariance, 2, nan=True)
    n, level = checks.whole("n", n), checks.level_between(level)
    if cov.shape != (means.size, means.size):
        raise ValueError(f"covariance must have shape {(means.size, means.size)}, not {cov.shape}")
    if n < 2 or np.isnan(cov).any():
        checks.one_of("method", method, ("max-t", "sidak", "bonferroni"))
        return [null_interval(mean, n, level, method) for mean in means]
    se = np.sqrt(np.maximum(np.diag(cov), 0.0))
    critical = critical_value(cov, n - 1, level=level, method=method)
    label = f"{method}, {means.size} together"
    return [
        Interval(float(m), float(m - critical * s), float(m + critical * s), float(s), n, level, label)
        for m, s in zip(means, se, strict=True)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """A distribution with a band that holds all of it with probability ``level``.

    ``values`` ascend; ``at_most[i]`` estimates P(X <= values[i]) and ``at_least[i]`` P(X >= values[i]).
    """

    values: np.ndarray
    at_most: np.ndarray
    at_most_low: np.ndarray
    at_most_high: np.ndarray
    at_least: np.ndarray
    at_least_low: np.ndarray
    at_least_high: np.ndarray
    n: int
    level: float
    method: str = "dkw"


def distribution_band(values: Any, counts: Any = None, *, level: float = 0.95) -> Band:
    """Band for a whole distribution, such as P(score >= t) for all t at once.

    Dvoretzky, Kiefer and Wolfowitz (1956) with Massart's constant (1990): half-width sqrt(log(2 / (1 - level)) / 2n).

    Parameters
    ----------
    values : int [m]
        One value a deal; or, with ``counts``, different values.
    counts : int [m], optional
        How many deals had each value.
    """
    level = checks.level_between(level)
    values = checks.integers("values", values, 1)
    if counts is None:
        values, counts = np.unique(values, return_counts=True)
    else:
        counts = checks.integers("counts", counts, 1)
        if counts.shape != values.shape or (counts < 0).any() or np.unique(values).size != values.size:
            raise ValueError("counts must give one number, not negative, for each different value")
        order = np.argsort(values)
        values, counts = values[order], counts[order]
    n = int(counts.sum())
    below = np.cumsum(counts)
    at_most = below / n if n else np.full(values.shape, NAN)
    at_least = (n - below + counts) / n if n else np.full(values.shape, NAN)
    half = math.sqrt(math.log(2.0 / (1.0 - level)) / (2.0 * n)) if n >= 2 else NAN
    limits = [np.clip(share + sign * half, 0.0, 1.0) for share in (at_most, at_least) for sign in (-1, 1)]
    return Band(values, at_most, limits[0], limits[1], at_least, limits[2], limits[3], n, level)
