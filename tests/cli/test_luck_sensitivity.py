"""burgsim luck, sensitivity, rollouts and how-sure on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from burgsim.cli import main


def test_luck(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["luck", "burgundy-cards", "-p", "2", "-s", "balanced", "-s", "greedy", "-n", "60", "-w", "1", "-q"]
    assert main([*arguments, "--upsets", "500", "--json", "--out", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["table"] == ["balanced", "greedy"] and found["games"] == 60 * 2 * 6
    assert set(found["explained"]["win"]["sources"]) == {"action cards", "goods", "animals", "players' own draws"}
    assert found["explained"]["win"]["player"]["estimate"] > 0.3
    assert (tmp_path / "burgundy-cards" / "luck-2.html").is_file()
    assert main([*arguments, "--upsets", "0"]) == 0
    assert "who plays explains" in capsys.readouterr().out


def test_luck_of_a_solo_game_and_of_a_game_that_only_skill_decides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["luck", "burgundy-cards", "-p", "1", "-n", "60", "-w", "1", "-q", "--out", str(tmp_path)]) == 0
    assert "whether the game is won" in capsys.readouterr().out
    sure = ["luck", "burgundy-cards", "-p", "2", "-s", "balanced", "-s", "random", "-n", "20", "-w", "1", "-q"]
    assert main([*sure, "--upsets", "0", "--out", str(tmp_path)]) == 0
    assert "never hangs on chance" in capsys.readouterr().out


def test_sensitivity(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["sensitivity", "burgundy-cards", "-p", "2", "--vary", "start_silver,bank_silver"]
    arguments += ["--vary", "round_reward.E=1 silver,2 points", "-s", "greedy", "-n", "50", "--walks", "3"]
    arguments += ["-w", "1", "-q"]
    assert main([*arguments, "--json", "--out", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [r["rule"] for r in found["rules"]] == ["start_silver", "bank_silver", "round_reward.E"]
    assert len(found["measures"]["score"]["effects"]) == 3
    assert (tmp_path / "burgundy-cards" / "sensitivity-2.html").is_file()
    assert main([*arguments, "--sobol", "8"]) == 0
    shown = capsys.readouterr().out
    assert "Over everything that was tried" in shown and "Sobol's indices" in shown
    assert main([*arguments, "--sobol", "8", "--json", "--out", str(tmp_path)]) == 0
    assert len(json.loads(capsys.readouterr().out)["sobol"]["measures"]["score"]["rules"]) == 3
    assert "What explains the spread?" in (tmp_path / "burgundy-cards" / "sensitivity-2.html").read_text()


def test_rollouts(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["rollouts", "king-arthur", "-p", "2", "--worlds", "1,2", "-n", "3", "-w", "1", "-q"]
    assert main([*arguments, "--json", "--out", str(tmp_path)]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [p["worlds"] for p in found["points"]] == [1, 2] and found["games"] == 3 * 2 * 2
    assert (tmp_path / "king-arthur" / "rollouts-2.html").is_file()
    assert main(arguments) == 0
    assert "sampled worlds a decision" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["luck", "burgundy-cards", "-p", "2", "-s", "balanced,noise=0.1"], "without noise or rollouts"),
        (["luck", "burgundy-cards", "-p", "2", "-n", "1"], "two deals"),
        (["sensitivity", "burgundy-cards", "-p", "2", "--vary", "start_sliver"], "did you mean start_silver"),
        (["sensitivity", "burgundy-cards", "-p", "2", "--walks", "2"], "three walks"),
        (["how-sure", "--repeats", "5"], "at least 40"),
        (["sensitivity", "burgundy-cards", "-p", "2", "-n", "2", "--walks", "3", "--sobol", "5"], "power of 2"),
        (["rollouts", "king-arthur", "-p", "2", "--worlds", "8,x"], "whole numbers"),
    ],
)
def test_mistakes_get_one_line(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*arguments, "-q"]) == 2
    shown = capsys.readouterr().err
    assert said in shown and shown.count("\n") == 1


def test_a_whole_report_explains_the_numbers_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[int, int]] = []
    monkeypatch.setattr("burgsim.studies.question.questions", lambda: [])
    monkeypatch.setattr(
        "burgsim.commands.how_sure.write_explanation",
        lambda out, deals, repeats, seed, workers, quiet: asked.append((deals, repeats)),
    )
    assert main(["report", "--out", str(tmp_path), "-q"]) == 0
    assert main(["report", "--out", str(tmp_path), "-n", "2000", "-q"]) == 0
    assert asked == [(20_000, 1_000), (2_000, 100)]


def test_what_too_few_deals_dont_tell_is_null(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["luck", "burgundy-cards", "-p", "2", "-s", "greedy", "-s", "random", "-n", "40", "-w", "1", "-q", "--json"]
    assert main(words) == 0
    assert json.loads(capsys.readouterr().out)["explained"]["win"]["together"] is None
