"""Numbers as a reader meets them: units, signs, digits and intervals, the same in words, tables and figures.

Values are kept as they are computed (a share is 0.523) and scaled only when shown (52.3%). How many digits are shown
follows from the half-width of the interval, so that a page never claims more than it knows.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol, runtime_checkable

MINUS = "\u2212"
THIN = "\u202f"  # narrow no-break space: groups digits, and never breaks a line inside a number
NOTHING = "\u2013"


@runtime_checkable
class IntervalLike(Protocol):
    """An estimate and the ends of its interval (None or NaN where there is none): any `burgsim.statistics.Interval`."""

    @property
    def estimate(self) -> float: ...
    @property
    def low(self) -> float | None: ...
    @property
    def high(self) -> float | None: ...


class Estimate(NamedTuple):
    """The least that can be shown, for numbers that don't come as a `burgsim.statistics.Interval`; unscaled."""

    estimate: float
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True, slots=True)
class Unit:
    """How a quantity is shown.

    `scale` multiplies the stored value, `suffix` follows a number in words, `label` names the unit on an axis or over
    a column, `signed` writes a plus sign (for differences).
    """

    label: str
    suffix: str
    scale: float = 1.0
    signed: bool = False


UNITS: dict[str, Unit] = {
    "share": Unit("%", "%", 100.0),
    "pp": Unit("percentage points", f"{THIN}pp", 100.0, signed=True),
    "points": Unit("points", " points"),
    "points difference": Unit("points", " points", signed=True),
    "sd": Unit("standard deviations", f"{THIN}sd", signed=True),
    "count": Unit("", ""),
    "difference": Unit("", "", signed=True),
    "": Unit("", ""),
}


def unit_of(unit: str | Unit) -> Unit:
    """The unit of that name; any other word is a plain unit of its own ("silver", "rounds")."""
    if isinstance(unit, Unit):
        return unit
    return UNITS.get(unit) or Unit(unit, f" {unit}")


def _absent(value: float | None) -> bool:
    return value is None or math.isnan(value)


def digits_for(half_width: float | None, default: int = 1) -> int:
    """Decimals that show the first digit of a half-width, from 0 to 4; `default` where there is none."""
    if half_width is None or not math.isfinite(half_width) or half_width <= 0:
        return default
    # A half-width of 0.0996 prints as 0.1: round before looking at the magnitude.
    return min(4, max(0, -math.floor(math.log10(float(f"{half_width:.1g}")))))


def number(value: float | None, digits: int = 0, signed: bool = False) -> str:
    """`1 234.5` with a thin space between thousands and a real minus; a dash for nothing.

    >>> number(-1234.56, 1)
    '−1\\u202f234.6'
    """
    if value is None or math.isnan(value):
        return NOTHING
    if math.isinf(value):
        return f"{MINUS if value < 0 else ''}\u221e"
    text = f"{abs(value):,.{digits}f}".replace(",", THIN)
    if not any(c in "123456789" for c in text):
        return text
    return (MINUS if value < 0 else "+" if signed else "") + text


def quantity(value: float | None, unit: str | Unit = "", digits: int = 1) -> str:
    """A number with its unit: `quantity(0.0123, "pp")` is "+1.2 pp"."""
    u = unit_of(unit)
    if value is None or math.isnan(value):
        return NOTHING
    return number(value * u.scale, digits, u.signed) + u.suffix


def percent(share: float | None, digits: int = 1) -> str:
    """`percent(0.523)` is "52.3%"."""
    return quantity(share, "share", digits)


def pp(difference: float | None, digits: int = 1) -> str:
    """A difference of shares in percentage points, signed: `pp(-0.012)` is "−1.2 pp"."""
    return quantity(difference, "pp", digits)


def points(value: float | None, digits: int = 1, signed: bool = False) -> str:
    """`points(4.25)` is "4.2 points"; one point is "1 point" only when no decimals are shown."""
    text = number(value, digits, signed)
    return f"{text} point" if text.lstrip("+" + MINUS) == "1" else f"{text} points"


def count(n: int | float | None, noun: str = "") -> str:
    """A whole number of things: `count(1_000_000, "games")` is "1 000 000 games"; a final s is dropped for one."""
    text = number(None if n is None else float(n))
    if not noun:
        return text
    return f"{text} {noun[:-1] if n == 1 and noun.endswith('s') else noun}"


def digits_of(estimate: IntervalLike, unit: str | Unit = "", default: int = 1) -> int:
    """Decimals that suit an estimate, from the half-width of its interval in the unit shown."""
    if estimate.low is None or estimate.high is None or _absent(estimate.low) or _absent(estimate.high):
        return default
    return digits_for((estimate.high - estimate.low) / 2 * unit_of(unit).scale, default)


def bracket(estimate: IntervalLike, unit: str | Unit = "", digits: int | None = None) -> str:
    """The interval alone, without its unit: "[51.9, 52.7]"; empty where there is none."""
    if _absent(estimate.low) or _absent(estimate.high):
        return ""
    u = unit_of(unit)
    d = digits_of(estimate, u) if digits is None else digits
    ends = (number(end * u.scale, d, u.signed) for end in (estimate.low, estimate.high) if end is not None)
    return "[" + ", ".join(ends) + "]"


def interval(estimate: IntervalLike, unit: str | Unit = "", digits: int | None = None) -> str:
    """An estimate with its interval: "52.3% [51.9, 52.7]", "+1.2 pp [+0.9, +1.5]", "4.2 points [4.1, 4.3]"."""
    u = unit_of(unit)
    d = digits_of(estimate, u) if digits is None else digits
    return " ".join(part for part in (quantity(estimate.estimate, u, d), bracket(estimate, u, d)) if part)


def listing(words: Sequence[str], last: str = "and") -> str:
    """`listing(["a", "b", "c"])` is "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def lower(text: str) -> str:
    """A sentence that goes on after something else: without its capital."""
    return f"{text[:1].lower()}{text[1:]}"
