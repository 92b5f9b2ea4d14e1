"""The players who know King Arthur."""

from __future__ import annotations

from burgsim.games.chance import draw_below
from burgsim.games.game import Policy
from burgsim.games.jit import jit
from burgsim.games.king_arthur.state import SIG

ID = "king-arthur"


@jit(SIG.policy)
def random(state, rules, seat, n, desk):
    """Uniform over the listed actions."""
    return draw_below(desk, n)


POLICIES = {
    "random": Policy(ID, "random", random, "Uniform over the listed actions."),
}
