"""Pictures of Carcassonne's map: a finished map with its figures, and where tiles come to lie over many games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.lines import Line2D

from burgsim.games.carcassonne.components import KIND, NAMES, PARTS, Part, Tile
from burgsim.report import numbers
from burgsim.report.style import FAINT, GREY, INK, canvas, key, mark, style

FIELD_COLOUR, CITY_COLOUR, RIVER_COLOUR, ROAD_COLOUR = "#e3ead7", "#b98f5f", "#7fa8c9", "#ffffff"
#: The middles of the edges N, E, S, W and the corners before them (clockwise), from the middle of a tile.
MIDDLES = ((0.0, -0.5), (0.5, 0.0), (0.0, 0.5), (-0.5, 0.0))
CORNERS = ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
#: How far a city with one edge reaches into a tile.
CAP = 0.22
#: A figure's letter, by kind.
LETTERS = {"follower": "", "big": "B", "builder": "+", "pig": "P"}


def finished_map(tiles: Sequence[Mapping[str, Any]], figures: Sequence[Mapping[str, Any]], players: int) -> Figure:
    """A map as it lies: cities brown, roads white, rivers blue, cloisters with a cross; figures where they stand.

    Parameters
    ----------
    tiles, figures
        As in a state of a trace (docs/trace-format.md): x, y, tile, rotation; seat, figure, x, y, feature, number.
        A follower on a field is hollow.
    """
    west, east = min(t["x"] for t in tiles), max(t["x"] for t in tiles)
    north, south = min(t["y"] for t in tiles), max(t["y"] for t in tiles)
    wide, high = east - west + 1, south - north + 1
    with style():
        figure, axes = canvas(min(8.5, max(2.5, 6.8 * high / wide)))
        ax: Axes = axes[0, 0]
        for tile in tiles:
            _draw_tile(ax, KIND[NAMES.index(tile["tile"])], tile["x"], tile["y"], tile["rotation"])
        laid = {(t["x"], t["y"]): t for t in tiles}
        for one in figures:
            _draw_figure(ax, one, laid[one["x"], one["y"]])
        ax.set_xlim(west - 0.6, east + 0.6)
        ax.set_ylim(south + 0.6, north - 0.6)
        ax.set_aspect("equal")
        ax.axis("off")
        seats = [Line2D([], [], color=mark(s).colour, marker=mark(s).marker, ls="none") for s in range(players)]
        key(figure, seats, [f"seat {s + 1}" for s in range(players)])
    return figure


def heat_map(share: np.ndarray, west: int, north: int) -> Figure:
    """How often each cell has a tile, of all games: shades, with the start tile marked.

    Parameters
    ----------
    share : float (rows, columns)
        Row 0 is y = `north`, column 0 is x = `west`; from 0 to 1.
    """
    rows, columns = share.shape
    with style():
        figure, axes = canvas(min(7.5, max(2.5, 6.6 * rows / columns)))
        ax: Axes = axes[0, 0]
        for (r, c), value in np.ndenumerate(share):
            if value > 0:
                x, y = c + west, r + north
                box = ([x - 0.5, x + 0.5, x + 0.5, x - 0.5], [y - 0.5, y - 0.5, y + 0.5, y + 0.5])
                ax.fill(*box, color=mark(0).colour, alpha=float(value), lw=0)
                if value >= 0.095:
                    ink = "white" if value > 0.5 else INK
                    ax.text(x, y, numbers.number(100 * value, 0), ha="center", va="center", fontsize=5.5, color=ink)
        ax.plot([-0.5, 0.5, 0.5, -0.5, -0.5], [-0.5, -0.5, 0.5, 0.5, -0.5], color=mark(1).colour, lw=1.6)
        ax.set_xlim(west - 0.6, west + columns - 0.4)
        ax.set_ylim(north + rows - 0.4, north - 0.6)
        ax.set_aspect("equal")
        ax.set_xticks(range(-5 * (-west // 5), west + columns, 5))
        ax.set_yticks(range(-5 * (-north // 5), north + rows, 5))
        ax.tick_params(length=0, colors=GREY)
        for spine in ax.spines.values():
            spine.set_color(FAINT)
    return figure


def _turn(point: tuple[float, float], rotation: int) -> tuple[float, float]:
    x, y = point
    for _ in range(rotation):
        x, y = -y, x
    return x, y


def _outline(part: Part) -> list[tuple[float, float]]:
    """A city at rotation 0: along its edges, and inwards between them."""
    edges = part.edges
    if len(edges) == 1:
        e = edges[0]
        (ax, ay), (bx, by), (mx, my) = CORNERS[e], CORNERS[(e + 1) % 4], MIDDLES[e]
        inner = (1 - 2 * CAP) * mx, (1 - 2 * CAP) * my
        side = (0.55 * (ax - mx), 0.55 * (ay - my))
        return [(ax, ay), (bx, by), (inner[0] - side[0], inner[1] - side[1]), (inner[0] + side[0], inner[1] + side[1])]
    points: list[tuple[float, float]] = []
    for e in range(4):
        if e in edges:
            points += [CORNERS[e], CORNERS[(e + 1) % 4]]
        else:
            mx, my = MIDDLES[e]
            points += [(0.4 * mx, 0.4 * my)]
    return points


def _place_of(tile: Tile, part: Part) -> tuple[float, float]:
    """About the middle of a part at rotation 0."""
    ends = [MIDDLES[e] for e in part.edges]
    for half in part.halves:
        (mx, my), (cx, cy) = MIDDLES[half // 2], CORNERS[(half // 2 + half % 2) % 4]
        ends.append((0.55 * mx + 0.45 * cx, 0.55 * my + 0.45 * cy))
    if not ends:
        return 0.0, 0.0
    x, y = (sum(values) / len(ends) for values in zip(*ends, strict=True))
    return 0.75 * x, 0.75 * y


def _draw_tile(ax: Axes, tile: Tile, x: int, y: int, rotation: int) -> None:
    def at(points: Sequence[tuple[float, float]]) -> tuple[list[float], list[float]]:
        turned = [_turn(point, rotation) for point in points]
        return [x + px for px, _ in turned], [y + py for _, py in turned]

    ax.fill(*at(CORNERS), color=FIELD_COLOUR, lw=0, zorder=1)
    for edge in tile.river:
        other = next((e for e in tile.river if e != edge), None)
        ends = [MIDDLES[edge], (0.0, 0.0)] if other is not None else [MIDDLES[edge], (0.1 * MIDDLES[edge][0], 0.0)]
        ax.plot(*at(ends), color=RIVER_COLOUR, lw=4, solid_capstyle="round", zorder=2)
    for part in tile.parts:
        if PARTS[part.sort] == "city":
            ax.fill(*at(_outline(part)), facecolor=CITY_COLOUR, edgecolor=INK, lw=0.5, zorder=3)
            px, py = at([_place_of(tile, part)])
            if part.shields:
                ax.plot(px, py, marker="D", ms=3, color=RIVER_COLOUR, mec=INK, mew=0.4, zorder=4)
            if part.special:
                ax.plot(px, py, marker="P", ms=6, color="white", mec=INK, mew=0.5, zorder=4)
        elif PARTS[part.sort] == "road":
            ends = [MIDDLES[e] for e in part.edges]
            stop = (0.3 * ends[0][0], 0.3 * ends[0][1])
            ways = [ends[0], (0.0, 0.0), ends[1]] if len(ends) == 2 else [ends[0], stop]
            ax.plot(*at(ways), color=GREY, lw=2.6, solid_capstyle="butt", zorder=4)
            ax.plot(*at(ways), color=ROAD_COLOUR, lw=1.4, solid_capstyle="butt", zorder=5)
            if part.special:
                ax.plot(*at([_place_of(tile, part)]), marker="s", ms=3, color=RIVER_COLOUR, mec=INK, mew=0.4, zorder=6)
        elif PARTS[part.sort] == "cloister":
            ax.plot(*at([(0.0, 0.0)]), marker="s", ms=7, color="white", mec=INK, mew=0.6, zorder=6)
            ax.plot(*at([(0.0, 0.0)]), marker="P", ms=4, color=INK, mew=0, zorder=7)
    ax.plot(*at([*CORNERS, CORNERS[0]]), color="white", lw=0.5, zorder=2)


def _draw_figure(ax: Axes, one: Mapping[str, Any], laid: Mapping[str, Any]) -> None:
    tile = KIND[NAMES.index(laid["tile"])]
    part = [part for part in tile.parts if PARTS[part.sort] == one["feature"]][one["number"]]
    px, py = _turn(_place_of(tile, part), laid["rotation"])
    m = mark(one["seat"] - 1)
    hollow = one["feature"] == "field"
    size = 9 if one["figure"] == "big" else 7
    ax.plot(one["x"] + px, one["y"] + py, marker=m.marker, ms=size, color="white" if hollow else m.colour,
            mec=m.colour if hollow else "white", mew=1.4 if hollow else 0.7, zorder=8)  # fmt: skip
    if LETTERS[one["figure"]]:
        ax.text(one["x"] + px, one["y"] + py, LETTERS[one["figure"]], ha="center", va="center", fontsize=4.5,
                color=m.colour if hollow else "white", zorder=9)  # fmt: skip
