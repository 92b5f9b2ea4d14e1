"""burgsim compare on the command line: tables, JSON, a page, a mistake."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from burgsim.cli import main

STUDY = """\
title = "Workers for the last seat"
game = "burgundy-cards"
players = 2
games = 300

[baseline]
seats = "greedy"

[variants.two]
set.last_seat_two = true

[[contrast]]
variant = "two"
measure = "win_share"
seat = 2

[[gift]]
give = "points"
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "my_study.toml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def test_tables_in_the_terminal(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", str(file), "-w", "1", "--all", "-q"]) == 0
    shown = capsys.readouterr().out
    assert "baseline: the game's rules; greedy" in shown and "two: last_seat_two = True; greedy" in shown
    assert "seat 2's win share" in shown
    assert "The same player sits in every seat" in shown
    assert re.search(r"Playing the same deals saved games: [\d.]+ times for win shares", shown)
    assert "points from goods" in shown
    assert "gift" in shown


def test_json_page_and_going_on(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "reports"
    assert main(["compare", str(file), "-w", "1", "--json", "--out", str(out), "-q"]) == 0
    first = json.loads(capsys.readouterr().out)
    assert first["deals"] == {"2": 300}
    assert sum(effect["declared"] for effect in first["effects"]) == 1
    assert first["values"][0]["name"] == "gift"
    page = out / "burgundy-cards" / "my-study.html"
    assert "Workers for the last seat" in page.read_text(encoding="utf-8")
    assert main(["compare", str(file), "-w", "1", "--json", "--out", str(out), "-n", "500", "-q"]) == 0
    longer = json.loads(capsys.readouterr().out)
    assert any("Goes on from 300 deals" in note for note in longer["notes"])
    assert main(["compare", str(file), "-w", "2", "--json", "-n", "500", "-q"]) == 0
    assert json.loads(capsys.readouterr().out)["effects"] == longer["effects"]


def test_an_interrupted_study_goes_on_from_the_last_part(
    file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from burgsim.studies import compare

    assert main(["compare", str(file), "-w", "1", "--json", "-q"]) == 0
    whole = json.loads(capsys.readouterr().out)
    monkeypatch.setattr(compare, "PART", 100)
    add, parts = compare.Comparison._add, []

    def stopped_at_the_third(self: compare.Comparison, players: int, rows: object) -> None:
        parts.append(self.deals.get(players, 0))
        if len(parts) == 3:
            raise KeyboardInterrupt
        add(self, players, rows)  # type: ignore[arg-type]

    out = tmp_path / "reports"
    words = ["compare", str(file), "-w", "1", "--json", "--out", str(out)]
    monkeypatch.setattr("sys.argv", ["burgsim", *words])
    monkeypatch.setattr(compare.Comparison, "_add", stopped_at_the_third)
    assert main(words) == 130
    said = capsys.readouterr()
    kept = out / "burgundy-cards" / "my-study.sums.json"
    assert said.out == ""
    assert said.err == (
        f"burgsim: interrupted; the sums of the deals so far (200 at 2 players) are in {kept}; go on with: "
        f"burgsim {' '.join(words)}\n"
    )
    assert main(words) == 0
    again = json.loads(capsys.readouterr().out)
    assert parts == [0, 100, 200, 200]
    assert again["effects"] == whole["effects"]


def test_a_page_names_its_command_without_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    from burgsim.commands.common import page_command

    words = ["burgsim", "compare", "my study.toml", "--out", "/somewhere", "-w", "1", "--workers=2", "-q", "-n", "9"]
    monkeypatch.setattr("sys.argv", words)
    assert page_command() == "burgsim compare 'my study.toml' -n 9"


def test_a_mistake_is_one_line_and_code_2(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(STUDY.replace("last_seat_two", "last_seat_too"), encoding="utf-8")
    assert main(["compare", str(file)]) == 2
    said = capsys.readouterr().err.strip()
    assert said.count("\n") == 0
    assert "line 10" in said and "last_seat_two" in said
    assert main(["compare", str(file.with_name("no.toml"))]) == 2
