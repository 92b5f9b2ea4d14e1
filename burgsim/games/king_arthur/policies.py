"""The players who know King Arthur: random, greedy, and styles that score every action as worth.py weighs things."""

from __future__ import annotations

from burgsim.games.bits import lowest_bit
from burgsim.games.chance import draw_below
from burgsim.games.game import Policy, styled
from burgsim.games.jit import jit
from burgsim.games.king_arthur.actions import (
    A_ATTACK,
    A_COMPLETE,
    A_DOUBLE,
    A_HALF,
    A_PASS,
    A_PAY,
    A_REPLENISH,
    A_SPEND,
    VERB,
    VERB_BITS,
)
from burgsim.games.king_arthur.components import ADDS_CARDS, ADDS_STRENGTH, ADVERSARIES, STRENGTH_OF
from burgsim.games.king_arthur.hands import find_targets, met_by
from burgsim.games.king_arthur.spending import least_price, least_with
from burgsim.games.king_arthur.state import ADVENTURE, PAYMENT, REPLENISH, SIG, TARGET
from burgsim.games.king_arthur.worth import (
    R_WAIT,
    WEIGHTS,
    cheapest_cards,
    knights_left,
    weigh_adventures,
    weigh_targets,
    worth_of_claim,
    worth_of_fight,
    worth_of_payment,
    worth_of_replenishing,
    worth_of_spending,
)

ID = "king-arthur"
CODES = (1 << ADVERSARIES) - 1
#: Less than any action is worth.
NEVER = -10_000.0


@jit(SIG.policy)
def random(state, rules, seat, n, desk):
    """Uniform over the listed actions."""
    return draw_below(desk, n)


@jit
def points_opened(state, rules, seat, card):
    """The most points, less the strength that they take, of an adventure for which a card is what was missing."""
    after = met_by(rules, state.strength_sums[seat] + ADDS_STRENGTH[card], state.card_sums[seat] + ADDS_CARDS[card])
    mask = after & state.open_mask & ~state.met[seat]
    best = 0
    while mask != 0:
        adventure = lowest_bit(mask)
        mask &= mask - 1
        best = max(best, rules.points[adventure] - rules.hand_points * rules.nominal[adventure])
    return best


@jit
def score_simply(state, rules, seat, action):
    """What an action is worth to greedy: strength for a target, points less strength for an adventure."""
    verb = action >> VERB_BITS
    what = action & (VERB - 1)
    if verb >= A_ATTACK and verb <= A_DOUBLE:
        worth = rules.hand_points * STRENGTH_OF[what] + points_opened(state, rules, seat, what)
        return 2 * worth + 1 - (verb == A_DOUBLE)
    if verb == A_PASS:
        return 0
    if verb == A_COMPLETE:
        return rules.points[what] - rules.hand_points * least_price(state, rules, seat, what)
    if verb == A_SPEND:
        return -least_with(state, rules, seat, what)
    if verb == A_PAY or verb == A_HALF:
        return -(what & 15)
    if verb == A_REPLENISH:
        return 1 if find_targets(state, rules, seat) == 0 else -1
    return 1


@jit(SIG.policy)
def greedy(state, rules, seat, n, desk):
    """The strongest target, the adventure that brings most points at once, and new adversaries only for want of one."""
    best = 0
    most = -1000
    for i in range(n):
        worth = score_simply(state, rules, seat, desk.actions[i])
        desk.scores[i] = worth
        if worth > most:
            most = worth
            best = i
    desk.scored = 1
    return best


@jit
def best_fight(state, rules, seat, desk, targets):
    """The most that a target is worth."""
    best = -1000.0
    for card in range(ADVERSARIES):
        for form in range(3):
            if (targets >> (ADVERSARIES * form + card)) & 1:
                best = max(best, worth_of_fight(state, rules, seat, desk, form, card))
    return best


@jit
def worth_of_pass(state, rules, seat, desk, cheapest):
    """Doing nothing: a second knight is drawn, unless there is an adventure that is worth more, fight or no fight.

    When all knights are in hands, nothing is drawn and nothing gained: any fight before none. Whatever the weights,
    players would else wait for each other for ever.
    """
    wait = desk.room[R_WAIT]
    if state.frame == ADVENTURE:
        return wait if state.fought == 0 else 0.0
    if state.frame != TARGET:
        return 0.0
    claim = 0.0
    mask = state.met[seat] & state.open_mask
    while mask != 0:
        claim = max(claim, worth_of_claim(state, rules, seat, desk, lowest_bit(mask), cheapest))
        mask &= mask - 1
    if claim == 0.0 and not knights_left(state):
        return NEVER
    return max(wait, claim) - claim


@jit(SIG.policy)
def weigh(state, rules, seat, n, desk):
    """The action that is worth most."""
    frame = state.frame
    cheapest = 0
    replenish = 0.0
    if frame != PAYMENT:
        cheapest = cheapest_cards(state)
        weigh_adventures(state, rules, seat, desk, cheapest)
        if frame == TARGET or frame == REPLENISH:
            targets = state.targets if frame == TARGET else find_targets(state, rules, seat)
            codes = (targets | (targets >> ADVERSARIES) | (targets >> (2 * ADVERSARIES))) & CODES
            weigh_targets(state, rules, seat, desk, codes, cheapest)
            if frame == REPLENISH:
                best = best_fight(state, rules, seat, desk, targets)
                replenish = worth_of_replenishing(state, rules, seat, desk, best)
    best = 0
    for i in range(n):
        action = desk.actions[i]
        verb = action >> VERB_BITS
        what = action & (VERB - 1)
        if verb == A_PASS:
            worth = worth_of_pass(state, rules, seat, desk, cheapest)
        elif verb >= A_ATTACK and verb <= A_DOUBLE:
            worth = worth_of_fight(state, rules, seat, desk, verb - A_ATTACK, what)
        elif verb == A_PAY or verb == A_HALF:
            worth = worth_of_payment(state, seat, desk, what)
        elif verb == A_COMPLETE:
            worth = worth_of_claim(state, rules, seat, desk, what, cheapest)
        elif verb == A_SPEND:
            worth = worth_of_spending(state, rules, seat, desk, what, cheapest)
        elif verb == A_REPLENISH:
            worth = replenish
        else:
            worth = 1.0
        desk.scores[i] = worth
        if worth > desk.scores[best]:
            best = i
    desk.scored = 1
    return best


POLICIES = {
    "random": Policy(ID, "random", random, "Uniform over the listed actions."),
    "greedy": Policy(ID, "greedy", greedy, "Fights the strongest, and completes what brings most points at once."),
    "balanced": Policy(ID, "balanced", weigh, "Weighs everything by what it is worth.", styled(WEIGHTS)),
    "cheap-first": Policy(
        ID, "cheap-first", weigh, "Goes for the adventures that ask for little, with weak adversaries.",
        styled(WEIGHTS, style_easy=3.0, style_strong=-0.7),
    ),
    "high-first": Policy(
        ID, "high-first", weigh, "Saves up for the adventures that ask for much.", styled(WEIGHTS, style_easy=-6.0)
    ),
    "one-colour": Policy(
        ID, "one-colour", weigh, "Collects adversaries of the colour that it has most of.",
        styled(WEIGHTS, style_colour=3.0),
    ),
    "denier": Policy(ID, "denier", weigh, "Takes what the next player needs.", styled(WEIGHTS, style_deny=4.0)),
    "hoarder": Policy(ID, "hoarder", weigh, "Waits for a large hand of knights.", styled(WEIGHTS, style_wait=12.0)),
}  # fmt: skip
