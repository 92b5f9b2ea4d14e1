"""The plain engine of Carcassonne against 40 games of an independent program, tile by tile."""

from __future__ import annotations

from typing import Any

import pytest

from tests.reference.carcassonne import Game
from tests.reference.carcassonne_games import RIVER_KINDS, Recorded, Turn, recorded_games

GAMES = recorded_games()


def compare(part: dict[str, Any], turn: Turn) -> None:
    """One tile of the plain engine against the record."""
    assert (part["seat"], part["kind"]) == (turn.seat, turn.kind)
    places = {move[1:] for move in part["places"]}
    assert turn.places <= places if turn.kind in RIVER_KINDS else turn.places == places
    assert set(part["deployments"]) == turn.deployments
    assert part["scores"] == turn.points


@pytest.mark.parametrize("record", GAMES, ids=[game.name for game in GAMES])
def test_recorded_game(record: Recorded) -> None:
    game = Game(record.rules, record.players, *record.stacks())
    for number, turn in enumerate(record.turns):
        if game.decision == "place" and len(game.parts) == number + 1:
            game.play(("place", *turn.place))
        if game.decision == "deploy" and len(game.parts) == number + 1:
            game.play(turn.deployment or ("pass",))
    for part, turn in zip(game.parts, record.turns, strict=True):
        compare(part, turn)
    assert game.over and not game.out
    assert [player.score() for player in game.players] == record.final
    assert [player.goods for player in game.players] == record.goods
    told = [
        {name: player.points[name] + player.points.get(f"open_{name}", 0) for name in record.by_category[0]}
        for player in game.players
    ]
    assert told == record.by_category
