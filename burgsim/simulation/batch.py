"""Playing games in threads: a table to play at, and ranges of games cut into chunks that take about half a second.

Every game is a function of the seed and its number, so results don't depend on threads or on how a range is cut.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from burgsim.games.game import CHOICES_ON, DECISIONS, LOG, SEAT, Game, UserError
from burgsim.games.jit import records
from burgsim.players import Seat
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

#: Games a part on disk holds; the grid that parts lie on starts at game 0.
PART_SIZE = 100_000
MAX_SEED = (1 << 64) - 1
MAX_GAMES = 1 << 40

_CHUNK_SECONDS = 0.35
_FIRST_CHUNK = 1  # with rollouts a single game may take a while
_GROWTH = 8
_LARGEST_CHUNK = 1 << 15
_PARTS_IN_MEMORY = 3
_POLL_SECONDS = 0.1
_STOP_SECONDS = 1.0

#: What a range of games gives: arrays with one row a game.
Rows = tuple[np.ndarray, ...]
#: Called now and then in the calling thread with the number of games finished so far.
Progress = Callable[[int], None]


@dataclass
class Timing:
    """How long threads have been playing, summed over them (wall clock, nothing but the games)."""

    busy: float = 0.0


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
            A policy chose what isn't there, a game doesn't end, or (with `check`) an invariant is broken.
        """
        game, own = self.game, self._records()
        game_rows = np.zeros((count + 1, len(game.game_columns)), np.int32)
        seat_rows = np.zeros((count + 1, self.players, len(game.seat_columns)), np.int32)
        fault = np.zeros(8, np.int64)
        played = own.loop(
            own.states, own.rules, own.desks, own.seats, own.log, own.kept,
            game.deal, game.legal, game.apply, game.reveal, game.hide, game.result, game.audit, own.policies,
            self.players, np.uint64(self.seed), first, count, int(self.check), game_rows, seat_rows, fault,
        )  # fmt: skip
        if played < count:
            raise UserError(self._fault(fault))
        return game_rows[:count], seat_rows[:count]

    def record(self, number: int) -> tuple[np.ndarray, np.ndarray, list[int]]:
        """Play one game: its rows, and the actions chosen wherever there were two or more."""
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


class _Records:
    """What one thread plays with."""

    def __init__(self, table: Table) -> None:
        game = table.game
        self.loop = kernel(game.id)
        self.states = records(STATES, game.state)
        self.desks = records(game.max_players, game.desk)
        self.seats = records(game.max_players, SEAT)
        self.log = records(1, LOG)
        self.rules = records(1, game.rules_record)
        self.rules[:] = table.rules.pack(table.players)
        self.kept = np.zeros((5, game.desk["actions"].shape[0]))
        for i, seat in enumerate(table.seats):
            self.desks[i]["weights"][:] = seat.weights
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


