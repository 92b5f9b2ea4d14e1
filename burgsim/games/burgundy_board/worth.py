"""What things are worth to a player of the board game, in points: the features that the purposeful players weigh.

Everything is a weighted sum of named quantities (WEIGHTS). A worth that changes over the game has two weights, at the
start and what is added by its end; `late` runs from 0 to 1. Nothing here reads what the seat can't see.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits, lowest_bit
from burgsim.games.burgundy_board.actions import buyable, fetchable
from burgsim.games.burgundy_board.components import (
    ANIMAL,
    ANIMALS_OF,
    AREA_OF,
    BANK,
    BOARDING_HOUSE,
    BUILDING,
    CASTLE,
    CELL_TYPE,
    CELLS_OF,
    CITY_HALL,
    DEPOTS,
    ESTATES,
    KNOWLEDGE,
    KNOWLEDGE_BASE,
    LARGEST_AREA,
    MINE,
    NEIGHBOURS,
    NUMBER_OF,
    NUMBERED,
    PASTURE_OF,
    SHIP,
    SIZE_OF,
    SPECIES_OF,
    TYPE_OF,
    WAREHOUSE,
    WATCHTOWER,
)
from burgsim.games.burgundy_board.scoring import knowledge_points
from burgsim.games.burgundy_board.state import SPACE
from burgsim.games.jit import jit

#: The weights of the purposeful players: name to (default, meaning). The order is their place in the row.
WEIGHTS: dict[str, tuple[float, str]] = {
    "silver": (1.3, "a silver at the start"),
    "silver_late": (-0.3, "... and what is added to that by the end"),
    "silver_crowd": (0.08, "what each silver that is there already takes from it"),
    "silver_price": (0.8, "having the price of a purchase"),
    "worker": (1.0, "a worker at the start"),
    "worker_late": (-0.5, "... and what is added to that by the end"),
    "worker_crowd": (0.06, "what each worker that is there already takes from it"),
    "animals": (1.0, "each point that animals score"),
    "animals_ahead": (0.25, "each animal placed, for each cell of the pasture that is still empty, at the start"),
    "area": (1.0, "each point for the size of an area"),
    "phase": (1.0, "each point for the phase in which an area is completed"),
    "bonus": (1.0, "each point of a bonus tile"),
    "bonus_near": (1.0, "a cell of a colour that has a bonus left, over the cells that are missing after it"),
    "near": (0.35, "each point of an area that lacks one cell after a tile"),
    "near_2": (0.0, "... two cells"),
    "progress_2": (1.5, "a tile in an area of 2 cells that stays incomplete"),
    "progress_3": (2.0, "... of 3 cells"),
    "progress_4": (2.3, "... of 4 cells"),
    "progress_5": (2.6, "... of 5 cells"),
    "progress_6": (2.8, "... of 6 cells"),
    "progress_7": (2.8, "... of 7 or 8 cells"),
    "progress_late": (-0.6, "what is added to progress by the end, as a share of it"),
    "open": (0.35, "a cell that gets its first neighbour, at the start"),
    "open_late": (-0.35, "... and what is added to that by the end"),
    "open_held": (0.2, "... and for a type of which there is a tile in storage"),
    "place": (1.0, "placing a tile, at the start"),
    "place_late": (0.5, "... and what is added to that by the end"),
    "placed": (0.0, "what placing a tile takes from storage, as a share of what the tile is worth there"),
    "take": (0.6, "a tile that is taken, as a share of what it will bring, at the start"),
    "take_late": (0.1, "... and what is added to that by the end"),
    "take_round": (0.0, "taking a tile, for each round of the phase that is gone: soon it will be gone"),
    "slow": (0.8, "dice that a tile in storage waits for"),
    "closed": (2.5, "what is taken from a tile that no open cell waits for"),
    "crowd": (0.4, "what each tile in storage takes from another"),
    "same": (0.6, "... and each of the same type besides"),
    "numbers": (0.35, "each number that only this tile in storage could be placed with"),
    "take_building": (0.0, "taking a building, beyond what it will bring"),
    "take_animal": (0.0, "taking an animal"),
    "take_ship": (0.0, "taking a ship"),
    "take_castle": (0.5, "taking a castle"),
    "take_mine": (0.0, "taking a mine"),
    "take_knowledge": (0.0, "taking a knowledge tile"),
    "late_building": (0.0, "what is added to that by the end: a building"),
    "late_animal": (0.0, "... an animal"),
    "late_ship": (0.0, "... a ship"),
    "late_castle": (0.0, "... a castle"),
    "late_mine": (0.0, "... a mine"),
    "late_knowledge": (0.0, "... a knowledge tile"),
    "warehouse": (0.5, "a warehouse without goods"),
    "warehouse_sale": (0.7, "each point's worth of the best sale, for a warehouse"),
    "carpenter": (2.0, "a carpenter's workshop"),
    "church": (2.3, "a church"),
    "market": (2.0, "a market"),
    "fetch": (0.4, "each point's worth of the best tile that one of these can take"),
    "city_hall": (1.5, "a city hall"),
    "city_hall_next": (0.4, "each point's worth of the best other tile that is placed with it"),
    "castle": (3.5, "a castle's action, at the start"),
    "castle_late": (0.0, "... and what is added to that by the end"),
    "mine": (0.9, "each silver that a mine will pay"),
    "ship": (0.5, "a ship, at the start"),
    "ship_late": (0.0, "... and what is added to that by the end"),
    "track": (0.8, "going first in the next rounds, at the start"),
    "track_late": (-0.6, "... and what is added to that by the end"),
    "good": (0.55, "a good in store, as a share of the points for selling it"),
    "good_late": (-0.15, "... and what is added to that by the end"),
    "good_new": (0.0, "a type of goods that is new in store"),
    "sell": (0.0, "a sale, beyond points and silver, at the start"),
    "sell_late": (0.5, "... and what is added to that by the end"),
    "sell_keep": (0.1, "what each good sold is worth in store, as a share of its points"),
    "workers_action": (0.0, "taking workers, beyond what they are worth"),
    "buy": (-0.3, "a purchase, beyond what the tile brings and the silver costs, at the start"),
    "buy_late": (0.3, "... and what is added to that by the end"),
    "knowledge_late": (-1.0, "what is added to the worth of knowledge tiles by the end, as a share of it"),
    **{
        f"knowledge_{k}": (value, f"knowledge tile {k} at the start, beyond the points that it would pay now")
        for k, value in enumerate(
            (2.5, 3.0, 3.0, 2.5, 2.5, 4.0, 4.0, 5.0, 4.0, 3.5, 3.5, 5.0, 2.0, 4.0,
             9.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 4.0, 9.0, 9.0, 4.0),
            1,
        )
    },
    **{
        f"start_{estate}_{i}": (0.0, f"the start castle of estate {estate} on castle cell {i} rather than on the last")
        for estate in range(2, ESTATES + 1)
        for i in range(1, 4)
    },
    "style_ship": (0.0, "what a style adds to each ship (not tuned)"),
    "style_animal": (0.0, "what a style adds to each animal tile (not tuned)"),
    "style_building": (0.0, "what a style adds to each building (not tuned)"),
    "style_knowledge": (0.0, "what a style adds to each knowledge tile (not tuned)"),
    "style_plans": (3.0, "actions that a planner plays on to the end of its turn (not tuned)"),
}  # fmt: skip
NAMES = list(WEIGHTS)
(
    W_SILVER, W_SILVER_LATE, W_SILVER_CROWD, W_SILVER_PRICE, W_WORKER, W_WORKER_LATE, W_WORKER_CROWD, W_ANIMALS,
    W_ANIMALS_AHEAD, W_AREA, W_PHASE, W_BONUS, W_BONUS_NEAR, W_NEAR, W_NEAR_2,
) = range(15)  # fmt: skip
#: Progress in an area of n cells is weight W_PROGRESS + n; the largest have the same.
W_PROGRESS = NAMES.index("progress_2") - 2
LARGEST_TOLD = 7
(
    W_PROGRESS_LATE, W_OPEN, W_OPEN_LATE, W_OPEN_HELD, W_PLACE, W_PLACE_LATE, W_PLACED, W_TAKE, W_TAKE_LATE,
    W_TAKE_ROUND, W_SLOW, W_CLOSED, W_CROWD, W_SAME, W_NUMBERS, W_TAKE_TYPE,
) = range(NAMES.index("progress_late"), NAMES.index("take_building") + 1)  # fmt: skip
W_LATE_TYPE = NAMES.index("late_building")
(
    W_WAREHOUSE, W_WAREHOUSE_SALE, W_CARPENTER, W_CHURCH, W_MARKET, W_FETCH, W_CITY_HALL, W_CITY_HALL_NEXT, W_CASTLE,
    W_CASTLE_LATE, W_MINE, W_SHIP, W_SHIP_LATE, W_TRACK, W_TRACK_LATE, W_GOOD, W_GOOD_LATE, W_GOOD_NEW, W_SELL,
    W_SELL_LATE, W_SELL_KEEP, W_WORKERS_ACTION, W_BUY, W_BUY_LATE, W_KNOWLEDGE_LATE,
) = range(NAMES.index("warehouse"), NAMES.index("knowledge_late") + 1)  # fmt: skip
#: Knowledge tile k is weight W_KNOWLEDGE + k.
W_KNOWLEDGE = NAMES.index("knowledge_1") - 1
#: The start castle of estate e on its castle cell i is weight W_START + 3 * (e - 2) + i - 1.
W_START = NAMES.index("start_2_1")
W_STYLE_SHIP, W_STYLE_ANIMAL, W_STYLE_BUILDING, W_STYLE_KNOWLEDGE, W_STYLE_PLANS = range(
    NAMES.index("style_ship"), NAMES.index("style_ship") + 5
)

#: Places in desk.room: worth of the open cells; of the best one, of a tile and of holding one, by type; of a building
#: by kind; of the tiles on the display; and single things (UNKNOWN ones are worked out when they are asked for).
R_CELL, R_BEST, R_HOLD, R_PLAIN, R_BUILDING, R_ENTRY, R_FETCH = 0, 40, 48, 56, 64, 80, 112
(
    R_LATE, R_SILVER, R_WORKER, R_TAKE, R_OPEN, R_PLACE, R_DICE, R_LOAD, R_SALE, R_GOOD, R_KNOWLEDGE, R_PROGRESS,
    R_SELL, R_PHASE,
) = range(128, 142)  # fmt: skip
#: A cell by size of its area and cells missing then; one more cell of a colour; a building by kind in storage.
R_AREA, R_COLOUR, R_STORED = 144, 184, 192
#: A step towards a bonus tile, by cells of the colour that are missing: a share of 1 over them.
SHARE = np.array([0.0] + [1.0 / n for n in range(1, 38)])
#: Carpenter's workshop, church and market, as a mask.
BUILDINGS_THAT_FETCH = 0b11100
#: Not worked out yet, or no cell of the type is open.
UNKNOWN = -1000.0


@jit
def weigh_basics(state, rules, seat, desk):
    """How late it is, and what silver, workers, goods and places are worth now."""
    room = desk.room
    w = desk.weights
    rounds = rules.phases * rules.rounds
    late = min(1.0, (state.rounds_rolled - 1) / max(1, rounds - 1))
    dice = rules.dice * (rounds - state.rounds_rolled) + count_bits(state.dice_left)
    room[R_LATE] = late
    room[R_DICE] = dice
    silver = w[W_SILVER] + w[W_SILVER_LATE] * late - w[W_SILVER_CROWD] * state.silver[seat]
    room[R_SILVER] = max(np.float64(rules.end_silver_points), silver)
    worker = w[W_WORKER] + w[W_WORKER_LATE] * late - w[W_WORKER_CROWD] * state.workers[seat]
    room[R_WORKER] = max(1.0 / rules.workers_per_point, worker)
    room[R_TAKE] = w[W_TAKE] + w[W_TAKE_LATE] * late
    room[R_OPEN] = w[W_OPEN] + w[W_OPEN_LATE] * late
    room[R_PLACE] = w[W_PLACE] + w[W_PLACE_LATE] * late
    following = rules.phase_points[state.phase + 1] if state.phase + 1 < rules.phases else 0
    gone = np.float64(state.round) / rules.rounds
    room[R_PHASE] = w[W_PHASE] * (rules.phase_points[state.phase] * (1.0 - gone) + following * gone)
    room[R_PROGRESS] = (1.0 + w[W_PROGRESS_LATE] * late) * dice / (dice + 3.0)
    room[R_GOOD] = (w[W_GOOD] + w[W_GOOD_LATE] * late) * rules.sale_points
    room[R_SELL] = w[W_SELL] + w[W_SELL_LATE] * late
    room[R_KNOWLEDGE] = max(0.0, 1.0 + w[W_KNOWLEDGE_LATE] * late)
    room[R_LOAD] = UNKNOWN
    room[R_SALE] = UNKNOWN
    for i in range(8):
        room[R_FETCH + i] = UNKNOWN


@jit
def worth_of_track(state, rules, seat, first):
    """What a ship's step on the track is worth: all of it when somebody would be overtaken, else a part."""
    reach = state.track[seat] + SPACE * rules.ship_steps + SPACE - 1
    for other in range(state.players):
        if other != seat and state.track[other] > state.track[seat] and state.track[other] <= reach:
            return first
    return 0.5 * first


