"""What is in the box of The Castles of Burgundy (2011), as tables: tiles, goods, depots and the nine estates.

Codes: tiles 0..7 are the buildings, 8..19 the animals (`8 + 3 * species + animals - 2`), 20 ship, 21 castle, 22 mine,
23..48 the knowledge tiles 1..26. Cells of an estate are 0..36 in reading order. Entries of the display are 0..23 in the
numbered depots (`4 * depot + slot`) and 24..31 in the black depot. Depots and goods count from 0 here, 1 to 6 in words.
"""

from __future__ import annotations

import numpy as np

TYPES = ("building", "animal", "ship", "castle", "mine", "knowledge")
BUILDING, ANIMAL, SHIP, CASTLE, MINE, KNOWLEDGE = range(6)
LETTERS = "BASCMK"
BUILDINGS = ("warehouse", "watchtower", "carpenter", "church", "market", "boarding_house", "bank", "city_hall")
WAREHOUSE, WATCHTOWER, CARPENTER, CHURCH, MARKET, BOARDING_HOUSE, BANK, CITY_HALL = range(8)
SPECIES = ("cattle", "sheep", "pig", "chicken")
#: Fewest animals on a tile.
FEWEST = 2
FIRST_ANIMAL = len(BUILDINGS)
SHIP_TILE, CASTLE_TILE, MINE_TILE = 20, 21, 22
#: The code of knowledge tile k is KNOWLEDGE_BASE + k.
KNOWLEDGE_BASE = 22
KNOWLEDGE_TILES = 26
TILES = KNOWLEDGE_BASE + KNOWLEDGE_TILES + 1
NO_TILE = 63

PHASES = "ABCDE"
GOODS = 6
DEPOTS = 6
SLOTS = 4
#: Entries of the display: numbered depots, then the black one.
FIRST_BLACK = DEPOTS * SLOTS
BLACK_SLOTS = 8
ENTRIES = FIRST_BLACK + BLACK_SLOTS
NUMBERED = (1 << FIRST_BLACK) - 1
CELLS = 37
ESTATES = 9
#: Pastures on an estate, at most.
PASTURES = 2
LARGEST_AREA = 8

#: The estates: rows of cells from the top, each a letter of its type and its number. Number 1 was in the box four
#: times, the others once. Every estate has the same numbers in the same places.
ROWS = (
    ("A6 C5 C4 K3", "A2 A1 C6 K5 B4", "A5 A4 B3 K1 B2 B3", "S6 S1 S2 C6 S5 S4 S1",
     "B2 B5 M4 B3 B1 A2", "B6 M1 K2 B5 B6", "M3 K4 K1 B3"),
    ("S6 B5 A4 C3", "A2 S1 B6 A5 B4", "A5 A4 A3 B1 K2 B3", "B6 B1 B2 B6 B5 K4 C1",
     "K2 K5 M4 K3 M1 S2", "B6 B1 M2 K5 S6", "C3 S4 S1 C3"),
    ("A6 A5 A4 A3", "S2 S1 C6 S5 S4", "B5 M4 K3 K1 S2 B3", "B6 B1 K2 C6 K5 B4 B1",
     "B2 B5 K4 K3 B1 B2", "C6 A1 M2 M5 C6", "B3 A4 S1 B3"),
    ("C6 A5 B4 S3", "A2 A1 B6 S5 S4", "B5 B4 B3 S1 C2 M3", "A6 A1 A2 K6 K5 M4 S1",
     "B2 C5 K4 B3 B1 B2", "B6 M1 B2 K5 K6", "S3 B4 K1 C3"),
    ("A6 B5 B4 S3", "A2 A1 B6 M5 M4", "B5 C4 K3 S1 S2 S3", "B6 B1 A2 K6 C5 B4 B1",
     "K2 C5 A4 K3 S1 B2", "B6 A1 B2 C5 S6", "K3 K4 B1 M3"),
    ("K6 K5 C4 S3", "K2 B1 B6 S5 B4", "A5 A4 M3 S1 B2 B3", "K6 B1 B2 C6 S5 B4 B1",
     "K2 B5 B4 M3 S1 B2", "K6 M1 A2 A5 S6", "C3 A4 A1 C3"),
    ("K6 C5 C4 S3", "K2 A1 A6 A5 S4", "S5 M4 B3 B1 M2 A3", "S6 K1 B2 B6 B5 A4 B1",
     "B2 K5 B4 B3 A1 B2", "B6 S1 M2 K5 B6", "S3 C4 C1 K3"),
    ("B6 B5 S4 B3", "S2 C1 K6 C5 B4", "B5 K4 M3 K1 K2 S3", "B6 A1 K2 M6 A5 K4 B1",
     "S2 A5 A4 A3 M1 B2", "B6 C1 A2 C5 S6", "B3 S4 B1 B3"),
    ("B6 B5 C4 K3", "B2 B1 A6 A5 S4", "B5 B4 A3 A1 S2 S3", "C6 K1 K2 M6 S5 C4 K1",
     "S2 S5 K4 M3 B1 A2", "K6 B1 B2 B5 A6", "M3 C4 B1 B3"),
)  # fmt: skip


