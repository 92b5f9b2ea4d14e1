"""What is in the box of Carcassonne and its expansions, as tables: tiles, how they turn, what their parts join.

A tile's kind is 0..74 in the order of tiles.py; with its rotation r (quarter turns clockwise) it is the *turned tile*
4 * kind + r. Its parts are numbered cities, roads, cloister, fields, each in the order of tiles.py. Edges are 0 N, 1 E,
2 S, 3 W; the half-edges of edge e are 2 * e (left) and 2 * e + 1 (right, seen from the middle of the tile).

A cell is 256 * (y + 128) + x + 128, x to the east and y to the south of the first tile. The map is kept in one row,
cell (x, y) at x + 127 * y modulo 8192: two cells of one game are at most 127 steps apart (126 connected tiles and the
empty cells around them), and no two cells so near fall together (tests/games/test_carcassonne_map.py).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from burgsim.games.carcassonne.tiles import TILES

# ---- the map ----
EDGES = "NESW"
GRID = 256
ORIGIN = 128 * GRID + 128
#: From a cell to the one beyond each edge.
STEP = np.array([-GRID, 1, GRID, -1], np.int64)
#: 1 where a cell is one of the three by three around another, by their difference + GRID + 1.
NEAR = np.zeros(2 * GRID + 3, np.uint8)
NEAR[[0, 1, 2, GRID, GRID + 1, GRID + 2, 2 * GRID, 2 * GRID + 1, 2 * GRID + 2]] = 1
MAP_ROW = 127
MAP_SIZE = 8192
#: Most tiles that a game may have, and with that most empty cells beside tiles.
MAX_TILES = 126
MAX_FRONTIER = 2 * MAX_TILES + 2

# ---- parts of tiles ----
#: What an edge can show; what a part of a tile is.
NOTHING, FIELD, ROAD, CITY = range(4)
CLOISTER = 4
PARTS = ("", "field", "road", "city", "cloister")
MAX_PARTS = 8
#: Most pairs of a city and a field beside it on one tile.
MAX_BESIDE = 5
SETS = ("base", "river", "inns", "traders")
GOODS = ("wine", "grain", "cloth")

# ---- figures ----
FOLLOWER, BIG, BUILDER, PIG = range(4)
FIGURES = ("follower", "big", "builder", "pig")


@dataclass(frozen=True)
class Part:
    """A part of a tile at rotation 0: its edges (cities, roads) or half-edges (fields)."""

    sort: int
    edges: tuple[int, ...] = ()
    halves: tuple[int, ...] = ()
    shields: int = 0
    special: int = 0  # an inn or a cathedral
    good: int = -1
    cities: tuple[int, ...] = ()  # parts that are cities beside this field


@dataclass(frozen=True)
class Tile:
    """A kind of tile at rotation 0; `river` are the edges that a river leaves by."""

    name: str
    set: str
    copies: int
    edges: str
    parts: tuple[Part, ...]
    river: tuple[int, ...]

    @property
    def field_name(self) -> str:
        """The name as an identifier, for the rules."""
        name = self.name.replace("+", "_shield").replace("!", "_cut")
        return name.replace("-", "_").replace(".", "_")

    def looks(self, rotation: int) -> frozenset:
        """All that there is to see after some quarter turns clockwise."""

        def numbers(part: Part) -> tuple:
            edges = frozenset((e + rotation) % 4 for e in part.edges)
            halves = frozenset((h + 2 * rotation) % 8 for h in part.halves)
            return part.sort, edges, halves, part.shields, part.special, part.good

        seen = [(*numbers(part), frozenset(numbers(self.parts[c]) for c in part.cities)) for part in self.parts]
        river = frozenset((e + rotation) % 4 for e in self.river)
        return frozenset([*((look, seen.count(look)) for look in seen), (river, 1)])

    @property
    def rotations(self) -> int:
        """How many rotations look different: 1, 2 or 4; the first so many are used."""
        return next(turn for turn in (1, 2, 4) if self.looks(turn) == self.looks(0))


def _edges(word: str) -> tuple[int, ...]:
    return tuple(EDGES.index(letter) for letter in word)


def _part(words: list[str]) -> Part:
    """A part from its words; the cities of a field count from 0 among the tile's cities, which come first."""
    if words[0] == "field":
        halves, _, cities = " ".join(words[1:]).partition(" by ")
        named = () if halves == "inside" else tuple(2 * EDGES.index(h[0]) + "LR".index(h[1]) for h in halves.split())
        return Part(FIELD, halves=named, cities=tuple(int(c) - 1 for c in cities.split()))
    if words[0] == "cloister":
        return Part(CLOISTER)
    good = next((GOODS.index(word) for word in words[2:] if word in GOODS), -1)
    special = int("inn" in words or "cathedral" in words)
    return Part(PARTS.index(words[0]), _edges(words[1]), (), int("shield" in words), special, good)


