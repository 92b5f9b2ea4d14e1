"""docs/trace-format.md names every event of every game with its keys, and every line and key of a trace."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest

from burgsim.games import GAMES, load
from burgsim.simulation.replay import replay
from burgsim.simulation.trace import trace

TEXT = (Path(__file__).parents[2] / "docs" / "trace-format.md").read_text(encoding="utf-8")


def section(of: str) -> str:
    return next(part for part in re.split(r"^## ", TEXT, flags=re.MULTILINE) if f"`{of}`" in part.splitlines()[0])


@pytest.mark.parametrize("game_id", GAMES)
def test_every_event_is_documented_with_its_keys(game_id: str) -> None:
    events = importlib.import_module(f"{type_of_package(game_id)}.events").EVENTS
    rows = re.findall(r"^\| `(\w+)` \| ([^|]*) \| [^|]+ \|$", section(game_id), re.MULTILINE)
    documented = {name: re.findall(r"`(\w+)`", keys) for name, keys in rows}
    assert documented == {name: list(numbers) for name, numbers in events.values()}


def type_of_package(game_id: str) -> str:
    return GAMES[game_id]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_line_and_key_is_documented(game_id: str) -> None:
    lines = [json.loads(line) for line in trace(game_id, 2, 1, 0, "random").jsonl().splitlines()]
    for line in lines:
        assert f"| `{line['line']}` |" in TEXT
        if line["line"] in ("game", "decision"):
            for key in line:
                assert key == "line" or f"`{key}`" in section(line["line"]), key


def test_causes_are_documented() -> None:
    from burgsim.games.burgundy_cards.events import CAUSES

    told = section("burgundy-cards").split("Causes:")[1]
    assert {cause for cause in CAUSES if cause} <= set(re.findall(r"`(\w+)`", told))


def test_the_example_plays(tmp_path: Path) -> None:
    example = re.search(r"```json\n(.*?)```", TEXT, re.DOTALL)
    assert example
    path = tmp_path / "example.jsonl"
    path.write_text(example[1], encoding="utf-8")
    found = replay(path)
    assert found.problem.startswith("the file ends after decision 2")
    assert load("burgundy-cards").words.restore
