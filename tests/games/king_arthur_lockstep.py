"""The kernel and the plain engine of King Arthur, side by side, decision by decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from burgsim.games import load
from burgsim.games.chance import stream_key, word
from burgsim.games.king_arthur.cards import RESHUFFLE_STREAM
from burgsim.simulation.stepwise import Stepwise
from tests.games.lockstep import Lockstep
from tests.reference.king_arthur import Game
from tests.reference.king_arthur_pieces import ADVENTURES, COLOURS, KNIGHTS, MERLIN

GAME = load("king-arthur")


def adversary(code: int) -> str:
    return f"{COLOURS[code // 5]} {code % 5 + 1}"


def knight(code: int) -> str:
    return "Merlin" if code == MERLIN else KNIGHTS[code // 2] + (" double" if code % 2 else "")


ADVERSARY_CODES = {adversary(code): code for code in range(20)}
KNIGHT_CODES = {knight(code): code for code in range(7)}


def heap(counts: list[int], name: Any) -> list[str]:
    return [name(code) for code, n in enumerate(counts) for _ in range(n)]


def plain_game(table: Stepwise, rules: Any) -> Game:
    """The plain engine's game with the cards of a table that has just been laid out."""
    setup = GAME.words.setup(table.state, table.rules)

    def reshuffle(number: int, cards: list[int]) -> list[int]:
        """The kernel's order: by a hash of (card, copy, number)."""
        stream = stream_key(table.key, RESHUFFLE_STREAM + number)
        copies: dict = {}
        order = []
        for code in cards:
            copy = copies[code] = copies.get(code, -1) + 1
            with np.errstate(over="ignore"):
                order.append((int(word(np.uint64(stream), code * 256 + copy)) >> 8, code))
        return [code for _, code in sorted(order)]

    return Game(
        rules.model_dump(mode="json"), table.players, [ADVERSARY_CODES[text] for text in setup["adversaries"]],
        [KNIGHT_CODES[text] for text in setup["knights"]], reshuffle,
    )  # fmt: skip


def as_told(move: tuple) -> tuple:
    """A move of the plain engine in the words of the kernel's."""
    verb, *rest = move
    if verb in ("attack", "double", "repeat", "spend"):
        return verb, (COLOURS[rest[0] // 5], rest[0] % 5 + 1)
    if verb == "adventure":
        return verb, ADVENTURES[rest[0]]
    if verb in ("pay", "half"):
        return verb, (*KNIGHTS, "Merlin")[rest[0]], *rest[1:]
    return move


def plain_snapshot(plain: Game) -> dict[str, Any]:
    """The plain engine's state in the words of the kernel's."""
    snap = plain.snapshot()
    result = plain.result()
    decision = snap["decision"]
    told: dict[str, Any] = {}
    if decision.get("step") == "payment":
        first = decision["first_colour"]
        told = {
            "attack": decision["form"], "card": adversary(decision["card"]),
            "first_colour": None if first is None else KNIGHTS[first],
        }  # fmt: skip
    elif decision.get("step") == "spend":
        told = {
            "adventure": ADVENTURES[decision["adventure"]],
            "last": adversary(decision["last"]) if decision["last"] >= 0 else None,
            "total": decision["total"], "cards": decision["cards"],
            "colours": [COLOURS[colour] for colour in decision["colours"]],
        }  # fmt: skip
    over = snap["over"]
    return {
        "turn": snap["turn"],
        "seat": None if over else snap["seat"],
        **{name: snap[name] for name in ("fought", "adventured", "drawn", "reshuffles")},
        "end_causes": snap["end_causes"],
        "ender": result["ender"] or None,
        "adversary_deck": [adversary(code) for code in snap["adversary_deck"]],
        "adversary_discard": heap(snap["adversary_discard"], adversary),
        "knight_deck": [knight(code) for code in snap["knight_deck"]],
        "knight_discard": heap(snap["knight_discard"], knight),
        "table": heap(snap["table"], adversary),
        "adventures": {
            name: {-1: "not in play", 0: None}.get(owner, owner)
            for name, owner in zip(ADVENTURES, snap["adventure_owner"], strict=True)
        },
        "pending": [] if over else [decision["step"]],
        "decision": told,
        "over": over,
        "seats": [
            {
                "knights": heap(player["knights"], knight),
                "adversaries": heap(player["adversaries"], adversary),
                "sealed": heap(player["sealed"], adversary),
                "seals": player["seals"],
                "turns": player["turns"],
                "knights_paid": player["pips_paid"],
                "strength_taken": player["strength_taken"],
                "points": seat["points"],
            }
            for player, seat in zip(snap["players"], result["seats"], strict=True)
        ],
    }


def compare_results(table: Stepwise, plain: Game) -> None:
    """Score, points by category, ranks, shares, the end and what became of the adventures."""
    game_row, rows = table.result()
    wanted = plain.result()
    causes = sum({"adventures": 1, "adversaries": 2, "cap": 4}[cause] for cause in wanted["end_causes"])
    assert game_row["end_cause"] == causes - 1
    assert (game_row["turns"], game_row["ender"]) == (wanted["turns"], wanted["ender"])
    assert game_row["reshuffles"] == plain.reshuffles
    completed = [event for event in plain.events if event[0] == "completed"]
    assert [row["adventures"] for row in rows] == [len(player.adventures) for player in plain.players]
    for number, name in enumerate(ADVENTURES):
        owner = plain.owner[number]
        assert game_row[f"owner_{name}"] == (owner if owner is not None else -(1 << 15))
        assert (game_row[f"taken_in_{name}"] > 0) == any(event[2] == number for event in completed)
    for row, seat, player in zip(rows, wanted["seats"], plain.players, strict=True):
        for name, value in seat["points"].items():
            assert row[f"points_{name}"] == value, name
        for name in ("score", "rank_before_tiebreak", "rank", "win_60ths"):
            assert row[name] == seat[name], name
        assert row["tiebreak"] == seat["tie_break"]
        assert (row["seat_turns"], row["knights_paid"]) == (player.turns, player.pips_paid)
        assert (row["strength_taken"], row["knights_left"]) == (player.strength_taken, sum(player.knights))
        assert row["sealed_left"] == sum(player.sealed)
        for i, colour in enumerate(COLOURS):
            held = sum((card % 5 + 1) * player.adversaries[card] for card in range(5 * i, 5 * i + 5))
            assert row[f"left_{colour}"] == held


play_both = Lockstep(GAME, plain_game, plain_snapshot, compare_results, told=as_told).play_both
