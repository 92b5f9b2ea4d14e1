"""Does it hold for better players? The same study played by players of several strengths, set side by side.

Strength is measured: the win share of one player among copies of the reference player, over all seats, as a multiple of
a fair share. Random players support no claim about a game; what is called robust holds for every competent one.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from burgsim.games.game import WIN_60THS, Game
from burgsim.players import DEFAULT_POLICY, rotate, seats
from burgsim.simulation.batch import Table
from burgsim.simulation.ranges import in_parts
from burgsim.statistics.equivalence import EQUIVALENT
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.quantiles import t_critical
from burgsim.studies.compare import Effect, prepared, until
from burgsim.studies.looks import Plan
from burgsim.studies.study_file import Ladder, Study

#: A player who wins this part of a fair share among copies of the reference counts as competent, unless it draws moves
#: at random: well above greedy play, and low enough that each game has two such players beside the reference.
COMPETENT = 0.4
#: Effects of competent players that differ by more than this factor don't agree in size.
MAGNITUDE = 10.0
NOISES = (0.2, 0.05)
ROLLOUTS = 64
#: Games with rollouts are that many times rarer.
ROLLOUT_PRICE = 200
SKILL_DEALS = 4_000
RANDOM = "random"


@dataclass(frozen=True)
class Rung:
    """A player (or a mixed table) and how strong it is: win share over a fair share; NaN for the table."""

    name: str
    table: tuple[str, ...]
    skill: float
    skill_interval: Interval | None
    competent: bool

    @property
    def mixed(self) -> bool:
        """Whether different players sit at the table."""
        return len(self.table) > 1


@dataclass(frozen=True)
class LadderRow:
    """A headline effect, as each rung sees it."""

    players: int
    effect: Effect
    by_rung: tuple[tuple[Rung, Effect], ...]

    @property
    def competent(self) -> list[tuple[Rung, Effect]]:
        """The rungs that count (mixed tables among them)."""
        return [(rung, effect) for rung, effect in self.by_rung if rung.competent]

    @property
    def agreeing(self) -> int:
        """Competent rungs whose estimate has the sign of the headline."""
        sign = np.sign(self.effect.difference.estimate)
        return sum(np.sign(effect.difference.estimate) == sign for _, effect in self.competent)

    @property
    def word(self) -> str:
        """robust, not robust, or open; `reason` says why."""
        return self._judged()[0]

    @property
    def reason(self) -> str:
        """Why it is called so."""
        return self._judged()[1]

    def _judged(self) -> tuple[str, str]:
        rungs = self.competent
        if len(rungs) < 2:
            return "open", "fewer than two competent players"
        if self.effect.word == EQUIVALENT:
            other = [rung.name for rung, effect in rungs if effect.word in ("larger", "smaller")]
            if other:
                return "not robust", f"it matters to {_and(other)}"
            if all(effect.word == EQUIVALENT for _, effect in rungs):
                return "robust", "too small to matter for every competent player"
            return "open", "not known for every competent player"
        sign = np.sign(self.effect.difference.estimate)
        against = [r.name for r, e in rungs if e.difference.excludes(0.0) and np.sign(e.difference.estimate) != sign]
        if against:
            return "not robust", f"{_and(against)} {'sees' if len(against) == 1 else 'see'} the opposite"
        unsure = [rung.name for rung, effect in rungs if not effect.difference.excludes(0.0)]
        if unsure:
            the = "the " if unsure[0].startswith("mixed table") else ""
            one = f"the interval of {the}{unsure[0]} holds zero"
            return "open", one if len(unsure) == 1 else f"the intervals of {_and(unsure)} hold zero"
        sizes = [abs(effect.difference.estimate) for _, effect in rungs]
        if max(sizes) > MAGNITUDE * min(sizes):
            return "not robust", f"the same sign, but sizes differ by a factor of {max(sizes) / min(sizes):.0f}"
        return "robust", f"{len(rungs)} competent players agree in sign and order of size"

    def trend(self) -> Interval | None:
        """Change of the effect for one fair share more of skill: weighted least squares over the rungs.

        Its error is widened where the effects scatter more than their own errors. None below four rungs.
        """
        points = [(rung.skill, effect.difference) for rung, effect in self.by_rung if not math.isnan(rung.skill)]
        points = [(x, d) for x, d in points if d.se > 0]
        if len(points) < 4:
            return None
        x = np.array([skill for skill, _ in points])
        y = np.array([difference.estimate for _, difference in points])
        weight = np.array([1.0 / difference.se**2 for _, difference in points])
        centre = float((weight * x).sum() / weight.sum())
        spread = float((weight * (x - centre) ** 2).sum())
        if spread == 0.0:
            return None
        slope = float((weight * (x - centre) * y).sum()) / spread
        level = float((weight * y).sum() / weight.sum())
        scatter = float((weight * (y - level - slope * (x - centre)) ** 2).sum()) / (len(x) - 2)
        se = math.sqrt(max(1.0, scatter) / spread)
        half = t_critical(0.95, len(x) - 2) * se
        return Interval(slope, slope - half, slope + half, se, len(x), 0.95, "weighted regression")

    def spread(self) -> tuple[Interval, float] | None:
        """Where the effect for one more competent player would lie, and the spread between them (tau).

        Random effects (DerSimonian and Laird 1986), prediction interval of Higgins, Thompson and Spiegelhalter (2009).
        None below three competent players.
        """
        found = [e.difference for _, e in self.competent if e.difference.se > 0]
        k = len(found)
        if k < 3:
            return None
        y = np.array([d.estimate for d in found])
        weight = np.array([1.0 / d.se**2 for d in found])
        fixed = float((weight * y).sum() / weight.sum())
        q = float((weight * (y - fixed) ** 2).sum())
        scale = float(weight.sum() - (weight**2).sum() / weight.sum())
        tau2 = max(0.0, (q - (k - 1)) / scale)
        full = 1.0 / (1.0 / weight + tau2)
        mean = float((full * y).sum() / full.sum())
        se = math.sqrt(tau2 + 1.0 / float(full.sum()))
        half = t_critical(0.95, k - 2) * se
        return Interval(mean, mean - half, mean + half, se, k, 0.95, "prediction, random effects"), math.sqrt(tau2)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        trend, spread = self.trend(), self.spread()
        return {
            "players": self.players, "variant": self.effect.variant, "measure": self.effect.quantity.key,
            "verdict": self.word, "reason": self.reason, "agreeing": self.agreeing, "competent": len(self.competent),
            "trend": trend.to_dict() if trend else None,
            "next_player": spread[0].to_dict() if spread else None, "tau": spread[1] if spread else None,
            "rungs": [{"player": rung.name, "skill": None if math.isnan(rung.skill) else rung.skill,
                       "competent": rung.competent, "difference": effect.difference.to_dict(), "verdict": effect.word}
                      for rung, effect in self.by_rung],
        }  # fmt: skip


def default_rungs(game: Game, full: bool = False) -> list[str]:
    """The ladder of a game: random, greedy, the reference with noise, styles, the reference, with `full` rollouts."""
    known = list(game.policies)
    low = [name for name in (RANDOM, "greedy") if name in known]
    styles = [name for name in known if name not in (RANDOM, "greedy", DEFAULT_POLICY)]
    if DEFAULT_POLICY not in known:
        return [*low, *styles]
    noisy = [f"{DEFAULT_POLICY},noise={noise:g}" for noise in NOISES]
    best = [DEFAULT_POLICY, *([f"{DEFAULT_POLICY},rollouts={ROLLOUTS}"] if full else [])]
    return [*low, *noisy, *styles, *best]


def skill(
    game: Game, players: int, spec: str, *, deals: int = SKILL_DEALS, seed: int = 1, workers: int | None = None
) -> Interval:
    """Win share of one player among copies of the reference, over all seats, as a multiple of a fair share.

    In the solo game: games won, as a multiple of the reference's.
    """
    others = DEFAULT_POLICY if DEFAULT_POLICY in game.policies else next(iter(game.policies))
    table = seats(game, players, [spec, *[others] * (players - 1)])
    rules = game.rules()
    tables = [Table(game, players, rules, rotate(table, by), seed) for by in range(players)]

    def work(start: int, count: int) -> tuple[np.ndarray]:
        won = [one.play(start, count)[1][:, by, WIN_60THS].astype(np.int64) for by, one in enumerate(tables)]
        return (np.sum(won, axis=0),)

    moments = Moments(1)
    for _, rows in in_parts(work, 0, deals, deals, workers):
        moments.add(rows[0])
    found = moments.share(0, unit=60 * players)
    if players > 1:
        return found.scaled(float(players))
    if spec == others:
        own = found.estimate
    else:
        own = _games_won(game, others, rules, deals, seed, workers)
    return found.scaled(1.0 / own) if own > 0 else found


def _games_won(game: Game, spec: str, rules: Any, deals: int, seed: int, workers: int | None) -> float:
    table = Table(game, 1, rules, seats(game, 1, [spec]), seed)
    won = [rows[1][:, 0, WIN_60THS].sum(dtype=np.int64) for _, rows in in_parts(table.play, 0, deals, deals, workers)]
    return float(sum(int(w) for w in won)) / (60 * deals)


def climb(
    study: Study,
    headline: Sequence[Effect],
    *,
    games: int,
    full: bool = False,
    workers: int | None = None,
    progress: Callable[[int, int, str], None] | None = None,
) -> list[LadderRow]:
    """Play a study with every rung of its ladder; one row a headline effect.

    Effects of arms with adapted players are left out: those players are the point of them.
    """
    from burgsim.games import load

    game = load(study.game)
    asked = study.ladder if isinstance(study.ladder, Ladder) else Ladder()
    specs = asked.policies or default_rungs(game, full)
    rows: dict[tuple[int, str, str], list[tuple[Rung, Effect]]] = {}
    for players in study.counts:
        rungs = [_rung(game, players, spec, study.seed, workers) for spec in specs]
        same = all(study.players_of(name, players) == players for name in study.variants)
        if asked.mixed and players > 1 and same:
            rungs += mixed_tables(players, rungs, asked.mixed if isinstance(asked.mixed, list) else None)
        for rung in rungs:
            deals = max(200, games // ROLLOUT_PRICE) if "rollouts=" in "".join(rung.table) else games
            comparison = prepared(
                study, Plan.made(deals), table=rung.table, rotated=rung.mixed, workers=workers, counts=[players]
            )
            told = (lambda d, t, w, name=rung.name: progress(d, t, f"{name}, {w}")) if progress else None
            for effect in until(comparison, progress=told):
                rows.setdefault((players, effect.variant, effect.quantity.key), []).append((rung, effect))
    return [
        LadderRow(effect.players, effect, tuple(rows[key]))
        for effect in headline
        if (key := (effect.players, effect.variant, effect.quantity.key)) in rows
    ]


def _rung(game: Game, players: int, spec: str, seed: int, workers: int | None) -> Rung:
    deals = 100 if "rollouts=" in spec else SKILL_DEALS
    found = skill(game, players, spec, deals=deals, seed=seed, workers=workers)
    return Rung(spec, (spec,), found.estimate, found, competent(spec, found.estimate))


def competent(spec: str, strength: float) -> bool:
    """Whether a player counts: strong enough, and no move is drawn at random."""
    return strength >= COMPETENT and spec.split(",")[0] != RANDOM and "noise=" not in spec


def mixed_tables(players: int, rungs: Sequence[Rung], named: Sequence[str] | None = None) -> list[Rung]:
    """A table of different competent players, the strongest first (or those named); none where only one is competent.

    Where there are fewer than seats, some sit there twice.
    """
    if named is not None:
        chosen = list(named)[:players]
    else:
        able = [rung for rung in rungs if rung.competent and "rollouts=" not in rung.name]
        chosen = [rung.name for rung in sorted(able, key=lambda rung: -rung.skill)][:players]
    if len(set(chosen)) < 2:
        return []
    table = tuple(itertools.islice(itertools.cycle(chosen), players))
    return [Rung(f"mixed table ({', '.join(table)})", table, math.nan, None, True)]


def _and(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
