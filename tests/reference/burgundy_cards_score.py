"""The score of the card game (chapter 11 of its rules), and the whole state for comparison with another engine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.reference.burgundy_cards_pieces import Player, words

if TYPE_CHECKING:
    from tests.reference.burgundy_cards import Game


def animal_score(animals: dict[str, int], points: list[int]) -> int:
    """Points of a herd: groups of different animals, each as large as can be (9.6, 9.7)."""
    left = dict(animals)
    total = 0
    while any(left.values()):
        group = [animal for animal in left if left[animal]]
        for animal in group:
            left[animal] -= 1
        total += points[len(group) - 1]
    return total


def points(game: Game, player: Player) -> dict[str, int]:
    """Points by category as if the game ended now."""
    holds = not game.solo and game.start_card == player.name
    return {
        **player.points,
        "animals": animal_score(player.animals, game.rules["animal_points"]),
        "start_player": game.rules["start_player_points"] if holds else 0,
    }


def result(game: Game) -> dict:
    """Per seat: score, points by category, storage, ranks, share of the win in sixtieths; solo: Aaron too."""
    scores = [game.score(player) for player in game.players]
    keys = [(game.score(player), player.storage()) for player in game.players]
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    before = [1 + sum(other > score for other in scores) for score in scores]
    wins = [60 // ranks.count(1) if rank == 1 else 0 for rank in ranks]
    result: dict = {}
    if game.solo:
        won = game.over and game.lost_in is None
        ranks = before = [1 if won else 2]  # the other one is Aaron
        wins = [60 if won else 0]
        result = {"aaron_score": sum(game.aaron.points.values()), "won": won, "lost_in": game.lost_in}
    result["seats"] = [
        {
            "seat": player.name,
            "score": scores[i],
            "points": points(game, player),
            "storage": player.storage(),
            "rank_before_tiebreak": before[i],
            "rank": ranks[i],
            "win_60ths": wins[i],
        }
        for i, player in enumerate(game.players)
    ]
    return result


def snapshot(game: Game) -> dict:
    """The whole state in JSON types. Cards are "kind value"; lists said to be sorted are sorted as text.

    Deck and stacks from the front, piles from the bottom, pending frames from the bottom; discard, display rows,
    hands, projects and drawn cards sorted. Sets are [complete, size of the open stack] per type.
    """
    snapshot = {
        "round": game.letter,
        "turn": game.turn,
        "seat": None if game.over else game.seat,
        "starter": game.starter,
        "start_card": game.start_card,
        "sale_happened": game.sale_happened,
        "purchases": 0 if game.over else game.purchases,
        "reshuffles": game.reshuffles,
        "deck": words(game.deck),
        "discard": sorted(words(game.discard)),
        "drawn": sorted(words(game.drawn)),
        "display": {str(row): sorted(words(cards)) for row, cards in game.display.items()},
        "goods": [list(pile) for pile in game.goods.piles],
        "animals": [list(pile) for pile in game.animals.piles],
        "first": dict(game.first_owner),
        "all_seven": sorted(game.all_seven_left, reverse=True),
        "pending": [frame.name for frame in game.frames],
        "over": game.over,
        "seats": [
            {
                "hand": sorted(words(player.hand)),
                "stack": words(player.stack),
                "projects": sorted(words(player.projects)),
                "workers": player.workers,
                "silver": player.silver,
                "goods": dict(player.goods),
                "sold": dict(player.sold),
                "animals": dict(player.animals),
                "sets": player.estate.counts(),
                "has_all_seven": player.has_all_seven,
                "points": points(game, player),
            }
            for player in game.players
        ],
    }
    if game.solo:
        snapshot["aaron"] = {
            "sets": game.aaron.estate.counts(),
            "has_all_seven": game.aaron.has_all_seven,
            "points": dict(game.aaron.points),
            "piles": [words(pile) for pile in game.aaron_piles],
        }
    return snapshot
