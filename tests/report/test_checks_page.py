"""The page of what was checked says what was measured, and stands beside the index."""

from __future__ import annotations

from pathlib import Path

from burgsim.report import write_index
from burgsim.report.checks_page import Checks, checks_page, write_checks
from burgsim.statistics.coverage import Row
from burgsim.statistics.intervals import share_of


def coverage(measured: float) -> list[Row]:
    return [
        {"what": "t, mean score", "case": "100 deals", "measure": "coverage", "nominal": 0.95, "measured": measured,
         "error": 0.005, "repeats": 2000, "promise": "exact"},
        {"what": "peeking (wrong)", "case": "200 looks", "measure": "false alarms", "nominal": 0.05, "measured": 0.4,
         "error": 0.01, "repeats": 2000, "promise": "none"},
    ]  # fmt: skip


def checked(measured: float = 0.951) -> Checks:
    found = Checks(coverage=coverage(measured), deals=800_000)
    found.alarm("judged once", {"score": 48, "margin": 55}, 1000)
    found.alarm("looking without correction", {"score": 140}, 1000, offered=False)
    found.rollouts["balanced with 64 worlds"] = (share_of(0.72, 0.03, 150), 0.5)
    return found


def test_the_page_says_what_was_measured(tmp_path: Path) -> None:
    assert "checks.html" not in write_index(tmp_path).read_text()
    page = checks_page(checked())
    assert page.answer.startswith("1 of 1 intervals and tests keep")
    assert "at most 5.5%" in page.answer and "judged once, margin" in page.answer
    path = write_checks(page, tmp_path)
    assert path == tmp_path / "checks.html" and 'href="index.html"' in path.read_text()
    assert 'href="checks.html"' in write_index(tmp_path).read_text()
    rows = (tmp_path / "checks.alarms.csv").read_text().splitlines()
    assert len(rows) == 4 and "no, a warning" in rows[-1]
    assert "wins more than its fair share" in path.read_text()


def test_a_broken_promise_is_told() -> None:
    page = checks_page(checked(0.90))
    assert page.answer.startswith("0 of 1") and "do not keep" in page.sections[0].items[0].sentence


def test_nothing_measured_makes_no_page() -> None:
    assert not Checks().any and checked().any
