"""A run's estimates for people: tables for the terminal and for a notebook."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from burgsim.simulation.run import Results


def summary_title(results: Results) -> str:
    """What was played, with the rules that aren't the default ones as `--set` takes them."""
    players = "solo" if results.players == 1 else f"{results.players} players"
    changed = [f"{path}={rule_text(value)}" for path, value in results.changes().items()]
    return (
        f"{results.game.title}, {players}, {results.summary().games:,} games, seed {results.asked['seed']}"
        f"{', with ' if changed else ''}{'; '.join(changed)}"
    )


def rule_text(value: object) -> str:
    """A rule's value as `--set` takes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple | list):
        if len(value) > 1 and all(type(v) is int for v in value):
            return ",".join(str(v) for v in value)
        return str([list(v) if isinstance(v, tuple) else v for v in value]).replace(" ", "")
    return str(value)


def summary_rows(results: Results) -> list[list[str]]:
    """The estimates, one row a seat under a header."""
    summary = results.summary()
    rows = [["seat", "policy", "score", "won" if results.players == 1 else "win share"]]
    for seat, label in enumerate(results.labels, start=1):
        rows.append([str(seat), label, summary.score(seat).text(), summary.win_share(seat).text("%", 100.0)])
    return rows


def category_rows(results: Results) -> list[list[str]]:
    """Where points come from: mean points by category, one column a seat."""
    summary = results.summary()
    seats = range(1, results.players + 1)
    rows = [["points from", *(f"seat {seat}" for seat in seats)]]
    for name in results.game.categories:
        means = [f"{summary.mean(f'points_{name}', seat).estimate:.2f}" for seat in seats]
        rows.append([name.replace("_", " "), *means])
    return rows


def summary_notes(results: Results) -> list[str]:
    """Lines below: shared wins, length, how games end, and what the brackets are."""
    summary = results.summary()
    notes = []
    if results.players > 1:
        share = 100 * summary.ties / max(summary.games, 1)
        notes.append(f"{summary.ties:,} games ({share:.2f}%) had a shared win, which counts 1/k for each of k winners.")
    turns, decisions = summary.mean("turns").estimate, summary.mean("decisions").estimate
    notes.append(f"A game took {turns:,.1f} turns and {decisions:,.1f} decisions between two or more options.")
    ends = [
        f"{cause} {100 * count / max(summary.games, 1):.2f}%"
        for cause, count in zip(results.game.end_causes, summary.end_causes, strict=True)
        if count
    ]
    if len(ends) > 1:
        notes.append(f"Ended by: {', '.join(ends)}.")
    notes.append("In brackets: 95% intervals, clustered by deal.")
    return notes


def summary_table(results: Results) -> Any:
    """The estimates for rich."""
    from rich.console import Group
    from rich.text import Text

    return Group(
        Text(summary_title(results), style="bold"),
        as_table(summary_rows(results), left=("policy",)),
        as_table(category_rows(results), left=("points from",)),
        *(Text(note) for note in summary_notes(results)),
    )


def as_table(rows: list[list[str]], left: tuple[str, ...] = ()) -> Any:
    """A rich table; the first row is the header, columns named in `left` are set left."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table
    from rich.text import Text

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for name in rows[0]:
        table.add_column(name, justify="left" if name in left else "right", no_wrap=name not in left)
    for row in rows[1:]:
        table.add_row(*(Text(cell) for cell in row))
    return table


def summary_html(results: Results) -> str:
    """The estimates for a notebook."""
    notes = "".join(f"<p>{escape(note)}</p>" for note in summary_notes(results))
    caption = f"<caption>{escape(summary_title(results))}</caption>"
    return _html(summary_rows(results), caption) + _html(category_rows(results)) + notes


def as_html(things: list[Any]) -> str:
    """Rich tables and lines (as made by `as_table`, or Text) as HTML."""
    from rich.table import Table

    found = []
    for thing in things:
        if isinstance(thing, Table):
            columns = [[str(column.header), *(str(cell) for cell in column.cells)] for column in thing.columns]
            found.append(_html([list(row) for row in zip(*columns, strict=True)]))
        else:
            found.append(f"<p>{escape(str(thing))}</p>")
    return "".join(found)


def _html(rows: list[list[str]], caption: str = "") -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in rows[0])
    body = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows[1:])
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
