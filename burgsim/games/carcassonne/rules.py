"""Every number of Carcassonne's rulebook, with its source, and the packed record that the kernel reads.

docs/rules/carcassonne.md tells the rules in words and names the sources by letters.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from pydantic import create_model

from burgsim.games.carcassonne.components import (
    BESIDE,
    CITY,
    KIND,
    KINDS,
    LAKE,
    MAX_MEMBERS,
    MAX_TILES,
    PAIRS_END,
    PART_COUNT,
    PART_SHARED,
    PART_SORT,
    SETS,
    SPRING,
    START,
)
from burgsim.games.rulebook import RuleGroup, RulesBase, number, switch

MAX_SEATS = 6
#: Most followers of a player: four bits count them.
MAX_FOLLOWERS = 12
#: Most features and most pairs of a city and a field beside it on one tile; the printed tiles need 338 and 141.
MAX_FEATURES = 384
MAX_PAIRS = 512
#: Most cities' parts, since a complete city has two and they are told by bits.
MAX_CITY_PARTS = 2 * MAX_MEMBERS
FARM_SCORINGS = ("third", "second", "first")


def _copies(which: str) -> Any:
    """A group of the numbers of copies of one set's tiles; the spring and the lake are always one of each."""
    fields: dict[str, Any] = {}
    for kind, tile in enumerate(KIND):
        if tile.set == which and kind not in (SPRING, LAKE):
            inert = "" if which == "base" else f"it is for the game with the set {which!r}"
            doc = f"Tiles of kind {tile.name}"
            fields[tile.field_name] = (
                int,
                number(tile.copies, 0, 40, "tiles", "printed", "JCZ, KC, WS", doc, inert=inert),
            )
    return create_model(f"{which.capitalize()}Copies", __base__=RuleGroup, **fields)


BaseCopies, RiverCopies, InnsCopies, TradersCopies = (_copies(which) for which in SETS)


class Copies(RuleGroup):
    """How many tiles of each kind there are, by set."""

    base: BaseCopies = BaseCopies()  # type: ignore[valid-type]
    river: RiverCopies = RiverCopies()  # type: ignore[valid-type]
    inns: InnsCopies = InnsCopies()  # type: ignore[valid-type]
    traders: TradersCopies = TradersCopies()  # type: ignore[valid-type]


_INNS = "it is for the game with Inns & Cathedrals"
_TRADERS = "it is for the game with Traders & Builders"
_RIVER = "it is for the game with the River"


def _points(default: int, source: str, doc: str, *, label: Any = "printed", inert: str = "") -> Any:
    return number(default, 0, 20, "points", label, source, doc, inert=inert)