@jit
def weigh_areas(rules, desk, phase):
    """A cell in an area by its size and by how many cells are missing then: 0, 1, 2 or more."""
    room = desk.room
    w = desk.weights
    for size in range(1, LARGEST_AREA + 1):
        points = w[W_AREA] * rules.area_points[size]
        progress = w[W_PROGRESS + min(size, LARGEST_TOLD)]
        room[R_AREA + 4 * size] = points + w[W_PHASE] * rules.phase_points[phase]
        points += room[R_PHASE]
        room[R_AREA + 4 * size + 1] = room[R_PROGRESS] * (progress + w[W_NEAR] * points)
        room[R_AREA + 4 * size + 2] = room[R_PROGRESS] * (progress + w[W_NEAR_2] * points)
        room[R_AREA + 4 * size + 3] = room[R_PROGRESS] * progress


@jit
def weigh_colours(state, rules, seat, desk):
    """One more cell of a colour: its bonus tile, or a step towards it."""
    room = desk.room
    w = desk.weights
    for kind in range(6):
        bonus = 0
        if state.bonus_owner[kind, 1] == 0:
            bonus = rules.bonus_large if state.bonus_owner[kind, 0] == 0 else rules.bonus_small
        missing = count_bits(CELLS_OF[state.estate[seat], kind] & ~state.occupied[seat])
        if missing > 1 or bonus == 0:
            room[R_COLOUR + kind] = w[W_BONUS_NEAR] * w[W_BONUS] * bonus * room[R_PROGRESS] * SHARE[missing]
        else:
            room[R_COLOUR + kind] = w[W_BONUS] * bonus + ((state.knowledge[seat] >> 26) & 1) * rules.points_bonus_tile


