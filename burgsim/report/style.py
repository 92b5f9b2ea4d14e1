"""The look of figures: quiet ink on paper, legible when printed in black and white.

A series is told apart by its marker, its line and its hatch; colour only helps. Text is set with the fonts of whoever
reads the page, laid out with matplotlib's own font (which is wider), so that it fits everywhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Any, NamedTuple

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter

from burgsim.report import numbers

INK = "#23252a"
GREY = "#767a82"
FAINT = "#d8dade"
BAND = "#eceef1"
WIDTH = 7.2  # inches; a page shows it about as large as it is
ROW = 0.27  # inches from one row of a chart to the next


class Mark(NamedTuple):
    """How one series is drawn."""

    colour: str
    marker: str
    line: Any
    fill: str
    hatch: str


MARKS: tuple[Mark, ...] = (
    Mark("#1d3f66", "o", "-", "#1d3f66", ""),
    Mark("#b3541e", "s", (0, (5, 2)), "#f1d3b8", "////"),
    Mark("#4a7c59", "^", (0, (1, 1.4)), "#8fae97", ""),
    Mark("#6f5b94", "D", (0, (7, 2, 1.5, 2)), "#ffffff", "||||"),
    Mark("#8a6d1d", "v", (0, (3, 1.5)), "#c8b26a", "\\\\\\\\"),
    Mark("#5d6670", "P", (0, (7, 1.5, 1.5, 1.5, 1.5, 1.5)), "#e6e8ea", ""),
    Mark("#923b52", "X", (0, (1, 3)), "#c98a9a", "xxx"),
    Mark("#23252a", "*", (0, (10, 3)), "#ffffff", "---"),
    Mark("#2f7f86", "<", (0, (4, 1, 1, 1, 1, 1)), "#a9d3d6", "..."),
    Mark("#7a4a1e", ">", (0, (2, 2)), "#efe3cf", "++"),
)

_RC: Any = {
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
    "axes.titlesize": 9.0,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.titlepad": 7.0,
    "axes.labelsize": 8.5,
    "axes.labelcolor": GREY,
    "axes.edgecolor": GREY,
    "axes.linewidth": 0.7,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": False,
    "axes.unicode_minus": True,
    "grid.color": FAINT,
    "grid.linewidth": 0.6,
    "text.color": INK,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "xtick.major.size": 3.0,
    "ytick.major.size": 3.0,
    "xtick.major.width": 0.7,
    "ytick.major.width": 0.7,
    "lines.linewidth": 1.5,
    "lines.markersize": 4.5,
    "hatch.linewidth": 0.5,
    "hatch.color": INK,
    "legend.frameon": False,
    "legend.fontsize": 8.5,
    "legend.handlelength": 3.0,
    "legend.borderpad": 0.0,
    "svg.fonttype": "none",
    "text.parse_math": False,  # a name may hold a dollar sign
    "path.simplify": True,
}


def style() -> AbstractContextManager[None]:
    """The rcParams of every figure here; `with style():` around a figure of one's own gives it the same look."""
    plain: Any = {name: value for name, value in mpl.rcParamsDefault.items() if not name.startswith("backend")}
    rc: Any = {**plain, **_RC}
    return mpl.rc_context(rc)


def canvas(height: float, rows: int = 1, columns: int = 1, **kwargs: Any) -> tuple[Figure, np.ndarray]:
    """An empty figure and its axes (2-d array), free of pyplot's global state. To be called inside `style()`."""
    figure = Figure(figsize=(WIDTH, height), layout="constrained")
    engine = figure.get_layout_engine()
    if engine is not None:
        engine.set(w_pad=0.03, h_pad=0.03, wspace=0.04, hspace=0.06)  # type: ignore[call-arg]
    axes = figure.subplots(rows, columns, squeeze=False, **kwargs)
    return figure, axes


def mark(index: int) -> Mark:
    """The look of the index-th series."""
    return MARKS[index % len(MARKS)]


def names(values: Sequence[Any] | Any) -> list[str]:
    """Distinct values in the order in which they first appear, as text."""
    return list(dict.fromkeys(str(v) for v in values))


def scale_axis(axis: Any, unit: numbers.Unit, label: str = "") -> None:
    """Tick labels in the unit shown, and the axis named with it."""
    axis.set_major_formatter(FuncFormatter(lambda x, _: _tick(x * unit.scale, axis, unit)))
    named = f"{label} ({unit.label})" if label and unit.label else label or unit.label
    axis.set_label_text(named)


def _tick(value: float, axis: Any, unit: numbers.Unit) -> str:
    locations = np.unique(axis.get_majorticklocs()) * unit.scale
    step = float(np.min(np.diff(locations))) if len(locations) > 1 else 1.0
    digits = next((d for d in range(5) if abs(step * 10**d - round(step * 10**d)) < 1e-6), 4)
    return numbers.number(value, digits, unit.signed)


def spread(positions: Sequence[float], gap: float) -> np.ndarray:
    """Positions moved apart to at least `gap`, in the same order and as near to where they were as can be."""
    wanted = np.asarray(positions, dtype=float)
    order = np.argsort(wanted, kind="stable")
    groups: list[tuple[float, int]] = []  # centre and number of labels of each block that touches
    for value in wanted[order]:
        groups.append((float(value), 1))
        while len(groups) > 1:
            (a, m), (b, n) = groups[-2:]
            if b - a >= gap * (m + n) / 2:
                break
            groups[-2:] = [((a * m + b * n) / (m + n), m + n)]
    placed = np.concatenate([centre + gap * (np.arange(n) - (n - 1) / 2) for centre, n in groups])
    out = np.empty_like(wanted)
    out[order] = placed
    return out


def key(figure: Figure, handles: Sequence[Any], labels: Sequence[str]) -> None:
    """A key above the axes, in as few lines as its words need, read from left to right."""
    lines = -(-sum(len(label) + 8 for label in labels) // 90)
    columns = -(-len(labels) // lines)
    # matplotlib fills columns from top to bottom
    order = [i for c in range(columns) for i in range(c, len(labels), columns)]
    figure.legend([handles[i] for i in order], [labels[i] for i in order], loc="outside upper left", ncols=columns,
                  columnspacing=1.8, borderpad=0.5)


def headroom(axes: Axes, low: float, high: float, share: float = 0.08, axis: str = "y") -> None:
    """Limits around [low, high] with a little air."""
    span = (high - low) or abs(high) or 1.0
    limits = (low - share * span, high + share * span)
    if axis == "y":
        axes.set_ylim(*limits)
    else:
        axes.set_xlim(*limits)
