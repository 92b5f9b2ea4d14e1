"""What levels the seats: the root of the win shares in a rule number that is given by seat, or in points at the end.

A seat's share grows with what it is given, so there is one compensation at which all seats win equally often. Whole
numbers hardly ever hit it; between two of them the compensation is by lot: 1.3 workers are two in three games out of
ten, and one in the others. Points at the end need no new games; a resource changes the play, so each combination of
values that the search asks for is played, all on the same deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgsim.games.game import SCORE, TIEBREAK, WIN_60THS, Game, UserError
from burgsim.players import seats
from burgsim.simulation.batch import Table
from burgsim.simulation.ranges import in_parts
from burgsim.simulation.run import rules_of
from burgsim.statistics.fairness import (
    PointsTable,
    ShareTable,
    corners,
    delta_covariance,
    level_seats,
    root_of_shares,
    shares_at,
)
from burgsim.statistics.intervals import NAN, Interval, null_interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.quantiles import t_critical
from burgsim.studies.compare import PART
from burgsim.studies.gifts import POINTS, SeatRule, seat_rule

#: Games at most whose scores are kept for the search in points (the delta method goes through all of them).
MOST_SCORES = 2_000_000
#: Bytes of wins game by game that are kept beside their sums.
_KEPT_BYTES = 100_000_000


@dataclass(frozen=True)
class Levelled:
    """A compensation for one player: what each seat gets more than the seat that gets least.

    `given[i]` belongs to seat i + 1, a fraction being by lot, in units of the rule. `whole` are the best whole numbers;
    `whole_shares` their win shares on deals that the search didn't see, and `whole_residual` the largest distance from
    a fair share there. Null intervals: nothing within what the rule allows levels the seats.
    """

    by: str
    unit: str
    player: str
    players: int
    given: tuple[Interval, ...]
    before: tuple[Interval, ...]
    after: tuple[float, ...]
    whole: tuple[int, ...]
    whole_shares: tuple[Interval, ...]
    values: tuple[int, ...]
    deals: int
    played: int

    @property
    def found(self) -> bool:
        """Whether there is a compensation that levels the seats."""
        return all(math.isfinite(interval.estimate) for interval in self.given)

    @property
    def fair(self) -> float:
        """A fair share."""
        return 1.0 / self.players

    @property
    def whole_residual(self) -> Interval:
        """The seat farthest from its fair share under the whole compensation, less that share."""
        return max((s.shifted(-self.fair) for s in self.whole_shares), key=lambda s: abs(s.estimate))

    @property
    def before_residual(self) -> Interval:
        """The same without compensation."""
        return max((s.shifted(-self.fair) for s in self.before), key=lambda s: abs(s.estimate))

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "by": self.by, "unit": self.unit, "player": self.player, "players": self.players, "found": self.found,
            "deals": self.deals, "games_played": self.played,
            "seats": [
                {"seat": i + 1, "share_before": self.before[i].to_dict(), "given": self.given[i].to_dict(),
                 "share_after": self.after[i] if self.found else None, "whole": self.whole[i],
                 "whole_value": self.values[i], "share_with_whole": self.whole_shares[i].to_dict()}
                for i in range(self.players)
            ],
            "residual_before": self.before_residual.to_dict(), "residual_whole": self.whole_residual.to_dict(),
        }  # fmt: skip


class _Played:
    """Win shares as a function of whole amounts by seat, each combination played when it is asked for.

    What `statistics.fairness` needs of a table: k, n, shares, covariance. Amounts are relative; the seat that gets
    least gets what it gets under the rules as they are. Of all games only sums are kept; the wins of each are kept
    beside them while they are few (_KEPT_BYTES), so that those needed again needn't be played again.
    """

    def __init__(
        self, game: Game, players: int, rule: SeatRule, specs: Sequence[str], changes: Mapping[str, Any], deals: int,
        seed: int, workers: int | None, told: Callable[[int], None] | None,
    ) -> None:  # fmt: skip
        self.game, self.k, self.n = game, players, deals
        self.rule, self.changes, self.seed = rule, dict(changes), seed
        self.workers, self.told = workers, told
        self.table = seats(game, players, list(specs))
        self.floor = min(rule.values[:players])
        self.played = 0
        self._sums: dict[tuple[int, ...], Moments] = {}
        self._wins: dict[tuple[int, ...], np.ndarray] = {}
        self._room = _KEPT_BYTES

    def values(self, amounts: Sequence[int]) -> tuple[int, ...]:
        """The rule's values by seat, the least one being that of the rules."""
        least = min(amounts)
        return tuple(self.floor + amount - least for amount in amounts)

    def allowed(self, amounts: Sequence[int]) -> bool:
        """Whether the rule can have these values."""
        return max(self.values(amounts)) <= self.rule.high

    def parts(self, values: tuple[int, ...], first: int, last: int) -> Iterator[np.ndarray]:
        """Wins in 60ths, uint8 (games, players), of games first .. last-1 under these values, part by part."""
        rules = rules_of(self.game, self.changes | self.rule.with_values(values))
        table = Table(self.game, self.k, rules, self.table, self.seed)
        done = self.played

        def work(start: int, size: int) -> tuple[np.ndarray]:
            return (table.play(start, size)[1][:, :, WIN_60THS].astype(np.uint8),)

        told = (lambda here: self.told(done + here)) if self.told is not None else None  # type: ignore[misc]
        for _, (wins,) in in_parts(work, first, last, PART, self.workers, told):
            self.played += len(wins)
            yield wins

    def shares_of(self, values: tuple[int, ...], first: int, last: int) -> tuple[Interval, ...]:
        """Win shares of all seats in games first .. last-1 under these values."""
        sums = Moments(self.k)
        for wins in self.parts(values, first, last):
            sums.add(wins)
        return tuple(sums.share(i) for i in range(self.k))

    def shares(self, amounts: tuple[int, ...]) -> np.ndarray:
        """Mean win shares, float (k,)."""
        values = self._within(amounts)
        if values not in self._sums:
            self._sums[values], kept = Moments(self.k), []
            keep = self.n * self.k <= self._room
            for wins in self.parts(values, 0, self.n):
                self._sums[values].add(wins)
                kept += [wins] if keep else []
            if keep:
                self._wins[values] = np.concatenate(kept)
                self._room -= self.n * self.k
        return self._sums[values].mean(unit=60.0)

    def covariance(self, mixture: Sequence[tuple[tuple[int, ...], float]]) -> np.ndarray:
        """Covariance of the mean win shares of seats 2.., each game under several amounts with their weights."""
        under = [self._within(amounts) for amounts, _ in mixture]
        sums = Moments(len(under) * (self.k - 1))
        for first in range(0, self.n, PART):
            last = min(first + PART, self.n)
            sums.add(np.concatenate([self._again(values, first, last)[:, 1:] for values in under], axis=1))
        weights = np.concatenate([np.eye(self.k - 1) * weight for _, weight in mixture], axis=1)
        return weights @ sums.cov(unit=60.0) @ weights.T / self.n

    def _again(self, values: tuple[int, ...], first: int, last: int) -> np.ndarray:
        """Wins of some of the games, as they were kept or played again."""
        if values in self._wins:
            return self._wins[values][first:last]
        return np.concatenate(list(self.parts(values, first, last)))

    def _within(self, amounts: tuple[int, ...]) -> tuple[int, ...]:
        values = self.values(amounts)
        if max(values) > self.rule.high:
            raise _OutOfReach
        return values


