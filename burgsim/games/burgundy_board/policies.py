"""The players who know the board game: random, and those that score every action as worth.py weighs things."""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_board.actions import (
    A_BASIC,
    A_BUY,
    A_DISCARD,
    A_GOODS,
    A_KEEP,
    A_PLACE,
    A_START,
    DIE,
    EMPTY_DEPOT,
    FIRST_GOOD,
    PAIR,
    PLACE_DIE,
    SLOT,
    TAKE_WORKERS,
    VERB,
    VERB_BITS,
    legal,
)
from burgsim.games.burgundy_board.components import DEPOTS, NUMBER_OF, SHIFTS_FOR, SLOTS, TYPE_OF
from burgsim.games.burgundy_board.play import apply
from burgsim.games.burgundy_board.state import DEPOT, KEEP, MAX_PLANS, NO_DIE, SALE, SIG, START
from burgsim.games.burgundy_board.worth import (
    R_DICE,
    R_ENTRY,
    R_LATE,
    R_SILVER,
    R_WORKER,
    W_BUY,
    W_BUY_LATE,
    W_STYLE_PLANS,
    W_WORKERS_ACTION,
    WEIGHTS,
    chance_to_place,
    weigh_basics,
    weigh_cells,
    weigh_display,
    worth_in_storage,
    worth_of_sale,
    worth_of_slot,
    worth_of_start,
    worth_of_types,
    worth_on_cell,
)
from burgsim.games.chance import draw_below
from burgsim.games.game import Policy, styled
from burgsim.games.jit import copy_state, jit

ID = "burgundy-board"
#: The score of an action that isn't a candidate (any more).
TAKEN = -10_000.0


@jit(SIG.policy)
def random(state, rules, seat, n, desk):
    """Uniform over the listed actions."""
    return draw_below(desk, n)


@jit
def price_of_die(state, rules, seat, desk, die, number, shifts):
    """What the workers are worth that a die takes to show a number."""
    if die == NO_DIE:
        return 0.0
    known = state.knowledge[seat]
    value = np.int64(state.dice[seat, die])
    return rules.workers_for[(known >> shifts) & 1, (known >> 8) & 1, value, number] * desk.room[R_WORKER]


@jit
def worth_of_workers(state, rules, seat, desk, die):
    """The action of taking workers, with a die or as a castle's action."""
    known = state.knowledge[seat] if die != NO_DIE or rules.castle_takes_workers != 0 else 0
    workers = rules.tile_workers if (known >> 14) & 1 else rules.workers_action
    worth = workers * desk.room[R_WORKER] + desk.weights[W_WORKERS_ACTION]
    return worth + ((known >> 13) & 1) * rules.tile_workers_silver * desk.room[R_SILVER]


@jit
def worth_of_depots(state, rules, seat, desk, what):
    """What a ship finds at a depot or two."""
    if what == EMPTY_DEPOT:
        return 0.0
    depot = what & (PAIR - 1)
    depots = 1 << depot
    types = state.depot_types[depot]
    if what >= PAIR:
        other = depot + 1 if depot + 1 < DEPOTS else 0
        depots |= 1 << other
        types |= state.depot_types[other]
    return worth_of_types(state, rules, seat, desk, types, depots)


@jit
def worth_of_purchase(state, rules, desk, entry, chance):
    """A purchase: it takes no die."""
    w = desk.weights
    price = rules.purchase_price * desk.room[R_SILVER]
    return desk.room[R_ENTRY + entry] * chance + w[W_BUY] + w[W_BUY_LATE] * desk.room[R_LATE] - price