def _tile(line: str) -> Tile:
    head, _, rest = line.partition(":")
    name, which, copies, edges = head.split()
    parts = [words.split() for words in rest.split(";")]
    river = next((_edges(words[1]) for words in parts if words[0] == "river"), ())
    order = ["city", "road", "cloister", "field"]
    told = sorted((words for words in parts if words[0] != "river"), key=lambda words: order.index(words[0]))
    return Tile(name, which, int(copies), edges, tuple(_part(words) for words in told), river)


KIND = tuple(_tile(line) for line in TILES.strip().splitlines())
KINDS = len(KIND)
NAMES = tuple(tile.name for tile in KIND)
START, SPRING, LAKE = NAMES.index("D"), NAMES.index("RI-s"), NAMES.index("RI-I.e")

# ---- a feature in three words ----
#: `counts`: open edges, tiles, shields, inns or cathedrals, and goods. Joining two features adds them.
OPEN_BITS, TILE_SHIFT, SHIELD_SHIFT, SPECIAL_SHIFT = 10, 10, 18, 25
GOOD_SHIFT, GOOD_BITS = 32, 7
OPEN_MASK, TILE_MASK = (1 << OPEN_BITS) - 1, 255
SEVEN = 127
ONE_TILE = 1 << TILE_SHIFT
#: `figures`: followers, four bits a seat; then a bit a seat for big followers, and for builders or pigs. Adds, too.
SEAT_BITS = 4
BIG_SHIFT, HELPER_SHIFT = 24, 30
#: Whether any follower stands there, big ones included.
ANYBODY = (1 << HELPER_SHIFT) - 1
#: `members`: of a road or city, the tiles of which several roads or cities might belong to it, by number in the order
#: they were placed; of a field, its complete cities by number. At most so many of each.
MAX_MEMBERS = 62


def _counts(part: Part) -> int:
    """What one part adds to `counts`."""
    goods = 1 << (GOOD_SHIFT + GOOD_BITS * part.good) if part.good >= 0 else 0
    open_edges = len(part.edges) if part.sort in (ROAD, CITY) else 8 if part.sort == CLOISTER else 0
    return open_edges | ONE_TILE | part.shields << SHIELD_SHIFT | part.special << SPECIAL_SHIFT | goods


def _table(*shape: int, fill: int = 0, dtype: type = np.uint8) -> np.ndarray:
    """Small numbers take a byte: the tables of all tiles fit in the fastest cache, and a byte is never negative."""
    return np.full(shape, fill, dtype)


