"""What things are worth to a player of the card game, in points: the features that the purposeful players weigh.

Everything is a weighted sum of named quantities (WEIGHTS). A worth that changes over the game has two weights, at the
start and what is added by its end; `phase` runs from 0 to 1. Nothing here reads what the seat can't see.
"""

from __future__ import annotations

from burgsim.games.burgundy_cards.components import (
    BANK,
    BOARDING_HOUSE,
    BUILDING,
    CARPENTER,
    CASTLE,
    CITY_HALL,
    CLOISTER,
    FETCHES,
    KIND_OF,
    KNOWLEDGE,
    MARKET,
    MINE,
    NO_CARD,
    PASTURE,
    PIP_OF,
    SHIP,
    TYPE_OF,
    WAREHOUSE,
    WATCHTOWER,
)
from burgsim.games.jit import jit

#: The weights of the purposeful players: name to (default, meaning). The order is their place in the row.
WEIGHTS = {
    "silver": (0.45, "a silver at the start, in points"),
    "silver_late": (-0.25, "... and what is added to that by the end"),
    "worker": (0.4, "a worker at the start, in points"),
    "worker_late": (-0.25, "... and what is added to that by the end"),
    "good": (0.8, "an unsold good at the start, in points"),
    "good_late": (-0.2, "... and what is added to that by the end"),
    "good_alike": (0.1, "each good of the same kind in storage, for one more of it"),
    "animal": (0.6, "what an animal promises beyond its points at once, at the start"),
    "animal_late": (-0.5, "... and what is added to that by the end"),
    "animal_points": (1.0, "each point that an animal scores at once"),
    "first_card": (0.25, "the first card of a set, as a share of the set's points, at the start"),
    "first_card_late": (-0.25, "... and what is added to that by the end"),
    "second_card": (0.4, "a further card that doesn't complete the set, likewise"),
    "second_card_late": (-0.3, "... and what is added to that by the end"),
    "set": (1.0, "each point of a set when it is completed"),
    "reward": (1.0, "each point's worth of the round's reward"),
    "first_hope": (0.2, "a card of a set whose '1st' bonus is still there"),
    "early_type": (0.5, "a type that the estate doesn't show yet, as long as more than two are missing"),
    "late_type": (0.0, "... and when two or one are missing, the bonus card apart"),
    "seven_next": (0.4, "the sixth type, as a share of the bonus card"),
    "seven_last": (1.0, "the seventh type, likewise"),
    "lone_cloister": (0.5, "a cloister on its own, for being a joker later"),
    "castle": (1.0, "a castle's free action, in points, at the start"),
    "castle_late": (0.0, "... and what is added to that by the end"),
    "castle_follow": (0.5, "each point's worth of the best free action at hand, for a castle placed now"),
    "fetch": (0.7, "each point's worth of the best card that carpenter, church or market may fetch"),
    "city_hall": (0.5, "each point's worth of the best other project, for a city hall placed now"),
    "take": (0.55, "a card taken as a project, as a share of its worth in the estate, at the start"),
    "take_late": (-0.2, "... and what is added to that by the end"),
    "crowd": (0.15, "what each project that is held already takes from another"),
    "spread": (0.15, "a project whose pips no other project has"),
    "deny": (0.3, "a card that would complete an opponent's set"),
    "start_card": (0.4, "taking the start-player card, at the start"),
    "start_card_late": (0.6, "... and what is added to that by the end"),
    "buy": (1.2, "three new cards to choose from, in points, at the start"),
    "buy_late": (0.0, "... and what is added to that by the end"),
    "buy_room": (0.2, "each free place for a project, for a purchase"),
    "keep": (0.3, "each point's worth of the best action with the card that stays in hand"),
    "refill": (0.0, "using an action to refill workers, beyond what they are worth"),
    "style_goods": (0.0, "what a style adds to each good, kept or sold (not tuned)"),
    "style_animals": (0.0, "what a style adds to each animal (not tuned)"),
    "style_sets": (0.0, "what a style adds to each set, and by share to its cards (not tuned)"),
    "style_silver": (0.0, "what a style adds to each silver, and gives back for it at a purchase (not tuned)"),
    "style_buildings": (0.0, "what a style adds to each building and castle (not tuned)"),
}
(
    W_SILVER, W_SILVER_LATE, W_WORKER, W_WORKER_LATE, W_GOOD, W_GOOD_LATE, W_GOOD_ALIKE, W_ANIMAL, W_ANIMAL_LATE,
    W_ANIMAL_POINTS, W_FIRST_CARD, W_FIRST_CARD_LATE, W_SECOND_CARD, W_SECOND_CARD_LATE, W_SET, W_REWARD,
    W_FIRST_HOPE, W_EARLY_TYPE, W_LATE_TYPE, W_SEVEN_NEXT, W_SEVEN_LAST, W_LONE_CLOISTER, W_CASTLE, W_CASTLE_LATE,
    W_CASTLE_FOLLOW, W_FETCH, W_CITY_HALL, W_TAKE, W_TAKE_LATE, W_CROWD, W_SPREAD, W_DENY, W_START_CARD,
    W_START_CARD_LATE, W_BUY, W_BUY_LATE, W_BUY_ROOM, W_KEEP, W_REFILL, W_STYLE_GOODS, W_STYLE_ANIMALS,
    W_STYLE_SETS, W_STYLE_SILVER, W_STYLE_BUILDINGS,
) = range(len(WEIGHTS))  # fmt: skip
N_WEIGHTS = len(WEIGHTS)

