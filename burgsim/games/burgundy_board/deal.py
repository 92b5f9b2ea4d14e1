"""Laying out a game, and hiding what a seat can't see.

Everything that chance decides is laid out at set-up, each thing from a stream of its own and in a place of its own: the
stacks of tiles, the goods, the dice of every round. Nothing that players do moves it, so variants compare on the same
dice and draws.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_board import events as ev
from burgsim.games.burgundy_board.components import CASTLE, CASTLE_TILE, CELLS, ENTRIES, ESTATES, NO_TILE
from burgsim.games.burgundy_board.display import put_in_storage
from burgsim.games.burgundy_board.goods import put_in_store
from burgsim.games.burgundy_board.placing import fill_cell
from burgsim.games.burgundy_board.rules import BLACK, MAX_SEATS, MAX_STORAGE
from burgsim.games.burgundy_board.scoring import earn, score_area
from burgsim.games.burgundy_board.state import NO_ENTRY, SEAT, SIG
from burgsim.games.burgundy_board.turn import CENTRE, chooses_castle, next_start_castle
from burgsim.games.chance import below, shuffle, sort_up, stream_key
from burgsim.games.game import note
from burgsim.games.jit import jit

#: Streams of chance (append only: they are part of what a seed means). The stacks have one each from STACK_STREAM on.
ESTATE_STREAM, GOODS_STREAM, DICE_STREAM, WHITE_STREAM, STACK_STREAM = 1, 2, 3, 4, 10


@jit
def clear_seat(state, seat):
    """A seat without anything."""
    state.estate[seat] = 0
    state.silver[seat] = 0
    state.workers[seat] = 0
    state.knowledge[seat] = 0
    state.occupied[seat] = 0
    state.open[seat] = 0
    state.held[seat] = 0
    state.score[seat] = 0
    state.track[seat] = 0
    state.stored[seat] = 0
    state.species[seat] = 0
    state.order[seat] = 0
    state.start_cell[seat] = -1
    for i in range(MAX_STORAGE):
        state.storage[seat, i] = NO_TILE
    for i in range(CELLS):
        state.cells[seat, i] = NO_TILE
    for i in range(8):
        state.blocked[seat, i] = 0
        state.buildings[seat, i] = 0
    for i in range(6):
        state.goods[seat, i] = 0
        state.sold[seat, i] = 0
        state.placed[seat, i] = 0
    for i in range(2):
        state.dice[seat, i] = 0
        state.bonus_tiles[seat, i] = 0
        for j in range(4):
            state.herd[seat, i, j] = 0
            state.herd_tiles[seat, i, j] = 0
    for i in range(7):
        state.points[seat, i] = 0
    for i in range(5):
        state.areas_in[seat, i] = 0
        state.phase_score[seat, i] = 0
    state.takes[seat] = 0
    state.purchases[seat] = 0
    state.discards[seat] = 0
    state.sales[seat] = 0
    state.worker_actions[seat] = 0
    state.workers_used[seat] = 0
    state.first_rounds[seat] = 0


@jit
def clear(state):
    """A table without anything."""
    state.active = 0
    state.frame = 0
    state.phase = 0
    state.round = -1
    state.dice_left = 0
    state.bought = 0
    state.incoming = NO_ENTRY
    state.fetch = 0
    state.ship_types = 0
    state.ship_depots = 0
    state.alive = 0
    state.listed = 0
    state.full_depots = 0
    state.arrivals = 0
    state.place = 0
    state.cleared = 0
    state.leader = 0
    state.lead_changes = 0
    state.rounds_rolled = 0
    for kind in range(6):
        state.of_type[kind] = 0
        state.depot_types[kind] = 0
        state.bonus_owner[kind, 0] = 0
        state.bonus_owner[kind, 1] = 0
        for good in range(6):
            state.depot_goods[kind, good] = 0
    for entry in range(ENTRIES):
        state.display[entry] = NO_TILE
    for seat in range(MAX_SEATS):
        clear_seat(state, seat)


@jit
def draw_estates(state, rules, key):
    """Estates as the rules say; random ones differ from each other and from those that are given."""
    stream = stream_key(key, ESTATE_STREAM)
    taken = 0
    for seat in range(state.players):
        state.estate[seat] = rules.estates[seat]
        taken |= 1 << rules.estates[seat]
    for seat in range(state.players):
        if rules.estates[seat] == 0:
            left = 0
            for estate in range(1, ESTATES + 1):
                left += ((taken >> estate) & 1) == 0
            pick = below(stream, seat, left)
            for estate in range(1, ESTATES + 1):
                if (taken >> estate) & 1 == 0:
                    if pick == 0:
                        state.estate[seat] = estate
                    pick -= 1
            taken |= 1 << state.estate[seat]


@jit
def roll_dice(state, rules, key, first, players):
    """The dice of the rounds from `first` on."""
    dice = stream_key(key, DICE_STREAM)
    white = stream_key(key, WHITE_STREAM)
    for i in range(first, rules.phases * rules.rounds):
        state.white_ahead[i] = below(white, i, 6)
        for seat in range(players):
            state.dice_ahead[i, seat] = below(dice, MAX_SEATS * i + seat, 36)


@jit
def shuffle_tiles(state, rules, key):
    """Each stack of its own, from its front on; the others of a stack have been seen."""
    for stack in range(BLACK + 1):
        stop = rules.stack_start[stack + 1]
        shuffle(stream_key(key, STACK_STREAM + stack), state.stacks, np.int64(state.stack_front[stack]), stop)


@jit
def goods_of_the_game(state, rules):
    """How many goods aren't dealt to seats at the start: those come from the other end, so that no phase is shifted."""
    return rules.goods_sum - state.players * rules.start_goods


