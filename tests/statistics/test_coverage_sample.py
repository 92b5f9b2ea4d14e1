"""A quick look at the coverage table; tests/verify measures all of it."""

import pytest

from burgsim.statistics import coverage
from burgsim.statistics.intervals import mean_interval

QUICK = ("t, mean score (normal)", "wilson", "clustered by deal", "not clustered (wrong)", "paired difference",
         "equal shares", "five looks, bonferroni", "confidence sequence", "uncorrected peeking (wrong)")  # fmt: skip


@pytest.fixture(scope="module")
def rows():
    return [coverage._run(case, 300, 7) for case in coverage._cases() if case.what in QUICK]


def test_promises_are_kept_in_a_sample(rows):
    assert {row["what"] for row in rows} == set(QUICK)
    assert [row for row in rows if not coverage.holds(row)] == []


def test_wrong_ways_are_seen_to_be_wrong(rows):
    measured = {row["what"]: row["measured"] for row in rows if row["promise"] == "none"}
    assert measured["not clustered (wrong)"] < 0.88
    assert measured["uncorrected peeking (wrong)"] > 0.25


def test_the_same_seed_gives_the_same_row(rows):
    case = next(case for case in coverage._cases() if case.what == QUICK[0])
    assert coverage._run(case, 300, 7) == rows[0]


def test_a_broken_interval_would_be_noticed():
    def too_narrow(rng):
        x = rng.integers(0, 100, 50)
        return mean_interval(50, int(x.sum()), int((x * x).sum()), level=0.9).contains(49.5)

    for promise in ("exact", "bound"):
        row = coverage._run(coverage._Case("t at 90%", "as 95%", too_narrow, promise=promise), 2000, 1)
        assert not coverage.holds(row)


def test_text_has_a_line_for_each_row(rows):
    assert len(coverage.coverage_text(rows).splitlines()) == len(rows) + 1