#: Places in desk.room: worth of taking each display slot, placing each project, selling each kind of goods, ...
R_TAKE, R_PLACE, R_SELL = 0, 16, 24
#: ... of one silver, worker, animal to come, a reward, the refill, the best conversion, the best free action, a share
#: for a project, the start-player card, a new type, a castle, a purchase, ...
(
    R_SILVER, R_WORKER, R_ANIMAL, R_REWARD, R_REFILL, R_CONVERT, R_FREE, R_TAKEN, R_START, R_SEVEN, R_CASTLE, R_BUY,
) = range(32, 44)  # fmt: skip
#: ... of a good by kind, of a card in the estate by type, of the top of each pile and the best good and animal.
R_GOOD, R_TYPE, R_TOP = 48, 56, 64
#: ... of the best action with each hand value, what a project of each type adds by denial, of each effect by kind, ...
R_VALUE, R_DENY, R_EFFECT = 72, 80, 88
#: ... of the best action on each value before workers, and by how complete a stack becomes (1 far, 2 one short, 3 a
#: set): each of the set's points, each point of the "1st" bonus, and on top.
R_ROW, R_SHARE, R_HOPE, R_PAID = 104, 112, 116, 120
#: Whether all of this was weighed for the state in desk.scratch[0], and the weights that it was weighed with.
R_KNOWN, R_KNOWN_WEIGHTS = 124, 128


#: The worth of what can't be done.
NEVER = -1e9


@jit
def over_time(desk, weight, phase):
    """A worth with a weight for the start and one for the change by the end; never negative."""
    return max(0.0, desk.weights[weight] + desk.weights[weight + 1] * phase)


@jit
def phase_of(state, rules):
    """How much of the game is over, 0 to 1."""
    return (state.round * rules.turns + state.turn) / (rules.rounds * rules.turns)


@jit
def turns_left(state, rules):
    """Turns of the seat after this one."""
    return (rules.rounds - 1 - state.round) * rules.turns + rules.turns - 1 - state.turn


@jit
def stage_of(rules, size):
    """How complete a stack of this size is: 3 a set, 2 one card short, 1 less."""
    return max(1, 3 - max(0, rules.set_size - size))


@jit
def worth_of_type(state, rules, seat, desk, kind, size):
    """A card that makes a stack of this type `size` cards large (its effect apart)."""
    room = desk.room
    points = rules.set_points[kind] + desk.weights[W_STYLE_SETS]
    first = (state.first[kind] == 0) * rules.first_bonus[kind]
    stage = stage_of(rules, size)
    worth = room[R_SHARE + stage] * points + room[R_HOPE + stage] * first + room[R_PAID + stage]
    return worth + (state.sets[seat, kind] + state.open[seat, kind] == 0) * room[R_SEVEN]


@jit
def worth_on_cloisters(state, rules, seat, desk, kind):
    """A card laid onto all lone cloisters, less what they promised."""
    cloisters = state.open[seat, CLOISTER]
    promised = desk.room[R_SHARE + stage_of(rules, cloisters)] * rules.set_points[CLOISTER]
    lost = promised + desk.weights[W_LONE_CLOISTER] * cloisters
    return worth_of_type(state, rules, seat, desk, kind, cloisters + 1) - lost


@jit
def worth_of_cloister(state, rules, seat, desk, kind):
    """A cloister laid to an open stack of a type, or to its own."""
    worth = worth_of_type(state, rules, seat, desk, kind, state.open[seat, kind] + 1)
    if kind == CLOISTER and state.open[seat, CLOISTER] + 1 < rules.set_size:
        worth += desk.weights[W_LONE_CLOISTER]
    return worth


