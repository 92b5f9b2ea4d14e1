"""Which rule numbers matter: each alone, and all together by Morris's elementary effects.

Alone, each value of a rule is compared with the rules as they are, on the same deals. For Morris (1991) random walks
through all the values change one rule a step; a rule's mean absolute effect (mu* of Campolongo, Cariboni and Saltelli
2007) says how much it moves an answer, the spread of its effects (sigma) how much that hangs on the other rules. The
walks also show how far the answer can move over everything that the numbers may be.
"""

from __future__ import annotations

import itertools
import math
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgsim.games.game import UserError
from burgsim.players import seats
from burgsim.simulation.run import rules_of
from burgsim.simulation.warm import prepare
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.studies.factors import Factor, factors
from burgsim.studies.measures import Quantity, quantities
from burgsim.studies.same_deals import SameDeals, blocks

#: Levels of Morris's grid; a step goes two thirds of the way.
LEVELS = 4
STEP = LEVELS / (2 * (LEVELS - 1))
#: Two walks that happen to agree would say that nothing is left open.
FEWEST_WALKS = 3
MEASURES = ("win_share", "score", "margin", "ties", "turns", "decisions")
SALIB = "sensitivity needs the package SALib: pip install 'burgsim[sensitivity]'"
#: Two combinations of values of which a walk goes from one to the other.
Step = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True)
class Effect:
    """How one rule moves one answer: over its whole range, as if in a straight line between the values compared; for
    what is no number, from one value to another.

    `mu_star` is the mean absolute effect with its interval over the walks, `mu` the mean with its sign (None for what
    is no number), `sigma` the spread, `noise` what mu* would be on average if the rule did nothing.
    """

    factor: Factor
    mu_star: Interval
    mu: float | None
    sigma: float
    noise: float

    @property
    def matters(self) -> bool:
        """Whether it moves the answer by more than chance explains."""
        return self.mu_star.low > self.noise


@dataclass(frozen=True)
class Alone:
    """One rule at one value, all else as it is: paired differences by measure key."""

    factor: Factor
    value: Any
    differences: Mapping[str, Interval]


@dataclass(frozen=True)
class Sensitivity:
    """What was found. `effects[key]` is in order of mu*, the largest first; `reach[key]` are the answer under
    the rules as they are and those of the combinations that came out lowest and highest, all from the same deals, which
    had no part in choosing them. What never varies is left out.
    """

    game: str
    players: int
    player: str
    seed: int
    deals: int
    walks: int
    points: int
    factors: tuple[Factor, ...]
    quantities: tuple[Quantity, ...]
    base: Mapping[str, Interval]
    alone: tuple[Alone, ...]
    effects: Mapping[str, tuple[Effect, ...]]
    reach: Mapping[str, tuple[Interval, Interval, Interval]]

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
            "walks": self.walks, "games": self.games,
            "rules": [{"rule": f.name, "now": f.now, "values": list(f.values), "label": f.label}
                      for f in self.factors],
            "measures": {
                q.key: {
                    "now": self.base[q.key].to_dict(), "now_fresh": self.reach[q.key][0].to_dict(),
                    "lowest": self.reach[q.key][1].to_dict(),
                    "highest": self.reach[q.key][2].to_dict(),
                    "effects": [{"rule": e.factor.name, "mu_star": e.mu_star.to_dict(), "mu": e.mu, "sigma": e.sigma,
                                 "noise": e.noise, "matters": e.matters} for e in self.effects[q.key]],
                    "alone": [{"rule": a.factor.name, "value": a.value, "difference": a.differences[q.key].to_dict()}
                              for a in self.alone],
                } for q in self.quantities
            },
        }  # fmt: skip


def step_of(values: int) -> int:
    """How many values a walk's step moves a rule with so many, out of values - 1."""
    return round(2 * (values - 1) / 3)


