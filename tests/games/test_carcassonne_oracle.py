"""The kernel of Carcassonne against 40 games of an independent program, tile by tile."""

from __future__ import annotations

import pytest

from burgsim.simulation.stepwise import Stepwise
from tests.games.carcassonne_lockstep import GAME
from tests.reference.carcassonne_games import RIVER_KINDS, Recorded, recorded_games
from tests.reference.carcassonne_tiles import GOODS, TILES

GAMES = recorded_games()


def laid_out(record: Recorded) -> Stepwise:
    """A table with the very stacks of a recorded game."""
    table = Stepwise(GAME, record.players, GAME.rules.build(record.rules))
    table.log["on"] = 0
    table.deal(1, 0)
    for name, kinds in zip(("river_stack", "stack"), record.stacks(), strict=True):
        stack = table.state[name]
        assert sorted(stack[: len(kinds)]) == sorted(kinds)
        stack[: len(kinds)] = kinds
    table.reveal()
    return table


def moves(table: Stepwise) -> dict[tuple, int]:
    """The listed moves and their actions."""
    return {GAME.words.move(table.state, table.rules, action): action for action in table.legal()}


@pytest.mark.parametrize("record", GAMES, ids=[game.name for game in GAMES])
def test_recorded_game(record: Recorded) -> None:
    table = laid_out(record)
    for number, turn in enumerate(record.turns):
        where = f"tile {number}: {TILES[turn.kind].name}"
        assert (table.actor + 1, int(table.state["kind"])) == (turn.seat, turn.kind), where
        assert table.audit() == "", where
        listed = moves(table)
        places = {move[1:] for move in listed}
        assert turn.places <= places if turn.kind in RIVER_KINDS else turn.places == places, where
        table.play(listed["place", *turn.place])
        if turn.deployments:
            listed = moves(table)
            assert set(listed) == {*turn.deployments, ("pass",)}, where
            table.play(listed[turn.deployment or ("pass",)])
        if number < len(record.turns) - 1:
            assert list(table.state["score"][: record.players]) == turn.points, where
    assert table.over and not int(table.state["discards"])
    seats = table.snapshot()["seats"]
    before = [sum(seat["points"][name] for name in ("roads", "cities", "cloisters")) for seat in seats]
    assert before == record.turns[-1].points
    assert [row["score"] for row in table.result()[1]] == record.final
    assert [seat["goods"] for seat in seats] == [{good: goods[good] for good in GOODS} for goods in record.goods]
    told = [
        {name: seat["points"][name] + seat["points"].get(f"open_{name}", 0) for name in record.by_category[0]}
        for seat in seats
    ]
    assert told == record.by_category