@jit
def weigh_cells(state, rules, seat, desk):
    """A tile on each open cell, whatever tile: its area, its colour, and the cells that it opens.

    Also the best one by type, and the numbers that lead to cells of a type (6 bits each).
    """
    room = desk.room
    estate = state.estate[seat]
    weigh_areas(rules, desk, state.phase)
    weigh_colours(state, rules, seat, desk)
    for kind in range(6):
        room[R_BEST + kind] = UNKNOWN
    numbers = 0
    held = 0
    for slot in range(state.stored[seat]):
        held |= CELLS_OF[estate, TYPE_OF[state.storage[seat, slot]]]
    opening = room[R_OPEN]
    opening_held = desk.weights[W_OPEN_HELD]
    empty = ~state.occupied[seat]
    closed = empty & ~state.open[seat]
    cells = state.open[seat]
    while cells != 0:
        cell = lowest_bit(cells)
        cells &= cells - 1
        kind = CELL_TYPE[estate, cell]
        numbers |= 1 << (6 * kind + NUMBER_OF[cell] - 1)
        missing = count_bits(AREA_OF[estate, cell] & empty) - 1
        opened = NEIGHBOURS[cell] & closed
        worth = room[R_AREA + 4 * SIZE_OF[estate, cell] + min(missing, 3)] + room[R_COLOUR + kind]
        worth += opening * count_bits(opened) + opening_held * count_bits(opened & held)
        room[R_CELL + cell] = worth
        if worth > room[R_BEST + kind]:
            room[R_BEST + kind] = worth
    weigh_types(state, rules, seat, desk, numbers)


