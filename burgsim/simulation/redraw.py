"""Games whose chance comes from two deals: one source of chance (the deck, the goods) drawn anew, all others held.

Every source lays out some fields of the state at set-up, from streams of its own (a game names them in its
chance_sources.py). So a game with one source of another deal is that deal's fields copied into this deal's state; what
comes later (a reshuffle) follows the key of its source. The players' own draws (a random choice between equals) are a
source, too.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from burgsim.games import load
from burgsim.games.chance import POLICY_STREAM, game_key, stream_key
from burgsim.games.game import CHANCE, LOG, OVER, PLAYERS, SCORE, SEAT, Game, Sources, UserError, leader_of
from burgsim.games.jit import CACHED, PLAIN, nb, records
from burgsim.players import Seat
from burgsim.simulation.kernel import STEP_LIMIT

#: The stream of a game's key that keys its second deal.
SECOND_STREAM = 1 << 23
#: Turns of the table whose leader is kept; a longer game isn't followed to its end.
MOST_TURNS = 600


def sources_of(game: Game) -> Sources:
    """A game's sources of chance.

    Raises
    ------
    UserError
        Nobody has written down which fields which source lays out.
    """
    if game.sources is None:
        raise UserError(f"the sources of chance of {game.id} can't be drawn apart: its package doesn't name them")
    return game.sources


def lay_out(states, rules_, logs, deal, players, keys):
    """Deal one game a key: states[i] from keys[i] (uint64)."""
    for i in range(len(keys)):
        deal(states[i], rules_[0], players, keys[i], logs[0])


def play_out(
    states, rules_, desks, seats, logs, legal, apply, reveal, result, turn, policies, players, reveal_keys,
    player_keys, game_row, seat_rows, leaders, turns,
):
    """Play laid-out games to their ends.

    Parameters
    ----------
    states : record array (count,)
        Changed: the games are over afterwards.
    reveal_keys, player_keys : uint64 (count,)
        Keys of later chance, and of the players' own draws.
    seat_rows : int32 (count, players, columns)
        Filled.
    leaders : int8 (count or 0, MOST_TURNS)
        Filled with who leads (from 1, 0 nobody) after each turn of the table, as points are then.
    turns : int64 (count or 0,)
        Filled with the turns that have a leader's entry.

    Returns
    -------
    int
        Games played; less than count when one doesn't end.
    """  # fmt: skip
    rules = rules_[0]
    log = logs[0]
    follow = len(leaders) > 0
    for i in range(len(states)):
        state = states[i]
        for s in range(players):
            desks[s].rng = stream_key(player_keys[i], POLICY_STREAM + seats[s].role)
        steps = 0
        done = 0
        now = np.int64(0)
        if follow:
            now = turn(state, rules)
        while state.actor != OVER:
            steps += 1
            if steps > STEP_LIMIT:
                return i
            if state.actor == CHANCE:
                reveal(state, rules, reveal_keys[i], log)
            else:
                seat = state.actor
                desk = desks[seat]
                n = legal(state, rules, desk)
                pick = 0
                if n > 1:
                    pick = policies[seat](state, rules, seat, n, desk)
                    if pick < 0 or pick >= n:
                        pick = 0
                apply(state, rules, desk.actions[pick], log)
            if follow and state.actor != OVER and turn(state, rules) != now and done < leaders.shape[1] - 1:
                now = turn(state, rules)
                result(state, rules, game_row, seat_rows[i])
                leaders[i, done] = leader_of(seat_rows[i][:, SCORE], players)
                done += 1
        result(state, rules, game_row, seat_rows[i])
        if follow:
            leaders[i, done] = leader_of(seat_rows[i][:, SCORE], players)
            turns[i] = done + 1
    return len(states)


@cache
def _compiled(game_id: str) -> tuple[Any, Any]:
    """`lay_out` and `play_out` compiled for a game."""
    if PLAIN:
        quiet = np.errstate(over="ignore")
        return quiet(lay_out), quiet(play_out)
    game = load(game_id)
    t, sig = nb.types, game.signatures
    f = t.FunctionType
    states, rules = t.Array(sig.state, 1, "C"), t.Array(sig.rules, 1, "C")
    logs = t.Array(nb.from_dtype(LOG), 1, "C")
    first = t.void(states, rules, logs, f(sig.deal), t.int64, t.uint64[::1])
    second = t.int64(
        states, rules, t.Array(sig.desk, 1, "C"), t.Array(nb.from_dtype(SEAT), 1, "C"), logs, f(sig.legal),
        f(sig.apply), f(sig.reveal), f(sig.result), f(sig.count), t.UniTuple(f(sig.policy), game.max_players), t.int64,
        t.uint64[::1], t.uint64[::1], t.int32[::1], t.int32[:, :, ::1], t.int8[:, ::1], t.int64[::1],
    )  # fmt: skip
    made = []
    for signature, function in ((first, lay_out), (second, play_out)):
        compiled = nb.njit(signature, nogil=True, error_model="numpy", cache=CACHED)(function)
        compiled.disable_compile()
        made.append(compiled)
    return made[0], made[1]


@dataclass(frozen=True, eq=False)
class TwoDeals:
    """A table at which each game can be played with some sources of chance from a second deal.

    Game i's first deal is the game that `simulate` plays under that number.
    """

    game: Game
    players: int
    rules: Any
    seats: Sequence[Seat]
    seed: int = 0
    _local: threading.local = field(default_factory=threading.local, repr=False)

    def __post_init__(self) -> None:
        if any(not seat.plain for seat in self.seats):
            raise UserError("luck is told apart with the project's own policies, without noise or rollouts")
        sources_of(self.game)
        _compiled(self.game.id)

    def _own(self) -> Any:
        own, game = self._local, self.game
        if not hasattr(own, "desks"):
            own.desks = records(game.max_players, game.desk)
            own.seats = records(game.max_players, SEAT)
            own.log = records(1, LOG)
            own.rules = records(1, game.rules_record)
            own.rules[:] = self.rules.pack(self.players)
            for i, seat in enumerate(self.seats):
                own.seats[i]["role"] = seat.role
                own.desks[i]["weights"] = seat.weights
        return own

    def keys(self, first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        """The keys of both deals of these games, uint64 (count,) each."""
        with np.errstate(over="ignore"):
            one = [game_key(np.uint64(self.seed), np.int64(i)) for i in range(first, first + count)]
            two = [stream_key(np.uint64(key), np.int64(SECOND_STREAM)) for key in one]
        return np.array(one, np.uint64), np.array(two, np.uint64)

    def deals(self, keys: np.ndarray) -> np.ndarray:
        """Games laid out from keys: record array (count,)."""
        own = self._own()
        states = records(len(keys), self.game.state)
        _compiled(self.game.id)[0](states, own.rules, own.log, self.game.deal, self.players, keys)
        return states

    def mixed(self, one: np.ndarray, two: np.ndarray, anew: frozenset[str]) -> np.ndarray:
        """States of the first deal but for the sources in `anew`, which are of the second."""
        sources, own = sources_of(self.game), self._own()
        swap = sources.rest in anew
        states = (two if swap else one).copy()
        other = one if swap else two
        for name, places in sources.places.items():
            if (name in anew) != swap:
                for column, index in places:
                    states[column][index] = other[column][index]
        if sources.settle is not None:
            for i in range(len(states)):
                sources.settle(states[i], own.rules[0], own.log[0])
        return states

    def play(
        self, first: int, count: int, arms: Sequence[frozenset[str]], follow: bool = False
    ) -> tuple[list[np.ndarray], np.ndarray, np.ndarray]:
        """Play games first .. first+count-1 once an arm.

        Parameters
        ----------
        arms : sequence of frozenset of str
            Sources that come from the second deal; the empty set is the game as it is.
        follow : bool
            Note who leads after each turn of the first arm's games.

        Returns
        -------
        rows : list of int32 (count, players, seat columns)
            One an arm.
        leaders : int8 (count, MOST_TURNS), turns : int64 (count,)
            Of the first arm; without rows when not followed.
        """
        game, own = self.game, self._own()
        sources = sources_of(game)
        one, two = self.keys(first, count)
        deals = self.deals(one), self.deals(two)
        policies = [seat.policy.function for seat in self.seats]
        policies += policies[:1] * (game.max_players - self.players)
        leaders = np.zeros((count if follow else 0, MOST_TURNS), np.int8)
        turns = np.zeros(len(leaders), np.int64)
        found = []
        for n, anew in enumerate(arms):
            states = self.mixed(*deals, anew)
            rows = np.zeros((count, self.players, len(game.seat_columns)), np.int32)
            kept = (leaders, turns) if n == 0 else (leaders[:0], turns[:0])
            played = _compiled(game.id)[1](
                states, own.rules, own.desks, own.seats, own.log, game.legal, game.apply, game.reveal, game.result,
                game.turn, tuple(policies), self.players, two if sources.reveal in anew else one,
                two if PLAYERS in anew else one, np.zeros(len(game.game_columns), np.int32), rows, *kept,
            )  # fmt: skip
            if played < count:
                raise UserError(f"game {first + played} doesn't end: these rules or policies keep it going for ever")
            found.append(rows)
        return found, leaders, turns
