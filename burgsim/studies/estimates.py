"""From runs to estimates: exact sums over deals, part by part, read by column."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from burgsim.statistics.fairness import Compensation, level_seats, seat_advantages
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


def seat_leads(runs: Sequence[Played]) -> list[Interval]:
    """Each seat's (role's) win share above a fair one, with intervals that hold for all of a table at once."""
    return seat_advantages(seat_moments(runs, "win_60ths"))


def place_shares(runs: Sequence[Played]) -> list[Interval]:
    """Win share by place at the table of a rotated arm (its roles rotate); the deal is the cluster."""
    wins = Moments(runs[0].players)
    for parts in zip(*(by_seat(run, ["win_60ths"]) for run in runs), strict=True):
        wins.add(np.sum([part["win_60ths"].astype(np.int64) for part in parts], axis=0))
    return [wins.share(i, unit=WIN_UNIT * len(runs)) for i in range(runs[0].players)]


def levelled(run: Played, ties: bool = True) -> Compensation:
    """Points at the end that level the seats of a run; `ties`: the game has a column "tiebreak" that counts first."""
    parts = [_whole(part) for part in by_seat(run, ["score", "tiebreak"] if ties else ["score"])]
    scores, *breaks = (np.concatenate([part[name] for part in parts]) for name in parts[0])
    return level_seats(scores, *breaks)


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


def score_change(changed: Sequence[Played], rules: Sequence[Played]) -> Interval:
    """Change of a player's mean score on the same deals, all rotations of a deal together (for `Rungs.row`)."""
    moments = Moments(["changed", "rules"])
    for parts in zip(*(by_seat(run, ["score"]) for run in (*changed, *rules)), strict=True):
        whole = [part["score"].astype(np.int64).sum(axis=1) for part in parts]
        half = len(changed)
        moments.add(np.stack([np.sum(whole[:half], axis=0), np.sum(whole[half:], axis=0)], axis=1))
    return moments.difference("changed", "rules", unit=float(half * changed[0].players)).interval


def fork_effect(rows: Mapping[str, np.ndarray], where: np.ndarray | None = None) -> dict[str, Interval]:
    """The marked action less none such in the turn: own score, lead over the best other seat, and win share.

    Parameters
    ----------
    rows : mapping
        The columns of `Lab.fork`; the game is the cluster.
    where : bool array, optional
        The forks that count; all when left out.
    """
    chosen = {name: values if where is None else values[where] for name, values in rows.items()}
    futures = int(chosen["futures"][0]) if len(chosen["futures"]) else 1
    units = {"score": futures, "lead": futures, "win": WIN_UNIT * futures}
    moments = Moments(list(units))
    moments.add(np.stack([chosen[f"{name}_with"] - chosen[f"{name}_without"] for name in units], axis=1))
    return {name: moments.interval(name, unit=float(unit)) for name, unit in units.items()}


def fork_effects(
    rows: Mapping[str, np.ndarray], least: int, where: np.ndarray | None = None
) -> dict[str, dict[str, Interval]]:
    """`fork_effect` over "all" forks, and over those where the player itself "acts" that way, or "waits".

    An opportunity that a player passes up comes up again, so those it waits at weigh heavily among all. The last two
    are there when they have at least `least` forks.
    """
    found = {"all": fork_effect(rows, where)}
    for name, chosen in (("acts", 1), ("waits", 0)):
        at = rows["chosen"] == chosen
        at = at if where is None else at & where
        if at.sum() >= least:
            found[name] = fork_effect(rows, at)
    return found


def totals(run: Played, columns: Sequence[str]) -> dict[str, Interval]:
    """Mean of columns per player (over seats and games), clustered by game."""
    moments = Moments(list(columns))
    for values in by_seat(run, columns):
        moments.add(np.stack([values[name].astype(np.int64).sum(axis=1) for name in columns], axis=1))
    return {name: moments.interval(name, unit=float(run.players)) for name in columns}


def _whole(values: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    return {name: array.astype(np.int64) for name, array in values.items()}
