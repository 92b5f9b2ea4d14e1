"""`burgsim.simulate` and what it gives back."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

import burgsim
from burgsim.games import load
from burgsim.players import seats
from burgsim.simulation import run
from burgsim.simulation.run import Results, usual_part_size


def simulate(**options: object) -> Results:
    given = {"seats": "random", "games": 250, "seed": 7, "part_size": 100, "workers": 2} | options
    return burgsim.simulate("burgundy-cards", 2, **given)  # type: ignore[arg-type]


def test_what_it_gives(tmp_path: Path) -> None:
    kept, stored = simulate(), simulate(out=tmp_path / "run")
    for results in (kept, stored, Results.open(tmp_path / "run")):
        assert results.summary() == kept.summary()
        assert len(results.seats) == 500
        assert len(results.games) == 250
        assert results.seats["score"].mean() == pytest.approx(
            np.mean([row["mean_score"] for row in results.summary().seats()])
        )
        frame = results.seats[["seat", "policy"]]
        assert list(frame.columns) == ["seat", "policy"]
        assert results.seats.score.equals(results.seats["score"])
        assert [len(part) for part in results.games(["turns"])] == [100, 100, 50]
        assert results.games["game"].tolist() == list(range(250))
        assert results.seats["aaron_score"].isna().all()
        assert results.seats.frame().equals(kept.seats.frame())
    assert kept.folder is None
    assert stored.folder == tmp_path / "run"
    assert kept.run_id == stored.run_id


def test_the_object_of_json() -> None:
    said = simulate().to_dict()
    assert list(said) == [
        "games", "seconds", "compile_seconds", "games_per_second", "decisions_per_second", "workers", "players",
        "seed", "run_id", "ties", "seats",
    ]  # fmt: skip
    assert (said["games"], said["workers"], said["players"], said["seed"]) == (250, 2, 2, 7)
    assert list(said["seats"][0]) == [
        "seat", "policy", "mean_score", "score_se", "win_share", "win_low", "win_high",
    ]  # fmt: skip


def test_results_dont_depend_on_workers() -> None:
    assert simulate(workers=1).summary() == simulate(workers=3).summary()


def test_rules_in_every_form(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("start_silver = 5\n", encoding="utf-8")
    game = simulate().game
    ids = {
        simulate(rules=given).run_id
        for given in ({"start_silver": 5}, file, str(file), game.rules.build({"start_silver": 5}))
    }
    assert len(ids) == 1
    assert ids != {simulate().run_id}


def test_the_id_names_the_question() -> None:
    one = simulate().run_id
    assert simulate(games=10).run_id == one
    assert simulate(workers=1).run_id == one
    assert simulate(seed=8).run_id != one
    assert simulate(seats=["random", "greedy"]).run_id != one
    assert simulate(rules={"start_silver": 2}).run_id != one


def test_many_rows_are_summed_up_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "KEPT_BYTES", 1000)
    results = simulate()
    assert results.summary().games == 250
    with pytest.raises(burgsim.UserError, match='not kept in memory; play them into a folder: simulate.*out="FOLDER"'):
        results.seats["score"]


def test_a_column_that_isnt_there() -> None:
    results = simulate()
    with pytest.raises(burgsim.UserError, match="no column 'scores'; did you mean 'score'"):
        results.seats["scores"]
    with pytest.raises(AttributeError):
        results.seats.scores  # noqa: B018


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"games": 0}, "games must be from 1 to"),
        ({"games": 2.5}, "games must be a whole number, not 2.5"),
        ({"games": float("nan")}, "games must be a whole number"),
        ({"games": True}, "games must be a whole number"),
        ({"workers": 0}, "workers must be from 1 to 1024, not 0"),
        ({"seats": "nobody"}, "no policy 'nobody'"),
        ({"rules": {"silver": 1}}, "no rule 'silver'"),
        ({"rules": "missing.toml"}, "missing.toml doesn't exist"),
        ({"seed": 1 << 64}, "seed must be"),
    ],
)
def test_mistakes(options: dict[str, object], said: str) -> None:
    with pytest.raises(burgsim.UserError, match=said) as caught:
        simulate(**options)
    assert "\n" not in str(caught.value)


def test_players_and_games_are_checked() -> None:
    with pytest.raises(burgsim.UserError, match="1 to 4 players, not 5"):
        burgsim.simulate("burgundy-cards", 5)
    with pytest.raises(burgsim.UserError, match="did you mean burgundy-cards"):
        burgsim.simulate("burgundy-card", 2)


def test_in_a_notebook_and_a_terminal() -> None:
    from rich.console import Console

    results = simulate(seats=["random", "greedy"])
    html = results._repr_html_()
    assert html.count("<table") == 2
    assert "greedy" in html and "win share" in html
    assert "<table" in results.seats._repr_html_()
    console = Console(width=80, record=True, file=io.StringIO())
    console.print(results)
    text = console.export_text()
    assert "250 games, seed 7" in text
    assert max(len(line) for line in text.splitlines()) <= 80
    assert "random, greedy" in repr(results)


def test_solo() -> None:
    results = burgsim.simulate("burgundy-cards", 1, "random", games=100, part_size=100)
    assert results.seats["aaron_score"].notna().all()
    assert results.seats["margin_e"].isna().any()
    assert results.summary().ties == 0


def test_parts_of_slow_players_are_small() -> None:
    """A run that is stopped loses no more than the parts in hand, which should be some seconds of play."""
    game = load("burgundy-cards")
    sizes = {spec: usual_part_size(seats(game, 2, ["balanced", spec])) for spec in
             ("greedy", "balanced,rollouts=8", "balanced,rollouts=64", "balanced,rollouts=1000000")}  # fmt: skip
    assert list(sizes.values()) == [100_000, 500, 62, 50]
