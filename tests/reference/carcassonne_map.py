"""The map of Carcassonne in plain Python: where a tile fits, and what hangs together, found anew at every question.

Numbers in brackets are paragraphs of docs/rules/carcassonne.md. A side is 0 to 3 for N, E, S, W, a half of an edge 0 to
7 in the order of HALVES; both in the frame of the board, once a tile lies. A part is (cell, number): the road, city or
field of that number on the tile there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.reference.carcassonne_tiles import TILES, Tile

Cell = tuple[int, int]
Part = tuple[Cell, int]
STEPS = ((0, -1), (1, 0), (0, 1), (-1, 0))


class Figure(NamedTuple):
    """A figure on the map: seat from 1, "follower", "big", "builder" or "pig", and where it stands."""

    seat: int
    figure: str
    cell: Cell
    feature: str
    number: int


def beside(cell: Cell, side: int) -> Cell:
    """The cell on a side of another."""
    return cell[0] + STEPS[side][0], cell[1] + STEPS[side][1]


def around(cell: Cell) -> list[Cell]:
    """The three by three around a cell, itself included."""
    return [(cell[0] + dx, cell[1] + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]


class Map:
    """Tiles by cell, with their rotations, and the figures on them."""

    def __init__(self) -> None:
        self.tiles: dict[Cell, tuple[Tile, int]] = {}
        self.figures: list[Figure] = []

    def lay(self, kind: int, cell: Cell, rotation: int) -> None:
        self.tiles[cell] = (TILES[kind], rotation)

    # -- edges

    def edge(self, cell: Cell, side: int) -> str:
        """What a tile on the map shows on a side."""
        tile, rotation = self.tiles[cell]
        return tile.edges[(side - rotation) % 4]

    def frontier(self) -> list[Cell]:
        """Empty cells beside a tile (4.1)."""
        return sorted({beside(cell, side) for cell in self.tiles for side in range(4)} - set(self.tiles))

    def faces(self, cell: Cell) -> list[tuple[int, str]]:
        """The sides on which a cell has a tile beside it, with what that shows towards it."""
        sides = [(side, beside(cell, side)) for side in range(4)]
        return [(side, self.edge(other, (side + 2) % 4)) for side, other in sides if other in self.tiles]

    def fits(self, kind: int, cell: Cell, rotation: int, faces: list[tuple[int, str]] | None = None) -> bool:
        """Whether all shared edges match, and there is one (4.1, 4.2); `faces` are those of the cell, if known."""
        if cell in self.tiles:
            return False
        faces = self.faces(cell) if faces is None else faces
        edges = TILES[kind].edges
        return bool(faces) and all(edges[(side - rotation) % 4] == shown for side, shown in faces)

    # -- the river

    def river_sides(self, cell: Cell) -> list[int]:
        return [side for side in range(4) if self.edge(cell, side) == "w"]

    def river_end(self) -> tuple[Cell, int] | None:
        """The tile and the side at which the river is open."""
        for cell in self.tiles:
            for side in self.river_sides(cell):
                if beside(cell, side) not in self.tiles:
                    return cell, side
        return None

    @staticmethod
    def _turn(sides: list[int], way_in: int) -> int:
        """1 or 3 when the river turns to one side or the other, 2 when it goes straight on, 0 at an end."""
        others = [side for side in sides if side != way_in]
        return (others[0] - way_in) % 4 if others and len(sides) == 2 else 0

    def goes_on(self, kind: int, cell: Cell, rotation: int, u_turn: bool) -> bool:
        """Whether a river tile that fits goes on with the river and makes no narrow U (5.2, 5.3)."""
        end = self.river_end()
        if end is None or beside(*end) != cell:
            return False
        last, side = end
        sides = [(edge + rotation) % 4 for edge in TILES[kind].river()]
        if (side + 2) % 4 not in sides:
            return False
        before = self.river_sides(last)
        came_in = [one for one in before if one != side]
        turn_before = self._turn(before, came_in[0]) if came_in else 0
        turn = self._turn(sides, (side + 2) % 4)
        return u_turn or turn not in (1, 3) or turn != turn_before

    def places(self, kind: int, u_turn: bool = False) -> Iterator[tuple[int, int, int]]:
        """(x, y, rotation) wherever a tile may be placed; of rotations that look the same the first (13.6)."""
        tile = TILES[kind]
        for cell in self.frontier():
            faces = self.faces(cell)
            for rotation in range(tile.looks):
                if self.fits(kind, cell, rotation, faces) and (
                    tile.set != "river" or self.goes_on(kind, cell, rotation, u_turn)
                ):
                    yield *cell, rotation

    # -- what hangs together

    def exits(self, feature: str, part: Part) -> Iterator[tuple[Cell, int]]:
        """The edges (roads, cities) or halves of edges (fields) of a part: the cell beyond and the edge there (7.1)."""
        cell, number = part
        tile, rotation = self.tiles[cell]
        if feature == "field":
            for half in tile.fields[number].halves:
                side, right = divmod((half + 2 * rotation) % 8, 2)
                yield beside(cell, side), 2 * ((side + 2) % 4) + 1 - right  # 13.2
        else:
            several: Any = tile.roads if feature == "road" else tile.cities
            for edge in several[number].edges:
                side = (edge + rotation) % 4
                yield beside(cell, side), (side + 2) % 4

    def part_at(self, feature: str, cell: Cell, edge: int) -> Part:
        """The part of a tile that has an edge, or half of one."""
        tile, rotation = self.tiles[cell]
        if feature == "field":
            edge = (edge - 2 * rotation) % 8
            return cell, next(i for i, field in enumerate(tile.fields) if edge in field.halves)
        several: Any = tile.roads if feature == "road" else tile.cities
        return cell, next(i for i, one in enumerate(several) if (edge - rotation) % 4 in one.edges)

    def whole(self, feature: str, part: Part) -> frozenset[Part]:
        """Everything that hangs together with a part."""
        found, waiting = {part}, [part]
        while waiting:
            for cell, edge in self.exits(feature, waiting.pop()):
                if cell in self.tiles:
                    other = self.part_at(feature, cell, edge)
                    if other not in found:
                        found.add(other)
                        waiting.append(other)
        return frozenset(found)

    def complete(self, feature: str, whole: frozenset[Part]) -> bool:
        """Whether it is complete (7.2 to 7.4); a field never is."""
        if feature == "field":
            return False
        if feature == "cloister":
            return all(cell in self.tiles for part in whole for cell in around(part[0]))
        return all(cell in self.tiles for part in whole for cell, _ in self.exits(feature, part))

    def standing(self, feature: str, whole: frozenset[Part]) -> list[Figure]:
        """The figures on it."""
        return [one for one in self.figures if one.feature == feature and (one.cell, one.number) in whole]

    def cities_of(self, field: frozenset[Part]) -> set[frozenset[Part]]:
        """The complete cities that touch a field (11.7)."""
        touching = {
            self.whole("city", (cell, city))
            for cell, number in field
            for city in self.tiles[cell][0].fields[number].cities
        }
        return {city for city in touching if self.complete("city", city)}