@jit
def weigh_types(state, rules, seat, desk, numbers):
    """Having one more tile of a type in storage, whatever tile: crowd, and the numbers that it could be placed with."""
    room = desk.room
    w = desk.weights
    held = 0
    same = 0
    for slot in range(state.stored[seat]):
        kind = TYPE_OF[state.storage[seat, slot]]
        held |= numbers >> (6 * kind)
        same += 1 << (8 * kind)
    for kind in range(6):
        worth = w[W_TAKE_TYPE + kind] + w[W_LATE_TYPE + kind] * room[R_LATE] - w[W_CROWD] * state.stored[seat]
        worth += w[W_TAKE_ROUND] * state.round
        worth += w[W_NUMBERS] * count_bits((numbers >> (6 * kind)) & ~held & 63)
        room[R_HOLD + kind] = worth - w[W_SAME] * ((same >> (8 * kind)) & 255) + room[R_TAKE] * room[R_PLACE]
    left = np.float64(rules.phases - state.phase)
    late = room[R_LATE]
    room[R_PLAIN + CASTLE] = w[W_CASTLE] + w[W_CASTLE_LATE] * late
    room[R_PLAIN + MINE] = left * w[W_MINE] * rules.mine_silver
    room[R_PLAIN + MINE] += left * ((state.knowledge[seat] >> 2) & 1) * rules.mine_workers * room[R_WORKER]
    first = worth_of_track(state, rules, seat, w[W_TRACK] + w[W_TRACK_LATE] * late)
    room[R_PLAIN + SHIP] = w[W_SHIP] + w[W_SHIP_LATE] * late + first + w[W_STYLE_SHIP]
    cells = CELLS_OF[state.estate[seat], BUILDING] & state.open[seat]
    free = -1 if (state.knowledge[seat] >> 1) & 1 else 0
    for tile in range(8):
        worth = worth_of_building(state, rules, seat, desk, tile)
        room[R_BUILDING + tile] = worth
        worth += room[R_BEST + BUILDING] if cells & (free | ~state.blocked[seat, tile]) != 0 else -w[W_CLOSED]
        room[R_STORED + tile] = worth