@jit
def equip(state, rules, seat, log):
    """What a seat has at the start."""
    state.silver[seat] = rules.start_silver + rules.seat_silver[seat]
    state.workers[seat] = rules.start_workers[seat]
    state.track[seat] = state.players - 1 - seat
    note(log, ev.START, seat, state.estate[seat], state.silver[seat], state.workers[seat], 0)
    earn(state, seat, SEAT, rules.seat_points[seat], log)
    for i in range(rules.start_goods):
        good = np.int64(state.goods_tiles[rules.goods_sum - 1 - seat * rules.start_goods - i])
        put_in_store(state, seat, good, 1)
        note(log, ev.START_GOOD, seat, good, 0, 0, 0)
    if rules.start_tiles[seat] != 0:
        put_in_storage(state, seat, rules.start_tiles[seat] - 1)
        note(log, ev.START_TILE, seat, rules.start_tiles[seat] - 1, 0, 0, 0)


@jit
def place_start_castle(state, rules, seat, cell, log):
    """The castle that is there from the start: no effect, and no points unless the rules say so."""
    state.start_cell[seat] = cell
    note(log, ev.START_CASTLE, seat, cell, 0, 0, 0)
    fill_cell(state, seat, CASTLE_TILE, cell)
    if rules.start_castle_scores != 0:
        score_area(state, rules, seat, cell, CASTLE, log)


@jit(SIG.deal)
def deal(state, rules, players, key, log):
    """Lay out a new game; the first chance step begins phase A."""
    state.players = players
    clear(state)
    for i in range(rules.stack_start[BLACK + 1]):
        state.stacks[i] = rules.tiles[i]
    for stack in range(BLACK + 1):
        state.stack_front[stack] = rules.stack_start[stack]
    state.stack_front[CASTLE] += players
    for i in range(rules.goods_sum):
        state.goods_tiles[i] = rules.goods_tiles[i]
    draw_estates(state, rules, key)
    shuffle_tiles(state, rules, key)
    shuffle(stream_key(key, GOODS_STREAM), state.goods_tiles, 0, rules.goods_sum)
    roll_dice(state, rules, key, 0, players)
    state.goods_front = 0
    state.arrivals = players - 1
    for seat in range(players):
        equip(state, rules, seat, log)
        if not chooses_castle(state, rules, seat):
            place_start_castle(state, rules, seat, CENTRE, log)
    next_start_castle(state, rules, 0)


@jit(SIG.hide)
def hide(state, rules, seat, key, log):
    """All that no seat has seen, in an order that the key gives: later tiles, goods and dice."""
    for stack in range(BLACK + 1):
        sort_up(state.stacks, np.int64(state.stack_front[stack]), rules.stack_start[stack + 1])
    shuffle_tiles(state, rules, key)
    first = np.int64(state.goods_front)
    stop = goods_of_the_game(state, rules)
    sort_up(state.goods_tiles, first, stop)
    shuffle(stream_key(key, GOODS_STREAM), state.goods_tiles, first, stop)
    roll_dice(state, rules, key, np.int64(state.rounds_rolled), state.players)
