"""The tiles of Carcassonne and its rule numbers, written from docs/rules/carcassonne.md."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

SIDES = "NESW"
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
FEATURES = ("road", "city", "field", "cloister")
FIGURES = ("follower", "big", "builder", "pig")
GOODS = ("wine", "grain", "cloth")
SETS = ("base", "river", "inns", "traders")

#: Chapter 13, a tile a line: name, set, copies, edges, rotations that look different | cities | roads | fields | more.
TABLE = """
B          base    4 ffff 1 |  |  | NL NR EL ER SL SR WL WR | cloister
A          base    2 ffrf 4 |  | S | NL NR EL ER SL SR WL WR | cloister
D          base    4 crfr 4 | N | EW | EL WR (1); ER SL SR WL
C          base    1 cccc 1 | NESW shield |  |
S          base    2 ccrc 4 | NEW shield | S | SL (1); SR (1)
T          base    1 ccrc 4 | NEW | S | SL (1); SR (1)
F          base    2 fcfc 2 | EW shield |  | NL NR (1); SL SR (1)
G          base    1 fcfc 2 | EW |  | NL NR (1); SL SR (1)
N          base    3 cffc 4 | NW |  | EL ER SL SR (1)
M          base    2 cffc 4 | NW shield |  | EL ER SL SR (1)
P          base    3 crrc 4 | NW | ES | EL SR (1); ER SL
O          base    2 crrc 4 | NW shield | ES | EL SR (1); ER SL
R          base    3 ccfc 4 | NEW |  | SL SR (1)
Q          base    1 ccfc 4 | NEW shield |  | SL SR (1)
J          base    3 crrf 4 | N | ES | EL SR WL WR (1); ER SL
L          base    3 crrr 4 | N | E; S; W | EL WR (1); SR WL; ER SL
K          base    3 cfrr 4 | N | SW | EL ER SL WR (1); SR WL
E          base    5 cfff 4 | N |  | EL ER SL SR WL WR (1)
H          base    3 cfcf 2 | N; S |  | EL ER WL WR (1 2)
I          base    2 cffc 4 | N; W |  | EL ER SL SR (1 2)
X          base    1 rrrr 1 |  | N; E; S; W | NL WR; NR EL; ER SL; SR WL
W          base    4 frrr 4 |  | E; S; W | NL NR EL WR; ER SL; SR WL
V          base    9 ffrr 4 |  | SW | NL NR EL ER SL WR; SR WL
U          base    8 frfr 2 |  | EW | NL NR EL WR; ER SL SR WL
RI-s       river   1 fwff 4 |  |  | NL NR EL ER SL SR WL WR
RI-I.e     river   1 fffw 4 |  |  | NL NR EL ER SL SR WL WR
RI-CICI    river   1 cwcw 2 | N; S |  | EL WR (1); ER WL (2)
RI-CIRI    river   1 cwrw 4 | N | S | EL (1); WR (1); ER SL; SR WL
RI-LIRI    river   1 fwrw 4 |  | S | NL NR EL WR; ER SL; SR WL | cloister
RI-RIrI    river   1 wrwr 2 |  | EW | NL WR; NR EL; ER SL; SR WL
RI-IFI     river   2 fwfw 2 |  |  | NL NR EL WR; ER SL SR WL
RI-CcII    river   1 cwwc 4 | NW |  | EL SR (1); ER SL
RI-RrII    river   1 rrww 4 |  | NE | NL ER SL WR; NR EL; SR WL
RI-II      river   2 ffww 4 |  |  | NL NR EL ER SL WR; SR WL
IC-Cccc.c  inns    2 cccc 1 | NESW cathedral |  |
IC-LRFR    inns    1 frfr 2 |  | W; E | ER SL SR WL; NL NR EL WR | cloister
IC-CCCC    inns    1 cccc 1 | N; W; E; S |  | inner (1 2 3 4)
IC-CCC     inns    1 ccfc 4 | N; W; E |  | SL SR (1 2 3)
IC-CRCR    inns    1 crcr 2 | N; S | W; E | ER (2); WL (2); EL (1); WR (1)
IC-CCc+    inns    1 cfcc 4 | NW shield; S |  | EL ER (1 2)
IC-C!      inns    1 cfff 4 | N |  | EL ER (1); SL SR WL WR (1)
IC-CFR     inns    1 cfrf 4 | N | S | SR WL WR (1); EL ER SL (1)
IC-CcR     inns    1 crfc 4 | NW | E | EL (1); ER SL SR (1)
IC-CRcR+   inns    1 rcrc 2 | EW shield | N; S | NL (1); NR (1); SL (1); SR (1)
IC-RCc.i   inns    1 cfrc 4 | NW | S inn | SR (1); EL ER SL (1)
IC-RrC.i   inns    1 cfrr 4 | N | SW inn | SR WL; EL ER SL WR (1)
IC-CcRr+.i inns    1 crrc 4 | NW shield | ES inn | ER SL; EL SR (1)
IC-RRR.i   inns    1 frrr 4 |  | E inn; W; S | NL NR EL WR; SR WL; ER SL
IC-RFr.i   inns    1 frfr 2 |  | EW inn | NL NR EL WR; ER SL SR WL
IC-Rr.i    inns    1 ffrr 4 |  | SW inn | NL NR EL ER SL WR; SR WL
IC-RrRr    inns    1 rrrr 2 |  | NW; ES | NL WR; ER SL; NR EL SR WL
TB-Cc.g    traders 1 cffc 4 | NW grain |  | EL ER SL SR (1)
TB-Cc.w    traders 1 cffc 4 | NW wine |  | EL ER SL SR (1)
TB-CCc.c   traders 1 fccc 4 | EW cloth; S |  | NL NR (1); inner (1 2)
TB-CCc.w   traders 1 fccc 4 | EW wine; S |  | NL NR (1); inner (1 2)
TB-Ccc.g   traders 1 ccfc 4 | NEW grain |  | SL SR (1)
TB-CcCC.c  traders 1 cccc 4 | NW cloth; S; E |  | inner (1 2 3)
TB-CcRR!.c traders 1 crrc 4 | NW cloth | S; E | SR (1); SL (1); ER (1); EL (1)
TB-CcRR.w  traders 1 crrc 4 | NW wine | S; E | SR (1); ER SL (1); EL (1)
TB-CcRC.c  traders 1 crcc 4 | NW cloth; S | E | EL (1); ER (1 2)
TB-CcRC.g  traders 1 crcc 4 | NW grain; S | E | EL (1); ER (1 2)
TB-CcR.c   traders 1 crfc 4 | NW cloth | E | EL (1); ER SL SR (1)
TB-CcR!.w  traders 1 crfc 4 | NW wine | E | EL (1); ER (1); SL SR (1)
TB-CccR.w  traders 1 ccrc 4 | NEW wine | S | SR (1); SL (1)
TB-CcCc.w  traders 1 cccc 4 | NW wine; ES |  | inner (1 2)
TB-CFc.w   traders 1 fcfc 2 | EW wine |  | NL NR (1); SL SR (1)
TB-CR      traders 1 crff 4 | N | E | EL (1); ER SL SR WL WR (1)
TB-CRc.g   traders 1 fcrc 4 | EW grain | S | NL NR (1); SR (1); SL (1)
TB-CRc.w   traders 1 fcrc 4 | EW wine | S | NL NR (1); SR (1); SL (1)
TB-CRcR.w  traders 1 rcrc 2 | EW wine | N; S | NL (1); NR (1); SL (1); SR (1)
TB-LRRR    traders 1 frrr 4 |  | E; S; W | NL NR EL WR; ER SL; SR WL | cloister
TB-RCc.g   traders 1 cfrc 4 | NW grain | S | SR (1); EL ER SL (1)
TB-RCc!.g  traders 1 cfrc 4 | NW grain | S | SR (1); SL (1); EL ER (1)
TB-RRC     traders 1 cfrr 4 | N | W; S | WR (1); SR WL; EL ER SL (1)
TB-RRrr    traders 1 rrrr 1 |  | NS; EW | NL WR; NR EL; ER SL; SR WL
"""


@dataclass(frozen=True)
class City:
    """A city of a tile: its edges, and what it bears."""

    edges: tuple[int, ...]
    shield: bool
    cathedral: bool
    good: str | None


@dataclass(frozen=True)
class Road:
    """A road of a tile: its edges, and whether an inn lies on it."""

    edges: tuple[int, ...]
    inn: bool


@dataclass(frozen=True)
class Field:
    """A field of a tile: its halves of edges, and the numbers of the tile's cities that it touches."""

    halves: tuple[int, ...]
    cities: tuple[int, ...]


