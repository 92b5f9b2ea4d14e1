"""Coverage of every interval and false alarms of every test, measured (about two minutes)."""

import pytest

from burgsim.statistics import coverage
from burgsim.statistics.coverage import coverage_table, coverage_text, holds


@pytest.mark.verify
def test_every_interval_covers_as_promised(checks):
    rows = checks.coverage = coverage_table()
    print(coverage_text(rows))
    assert [f"{row['what']}, {row['case']}: {row['measured']}" for row in rows if not holds(row)] == []


@pytest.mark.verify
def test_wrong_ways_are_shown_to_be_wrong():
    cases = [case for case in coverage._cases() if case.promise == "none"]
    wrong = {row["what"]: row["measured"] for row in (coverage._run(case, 1000, 2011) for case in cases)}
    assert wrong["not clustered (wrong)"] < 0.9
    assert wrong["uncorrected peeking (wrong)"] > 0.3
    assert wrong["stopped uncorrected (wrong)"] < 0.94
