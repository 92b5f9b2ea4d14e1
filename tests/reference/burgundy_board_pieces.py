"""What is in the box of The Castles of Burgundy, and in front of a player: for the plain engine beside it.

Written from ``docs/rules/burgundy-board.md``; numbers in comments and docstrings are its paragraphs. Tiles are texts:
"ship", "castle", "mine", "bank", "cattle 3", "knowledge 7". Goods are their numbers, 1 to 6.
"""

from __future__ import annotations

import copy
import math

Move = tuple

COLOURS = ["building", "animal", "ship", "castle", "mine", "knowledge"]
BUILDINGS = ["warehouse", "watchtower", "carpenter", "church", "market", "boarding_house", "bank", "city_hall"]
ANIMALS = ["cattle", "sheep", "pig", "chicken"]
BLACK_KNOWLEDGE = (7, 12, 14, 15, 24, 25)
PHASES = "ABCDE"
BLACK = "black"
TAKES = {  # colours that a building lets you take from a numbered depot
    "carpenter": ["building"],
    "church": ["castle", "mine", "knowledge"],
    "market": ["ship", "animal"],
}
DIE_NUMBERS = "6543 21654 543123 6126541 254312 61256 3413"
ESTATES = {
    1: "ACCK AACKB AABKBB SSSCSSS BBMBBA BMKBB MKKB",
    2: "SBAC ASBAB AAABKB BBBBBKC KKMKMS BBMKS CSSC",
    3: "AAAA SSCSS BMKKSB BBKCKBB BBKKBB CAMMC BASB",
    4: "CABS AABSS BBBSCM AAAKKMS BCKBBB BMBKK SBKC",
    5: "ABBS AABMM BCKSSS BBAKCBB KCAKSB BABCS KKBM",
    6: "KKCS KBBSB AAMSBB KBBCSBB KBBMSB KMAAS CAAC",
    7: "KCCS KAAAS SMBBMA SKBBBAB BKBBAB BSMKB SCCK",
    8: "BBSB SCKCB BKMKKS BAKMAKB SAAAMB BCACS BSBB",
    9: "BBCK BBAAS BBAASS CKKMSCK SSKMBA KBBBA MCBB",
}
LETTERS = {"B": "building", "A": "animal", "S": "ship", "C": "castle", "M": "mine", "K": "knowledge"}
CENTRE = 18

DEFAULT_RULES: dict = {
    "phases": 5,
    "rounds": 5,
    "dice": 2,
    "estates": [1, 1, 1, 1],
    "choose_on_first": False,
    "start_castle_scores": False,
    # tiles with a coloured and with a black back; of animals those with 2, 3 and 4, first coloured, then black
    "buildings": {kind: [5, 2] for kind in BUILDINGS},
    "animals": {kind: [2, 2, 1, 0, 1, 1] for kind in ANIMALS},
    "ships": [20, 6],
    "castles": [14, 2],
    "mines": [10, 2],
    "knowledge": [2 if number in BLACK_KNOWLEDGE else 1 for number in range(1, 27)],  # 1 coloured, 2 black back
    "goods_each": 7,
    # the places of a depot that are filled with two players | those that come with the third | and with the fourth
    "depots": {
        "d1": "building ship | knowledge | animal",
        "d2": "knowledge castle | building | building",
        "d3": "animal building | ship | knowledge",
        "d4": "ship building | animal | mine",
        "d5": "mine knowledge | building | building",
        "d6": "building animal | castle/mine | ship",
    },
    "black_depot": {"p2": 4, "p3": 6, "p4": 8},
    "start_goods": 3,
    "start_silver": 1,
    "start_workers": {"p2": [1, 2], "p3": [1, 2, 3], "p4": [1, 2, 3, 4]},
    "seat_silver": [0, 0, 0, 0],
    "seat_points": [0, 0, 0, 0],
    "start_tiles": [0, 0, 0, 0],
    "storage_limit": 3,
    "goods_types": 3,
    "workers_action": 2,
    "worker_steps": 1,
    "purchase_price": 2,
    "purchases": 1,
    "sale_points": {"p2": 2, "p3": 3, "p4": 4},
    "sale_silver": 1,
    "ship_steps": 1,
    "mine_silver": 1,
    "animal_points": 1,
    "watchtower_points": 4,
    "boarding_workers": 4,
    "bank_silver": 2,
    "area_points": [1, 3, 6, 10, 15, 21, 28, 36],
    "phase_points": [10, 8, 6, 4, 2],
    "bonus_large": {"p2": 5, "p3": 6, "p4": 7},
    "bonus_small": {"p2": 2, "p3": 3, "p4": 4},
    "mine_workers": 1,
    "tile_sale_silver": 2,
    "tile_sale_workers": 1,
    "animal_tile_points": 1,
    "tile_worker_steps": 2,
    "free_steps": 1,
    "tile_workers_silver": 1,
    "tile_workers": 4,
    "points_sold_type": 3,
    "points_building": 4,
    "points_animal_kind": 4,
    "points_sold_good": 1,
    "points_bonus_tile": 2,
    "end_good_points": 1,
    "end_silver_points": 1,
    "workers_per_point": 2,
    "buy_inside_effects": False,
    "effects_optional": True,
    "ship_to_empty": True,
    "ship_takes_all": True,
    "depots_wrap": True,
    "free_step_with_workers": True,
    "castle_takes_workers": True,
    "tie_break": "more_empty",
}


