"""The players who know Carcassonne: random, greedy, and styles that score every action as worth.py weighs things."""

from __future__ import annotations

import numpy as np

from burgsim.games.carcassonne.actions import A_FOLLOWER, A_PASS, VERB, VERB_BITS
from burgsim.games.carcassonne.chances import prepare, weigh_features
from burgsim.games.carcassonne.frontier import wrap
from burgsim.games.carcassonne.preview import worth_of_place
from burgsim.games.carcassonne.state import DEPLOY, SIG
from burgsim.games.carcassonne.worth import WEIGHTS, worth_of_figure
from burgsim.games.chance import draw_below
from burgsim.games.game import Policy, styled
from burgsim.games.jit import jit

ID = "carcassonne"


@jit(SIG.policy)
def random(state, rules, seat, n, desk):
    """Uniform over the listed actions."""
    return draw_below(desk, n)


@jit
def weigh_figures(state, rules, n, desk):
    """What each figure to deploy is worth; to pass is worth nothing."""
    for i in range(n):
        action = np.int64(desk.actions[i])
        verb = action >> VERB_BITS
        worth = 0.0
        if verb != A_PASS:
            worth = worth_of_figure(state, rules, desk, verb - A_FOLLOWER, action & (VERB - 1))
        desk.scores[i] = worth


@jit
def weigh_places(state, rules, seat, n, desk):
    """What each placement is worth."""
    for i in range(n):
        place = np.int64(desk.actions[i]) & (VERB - 1)
        slot = np.int64(state.map[wrap(place >> 2)])
        desk.scores[i] = worth_of_place(state, rules, seat, desk, slot, place & 3)


@jit(SIG.policy)
def weigh(state, rules, seat, n, desk):
    """The action that is worth most."""
    prepare(state, rules, seat, desk)
    if state.frame == DEPLOY:
        weigh_figures(state, rules, n, desk)
    else:
        weigh_features(state, rules, seat, desk)
        weigh_places(state, rules, seat, n, desk)
    best = 0
    for i in range(1, n):
        if desk.scores[i] > desk.scores[best]:
            best = i
    desk.scored = 1
    return best


#: Points as if the game ended after the turn: nothing that is incomplete has a chance, a follower costs nothing.
GREEDY = styled(
    WEIGHTS,
    reach_road=0.0, reach_city=0.0, reach_cloister=0.0, rivals=0.0, follower=0.0, last_follower=0.0, farmer=0.0,
    home=0.0, city_future=0.0, field_growth=0.0, spoil=0.0, big=0.1, builder=0.1, extra=0.0, good=0.0,
)  # fmt: skip

POLICIES = {
    "random": Policy(ID, "random", random, "Uniform over the listed actions."),
    "greedy": Policy(ID, "greedy", weigh, "Takes what pays most if the game ended after the turn.", GREEDY),
    "balanced": Policy(ID, "balanced", weigh, "Weighs everything by what it is worth.", styled(WEIGHTS)),
    "farmer": Policy(ID, "farmer", weigh, "Takes fields early and often.", styled(WEIGHTS, style_farm=7.0)),
    "city-builder": Policy(
        ID, "city-builder", weigh, "Looks to cities, and leaves roads alone.",
        styled(WEIGHTS, style_city=4.0, style_road=-3.0),
    ),
    "road-runner": Policy(
        ID, "road-runner", weigh, "Takes roads and cloisters.", styled(WEIGHTS, style_road=6.0, style_city=-5.0)
    ),
    "blocker": Policy(ID, "blocker", weigh, "Joins what others have, or spoils it.", styled(WEIGHTS, style_deny=4.0)),
}  # fmt: skip
