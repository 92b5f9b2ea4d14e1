"""The score of The Castles of Burgundy (chapter 11 of its rules), and the whole state for comparison."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.reference.burgundy_board_pieces import ANIMALS, BUILDINGS, PHASES, Player, in_order

if TYPE_CHECKING:
    from tests.reference.burgundy_board import Game

PLAYED = ("animals", "areas", "phases", "bonus", "sales", "watchtower", "seat")


def knowledge_points(rules: dict[str, Any], player: Player) -> dict[int, int]:
    """Points of the tiles 15 to 26 that lie in an estate, by the tile's number (9.15 to 9.26)."""
    counts = {
        15: (rules["points_sold_type"], sum(number > 0 for number in player.sold.values())),
        24: (rules["points_animal_kind"], sum(player.count(kind) > 0 for kind in ANIMALS)),
        25: (rules["points_sold_good"], sum(player.sold.values())),
        26: (rules["points_bonus_tile"], len(player.bonus)),
    }
    for number, kind in enumerate(BUILDINGS[:8]):
        counts[16 + number] = (rules["points_building"], player.count(kind))
    return {number: each * count for number, (each, count) in counts.items() if player.has(number)}


def points(game: Game, player: Player) -> dict[str, int]:
    """Points by category as if the game ended now."""
    rules = game.rules
    return {
        **{name: player.points.get(name, 0) for name in PLAYED},
        "goods": sum(player.goods.values()) * rules["end_good_points"],
        "silver": player.silver * rules["end_silver_points"],
        "workers": player.workers // rules["workers_per_point"],
        "knowledge": sum(knowledge_points(rules, player).values()),
    }


def result(game: Game) -> list[dict[str, Any]]:
    """Per seat: score, points by category, ranks before and after the tie-break, share of the win in sixtieths."""
    scores = [sum(points(game, player).values()) for player in game.players]
    order = game.turn_order()
    keys = []
    for score, player in zip(scores, game.players, strict=True):
        empty = player.empty() if game.rules["tie_break"] == "more_empty" else -player.empty()
        keys.append((score,) if game.rules["tie_break"] == "shared" else (score, empty, order.index(player.seat)))
    ranks = [1 + sum(other > key for other in keys) for key in keys]
    return [
        {
            "seat": player.seat,
            "score": scores[i],
            "points": points(game, player),
            "empty": player.empty(),
            "rank_before_tiebreak": 1 + sum(other > scores[i] for other in scores),
            "rank": ranks[i],
            "win_60ths": 60 // ranks.count(1) if ranks[i] == 1 else 0,
        }
        for i, player in enumerate(game.players)
    ]


def rounds(game: Game, laid_out: list) -> list:
    """What has been laid out for rounds that haven't begun, round by round."""
    begun = (game.phase * game.rules["rounds"] + game.round + 1) if game.order else 0
    return [one for phase in laid_out[: game.rules["phases"]] for one in phase[: game.rules["rounds"]]][begun:]


def snapshot(game: Game) -> dict[str, Any]:
    """The whole state in JSON types; lists of tiles in order, stacks from the front, the track from its bottom."""
    return {
        "phase": PHASES[game.phase],
        "round": game.round + 1,
        "seat": None if game.over else game.seat,
        "bought": game.bought,
        "decision": game.decision,
        "pending": [game.decision] if game.decision else [],
        "order": list(game.order),
        "depots": {str(depot): in_order(tiles) for depot, tiles in game.depots.items()},
        "depot_goods": {str(depot): sorted(goods) for depot, goods in game.depot_goods.items()},
        "waiting_goods": list(game.waiting_goods),
        "goods_ahead": game.goods + game.goods_left,
        "dice_ahead": [[10 * one + other for one, other in pairs] for pairs in rounds(game, game.dice)],
        "white_ahead": rounds(game, game.white),
        "stacks": {colour: list(stack) for colour, stack in game.stacks.items()},
        "black": list(game.black),
        "track": [list(stack) for stack in game.track],
        "bonus": {colour: list(seats) for colour, seats in game.bonus.items()},
        "over": game.over,
        "seats": [
            {
                "estate": player.estate,
                "placed": {str(cell): player.placed[cell] for cell in sorted(player.placed)},
                "storage": in_order(player.storage),
                "goods": {str(good): number for good, number in player.goods.items()},
                "sold": {str(good): number for good, number in player.sold.items()},
                "workers": player.workers,
                "silver": player.silver,
                "dice": sorted(player.dice),
                "points": points(game, player),
            }
            for player in game.players
        ],
    }
