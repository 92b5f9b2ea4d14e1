"""The kernel and the plain engine of Carcassonne, side by side, decision by decision."""

from __future__ import annotations

import random
from typing import Any

from burgsim.games import load
from burgsim.games.carcassonne.components import (
    GOOD_BITS,
    GOOD_SHIFT,
    OPEN_MASK,
    PART_NUMBER,
    PART_SORT,
    PARTS,
    SEVEN,
    SHIELD_SHIFT,
    SPECIAL_SHIFT,
    TILE_MASK,
    TILE_SHIFT,
)
from burgsim.games.carcassonne.features import find
from burgsim.simulation.stepwise import Stepwise
from tests.games.lockstep import Lockstep
from tests.reference.carcassonne import Game
from tests.reference.carcassonne_map import around
from tests.reference.carcassonne_tiles import GOODS, KIND, TILES

GAME = load("carcassonne")
SORTS = ("road", "city", "cloister", "field")


def plain_game(table: Stepwise, rules: Any) -> Game:
    """The plain engine's game with the stacks of a table that has just been laid out."""
    setup = GAME.words.setup(table.state, table.rules)
    stacks = ([KIND[name] for name in setup[which]] for which in ("river_stack", "stack"))
    return Game(rules.model_dump(mode="json"), table.players, *stacks)


def plain_snapshot(plain: Game) -> dict[str, Any]:
    """The plain engine's state in the words of the kernel's."""
    snap = plain.snapshot()
    order = list(plain.map.tiles)
    over = snap["over"]
    return {
        "turn": snap["turn"],
        "seat": None if over else snap["seat"],
        "part": snap["part"],
        "tile": TILES[snap["tile"]].name if snap["decision"] == "place" else None,
        "river_stack": [TILES[kind].name for kind in snap["river"]],
        "stack": [TILES[kind].name for kind in snap["stack"]],
        "left_game": [TILES[kind].name for kind in snap["out"]],
        "map": [
            {"x": x, "y": y, "tile": TILES[kind].name, "rotation": rotation}
            for (x, y), (kind, rotation) in snap["map"].items()
        ],
        "figures": [
            {"seat": seat, "figure": figure, "x": x, "y": y, "feature": feature, "number": number}
            for seat, figure, (x, y), feature, number in sorted(snap["figures"], key=lambda one: order.index(one.cell))
        ],
        "pending": [] if over else [snap["decision"]],
        "over": over,
        "seats": snap["players"],
    }


def compare_features(table: Stepwise, plain: Game) -> None:
    """What the kernel has counted of everything that figures stand on, against a search of the map."""
    state = table.state
    tiles = [tuple(tile[:2]) for tile in GAME.words.tiles(state)]
    for seat in range(table.players):
        for figure in range(64):
            if not int(state["on_map"][seat]) >> figure & 1:
                continue
            number, part = divmod(int(state["stands_at"][seat, figure]), 8)
            kind = int(state["tile_turned"][number]) >> 2
            sort, which = PARTS[PART_SORT[kind, part]], int(PART_NUMBER[kind, part])
            whole = plain.whole(sort, (tiles[number], which))
            feature = int(find(state, int(state["stands_on"][seat, figure])))
            counts = int(state["counts"][feature])
            where = f"{sort} {which} at {tiles[number]}"
            if sort == "field":
                members = int(state["members"][feature]).bit_count()
                assert members == len(plain.map.cities_of(whole)), where
                continue
            found = (counts & OPEN_MASK, counts >> TILE_SHIFT & TILE_MASK)
            if sort == "cloister":
                there = sum(cell in plain.map.tiles for cell in around(tiles[number]))
                assert found == (9 - there, there), where
                continue
            edges = sum(cell not in plain.map.tiles for one in whole for cell, _ in plain.map.exits(sort, one))
            assert found == (edges, len({cell for cell, _ in whole})), where
            special = counts >> SPECIAL_SHIFT & SEVEN
            if sort == "road":
                assert special == sum(plain.map.tiles[cell][0].roads[n].inn for cell, n in whole), where
                continue
            cities = [plain.map.tiles[cell][0].cities[n] for cell, n in whole]
            assert special == sum(city.cathedral for city in cities), where
            assert counts >> SHIELD_SHIFT & SEVEN == sum(city.shield for city in cities), where
            for i, good in enumerate(GOODS):
                tokens = counts >> (GOOD_SHIFT + GOOD_BITS * i) & SEVEN
                assert tokens == sum(city.good == good for city in cities), where


