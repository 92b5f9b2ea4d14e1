"""Forks: one decision taken in two ways, and both played on alike.

In each game one opportunity is drawn uniformly from all that come up: a decision whose list has actions that the study
marks (for example: completes a set) and others. From there the same sampled futures are played twice, once with the
seat's best marked action, once with marked actions taken off its list until its turn is over. The hidden part of the
state is drawn anew for each future, so nothing is decided with knowledge of what comes.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from burgsim.games import load
from burgsim.games.chance import POLICY_STREAM, below, game_key, stream_key
from burgsim.games.game import CHANCE, LOG, OVER, SCORE, SEAT, WIN_60THS, Game, UserError
from burgsim.games.jit import CACHED, PLAIN, copy_state, nb, records
from burgsim.games.jit import jit as jit_helper
from burgsim.players import Seat
from burgsim.simulation.kernel import STEP_LIMIT

#: The stream that draws a game's opportunity, and the first of those that key its futures.
FORK_STREAM = 1 << 22
#: Columns of a fork: how many opportunities the game had, seat, mark and stage (round) of the one drawn, ...
OPPORTUNITIES, FORK_SEAT, MARK, STAGE, FUTURES = range(5)
#: ... and sums over the futures of score, lead over the best rival and win (60ths), with the marked action and without.
SCORE_WITH, SCORE_WITHOUT, LEAD_WITH, LEAD_WITHOUT, WIN_WITH, WIN_WITHOUT = range(5, 11)
#: 1 when the seat's policy takes a marked action by itself.
CHOSEN = 11
COLUMNS = (
    "opportunities", "seat", "mark", "stage", "futures", "score_with", "score_without", "lead_with", "lead_without",
    "win_with", "win_without", "chosen",
)  # fmt: skip


@jit_helper
def keep_marked(state, rules, seat, n, desk, mark, wanted):
    """Keep only the listed actions that are marked (wanted 1) or not marked (0); returns their number."""
    kept = 0
    for i in range(n):
        if (mark(state, rules, seat, desk.actions[i]) > 0) == (wanted == 1):
            desk.actions[kept] = desk.actions[i]
            kept += 1
    return kept


@jit_helper
def ask(state, rules, seat, n, desk, policies):
    """The action that the seat's policy takes of a list."""
    pick = 0
    if n > 1:
        pick = policies[seat](state, rules, seat, n, desk)
        if pick < 0 or pick >= n:
            pick = 0
    return desk.actions[pick]


@jit_helper
def to_opportunity(state, rules, desks, log, legal, apply, reveal, policies, mark, key, stop_at):
    """Play to the stop_at-th opportunity (from 1), or to the end; returns the opportunities met."""
    met = 0
    for _ in range(STEP_LIMIT):
        seat = state.actor
        if seat == OVER:
            return met
        if seat == CHANCE:
            reveal(state, rules, key, log)
            continue
        desk = desks[seat]
        n = legal(state, rules, desk)
        if n > 1:
            marked = 0
            for i in range(n):
                marked += mark(state, rules, seat, desk.actions[i]) > 0
            if marked > 0 and marked < n:
                met += 1
                if met == stop_at:
                    return met
        apply(state, rules, ask(state, rules, seat, n, desk, policies), log)
    return met


@jit_helper
def play_arm(state, rules, desks, log, legal, apply, reveal, policies, mark, turn, key, seat, wanted):
    """Take the fork's decision with or without the marked actions, then play on to the end."""
    fork_turn = turn(state, rules)
    first = True
    for _ in range(STEP_LIMIT):
        actor = state.actor
        if actor == OVER:
            return
        if actor == CHANCE:
            reveal(state, rules, key, log)
            continue
        desk = desks[actor]
        n = legal(state, rules, desk)
        if actor == seat and (first or (wanted == 0 and turn(state, rules) == fork_turn)):
            kept = keep_marked(state, rules, seat, n, desk, mark, wanted)
            n = kept if kept > 0 else legal(state, rules, desk)
            first = False
        apply(state, rules, ask(state, rules, actor, n, desk, policies), log)


