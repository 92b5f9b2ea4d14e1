"""burgsim level and burgsim tournament on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from burgsim.cli import main
from burgsim.studies import levelling


def test_level(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["level", "burgundy-cards", "-p", "2", "--with", "points,start_workers", "-s", "greedy", "-n", "300"]
    assert main([*arguments, "-w", "1", "-q", "--json", "--out", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)["found"]
    assert [one["by"] for one in found] == ["points", "start_workers.p2"]
    assert found[0]["seats"][0]["share_with_whole"]["n"] == 300
    assert (tmp_path / "burgundy-cards" / "level-points-start-workers-2.html").is_file()
    assert main([*arguments, "-w", "1", "-q"]) == 0
    shown = capsys.readouterr().out
    assert "With points, for greedy at 2 players, seats are level at" in shown


def test_tournament(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine.py"
    mine.write_text(
        'from burgsim import policy\n\n\n@policy("burgundy-cards")\ndef last(state, rules, seat, n, desk):\n'
        '    """The last action."""\n    return n - 1\n',
        encoding="utf-8",
    )
    arguments = ["tournament", "burgundy-cards", "-p", "2", "--policies", f"random,greedy,{mine}:last", "-n", "120"]
    assert main([*arguments, "-w", "1", "-q", "--json", "--out", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["policies"][0]["policy"] == "greedy"
    assert {p["policy"] for p in found["policies"]} == {"random", "greedy", "mine.py:last"}
    assert (tmp_path / "burgundy-cards" / "tournament-2.html").is_file()
    assert main([*arguments, "-w", "1", "-q"]) == 0
    assert "The strongest is greedy" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["level", "burgundy-cards", "-p", "2", "--with", "start_silver"], "isn't given by seat"),
        (["level", "burgundy-cards", "-p", "1", "--with", "points"], "at least two players"),
        (["level", "burgundy-cards", "-p", "2", "--with", "points", "-n", "1"], "at least two deals"),
        (["level", "burgundy-cards", "-p", "2", "--with", "points", "-s", "gredy"], "did you mean greedy"),
        (["tournament", "burgundy-cards", "-p", "2", "--policies", "greedy"], "at least two policies"),
        (["tournament", "burgundy-cards", "-p", "7"], "played by 1 to 4 players"),
    ],
)
def test_mistakes_are_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 2
    error = capsys.readouterr().err.strip()
    assert said in error and "\n" not in error


def test_more_deals_than_are_kept_are_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(levelling, "MOST_SCORES", 40)
    words = ["level", "burgundy-cards", "-p", "2", "--with", "points", "-s", "random", "-n", "50", "-w", "1", "--json"]
    assert main(words) == 0
    said = capsys.readouterr()
    assert said.err == "burgsim: points at the end are found from 40 deals, which is as many as are kept\n"
    assert json.loads(said.out)["found"][0]["deals"] == 40