def _tile_table(value: object) -> np.ndarray:
    return np.array([value(code) if code < TILES else 0 for code in range(NO_TILE + 1)], np.int64)  # type: ignore[operator]


def _type_of(code: int) -> int:
    if code < FIRST_ANIMAL:
        return BUILDING
    if code < SHIP_TILE:
        return ANIMAL
    return {SHIP_TILE: SHIP, CASTLE_TILE: CASTLE, MINE_TILE: MINE}.get(code, KNOWLEDGE)


#: Type of each tile; species and number of animals of an animal tile.
TYPE_OF = _tile_table(_type_of)
SPECIES_OF = _tile_table(lambda code: (code - FIRST_ANIMAL) // 3 if _type_of(code) == ANIMAL else 0)
ANIMALS_OF = _tile_table(lambda code: (code - FIRST_ANIMAL) % 3 + FEWEST if _type_of(code) == ANIMAL else 0)
#: The knowledge tile that gives a free shift for placing a type.
SHIFTS_FOR = np.array([9, 10, 10, 11, 11, 11], np.int64)
#: Types that carpenter, church and market take, as a mask over types, by building.
FETCHES = np.zeros(len(BUILDINGS), np.int64)
FETCHES[CARPENTER] = 1 << BUILDING
FETCHES[CHURCH] = (1 << CASTLE) | (1 << MINE) | (1 << KNOWLEDGE)
FETCHES[MARKET] = (1 << SHIP) | (1 << ANIMAL)


def _coordinates() -> list[tuple[int, int]]:
    """Axial coordinates (q, r) of the cells: rows r = -3..3, the first q of a row is max(-3, -r - 3)."""
    return [(q, r) for r in range(-3, 4) for q in range(max(-3, -r - 3), min(3, 3 - r) + 1)]


COORDINATES = _coordinates()
_CELLS = [[cell for row in rows for cell in row.split()] for rows in ROWS]


def _neighbours() -> np.ndarray:
    masks = np.zeros(CELLS + 1, np.int64)
    for cell, (q, r) in enumerate(COORDINATES):
        for dq, dr in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
            if (q + dq, r + dr) in COORDINATES:
                masks[cell] |= 1 << COORDINATES.index((q + dq, r + dr))
    return masks


#: Cells beside each cell, as a mask.
NEIGHBOURS = _neighbours()
#: The number of each cell (the same on all estates), and the cells with one of a mask of numbers (bit n - 1).
NUMBER_OF = np.array([int(cell[1]) for cell in _CELLS[0]], np.int64)
CELLS_WITH = np.array(
    [sum(1 << c for c in range(CELLS) if numbers >> (NUMBER_OF[c] - 1) & 1) for numbers in range(64)], np.int64
)
#: Entries of the numbered depots with one of a mask of numbers.
ENTRIES_AT = np.array([sum(15 << (SLOTS * d) for d in range(DEPOTS) if numbers >> d & 1) for numbers in range(64)])

#: Tables by estate 1..9 (row 0 is empty): type of each cell, cells of each type, the area that a cell belongs to and
#: its number of cells, the pasture that a cell belongs to.
CELL_TYPE = np.zeros((ESTATES + 1, CELLS), np.int64)
CELLS_OF = np.zeros((ESTATES + 1, len(TYPES)), np.int64)
AREA_OF = np.zeros((ESTATES + 1, CELLS), np.int64)
SIZE_OF = np.zeros((ESTATES + 1, CELLS), np.int64)
PASTURE_OF = np.zeros((ESTATES + 1, CELLS), np.int64)


def _fill_estates() -> None:
    for estate, cells in enumerate(_CELLS, 1):
        kinds = [LETTERS.index(cell[0]) for cell in cells]
        CELL_TYPE[estate] = kinds
        for kind in range(len(TYPES)):
            CELLS_OF[estate, kind] = sum(1 << c for c in range(CELLS) if kinds[c] == kind)
        pastures: list[int] = []
        for cell in range(CELLS):
            area, grown = 1 << cell, 0
            while grown != area:
                grown = area
                for c in range(CELLS):
                    if area >> c & 1:
                        area |= int(NEIGHBOURS[c] & CELLS_OF[estate, kinds[cell]])
            AREA_OF[estate, cell] = area
            SIZE_OF[estate, cell] = area.bit_count()
            if kinds[cell] == ANIMAL:
                if area not in pastures:
                    pastures.append(area)
                PASTURE_OF[estate, cell] = pastures.index(area)


_fill_estates()


def tile_name(code: int) -> str:
    """A tile in words: "bank", "city_hall", "cattle 3", "ship", "knowledge 12"."""
    code = int(code)
    if code < FIRST_ANIMAL:
        return BUILDINGS[code]
    if code < SHIP_TILE:
        return f"{SPECIES[(code - FIRST_ANIMAL) // 3]} {(code - FIRST_ANIMAL) % 3 + FEWEST}"
    if code < TILES:
        return {SHIP_TILE: "ship", CASTLE_TILE: "castle", MINE_TILE: "mine"}.get(
            code, f"knowledge {code - KNOWLEDGE_BASE}"
        )
    return "no tile"
