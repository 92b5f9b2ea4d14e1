"""Strengths of policies from tables in which they met.

The first measure of a policy is its mean win share against a stated field. A rating puts many policies that met at
different tables on one scale; it says nothing where strength is not one number, and ``cyclic_share`` tells how far that
goes. Policies don't change, so the rating is fitted to all games at once; nothing depends on the order of the games.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import checks
from .intervals import NAN, Interval, null_interval, share_of
from .moments import cluster_sums, clustered_interval
from .quantiles import t_critical


@dataclass(frozen=True, slots=True)
class Rating:
    """One policy's rating.

    ``strength`` is the logarithm of its Plackett-Luce worth less the mean over policies: a difference of 1 means odds
    of e to 1 to finish ahead. ``rank_low`` and ``rank_high`` hold its place (1 is best) and ``best`` is the part of the
    resamples in which it came first.
    """

    policy: str
    strength: Interval
    rank: int
    rank_low: int
    rank_high: int
    best: float


def _games(
    policies: Sequence[str], policy: Any, rank: Any, deal: Any
) -> tuple[tuple[str, ...], np.ndarray, np.ndarray, np.ndarray]:
    names = tuple(policies)
    if len(names) < 2 or len(set(names)) != len(names):
        raise ValueError("policies must be at least two different names")
    policy, rank = checks.integers("policy", policy, 2), checks.integers("rank", rank, 2)
    if policy.shape != rank.shape:
        raise ValueError(f"policy and rank must have one shape, not {policy.shape} and {rank.shape}")
    if policy.size and not (0 <= policy.min() and policy.max() < len(names)):
        raise ValueError(f"policy must number the policies from 0 to {len(names) - 1}")
    if deal is None:
        return names, policy, rank, np.arange(policy.shape[0])
    deal = checks.integers("deal", deal, 1)
    if deal.size != policy.shape[0]:
        raise ValueError(f"deal must name a deal for each of {policy.shape[0]} games, not {deal.size}")
    return names, policy, rank, np.unique(deal, return_inverse=True)[1]


def _pairs(
    policy: np.ndarray, rank: np.ndarray, at: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Every pair of seats of a game with different policies: first, second, half-wins of the first (0, 1, 2), deal."""
    parts = []
    for i in range(policy.shape[1]):
        for j in range(i + 1, policy.shape[1]):
            met = policy[:, i] != policy[:, j]
            halves = 1 + np.sign(rank[met, j].astype(np.int64) - rank[met, i])
            parts.append((policy[met, i], policy[met, j], halves, at[met]))
    if not parts:
        raise ValueError("a rating needs at least two seats a game")
    first, second, halves, deals = (np.concatenate(column) for column in zip(*parts, strict=True))
    return first, second, halves, deals


def _matrix(k: int, first: np.ndarray, second: np.ndarray, halves: np.ndarray, weights: Any = None) -> np.ndarray:
    weights = np.ones(first.size) if weights is None else weights
    ahead = np.bincount(first * k + second, weights=weights * halves / 2.0, minlength=k * k).reshape(k, k)
    behind = np.bincount(second * k + first, weights=weights * (2 - halves) / 2.0, minlength=k * k).reshape(k, k)
    return ahead + behind


def win_rates(matrix: Any) -> np.ndarray:
    """Part of their meetings in which the row finished ahead of the column; NaN where they never met."""
    wins = _square(matrix)
    met = wins + wins.T
    return np.divide(wins, met, out=np.full(wins.shape, NAN), where=met > 0)


def _square(matrix: Any) -> np.ndarray:
    wins = checks.reals("matrix", matrix, 2)
    if wins.shape[0] != wins.shape[1] or (wins < 0).any():
        raise ValueError("matrix must be square and not negative: wins of the row over the column")
    return wins


def cyclic_share(matrix: Any) -> float:
    """Part of the variation in log odds that no rating can explain (0: one scale says all; 1: rock, paper, scissors).

    The cyclic part of the combinatorial Hodge decomposition (Jiang, Lim, Yao, Ye 2011; Balduzzi and others 2018), each
    pair with half a win added to both sides. Few games read as cyclic: noise is on no scale. NaN unless every pair met,
    or when all pairs are even.
    """
    wins = _square(matrix)
    off = ~np.eye(wins.shape[0], dtype=bool)
    if ((wins + wins.T)[off] == 0).any():
        return NAN
    odds = np.log((wins + 0.5) / (wins.T + 0.5))
    np.fill_diagonal(odds, 0.0)
    rating = odds.mean(axis=1)
    cyclic = odds - (rating[:, None] - rating[None, :])
    total = float((odds**2).sum())
    return float((cyclic**2).sum()) / total if total > 0 else NAN


def win_shares(
    policies: Sequence[str], policy: Any, win_60ths: Any, deal: Any = None, *, level: float = 0.95
) -> list[Interval]:
    """Mean win share of each policy over the seats it took, clustered by deal.

    ``policy`` and ``win_60ths`` are int [games, seats]; ``deal`` int [games] names the deal of a game. A policy that
    took no seat is null.
    """
    names, policy, win, at = _games(policies, policy, win_60ths, deal)
    level = checks.level_between(level)
    found = []
    for i in range(len(names)):
        seat = policy == i
        played = seat.any(axis=1)
        if not played.any():
            found.append(null_interval(NAN, 0, level, "t, ratio"))
            continue
        both = np.column_stack([np.where(seat, win, 0).sum(axis=1)[played], seat.sum(axis=1)[played]])
        sums, _ = cluster_sums(both, at[played])
        mean = clustered_interval(sums[:, 0], sums[:, 1], unit=60, level=level)
        found.append(share_of(mean.estimate, mean.se, mean.n, level=level))
    return found


