"""The kernel and the plain engine of the card game, side by side, decision by decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from burgsim.games import load
from burgsim.games.burgundy_cards.cards import RESHUFFLE_STREAM
from burgsim.games.burgundy_cards.components import KINDS
from burgsim.games.burgundy_cards.rules import parse_reward
from burgsim.games.chance import stream_key, word
from burgsim.simulation.stepwise import Stepwise
from tests.games.lockstep import Lockstep
from tests.reference.burgundy_cards import Game

GAME = load("burgundy-cards")
UNITS = ("points", "goods", "animals", "silver", "workers")


def plain_rules(rules: Any) -> dict:
    """The rules of the kernel as the plain engine takes them."""
    plain = rules.model_dump(mode="json")
    plain["round_reward"] = {
        letter: [dict(zip(UNITS, option, strict=True)) for option in parse_reward(text)]
        for letter, text in plain["round_reward"].items()
    }
    for name in ("all_seven", "start_workers", "display_cards", "display_by_row"):
        plain[name] = {key.removeprefix("p"): value for key, value in plain[name].items()}
    return plain


def as_card(text: str) -> tuple[str, int]:
    kind, pips = text.split()
    return kind, int(pips)


def plain_game(table: Stepwise, rules: Any) -> Game:
    """The plain engine's game with the cards of a table that has just been laid out."""
    setup = GAME.words.setup(table.state, table.rules)

    def reshuffle(number: int, cards: list) -> list:
        """The kernel's order: by a hash of (card, copy, number)."""
        with np.errstate(over="ignore"):
            stream = stream_key(table.key, RESHUFFLE_STREAM + number)
        copies: dict = {}
        order = []
        for card in cards:
            code = KINDS.index(card[0]) * 6 + card[1] - 1
            copy = copies[card] = copies.get(card, -1) + 1
            with np.errstate(over="ignore"):
                order.append((int(word(np.uint64(stream), code * 256 + copy)) >> 8, code, card))
        return [card for _, _, card in sorted(order)]

    return Game(
        plain_rules(rules), table.players, [as_card(text) for text in setup["deck"]], setup["goods"],
        setup["animals"], reshuffle,
    )  # fmt: skip


def compare_results(table: Stepwise, plain: Game) -> None:
    """Score, points by category, ranks, shares and the solo game's outcome."""
    game_row, rows = table.result()
    wanted = plain.result()
    for row, seat in zip(rows, wanted["seats"], strict=True):
        for name, value in seat["points"].items():
            assert row[f"points_{name}"] == value, name
        for name in ("score", "rank_before_tiebreak", "rank", "win_60ths"):
            assert row[name] == seat[name], name
        assert row["tiebreak"] == seat["storage"]
    if table.players == 1:
        lost_in = wanted["lost_in"]
        assert rows[0]["aaron_score"] == wanted["aaron_score"]
        assert rows[0]["won"] == wanted["won"]
        assert rows[0]["lost_in"] == ("ABCDE".index(lost_in) + 1 if lost_in else 0)
    assert game_row["reshuffles"] == plain.reshuffles


play_both = Lockstep(GAME, plain_game, Game.snapshot, compare_results, asks_for_single_moves=True).play_both
