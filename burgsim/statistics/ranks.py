"""Which places the data allow: ranks of things that were compared with each other on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from .moments import Moments
from .multiplicity import holm, p_value


@dataclass(frozen=True, slots=True)
class Place:
    """The places from ``first`` to ``last`` (1 is the highest) that one of several means may have."""

    first: int
    last: int

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


def places(moments: Moments, columns: Sequence[int] | None = None, *, level: float = 0.95) -> list[Place]:
    """The places that the means of some columns may have among each other.

    One is placed after another when their difference on the same deals isn't zero for sure, all pairs corrected
    together (Holm 1979): with probability ``level`` every true place is within (Al Mohamad, Goeman and van Zwet 2019,
    who test the pairs by Tukey).
    """
    chosen = list(range(len(moments.columns)) if columns is None else columns)
    pairs = list(combinations(range(len(chosen)), 2))
    apart = [moments.difference(chosen[a], chosen[b]).interval for a, b in pairs]
    above, below = [0] * len(chosen), [0] * len(chosen)
    for (a, b), gap, p in zip(pairs, apart, holm([p_value(gap) for gap in apart]), strict=True):
        if p < 1 - level:  # NaN, one deal only, is never sure
            high, low = (a, b) if gap.estimate > 0 else (b, a)
            above[low] += 1
            below[high] += 1
    return [Place(1 + above[i], len(chosen) - below[i]) for i in range(len(chosen))]
