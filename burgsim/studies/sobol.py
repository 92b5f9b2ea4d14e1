"""Shares of an answer's variance that rule numbers explain, over all that they may be: Sobol's indices, by SALib.

Where Morris (burgsim.studies.sensitivity) says how far a rule moves an answer, these say how much of the answer's whole
spread hangs on it: alone (first order), and with all its interplay (total; Saltelli and others 2010). Every value of a
rule is equally likely. All combinations play the same deals, so a rule without any effect gets exactly zero; what
chance is left between combinations is told beside the indices.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from burgsim.games.game import UserError
from burgsim.players import seats
from burgsim.simulation.warm import prepare
from burgsim.statistics.intervals import Interval
from burgsim.studies.factors import Factor, factors
from burgsim.studies.measures import Quantity, quantities
from burgsim.studies.same_deals import SameDeals, blocks
from burgsim.studies.sensitivity import MEASURES, SALIB, rules_at

RESAMPLES = 1000
_SHORT = 512
Told = Callable[[int, int], None]


@dataclass(frozen=True)
class Index:
    """A rule's shares of an answer's variance: `first` alone, `total` with all interplay."""

    factor: Factor
    first: Interval
    total: Interval

    @property
    def matters(self) -> bool:
        """Whether the whole interval of the total share lies above zero."""
        return self.total.low > 0.0


@dataclass(frozen=True)
class Sobol:
    """What was found. `indices[key]` has the largest total share first; `spread[key]` is the standard deviation of the
    answer over the combinations, `chance[key]` the part of its variance that more deals would take away.
    """

    game: str
    players: int
    player: str
    seed: int
    deals: int
    samples: int
    points: int
    factors: tuple[Factor, ...]
    quantities: tuple[Quantity, ...]
    indices: Mapping[str, tuple[Index, ...]]
    spread: Mapping[str, float]
    chance: Mapping[str, float]

    @property
    def games(self) -> int:
        """Games played."""
        return self.points * self.deals

    def quantity(self, key: str) -> Quantity:
        """A measure by its key."""
        return next(q for q in self.quantities if q.key == key)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "game": self.game, "players": self.players, "player": self.player, "seed": self.seed, "deals": self.deals,
            "samples": self.samples, "combinations": self.points, "games": self.games,
            "measures": {
                q.key: {"spread": self.spread[q.key], "chance": self.chance[q.key],
                        "rules": [{"rule": i.factor.name, "first": i.first.to_dict(), "total": i.total.to_dict()}
                                  for i in self.indices[q.key]]}
                for q in self.quantities
            },
        }  # fmt: skip


def sobol(
    game_id: str,
    players: int,
    named: Sequence[str] = (),
    *,
    spec: str = "balanced",
    changes: Mapping[str, Any] | None = None,
    deals: int = 1_000,
    samples: int = 64,
    seed: int = 1,
    workers: int | None = None,
    progress: Told | None = None,
) -> Sobol:
    """Vary rule numbers all together and share out the variance of each answer.

    Parameters
    ----------
    named : sequence of str
        As for `burgsim.studies.sensitivity.sensitivity`.
    deals : int
        Behind every combination of values, the same deals for all.
    samples : int
        Points of Sobol's sequence, a power of 2; each takes two combinations more than there are rules.

    Raises
    ------
    UserError
        A wrong name or value, a number of samples that is no power of 2, or SALib isn't installed.
    """
    sample, analyze = _salib()
    if samples < 8 or samples & (samples - 1):
        raise UserError(f"the samples for Sobol's indices must be a power of 2 from 8 on, not {samples}")
    if deals < 2:
        raise UserError("Sobol's indices take at least two deals")
    game = prepare(game_id)
    game.check_players(players)
    base = dict(changes or {})
    varied = factors(game, players, named, base)
    if len(varied) < 2:
        raise UserError("Sobol's indices share out a variance between at least two rules")
    table = seats(game, players, [spec])
    wanted = [q for q in quantities(game, players) if q.measure in MEASURES and (q.measure != "score" or not q.where)]
    problem = {"num_vars": len(varied), "names": [f.name for f in varied], "bounds": [[0.0, 1.0]] * len(varied)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SALib's own deprecations
        grid = sample(problem, samples, calc_second_order=False, seed=seed % (1 << 32))
    sizes = np.array([len(f.values) for f in varied])
    places = np.minimum((grid * sizes).astype(int), sizes - 1)
    combinations = [tuple(int(i) for i in row) for row in places]
    todo = list(dict.fromkeys(combinations))
    rules = [rules_at(game, base, varied, combination) for combination in todo]
    played = SameDeals(
        game, players, table, seed, wanted, workers,
        (lambda done: progress(done, len(todo) * deals)) if progress is not None else None,
    )  # fmt: skip
    sums = _Sums(len(todo), len(wanted))
    for first, last in blocks(0, deals, len(wanted)):
        sums.add(played.measured(one, first, last) for one in rules)
    where = {combination: i for i, combination in enumerate(todo)}
    order = np.array([where[c] for c in combinations])
    indices, spread, chance, moving = {}, {}, {}, []
    for i, quantity in enumerate(wanted):
        if not sums.vary(i):
            continue
        moving.append(quantity)
        means = sums.means(i, quantity.unit)
        spread[quantity.key] = float(means.std())
        chance[quantity.key] = min(1.0, sums.noise(i, quantity.unit) / float(means.var()))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = analyze(problem, means[order], calc_second_order=False, num_resamples=RESAMPLES,
                            seed=seed % (1 << 32))  # fmt: skip
        indices[quantity.key] = _sorted(varied, found, samples)
    if not moving:
        raise UserError("none of these rules changes anything on these deals")
    return Sobol(
        game_id, players, table[0].label, seed, deals, samples, len(todo), tuple(varied), tuple(moving), indices,
        spread, chance,
    )  # fmt: skip


class _Sums:
    """Exact sums over the deals, under each of the rules and over all of them.

    What a deal does to all rules alike is no noise between them, so each deal is taken less its mean over the rules.
    """

    def __init__(self, points: int, measures: int) -> None:
        self.points, self.deals = points, 0
        self.sums = np.zeros((points, measures), object)
        self.squares = np.zeros(measures, object)  # of every number
        self.alike = np.zeros(measures, object)  # of each deal's sum over the rules

    def add(self, rows: Iterable[np.ndarray]) -> None:
        """Add deals: what is measured on them under each of the rules, int (deals, measures)."""
        together: Any = 0
        for point, found in enumerate(rows):
            numbers = found.astype(np.int64)
            self.sums[point] += numbers.sum(axis=0).astype(object)
            self.squares += _squares(numbers)
            together = together + numbers
        self.alike += _squares(together)
        self.deals += len(together)

    def vary(self, measure: int) -> bool:
        """Whether any of the rules changes the mean."""
        return len(set(self.sums[:, measure])) > 1

    def means(self, measure: int, unit: int) -> np.ndarray:
        """The mean under each of the rules, float (points,)."""
        return np.array([float(Fraction(total, self.deals * unit)) for total in self.sums[:, measure]])

    def noise(self, measure: int, unit: int) -> float:
        """Variance of a mean that more deals would take away, the mean over the rules."""
        sums = self.sums[:, measure]
        within = Fraction(self.squares[measure]) - Fraction(self.alike[measure], self.points)
        between = Fraction(sum(s * s for s in sums)) - Fraction(sum(sums) ** 2, self.points)
        squares = within - between / self.deals
        return float(squares / ((self.deals - 1) * self.deals * self.points * unit * unit))


def _squares(numbers: np.ndarray) -> np.ndarray:
    """Sums of squares by column, as Python's integers; a block is short enough for 64 bits."""
    total = np.zeros(numbers.shape[1], object)
    for start in range(0, len(numbers), _SHORT):
        block = numbers[start : start + _SHORT]
        total += np.einsum("ij,ij->j", block, block).astype(object)
    return total


def _sorted(varied: Sequence[Factor], found: Mapping[str, Any], samples: int) -> tuple[Index, ...]:
    def interval(name: str, i: int) -> Interval:
        value, half = float(found[name][i]), float(np.nan_to_num(found[f"{name}_conf"][i]))
        return Interval(value, value - half, value + half, half / 1.96, samples, 0.95, "sobol, bootstrap")

    made = [Index(factor, interval("S1", i), interval("ST", i)) for i, factor in enumerate(varied)]
    return tuple(sorted(made, key=lambda index: -index.total.estimate))


def _salib() -> tuple[Any, Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from SALib.analyze.sobol import analyze
            from SALib.sample.sobol import sample
    except ImportError:
        raise UserError(SALIB) from None
    return sample, analyze
