"""The players who know the card game: random, greedy, and styles that score every action as worth.py weighs things."""

from __future__ import annotations

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
    ON_CLOISTERS,
    VERB,
)
from burgsim.games.burgundy_cards.components import CLOISTER, NO_CARD, PIP_OF, TYPE_OF
from burgsim.games.burgundy_cards.play import discard_from_hand
from burgsim.games.burgundy_cards.state import (
    ACT,
    BOARDING,
    END,
    LAY,
    PAY,
    PLAY,
    REWARD,
    SIG,
    TAKE_ANIMALS,
    TAKE_GOODS,
    WAREHOUSE_SALE,
)
from burgsim.games.burgundy_cards.worth import (
    N_WEIGHTS,
    R_KNOWN,
    R_KNOWN_WEIGHTS,
    R_PLACE,
    R_REFILL,
    R_SELL,
    R_SILVER,
    R_TAKE,
    R_TOP,
    R_VALUE,
    R_WORKER,
    W_KEEP,
    WEIGHTS,
    best_with_value,
    pips_held,
    weigh_basics,
    weigh_cards,
    weigh_prices,
    worth_as_project,
    worth_of_cloister,
    worth_of_conversion,
    worth_of_purchase,
    worth_of_reward,
    worth_of_sale,
    worth_of_type,
    worth_on_cloisters,
)
from burgsim.games.chance import draw_below
from burgsim.games.game import Policy, styled
from burgsim.games.jit import copy_state, jit, same_state

ID = "burgundy-cards"


@jit(SIG.policy)
def random(state, rules, seat, n, desk):
    """Uniform over the listed actions."""
    return draw_below(desk, n)


@jit
def worth_of_play(state, rules, seat, desk, pip):
    """Playing a hand card: its best action, and a share of the best action with the card that stays."""
    stays = 0.0
    own = 1
    for i in range(rules.hand_size):
        card = state.hand[seat, i]
        if card != NO_CARD:
            if PIP_OF[card] == pip and own == 1:
                own = 0
            else:
                stays = max(stays, desk.room[R_VALUE + PIP_OF[card]])
    return desk.room[R_VALUE + pip] + desk.weights[W_KEEP] * stays


@jit
def score_action(state, rules, seat, desk, frame, value, action):
    """What an action is worth in points (a purchase takes no action: its worth is counted on top by `weigh`)."""
    room = desk.room
    verb = action // VERB
    what = action % VERB
    if verb == A_TAKE:
        paid = rules.steps[value, state.display_row[what]] if frame == ACT else 0
        return room[R_TAKE + what] - paid * room[R_WORKER]
    if verb == A_PLACE:
        paid = rules.steps[value, PIP_OF[state.projects[seat, what]]] if frame == ACT else 0
        return room[R_PLACE + what] - paid * room[R_WORKER]
    if verb == A_SELL:
        if frame == ACT:
            return room[R_SELL + what] - rules.good_steps[value, what] * room[R_WORKER]
        return worth_of_sale(state, rules, seat, desk, what)
    if verb == A_SILVER:
        return rules.silver_action * room[R_SILVER]
    if verb == A_WORKERS:
        return room[R_REFILL]
    if verb == A_CONVERT:
        return worth_of_conversion(state, rules, seat, desk, what)
    if verb == A_PLAY:
        return worth_of_play(state, rules, seat, desk, what)
    if verb == A_PAY:
        workers = what // 16
        silver = value * rules.convert_rate + what % 16 - workers
        return -workers * room[R_WORKER] - silver * room[R_SILVER]
    if verb == A_REWARD:
        return worth_of_reward(state, rules, desk, what)
    if verb == A_GOOD:
        return room[R_TOP + what]
    if verb == A_ANIMAL:
        return room[R_TOP + 2 + what]
    if verb == A_LAY:
        kind = TYPE_OF[value]
        if kind == CLOISTER:
            return worth_of_cloister(state, rules, seat, desk, what)
        if what == ON_CLOISTERS:
            return worth_on_cloisters(state, rules, seat, desk, kind)
        return worth_of_type(state, rules, seat, desk, kind, state.open[seat, kind] + 1)
    if verb == A_GIVE_UP:
        return -worth_as_project(state, rules, desk, state.projects[seat, what], pips_held(state, seat, what))
    if verb == A_KEEP:
        return worth_as_project(state, rules, desk, state.drawn[what], pips_held(state, seat, -1))
    if verb == A_USE:
        return best_with_value(state, rules, seat, desk, what)
    if verb == A_ORDER:
        return 1.0 - what
    if verb == A_BUY:
        return worth_of_purchase(state, rules, seat, desk)
    return 0.0


@jit
def remember(state, rules, seat, desk, action):
    """Note the state that playing a card leads to: what was weighed here holds there too (it doesn't read the hand)."""
    copy_state(desk.scratch[0], state)
    desk.scratch[0].depth -= 1
    discard_from_hand(desk.scratch[0], rules, seat, action % VERB)
    for i in range(N_WEIGHTS):
        desk.room[R_KNOWN_WEIGHTS + i] = desk.weights[i]
    desk.room[R_KNOWN] = 1.0