@jit
def worth_of_types(state, rules, seat, desk, types, depots):
    """Goods of these types at these depots, as many new types as there is room for: the largest heaps first."""
    room = desk.room
    worth = 0.0
    space = rules.goods_types - count_bits(state.held[seat])
    fresh = types & ~state.held[seat]
    known = types & state.held[seat]
    while known != 0:
        good = lowest_bit(known)
        known &= known - 1
        for depot in range(DEPOTS):
            worth += ((depots >> depot) & 1) * np.int64(state.depot_goods[depot, good]) * room[R_GOOD]
    while fresh != 0 and space > 0:
        most = 0
        best = lowest_bit(fresh)
        left = fresh
        while left != 0:
            good = lowest_bit(left)
            left &= left - 1
            tiles = 0
            for depot in range(DEPOTS):
                tiles += ((depots >> depot) & 1) * np.int64(state.depot_goods[depot, good])
            if tiles > most:
                most = tiles
                best = good
        worth += most * room[R_GOOD] + desk.weights[W_GOOD_NEW]
        fresh &= ~(1 << best)
        space -= 1
    return worth


@jit
def best_load(state, rules, seat, desk):
    """The best depot for a ship."""
    room = desk.room
    if room[R_LOAD] == UNKNOWN:
        best = 0.0
        depots = state.full_depots
        while depots != 0:
            depot = lowest_bit(depots)
            depots &= depots - 1
            best = max(best, worth_of_types(state, rules, seat, desk, state.depot_types[depot], 1 << depot))
        room[R_LOAD] = best
    return room[R_LOAD]


