"""Who wins from which seat, and what would level the seats: what the pages on start players share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgsim.report.blocks import players_text, row
from burgsim.report.document import Column, Table
from burgsim.report.numbers import interval, listing
from burgsim.statistics.fairness import Compensation
from burgsim.statistics.intervals import Interval
from burgsim.studies.estimates import means, place_shares, seat_leads, shares
from burgsim.studies.lab import Played
from burgsim.studies.rungs import Rungs

UNSURE = "neither ahead nor behind for sure"
HOW_LEVELLED = (
    "Found from the scores of the games played{ties}, by root finding on the win shares; intervals by the delta "
    "method. It holds for points at the end that change nobody's play."
)


def state(lead: Interval) -> str:
    """In words what a seat's advantage says about it."""
    return UNSURE if not lead.excludes(0.0) else "ahead" if lead.estimate > 0 else "behind"


def first_seat(leads: Mapping[int, Sequence[Interval]]) -> str:
    """ "ahead at 2 (+4.8 pp [+4.7, +4.9]) and 3 players" and so on, by number of players: ahead, behind, unsure."""
    said = []
    for word in ("ahead", "behind", UNSURE):
        here = [f"{n} ({interval(found[0], 'pp')})" for n, found in leads.items() if state(found[0]) == word]
        if here:
            said.append(f"{word} at {listing(here)} players")
    return listing(said)


def seat_rows(
    runs: Sequence[Played], ahead: Sequence[Interval], players: int, series: str = ""
) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Win share and score of each seat of an arm: rows for figures.seat_shares, and rows for seats_table.

    `ahead` are the seats' advantages over a fair share, with intervals that hold for all of them at once.
    """
    frame, table = [], []
    for seat, (won, scored, lead) in enumerate(zip(shares(runs), means(runs, "score"), ahead, strict=True), 1):
        shown = {"series": series} if series else {}
        frame.append(row(lead.shifted(1 / players), panel=players_text(players), seat=seat, **shown))
        where = f"{players_text(players)}, {series}" if series else players_text(players)
        table.append(
            {"table": where, "seat": seat, **row(won, "share"), **row(lead, "ahead"), **row(scored, "score"),
             "games": won.n}
        )  # fmt: skip
    return frame, table


def seats_table(rows: Sequence[Mapping[str, Any]]) -> Table:
    """The rows of seat_rows as a table, grouped by the table that was played at."""
    return Table(
        "seats", "Win share and score by seat", rows,
        [
            Column("seat"),
            Column("share", "win share", "share", low="share_low", high="share_high"),
            Column("ahead", "above fair share", "pp", low="ahead_low", high="ahead_high"),
            Column("score", "mean score", "points", low="score_low", high="score_high"),
            Column("games"),
        ],
        group="table",
        note="'Above fair share' has intervals that hold for all seats at once; the others stand alone.",
    )  # fmt: skip


def levels_table(levels: Mapping[str, Compensation], fold: bool = False) -> Table:
    """What levels the seats of each table (by the words for it): points with their interval, and whole ones."""
    rows = []
    for table, found in levels.items():
        for seat, (given, before, whole, after) in enumerate(
            zip(found.points, found.shares_before, found.whole_points, found.whole_shares, strict=True), 1
        ):
            rows.append(
                {"table": table, "seat": seat, **row(given, "given"), "before": before, "whole": whole, "after": after,
                 "games": found.n}
            )  # fmt: skip
    return Table(
        "points", "Points that level the seats", rows,
        [
            Column("seat"),
            Column("given", "points given", "points difference", low="given_low", high="given_high", digits=2),
            Column("before", "win share before", "share", digits=2),
            Column("whole", "best whole points"),
            Column("after", "win share with those", "share", digits=2),
            Column("games"),
        ],
        group="table", fold=fold,
        note="Seat 1 is the reference; a negative number is taken away; fractions stand for a lot drawn at the end.",
    )  # fmt: skip


def gifts_text(found: Compensation, digits: int = 1) -> str:
    """ "+0.8 points [+0.7, +0.9] for seat 2 and ..."."""
    return listing([f"{interval(given, 'points difference', digits)} for seat {seat}"
                    for seat, given in enumerate(found.points[1:], 2)])  # fmt: skip


def mixed_table(rungs: Rungs, arms: str, counts: Sequence[int], runs: Mapping[str, list[Played]]) -> list[Table]:
    """Win shares by seat at the mixed tables of a ladder (none where no table was mixed)."""
    rows = [
        row(won, table=f"{players_text(n)}: {listing(rung.table)}", seat=seat, games=won.n * n, deals=won.n)
        for n in counts for rung in rungs.of[n] if rung.mixed
        for seat, won in enumerate(place_shares(runs[rungs.name(arms, n, rung)]), 1)
    ]  # fmt: skip
    if not rows:
        return []
    columns = [
        Column("seat"), Column("value", "win share", "share", low="low", high="high"), Column("games"),
        Column("deals"),
    ]  # fmt: skip
    return [
        Table(
            "mixed", "Win share by seat at mixed tables", rows, columns, group="table",
            note="Different players in all rotations, so that seats and not players differ; the deal is the cluster.",
        )
    ]  # fmt: skip


def first_lead(runs: Sequence[Played]) -> Interval:
    """Seat 1's win share above a fair one, from an arm of copies or from a mixed, rotated one (for `Rungs.row`)."""
    return seat_leads(runs)[0] if len(runs) == 1 else place_shares(runs)[0].shifted(-1 / runs[0].players)
