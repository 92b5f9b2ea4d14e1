"""A table to play at, and ranges of games played at one table or at several."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np

from burgsim.games.game import CHOICES_ON, DECISIONS, LOG, SEAT, Game, UserError
from burgsim.games.jit import records
from burgsim.players import Seat
from burgsim.players.user_file import raised
from burgsim.simulation.aside import aside
from burgsim.simulation.kernel import (
    FAULT_AUDIT,
    FAULT_DUPLICATE,
    FAULT_ENDLESS,
    FAULT_INDEX,
    FAULT_NO_ACTION,
    FAULT_UNLISTED,
    STATES,
    STEP_LIMIT,
    kernel,
)
from burgsim.simulation.ranges import (
    PART_SIZE,
    Progress,
    Timing,
    in_parts,
)
from burgsim.simulation.room import zeros

MAX_SEED = (1 << 64) - 1
MAX_GAMES = 1 << 40


@dataclass(frozen=True, eq=False)
class Table:
    """A game with its rules, seats and seed, ready to be played at.

    `rules` is the game's Rules; `check` verifies the game's invariants after every step. Any number of threads may call
    `play` at once.
    """

    game: Game
    players: int
    rules: Any
    seats: Sequence[Seat]
    seed: int = 0
    check: bool = False
    _local: threading.local = field(default_factory=threading.local, repr=False)

    def __post_init__(self) -> None:
        self.game.check_players(self.players, self.rules)
        if len(self.seats) != self.players:
            raise UserError(f"{len(self.seats)} seats for {self.players} players")
        check_seed(self.seed)
        kernel(self.game.id)  # compiled here, once, rather than by each thread

    def __repr__(self) -> str:  # the generated one holds every number of the rules
        return f"Table({self.game.id}, {', '.join(seat.spec for seat in self.seats)}, seed={self.seed})"

    def _records(self) -> _Records:
        if not hasattr(self._local, "records"):
            self._local.records = _Records(self)
        return self._local.records

    def play(self, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """Play games first .. first+count-1 in the calling thread.

        Returns
        -------
        game_rows : int32 (count, game columns)
        seat_rows : int32 (count, players, seat columns)
            In the order of the game's `game_columns` and `seat_columns`; the game's `null_columns` mark what doesn't
            apply.

        Raises
        ------
        UserError
            A policy chose what isn't there or raised an error, a game doesn't end, or (with `check`) an invariant is
            broken.
        """
        game, own = self.game, self._records()
        game_rows = zeros((count + 1, len(game.game_columns)), np.int32)
        seat_rows = zeros((count + 1, self.players, len(game.seat_columns)), np.int32)
        fault = np.zeros(8, np.int64)
        try:
            played = own.loop(
                own.states, own.rules, own.desks, own.seats, own.log, own.kept,
                game.deal, game.legal, game.apply, game.reveal, game.hide, game.result, game.audit, own.policies,
                self.players, np.uint64(self.seed), first, count, int(self.check), game_rows, seat_rows, fault,
            )  # fmt: skip
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            who = [(seat.label, seat.policy) for seat in self.seats]
            raise raised(who, error, f"game {fault[1]}") from None
        if played < count:
            raise UserError(self._fault(fault))
        return game_rows[:count], seat_rows[:count]

    def record(self, number: int) -> tuple[np.ndarray, np.ndarray, list[int]]:
        """Play one game: its rows, and the actions chosen wherever there were two or more."""
        return aside(lambda: self._record(number))

    def _record(self, number: int) -> tuple[np.ndarray, np.ndarray, list[int]]:
        log = self._records().log[0]
        log["on"], log["n"] = CHOICES_ON, 0
        try:
            game_rows, seat_rows = self.play(number, 1)
            chosen = int(log["n"])
            room = log["events"].reshape(-1)
            if chosen > len(room):
                raise UserError(f"game {number} has {chosen:,} decisions; at most {len(room):,} can be traced")
            return game_rows[0], seat_rows[0], [int(action) for action in room[:chosen]]
        finally:
            log["on"], log["n"] = 0, 0

    def _fault(self, fault: np.ndarray) -> str:
        kind, number, seat, decision, options, index = (int(value) for value in fault[:6])
        who = self.seats[seat].label if 0 <= seat < self.players else ""
        where = f"game {number}, decision {decision}"
        if kind == FAULT_INDEX:
            return (
                f"policy {who} in seat {seat + 1} chose index {index} of {options} options (0 to {options - 1} are "
                f"allowed) in {where}"
            )
        if kind == FAULT_ENDLESS:
            return f"game {number} doesn't end ({STEP_LIMIT:,} steps): these rules or policies keep it going for ever"
        if kind == FAULT_NO_ACTION:
            return f"{self.game.id}: no action is listed for seat {seat + 1} in {where}; this is an error in the game"
        if kind == FAULT_DUPLICATE:
            return f"{self.game.id}: an action is listed twice in {where}; this is an error in the game"
        if kind == FAULT_UNLISTED:
            return f"policy {who} in seat {seat + 1} wrote into its list: action {index} isn't legal in {where}"
        if kind == FAULT_AUDIT:
            words = self.game.audit_words
            broken = words[index] if 0 <= index < len(words) else f"code {index}"
            return f"{self.game.id}: invariant broken in {where}: {broken}; this is an error in the game"
        return f"{self.game.id}: fault {kind} in game {number}"


@lru_cache(maxsize=64)
def _packed(rules: Any, players: int) -> np.ndarray:
    """Rules as a record. Kept: studies sit the same rules at many tables, and some tables of payments take a while."""
    return rules.pack(players)


class _Records:
    """What one thread plays with."""

    def __init__(self, table: Table) -> None:
        game = table.game
        self.loop = kernel(game.id)
        self.states = records(STATES, game.state)
        self.desks = records(2 * game.max_players, game.desk)
        self.seats = records(game.max_players, SEAT)
        self.log = records(1, LOG)
        self.rules = records(2, game.rules_record)
        self.rules[:] = _packed(table.rules, table.players)
        self.kept = np.zeros((5, game.desk["actions"].shape[0]))
        for i, seat in enumerate(table.seats):
            for place in (i, game.max_players + i):
                self.desks[place]["weights"][:] = seat.weights
            self.seats[i]["role"] = seat.role
            self.seats[i]["noise"] = seat.noise
            self.seats[i]["rollouts"] = seat.rollouts
            self.seats[i]["width"] = seat.width
            self.seats[i]["guarded"] = seat.from_user
            self.seats[i]["plain"] = seat.plain
        functions = [seat.policy.function for seat in table.seats]
        self.policies = tuple(functions + functions[:1] * (game.max_players - table.players))


def check_seed(seed: int) -> None:
    """Refuse a seed that isn't an unsigned 64-bit number."""
    if not 0 <= seed <= MAX_SEED:
        raise UserError(f"the seed must be a whole number from 0 to {MAX_SEED}, not {seed}")


def play_parts(
    table: Table,
    first: int,
    last: int,
    part_size: int = PART_SIZE,
    workers: int | None = None,
    progress: Progress | None = None,
    timing: Timing | None = None,
) -> Iterator[tuple[int, np.ndarray, np.ndarray]]:
    """Play games first .. last-1 and give them part by part, in order: (first game of the part, game_rows, seat_rows).

    Parts lie on the grid of multiples of `part_size`; the first and the last may be shorter.
    """
    for start, rows in in_parts(table.play, first, last, part_size, workers, progress, timing):
        yield start, rows[0], rows[1]


def decisions_in(game_rows: np.ndarray) -> int:
    """Decisions with two or more options in these games."""
    return int(game_rows[:, DECISIONS].sum(dtype=np.int64))
