"""Carcassonne in words: moves, states, events, as text and as JSON.

Cells are (x, y) with x to the east, y to the south and the first tile at (0, 0); a rotation is a number of quarter
turns clockwise. Tiles are named as in the rules; roads, cities and fields of a tile count from 0 in their order there.
Seats count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgsim.games.carcassonne import actions as act
from burgsim.games.carcassonne.components import (
    EDGES,
    FIELD,
    FIGURES,
    GOODS,
    GRID,
    KIND,
    NAMES,
    PART_NUMBER,
    PART_SORT,
    PARTS,
    SETS,
)
from burgsim.games.carcassonne.events import EVENTS
from burgsim.games.carcassonne.state import (
    BIG_FIGURE,
    BUILDER_FIGURE,
    CATEGORIES,
    FRAMES,
    MAX_FIGURES,
    PLACE,
)
from burgsim.games.game import OVER

HEADINGS = ("turn",)


def _place_of(cell: int) -> tuple[int, int]:
    """A cell as (x, y)."""
    return int(cell) % GRID - GRID // 2, int(cell) // GRID - GRID // 2


# ---- moves ----


def move(state: Any, rules: Any, action: int) -> tuple:
    """An action as a tuple: ("place", -1, 0, 3), ("follower", "city", 0), ("pass",)."""
    verb, what = divmod(int(action), act.VERB)
    if verb == act.A_PASS:
        return ("pass",)
    if verb == act.A_PLACE:
        return ("place", *_place_of(what >> 2), what & 3)
    kind = int(state["kind"])
    return (FIGURES[verb - act.A_FOLLOWER], PARTS[PART_SORT[kind, what]], int(PART_NUMBER[kind, what]))


def describe(state: Any, rules: Any, action: int) -> str:
    """An action in a few words, for lists of alternatives."""
    told = move(state, rules, action)
    if told[0] == "pass":
        return "no figure"
    if told[0] == "place":
        return f"place {NAMES[int(state['kind'])]} at {told[1]} {told[2]}{_turned(told[3])}"
    figure, feature, number = told
    turned = int(state["tile_turned"][int(state["tiles"]) - 1])
    return f"{figure} on the {_part_text(turned, feature, number)}"


def _turned(rotation: int) -> str:
    return f", turned {rotation}" if rotation else ""


def _part_text(turned: int, feature: str, number: int) -> str:
    """A part of a tile on the map: "city N W", "field NL NR", "inner field"."""
    tile = KIND[turned >> 2]
    part = [part for part in tile.parts if PARTS[part.sort] == feature][number]
    if part.sort == FIELD:
        halves = sorted((half + 2 * (turned & 3)) % 8 for half in part.halves)
        return "field " + " ".join(EDGES[half // 2] + "LR"[half % 2] for half in halves) if halves else "inner field"
    return " ".join([feature, *(EDGES[edge] for edge in sorted((e + turned) % 4 for e in part.edges))])


# ---- the state ----


def snapshot(state: Any, rules: Any) -> dict[str, Any]:
    """The whole state in JSON types, at a decision or when the game is over."""
    over = int(state["actor"]) == OVER
    placing = not over and int(state["frame"]) == PLACE
    return {
        "turn": int(state["turn"]),
        "seat": None if over else int(state["active"]) + 1,
        "part": int(state["part"]),
        "tile": NAMES[int(state["kind"])] if placing else None,
        "river_stack": [NAMES[kind] for kind in _stack(state, "river_")],
        "stack": [NAMES[kind] for kind in _stack(state, "")],
        "left_game": [NAMES[kind] for kind in state["discard"][: int(state["discards"])]],
        "map": [
            {"x": x, "y": y, "tile": NAMES[turned >> 2], "rotation": turned & 3} for x, y, turned in tiles(state)
        ],
        "figures": _figures(state),
        "pending": [] if over else [FRAMES[int(state["frame"])]],
        "over": over,
        "seats": [_seat(state, seat) for seat in range(int(state["players"]))],
    }


def _stack(state: Any, which: str) -> Any:
    return state[f"{which}stack"][int(state[f"{which}front"]) : int(state[f"{which}back"])]


def tiles(state: Any) -> list[tuple[int, int, int]]:
    """The tiles on the map in the order they were placed: x, y, and 4 * kind + rotation."""
    count = int(state["tiles"])
    return [
        (*_place_of(cell), int(turned))
        for cell, turned in zip(state["tile_cell"][:count], state["tile_turned"][:count], strict=True)
    ]


def _figures(state: Any) -> list[dict[str, Any]]:
    """The figures on the map: seat, figure, x, y, feature, number; in the order of the tiles."""
    told = []
    for seat in range(int(state["players"])):
        for figure in range(MAX_FIGURES):
            if int(state["on_map"][seat]) >> figure & 1:
                tile, part = divmod(int(state["stands_at"][seat, figure]), 8)
                kind = int(state["tile_turned"][tile]) >> 2
                x, y = _place_of(state["tile_cell"][tile])
                feature, number = PARTS[PART_SORT[kind, part]], int(PART_NUMBER[kind, part])
                name = FIGURES[0 if figure < BIG_FIGURE else 1 + figure - BIG_FIGURE]
                one = {"seat": seat + 1, "figure": name, "x": x, "y": y, "feature": feature, "number": number}
                told.append((tile, one))
    return [one for _, one in sorted(told, key=lambda pair: pair[0])]


assert FIGURES[1 + BUILDER_FIGURE - BIG_FIGURE] == "builder"


def drawing_data(rules: Any) -> dict[str, Any]:
    """The kinds of tiles by name at rotation 0, for drawing.js: edges and half-edges by number as in components.py."""
    return {
        tile.name: {
            "river": list(tile.river),
            "parts": [
                {
                    "sort": PARTS[part.sort],
                    "edges": list(part.edges),
                    "halves": list(part.halves),
                    "shield": part.shields,
                    "special": part.special,
                    "good": GOODS[part.good] if part.good >= 0 else None,
                }
                for part in tile.parts
            ],
        }
        for tile in KIND
    }


def _seat(state: Any, seat: int) -> dict[str, Any]:
    return {
        "supply": {name: int(n) for name, n in zip(FIGURES, state["supply"][seat], strict=True)},
        "goods": {name: int(n) for name, n in zip(GOODS, state["goods"][seat], strict=True)},
        "points": {name: int(n) for name, n in zip(CATEGORIES, state["points"][seat], strict=True)},
    }


def setup(state: Any, rules: Any) -> dict[str, Any]:
    """The shuffled stacks that a new game was laid out from, read right after `deal`: front first."""
    return {
        "river_stack": [NAMES[kind] for kind in state["river_stack"][: int(state["river_back"])]],
        "stack": [NAMES[kind] for kind in state["stack"][: int(state["back"])]],
    }


def seat_view(state: Any, rules: Any, seat: int) -> list[str]:
    """What a seat has in hand: nothing that isn't on the table."""
    return []


