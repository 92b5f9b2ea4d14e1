"""Ctrl-C in the middle of every command that plays: an answer in one line, at once, whatever is being played."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.child import child, press_ctrl_c

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

CARDS = ["burgundy-cards", "-p", "2"]
SLOW = "balanced,rollouts=20000,width=6"  # a game takes minutes
NOTHING = "nothing is kept of what was being played"
STUDY = 'title = "t"\ngame = "burgundy-cards"\nplayers = 2\ngames = 10_000_000\n'
VARIANT = f'[baseline]\nseats = ["{SLOW}"]\n[variants.more]\nset = {{ start_silver = 2 }}\n'
FORK = '[[fork]]\nmark = "complete-set"\ngames = 10_000_000\n'

#: Tells (by a file) when games are played, and is the command else.
TOLD = """
import pathlib, sys
from burgsim.simulation.batch import Table
from burgsim.simulation.forks import ForkTable
from burgsim.simulation.redraw import TwoDeals
from burgsim import cli

def telling(play):
    def played(*arguments, **options):
        pathlib.Path("playing").touch()
        return play(*arguments, **options)
    return played

for kind in (Table, ForkTable, TwoDeals):
    kind.play = telling(kind.play)
sys.argv = ["burgsim", *sys.argv[1:]]
cli.start()
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["simulate", *CARDS, "-s", SLOW, "--out", "run"], "0 of 10,000 games are on disk in run; go on with: burgsim"),
        (["simulate", *CARDS, "-s", SLOW], "interrupted after 0 of 10,000 games; with --out DIR a run can be"),
        (["compare", "study.toml", "--out", "pages"], "nothing is kept yet"),
        (["compare", "fork.toml"], "nothing is kept; with --out DIR a study can be continued"),
        (["level", *CARDS, "--with", "start_workers", "-s", SLOW], NOTHING),
        (["level", *CARDS, "--with", "points", "-n", "1e6"], NOTHING),
        (["tournament", *CARDS, "-s", SLOW], NOTHING),
        (["rollouts", *CARDS, "--worlds", "20000"], NOTHING),
        (["luck", *CARDS, "-n", "1e7"], NOTHING),
        (["sensitivity", *CARDS, "-s", SLOW], NOTHING),
        (["trace", *CARDS, "-s", SLOW], ""),
        (["bench", "burgundy-cards", "--seconds", "60"], ""),
        (["tune", "carcassonne", "-p", "4"], NOTHING),
        (["how-sure", "-n", "1e7", "--out", "pages", "-q"], NOTHING),
        (["report", "set-bonus", "-n", "1e7", "--out", "pages"], "the runs so far are in runs"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_a_command_answers_at_once(tmp_path: Path, words: list[str], said: str) -> None:
    (tmp_path / "study.toml").write_text(STUDY + VARIANT)
    (tmp_path / "fork.toml").write_text(STUDY + FORK)
    with child([sys.executable, "-c", TOLD, *words], cwd=tmp_path) as process:
        shown, error, took = press_ctrl_c(process, (tmp_path / "playing").exists, 0.7)
    assert process.returncode == 130, error
    assert took < 5.0  # well under a second on an idle machine
    lines = [line for line in error.splitlines() if "compiling" not in line]
    assert len(lines) == 1 and lines[0].startswith("burgsim: interrupted") and said in lines[0], error
    assert "games" not in shown