def default_workers() -> int:
    """As many threads as this process may use cores."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


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


def play_together(
    tables: Sequence[Table],
    first: int,
    last: int,
    part_size: int = PART_SIZE,
    workers: int | None = None,
    progress: Progress | None = None,
    timing: Timing | None = None,
) -> Iterator[tuple[int, list[tuple[np.ndarray, np.ndarray]]]]:
    """The same games at several tables (variants, rotations): (first game of the part, rows of each table).

    `progress` counts deals, each of which is a game at every table.
    """

    def work(start: int, count: int) -> Rows:
        return tuple(rows for table in tables for rows in table.play(start, count))

    for start, rows in in_parts(work, first, last, part_size, workers, progress, timing):
        yield start, [(rows[2 * i], rows[2 * i + 1]) for i in range(len(tables))]


def in_parts(
    work: Callable[[int, int], Rows],
    first: int,
    last: int,
    part_size: int = PART_SIZE,
    workers: int | None = None,
    progress: Progress | None = None,
    timing: Timing | None = None,
) -> Iterator[tuple[int, Rows]]:
    """Do `work(first, count)` for chunks of a range in threads and give the rows part by part, in order.

    Workers go on with the next part while one is finished, as long as no more than three are in memory. An error in a
    worker is raised here; when the caller stops (Ctrl-C, too), workers stop after their chunk.
    """
    if last <= first:
        return
    crew = _Crew(work, first, last, part_size, workers or default_workers(), progress, timing)
    try:
        yield from crew.parts()
    finally:
        crew.stop()


class _Part:
    """Rows of one part as they come in."""

    def __init__(self, first: int, last: int) -> None:
        self.first, self.last = first, last
        self.missing = last - first
        self.rows: Rows | None = None

    def room(self, like: Rows) -> Rows:
        if self.rows is None:
            self.rows = tuple(np.empty((self.last - self.first, *a.shape[1:]), a.dtype) for a in like)
        return self.rows


class _Crew:
    """Threads that take chunks off a range. Everything shared is touched under `changed`."""

    def __init__(
        self, work: Callable[[int, int], Rows], first: int, last: int, part_size: int, workers: int,
        progress: Progress | None, timing: Timing | None,
    ) -> None:  # fmt: skip
        self.work, self.last, self.part_size, self.progress = work, last, part_size, progress
        self.timing = timing or Timing()
        self.first = self.next = first
        self.workers = workers
        self.changed = threading.Condition()
        self.open: list[_Part] = []
        self.error: BaseException | None = None
        self.stopping = False
        self.done = 0
        self.threads = [threading.Thread(target=self._run, daemon=True) for _ in range(workers)]

    def parts(self) -> Iterator[tuple[int, Rows]]:
        for thread in self.threads:
            thread.start()
        given = self.first
        while given < self.last:
            with self.changed:
                ready = self.open[0] if self.open and self.open[0].missing == 0 else None
                if ready is None and self.error is None:
                    self.changed.wait(_POLL_SECONDS)
                error, done = self.error, self.done
            if error is not None:
                raise error
            if self.progress is not None:
                self.progress(done)
            if ready is not None:
                assert ready.rows is not None
                given = ready.last
                yield ready.first, ready.rows
                with self.changed:
                    self.open.remove(ready)
                    self.changed.notify_all()
                del ready

    def stop(self) -> None:
        with self.changed:
            self.stopping = True
            self.changed.notify_all()
        until = time.monotonic() + _STOP_SECONDS
        for thread in self.threads:
            if thread.ident is not None:
                thread.join(max(0.0, until - time.monotonic()))

    def _take(self, size: int) -> tuple[_Part, int, int] | None:
        """The next chunk of about `size` games, or None when there is nothing left to do."""
        with self.changed:
            while True:
                if self.stopping or self.next >= self.last:
                    return None
                part = self.open[-1] if self.open else None
                if part is not None and self.next < part.last:
                    break
                if len(self.open) < _PARTS_IN_MEMORY:
                    end = min((self.next // self.part_size + 1) * self.part_size, self.last)
                    part = _Part(self.next, end)
                    self.open.append(part)
                    break
                self.changed.wait()
            # Towards the end chunks get shorter, so that all workers finish at about the same time.
            share = -(-(self.last - self.next) // (2 * self.workers))
            start, count = self.next, min(size, part.last - self.next, max(share, size // 32, 1))
            self.next += count
            return part, start, count

    def _run(self) -> None:
        size = _FIRST_CHUNK
        try:
            while (chunk := self._take(size)) is not None:
                part, start, count = chunk
                began = time.perf_counter()
                rows = self.work(start, count)
                took = time.perf_counter() - began
                with self.changed:
                    room = part.room(rows)
                offset = start - part.first
                for whole, piece in zip(room, rows, strict=True):
                    whole[offset : offset + count] = piece
                with self.changed:
                    part.missing -= count
                    self.done += count
                    self.timing.busy += took
                    self.changed.notify_all()
                wanted = int(count * _CHUNK_SECONDS / max(took, 1e-6))
                size = max(1, min(wanted, _GROWTH * size, _LARGEST_CHUNK))
        except BaseException as error:  # handed to the caller's thread
            with self.changed:
                self.error = self.error or error
                self.stopping = True
                self.changed.notify_all()


def decisions_in(game_rows: np.ndarray) -> int:
    """Decisions with two or more options in these games."""
    return int(game_rows[:, DECISIONS].sum(dtype=np.int64))
