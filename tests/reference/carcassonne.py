"""Carcassonne in plain, slow Python, written from docs/rules/carcassonne.md alone.

It shares nothing with the package: it exists so that the compiled rules can be compared with it move by move. Numbers
in brackets are paragraphs of that document.
"""

from __future__ import annotations

import copy
from collections.abc import Generator
from typing import Any

from tests.reference.carcassonne_map import Cell, Figure, Map, Part, around
from tests.reference.carcassonne_tiles import (
    DEFAULT_RULES,
    FEATURES,
    FIGURES,
    GOODS,
    LAKE,
    SPRING,
    START,
    TILES,
    box,
)

Move = tuple[Any, ...]
Steps = Generator[list[Move], Move, None]
CATEGORY = {"road": "roads", "city": "cities", "cloister": "cloisters"}
CATEGORIES = (*CATEGORY.values(), *(f"open_{name}" for name in CATEGORY.values()), "fields", "goods", "seat")


class Player:
    """One seat: its supply, its goods and its points."""

    def __init__(self, rules: dict[str, Any]) -> None:
        self.supply = {
            "follower": rules["followers"],
            "big": rules["big_followers"] * rules["inns"],
            "builder": rules["builders"] * rules["traders"],
            "pig": rules["pigs"] * rules["traders"],
        }
        self.goods = dict.fromkeys(GOODS, 0)
        self.points = dict.fromkeys(CATEGORIES, 0)
        self.turns = 0
        self.double_turns = 0
        self.deployed = dict.fromkeys(FIGURES, 0)

    def score(self) -> int:
        return sum(self.points.values())


