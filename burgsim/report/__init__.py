"""Figures, tables and pages: how results become something that a designer reads.

    page = Page(slug="start-player", game=..., sections=[Section("...", [Finding(...), Figure(...), Table(...)])], ...)
    write_page(page, "reports")
    write_index("reports")
"""

from burgsim.report.document import (
    Bullets,
    Column,
    Figure,
    Finding,
    Method,
    Page,
    PresetRow,
    Presets,
    Prose,
    Provenance,
    Section,
    Table,
)
from burgsim.report.numbers import Estimate, Unit
from burgsim.report.pages import MAX_BYTES, Written, render_page, write_index, write_page

__all__ = [
    "MAX_BYTES",
    "Bullets",
    "Column",
    "Estimate",
    "Figure",
    "Finding",
    "Method",
    "Page",
    "PresetRow",
    "Presets",
    "Prose",
    "Provenance",
    "Section",
    "Table",
    "Unit",
    "Written",
    "render_page",
    "write_index",
    "write_page",
]
