"""From runs to estimates: exact sums over deals, part by part, read by column."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments, PairedDifference
from burgsim.studies.lab import Played, by_seat

#: Wins are counted in sixtieths, so that shared wins stay whole numbers.
WIN_UNIT = 60


@dataclass(frozen=True)
class Measure:
    """A number of a game: a whole-number function of its columns, and the unit that turns it into what is shown.

    `of` gets each column as int64 (games, players) and returns one whole number a game; `unit` divides it.
    """

    name: str
    label: str
    shown_in: str
    columns: tuple[str, ...]
    of: Callable[[dict[str, np.ndarray], int], np.ndarray]
    per_player: bool = False
    unit: int = 1

    def scale(self, players: int) -> float:
        """What a sum is divided by."""
        return self.unit * (players if self.per_player else 1)


def _margin(values: dict[str, np.ndarray], players: int) -> np.ndarray:
    ordered = np.sort(values["score"], axis=1)
    return ordered[:, -1] - ordered[:, -2]


SCORE = Measure("score", "score", "points", ("score",), lambda v, n: v["score"].sum(axis=1), per_player=True)
FIRST_SEAT = Measure(
    "first_seat", "seat 1's win share", "share", ("win_60ths",), lambda v, n: v["win_60ths"][:, 0], unit=WIN_UNIT
)
MARGIN = Measure("margin", "margin of the winner", "points", ("score",), _margin)
WON = Measure("won", "games won", "share", ("win_60ths",), lambda v, n: v["win_60ths"][:, 0], unit=WIN_UNIT)


def seat_moments(runs: Sequence[Played], column: str) -> Moments:
    """Sums of a column by seat; for a rotated arm by policy, a deal being all its rotations together."""
    players = runs[0].players
    moments = Moments([f"seat {i + 1}" for i in range(players)])
    for parts in zip(*(by_seat(run, [column]) for run in runs), strict=True):
        total = np.zeros_like(parts[0][column], dtype=np.int64)
        for by, part in enumerate(parts):
            # rotation `by` has role r in seat r + by: turn it back, so that columns are roles
            total += np.roll(part[column].astype(np.int64), -by, axis=1)
        moments.add(total)
    return moments


def shares(runs: Sequence[Played]) -> list[Interval]:
    """Win share of each seat (of each role in a rotated arm), one interval each."""
    wins = seat_moments(runs, "win_60ths")
    return [wins.share(i, unit=WIN_UNIT * len(runs)) for i in range(len(wins.columns))]


def means(runs: Sequence[Played], column: str) -> list[Interval]:
    """Mean of a column for each seat (role)."""
    moments = seat_moments(runs, column)
    return [moments.interval(i, unit=float(len(runs))) for i in range(len(moments.columns))]


def measure(run: Played, of: Measure) -> Interval:
    """Mean of a measure over the games of a run."""
    moments = Moments([of.name])
    for values in by_seat(run, of.columns):
        moments.add(of.of(_whole(values), run.players)[:, None])
    return moments.interval(0, unit=of.scale(run.players))


def paired(a: Played, b: Played, measures: Sequence[Measure]) -> dict[str, PairedDifference]:
    """Run `a` less run `b` on the same deals, for each measure."""
    columns = sorted({column for of in measures for column in of.columns})
    names = [f"{of.name}{side}" for of in measures for side in ("+", "-")]
    moments = Moments(names)
    for one, other in zip(by_seat(a, columns), by_seat(b, columns), strict=True):
        one, other = _whole(one), _whole(other)
        rows = [side for of in measures for side in (of.of(one, a.players), of.of(other, b.players))]
        moments.add(np.stack(rows, axis=1).astype(np.int64))
    return {
        of.name: moments.difference(f"{of.name}+", f"{of.name}-", unit=of.scale(a.players)) for of in measures
    }


def totals(run: Played, columns: Sequence[str]) -> dict[str, Interval]:
    """Mean of columns per player (over seats and games), clustered by game."""
    moments = Moments(list(columns))
    for values in by_seat(run, columns):
        moments.add(np.stack([values[name].astype(np.int64).sum(axis=1) for name in columns], axis=1))
    return {name: moments.interval(name, unit=float(run.players)) for name in columns}


def _whole(values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {name: array.astype(np.int64) for name, array in values.items()}
