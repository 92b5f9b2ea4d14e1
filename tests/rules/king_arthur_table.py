"""Small arranged situations of King Arthur for the tests of its rules, played with the kernel's own functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from burgsim.games import load
from burgsim.games.king_arthur.components import ADVENTURES, COLOUR_OF, COLUMN, adversary_name, knight_name
from burgsim.games.king_arthur.hands import add_adversary, clear_adversaries, find_met
from burgsim.games.king_arthur.turn import start_turn
from tests.rules.table import SettlingTable

GAME = load("king-arthur")
ADVERSARY = {adversary_name(code): code for code in range(20)}
KNIGHT = {knight_name(code): code for code in range(7)}


class Board(SettlingTable):
    """A game that has been dealt. Cards are "red 4", "orange double"; moves are texts, "attack red 4"; seats from 1."""

    def __init__(self, players: int = 2, rules: Mapping[str, Any] | None = None, seed: int = 1, game: int = 0) -> None:
        self.arranged = False
        super().__init__(GAME, players, rules, seed, game)
        self.game.reveal()

    # ---- looking ----

    def of(self, verb: str) -> set[str]:
        """What follows a verb in the listed moves of it; nothing once an arranged turn is over."""
        if self.arranged and self.state["turn"] != 1:
            return set()
        return super().of(verb)

    @property
    def pending(self) -> str:
        """The step of the turn that waits for a decision; empty when the game is over."""
        return "".join(self.snap["pending"])

    def seat(self, seat: int = 1) -> dict[str, Any]:
        """What a seat has."""
        return self.snap["seats"][seat - 1]

    def score(self, seat: int = 1) -> int:
        return self.game.result()[1][seat - 1]["score"]


def arrange(
    players: int = 2,
    rules: Mapping[str, Any] | None = None,
    table: Sequence[str] = (),
    deck: Sequence[str] = (),
    hands: Sequence[Sequence[str]] = (),
    knights: Sequence[Sequence[str]] = (),
    sealed: Sequence[Sequence[str]] = (),
    knight_deck: Sequence[str] | None = None,
    left: Sequence[str] | None = None,
) -> Board:
    """Seat 1's first turn with these adversaries on the table, in hands and on top of the deck, and these knights.

    What isn't named lies in the discards (knights: in the deck, unless `knight_deck` says what is there). Adventures
    that aren't among `left` are seat 2's.
    """
    board = Board(players, rules)
    state, packed = board.state, board.game.rules
    adversaries = Counter({code: int(n) for code, n in enumerate(packed["strengths"])})
    pool = Counter({code: int(n) for code, n in enumerate(packed["knights"])})

    def codes(cards: Sequence[str], names: Mapping[str, int], stock: Counter) -> list[int]:
        taken = [names[card] for card in cards]
        stock.subtract(taken)
        assert min(stock.values()) >= 0, "more cards than the box has"
        return taken

    state["columns"] = state["table_mask"] = 0
    for name in ("table", "sealed", "sealed_mask", "knights", "hand_size", "turns", "points", "knight_discard"):
        state[name] = 0
    for card in codes(table, ADVERSARY, adversaries):
        state["table"][card] += 1
        state["table_mask"] |= 1 << card
        state["columns"] += 1 << COLUMN * int(COLOUR_OF[card])
    for seat in range(players):
        clear_adversaries(state, seat)
        for card in codes(hands[seat] if seat < len(hands) else (), ADVERSARY, adversaries):
            add_adversary(state, seat, card)
        find_met(state, packed, seat)
        marked = codes(sealed[seat] if seat < len(sealed) else (), ADVERSARY, adversaries)
        for card in marked:
            state["sealed"][seat, card] += 1
            state["sealed_mask"][seat] |= 1 << card
            state["columns"] += 1 << COLUMN * int(COLOUR_OF[card])
        state["seals"][seat] = int(packed["seals_each"]) * int(packed["seals"]) - len(marked)
        held = codes(knights[seat] if seat < len(knights) else (), KNIGHT, pool)
        for kind in held:
            state["knights"][seat, kind] += 1
        state["hand_size"][seat] = len(held)
    top = codes(deck, ADVERSARY, adversaries)
    state["adversary_deck"][: len(top)] = top
    state["adversary_front"], state["adversary_back"] = 0, len(top)
    state["adversary_discard"] = [adversaries[code] for code in range(20)]
    stack = sorted(pool.elements()) if knight_deck is None else codes(knight_deck, KNIGHT, pool)
    state["knight_deck"][: len(stack)] = stack
    state["knight_front"], state["knight_back"] = 0, len(stack)
    if knight_deck is not None:
        state["knight_discard"] = [pool[code] for code in range(7)]
    state["knight_discards"] = int(state["knight_discard"].sum())
    if left is not None:
        state["open_mask"] = sum(1 << i for i, name in enumerate(ADVENTURES) if name in left)
        state["owner"] = [0 if name in left else 2 for name in ADVENTURES]
        state["left"] = len(left)
        points = zip(packed["points"], ADVENTURES, strict=True)
        state["points"][1] = sum(int(n) for n, name in points if name not in left)
    state["turn"] = state["active"] = state["end_causes"] = state["ender"] = 0
    state["strength_taken"] = state["pips_paid"] = 0
    board.game.events.clear()
    board.arranged = True
    with np.errstate(over="ignore"):
        start_turn(state, packed, board.game.log)
    board.game.reveal()
    return board.settle()


def walk(players: int, seed: int, rules: Mapping[str, Any] | None = None) -> Iterator[Board]:
    """A game of random moves, at each of its decisions."""
    yield from Board(players, rules, seed).settle().walk(seed)