def sensitivity(
    game_id: str,
    players: int,
    named: Sequence[str] = (),
    *,
    spec: str = "balanced",
    changes: Mapping[str, Any] | None = None,
    deals: int = 5_000,
    walks: int = 10,
    seed: int = 1,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Sensitivity:
    """Vary rule numbers and see what moves.

    Parameters
    ----------
    named : sequence of str
        Rules with or without values (`burgsim.studies.factors`); the assumed numbers of the presets when empty.
    deals : int
        Behind every combination of values, the same deals for all.
    walks : int
        Random walks of Morris, at least three; each takes one combination more than there are rules.

    Raises
    ------
    UserError
        A wrong name or value, values that contradict each other, or SALib isn't installed.
    """
    sample, analyze = _salib()
    game = prepare(game_id)
    game.check_players(players)
    if walks < FEWEST_WALKS or deals < 2:
        raise UserError("a sensitivity study takes at least three walks and two deals")
    base = dict(changes or {})
    varied = factors(game, players, named, base)
    table = seats(game, players, [spec])
    wanted = [q for q in quantities(game, players) if q.measure in MEASURES]
    wanted = [q for q in wanted if q.measure != "score" or not q.where]
    problem = {"num_vars": len(varied), "names": [f.name for f in varied], "bounds": [[0.0, 1.0]] * len(varied)}
    # a legacy seed of SALib's reaches 32 bits
    grid = sample(problem, walks, num_levels=LEVELS, seed=seed % (1 << 32))
    sizes = np.array([len(f.values) for f in varied])
    places = np.rint(grid * (sizes - 1)).astype(int)
    combinations = [tuple(int(i) for i in row) for row in places]
    now = tuple(f.values.index(f.now) if f.now in f.values else -1 for f in varied)
    sweep = [(n, i) for n, f in enumerate(varied) for i in range(len(f.values)) if f.values[i] != f.now]
    todo = list(dict.fromkeys(combinations))
    rules = {c: rules_at(game, base, varied, c) for c in todo}
    points = 2 + len(sweep) + len(todo) + 2 * len(wanted)
    played = SameDeals(
        game, players, table, seed, wanted, workers,
        (lambda done: progress(done, points * deals)) if progress is not None else None,
    )  # fmt: skip

    def sums() -> Moments:
        return Moments([q.key for q in wanted])

    as_is, moved = rules_of(game, base), [rules_of(game, varied[n].put(base, varied[n].values[i])) for n, i in sweep]
    of_base, of_sweep, of_point = sums(), [sums() for _ in sweep], {c: sums() for c in todo}
    of_step = {pair: sums() for pair, _ in _steps(combinations, len(varied))}
    for first, last in blocks(0, deals, (len(todo) + 2) * len(wanted)):
        before = played.measured(as_is, first, last)
        of_base.add(before)
        for changed, found in zip(moved, of_sweep, strict=True):
            found.add(played.measured(changed, first, last).astype(np.int64) - before)
        rows = {c: before if c == now else played.measured(rules[c], first, last) for c in todo}
        for c in todo:
            of_point[c].add(rows[c])
        for (one, other), found in of_step.items():
            found.add(rows[other].astype(np.int64) - rows[one])
    base_of = _means(wanted, of_base)
    alone = [
        Alone(varied[n], varied[n].values[i], _means(wanted, found))
        for (n, i), found in zip(sweep, of_sweep, strict=True)
    ]
    effects, reach, ends = {}, {}, []
    for quantity in wanted:
        answers = {c: _mean(of_point[c], quantity) for c in todo}
        effects[quantity.key] = _effects(
            problem, grid, combinations, varied, of_step, quantity, answers, analyze, seed % (1 << 32)
        )
        estimates = [answers[c].estimate for c in todo]
        ends.append([todo[int(np.argmin(estimates))], todo[int(np.argmax(estimates))]])
    # the most extreme of many answers is so by chance, too: fresh deals say what it is
    now_fresh, fresh = sums(), {c: sums() for c in dict.fromkeys(c for pair in ends for c in pair)}
    for first, last in blocks(deals, 2 * deals, len(wanted)):
        now_fresh.add(played.measured(as_is, first, last))
        for c, found in fresh.items():
            found.add(played.measured(rules[c], first, last))
    for quantity, pair in zip(wanted, ends, strict=True):
        low, high = (_mean(fresh[c], quantity) for c in pair)
        low, high = (low, high) if low.estimate <= high.estimate else (high, low)
        reach[quantity.key] = (_mean(now_fresh, quantity), low, high)
    moving = tuple(q for q in wanted if any(e.mu_star.estimate > 0 for e in effects[q.key]) or base_of[q.key].se > 0)
    return Sensitivity(
        game_id, players, table[0].label, seed, deals, walks, played.played // deals, tuple(varied),
        moving or tuple(wanted), base_of, tuple(alone), effects, reach,
    )  # fmt: skip


def _salib() -> tuple[Any, Any]:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from SALib.analyze.morris import analyze
            from SALib.sample.morris import sample
    except ImportError:
        raise UserError(SALIB) from None
    return sample, analyze


def rules_at(game: Any, base: Mapping[str, Any], varied: Sequence[Factor], places: Sequence[int]) -> Any:
    """The rules with each varied one at its value of that place."""
    changes = dict(base)
    for factor, place in zip(varied, places, strict=True):
        changes = factor.put(changes, factor.values[place])
    try:
        return rules_of(game, changes)
    except UserError as error:
        raise UserError(f"not all of these values go together: {error}") from None


def _mean(sums: Moments, quantity: Quantity) -> Interval:
    return sums.interval(quantity.key, unit=float(quantity.unit))


def _means(wanted: Sequence[Quantity], sums: Moments) -> dict[str, Interval]:
    return {q.key: _mean(sums, q) for q in wanted}


def _effects(
    problem: dict[str, Any], grid: np.ndarray, combinations: Sequence[tuple[int, ...]], varied: Sequence[Factor],
    of_step: Mapping[Step, Moments], quantity: Quantity, answers: Mapping[tuple[int, ...], Interval], analyze: Any,
    seed: int,
) -> tuple[Effect, ...]:  # fmt: skip
    y = np.array([answers[c].estimate for c in combinations])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # SALib's own deprecations
        found = analyze(problem, grid, y, num_levels=LEVELS, num_resamples=1000, seed=seed)
    errors = _errors(combinations, len(varied), of_step, quantity)
    walks = len(combinations) // (len(varied) + 1)
    effects = []
    for i, factor in enumerate(varied):
        n = len(factor.values)
        # SALib takes a step of 2/3 of the way for granted; on n values it is step_of(n) of n - 1
        stretch = (n - 1) / step_of(n) if factor.ordered else 1.0
        scale = STEP * stretch
        star, half = float(found["mu_star"][i]) * scale, float(found["mu_star_conf"][i]) * scale
        chance = float(np.mean(errors[i])) * stretch
        if half <= 1e-9 * max(1.0, star) and chance > 0:  # walks that all make the same steps: the deals are left
            half = 1.96 * chance
        # the bootstrap's normal interval, cut off at zero, which mu* can't pass
        interval = Interval(star, max(0.0, star - half), star + half, half / 1.96, walks, 0.95, "morris, bootstrap")
        mu = float(found["mu"][i]) * scale if factor.ordered else None
        noise = math.sqrt(2 / math.pi) * chance
        effects.append(Effect(factor, interval, mu, float(found["sigma"][i]) * scale, noise))
    return tuple(sorted(effects, key=lambda effect: -effect.mu_star.estimate))


def _steps(combinations: Sequence[tuple[int, ...]], count: int) -> Iterator[tuple[Step, int]]:
    """The steps of all walks, each with the place of the one factor that it changes."""
    for start in range(0, len(combinations), count + 1):
        for one, other in itertools.pairwise(combinations[start : start + count + 1]):
            yield (one, other), next(i for i in range(count) if one[i] != other[i])


def _errors(
    combinations: Sequence[tuple[int, ...]], count: int, of_step: Mapping[Step, Moments], quantity: Quantity
) -> list[list[float]]:
    """Standard errors of the differences behind each factor's effects, paired by deal."""
    found: list[list[float]] = [[] for _ in range(count)]
    for step, changed in _steps(combinations, count):
        found[changed].append(_mean(of_step[step], quantity).se)
    return found
