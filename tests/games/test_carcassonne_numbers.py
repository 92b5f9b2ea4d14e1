"""Carcassonne's numbers: every rule number matters, and random play comes to what other engines measured."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.carcassonne.state import PLACE
from burgsim.games.game import END_CAUSE, SCORE
from burgsim.players import seats
from burgsim.simulation.batch import Table
from tests.games.odd_rules import another
from tests.games.tables import new_game

GAME = load("carcassonne")
ALL = {"river": True, "inns": True, "traders": True}
GAMES = 400
#: Random play of two, uniform over different placements and then over deployments including none: mean points of each
#: seat with the base game (an independent Go engine has 19.43 and 19.26 in 3,000 games) and with all sets.
BASE = (19.54, 19.26)
ALL_SETS = (24.75, 24.75)
#: Different placements of a tile, on average, in the base game (the Go engine).
PLACEMENTS = 27.2


def plays(changes: dict[str, Any], players: int, games: int = GAMES) -> Any:
    rules = GAME.rules.build(changes)
    return Table(GAME, players, rules, seats(GAME, players, ["random"]), 5).play(0, games)


def base_of(path: str) -> dict[str, Any]:
    """Rules under which a number of the rules is looked at."""
    if path.startswith("copies."):
        which = path.split(".")[1]
        return {} if which == "base" else {which: True}
    special: dict[str, dict[str, Any]] = {
        "river": {}, "inns": {}, "traders": {}, "farm_scoring": {"inns": True},
        "farm_first_points": {"inns": True, "farm_scoring": "first"},
        "start_tile_stays": {"river": True}, "river_u_turn": {"river": True},
        "gift_tile": {}, "gift_seat": {"gift_tile": 4},
    }  # fmt: skip
    return special.get(path, ALL)


@pytest.mark.parametrize("path", [row.path for row in GAME.rules.rows_of_fields()])
def test_every_number_matters(path: str) -> None:
    row = next(row for row in GAME.rules.rows_of_fields() if row.path == path)
    base = base_of(path)
    players = 6 if base.get("inns") else 5
    one, other = plays(base, players), plays({**base, path: another(row)}, players)
    assert any(not np.array_equal(a, b) for a, b in zip(one, other, strict=True)), f"{path} changes no game"


def test_random_play_scores_what_it_should() -> None:
    for changes, wanted, room in (({}, BASE, 0.15), (ALL, ALL_SETS, 0.25)):
        games, rows = plays(changes, 2, 40_000)
        means = rows[:, :, SCORE].mean(0)
        assert np.abs(means - wanted).max() < room, means
        assert set(games[:, END_CAUSE].tolist()) <= {0, 1}


def test_a_tile_has_so_many_placements() -> None:
    counts = []
    for number in range(20):
        play = new_game("carcassonne", 2, 3, number)
        play.reveal()
        chance = random.Random(number)
        while not play.over:
            listed = play.legal()
            if int(play.state["frame"]) == PLACE:
                counts.append(len(listed))
            play.play(chance.choice(listed))
    assert np.mean(counts) == pytest.approx(PLACEMENTS, abs=0.5)
