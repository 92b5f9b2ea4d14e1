"""Goods: where they lie, what a ship collects, and sales."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits, lowest_bit
from burgsim.games.burgundy_board import events as ev
from burgsim.games.burgundy_board.actions import EMPTY_DEPOT, PAIR, new_types
from burgsim.games.burgundy_board.components import DEPOTS
from burgsim.games.burgundy_board.scoring import earn, earn_silver, earn_workers
from burgsim.games.burgundy_board.state import KEEP, SALES
from burgsim.games.game import note
from burgsim.games.jit import jit


@jit
def put_at_depot(state, depot, good):
    """A good comes to a depot."""
    state.depot_goods[depot, good] += 1
    state.depot_types[depot] |= 1 << good
    state.full_depots |= 1 << depot


@jit
def put_in_store(state, seat, good, tiles):
    """Goods of a type come into a store."""
    state.goods[seat, good] += tiles
    state.held[seat] |= 1 << good


@jit
def load(state, seat, good, log):
    """A ship takes all goods of a type from the depots that it has gone to."""
    depots = state.ship_depots
    while depots != 0:
        depot = lowest_bit(depots)
        depots &= depots - 1
        tiles = np.int64(state.depot_goods[depot, good])
        if tiles > 0:
            put_in_store(state, seat, good, tiles)
            state.depot_goods[depot, good] = 0
            state.depot_types[depot] &= ~(1 << good)
            if state.depot_types[depot] == 0:
                state.full_depots &= ~(1 << depot)
            note(log, ev.LOAD, seat, depot, good, tiles, 0)
    state.ship_types &= ~(1 << good)


@jit
def load_all(state, seat, types, log):
    """Every type of a mask."""
    while types != 0:
        load(state, seat, lowest_bit(types), log)
        types &= types - 1


@jit
def load_on(state, rules, seat, log):
    """What a ship takes without a question; sets KEEP when there is one."""
    if rules.ship_takes_all != 0:
        load_all(state, seat, state.ship_types & state.held[seat], log)
        fresh = new_types(state, seat)
        room = rules.goods_types - count_bits(state.held[seat])
        if count_bits(fresh) <= room:
            load_all(state, seat, fresh, log)
        elif room > 0:
            state.frame = KEEP
    elif state.ship_types & state.held[seat] != 0 or (
        state.ship_types != 0 and count_bits(state.held[seat]) < rules.goods_types
    ):
        state.frame = KEEP


@jit
def go_to_depot(state, rules, seat, what, log):
    """A ship goes to a depot, to two neighbours, or to an empty one."""
    if what == EMPTY_DEPOT:
        return
    depot = what & (PAIR - 1)
    state.ship_depots = 1 << depot
    state.ship_types = state.depot_types[depot]
    if what >= PAIR:
        following = depot + 1 if depot + 1 < DEPOTS else 0
        state.ship_depots |= 1 << following
        state.ship_types |= state.depot_types[following]
    load_on(state, rules, seat, log)


@jit
def sell(state, rules, seat, good, log):
    """All goods of a type are sold."""
    tiles = np.int64(state.goods[seat, good])
    known = state.knowledge[seat]
    state.goods[seat, good] = 0
    state.held[seat] &= ~(1 << good)
    state.sold[seat, good] += tiles
    state.sales[seat] += 1
    note(log, ev.SELL, seat, good, tiles, 0, 0)
    earn(state, seat, SALES, tiles * rules.sale_points, log)
    silver = rules.tile_sale_silver if (known >> 3) & 1 else rules.sale_silver
    earn_silver(state, seat, silver, ev.BY_SALE, log)
    if (known >> 4) & 1:
        earn_workers(state, seat, rules.tile_sale_workers, ev.BY_SALE, log)