def compare_results(table: Stepwise, plain: Game) -> None:
    """Score, points by category, ranks, shares and the counters."""
    game_row, rows = table.result()
    wanted = plain.result()
    assert (game_row["turns"], game_row["discards"]) == (wanted["turns"], wanted["out"])
    assert game_row["tiles"] == len(plain.map.tiles)
    assert game_row["complete_cities"] == len(plain.complete_cities())
    assert game_row["lead_changes"] == lead_changes(plain)
    assert game_row["end_cause"] == last_tile_left(plain)
    total = len(plain.map.tiles) + len(plain.out)
    for number, (row, seat, player) in enumerate(zip(rows, wanted["seats"], plain.players, strict=True), 1):
        for name, value in seat["points"].items():
            assert row[f"points_{name}"] == value, name
        for name in ("score", "rank", "win_60ths"):
            assert row[name] == seat[name], name
        assert (row["seat_turns"], row["double_turns"]) == (player.turns, player.double_turns)
        for figure in player.supply:
            assert row[f"deployed_{figure}"] == player.deployed[figure]
            assert row[f"left_{figure}"] == player.supply[figure]
        assert {good: row[good] for good in GOODS} == player.goods
        points = player.points
        for name, sort in zip(("roads", "cities", "cloisters", "fields"), SORTS, strict=True):
            earned = sum(row[f"earned_{name}_{quarter}"] for quarter in range(1, 5))
            assert earned == points[name] + points.get(f"open_{name}", 0), name
            sent = [0] * 4
            tiles = 1
            for event in plain.events:
                tiles += event[0] == "placed"
                if (
                    event[0] == "deployed"
                    and event[1] == number
                    and event[4] == sort
                    and event[2] in ("follower", "big")
                ):
                    sent[4 * (tiles - 1) // total] += 1
            assert [row[f"deployed_{name}_{quarter}"] for quarter in range(1, 5)] == sent, name


def last_tile_left(plain: Game) -> bool:
    """Whether the last tile to be drawn left the game."""
    told = [event[0] for event in plain.events if event[0] in ("placed", "out")]
    return told[-1] == "out"


def lead_changes(plain: Game) -> int:
    """How often another seat than before was ahead of all others, before the end."""
    leaders = [0]
    for part in plain.parts:
        scores = part["scores"]
        if scores.count(max(scores)) == 1:
            leader = 1 + scores.index(max(scores))
            if leader != leaders[-1]:
                leaders.append(leader)
    return max(0, len(leaders) - 2)


#: What is greatest at the cell of a placement that leans this way.
WAYS = {
    "north": lambda x, y: -y, "east": lambda x, y: x, "south": lambda x, y: y, "west": lambda x, y: -x,
    "close": lambda x, y: -(x * x + y * y),
}  # fmt: skip


def leaning(moves: list[tuple], lean: str) -> list[int]:
    """The moves (by place in the list) that lean this way; all when none does."""
    words = lean.split()
    if moves[0][0] == "place":
        ways = [WAYS[word] for word in words if word in WAYS]
        far = [[way(*move[1:3]) for way in ways] for move in moves]
    else:
        far = [[sum(word in move[:2] for word in words)] for move in moves]
    return [i for i, one in enumerate(far) if one == max(far)]


def pick_a_way(rng: random.Random, moves: list[tuple], lean: str) -> int:
    """Any move; nine times out of ten one that leans as `lean` says.

    That is the first or second word of moves ("pass", "big", "city"), or "north" to "west", or "close" (to the start
    tile), for the cell of placements; or several of these (moves that have most of the words).
    """
    return rng.choice(leaning(moves, lean) if lean and rng.random() < 0.9 else range(len(moves)))


play_both = Lockstep(
    GAME, plain_game, plain_snapshot, compare_results, compare_more=compare_features, pick=pick_a_way
).play_both
