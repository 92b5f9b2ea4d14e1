"""Resolving a decision in the card game, and the chance steps that are due.

`apply` pops the decision that was taken from the stack of frames (state.py) and pushes what follows from it.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_cards import events as ev
from burgsim.games.burgundy_cards.actions import (
    A_ANIMAL,
    A_BUY,
    A_CONVERT,
    A_GIVE_UP,
    A_GOOD,
    A_KEEP,
    A_LAY,
    A_ORDER,
    A_PAY,
    A_PLACE,
    A_PLAY,
    A_REWARD,
    A_SELL,
    A_SILVER,
    A_TAKE,
    A_USE,
    A_WORKERS,
    NEW,
    SURPLUS,
    VERB,
)
from burgsim.games.burgundy_cards.cards import discard_card, draw_hands, draw_purchase, new_round, turn_up
from burgsim.games.burgundy_cards.components import CLOISTER, NO_CARD, PIP_OF, TYPE_OF
from burgsim.games.burgundy_cards.effects import change_silver, change_workers, lay, push, take_reward
from burgsim.games.burgundy_cards.estate import add_points
from burgsim.games.burgundy_cards.state import (
    ACT,
    ANIMALS,
    BOARDING,
    CARDS,
    DISCARD,
    DUE_HANDS,
    DUE_PILES,
    DUE_PURCHASE,
    DUE_ROUND,
    EFFECT,
    GOODS,
    LAY,
    PAY,
    REWARD,
    SIG,
)
from burgsim.games.burgundy_cards.turn import move_start_card, settle
from burgsim.games.game import CHANCE, note
from burgsim.games.jit import jit


@jit
def add_project(state, seat, code):
    """A card to the projects, which lie sorted."""
    i = state.projects_n[seat]
    state.projects_n[seat] = i + 1
    while i > 0 and state.projects[seat, i - 1] > code:
        state.projects[seat, i] = state.projects[seat, i - 1]
        i -= 1
    state.projects[seat, i] = code


@jit
def remove_project(state, seat, slot):
    """Take a project away; returns its code."""
    code = np.int64(state.projects[seat, slot])
    n = state.projects_n[seat] - 1
    state.projects_n[seat] = n
    for i in range(slot, n):
        state.projects[seat, i] = state.projects[seat, i + 1]
    return code


@jit
def take_display(state, seat, slot, log):
    """A card from the display to the projects."""
    code = np.int64(state.display[slot])
    state.display_count[slot] -= 1
    if state.display_count[slot] == 0:
        state.display_alive &= ~(1 << slot)
    note(log, ev.TAKE, seat, state.display_row[slot], code, 0, 0)
    add_project(state, seat, code)


@jit
def keep_drawn(state, seat, slot, log):
    """One of the bought cards becomes a project, the others are discarded."""
    for i in range(state.drawn_n):
        code = np.int64(state.drawn[i])
        if i == slot:
            note(log, ev.KEEP, seat, code, 0, 0, 0)
            add_project(state, seat, code)
        else:
            note(log, ev.REJECT, seat, code, 0, 0, 0)
            discard_card(state, code)
    state.drawn_n = 0


@jit
def sell(state, rules, seat, good, log):
    """Sell all goods of a kind: points, silver, and the start-player card."""
    count = state.goods[seat, good]
    state.goods[seat, good] = 0
    state.sold[seat, good] += count
    state.sales[seat] += 1
    note(log, ev.SOLD, seat, good, count, 0, 0)
    add_points(state, rules, seat, GOODS, count * rules.good_points[good], ev.C_SALE, log)
    change_silver(state, seat, count * rules.silver_per_good, ev.C_SALE, log)
    if state.start_card >= 0:
        state.sale = 1
        move_start_card(state, rules, seat, ev.C_SALE, log)


@jit
def gain_good(state, seat, pile, cause, log):
    """The top of a goods pile; the next one is turned up by `reveal`."""
    good = np.int64(state.pile_top[0, pile])
    state.pile_top[0, pile] = NO_CARD
    state.pile_stop[0, pile] -= 1
    state.goods[seat, good] += 1
    state.due |= DUE_PILES
    note(log, ev.GOOD, seat, good, pile, cause, 0)


@jit
def gain_animal(state, rules, seat, pile, cause, log):
    """The top of an animal pile. Its points: it joins the first group that has no such animal."""
    animal = np.int64(state.pile_top[1, pile])
    state.pile_top[1, pile] = NO_CARD
    state.pile_stop[1, pile] -= 1
    count = state.animals[seat, animal] + 1
    state.animals[seat, animal] = count
    state.due |= DUE_PILES
    note(log, ev.ANIMAL, seat, animal, pile, cause, 0)
    others = 0
    for other in range(4):
        others += (other != animal) & (state.animals[seat, other] >= count)
    gain = rules.animal_points[others]
    if others > 0:
        gain -= rules.animal_points[others - 1]
    add_points(state, rules, seat, ANIMALS, gain, ev.C_ANIMALS, log)


@jit
def choose_place(state, rules, seat, slot, log):
    """A project is to leave for the estate: ask where to lay it when there is more than one way, else lay it."""
    code = np.int64(state.projects[seat, slot])
    kind = TYPE_OF[code]
    cloisters = state.open[seat, CLOISTER]
    asked = False
    if kind == CLOISTER:
        for other in range(7):
            asked |= (other != CLOISTER) & (state.open[seat, other] > 0)
    elif cloisters > 0:
        asked = (state.open[seat, kind] == 0) | ((rules.stack_beside_open != 0) & (cloisters + 1 == rules.set_size))
    if asked:
        push(state, LAY, code, slot)
    else:
        remove_project(state, seat, slot)
        lay(state, rules, seat, code, kind, log)


@jit
def pay_workers(state, rules, seat, frame, value, target, log):
    """Workers that turn the value of an action into the target's (a free action, or another frame, pays none)."""
    if frame == ACT and value > 0:
        change_workers(state, seat, -rules.steps[value, target], ev.C_VALUE, log)


