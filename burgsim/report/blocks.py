"""What the pages of different questions share: rows from intervals, presets, provenance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgsim import __version__
from burgsim.games.jit import kernel_hash
from burgsim.report.document import Column, Provenance, Table
from burgsim.statistics.intervals import Interval
from burgsim.studies.estimates import means, shares
from burgsim.studies.lab import Lab, Played


def players_text(players: int) -> str:
    """ "2 players", or "solo"."""
    return f"{players} players" if players > 1 else "solo"


def row(interval: Interval, prefix: str = "", **more: Any) -> dict[str, Any]:
    """A table's row: the interval as value, low, high (with a prefix, as prefix, prefix_low, prefix_high)."""
    name, low, high = (prefix, f"{prefix}_low", f"{prefix}_high") if prefix else ("value", "low", "high")
    return {**more, name: interval.estimate, low: interval.low, high: interval.high}


def provenance(lab: Lab, players: str, changes: Mapping[str, Any] | None = None, **more: str) -> Provenance:
    """Where a lab's numbers come from."""
    rules = {name: str(value) for name, value in (changes or {}).items()}
    return Provenance(
        version=__version__,
        kernel=kernel_hash(),
        seed=lab.seed,
        games=lab.played,
        command=lab.command,
        players=players,
        rules=rules or {"rules": "the game's default rules where nothing else is said"},
        more=dict(more),
    )


def p_text(p: float) -> str:
    """A p-value in words: never "p = 0"."""
    return f"p = {p:.2g}" if p >= 1e-12 else "p < 1e-12"


def purposeful(lab: Lab) -> list[str]:
    """The game's policies but random."""
    return [name for name in lab.game.policies if name != "random"]


def widest(intervals: Sequence[Interval]) -> Interval:
    """The interval whose estimate is farthest from zero."""
    return max(intervals, key=lambda interval: abs(interval.estimate))


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
