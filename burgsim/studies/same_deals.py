"""Many rules on the same deals, in blocks of deals, so that memory doesn't grow with their number."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from burgsim.games.game import Game
from burgsim.players import Seat
from burgsim.simulation.batch import Table
from burgsim.simulation.ranges import in_parts
from burgsim.studies.measures import Quantity

#: Numbers of a block that are in memory at once (rules times deals times measures, 4 bytes each).
BLOCK_NUMBERS = 16_000_000
#: Deals of a block at most.
BLOCK = 20_000


def blocks(first: int, last: int, numbers: int) -> Iterator[tuple[int, int]]:
    """The deals first .. last-1 in ranges, where each deal takes so many numbers."""
    size = max(1, min(BLOCK, BLOCK_NUMBERS // max(1, numbers)))
    for start in range(first, last, size):
        yield start, min(start + size, last)


class SameDeals:
    """Plays the deals of one seed under any rules, with the same players, and measures them.

    Parameters
    ----------
    wanted : sequence of Quantity
        What is measured.
    progress : callable, optional
        Called with the number of games finished so far, under all rules together.
    """

    def __init__(
        self, game: Game, players: int, table: Sequence[Seat], seed: int, wanted: Sequence[Quantity],
        workers: int | None = None, progress: Callable[[int], None] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.players, self.table, self.seed = game, players, table, seed
        self.wanted, self.workers, self.progress = list(wanted), workers, progress
        self.played = 0

    def measured(self, rules: Any, first: int, last: int) -> np.ndarray:
        """What is measured on deals first .. last-1 under some rules, int32 (deals, measures)."""
        at, wanted, before = Table(self.game, self.players, rules, self.table, self.seed), self.wanted, self.played

        def work(start: int, count: int) -> tuple[np.ndarray]:
            rows = [at.play(start, count)]
            return (np.stack([q.of(rows) for q in wanted], axis=1).astype(np.int32),)

        told = (lambda here: self.progress(before + here)) if self.progress is not None else None  # type: ignore[misc]
        found = [rows[0] for _, rows in in_parts(work, first, last, BLOCK, self.workers, told)]
        self.played += last - first
        return np.concatenate(found)
