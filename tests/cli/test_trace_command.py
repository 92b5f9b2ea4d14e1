"""burgsim trace and burgsim replay."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from burgsim import cli
from burgsim.games import GAMES


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):  # type: ignore[no-untyped-def]
    """Runs a command line: (exit code, standard output, standard error)."""

    def call(*words: object) -> tuple[int, str, str]:
        given = [str(word) for word in words]
        monkeypatch.setattr(sys, "argv", ["burgsim", *given])
        code = cli.main()
        out, err = capsys.readouterr()
        return code, out, "\n".join(line for line in err.splitlines() if "compiling" not in line)

    return call


def test_trace_as_text_and_replay_of_its_lines(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    asked = ("trace", "burgundy-cards", "--players", 2, "--seat", "random", "--seed", 4, "--game", 9)
    code, text, err = run(*asked, "--no-tables", "--set", "rounds=3")
    assert (code, err) == (0, "")
    assert "2 players, seed 4, game 9: seat 1 (random), seat 2 (random)" in text
    assert "Rules changed: rounds = 3" in text and "Round C" in text and "Round D" not in text
    file = tmp_path / "deep" / "game.jsonl"
    code, text, err = run(*asked, "--format", "jsonl", "--every", 10, "--check", "--out", file)
    assert (code, text) == (0, "") and err.endswith("game.jsonl written")
    code, text, err = run("replay", file)
    assert code == 0 and "all legal; the result agrees" in text and err == ""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    where = next(i for i, line in enumerate(lines) if line["line"] == "decision" and line["options"] > 1)
    lines[where]["move"] = ["skip"]
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    code, text, err = run("replay", file)
    assert code == 1 and f"line {where + 1}, decision {where}: skip is not legal here; legal: " in text


def test_trace_of_a_run_is_its_game(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    assert run("simulate", "burgundy-cards", "-p", 1, "-s", "greedy", "-n", 20, "--out", folder, "-q")[0] == 0
    code, text, _ = run("trace", folder, "--game", 19)
    assert code == 0
    assert text == run("trace", "burgundy-cards", "-p", 1, "-s", "greedy", "--game", 19)[1]
    code, page, _ = run("trace", folder, "--game", 19, "--format", "html")
    assert code == 0 and page.startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("burgundy-cards",), "--players is missing; burgundy-cards is played by 1 to 4"),
        (("burgundy-cards", "-p", 7), "is played by 1 to 4 players, not 7"),
        (("burgundy-card", "-p", 2), "did you mean burgundy-cards?"),
        (("burgundy-cards", "-p", 2, "--game", -1), "there is no game -1"),
        (("burgundy-cards", "-p", 2, "--format", "pdf"), "'text', 'jsonl', 'html'"),
        (("burgundy-cards", "-p", 2, "--every", 0), "--every is a number of decisions, 1 or more"),
        (("burgundy-cards", "-p", 2, "--seat", "baker"), "no policy 'baker'"),
        (("burgundy-cards", "-p", 2, "--seed", -3), "the seed must be"),
        (("burgundy-cards", "-p", 2, "--game", 1 << 64), f"from 0 to {(1 << 63) - 1}, so there is no game {1 << 64}"),
        (("a" * 300, "-p", 2), "there is no game 'aaa"),
        (("burgundy-cards", "-p", 2, "--out", ""), ". is a folder; name a file in it"),
        (("burgundy-cards", "-p", 2, "--out", "/"), "/ is a folder; name a file in it"),
    ],
)
def test_mistakes_are_one_line(run, words: tuple, said: str) -> None:  # type: ignore[no-untyped-def]
    code, out, err = run("trace", *words)
    assert (code, out) == (2, "")
    assert said in err and err.count("\n") == 0


def test_a_run_says_what_was_played(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "run"
    run("simulate", "burgundy-cards", "-p", 2, "-s", "random", "-n", 3, "--out", folder, "-q")
    for words, said in (
        (("--seed", 3), "says what was played: --seed can't be given with it"),
        (("--game", 3), "has games 0 to 2, not 3"),
    ):
        code, _, err = run("trace", folder, *words)
        assert code == 2 and said in err and "\n" not in err
    code, _, err = run("replay", tmp_path / "none.jsonl")
    assert code == 2 and "can't be read" in err and "\n" not in err


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("move", [["place", [1], {"a": 1}], ["take", None], ["skip", [[2, {}]]]])
def test_a_move_that_is_none_is_one_line(run, tmp_path: Path, game: str, move: list) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.jsonl"
    assert run("trace", game, "-p", 2, "-s", "random", "--format", "jsonl", "--out", file)[0] == 0
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    where = next(i for i, line in enumerate(lines) if line["line"] == "decision" and line["options"] > 1)
    lines[where]["move"] = move
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    code, text, err = run("replay", file)
    assert code == 1 and err == ""
    assert f"line {where + 1}, decision" in text and " is not legal here; legal: " in text


def test_a_replay_says_what_was_compared(run, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.jsonl"
    run("trace", "burgundy-cards", "-p", 2, "-s", "random", "--format", "jsonl", "--out", file)
    text = file.read_text()
    lines = text.splitlines(keepends=True)
    file.write_text("".join(lines[:-1]))
    code, out, err = run("replay", file)
    assert (code, err) == (0, "") and "the file has no result to compare" in out and "agrees" not in out
    for more, said in (("rubbish\n", f"line {len(lines) + 1}: not JSON"), (lines[1], "nothing may follow the result")):
        file.write_text(text + more)
        code, out, err = run("replay", file)
        assert (code, out) == (2, "") and said in err and "\n" not in err


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"game": ["a"]}, "line 1: game must be a name such as burgundy-cards"),
        ({"game": None}, "line 1: game must be a name such as burgundy-cards"),
        ({"number": 1 << 64}, f"line 1: games are numbered from 0 to {(1 << 63) - 1}"),
        ({"setup": 5}, "line 1: setup must be an object"),
        ({"seed": None, "display": 5}, "line 1: setup can't be laid out"),
        ({"more": json.loads("[" * 200 + "]" * 200)}, "line 1: not JSON (nested too deeply)"),
    ],
)
def test_a_first_line_that_is_none_is_one_line(run, tmp_path: Path, changes: dict, said: str) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "game.jsonl"
    run("trace", "burgundy-cards", "-p", 2, "-s", "random", "--format", "jsonl", "--out", file)
    header = json.loads(file.read_text().splitlines()[0])
    if "display" in changes:
        changes = {"seed": None, "setup": header["setup"] | {"display": changes["display"]}}
    file.write_text(json.dumps(header | changes) + "\n")
    code, out, err = run("replay", file)
    assert (code, out) == (2, "") and said in err and "\n" not in err
