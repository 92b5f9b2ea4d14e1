"""Does it matter? A verdict against the smallest effect that a designer would care about.

"Not significant" says nothing: it may be a small effect or a short run. A verdict tells the two apart.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from . import checks
from .intervals import Interval
from .quantiles import normal_critical

LARGER, SMALLER, EQUIVALENT, UNKNOWN = "larger", "smaller", "equivalent", "not yet known"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an interval says about an effect.

    ``word`` is "larger" (all of the interval above ``null`` + ``smallest``), "smaller" (all below ``null`` -
    ``smallest``), "equivalent" (all strictly between the two) or "not yet known". ``direction`` is +1 or -1 when the
    interval excludes the null at all, else 0: an effect may be real and yet too small to matter.
    """

    word: str
    direction: int
    interval: Interval
    smallest: float
    null: float

    @property
    def decided(self) -> bool:
        """Whether more games can't be needed for this question."""
        return self.word != UNKNOWN

    def sentence(self, what: str, unit: str = "", scale: float = 1.0) -> str:
        """One line for a page: ``verdict(i, 0.01).sentence("Seat 1's win share", "pp", 100)``."""
        sure = f"{100 * self.interval.level:.4g}%"
        number = f"{self.interval.shifted(-self.null).text(unit, scale, sign=True)} ({sure})"
        matters = f"{self.smallest * scale:.4g}{' ' + unit if unit else ''}"
        if self.word in (LARGER, SMALLER):
            return f"{what}: {self.word} by more than the {matters} that matters, {number}."
        if self.word == EQUIVALENT:
            real = "a real difference but too small to matter" if self.direction else "no difference that matters"
            return f"{what}: equivalent, {real} (less than {matters} either way), {number}."
        if not self.interval.known:
            return f"{what}: not yet known, too few deals for an interval."
        lean = {1: "there is an increase", -1: "there is a decrease", 0: "even the direction is open"}[self.direction]
        return f"{what}: not yet known whether it reaches the {matters} that matters ({lean}), {number}."


def verdict(interval: Interval, smallest: float, *, null: float = 0.0) -> Verdict:
    """Compare an interval with the smallest effect of interest.

    Any interval will do, also one of several together or of a look in a schedule, and the verdict keeps what that one
    promises. With a plain 95% interval "equivalent" is the two one-sided tests (Schuirmann 1987) at 2.5% each.
    """
    smallest, null = checks.positive("smallest", smallest), checks.finite("null", null)
    direction = 0
    if interval.known and interval.excludes(null):
        direction = 1 if interval.low > null else -1
    word = UNKNOWN
    if interval.known:
        if interval.low > null + smallest:
            word = LARGER
        elif interval.high < null - smallest:
            word = SMALLER
        elif interval.low > null - smallest and interval.high < null + smallest:
            word = EQUIVALENT
    return Verdict(word, direction, interval, smallest, null)


def deals_for_equivalence(sd: float, smallest: float, *, power: float = 0.8, level: float = 0.95) -> int:
    """Deals for the verdict "equivalent" with probability ``power`` when the true effect is zero, at least 2.

    The interval of ``level`` has to lie inside +-``smallest``: ((z_level + z_((1+power)/2)) sd / smallest)^2, in normal
    approximation; ``sd`` is that of one deal's difference.
    """
    sd, smallest = checks.positive("sd", sd), checks.positive("smallest", smallest)
    z = normal_critical(checks.level_between(level)) + normal_critical(checks.level_between(power, "power"))
    return max(2, math.ceil((z * sd / smallest) ** 2))
