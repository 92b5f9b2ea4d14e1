"""Are the seats equal, and how many points would make them so?

The seats are the treatment: the same policy sits in all of them, and nothing is rotated.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from . import checks
from .intervals import NAN, Interval, null_interval, simultaneous_intervals
from .moments import Moments
from .quantiles import chi2_upper, f_upper, t_critical

_TOLERANCE = 1e-9  # of a win share, where the root finding stops
_ROUNDS = 60
_DEALS_A_SEAT = 100  # below this many the pooled variance is used


@dataclass(frozen=True, slots=True)
class EqualShares:
    """Outcome of the test that all seats win equally often. ``p`` is NaN where there is nothing to test."""

    statistic: float
    freedom: tuple[int, float]
    p: float
    n: int
    method: str


def _full_share(wins: Moments) -> float:
    """What a deal's shares sum to, which must be the same in every deal."""
    k = len(wins.columns)
    total = wins.contrast(np.ones(k))
    if total.estimate <= 0 or total.se > 0:
        raise ValueError("wins must hold one column a seat, and every deal must sum to the same full share")
    return total.estimate


def equal_shares_test(wins: Moments) -> EqualShares:
    """Test that all seats have the same win share, shared wins included.

    From 100 deals a seat on: Hotelling's T^2 on the shares of all seats but the last (they sum to one), with its F and
    the covariance between deals as it is. With fewer, or when a seat never won, that covariance is too coarse (with 30
    deals and six seats it gave 15% false alarms): then Pearson's chi-square, with the variance of a share about 1/k
    taken from the deals; without ties it is the textbook one.

    Parameters
    ----------
    wins
        One column a seat; each deal's row sums to a full share (60 for one game in 60ths).
    """
    k, n = len(wins.columns), wins.n
    if k < 2:
        raise ValueError("a test of equal shares needs at least two seats")
    if n <= k:
        return EqualShares(NAN, (k - 1, NAN), NAN, n, "too few deals")
    full = _full_share(wins)
    distance = (wins.mean() / full - 1.0 / k)[:-1]
    cov = wins.cov(unit=full)[:-1, :-1]
    if n >= _DEALS_A_SEAT * k and np.linalg.matrix_rank(cov, tol=1e-12, hermitian=True) == k - 1:
        squared = float(n * distance @ np.linalg.solve(cov, distance))
        f = squared * (n - k + 1) / ((k - 1) * (n - 1))
        return EqualShares(f, (k - 1, float(n - k + 1)), f_upper(f, k - 1, n - k + 1), n, "hotelling")
    apart = wins.mean() / full - 1.0 / k
    variance = float(np.trace(wins.cov(unit=full)) * (n - 1) / n + apart @ apart) / (k - 1)
    squared = n * float(apart @ apart) / variance if variance > 0 else 0.0
    return EqualShares(squared, (k - 1, math.inf), chi2_upper(squared, k - 1), n, "pearson")


def seat_advantages(wins: Moments, *, level: float = 0.95, method: str = "max-t") -> list[Interval]:
    """Win share of each seat less the fair share, as intervals that hold together.

    ``wins`` as in ``equal_shares_test``.
    """
    k = len(wins.columns)
    if k < 2:
        raise ValueError("seat advantages need at least two seats")
    if wins.n == 0:
        return [null_interval(NAN, 0, level, method) for _ in range(k)]
    full = _full_share(wins)
    cov = wins.cov(unit=full) / wins.n
    return simultaneous_intervals(wins.mean(unit=full) - 1.0 / k, cov, wins.n, level=level, method=method)


@dataclass(frozen=True, slots=True)
class Compensation:
    """Points that level the seats.

    ``points[i]`` is given to seat i + 1 at the end of the game; seat 1 gets 0 (so a negative number is taken away).
    Fractions are by lot: 2.3 points mean 3 in three games out of ten and 2 in the others. ``whole_points`` are the
    best whole numbers and ``whole_residual`` the largest distance from the fair share that they leave.
    """

    points: tuple[Interval, ...]
    shares_before: tuple[float, ...]
    shares_after: tuple[float, ...]
    whole_points: tuple[int, ...]
    whole_shares: tuple[float, ...]
    n: int
    method: str

    @property
    def whole_residual(self) -> float:
        """Largest distance of a win share from the fair one under ``whole_points``."""
        return max(abs(share - 1.0 / len(self.whole_shares)) for share in self.whole_shares)


class ShareTable(Protocol):
    """Win shares as a function of whole amounts given to each of `k` seats, over `n` games."""

    k: int
    n: int

    def shares(self, points: tuple[int, ...]) -> np.ndarray:
        """Mean win shares, float [k]."""

    def covariance(self, mixture: Sequence[tuple[tuple[int, ...], float]]) -> np.ndarray:
        """Covariance of the mean win shares of seats 2.. when each game counts under several amounts with their
        weights, by game, float [k-1, k-1]; NaN below two games.
        """


