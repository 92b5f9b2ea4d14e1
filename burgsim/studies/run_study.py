"""A study file from beginning to end: comparison, values and ladder, as one answer."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from burgsim.games.game import UserError
from burgsim.statistics.equivalence import deals_for_equivalence
from burgsim.statistics.quantiles import normal_tail
from burgsim.studies.compare import Comparison, Effect, precise, prepared, until, verdict_known
from burgsim.studies.ladder import LadderRow, climb
from burgsim.studies.looks import ANYTIME, ONCE, SCHEDULE, Plan
from burgsim.studies.measures import KINDS, parse_amount
from burgsim.studies.study_file import BASELINE, Study
from burgsim.studies.values import Value, adapted_seats, association, decision_value, gift

Progress = Callable[[int, int, str], None]
#: Forks, gifts and ladders take as many deals as the study, up to these.
MOST_FORKS, MOST_GIFTS, MOST_LADDER = 20_000, 50_000, 20_000
SYMMETRIC = (
    "The same player sits in every seat, so the win shares of a table add up to one whatever the rules: their average "
    "can't move, only what one seat wins and another loses. What a rule does to all players shows in scores, margins, "
    "lengths and ties; what it does to a style shows with different players in the seats and rotate = true."
)


@dataclass
class Answer:
    """What a study found."""

    study: Study
    comparison: Comparison | None
    effects: list[Effect] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    ladder: list[LadderRow] = field(default_factory=list)
    continued: int = 0

    @property
    def headline(self) -> list[Effect]:
        """The declared contrasts, or what stands for them."""
        return self.comparison.headline(self.effects) if self.comparison else []

    def to_dict(self) -> dict[str, Any]:
        """The object that `burgsim compare --json` prints."""
        found: dict[str, Any] = {"title": self.study.title, "game": self.study.game}
        if self.comparison is not None:
            found = self.comparison.to_dict()
        found["values"] = [value.to_dict() for value in self.values]
        found["ladder"] = [row.to_dict() for row in self.ladder]
        found["notes"] = notes(self)
        return found


def parse_precision(text: str) -> tuple[float, bool]:
    """ "0.2pp" is (0.002, True), "0.1 points" is (0.1, False)."""
    share = text.strip().lower().endswith(("pp", "%"))
    if not share and text.strip().replace(".", "", 1).isdigit():
        raise UserError(f"--precision {text} needs its unit: {text}pp for win shares, {text}points for scores")
    try:
        return parse_amount(text, KINDS["win_share" if share else "score"]), share
    except UserError:
        raise UserError(f"--precision {text!r} must be like 0.2pp (win shares) or 0.1points (scores)") from None


def plan_of(games: int, precision: str | None, until_verdict: bool, anytime: bool, looks: int = 5) -> Plan:
    """When the study is judged: once, unless something ends it early."""
    if precision is None and not until_verdict:
        return Plan.made(games, ANYTIME if anytime else ONCE, looks)
    return Plan.made(games, ANYTIME if anytime else SCHEDULE, looks)


def run_study(
    study: Study,
    *,
    games: int | None = None,
    precision: str | None = None,
    until_verdict: bool = False,
    anytime: bool = False,
    ladder: bool = False,
    full: bool = False,
    workers: int | None = None,
    kept: dict[str, Any] | None = None,
    keep: Callable[[dict[str, Any]], None] | None = None,
    progress: Progress | None = None,
    tell: Callable[[str], None] | None = None,
) -> Answer:
    """Play a study.

    Parameters
    ----------
    games : int, optional
        Deals at most, instead of the study's; with a precision or a verdict asked for a million when left out.
    precision, until_verdict, anytime
        Stop at the first look at which the headline intervals are this narrow, or its verdicts known; looks are
        corrected for, by a schedule or (`anytime`) by a confidence sequence.
    ladder : bool
        Play the ladder even if the file doesn't ask for it.
    kept, keep
        Sums of an earlier run to go on from, and what to do with those of this one.
    """
    stopping = precision is not None or until_verdict
    most = games or (max(study.games, 1_000_000) if stopping else study.games)
    plan = plan_of(most, precision, until_verdict, anytime)
    tests = []
    if precision is not None:
        tests.append(precise(*parse_precision(precision)))
    if until_verdict:
        tests.append(verdict_known)

    def adapt(game: Any, players: int, table: Any, changes: Any) -> Any:
        if tell is not None:
            tell(f"tuning {table[0].label} for the changed rules at {players} players")
        return adapted_seats(game, players, table, changes, seed=study.seed, workers=workers)

    answer = Answer(study, None)
    if study.variants:
        comparison = prepared(study, plan, workers=workers, adapt=adapt, tell=tell)
        if kept is not None and comparison.resume(kept):
            answer.continued = max(comparison.deals.values(), default=0)
        answer.comparison = comparison
        enough = (lambda effects: all(test(effects) for test in tests)) if tests else None
        after = (lambda: keep(comparison.kept())) if keep is not None else None
        answer.effects = until(comparison, enough, progress, after)
    _values(answer, most, workers, progress)
    if (ladder or study.ladder) and answer.comparison is not None:
        headline = [effect for effect in answer.headline if "adapted" not in effect.variant]
        answer.ladder = climb(
            study, headline, games=min(most, MOST_LADDER * (10 if full else 1)), full=full, workers=workers,
            progress=progress,
        )  # fmt: skip
    return answer


def _values(answer: Answer, games: int, workers: int | None, progress: Progress | None) -> None:
    from burgsim.games import load

    study = answer.study
    changes = study.changes(load(study.game))
    specs = study.specs(BASELINE)

    def told(total: int, what: str) -> Callable[[int], None] | None:
        return (lambda done: progress(done, total, what)) if progress is not None else None

    for players in study.counts:
        for fork in study.fork:
            count = fork.games or min(games, MOST_FORKS)
            answer.values.append(
                decision_value(
                    study.game, players, fork.mark, spec=specs[0], changes=changes, games=count, futures=fork.futures,
                    seed=study.seed, workers=workers, progress=told(count, f"forks, {players} players"),
                )
            )  # fmt: skip
        for given in study.gift:
            count = min(games, MOST_GIFTS)
            answer.values.append(
                gift(
                    study.game, players, given.give, given.amount, specs=specs, changes=changes, games=count,
                    seed=study.seed, workers=workers, progress=told(count, f"gifts, {players} players"),
                )
            )  # fmt: skip
        for found in study.association:
            count = min(games, MOST_GIFTS)
            answer.values.append(
                association(
                    study.game, players, found.counter, specs=specs, changes=changes, games=count, seed=study.seed,
                    workers=workers, progress=told(count, f"association, {players} players"),
                )
            )  # fmt: skip


def notes(answer: Answer) -> list[str]:
    """What has to be said beside the numbers, a sentence each."""
    said = []
    comparison = answer.comparison
    if comparison is not None:
        deals = ", ".join(f"{count:,} deals at {n} players" if n > 1 else f"{count:,} solo deals"
                          for n, count in comparison.deals.items())  # fmt: skip
        said.append(f"{deals}, the same for every variant; {comparison.plan.words()}.")
        for players in comparison.deals:
            for variant in dict.fromkeys(effect.variant for effect in answer.effects):
                here = [e for e in answer.effects if (e.players, e.variant) == (players, variant)]
                if here and all(e.difference.estimate == 0.0 and e.difference.se == 0.0 for e in here):
                    where = f"at {players} players" if players > 1 else "solo"
                    said.append(f"{variant} changes no game {where}: nothing measured differs on any deal.")
        if open_ones := _open(answer):
            said.append(open_ones)
        gains = _gains(answer)
        if gains:
            said.append(gains)
        if comparison.symmetric():
            said.append(SYMMETRIC)
        m = sum(effect.declared for effect in answer.effects)
        if m:
            said.append(
                f"{m} contrast{'s' if m > 1 else ''} declared beforehand (p by Holm, intervals hold together); all "
                "others are a screen (p by Benjamini-Hochberg, each interval for itself)."
            )
        else:
            said.append("No contrast is declared in the file, so all are a screen (p by Benjamini-Hochberg).")
        if answer.continued:
            said.append(
                f"Goes on from {answer.continued:,} deals played before; the result is that of one long run. A look at "
                "the shorter run that decided to play on is not corrected for; --anytime is made for that."
            )
    if any(not value.causal for value in answer.values):
        said.append("Associations are labelled so: they describe who did well, not what would change.")
    return said


def _open(answer: Answer) -> str:
    """How many deals what isn't known of the headline may take, with intervals as wide as the study's."""
    needed, played = [], []
    for effect in answer.headline:
        found = effect.difference
        if effect.decided or not found.known or not found.se > 0:
            continue
        level = 1.0 - max(1e-12, normal_tail(found.half_width / found.se))
        needed.append(deals_for_equivalence(found.se * math.sqrt(found.n), effect.smallest, level=level))
        played.append(found.n)
    if not needed:
        return ""
    rows = f"Not yet known in {len(needed)} of {len(answer.headline)} headline rows"
    if all(deals <= n for deals, n in zip(needed, played, strict=True)):
        return (
            f"{rows}, after as many deals as it takes to see that nothing differs: a difference about as large as what "
            "matters takes many times as many to tell from it."
        )
    return (
        f"{rows}. If nothing differs there, about {_rounded_up(max(needed)):,} deals say so four times in five; "
        "--until-verdict plays until all verdicts are known."
    )


def _rounded_up(count: int) -> int:
    """Two figures, never less."""
    unit = 10 ** max(0, len(str(count)) - 2)
    return -(-count // unit) * unit


def _gains(answer: Answer) -> str:
    """The realised gain of pairing, for win shares and for scores."""
    import statistics

    found = []
    for measure, words in (("win_share", "win shares"), ("score", "scores")):
        gains = [e.gain for e in answer.effects if e.quantity.measure == measure and math.isfinite(e.gain)]
        if gains:
            found.append(f"{statistics.median(gains):.1f} times for {words}")
    if not found:
        return ""
    return f"Playing the same deals saved games: {' and '.join(found)} (variance of separate runs over that of pairs)."
