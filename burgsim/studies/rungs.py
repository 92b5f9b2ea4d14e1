"""The ladder of a question: how strong each player of a lab is, and the tables that let all of them be asked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from burgsim.players import DEFAULT_POLICY
from burgsim.statistics.intervals import Interval
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import WON, measure, shares
from burgsim.studies.lab import Arm, Lab, Played
from burgsim.studies.ladder import ROLLOUT_PRICE, LadderRow, Rung, competent, default_rungs, mixed_tables

#: Deals behind a rung are a part of a table's, and those that tell its strength a smaller one.
PART, SKILL_PART = 20, 200


class Rungs:
    """The players of several strengths who answer a question, by number of players.

    Their strength is measured as soon as this is made: the win share of one among copies of the reference player, over
    all seats, as a multiple of a fair share (solo: games won, as a multiple of the reference's).

    Parameters
    ----------
    lab : Lab
    counts : sequence of int
        Numbers of players.
    deals : int, optional
        Deals of a rung's tables; a twentieth of the usual table when left out. With rollouts far fewer.
    more : mapping, optional
        Other numbers of deals for some players (specs).
    mixed : bool
        Whether a table of different competent players is a rung, too (never solo).
    changes : mapping, optional
        Rules that all of them play by, and by which their strength is measured, where they aren't the game's.
    """

    def __init__(
        self, lab: Lab, counts: Sequence[int], deals: int | None = None, more: Mapping[str, int] | None = None,
        mixed: bool = True, changes: Mapping[str, Any] | None = None,
    ) -> None:  # fmt: skip
        self.lab = lab
        self.changes = dict(changes or {})
        self.deals = max(2, lab.sizes.table // PART) if deals is None else deals
        self.more = dict(more or {})
        self.reference = DEFAULT_POLICY if DEFAULT_POLICY in lab.game.policies else next(iter(lab.game.policies))
        specs = default_rungs(lab.game, lab.sizes.full)
        few = max(2, lab.sizes.table // SKILL_PART)
        arms = {
            (spec, n): Arm(
                f"strength of {spec} {n}", n, max(20, few // ROLLOUT_PRICE) if "rollouts=" in spec else few,
                (spec, *[self.reference] * (n - 1)), self.changes, rotated=n > 1,
            )
            for n in counts for spec in dict.fromkeys([self.reference, *specs]) if n == 1 or spec != self.reference
        }  # fmt: skip
        runs = lab.play(arms.values())
        self.of: dict[int, list[Rung]] = {}
        for n in counts:
            own = measure(runs[arms[self.reference, n].name][0], WON).estimate if n == 1 else 1.0
            found = []
            for spec in specs:
                if n > 1 and spec == self.reference:
                    skill = Interval(1.0, 1.0, 1.0, 0.0, few, 0.95, "by definition")
                elif n == 1:
                    skill = measure(runs[arms[spec, n].name][0], WON).scaled(1.0 / own if own > 0 else 1.0)
                else:
                    skill = shares(runs[arms[spec, n].name])[0].scaled(float(n))
                found.append(Rung(spec, (spec,), skill.estimate, skill, competent(spec, skill.estimate)))
            found.sort(key=lambda rung: rung.skill)
            self.of[n] = found + (mixed_tables(n, found) if mixed and n > 1 else [])

    def games(self, rung: Rung) -> int:
        """Deals of a rung's tables."""
        if any("rollouts=" in spec for spec in rung.table):
            return max(2, self.deals // ROLLOUT_PRICE)
        return self.more.get(rung.name, self.deals)

    def arms(self, what: str, n: int, changes: Mapping[str, Any] | None = None) -> list[Arm]:
        """Tables of every rung under the same rules, with `changes` besides; the mixed one in all rotations."""
        rules = {**self.changes, **(changes or {})}
        return [
            Arm(self.name(what, n, rung), n, self.games(rung), rung.table, rules, rotated=rung.mixed)
            for rung in self.of[n]
        ]

    def name(self, what: str, n: int, rung: Rung) -> str:
        """What the arm of a rung is called in the lab."""
        return f"{what} {n}, {rung.name}"

    def row(
        self, headline: Effect, what: Sequence[str], runs: Mapping[str, list[Played]],
        seen: Callable[..., Interval],
    ) -> LadderRow:  # fmt: skip
        """A headline effect as each rung sees it.

        Parameters
        ----------
        headline : Effect
        what : sequence of str
            The tables (first argument of `arms`) that the effect is read from.
        seen : callable
            Their runs, in this order (each a list, one a rotation), to the difference.
        """
        n = headline.players
        return _row(headline, [
            (rung, seen(*(runs[self.name(table, n, rung)] for table in what))) for rung in self.of[n]
        ])  # fmt: skip

    def forks(
        self, headline: Effect, mark: str, games: int, seen: Callable[[dict[str, np.ndarray]], Interval | None]
    ) -> LadderRow:
        """A fork as each rung sees it; who plays with noise or rollouts can't be forked and is left out.

        Parameters
        ----------
        games : int
            Games that are forked for each rung.
        seen : callable
            The columns of `Lab.fork` to the effect; None where there are too few.
        """
        n = headline.players
        found = []
        for rung in self.of[n]:
            if not any("noise=" in spec or "rollouts=" in spec for spec in rung.table):
                effect = seen(self.lab.fork(mark, n, games, policy=rung.table, changes=self.changes))
                if effect is not None:
                    found.append((rung, effect))
        return _row(headline, found)


def _row(headline: Effect, found: Sequence[tuple[Rung, Interval]]) -> LadderRow:
    quantity = headline.quantity
    by = [
        (rung, Effect.found(headline.players, quantity.label, quantity.kind, interval, headline.smallest,
                            headline.variant))
        for rung, interval in found
    ]  # fmt: skip
    return LadderRow(headline.players, headline, tuple(by))

