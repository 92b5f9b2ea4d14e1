"""Exact sums over deals, and what follows from them.

``Moments`` holds the number of deals, the sums and the sums of products of integer columns as Python integers: no
rounding, no overflow, and the same bytes in whatever order parts were added and merged. Every estimate is rounded once,
at the end.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from . import checks
from .intervals import (
    NAN,
    Interval,
    mean_interval,
    null_interval,
    share_interval,
    simultaneous_intervals,
)
from .quantiles import t_critical, t_critical_real

_EXACT = 1 << 53  # float64 holds every whole number up to here, so BLAS sums of products below it are exact
_BLOCK = 1 << 16
_LEAST_T = 4.0  # a ratio is given an interval when its denominator is this many standard errors from zero


@dataclass(frozen=True, slots=True)
class PairedDifference:
    """A - B measured on the same deals.

    ``gain`` is Var(A) + Var(B) over Var(A - B): how many times the deals two independent runs would need for the same
    precision. Infinite when A - B never varies; NaN when nothing varies.
    """

    interval: Interval
    variance_paired: float
    variance_independent: float

    @property
    def gain(self) -> float:
        """The realised gain of pairing."""
        if math.isnan(self.variance_paired) or self.variance_independent == 0.0:
            return NAN
        return self.variance_independent / self.variance_paired if self.variance_paired else math.inf


class Moments:
    """Mergeable sums of integer columns over deals.

    Parameters
    ----------
    columns
        How many columns, or their names.
    """

    __slots__ = ("columns", "n", "_sum", "_cross")

    def __init__(self, columns: int | Sequence[str]) -> None:
        if isinstance(columns, str):
            raise ValueError(f"columns must be a number or a list of names, not the text {columns!r}")
        if isinstance(columns, Sequence):
            names = tuple(columns)
            if any(not isinstance(name, str) for name in names):
                raise ValueError(f"column names must be text, not {names!r}")
        else:
            names = tuple(str(i) for i in range(checks.whole("columns", columns, least=1)))
        if not names or len(set(names)) != len(names):
            raise ValueError(f"columns must be at least one different name, not {list(names)!r}")
        self.columns: tuple[str, ...] = names
        self.n = 0
        self._sum = [0] * len(names)
        self._cross = [[0] * len(names) for _ in names]

    def add(self, rows: Any) -> Moments:
        """Add deals: an integer array [deals, columns] (or [deals] for one column). Returns itself."""
        array = np.asarray(rows)
        if array.ndim == 1 and len(self.columns) == 1:
            array = array[:, None]
        array = checks.integers("rows", array, 2)
        if array.shape[1] != len(self.columns):
            raise ValueError(f"rows must have {len(self.columns)} columns ({', '.join(self.columns)}), "
                             f"not {array.shape[1]}")  # fmt: skip
        if array.shape[0] == 0:
            return self
        largest = max(abs(int(array.min())), abs(int(array.max())), 1)
        exact = largest * largest < _EXACT
        block = min(_BLOCK, _EXACT // (largest * largest)) if exact else _BLOCK
        for start in range(0, array.shape[0], block):
            part = array[start : start + block]
            # Python integers when a product could pass 2^53: slow, but such columns are rare
            part = part.astype(np.float64) if exact else part.astype(object)
            sums, products = part.sum(axis=0), part.T @ part
            for i in range(len(self.columns)):
                self._sum[i] += int(sums[i])
                for j in range(len(self.columns)):
                    self._cross[i][j] += int(products[i, j])
        self.n += array.shape[0]
        return self

    def merge(self, other: Moments) -> Moments:
        """Add the deals of another one with the same columns. Returns itself."""
        if self.columns != other.columns:
            raise ValueError(f"only the same columns can be merged: {self.columns} is not {other.columns}")
        self.n += other.n
        for i in range(len(self.columns)):
            self._sum[i] += other._sum[i]
            self._cross[i] = [a + b for a, b in zip(self._cross[i], list(other._cross[i]), strict=True)]
        return self

    def __add__(self, other: Moments) -> Moments:
        return Moments(self.columns).merge(self).merge(other)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Moments) and self.to_dict() == other.to_dict()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Moments({list(self.columns)}, n={self.n})"

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON: ``columns``, ``n``, ``sum`` and ``cross``, all whole numbers."""
        return {"columns": list(self.columns), "n": self.n, "sum": list(self._sum),
                "cross": [list(row) for row in self._cross]}  # fmt: skip

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Moments:
        """The reverse of ``to_dict``."""
        missing = {"columns", "n", "sum", "cross"} - set(data)
        if missing:
            raise ValueError(f"saved moments lack {', '.join(sorted(missing))}")
        new = cls(list(data["columns"]))
        k = len(new.columns)
        if len(data["sum"]) != k or len(data["cross"]) != k or any(len(row) != k for row in data["cross"]):
            raise ValueError(f"saved moments must have {k} sums and {k} x {k} sums of products")
        new.n = checks.whole("n", data["n"])
        new._sum = [checks.whole("sum", value, least=None) for value in data["sum"]]
        new._cross = [[checks.whole("cross", value, least=None) for value in row] for row in data["cross"]]
        for i in range(k):
            if any(new._cross[i][j] != new._cross[j][i] for j in range(i)):
                raise ValueError("saved sums of products must be symmetric")
            if new.n * new._cross[i][i] < new._sum[i] ** 2:
                raise ValueError(f"saved sums of column {new.columns[i]} do not fit together")
        return new

    def index(self, column: int | str) -> int:
        """The position of a column given by name or position."""
        if isinstance(column, str):
            if column not in self.columns:
                raise ValueError(f"no column {column!r}; there are {', '.join(self.columns)}")
            return self.columns.index(column)
        position = checks.whole("column", column)
        if position >= len(self.columns):
            raise ValueError(f"column must be below {len(self.columns)}, not {position}")
        return position

    def select(self, columns: Sequence[int | str]) -> Moments:
        """The same deals with some of the columns."""
        at = [self.index(column) for column in columns]
        new = Moments([self.columns[i] for i in at])
        new.n, new._sum = self.n, [self._sum[i] for i in at]
        new._cross = [[self._cross[i][j] for j in at] for i in at]
        return new

    def total(self, column: int | str) -> int:
        """The exact sum of a column."""
        return self._sum[self.index(column)]

    def mean(self, *, unit: float = 1.0) -> np.ndarray:
        """Means, float [k], in units of ``unit`` (NaN without deals)."""
        unit = checks.positive("unit", unit)
        return np.array([total / self.n / unit if self.n else NAN for total in self._sum])

    def _centred(self, i: int, j: int) -> int:
        """n times the sum of products about the means: exact."""
        return self.n * self._cross[i][j] - self._sum[i] * self._sum[j]

    def cov(self, *, unit: float = 1.0) -> np.ndarray:
        """Covariance between deals, float [k, k], with divisor n - 1 (NaN below two deals)."""
        square = checks.positive("unit", unit) ** 2
        k, freedom = len(self.columns), self.n * (self.n - 1)
        if self.n < 2:
            return np.full((k, k), NAN)
        return np.array([[self._centred(i, j) / freedom / square for j in range(k)] for i in range(k)])

    def interval(self, column: int | str = 0, *, unit: float = 1.0, level: float = 0.95) -> Interval:
        """Student's t interval for the mean of a column."""
        i = self.index(column)
        return mean_interval(self.n, self._sum[i], self._cross[i][i], unit=unit, level=level)

    def share(self, column: int | str = 0, *, unit: int = 60, level: float = 0.95) -> Interval:
        """Interval for a win share counted in 60ths (``unit`` is a full share of a deal)."""
        i = self.index(column)
        return share_interval(self.n, self._sum[i], self._cross[i][i], unit=unit, level=level)

    def intervals(self, *, unit: float = 1.0, level: float = 0.95, method: str = "max-t") -> list[Interval]:
        """Intervals for all column means that hold together."""
        return simultaneous_intervals(
            self.mean(unit=unit), self.cov(unit=unit) / max(self.n, 1), self.n, level=level, method=method
        )

    def _contrast(self, weights: Any) -> tuple[float, float]:
        """Mean of a linear combination and its variance between deals, both exact up to the last rounding."""
        w = checks.reals("weights", weights, 1)
        if w.size != len(self.columns):
            raise ValueError(f"weights must be {len(self.columns)} numbers, not {w.size}")
        exact = {i: Fraction(float(v)) for i, v in enumerate(w) if v}
        mean = float(sum(v * self._sum[i] for i, v in exact.items()) / self.n) if self.n else NAN
        if self.n < 2:
            return mean, NAN
        square = sum(v * u * self._centred(i, j) for i, v in exact.items() for j, u in exact.items())
        return mean, float(square / (self.n * (self.n - 1)))

    def contrast(self, weights: Any, *, unit: float = 1.0, level: float = 0.95) -> Interval:
        """Interval for a linear combination of the means: ``[1, -1, 0]`` is the first less the second."""
        level, unit = checks.level_between(level), checks.positive("unit", unit)
        mean, variance = self._contrast(weights)
        if self.n < 2:
            return null_interval(mean / unit, self.n, level, "t")
        mean, se = mean / unit, math.sqrt(variance / self.n) / unit
        half = t_critical(level, self.n - 1) * se
        return Interval(mean, mean - half, mean + half, se, self.n, level, "t")

    def contrasts(
        self, weights: Any, *, unit: float = 1.0, level: float = 0.95, method: str = "max-t"
    ) -> list[Interval]:
        """Intervals for several linear combinations (one a row, float [m, k]) that hold together."""
        matrix = checks.reals("weights", weights, 2)
        unit = checks.positive("unit", unit)
        means = [self._contrast(row)[0] / unit for row in matrix]
        cov = matrix @ self.cov(unit=unit) @ matrix.T / max(self.n, 1)
        for i, row in enumerate(matrix):  # the diagonal without cancellation
            cov[i, i] = self._contrast(row)[1] / unit**2 / max(self.n, 1)
        return simultaneous_intervals(means, cov, self.n, level=level, method=method)

    def difference(
        self, a: int | str, b: int | str, *, unit: float = 1.0, level: float = 0.95
    ) -> PairedDifference:
        """Column ``a`` less column ``b`` on the same deals, with the realised gain of pairing."""
        i, j = self.index(a), self.index(b)
        if i == j:
            raise ValueError("a and b must be different columns")
        weights = np.zeros(len(self.columns))
        weights[i], weights[j] = 1.0, -1.0
        interval = self.contrast(weights, unit=unit, level=level)
        if self.n < 2:
            return PairedDifference(interval, NAN, NAN)
        freedom = self.n * (self.n - 1)
        apart = self._centred(i, i) + self._centred(j, j)
        paired = apart - 2 * self._centred(i, j)
        return PairedDifference(interval, paired / freedom / unit**2, apart / freedom / unit**2)

    def ratio(self, a: int | str, b: int | str, *, level: float = 0.95) -> Interval:
        """Mean of ``a`` over mean of ``b`` by the delta method (Cochran 1977, section 6.4).

        Null where the denominator is less than four standard errors from zero: the delta method fails there.
        """
        i, j, level = self.index(a), self.index(b), checks.level_between(level)
        top, bottom = self._sum[i], self._sum[j]
        ratio = top / bottom if bottom else NAN
        if self.n < 2 or bottom == 0:
            return null_interval(ratio, self.n, level, "t, ratio")
        # all in whole numbers: the variance of bottom * a - top * b, over bottom^2
        vii, vij, vjj = self._centred(i, i), self._centred(i, j), self._centred(j, j)
        if bottom * bottom * (self.n - 1) < _LEAST_T**2 * vjj:
            return null_interval(ratio, self.n, level, "t, ratio")
        square = bottom * bottom * vii - 2 * top * bottom * vij + top * top * vjj
        se = math.sqrt(Fraction(square, bottom**4 * (self.n - 1)))
        half = t_critical(level, self.n - 1) * se
        return Interval(ratio, ratio - half, ratio + half, se, self.n, level, "t, ratio")