class PointsTable:
    """Win shares of a fixed set of games as a function of whole points given to each seat."""

    def __init__(self, scores: np.ndarray, ties: np.ndarray | None, weights: np.ndarray | None = None) -> None:
        n, k = scores.shape
        columns = scores.T.astype(np.int64)
        self._step = 1
        if ties is not None and n:
            low, high = int(ties.min()), int(ties.max())
            self._step = high - low + 1
            largest = max(abs(int(scores.min())), abs(int(scores.max()))) + 10_000
            if largest * self._step >= 1 << 62:
                raise ValueError("the values that break ties are too large: give their ranks (higher is better)")
            columns = columns * self._step + (ties.T.astype(np.int64) - low)
        # one comparison settles score and tie-break; small numbers halve the time
        self._narrow = n > 0 and (int(np.abs(columns).max()) + 10_000 * self._step) < 1 << 31
        self.keys = np.ascontiguousarray(columns, dtype=np.int32 if self._narrow else np.int64)
        self.k, self.n = k, n
        self.parts = math.lcm(*range(1, k + 1))
        self.weights = weights
        self._known: dict[tuple[int, ...], np.ndarray] = {}

    def wins(self, points: tuple[int, ...]) -> np.ndarray:
        """Whether each seat is among the winners, bool [k, n]."""
        dtype = self.keys.dtype.type
        shifted = [self.keys[i] + dtype(points[i] * self._step) for i in range(self.k)]
        best = shifted[0]
        for row in shifted[1:]:
            best = np.maximum(best, row)
        return np.stack([row == best for row in shifted])

    def each(self, points: tuple[int, ...]) -> np.ndarray:
        """Win share of each seat in each game, float [k, n]."""
        won = self.wins(points)
        return won / won.sum(axis=0)

    def mixed(self, mixture: Sequence[tuple[tuple[int, ...], float]]) -> np.ndarray:
        """Win share of each of seats 2.. in each game, the mean over several points with their weights, float [k-1, n].
        """
        total = np.zeros((self.k - 1, self.n))
        for points, weight in mixture:
            total += weight * self.each(points)[1:]
        return total

    def covariance(self, mixture: Sequence[tuple[tuple[int, ...], float]]) -> np.ndarray:
        """See `ShareTable`."""
        return _covariance_of_mean(self.mixed(mixture), self.n)

    def shares(self, points: tuple[int, ...]) -> np.ndarray:
        """Mean win shares, float [k]."""
        if points not in self._known:
            won = self.wins(points)
            count = won.sum(axis=0, dtype=np.int8)
            totals = np.zeros(self.k)
            for together in range(1, self.k + 1):
                group = count == together
                if self.weights is None:
                    totals += (self.parts // together) * np.array([np.count_nonzero(row & group) for row in won])
                else:
                    totals += (self.parts // together) * np.array([self.weights[row & group].sum() for row in won])
            size = self.n if self.weights is None else self.weights.sum()
            self._known[points] = totals / (self.parts * size)
        return self._known[points]


def corners(points: np.ndarray) -> list[tuple[tuple[int, ...], float]]:
    """The whole points around fractional ones, each with its probability; seat 1 stays at 0."""
    floor = np.floor(points).astype(int)
    part = points - floor
    options = [((int(f), 1.0 - p), (int(f) + 1, p)) if p > 0 else ((int(f), 1.0),)
               for f, p in zip(floor, part, strict=True)]  # fmt: skip
    return [
        ((0, *(value for value, _ in chosen)), math.prod(weight for _, weight in chosen))
        for chosen in itertools.product(*options)
    ]


def shares_at(table: ShareTable, points: np.ndarray) -> np.ndarray:
    """Mean win shares of seats 2.. under fractional points (by lot, each seat on its own)."""
    return sum((weight * table.shares(corner)[1:] for corner, weight in corners(points)), np.zeros(table.k - 1))


def _slope(table: ShareTable, points: np.ndarray, reach: float) -> np.ndarray:
    """Change of each share with each seat's points, by central differences, float [k-1, k-1]."""
    columns = []
    for i in range(points.size):
        step = np.zeros(points.size)
        step[i] = reach
        columns.append((shares_at(table, points + step) - shares_at(table, points - step)) / (2.0 * reach))
    return np.column_stack(columns)


def _one_seat(table: ShareTable, points: np.ndarray, i: int, fair: float, limit: int) -> float | None:
    """The points of seat i that make its own share fair, the others staying: the share only grows with them."""

    def gap(value: float) -> float:
        moved = points.copy()
        moved[i] = value
        return float(shares_at(table, moved)[i]) - fair

    low = high = math.floor(points[i])
    step = 1
    while gap(low) > 0:
        low, step = low - step, 2 * step
        if low < -limit:
            return None
    high, step = max(low, high) + 1, 1
    while gap(high) < 0:
        high, step = high + step, 2 * step
        if high > limit:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if gap(middle) <= 0 else (low, middle)
    below, above = gap(low), gap(high)
    return float(low) if above == below else low + (0.0 - below) / (above - below)


def root_of_shares(table: ShareTable, limit: int) -> np.ndarray | None:
    """Points of seats 2.. that make all shares fair: Newton's method, one seat after the other where it stalls."""
    fair = 1.0 / table.k
    points = np.zeros(table.k - 1)
    gap = shares_at(table, points) - fair
    for _ in range(_ROUNDS):
        size = float(np.abs(gap).max())
        if size < _TOLERANCE:
            return points
        moved = None
        slope = _slope(table, points, 0.25)
        if np.linalg.cond(slope) < 1e8:
            move = np.linalg.solve(slope, -gap)
            move *= min(1.0, 8.0 / max(float(np.abs(move).max()), 1e-300))
            for shorter in (1.0, 0.5, 0.25):
                trial = points + shorter * move
                trial_gap = shares_at(table, trial) - fair
                if np.abs(trial_gap).max() < 0.7 * size:
                    moved = trial
                    break
        if moved is None:
            moved = points.copy()
            for i in range(table.k - 1):
                found = _one_seat(table, moved, i, fair, limit)
                if found is None:
                    return None
                moved[i] = found
        points = moved
        if np.abs(points).max() > limit:
            return None
        gap = shares_at(table, points) - fair
    return points if np.abs(gap).max() < 1e-6 else None


def _whole(table: ShareTable, points: np.ndarray) -> tuple[int, ...]:
    """Whole points with the smallest largest distance from the fair share, by local search around ``points``."""

    def residual(trial: tuple[int, ...]) -> float:
        return float(np.abs(table.shares(trial) - 1.0 / table.k).max())

    best = min((corner for corner, _ in corners(points)), key=residual)
    moves = [move for move in itertools.product((-1, 0, 1), repeat=table.k - 1) if any(move)]
    if table.k > 4:
        moves = [move for move in moves if sum(map(abs, move)) <= 2]
    while True:
        trials = [(0, *(b + m for b, m in zip(best[1:], move, strict=True))) for move in moves]
        better = min(trials, key=residual)
        if residual(better) >= residual(best):
            return best
        best = better


def _covariance_of_mean(each: np.ndarray, games: int) -> np.ndarray:
    """Covariance of the mean a game of sums by cluster, float [m, clusters]; NaN below two clusters."""
    clusters = each.shape[1]
    if clusters < 2:
        return np.full((len(each), len(each)), NAN)
    rest = each - each.mean(axis=1, keepdims=True)
    return rest @ rest.T * (clusters / (clusters - 1)) / games**2


def delta_covariance(table: ShareTable, points: np.ndarray) -> np.ndarray:
    """Covariance of the points, slope^-1 Cov(shares) slope^-T: the delta method for estimating equations."""
    return _through_slope(table, points, table.covariance(corners(points)))


def _clustered(table: PointsTable, points: np.ndarray, deal: np.ndarray) -> tuple[np.ndarray, int]:
    """The same clustered by deal, and the number of deals."""
    each = table.mixed(corners(points))
    each -= each.mean(axis=1, keepdims=True)
    _, at = np.unique(deal, return_inverse=True)
    each = np.stack([np.bincount(at, weights=row) for row in each])
    return _through_slope(table, points, _covariance_of_mean(each, table.n)), each.shape[1]


def _through_slope(table: ShareTable, points: np.ndarray, cov: np.ndarray) -> np.ndarray:
    if np.isnan(cov).any():
        return cov
    inverse = np.linalg.inv(_slope(table, points, 0.5))
    return inverse @ cov @ inverse.T


def _bootstrap(
    scores: np.ndarray, ties: np.ndarray | None, deal: np.ndarray | None, limit: int, resamples: int, subsample: int,
    seed: int,
) -> tuple[np.ndarray, int]:  # fmt: skip
    """Standard errors from resampled deals; those of a subsample are scaled by the root of its part of the deals."""
    rng = np.random.default_rng(seed)
    _, at = (None, np.arange(scores.shape[0])) if deal is None else np.unique(deal, return_inverse=True)
    clusters = int(at.max()) + 1
    used = min(clusters, subsample)
    if used < clusters:
        place = np.full(clusters, -1)
        place[np.sort(rng.choice(clusters, used, replace=False))] = np.arange(used)
        chosen = place[at] >= 0
        scores, at = scores[chosen], place[at][chosen]
        ties = None if ties is None else ties[chosen]
    found = []
    table = PointsTable(scores, ties)
    for _ in range(resamples):
        table.weights = np.bincount(rng.integers(0, used, used), minlength=used)[at].astype(np.float64)
        table._known = {}
        points = root_of_shares(table, limit)
        if points is not None:
            found.append(points)
    if len(found) < 0.9 * resamples:
        return np.full(scores.shape[1] - 1, NAN), clusters
    return np.std(found, axis=0, ddof=1) * math.sqrt(used / clusters), clusters


def level_seats(
    scores: Any,
    tie_break: Any = None,
    *,
    deal: Any = None,
    level: float = 0.95,
    method: str = "delta",
    limit: int = 1000,
    resamples: int = 200,
    subsample: int = 20_000,
    seed: int = 1,
) -> Compensation:
    """Points for each seat that make the win shares equal, from games already played.

    It holds for points added at the end of the game (nobody plays differently); a resource given at the start has to be
    played. The most points win; among equals the highest ``tie_break``; who is still equal shares the win.

    Parameters
    ----------
    scores : int [games, seats]
    tie_break : int [games, seats], optional
        Higher is better. Without it equal scores share the win.
    deal : int [games], optional
        Which deal a game belongs to; each game its own when left out.
    method
        ``delta`` (delta method, all games) or ``bootstrap`` (over deals: ``resamples`` of at most ``subsample`` deals,
        seeded, scaled to all). Intervals are one seat each, with Student's t.
    limit
        More points than this in a seat count as not to be levelled: its points are null.

    Returns
    -------
    Compensation
        With null points when no compensation levels the seats (one seat wins whatever it is given).
    """
    scores = checks.integers("scores", scores, 2)
    n, k = scores.shape
    if k < 2:
        raise ValueError("levelling needs at least two seats")
    if n < 1:
        raise ValueError("levelling needs at least one game")
    ties = None if tie_break is None else checks.integers("tie_break", tie_break, 2)
    if ties is not None and ties.shape != scores.shape:
        raise ValueError(f"tie_break must have the shape of scores, {scores.shape}, not {ties.shape}")
    deals = None if deal is None else checks.integers("deal", deal, 1)
    if deals is not None and deals.size != n:
        raise ValueError(f"deal must name a deal for each of {n} games, not {deals.size}")
    level = checks.level_between(level)
    checks.one_of("method", method, ("delta", "bootstrap"))
    limit = checks.whole("limit", limit, least=1)
    if limit > 5000:
        raise ValueError(f"limit must be at most 5000 points, not {limit}")
    resamples, subsample = checks.whole("resamples", resamples, least=20), checks.whole("subsample", subsample, least=2)

    table = PointsTable(scores, ties)
    before = tuple(float(v) for v in table.shares((0,) * k))
    points = root_of_shares(table, limit)
    if points is None:
        empty = tuple(null_interval(NAN, n, level, method) for _ in range(k))
        return Compensation(empty, before, before, (0,) * k, before, n, method)
    rest = shares_at(table, points)
    after = (float(1.0 - rest.sum()), *(float(v) for v in rest))
    if method == "delta":
        try:
            if deals is None:
                cov, clusters = delta_covariance(table, points), n
            else:
                cov, clusters = _clustered(table, points, deals)
            se = np.sqrt(np.diag(cov))
        except np.linalg.LinAlgError:
            se, clusters = np.full(k - 1, NAN), n if deals is None else int(np.unique(deals).size)
    elif n < 2 or (deals is not None and np.unique(deals).size < 2):
        se, clusters = np.full(k - 1, NAN), 1
    else:
        se, clusters = _bootstrap(scores, ties, deals, limit, resamples, subsample, seed)
    label = method if method == "delta" else f"bootstrap, {resamples} of {min(clusters, subsample):,} deals"
    intervals = [Interval(0.0, 0.0, 0.0, 0.0, clusters, level, "seat 1 is the reference")]
    for value, error in zip(points, se, strict=True):
        if clusters < 2 or not math.isfinite(error):
            intervals.append(null_interval(value, clusters, level, label))
            continue
        half = t_critical(level, clusters - 1) * float(error)
        intervals.append(
            Interval(float(value), float(value) - half, float(value) + half, float(error), clusters, level, label)
        )
    whole = _whole(table, points)
    shares = tuple(float(v) for v in table.shares(whole))
    return Compensation(tuple(intervals), before, after, whole, shares, clusters, label)