@jit
def worth_of_sale(state, rules, seat, desk, good):
    """Selling all goods of a type."""
    room = desk.room
    w = desk.weights
    known = state.knowledge[seat]
    tiles = np.int64(state.goods[seat, good])
    points = tiles * rules.sale_points
    worth = points * (1.0 - w[W_SELL_KEEP]) + room[R_SELL] - tiles * rules.end_good_points * room[R_LATE]
    silver = rules.tile_sale_silver if (known >> 3) & 1 else rules.sale_silver
    worth += worth_of_silver(state, rules, seat, desk, silver)
    worth += ((known >> 4) & 1) * rules.tile_sale_workers * room[R_WORKER]
    worth += ((known >> 25) & 1) * rules.points_sold_good * tiles
    worth += ((known >> 15) & 1) * (state.sold[seat, good] == 0) * rules.points_sold_type
    return worth


@jit
def worth_of_silver(state, rules, seat, desk, silver):
    """So much silver more; it is worth more when it makes the price of a purchase."""
    worth = silver * desk.room[R_SILVER]
    before = state.silver[seat]
    if before < rules.purchase_price and before + silver >= rules.purchase_price:
        worth += desk.weights[W_SILVER_PRICE] * (1.0 - desk.room[R_LATE])
    return worth


@jit
def best_sale(state, rules, seat, desk):
    """The best sale of all."""
    room = desk.room
    if room[R_SALE] == UNKNOWN:
        best = 0.0
        goods = state.held[seat]
        while goods != 0:
            good = lowest_bit(goods)
            goods &= goods - 1
            best = max(best, worth_of_sale(state, rules, seat, desk, good))
        room[R_SALE] = best
    return room[R_SALE]


@jit
def worth_of_building(state, rules, seat, desk, tile):
    """What a building brings, without a look at what it can be used for now."""
    room = desk.room
    w = desk.weights
    worth = w[W_STYLE_BUILDING] + ((state.knowledge[seat] >> (16 + tile)) & 1) * rules.points_building
    if tile == WATCHTOWER:
        return worth + rules.watchtower_points
    if tile == BOARDING_HOUSE:
        return worth + rules.boarding_workers * room[R_WORKER]
    if tile == BANK:
        return worth + worth_of_silver(state, rules, seat, desk, rules.bank_silver)
    if tile == WAREHOUSE:
        return worth + w[W_WAREHOUSE] + w[W_WAREHOUSE_SALE] * best_sale(state, rules, seat, desk)
    if tile == CITY_HALL:
        return worth + w[W_CITY_HALL]
    return worth + w[W_CARPENTER + tile - 2]


