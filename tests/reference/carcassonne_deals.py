"""Games of Carcassonne to test with: shuffled by a seed, or played out tile by tile as a script says."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from tests.reference.carcassonne import Game, Player
from tests.reference.carcassonne_tiles import DEFAULT_RULES, KIND, LAKE, TILES, box

ALL = {"river": True, "inns": True, "traders": True}


def new_game(rules: dict[str, Any] | None = None, players: int = 2, seed: int = 1) -> Any:
    """A shuffled game."""
    chance = random.Random(seed)
    river, stack = box(DEFAULT_RULES | (rules or {}))
    chance.shuffle(stack)
    river = [kind for kind in river if kind != LAKE]
    chance.shuffle(river)
    return Game(rules or {}, players, river + [LAKE] * bool(rules and rules.get("river")), stack)


def given(river: Sequence[str], stack: Sequence[str], rules: dict[str, Any] | None = None, players: int = 2) -> Any:
    """A game with these tiles, by name, in this order, whether or not the box has them."""
    game = new_game(rules, players)
    game.map.tiles = {(0, 0): game.map.tiles[0, 0]}
    game.map.figures.clear()
    game.river, game.stack = [KIND[name] for name in river], [KIND[name] for name in stack]
    game.turn, game.seat = 0, 1
    for log in (game.out, game.history, game.events, game.parts):
        log.clear()
    game.players = [Player(game.rules) for _ in game.players]
    game.start()
    return game


def played(script: str, rules: dict[str, Any] | None = None, players: int = 2, rest: Sequence[str] = ()) -> Any:
    """A game played by a script, a tile a line: "V 1 0 3 follower road 0" is tile V at (1, 0) with rotation 3 and a
    follower on its road; without a deployment the player passes. `rest` are the tiles that are left in the stack, and
    a line of a name alone is a tile that fits nowhere.
    """
    lines = [line.split() for line in script.strip().splitlines()]
    names = [words[0] for words in lines]
    river = [name for name in names if TILES[KIND[name]].set == "river"]
    stack = [name for name in names if TILES[KIND[name]].set != "river"]
    game = given(river, [*stack, *rest], rules, players)
    number = 0
    for name, *where in lines:
        if not where:
            continue
        place = ("place", *(int(n) for n in where[:3]))
        if len(game.parts) == number + 1 and game.decision == "place":
            game.play(place)
        part = game.parts[number]
        assert part["kind"] == KIND[name], f"{name}: {TILES[part['kind']].name} was drawn"
        assert place in part["places"], f"{name}: {place} isn't among {part['places']}"
        if len(game.parts) == number + 1 and game.decision == "deploy":
            figure, feature, which = where[3:] or ("", "", "0")
            game.play((figure, feature, int(which)) if figure else ("pass",))
        else:
            assert not where[3:], f"{name}: nothing can be deployed"
        number += 1
    return game