class Game:
    """One game. `legal()` lists the moves of the player at `seat`, `play(move)` makes one of them.

    Parameters
    ----------
    rules : dict
        Changes to DEFAULT_RULES.
    players : int
        2 to 5, or 6 with Inns & Cathedrals.
    river, stack : list of int
        The shuffled tiles as kinds, drawn from index 0 on; `river` ends with the lake (empty without the River).
    """

    def __init__(self, rules: dict[str, Any], players: int, river: list[int], stack: list[int]) -> None:
        unknown = set(rules) - set(DEFAULT_RULES)
        if unknown:
            raise ValueError(f"unknown rules: {', '.join(sorted(unknown))}")
        self.rules = copy.deepcopy(DEFAULT_RULES) | copy.deepcopy(rules)
        if not 2 <= players <= 5 + self.rules["inns"]:  # 2.1
            raise ValueError(f"{players} players: the game is for 2 to 5, or 6 with Inns & Cathedrals")
        if self.rules["traders"] and self.rules["farm_scoring"] != "third":  # 11.11
            raise ValueError("the first two ways to count farmers can't be used with Traders & Builders")
        wanted = box(self.rules)
        if sorted(river) != wanted[0] or sorted(stack) != wanted[1]:
            raise ValueError("the stacks differ from the tiles in the box")
        if river and river[-1] != LAKE:  # 2.4
            raise ValueError("the lake is the last tile of the river")
        self.map = Map()
        self.map.lay(SPRING if self.rules["river"] else START, (0, 0), 0)
        self.river, self.stack = list(river), list(stack)
        self.out: list[int] = []  # tiles that left the game
        self.players = [Player(self.rules) for _ in range(players)]
        self.turn, self.seat, self.part = 0, 1, 1
        self.tile: int | None = None  # in hand, or just placed
        self.cell: Cell | None = None  # of the tile just placed
        self.over = False
        self.decision = ""
        self.options: list[Move] = []
        self.history: list[tuple[int, Move]] = []  # (seat, move), the forced ones too
        self.events: list[tuple[Any, ...]] = []
        self.parts: list[dict[str, Any]] = []  # each tile placed: by whom, and what was open, asked or not
        self.start()

    def start(self) -> None:
        """Begin with the first turn (also of a map laid out by hand)."""
        self._run = self._play_all()
        self._resume(None)

    # -- the outside

    def legal(self) -> list[Move]:
        """The moves open to `seat`, always two or more; empty when the game is over."""
        return list(self.options)

    def play(self, move: Move) -> None:
        if move not in self.options:
            raise ValueError(f"{move} is not among the legal moves")
        self.history.append((self.seat, move))
        self._resume(move)

    def _resume(self, move: Move | None) -> None:
        try:
            self.options = next(self._run) if move is None else self._run.send(move)
        except StopIteration:
            self.options, self.decision, self.over = [], "", True

    def _ask(self, decision: str, moves: list[Move]) -> Generator[list[Move], Move, Move]:
        if len(moves) == 1:
            self.history.append((self.seat, moves[0]))
            return moves[0]
        self.decision = decision
        return (yield moves)

    # -- the turn

    def _play_all(self) -> Steps:
        """A turn begins, and so does its second part, when there is a tile to draw, though it may fit nowhere."""
        while True:
            self.turn += 1
            self.part = 1
            if not self.draw():
                break
            self.player.turns += 1
            works = yield from self._part()
            if works and self.left():  # 9.1, 9.3, 9.6
                self.part = 2
                self.player.double_turns += 1
                if not self.draw():
                    break
                yield from self._part()
            if not self.left():
                break
            self.seat = self.seat % len(self.players) + 1
        self._final_scoring()

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.seat - 1]

    def left(self) -> int:
        """How many tiles can still be drawn."""
        return len(self.river) + len(self.stack)

    def draw(self) -> bool:
        """Take the next tile that fits somewhere in hand; false when there is none (4.5, 4.6, 5.1)."""
        while self.left():
            self.tile = (self.river or self.stack).pop(0)
            if any(self.map.places(self.tile, self.rules["river_u_turn"])):
                return True
            self.out.append(self.tile)
            self.events.append(("out", self.tile))
        self.tile = None
        return False

    def places(self) -> list[Move]:
        assert self.tile is not None
        return [("place", *place) for place in self.map.places(self.tile, self.rules["river_u_turn"])]

    def _part(self) -> Generator[list[Move], Move, bool]:
        """Place, deploy, score; gives whether the builder works."""
        assert self.tile is not None
        places = self.places()
        self.parts.append({"seat": self.seat, "kind": self.tile, "places": places, "deployments": []})
        _, x, y, rotation = yield from self._ask("place", places)
        self.cell = (x, y)
        self.map.lay(self.tile, self.cell, rotation)
        self.events.append(("placed", self.seat, self.tile, x, y, rotation))
        works = self._builder_works()
        options = self.parts[-1]["deployments"] = self.deployments()
        if options:
            move = yield from self._ask("deploy", [*options, ("pass",)])
            if move != ("pass",):
                self._deploy(*move)
        self._score_complete()
        self.parts[-1]["scores"] = [player.score() for player in self.players]
        self.tile = self.cell = None
        return works

    def _parts_of_the_tile(self, *features: str) -> list[tuple[str, Part]]:
        assert self.tile is not None and self.cell is not None
        return [(name, (self.cell, number)) for name in features for number in range(TILES[self.tile].parts(name))]

    def whole(self, feature: str, part: Part) -> frozenset[Part]:
        return frozenset([part]) if feature == "cloister" else self.map.whole(feature, part)

    def complete_cities(self) -> set[frozenset[Part]]:
        """All cities on the map that are complete."""
        parts = [(cell, n) for cell, (tile, _) in self.map.tiles.items() for n in range(len(tile.cities))]
        return {whole for whole in (self.whole("city", part) for part in parts) if self.map.complete("city", whole)}

    def _builder_works(self) -> bool:
        return any(
            one.seat == self.seat and one.figure == "builder"
            for feature, part in self._parts_of_the_tile("road", "city")
            for one in self.map.standing(feature, self.whole(feature, part))
        )

    def deployments(self) -> list[Move]:
        """Every figure that may be deployed on the tile just placed, and where (chapter 6)."""
        supply = self.player.supply
        moves: list[Move] = []
        for feature, part in self._parts_of_the_tile(*FEATURES):
            whole = self.whole(feature, part)
            standing = self.map.standing(feature, whole)
            followers = [one for one in standing if one.figure in ("follower", "big")]
            mine = any(one.seat == self.seat for one in followers)
            if not followers:
                moves += [(figure, feature, part[1]) for figure in ("follower", "big") if supply[figure]]
            if mine and supply["builder"] and feature in ("road", "city") and not self.map.complete(feature, whole):
                moves.append(("builder", feature, part[1]))
            if mine and supply["pig"] and feature == "field":
                moves.append(("pig", feature, part[1]))
        return moves

    def _deploy(self, figure: str, feature: str, number: int) -> None:
        assert self.cell is not None
        self.player.supply[figure] -= 1
        self.player.deployed[figure] += 1
        self.map.figures.append(Figure(self.seat, figure, self.cell, feature, number))
        self.events.append(("deployed", self.seat, figure, self.cell, feature, number))

    # -- scoring

    def majority(self, figures: list[Figure]) -> list[int]:
        """The seats that count most (7.6, 7.7)."""
        count = dict.fromkeys(range(1, len(self.players) + 1), 0)
        for one in figures:
            count[one.seat] += {"follower": 1, "big": self.rules["big_strength"]}.get(one.figure, 0)
        most = max(count.values())
        return [seat for seat in count if most and count[seat] == most]

    def worth(self, feature: str, whole: frozenset[Part]) -> int:
        """What a road, city or cloister pays as it is (chapter 8, 11.2 to 11.6)."""
        rules = self.rules
        if feature == "cloister":
            return rules["cloister_points"] * sum(cell in self.map.tiles for part in whole for cell in around(part[0]))
        done = self.map.complete(feature, whole)
        tiles = len({cell for cell, _ in whole})  # 8.1
        if feature == "road":
            inn = any(self.map.tiles[cell][0].roads[number].inn for cell, number in whole)
            if done:
                return tiles * rules["inn_points" if inn else "road_points"]
            return tiles * rules["open_inn_points" if inn else "open_road_points"]
        cities = [self.map.tiles[cell][0].cities[number] for cell, number in whole]
        units = tiles + sum(city.shield for city in cities)
        cathedral = any(city.cathedral for city in cities)
        if not done:
            return units * rules["open_cathedral_points" if cathedral else "open_city_points"]
        if cathedral:
            return units * rules["cathedral_points"]
        return units * rules["two_tile_city_points" if tiles == 2 else "city_points"]

    def _pay(self, feature: str, whole: frozenset[Part], category: str) -> None:
        """Points for a road, city or cloister to those who count most (7.7)."""
        points = self.worth(feature, whole)
        for seat in self.majority(self.map.standing(feature, whole)):
            self.players[seat - 1].points[category] += points
            self.events.append(("scored", seat, feature, points))

    def _settle(self, feature: str, whole: frozenset[Part]) -> None:
        """Score what is complete, and give all figures back (7.8)."""
        self._pay(feature, whole, CATEGORY[feature])
        for one in self.map.standing(feature, whole):
            self.map.figures.remove(one)
            self.players[one.seat - 1].supply[one.figure] += 1

    def _score_complete(self) -> None:
        """Everything that the tile just placed completed (7.5), and goods (10.1)."""
        assert self.cell is not None
        for feature in ("road", "city"):
            for whole in {self.whole(*one) for one in self._parts_of_the_tile(feature)}:
                if self.map.complete(feature, whole):
                    if feature == "city":
                        self._take_goods(whole)
                    self._settle(feature, whole)
        for cell in around(self.cell):
            whole = frozenset([(cell, 0)])
            if cell in self.map.tiles and self.map.tiles[cell][0].cloister and self.map.complete("cloister", whole):
                self._settle("cloister", whole)

    def _take_goods(self, city: frozenset[Part]) -> None:
        for cell, number in city:
            good = self.map.tiles[cell][0].cities[number].good
            if good:
                self.player.goods[good] += 1
                self.events.append(("good", self.seat, good))

    def _final_scoring(self) -> None:
        for feature in ("road", "city", "cloister"):
            wholes = {self.whole(feature, (one.cell, one.number)) for one in self.map.figures if one.feature == feature}
            for whole in wholes:
                self._pay(feature, whole, f"open_{CATEGORY[feature]}")
        self._score_farms()
        for good in GOODS:  # 11.12
            most = max(player.goods[good] for player in self.players)
            for player in self.players:
                if most and player.goods[good] == most:
                    player.points["goods"] += self.rules["goods_points"]
        for player, points in zip(self.players, self.rules["seat_points"], strict=False):
            player.points["seat"] = points

    def _score_farms(self) -> None:
        """11.7 to 11.10."""
        rules = self.rules
        fields = {self.whole("field", (one.cell, one.number)) for one in self.map.figures if one.feature == "field"}
        paid: dict[tuple[frozenset[Part], int], int] = {}  # by city and seat
        farmers: dict[frozenset[Part], list[Figure]] = {}  # by city, of all its fields
        for field in fields:
            figures = self.map.standing("field", field)
            cities = self.map.cities_of(field)
            best = self.majority(figures)
            for city in cities:
                farmers.setdefault(city, []).extend(figures)
                for seat in best:
                    pig = any(one.seat == seat and one.figure == "pig" for one in figures)
                    points = rules["farm_points"] + (rules["pig_points"] if pig else 0)
                    once = 0 if rules["farm_scoring"] == "second" else paid.get((city, seat), 0)
                    paid[city, seat] = once + points
        if rules["farm_scoring"] == "first":
            paid = {
                (city, seat): rules["farm_first_points"] for city in farmers for seat in self.majority(farmers[city])
            }
        for (_, seat), points in paid.items():
            self.players[seat - 1].points["fields"] += points

    # -- what there is to see

    def snapshot(self) -> dict[str, Any]:
        """The whole state in plain JSON types (chapter 16)."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "part": self.part,
            "over": self.over,
            "decision": self.decision,
            "tile": self.tile,
            "cell": self.cell,
            "river": list(self.river),
            "stack": list(self.stack),
            "out": list(self.out),
            "map": {cell: (tile.kind, rotation) for cell, (tile, rotation) in self.map.tiles.items()},
            "figures": sorted(self.map.figures),
            "players": [
                {"supply": dict(player.supply), "goods": dict(player.goods), "points": dict(player.points)}
                for player in self.players
            ],
        }

    def result(self) -> dict[str, Any]:
        """Scores and ranks (11.13); also of a game that is still going on."""
        seats = []
        scores = [player.score() for player in self.players]
        for player in self.players:
            rank = 1 + sum(score > player.score() for score in scores)
            share = 60 // scores.count(max(scores)) if rank == 1 else 0
            seats.append({"score": player.score(), "points": dict(player.points), "rank": rank, "win_60ths": share})
        return {"turns": self.turn, "out": len(self.out), "seats": seats}