def independent_difference(
    a: Moments, column_a: int | str, b: Moments, column_b: int | str, *, unit: float = 1.0, level: float = 0.95
) -> Interval:
    """A - B from two runs on different deals: Welch's interval (1947). ``n`` is the number of deals in both."""
    one, two = a.interval(column_a, unit=unit, level=level), b.interval(column_b, unit=unit, level=level)
    estimate, n = one.estimate - two.estimate, one.n + two.n
    if min(one.n, two.n) < 2:
        return null_interval(estimate, n, level, "welch")
    va, vb = one.se**2, two.se**2
    se = math.sqrt(va + vb)
    freedom = (va + vb) ** 2 / (va * va / (one.n - 1) + vb * vb / (two.n - 1)) if se > 0 else float(n - 2)
    half = t_critical_real(level, freedom) * se
    return Interval(estimate, estimate - half, estimate + half, se, n, level, "welch")


def cluster_sums(values: Any, deal: Any) -> tuple[np.ndarray, np.ndarray]:
    """Sum the games of each deal.

    Parameters
    ----------
    values : int [games] or [games, k]
    deal : int [games]
        Which deal (or block of rotations) a game belongs to.

    Returns
    -------
    sums : int64 [deals] or [deals, k], counts : int64 [deals]
        In ascending order of ``deal``.
    """
    values = np.asarray(values)
    values = checks.integers("values", values, 2 if values.ndim == 2 else 1)
    deal = checks.integers("deal", deal, 1)
    if deal.size != values.shape[0]:
        raise ValueError(f"deal must name a deal for each of {values.shape[0]} games, not {deal.size}")
    if values.size and max(abs(int(values.min())), abs(int(values.max()))) * deal.size >= 1 << 63:
        raise ValueError("values are too large to be summed in 64 bits")
    order = np.argsort(deal, kind="stable")
    _, start, counts = np.unique(deal[order], return_index=True, return_counts=True)
    if deal.size == 0:
        return np.zeros(values.shape, np.int64), counts.astype(np.int64)
    return np.add.reduceat(values[order].astype(np.int64), start, axis=0), counts.astype(np.int64)


def clustered_interval(sums: Any, counts: Any = None, *, unit: float = 1.0, level: float = 0.95) -> Interval:
    """Interval for the mean a game when games come in deals.

    With deals of one size it is the t interval of the deals' means; else the ratio of the two sums, linearised
    (Cochran 1977, section 9A.2).

    Parameters
    ----------
    sums : int [deals]
        Sum over the games of each deal.
    counts : int [deals], optional
        Games in each deal (at least 1); one each when left out.
    """
    sums = checks.integers("sums", sums, 1)
    counts = np.ones(sums.shape, np.int64) if counts is None else checks.integers("counts", counts, 1)
    if counts.shape != sums.shape or (counts < 1).any():
        raise ValueError("counts must give at least one game for each deal")
    level, unit = checks.level_between(level), checks.positive("unit", unit)
    return Moments(["sum", "games"]).add(np.column_stack([sums, counts])).ratio(0, 1, level=level).scaled(1.0 / unit)
