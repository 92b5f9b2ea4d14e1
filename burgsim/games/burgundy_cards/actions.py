"""How an action is encoded, and which ones are legal.

An action is `verb * VERB + what`. What it means by verb: PLAY pips; TAKE display slot; PLACE, GIVE_UP project slot;
SELL kind of goods; CONVERT points; PAY workers * SURPLUS + surplus; LAY type, NEW or ON_CLOISTERS; TAKE_REWARD option;
GOOD, ANIMAL pile; KEEP drawn slot; USE pips; others nothing.
"""

from __future__ import annotations

from burgsim.games.burgundy_cards.components import CLOISTER, FETCHES, PIP_OF, TYPE_OF
from burgsim.games.burgundy_cards.state import (
    ACT,
    BOARDING,
    BOUGHT,
    CITY_HALL_PLACE,
    DISCARD,
    END,
    LAY,
    MOST_PENDING,
    ORDER,
    PAY,
    PICK,
    PLAY,
    REWARD,
    SIG,
    TAKE_ANIMALS,
    TAKE_GOODS,
    WAREHOUSE_SALE,
)
from burgsim.games.jit import jit

#: Room for `what`; the largest is a payment of MAX_CONVERT points at the highest rate.
VERB = 8192
(
    A_PLAY, A_TAKE, A_PLACE, A_SELL, A_WORKERS, A_SILVER, A_CONVERT, A_PAY, A_GIVE_UP, A_LAY, A_REWARD, A_GOOD,
    A_ANIMAL, A_KEEP, A_USE, A_BUY, A_END, A_SKIP, A_ORDER,
) = range(1, 20)  # fmt: skip
#: Where to lay a card, besides a type: a new stack, or onto all lone cloisters.
NEW, ON_CLOISTERS = 7, 8
#: Most points that one conversion is offered for (the list is bounded; workers and silver are not).
MAX_CONVERT = 40
MAX_PAY = 120
#: A payment is `workers * SURPLUS + surplus`.
SURPLUS = 16


@jit
def can_buy(state, rules, seat):
    """1 when silver, the limit a turn and the cards left allow a purchase, else 0."""
    limit = rules.purchases_per_turn
    return (
        (state.silver[seat] >= rules.purchase_price)
        & (state.deck_back - state.deck_front + state.discards > 0)
        & ((limit == 0) | (state.purchases < limit))
        & (state.depth <= MOST_PENDING)
    )


@jit
def list_projects(state, seat, reach, desk, n):
    """Each different project whose pips are in reach."""
    last = 255
    for i in range(state.projects_n[seat]):
        code = state.projects[seat, i]
        desk.actions[n] = A_PLACE * VERB + i
        n += (code != last) & ((reach >> (PIP_OF[code] - 1)) & 1)
        last = code
    return n


@jit
def list_sales(state, rules, seat, reach, desk, n):
    """Each kind of goods in storage whose values are in reach."""
    for good in range(3):
        desk.actions[n] = A_SELL * VERB + good
        n += ((state.goods[seat, good] > 0) | (rules.offer_empty_sale != 0)) & ((reach & rules.good_mask[good]) != 0)
    return n


@jit
def list_act(state, rules, seat, value, skippable, desk):
    """The six actions with a value (0: any value)."""
    workers = min(state.workers[seat], 3)
    reach = rules.reach[value, workers]
    alive = state.display_alive
    n = 0
    for i in range(state.display_n):
        desk.actions[n] = A_TAKE * VERB + i
        n += (alive >> i) & (reach >> (state.display_row[i] - 1)) & 1
    n = list_projects(state, seat, reach, desk, n)
    n = list_sales(state, rules, seat, reach, desk, n)
    desk.actions[n] = A_WORKERS * VERB
    n += (state.workers[seat] < rules.workers_refill) | (rules.offer_full_refill != 0)
    desk.actions[n] = A_SILVER * VERB
    n += 1
    total = state.workers[seat] + state.silver[seat]
    points = 1
    most = MAX_CONVERT if rules.points_supply == 0 else min(MAX_CONVERT, rules.points_supply - state.chips)
    while total >= rules.convert_rate and points <= most:
        desk.actions[n] = A_CONVERT * VERB + points
        n += 1
        points += 1
        total -= rules.convert_rate
    desk.actions[n] = A_SKIP * VERB
    return n + skippable


@jit
def list_pay(state, rules, seat, points, desk):
    """How many of the cards given back are workers; the rest is silver."""
    n = 0
    surplus_limit = rules.convert_rate - 1 if rules.offer_uneven_convert != 0 else 0
    for surplus in range(surplus_limit + 1):
        total = points * rules.convert_rate + surplus
        low = max(0, total - state.silver[seat])
        high = min(state.workers[seat], total)
        for workers in range(low, high + 1):
            if n < MAX_PAY:
                desk.actions[n] = A_PAY * VERB + workers * SURPLUS + surplus
                n += 1
    return n


