"""How an action is encoded, and which ones are legal.

An action is `verb * VERB + what`, and reads in words (words.py) as

    START    cell                     ("start", cell)              where the start castle lies
    BASIC    die * 32 + entry         ("take", pips, depot, tile)  a tile of a numbered depot (0..23) goes to storage
             die * 32 + 24 + good     ("sell", pips, good)         all goods of a type
             die * 32 + 30            ("workers", pips)            the action of taking workers
    PLACE    die * 256 + slot * 64    ("place", pips, tile, cell)  a tile of storage goes to the estate
               + cell
    BUY      entry                    ("buy", depot, tile)         a purchase; depot is 1 to 6 or "black"
    DISCARD  slot of storage          ("discard", tile)            makes room for the tile that is taken or bought
    GOODS    depot                    ("goods", depot)             a ship collects the goods of one depot,
             8 + depot                ("goods", depot, next)       of two neighbours (knowledge tile 5; also 6, 1),
             16                       ("goods", 0)                 or goes to one that is empty
    KEEP     good                     ("keep", good)               this type of goods is taken
    SKIP                              ("skip",)                    an effect is declined
    END                               ("end",)                     the turn ends without a (further) purchase

`die` is 0 or 1, and NO_DIE (2) for what castle, warehouse, carpenter, church, market and city hall give; `pips` is what
the die shows, and left out where there is none. Of two equal dice, of equal tiles in a depot or in storage, and of
depots without goods one is listed. A die is shifted by the fewest workers that suffice: they are no decision.

Decisions: START; TURN (with dice left take, sell, workers, PLACE, BUY; without, if a purchase is possible, BUY, END);
EXTRA (castle: take, sell, workers, PLACE); FETCH (carpenter, church, market: take, SKIP); SALE (warehouse: sell, SKIP);
HALL (city hall: PLACE, SKIP); DEPOT (ship: GOODS); KEEP, while more new types of goods lie where a ship has gone than
there is room for (when it needn't take all, for every type that could be taken, and SKIP ends it); and whenever a tile
comes to a full storage DISCARD. An effect with nothing to choose from isn't asked about, unless a purchase is possible
there (`buy_inside_effects`: then BUY is listed at the effects, too).
"""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import count_bits, list_bits
from burgsim.games.burgundy_board.components import (
    BUILDING,
    CASTLE,
    CELLS_OF,
    CELLS_WITH,
    ENTRIES_AT,
    FETCHES,
    FIRST_BLACK,
    GOODS,
    NO_TILE,
    NUMBERED,
    SHIFTS_FOR,
    TYPE_OF,
)
from burgsim.games.burgundy_board.state import (
    DEPOT,
    EXTRA,
    FETCH,
    HALL,
    KEEP,
    NO_DIE,
    NO_ENTRY,
    SALE,
    SIG,
    START,
    TURN,
)
from burgsim.games.jit import jit

VERB_BITS = 10
VERB = 1 << VERB_BITS
A_START, A_BASIC, A_PLACE, A_BUY, A_DISCARD, A_GOODS, A_KEEP, A_SKIP, A_END = range(1, 10)
#: `what` of a basic action: the die times DIE, and an entry, FIRST_GOOD + good, or TAKE_WORKERS. All that a die can do
#: is one mask, and that of both dice one word.
DIE, FIRST_GOOD, TAKE_WORKERS = 32, FIRST_BLACK, FIRST_BLACK + GOODS
#: `what` of a placement: the die times PLACE_DIE, the slot times SLOT, and the cell.
PLACE_DIE, SLOT = 256, 64
PAIR, EMPTY_DEPOT = 8, 16
ALL = 63
#: In place of a mask of dice: no die, and any number will do.
ANY_NUMBER = 1 << NO_DIE


@jit
def reach_to_take(state, rules, seat, value):
    """Numbers (mask) of the depots in reach of a die for taking a tile."""
    known = state.knowledge[seat]
    return rules.in_reach[(known >> 12) & 1, (known >> 8) & 1, value, min(state.workers[seat], 3)]


@jit
def reach_to_place(state, rules, seat, value, kind):
    """Numbers (mask) of the cells in reach of a die for placing a tile of a type."""
    known = state.knowledge[seat]
    return rules.in_reach[(known >> SHIFTS_FOR[kind]) & 1, (known >> 8) & 1, value, min(state.workers[seat], 3)]


@jit
def reach_to_sell(state, rules, seat, value):
    """Types of goods (mask) in reach of a die."""
    return rules.in_reach[0, (state.knowledge[seat] >> 8) & 1, value, min(state.workers[seat], 3)]


@jit
def cells_for(state, seat, tile):
    """Cells (mask) on which a tile may lie: of its type, empty, beside a tile, and no such building in the city."""
    kind = TYPE_OF[tile]
    cells = CELLS_OF[state.estate[seat], kind] & state.open[seat]
    if kind == BUILDING and (state.knowledge[seat] >> 1) & 1 == 0:
        cells &= ~state.blocked[seat, tile]
    return cells


@jit
def buyable(state, rules, seat):
    """Entries (mask) that may be bought now: the black depot's, with knowledge tile 6 all."""
    if state.silver[seat] < rules.purchase_price or state.bought >= rules.purchases:
        return 0
    return state.listed if (state.knowledge[seat] >> 6) & 1 else state.listed & ~NUMBERED


@jit
def fetchable(state, building):
    """Entries (mask) of the numbered depots that carpenter, church or market may take."""
    entries = 0
    kinds = FETCHES[building]
    for kind in range(6):
        if (kinds >> kind) & 1:
            entries |= state.of_type[kind]
    return entries & state.listed & NUMBERED


