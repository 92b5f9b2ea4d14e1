"""What a page is made of: plain data, no HTML. `pages.write_page` turns it into a file.

A page answers one question. It says the answer in words first, then shows it, then lists it, then tells how it was
measured; a section puts its items in that order by itself, whatever order they were added in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
from markupsafe import Markup
from matplotlib.figure import Figure as Plot

from burgsim.report.numbers import IntervalLike, Unit

SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def check_slug(slug: str) -> str:
    """`slug` itself, or ValueError: it becomes the name of a file."""
    if not SLUG.fullmatch(slug):
        raise ValueError(f"a slug is made of a-z, 0-9 and single hyphens, like 'set-bonus', not {slug!r}")
    return slug


@dataclass(frozen=True, slots=True)
class Prose:
    """Paragraphs, parted by a blank line. Escaped; `code` in backquotes and **strong** are understood.

    Pass a `markupsafe.Markup` for HTML of your own.
    """

    text: str | Markup


@dataclass(frozen=True, slots=True)
class Bullets:
    """A short list; each item as in Prose, one paragraph."""

    items: Sequence[str]


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was found: a sentence, and beside it what stands behind it.

    Parameters
    ----------
    sentence
        The finding in words, complete without the numbers beside it.
    estimate, unit
        The headline number with its interval; `unit` is a name from `numbers.UNITS` or any word. `digits` overrides
        the number of decimals.
    effect
        The effect size in words ("0.21 sd", "about a third of a castle").
    games
        Games (or paired deals: say so in `counted`) behind the number.
    players
        Who played ("balanced in every seat").
    """

    sentence: str
    estimate: IntervalLike | None = None
    unit: str | Unit = ""
    effect: str = ""
    games: int | None = None
    players: str = ""
    counted: str = "games"
    digits: int | None = None


@dataclass(frozen=True, slots=True)
class Figure:
    """A matplotlib figure (from `report.figures`, or any other) with its caption and a text for who can't see it."""

    plot: Plot
    caption: str
    alt: str
    title: str = ""


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a table.

    Parameters
    ----------
    key
        Its name in the data and in the CSV.
    label
        Its heading; the key with spaces if empty.
    unit
        A name from `numbers.UNITS` or any word; shown with the heading, and scales the value (a share as percent).
    digits
        Decimals; None for as many as the interval allows (a column without interval: integers none, others one).
    low, high
        Keys of the ends of the interval, shown in brackets beside the value; columns of their own in the CSV.
    """

    key: str
    label: str = ""
    unit: str | Unit = ""
    digits: int | None = None
    low: str = ""
    high: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with what their columns mean. The CSV holds every number unscaled, to eight digits.

    Parameters
    ----------
    name
        Part of the CSV's file name: a slug, one of its own on the page.
    data
        A DataFrame, or a sequence of mappings.
    columns
        What is shown, in order; None shows every column plainly.
    group
        Key of a column that becomes a line above each run of equal values, rather than a column.
    fold
        Put a long table behind a line to click on (printed in full).
    """

    name: str
    title: str
    data: pd.DataFrame | Sequence[Mapping[str, Any]]
    columns: Sequence[Column] | None = None
    note: str = ""
    group: str = ""
    fold: bool = False

    def __post_init__(self) -> None:
        check_slug(self.name)
        known = self.frame().columns
        wanted = [self.group, *(key for c in self.shown() for key in (c.key, c.low, c.high))]
        missing = [key for key in wanted if key and key not in known]
        if missing:
            raise ValueError(f"table {self.name!r} has no column {', '.join(missing)}; it has {', '.join(known)}")
        if any(bool(c.low) != bool(c.high) for c in self.shown()):
            raise ValueError(f"table {self.name!r}: a column with an interval names both its low and its high")

    def frame(self) -> pd.DataFrame:
        """The rows as a DataFrame."""
        return self.data if isinstance(self.data, pd.DataFrame) else pd.DataFrame(list(self.data))

    def shown(self) -> list[Column]:
        """The columns to show."""
        if self.columns is not None:
            return list(self.columns)
        return [Column(str(key)) for key in self.frame().columns if key != self.group]


@dataclass(frozen=True, slots=True)
class Method:
    """How it was measured: paragraphs as in Prose, set smaller, after the tables."""

    text: str


Item = Prose | Bullets | Finding | Figure | Table | Method
_ORDER: dict[type, int] = {Finding: 0, Prose: 0, Bullets: 0, Figure: 1, Table: 2, Method: 3}


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a page with a heading. Items are shown as words, figures, tables, method."""

    title: str
    items: Sequence[Item]

    def ordered(self) -> list[Item]:
        """The items in the order of the page; equal kinds stay in the order given."""
        return sorted(self.items, key=lambda item: _ORDER[type(item)])


@dataclass(frozen=True, slots=True)
class PresetRow:
    """The page's headline when the assumed numbers are set to one of their presets."""

    preset: str
    what: str
    estimate: IntervalLike
    games: int


@dataclass(frozen=True, slots=True)
class Presets:
    """The headline under every preset of the numbers that no source gives.

    `headline` says which number it is ("win share of seat 1 at two players"), `verdict` in a sentence whether it holds.
    `counted` is what a row's number of games counts ("deals").
    """

    headline: str
    verdict: str
    rows: Sequence[PresetRow]
    unit: str | Unit = ""
    plot: Plot | None = None
    counted: str = "games"


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where the numbers come from. No date and no machine: the same study gives the same bytes.

    `command` makes the page again; `rules` are the rule numbers that were played, as label -> text; `presets` tells
    what each preset changes in them; `more` is anything else worth a line.
    """

    version: str
    kernel: str
    seed: int
    games: int
    command: str
    players: str = ""
    rules: Mapping[str, str] = field(default_factory=dict)
    presets: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Page:
    """One question about one game, answered.

    Parameters
    ----------
    slug
        Name of the page's file within the game's folder.
    game, game_title
        Id and full name of the game: the folder, and the heading that the index groups by.
    question, answer
        As a designer asks, and the answer in one to three sentences with its numbers.
    sections
        In the order shown.
    presets
        The headline under other assumptions; None for a game without assumed numbers.
    order
        Place within the game on the index (then by title).
    """

    slug: str
    game: str
    game_title: str
    title: str
    question: str
    answer: str
    sections: Sequence[Section]
    provenance: Provenance
    presets: Presets | None = None
    order: int = 100

    def __post_init__(self) -> None:
        check_slug(self.slug)
        check_slug(self.game)
        names = [table.name for table in self.tables()] + (["presets"] if self.presets is not None else [])
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            raise ValueError(f"page {self.slug!r} has more than one table named {', '.join(twice)}")

    def tables(self) -> list[Table]:
        """Every table of the page."""
        found: Iterable[Item] = (item for section in self.sections for item in section.ordered())
        return [item for item in found if isinstance(item, Table)]