class Rules(RulesBase):
    """The rules of Carcassonne with the River, Inns & Cathedrals and Traders & Builders."""

    river: bool = switch(False, "printed", "PL, WC", "The game begins with the River")
    inns: bool = switch(False, "printed", "PL, WC", "The game with Inns & Cathedrals; a sixth player may take part")
    traders: bool = switch(False, "printed", "PL, WC", "The game with Traders & Builders")
    followers: int = number(7, 1, MAX_FOLLOWERS, "figures", "printed", "PL, WC", "Followers of each player")
    big_followers: int = number(
        1, 0, 1, "figures", "printed", "PL, WC", "Big followers of each player, with Inns & Cathedrals", inert=_INNS
    )
    builders: int = number(
        1, 0, 1, "figures", "printed", "PL, WC", "Builders of each player, with Traders & Builders", inert=_TRADERS
    )
    pigs: int = number(
        1, 0, 1, "figures", "printed", "PL, WC", "Pigs of each player, with Traders & Builders", inert=_TRADERS
    )
    big_strength: int = number(
        2, 1, 5, "followers", "printed", "PL, WC", "How many followers a big follower counts for", inert=_INNS
    )
    start_tile_stays: bool = switch(
        False, "read", "PL; JCZ has it otherwise",
        "With the River the start tile is in the stack without Traders & Builders, too", inert=_RIVER,
    )
    river_u_turn: bool = switch(
        False, "read", "PL, WC", "A river curve may turn to the same side as the curve placed right before it",
        inert=_RIVER,
    )
    road_points: int = _points(1, "PL, WC", "Points for each tile of a complete road")
    inn_points: int = _points(2, "PL, WC", "Points for each tile of a complete road with an inn", inert=_INNS)
    city_points: int = _points(2, "PL, WC", "Points for each tile and each shield of a complete city")
    cathedral_points: int = _points(
        3, "PL, WC", "Points for each tile and each shield of a complete city with a cathedral", inert=_INNS
    )
    two_tile_city_points: int = _points(
        2, "PL, WC; 1 in the first editions", "Points for each tile and each shield of a complete city of two tiles"
    )
    cloister_points: int = _points(1, "PL, WC", "Points for each tile on and around a cloister")
    open_road_points: int = _points(1, "PL, WC", "Points for each tile of a road that is incomplete at the end")
    open_inn_points: int = _points(
        0, "PL, WC", "Points for each tile of a road with an inn that is incomplete at the end", inert=_INNS
    )
    open_city_points: int = _points(
        1, "PL, WC", "Points for each tile and each shield of a city that is incomplete at the end"
    )
    open_cathedral_points: int = _points(
        0, "PL, WC", "Points for each tile and shield of a city with a cathedral that is incomplete at the end",
        inert=_INNS,
    )
    farm_points: int = _points(3, "PL, WC", "Points for each complete city that touches a field")
    pig_points: int = _points(1, "PL, WC", "More points for each of them with the own pig on the field", inert=_TRADERS)
    farm_scoring: Literal["third", "second", "first"] = switch(
        "third", "read", "PL doesn't say; WC on the editions",
        "How fields count: by field; by field, but a city pays a player once; by city, all its fields together",
    )
    farm_first_points: int = _points(
        4, "WC", "Points for each city with the first way to count fields", label="read",
        inert="it is for the first way to count fields",
    )
    goods_points: int = _points(10, "PL, WC", "Points for most tokens of a kind of good", inert=_TRADERS)
    seat_points: tuple[int, int, int, int, int, int] = number(
        (0, 0, 0, 0, 0, 0), -60, 60, "points", "assumed", "own switch",
        "Points more at the end, for each seat in order of play; later seats are ignored when there are fewer players",
    )
    gift_tile: int = number(
        0, 0, KINDS, "kind", "assumed", "own switch",
        "A gift: a tile of the kind before this number changes places so that `gift_seat` draws it; 0: none",
    )
    gift_seat: int = number(
        1, 1, MAX_SEATS, "seat", "assumed", "own switch", "The seat that is given a tile", inert="no tile is given"
    )
    copies: Copies = Copies()

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        """The editions' ways to count: the third is the one of these rules."""
        return {
            "third": {},
            "second": {"farm_scoring": "second", "two_tile_city_points": 1},
            "first": {"farm_scoring": "first", "two_tile_city_points": 1},
        }

    def most_players(self, box: int) -> tuple[int, str]:
        """The sixth player's figures are in Inns & Cathedrals."""
        return (box, "") if self.inns else (5, "a sixth player needs Inns & Cathedrals: inns = true")

    def copies_of(self) -> list[int]:
        """How many tiles of each kind are in play, by kind; those of sets that aren't in play are 0."""
        used = {"base": True, "river": self.river, "inns": self.inns, "traders": self.traders}
        counts = []
        for kind, tile in enumerate(KIND):
            if not used[tile.set]:
                counts.append(0)
            elif kind in (SPRING, LAKE):
                counts.append(1)
            else:
                counts.append(getattr(getattr(self.copies, tile.set), tile.field_name))
        if self.river and not self.traders and not self.start_tile_stays:
            counts[START] = max(0, counts[START] - 1)
        return counts

    def contradiction(self) -> str:
        """What is impossible about these numbers together, or an empty string."""
        copies = np.array(self.copies_of())
        tiles = int(copies.sum())
        if not 2 <= tiles <= MAX_TILES:
            return f"copies: {tiles} tiles in all; allowed: 2 to {MAX_TILES}"
        if not self.river and copies[START] == 0:
            return "copies.base.D is 0, but one tile D is the start tile without the River; allowed: 1 to 40"
        if self.traders and self.farm_scoring != "third":
            return (
                f"farm_scoring: {self.farm_scoring!r} isn't defined with Traders & Builders, which has pigs; "
                "allowed with traders = true: third"
            )
        parts = int((copies * PART_COUNT).sum()) - (tiles - 1)
        pairs = int((copies * (BESIDE != PAIRS_END).sum(1)).sum())
        cities = int((copies * (PART_SORT == CITY).sum(1)).sum())
        if parts > MAX_FEATURES or pairs > MAX_PAIRS or cities > MAX_CITY_PARTS:
            return (
                f"copies: the tiles have {parts + tiles - 1} parts, {cities} parts of cities and {pairs} fields beside "
                f"cities; allowed: {MAX_FEATURES + tiles - 1}, {MAX_CITY_PARTS} and {MAX_PAIRS}"
            )
        shared = int((copies * (PART_SHARED.sum(1) > 0)).sum())
        if shared > MAX_MEMBERS:
            return f"copies: {shared} tiles with several roads or several cities; allowed: at most {MAX_MEMBERS}"
        return ""

    def pack(self, players: int) -> np.ndarray:
        """The record that the kernel reads, for this number of players: shape (1,), dtype RULES."""
        packed = np.zeros(1, RULES)
        row = packed[0]
        for name in _PLAIN:
            row[name] = int(getattr(self, name))
        row["figures"] = [
            self.followers, self.big_followers * self.inns, self.builders * self.traders, self.pigs * self.traders,
        ]  # fmt: skip
        row["farm_scoring"] = FARM_SCORINGS.index(self.farm_scoring)
        row["seat_points"] = self.seat_points
        row["copies"] = self.copies_of()
        row["tiles"] = row["copies"].sum()
        row["start"] = SPRING if self.river else START
        row["quarters"] = [-(-quarter * row["tiles"] // 4) for quarter in (1, 2, 3)]
        return packed


_PLAIN = (
    "river", "inns", "traders", "big_strength", "river_u_turn", "road_points", "inn_points", "city_points",
    "cathedral_points", "two_tile_city_points", "cloister_points", "open_road_points", "open_inn_points",
    "open_city_points", "open_cathedral_points", "farm_points", "pig_points", "farm_first_points", "goods_points",
    "gift_tile", "gift_seat",
)  # fmt: skip

RULES = np.dtype(
    [(name, np.int64) for name in _PLAIN]
    + [
        ("figures", np.int64, (4,)),  # of each player: followers, big followers, builders, pigs
        ("farm_scoring", np.int64),  # place in FARM_SCORINGS
        ("seat_points", np.int64, (MAX_SEATS,)),
        ("copies", np.int64, (KINDS,)),  # tiles of each kind in play, the start tile included
        ("tiles", np.int64),
        ("start", np.int64),  # kind of the tile that lies on the table at the start
        ("quarters", np.int64, (3,)),  # tiles on the map before the next is of the second, third, last quarter
    ],
    align=True,
)