def _fit(matrix: np.ndarray, alpha: float) -> np.ndarray:
    try:
        import choix
    except ImportError:
        raise ValueError("ratings need the package choix: pip install 'burgsim[ratings]'") from None
    try:
        strengths = choix.ilsr_pairwise_dense(matrix, alpha=alpha, max_iter=1000)
    except (RuntimeError, ValueError):
        return np.full(matrix.shape[0], NAN)
    return strengths - strengths.mean()


def plackett_luce(
    policies: Sequence[str],
    policy: Any,
    rank: Any,
    deal: Any = None,
    *,
    level: float = 0.95,
    resamples: int = 200,
    seed: int = 1,
    alpha: float = 1e-4,
) -> list[Rating]:
    """Plackett-Luce strengths with intervals from a bootstrap over deals, in the order of ``policies``.

    Every game's ranking is broken into all its pairs, a tie half to each side; fitting these is consistent for the
    Plackett-Luce model (Azari Soufiani, Chen, Parkes, Xia 2013). The fit is choix's (Maystre and Grossglauser 2015).

    Parameters
    ----------
    policies
        Names.
    policy, rank : int [games, seats]
        The policy of each seat, numbered from 0, and its final rank (1 the best, equal ranks are ties).
    deal : int [games], optional
        Which deal a game belongs to; each game its own when left out.
    resamples, seed
        Of the bootstrap. Limits are t times its standard error (percentiles of a few hundred resamples are too noisy
        and covered less); the ranges of places are percentiles.
    alpha
        choix's regularisation: it keeps the strength of a policy that never lost finite.

    Raises
    ------
    ValueError
        When choix is not installed, or no policy met another.
    """
    names, policy, rank, at = _games(policies, policy, rank, deal)
    first, second, halves, deals = _pairs(policy, rank, at)
    if first.size == 0:
        raise ValueError("no policy met another one: a rating needs mixed tables")

    def matrix(weights: np.ndarray | None) -> np.ndarray:
        return _matrix(len(names), first, second, halves, None if weights is None else weights[deals])

    clusters = int(at.max()) + 1 if at.size else 0
    return rated(names, matrix, clusters, level=level, resamples=resamples, seed=seed, alpha=alpha)


def rated(
    policies: Sequence[str],
    matrix: Callable[[np.ndarray | None], np.ndarray],
    clusters: int,
    *,
    level: float = 0.95,
    resamples: int = 200,
    seed: int = 1,
    alpha: float = 1e-4,
) -> list[Rating]:
    """`plackett_luce` for whoever keeps the deals in another form.

    Parameters
    ----------
    matrix : callable
        Weights of the deals, int [clusters] (None: one each), to the win matrix that they make.
    clusters : int
        Deals.

    Raises
    ------
    ValueError
        When choix is not installed, or no rating fits.
    """
    names = tuple(policies)
    level, alpha = checks.level_between(level), checks.positive("alpha", alpha)
    resamples = checks.whole("resamples", resamples, least=20)
    k = len(names)
    estimate = _fit(matrix(None), alpha)
    if np.isnan(estimate).any():
        raise ValueError("no rating fits: check that the policies met one another")
    place = _places(estimate)
    if clusters < 2:
        return [Rating(name, null_interval(estimate[i], clusters, level, "bootstrap"), int(place[i]), 1, k, NAN)
                for i, name in enumerate(names)]  # fmt: skip
    rng = np.random.default_rng(seed)
    draws = []
    for _ in range(resamples):
        weights = np.bincount(rng.integers(0, clusters, clusters), minlength=clusters)
        fitted = _fit(matrix(weights), alpha)
        if not np.isnan(fitted).any():
            draws.append(fitted)
    if len(draws) < 0.9 * resamples:
        raise ValueError("too few deals for a rating: most resamples leave a policy without games")
    sample = np.array(draws)
    tail = (1.0 - level) / 2.0
    se = sample.std(axis=0, ddof=1)
    half = t_critical(level, clusters - 1) * se
    places = np.array([_places(row) for row in sample])
    lowest = np.quantile(places, tail, axis=0, method="lower").astype(int)
    highest = np.quantile(places, 1.0 - tail, axis=0, method="higher").astype(int)
    return [
        Rating(
            name,
            Interval(
                float(estimate[i]), float(estimate[i] - half[i]), float(estimate[i] + half[i]), float(se[i]), clusters,
                level, f"bootstrap, {len(draws)} resamples",
            ),
            int(place[i]), int(min(lowest[i], place[i])), int(max(highest[i], place[i])),
            float((places[:, i] == 1).mean()),
        )
        for i, name in enumerate(names)
    ]  # fmt: skip


def _places(strengths: np.ndarray) -> np.ndarray:
    """Place of each, 1 for the strongest."""
    places = np.empty(strengths.size, dtype=int)
    places[np.argsort(-strengths, kind="stable")] = np.arange(1, strengths.size + 1)
    return places
