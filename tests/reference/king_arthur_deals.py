"""Games of King Arthur to test with: shuffled by a seed, or with the table and the hands laid out by hand."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from tests.reference.king_arthur import Game
from tests.reference.king_arthur_pieces import ADVENTURES, DEFAULT_RULES, adversary_cards, knight_cards


def new_game(rules: dict[str, Any] | None = None, players: int = 2, seed: int = 1) -> Any:
    chance = random.Random(seed)
    full = DEFAULT_RULES | (rules or {})
    adversaries, knights = adversary_cards(full), knight_cards(full)
    chance.shuffle(adversaries)
    chance.shuffle(knights)

    def reshuffle(k: int, cards: list[int]) -> list[int]:
        return random.Random(seed * 1000 + k).sample(cards, len(cards))

    return Game(rules or {}, players, adversaries, knights, reshuffle)


def arranged(
    rules: dict[str, Any] | None = None,
    players: int = 2,
    table: list[int] | None = None,
    deck: int = 5,
    hands: list[list[int]] | None = None,
    knights: list[list[int]] | None = None,
    sealed: list[list[int]] | None = None,
    left: list[str] | None = None,
) -> Any:
    """A game at the start of seat 1's first turn with this on the table and in hands; the rest is in the discards."""
    game = new_game(rules, players)
    everybody = sum((hands or []), []) + sum((sealed or []), []) + list(table or [])
    stock = Counter(adversary_cards(game.rules))
    stock.subtract(everybody)
    assert min(stock.values()) >= 0, "more cards than the box has"
    rest = sorted(stock.elements())
    game.adversary_deck = rest[:deck]
    game.adversary_discard = [rest[deck:].count(card) for card in range(20)]
    game.table = [(table or []).count(card) for card in range(20)]
    pool = Counter(knight_cards(game.rules))
    for seat, player in enumerate(game.players):
        player.adversaries = [(hands or [[]] * players)[seat].count(card) for card in range(20)]
        held = (knights or [[]] * players)[seat]
        player.knights = [held.count(kind) for kind in range(7)]
        pool.subtract(held)
        mine = (sealed or [[]] * players)[seat]
        player.sealed = [mine.count(card) for card in range(20)]
        player.seals -= len(mine)
    game.knight_deck = sorted(pool.elements())
    game.knight_discard = [0] * 7
    if left is not None:
        game.owner = [0 if name in left else 2 for name in ADVENTURES]
    game.history = []
    game.turn = 0
    for player in game.players:
        player.turns = 0
    game._run = game._play_all()
    game._resume(None)
    return game