@jit
def worth_of_new_type(state, rules, seat, desk):
    """A type that the estate doesn't show yet, on its own and towards the "all 7" bonus card that is next."""
    missing = 0
    for kind in range(7):
        missing += state.sets[seat, kind] + state.open[seat, kind] == 0
    if missing > 2:
        return desk.weights[W_EARLY_TYPE]
    worth = desk.weights[W_LATE_TYPE]
    if state.has_seven[seat] == 0 and state.seven_taken < rules.all_seven_cards:
        share = desk.weights[W_SEVEN_NEXT] if missing == 2 else desk.weights[W_SEVEN_LAST]
        worth += share * rules.all_seven[state.seven_taken]
    return worth


@jit
def weigh_prices(state, rules, desk):
    """Worth of silver, workers and a purchase."""
    phase = phase_of(state, rules)
    desk.room[R_SILVER] = over_time(desk, W_SILVER, phase) + desk.weights[W_STYLE_SILVER]
    desk.room[R_WORKER] = over_time(desk, W_WORKER, phase)
    desk.room[R_BUY] = over_time(desk, W_BUY, phase)


@jit
def weigh_basics(state, rules, seat, desk):
    """Worth of goods, animals, the round's reward and the start-player card, prices being weighed."""
    room = desk.room
    phase = phase_of(state, rules)
    room[R_ANIMAL] = over_time(desk, W_ANIMAL, phase) + desk.weights[W_STYLE_ANIMALS]
    room[R_CASTLE] = over_time(desk, W_CASTLE, phase)
    room[R_SEVEN] = worth_of_new_type(state, rules, seat, desk)
    good = over_time(desk, W_GOOD, phase) + desk.weights[W_STYLE_GOODS]
    for kind in range(3):
        room[R_GOOD + kind] = good + desk.weights[W_GOOD_ALIKE] * state.goods[seat, kind]
    room[R_TAKEN] = over_time(desk, W_TAKE, phase) if turns_left(state, rules) > 0 else 0.0
    room[R_START] = over_time(desk, W_START_CARD, phase)
    best_good = 0.0
    best_animal = 0.0
    for pile in range(2):
        top = state.pile_top[0, pile]
        room[R_TOP + pile] = room[R_GOOD + top] if top != NO_CARD else 0.0
        best_good = max(best_good, room[R_TOP + pile])
        top = state.pile_top[1, pile]
        room[R_TOP + 2 + pile] = worth_of_animal(state, rules, seat, desk, top) if top != NO_CARD else 0.0
        best_animal = max(best_animal, room[R_TOP + 2 + pile])
    room[R_TOP + 4] = best_good
    room[R_TOP + 5] = best_animal
    best = 0.0
    for option in range(rules.reward_options[state.round]):
        best = max(best, worth_of_reward(state, rules, desk, option))
    room[R_REWARD] = best
    room[R_SHARE + 1] = over_time(desk, W_FIRST_CARD, phase)
    room[R_SHARE + 2] = over_time(desk, W_SECOND_CARD, phase)
    room[R_SHARE + 3] = desk.weights[W_SET]
    room[R_HOPE + 1] = desk.weights[W_FIRST_HOPE]
    room[R_HOPE + 2] = desk.weights[W_FIRST_HOPE]
    room[R_HOPE + 3] = desk.weights[W_SET]
    room[R_PAID + 1] = 0.0
    room[R_PAID + 2] = 0.0
    room[R_PAID + 3] = desk.weights[W_REWARD] * best


@jit
def worth_of_animal(state, rules, seat, desk, animal):
    """One more animal of this kind."""
    count = state.animals[seat, animal] + 1
    others = 0
    for other in range(4):
        others += (other != animal) & (state.animals[seat, other] >= count)
    gain = rules.animal_points[others]
    if others > 0:
        gain -= rules.animal_points[others - 1]
    return desk.weights[W_ANIMAL_POINTS] * gain + desk.room[R_ANIMAL]


@jit
def worth_of_reward(state, rules, desk, option):
    """One option of the round card."""
    room = desk.room
    reward = rules.reward[state.round, option]
    return (
        reward[0]
        + reward[1] * room[R_TOP + 4]
        + reward[2] * room[R_TOP + 5]
        + reward[3] * room[R_SILVER]
        + reward[4] * room[R_WORKER]
    )


