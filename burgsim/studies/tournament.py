"""Every policy against every other: rotated seats on the same deals, win shares, ratings, and cycles.

At each table sits a different selection of the policies, as many as there are seats; every selection plays every deal
in all rotations. With fewer policies than seats some sit twice. A deal, with all the games played on it, is one
observation.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgsim.games.game import RANK, WIN_60THS, Game, UserError
from burgsim.players import Seat, rotate, seats
from burgsim.simulation.batch import Table
from burgsim.simulation.ranges import in_parts
from burgsim.simulation.run import rules_of
from burgsim.simulation.warm import prepare
from burgsim.statistics.intervals import Interval, share_of
from burgsim.statistics.meetings import Meetings, Seating
from burgsim.statistics.multiplicity import critical_value
from burgsim.statistics.ratings import Rating, cyclic_share, win_rates

#: More tables than this are too many for a tournament: fewer policies, please.
MOST_TABLES = 3_000
#: Deals that are in memory at once.
PART = 20_000
Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Cycle:
    """Three policies, each ahead of the next more often than not, and surely so; `least` is the smallest rate."""

    policies: tuple[str, str, str]
    least: float


@dataclass(frozen=True)
class Tournament:
    """Who won how much, against whom.

    `rates[i, j]` is how often i finished ahead of j when they met (a tie is half), `rate_errors` its standard error by
    deal; `ratings` is None without the package for them.
    """

    game: str
    players: int
    policies: tuple[str, ...]
    deals: int
    games: int
    seed: int
    tables: int
    shares: tuple[Interval, ...]
    rates: np.ndarray
    rate_errors: np.ndarray
    ratings: tuple[Rating, ...] | None
    cyclic: float
    cycles: tuple[Cycle, ...]

    @property
    def order(self) -> list[int]:
        """Places of the policies, the one with the largest win share first."""
        return sorted(range(len(self.policies)), key=lambda i: -self.shares[i].estimate)

    def rate(self, i: int, j: int) -> Interval:
        """How often i finished ahead of j, with an interval within 0 to 1; NaN where they never met."""
        return share_of(float(self.rates[i, j]), float(self.rate_errors[i, j]), self.deals)

    def to_dict(self) -> dict[str, Any]:
        """The object that `burgsim tournament --json` prints."""
        found = []
        for i in self.order:
            entry: dict[str, Any] = {"policy": self.policies[i], "win_share": self.shares[i].to_dict()}
            if self.ratings is not None:
                r = self.ratings[i]
                entry |= {"rating": r.strength.to_dict(), "rank": r.rank, "rank_low": r.rank_low,
                          "rank_high": r.rank_high, "best": None if math.isnan(r.best) else r.best}  # fmt: skip
            entry["ahead_of"] = {
                self.policies[j]: None if math.isnan(self.rates[i, j]) else float(self.rates[i, j])
                for j in self.order if j != i
            }  # fmt: skip
            found.append(entry)
        return {
            "game": self.game, "players": self.players, "seed": self.seed, "deals": self.deals, "games": self.games,
            "tables": self.tables, "policies": found, "cyclic_share": None if math.isnan(self.cyclic) else self.cyclic,
            "cycles": [{"policies": list(c.policies), "least": c.least} for c in self.cycles],
        }  # fmt: skip


def selections(policies: int, players: int) -> list[tuple[int, ...]]:
    """Who sits together, by number: all selections of different policies, or with repeats where there are too few."""
    if policies >= players:
        return list(itertools.combinations(range(policies), players))
    # all of them at every table, the places left over filled in every way
    rest = itertools.combinations_with_replacement(range(policies), players - policies)
    return [tuple(sorted((*range(policies), *more))) for more in rest]


def tables_of(game: Game, players: int, policies: Sequence[Seat], rules: Any, seed: int) -> list[Table]:
    """The tables of a tournament: selection by selection, each in all rotations."""
    tables = []
    for selection in selections(len(policies), players):
        table = seats(game, players, [policies[i] for i in selection])
        tables += [Table(game, players, rules, rotate(table, by), seed) for by in range(players)]
    return tables


def play_tournament(
    game_id: str,
    players: int,
    policies: Sequence[str] | None = None,
    *,
    games: int = 50_000,
    seed: int = 1,
    changes: Any = None,
    workers: int | None = None,
    progress: Progress | None = None,
    resamples: int = 200,
    ratings: bool = True,
) -> Tournament:
    """Play every policy against every other.

    Parameters
    ----------
    policies : sequence of str, optional
        Specs as for a seat (a user's file among them); all of the game's when left out.
    games : int
        In all, about: each selection plays each deal in all rotations, at least two deals.
    ratings : bool
        Fit Plackett-Luce strengths (needs the package choix; without it there are none).

    Raises
    ------
    UserError
        Fewer than two policies, two with the same name, or too many tables.
    """
    game = prepare(game_id)
    game.check_players(players)
    if players < 2:
        raise UserError("a tournament needs at least two players at a table")
    specs = list(policies or game.policies)
    sat = [seats(game, players, [spec])[0] for spec in specs]
    names = [seat.label for seat in sat]
    if len(names) < 2:
        raise UserError("a tournament needs at least two policies")
    if len(set(names)) < len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise UserError(f"policy {twice} is named twice")
    chosen = selections(len(names), players)
    if len(chosen) > MOST_TABLES:
        raise UserError(f"{len(names)} policies at {players} players make {len(chosen):,} tables; name fewer")
    deals = max(2, round(games / (len(chosen) * players)))
    tables = tables_of(game, players, sat, rules_of(game, changes), seed)
    who = [
        [selection[(place - by) % players] for place in range(players)]
        for selection in chosen
        for by in range(players)
    ]
    total = len(tables) * deals

    seating = Seating(names, who)

    def work(start: int, count: int) -> tuple[np.ndarray]:
        rows = seating.empty(count)
        for number, table in enumerate(tables):
            results = table.play(start, count)[1]
            seating.tally(number, results[:, :, RANK], results[:, :, WIN_60THS], rows)
        return (rows,)

    told = (lambda done: progress(done * len(tables), total)) if progress is not None else None
    met = Meetings(seating, keep=ratings)
    for _, part in in_parts(work, 0, deals, PART, workers, told):
        met.add(part[0])
    matrix = met.matrix()
    rates = win_rates(matrix)
    errors, covariance = met.rate_errors()
    found = None
    if ratings:
        try:
            found = tuple(met.ratings(resamples=resamples, seed=seed))
        except ValueError as error:
            if "choix" not in str(error):
                raise UserError(str(error)) from None
    return Tournament(
        game.id, players, tuple(names), deals, total, seed, len(chosen),
        tuple(met.win_shares()), rates, errors, found, cyclic_share(matrix),
        tuple(_cycles(names, rates, errors, covariance, deals)),
    )  # fmt: skip


def _cycles(
    names: Sequence[str], rates: np.ndarray, errors: np.ndarray, covariance: np.ndarray, deals: int
) -> list[Cycle]:
    """Three-cycles whose every step is sure at 95%, all pairs taken together; the clearest first."""
    if np.isnan(errors[~np.eye(len(names), dtype=bool)]).any():
        return []
    critical = critical_value(covariance, deals - 1)
    beats = rates - critical * np.nan_to_num(errors) > 0.5
    found = []
    for a, b, c in itertools.permutations(range(len(names)), 3):
        if a == min(a, b, c) and beats[a, b] and beats[b, c] and beats[c, a]:
            found.append(Cycle((names[a], names[b], names[c]), float(min(rates[a, b], rates[b, c], rates[c, a]))))
    return sorted(found, key=lambda cycle: -cycle.least)


