"""Shuffled games and arranged turns of The Castles of Burgundy for the tests of its plain engine."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.reference.burgundy_board import Game
from tests.reference.burgundy_board_pieces import BLACK, PHASES, box, with_changes


def deal(players: int, seed: int = 0, estates: list[int] | None = None, **rules: Any) -> Game:
    """A game with everything shuffled; on estate 1 unless others are given."""
    chance = random.Random(seed)
    stacks, black, goods = box(with_changes(rules))
    for pile in (*stacks.values(), black, goods):
        chance.shuffle(pile)
    pairs = [[[(chance.randint(1, 6), chance.randint(1, 6)) for _ in range(players)] for _ in range(5)] for _ in PHASES]
    white = [[chance.randint(1, 6) for _ in range(5)] for _ in PHASES]
    return Game(rules, estates or [1] * players, stacks, black, goods, pairs, white)


def play_out(game: Game, seed: int = 0) -> int:
    """Random moves to the end; how many there were."""
    chance = random.Random(seed)
    moves = 0
    while not game.over:
        game.play(chance.choice(game.legal()))
        moves += 1
    return moves


def turn(
    dice: tuple[int, ...] = (1, 1),
    players: int = 2,
    estate: int = 1,
    phase: str = "A",
    storage: list[str] | None = None,
    placed: dict[int, str] | None = None,
    goods: dict[int, int] | None = None,
    workers: int = 0,
    silver: int = 0,
    knowledge: tuple[int, ...] = (),
    depots: dict[int | str, list[str]] | None = None,
    depot_goods: dict[int, list[int]] | None = None,
    **rules: Any,
) -> Game:
    """A turn of seat 1 on an empty board with what is given here.

    Knowledge tiles that are to lie in the estate are put on cells 12, 7 and 3, which nobody's test needs. When the turn
    ends the game is over.
    """
    game = deal(players, 0, None, **rules)
    game.phase = PHASES.index(phase)
    player = game.players[0]
    if estate != player.estate:
        player.__init__(1, estate)
        placed = placed or {player.colours.index("castle"): "castle"}
    player.placed |= placed or {}
    player.placed |= {cell: f"knowledge {number}" for cell, number in zip((12, 7, 3), knowledge, strict=False)}
    player.storage = list(storage or [])
    player.goods |= dict.fromkeys(range(1, 7), 0) | (goods or {})
    player.workers, player.silver = workers, silver
    player.dice = list(dice)
    for depot in game.depots:
        game.depots[depot] = list((depots or {}).get(depot, []))
    for depot in game.depot_goods:
        game.depot_goods[depot] = list((depot_goods or {}).get(depot, []))
    game.over = False
    game._run = game._turn(player)
    game._resume(None)
    return game


def of(game: Game, verb: str) -> set[tuple]:
    """The listed moves of a verb, without the verb."""
    return {move[1:] for move in game.legal() if move[0] == verb}


def tiles_everywhere(game: Game) -> Counter[str]:
    """All tiles that are still in the game."""
    found: Counter[str] = Counter(game.black)
    for stack in game.stacks.values():
        found.update(stack)
    for depot in [*range(1, 7), BLACK]:
        found.update(game.depots[depot])
    for player in game.players:
        found.update(player.storage)
        found.update(player.placed.values())
    return found