@jit
def discard_from_hand(state, rules, seat, pip):
    """A hand card with these pips (of two alike the lower code) to the discard, for an action; returns its code."""
    place = -1
    code = np.int64(NO_CARD)
    for i in range(rules.hand_size):
        card = np.int64(state.hand[seat, i])
        if card < code and PIP_OF[card] == pip:
            place = i
            code = card
    last = rules.hand_size - 1
    for i in range(place, last):
        state.hand[seat, i] = state.hand[seat, i + 1]
    state.hand[seat, last] = NO_CARD
    discard_card(state, code)
    push(state, ACT, pip, 0)
    return code


@jit
def play_card(state, rules, seat, pip, log):
    """Play a hand card; its value is for one action."""
    code = discard_from_hand(state, rules, seat, pip)
    note(log, ev.PLAYED, seat, code, pip, 0, 0)


@jit(SIG.apply)
def apply(state, rules, action, log):
    """Resolve the decision on top with one of its listed actions."""
    seat = state.active
    verb = action // VERB
    what = action % VERB
    top = state.depth - 1
    frame = state.frame[top]
    a = state.frame_a[top]
    b = state.frame_b[top]
    if verb == A_BUY:
        state.purchases += 1
        state.bought[seat] += 1
        change_silver(state, seat, -rules.purchase_price, ev.C_PURCHASE, log)
        state.due |= DUE_PURCHASE
        state.actor = CHANCE
        return
    state.depth = top
    if verb == A_PLAY:
        play_card(state, rules, seat, what, log)
    elif verb == A_TAKE:
        pay_workers(state, rules, seat, frame, a, state.display_row[what], log)
        if state.projects_n[seat] >= rules.project_limit:
            push(state, DISCARD, A_TAKE, what)
        else:
            take_display(state, seat, what, log)
    elif verb == A_PLACE:
        pay_workers(state, rules, seat, frame, a, PIP_OF[state.projects[seat, what]], log)
        choose_place(state, rules, seat, what, log)
    elif verb == A_SELL:
        if frame == ACT and a > 0:
            change_workers(state, seat, -rules.good_steps[a, what], ev.C_VALUE, log)
        sell(state, rules, seat, what, log)
    elif verb == A_WORKERS:
        change_workers(state, seat, max(0, rules.workers_refill - state.workers[seat]), ev.C_ACTION, log)
    elif verb == A_SILVER:
        change_silver(state, seat, rules.silver_action, ev.C_ACTION, log)
    elif verb == A_CONVERT:
        push(state, PAY, what, 0)
    elif verb == A_PAY:
        workers = what // SURPLUS
        change_workers(state, seat, -workers, ev.C_CONVERSION, log)
        change_silver(state, seat, -(a * rules.convert_rate + what % SURPLUS - workers), ev.C_CONVERSION, log)
        add_points(state, rules, seat, CARDS, a, ev.C_CONVERSION, log)
    elif verb == A_GIVE_UP:
        code = remove_project(state, seat, what)
        note(log, ev.GIVE_UP, seat, code, 0, 0, 0)
        discard_card(state, code)
        if a == A_TAKE:
            take_display(state, seat, b, log)
        else:
            keep_drawn(state, seat, b, log)
    elif verb == A_LAY:
        remove_project(state, seat, b)
        lay(state, rules, seat, a, TYPE_OF[a] if what == NEW else what, log)
    elif verb == A_REWARD:
        take_reward(state, rules, seat, what, log)
    elif verb == A_GOOD:
        if a > 1:
            push(state, frame, a - 1, b)
        cause = ev.C_BOARDING if frame == BOARDING else ev.C_SHIP if b else ev.C_REWARD
        gain_good(state, seat, what, cause, log)
    elif verb == A_ANIMAL:
        if a > 1:
            push(state, frame, a - 1, b)
        cause = ev.C_BOARDING if frame == BOARDING else ev.C_PASTURE if b else ev.C_REWARD
        gain_animal(state, rules, seat, what, cause, log)
    elif verb == A_KEEP:
        if state.projects_n[seat] >= rules.project_limit:
            push(state, DISCARD, A_KEEP, what)
        else:
            keep_drawn(state, seat, what, log)
    elif verb == A_USE:
        keep_drawn(state, seat, -1, log)
        push(state, ACT, what, 0)
    elif verb == A_ORDER:
        push(state, REWARD if what == 1 else EFFECT, a, 0)
        push(state, EFFECT if what == 1 else REWARD, a, 0)
    # "end the turn" and "skip" leave nothing to do.
    settle(state, rules, log)


@jit(SIG.reveal)
def reveal(state, rules, key, log):
    """Do the chance steps that are due: turn up tops, draw a purchase, draw the hands, start a round."""
    due = state.due
    state.due = 0
    if due & DUE_PILES:
        turn_up(state, log)
    if due & DUE_PURCHASE:
        draw_purchase(state, rules, key, log)
    if due & DUE_HANDS:
        draw_hands(state, rules, log)
    if due & DUE_ROUND:
        new_round(state, rules, key, log)
    settle(state, rules, log)