@dataclass(frozen=True)
class Tile:
    """A kind of tile at rotation 0; edges are letters for N, E, S, W."""

    kind: int
    name: str
    set: str
    copies: int
    edges: str
    looks: int
    cities: tuple[City, ...]
    roads: tuple[Road, ...]
    fields: tuple[Field, ...]
    cloister: bool

    def parts(self, feature: str) -> int:
        """How many roads, cities, fields or cloisters it has."""
        several = {"road": self.roads, "city": self.cities, "field": self.fields}
        return int(self.cloister) if feature == "cloister" else len(several[feature])

    def river(self) -> list[int]:
        """The sides on which the river leaves it."""
        return [side for side in range(4) if self.edges[side] == "w"]


def _sides(text: str) -> tuple[int, ...]:
    return tuple(SIDES.index(letter) for letter in text)


def _city(text: str) -> City:
    edges, *more = text.split()
    good = [word for word in more if word in GOODS]
    return City(_sides(edges), "shield" in more, "cathedral" in more, good[0] if good else None)


def _road(text: str) -> Road:
    edges, *more = text.split()
    return Road(_sides(edges), more == ["inn"])


def _field(text: str) -> Field:
    halves, _, cities = text.partition("(")
    names = [] if halves.strip() == "inner" else halves.split()
    return Field(tuple(HALVES.index(name) for name in names), tuple(int(n) - 1 for n in cities.strip(" )").split()))


