"""Pages and their index, as files that stand alone: one HTML file a page, a CSV a table, nothing fetched.

    reports/index.html
    reports/<game>/<slug>.html
    reports/<game>/<slug>.<table>.csv
    reports/<game>/<slug>.json       what the index shows of the page, so that one page can be made anew by itself
"""

from __future__ import annotations

import base64
import json
import re
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jinja2
import pandas as pd
from markupsafe import Markup, escape

from burgsim.report import numbers, tables
from burgsim.report.document import Bullets, Column, Figure, Finding, Item, Method, Page, Presets, Prose, Table
from burgsim.report.numbers import unit_of
from burgsim.report.picture import picture
from burgsim.simulation.disk import write_text

MAX_BYTES = 700_000
PRESETS_NAME = "presets"
#: What the numbers mean, for all pages.
EXPLAINED = "how-sure.html"
#: The page that says what was checked (`make verify`), beside the index.
CHECKS = "checks.html"


@dataclass(frozen=True, slots=True)
class Written:
    """What `write_page` left behind: the page, its size in bytes, and all files (the page, its CSVs, its card)."""

    path: Path
    size: int
    files: tuple[Path, ...]


def inline(text: str) -> Markup:
    """Text escaped, with `code` and **strong** understood; a Markup is passed as it is."""
    if isinstance(text, Markup):
        return text
    safe = str(escape(text))
    safe = re.sub(r"`([^`]+)`", r"<code>\1</code>", safe)
    return Markup(re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", safe))


def paragraphs(text: str) -> list[Markup]:
    """Paragraphs parted by blank lines."""
    if isinstance(text, Markup):
        return [text]
    return [inline(" ".join(part.split())) for part in re.split(r"\n\s*\n", text.strip()) if part.strip()]


@cache
def _environment() -> jinja2.Environment:
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    environment.filters["inline"] = inline
    environment.filters["paragraphs"] = paragraphs
    environment.filters["count"] = numbers.count
    return environment


def _finding(item: Finding) -> dict[str, Any]:
    facts = [item.effect] if item.effect else []
    if item.games is not None:
        facts.append(numbers.count(item.games, item.counted).replace(" ", "\u00a0"))
    if item.players:
        facts.append(item.players)
    number = ends = ""
    if item.estimate is not None:
        u = unit_of(item.unit)
        digits = numbers.digits_of(item.estimate, u) if item.digits is None else item.digits
        number, ends = numbers.quantity(item.estimate.estimate, u, digits), numbers.bracket(item.estimate, u, digits)
    return {"kind": "finding", "sentence": item.sentence, "number": number, "ends": ends, "facts": facts}


def _table(item: Table, slug: str) -> dict[str, Any]:
    heads, rows = tables.layout(item)
    data = base64.b64encode(tables.csv(item).encode()).decode("ascii")
    width = sum(head.span for head in heads)
    return {
        "kind": "table",
        "title": item.title,
        "note": item.note,
        "heads": heads,
        "rows": rows,
        "width": width,
        "fold": item.fold,
        "file": f"{slug}.{item.name}.csv",
        "href": Markup(f"data:text/csv;charset=utf-8;base64,{data}"),
    }


def _view(item: Item, page: Page, name: str) -> dict[str, Any]:
    """What the template needs of an item."""
    match item:
        case Finding():
            return _finding(item)
        case Prose():
            return {"kind": "prose", "text": item.text}
        case Bullets():
            return {"kind": "bullets", "items": list(item.items)}
        case Figure():
            return {
                "kind": "figure",
                "title": item.title,
                "caption": item.caption,
                "picture": picture(item.plot, f"{page.slug}-{name}", item.alt),
            }
        case Table():
            return _table(item, page.slug)
        case Method():
            return {"kind": "method", "text": item.text}
    raise TypeError(f"a section holds Prose, Bullets, Finding, Figure, Table and Method, not {type(item).__name__}")


def _anchor(title: str, taken: set[str]) -> str:
    base = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-") or "part"
    anchor = next(a for n in range(1, 1000) if (a := base if n == 1 else f"{base}-{n}") not in taken)
    taken.add(anchor)
    return anchor


def presets_table(presets: Presets) -> Table:
    """The headline under every preset, as a table (its CSV is `<slug>.presets.csv`)."""
    rows = [
        {
            "preset": row.preset,
            "what": row.what,
            "value": row.estimate.estimate,
            "low": row.estimate.low,
            "high": row.estimate.high,
            "games": row.games,
        }
        for row in presets.rows
    ]
    data = pd.DataFrame(rows).astype({"value": float, "low": float, "high": float})
    columns = [
        Column("preset"),
        Column("what", "about"),
        Column("value", presets.headline, presets.unit, low="low", high="high"),
        Column("games", presets.counted),
    ]
    return Table(PRESETS_NAME, "The headline under every preset", data, columns)


def _context(page: Page) -> dict[str, Any]:
    taken: set[str] = set()
    sections = []
    for s, section in enumerate(page.sections):
        items = [_view(item, page, f"{s + 1}{chr(97 + i)}") for i, item in enumerate(section.ordered())]
        sections.append({"title": section.title, "anchor": _anchor(section.title, taken), "items": items})
    if page.presets is not None:
        items = [{"kind": "prose", "text": page.presets.verdict}]
        if page.provenance.presets:
            told = Bullets([f"`{name}`: {changes}" for name, changes in page.provenance.presets.items()])
            items.append(_view(told, page, "presets told"))
        if page.presets.plot is not None:
            alt = f"{page.presets.headline} under each preset; the table below holds the numbers"
            figure = Figure(page.presets.plot, "The same number of games behind each row.", alt)
            items.append(_view(figure, page, "presets"))
        items.append(_table(presets_table(page.presets), page.slug))
        title = "Does it hang on numbers that had to be assumed?"
        sections.append({"title": title, "anchor": _anchor(title, taken), "items": items})
    p = page.provenance
    facts = {"Version": p.version, "Kernel": p.kernel, "Seed": str(p.seed), "Games": numbers.count(p.games)}
    if p.players:
        facts["Players"] = p.players
    return {"page": page, "sections": sections, "facts": {**facts, **p.more}, "rules": p.rules, "command": p.command}


def render_page(page: Page) -> str:
    """The page as one HTML document."""
    return _environment().get_template("page.html.j2").render(_context(page))


def write_page(page: Page, folder: Path | str) -> Written:
    """Write the page, its tables as CSV and its card under `folder`/<game>/.

    Tables that an earlier version of the page had, and this one hasn't, are removed. A page above 0.7 MB is written,
    with a warning.
    """
    home = Path(folder) / page.game
    html = render_page(page)
    kept = [*page.tables(), *([presets_table(page.presets)] if page.presets is not None else [])]
    csvs = {f"{page.slug}.{table.name}.csv": tables.csv(table) for table in kept}
    card_path = home / f"{page.slug}.json"
    for name in set(_card(card_path).get("tables", [])) - set(csvs):
        if Path(name).name == name and name.startswith(f"{page.slug}.") and name.endswith(".csv"):
            (home / name).unlink(missing_ok=True)
    files = [write_text(home / name, text) for name, text in csvs.items()]
    path = write_text(home / f"{page.slug}.html", html)
    card = {
        "slug": page.slug,
        "game": page.game,
        "game_title": page.game_title,
        "title": page.title,
        "question": page.question,
        "answer": page.answer,
        "games": page.provenance.games,
        "order": page.order,
        "tables": sorted(csvs),
    }
    files.append(write_text(card_path, json.dumps(card, indent=1, ensure_ascii=False) + "\n"))
    size = len(html.encode())
    if size > MAX_BYTES:
        limit = f"{path.name} has {size / 1e6:.2f} MB, more than {MAX_BYTES / 1e6:.1f} MB"
        warnings.warn(f"{limit}: fewer points in a figure or rows in a table help", stacklevel=2)
    return Written(path, size, (path, *files))


def write_page_file(page: Page, folder: Path, name: str, html: str) -> Path:
    """Write a page of no game under a name of its own, with its tables beside it; it gets no card."""
    for table in page.tables():
        write_text(folder / f"{page.slug}.{table.name}.csv", tables.csv(table))
    return write_text(folder / name, html)


def _card(path: Path) -> dict[str, Any]:
    """The card at `path`; empty where there is none or it isn't one."""
    try:
        card = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return card if isinstance(card, dict) and {"slug", "game", "title", "answer"} <= card.keys() else {}


def cards(folder: Path | str) -> list[dict[str, Any]]:
    """The cards of all pages that are there, by game title, then order, then title."""
    found = [(path, _card(path)) for path in sorted(Path(folder).glob("*/*.json"))]
    there = [card for path, card in found if card and path.with_suffix(".html").is_file()]
    return sorted(there, key=lambda c: (c["game_title"], c["game"], c["order"], c["title"]))


def render_index(found: Iterable[Mapping[str, Any]], explained: str = "", checked: str = "") -> str:
    """The index of those cards as one HTML document; `explained` is the page that says what the numbers mean,
    `checked` the one that says what was checked.
    """
    games: dict[str, dict[str, Any]] = {}
    for card in found:
        games.setdefault(card["game"], {"title": card["game_title"], "cards": []})["cards"].append(card)
    return _environment().get_template("index.html.j2").render(
        {"games": games, "explained": explained, "checked": checked}
    )


def write_index(folder: Path | str, pages: Iterable[Page] = ()) -> Path:
    """Write `folder`/index.html from the cards of every page there; `pages` are written first."""
    for page in pages:
        write_page(page, folder)
    explained = EXPLAINED if (Path(folder) / EXPLAINED).is_file() else ""
    checked = CHECKS if (Path(folder) / CHECKS).is_file() else ""
    return write_text(Path(folder) / "index.html", render_index(cards(folder), explained, checked))
