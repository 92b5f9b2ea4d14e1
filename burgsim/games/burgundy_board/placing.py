"""A tile comes to its cell: what it pays at once, the area, the colour, and the effect that then waits."""

from __future__ import annotations

from burgsim.games.burgundy_board import events as ev
from burgsim.games.burgundy_board.actions import buyable, cells_for, fetchable
from burgsim.games.burgundy_board.components import (
    ANIMAL,
    AREA_OF,
    BANK,
    BOARDING_HOUSE,
    BUILDING,
    CARPENTER,
    CASTLE,
    CHURCH,
    CITY_HALL,
    KNOWLEDGE,
    KNOWLEDGE_BASE,
    MARKET,
    NEIGHBOURS,
    SHIP,
    TYPE_OF,
    WAREHOUSE,
    WATCHTOWER,
)
from burgsim.games.burgundy_board.scoring import (
    earn,
    earn_silver,
    earn_workers,
    score_animals,
    score_area,
    score_colour,
)
from burgsim.games.burgundy_board.state import DEPOT, EXTRA, FETCH, HALL, SALE, SPACE, WATCHTOWERS
from burgsim.games.game import note
from burgsim.games.jit import jit


@jit
def fill_cell(state, seat, tile, cell):
    """A tile lies on a cell: what is occupied and open follows."""
    state.cells[seat, cell] = tile
    state.occupied[seat] |= 1 << cell
    state.open[seat] = (state.open[seat] | NEIGHBOURS[cell]) & ~state.occupied[seat]
    state.placed[seat, TYPE_OF[tile]] += 1


@jit
def can_place(state, seat):
    """Whether a tile in storage could be placed, whatever the number of the cell."""
    for slot in range(state.stored[seat]):
        if cells_for(state, seat, state.storage[seat, slot]) != 0:
            return True
    return False


@jit
def sail(state, rules, seat, log):
    """A ship: a space ahead, on top of those that lie there."""
    state.arrivals += 1
    space = state.track[seat] // SPACE + rules.ship_steps
    state.track[seat] = space * SPACE + state.arrivals
    note(log, ev.TRACK, seat, space, 0, 0, 0)


@jit
def pay_at_once(state, rules, seat, tile, cell, kind, log):
    """What needs no choice."""
    if kind == BUILDING:
        state.blocked[seat, tile] |= AREA_OF[state.estate[seat], cell]
        state.buildings[seat, tile] += 1
        if tile == WATCHTOWER:
            earn(state, seat, WATCHTOWERS, rules.watchtower_points, log)
        elif tile == BOARDING_HOUSE:
            earn_workers(state, seat, rules.boarding_workers, ev.BY_BOARDING, log)
        elif tile == BANK:
            earn_silver(state, seat, rules.bank_silver, ev.BY_BANK, log)
    elif kind == ANIMAL:
        score_animals(state, rules, seat, tile, cell, log)
    elif kind == SHIP:
        sail(state, rules, seat, log)
    elif kind == KNOWLEDGE:
        state.knowledge[seat] |= 1 << (tile - KNOWLEDGE_BASE)


@jit
def wait_for_effect(state, rules, seat, tile, kind):
    """The effect with a choice, if there is something to choose from."""
    buy = rules.buy_inside_effects != 0 and buyable(state, rules, seat) != 0
    if kind == BUILDING:
        if tile == CARPENTER or tile == CHURCH or tile == MARKET:
            if buy or fetchable(state, tile) != 0:
                state.frame = FETCH
                state.fetch = tile
        elif tile == WAREHOUSE:
            if buy or state.held[seat] != 0:
                state.frame = SALE
        elif tile == CITY_HALL and (buy or can_place(state, seat)):
            state.frame = HALL
    elif kind == CASTLE:
        state.frame = EXTRA
    elif kind == SHIP and (buy or state.full_depots != 0):
        state.frame = DEPOT


@jit
def place(state, rules, seat, tile, cell, log):
    """Place a tile that has left storage."""
    kind = TYPE_OF[tile]
    note(log, ev.PLACE, seat, tile, cell, 0, 0)
    fill_cell(state, seat, tile, cell)
    pay_at_once(state, rules, seat, tile, cell, kind, log)
    score_area(state, rules, seat, cell, kind, log)
    score_colour(state, rules, seat, kind, log)
    wait_for_effect(state, rules, seat, tile, kind)
