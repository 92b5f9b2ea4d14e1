"""How many deals are needed, and what a given number can show. Normal approximation throughout.

``gain`` is that of pairing (``PairedDifference.gain``): paired runs need that many times fewer deals.
"""

from __future__ import annotations

import math
from statistics import NormalDist

from . import checks
from .quantiles import normal_critical


def share_sd(share: float, other: float | None = None) -> float:
    """Standard deviation of one deal's win (or of the difference of two independent ones): sqrt(p (1 - p))."""
    first = checks.level_between(share, "share")
    total = first * (1.0 - first)
    if other is not None:
        second = checks.level_between(other, "other")
        total += second * (1.0 - second)
    return math.sqrt(total)


def deals_for_half_width(sd: float, half_width: float, *, level: float = 0.95, gain: float = 1.0) -> int:
    """Deals for an interval of estimate +- ``half_width``: (z sd / half_width)^2 / gain, at least 2."""
    sd, gain = checks.positive("sd", sd), checks.positive("gain", gain)
    half_width = checks.positive("half_width", half_width)
    z = normal_critical(checks.level_between(level))
    return max(2, math.ceil((z * sd / half_width) ** 2 / gain))


def half_width_of(sd: float, n: int, *, level: float = 0.95, gain: float = 1.0) -> float:
    """Half-width that ``n`` deals give: the reverse of ``deals_for_half_width``."""
    sd, n, gain = checks.positive("sd", sd), checks.whole("n", n, least=2), checks.positive("gain", gain)
    return normal_critical(checks.level_between(level)) * sd / math.sqrt(n * gain)


def smallest_detectable(sd: float, n: int, *, power: float = 0.8, level: float = 0.95, gain: float = 1.0) -> float:
    """Smallest effect found with probability ``power``: (z_level + z_power) sd / sqrt(n gain)."""
    sd, n, gain = checks.positive("sd", sd), checks.whole("n", n, least=2), checks.positive("gain", gain)
    z = normal_critical(checks.level_between(level)) + NormalDist().inv_cdf(checks.level_between(power, "power"))
    if z <= 0:
        raise ValueError(f"power must be above {(1 - level) / 2:.3g} at this level, not {power}")
    return z * sd / math.sqrt(n * gain)


def deals_for_effect(sd: float, effect: float, *, power: float = 0.8, level: float = 0.95, gain: float = 1.0) -> int:
    """Deals to find ``effect`` with probability ``power``: the reverse of ``smallest_detectable``, at least 2."""
    one = smallest_detectable(sd, 2, power=power, level=level, gain=gain) * math.sqrt(2.0)
    return max(2, math.ceil((one / abs(checks.positive("effect", effect))) ** 2))


def deals_for_equivalence(
    sd: float, smallest: float, *, power: float = 0.8, level: float = 0.95, gain: float = 1.0
) -> int:
    """Deals for the verdict "equivalent" with probability ``power`` when the true effect is zero.

    The interval of ``level`` has to lie inside +-``smallest``: ((z_level + z_((1+power)/2)) sd / smallest)^2 / gain.
    """
    sd, smallest, gain = checks.positive("sd", sd), checks.positive("smallest", smallest), checks.positive("gain", gain)
    z = normal_critical(checks.level_between(level)) + normal_critical(checks.level_between(power, "power"))
    return max(2, math.ceil((z * sd / smallest) ** 2 / gain))
