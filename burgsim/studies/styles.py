"""How different players are: how often two of them choose differently at the same decision."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from burgsim.games import load
from burgsim.games.chance import POLICY_STREAM, stream_key
from burgsim.games.jit import records
from burgsim.players import seats
from burgsim.simulation.stepwise import Stepwise


def disagreement(
    game_id: str,
    players: int,
    policies: Sequence[str],
    decisions: int = 5_000,
    seed: int = 1,
    most_in_a_game: int = 200,
) -> pd.DataFrame:
    """Share of common decisions at which two policies choose differently.

    Games are played by the policies in turn, one a seat; every decision with two or more options is put to all of them
    (each with weights for this number of players), and the game goes on with the choice of the seat's own.

    Returns
    -------
    DataFrame
        Policies by policies, float64: 0 on the diagonal.
    """
    game = load(game_id)
    table = [seats(game, players, [name])[0] for name in policies]
    desks = records(len(table), game.desk)
    for i, seat in enumerate(table):
        desks[i]["weights"] = seat.weights
    differ = np.zeros((len(table), len(table)), np.int64)
    asked = 0
    number = 0
    while asked < decisions:
        step = Stepwise(game, players)
        step.deal(seed, number)
        step.reveal()
        for i in range(len(table)):
            desks[i]["rng"] = stream_key(step.key, POLICY_STREAM + i)
        here = 0
        while not step.over:
            actor = step.actor
            actions = step.legal()
            pick = 0
            if len(actions) > 1:
                chosen = []
                for i, seat in enumerate(table):
                    desks[i]["actions"][: len(actions)] = actions
                    chosen.append(int(seat.policy.function(step.state, step.rules, actor, len(actions), desks[i])))
                pick = chosen[(number + actor) % len(table)]
                if here < most_in_a_game:
                    differ += np.not_equal.outer(chosen, chosen)
                    asked += 1
                    here += 1
            step.play(actions[pick])
        number += 1
    return pd.DataFrame(differ / asked, index=list(policies), columns=list(policies))