@jit
def worth_of_sale(state, rules, seat, desk, good):
    """Selling all goods of a kind."""
    count = state.goods[seat, good]
    worth = count * (
        rules.good_points[good] + desk.weights[W_STYLE_GOODS] + rules.silver_per_good * desk.room[R_SILVER]
    )
    return worth + (desk.room[R_START] if state.start_card >= 0 and state.start_card != seat else 0.0)


@jit
def weigh_types(state, rules, seat, desk):
    """Worth of a card of each type in the estate, laid where it is worth most."""
    room = desk.room
    joker = NEVER
    for kind in range(7):
        worth = worth_of_type(state, rules, seat, desk, kind, state.open[seat, kind] + 1)
        room[R_TYPE + kind] = worth
        # a cloister laid to an open stack is one more card of its type
        joker = max(joker, worth if state.open[seat, kind] > 0 and kind != CLOISTER else NEVER)
    room[R_TYPE + CLOISTER] = max(worth_of_cloister(state, rules, seat, desk, CLOISTER), joker)
    if state.open[seat, CLOISTER] > 0:
        for kind in range(7):
            if kind != CLOISTER and state.open[seat, kind] == 0:
                on_them = worth_on_cloisters(state, rules, seat, desk, kind)
                room[R_TYPE + kind] = max(room[R_TYPE + kind], on_them)
    room[R_TYPE + BUILDING] += desk.weights[W_STYLE_BUILDINGS]
    room[R_TYPE + CASTLE] += desk.weights[W_STYLE_BUILDINGS]


@jit
def weigh_effects(rules, desk):
    """Worth of each kind's effect, as far as it doesn't depend on the other cards at hand."""
    room = desk.room
    for kind in range(14):
        room[R_EFFECT + kind] = 0.0
    room[R_EFFECT + CASTLE] = room[R_CASTLE]
    room[R_EFFECT + MINE] = rules.mine_silver * room[R_SILVER]
    room[R_EFFECT + KNOWLEDGE] = rules.knowledge_workers * room[R_WORKER]
    room[R_EFFECT + SHIP] = rules.ship_goods * room[R_TOP + 4]
    room[R_EFFECT + PASTURE] = rules.pasture_animals * room[R_TOP + 5]
    room[R_EFFECT + WATCHTOWER] = rules.watchtower_points
    room[R_EFFECT + BANK] = rules.bank_silver * room[R_SILVER]
    room[R_EFFECT + BOARDING_HOUSE] = rules.boarding_cards * max(room[R_TOP + 4], room[R_TOP + 5])


@jit
def worth_as_project(state, rules, desk, code, held_pips):
    """A card among the projects, from which it can be placed later (held_pips: mask of the pips held already)."""
    kind = TYPE_OF[code]
    worth = desk.room[R_TAKEN] * (desk.room[R_TYPE + kind] + desk.room[R_EFFECT + KIND_OF[code]])
    spread = desk.weights[W_SPREAD] * (1 - (held_pips >> PIP_OF[code] & 1))
    return worth + spread + desk.room[R_DENY + kind]


@jit
def pips_held(state, seat, but):
    """The pips of the seat's projects as a mask (bit p for p pips), one slot left out."""
    held = 0
    for i in range(state.projects_n[seat]):
        if i != but:
            held |= 1 << PIP_OF[state.projects[seat, i]]
    return held


@jit
def weigh_denial(state, rules, seat, desk):
    """What taking a card of each type is worth because an opponent's set lacks it."""
    for kind in range(7):
        denied = 0
        for other in range(state.players):
            denied += (other != seat) & (state.open[other, kind] + 1 == rules.set_size)
        desk.room[R_DENY + kind] = denied * desk.weights[W_DENY]


@jit
def least_project(state, rules, seat, desk):
    """The project that is worth least: it would make room for another."""
    least = -NEVER
    for i in range(state.projects_n[seat]):
        others = pips_held(state, seat, i)
        least = min(least, worth_as_project(state, rules, desk, state.projects[seat, i], others))
    return least