@jit
def list_placements(state, rules, seat, desk, n, dice):
    """Every different tile in storage on every cell, with each die of a mask; 4 stands for no die, any number."""
    last = NO_TILE
    for slot in range(state.stored[seat]):
        tile = state.storage[seat, slot]
        cells = cells_for(state, seat, tile) if tile != last else 0
        last = tile
        if cells == 0:
            continue
        code = A_PLACE * VERB + SLOT * slot
        for die in range(NO_DIE):
            if (dice >> die) & 1:
                value = np.int64(state.dice[seat, die])
                reach = reach_to_place(state, rules, seat, value, TYPE_OF[tile])
                n = list_bits(desk, n, cells & CELLS_WITH[reach], code + PLACE_DIE * die)
        if dice == ANY_NUMBER:
            n = list_bits(desk, n, cells, code + PLACE_DIE * NO_DIE)
    return n


@jit
def basic_actions(state, rules, seat, die):
    """What a die can do but placing, as a mask: takes, sales, workers."""
    value = np.int64(state.dice[seat, die])
    entries = state.listed & ENTRIES_AT[reach_to_take(state, rules, seat, value)]
    goods = state.held[seat] & reach_to_sell(state, rules, seat, value)
    return entries | (goods << FIRST_GOOD) | (1 << TAKE_WORKERS)


@jit
def list_turn(state, rules, seat, desk):
    """The dice that are left (equal ones once) and a purchase; without dice a purchase or the end."""
    dice = state.dice_left
    if dice == 3 and state.dice[seat, 0] == state.dice[seat, 1]:
        dice = 1
    actions = 0
    if dice & 1:
        actions = basic_actions(state, rules, seat, 0)
    if dice & 2:
        actions |= basic_actions(state, rules, seat, 1) << DIE
    n = list_bits(desk, 0, actions, A_BASIC * VERB)
    n = list_placements(state, rules, seat, desk, n, dice)
    n = list_bits(desk, n, buyable(state, rules, seat), A_BUY * VERB)
    if dice == 0:
        desk.actions[n] = A_END * VERB
        n += 1
    return n


@jit
def list_extra(state, rules, seat, desk):
    """The basic actions with a die of any value."""
    actions = (state.listed & NUMBERED) | (state.held[seat] << FIRST_GOOD) | (1 << TAKE_WORKERS)
    n = list_bits(desk, 0, actions, A_BASIC * VERB + DIE * NO_DIE)
    return list_placements(state, rules, seat, desk, n, ANY_NUMBER)


@jit
def list_discards(state, seat, desk):
    """Every different tile in storage."""
    last = NO_TILE
    n = 0
    for slot in range(state.stored[seat]):
        tile = state.storage[seat, slot]
        desk.actions[n] = A_DISCARD * VERB + slot
        n += tile != last
        last = tile
    return n


@jit
def list_depots(state, rules, seat, desk):
    """Where a ship may go: depots with goods, two neighbours with knowledge tile 5, or one that is empty."""
    full = state.full_depots
    n = list_bits(desk, 0, full, A_GOODS * VERB)
    if (state.knowledge[seat] >> 5) & 1:
        following = (full >> 1) | ((full & rules.depots_wrap) << 5)
        n = list_bits(desk, n, full & following, A_GOODS * VERB + PAIR)
    desk.actions[n] = A_GOODS * VERB + EMPTY_DEPOT
    return n + ((rules.ship_to_empty != 0 or full == 0) and full != ALL)


@jit
def new_types(state, seat):
    """Goods at the depots that a ship has gone to, of types that aren't in storage (mask)."""
    return state.ship_types & ~state.held[seat]


@jit
def list_kept(state, rules, seat, desk):
    """Which type of goods a ship takes next: a new one, or when it needn't take all any that there is room for."""
    fresh = new_types(state, seat)
    if rules.ship_takes_all != 0:
        return list_bits(desk, 0, fresh, A_KEEP * VERB)
    room = count_bits(state.held[seat]) < rules.goods_types
    n = list_bits(desk, 0, state.ship_types if room else state.ship_types & ~fresh, A_KEEP * VERB)
    desk.actions[n] = A_SKIP * VERB
    return n + 1


@jit(SIG.legal)
def legal(state, rules, desk):
    """List the actions of the decision that waits into desk.actions; returns their number."""
    seat = state.active
    frame = state.frame
    if state.incoming != NO_ENTRY:
        return list_discards(state, seat, desk)
    if frame == TURN:
        return list_turn(state, rules, seat, desk)
    if frame == START:
        return list_bits(desk, 0, CELLS_OF[state.estate[seat], CASTLE], A_START * VERB)
    if frame == EXTRA:
        n = list_extra(state, rules, seat, desk)
    elif frame == DEPOT:
        n = list_depots(state, rules, seat, desk)
    elif frame == KEEP:
        n = list_kept(state, rules, seat, desk)
    else:
        n = 0
        if frame == FETCH:
            n = list_bits(desk, 0, fetchable(state, state.fetch), A_BASIC * VERB + DIE * NO_DIE)
        elif frame == SALE:
            n = list_bits(desk, 0, state.held[seat], A_BASIC * VERB + DIE * NO_DIE + FIRST_GOOD)
        elif frame == HALL:
            n = list_placements(state, rules, seat, desk, 0, ANY_NUMBER)
        desk.actions[n] = A_SKIP * VERB
        n += rules.effects_optional != 0 or n == 0
    if rules.buy_inside_effects != 0:
        n = list_bits(desk, n, buyable(state, rules, seat), A_BUY * VERB)
    return n
