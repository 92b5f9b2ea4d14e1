"""What a run says, from whole numbers that merge in any order: scores, win shares and means of every column.

The unit is the deal, which in a run is the game; intervals are 95% and null below two games.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from burgsim.games.game import END_CAUSE, NULL, SCORE, WIN_60THS, Game
from burgsim.statistics.intervals import Interval, mean_interval
from burgsim.statistics.moments import Moments

#: A full win.
FULL = 60
_BLOCK = 4096


class Summary:
    """Exact sums over the games of a run.

    Parameters
    ----------
    game : Game
    labels : sequence of str
        The policy in each seat.
    """

    def __init__(self, game: Game, labels: Sequence[str]) -> None:
        self.game = game
        self.labels = list(labels)
        self.players = len(self.labels)
        self.games = 0
        self.ties = 0
        self.end_causes = [0] * len(game.end_causes)
        self.game_columns = list(game.game_columns)
        self.seat_columns = list(game.seat_columns)
        # [column] and [seat, column] of count, sum and sum of squares, as Python integers
        self._by_game = np.zeros((3, len(self.game_columns)), object)
        self._by_seat = np.zeros((3, self.players, len(self.seat_columns)), object)
        self._null_by_game, self._null_by_seat = (
            [i for i, name in enumerate(columns) if name in game.null_columns]
            for columns in (self.game_columns, self.seat_columns)
        )
        seats = range(1, self.players + 1)
        #: Scores (`score_1`, ...) and wins in 60ths (`win_1`, ...) of all seats with their products, one row a game.
        self.moments = Moments([*(f"score_{s}" for s in seats), *(f"win_{s}" for s in seats)])

    def add(self, game_rows: np.ndarray, seat_rows: np.ndarray) -> None:
        """Add games: the kernel's rows, int32 (games, columns) and (games, players, columns)."""
        n = len(game_rows)
        if n == 0:
            return
        self.games += n
        wins = seat_rows[:, :, WIN_60THS]
        if self.players > 1:
            self.ties += int(((wins > 0) & (wins < FULL)).any(axis=1).sum())
        causes = np.bincount(game_rows[:, END_CAUSE], minlength=len(self.end_causes))
        self.end_causes = [a + int(b) for a, b in zip(self.end_causes, causes, strict=True)]
        self.moments.add(np.concatenate([seat_rows[:, :, SCORE], wins], axis=1))
        of_games = _sums(game_rows)
        for column in self._null_by_game:
            values = game_rows[:, column]
            of_games[:, column] = _sums(values[values != NULL][:, None])[:, 0]
        self._by_game = self._by_game + of_games.astype(object)
        flat = seat_rows.reshape(n, -1)
        sums = _sums(flat).reshape(3, self.players, -1)
        for column in self._null_by_seat:
            for seat in range(self.players):
                values = seat_rows[:, seat, column]
                sums[:, seat, column] = _sums(values[values != NULL][:, None])[:, 0]
        self._by_seat = self._by_seat + sums.astype(object)

    def merge(self, other: Summary) -> None:
        """Add the games of another summary of the same table."""
        if (self.game.id, self.labels) != (other.game.id, other.labels):
            raise ValueError(f"only summaries of the same table can be merged: {self.labels} is not {other.labels}")
        self.games += other.games
        self.ties += other.ties
        self.end_causes = [a + b for a, b in zip(self.end_causes, other.end_causes, strict=True)]
        self.moments.merge(other.moments)
        self._by_game = self._by_game + other._by_game
        self._by_seat = self._by_seat + other._by_seat

    def score(self, seat: int) -> Interval:
        """Mean score of a seat (from 1)."""
        return self.moments.interval(f"score_{seat}")

    def win_share(self, seat: int) -> Interval:
        """Share of the games won by a seat (from 1), a win shared by k counting 1/k."""
        return self.moments.share(f"win_{seat}", unit=FULL)

    def mean(self, column: str, seat: int | None = None) -> Interval:
        """Mean of a column: of a seat (from 1), or of a column of the game; null cells are left out."""
        if seat is None:
            sums = self._by_game[:, self.game_columns.index(column)]
        else:
            sums = self._by_seat[:, seat - 1, self.seat_columns.index(column)]
        return mean_interval(int(sums[0]), int(sums[1]), int(sums[2]))

    def total(self, column: str) -> int:
        """Exact sum of a column of the game, such as `decisions`."""
        return int(self._by_game[1, self.game_columns.index(column)])

    def seats(self) -> list[dict[str, Any]]:
        """One dict a seat: seat, policy, mean_score, score_se, win_share, win_low, win_high (None: no interval)."""
        rows = []
        for seat, label in enumerate(self.labels, start=1):
            score, win = self.score(seat).to_dict(), self.win_share(seat).to_dict()
            rows.append(
                {
                    "seat": seat,
                    "policy": label,
                    "mean_score": score["estimate"],
                    "score_se": score["se"],
                    "win_share": win["estimate"],
                    "win_low": win["low"],
                    "win_high": win["high"],
                }
            )
        return rows

    def means(self) -> dict[str, list[float | None]]:
        """Mean of every seat column by seat; None where no cell applies."""
        return {
            name: [self.mean(name, seat).to_dict()["estimate"] for seat in range(1, self.players + 1)]
            for name in self.seat_columns
        }

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        return {
            "game": self.game.id,
            "games": self.games,
            "ties": self.ties,
            "end_causes": dict(zip(self.game.end_causes, self.end_causes, strict=True)),
            "seats": self.seats(),
            "means": self.means(),
            "game_means": {name: self.mean(name).to_dict()["estimate"] for name in self.game_columns
                           if name != "end_cause"},
        }  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Summary) and self.exact() == other.exact()

    __hash__ = None  # type: ignore[assignment]

    def exact(self) -> Mapping[str, Any]:
        """The sums themselves, all whole numbers."""
        return {
            "game": self.game.id,
            "labels": self.labels,
            "games": self.games,
            "ties": self.ties,
            "end_causes": self.end_causes,
            "by_game": self._by_game.tolist(),
            "by_seat": self._by_seat.tolist(),
            "moments": self.moments.to_dict(),
        }


def _sums(rows: np.ndarray) -> np.ndarray:
    """Count, sum and sum of squares of each column, int64 (3, columns); exact for cells of 16 bits and part sizes."""
    total = np.zeros((3, rows.shape[1]), np.int64)
    total[0] = len(rows)
    for start in range(0, len(rows), _BLOCK):
        block = rows[start : start + _BLOCK].astype(np.int64)
        total[1] += block.sum(axis=0)
        total[2] += np.einsum("ij,ij->j", block, block)
    return total
