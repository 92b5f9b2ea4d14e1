"""Variants against a baseline on the same deals: played part by part, summed exactly, judged against what matters.

Game i of every table has the same key, so the same cards, tiles and dice; a deal is one observation, and each variant
is compared with the baseline by the difference on each deal.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from burgsim.games.game import Game, UserError
from burgsim.games.jit import kernel_hash
from burgsim.players import Seat, rotate, seats
from burgsim.simulation.batch import Table
from burgsim.simulation.ranges import in_parts
from burgsim.simulation.run import rules_of
from burgsim.simulation.warm import prepare
from burgsim.statistics.equivalence import UNKNOWN, verdict
from burgsim.statistics.intervals import Interval
from burgsim.statistics.moments import Moments
from burgsim.statistics.multiplicity import benjamini_hochberg, holm, p_value
from burgsim.studies.looks import Plan
from burgsim.studies.measures import Kind, Quantity, Rotations, quantities
from burgsim.studies.study_file import BASELINE, Study, Variant

#: Deals that are in memory at once, for each worker.
PART = 20_000
#: With fewer deals than this a difference that never varied is no evidence.
_FEW = 1_000
ADAPTED = "players adapted"
#: Deals done, deals in all, what is being played.
StudyProgress = Callable[[int, int, str], None]


@dataclass(frozen=True)
class PlayedArm:
    """A table ready to be played: the baseline, a variant, or a variant whose players are adapted to it."""

    name: str
    players: int
    table: tuple[Seat, ...]
    rules: Any
    rotated: bool
    measured: tuple[Quantity, ...]

    @property
    def equals(self) -> bool:
        """Whether the same player sits in every seat."""
        first = self.table[0]
        return all(
            seat.policy is first.policy
            and np.array_equal(seat.weights, first.weights)
            and (seat.noise, seat.rollouts, seat.width) == (first.noise, first.rollouts, first.width)
            for seat in self.table
        )

    @property
    def games_a_deal(self) -> int:
        """Games that are played of each deal."""
        return self.players if self.rotated else 1

    def tables(self, game: Game, seed: int) -> list[Table]:
        """One table, or one a rotation."""
        return [Table(game, self.players, self.rules, rotate(self.table, by), seed) for by in range(self.games_a_deal)]

    def to_dict(self) -> dict[str, Any]:
        """What repeats it."""
        return {
            "name": self.name,
            "players": self.players,
            "seats": [seat.to_dict() for seat in self.table],
            "rules": {row.path: row.value for row in self.rules.rows()},
            "rotated": self.rotated,
        }


@dataclass(frozen=True)
class Effect:
    """One difference between a variant and the baseline, in the measure's own unit (shares as fractions)."""

    players: int
    variant: str
    quantity: Quantity
    declared: bool
    baseline: float
    changed: float
    difference: Interval
    gain: float
    p: float
    adjusted: float
    smallest: float
    word: str
    direction: int

    @classmethod
    def found(
        cls, players: int, label: str, kind: Kind, difference: Interval, smallest: float | None = None,
        variant: str = "",
    ) -> Effect:  # fmt: skip
        """A difference that was measured in another way, with its verdict: `label` says of what."""
        least = kind.smallest if smallest is None else smallest
        said = verdict(difference, least)
        p = p_value(difference)
        return cls(
            players, variant, Quantity(kind.name, "", kind, label, _elsewhere, 1), False, math.nan, math.nan,
            difference, math.nan, p, p, least, said.word, said.direction,
        )  # fmt: skip

    @property
    def sure(self) -> bool:
        """Whether there is an effect at all, every comparison and look accounted for (5%)."""
        return self.adjusted < 0.05

    @property
    def decided(self) -> bool:
        """Whether the verdict is known."""
        return self.word != UNKNOWN

    def text(self) -> str:
        """The difference with its interval and unit: +1.52 [1.20, 1.84] pp."""
        kind = self.quantity.kind
        return self.difference.text(kind.unit, kind.scale, sign=True)

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "players": self.players, "variant": self.variant, "measure": self.quantity.measure,
            "where": self.quantity.where, "label": self.quantity.label, "unit": self.quantity.kind.unit,
            "declared": self.declared, "baseline": _plain(self.baseline), "changed": _plain(self.changed),
            "difference": self.difference.to_dict(), "gain_of_pairing": _plain(self.gain), "p": _plain(self.p),
            "p_adjusted": _plain(self.adjusted), "adjusted_by": "holm" if self.declared else "benjamini-hochberg",
            "smallest": self.smallest, "verdict": self.word, "direction": self.direction,
        }  # fmt: skip