def with_changes(rules: dict) -> dict:
    """The default rules with changes; a part of a group leaves the rest of it as it is."""
    unknown = set(rules) - set(DEFAULT_RULES)
    if unknown:
        raise ValueError(f"unknown rules: {', '.join(sorted(unknown))}")
    changed = copy.deepcopy(DEFAULT_RULES)
    for name, value in copy.deepcopy(rules).items():
        changed[name] = changed[name] | value if isinstance(value, dict) else value
    return changed


def colour_of(tile: str) -> str:
    """The colour of a tile (1.1)."""
    kind = tile.split()[0]
    return "building" if kind in BUILDINGS else "animal" if kind in ANIMALS else kind


def number_on(tile: str) -> int:
    """The number behind a tile's kind: animals on it, or which knowledge tile it is."""
    return int(tile.split()[1])


def in_order(tiles: list[str]) -> list[str]:
    """Tiles by colour, kind and number."""
    kinds = [*BUILDINGS, *ANIMALS, *COLOURS]
    return sorted(tiles, key=lambda tile: (kinds.index(tile.split()[0]), tile.rjust(40)))


def different(tiles: list[str]) -> list[str]:
    """One of each of equal tiles, in order (13.1)."""
    return in_order(list(set(tiles)))


def distance(number: int, wanted: int) -> int:
    """Steps from one die number to another, 6 and 1 being neighbours (5.2, 5.4)."""
    apart = abs(number - wanted)
    return min(apart, 6 - apart)


def box(rules: dict) -> tuple[dict[str, list[str]], list[str], list[int]]:
    """All tiles of the box, unshuffled: the coloured stacks, those with a black back, and the goods."""

    coloured: list[str] = []
    black: list[str] = []

    def add(tile: str, with_colour: int, with_black: int) -> None:
        coloured.extend([tile] * with_colour)
        black.extend([tile] * with_black)

    for kind in BUILDINGS:
        add(kind, *rules["buildings"][kind])
    for kind in ANIMALS:
        for place in range(3):
            add(f"{kind} {place + 2}", rules["animals"][kind][place], rules["animals"][kind][place + 3])
    for kind in ("ship", "castle", "mine"):
        add(kind, *rules[kind + "s"])
    for number, back in enumerate(rules["knowledge"], start=1):
        add(f"knowledge {number}", int(back == 1), int(back == 2))
    stacks = {colour: [tile for tile in coloured if colour_of(tile) == colour] for colour in COLOURS}
    return stacks, black, [good for good in range(1, 7) for _ in range(rules["goods_each"])]


def places_of_depot(rules: dict, depot: int, players: int, phase: int) -> list[str]:
    """The colours of the places of a depot that are filled in a phase (3.3, 3.4)."""
    places = []
    for fewest, words in enumerate(rules["depots"][f"d{depot}"].split("|"), start=2):
        for word in words.split() if players >= fewest else []:
            colours = word.split("/")
            places.append(colours[phase % len(colours)] if players == fewest else colours[0])
    return places