@jit
def worth_of_animal(state, rules, seat, desk, tile, pasture, empty):
    """An animal tile in a pasture with so many empty cells."""
    species = SPECIES_OF[tile]
    known = state.knowledge[seat]
    points = (np.int64(state.herd[seat, pasture, species]) + ANIMALS_OF[tile]) * rules.animal_points
    points += ((known >> 7) & 1) * (1 + np.int64(state.herd_tiles[seat, pasture, species])) * rules.animal_tile_points
    points += ((known >> 24) & 1) * (((state.species[seat] >> species) & 1) == 0) * rules.points_animal_kind
    ahead = desk.weights[W_ANIMALS_AHEAD] * (1.0 - desk.room[R_LATE]) * ANIMALS_OF[tile] * (empty - 1)
    return desk.weights[W_ANIMALS] * points + ahead + desk.weights[W_STYLE_ANIMAL]


@jit
def worth_of_knowledge(state, rules, seat, desk, tile):
    """A knowledge tile: what it would pay now, and what is hoped of it; the twin of one that is there pays nothing."""
    k = tile - KNOWLEDGE_BASE
    if (state.knowledge[seat] >> k) & 1:
        return desk.weights[W_STYLE_KNOWLEDGE]
    worth = desk.weights[W_KNOWLEDGE + k] * desk.room[R_KNOWLEDGE] + desk.weights[W_STYLE_KNOWLEDGE]
    if k == 2:
        worth += np.int64(state.placed[seat, MINE]) * (rules.phases - state.phase) * rules.mine_workers * 0.5
    if k >= 15:
        worth += knowledge_points(state, rules, seat, k)
    return worth


@jit
def on_best_pasture(state, rules, seat, desk, tile):
    """An animal tile in the better pasture, an open one if there is one."""
    worth = 0.0
    estate = state.estate[seat]
    cells = CELLS_OF[estate, ANIMAL] & ~state.occupied[seat]
    reached = cells & state.open[seat]
    if reached == 0:
        reached = cells
    while reached != 0:
        cell = lowest_bit(reached)
        area = AREA_OF[estate, cell]
        empty = count_bits(area & cells)
        worth = max(worth, worth_of_animal(state, rules, seat, desk, tile, PASTURE_OF[estate, cell], empty))
        reached &= ~area
    return worth


@jit
def worth_of_tile(state, rules, seat, desk, tile):
    """What a tile will bring on the best open cell, and that cell's own worth."""
    room = desk.room
    kind = TYPE_OF[tile]
    best = room[R_BEST + kind]
    if kind == BUILDING:
        return room[R_STORED + tile]
    if kind == ANIMAL:
        worth = on_best_pasture(state, rules, seat, desk, tile)
    elif kind == KNOWLEDGE:
        worth = worth_of_knowledge(state, rules, seat, desk, tile)
    else:
        worth = room[R_PLAIN + kind]
        if kind == SHIP:
            worth += best_load(state, rules, seat, desk)
    return worth - desk.weights[W_CLOSED] if best == UNKNOWN else worth + best


@jit
def worth_in_storage(state, rules, seat, desk, tile):
    """Having a tile in storage, if there were dice enough."""
    room = desk.room
    return room[R_HOLD + TYPE_OF[tile]] + room[R_TAKE] * worth_of_tile(state, rules, seat, desk, tile)


@jit
def worst_in_storage(state, rules, seat, desk):
    """The tile of a full storage that would leave for another; nothing while there is room."""
    if state.stored[seat] < rules.storage_limit:
        return 0.0
    worst = 1000.0
    for slot in range(state.stored[seat]):
        worst = min(worst, worth_in_storage(state, rules, seat, desk, np.int64(state.storage[seat, slot])))
    return worst


