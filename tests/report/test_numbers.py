import math

import pytest

from burgsim.report import Estimate, numbers
from burgsim.report.numbers import MINUS, THIN


@pytest.mark.parametrize(
    ("half", "digits"),
    [(12.0, 0), (4.0, 0), (1.0, 0), (0.96, 0), (0.4, 1), (0.1, 1), (0.0996, 1), (0.04, 2), (1e-9, 4), (0.0, 1)],
)
def test_digits_follow_the_half_width(half: float, digits: int) -> None:
    assert numbers.digits_for(half) == digits


@pytest.mark.parametrize(
    ("value", "digits", "signed", "text"),
    [
        (1234567, 0, False, f"1{THIN}234{THIN}567"),
        (-0.25, 2, False, f"{MINUS}0.25"),
        (0.25, 2, True, "+0.25"),
        (-0.001, 1, True, "0.0"),
        (math.nan, 1, False, "\u2013"),
        (None, 1, False, "\u2013"),
        (-math.inf, 1, False, f"{MINUS}\u221e"),
    ],
)
def test_number(value: float | None, digits: int, signed: bool, text: str) -> None:
    assert numbers.number(value, digits, signed) == text


def test_intervals_in_their_units() -> None:
    assert numbers.interval(Estimate(0.523, 0.519, 0.527), "share") == "52.3% [51.9, 52.7]"
    assert numbers.interval(Estimate(0.0123, 0.0091, 0.0155), "pp") == f"+1.2{THIN}pp [+0.9, +1.6]"
    assert numbers.interval(Estimate(4.2, 4.1, 4.3), "points") == "4.2 points [4.1, 4.3]"
    assert numbers.interval(Estimate(4.2, 4.1, 4.3), "silver", digits=2) == "4.20 silver [4.10, 4.30]"


def test_without_an_interval_none_is_made_up() -> None:
    assert numbers.interval(Estimate(0.5), "share") == "50.0%"
    assert numbers.interval(Estimate(0.5, math.nan, math.nan), "share") == "50.0%"


def test_words() -> None:
    assert numbers.points(1.0, 0) == "1 point"
    assert numbers.points(1.0, 1) == "1.0 points"
    assert numbers.count(1, "games") == "1 game"
    assert numbers.count(1_000_000, "games") == f"1{THIN}000{THIN}000 games"
    assert numbers.listing(["a", "b", "c"]) == "a, b and c"
    assert numbers.listing(["a"]) == "a"


def test_an_interval_of_the_statistics_is_shown_as_it_is() -> None:
    from burgsim.statistics.intervals import Interval

    measured = Interval(0.523, 0.519, 0.527, se=0.002, n=60_000)
    assert isinstance(measured, numbers.IntervalLike)
    assert numbers.interval(measured, "share") == "52.3% [51.9, 52.7]"