def table_text(state: Any, rules: Any, names: Sequence[str]) -> str:
    """The table as text: the map, three by three letters a tile, and a line a seat.

    Edges show city C, road #, field . and river ~; in the middle stands the seat's number where a figure is, else + for
    a cloister.
    """
    lines = _map_lines(state)
    left = int(state["back"]) - int(state["front"]) + int(state["river_back"]) - int(state["river_front"])
    lines.append(f"{left} tiles left")
    for seat in range(int(state["players"])):
        shown = _seat(state, seat)
        supply = ", ".join(f"{n} {name}" for name, n in shown["supply"].items() if n) or "no figures"
        goods = "".join(f", {n} {name}" for name, n in shown["goods"].items() if n)
        lines.append(f"{names[seat]}: {sum(shown['points'].values())} points, {supply}{goods}")
    return "\n".join(lines)


def _map_lines(state: Any) -> list[str]:
    """The map as lines of letters."""
    laid = tiles(state)
    standing = {(one["x"], one["y"]): str(one["seat"]) for one in _figures(state)}
    west, north = min(x for x, _, _ in laid), min(y for _, y, _ in laid)
    width, height = max(x for x, _, _ in laid) - west + 1, max(y for _, y, _ in laid) - north + 1
    grid = [[" "] * (3 * width) for _ in range(3 * height)]
    for x, y, turned in laid:
        tile = KIND[turned >> 2]
        row, column = 3 * (y - north), 3 * (x - west)
        for edge, (down, right) in enumerate(((0, 1), (1, 2), (2, 1), (1, 0))):
            grid[row + down][column + right] = "C#.~"["CRFI".index(tile.edges[(edge - turned) % 4])]
        cloister = any(PARTS[part.sort] == "cloister" for part in tile.parts)
        grid[row + 1][column + 1] = standing.get((x, y), "+" if cloister else " ")
    return ["".join(letters).rstrip() for letters in grid]


def rules_text(rules: Any) -> list[str]:
    """What of the set-up is worth a line."""
    named = {"river": "the River", "inns": "Inns & Cathedrals", "traders": "Traders & Builders"}
    used = [named[name] for name in SETS[1:] if int(rules[name])]
    return [f"{int(rules['tiles'])} tiles: the base game{' with ' + ', '.join(used) if used else ''}"]


# ---- events ----


def event(row: Any) -> dict[str, Any]:
    """A row of the event buffer as a dict: numbers become names, seats count from 1."""
    return EVENTS.read(row, _READ)


_READ: dict[str, Any] = {
    "seat": lambda v: int(v) + 1,
    "tile": lambda v: NAMES[int(v)],
    "figure": lambda v: FIGURES[int(v)],
    "feature": lambda v: PARTS[int(v)],
    "good": lambda v: GOODS[int(v)],
    "what": lambda v: CATEGORIES[int(v)],
}


def say(event: Mapping[str, Any], names: Sequence[str]) -> str:
    """An event as a sentence; empty when it isn't worth one."""
    told = event["event"]
    who = names[event["seat"] - 1] if "seat" in event else ""
    if told == "draw":
        return f"Drawn: {event['tile']}."
    if told == "discard":
        return f"{event['tile']} fits nowhere and leaves the game."
    if told == "river_blocked":
        return f"The river stays open at {event['x']} {event['y']}; nothing can be placed there."
    if told == "second_part":
        return f"{who}'s builder brings a second tile."
    if told == "score":
        return f"{who}: {event['points']} points for {event['what'].replace('_', ' ')}{_of(event)}."
    if told == "goods":
        return f"{who} takes {event['tokens']} {event['good']}."
    if told == "return":
        return f"{who}'s {event['figure']} comes back from {event['x']} {event['y']}."
    if told == "end":
        return "The game is over."
    return ""


def _of(event: dict[str, Any]) -> str:
    if event["what"] == "seat":
        return ""
    unit = {"fields": ("complete city", "complete cities"), "goods": ("token", "tokens")}.get(
        event["what"], ("tile", "tiles")
    )
    return f" ({event['tiles']} {unit[event['tiles'] != 1]})"
