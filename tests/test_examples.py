"""The scripts of examples/ run, and say what they promise."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
SAYS = {
    "first_question": [r"seat 1 wins \d\d\.\d% \(95%: \d\d\.\d% to \d\d\.\d%\)", r"count +mean +std", r"decisions"],
    "own_policy": [r"against random: wins 9\d\.\d%", r"against greedy: wins \d", r"points_sets: [\d.]+, greedy [\d.]+"],
    "try_a_variant": [r"mean score: \+\d\.\d\d points", r"larger than 0\.5 points", r"changes on \d+\.\d% of"],
}


def test_every_script_is_here() -> None:
    scripts = {file.stem for file in EXAMPLES.glob("*.py") if "# %%" in file.read_text(encoding="utf-8")}
    assert scripts == set(SAYS)


@pytest.mark.parametrize("name", SAYS)
def test_an_example_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    said = capsys.readouterr().out
    for wanted in SAYS[name]:
        assert re.search(wanted, said), said
