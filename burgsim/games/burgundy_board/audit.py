"""What must hold after every decision of the board game (checked mode)."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits
from burgsim.games.burgundy_board.components import (
    ANIMAL,
    ANIMALS_OF,
    AREA_OF,
    BUILDING,
    CELL_TYPE,
    CELLS,
    CELLS_OF,
    ENTRIES,
    GOODS,
    KNOWLEDGE,
    KNOWLEDGE_BASE,
    NEIGHBOURS,
    NO_TILE,
    PASTURE_OF,
    SPECIES_OF,
    TYPE_OF,
)
from burgsim.games.burgundy_board.deal import goods_of_the_game
from burgsim.games.burgundy_board.display import depot_of
from burgsim.games.burgundy_board.rules import BLACK, MAX_STORAGE
from burgsim.games.burgundy_board.state import NO_ENTRY, SIG
from burgsim.games.jit import jit

#: What is broken, by code; 0 is nothing.
AUDIT_WORDS = (
    "",
    "goods are not conserved",
    "the display doesn't match its masks",
    "a tile lies on a cell of another type",
    "the masks of an estate don't match its tiles",
    "a city has two buildings of one kind",
    "herds or counts don't match the tiles",
    "storage isn't sorted or too full",
    "points don't add up",
    "a count is negative",
    "bonus tiles don't match the estates",
    "tiles are not conserved",
)


@jit
def check_goods(state, rules):
    """Every good is somewhere, once."""
    for good in range(GOODS):
        there = 0
        for seat in range(state.players):
            there += np.int64(state.goods[seat, good]) + np.int64(state.sold[seat, good])
            if (state.held[seat] >> good) & 1 != (state.goods[seat, good] > 0):
                return 1
        for depot in range(6):
            there += np.int64(state.depot_goods[depot, good])
            if (state.depot_types[depot] >> good) & 1 != (state.depot_goods[depot, good] > 0):
                return 1
        wanted = 0
        dealt = goods_of_the_game(state, rules)
        shown = state.goods_front - rules.rounds + state.round + 1 if state.rounds_rolled > 0 else state.goods_front
        for i in range(rules.goods_sum):
            wanted += (i < shown or i >= dealt) and state.goods_tiles[i] == good
        if there != wanted:
            return 1
    for depot in range(6):
        if (state.full_depots >> depot) & 1 != (state.depot_types[depot] != 0):
            return 1
    for seat in range(state.players):
        if count_bits(state.held[seat]) > rules.goods_types:
            return 1
    return 0


@jit
def check_display(state):
    """Masks of the display follow from its tiles."""
    alive = 0
    for entry in range(ENTRIES):
        tile = state.display[entry]
        if tile != NO_TILE:
            alive |= 1 << entry
            same = 0
            for other in range(ENTRIES):
                same += (
                    depot_of(other) == depot_of(entry) and state.display[other] == tile and (state.listed >> other) & 1
                )
            if same != 1 or (state.of_type[TYPE_OF[tile]] >> entry) & 1 == 0:
                return 2
    kinds = 0
    for kind in range(6):
        kinds += count_bits(state.of_type[kind])
    if alive != state.alive or kinds != count_bits(alive) or state.listed & ~alive != 0:
        return 2
    if state.incoming != NO_ENTRY and (alive >> state.incoming) & 1 == 0:
        return 2
    return 0


@jit
def check_estate(state, seat):
    """An estate's masks, herds and counts follow from its tiles."""
    estate = state.estate[seat]
    occupied = 0
    beside = 0
    known = 0
    twice = False
    for cell in range(CELLS):
        tile = np.int64(state.cells[seat, cell])
        if tile == NO_TILE:
            continue
        kind = TYPE_OF[tile]
        occupied |= 1 << cell
        beside |= NEIGHBOURS[cell]
        if kind != CELL_TYPE[estate, cell]:
            return 3
        if kind == KNOWLEDGE:
            known |= 1 << (tile - KNOWLEDGE_BASE)
        animals = 0
        for other in range(CELLS):
            its = np.int64(state.cells[seat, other])
            if its != NO_TILE and (AREA_OF[estate, cell] >> other) & 1:
                twice |= kind == BUILDING and its == tile and other != cell
                if kind == ANIMAL and SPECIES_OF[its] == SPECIES_OF[tile]:
                    animals += ANIMALS_OF[its]
        if kind == ANIMAL and animals != state.herd[seat, PASTURE_OF[estate, cell], SPECIES_OF[tile]]:
            return 6
    if twice and (known >> 1) & 1 == 0:
        return 5
    if occupied != state.occupied[seat] or beside & ~occupied != state.open[seat] or known != state.knowledge[seat]:
        return 4
    for kind in range(6):
        if count_bits(occupied & CELLS_OF[estate, kind]) != state.placed[seat, kind]:
            return 6
    return 0


@jit
def check_seat(state, seat):
    """Storage, points and stores of a seat."""
    for i in range(MAX_STORAGE):
        tile = state.storage[seat, i]
        if (tile == NO_TILE) != (i >= state.stored[seat]) or (i > 0 and tile < state.storage[seat, i - 1]):
            return 7
    points = 0
    for i in range(7):
        points += state.points[seat, i]
    if points != state.score[seat]:
        return 8
    if state.workers[seat] < 0 or state.silver[seat] < 0:
        return 9
    bonuses = 0
    for kind in range(6):
        full = CELLS_OF[state.estate[seat], kind] & ~state.occupied[seat] == 0
        owned = (state.bonus_owner[kind, 0] == seat + 1) + (state.bonus_owner[kind, 1] == seat + 1)
        bonuses += owned
        if owned > full or (full and state.bonus_owner[kind, 0] == 0):
            return 10
    if bonuses != state.bonus_tiles[seat, 0] + state.bonus_tiles[seat, 1]:
        return 10
    return 0


@jit
def count_tiles(state):
    """Tiles on the display, in storage and in the estates."""
    there = count_bits(state.alive)
    for seat in range(state.players):
        there += state.stored[seat] + count_bits(state.occupied[seat]) + state.discards[seat]
    return there


@jit(SIG.audit)
def audit(state, rules):
    """The number of the first broken invariant in AUDIT_WORDS, 0 when all hold."""
    broken = check_goods(state, rules)
    if broken != 0:
        return broken
    broken = check_display(state)
    if broken != 0:
        return broken
    for seat in range(state.players):
        broken = check_estate(state, seat)
        if broken != 0:
            return broken
        broken = check_seat(state, seat)
        if broken != 0:
            return broken
    # what the stacks have lost is on the display, with the players, or has left the game
    drawn = 0
    for stack in range(BLACK + 1):
        drawn += state.stack_front[stack] - rules.stack_start[stack]
    for seat in range(state.players):
        drawn += rules.start_tiles[seat] != 0
        if state.start_cell[seat] < 0:
            drawn -= 1
    if count_tiles(state) + state.cleared != drawn:
        return 11
    return 0