def gift(number: int) -> str:
    """The tile that a number of `start_tiles` names (2.14)."""
    animals = [f"{kind} {animals}" for kind in ANIMALS for animals in (2, 3, 4)]
    return [*BUILDINGS, *animals, "ship", "castle", "mine", *(f"knowledge {i}" for i in range(1, 27))][number - 1]


# ---- the estate (1.11 to 1.14) ----


def _cells() -> tuple[list[tuple[int, int]], list[int]]:
    """Row and place (in half cells from the middle) of the 37 cells, and their die numbers."""
    places: list[tuple[int, int]] = []
    numbers: list[int] = []
    for row, text in enumerate(DIE_NUMBERS.split()):
        for i, number in enumerate(text):
            places.append((row, 2 * i - len(text) + 1))
            numbers.append(int(number))
    return places, numbers


PLACES, NUMBERS = _cells()
NEIGHBOURS: list[list[int]] = [
    [
        other
        for other, (row, place) in enumerate(PLACES)
        if (row == my_row and abs(place - my_place) == 2) or (abs(row - my_row) == 1 and abs(place - my_place) == 1)
    ]
    for my_row, my_place in PLACES
]


def colours_of_estate(estate: int) -> list[str]:
    """The colours of the 37 cells of an estate."""
    return [LETTERS[letter] for letter in ESTATES[estate].replace(" ", "")]


def area_of(estate: int, cell: int) -> set[int]:
    """The cells of the area that a cell belongs to (1.14)."""
    colours = colours_of_estate(estate)
    area = {cell}
    edge = [cell]
    while edge:
        for other in NEIGHBOURS[edge.pop()]:
            if colours[other] == colours[cell] and other not in area:
                area.add(other)
                edge.append(other)
    return area


class Player:
    """One seat: estate, storage, goods, workers, silver and points by what they were for."""

    def __init__(self, seat: int, estate: int) -> None:
        self.seat = seat
        self.estate = estate
        self.colours = colours_of_estate(estate)
        self.placed: dict[int, str] = {}
        self.storage: list[str] = []
        self.goods = dict.fromkeys(range(1, 7), 0)
        self.sold = dict.fromkeys(range(1, 7), 0)
        self.workers = 0
        self.silver = 0
        self.space = 0  # on the turn-order track, counted from 0
        self.bonus: list[tuple[str, str]] = []  # ("large" or "small", colour)
        self.points: dict[str, int] = {}
        self.dice: list[int] = []  # not used yet in this round
        # what was done how often; areas filled and points by the end of each phase
        self.takes = self.purchases = self.discards = self.sales = self.worker_actions = self.workers_used = 0
        self.first_rounds = 0
        self.areas_in = [0] * 5
        self.score_after = [0] * 5

    def has(self, number: int) -> bool:
        """Whether a knowledge tile lies in the estate."""
        return f"knowledge {number}" in self.placed.values()

    def count(self, kind: str) -> int:
        """Tiles of a kind in the estate."""
        return sum(tile.split()[0] == kind for tile in self.placed.values())

    def empty(self) -> int:
        """Empty cells."""
        return len(self.colours) - len(self.placed)

    def gain(self, what: str, points: int) -> None:
        """Score points for something."""
        self.points[what] = self.points.get(what, 0) + points

    def held_types(self) -> list[int]:
        """Types of goods in store."""
        return [good for good in self.goods if self.goods[good]]


def workers_for(rules: dict, player: Player, die: int, wanted: int, free_with: int) -> float:
    """Workers that it takes to use a die as another number, infinite if none suffice.

    `free_with` is the tile that makes a change free, or 0. 5.1 to 5.4, 9.8, 9.27.
    """
    steps = distance(die, wanted)
    if free_with and player.has(free_with):
        rest = max(0, steps - rules["free_steps"])
        if rest == 0 or rules["free_step_with_workers"]:
            steps = rest
    each = rules["tile_worker_steps"] if player.has(8) else rules["worker_steps"]
    if steps and not each:
        return math.inf
    return math.ceil(steps / each) if steps else 0
