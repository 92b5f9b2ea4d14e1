"""King Arthur in words: moves, states, events, as text and as JSON.

Adversaries are (colour, strength) in moves and "colour strength" in snapshots and events; knights are "orange",
"orange double", "Merlin". Seats count from 1.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from burgsim.games.game import OVER
from burgsim.games.king_arthur import actions as act
from burgsim.games.king_arthur.components import (
    ADVENTURES,
    COLOURS,
    KNIGHT_COLOURS,
    ONLY_MERLINS,
    adversary_name,
    knight_name,
)
from burgsim.games.king_arthur.events import EVENTS
from burgsim.games.king_arthur.results import END_CAUSES
from burgsim.games.king_arthur.rules import CARDS, DIFFERENT, TOTAL
from burgsim.games.king_arthur.state import (
    ATTACKS,
    FRAMES,
    PAYMENT,
    SPEND,
)
from burgsim.games.moves import move_text

HEADINGS = ("turn",)
CAUSE_NAMES = ("adventures", "adversaries", "cap")


def card(code: int) -> tuple[str, int]:
    """An adversary's code as (colour, strength)."""
    return COLOURS[int(code) // 5], int(code) % 5 + 1


def _heap(counts: Any, name: Any) -> list[str]:
    return [name(code) for code, n in enumerate(counts) for _ in range(int(n))]


# ---- moves ----


def move(state: Any, rules: Any, action: int) -> tuple:
    """An action as a tuple: ("attack", ("red", 4)), ("pay", "orange", 2, 1, 0), ("adventure", "grail"), ("pass",)."""
    verb, what = divmod(int(action), act.VERB)
    if verb in _ATTACKS:
        return (_ATTACKS[verb], card(what))
    if verb == act.A_SPEND:
        return ("spend", card(what))
    if verb == act.A_COMPLETE:
        return ("adventure", ADVENTURES[what])
    if verb in (act.A_PAY, act.A_HALF):
        colour = what >> 11
        name = "Merlin" if colour == ONLY_MERLINS else KNIGHT_COLOURS[colour]
        return ("pay" if verb == act.A_PAY else "half", name, what >> 7 & 15, what >> 4 & 7, what & 15)
    return (_SINGLE[verb],)


_ATTACKS = {act.A_ATTACK: "attack", act.A_REPEAT: "repeat", act.A_DOUBLE: "double"}
_SINGLE = {act.A_PASS: "pass", act.A_REPLENISH: "replenish", act.A_DRAW: "draw"}


def describe(state: Any, rules: Any, action: int) -> str:
    """An action in a few words, for lists of alternatives."""
    told = move(state, rules, action)
    frame = int(state["frame"])
    if told[0] in ("pay", "half"):
        _, colour, singles, doubles, merlins = told
        parts = [_number(singles, colour), _number(doubles, f"{colour} double"), _number(merlins, "Merlin")]
        return ("pay " if told[0] == "pay" else "first pay ") + " + ".join(part for part in parts if part)
    if told[0] == "pass":
        return {"replenish": "don't replenish", "target": "don't fight", "adventure": "no adventure"}.get(
            FRAMES[frame], "don't draw"
        )
    if told[0] == "double":
        return "attack twice " + move_text(told[1])
    if told[0] == "repeat":
        return "attack again " + move_text(told[1])
    if told[0] == "adventure":
        return f"complete {told[1]}"
    return move_text(told)


def _number(n: int, what: str) -> str:
    return f"{n} {what}" if n else ""


# ---- the state ----


def snapshot(state: Any, rules: Any) -> dict[str, Any]:
    """The whole state in JSON types, at a decision or when the game is over. Decks from the front, the rest sorted."""
    players = int(state["players"])
    over = int(state["actor"]) == OVER
    return {
        "turn": int(state["turn"]),
        "seat": None if over else int(state["active"]) + 1,
        "fought": bool(state["fought"]),
        "adventured": bool(state["adventured"]),
        "drawn": int(state["drawn"]),
        "reshuffles": int(state["reshuffles"]),
        "end_causes": _causes(int(state["end_causes"])),
        "ender": int(state["ender"]) or None,
        "adversary_deck": [adversary_name(code) for code in _deck(state, "adversary")],
        "adversary_discard": _heap(state["adversary_discard"], adversary_name),
        "knight_deck": [knight_name(code) for code in _deck(state, "knight")],
        "knight_discard": _heap(state["knight_discard"], knight_name),
        "table": _heap(state["table"], adversary_name),
        "adventures": {
            name: {-1: "not in play", 0: None}.get(int(state["owner"][i]), int(state["owner"][i]))
            for i, name in enumerate(ADVENTURES)
        },
        "pending": [] if over else [FRAMES[int(state["frame"])]],
        "decision": {} if over else _decision(state),
        "over": over,
        "seats": [_seat(state, rules, seat) for seat in range(players)],
    }


def _deck(state: Any, name: str) -> Any:
    return state[f"{name}_deck"][int(state[f"{name}_front"]) : int(state[f"{name}_back"])]


def _causes(mask: int) -> list[str]:
    return [name for i, name in enumerate(CAUSE_NAMES) if mask >> i & 1]


def _decision(state: Any) -> dict[str, Any]:
    frame = int(state["frame"])
    if frame == PAYMENT:
        first = int(state["first_colour"])
        return {
            "attack": ATTACKS[int(state["form"])],
            "card": adversary_name(state["card"]),
            "first_colour": KNIGHT_COLOURS[first] if first >= 0 else None,
        }
    if frame == SPEND:
        last = int(state["spent_last"])
        colours = int(state["spent_colours"])
        return {
            "adventure": ADVENTURES[int(state["adventure"])],
            "last": adversary_name(last) if last >= 0 else None,
            "total": int(state["spent_total"]),
            "cards": int(state["spent_cards"]),
            "colours": [name for i, name in enumerate(COLOURS) if colours >> i & 1],
        }
    return {}


def _seat(state: Any, rules: Any, seat: int) -> dict[str, Any]:
    held = sum(n * (code % 5 + 1) for code, n in enumerate(int(n) for n in state["adversaries"][seat]))
    return {
        "knights": _heap(state["knights"][seat], knight_name),
        "adversaries": _heap(state["adversaries"][seat], adversary_name),
        "sealed": _heap(state["sealed"][seat], adversary_name),
        "seals": int(state["seals"][seat]),
        "turns": int(state["turns"][seat]),
        "knights_paid": int(state["pips_paid"][seat]),
        "strength_taken": int(state["strength_taken"][seat]),
        "points": {
            "adventures": int(state["points"][seat]),
            "adversaries": int(rules["hand_points"]) * held,
            "seat": int(rules["seat_points"][seat]),
        },
    }


def setup(state: Any, rules: Any) -> dict[str, Any]:
    """The shuffled decks that a new game was laid out from, read right after `deal`: front first."""
    adversaries = int(np.sum(rules["strengths"]))
    knights = int(np.sum(rules["knights"]))
    return {
        "adversaries": [adversary_name(code) for code in state["adversary_deck"][:adversaries]],
        "knights": [knight_name(code) for code in state["knight_deck"][:knights]],
    }


def drawing_data(rules: Any) -> dict[str, Any]:
    """What drawing.js draws beside a state: a full column, and of every adventure its points and what it asks for."""
    return {
        "column": int(rules["column_limit"]),
        "adventures": {
            name: {"points": int(rules["points"][i]), **_asked(rules, i)} for i, name in enumerate(ADVENTURES)
        },
    }


def _asked(rules: Any, i: int) -> dict[str, Any]:
    form, number = int(rules["form"][i]), int(rules["number"][i])
    colours = [name for bit, name in enumerate(COLOURS) if int(rules["cost_colours"][i]) >> bit & 1]
    if form == TOTAL:
        return {"total": number, "colour": colours[0] if len(colours) == 1 else None}
    if form == CARDS:
        return {"cards": number}
    if form == DIFFERENT:
        return {"colours": colours}
    ways = range(int(rules["ways"][i]))
    return {"values": [[int(v) for v in rules["way"][i, j, : int(rules["way_length"][i, j])]] for j in ways]}


def seat_view(state: Any, rules: Any, seat: int) -> list[str]:
    """What a seat (from 0) has in hand, in two short lines."""
    return [
        "knights: " + (", ".join(_heap(state["knights"][seat], knight_name)) or "none"),
        "adversaries: " + (", ".join(_heap(state["adversaries"][seat], adversary_name)) or "none"),
    ]


def table_text(state: Any, rules: Any, names: Sequence[str]) -> str:
    """The table as a few lines."""
    lines = []
    for i, colour in enumerate(COLOURS):
        cards = [str(code % 5 + 1) for code in range(5 * i, 5 * i + 5) for _ in range(int(state["table"][code]))]
        for seat in range(int(state["players"])):
            for code in range(5 * i, 5 * i + 5):
                cards += [f"{code % 5 + 1} (seat {seat + 1})"] * int(state["sealed"][seat, code])
        lines.append(f"{colour:<7} {' '.join(cards) or '-'}")
    left = [name for i, name in enumerate(ADVENTURES) if int(state["owner"][i]) == 0]
    lines.append("adventures: " + (", ".join(left) or "none left"))
    for seat in range(int(state["players"])):
        shown = _seat(state, rules, seat)
        points = sum(shown["points"].values())
        lines.append(
            f"{names[seat]}: {points} points, knights {_short(shown['knights'])}, "
            f"adversaries {_short(shown['adversaries'])}"
        )
    return "\n".join(lines)


def _short(cards: Sequence[str]) -> str:
    kinds = list(dict.fromkeys(cards))
    return ", ".join(f"{cards.count(kind)} x {kind}" if cards.count(kind) > 1 else kind for kind in kinds) or "none"


def rules_text(rules: Any) -> list[str]:
    """What of the set-up is worth a line."""
    adversaries = int(np.sum(rules["strengths"]))
    game = "the game with seals" if int(rules["seals"]) else "the base game"
    return [
        f"{game}; {adversaries} adversaries, {int(np.sum(rules['knights']))} knight cards",
        f"the end comes with {int(rules['adventures_left_at_end'])} adventure left, or when no adversary is",
    ]


# ---- events ----


def event(row: Any) -> dict[str, Any]:
    """A row of the event buffer as a dict: numbers become names, seats count from 1."""
    told = EVENTS.read(row, _READ)
    if told["event"] == "pay":
        told["knights"] = (*KNIGHT_COLOURS, "Merlin")[told["knights"]]
    if told["event"] == "end":
        told["cause"] = END_CAUSES[told["cause"] - 1]
    elif told["event"] == "end_near":
        told["cause"] = _causes(told["cause"])[0]
    return told


_READ: dict[str, Any] = {
    "seat": lambda v: int(v) + 1,
    "card": adversary_name,
    "knight": knight_name,
    "adventure": lambda v: ADVENTURES[int(v)],
    "attack": lambda v: ATTACKS[int(v)],
}


def say(event: Mapping[str, Any], names: Sequence[str]) -> str:
    """An event as a sentence; empty when it isn't worth one."""
    told = event["event"]
    who = names[event["seat"] - 1] if "seat" in event else ""
    if told == "replenish":
        return f"{who} turns adversaries over."
    if told == "show":
        return f"{event['card']} lies face up."
    if told == "attack":
        again = {"attack": "attacks", "repeat": "attacks again", "double": "attacks twice"}[event["attack"]]
        return f"{who} {again} {event['card']} (price {event['price']})."
    if told == "pay":
        merlins = event["merlins"]
        parts = [
            _number(event["singles"], event["knights"]),
            _number(event["doubles"], f"{event['knights']} double"),
            _number(merlins, "Merlin"),
        ]
        return f"{who} pays {' + '.join(part for part in parts if part)}."
    if told == "seal":
        return f"{who} puts a seal on {event['card']}."
    if told == "take":
        return f"{who} takes {event['card']}."
    if told == "spend":
        return f"{who} spends {event['card']} on {event['adventure']}."
    if told == "complete":
        return f"{who} completes {event['adventure']}: {event['points']} points for {event['strength']} of strength."
    if told == "draw":
        return f"{who} draws {event['knight']}."
    if told == "deal":
        return f"{who} starts with {event['knight']}."
    if told == "reshuffle":
        return f"New knight deck no. {event['number']}: the {event['cards']} cards of the discard are shuffled."
    if told == "end_near":
        why = {"adventures": "too few adventures are left", "adversaries": "no adversary is left"}[event["cause"]]
        return f"The end has come: {why}."
    if told == "end":
        return f"The game is over ({event['cause']})."
    return ""