@jit
def lay_choices(state, rules, seat, code, desk):
    """Where a card may be laid: a cloister to an open set or its own stack; another card beside or on cloisters."""
    kind = TYPE_OF[code]
    n = 0
    if kind == CLOISTER:
        for other in range(7):
            desk.actions[n] = A_LAY * VERB + other
            n += (state.open[seat, other] > 0) | (other == CLOISTER)
        return n
    cloisters = state.open[seat, CLOISTER]
    if state.open[seat, kind] > 0:
        desk.actions[0] = A_LAY * VERB + kind
        n = 1
        if rules.stack_beside_open != 0 and cloisters + 1 == rules.set_size:
            desk.actions[1] = A_LAY * VERB + ON_CLOISTERS
            n = 2
        return n
    desk.actions[0] = A_LAY * VERB + NEW
    desk.actions[1] = A_LAY * VERB + ON_CLOISTERS
    return 1 + (cloisters > 0)


@jit
def list_piles(state, kind, verb, desk, n):
    """The piles of goods (kind 0) or animals (1) that have a card."""
    for pile in range(2):
        desk.actions[n] = verb * VERB + pile
        n += state.pile_stop[kind, pile] > state.pile_start[kind, pile]
    return n


@jit(SIG.legal)
def legal(state, rules, desk):
    """List the actions of the decision on top into desk.actions; returns their number."""
    seat = state.active
    top = state.depth - 1
    frame = state.frame[top]
    a = state.frame_a[top]
    b = state.frame_b[top]
    n = 0
    buy = True
    if frame == ACT:
        n = list_act(state, rules, seat, a, b, desk)
    elif frame == PLAY:
        seen = 0
        for i in range(rules.hand_size):
            code = state.hand[seat, i]
            if code != 255:
                pip = PIP_OF[code]
                desk.actions[n] = A_PLAY * VERB + pip
                n += ((seen >> pip) & 1) ^ 1
                seen |= 1 << pip
    elif frame == REWARD:
        for option in range(rules.reward_options[state.round]):
            desk.actions[n] = A_REWARD * VERB + option
            n += 1
    elif frame == TAKE_GOODS:
        n = list_piles(state, 0, A_GOOD, desk, n)
        desk.actions[n] = A_SKIP * VERB
        n += b
    elif frame == TAKE_ANIMALS:
        n = list_piles(state, 1, A_ANIMAL, desk, n)
        desk.actions[n] = A_SKIP * VERB
        n += b
    elif frame == BOARDING:
        n = list_piles(state, 0, A_GOOD, desk, n)
        n = list_piles(state, 1, A_ANIMAL, desk, n)
        desk.actions[n] = A_SKIP * VERB
        n += 1
    elif frame == LAY:
        n = lay_choices(state, rules, seat, a, desk)
        buy = False
    elif frame == END:
        desk.actions[0] = A_END * VERB
        n = 1
    elif frame == BOUGHT:
        last = 255
        for i in range(state.drawn_n):
            code = state.drawn[i]
            desk.actions[n] = A_KEEP * VERB + i
            n += code != last
            last = code
        seen = 0
        for i in range(state.drawn_n):
            pip = PIP_OF[state.drawn[i]]
            desk.actions[n] = A_USE * VERB + pip
            n += ((seen >> pip) & 1) ^ 1
            seen |= 1 << pip
        buy = False
    elif frame == DISCARD:
        last = 255
        for i in range(state.projects_n[seat]):
            code = state.projects[seat, i]
            desk.actions[n] = A_GIVE_UP * VERB + i
            n += code != last
            last = code
        buy = False
    elif frame == PAY:
        n = list_pay(state, rules, seat, a, desk)
        buy = False
    elif frame == PICK:
        wanted = FETCHES[a]
        for i in range(state.display_n):
            desk.actions[n] = A_TAKE * VERB + i
            n += (state.display_alive >> i) & (wanted >> TYPE_OF[state.display[i]]) & 1
        desk.actions[n] = A_SKIP * VERB
        n += 1
    elif frame == WAREHOUSE_SALE:
        n = list_sales(state, rules, seat, 63, desk, n)
        desk.actions[n] = A_SKIP * VERB
        n += 1
    elif frame == CITY_HALL_PLACE:
        n = list_projects(state, seat, 63, desk, n)
        desk.actions[n] = A_SKIP * VERB
        n += 1
    elif frame == ORDER:
        desk.actions[0] = A_ORDER * VERB
        desk.actions[1] = A_ORDER * VERB + 1
        n = 2
    if buy:
        desk.actions[n] = A_BUY * VERB
        n += can_buy(state, rules, seat)
    return n
