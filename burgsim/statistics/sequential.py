"""Looking at the results while the games are being played.

Stopping at the first 95% interval that excludes zero is wrong far more often than 5% of the time. Two ways are not: a
schedule of a few looks, each at a stricter level (the default), and a confidence sequence, which holds at every number
of games at once and pays for it with width. A longer run contains the shorter one, so looks cost nothing else.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from . import checks
from .intervals import Interval, null_interval
from .quantiles import normal_critical, normal_tail, t_critical

DEFAULT_LOOKS = (10_000, 30_000, 100_000, 300_000, 1_000_000)
SPENDING = ("bonferroni", "pocock", "obrien-fleming")
_GRID = 801


def look_numbers(last: int = 1_000_000, *, looks: int = 5, first: int | None = None) -> tuple[int, ...]:
    """Numbers of deals for looks evenly spaced in the logarithm, rounded to two figures.

    ``first`` is a hundredth of ``last`` when left out (five looks to a million are the default schedule).
    """
    last, looks = checks.whole("last", last, least=2), checks.whole("looks", looks, least=1)
    first = max(2, last // 100) if first is None else checks.whole("first", first, least=2)
    if first > last:
        raise ValueError(f"first must be at most last = {last}, not {first}")
    if looks == 1:
        return (last,)
    if (first, last, looks) == (10_000, 1_000_000, 5):
        return DEFAULT_LOOKS
    numbers = []
    for value in np.geomspace(first, last, looks)[:-1]:
        scale = 10 ** max(0, math.floor(math.log10(value)) - 1)
        numbers.append(max(2, round(value / scale) * scale))
    numbers.append(last)
    if any(b <= a for a, b in zip(numbers, numbers[1:], strict=False)):
        raise ValueError(f"no {looks} different looks between {first} and {last} deals")
    return tuple(numbers)


def _boundaries(fractions: np.ndarray, spent: np.ndarray) -> list[float]:
    """Two-sided critical values of z at each look, by recursive integration (Armitage, McPherson, Rowe 1969).

    ``spent`` is the false-alarm probability used up to each look.
    """
    critical: list[float] = []
    grid = density = None
    for i, (t, alpha) in enumerate(zip(fractions, np.diff(spent, prepend=0.0), strict=True)):
        root = math.sqrt(t)
        if grid is None or density is None:
            bound = normal_critical(1.0 - alpha) if alpha > 1e-15 else math.inf
        else:
            step = math.sqrt(t - fractions[i - 1])
            weights = density * (grid[1] - grid[0])
            weights[[0, -1]] *= 0.5

            low, high = 0.0, 12.0
            for _ in range(60):
                middle = 0.5 * (low + high)
                up = [math.erfc((middle * root - s) / step / math.sqrt(2.0)) for s in grid]
                # both sides at once: the density is symmetric and erfc is twice the tail
                low, high = (middle, high) if float(np.dot(weights, up)) > alpha else (low, middle)
            bound = 0.5 * (low + high) if alpha > 1e-15 else math.inf
        critical.append(bound)
        reach = min(bound, 8.5) * root
        new = np.linspace(-reach, reach, _GRID)
        if grid is None or density is None:
            density = np.exp(-0.5 * (new / root) ** 2) / (root * math.sqrt(2.0 * math.pi))
        else:
            gaps = (new[:, None] - grid[None, :]) / step
            density = np.exp(-0.5 * gaps * gaps) @ weights / (step * math.sqrt(2.0 * math.pi))
        grid = new
    return critical


@dataclass(frozen=True)
class Schedule:
    """Looks at stated numbers of deals that together give a false alarm with probability 1 - ``level`` at most.

    Parameters
    ----------
    looks
        Ascending numbers of deals.
    level
        Of the whole schedule.
    spending
        ``bonferroni`` splits evenly and holds for anything; ``pocock`` and ``obrien-fleming`` are the spending
        functions of Lan and DeMets (1983) in the number of deals, a little tighter, for means of independent deals.
    """

    looks: tuple[int, ...] = DEFAULT_LOOKS
    level: float = 0.95
    spending: str = "bonferroni"
    levels: tuple[float, ...] = field(init=False)

    def __post_init__(self) -> None:
        looks = tuple(checks.whole("looks", n, least=2) for n in self.looks)
        if not looks or any(b <= a for a, b in zip(looks, looks[1:], strict=False)):
            raise ValueError(f"looks must be ascending numbers of deals, not {self.looks!r}")
        level = checks.level_between(self.level)
        checks.one_of("spending", self.spending, SPENDING)
        object.__setattr__(self, "looks", looks)
        alpha, t = 1.0 - level, np.array(looks) / looks[-1]
        if self.spending == "bonferroni":
            levels = [1.0 - alpha / len(looks)] * len(looks)
        else:
            if self.spending == "pocock":
                spent = alpha * np.log1p((math.e - 1.0) * t)
            else:
                spent = np.array([2.0 * normal_tail(normal_critical(1.0 - alpha / 2.0) / math.sqrt(f)) for f in t])
            levels = [1.0 - normal_tail(z) for z in _boundaries(t, spent)]
        object.__setattr__(self, "levels", tuple(levels))

    def level_at(self, look: int) -> float:
        """Level of the interval at a look (from 1) that makes the whole schedule hold; at 1.0 nothing can be said."""
        look = checks.whole("look", look, least=1)
        if look > len(self.looks):
            raise ValueError(f"look must be from 1 to {len(self.looks)}, not {look}")
        return self.levels[look - 1]

    def at_look(self, interval: Interval, look: int) -> Interval:
        """A t interval of a mean, widened so that the whole schedule holds at its level."""
        nominal = self.level_at(look)
        label = f"{interval.method}, look {look} of {len(self.looks)}"
        if not interval.known or math.isnan(interval.se):
            return null_interval(interval.estimate, interval.n, self.level, label)
        if nominal >= 1.0:
            return replace(interval, low=-math.inf, high=math.inf, level=self.level, method=label)
        half = t_critical(nominal, interval.n - 1) * interval.se
        return replace(
            interval, low=interval.estimate - half, high=interval.estimate + half, level=self.level, method=label
        )


def mixture_radius(n: Any, sd: Any, *, level: float = 0.95, tuned_for: int = 100_000) -> np.ndarray:
    """Half-width of the normal-mixture confidence sequence after ``n`` deals with standard deviation ``sd`` (arrays).

    sd sqrt( 2 (n r + 1) / (n^2 r) log( sqrt(n r + 1) / (1 - level) ) ) with r tuned to be near the narrowest at
    ``tuned_for`` deals (Howard, Ramdas, McAuliffe, Sekhon 2021; Waudby-Smith, Arbour, Sinha, Kennedy, Ramdas 2024).
    """
    alpha = 1.0 - checks.level_between(level)
    tuned_for = checks.whole("tuned_for", tuned_for, least=2)
    n = np.asarray(n, dtype=np.float64)
    if (n < 1).any():
        raise ValueError("n must be at least 1")
    r = (-2.0 * math.log(alpha) + math.log(-2.0 * math.log(alpha) + 1.0)) / tuned_for
    return np.asarray(sd) * np.sqrt(2.0 * (n * r + 1.0) / (n * n * r) * np.log(np.sqrt(n * r + 1.0) / alpha))
