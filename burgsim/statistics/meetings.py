"""Who finished ahead of whom, deal by deal, in whole numbers that merge in any order.

For policies that meet at the same tables on every deal: how often two of them meet is then the same in every deal, and
all estimates follow from two kinds of numbers a deal, the half-wins of each pair and the wins of each policy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from . import checks
from .intervals import NAN, Interval, null_interval, share_of
from .moments import Moments
from .ratings import Rating, rated

_BLOCK = 8_192  # deals whose half-wins are floats at once


class Seating:
    """Which policy sits where at the tables of a deal.

    Parameters
    ----------
    policies : sequence of str
        Names, at least two different ones.
    who : int [tables, seats]
        The policy of each seat, numbered from 0.
    """

    def __init__(self, policies: Sequence[str], who: Any) -> None:
        self.policies = tuple(policies)
        self.who = checks.integers("who", np.asarray(who), 2)
        k = len(self.policies)
        if k < 2 or len(set(self.policies)) != k:
            raise ValueError("policies must be at least two different names")
        if not (0 <= self.who.min() and self.who.max() < k):
            raise ValueError(f"who must number the policies from 0 to {k - 1}")
        self.pairs = [(i, j) for i in range(k) for j in range(i + 1, k)]
        self._place = {pair: at for at, pair in enumerate(self.pairs)}
        seats = range(self.who.shape[1])
        #: Meetings of each pair on a deal, and seats of each policy, int64 (pairs,) and (policies,).
        self.met = np.zeros(len(self.pairs), np.int64)
        for table in self.who:
            for a in seats:
                for b in seats[a + 1 :]:
                    if table[a] != table[b]:
                        self.met[self._place[min(table[a], table[b]), max(table[a], table[b])]] += 1
        self.sat = np.bincount(self.who.ravel(), minlength=k).astype(np.int64)

    def empty(self, deals: int) -> np.ndarray:
        """Room for the numbers of so many deals, int32 zeros (deals, pairs + policies)."""
        return np.zeros((deals, len(self.pairs) + len(self.policies)), np.int32)

    def tally(self, table: int, rank: np.ndarray, win_60ths: np.ndarray, into: np.ndarray) -> None:
        """Add one table's results, int (deals, seats) each, to the numbers of these deals."""
        who = self.who[table]
        for a in range(len(who)):
            into[:, len(self.pairs) + who[a]] += win_60ths[:, a]
            for b in range(a + 1, len(who)):
                if who[a] != who[b]:
                    i, j = (a, b) if who[a] < who[b] else (b, a)
                    into[:, self._place[who[i], who[j]]] += 1 + np.sign(rank[:, j] - rank[:, i])


class Meetings:
    """The sums over all deals, and with `keep` the half-wins of each deal in as few bytes as they fit, for ratings.

    `keep` takes a byte a pair and deal (two where a pair meets more than 127 times on a deal); otherwise nothing grows
    with the deals.
    """

    def __init__(self, seating: Seating, keep: bool = False) -> None:
        self.seating = seating
        self.halves = Moments(len(seating.pairs))
        self.wins = Moments(len(seating.policies))
        self._kept: list[np.ndarray] | None = [] if keep else None
        self._kind = np.min_scalar_type(2 * int(seating.met.max(initial=0)))

    @property
    def deals(self) -> int:
        """Deals so far."""
        return self.halves.n

    def add(self, rows: np.ndarray) -> None:
        """Add deals: rows as `Seating.empty` and `tally` make them."""
        pairs = len(self.seating.pairs)
        self.halves.add(rows[:, :pairs])
        self.wins.add(rows[:, pairs:])
        if self._kept is not None:
            self._kept.append(rows[:, :pairs].astype(self._kind))

    def matrix(self, weights: np.ndarray | None = None) -> np.ndarray:
        """How often each policy finished ahead of each other one, float [policies, policies]; a tie counts a half.

        `weights`, int [deals], count deals several times or not at all (only with `keep`).
        """
        seating = self.seating
        if weights is None:
            sums = np.array([self.halves.total(i) for i in range(len(seating.pairs))], dtype=np.float64)
            deals = float(self.deals)
        else:
            sums, deals = self._weighted(weights), float(weights.sum())
        found = np.zeros((len(seating.policies),) * 2)
        for at, (i, j) in enumerate(seating.pairs):
            found[i, j] = sums[at] / 2.0
            found[j, i] = float(seating.met[at]) * deals - sums[at] / 2.0
        return found

    def _weighted(self, weights: np.ndarray) -> np.ndarray:
        assert self._kept is not None
        sums, first = np.zeros(len(self.seating.pairs)), 0
        for part in self._kept:
            for start in range(0, len(part), _BLOCK):
                block = part[start : start + _BLOCK]
                # whole numbers below 2^53: exact in any order
                sums += weights[first : first + len(block)].astype(np.float64) @ block.astype(np.float64)
                first += len(block)
        return sums

    def rate_errors(self) -> tuple[np.ndarray, np.ndarray]:
        """Standard errors of the rates of `win_rates` by deal, float (k, k), and the covariance of the pairs i < j.

        NaN for a pair that never met; the covariance is over pairs as `Seating.pairs` has them.
        """
        seating = self.seating
        met = np.maximum(seating.met, 1).astype(np.float64)
        cov = self.halves.cov(unit=2.0) / self.deals / np.outer(met, met)
        errors = np.full((len(seating.policies),) * 2, NAN)
        for at, (i, j) in enumerate(seating.pairs):
            if seating.met[at]:
                errors[i, j] = errors[j, i] = math.sqrt(cov[at, at])
        return errors, cov

    def win_shares(self, *, level: float = 0.95) -> list[Interval]:
        """Mean win share of each policy over the seats it took, clustered by deal; null for one that took no seat."""
        level = checks.level_between(level)
        found = []
        for i, sat in enumerate(map(int, self.seating.sat)):
            if not sat:
                found.append(null_interval(NAN, 0, level, "t, ratio"))
                continue
            own = self.wins.select([i]).to_dict()
            n, total, square = own["n"], own["sum"][0], own["cross"][0][0]
            both = Moments.from_dict({
                "columns": ["sum", "games"], "n": n, "sum": [total, n * sat],
                "cross": [[square, sat * total], [sat * total, n * sat * sat]],
            })  # fmt: skip
            mean = both.ratio("sum", "games", level=level).scaled(1.0 / 60)
            found.append(share_of(mean.estimate, mean.se, mean.n, level=level))
        return found

    def ratings(self, *, resamples: int = 200, seed: int = 1, level: float = 0.95) -> list[Rating]:
        """Plackett-Luce strengths as `plackett_luce` gives them (only with `keep`).

        Raises
        ------
        ValueError
            When choix is not installed, or no rating fits.
        """
        if self._kept is None:
            raise ValueError("ratings need the half-wins of each deal: Meetings(..., keep=True)")
        if not self.seating.met.any():
            raise ValueError("no policy met another one: a rating needs mixed tables")
        return rated(self.seating.policies, self.matrix, self.deals, level=level, resamples=resamples, seed=seed)
