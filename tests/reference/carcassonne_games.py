"""Facts of 40 games of Carcassonne that JCloisterZone 5 played (an independent program), to hold engines against.

The file has a list of games. A game: `sets` in play besides the base game, number of `players`, `policy` (how the moves
were chosen), `turns`, and at the end `goods` (wine, grain, cloth), points `by_category` (roads, cities, cloisters,
fields, goods) and `final` points, each by seat. A turn, one for each tile placed, is a list: seat (from 1), kind of
tile, legal cells [x, y, mask of its four rotations], place [x, y, rotation] (of rotations that look the same the
first), legal deployments [figure, feature, number] on the tile so turned, the deployment (index, -1 passed, null
nothing could be deployed), and everybody's points after it. Figures, features and kinds are numbered as in
carcassonne_tiles.py.

In two things the program differs from our rules. It keeps the river farther from itself, so it has fewer legal places
for river tiles. And with the River it keeps the start tile in the stack: the switch `start_tile_stays`.
"""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any, NamedTuple

from tests.reference.carcassonne_tiles import FEATURES, FIGURES, TILES

FILE = Path(__file__).parent / "data" / "carcassonne_games.json.gz"
RIVER_KINDS = {tile.kind for tile in TILES if tile.set == "river"}
CATEGORIES = ("roads", "cities", "cloisters", "fields", "goods")


class Turn(NamedTuple):
    """A tile that was placed: moves are those of docs/rules/carcassonne.md, chapter 15."""

    seat: int
    kind: int
    places: set[tuple[int, int, int]]  # (x, y, rotation), of rotations that look the same the first
    place: tuple[int, int, int]
    deployments: set[tuple[str, str, int]]
    deployment: tuple[str, str, int] | None  # None: passed, or nothing could be deployed
    points: list[int]


class Recorded(NamedTuple):
    """A whole game."""

    name: str
    rules: dict[str, Any]
    players: int
    turns: list[Turn]
    goods: list[dict[str, int]]
    by_category: list[dict[str, int]]
    final: list[int]

    def stacks(self) -> tuple[list[int], list[int]]:
        """The river stack and the stack that it was played from."""
        kinds = [turn.kind for turn in self.turns]
        river = [kind for kind in kinds if kind in RIVER_KINDS]
        return river, kinds[len(river) :]


def _turn(row: list[Any]) -> Turn:
    seat, kind, cells, (x, y, rotation), options, choice, points = row
    looks = TILES[kind].looks
    places = {(cx, cy, turned % looks) for cx, cy, mask in cells for turned in range(4) if mask >> turned & 1}
    deployments = [(FIGURES[figure], FEATURES[feature], number) for figure, feature, number in options]
    chosen = deployments[choice] if choice not in (None, -1) else None
    return Turn(seat, kind, places, (x, y, rotation), set(deployments), chosen, points)


def recorded_games() -> list[Recorded]:
    """All of them."""
    games = []
    for number, game in enumerate(json.loads(gzip.decompress(FILE.read_bytes()))):
        sets = game["sets"]
        games.append(
            Recorded(
                f"{number}: {'+'.join(['base', *sets])}, {game['players']} players, {game['policy']}",
                {**dict.fromkeys(sets, True), "start_tile_stays": "river" in sets},
                game["players"],
                [_turn(row) for row in game["turns"]],
                [dict(zip(("wine", "grain", "cloth"), row, strict=True)) for row in game["goods"]],
                [dict(zip(CATEGORIES, row, strict=True)) for row in game["by_category"]],
                game["final"],
            )
        )
    return games
