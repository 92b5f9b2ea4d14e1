"""One game, step by step, with the kernel's own functions: for traces, replays and tests.

A `Stepwise` game deals, lists, applies and reveals as the kernel does, but stops after every step and collects the
events. It works in plain mode too.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from burgsim.games.chance import game_key
from burgsim.games.game import CHANCE, EVENT_CAPACITY, LOG, OVER, Game, UserError
from burgsim.games.jit import copy_state, records


class Stepwise:
    """A game that is being played.

    Parameters
    ----------
    game : Game
        Which game.
    players : int
        Seats at the table.
    rules : rules of the game, optional
        Its `Rules`; the defaults when left out.
    """

    def __init__(self, game: Game, players: int, rules: Any = None) -> None:
        rules = rules if rules is not None else game.rules()
        game.check_players(players, rules)
        self.game = game
        self.players = players
        self.states = records(2, game.state)
        packed = records(2, game.rules_record)
        packed[:] = rules.pack(players)
        self._rules, self._lent = packed[0], packed[1]
        self.state = self.states[0]
        self.desk = records(1, game.desk)[0]
        self.log = records(1, LOG)[0]
        self.log["on"] = 1
        self.key = np.uint64(0)
        self.events: list[dict[str, Any]] = []

    @property
    def rules(self) -> Any:
        """The rules record, to read: a copy made anew each time, since a user's policy that gets it may write to it."""
        copy_state(self._lent, self._rules)
        return self._lent

    def deal(self, seed: int, number: int) -> None:
        """Lay out game `number` of a seed, as the batch does."""
        with np.errstate(over="ignore"):
            self.deal_key(game_key(np.uint64(seed), number))

    def deal_key(self, key: int) -> None:
        """Lay out the game whose chance has this key (uint64)."""
        self.key = np.uint64(key)
        with np.errstate(over="ignore"):
            self.game.deal(self.state, self._rules, self.players, self.key, self.log)
        self._collect()

    @property
    def actor(self) -> int:
        """The seat that is asked (from 0), CHANCE or OVER."""
        return int(self.state["actor"])

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.actor == OVER

    def reveal(self) -> None:
        """Do the chance steps that are due, until a seat is asked or the game is over."""
        while self.actor == CHANCE:
            with np.errstate(over="ignore"):
                self.game.reveal(self.state, self._rules, self.key, self.log)
            self._collect()

    def legal(self) -> list[int]:
        """The listed actions of the decision on top, in the order of the list."""
        n = int(self.game.legal(self.state, self._rules, self.desk))
        return [int(action) for action in self.desk["actions"][:n]]

    def moves(self) -> list[tuple]:
        """The same as moves, the way people and files write them."""
        return [self.game.words.move(self.state, self._rules, action) for action in self.legal()]

    def apply(self, action: int) -> None:
        """Resolve the decision on top; refused when the action isn't listed."""
        if action not in self.legal():
            raise UserError(f"action {action} isn't among the legal ones {self.legal()}")
        with np.errstate(over="ignore"):
            self.game.apply(self.state, self._rules, action, self.log)
        self._collect()

    def play(self, action: int) -> None:
        """Resolve the decision on top and the chance steps that follow."""
        self.apply(action)
        self.reveal()

    def audit(self) -> str:
        """What is wrong with the state, in words; nothing when all is well."""
        return self.game.audit_words[int(self.game.audit(self.state, self._rules))]

    def result(self) -> tuple[dict[str, int], list[dict[str, int]]]:
        """The game's row of the results and its seats' rows, by column name (without decisions)."""
        game_row = np.zeros(len(self.game.game_columns), np.int32)
        seat_rows = np.zeros((self.players, len(self.game.seat_columns)), np.int32)
        self.game.result(self.state, self._rules, game_row, seat_rows)
        seats = [
            {name: int(value) for name, value in zip(self.game.seat_columns, row, strict=True)} for row in seat_rows
        ]
        return {name: int(value) for name, value in zip(self.game.game_columns, game_row, strict=True)}, seats

    def snapshot(self) -> dict[str, Any]:
        """The whole state in JSON types."""
        return self.game.words.snapshot(self.state, self._rules)

    def state_bytes(self) -> bytes:
        """The state as bytes, to compare and to hash."""
        return bytes(np.asarray(self.state).tobytes())

    def copy(self) -> Stepwise:
        """The same game at the same point, to play on apart (events so far are left behind)."""
        other = object.__new__(Stepwise)
        other.__dict__.update(self.__dict__)
        other.states = records(2, self.game.state)
        other.state = other.states[0]
        copy_state(other.state, self.state)
        other.desk = records(1, self.game.desk)[0]
        other.log = records(1, LOG)[0]
        other.log["on"] = 1
        other.events = []
        return other

    def _collect(self) -> None:
        n = int(self.log["n"])
        if n >= EVENT_CAPACITY:
            raise RuntimeError(f"more than {EVENT_CAPACITY} events in one step")
        self.events += [self.game.words.event(row) for row in self.log["events"][:n]]
        self.log["n"] = 0
