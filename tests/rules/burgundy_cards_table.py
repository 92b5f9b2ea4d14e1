"""Small arranged situations of the card game for the tests of its rules, played with the kernel's own functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from burgsim.games import load
from burgsim.games.burgundy_cards.components import ANIMALS, GOODS, NO_CARD, ROUNDS, TYPES
from burgsim.games.burgundy_cards.state import CATEGORIES
from burgsim.games.burgundy_cards.words import card_code
from tests.rules.table import Table

GAME = load("burgundy-cards")


def _codes(cards: Sequence[str]) -> list[int]:
    return [card_code(card) for card in cards]


class Board(Table):
    """A game that has been dealt. Cards are "ship 2", moves are texts as "take 3 castle 2", seats count from 1."""

    def __init__(self, players: int = 2, rules: Mapping[str, Any] | None = None, seed: int = 1) -> None:
        super().__init__(GAME, players, rules, seed)

    # ---- looking ----

    def verbs(self) -> set[str]:
        """The verbs of the listed moves."""
        return {move.split()[0] for move in self.moves()}

    def of_verb(self, verb: str) -> list[str]:
        """The listed moves of a verb."""
        return [move for move in self.moves() if move.split()[0] == verb]

    def seat(self, seat: int = 1) -> dict[str, Any]:
        """What a seat has."""
        return self.snap["seats"][seat - 1]

    def points(self, category: str, seat: int = 1) -> int:
        return int(self.state["points"][seat - 1, CATEGORIES.index(category)])

    @property
    def pending(self) -> list[str]:
        """The pending frames, the top one last."""
        return self.snap["pending"]

    def storage(self, seat: int = 1) -> tuple[int, int, int, int]:
        """Workers, silver, goods and animals of a seat."""
        told = self.seat(seat)
        return told["workers"], told["silver"], sum(told["goods"].values()), sum(told["animals"].values())

    # ---- playing ----

    def place(self, card: str) -> Board:
        """Have the seat in turn play a card of the right value and place a project, both given to it for that."""
        seat = self.snap["seat"]
        value = card.split()[-1]
        hand = self.seat(seat)["hand"]
        self.give(seat, projects=[*self.seat(seat)["projects"], card], hand=[f"ship {value}", *hand[1:]])
        return self.play(f"play {value}", f"place {card}")

    def quietly(self, until: Callable[[Board], bool]) -> Board:
        """Everybody plays any card and takes silver until something holds (or the game is over)."""
        while not self.game.over and not until(self):
            moves = self.moves()
            self.play("silver" if "silver" in moves else "end" if "end" in moves else moves[0])
        return self

    def next_go(self, seat: int) -> Board:
        """Play quietly until a seat's next go begins."""
        return self.quietly(lambda board: board.snap["seat"] == seat and board.pending == ["END", "PLAY"])

    def to_round(self, letter: str) -> Board:
        """Play quietly until a round begins."""
        return self.quietly(lambda board: board.snap["round"] == letter)

    def to_end(self) -> Board:
        """Play quietly to the end of the game."""
        return self.quietly(lambda board: False)

    # ---- arranging ----

    def give(self, seat: int = 1, **fields: Any) -> Board:
        """Set what a seat has: hand, projects, silver, workers, goods, animals, open, sets, points, stack."""
        state, i = self.state, seat - 1
        for name, value in fields.items():
            if name in ("hand", "stack"):
                state[name][i] = NO_CARD
                state[name][i, : len(value)] = _codes(value)
            elif name == "projects":
                state["projects_n"][i] = len(value)
                state["projects"][i, : len(value)] = sorted(_codes(value))
            elif name in ("silver", "workers"):
                state[name][i] = value
            else:
                names = {"goods": GOODS, "animals": ANIMALS, "points": CATEGORIES}.get(name, TYPES)
                assert name in ("goods", "animals", "points", "open", "sets") and set(value) <= set(names), name
                state[name][i] = [value.get(one, 0) for one in names]
        return self

    def lay_out(self, **fields: Any) -> Board:
        """Set what lies on the table: display {row: cards}, deck (front first), discard, goods_piles and
        animals_piles (two lists, tops last), round (a letter)."""
        state = self.state
        for name, value in fields.items():
            if name == "display":
                shown = [(row, code) for row, cards in value.items() for code in _codes(cards)]
                slots = list(dict.fromkeys(shown))
                for i, (row, code) in enumerate(slots):
                    state["display_row"][i], state["display"][i] = row, code
                    state["display_count"][i] = shown.count((row, code))
                state["display_n"], state["display_alive"] = len(slots), (1 << len(slots)) - 1
            elif name == "deck":
                state["deck"][: len(value)] = _codes(value)
                state["deck_front"], state["deck_back"] = 0, len(value)
            elif name == "discard":
                state["discard"] = 0
                for code in _codes(value):
                    state["discard"][code] += 1
                state["discards"] = len(value)
            elif name == "round":
                state["round"] = ROUNDS.index(value)
            else:
                sort = ("goods_piles", "animals_piles").index(name)
                names, pile_cards = (GOODS, ANIMALS)[sort], state[("goods_pile", "animals_pile")[sort]]
                start = 0
                for pile, cards in enumerate(value):
                    stop = start + len(cards)
                    pile_cards[start:stop] = [names.index(card) for card in cards]
                    state["pile_start"][sort, pile], state["pile_stop"][sort, pile] = start, stop
                    state["pile_top"][sort, pile] = names.index(cards[-1]) if cards else NO_CARD
                    start = stop
        return self


TABLE = ("display", "deck", "discard", "goods_piles", "animals_piles", "round")


def arrange(players: int = 2, rules: Mapping[str, Any] | None = None, **fields: Any) -> Board:
    """A game at its first decision in which every storage is empty, with fields of seat 1 and of the table set."""
    board = Board(players, rules)
    for name in ("workers", "silver", "goods", "animals"):
        board.state[name] = 0
    board.lay_out(**{name: fields.pop(name) for name in TABLE if name in fields})
    return board.give(1, **fields)


def walk(players: int, seed: int, rules: Mapping[str, Any] | None = None) -> Iterator[Board]:
    """A game of random moves, at each of its decisions."""
    yield from Board(players, rules, seed).walk(seed)