@jit
def is_known(state, desk):
    """Whether everything was weighed for this very state (all of it) with these weights."""
    if desk.room[R_KNOWN] == 0.0:
        return False
    for i in range(N_WEIGHTS):
        if desk.room[R_KNOWN_WEIGHTS + i] != desk.weights[i]:
            return False
    return same_state(desk.scratch[0], state)


@jit
def weigh_all(state, rules, seat, desk, frame):
    """Weigh what this kind of decision needs."""
    weigh_prices(state, rules, desk)
    if (frame == END) | (frame == PAY):
        return
    weigh_basics(state, rules, seat, desk)
    light = (
        (frame == TAKE_GOODS) | (frame == TAKE_ANIMALS) | (frame == BOARDING) | (frame == REWARD) | (frame == LAY)
        | (frame == WAREHOUSE_SALE)
    )  # fmt: skip
    if not light:
        weigh_cards(state, rules, seat, desk)
        if frame == PLAY:
            for i in range(rules.hand_size):
                card = state.hand[seat, i]
                if card != NO_CARD:
                    desk.room[R_VALUE + PIP_OF[card]] = best_with_value(state, rules, seat, desk, PIP_OF[card])


@jit(SIG.policy)
def weigh(state, rules, seat, n, desk):
    """The action that is worth most. A purchase that is worth its price comes first: it takes no action."""
    frame = state.frame[state.depth - 1]
    value = state.frame_a[state.depth - 1]
    if not is_known(state, desk):
        weigh_all(state, rules, seat, desk, frame)
    desk.room[R_KNOWN] = 0.0
    best = 0
    for i in range(n):
        action = desk.actions[i]
        worth = score_action(state, rules, seat, desk, frame, value, action)
        if action == A_BUY * VERB and worth > 0.0:
            worth += 1000.0
        desk.scores[i] = worth
        if worth > desk.scores[best]:
            best = i
    desk.scored = 1
    if frame == PLAY and desk.actions[best] != A_BUY * VERB:
        remember(state, rules, seat, desk, desk.actions[best])
    return best


#: Greedy sees points only: a third of a point for a worker or silver (that is what they convert to), its share of the
#: points for each card of a set, three new cards a little more than the point that their price converts to, nothing for
#: what may come of it. These weights are fixed, not tuned.
_GREEDY = {
    "silver": 1 / 3, "worker": 1 / 3, "good": 1.0, "good_alike": 0.0, "animal": 0.25, "first_card": 1 / 3,
    "second_card": 1 / 3, "set": 1.0, "reward": 1.0, "first_hope": 0.0, "early_type": 0.0, "late_type": 0.0,
    "seven_next": 0.0, "seven_last": 1.0, "lone_cloister": 0.0, "castle": 0.5, "castle_follow": 1.0, "fetch": 1.0,
    "city_hall": 1.0,
    "take": 0.5, "crowd": 0.0, "spread": 0.0, "deny": 0.0, "start_card": 0.0, "buy": 1.2, "buy_room": 0.0, "keep": 0.0,
    "refill": 0.0, **{name: 0.0 for name in WEIGHTS if name.endswith("_late")}, "start_card_late": 1.0,
}  # fmt: skip

POLICIES = {
    "random": Policy(ID, "random", random, "Uniform over the listed actions."),
    "greedy": Policy(ID, "greedy", weigh, "Takes the action that scores most points now.", styled(WEIGHTS, **_GREEDY)),
    "balanced": Policy(ID, "balanced", weigh, "Weighs everything by what it is worth.", styled(WEIGHTS)),
    "collector": Policy(
        ID, "collector", weigh, "Completes sets: each counts six points more, each good two and each animal one less.",
        styled(WEIGHTS, style_sets=6.0, style_goods=-2.0, style_animals=-1.0),
    ),
    "merchant": Policy(
        ID, "merchant", weigh, "Trades: each good counts three points more, kept or sold, each animal three less.",
        styled(WEIGHTS, style_goods=3.0, style_animals=-3.0),
    ),
    "herder": Policy(
        ID, "herder", weigh, "Breeds: each animal counts four points more, each good two less.",
        styled(WEIGHTS, style_animals=4.0, style_goods=-2.0),
    ),
    "spender": Policy(
        ID, "spender", weigh, "Spends silver on extra cards: it takes every chance of silver and buys whenever it can.",
        styled(WEIGHTS, style_silver=3.5, style_animals=-2.0),
    ),
    "builder": Policy(
        ID, "builder", weigh, "Builds: each building and castle counts three points more; it buys no cards.",
        styled(WEIGHTS, style_buildings=3.0, style_silver=-1.0),
    ),
}  # fmt: skip
