"""Many comparisons at once.

Holm for the few contrasts declared beforehand, Benjamini-Hochberg for screens of cards and tiles, max-t where the
contrasts share their deals (it uses their correlation and so gives more away than it must the least).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np

from . import checks
from .intervals import Interval
from .quantiles import t_critical, t_tail

METHODS = ("max-t", "sidak", "bonferroni")
DRAWS = 1 << 17  # of the multivariate t: a Monte Carlo error of 0.0006 at 95%
_LARGEST = 1 << 22  # numbers held at once: more than 32 contrasts get fewer draws
_SEED = 20120229  # fixed, so that the same results give the same critical value


def p_value(interval: Interval, null: float = 0.0) -> float:
    """Two-sided p of a mean interval (Student's t with n - 1 degrees of freedom); NaN where there is no interval.

    Without any variation between deals: 1 at the null itself, else that of the sign test, 2^(1-n).
    """
    if interval.n < 2 or math.isnan(interval.se):
        return float("nan")
    distance = interval.estimate - checks.finite("null", null)
    if interval.se == 0.0:
        return 1.0 if distance == 0.0 else 2.0 ** (1 - interval.n)
    return t_tail(distance / interval.se, interval.n - 1)


def _p_values(p: Any) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    values = checks.reals("p", p, 1, nan=True)
    if ((values < 0) | (values > 1)).any():
        raise ValueError("p must lie between 0 and 1")
    given = np.flatnonzero(~np.isnan(values))
    return values, given, given[np.argsort(values[given], kind="stable")]


def holm(p: Any) -> np.ndarray:
    """Adjusted p-values that hold the chance of any false alarm, under any dependence (Holm 1979).

    A null p-value (NaN) stays null and does not count.
    """
    values, given, order = _p_values(p)
    steps = np.maximum.accumulate(values[order] * np.arange(given.size, 0, -1))
    values = values.copy()
    values[order] = np.minimum(steps, 1.0)
    return values


def benjamini_hochberg(p: Any, *, any_dependence: bool = False) -> np.ndarray:
    """Adjusted p-values that hold the expected share of false alarms among the alarms (Benjamini and Hochberg 1995).

    Valid for independent or positively dependent tests; ``any_dependence`` adds the factor of Benjamini and
    Yekutieli (2001). A null p-value (NaN) stays null and does not count.
    """
    values, given, order = _p_values(p)
    m = given.size
    factor = float(np.sum(1.0 / np.arange(1, m + 1))) if any_dependence else 1.0
    steps = values[order] * m * factor / np.arange(1, m + 1)
    values = values.copy()
    values[order] = np.minimum(np.minimum.accumulate(steps[::-1])[::-1], 1.0)
    return values


@lru_cache(maxsize=2)
def _normals(k: int) -> np.ndarray:
    """The same draws every time, float [k, draws]."""
    return np.random.default_rng([_SEED, 0]).standard_normal((k, min(DRAWS, _LARGEST // k)))


@lru_cache(maxsize=4)
def _shrink(df: int) -> np.ndarray:
    """sqrt(df / chi-square), float [draws]."""
    return 1.0 / np.sqrt(np.random.default_rng([_SEED, 1]).chisquare(df, DRAWS) / df)


def _largest_abs_t(covariance: np.ndarray, df: int) -> np.ndarray:
    """Draws of max abs T over the coordinates of a multivariate t with this covariance's correlation."""
    sd = np.sqrt(np.maximum(np.diag(covariance), 0.0))
    used = sd > 0.0  # a contrast that never varied can't exceed anything
    k = int(used.sum())
    if k == 0:
        return np.zeros(DRAWS)
    correlation = covariance[np.ix_(used, used)] / np.outer(sd[used], sd[used])
    eigenvalues, vectors = np.linalg.eigh((correlation + correlation.T) / 2.0)
    if eigenvalues[0] < -1e-6 * max(1.0, eigenvalues[-1]):
        raise ValueError("covariance must not have negative eigenvalues")
    root = vectors * np.sqrt(np.maximum(eigenvalues, 0.0))
    values = root @ _normals(k)  # in one piece: a product for each row costs twenty times as much
    largest = np.abs(values, out=values).max(axis=0)
    return largest * _shrink(df)[: largest.size]


def critical_value(covariance: Any, df: int, *, level: float = 0.95, method: str = "max-t") -> float:
    """c such that all k estimates lie within c standard errors of the truth with probability ``level``.

    ``max-t`` is found from 131,072 seeded draws and held between the value for one mean and Sidak's (1967), which
    bounds it from above.
    """
    cov = checks.reals("covariance", covariance, 2)
    if cov.shape[0] != cov.shape[1] or cov.shape[0] == 0:
        raise ValueError(f"covariance must be square, not {cov.shape}")
    df, level = checks.whole("df", df, least=1), checks.level_between(level)
    checks.one_of("method", method, METHODS)
    k = cov.shape[0]
    if method == "bonferroni":
        return t_critical(1.0 - (1.0 - level) / k, df)
    sidak = t_critical(level ** (1.0 / k), df)
    if method == "sidak" or k == 1:
        return sidak
    drawn = float(np.quantile(_largest_abs_t(cov, df), level))
    return min(max(drawn, t_critical(level, df)), sidak)


def max_t(estimates: Any, covariance: Any, df: int) -> np.ndarray:
    """Single-step max-t adjusted p-values of k correlated estimates against zero (Westfall and Young 1993).

    Parameters
    ----------
    estimates : float [k]
    covariance : float [k, k]
        Covariance of the estimates.
    df
        Degrees of freedom: deals - 1.

    The smallest p that can come out is 1/131,073 (more with over 32 estimates). An estimate without variation is null.
    """
    means = checks.reals("estimates", estimates, 1)
    cov = checks.reals("covariance", covariance, 2)
    df = checks.whole("df", df, least=1)
    if cov.shape != (means.size, means.size):
        raise ValueError(f"covariance must have shape {(means.size, means.size)}, not {cov.shape}")
    largest = np.sort(_largest_abs_t(cov, df))
    se = np.sqrt(np.maximum(np.diag(cov), 0.0))
    t = np.divide(np.abs(means), se, out=np.full(means.shape, np.nan), where=se > 0.0)
    above = largest.size - np.searchsorted(largest, np.nan_to_num(t), side="left")
    return np.where(np.isnan(t), np.nan, (above + 1.0) / (largest.size + 1.0))