@jit
def weigh_cards(state, rules, seat, desk):
    """Worth of taking each card on display, placing each project, selling each kind, and the other actions."""
    room = desk.room
    weigh_types(state, rules, seat, desk)
    weigh_denial(state, rules, seat, desk)
    weigh_effects(rules, desk)
    for pip in range(1, 7):
        room[R_ROW + pip] = NEVER
    held_pips = pips_held(state, seat, -1)
    held = state.projects_n[seat]
    crowd = desk.weights[W_CROWD] * held
    if held >= rules.project_limit:
        crowd += least_project(state, rules, seat, desk)
    best = 0.0
    for i in range(state.display_n):
        worth = worth_as_project(state, rules, desk, state.display[i], held_pips) - crowd
        worth = worth if (state.display_alive >> i) & 1 else NEVER
        room[R_TAKE + i] = worth
        row = R_ROW + state.display_row[i]
        room[row] = max(room[row], worth)
        best = max(best, worth)
    best_sale = 0.0
    for good in range(3):
        worth = worth_of_sale(state, rules, seat, desk, good) if state.goods[seat, good] > 0 else NEVER
        room[R_SELL + good] = worth
        best_sale = max(best_sale, worth)
    refill = max(0, rules.workers_refill - state.workers[seat])
    room[R_REFILL] = refill * room[R_WORKER] + desk.weights[W_REFILL]
    room[R_CONVERT] = best_conversion(state, rules, seat, desk)
    best = max(max(best, best_sale), max(room[R_CONVERT], max(room[R_REFILL], rules.silver_action * room[R_SILVER])))
    best_place = 0.0
    second_place = 0.0
    for i in range(held):
        kind = KIND_OF[state.projects[seat, i]]
        worth = room[R_TYPE + TYPE_OF[state.projects[seat, i]]] + room[R_EFFECT + kind]
        if kind >= CARPENTER and kind <= MARKET:
            worth += desk.weights[W_FETCH] * best_fetch(state, desk, kind)
        elif kind == WAREHOUSE:
            worth += best_sale
        room[R_PLACE + i] = worth
        second_place = max(second_place, min(worth, best_place))
        best_place = max(best_place, worth)
    for i in range(held):
        kind = KIND_OF[state.projects[seat, i]]
        other = second_place if room[R_PLACE + i] == best_place else best_place
        if kind == CITY_HALL:
            room[R_PLACE + i] += desk.weights[W_CITY_HALL] * other
        elif kind == CASTLE:
            room[R_PLACE + i] += desk.weights[W_CASTLE_FOLLOW] * max(best, other)
        row = R_ROW + PIP_OF[state.projects[seat, i]]
        room[row] = max(room[row], room[R_PLACE + i])
    room[R_FREE] = max(best, best_place)


@jit
def best_fetch(state, desk, kind):
    """The best card on display that this building may fetch."""
    best = 0.0
    wanted = FETCHES[kind - CARPENTER]
    for i in range(state.display_n):
        if (state.display_alive >> i) & (wanted >> TYPE_OF[state.display[i]]) & 1:
            best = max(best, desk.room[R_TAKE + i])
    return best


@jit
def worth_of_conversion(state, rules, seat, desk, points):
    """Points for workers and silver, the cheaper ones first."""
    total = points * rules.convert_rate
    silver = state.silver[seat]
    workers = state.workers[seat]
    if desk.room[R_WORKER] < desk.room[R_SILVER]:
        first = min(workers, total)
        return points - first * desk.room[R_WORKER] - (total - first) * desk.room[R_SILVER]
    first = min(silver, total)
    return points - first * desk.room[R_SILVER] - (total - first) * desk.room[R_WORKER]


@jit
def best_conversion(state, rules, seat, desk):
    """The most that a conversion is worth now."""
    best = -1.0
    points = 1
    total = state.silver[seat] + state.workers[seat]
    while points * rules.convert_rate <= total:
        best = max(best, worth_of_conversion(state, rules, seat, desk, points))
        points += 1
    return best


@jit
def best_with_value(state, rules, seat, desk, value):
    """The most that an action with a value is worth, workers paid."""
    room = desk.room
    workers = state.workers[seat]
    best = max(rules.silver_action * room[R_SILVER], room[R_CONVERT])
    if workers < rules.workers_refill:
        best = max(best, room[R_REFILL])
    for pip in range(1, 7):
        steps = rules.steps[value, pip]
        worth = room[R_ROW + pip] - steps * room[R_WORKER]
        best = max(best, worth if steps <= workers else NEVER)
    for good in range(3):
        steps = rules.good_steps[value, good]
        worth = room[R_SELL + good] - steps * room[R_WORKER]
        best = max(best, worth if steps <= workers else NEVER)
    return best


@jit
def worth_of_purchase(state, rules, seat, desk):
    """A purchase, its price paid."""
    free = rules.project_limit - state.projects_n[seat]
    worth = desk.room[R_BUY] + desk.weights[W_BUY_ROOM] * free
    spent = desk.room[R_SILVER] - 2.0 * desk.weights[W_STYLE_SILVER]
    return worth - rules.purchase_price * spent
