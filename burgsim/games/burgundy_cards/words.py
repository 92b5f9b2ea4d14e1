"""The card game in words: moves, states and events as text and as JSON.

Cards are (kind, pips) in moves and "kind pips" in snapshots and events. Seats count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from burgsim.games.burgundy_cards import actions as act
from burgsim.games.burgundy_cards.components import ANIMALS, GOODS, KINDS, NO_CARD, PIPS, ROUNDS, TYPES
from burgsim.games.burgundy_cards.estate import AARON
from burgsim.games.burgundy_cards.events import CAUSES, EVENTS
from burgsim.games.burgundy_cards.state import CATEGORIES, FRAMES
from burgsim.games.game import OVER, UserError

HEADINGS = ("round", "turn")


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


def restore(state: Any, rules: Any, snap: Mapping[str, Any]) -> None:
    """Lay a new game's cards out as a snapshot of a set-up says (deck, stacks, hands, display, piles, storage).

    Raises
    ------
    UserError
        What in the snapshot can't be laid out.
    """
    try:
        _lay_out(state, rules, snap)
    except KeyError as error:
        raise UserError(f"setup: {error.args[0]!r} is missing or isn't known") from None
    except (AttributeError, IndexError, OverflowError, TypeError, ValueError) as error:
        raise UserError(f"setup can't be laid out: {error}") from None


_SORTS: tuple[tuple[str, tuple[str, ...]], ...] = (("goods", GOODS), ("animals", ANIMALS))


def _lay_out(state: Any, rules: Any, snap: Mapping[str, Any]) -> None:
    if len(snap["seats"]) != int(state["players"]):
        raise ValueError(f"{len(snap['seats'])} seats for {int(state['players'])} players")
    deck = [card_code(text) for text in snap["deck"]]
    state["deck"][: len(deck)] = deck
    state["deck_front"], state["deck_back"] = 0, len(deck)
    if "aaron" in snap:
        later = [card_code(text) for pile in snap["aaron"]["piles"] for text in pile]
        first = int(rules["aaron_piles"][0])
        last = state["deck"].shape[0]
        for i, code in enumerate(later):
            state["deck"][last - 1 - first - i] = code
    for seat, told in enumerate(snap["seats"]):
        hand = [card_code(text) for text in told["hand"]]
        stack = [card_code(text) for text in told["stack"]]
        state["hand"][seat, : len(hand)] = hand
        state["stack"][seat, len(hand) : len(hand) + len(stack)] = stack
        for name, names in _SORTS:
            state[name][seat] = [int(told[name][one]) for one in names]
        state["workers"][seat], state["silver"][seat] = int(told["workers"]), int(told["silver"])
        state["points"][seat] = [int(told["points"][name]) for name in CATEGORIES]
    slots: dict[tuple[int, int], int] = {}
    if not isinstance(snap["display"], Mapping):
        raise ValueError('display must be an object such as {"1": ["ship 2"]}: the cards of each row')
    for row, cards in snap["display"].items():
        for text in cards:
            key = (int(row), card_code(text))
            slots[key] = slots.get(key, 0) + 1
    for i, ((row_number, code), copies) in enumerate(slots.items()):
        state["display_row"][i], state["display"][i], state["display_count"][i] = row_number, code, copies
    state["display_n"] = len(slots)
    state["display_alive"] = (1 << len(slots)) - 1
    for sort, (name, names) in enumerate(_SORTS):
        start = 0
        for pile, cards in enumerate(snap[name]):
            stop = start + len(cards)
            state[f"{name}_pile"][start:stop] = [names.index(one) for one in cards]
            state["pile_start"][sort, pile], state["pile_stop"][sort, pile] = start, stop
            state["pile_top"][sort, pile] = names.index(cards[-1]) if cards else NO_CARD
            start = stop


def card_code(text: str) -> int:
    """The code of a card written as "kind pips"."""
    kind, _, pips = str(text).rpartition(" ")
    if kind not in KINDS or not pips.isdigit() or not 1 <= int(pips) <= PIPS:
        raise ValueError(f"{text!r} is no card; write for example 'ship 2'")
    return KINDS.index(kind) * PIPS + int(pips) - 1


# ---- events ----


def event(row: Any) -> dict[str, Any]:
    """A row of the event buffer as a dict: numbers become names, seats count from 1."""
    told = EVENTS.read(row, _READ)
    if told["event"] in ("pile", "split"):
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
    "lost": bool,
}


# ---- text ----


def _name(text: str) -> str:
    return text.replace("_", " ")


def _card(pair: Sequence) -> str:
    return f"{_name(pair[0])} {pair[1]}"


def _count(n: int, unit: str) -> str:
    plural = unit if unit in ("silver", "sheep", "light", "medium", "dark") else f"{unit}s"
    return f"{n} {unit if abs(n) == 1 else plural}"


def describe(state: Any, rules: Any, action: int) -> str:
    """An action in a few words."""
    return _describe_move(move(state, rules, action))


def _describe_move(wanted: Sequence) -> str:
    """A move in a few words."""
    verb, *what = wanted
    if verb == "play":
        return f"play a card of value {what[0]}"
    if verb == "take":
        return f"take {_card(what[1])} from row {what[0]}"
    if verb in ("place", "keep", "discard"):
        return f"{verb} {_card(what[0])}"
    if verb == "sell":
        return f"sell all {what[0]} goods"
    if verb == "convert":
        return f"convert workers and silver to {_count(what[0], 'point')}"
    if verb == "pay":
        return f"pay {_count(what[0], 'worker')}, the rest in silver" if len(what) == 1 else (
            f"pay {_count(what[0], 'worker')} and {what[1]} silver"
        )
    if verb == "lay":
        where = {"new": "in a new stack", "cloisters": "on the lone cloisters"}
        return f"lay it {where.get(what[0], f'with the {_name(what[0])} stack')}"
    if verb == "reward":
        return f"option {what[0] + 1} of the round card"
    if verb in ("good", "animal"):
        return f"{verb} from pile {what[0]}"
    if verb == "use":
        return f"discard a bought card for an action of value {what[0]}"
    if verb == "order":
        return f"{what[0]} first"
    return {
        "workers": "refill workers", "silver": "take silver", "buy": "buy cards for silver", "end": "end the turn",
        "skip": "decline",
    }[verb]  # fmt: skip


def _signed(event: Mapping[str, Any], unit: str) -> str:
    change = event["change"]
    return f"{'+' if change > 0 else '-'}{_count(abs(change), unit)}"


_WHY = {
    "set": "for the set", "first": 'for the first set of its type ("1st")', "all_seven": "for all seven types",
    "sale": "for the goods", "conversion": "converted", "reward": "from the round card", "watchtower": "watchtower",
    "animals": "for the animals", "aaron_cloister": "for a cloister of Aaron's", "nobody_sold": "start-player card",
}  # fmt: skip


def say(event: Mapping[str, Any], names: Sequence[str]) -> str:
    """An event as a clause; nothing for one that the move or another event says already."""
    kind = event["event"]
    if kind == "round":
        return f"Round {event['round']}" + (f", {names[event['starter'] - 1]} starts" if len(names) > 1 else "")
    if kind == "turn":
        return f"Turn {event['turn']}, {names[event['seat'] - 1]}"
    if kind == "play":
        return f"{_name(event['card'])} to the discard"
    if kind == "workers":
        return f"{_signed(event, 'worker')}"
    if kind == "silver":
        return f"{_signed(event, 'silver')}"
    if kind == "take":
        return f"{_name(event['card'])} becomes a project"
    if kind == "drawn":
        return f"draws {_name(event['card'])}"
    if kind == "build":
        if event["covered"]:
            return f"{_name(event['card'])} covers {_count(event['covered'], 'cloister')}"
        joker = event["card"].startswith("cloister ") and event["type"] != "cloister"
        return f"{_name(event['card'])} to the estate" + (f" as {_name(event['type'])}" if joker else "")
    if kind == "set":
        return f"set of {_name(event['type'])} complete"
    if kind == "points":
        if event["category"] == "start_player":
            return ""
        return f"{_signed(event, 'point')} {_WHY.get(event['cause'], event['cause'])}"
    if kind == "good":
        return f"{event['good']} good from pile {event['pile']}"
    if kind == "animal":
        return f"{event['animal']} from pile {event['pile']}"
    if kind == "split":
        return f"pile {event['pile']} of {event['sort']} takes {event['cards']} from the other"
    if kind == "sold":
        return f"{event['count']} {event['good']} sold"
    if kind == "start_card":
        return f"the start-player card goes to {names[event['seat'] - 1]}"
    if kind == "effect":
        return f"effect of the {_name(event['building'])}"
    if kind == "reshuffle":
        return f"the discard ({event['cards']} cards) becomes the deck"
    if kind == "aaron":
        return f"Aaron: {_name(event['card'])}"
    if kind == "aaron_points":
        return f"Aaron +{event['change']} {_WHY.get(event['category'], 'for a set')}"
    if kind == "compare":
        return f"after round {event['round']}: {event['points']} points against Aaron's {event['aaron_points']}"
    if kind == "end":
        return "the game is over" if not event["lost"] else "Aaron is ahead: the game is lost"
    return ""


def _listing(cards: Sequence[str]) -> str:
    return ", ".join(_name(one) for one in cards) or "none"


def _display(snap: Mapping[str, Any]) -> str:
    rows = (f"{row}: {_listing(cards)}" for row, cards in snap["display"].items() if cards)
    return "display  " + ("; ".join(rows) or "empty")


def _tops(snap: Mapping[str, Any]) -> str:
    told = []
    for sort in ("goods", "animals"):
        tops = [f"{pile[-1]} ({len(pile)})" if pile else "empty" for pile in snap[sort]]
        told.append(f"{sort} {' and '.join(tops)}")
    return "piles    " + ", ".join(told)


def seat_view(state: Any, rules: Any, seat: int) -> list[str]:
    """What a seat (from 0) has been dealt."""
    told = _seat(state, seat)
    return [f"hand {_listing(told['hand'])}; stack {_listing(told['stack'])}", _storage(told)]


def rules_text(rules: Any) -> list[str]:
    """What of the rules is worth a line."""
    cards, goods, animals = (int(sum(rules[name])) for name in ("cards", "goods", "animals"))
    lines = [f"{cards} action cards, {goods} goods, {animals} animals; {int(rules['rounds'])} rounds of "
             f"{int(rules['turns'])} turns, {int(rules['display_cards'])} cards on display"]
    if rules["aaron_piles"].any():
        lines.append(f"Aaron's piles: {', '.join(str(int(n)) for n in rules['aaron_piles'])}")
    return lines


def _storage(seat: Mapping[str, Any]) -> str:
    parts = [_count(seat["workers"], "worker"), f"{seat['silver']} silver"]
    parts += [f"{n} {name}" for name, n in seat["goods"].items() if n]
    parts += [_count(n, name) for name, n in seat["animals"].items() if n]
    return ", ".join(parts)


def _sets(sets: Mapping[str, Sequence[int]]) -> str:
    told = []
    for type_, (complete, cards) in sets.items():
        parts = [_count(complete, "set")] if complete else []
        parts += [_count(cards, "card")] if cards else []
        if parts:
            told.append(f"{type_} {' + '.join(parts)}")
    return ", ".join(told) or "nothing yet"


def table_text(state: Any, rules: Any, names: Sequence[str]) -> str:
    """The table: the display, the piles, and what everybody has."""
    snap = snapshot(state, rules)
    lines = [_display(snap), _tops(snap)]
    for number, (name, seat) in enumerate(zip(names, snap["seats"], strict=True), 1):
        card = ", start-player card" if snap["start_card"] == number else ""
        lines.append(f"{name}: {_count(sum(seat['points'].values()), 'point')}; {_storage(seat)}{card}")
        lines.append(f"    projects {_listing(seat['projects'])}; estate: {_sets(seat['sets'])}")
    if "aaron" in snap:
        aaron = snap["aaron"]
        lines.append(f"Aaron: {_count(sum(aaron['points'].values()), 'point')}; estate: {_sets(aaron['sets'])}")
    return "\n".join(lines)
