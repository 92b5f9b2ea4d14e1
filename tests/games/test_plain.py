"""Plain mode plays the same games as compiled code: same traces, same rows of a batch."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from burgsim.games import GAMES, load
from burgsim.games.jit import PLAIN
from burgsim.players import seats
from burgsim.simulation.batch import Table
from burgsim.simulation.trace import trace

SEED = 17
ROOT = Path(__file__).parents[2]


def specs(game_id: str, players: int) -> list[str]:
    """Every policy of the game sits somewhere; the first seat has noise."""
    names = list(load(game_id).policies)
    return [f"{names[0]},noise=0.2", *(names[(players + i) % len(names)] for i in range(1, players))]


def play(game_id: str) -> dict[str, object]:
    """What is compared, in JSON types."""
    game = load(game_id)
    told: dict[str, object] = {}
    for players in game.player_counts():
        who = seats(game, players, specs(game_id, players))
        games, rows = Table(game, players, game.rules(), who, SEED, check=True).play(0, 4)
        told[str(players)] = [games.tolist(), rows.tolist(), trace(game_id, players, SEED, 1, who).jsonl()]
    return told


@pytest.mark.parametrize("game_id", GAMES)
def test_plain_mode_plays_the_same_games(game_id: str) -> None:
    assert not PLAIN
    script = f"import json; from tests.games.test_plain import play; print(json.dumps(play({game_id!r})))"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script], cwd=ROOT, capture_output=True, text=True, timeout=300,
        env={**os.environ, "BURGSIM_PLAIN": "1", "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert json.loads(done.stdout) == json.loads(json.dumps(play(game_id)))
