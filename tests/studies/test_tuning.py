"""The search for weights: the same for any number of threads, kept only if it holds up, and plans that can be done."""

from __future__ import annotations

from pathlib import Path

import pytest

from burgsim.games import GAMES, load
from burgsim.games.game import UserError
from burgsim.players import seats
from burgsim.players import tuned as tuned_module
from burgsim.studies import tuning
from burgsim.studies.tuning import Measured, read_plan, run_stage, tune

GAME = load("burgundy-cards")


def poor_start() -> dict[str, float]:
    weights = {name: value for name, (value, _) in GAME.policies["balanced"].weights.items()}
    return {name: (0.0 if not name.startswith("style_") else value) for name, value in weights.items()}


def search(**changed: object) -> tuning.Tuned:
    options = {"generations": 5, "population": 8, "deals": 30, "check_deals": 400, "seed": 3, "start": poor_start()}
    return tune("burgundy-cards", 2, "balanced", ["greedy"], **{**options, **changed})  # type: ignore[arg-type]


def test_it_improves_on_a_poor_start_and_is_the_same_in_two_threads() -> None:
    one, two = search(workers=1), search(workers=2)
    assert one == two
    assert one.improved and one.share > one.start_share + 2 * one.difference_se
    assert one.games == 400 * 2


def test_the_mean_score_of_a_table_of_equals_is_a_goal() -> None:
    found = search(goal="score")
    assert found.improved and found.share > found.start_share
    seat = seats(GAME, 2, ["balanced"])[0].with_weights(found.weights)
    on_new_deals = Measured.among("burgundy-cards", 2, seat, [], 3, GAME.rules(), "score").on_deals(150, 400).mean()
    assert found.share == pytest.approx(on_new_deals, abs=0.1)  # weights are kept to four decimals


def score_of(weights: dict[str, float]) -> float:
    """Mean score of a table of equals, on deals that no search here has seen."""
    seat = seats(GAME, 2, ["balanced"])[0].with_weights(weights)
    table = Measured.among("burgundy-cards", 2, seat, [], 4, GAME.rules(), "score")
    return float(table.on_deals(0, 2_000).mean())


def test_what_is_missing_to_the_least_score_counts_more_than_wins() -> None:
    free, held = search(), search(least_score=200.0)  # far out of reach: the search is on score
    assert held.improved and score_of(held.weights) > score_of(poor_start())
    assert held.weights != free.weights


def test_a_least_score_that_all_reach_changes_nothing() -> None:
    assert search(least_score=0.5) == search()


@pytest.mark.parametrize("game_id", GAMES)
def test_every_stage_of_a_plan_can_be_done(game_id: str) -> None:
    game = load(game_id)
    for stage in read_plan(game_id):
        assert stage.policy in game.policies, stage
        assert stage.goal in ("wins", "score"), stage
        assert stage.players in game.player_counts(game.rules.build(stage.changes or {})), stage
        assert (stage.goal == "score" or stage.players == 1) or stage.field, stage
        game.rules.build(stage.changes or {})
        for spec in (stage.policy, *stage.field):
            seats(game, stage.players, [spec])


def test_a_stage_keeps_its_weights_as_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "FOLDER", tmp_path)
    monkeypatch.setattr(tuned_module, "FOLDER", tmp_path)
    (tmp_path / "burgundy-cards").mkdir()
    (tmp_path / "burgundy-cards" / "plan.toml").write_text(
        '[[stage]]\npolicy = "balanced"\nplayers = [2, 3]\nstart = "default"\nfield = ["greedy"]\n'
        "generations = 2\npopulation = 6\ndeals = 20\ncheck_deals = 40\n"
    )
    stages = read_plan("burgundy-cards")
    assert [stage.players for stage in stages] == [2, 3]
    found = run_stage("burgundy-cards", stages[0], 1, workers=1)
    text = (tmp_path / "burgundy-cards" / "balanced.toml").read_text()
    assert "burgsim tune burgundy-cards --seed 1 (stage: balanced, 2 players)" in text
    kept = tuned_module.tuned_weights(GAME.policies["balanced"], 2)
    assert kept == pytest.approx({name: v for name, v in found.weights.items() if not name.startswith("style_")})


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "has no tuning plan"), ('[[stage]]\npolicy = "balanced"\nplayers = 2\nfeild = ["greedy"]\n', "stage 1: ")],
)
def test_a_plan_that_cant_be_read(text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tuning, "FOLDER", tmp_path)
    if text:
        (tmp_path / "burgundy-cards").mkdir()
        (tmp_path / "burgundy-cards" / "plan.toml").write_text(text)
    with pytest.raises(UserError, match=said):
        read_plan("burgundy-cards")


def test_what_makes_a_style_is_in_its_code_alone() -> None:
    for file in sorted(tuning.FOLDER.glob("*/*.toml")):
        assert "\nstyle_" not in file.read_text(encoding="utf-8"), file