class _OutOfReach(Exception):
    """The search asked for more than the rule allows."""


def level(
    game_id: str,
    players: int,
    by: str,
    *,
    spec: str = "balanced",
    changes: Mapping[str, Any] | None = None,
    deals: int = 50_000,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> Levelled:
    """Find the compensation that levels the seats for one player in every seat.

    Parameters
    ----------
    by : str
        "points" (at the end), or a rule that is given by seat (`start_workers`).
    deals : int
        Behind every win share. As many fresh ones check the whole numbers.

    Raises
    ------
    UserError
        The rule isn't given by seat, or there are less than two deals.
    """
    from burgsim.simulation.warm import prepare

    game = prepare(game_id)
    game.check_players(players)
    if players < 2:
        raise UserError("levelling seats needs at least two players")
    if deals < 2:
        raise UserError("levelling seats takes at least two deals")
    base = dict(changes or {})
    if by == POINTS:
        return _in_points(game, players, spec, base, deals, seed, workers, progress)
    rule = seat_rule(game, players, by, base)
    # what the seats get under the rules as they are is the start; the search is for what they should get
    table = _Played(game, players, rule, [spec], base, deals, seed, workers, progress)
    before = table.shares_of(tuple(rule.values[:players]), 0, deals)
    return _solved(game, players, table, rule, spec, before, deals)


def _solved(
    game: Game, players: int, table: _Played, rule: SeatRule, spec: str, before: tuple[Interval, ...], deals: int
) -> Levelled:
    try:
        offsets = root_of_shares(table, rule.high - table.floor)
    except _OutOfReach:
        offsets = None
    if offsets is None:
        start = (0,) * players
        given = tuple(null_interval(NAN, deals, 0.95, "none within the rule's bounds") for _ in range(players))
        after = tuple(NAN for _ in range(players))
    else:
        given, after = _intervals(table, offsets), _after(table, offsets)
        start = min((corner for corner, _ in corners(offsets)), key=lambda c: _residual(table, c))
    values = table.values(_best_whole(table, start))
    least = min(values)
    checked = table.shares_of(values, deals, 2 * deals)
    return Levelled(
        rule.path, rule.unit, spec, players, given, before, after, tuple(v - least for v in values), checked, values,
        deals, table.played,
    )  # fmt: skip


def _in_points(
    game: Game, players: int, spec: str, changes: Mapping[str, Any], deals: int, seed: int, workers: int | None,
    progress: Callable[[int], None] | None,
) -> Levelled:  # fmt: skip
    """Points at the end: from the scores of the games played."""
    from burgsim.studies.values import with_points

    deals = min(deals, MOST_SCORES)
    table = Table(game, players, rules_of(game, changes), seats(game, players, [spec]), seed)

    def rows(first: int, told: Callable[[int], None] | None) -> Iterator[np.ndarray]:
        def work(start: int, count: int) -> tuple[np.ndarray]:
            return (table.play(start, count)[1][:, :, : WIN_60THS + 1],)

        for _, (found,) in in_parts(work, first, first + deals, PART, workers, told):
            yield found

    seen = np.concatenate(list(rows(0, progress)))
    scores, ties = seen[:, :, SCORE], seen[:, :, TIEBREAK]
    whole = level_seats(scores, ties).whole_points
    shifted = PointsTable(scores, ties)
    offsets = root_of_shares(shifted, 1000)
    if offsets is None:
        given = tuple(null_interval(NAN, deals, 0.95, "no points level the seats") for _ in range(players))
        after = tuple(NAN for _ in range(players))
    else:
        given, after = _intervals(shifted, offsets), _after(shifted, offsets)
    checked = Moments(players)
    for fresh in rows(deals, (lambda done: progress(deals + done)) if progress is not None else None):
        given_points = fresh.astype(np.int64)
        for seat, amount in enumerate(whole):
            given_points = with_points(given_points, seat, amount)
        checked.add(given_points[:, :, WIN_60THS])
    more = tuple(p - min(whole) for p in whole)
    return Levelled(
        POINTS, "points at the end", spec, players, given, _shares(seen[:, :, WIN_60THS]), after, more,
        tuple(checked.share(i) for i in range(players)), more, deals, 2 * deals,
    )  # fmt: skip


def _shares(wins: np.ndarray) -> tuple[Interval, ...]:
    moments = Moments(wins.shape[1]).add(wins)
    return tuple(moments.share(i) for i in range(wins.shape[1]))


def _after(table: ShareTable, offsets: np.ndarray) -> tuple[float, ...]:
    """Win shares of all seats under fractional amounts."""
    rest = shares_at(table, offsets)
    return (float(1.0 - rest.sum()), *(float(v) for v in rest))


def _intervals(table: ShareTable, offsets: np.ndarray) -> tuple[Interval, ...]:
    """What each seat gets more than the one that gets least, which is the reference; by the delta method."""
    k = offsets.size + 1
    amounts = np.concatenate([[0.0], offsets])
    cov = np.zeros((k, k))
    try:
        cov[1:, 1:] = delta_covariance(table, offsets)
    except (np.linalg.LinAlgError, _OutOfReach):
        cov[1:, 1:] = NAN
    least = int(np.argmin(amounts))
    found = []
    for i, amount in enumerate(amounts):
        value = float(amount - amounts[least])
        if i == least:
            found.append(Interval(0.0, 0.0, 0.0, 0.0, table.n, 0.95, f"seat {i + 1} is the reference"))
            continue
        variance = float(cov[i, i] + cov[least, least] - 2.0 * cov[i, least])
        if not variance >= 0.0:
            found.append(null_interval(value, table.n, 0.95, "delta"))
            continue
        half = t_critical(0.95, table.n - 1) * math.sqrt(variance)
        found.append(Interval(value, value - half, value + half, math.sqrt(variance), table.n, 0.95, "delta"))
    return tuple(found)


def _residual(table: _Played, amounts: tuple[int, ...]) -> float:
    return float(np.abs(table.shares(amounts) - 1.0 / table.k).max()) if table.allowed(amounts) else math.inf


def _best_whole(table: _Played, start: tuple[int, ...]) -> tuple[int, ...]:
    """Whole amounts with the smallest largest distance from a fair share, one seat changed at a time."""
    best = start
    while True:
        trials = []
        for i in range(table.k):
            for step in (-1, 1):
                moved = list(best)
                moved[i] += step
                trials.append(tuple(moved))
        better = min((t for t in trials if table.allowed(t)), key=lambda t: _residual(table, t), default=best)
        if _residual(table, better) >= _residual(table, best):
            return best
        best = better