@jit
def choose(state, rules, seat, n, desk):
    """The action that is worth most; scores tell what all are worth. A purchase that is worth its price comes first."""
    room = desk.room
    frame = state.frame
    weigh_basics(state, rules, seat, desk)
    if frame != DEPOT and frame != KEEP and frame != SALE and frame != START:
        weigh_cells(state, rules, seat, desk)
        weigh_display(state, rules, seat, desk)
    dice = room[R_DICE]
    later = chance_to_place(state, seat, desk, dice - 1.0 if state.dice_left != 0 else dice)
    now = chance_to_place(state, seat, desk, dice)
    best = 0
    purchase = -1
    last = -1
    of_slot = 0.0
    tile = 0
    for i in range(n):
        action = np.int64(desk.actions[i])
        verb = action >> VERB_BITS
        what = action & (VERB - 1)
        worth = 0.0
        if verb == A_BASIC:
            die = what // DIE
            what &= DIE - 1
            if what < FIRST_GOOD:
                worth = room[R_ENTRY + what] * (now if die == NO_DIE else later)
                worth -= price_of_die(state, rules, seat, desk, die, what // SLOTS + 1, 12)
            elif what < TAKE_WORKERS:
                good = what - FIRST_GOOD
                worth = worth_of_sale(state, rules, seat, desk, good)
                worth -= price_of_die(state, rules, seat, desk, die, good + 1, 0)
            else:
                worth = worth_of_workers(state, rules, seat, desk, die)
        elif verb == A_PLACE:
            slot = (what // SLOT) & 3
            cell = what & (SLOT - 1)
            if slot != last:
                tile = np.int64(state.storage[seat, slot])
                of_slot = worth_of_slot(state, rules, seat, desk, slot)
                last = slot
            worth = of_slot + worth_on_cell(state, rules, seat, desk, tile, cell)
            worth -= price_of_die(
                state, rules, seat, desk, what // PLACE_DIE, NUMBER_OF[cell], SHIFTS_FOR[TYPE_OF[tile]]
            )
        elif verb == A_BUY:
            worth = worth_of_purchase(state, rules, desk, what, now)
            if worth > 0.0 and (purchase < 0 or worth > desk.scores[purchase]):
                purchase = i
        elif verb == A_DISCARD:
            worth = -worth_in_storage(state, rules, seat, desk, np.int64(state.storage[seat, what])) * now
        elif verb == A_GOODS:
            worth = worth_of_depots(state, rules, seat, desk, what)
        elif verb == A_KEEP:
            worth = worth_of_types(state, rules, seat, desk, 1 << what, state.ship_depots)
        elif verb == A_START:
            worth = worth_of_start(state, seat, desk, what)
        desk.scores[i] = worth
        if worth > desk.scores[best]:
            best = i
    return best if purchase < 0 else purchase


@jit(SIG.policy)
def weigh(state, rules, seat, n, desk):
    """The action that is worth most."""
    best = choose(state, rules, seat, n, desk)
    desk.scored = 1
    return best


@jit
def finish_turn(state, rules, seat, desk, action):
    """Make an action on the scratch state and play the turn to its end; what all that is worth but the action."""
    scratch = desk.scratch[0]
    copy_state(scratch, state)
    apply(scratch, rules, action, desk.log)
    worth = 0.0
    while scratch.actor == seat and scratch.place == state.place and scratch.rounds_rolled == state.rounds_rolled:
        n = legal(scratch, rules, desk)
        pick = choose(scratch, rules, seat, n, desk)
        worth += desk.scores[pick]
        apply(scratch, rules, np.int64(desk.actions[pick]), desk.log)
    return worth


@jit
def note_favourites(desk, n, pick, plans):
    """The actions with the best scores, `pick` first, each with its place in the list: place + 2^16 * action."""
    for c in range(plans):
        best = pick
        if c > 0:
            best = 0
            for i in range(1, n):
                if desk.scores[i] > desk.scores[best]:
                    best = i
        desk.plans[c] = best + (np.int64(desk.actions[best]) << 16)
        desk.plan_worth[c] = desk.scores[best]
        desk.scores[best] = TAKEN


@jit(SIG.policy)
def plan(state, rules, seat, n, desk):
    """The best of the few most promising actions, each played on to the end of the turn.

    Nothing hidden comes up on the way: tiles aren't replaced, and dice lie open. Once a die is used half as many
    actions are tried.
    """
    pick = choose(state, rules, seat, n, desk)
    plans = min(MAX_PLANS, np.int64(desk.weights[W_STYLE_PLANS]))
    if state.dice_left != (1 << rules.dice) - 1:
        plans = (plans + 1) // 2
    plans = min(n, plans)
    if plans > 1 and state.frame != START:
        note_favourites(desk, n, pick, plans)
        best = 0
        for c in range(plans):
            desk.plan_worth[c] += finish_turn(state, rules, seat, desk, desk.plans[c] >> 16)
            if desk.plan_worth[c] > desk.plan_worth[best]:
                best = c
        pick = desk.plans[best] & 0xFFFF
        legal(state, rules, desk)
        for i in range(n):
            desk.scores[i] = TAKEN
        for c in range(plans):
            desk.scores[desk.plans[c] & 0xFFFF] = desk.plan_worth[c]
    desk.scored = 1
    return pick


POLICIES = {
    "random": Policy(ID, "random", random, "Uniform over the listed actions."),
    "greedy": Policy(ID, "greedy", weigh, "Weighs every action by worths that are set, not tuned.", styled(WEIGHTS)),
    "balanced": Policy(ID, "balanced", weigh, "Weighs everything by what it is worth.", styled(WEIGHTS)),
    "shipper": Policy(
        ID, "shipper", weigh, "Goes for ships and the goods they bring.", styled(WEIGHTS, style_ship=11.5)
    ),
    "herder": Policy(ID, "herder", weigh, "Goes for animals.", styled(WEIGHTS, style_animal=12.0)),
    "builder": Policy(ID, "builder", weigh, "Goes for buildings.", styled(WEIGHTS, style_building=11.5)),
    "knowledge-seeker": Policy(
        ID, "knowledge-seeker", weigh, "Goes for knowledge tiles.", styled(WEIGHTS, style_knowledge=14.0)
    ),
    "planner": Policy(
        ID, "planner", plan, "Plays its most promising actions on to the end of its turn.",
        styled(WEIGHTS, placed=0.5),
    ),
}  # fmt: skip
