"""Quantiles and tail probabilities.

The two that every run needs (normal and Student's t) are computed here in plain Python, so that playing and summing up
games loads no SciPy; the others import it when they are called.
"""

from __future__ import annotations

import math
from functools import lru_cache
from statistics import NormalDist

_NORMAL = NormalDist()
_SERIES_UP_TO = 2000  # degrees of freedom; above it the expansion below is exact to double precision


def normal_critical(level: float) -> float:
    """z with P(abs(Z) <= z) = level."""
    return -_NORMAL.inv_cdf((1.0 - level) / 2.0)


def normal_tail(z: float) -> float:
    """P(abs(Z) >= abs(z)), accurate far out."""
    return math.erfc(abs(z) / math.sqrt(2.0))


def _t_within(t: float, df: int) -> float:
    """P(abs(T) <= t) for whole degrees of freedom: Abramowitz and Stegun 26.7.3 and 26.7.4."""
    theta = math.atan2(t, math.sqrt(df))
    sine, cosine = math.sin(theta), math.cos(theta)
    square = cosine * cosine
    term = cosine if df % 2 else 1.0
    total = 0.0
    for k in range(1 if df % 2 else 0, df - 1, 2):
        total += term
        term *= square * (k + 1) / (k + 2)
    return 2.0 / math.pi * (theta + sine * total) if df % 2 else sine * total


@lru_cache(maxsize=4096)
def t_critical(level: float, df: int) -> float:
    """t with P(abs(T) <= t) = level, for whole degrees of freedom (at least 1).

    Abramowitz and Stegun 26.7.3-4 solved by bisection; 26.7.5 (an expansion around the normal) for many degrees.
    """
    z = normal_critical(level)
    if df > _SERIES_UP_TO:
        g1 = (z**3 + z) / 4
        g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
        g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
        g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
        return z + g1 / df + g2 / df**2 + g3 / df**3 + g4 / df**4
    low, high = z, 2.0 * z + 1.0
    while _t_within(high, df) < level:
        low, high = high, 2.0 * high
    for _ in range(200):
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        if _t_within(middle, df) < level:
            low = middle
        else:
            high = middle
    return 0.5 * (low + high)


def t_critical_real(level: float, df: float) -> float:
    """The same for any positive degrees of freedom (Welch's are not whole)."""
    from scipy.special import stdtrit

    return -float(stdtrit(df, (1.0 - level) / 2.0))


def t_tail(t: float, df: float) -> float:
    """P(abs(T) >= abs(t))."""
    from scipy.special import stdtr

    return 2.0 * float(stdtr(df, -abs(t)))


def f_upper(f: float, df1: float, df2: float) -> float:
    """P(F >= f)."""
    from scipy.special import fdtrc

    return float(fdtrc(df1, df2, f))


def chi2_upper(x: float, df: float) -> float:
    """P(X >= x) for chi-square."""
    from scipy.special import chdtrc

    return float(chdtrc(df, x))


def beta_quantile(p: float, a: float, b: float) -> float:
    """The p-quantile of the beta distribution."""
    from scipy.special import betaincinv

    return float(betaincinv(a, b, p))
