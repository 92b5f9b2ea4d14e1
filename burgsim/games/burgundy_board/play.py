"""Resolving a decision of the board game, and the chance steps that are due."""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_board import events as ev
from burgsim.games.burgundy_board.actions import (
    A_BASIC,
    A_BUY,
    A_DISCARD,
    A_GOODS,
    A_KEEP,
    A_PLACE,
    A_SKIP,
    A_START,
    DIE,
    FIRST_GOOD,
    PLACE_DIE,
    SLOT,
    TAKE_WORKERS,
    VERB,
    VERB_BITS,
)
from burgsim.games.burgundy_board.components import NUMBER_OF, SHIFTS_FOR, SLOTS, TYPE_OF
from burgsim.games.burgundy_board.deal import place_start_castle
from burgsim.games.burgundy_board.display import leave_storage, make_room, take_tile
from burgsim.games.burgundy_board.goods import go_to_depot, load, load_on, sell
from burgsim.games.burgundy_board.placing import place
from burgsim.games.burgundy_board.scoring import earn_silver, earn_workers
from burgsim.games.burgundy_board.state import NO_DIE, SIG, TURN
from burgsim.games.burgundy_board.turn import end_turn, go_on, next_round, next_start_castle
from burgsim.games.game import note
from burgsim.games.jit import jit

#: No knowledge tile gives a free shift (bit 0 of the mask of tiles is never set).
NO_SHIFT = 0


@jit
def use_die(state, rules, seat, die, number, shifts, log):
    """A die pays for an action: workers shift it to the number, the first step perhaps for nothing (tile `shifts`)."""
    if die == NO_DIE:
        return
    known = state.knowledge[seat]
    value = np.int64(state.dice[seat, die])
    workers = rules.workers_for[(known >> shifts) & 1, (known >> 8) & 1, value, number]
    state.dice_left &= ~(1 << die)
    state.workers[seat] -= workers
    state.workers_used[seat] += workers
    if value != number:
        note(log, ev.SHIFT, seat, value, number, workers, 0)


@jit
def take_workers(state, rules, seat, castle, log):
    """The action of taking workers."""
    known = state.knowledge[seat] if castle == 0 or rules.castle_takes_workers != 0 else 0
    state.worker_actions[seat] += 1
    workers = rules.tile_workers if (known >> 14) & 1 else rules.workers_action
    earn_workers(state, seat, workers, ev.BY_ACTION, log)
    if (known >> 13) & 1:
        earn_silver(state, seat, rules.tile_workers_silver, ev.BY_ACTION, log)


@jit
def do_basic(state, rules, seat, what, log):
    """Take a tile, sell goods or take workers, with a die or without."""
    die = what // DIE
    what &= DIE - 1
    state.frame = TURN
    if what < FIRST_GOOD:
        use_die(state, rules, seat, die, what // SLOTS + 1, 12, log)
        state.takes[seat] += 1
        take_tile(state, rules, seat, what, log)
    elif what < TAKE_WORKERS:
        use_die(state, rules, seat, die, what - FIRST_GOOD + 1, NO_SHIFT, log)
        sell(state, rules, seat, what - FIRST_GOOD, log)
    else:
        if die != NO_DIE:
            state.dice_left &= ~(1 << die)
        take_workers(state, rules, seat, die == NO_DIE, log)


@jit
def do_place(state, rules, seat, what, log):
    """Place a tile of storage, with a die or without."""
    slot = (what // SLOT) & 3
    cell = what & (SLOT - 1)
    kind = TYPE_OF[state.storage[seat, slot]]
    state.frame = TURN
    use_die(state, rules, seat, what // PLACE_DIE, NUMBER_OF[cell], SHIFTS_FOR[kind], log)
    place(state, rules, seat, leave_storage(state, seat, slot), cell, log)


@jit
def buy(state, rules, seat, entry, log):
    """A purchase."""
    state.silver[seat] -= rules.purchase_price
    state.bought += 1
    state.purchases[seat] += 1
    note(log, ev.PURCHASE, seat, rules.purchase_price, 0, 0, 0)
    take_tile(state, rules, seat, entry, log)


@jit
def keep(state, rules, seat, good, log):
    """A ship takes a type of goods, and what then needs no question."""
    state.frame = TURN
    load(state, seat, good, log)
    load_on(state, rules, seat, log)


@jit(SIG.apply)
def apply(state, rules, action, log):
    """Resolve the decision that waits."""
    seat = state.active
    verb = action >> VERB_BITS
    what = np.int64(action & (VERB - 1))
    if verb == A_BASIC:
        do_basic(state, rules, seat, what, log)
    elif verb == A_PLACE:
        do_place(state, rules, seat, what, log)
    elif verb == A_BUY:
        buy(state, rules, seat, what, log)
    elif verb == A_DISCARD:
        make_room(state, seat, what, log)
    elif verb == A_GOODS:
        state.frame = TURN
        go_to_depot(state, rules, seat, what, log)
    elif verb == A_KEEP:
        keep(state, rules, seat, what, log)
    elif verb == A_SKIP:
        note(log, ev.SKIP, seat, state.frame, 0, 0, 0)
        state.frame = TURN
    elif verb == A_START:
        place_start_castle(state, rules, seat, what, log)
        next_start_castle(state, rules, seat + 1)
        return
    else:
        end_turn(state, rules, log)
        return
    go_on(state, rules, log)


@jit(SIG.reveal)
def reveal(state, rules, key, log):
    """The next round: dice, a good, with the first of a phase new tiles; or the end of the game."""
    next_round(state, rules, log)
