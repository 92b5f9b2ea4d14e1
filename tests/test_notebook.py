"""`burgsim.compare`, `burgsim.tournament`, policies of a session, and how they look in a notebook and a terminal."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest

import burgsim
from burgsim.simulation import rows as rows_module

STUDY = """
title = "Three silver"
game = "burgundy-cards"
players = 2
games = 300
rotate = true
[baseline]
seats = ["random", "greedy"]
[variants.silver]
set.start_silver = 3
[[contrast]]
variant = "silver"
measure = "score"
"""


def printed(thing: Any) -> str:
    from rich.console import Console

    console = Console(width=140, record=True, file=io.StringIO())
    console.print(thing)
    return console.export_text()


@pytest.fixture(scope="module")
def found() -> Any:
    return burgsim.compare(STUDY, workers=1)


def test_a_study_is_a_file_or_its_text(found: Any, tmp_path: Path) -> None:
    (tmp_path / "three.toml").write_text(STUDY, encoding="utf-8")
    for given in (tmp_path / "three.toml", str(tmp_path / "three.toml")):
        assert json.dumps(burgsim.compare(given, workers=1).to_dict()) == json.dumps(found.to_dict())
    with pytest.raises(burgsim.UserError, match="line 3.*did you mean"):
        burgsim.compare('title = "x"\nplayers = 2\ngme = "burgundy-cards"\n')


def test_what_compare_gives(found: Any) -> None:
    headline = found.summary()
    assert list(headline["label"]) == ["mean score"]
    assert headline.iloc[0]["low"] < headline.iloc[0]["difference"] < headline.iloc[0]["high"]
    effects = found.effects
    assert len(effects) > 10 and effects["declared"].sum() == 1
    shares = effects[(effects["measure"] == "win_share") & (effects["where"] == "player 2")].iloc[0]
    assert shares["unit"] == "pp" and 50 < shares["baseline"] <= 100
    assert "silver" in repr(found)


def test_games_of_a_study_are_played_again(found: Any) -> None:
    seats = found.seats[["variant", "players", "rotation", "game", "seat", "policy", "score"]]
    assert len(seats) == len(found.seats) == 2 * 2 * 300 * 2
    assert set(zip(seats["variant"], seats["rotation"], strict=True)) == {
        (variant, by) for variant in ("baseline", "silver") for by in (0, 1)
    }
    answer = found.summary().iloc[0]
    for variant, column in (("baseline", "baseline"), ("silver", "changed")):
        assert seats[seats["variant"] == variant]["score"].mean() == pytest.approx(answer[column])
    greedy = seats[seats["policy"] == "greedy"]
    assert (greedy[greedy["rotation"] == 0]["seat"] == 2).all() and (greedy[greedy["rotation"] == 1]["seat"] == 1).all()
    assert found.games["turns"].notna().all()
    assert len(found.games) == 2 * 2 * 300
    with pytest.raises(burgsim.UserError, match="no column 'variants'; did you mean 'variant'"):
        found.games["variants"]


def test_reading_part_by_part(found: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = found.games[["variant", "game", "decisions"]]
    monkeypatch.setattr(rows_module, "_PART", 100)
    parts = list(found.games(["variant", "game", "decisions"]))
    assert [len(part) for part in parts] == [100] * 12
    assert [value for part in parts for value in part["decisions"]] == whole["decisions"].tolist()


def test_how_it_looks(found: Any) -> None:
    text = printed(found)
    assert "Three silver" in text and "At 2 players, under 'silver', " in text
    html = found._repr_html_()
    assert html.count("<table>") >= 2 and "<th>difference</th>" in html and "mean score" in html
    assert html.count("<tr>") == html.count("</tr>")
    assert "<table" in found.seats._repr_html_()


def test_a_tournament() -> None:
    cup = burgsim.tournament("burgundy-cards", 2, ["random", "greedy", "balanced"], games=600, workers=1)
    summary = cup.summary()
    assert list(summary["policy"])[-1] == "random" and (summary["low"] <= summary["win_share"]).all()
    assert list(cup.rates.index) == list(summary["policy"])
    seats = cup.seats[["table", "rotation", "policy", "win_60ths"]]
    assert len(seats) == 2 * cup.found.games
    shares = seats.groupby("policy", observed=True)["win_60ths"].mean() / 60
    for row in summary.to_dict("records"):
        assert shares[row["policy"]] == pytest.approx(row["win_share"])
    assert len(cup.games["turns"]) == cup.found.games
    assert cup.to_dict()["games"] == cup.found.games
    assert "The strongest is" in printed(cup)
    assert cup._repr_html_().count("<table>") == 2
    assert "random, greedy, balanced" in repr(cup)


def test_a_policy_of_this_session(tmp_path: Path) -> None:
    @burgsim.policy("burgundy-cards")
    def last(state, rules, seat, n, desk):  # type: ignore[no-untyped-def]
        return n - 1

    @burgsim.policy("burgundy-cards", name="last")
    def first(state, rules, seat, n, desk):  # type: ignore[no-untyped-def]
        return 0

    def play(policy: Any, games: int, resume: bool) -> Any:
        return burgsim.simulate(
            "burgundy-cards", 2, [policy, "random"], games=games, out=tmp_path / "run", resume=resume
        )

    results = play(last, 50, False)
    assert results.labels == ["last", "random"]
    assert play(last, 60, True).count == 60
    with pytest.raises(burgsim.UserError, match="the file of last in seat 1 has changed since"):
        play(first, 70, True)
    assert burgsim.simulate("burgundy-cards", 2, last, games=10).labels == ["last", "last"]
