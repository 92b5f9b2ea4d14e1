"""What a card brings that is laid to the estate: its effect, and the reward of the round for a complete set."""

from __future__ import annotations

from burgsim.games.burgundy_cards import events as ev
from burgsim.games.burgundy_cards.components import (
    BANK,
    BOARDING_HOUSE,
    CARPENTER,
    CASTLE,
    CITY_HALL,
    CLOISTER,
    KIND_OF,
    KNOWLEDGE,
    MARKET,
    MINE,
    PASTURE,
    SHIP,
    WAREHOUSE,
    WATCHTOWER,
)
from burgsim.games.burgundy_cards.estate import add_points, build
from burgsim.games.burgundy_cards.state import (
    ACT,
    BOARDING,
    CARDS,
    CITY_HALL_PLACE,
    EFFECT,
    ORDER,
    PICK,
    REWARD,
    TAKE_ANIMALS,
    TAKE_GOODS,
    WAREHOUSE_SALE,
)
from burgsim.games.game import note
from burgsim.games.jit import jit


@jit
def push(state, frame, a, b):
    """Put a frame on top of what is pending."""
    top = state.depth
    state.frame[top] = frame
    state.frame_a[top] = a
    state.frame_b[top] = b
    state.depth = top + 1


@jit
def change_workers(state, seat, change, cause, log):
    """Give or take workers."""
    if change != 0:
        state.workers[seat] += change
        note(log, ev.WORKERS, seat, change, cause, 0, 0)


@jit
def change_silver(state, seat, change, cause, log):
    """Give or take silver."""
    if change != 0:
        state.silver[seat] += change
        note(log, ev.SILVER, seat, change, cause, 0, 0)


@jit
def lay(state, rules, seat, code, where, log):
    """Lay a card; what follows is its effect and, if it completes a set, the reward of the round."""
    complete = build(state, rules, seat, code, where, log)
    kind = KIND_OF[code]
    effect = kind != CLOISTER
    if complete and rules.reward_options[state.round] > 0:
        if effect and rules.set_reward_order == 2:
            push(state, ORDER, kind, 0)
        elif effect and rules.set_reward_order == 1:
            push(state, REWARD, 0, 0)
            push(state, EFFECT, kind, 0)
        else:
            if effect:
                push(state, EFFECT, kind, 0)
            push(state, REWARD, 0, 0)
    elif effect:
        push(state, EFFECT, kind, 0)


@jit
def take_effect(state, rules, seat, kind, log):
    """The effect of a card just built; one that needs a decision becomes a frame."""
    if kind >= 6:
        note(log, ev.EFFECT, seat, kind, 0, 0, 0)
    if kind == CASTLE:
        push(state, ACT, 0, 1)
    elif kind == MINE:
        change_silver(state, seat, rules.mine_silver, ev.C_MINE, log)
    elif kind == KNOWLEDGE:
        change_workers(state, seat, rules.knowledge_workers, ev.C_KNOWLEDGE, log)
    elif kind == SHIP:
        if rules.ship_goods > 0:
            push(state, TAKE_GOODS, rules.ship_goods, 1)
    elif kind == PASTURE:
        if rules.pasture_animals > 0:
            push(state, TAKE_ANIMALS, rules.pasture_animals, 1)
    elif kind <= MARKET:
        push(state, PICK, kind - CARPENTER, 0)
    elif kind == WATCHTOWER:
        add_points(state, rules, seat, CARDS, rules.watchtower_points, ev.C_WATCHTOWER, log)
    elif kind == BANK:
        change_silver(state, seat, rules.bank_silver, ev.C_BANK, log)
    elif kind == BOARDING_HOUSE:
        if rules.boarding_cards > 0:
            push(state, BOARDING, rules.boarding_cards, 0)
    elif kind == WAREHOUSE:
        push(state, WAREHOUSE_SALE, 0, 0)
    elif kind == CITY_HALL:
        push(state, CITY_HALL_PLACE, 0, 0)


@jit
def take_reward(state, rules, seat, option, log):
    """One option of the round card: goods first, then animals, one card at a time."""
    note(log, ev.REWARD, seat, option, 0, 0, 0)
    reward = rules.reward[state.round, option]
    add_points(state, rules, seat, CARDS, reward[0], ev.C_REWARD, log)
    change_silver(state, seat, reward[3], ev.C_REWARD, log)
    change_workers(state, seat, reward[4], ev.C_REWARD, log)
    if reward[2] > 0:
        push(state, TAKE_ANIMALS, reward[2], 0)
    if reward[1] > 0:
        push(state, TAKE_GOODS, reward[1], 0)
