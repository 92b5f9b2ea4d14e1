"""What pages of different questions share, in words."""

import math

import pytest

from burgsim.games import load
from burgsim.report.blocks import p_text, preset_meanings, verdict_text
from burgsim.report.seats_block import first_seat, gifts_text, levels_table, state
from burgsim.statistics.equivalence import verdict
from burgsim.statistics.fairness import level_seats
from burgsim.statistics.intervals import Interval


def lead(low: float, high: float) -> Interval:
    return Interval((low + high) / 2, low, high, (high - low) / 4, 100, 0.95, "t")


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.02, 0.03, "a gain of more than the 1 point that matters"),
        (-0.03, -0.02, "a loss of more than the 1 point that matters"),
        (0.001, 0.002, "a real difference, but less than the 1 point that matters"),
        (-0.002, 0.002, "a difference of less than the 1 point that matters"),
        (0.005, 0.02, "not known yet whether it reaches the 1 point that matters, though there is a gain"),
        (-0.02, -0.005, "not known yet whether it reaches the 1 point that matters, though there is a loss"),
        (-0.02, 0.02, "not known yet whether it reaches the 1 point that matters"),
    ],
)
def test_a_loss_is_never_told_as_too_small(low: float, high: float, said: str) -> None:
    assert verdict_text(verdict(lead(low, high), 0.01), "1 point") == said


def test_p_values_never_read_as_zero() -> None:
    assert [p_text(p) for p in (0.0, 1e-9, 0.00099, 0.034, 1.0)] == [
        "p < 0.0001", "p < 0.0001", "p = 0.00099", "p = 0.034", "p = 1",
    ]  # fmt: skip


def test_presets_are_told_by_the_numbers_they_change() -> None:
    told = preset_meanings(load("burgundy-board"))
    assert told["usual_animals"] == "the rules as they are here"
    assert told["more_animals"].startswith("animals.cattle = 1, 2, 2, 1, 0, 1; animals.sheep = ")


def test_seats_in_words() -> None:
    leads = {2: [lead(0.01, 0.03)], 3: [lead(-0.03, -0.01)], 4: [lead(-0.01, 0.03)], 5: [lead(0.01, 0.03)]}
    assert [state(found[0]) for found in leads.values()] == [
        "ahead", "behind", "neither ahead nor behind for sure", "ahead",
    ]  # fmt: skip
    told = first_seat(leads)
    assert told.startswith("ahead at 2 (+2\u202fpp [+1, +3]) and 5 (+2\u202fpp [+1, +3]) players, behind at 3 (")
    assert told.endswith(") players and neither ahead nor behind for sure at 4 (+1\u202fpp [−1, +3]) players")


def test_levels_as_words_and_rows() -> None:
    found = level_seats([[10, 9], [8, 9], [12, 9], [10, 10]] * 50)
    table = levels_table({"2 players": found})
    frame = table.frame()
    assert list(frame["seat"]) == [1, 2] and list(frame["games"]) == [200, 200]
    assert gifts_text(found).endswith(" for seat 2") and not math.isnan(frame["given"][1])
