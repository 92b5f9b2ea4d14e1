"""Ranges of games: the one place where they are cut into chunks, played somewhere, and put together again in order.

Threads of this process play them, unless `playing_on` names another place (a Dask cluster, burgsim.simulation.cluster).
Every game is a function of the seed and its number, so results depend neither on the place nor on how a range is cut.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from burgsim.games.game import UserError
from burgsim.simulation.room import zeros

#: Games a part on disk holds; the grid that parts lie on starts at game 0.
PART_SIZE = 100_000
#: Parts that are in memory at once, one of them being written.
PARTS_IN_MEMORY = 3
#: Threads that may be asked for.
MOST_WORKERS = 1024

_CHUNK_SECONDS = 0.35
_FIRST_CHUNK = 1  # with rollouts a single game may take a while
_GROWTH = 8
_LARGEST_CHUNK = 1 << 15
_POLL_SECONDS = 0.1
_STOP_SECONDS = 0.5

#: What a range of games gives: arrays with one row a game.
Rows = tuple[np.ndarray, ...]
#: Plays games first .. first+count-1.
Work = Callable[[int, int], Rows]
#: Called now and then in the calling thread with the number of games finished so far.
Progress = Callable[[int], None]


@dataclass
class Timing:
    """How long threads (or a cluster's) have been playing, summed over them: wall clock, nothing but the games."""

    busy: float = 0.0


class Place(Protocol):
    """Where games are played when not in threads of this process."""

    @property
    def threads(self) -> int:
        """Games that are played there at once."""

    def prepare(self, game_id: str) -> None:
        """Have a game compiled there."""

    def describe(self) -> dict[str, Any]:
        """Plain values for a run's log."""

    def parts(
        self, work: Work, first: int, last: int, part_size: int, progress: Progress | None, timing: Timing
    ) -> Iterator[tuple[int, Rows]]:
        """What `in_parts` gives."""


_place: ContextVar[Place | None] = ContextVar("place", default=None)


@contextmanager
def playing_on(place: Place | None) -> Iterator[None]:
    """Have every range of games played at a place; None is here, in threads."""
    before = _place.set(place)
    try:
        yield
    finally:
        _place.reset(before)


def place() -> Place | None:
    """Where games are being played; None is here, in threads."""
    return _place.get()


def default_workers() -> int:
    """As many threads as this process may use cores."""
    if hasattr(os, "sched_getaffinity"):
        return max(1, len(os.sched_getaffinity(0)))
    return os.cpu_count() or 1


def check_workers(workers: int | None) -> None:
    """Refuse a number of threads with which nothing would be played, or the system would run out of them."""
    if workers is not None and not 1 <= workers <= MOST_WORKERS:
        raise UserError(f"workers must be from 1 to {MOST_WORKERS}, not {workers}")


def threads_at_work(workers: int | None = None) -> int:
    """How many threads play: those of the place, or the number given, or as many as there are cores."""
    elsewhere = place()
    return elsewhere.threads if elsewhere is not None else workers or default_workers()


def in_parts(
    work: Work,
    first: int,
    last: int,
    part_size: int = PART_SIZE,
    workers: int | None = None,
    progress: Progress | None = None,
    timing: Timing | None = None,
) -> Iterator[tuple[int, Rows]]:
    """Do `work(first, count)` for chunks of a range and give the rows part by part, in order.

    The work goes on with the next parts while one is finished, as long as few are in memory. An error in it is raised
    here; when the caller stops (Ctrl-C, too), no more is begun. `workers` are threads; elsewhere it means nothing.
    """
    check_workers(workers)
    if last <= first:
        return
    elsewhere = place()
    if elsewhere is not None:
        yield from elsewhere.parts(work, first, last, part_size, progress, timing or Timing())
        return
    crew = _Crew(work, first, last, part_size, workers or default_workers(), progress, timing)
    try:
        yield from crew.parts()
    finally:
        crew.stop()


class Part:
    """Rows of one part as they come in."""

    def __init__(self, first: int, last: int) -> None:
        self.first, self.last = first, last
        self.missing = last - first
        self.rows: Rows | None = None

    def room(self, like: Rows) -> Rows:
        """The arrays of the whole part, made when the first rows come in."""
        if self.rows is None:
            self.rows = tuple(zeros((self.last - self.first, *a.shape[1:]), a.dtype) for a in like)
        return self.rows


@dataclass(frozen=True, eq=False)
class Chunk:
    """Games start .. start+count-1, all of one part."""

    part: Part
    start: int
    count: int

    def put(self, room: Rows, rows: Rows) -> None:
        """Write the rows of these games where they belong."""
        offset = self.start - self.part.first
        for whole, piece in zip(room, rows, strict=True):
            whole[offset : offset + self.count] = piece


class Ledger:
    """Which games of a range are out, which are back, and which parts are whole."""

    def __init__(self, first: int, last: int, part_size: int, workers: int, most_open: int = PARTS_IN_MEMORY) -> None:
        self.next, self.last, self.part_size = first, last, part_size
        self.workers, self.most_open = workers, most_open
        self.open: list[Part] = []
        self.done = 0

    @property
    def all_out(self) -> bool:
        """Whether there is no game left to be taken."""
        return self.next >= self.last

    def take(self, size: int) -> Chunk | None:
        """The next chunk of about `size` games; None when none is left, or too many parts are in memory."""
        if self.all_out:
            return None
        part = self.open[-1] if self.open else None
        if part is None or self.next >= part.last:
            if len(self.open) >= self.most_open:
                return None
            part = Part(self.next, min((self.next // self.part_size + 1) * self.part_size, self.last))
            self.open.append(part)
        # Towards the end chunks get shorter, so that all workers finish at about the same time.
        share = -(-(self.last - self.next) // (2 * self.workers))
        chunk = Chunk(part, self.next, min(size, part.last - self.next, max(share, size // 32, 1)))
        self.next += chunk.count
        return chunk

    def back(self, chunk: Chunk) -> None:
        """A chunk's rows have been put into its part."""
        chunk.part.missing -= chunk.count
        self.done += chunk.count

    def ready(self) -> Part | None:
        """The first part, when it is whole."""
        return self.open[0] if self.open and self.open[0].missing == 0 else None


def next_size(size: int, count: int, took: float, seconds: float = _CHUNK_SECONDS) -> int:
    """How many games take about `seconds`, after `count` took `took`; no more than so many times the last size."""
    return max(1, min(int(count * seconds / max(took, 1e-6)), _GROWTH * size, _LARGEST_CHUNK))


class _Crew:
    """Threads that take chunks off a range. Everything shared is touched under `changed`."""

    def __init__(
        self, work: Work, first: int, last: int, part_size: int, workers: int, progress: Progress | None,
        timing: Timing | None,
    ) -> None:  # fmt: skip
        self.work, self.last, self.progress = work, last, progress
        self.timing = timing or Timing()
        self.ledger = Ledger(first, last, part_size, workers)
        self.changed = threading.Condition()
        self.error: BaseException | None = None
        self.stopping = False
        self.threads = [threading.Thread(target=self._run, daemon=True) for _ in range(workers)]

    def parts(self) -> Iterator[tuple[int, Rows]]:
        for thread in self.threads:
            thread.start()
        given = 0
        while given < self.last:
            with self.changed:
                ready = self.ledger.ready()
                if ready is None and self.error is None:
                    self.changed.wait(_POLL_SECONDS)
                error, done = self.error, self.ledger.done
            if error is not None:
                raise error
            if self.progress is not None:
                self.progress(done)
            if ready is not None:
                assert ready.rows is not None
                given = ready.last
                yield ready.first, ready.rows
                with self.changed:
                    self.ledger.open.remove(ready)
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

    def _take(self, size: int) -> Chunk | None:
        """The next chunk, waited for while memory is full; None when there is nothing left to do."""
        with self.changed:
            while not self.stopping and not self.ledger.all_out:
                chunk = self.ledger.take(size)
                if chunk is not None:
                    return chunk
                self.changed.wait()
            return None

    def _run(self) -> None:
        size = _FIRST_CHUNK
        try:
            while (chunk := self._take(size)) is not None:
                began = time.perf_counter()
                rows = self.work(chunk.start, chunk.count)
                took = time.perf_counter() - began
                with self.changed:
                    room = chunk.part.room(rows)
                chunk.put(room, rows)
                with self.changed:
                    self.ledger.back(chunk)
                    self.timing.busy += took
                    self.changed.notify_all()
                size = next_size(size, chunk.count, took)
        except BaseException as error:  # handed to the caller's thread
            with self.changed:
                self.error = self.error or error
                self.stopping = True
                self.changed.notify_all()
