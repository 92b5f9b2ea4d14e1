"""The players who know the board game."""

from __future__ import annotations

from burgsim.games.burgundy_board.state import SIG
from burgsim.games.chance import draw_below
from burgsim.games.game import Policy
from burgsim.games.jit import jit

ID = "burgundy-board"


@jit(SIG.policy)
def random(state, rules, seat, n, desk):
    """Uniform over the listed actions."""
    return draw_below(desk, n)


POLICIES = {"random": Policy(ID, "random", random, "Uniform over the listed actions.")}
