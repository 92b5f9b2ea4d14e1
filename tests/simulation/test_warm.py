"""Compiling once: of those that need a game compiled the first does it, the others wait."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from burgsim.games import load
from burgsim.simulation import warm
from burgsim.simulation.ranges import playing_on


def test_one_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "cache_folder", lambda: tmp_path)
    inside, seen = threading.Event(), []

    def second() -> None:
        with warm._alone("any-game"):
            seen.append("second")
            inside.set()

    with warm._alone("any-game"):
        thread = threading.Thread(target=second)
        thread.start()
        assert not inside.wait(0.3)
        seen.append("first")
    thread.join(10)
    assert seen == ["first", "second"]


def test_it_is_noted_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warm, "cache_folder", lambda: tmp_path)
    said: list[str] = []
    assert warm.compiled("burgundy-cards") is None
    assert warm.prepare("burgundy-cards", said.append) is load("burgundy-cards")
    assert said == ["compiling burgundy-cards, up to a minute, once"]
    noted = warm.compiled("burgundy-cards")
    assert noted is not None and noted["compile_seconds"] >= 0
    warm.prepare("burgundy-cards", said.append)
    assert len(said) == 1 and warm.compiled("burgundy-cards") == noted


def test_another_copy_of_the_package_compiles_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba files by folder, so the note of one clone is no promise to another."""
    monkeypatch.setattr(warm, "cache_folder", lambda: tmp_path)
    warm._note("burgundy-cards", 1.0)
    assert warm.compiled("burgundy-cards") is not None
    monkeypatch.setattr(warm, "__file__", str(tmp_path / "clone" / "burgsim" / "simulation" / "warm.py"))
    assert warm.compiled("burgundy-cards") is None


def test_where_games_are_played_it_is_compiled_too() -> None:
    class Place:
        asked: list[str] = []

        def prepare(self, game_id: str) -> None:
            self.asked.append(game_id)

    place: Any = Place()
    with playing_on(place):
        warm.prepare("burgundy-cards")
    warm.prepare("burgundy-cards")
    assert place.asked == ["burgundy-cards"]


def test_ctrl_c_while_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(game_id: str) -> None:
        try:
            raise KeyboardInterrupt
        finally:
            raise RuntimeError("no compiled object yet")

    monkeypatch.setattr(warm, "kernel", interrupted)
    with pytest.raises(KeyboardInterrupt):
        warm.prepare("burgundy-cards")
