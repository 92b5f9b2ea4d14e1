"""The board game in words: moves, states, events, as text and as JSON.

Tiles are "bank", "city_hall", "cattle 3", "ship", "knowledge 12"; depots and goods 1 to 6, the black depot "black";
cells 0 to 36 in reading order. Seats count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgsim.games.burgundy_board import actions as act
from burgsim.games.burgundy_board.components import (
    BUILDINGS,
    CASTLE,
    CELL_TYPE,
    CELLS,
    COORDINATES,
    DEPOTS,
    ESTATES,
    FIRST_BLACK,
    GOODS,
    NO_TILE,
    NUMBER_OF,
    PHASES,
    SLOTS,
    TYPES,
    tile_name,
)
from burgsim.games.burgundy_board.events import CAUSES, EVENTS
from burgsim.games.burgundy_board.rules import BLACK
from burgsim.games.burgundy_board.scoring import all_knowledge_points, goods_left
from burgsim.games.burgundy_board.state import CATEGORIES, FETCH, FRAMES, NO_DIE, NO_ENTRY, SPACE
from burgsim.games.game import OVER

HEADINGS = ("phase", "round", "turn")
#: What a decision is called: by frame, the building's own name for FETCH.
DECISIONS = ("", "start", "turn", "", "warehouse", "city_hall", "castle", "ship", "keep")


def _depot(number: int) -> int | str:
    return number + 1 if number < DEPOTS else "black"


def _depot_of(entry: int) -> int | str:
    return _depot(min(entry // SLOTS, DEPOTS))


# ---- moves ----


def move(state: Any, rules: Any, action: int) -> tuple:
    """An action as a tuple: ("take", 3, 4, "bank"), ("place", 3, "bank", 17), ("buy", "black", "ship"), ("end",)."""
    verb, what = divmod(int(action), act.VERB)
    seat = int(state["active"])
    if verb == act.A_PLACE:
        die, what = divmod(what, act.PLACE_DIE)
        slot, cell = divmod(what, act.SLOT)
        return ("place", *_pips(state, seat, die), tile_name(state["storage"][seat][slot]), cell)
    if verb == act.A_BASIC:
        die, what = divmod(what, act.DIE)
        pips = _pips(state, seat, die)
        if what < act.FIRST_GOOD:
            return ("take", *pips, _depot_of(what), tile_name(state["display"][what]))
        return ("sell", *pips, what - act.FIRST_GOOD + 1) if what < act.TAKE_WORKERS else ("workers", *pips)
    if verb == act.A_START:
        return ("start", what)
    if verb == act.A_BUY:
        return ("buy", _depot_of(what), tile_name(state["display"][what]))
    if verb == act.A_DISCARD:
        return ("discard", tile_name(state["storage"][seat][what]))
    if verb == act.A_KEEP:
        return ("keep", what + 1)
    if verb == act.A_GOODS:
        if what == act.EMPTY_DEPOT:
            return ("goods", 0)
        depot = what % act.PAIR
        return ("goods", depot + 1, (depot + 1) % DEPOTS + 1) if what >= act.PAIR else ("goods", depot + 1)
    return ("skip",) if verb == act.A_SKIP else ("end",)


def _pips(state: Any, seat: int, die: int) -> tuple[int, ...]:
    return () if die == NO_DIE else (int(state["dice"][seat][die]),)


def describe(state: Any, rules: Any, action: int) -> str:
    """An action in a few words, for lists of alternatives."""
    verb, *rest = move(state, rules, action)
    numbers = {"take": 3, "place": 3, "sell": 2, "workers": 1}
    die = f"with {rest.pop(0)}: " if len(rest) == numbers.get(verb, -1) else ""
    if verb == "take":
        return f"{die}take {_said(rest[1])} from depot {rest[0]}"
    if verb == "place":
        return f"{die}place {_said(rest[0])} on cell {rest[1]} ({NUMBER_OF[rest[1]]})"
    if verb == "sell":
        return f"{die}sell goods {rest[0]}"
    if verb == "workers":
        return f"{die}take workers"
    if verb == "buy":
        return f"buy {_said(rest[1])} from {'the black depot' if rest[0] == 'black' else f'depot {rest[0]}'}"
    if verb == "goods":
        where = " and ".join(str(depot) for depot in rest)
        return "ship to an empty depot" if rest == [0] else f"ship to depot {where}"
    if verb == "start":
        return f"start castle on cell {rest[0]} ({NUMBER_OF[rest[0]]})"
    said = {"keep": "load goods", "end": "end the turn", "skip": "decline"}.get(verb, verb)
    return " ".join([said, *(_said(part) for part in rest)])


def _said(part: Any) -> str:
    return str(part).replace("_", " ")


# ---- the state ----


def _decision(state: Any) -> str:
    """What is being decided: "turn", "castle", "church", "discard" ..."""
    if int(state["actor"]) == OVER:
        return ""
    if int(state["incoming"]) != NO_ENTRY:
        return "discard"
    frame = int(state["frame"])
    return BUILDINGS[int(state["fetch"])] if frame == FETCH else DECISIONS[frame]


def snapshot(state: Any, rules: Any) -> dict[str, Any]:
    """The whole state in JSON types, at a decision or when the game is over.

    Tiles at depots and in storage are in the order of the box; stacks from their front, track stacks from the bottom;
    a tile that waits for room in storage still lies at its depot.
    """
    players = int(state["players"])
    over = int(state["actor"]) == OVER
    shown = int(state["goods_front"])
    left = int(rules["goods_sum"]) - players * int(rules["start_goods"])
    begun = int(state["rounds_rolled"]) > 0
    waiting = shown - int(rules["rounds"]) + int(state["round"]) + 1 if begun else shown
    order = [int(state["order"][i]) + 1 for i in range(players)] if begun else []
    now = _decision(state)
    return {
        "phase": PHASES[int(state["phase"])],
        "round": max(1, int(state["round"]) + 1),
        "seat": None if over else int(state["active"]) + 1,
        "bought": int(state["bought"]),
        "decision": now,
        "pending": [now] if now else [],
        "order": order,
        "depots": {str(_depot(depot)): _tiles(_at_depot(state, depot)) for depot in range(DEPOTS + 1)},
        "depot_goods": {str(depot + 1): _goods(state["depot_goods"][depot]) for depot in range(DEPOTS)},
        "waiting_goods": [int(good) + 1 for good in state["goods_tiles"][waiting:shown]],
        "stacks": {name: _stack(state, rules, i) for i, name in enumerate(TYPES)},
        "black": _stack(state, rules, BLACK),
        "goods_ahead": [int(good) + 1 for good in state["goods_tiles"][shown:left]],
        "dice_ahead": _dice(state, rules, int(state["rounds_rolled"])),
        "white_ahead": [int(n) + 1 for n in state["white_ahead"][int(state["rounds_rolled"]) : _rounds(rules)]],
        "track": _track(state),
        "bonus": {name: [int(owner) for owner in state["bonus_owner"][i] if owner] for i, name in enumerate(TYPES)},
        "over": over,
        "seats": [_seat(state, rules, seat, now) for seat in range(players)],
    }


def _rounds(rules: Any) -> int:
    return int(rules["phases"]) * int(rules["rounds"])


def _at_depot(state: Any, depot: int) -> Any:
    return state["display"][SLOTS * depot : SLOTS * (depot + 1)] if depot < DEPOTS else state["display"][FIRST_BLACK:]


def _tiles(codes: Any) -> list[str]:
    return [tile_name(code) for code in sorted(int(code) for code in codes) if code != NO_TILE]


def _goods(counts: Any) -> list[int]:
    return [good + 1 for good in range(GOODS) for _ in range(int(counts[good]))]


def _stack(state: Any, rules: Any, i: int, first: int | None = None) -> list[str]:
    front = int(state["stack_front"][i]) if first is None else first
    return [tile_name(code) for code in state["stacks"][front : int(rules["stack_start"][i + 1])]]


def _dice(state: Any, rules: Any, first: int) -> list[list[int]]:
    players = int(state["players"])
    rows = state["dice_ahead"][first : _rounds(rules), :players]
    return [[10 * (int(both) // 6 + 1) + int(both) % 6 + 1 for both in row] for row in rows]


def _track(state: Any) -> list[list[int]]:
    places = sorted((int(state["track"][seat]), seat + 1) for seat in range(int(state["players"])))
    last = places[-1][0] // SPACE
    return [[seat for place, seat in places if place // SPACE == space] for space in range(last + 1)]


def _seat(state: Any, rules: Any, seat: int, now: str) -> dict[str, Any]:
    points = {name: int(n) for name, n in zip(CATEGORIES, state["points"][seat], strict=False)}
    left = {
        "knowledge": int(all_knowledge_points(state, rules, seat)),
        "goods": int(goods_left(state, seat)) * int(rules["end_good_points"]),
        "silver": int(state["silver"][seat]) * int(rules["end_silver_points"]),
        "workers": int(state["workers"][seat]) // int(rules["workers_per_point"]),
    }
    cells = state["cells"][seat]
    return {
        "estate": int(state["estate"][seat]),
        "placed": {str(cell): tile_name(cells[cell]) for cell in range(CELLS) if cells[cell] != NO_TILE},
        "storage": _tiles(state["storage"][seat]),
        "goods": {str(good + 1): int(state["goods"][seat][good]) for good in range(GOODS)},
        "sold": {str(good + 1): int(state["sold"][seat][good]) for good in range(GOODS)},
        "workers": int(state["workers"][seat]),
        "silver": int(state["silver"][seat]),
        "dice": sorted(_dice_of(state, rules, seat, now)),
        "points": points | left,
    }


def _dice_of(state: Any, rules: Any, seat: int, now: str) -> list[int]:
    """Dice that a seat has not used yet in this round."""
    if now in ("", "start"):
        return []
    order = [int(other) for other in state["order"][: int(state["players"])]]
    left = (1 << int(rules["dice"])) - 1
    if order.index(seat) <= int(state["place"]):
        left = int(state["dice_left"]) if seat == int(state["active"]) else 0
    return [int(state["dice"][seat][die]) for die in range(2) if left >> die & 1]


def setup(state: Any, rules: Any) -> dict[str, list[str]]:
    """What chance laid out: the stacks from the front (without the start castles), goods, and dice by round.

    Goods are those of the phases, of the seats at the start, and what is left; dice are the two of each seat.
    """
    players = int(state["players"])
    left = int(rules["goods_sum"]) - players * int(rules["start_goods"])
    goods = [str(int(good) + 1) for good in state["goods_tiles"][: int(rules["goods_sum"])]]
    ahead = _rounds(rules)
    first = [int(rules["stack_start"][i]) + (i == CASTLE) * players for i in range(BLACK + 1)]
    stacks = {name: _stack(state, rules, i, first[i]) for i, name in enumerate((*TYPES, "black"))}
    return {
        **stacks,
        "goods": goods[:ahead] + goods[left:][::-1] + goods[ahead:left],
        "dice": [" ".join(str(both) for both in row) for row in _dice(state, rules, 0)],
        "white": [str(int(n) + 1) for n in state["white_ahead"][: _rounds(rules)]],
    }


def seat_view(state: Any, rules: Any, seat: int) -> list[str]:
    """What a seat (from 0) has in store and storage, in two short lines."""
    return [
        "goods " + (", ".join(str(good) for good in _goods(state["goods"][seat])) or "none"),
        "storage " + (", ".join(_said(tile) for tile in _tiles(state["storage"][seat])) or "empty"),
    ]


def table_text(state: Any, rules: Any, names: Sequence[str]) -> str:
    """The table as a few lines."""
    lines = []
    for depot in range(DEPOTS + 1):
        tiles = ", ".join(_said(tile) for tile in _tiles(_at_depot(state, depot))) or "-"
        goods = " ".join(str(good) for good in _goods(state["depot_goods"][depot])) if depot < DEPOTS else ""
        lines.append(f"depot {_depot(depot)!s:<5} {tiles}{f'; goods {goods}' if goods else ''}")
    track = ", ".join("/".join(str(seat) for seat in reversed(stack)) for stack in reversed(_track(state)) if stack)
    lines.append(f"turn order by seat, first first: {track}")
    for seat in range(int(state["players"])):
        told = _seat(state, rules, seat, "")
        held = ", ".join(_said(tile) for tile in told["storage"]) or "none"
        goods = " ".join(str(good) for good in _goods(state["goods"][seat])) or "none"
        lines.append(
            f"{names[seat]}: {sum(told['points'].values())} points, {told['silver']} silver, {told['workers']} workers"
            f", goods {goods}, storage {held}, {len(told['placed'])} tiles on estate {told['estate']}"
        )
    return "\n".join(lines)


def rules_text(rules: Any) -> list[str]:
    """What of the set-up is worth a line."""
    return [f"{int(rules['phases'])} phases of {int(rules['rounds'])} rounds, {int(rules['dice'])} dice a player"]


def drawing_data(rules: Any) -> dict[str, Any]:
    """What drawing.js draws beside a state: cells as (q, r, number), the estates' types, and numbers of the rules."""
    return {
        "cells": [[q, r, int(NUMBER_OF[cell])] for cell, (q, r) in enumerate(COORDINATES)],
        "estates": {str(n): [TYPES[int(kind)] for kind in CELL_TYPE[n]] for n in range(1, ESTATES + 1)},
        "phases": int(rules["phases"]),
        "rounds": int(rules["rounds"]),
        "dice": int(rules["dice"]),
        "storage": int(rules["storage_limit"]),
        "bonus": [int(rules["bonus_large"]), int(rules["bonus_small"])],
    }


