"""Games to read, one for every game, number of players and variant: they change only when the rules or players do.

`make golden` writes them anew; what changed is then to be read in the diff.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from burgsim.games import GAMES, load
from burgsim.simulation.trace import trace

HERE = Path(__file__).parent
SEED = 1


def games() -> Iterator[tuple[str, int, str]]:
    """Every registered game, number of players and variant ("" is the game as it comes)."""
    for game_id in GAMES:
        game = load(game_id)
        for variant in ("", *game.variants):
            for players in game.player_counts(game.rules.build(game.variants.get(variant, {}))):
                yield game_id, players, variant


def path_of(game_id: str, players: int, variant: str) -> Path:
    name = f"{players}_players" if players > 1 else "solo"
    return HERE / game_id / f"{name}{'_' + variant if variant else ''}.txt"


@pytest.mark.parametrize(("game_id", "players", "variant"), list(games()))
def test_golden_game(game_id: str, players: int, variant: str, file_regression: Any) -> None:
    game = load(game_id)
    rules = game.rules.build(game.variants[variant] if variant else {})
    who = "greedy" if "greedy" in game.policies else "random"
    told = trace(game_id, players, SEED, 0, who, rules, check=True)
    file_regression.check(told.text(tables=False), fullpath=path_of(game_id, players, variant), encoding="utf-8")


def test_no_golden_game_is_left_over() -> None:
    assert set(HERE.rglob("*.txt")) == {path_of(*game) for game in games()}