def _tile(kind: int, line: str) -> Tile:
    head, cities, roads, fields, *more = (column.strip() for column in line.split("|"))
    name, from_set, copies, edges, looks = head.split()
    several = [[part.strip() for part in column.split(";") if part.strip()] for column in (cities, roads, fields)]
    return Tile(
        kind, name, from_set, int(copies), edges, int(looks), tuple(map(_city, several[0])),
        tuple(map(_road, several[1])), tuple(map(_field, several[2])), more == ["cloister"],
    )  # fmt: skip


TILES = tuple(_tile(kind, line) for kind, line in enumerate(TABLE.strip().splitlines()))
KIND = {tile.name: tile.kind for tile in TILES}
START, SPRING, LAKE = KIND["D"], KIND["RI-s"], KIND["RI-I.e"]

DEFAULT_RULES: dict[str, Any] = {
    "river": False, "inns": False, "traders": False,
    "followers": 7, "big_followers": 1, "builders": 1, "pigs": 1, "big_strength": 2,
    "start_tile_stays": False, "river_u_turn": False, "farm_scoring": "third",
    "road_points": 1, "inn_points": 2, "city_points": 2, "cathedral_points": 3, "two_tile_city_points": 2,
    "cloister_points": 1,
    "open_road_points": 1, "open_inn_points": 0, "open_city_points": 1, "open_cathedral_points": 0,
    "farm_points": 3, "farm_first_points": 4, "pig_points": 1, "goods_points": 10,
    "seat_points": [0] * 6, "gift_tile": 0, "gift_seat": 1, "copies": {},
}  # fmt: skip


def path_of(name: str) -> str:
    """The name of a tile among the rule numbers (1.5)."""
    for sign, word in (("+", "_shield"), ("!", "_cut"), ("-", "_"), (".", "_")):
        name = name.replace(sign, word)
    return name


def copies_of(tile: Tile, rules: dict[str, Any]) -> int:
    """How many copies of a tile there are; `copies` has those that were changed, by set."""
    return rules["copies"].get(tile.set, {}).get(path_of(tile.name), tile.copies)


def box(rules: dict[str, Any]) -> tuple[list[int], list[int]]:
    """The tiles that are drawn, as kinds in order: those of the river stack (the lake among them), and of the stack."""
    river: list[int] = []
    stack: list[int] = []
    for tile in TILES:
        if tile.set == "river":
            river += [tile.kind] * (copies_of(tile, rules) * rules["river"] * (tile.kind != SPRING))
        elif tile.set == "base" or rules[tile.set]:
            stack += [tile.kind] * copies_of(tile, rules)
    away = not rules["river"] or not (rules["traders"] or rules["start_tile_stays"])  # 2.3, 2.5
    if away and START in stack:
        stack.remove(START)
    return river, stack
