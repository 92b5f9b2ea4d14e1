"""Files whole or not at all, and one line where they can't be written."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from burgsim.cli import main
from burgsim.games.game import UserError
from burgsim.simulation.disk import why, write_text

STUDY = """
title = "t"
game = "burgundy-cards"
players = 2
games = 100
[baseline]
seats = ["random"]
[variants.more]
set = { start_silver = 2 }
"""


def test_a_file_and_its_folder_are_made(tmp_path: Path) -> None:
    path = tmp_path / "new" / "file.txt"
    assert write_text(path, "one\n") == path
    assert write_text(path, "two\n").read_bytes() == b"two\n"
    assert [entry.name for entry in path.parent.iterdir()] == ["file.txt"]


@pytest.mark.parametrize(
    ("number", "said"),
    [(errno.ENOSPC, "there is no room left on the disk"), (errno.EROFS, "it can't be written to"),
     (errno.EIO, os.strerror(errno.EIO))],
)  # fmt: skip
def test_trouble_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, said: str
) -> None:
    path = write_text(tmp_path / "file.txt", "one")

    def replace(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(os, "replace", replace)
    with pytest.raises(UserError, match=f"file.txt: {said}"):
        write_text(path, "two")
    assert [entry.read_text() for entry in tmp_path.iterdir()] == ["one"]
    assert why(OSError("odd")) == "odd"


@pytest.mark.parametrize(
    "words",
    [
        ["compare", "study.toml", "-w", "1", "-q", "--json", "--out"],
        ["tournament", "burgundy-cards", "-p", "2", "--policies", "random,greedy", "-n", "40", "-q", "--out"],
        ["trace", "burgundy-cards", "-p", "2", "--seed", "1", "--game", "0", "--out"],
        ["simulate", "burgundy-cards", "-p", "2", "-s", "random", "-n", "10", "-q", "--out"],
    ],
    ids=lambda words: words[0],
)
def test_a_folder_that_cant_be_made_gets_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    (tmp_path / "study.toml").write_text(STUDY)
    (tmp_path / "file").write_text("")
    monkeypatch.chdir(tmp_path)
    assert main([*words, "file/below/it"]) == 2
    error = capsys.readouterr().err
    assert error.startswith("burgsim: file/below/it") and "Not a directory" in error
    assert len(error.splitlines()) == 1
