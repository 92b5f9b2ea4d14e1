"""Every command that plays hands its ranges to the place that --cluster names, and prints the same."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from burgsim.cli import main
from burgsim.commands import common
from burgsim.simulation import cluster as cluster_module

STUDY = """
title = "Two"
game = "burgundy-cards"
players = 2
games = 200
[baseline]
seats = "random"
[variants.silver]
set.start_silver = 3
"""
COMMANDS = {
    "simulate": "simulate burgundy-cards -p 2 -s random -n 300",
    "compare": "compare STUDY --json",
    "tournament": "tournament burgundy-cards -p 2 --policies random,greedy -n 200 --json",
    "level": "level burgundy-cards -p 2 --with points -s random -n 200 --json",
    "luck": "luck burgundy-cards -p 2 -s random -n 50 --upsets 0 --json",
    "sensitivity": "sensitivity burgundy-cards -p 2 -s random -n 20 --walks 3 --vary start_silver=0,1,2 --json",
    "sobol": "sensitivity burgundy-cards -p 2 -s random -n 8 --walks 3 --sobol 8 --vary start_silver=0..2 "
    "--vary rounds=1..2 --json",
    "rollouts": "rollouts burgundy-cards -p 2 -s random -n 4 --worlds 1,2 --json",
    "report": "report tiny -n 40 --out OUT",
}


TINY = """\
'''A question that needs little.'''

from burgsim.report.document import Page, Provenance
from burgsim.studies.lab import Arm

GAME = "burgundy-cards"


def answer(lab):
    (run,) = lab.play([Arm("random", 2, lab.sizes.table, ("random",))])["random"]
    mean = sum(float(part["score"].sum()) for part in run.seats(["score"])) / (2 * run.games)
    return Page("tiny", GAME, lab.game.title, "Tiny", "How much?", f"{mean:.3f} points.", [],
                Provenance("0", "0", lab.seed, run.games, lab.command))
"""


class Elsewhere:
    """A place that plays in one go, and notes what it was asked."""

    made: list[Elsewhere] = []

    def __init__(self, address: str, workers: int | None, tell: Any) -> None:
        self.address, self.workers = address, workers
        self.games: set[str] = set()
        self.ranges = 0
        self.threads = 1
        self.made.append(self)

    def prepare(self, game_id: str) -> None:
        self.games.add(game_id)

    def describe(self) -> dict[str, Any]:
        return {"scheduler": self.address, "workers": 1, "threads": 1}

    def parts(self, work: Any, first: int, last: int, part_size: int, progress: Any, timing: Any) -> Iterator[Any]:
        self.ranges += 1
        while first < last:
            until = min((first // part_size + 1) * part_size, last)
            middle = (first + until) // 2
            pieces = [work(a, b - a) for a, b in ((first, middle), (middle, until)) if b > a]
            timing.busy += 1.0
            yield first, tuple(np.concatenate(arrays) for arrays in zip(*pieces, strict=True))
            first = until

    def __enter__(self) -> Elsewhere:
        return self

    def __exit__(self, *_: object) -> None:
        pass


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_plays_elsewhere(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(cluster_module, "Cluster", Elsewhere)
    (tmp_path / "study.toml").write_text(STUDY, encoding="utf-8")
    (tmp_path / "analyses").mkdir()
    (tmp_path / "analyses" / "tiny.py").write_text(TINY, encoding="utf-8")
    said = []
    for more in ([], ["--cluster", "tcp://there:1"]):
        Elsewhere.made = []
        out = tmp_path / f"out{len(more)}"
        words = [{"STUDY": "study.toml", "OUT": str(out)}.get(word, word) for word in COMMANDS[name].split()]
        assert main([*words, "-q", *more]) == 0
        text = capsys.readouterr().out.replace(str(out), "OUT")
        said.append("\n".join(line for line in text.splitlines() if "second" not in line))
        if more:
            (place,) = Elsewhere.made
            assert (place.address, place.workers) == ("tcp://there:1", None)
            assert place.ranges > 0 and place.games == {"burgundy-cards"}
        else:
            assert not Elsewhere.made
    if name == "report":
        pages = [(tmp_path / f"out{i}" / "burgundy-cards" / "tiny.html").read_bytes() for i in (0, 2)]
        assert pages[0] == pages[1]
    assert said[0] == said[1] != ""


def test_the_others_take_it_too(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("rerun", "how-sure", "tune", "bench"):
        assert main([name, "--help"]) == 0
        assert "--cluster" in capsys.readouterr().out


def test_rerun_there_and_a_log_that_says_where(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(cluster_module, "Cluster", Elsewhere)
    out = str(tmp_path / "run")
    there = ["--cluster", "local", "--workers", "3"]
    assert main(["simulate", "burgundy-cards", "-p", "2", "-s", "random", "-n", "300", "--out", out, *there]) == 0
    assert "on 1 thread of a cluster; on disk in" in capsys.readouterr().out
    log = json.loads((tmp_path / "run" / "log.json").read_text())
    assert log[0]["cluster"] == {"scheduler": "local", "workers": 1, "threads": 1}
    assert main(["rerun", out, *there]) == 0
    assert [(place.workers, place.ranges) for place in Elsewhere.made[-2:]] == [(3, 1), (3, 1)]


def test_a_page_doesnt_depend_on_the_cluster(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["burgsim", "compare", "a.toml", "--cluster", "tcp://x:1", "--games=9"])
    assert common.page_command() == "burgsim compare a.toml --games=9"
