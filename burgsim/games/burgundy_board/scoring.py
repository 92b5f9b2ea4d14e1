"""Points: what is scored during the game, and what comes at the end."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits
from burgsim.games.burgundy_board import events as ev
from burgsim.games.burgundy_board.components import (
    ANIMALS_OF,
    AREA_OF,
    CELLS_OF,
    GOODS,
    PASTURE_OF,
    SPECIES_OF,
)
from burgsim.games.burgundy_board.state import ANIMALS, AREAS, BONUS, PHASES
from burgsim.games.game import note
from burgsim.games.jit import jit


@jit
def earn(state, seat, category, points, log):
    """Points of a category."""
    state.points[seat, category] += points
    state.score[seat] += points
    if points != 0:
        note(log, ev.POINTS, seat, points, category, 0, 0)


@jit
def earn_silver(state, seat, silver, cause, log):
    """Silver, and why."""
    state.silver[seat] += silver
    if silver != 0:
        note(log, ev.SILVER, seat, silver, cause, 0, 0)


@jit
def earn_workers(state, seat, workers, cause, log):
    """Workers, and why."""
    state.workers[seat] += workers
    if workers != 0:
        note(log, ev.WORKERS, seat, workers, cause, 0, 0)


@jit
def score_animals(state, rules, seat, tile, cell, log):
    """An animal tile joins a pasture: its kind scores there once more."""
    pasture = PASTURE_OF[state.estate[seat], cell]
    species = SPECIES_OF[tile]
    state.herd[seat, pasture, species] += ANIMALS_OF[tile]
    state.herd_tiles[seat, pasture, species] += 1
    state.species[seat] |= 1 << species
    points = np.int64(state.herd[seat, pasture, species]) * rules.animal_points
    if (state.knowledge[seat] >> 7) & 1:
        points += np.int64(state.herd_tiles[seat, pasture, species]) * rules.animal_tile_points
    earn(state, seat, ANIMALS, points, log)


@jit
def score_area(state, rules, seat, cell, kind, log):
    """A complete area scores by size and by phase."""
    area = AREA_OF[state.estate[seat], cell]
    if area & ~state.occupied[seat] == 0:
        size = count_bits(area)
        state.areas_in[seat, state.phase] += 1
        note(log, ev.AREA, seat, kind, size, rules.area_points[size] + rules.phase_points[state.phase], 0)
        earn(state, seat, AREAS, rules.area_points[size], log)
        earn(state, seat, PHASES, rules.phase_points[state.phase], log)


@jit
def score_colour(state, rules, seat, kind, log):
    """Who fills all cells of a colour first gets its large bonus tile, who is second the small one."""
    if CELLS_OF[state.estate[seat], kind] & ~state.occupied[seat] == 0 and state.bonus_owner[kind, 1] == 0:
        size = 0 if state.bonus_owner[kind, 0] == 0 else 1
        points = rules.bonus_large if size == 0 else rules.bonus_small
        state.bonus_owner[kind, size] = seat + 1
        state.bonus_tiles[seat, size] += 1
        note(log, ev.BONUS, seat, kind, size, points, 0)
        earn(state, seat, BONUS, points, log)


@jit
def goods_left(state, seat):
    """Goods in store."""
    tiles = 0
    for good in range(GOODS):
        tiles += state.goods[seat, good]
    return tiles


@jit
def goods_sold(state, seat):
    """Goods sold."""
    tiles = 0
    for good in range(GOODS):
        tiles += state.sold[seat, good]
    return tiles


@jit
def types_sold(state, seat):
    """Types of which goods were sold."""
    types = 0
    for good in range(GOODS):
        types += state.sold[seat, good] > 0
    return types


@jit
def knowledge_points(state, rules, seat, number):
    """What a knowledge tile from 15 to 26 would pay if the game ended now."""
    if number == 15:
        return rules.points_sold_type * types_sold(state, seat)
    if number <= 23:
        return rules.points_building * np.int64(state.buildings[seat, number - 16])
    if number == 24:
        return rules.points_animal_kind * count_bits(state.species[seat])
    if number == 25:
        return rules.points_sold_good * goods_sold(state, seat)
    return rules.points_bonus_tile * np.int64(state.bonus_tiles[seat, 0] + state.bonus_tiles[seat, 1])


@jit
def all_knowledge_points(state, rules, seat):
    """What the knowledge tiles in an estate would pay if the game ended now."""
    points = 0
    for number in range(15, 27):
        if (state.knowledge[seat] >> number) & 1:
            points += knowledge_points(state, rules, seat, number)
    return points


@jit
def final_score(state, rules, seat):
    """The score if the game ended now."""
    points = state.score[seat] + all_knowledge_points(state, rules, seat)
    points += goods_left(state, seat) * rules.end_good_points + state.silver[seat] * rules.end_silver_points
    return points + state.workers[seat] // rules.workers_per_point
