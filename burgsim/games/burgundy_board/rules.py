"""Every number of the board game's rulebook (2011), with its source, and the packed record that the kernel reads.

docs/rules/burgundy-board.md names the sources by letters and tells the rules in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, Field

from burgsim.games.burgundy_board.components import (
    BLACK_SLOTS,
    BUILDINGS,
    DEPOTS,
    ENTRIES,
    ESTATES,
    FIRST_ANIMAL,
    FIRST_BLACK,
    GOODS,
    KNOWLEDGE_BASE,
    KNOWLEDGE_TILES,
    LARGEST_AREA,
    SHIP_TILE,
    SLOTS,
    SPECIES,
    TILES,
    TYPE_OF,
    TYPES,
)
from burgsim.games.rulebook import RuleGroup, RulesBase, number, switch

MAX_SEATS = 4
MAX_STORAGE = 4
#: Tiles in the box: the seven stacks lie one behind the other in one list.
MAX_TILES = 240
MAX_GOODS = 60
MAX_START_GOODS = 4
MAX_PHASES = 5
MAX_ROUNDS = 5
#: The stack of tiles with a black back, behind those of the six types.
BLACK = len(TYPES)
TWICE = "S1, S2"
_DEPOT_FORM = '"building ship | knowledge | animal": for two players or more, three or more, four'


def parse_depot(text: str) -> tuple[tuple[tuple[str, ...], int], ...]:
    """The places of a numbered depot: (types, fewest players) each, from "building animal | castle/mine | ship".

    Two types joined by / take turns from phase to phase at exactly so many players; with more it is the first one.

    Raises
    ------
    ValueError
        What is wrong with the text and what a right one looks like.
    """
    parts = [part.split() for part in text.split("|")]
    places = [(tuple(word.split("/")), fewest) for fewest, words in enumerate(parts, 2) for word in words]
    right = all(1 <= len(types) <= 2 and set(types) <= set(TYPES) for types, _ in places)
    if len(parts) != 3 or len(places) > SLOTS or not right:
        raise ValueError(f"{text!r} is not a depot; write {_DEPOT_FORM} (at most {SLOTS} of {', '.join(TYPES)})")
    return tuple(places)


def _checked_depot(text: str) -> str:
    parse_depot(text)
    return text


DepotText = Annotated[str, AfterValidator(_checked_depot)]
Backs = tuple[int, int]
PerAnimals = tuple[int, int, int, int, int, int]
PerPhase = tuple[int, int, int, int, int]
Four = tuple[int, int, int, int]


def _depot(default: str, n: int) -> Any:
    extra = {"unit": "depot", "label": "printed", "source": "JA, CN, JH, HR, F4", "form": _DEPOT_FORM}
    if n == 6:
        extra["source"] = "JA, CN, JH, HR, F4; S1, S2: castle or mine"
    return Field(default=default, description=f"Places for tiles at depot {n}", json_schema_extra=extra)


def _backs(default: Backs, what: str) -> Any:
    return number(default, 0, 30, "tiles", "printed", "RB", f"{what} with a coloured and with a black back")


def _animals(what: str) -> Any:
    return number(
        (2, 2, 1, 0, 1, 1),
        0,
        4,
        "tiles with 2, 3, 4 animals, then black ones",
        "read",
        "ART, HR, F4",
        f"{what}, by animals on the tile: three numbers with a coloured back, three with a black one",
    )


class Buildings(RuleGroup):
    """Building tiles."""

    warehouse: Backs = _backs((5, 2), "Warehouses")
    watchtower: Backs = _backs((5, 2), "Watchtowers")
    carpenter: Backs = _backs((5, 2), "Carpenter's workshops")
    church: Backs = _backs((5, 2), "Churches")
    market: Backs = _backs((5, 2), "Markets")
    boarding_house: Backs = _backs((5, 2), "Boarding houses")
    bank: Backs = _backs((5, 2), "Banks")
    city_hall: Backs = _backs((5, 2), "City halls")


class Animals(RuleGroup):
    """Animal tiles."""

    cattle: PerAnimals = _animals("Cattle")
    sheep: PerAnimals = _animals("Sheep")
    pig: PerAnimals = _animals("Pigs")
    chicken: PerAnimals = _animals("Chickens")


class Depots(RuleGroup):
    """The places for tiles at the numbered depots."""

    d1: DepotText = _depot("building ship | knowledge | animal", 1)
    d2: DepotText = _depot("knowledge castle | building | building", 2)
    d3: DepotText = _depot("animal building | ship | knowledge", 3)
    d4: DepotText = _depot("ship building | animal | mine", 4)
    d5: DepotText = _depot("mine knowledge | building | building", 5)
    d6: DepotText = _depot("building animal | castle/mine | ship", 6)


def _by_players(what: str, values: tuple[int, int, int], high: int, unit: str, source: str = TWICE) -> list[Any]:
    names = ("two", "three", "four")
    return [
        number(value, 0, high, unit, "printed", source, f"{what}, {name} players")
        for value, name in zip(values, names, strict=True)
    ]


_BLACK = _by_players("Tiles in the black depot in each phase", (4, 6, 8), BLACK_SLOTS, "tiles", "JA, HR, F4")
_SALE = _by_players("A good sold", (2, 3, 4), 10, "points")
_LARGE = _by_players("The large bonus tile of a colour", (5, 6, 7), 20, "points", "S2, RB")
_SMALL = _by_players("The small bonus tile of a colour", (2, 3, 4), 20, "points", "S2, RB")


class BlackDepot(RuleGroup):
    """Tiles in the black depot."""

    p2: int = _BLACK[0]
    p3: int = _BLACK[1]
    p4: int = _BLACK[2]


class SalePoints(RuleGroup):
    """What a good sold is worth."""

    p2: int = _SALE[0]
    p3: int = _SALE[1]
    p4: int = _SALE[2]


class BonusLarge(RuleGroup):
    """The bonus for who fills all cells of a colour first."""

    p2: int = _LARGE[0]
    p3: int = _LARGE[1]
    p4: int = _LARGE[2]


class BonusSmall(RuleGroup):
    """The bonus for who fills all cells of a colour second."""

    p2: int = _SMALL[0]
    p3: int = _SMALL[1]
    p4: int = _SMALL[2]


_SEATS = "by seat in order of play"


class StartWorkers(RuleGroup):
    """Workers at the start."""

    p2: tuple[int, int] = number((1, 2), 0, 12, "workers", "printed", TWICE, f"Two players, {_SEATS}")
    p3: tuple[int, int, int] = number((1, 2, 3), 0, 12, "workers", "printed", TWICE, f"Three players, {_SEATS}")
    p4: Four = number((1, 2, 3, 4), 0, 12, "workers", "printed", TWICE, f"Four players, {_SEATS}")


_LAST = "its last number is for four players"
_PLACES = "the first, second, third, fourth player"
PerKnowledge = tuple[
    int, int, int, int, int, int, int, int, int, int, int, int, int,
    int, int, int, int, int, int, int, int, int, int, int, int, int,
]  # fmt: skip
_IN_BLACK = (7, 12, 14, 15, 24, 25)


class Rules(RulesBase):
    """The rules of The Castles of Burgundy (2011)."""

    phases: int = number(5, 1, MAX_PHASES, "phases", "printed", TWICE, "Phases of the game, A to E")
    rounds: int = number(5, 1, MAX_ROUNDS, "rounds", "printed", TWICE, "Rounds in a phase, a good each")
    dice: int = number(2, 1, 2, "dice", "printed", TWICE, "Dice of a player, an action each")
    estates: Four = number(
        (1, 1, 1, 1),
        0,
        ESTATES,
        "number of an estate",
        "printed",
        "S1, S2: estate 1, or others when agreed; that 0 is a random one: read, S1",
        f"The estate of {_PLACES}; 0 is a random one, different from the others",
        inert=_LAST,
    )
    choose_on_first: bool = switch(
        False, "read", "S1, S2 name estates 2 to 9", "The start castle of estate 1 is placed freely, not on the centre"
    )
    start_castle_scores: bool = switch(
        False, "read", "CN, F4, HR agree", "An area of one cell that the start castle fills pays"
    )
    buildings: Buildings = Buildings()
    animals: Animals = Animals()
    ships: Backs = _backs((20, 6), "Ships")
    castles: Backs = _backs((14, 2), "Castles (the start castles come out of the coloured ones)")
    mines: Backs = _backs((10, 2), "Mines")
    knowledge: PerKnowledge = number(
        tuple(2 if k in _IN_BLACK else 1 for k in range(1, KNOWLEDGE_TILES + 1)),
        0,
        2,
        "0 none, 1 coloured, 2 black",
        "printed",
        "ART, JA, CN, HR",
        "The back of each of the knowledge tiles 1 to 26",
        inert="its last number is one tile of many",
    )
    goods_each: int = number(7, 5, 10, "tiles", "printed", "RB, S1", "Goods tiles of each of the six types")
    depots: Depots = Depots()
    black_depot: BlackDepot = BlackDepot()
    start_goods: int = number(3, 0, MAX_START_GOODS, "tiles", "printed", TWICE, "Goods at the start, drawn")
    start_silver: int = number(1, 0, 20, "silver", "printed", TWICE, "Silver at the start")
    start_workers: StartWorkers = StartWorkers()
    seat_silver: Four = number(
        (0, 0, 0, 0),
        0,
        20,
        "silver",
        "assumed",
        "none: a remedy for uneven seats",
        "More silver at the start, for each seat in order of play",
        inert=_LAST,
    )
    seat_points: Four = number(
        (0, 0, 0, 0),
        0,
        60,
        "points",
        "assumed",
        "none: a remedy for uneven seats",
        "More points, for each seat in order of play",
        inert=_LAST,
    )
    start_tiles: Four = number(
        (0, 0, 0, 0),
        0,
        TILES,
        "code of a tile + 1",
        "assumed",
        "none: what a tile is worth is found out by giving it",
        f"A tile in storage at the start, of {_PLACES}; 0 is none",
        inert=_LAST,
    )
    storage_limit: int = number(3, 1, MAX_STORAGE, "tiles", "printed", TWICE, "Tiles in storage at most")
    goods_types: int = number(3, 1, GOODS, "types", "printed", TWICE, "Types of goods in store at most")
    workers_action: int = number(2, 0, 8, "workers", "printed", TWICE, "The action of taking workers")
    worker_steps: int = number(1, 0, 3, "steps", "printed", TWICE, "How far a worker shifts a die")
    purchase_price: int = number(2, 0, 10, "silver", "printed", TWICE, "A purchase")
    purchases: int = number(1, 0, 5, "purchases", "printed", TWICE, "Purchases in a turn at most")
    sale_points: SalePoints = SalePoints()
    sale_silver: int = number(1, 0, 5, "silver", "printed", TWICE, "What a sale pays, however many goods are sold")
    ship_steps: int = number(1, 0, 3, "spaces", "printed", TWICE, "How far a ship moves its owner on the track")
    mine_silver: int = number(1, 0, 5, "silver", "printed", TWICE, "A mine at the end of a phase")
    animal_points: int = number(1, 0, 5, "points", "printed", TWICE, "Each animal that scores")
    watchtower_points: int = number(4, 0, 20, "points", "printed", "S2", "A watchtower")
    boarding_workers: int = number(4, 0, 12, "workers", "printed", "S2", "A boarding house")
    bank_silver: int = number(2, 0, 12, "silver", "printed", "S2", "A bank")
    area_points: tuple[int, int, int, int, int, int, int, int] = number(
        (1, 3, 6, 10, 15, 21, 28, 36),
        0,
        100,
        "points",
        "printed",
        "S2",
        "A complete area of 1 to 8 cells",
        inert="its last number is for a city of estate 2",
    )
    phase_points: PerPhase = number(
        (10, 8, 6, 4, 2), 0, 40, "points", "printed", "S2, RB", "A complete area besides, in phase A, B, C, D, E"
    )
    bonus_large: BonusLarge = BonusLarge()
    bonus_small: BonusSmall = BonusSmall()
    mine_workers: int = number(1, 0, 5, "workers", "printed", "UB", "Knowledge tile 2: a mine pays besides")
    tile_sale_silver: int = number(2, 0, 5, "silver", "printed", "UB, S2", "Knowledge tile 3: what a sale pays")
    tile_sale_workers: int = number(1, 0, 5, "workers", "printed", "UB, S2", "Knowledge tile 4: a sale pays besides")
    animal_tile_points: int = number(
        1, 0, 5, "points", "printed", "UB, S2", "Knowledge tile 7: each animal tile that scores"
    )
    tile_worker_steps: int = number(
        2, 0, 3, "steps", "printed", "UB, S2", "Knowledge tile 8: how far a worker shifts a die at most"
    )
    free_steps: int = number(
        1, 0, 3, "steps", "printed", "FW, S2", "Knowledge tiles 9 to 12: how far a die is shifted for nothing"
    )
    tile_workers_silver: int = number(
        1, 0, 5, "silver", "printed", "ART, S2", "Knowledge tile 13: taking workers pays besides"
    )
    tile_workers: int = number(4, 0, 8, "workers", "printed", "ART, S2", "Knowledge tile 14: taking workers gives")
    points_sold_type: int = number(3, 0, 8, "points", "printed", "ART, S2", "Knowledge tile 15: each type sold")
    points_building: int = number(4, 0, 8, "points", "printed", "ART, FW", "Knowledge tiles 16 to 23: each building")
    points_animal_kind: int = number(4, 0, 8, "points", "printed", "ART, FW", "Knowledge tile 24: each kind of animal")
    points_sold_good: int = number(1, 0, 5, "points", "printed", "ART, S2", "Knowledge tile 25: each good sold")
    points_bonus_tile: int = number(2, 0, 8, "points", "printed", "ART, FW", "Knowledge tile 26: each bonus tile")
    end_good_points: int = number(1, 0, 5, "points", "printed", TWICE, "A good left at the end")
    end_silver_points: int = number(1, 0, 5, "points", "printed", TWICE, "A silver left at the end")
    workers_per_point: int = number(2, 1, 20, "workers", "printed", TWICE, "Workers left that are worth a point")
    buy_inside_effects: bool = switch(
        False, "read", "BGAW", "A purchase may be made while the effect of a building or castle waits"
    )
    effects_optional: bool = switch(
        True, "read", "none", "Warehouse, carpenter's workshop, church, market and city hall may be declined"
    )
    ship_to_empty: bool = switch(
        True, "read", "S1, S2: any depot", "A ship may go to a depot without goods although another has some"
    )
    ship_takes_all: bool = switch(
        True, "read", "none", "A ship takes all goods that can be stored; else the player may leave types"
    )
    depots_wrap: bool = switch(
        True, "read", "CN, HR; F4 has it open", "Depots 6 and 1 are neighbours for knowledge tile 5"
    )
    free_step_with_workers: bool = switch(
        True, "read", "CN, HR", "The free shift of tiles 9 to 12 counts for a die that workers shift, too"
    )
    castle_takes_workers: bool = switch(
        True, "read", "none", "Tiles 13 and 14 hold for workers taken with a castle's action, too"
    )
    tie_break: Literal["more_empty", "fewer_empty", "shared"] = switch(
        "more_empty", "printed", "S2 (German rulebook p. 9), BGAW, CN; RB has fewer", "Who of equals wins"
    )

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        """Animal tiles as three programs have them, and as one does."""
        return {"usual_animals": {}, "more_animals": {f"animals.{kind}": (1, 2, 2, 1, 0, 1) for kind in SPECIES}}

    def contradiction(self) -> str:
        """What is impossible about these numbers together, or an empty string."""
        tiles = sum(len(stack) for stack in self.stacks())
        if tiles > MAX_TILES:
            return f"buildings, animals, ships, castles, mines: {tiles} tiles in all; allowed: up to {MAX_TILES}"
        if self.castles[0] < MAX_SEATS:
            return f"castles: {self.castles[0]} with a coloured back; four players start with {MAX_SEATS} of them"
        needed = self.phases * self.rounds + MAX_SEATS * self.start_goods
        if needed > GOODS * self.goods_each:
            return f"goods_each: four players need {needed} goods of {GOODS * self.goods_each}"
        if self.start_goods > self.goods_types:
            return f"start_goods: {self.start_goods} may be of as many types; goods_types is {self.goods_types}"
        if self.tile_worker_steps < self.worker_steps:
            return "tile_worker_steps: it must be at least worker_steps"
        return ""

    def stacks(self) -> list[list[int]]:
        """The seven stacks as sorted tile codes: buildings, animals, ships, castles, mines, knowledge, black."""
        made: list[list[int]] = [[] for _ in range(BLACK + 1)]
        for code, coloured, black in _counts(self):
            made[TYPE_OF[code]] += [code] * coloured
            made[BLACK] += [code] * black
        return made

    def pack(self, players: int) -> np.ndarray:
        """The record that the kernel reads, for this number of players: shape (1,), dtype RULES."""
        packed = np.zeros(1, RULES)
        row = packed[0]
        for name in _PLAIN:
            row[name] = int(getattr(self, name))
        at = f"p{min(max(players, 2), MAX_SEATS)}"
        for name in ("black_depot", "sale_points", "bonus_large", "bonus_small"):
            row[name] = getattr(getattr(self, name), at)
        row["start_workers"][: int(at[1])] = getattr(self.start_workers, at)
        for name in ("estates", "seat_silver", "seat_points", "start_tiles", "phase_points"):
            row[name] = getattr(self, name)
        row["area_points"][1:] = self.area_points
        row["tie_break"] = ("more_empty", "fewer_empty", "shared").index(self.tie_break)
        first = 0
        for i, stack in enumerate(self.stacks()):
            row["stack_start"][i] = first
            row["tiles"][first : first + len(stack)] = stack
            first += len(stack)
        row["stack_start"][BLACK + 1 :] = first
        row["goods_sum"] = GOODS * self.goods_each
        row["goods_tiles"][: GOODS * self.goods_each] = np.repeat(np.arange(GOODS), self.goods_each)
        row["source"] = NO_STACK
        for depot in range(DEPOTS):
            for slot, (types, fewest) in enumerate(parse_depot(getattr(self.depots, f"d{depot + 1}"))):
                for phase in range(MAX_PHASES) if players >= fewest else ():
                    turn = phase % len(types) if players == fewest else 0
                    row["source"][phase, SLOTS * depot + slot] = TYPES.index(types[turn])
        row["source"][:, FIRST_BLACK : FIRST_BLACK + int(row["black_depot"])] = BLACK
        row["workers_for"], row["in_reach"] = _shifts(self)
        return packed


def _counts(rules: Rules) -> list[tuple[int, int, int]]:
    """Code of each tile, and how many of it have a coloured and a black back."""
    found = [(code, *getattr(rules.buildings, name)) for code, name in enumerate(BUILDINGS)]
    for i, kind in enumerate(SPECIES):
        numbers = getattr(rules.animals, kind)
        found += [(FIRST_ANIMAL + 3 * i + j, numbers[j], numbers[3 + j]) for j in range(3)]
    found += [(SHIP_TILE + i, *counts) for i, counts in enumerate((rules.ships, rules.castles, rules.mines))]
    return found + [(KNOWLEDGE_BASE + k, int(back == 1), int(back == 2)) for k, back in enumerate(rules.knowledge, 1)]


#: More workers than anybody has: it can't be done.
NEVER = 99
#: No stack fills a place.
NO_STACK = BLACK + 1


def _shifts(rules: Rules) -> tuple[np.ndarray, np.ndarray]:
    """Workers that a shift takes at least, by (free shift, tile 8, from, to); numbers in reach with 0 to 3 workers."""
    needed = np.full((2, 2, 7, 7), NEVER, np.int64)
    reach = np.zeros((2, 2, 7, 4), np.int64)
    for free in range(2):
        for eight in range(2):
            each = rules.tile_worker_steps if eight else rules.worker_steps
            given = free * rules.free_steps
            for a in range(1, 7):
                for b in range(1, 7):
                    steps = min((a - b) % 6, (b - a) % 6)
                    rest = max(0, steps - given) if rules.free_step_with_workers or steps <= given else steps
                    if rest == 0 or each > 0:
                        needed[free, eight, a, b] = -(-rest // each) if rest else 0
                for workers in range(4):
                    reach[free, eight, a, workers] = sum(
                        1 << (b - 1) for b in range(1, 7) if needed[free, eight, a, b] <= workers
                    )
    return needed, reach


_PLAIN = (
    "phases", "rounds", "dice", "choose_on_first", "start_castle_scores", "start_goods", "start_silver",
    "storage_limit", "goods_types", "workers_action", "purchase_price", "purchases", "sale_silver", "ship_steps",
    "mine_silver", "animal_points", "watchtower_points", "boarding_workers", "bank_silver", "mine_workers",
    "tile_sale_silver", "tile_sale_workers", "animal_tile_points", "tile_workers_silver", "tile_workers",
    "points_sold_type", "points_building", "points_animal_kind", "points_sold_good", "points_bonus_tile",
    "end_good_points", "end_silver_points", "workers_per_point", "buy_inside_effects", "effects_optional",
    "ship_to_empty", "ship_takes_all", "depots_wrap", "castle_takes_workers",
)  # fmt: skip

#: The packed rules; the tables at the end follow from the numbers.
RULES = np.dtype(
    [(name, np.int64) for name in _PLAIN]
    + [(name, np.int64) for name in ("black_depot", "sale_points", "bonus_large", "bonus_small", "tie_break")]
    + [(name, np.int64, (MAX_SEATS,)) for name in ("start_workers", "estates", "seat_silver", "seat_points")]
    + [
        ("start_tiles", np.int64, (MAX_SEATS,)),
        ("phase_points", np.int64, (MAX_PHASES,)),
        ("area_points", np.int64, (LARGEST_AREA + 1,)),
        ("tiles", np.uint8, (MAX_TILES,)),  # the seven stacks, one behind the other, each sorted
        ("stack_start", np.int64, (BLACK + 2,)),
        ("goods_tiles", np.uint8, (MAX_GOODS,)),  # sorted
        ("goods_sum", np.int64),
        ("source", np.int64, (MAX_PHASES, ENTRIES)),  # the stack that fills an entry of the display, else NO_STACK
        # by (free shift, tile 8, number on the die): workers that a number takes (NEVER: none suffice), and numbers
        # (mask) in reach with 0 to 3 workers
        ("workers_for", np.int64, (2, 2, 7, 7)),
        ("in_reach", np.int64, (2, 2, 7, 4)),
    ],
    align=True,
)
