"""What `make verify` measured, as a page: coverage, false alarms in real games, and what rollouts bring."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pandas as pd

from burgsim import __version__
from burgsim.games.jit import kernel_hash
from burgsim.report import figures
from burgsim.report.blocks import row
from burgsim.report.document import Column, Figure, Finding, Item, Method, Page, Prose, Provenance, Section, Table
from burgsim.report.how_sure_page import coverage_section
from burgsim.report.numbers import count, number, percent
from burgsim.report.pages import CHECKS, render_page, write_page_file
from burgsim.statistics.coverage import Row, holds
from burgsim.statistics.intervals import Interval, proportion_interval

ALLOWED = 0.05


@dataclass
class Checks:
    """Results as the suite goes along.

    `coverage` are rows of `coverage_table`. `alarms[plan][measure]` is (repetitions with a false alarm, repetitions) of
    a study of the same player against itself, `allowed[plan]` whether the plan is on offer (a wrong way is a warning).
    `rollouts[words]` is a win share and the fair share beside it.
    """

    coverage: list[Row] = field(default_factory=list)
    alarms: dict[str, dict[str, tuple[int, int]]] = field(default_factory=dict)
    offered: dict[str, bool] = field(default_factory=dict)
    rollouts: dict[str, tuple[Interval, float]] = field(default_factory=dict)
    deals: int = 0

    def alarm(self, plan: str, found: Mapping[str, int], repetitions: int, offered: bool = True) -> None:
        """Note false alarms of a plan, by measure."""
        self.alarms[plan] = {measure: (events, repetitions) for measure, events in found.items()}
        self.offered[plan] = offered

    @property
    def any(self) -> bool:
        """Whether there is something to show."""
        return bool(self.coverage or self.alarms or self.rollouts)


def checks_page(found: Checks, command: str = "make verify") -> Page:
    """The page."""
    sections, said = [], []
    if found.coverage:
        offered = [r for r in found.coverage if r["promise"] != "none"]
        kept = sum(holds(r) for r in offered)
        said.append(f"{kept} of {len(offered)} intervals and tests keep what they promise on made-up games.")
        sections.append(coverage_section(found.coverage))
    if found.alarms:
        worst = max(_rows(found, True), key=lambda r: float(r["value"]))
        said.append(
            "In studies of real games that change nothing a false alarm comes in at most "
            f"{percent(worst['value'])} of repetitions ({worst['plan']}, {worst['measure']}); {percent(ALLOWED, 0)} "
            "are allowed."
        )
        sections.append(_alarms(found))
    if found.rollouts:
        sections.append(_rollouts(found))
    return Page(
        slug="checks",
        game="checks",
        game_title="About all pages",
        title="What was checked",
        question="Do the intervals hold the truth, and do the tests stay silent where there is nothing?",
        answer=" ".join(said) or "Nothing was measured.",
        sections=sections,
        provenance=Provenance(
            version=__version__, kernel=kernel_hash(), seed=2016, games=found.deals, command=command,
            players="balanced in every seat",
        ),
    )  # fmt: skip


def write_checks(page: Page, folder: Path | str) -> Path:
    """Write it beside the index, as checks.html with its tables."""
    html = render_page(page).replace('href="../index.html"', 'href="index.html"')
    return write_page_file(page, Path(folder), CHECKS, html)


def _rows(found: Checks, offered: bool | None = None) -> list[dict[str, Any]]:
    return [
        row(proportion_interval(events, n), plan=plan, label=measure, measure=measure, repetitions=n,
            offered="yes" if found.offered[plan] else "no, a warning")
        for plan, by in found.alarms.items() if offered in (None, found.offered[plan])
        for measure, (events, n) in by.items()
    ]  # fmt: skip


def _alarms(found: Checks) -> Section:
    rows = _rows(found)
    repetitions = max(r["repetitions"] for r in rows)
    frame = pd.DataFrame([{**r, "group": r["plan"]} for r in rows])
    return Section(
        "False alarms in real games",
        [
            Prose(
                "Both arms of these studies are the same game with the same players, on different deals: whatever is "
                "found is a false alarm. That is the hardest case for the machinery, since nothing is paired and every "
                "measure is free to differ."
            ),
            Figure(
                figures.intervals(frame, "share", "false alarms", ALLOWED, "allowed"),
                "Share of repetitions in which an interval leaves out zero at some look (95%).",
                "Rows of dots with whiskers in groups, one a plan of looks.",
            ),
            Table(
                "alarms", "False alarms by plan of looks and measure", rows,
                [Column("measure"), Column("value", "false alarms", "share", low="low", high="high"),
                 Column("offered", "on offer"), Column("repetitions")],
                group="plan",
            ),
            Method(
                f"{count(repetitions, 'repetitions')} of a study of {number(found.deals / 2 / repetitions)} deals, "
                "three players. A repetition counts once, however many looks leave out zero."
            ),
        ],
    )  # fmt: skip


def _rollouts(found: Checks) -> Section:
    rows = [row(share, label=words, fair=fair, deals=share.n) for words, (share, fair) in found.rollouts.items()]
    items: list[Item] = [
        Finding(f"{words}: wins more than its fair share.", share, "share", f"fair: {percent(fair, 0)}", share.n,
                "one with rollouts among copies without", counted="deals")
        for words, (share, fair) in found.rollouts.items() if share.low > fair
    ]  # fmt: skip
    items.append(
        Table("rollouts", "Win share with rollouts", rows,
              [Column("label", "player"), Column("value", "win share", "share", low="low", high="high"),
               Column("fair", "fair share", "share", digits=0), Column("deals")])
    )  # fmt: skip
    return Section("Do rollouts make a better player?", items)