@dataclass
class Comparison:
    """A study's variants at every number of players, and the exact sums of all deals played so far.

    `deals` counts them; `sums[key]` holds variant and baseline, a pair of columns a quantity.
    """

    study: Study
    game: Game
    arms: dict[int, list[PlayedArm]]
    plan: Plan
    workers: int | None = None
    deals: dict[int, int] = field(default_factory=dict)
    sums: dict[str, Moments] = field(default_factory=dict)
    games_played: int = 0

    def pairs(self, players: int) -> Iterator[tuple[PlayedArm, Quantity, Quantity]]:
        """Each variant with each quantity that it shares with the baseline: (arm, its quantity, the baseline's)."""
        base = self.arms[players][0]
        known = {quantity.key: quantity for quantity in base.measured}
        for arm in self.arms[players][1:]:
            for quantity in arm.measured:
                if quantity.key in known and (arm.players == base.players or not quantity.where):
                    yield arm, quantity, known[quantity.key]

    def play_to(
        self, deals: int, progress: StudyProgress | None = None, after_part: Callable[[], None] | None = None
    ) -> None:
        """Play on until every number of players has this many deals; deals already played count."""
        total = sum(max(0, deals - self.deals.get(players, 0)) for players in self.arms)
        done = 0
        for players, arms in self.arms.items():
            first = self.deals.get(players, 0)
            if first >= deals:
                continue
            tables = [arm.tables(self.game, self.study.seed) for arm in arms]

            def work(start: int, count: int, arms: Any = arms, tables: Any = tables) -> tuple[np.ndarray, ...]:
                found = []
                for arm, rotations in zip(arms, tables, strict=True):
                    played = [table.play(start, count) for table in rotations]
                    rows = [(games.astype(np.int64), seats.astype(np.int64)) for games, seats in played]
                    found.append(np.stack([quantity.of(rows) for quantity in arm.measured], axis=1))
                return tuple(found)

            def told(here: int, base: int = done, players: int = players) -> None:
                if progress is not None:
                    progress(base + here, total, f"{players} players" if players > 1 else "solo")

            for _, rows in in_parts(work, first, deals, PART, self.workers, told):
                self._add(players, rows)
                if after_part is not None:
                    after_part()
            done += deals - first

    def _add(self, players: int, rows: Sequence[np.ndarray]) -> None:
        arms = self.arms[players]
        at = [{quantity.key: i for i, quantity in enumerate(arm.measured)} for arm in arms]
        places = {arm.name: i for i, arm in enumerate(arms)}
        for arm, quantity, _ in self.pairs(players):
            i = places[arm.name]
            pair = np.stack([rows[i][:, at[i][quantity.key]], rows[0][:, at[0][quantity.key]]], axis=1)
            key = _key(players, arm.name, quantity)
            self.sums.setdefault(key, Moments(["variant", "baseline"])).add(pair)
        count = len(rows[0])
        self.deals[players] = self.deals.get(players, 0) + count
        self.games_played += count * sum(arm.games_a_deal for arm in arms)

    def effects(self) -> list[Effect]:
        """Every difference, declared ones first; Holm over these, Benjamini-Hochberg over the others.

        Intervals of declared contrasts hold together; all hold over the looks of the plan.
        """
        wanted = {
            (players, contrast.variant, contrast.key)
            for contrast in self.study.contrast
            for players in self.arms
            if contrast.players in (None, players)
        }
        found = []
        for players in self.arms:
            for arm, quantity, _ in self.pairs(players):
                moments = self.sums.get(_key(players, arm.name, quantity))
                if moments is None:
                    continue
                declared = (players, arm.name, quantity.key) in wanted
                found.append((players, arm, quantity, moments, declared))
        m = max(1, sum(declared for *_, declared in found))
        ps = np.array([self.plan.p(moments.difference(0, 1).interval) for *_, moments, _ in found])
        group = np.array([declared for *_, declared in found], dtype=bool)
        adjusted = np.full(len(found), math.nan)
        if len(found):
            adjusted[group] = holm(ps[group])
            adjusted[~group] = benjamini_hochberg(ps[~group])
        effects = [
            self._effect(*parts, m, float(p), float(q)) for parts, p, q in zip(found, ps, adjusted, strict=True)
        ]
        return sorted(effects, key=lambda effect: not effect.declared)

    def _effect(
        self, players: int, arm: PlayedArm, quantity: Quantity, moments: Moments, declared: bool, m: int, p: float,
        q: float,
    ) -> Effect:  # fmt: skip
        unit = float(quantity.unit)
        paired = moments.difference(0, 1, unit=unit)
        shown = self.plan.interval(paired.interval, m if declared else 1)
        smallest = self.study.smallest(quantity.kind.name)
        said = verdict(shown, smallest)
        word = said.word
        # a screen has many rows: what stands out alone must stand out among them, too
        if (shown.se == 0.0 and shown.n < _FEW) or (word in ("larger", "smaller") and not q < 0.05):
            word = UNKNOWN
        changed, baseline = (float(v) for v in moments.mean(unit=unit))
        return Effect(
            players, arm.name, quantity, declared, baseline, changed, shown, paired.gain, p, q, smallest, word,
            said.direction,
        )  # fmt: skip

    def headline(self, effects: Sequence[Effect] | None = None) -> list[Effect]:
        """What the study is about: declared contrasts; without any, win shares by seat and mean scores."""
        effects = self.effects() if effects is None else effects
        declared = [effect for effect in effects if effect.declared]
        keys = {"score", *(effect.quantity.key for effect in effects if effect.quantity.measure == "win_share")}
        return declared or [effect for effect in effects if effect.quantity.key in keys]

    def symmetric(self) -> bool:
        """Whether every table has one player in all its seats."""
        return all(arm.equals for arms in self.arms.values() for arm in arms) and max(self.arms) > 1

    def identity(self) -> str:
        """A hash of what is played, but for the number of deals."""
        what = [self.study.seed, kernel_hash(), {n: [arm.to_dict() for arm in arms] for n, arms in self.arms.items()}]
        return hashlib.sha256(json.dumps(what, sort_keys=True, default=str).encode()).hexdigest()[:16]

    def kept(self) -> dict[str, Any]:
        """The sums as plain values, from which a longer run goes on."""
        return {
            "identity": self.identity(),
            "deals": {str(n): count for n, count in self.deals.items()},
            "sums": {key: moments.to_dict() for key, moments in self.sums.items()},
        }

    def resume(self, kept: Mapping[str, Any]) -> bool:
        """Go on from sums that were kept; False when they are of another study (or of more deals than asked for)."""
        if kept.get("identity") != self.identity():
            return False
        deals = {int(n): int(count) for n, count in kept["deals"].items()}
        if max(deals.values(), default=0) > self.plan.last:
            return False
        self.sums = {key: Moments.from_dict(dict(value)) for key, value in kept["sums"].items()}
        self.deals = deals
        return True

    def to_dict(self) -> dict[str, Any]:
        """The object that `burgsim compare --json` prints."""
        effects = self.effects()
        return {
            "title": self.study.title, "game": self.game.id, "seed": self.study.seed,
            "deals": {str(n): count for n, count in self.deals.items()}, "looks": list(self.plan.looks),
            "method": self.plan.kind, "symmetric": self.symmetric(), "kernel": kernel_hash(),
            "effects": [effect.to_dict() for effect in effects],
        }  # fmt: skip


