"""Plots that balance questions need again and again.

Each takes a DataFrame with the column names told below and returns a matplotlib Figure. Values are unscaled (a share
is 0.52); `unit` is a name from `numbers.UNITS` or any word, and names the axis. Where a frame may have a column
`series` or `panel`, leaving it out draws a single one. Rows and series stay in the order in which they come.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from burgsim.report import numbers
from burgsim.report.numbers import Estimate, Unit, unit_of
from burgsim.report.style import (
    BAND,
    FAINT,
    GREY,
    INK,
    MARKS,
    ROW,
    canvas,
    headroom,
    key,
    mark,
    names,
    scale_axis,
    spread,
    style,
)


def _need(frame: pd.DataFrame, *columns: str) -> pd.DataFrame:
    missing = [c for c in columns if c not in frame.columns]
    if missing:
        raise ValueError(f"the figure needs a column {', '.join(missing)}; the frame has {', '.join(map(str, frame))}")
    if frame.empty:
        raise ValueError("the figure has no rows to show")
    return frame.reset_index(drop=True)


def _series(frame: pd.DataFrame, column: str = "series") -> tuple[list[str], np.ndarray]:
    if column not in frame.columns:
        return [""], np.zeros(len(frame), dtype=int)
    found = names(frame[column])
    return found, np.array([found.index(str(v)) for v in frame[column]])


def _ends(frame: pd.DataFrame) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    value = frame["value"].to_numpy(dtype=float)
    low = frame["low"].to_numpy(dtype=float) if "low" in frame.columns else value
    high = frame["high"].to_numpy(dtype=float) if "high" in frame.columns else value
    return value, np.where(np.isnan(low), value, low), np.where(np.isnan(high), value, high)


def _line_handles(series: Sequence[str], line: bool = True) -> list[Line2D]:
    return [
        Line2D([], [], color=(m := mark(i)).colour, marker=m.marker, linestyle=m.line if line else "none")
        for i in range(len(series))
    ]


def intervals(
    frame: pd.DataFrame,
    unit: str | Unit = "",
    label: str = "",
    reference: float | None = 0.0,
    reference_label: str = "",
    smallest: float | None = None,
    values: bool = True,
) -> Figure:
    """A dot and a whisker for each row: effects beside each other.

    Parameters
    ----------
    frame
        Columns label, value, low, high; optional group (a heading over its rows) and series (dots one under another
        in the same row, told apart by marker).
    reference, reference_label
        Where a line is drawn ("no effect"); None for none.
    smallest
        Half-width of a grey band around the reference: effects too small to matter.
    values
        Write the number and its interval at the right (only with a single series).
    """
    frame = _need(frame, "label", "value")
    u = unit_of(unit)
    series, which = _series(frame)
    groups, group_of = _series(frame, "group")
    value, low, high = _ends(frame)
    rows = list(dict.fromkeys(zip(group_of, frame["label"].astype(str), strict=True)))
    places: dict[tuple[int, str], float] = {}
    headings: list[tuple[float, str]] = []
    y = 0.0
    apart = 0.5
    step = 1.0 if len(series) == 1 else apart * len(series) + 0.65
    digits = numbers.digits_for(float(np.median((high - low) / 2)) * u.scale)
    for g, heading in enumerate(groups):
        if heading:
            y += 0.35 if headings else 0.0
            headings.append((y, heading))
            y += 0.95
        for row in rows:
            if row[0] == g:
                places[row] = y + (step - 1) / 2
                y += step
    with style():
        figure, axes = canvas(max(1.2, ROW * y + 0.75 + 0.25 * (len(series) > 1)))
        ax: Axes = axes[0, 0]
        if reference is not None:
            if smallest:
                ax.axvspan(reference - smallest, reference + smallest, color=BAND, lw=0, zorder=0)
                for edge in (-smallest, smallest):
                    ax.axvline(reference + edge, color=FAINT, lw=0.7, ls=(0, (2, 2)), zorder=0)
            ax.axvline(reference, color=GREY, lw=0.9, zorder=1)
            if reference_label:
                ax.annotate(reference_label, (reference, 1.0), (0, 3), xycoords=("data", "axes fraction"),
                            textcoords="offset points", ha="center", va="bottom", color=GREY, fontsize=8)
        for i in range(len(frame)):
            m = mark(int(which[i]))
            at = places[(int(group_of[i]), str(frame["label"][i]))] + (which[i] - (len(series) - 1) / 2) * apart
            ax.plot([low[i], high[i]], [at, at], color=m.colour, lw=1.6, solid_capstyle="butt", zorder=2)
            ax.plot([value[i]], [at], marker=m.marker, color=m.colour, markersize=5, zorder=3)
            if values and len(series) == 1:
                estimate = Estimate(value[i], low[i], high[i]) if high[i] > low[i] else Estimate(value[i])
                text = numbers.interval(estimate, Unit(u.label, "", u.scale, u.signed), digits)
                ax.annotate(text, (1.0, at), (8, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
                            ha="left", va="center", fontsize=8.5, annotation_clip=False)
        ax.set_yticks(list(places.values()), [label_ for _, label_ in places])
        for at, heading in headings:
            ax.annotate(heading, (0.0, at), (-3.5, 0), xycoords=("axes fraction", "data"), textcoords="offset points",
                        ha="right", va="center", fontweight="bold", fontsize=8.5, annotation_clip=False)
        ax.set_ylim(y - 0.35, -0.65)
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        edges = [low.min(), high.max()] + ([] if reference is None else [reference])
        headroom(ax, min(edges), max(edges), 0.06, "x")
        ax.grid(axis="x")
        scale_axis(ax.xaxis, u, label)
        if len(series) > 1:
            key(figure, _line_handles(series, line=False), series)
    return figure


def seat_shares(
    frame: pd.DataFrame,
    unit: str | Unit = "share",
    label: str = "win share",
    reference: str = "fair",
) -> Figure:
    """Small multiples, a panel a number of players: what each seat gets, with its interval, against a fair share.

    Parameters
    ----------
    frame
        Columns panel ("3 players"), seat (from 1), value, low, high; optional series (policies, rules).
    reference
        "fair" draws 1/number of seats in each panel; "mean" the panel's mean (for scores); "" nothing.
    """
    frame = _need(frame, "panel", "seat", "value")
    series, which = _series(frame)
    panels, panel_of = _series(frame, "panel")
    value, low, high = _ends(frame)
    seats = [int(frame["seat"][panel_of == p].max()) for p in range(len(panels))]
    room = {5: 6.0, 4: 2.0}.get(len(seats), 1.2)  # a narrow panel needs more beside its seats, for its title
    with style():
        figure, axes = canvas(2.5 + 0.25 * (len(series) > 1), 1, len(panels), sharey=reference != "fair",
                              width_ratios=[n + room for n in seats])
        u = unit_of(unit)
        centre = {p: 1 / seats[p] if reference == "fair" else float(value[panel_of == p].mean()) for p in
                  range(len(panels))}
        # Every panel has the same height in the unit shown, around its own reference: distances compare.
        reach = max(max(high[panel_of == p].max() - centre[p], centre[p] - low[panel_of == p].min())
                    for p in range(len(panels)))
        for p, name in enumerate(panels):
            ax: Axes = axes[0, p]
            if reference:
                ax.axhline(centre[p], color=GREY, lw=0.9)
                told = numbers.quantity(centre[p], u)  # four panels have no room for more
                ax.set_title(f"{reference} {told}" if len(panels) < 4 else told, loc="right", fontsize=7.5,
                             color=GREY, fontweight="normal")
            for s in range(len(series)):
                here = (panel_of == p) & (which == s)
                m, shift = mark(s), (s - (len(series) - 1) / 2) * min(0.16, 0.6 / len(series))
                x = frame["seat"][here].to_numpy(dtype=float) + shift
                ax.vlines(x, low[here], high[here], color=m.colour, lw=1.6, zorder=2)
                ax.plot(x, value[here], marker=m.marker, ls=m.line, lw=0.6, color=m.colour, zorder=3)
            ax.set_xticks(range(1, seats[p] + 1))
            ax.set_xlim(0.4, seats[p] + 0.6)
            ax.set_title(name)
            ax.set_xlabel("seat")
            ax.grid(axis="y")
            if reference == "fair":
                ax.set_ylim(centre[p] - 1.15 * reach, centre[p] + 1.15 * reach)
            scale_axis(ax.yaxis, u, label if p == 0 else "")
            if p:
                ax.set_ylabel("")
        if len(series) > 1:
            key(figure, _line_handles(series), series)
    return figure


def curves(
    frame: pd.DataFrame,
    unit: str | Unit = "",
    label: str = "",
    x_label: str = "",
    reference: float | None = None,
    reference_label: str = "",
    ticks: Sequence[str] | None = None,
) -> Figure:
    """Lines with bands over x, each named at its end.

    Parameters
    ----------
    frame
        Columns x, value, low, high; optional series, and panel (small multiples that share both axes).
    x_label
        What x is, with its unit: "points of compensation".
    ticks
        Names of x = 0, 1, 2, ... where x counts things that have names (rounds, piles).
    """
    frame = _need(frame, "x", "value")
    series, which = _series(frame)
    panels, panel_of = _series(frame, "panel")
    value, low, high = _ends(frame)
    u = unit_of(unit)
    x = frame["x"].to_numpy(dtype=float)
    columns = min(3, len(panels))
    rows = -(-len(panels) // columns)
    height = 3.1 if len(panels) == 1 else 2.3 * rows + 0.3
    with style():
        figure, axes = canvas(height, rows, columns, sharex=True, sharey=True)
        for p, ax in enumerate(axes.flat):
            if p >= len(panels):
                ax.set_axis_off()
                continue
            ends: list[tuple[float, float, int]] = []
            for s in range(len(series)):
                here = np.flatnonzero((panel_of == p) & (which == s))
                if not len(here):
                    continue
                here = here[np.argsort(x[here], kind="stable")]
                m = mark(s)
                ax.fill_between(x[here], low[here], high[here], color=m.colour, alpha=0.16, lw=0)
                ax.plot(x[here], value[here], color=m.colour, ls=m.line, marker=m.marker,
                        markevery=max(1, len(here) // 8), zorder=3)
                ends.append((float(x[here[-1]]), float(value[here[-1]]), s))
            if reference is not None:
                ax.axhline(reference, color=GREY, lw=0.9, zorder=1)
                if reference_label and p == 0:
                    ax.annotate(reference_label, (0.0, reference), (3, 2), xycoords=("axes fraction", "data"),
                                textcoords="offset points", fontsize=8, color=GREY, va="bottom")
            if ticks is not None:
                ax.set_xticks(range(len(ticks)), list(ticks))
            headroom(ax, x.min(), x.max(), 0.03, "x")
            ax.grid(axis="y")
            ax.set_title(panels[p])
            ax.set_xlabel(x_label if p >= len(panels) - columns else "")
            edges = [low.min(), high.max()] + ([] if reference is None else [reference])
            headroom(ax, min(edges), max(edges), 0.06)
            scale_axis(ax.yaxis, u, label if p % columns == 0 else "")
            if p % columns:
                ax.set_ylabel("")
            if len(panels) == 1 and len(series) > 1:
                _name_ends(ax, ends, series, height)
        if len(panels) > 1 and len(series) > 1:
            key(figure, _line_handles(series), series)
    return figure


def _name_ends(ax: Axes, ends: Sequence[tuple[float, float, int]], series: Sequence[str], height: float) -> None:
    bottom, top = ax.get_ylim()
    gap = (top - bottom) * 0.16 / (height - 0.8)
    last = max(x for x, _, _ in ends)
    for (_, _, s), y in zip(ends, spread([y for _, y, _ in ends], gap), strict=True):
        ax.annotate(series[s], (last, y), (9, 0), textcoords="offset points", va="center", color=mark(s).colour,
                    fontsize=8.5, annotation_clip=False)


def stacked(
    frame: pd.DataFrame,
    unit: str | Unit = "points",
    label: str = "",
    digits: int = 1,
) -> Figure:
    """One bar a row, cut into categories: where the points come from.

    Parameters
    ----------
    frame
        Index: the rows' names. Columns: the categories, in order. Values are not negative.
    digits
        Decimals of the totals and of the parts that have room for a number.
    """
    if frame.empty or not frame.shape[1]:
        raise ValueError("the figure has no rows to show")
    if frame.shape[1] > len(MARKS):
        raise ValueError(f"{frame.shape[1]} parts can't be told apart by {len(MARKS)} hatches: join the smallest")
    if (frame.to_numpy(dtype=float) < 0).any():
        raise ValueError("parts of a stacked bar can't be negative")
    u = unit_of(unit)
    data = frame.to_numpy(dtype=float)
    totals = data.sum(axis=1)
    lines = -(-sum(len(str(c)) + 8 for c in frame.columns) // 90)
    with style():
        figure, axes = canvas(0.34 * len(frame) + 0.75 + 0.2 * lines)
        ax: Axes = axes[0, 0]
        left = np.zeros(len(frame))
        at = np.arange(len(frame))
        for c in range(frame.shape[1]):
            m = mark(c)
            ax.barh(at, data[:, c], 0.68, left, color=m.fill, hatch=m.hatch, edgecolor=INK, lw=0.6, zorder=2)
            dark = m.fill in ("#1d3f66",)
            for r in at:
                text = numbers.number(data[r, c] * u.scale, digits)
                if data[r, c] > totals.max() * 0.017 * len(text):
                    ax.text(left[r] + data[r, c] / 2, float(r), text, ha="center", va="center_baseline", fontsize=8,
                            zorder=3, color="white" if dark else INK,
                            bbox=None if not m.hatch else {"facecolor": "white", "edgecolor": "none", "pad": 1.0})
            left += data[:, c]
        for r in at:
            ax.annotate(numbers.number(totals[r] * u.scale, digits), (totals[r], r), (5, 0),
                        textcoords="offset points", va="center", fontweight="bold", fontsize=8.5)
        ax.set_yticks(at, [str(name) for name in frame.index])
        ax.set_ylim(len(frame) - 0.5, -0.5)
        ax.set_xlim(0, totals.max() * 1.08)
        ax.tick_params(axis="y", length=0)
        ax.spines["left"].set_visible(False)
        scale_axis(ax.xaxis, u, label)
        key(figure, [Patch(facecolor=mark(c).fill, hatch=mark(c).hatch, edgecolor=INK, lw=0.6)
                     for c in range(frame.shape[1])], [str(c) for c in frame.columns])
    return figure


def distribution(
    frame: pd.DataFrame,
    x_label: str,
    label: str = "games",
    means: bool = True,
) -> Figure:
    """How often each value came: one step outline a series, in panels under each other that share the axis.

    Parameters
    ----------
    frame
        Columns x and count (games with that value, or any weight); optional series. x is equally spaced: a value
        counts for the cell around it. Shares are taken within each series.
    means
        Mark the mean of each series and write it down.
    """
    frame = _need(frame, "x", "count")
    series, which = _series(frame)
    xs = np.unique(frame["x"].to_numpy(dtype=float))
    step = float(np.min(np.diff(xs))) if len(xs) > 1 else 1.0
    u = unit_of("share")
    grid = xs[0] + step * np.arange(round((xs[-1] - xs[0]) / step) + 1)
    edges = np.append(grid - step / 2, grid[-1] + step / 2)
    with style():
        figure, axes = canvas(2.4 if len(series) == 1 else 1.05 * len(series) + 0.6, len(series), 1, sharex=True,
                              sharey=True)
        top = 0.0
        for s, name in enumerate(series):
            ax: Axes = axes[s, 0]
            m = mark(s)
            part = frame[which == s]
            place = np.rint((part["x"].to_numpy(dtype=float) - grid[0]) / step).astype(int)
            height = np.bincount(place, part["count"].to_numpy(dtype=float), len(grid))
            mean = float((grid * height).sum() / height.sum())
            ax.stairs(height / height.sum(), edges, fill=True, facecolor=m.colour, alpha=0.22, lw=0)
            ax.stairs(height / height.sum(), edges, color=m.colour, lw=1.1)
            if means:
                ax.axvline(mean, color=INK, lw=0.9, ls=(0, (3, 2)))
                ax.annotate(f"mean {numbers.number(mean, 1)}", (mean, 1.0), (4, -2),
                            xycoords=("data", "axes fraction"), textcoords="offset points", va="top", fontsize=8)
            if name:
                ax.annotate(name, (0.0, 1.0), (6, -2), xycoords="axes fraction", textcoords="offset points", va="top",
                            fontweight="bold", fontsize=8.5)
            scale_axis(ax.yaxis, u, "")
            ax.set_ylabel("")
            ax.grid(axis="y")
            top = max(top, float(height.max() / height.sum()))
        axes[0, 0].set_ylim(0, 1.3 * top)  # room for the names above the outlines
        axes[0, 0].yaxis.set_major_locator(MaxNLocator(4, prune="upper"))
        figure.supylabel(f"share of {label} (%)", fontsize=8.5, color=GREY)
        axes[-1, 0].set_xlabel(x_label)
    return figure


def slope(
    frame: pd.DataFrame,
    before: str,
    after: str,
    unit: str | Unit = "",
    label: str = "",
) -> Figure:
    """A line from before to after for each row, both ends named.

    Parameters
    ----------
    frame
        Columns label, before, after.
    before, after
        What the two sides are ("policy frozen", "policy re-tuned").
    """
    frame = _need(frame, "label", "before", "after")
    u = unit_of(unit)
    a, b = (frame[c].to_numpy(dtype=float) for c in ("before", "after"))
    height = max(2.4, 0.24 * len(frame) + 1.2)
    with style():
        figure, axes = canvas(height)
        ax: Axes = axes[0, 0]
        low, high = min(a.min(), b.min()), max(a.max(), b.max())
        headroom(ax, low, high, 0.1)
        gap = (ax.get_ylim()[1] - ax.get_ylim()[0]) * 0.17 / (height - 0.6)
        digits = numbers.digits_for((high - low) * u.scale / 20)
        left, right = spread(a, gap), spread(b, gap)
        for i in range(len(frame)):
            m = mark(i)
            ax.plot([0, 1], [a[i], b[i]], color=m.colour, ls=m.line, marker=m.marker)
            text = f"{frame['label'][i]}\u2003{numbers.number(a[i] * u.scale, digits, u.signed)}"
            ax.annotate(text, (0, left[i]), (-9, 0), textcoords="offset points", ha="right", va="center",
                        color=m.colour, annotation_clip=False)
            ax.annotate(numbers.number(b[i] * u.scale, digits, u.signed), (1, right[i]), (9, 0),
                        textcoords="offset points", va="center", color=m.colour, annotation_clip=False)
        ax.set_xlim(-0.05, 1.05)
        ax.set_xticks([0, 1], [before, after])
        ax.tick_params(axis="x", length=0, labeltop=True, labelbottom=False)
        ax.spines[["left", "bottom"]].set_visible(False)
        for side in (0, 1):
            ax.axvline(side, color=FAINT, lw=0.8, zorder=0)
        ax.set_yticks([])
        ax.set_xlabel(f"{label} ({u.label})" if label and u.label else label or u.label)
    return figure


def matrix(
    frame: pd.DataFrame,
    unit: str | Unit = "share",
    row_label: str = "",
    column_label: str = "",
    centre: float | None = None,
    digits: int = 1,
) -> Figure:
    """A table of numbers shaded by their size: every policy against every other, effects by type and round.

    Parameters
    ----------
    frame
        Index and columns name the cells; NaN stays empty.
    centre
        Value without shade; cells below it are in italics, so that the side survives without colour. None shades
        from the smallest value up.
    """
    if frame.empty or not frame.shape[1]:
        raise ValueError("the figure has no rows to show")
    u = unit_of(unit)
    data = frame.to_numpy(dtype=float)
    origin = float(np.nanmin(data)) if centre is None else centre
    reach = float(np.nanmax(np.abs(data - origin))) or 1.0
    with style():
        figure, axes = canvas(0.36 * len(frame) + 0.8)
        ax: Axes = axes[0, 0]
        for (r, c), value in np.ndenumerate(data):
            if np.isnan(value):
                continue
            depth = abs(value - origin) / reach
            below = value < origin
            text = numbers.number(value * u.scale, digits, u.signed)
            ax.fill([c - 0.48, c + 0.48, c + 0.48, c - 0.48], [r - 0.46, r - 0.46, r + 0.46, r + 0.46],
                    color=mark(1 if below else 0).colour, alpha=0.05 + 0.4 * depth, lw=0)
            ax.text(c, r, text, ha="center", va="center", fontsize=8.5,
                    fontstyle="italic" if below and text.strip("0.") else "normal")
        ax.set_xticks(range(frame.shape[1]), [str(c) for c in frame.columns])
        ax.set_yticks(range(len(frame)), [str(c) for c in frame.index])
        ax.set_xlim(-0.5, frame.shape[1] - 0.5)
        ax.set_ylim(len(frame) - 0.5, -0.5)
        ax.tick_params(length=0, labeltop=True, labelbottom=False)
        ax.xaxis.set_label_position("top")
        ax.set_xlabel(column_label)
        ax.set_ylabel(row_label)
        if u.label:
            ax.annotate(u.label, (1.0, 0.0), (0, -4), xycoords="axes fraction", textcoords="offset points", ha="right",
                        va="top", fontsize=8, color=GREY)
        for spine in ax.spines.values():
            spine.set_visible(False)
    return figure