# ---- events ----


def event(row: Any) -> dict[str, Any]:
    """A row of the event buffer as a dict: numbers become names, seats count from 1."""
    told = EVENTS.read(row, _READ)
    if told["event"] == "bonus":
        told["size"] = ("large", "small")[told["size"]]
    return told


_READ: dict[str, Any] = {
    "seat": lambda v: int(v) + 1,
    "depot": lambda v: _depot(int(v)),
    "good": lambda v: int(v) + 1,
    "phase": lambda v: PHASES[int(v)],
    "round": lambda v: int(v) + 1,
    "tile": tile_name,
    "colour": lambda v: TYPES[int(v)],
    "category": lambda v: CATEGORIES[int(v)],
    "cause": lambda v: CAUSES[int(v)],
    "effect": lambda v: FRAMES[int(v)],
}


def _count(n: int, unit: str) -> str:
    return f"{n} {unit}" if n == 1 or unit in ("silver", "goods") else f"{n} {unit}s"


def say(event: Mapping[str, Any], names: Sequence[str]) -> str:
    """An event as a sentence; empty when it isn't worth one."""
    told = event["event"]
    who = names[event["seat"] - 1] if "seat" in event else ""
    if told == "phase":
        return f"Phase {event['phase']}"
    if told == "round":
        return f"Phase {event['phase']}, round {event['round']}"
    if told == "turn":
        return f"Turn of {who}"
    if told == "show":
        return f"Depot {event['depot']}: {_said(event['tile'])}."
    if told == "good":
        return f"White die: goods {event['good']} to depot {event['depot']}."
    if told == "dice":
        return f"{who} rolls {event['first']} and {event['second']}."
    if told == "shift":
        paid = _count(event["workers"], "worker") if event["workers"] else "a knowledge tile"
        return f"{event['die']} becomes {event['number']} for {paid}."
    if told == "purchase":
        return f"Pays {event['silver']} silver."
    if told == "take":
        return f"{_said(event['tile'])} from depot {event['depot']}."
    if told == "discard":
        return f"{_said(event['tile'])} leaves the game."
    if told == "sell":
        return f"{event['tiles']} sold."
    if told == "load":
        return f"Loads {event['tiles']} of goods {event['good']}."
    if told == "track":
        return f"{who.split(' (')[0]} goes to space {event['space'] + 1}."
    if told == "points":
        return f"{_count(event['points'], 'point')} ({event['category']})."
    if told in ("silver", "workers"):
        text = _count(event[told], "silver" if told == "silver" else "worker")
        return f"{who}: {text} from mines." if event["cause"] == CAUSES[2] else f"{text}."
    if told == "area":
        return f"An area of {event['size']} ({event['colour']}) is complete."
    if told == "bonus":
        return f"The {event['size']} bonus for {event['colour']}."
    if told == "start_castle":
        return f"{who}: start castle on cell {event['cell']}."
    if told == "end":
        return "The game is over."
    return ""
