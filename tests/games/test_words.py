"""Every game's words.py is what the contract says (`Words` in games/game.py): functions, arguments, headings."""

from __future__ import annotations

import importlib
import inspect

import pytest

from burgsim.games import GAMES, load
from burgsim.games.game import NEW_TURN, Words

#: What a game may lack.
OPTIONAL = {"restore": ["state", "rules", "snap"], "drawing_data": ["rules"]}


def asked() -> dict[str, list[str]]:
    """The functions that every game has, with their arguments."""
    functions = {name: one for name, one in vars(Words).items() if inspect.isfunction(one) and name[0] != "_"}
    return {name: list(inspect.signature(one).parameters)[1:] for name, one in functions.items()}


@pytest.mark.parametrize("game_id", GAMES)
def test_words_are_those_of_the_contract(game_id: str) -> None:
    words = load(game_id).words
    functions = asked()
    assert {"move", "snapshot", "say"} <= set(functions)
    for name, arguments in functions.items():
        assert list(inspect.signature(getattr(words, name)).parameters) == arguments, name
    for name, arguments in OPTIONAL.items():
        if hasattr(words, name):
            assert list(inspect.signature(getattr(words, name)).parameters) == arguments, name


@pytest.mark.parametrize("game_id", GAMES)
def test_a_turn_begins_with_its_event_and_heading(game_id: str) -> None:
    kinds = importlib.import_module(f"{GAMES[game_id]}.events").EVENTS
    names = [name for name, _ in kinds.values()]
    assert len(set(names)) == len(names)
    headings = load(game_id).words.HEADINGS
    assert NEW_TURN in headings and set(headings) <= set(names)
