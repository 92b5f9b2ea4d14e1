"""The card game in words: moves, states, events, as text and as JSON.

Every game has a module of this shape, and traces, replays and tests use nothing else of it:

    move(state, rules, action) -> tuple           a listed action as people and files write it, ("take", 3, "castle 2")
    action(state, rules, move, listed) -> int     the listed action that a move means; UserError when it is none
    describe(state, rules, action) -> str         the same in a few words, for lists of alternatives
    setup(state, rules) -> dict                   every deck and pile in order, read right after `deal`
    snapshot(state, rules) -> dict                the whole state in JSON types (seats under "seats", their points by
                                                  category under "points"; the decision on top under "pending")
    event(row) -> dict                            one row of the event buffer; "event" is its name
    say(event, seats) -> str                      an event as a sentence; "" when it isn't worth one
    table_text(state, rules, seats) -> str        the table as a few lines
    rules_text(rules) -> list[str]                what of the set-up is worth a line
    NEW_TURN                                      name of the event that begins a turn

Cards are tuples (kind, pips) in moves and "kind pips" in snapshots and events. Seats count from 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from burgsim.games.burgundy_cards import actions as act
from burgsim.games.burgundy_cards.components import ANIMALS, GOODS, KINDS, NO_CARD, PIPS, ROUNDS, TYPES
from burgsim.games.burgundy_cards.estate import AARON
from burgsim.games.burgundy_cards.events import CAUSES, EVENTS
from burgsim.games.burgundy_cards.state import CATEGORIES, FRAMES
from burgsim.games.game import OVER, UserError

NEW_TURN = "turn"


def card(code: int) -> tuple[str, int]:
    """A card code as (kind, pips)."""
    return KINDS[int(code) // PIPS], int(code) % PIPS + 1


def card_text(code: int) -> str:
    """A card code as in snapshots and events: "boarding_house 2"."""
    return f"{KINDS[int(code) // PIPS]} {int(code) % PIPS + 1}"


def _cards(codes: Any) -> list[str]:
    return [card_text(code) for code in codes if code != NO_CARD]


def _heap(counts: Any) -> list[str]:
    return sorted(card_text(code) for code, n in enumerate(counts) for _ in range(int(n)))


# ---- moves ----


def move(state: Any, rules: Any, action: int) -> tuple:
    """An action as the tuple of docs/rules/burgundy-cards.md, 14.20."""
    verb, what = divmod(int(action), act.VERB)
    seat = int(state["active"])
    top = int(state["depth"]) - 1
    if verb == act.A_PLAY:
        return ("play", what)
    if verb == act.A_TAKE:
        return ("take", int(state["display_row"][what]), card(state["display"][what]))
    if verb == act.A_PLACE:
        return ("place", card(state["projects"][seat, what]))
    if verb == act.A_SELL:
        return ("sell", GOODS[what])
    if verb == act.A_CONVERT:
        return ("convert", what)
    if verb == act.A_PAY:
        workers, surplus = divmod(what, act.SURPLUS)
        if rules["offer_uneven_convert"]:
            total = int(state["frame_a"][top]) * int(rules["convert_rate"]) + surplus
            return ("pay", workers, total - workers)
        return ("pay", workers)
    if verb == act.A_GIVE_UP:
        return ("discard", card(state["projects"][seat, what]))
    if verb == act.A_LAY:
        return ("lay", {act.NEW: "new", act.ON_CLOISTERS: "cloisters"}.get(what) or TYPES[what])
    if verb == act.A_REWARD:
        return ("reward", what)
    if verb == act.A_GOOD:
        return ("good", what + 1)
    if verb == act.A_ANIMAL:
        return ("animal", what + 1)
    if verb == act.A_KEEP:
        return ("keep", card(state["drawn"][what]))
    if verb == act.A_USE:
        return ("use", what)
    if verb == act.A_ORDER:
        return ("order", ("reward", "effect")[what])
    return (_SINGLE[verb],)


_SINGLE = {act.A_WORKERS: "workers", act.A_SILVER: "silver", act.A_BUY: "buy", act.A_END: "end", act.A_SKIP: "skip"}


def action(state: Any, rules: Any, wanted: Sequence, listed: Sequence[int]) -> int:
    """The listed action that a move means (lists for tuples are understood, as JSON has no tuples).

    Raises
    ------
    UserError
        The move isn't legal here; the line says what is.
    """
    wanted = _tuples(wanted)
    moves = {move(state, rules, code): code for code in listed}
    if wanted in moves:
        return moves[wanted]
    legal = ", ".join(move_text(one) for one in moves)
    raise UserError(f"{move_text(wanted)} is not legal here; legal: {legal}")


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, (list, tuple)) else value


def move_text(wanted: Any) -> str:
    """A move in short: "take 3 castle 2"."""
    if isinstance(wanted, tuple):
        return " ".join(move_text(part) for part in wanted)
    return str(wanted)


# ---- the state ----


def snapshot(state: Any, rules: Any) -> dict[str, Any]:
    """The whole state in JSON types, at a decision or when the game is over.

    Deck and stacks from the front, piles from the bottom, pending decisions from the bottom; discard, display rows,
    hands, projects and drawn cards sorted. Sets are [complete, size of the open stack] per type.
    """
    players = int(state["players"])
    over = int(state["actor"]) == OVER
    display: dict[str, list[str]] = {str(row): [] for row in range(1, PIPS + 1)}
    for slot in range(int(state["display_n"])):
        copies = int(state["display_count"][slot])
        display[str(int(state["display_row"][slot]))] += [card_text(state["display"][slot])] * copies
    start_card = int(state["start_card"])
    taken = int(state["seven_taken"])
    last = state["deck"].shape[0]
    snap: dict[str, Any] = {
        "round": ROUNDS[int(state["round"])],
        "turn": int(state["turn"]) + 1,
        "seat": None if over else int(state["active"]) + 1,
        "starter": int(state["starter"]) + 1,
        "start_card": start_card + 1 if start_card >= 0 else None,
        "sale_happened": bool(state["sale"]),
        "purchases": 0 if over else int(state["purchases"]),
        "reshuffles": int(state["reshuffles"]),
        "deck": _cards(state["deck"][int(state["deck_front"]) : int(state["deck_back"])]),
        "discard": _heap(state["discard"]),
        "drawn": sorted(_cards(state["drawn"][: int(state["drawn_n"])])),
        "display": {row: sorted(cards) for row, cards in display.items()},
        "goods": _piles(state, 0, "goods_pile", GOODS),
        "animals": _piles(state, 1, "animals_pile", ANIMALS),
        "first": {type_: _owner(state["first"][i]) for i, type_ in enumerate(TYPES)},
        "all_seven": [int(n) for n in rules["all_seven"][taken : int(rules["all_seven_cards"])]],
        "pending": [FRAMES[int(frame)] for frame in state["frame"][: int(state["depth"])]],
        "over": over,
        "seats": [_seat(state, seat) for seat in range(players)],
    }
    if players == 1:
        piles = []
        position = 0
        for number, size in enumerate(rules["aaron_piles"]):
            pile = [state["deck"][last - 1 - i] for i in range(position, position + int(size))]
            position += int(size)
            if number > int(state["round"]):
                piles.append(_cards(pile))
        points = [int(n) for n in state["aaron_points"]]
        snap["aaron"] = {
            "sets": {t: [int(state["aaron_sets"][i]), int(state["aaron_open"][i])] for i, t in enumerate(TYPES)},
            "has_all_seven": bool(state["aaron_seven"]),
            "points": dict(zip(("sets", "first", "all_seven"), points, strict=True)),
            "piles": piles,
        }
    return snap


def _seat(state: Any, seat: int) -> dict[str, Any]:
    return {
        "hand": sorted(_cards(state["hand"][seat])),
        "stack": _cards(state["stack"][seat]),
        "projects": sorted(_cards(state["projects"][seat, : int(state["projects_n"][seat])])),
        "workers": int(state["workers"][seat]),
        "silver": int(state["silver"][seat]),
        "goods": {name: int(state["goods"][seat, i]) for i, name in enumerate(GOODS)},
        "sold": {name: int(state["sold"][seat, i]) for i, name in enumerate(GOODS)},
        "animals": {name: int(state["animals"][seat, i]) for i, name in enumerate(ANIMALS)},
        "sets": {t: [int(state["sets"][seat, i]), int(state["open"][seat, i])] for i, t in enumerate(TYPES)},
        "has_all_seven": bool(state["has_seven"][seat]),
        "points": {name: int(state["points"][seat, i]) for i, name in enumerate(CATEGORIES)},
    }


def _owner(code: int) -> int | str | None:
    return None if code == 0 else "aaron" if code == AARON else int(code)


def _piles(state: Any, sort: int, name: str, names: Sequence[str]) -> list[list[str]]:
    return [
        [names[int(i)] for i in state[name][int(state["pile_start"][sort, pile]) : int(state["pile_stop"][sort, pile])]]
        for pile in range(2)
    ]


def setup(state: Any, rules: Any) -> dict[str, Any]:
    """The shuffled lists that a new game was laid out from, read right after `deal`: front first."""
    deck = list(state["deck"][: int(state["deck_back"])])
    last = state["deck"].shape[0]
    deck += list(state["deck"][last - int(state["aaron_cards"]) :])
    return {
        "deck": [card_text(code) for code in deck],
        "goods": [GOODS[int(i)] for i in state["goods_pile"][: int(sum(rules["goods"]))]],
        "animals": [ANIMALS[int(i)] for i in state["animals_pile"][: int(sum(rules["animals"]))]],
    }


# ---- events ----


def event(row: Any) -> dict[str, Any]:
    """A row of the event buffer as a dict: numbers become names, seats count from 1."""
    name, fields = EVENTS[int(row[0])]
    told: dict[str, Any] = {"event": name}
    for field, value in zip(fields, row[1:], strict=False):
        told[field] = _READ.get(field, int)(value)
    if name in ("pile", "split"):
        names = GOODS if told["sort"] == "goods" else ANIMALS
        if "top" in told:
            told["top"] = names[told["top"]]
    return told


_READ: dict[str, Any] = {
    "seat": lambda v: int(v) + 1,
    "starter": lambda v: int(v) + 1,
    "card": card_text,
    "type": lambda v: TYPES[int(v)],
    "round": lambda v: ROUNDS[int(v)],
    "turn": lambda v: int(v) + 1,
    "cause": lambda v: CAUSES[int(v)],
    "category": lambda v: CATEGORIES[int(v)],
    "good": lambda v: GOODS[int(v)],
    "animal": lambda v: ANIMALS[int(v)],
    "pile": lambda v: int(v) + 1,
    "sort": lambda v: ("goods", "animals")[int(v)],
    "building": lambda v: KINDS[int(v)],
}