def prepared(
    study: Study,
    plan: Plan | None = None,
    *,
    table: Sequence[str] | None = None,
    rotated: bool | None = None,
    workers: int | None = None,
    adapt: Callable[..., list[Seat]] | None = None,
    counts: Sequence[int] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Comparison:
    """A study's tables, ready to be played.

    Parameters
    ----------
    table : sequence of str, optional
        Other players than the study's: one for every seat, or one a seat (every arm has them).
    rotated : bool, optional
        Instead of the study's `rotate`.
    adapt : callable, optional
        (game, players, table, changes) to players tuned for the changed rules, for variants with `adapted = true`.
    counts : sequence of int, optional
        Some of the study's numbers of players.
    """
    game = prepare(study.game, tell)
    turning = study.rotate if rotated is None else rotated
    arms: dict[int, list[PlayedArm]] = {}
    for players in counts or study.counts:
        arms[players] = []
        for name in (BASELINE, *study.variants):
            here = study.players_of(name, players)
            chosen = seats(game, here, list(table) if table else study.specs(name))
            changes = study.changes(game, name)
            made = [(name, chosen)]
            variant = study.arm(name)
            if isinstance(variant, Variant) and variant.adapted and table is None:
                if isinstance(variant.adapted, str):
                    specs = [f"{spec.split('@')[0].split(',')[0]}@{variant.adapted}" for spec in study.specs(name)]
                    made.append((f"{name}, {ADAPTED}", seats(game, here, specs)))
                elif adapt is not None:
                    made.append((f"{name}, {ADAPTED}", adapt(game, here, chosen, changes)))
            for title, who in made:
                rules = rules_of(game, changes)
                measured = quantities(game, here, turning and here > 1, [seat.label for seat in who])
                arms[players].append(PlayedArm(title, here, tuple(who), rules, turning and here > 1, tuple(measured)))
    return Comparison(study, game, arms, plan or Plan.made(study.games), workers)


def until(
    comparison: Comparison,
    enough: Callable[[Sequence[Effect]], bool] | None = None,
    progress: StudyProgress | None = None,
    after_part: Callable[[], None] | None = None,
) -> list[Effect]:
    """Play look after look until `enough` says so or the last is reached; the effects then.

    `after_part` is called whenever some more deals have been summed up (`Comparison.kept` is whole then).
    """
    for look in comparison.plan.looks:
        if look < max(comparison.deals.values(), default=0):
            continue
        comparison.play_to(look, progress, after_part)
        if enough is not None and enough(comparison.headline()):
            break
    return comparison.effects()


def verdict_known(effects: Sequence[Effect]) -> bool:
    """Whether every headline effect has its verdict."""
    return all(effect.decided for effect in effects)


def precise(half_width: float, share: bool) -> Callable[[Sequence[Effect]], bool]:
    """Whether the intervals of shares (or of the other measures) are narrow enough.

    Raises
    ------
    UserError
        When asked: there is no headline effect in that unit.
    """

    def enough(effects: Sequence[Effect]) -> bool:
        here = [effect for effect in effects if effect.quantity.kind.share == share]
        if not here:
            unit = "a share" if share else "points"
            raise UserError(f"no headline effect is measured in {unit}; the precision must be in the unit of one")
        return all(effect.difference.known and effect.difference.half_width <= half_width for effect in here)

    return enough


def _elsewhere(rows: Rotations) -> np.ndarray:
    raise TypeError("this effect was not measured from the rows of a comparison")


def _key(players: int, variant: str, quantity: Quantity) -> str:
    return f"{players}|{variant}|{quantity.key}"


def _plain(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
