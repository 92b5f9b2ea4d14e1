"""Rollouts: the kernel's choices against the same written out step by step, hidden cards, threads, Ctrl-C."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from burgsim.games.chance import POLICY_STREAM, ROLLOUT_STREAM, stream_key
from burgsim.games.game import CHANCE, LOG, OVER, SCORE, Game
from burgsim.games.jit import copy_state, records
from burgsim.players import Seat, seats
from burgsim.simulation.batch import Table
from burgsim.simulation.stepwise import Stepwise
from burgsim.simulation.trace import trace
from tests.child import child, press_ctrl_c


class Thinker:
    """Rollouts as the documents describe them, one step after the other."""

    def __init__(self, game: Game, table: list[Seat]) -> None:
        self.game, self.table = game, table
        self.desks = records(len(table), game.desk)
        for desk, seat in zip(self.desks, table, strict=True):
            desk["weights"] = seat.weights
        self.states = records(2, game.state)
        self.log = records(1, LOG)[0]

    def ask(self, state: Any, rules: Any, seat: int, desk: Any) -> tuple[list[int], int]:
        n = int(self.game.legal(state, rules, desk))
        actions = [int(a) for a in desk["actions"][:n]]
        pick = int(self.table[seat].policy.function(state, rules, seat, n, desk)) if n > 1 else 0
        return actions, pick

    def choose(self, step: Stepwise, decision: int, key: np.uint64) -> int:
        """The action that the seat in turn should take."""
        seat, game, rules = step.actor, self.game, step.rules
        setting, desk = self.table[seat], self.desks[seat]
        desk["scored"] = 0
        actions, own = self.ask(step.state, rules, seat, desk)
        scores = [float(s) for s in desk["scores"][: len(actions)]] if desk["scored"] else [0.0] * len(actions)
        scores[own] = np.inf
        liked = sorted(range(len(actions)), key=lambda i: -scores[i])[: setting.width]
        margins = dict.fromkeys(liked, 0)
        roll_key = np.uint64(stream_key(key, ROLLOUT_STREAM + 2 * decision + 1))
        for world in range(setting.rollouts):
            world_key = np.uint64(stream_key(roll_key, world))
            hidden, state = self.states[0], self.states[1]
            copy_state(hidden, step.state)
            game.hide(hidden, rules, seat, world_key, self.log)
            for candidate in liked:
                copy_state(state, hidden)
                for s, other in enumerate(self.desks):
                    other["rng"] = stream_key(world_key, POLICY_STREAM + s)
                game.apply(state, rules, actions[candidate], self.log)
                while state["actor"] != OVER:
                    if state["actor"] == CHANCE:
                        game.reveal(state, rules, world_key, self.log)
                        continue
                    actor = int(state["actor"])
                    listed, pick = self.ask(state, rules, actor, self.desks[actor])
                    game.apply(state, rules, listed[pick], self.log)
                rows = np.zeros((len(self.table), len(game.seat_columns)), np.int32)
                game.result(state, rules, np.zeros(len(game.game_columns), np.int32), rows)
                rivals = [int(rows[s, SCORE]) for s in range(len(self.table)) if s != seat]
                margins[candidate] += int(rows[seat, SCORE]) - max(rivals, default=0)
        best = max(margins.values())
        tied = [i for i in liked if margins[i] == best]
        return actions[tied[0]] if len(tied) == 1 else -1


@pytest.mark.parametrize(
    ("game_id", "players", "spec"),
    [
        ("burgundy-cards", 2, "balanced,rollouts=3,width=2"),
        ("burgundy-cards", 3, "greedy,rollouts=2,width=4"),
        ("burgundy-cards", 1, "balanced,rollouts=2,width=3"),
    ],
)
def test_the_kernel_chooses_what_rollouts_say(game_id: str, players: int, spec: str) -> None:
    found = trace(game_id, players, seed=5, game=3, specs=[spec, *["greedy"] * (players - 1)])
    game = found.game
    table = seats(game, players, [spec, *["greedy"] * (players - 1)])
    thinker = Thinker(game, table)
    step = Stepwise(game, players)
    step.deal(5, 3)
    step.reveal()
    compared = decision = 0
    rng = np.random.default_rng(1)
    with np.errstate(over="ignore"):
        for told in found.steps:
            actions = step.legal()
            if len(actions) > 1:
                decision += 1
                if step.actor == 0 and compared < 25:
                    wanted = thinker.choose(step, decision, step.key)
                    if wanted >= 0:  # equal sums are settled by the order of the candidates, which is no rule
                        assert actions[told.chosen] == wanted
                        compared += 1
                        view = step.copy()  # another world behind the same table: the same choice
                        game.hide(view.state, view.rules, 0, np.uint64(rng.integers(1 << 62)), view.log)
                        assert thinker.choose(view, decision, step.key) == wanted
            step.play(actions[told.chosen])
    assert compared == 25


def test_rollouts_leave_the_streams_of_policies_alone() -> None:
    """With one candidate rollouts change nothing: games are those of the policies, chance of their own included."""
    from burgsim.games import load

    game = load("burgundy-cards")
    plain = Table(game, 2, game.rules(), seats(game, 2, ["random", "random,noise=0.5"]), 3).play(0, 20)
    rolled = Table(
        game, 2, game.rules(), seats(game, 2, ["random,rollouts=2,width=1", "random,noise=0.5"]), 3
    ).play(0, 20)
    assert np.array_equal(plain[0], rolled[0])
    assert np.array_equal(plain[1], rolled[1])


def test_a_slip_is_not_mended() -> None:
    """noise=1 plays at random, with rollouts or without."""
    from burgsim.games import load

    game = load("burgundy-cards")
    noisy, rolled = (
        Table(game, 2, game.rules(), seats(game, 2, [spec, "greedy"]), 3).play(0, 10)[1]
        for spec in ("balanced,noise=1", "balanced,noise=1,rollouts=4")
    )
    assert np.array_equal(noisy, rolled)


def test_games_do_not_depend_on_how_they_are_cut() -> None:
    from burgsim.games import load

    game = load("burgundy-cards")
    table = seats(game, 2, ["greedy,rollouts=3", "random,rollouts=2,noise=0.2"])
    whole = Table(game, 2, game.rules(), table, 8).play(0, 6)
    pieces = [Table(game, 2, game.rules(), table, 8).play(first, count) for first, count in ((4, 2), (0, 1), (1, 3))]
    again = np.concatenate([pieces[1][1], pieces[2][1], pieces[0][1]])
    assert np.array_equal(whole[1], again)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_within_two_seconds(tmp_path: Path) -> None:
    """In the middle of a single game that would take minutes."""
    out = tmp_path / "run"
    words = ["simulate", "burgundy-cards", "-p", "4", "-n", "1000", "-w", "1", "--out", str(out),
             "--seat", "balanced,rollouts=20000,width=6"]  # fmt: skip
    with child([sys.executable, "-m", "burgsim.cli", *words]) as process:
        _, error, took = press_ctrl_c(process, (out / "checksums.sha256").exists, 1.0)
    assert process.returncode == 130
    assert took < 15.0  # about a second on an idle machine; the game itself takes minutes
    assert "Traceback" not in error
