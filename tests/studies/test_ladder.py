"""What is called robust: rows made by hand; and a ladder that is played."""

from __future__ import annotations

import math

import pytest

from burgsim.games import load
from burgsim.statistics.equivalence import verdict
from burgsim.statistics.intervals import Interval
from burgsim.studies.compare import Effect
from burgsim.studies.ladder import LadderRow, Rung, climb, default_rungs, skill
from burgsim.studies.measures import KINDS, Quantity
from burgsim.studies.run_study import run_study
from burgsim.studies.study_file import parse_study

QUANTITY = Quantity("score", "", KINDS["score"], "mean score", lambda rows: rows[0][0], 1)


def effect(estimate: float, se: float = 0.1) -> Effect:
    interval = Interval(estimate, estimate - 1.96 * se, estimate + 1.96 * se, se, 1000)
    said = verdict(interval, 0.5)
    return Effect(2, "v", QUANTITY, True, 0.0, estimate, interval, 1.0, 0.01, 0.01, 0.5, said.word, said.direction)


def row(headline: float, *rungs: tuple[float, float, bool], se: float = 0.1) -> LadderRow:
    by = tuple(
        (Rung(f"p{i}", (f"p{i}",), strength, None, able), effect(value, se))
        for i, (value, strength, able) in enumerate(rungs)
    )
    return LadderRow(2, effect(headline, se), by)


@pytest.mark.parametrize(
    ("found", "word", "reason"),
    [
        (row(2.0, (0.0, 0.0, False), (1.5, 0.8, True), (2.0, 1.0, True)), "robust", "2 competent players agree"),
        (row(2.0, (-1.5, 0.8, True), (2.0, 1.0, True)), "not robust", "p0 sees the opposite"),
        (row(2.0, (0.1, 0.8, True), (2.0, 1.0, True)), "open", "the interval of p0 holds zero"),
        (row(4.0, (0.3, 0.8, True), (4.0, 1.0, True)), "not robust", "sizes differ by a factor of 13"),
        (row(2.0, (2.0, 1.0, True)), "open", "fewer than two"),
        (row(0.1, (0.0, 0.9, True), (0.1, 1.0, True)), "robust", "too small to matter for every"),
        (row(0.1, (1.5, 0.9, True), (0.1, 1.0, True)), "not robust", "it matters to p0"),
        (row(0.1, (0.5, 0.9, True), (0.1, 1.0, True)), "open", "not known for every"),
    ],
)
def test_words(found: LadderRow, word: str, reason: str) -> None:
    assert found.word == word
    assert reason in found.reason


def test_random_players_do_not_count() -> None:
    found = row(2.0, (-9.0, 0.0, False), (1.5, 0.8, True), (2.0, 1.0, True))
    assert found.word == "robust"
    assert found.agreeing == len(found.competent) == 2


def test_trend_and_spread() -> None:
    found = row(3.0, *((1.0 + 2.0 * s, s, True) for s in (0.0, 0.3, 0.6, 1.0)))
    trend = found.trend()
    assert trend is not None and trend.estimate == pytest.approx(2.0)
    assert row(3.0, (1.0, 0.0, True), (2.0, 1.0, True)).trend() is None
    same = row(2.0, *((2.0, s, True) for s in (0.7, 0.8, 0.9, 1.0))).spread()
    assert same is not None and same[1] == 0.0 and same[0].estimate == pytest.approx(2.0)
    apart = row(2.0, *((v, 1.0, True) for v in (0.0, 2.0, 4.0))).spread()
    # between-player variance 4 less the sampling variance 0.01 (DerSimonian and Laird, equal weights)
    assert apart is not None and apart[1] ** 2 == pytest.approx(4.0 - 0.01)


def test_strength_is_a_multiple_of_a_fair_share() -> None:
    game = load("burgundy-cards")
    assert skill(game, 3, "balanced", deals=20, workers=1).estimate == pytest.approx(1.0)
    assert skill(game, 2, "random", deals=40, workers=1).estimate < 0.2
    assert skill(game, 1, "balanced", deals=40, workers=1).estimate == pytest.approx(1.0)
    assert default_rungs(game)[0] == "random" and default_rungs(game)[-1] == "balanced"
    assert "rollouts" in default_rungs(game, full=True)[-1]


def test_a_ladder_is_played_with_a_mixed_table() -> None:
    study = parse_study(
        'title = "t"\ngame = "burgundy-cards"\nplayers = 2\ngames = 100\n[variants.v]\nset.start_silver = 5\n'
        '[[contrast]]\nvariant = "v"\nmeasure = "score"\n[ladder]\npolicies = ["random", "greedy", "balanced"]\n'
        'mixed = ["greedy", "balanced"]\n'
    )
    answer = run_study(study, workers=1)
    assert [rung.name for rung, _ in answer.ladder[0].by_rung] == [
        "random", "greedy", "balanced", "mixed table (greedy, balanced)",
    ]  # fmt: skip
    assert math.isnan(answer.ladder[0].by_rung[-1][0].skill)
    own = dict((rung.name, e) for rung, e in answer.ladder[0].by_rung)["balanced"]
    assert own.difference.estimate == pytest.approx(answer.headline[0].difference.estimate)
    again = climb(study, answer.headline, games=100, workers=2)
    assert again[0].to_dict() == answer.ladder[0].to_dict()
