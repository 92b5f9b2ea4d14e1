"""The ladder of a question: strengths from a lab's games, tables of every rung, forks, and the sentences of a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from burgsim.games import load
from burgsim.report.ladder_block import ladder_items, robust_sentence
from burgsim.statistics.fairness import seat_advantages
from burgsim.studies.compare import Effect
from burgsim.studies.estimates import seat_moments
from burgsim.studies.lab import Lab, Sizes
from burgsim.studies.ladder import default_rungs, skill
from burgsim.studies.measures import KINDS
from burgsim.studies.rungs import Rungs

GAME = "king-arthur"


@pytest.fixture(scope="module")
def lab(tmp_path_factory: pytest.TempPathFactory) -> Lab:
    return Lab(GAME, "any", 1, Sizes.given(4_000), workers=1, folder=tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def rungs(lab: Lab) -> Rungs:
    return Rungs(lab, [2, 3])


def test_strengths_are_those_of_the_ladder(lab: Lab, rungs: Rungs) -> None:
    game = load(GAME)
    for players in (2, 3):
        found = {rung.name: rung for rung in rungs.of[players] if not rung.mixed}
        assert set(found) == set(default_rungs(game))
        assert found["balanced"].skill == 1.0 and found["balanced"].competent
        assert found["random"].skill < 0.3 and not found["random"].competent
        assert not found["balanced,noise=0.05"].competent
        wanted = skill(game, players, "greedy", deals=20, workers=1)
        assert found["greedy"].skill == pytest.approx(wanted.estimate)
        strengths = [rung.skill for rung in rungs.of[players] if not rung.mixed]
        assert strengths == sorted(strengths)


def test_every_rung_has_its_table_and_a_row(lab: Lab, rungs: Rungs) -> None:
    arms = rungs.arms("seats", 3)
    mixed = [rung for rung in rungs.of[3] if rung.mixed]
    assert [arm.rotated for arm in arms] == [False] * (len(arms) - len(mixed)) + [True] * len(mixed)
    assert {arm.games for arm in arms} == {rungs.deals} == {200}
    runs = lab.play(arms)

    def seen(found):  # type: ignore[no-untyped-def]
        return seat_advantages(seat_moments(found, "win_60ths"))[0]

    headline = Effect.found(3, "seat 1", KINDS["win_share"], seen(runs[rungs.name("seats", 3, rungs.of[3][0])]))
    found = rungs.row(headline, ["seats"], runs, seen)
    assert [rung for rung, _ in found.by_rung] == rungs.of[3]
    assert found.by_rung[0][1].difference == headline.difference
    assert found.effect.smallest == KINDS["win_share"].smallest
    items = ladder_items([found])
    assert len([item for item in items if type(item).__name__ == "Table"][0].frame()) == len(rungs.of[3])
    said = robust_sentence([found], lambda row: "the seat")
    assert "the seat" in said and said.endswith(".") and found.word.capitalize() in said


def test_forks_leave_out_who_plays_at_random_moves(rungs: Rungs) -> None:
    asked = []

    def seen(rows):  # type: ignore[no-untyped-def]
        asked.append(len(rows["mark"]))

    headline = Effect.found(2, "a claim", KINDS["win_share"], rungs.of[2][0].skill_interval)
    found = rungs.forks(headline, "claim-adventure", 3, seen)
    assert len(asked) == sum("noise=" not in rung.name for rung in rungs.of[2])
    assert found.by_rung == () and found.word == "open"
    assert [type(item).__name__ for item in ladder_items([found])] == ["Prose"]


def test_full_asks_players_with_rollouts(tmp_path: Path) -> None:
    assert Sizes.given(full=True).full and Sizes.given(50, True).full and not Sizes.given(50).full
    assert Sizes.given(full=True).headline == 10 * Sizes().headline
    full = Rungs(Lab(GAME, "any", 1, Sizes.given(40, True), workers=1, folder=tmp_path), [2], deals=400)
    ahead = next(rung for rung in full.of[2] if "rollouts=" in rung.name)
    assert full.games(ahead) == 2 and full.games(full.of[2][0]) == 400


def test_solo_strength_is_in_games_won(tmp_path: Path) -> None:
    solo = Rungs(Lab("burgundy-cards", "any", 1, Sizes.given(8_000), workers=1, folder=tmp_path), [1])
    found = {rung.name: rung.skill for rung in solo.of[1]}
    assert found["balanced"] == pytest.approx(1.0) and found["random"] < 0.1
    assert not any(rung.mixed for rung in solo.of[1])