def play_forks(
    states, rules_, desks, seats, logs, deal, legal, apply, reveal, hide, result, mark, turn, stage, policies, players,
    seed, first, count, futures, rows, game_row, seat_rows,
):  # fmt: skip
    """Fork games first .. first+count-1; rows: int32 (count, len(COLUMNS)), zeros where a game had no opportunity."""
    state = states[0]
    rules = rules_[0]
    log = logs[0]
    for i in range(count):
        key = game_key(seed, first + i)
        met = 0
        for attempt in range(2):
            stop_at = 0 if attempt == 0 else 1 + below(stream_key(key, FORK_STREAM), 0, met)
            deal(state, rules, players, key, log)
            for s in range(players):
                desks[s].rng = stream_key(key, POLICY_STREAM + seats[s].role)
            if attempt == 0:
                met = to_opportunity(state, rules, desks, log, legal, apply, reveal, policies, mark, key, stop_at)
                if met == 0:
                    break
            else:
                to_opportunity(state, rules, desks, log, legal, apply, reveal, policies, mark, key, stop_at)
        rows[i, OPPORTUNITIES] = met
        if met == 0:
            continue
        seat = state.actor
        desk = desks[seat]
        n = legal(state, rules, desk)
        rows[i, CHOSEN] = mark(state, rules, seat, ask(state, rules, seat, n, desk, policies)) > 0
        n = legal(state, rules, desk)
        best = ask(state, rules, seat, keep_marked(state, rules, seat, n, desk, mark, 1), desk, policies)
        rows[i, FORK_SEAT] = seat + 1
        rows[i, MARK] = mark(state, rules, seat, best)
        rows[i, STAGE] = stage(state, rules)
        rows[i, FUTURES] = futures
        for future in range(futures):
            future_key = stream_key(key, FORK_STREAM + 1 + future)
            copy_state(states[1], state)
            hide(states[1], rules, seat, future_key, log)
            for arm in range(2):
                copy_state(states[2], states[1])
                for s in range(players):
                    desks[s].rng = stream_key(future_key, POLICY_STREAM + seats[s].role)
                play_arm(
                    states[2], rules, desks, log, legal, apply, reveal, policies, mark, turn, future_key, seat, 1 - arm
                )
                result(states[2], rules, game_row, seat_rows)
                rival = 0 if players == 1 else -(10**6)
                for s in range(players):
                    if s != seat:
                        rival = max(rival, seat_rows[s, SCORE])
                rows[i, SCORE_WITH + arm] += seat_rows[seat, SCORE]
                rows[i, LEAD_WITH + arm] += seat_rows[seat, SCORE] - rival
                rows[i, WIN_WITH + arm] += seat_rows[seat, WIN_60THS]
    return count


@cache
def forker(game_id: str) -> Any:
    """The fork loop compiled for a game."""
    if PLAIN:
        return play_forks
    game = load(game_id)
    t, sig = nb.types, game.signatures
    f = t.FunctionType
    signature = t.int64(
        t.Array(sig.state, 1, "C"), t.Array(sig.rules, 1, "C"), t.Array(sig.desk, 1, "C"),
        t.Array(nb.from_dtype(SEAT), 1, "C"), t.Array(nb.from_dtype(LOG), 1, "C"),
        f(sig.deal), f(sig.legal), f(sig.apply), f(sig.reveal), f(sig.hide), f(sig.result), f(sig.mark), f(sig.count),
        f(sig.count), t.UniTuple(f(sig.policy), game.max_players), t.int64, t.uint64, t.int64, t.int64, t.int64,
        t.int32[:, ::1], t.int32[::1], t.int32[:, ::1],
    )  # fmt: skip
    compiled = nb.njit(signature, nogil=True, error_model="numpy", cache=CACHED)(play_forks)
    compiled.disable_compile()
    return compiled


@dataclass(frozen=True, eq=False)
class ForkTable:
    """A table at which games are forked: like `Table`, with the mark that names the fork and the futures a fork."""

    game: Game
    players: int
    rules: Any
    seats: Sequence[Seat]
    mark: str
    futures: int = 4
    seed: int = 0
    _local: threading.local = field(default_factory=threading.local, repr=False)

    def __post_init__(self) -> None:
        if self.mark not in self.game.forks:
            raise UserError(f"{self.game.id} has no fork {self.mark!r}; forks: {', '.join(self.game.forks) or 'none'}")
        if any(not seat.plain for seat in self.seats):
            raise UserError("forks are played by the project's own policies, without noise or rollouts")
        forker(self.game.id)

    def play(self, first: int, count: int) -> tuple[np.ndarray]:
        """Fork games first .. first+count-1: one array, int32 (count, len(COLUMNS))."""
        game, own = self.game, self._local
        if not hasattr(own, "states"):
            own.states = records(3, game.state)
            own.desks = records(game.max_players, game.desk)
            own.seats = records(game.max_players, SEAT)
            own.log = records(1, LOG)
            own.rules = self.rules.pack(self.players)
            for i, seat in enumerate(self.seats):
                own.seats[i]["role"] = seat.role
                own.desks[i]["weights"] = seat.weights
        seats = [*self.seats, *[self.seats[0]] * (game.max_players - self.players)]
        rows = np.zeros((count, len(COLUMNS)), np.int32)
        forker(game.id)(
            own.states, own.rules, own.desks, own.seats, own.log, game.deal, game.legal, game.apply, game.reveal,
            game.hide, game.result, game.forks[self.mark], game.turn, game.stage,
            tuple(seat.policy.function for seat in seats), self.players, np.uint64(self.seed), first, count,
            self.futures, rows, np.zeros(len(game.game_columns), np.int32),
            np.zeros((self.players, len(game.seat_columns)), np.int32),
        )  # fmt: skip
        return (rows,)
