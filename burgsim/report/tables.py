"""A table as cells to show and as CSV to keep."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from burgsim.report import numbers
from burgsim.report.document import Column, Table
from burgsim.report.numbers import Estimate, unit_of


@dataclass(frozen=True, slots=True)
class Head:
    """A column's heading; `span` is 2 where an interval follows the value."""

    label: str
    unit: str
    span: int
    text: bool


@dataclass(frozen=True, slots=True)
class Row:
    """A line of cells, or with `heading` the line above a group."""

    cells: list[tuple[str, str]]
    heading: str = ""


def csv(table: Table) -> str:
    """Every column of the table's data, numbers unscaled and to eight digits."""
    return table.frame().to_csv(index=False, float_format="%.8g", lineterminator="\n")


def _numeric(values: pd.Series) -> bool:
    return pd.api.types.is_numeric_dtype(values) and not pd.api.types.is_bool_dtype(values)


def _digits(column: Column, frame: pd.DataFrame) -> int:
    if column.digits is not None:
        return column.digits
    scale = unit_of(column.unit).scale
    if column.low:
        half = (frame[column.high].astype(float) - frame[column.low].astype(float)) / 2 * scale
        half = half[half > 0]
        return numbers.digits_for(float(half.median()) if len(half) else None)
    values = np.abs(frame[column.key].to_numpy(dtype=float)) * scale
    values = values[np.isfinite(values)]
    if not len(values) or np.all(values == np.rint(values)):
        return 0
    largest = values.max()
    return 1 if largest >= 10 else 2 if largest >= 1 else 3


def _plain(value: Any) -> str:
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    return numbers.NOTHING if value is None or (not isinstance(value, str) and pd.isna(value)) else str(value)


def _cells(column: Column, frame: pd.DataFrame) -> list[list[tuple[str, str]]]:
    """For each row the one or two cells of a column, as (class, text)."""
    values = frame[column.key]
    if not _numeric(values):
        return [[("word", _plain(value))] for value in values]
    u = unit_of(column.unit)
    digits = _digits(column, frame)
    cells = [[("number", numbers.number(float(v) * u.scale, digits, u.signed))] for v in values]
    if column.low:
        for cell, value, low, high in zip(cells, values, frame[column.low], frame[column.high], strict=True):
            ends = Estimate(float(value), None if pd.isna(low) else float(low), None if pd.isna(high) else float(high))
            cell.append(("ends", numbers.bracket(ends, u, digits)))
    return cells


def layout(table: Table) -> tuple[list[Head], list[Row]]:
    """Headings and lines, ready to be set."""
    frame = table.frame()
    columns = table.shown()
    heads = [
        Head(c.label or c.key.replace("_", " "), unit_of(c.unit).label, 2 if c.low else 1, not _numeric(frame[c.key]))
        for c in columns
    ]
    by_column = [_cells(c, frame) for c in columns]
    groups = [_plain(value) for value in frame[table.group]] if table.group else []
    rows: list[Row] = []
    for i in range(len(frame)):
        if groups and (i == 0 or groups[i] != groups[i - 1]):
            rows.append(Row([], groups[i]))
        rows.append(Row([cell for cells in by_column for cell in cells[i]]))
    return heads, rows