@jit
def weigh_display(state, rules, seat, desk):
    """Having each tile of the display in storage: those that could be taken or bought now, type by type."""
    usable = (state.listed & NUMBERED) | buyable(state, rules, seat)
    worst = worst_in_storage(state, rules, seat, desk)
    for kind in range(6):
        entries = state.of_type[kind] & usable
        alike = kind == SHIP or kind == CASTLE or kind == MINE
        worth = 0.0
        if alike and entries != 0:
            tile = np.int64(state.display[lowest_bit(entries)])
            worth = worth_in_storage(state, rules, seat, desk, tile) - worst
        while entries != 0:
            entry = lowest_bit(entries)
            entries &= entries - 1
            if not alike:
                worth = worth_in_storage(state, rules, seat, desk, np.int64(state.display[entry])) - worst
            desk.room[R_ENTRY + entry] = worth


@jit
def chance_to_place(state, seat, desk, dice):
    """Roughly how likely a new tile in storage is still placed with so many dice."""
    return dice / (dice + desk.weights[W_SLOW] * (1.0 + state.stored[seat]) + 1e-9)


@jit
def best_fetch(state, rules, seat, desk, building):
    """The best tile that carpenter, church or market could take now."""
    room = desk.room
    if room[R_FETCH + building] == UNKNOWN:
        best = 0.0
        entries = fetchable(state, building)
        while entries != 0:
            best = max(best, room[R_ENTRY + lowest_bit(entries)])
            entries &= entries - 1
        room[R_FETCH + building] = best * chance_to_place(state, seat, desk, room[R_DICE])
    return room[R_FETCH + building]


@jit
def best_other(state, rules, seat, desk, slot):
    """The best tile of storage that a city hall could place besides the one in a slot."""
    best = 0.0
    for other in range(state.stored[seat]):
        tile = np.int64(state.storage[seat, other])
        if other != slot and desk.room[R_BEST + TYPE_OF[tile]] != UNKNOWN:
            best = max(best, worth_of_tile(state, rules, seat, desk, tile))
    return best


@jit
def worth_of_slot(state, rules, seat, desk, slot):
    """Placing a tile of storage, the cell and (for an animal) the pasture apart."""
    w = desk.weights
    room = desk.room
    tile = np.int64(state.storage[seat, slot])
    kind = TYPE_OF[tile]
    worth = room[R_PLACE]
    if w[W_PLACED] != 0.0:
        chance = room[R_DICE] / (room[R_DICE] + w[W_SLOW] * state.stored[seat])
        worth -= w[W_PLACED] * chance * worth_in_storage(state, rules, seat, desk, tile)
    if kind == BUILDING:
        worth += room[R_BUILDING + tile]
        if (BUILDINGS_THAT_FETCH >> tile) & 1:
            worth += w[W_FETCH] * best_fetch(state, rules, seat, desk, tile)
        elif tile == CITY_HALL:
            worth += w[W_CITY_HALL_NEXT] * best_other(state, rules, seat, desk, slot)
    elif kind == KNOWLEDGE:
        worth += worth_of_knowledge(state, rules, seat, desk, tile)
    elif kind != ANIMAL:
        worth += room[R_PLAIN + kind]
        if kind == SHIP:
            worth += best_load(state, rules, seat, desk)
    return worth


@jit
def worth_on_cell(state, rules, seat, desk, tile, cell):
    """What the cell adds to placing a tile there."""
    worth = desk.room[R_CELL + cell]
    if TYPE_OF[tile] == ANIMAL:
        estate = state.estate[seat]
        empty = count_bits(AREA_OF[estate, cell] & ~state.occupied[seat])
        worth += worth_of_animal(state, rules, seat, desk, tile, PASTURE_OF[estate, cell], empty)
    return worth


@jit
def worth_of_start(state, seat, desk, cell):
    """The start castle on a cell."""
    castles = CELLS_OF[state.estate[seat], CASTLE]
    i = count_bits(castles & ((1 << cell) - 1))
    if state.estate[seat] < 2 or i == 3:
        return 0.0
    return desk.weights[W_START + 3 * (state.estate[seat] - 2) + i]