# by kind
ROTATIONS = np.array([tile.rotations for tile in KIND], np.uint8)
PART_COUNT = np.array([len(tile.parts) for tile in KIND], np.uint8)
PART_SORT = _table(KINDS, MAX_PARTS)
PART_COUNTS = _table(KINDS, MAX_PARTS, dtype=np.int64)
#: 1 when the tile has several parts of this part's sort (roads or cities).
PART_SHARED = _table(KINDS, MAX_PARTS)
PARTS_OF_SORT = _table(KINDS, 5)  # masks of the parts of each sort
WAYS = _table(KINDS)  # ... and of those that can be complete: all but the fields
PART_NUMBER = _table(KINDS, MAX_PARTS)  # counts the parts of each sort from 0
#: Pairs of a city and a field beside it: 8 * city + field, then PAIRS_END.
PAIRS_END = 255
BESIDE = _table(KINDS, MAX_BESIDE, fill=PAIRS_END)
SET_OF = np.array([SETS.index(tile.set) for tile in KIND], np.uint8)
# by turned tile (4 * kind + rotation) and edge
EDGE_SHOWS = _table(4 * KINDS, 4)
#: The part that the edge leads to: road, city, or a field that takes the whole edge; and the fields at its left and
#: right half beside a road or river. 8 stands for none.
NO_PART = 8
MAIN = _table(4 * KINDS, 4, fill=NO_PART)
LEFT = _table(4 * KINDS, 4, fill=NO_PART)
RIGHT = _table(4 * KINDS, 4, fill=NO_PART)
RIVER_EDGES = _table(4 * KINDS)  # mask
#: What the edges show as the neighbours see it, two bits an edge: the code of a cell whose four neighbours match.
EDGE_CODE = _table(4 * KINDS)


def _fill() -> None:
    for kind, tile in enumerate(KIND):
        for i, part in enumerate(tile.parts):
            PART_SORT[kind, i] = part.sort
            PART_COUNTS[kind, i] = _counts(part)
            same = sum(other.sort == part.sort for other in tile.parts)
            PART_SHARED[kind, i] = part.sort in (ROAD, CITY) and same > 1
            PART_NUMBER[kind, i] = sum(other.sort == part.sort for other in tile.parts[:i])
            PARTS_OF_SORT[kind, part.sort] |= 1 << i
            WAYS[kind] |= (part.sort != FIELD) << i
        pairs = [8 * c + i for i, part in enumerate(tile.parts) for c in part.cities]
        BESIDE[kind, : len(pairs)] = pairs
        for rotation in range(4):
            turned = 4 * kind + rotation
            for edge in range(4):
                before = (edge - rotation) % 4
                shows = tile.edges[before]
                EDGE_SHOWS[turned, edge] = "IFRC".index(shows)
                EDGE_CODE[turned] |= "IFRC".index(shows) << (2 * edge)
                RIVER_EDGES[turned] |= (shows == "I") << edge
                for i, part in enumerate(tile.parts):
                    if before in part.edges:
                        MAIN[turned, edge] = i
                    if 2 * before in part.halves:
                        LEFT[turned, edge] = i
                    if 2 * before + 1 in part.halves:
                        RIGHT[turned, edge] = i
                if shows == "F":
                    MAIN[turned, edge] = LEFT[turned, edge]
                    LEFT[turned, edge] = RIGHT[turned, edge] = NO_PART


_fill()


def _fits() -> np.ndarray:
    """By kind and code of a cell (two bits an edge: what its neighbour shows): mask of the rotations that fit.

    A river fits nothing here: ordinary tiles have none, and river tiles are placed at the end of the river alone.
    """
    codes = np.arange(256)
    fits = np.zeros((KINDS, 256), np.uint8)
    for kind in range(KINDS):
        for rotation in range(int(ROTATIONS[kind])):
            fit = np.ones(256, bool)
            for edge in range(4):
                wanted = (codes >> (2 * edge)) & 3
                fit &= (wanted == NOTHING) | (wanted == EDGE_SHOWS[4 * kind + rotation, edge])
            fits[kind] |= (fit << rotation).astype(np.uint8)
    return fits


FITS = _fits()
#: By kind: the edge codes of its four rotations, a byte each.
TURN_CODES = np.ascontiguousarray(EDGE_CODE).view(np.uint32).astype(np.int64)
#: Cells of the frontier that are compared with a tile at once.
CELLS_AT_ONCE = 64
#: The rotations of a mask in order, two bits each, and above them how many: one look-up instead of five.
ROTATIONS_IN = np.array(
    [sum(r << 2 * i for i, r in enumerate(r for r in range(4) if m >> r & 1)) | m.bit_count() << 8 for m in range(16)],
    np.int64,
)
