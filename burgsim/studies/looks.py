"""When a study is judged: once, at a few corrected looks, or at any time; and what its intervals then are."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from burgsim.statistics.intervals import Interval, null_interval
from burgsim.statistics.multiplicity import p_value
from burgsim.statistics.quantiles import t_critical
from burgsim.statistics.sequential import Schedule, look_numbers, mixture_radius

LEVEL = 0.95
ONCE, SCHEDULE, ANYTIME = "once", "looks", "anytime"
#: The confidence sequence is tuned to be narrowest about here, as a part of the last look.
_TUNED_AT = 0.3


@dataclass(frozen=True)
class Plan:
    """At which numbers of deals a study is judged, and how its error rate is held over them.

    `kind`: once (one look, plain intervals), looks (a schedule, corrected), anytime (a confidence sequence: the looks
    may be any).
    """

    looks: tuple[int, ...]
    kind: str = ONCE

    @classmethod
    def made(cls, last: int, kind: str = ONCE, looks: int = 5) -> Plan:
        """One look at `last` deals, or `looks` of them up to there."""
        if kind == ONCE or last < 200:
            return cls((last,), kind)
        return cls(look_numbers(last, looks=looks, first=max(100, last // 100)), kind)

    @property
    def last(self) -> int:
        """Deals at most."""
        return self.looks[-1]

    def interval(self, fixed: Interval, together: int = 1) -> Interval:
        """An interval for a mean that holds over the plan's looks, and for `together` contrasts at once (Bonferroni).

        `fixed` is the t interval after one of the looks; only its estimate, standard error and n are used.
        """
        level = 1.0 - (1.0 - LEVEL) / together
        if not fixed.known or math.isnan(fixed.se):
            return null_interval(fixed.estimate, fixed.n, level, fixed.method)
        if self.kind == ANYTIME:
            half = float(mixture_radius(fixed.n, fixed.se * math.sqrt(fixed.n), level=level, tuned_for=self._tuned()))
            method = "confidence sequence"
            return replace(
                fixed, low=fixed.estimate - half, high=fixed.estimate + half, level=level, method=method
            )
        if len(self.looks) == 1:
            half = t_critical(level, fixed.n - 1) * fixed.se
            return replace(fixed, low=fixed.estimate - half, high=fixed.estimate + half, level=level, method="t")
        return Schedule(self.looks, level=level).at_look(fixed, self._look(fixed.n))

    def p(self, fixed: Interval) -> float:
        """p of no effect, corrected for the looks (NaN where there is none)."""
        if not fixed.known or math.isnan(fixed.se):
            return math.nan
        if self.kind == ANYTIME:
            return self._anytime_p(fixed)
        return min(1.0, p_value(fixed) * len(self.looks))

    def _anytime_p(self, fixed: Interval) -> float:
        """The smallest error rate at which the confidence sequence (its tuning fixed at 5%) leaves zero out."""
        if fixed.se == 0.0:
            return 1.0 if fixed.estimate == 0.0 else 2.0 ** (1 - fixed.n)
        alpha = 1.0 - LEVEL
        r = (-2.0 * math.log(alpha) + math.log(-2.0 * math.log(alpha) + 1.0)) / self._tuned()
        grown = fixed.n * r + 1.0
        exponent = (fixed.estimate / fixed.se) ** 2 * fixed.n * r / (2.0 * grown)
        return min(1.0, math.sqrt(grown) * math.exp(-min(exponent, 700.0)))

    def _tuned(self) -> int:
        return max(2, round(_TUNED_AT * self.last))

    def _look(self, n: int) -> int:
        """The look (from 1) at n deals; a run that ended between two looks counts as the next."""
        return 1 + sum(look < n for look in self.looks[:-1])

    def words(self) -> str:
        """How the error rate is held, for people."""
        if self.kind == ANYTIME:
            return "intervals hold at every number of deals at once (confidence sequence): it may be stopped any time"
        if len(self.looks) == 1:
            return "judged once, at the end"
        looks = ", ".join(f"{look:,}" for look in self.looks)
        return f"looked at after {looks} deals at most; intervals and p are corrected for all {len(self.looks)} looks"
