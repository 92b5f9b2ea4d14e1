"""The one game loop, for every game and any policies.

Rules functions and policies come as function pointers with explicit signatures, so the loop is compiled once a game and
read from the cache for every mixture of policies. A decision with one option isn't asked; noise and rollouts are
settings of a seat and work around any policy.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from burgsim.games.chance import (
    POLICY_STREAM,
    ROLLOUT_STREAM,
    draw_below,
    draw_uniform,
    game_key,
    stream_key,
)
from burgsim.games.game import CHANCE, CHOICES_ON, DECISIONS, LOG, OVER, SCORE, SEAT, Game, note_choice
from burgsim.games.jit import CACHED, PLAIN, copy_state, jit, nb

#: What went wrong in a game (fault[0]); the rest of `fault` is game, seat, decision, options, index or audit code.
FAULT_INDEX, FAULT_NO_ACTION, FAULT_ENDLESS, FAULT_AUDIT, FAULT_DUPLICATE, FAULT_UNLISTED = 1, 2, 3, 4, 5, 6
#: No game of these comes near so many steps; a policy or rule that loops is reported instead of hanging.
STEP_LIMIT = 1_000_000
#: States of a worker: the game, a policy's view, a rollout's world, a rollout's game.
GAME_STATE, VIEW_STATE, WORLD_STATE, ROLLOUT_STATE = range(4)
STATES = 4


@jit
def hold_view(states, rules, seat, key, log, hide):
    """A copy for a policy from a user's file: it can't change the game, and what it can't see is reshuffled."""
    copy_state(states[VIEW_STATE], states[GAME_STATE])
    hide(states[VIEW_STATE], rules, seat, key, log)


@jit
def ask_guest(view, spare, seat, n, desk, blank, policies):
    """What a policy from a user's file chooses. It may write to all that it gets, so all of that is a copy.

    Its weights come back from its desk as it was at first; the list of actions is for the caller to make anew.
    """
    desk.weights[:] = blank.weights
    return policies[seat](view, spare, seat, n, desk)


@jit
def play_on(states, rules_, desks, seats, log, legal, apply, reveal, policies, key):
    """Play the rollout's state to its end with the seats' policies (no noise, no rollouts); False if it won't end."""
    state = states[ROLLOUT_STATE]
    rules = rules_[0]
    for _ in range(STEP_LIMIT):
        seat = state.actor
        if seat == OVER:
            return True
        if seat == CHANCE:
            reveal(state, rules, key, log)
            continue
        desk = desks[seat]
        n = legal(state, rules, desk)
        pick = 0
        if n > 1:
            if seats[seat].guarded != 0:
                copy_state(states[VIEW_STATE], state)
                copy_state(rules_[1], rules)
                pick = ask_guest(states[VIEW_STATE], rules_[1], seat, n, desk, desks[len(seats) + seat], policies)
                legal(state, rules, desk)
            else:
                pick = policies[seat](state, rules, seat, n, desk)
            if pick < 0 or pick >= n:
                pick = 0
        apply(state, rules, desk.actions[pick], log)
    return False


@jit
def roll_out(
    states, rules_, desks, seats, log, legal, apply, reveal, hide, result, policies, seat, n, own, key, players,
    game_row, seat_rows, kept,
):
    """Choose by playing on: sampled worlds, the same for all candidates, mean margin over the best opponent.

    The candidates are the `width` actions that the policy likes best (its own choice first). `kept` is float64 and int
    room: the candidates' actions and their sums.
    """  # fmt: skip
    rules = rules_[0]
    desk = desks[seat]
    width = min(seats[seat].width, n)
    for i in range(n):
        kept[0, i] = desk.actions[i]
        kept[1, i] = desk.scores[i] if desk.scored != 0 else 0.0
        kept[2, i] = 0.0
        kept[3, i] = i
    kept[1, own] = np.inf
    for i in range(width):
        best = i
        for j in range(i + 1, n):
            if kept[1, j] > kept[1, best]:
                best = j
        for row in (0, 1, 3):
            held = kept[row, i]
            kept[row, i] = kept[row, best]
            kept[row, best] = held
    for s in range(players):
        kept[4, s] = 0.0
        seats[s].held = desks[s].rng
    log_on = log.on
    log.on = 0
    for world in range(seats[seat].rollouts):
        world_key = stream_key(key, world)
        copy_state(states[WORLD_STATE], states[GAME_STATE])
        hide(states[WORLD_STATE], rules, seat, world_key, log)
        for c in range(width):
            state = states[ROLLOUT_STATE]
            copy_state(state, states[WORLD_STATE])
            for s in range(players):
                desks[s].rng = stream_key(world_key, POLICY_STREAM + s)
            apply(state, rules, np.int64(kept[0, c]), log)
            if play_on(states, rules_, desks, seats, log, legal, apply, reveal, policies, world_key):
                result(state, rules, game_row, seat_rows)
                rival = 0.0
                if players > 1:
                    rival = -1e9
                    for s in range(players):
                        if s != seat:
                            rival = max(rival, np.float64(seat_rows[s, SCORE]))
                kept[2, c] += seat_rows[seat, SCORE] - rival
    log.on = log_on
    for s in range(players):
        desks[s].rng = seats[s].held
    best = 0
    for c in range(1, width):
        if kept[2, c] > kept[2, best]:
            best = c
    return np.int64(kept[3, best])


def play_games(
    states, rules_, desks, seats, logs, kept, deal, legal, apply, reveal, hide, result, audit, policies, players, seed,
    first, count, check, game_rows, seat_rows, fault,
):
    """Play games first .. first+count-1 and fill their rows of the results.

    Parameters
    ----------
    states, rules_, desks, seats, logs : record arrays
        STATES states; the rules record and room for a copy; one SEAT a seat; one desk a seat, then these desks once
        more as they are at first (weights and nothing else); one LOG.
    kept : float64 (5, max actions)
        Room for rollouts.
    deal .. audit, policies : function pointers
        The game's, and one policy a seat.
    check : int
        1 verifies the invariants before every decision and at the end, and every action against the list.
    game_rows, seat_rows : int32 (count + 1, columns) and (count + 1, players, columns)
        The last row is room for rollouts.
    fault : int64 (8,)
        What went wrong; its second number is the game that is played.

    Returns
    -------
    int
        Games finished; less than count after a fault.
    """  # fmt: skip
    state = states[GAME_STATE]
    rules = rules_[0]
    log = logs[0]
    for i in range(count):
        key = game_key(seed, first + i)
        fault[1] = first + i  # for a policy that raises an error
        deal(state, rules, players, key, log)
        for seat in range(players):
            if seats[seat].guarded != 0:  # what it noted in another game would depend on the threads
                copy_state(desks[seat], desks[len(seats) + seat])
            desks[seat].rng = stream_key(key, POLICY_STREAM + seats[seat].role)
        decisions = 0
        steps = 0
        broken = 0
        while True:
            seat = state.actor
            if seat == OVER:
                break
            steps += 1
            if steps > STEP_LIMIT:
                fault[0] = FAULT_ENDLESS
                return i
            if seat == CHANCE:
                reveal(state, rules, key, log)
            else:
                desk = desks[seat]
                n = legal(state, rules, desk)
                pick = 0
                if n != 1:
                    if check != 0:
                        broken = audit(state, rules)
                        if broken != 0:
                            break
                    pick = -1
                    if n > 1:
                        decisions += 1
                        setting = seats[seat]
                        if setting.plain != 0:
                            pick = policies[seat](state, rules, seat, n, desk)
                        else:
                            desk.scored = 0
                            if setting.guarded != 0:
                                view_key = stream_key(key, ROLLOUT_STREAM + 2 * decisions)
                                hold_view(states, rules, seat, view_key, log, hide)
                                copy_state(rules_[1], rules)
                                blank = desks[len(seats) + seat]
                                pick = ask_guest(states[VIEW_STATE], rules_[1], seat, n, desk, blank, policies)
                                if n != legal(state, rules, desk):
                                    pick = -1
                            else:
                                pick = policies[seat](state, rules, seat, n, desk)
                            if setting.noise > 0.0 and draw_uniform(desk) < setting.noise:
                                # a slip is a slip: no rollouts that would mend it
                                pick = draw_below(desk, n)
                            elif setting.rollouts > 0 and pick >= 0 and pick < n:
                                roll_key = stream_key(key, ROLLOUT_STREAM + 2 * decisions + 1)
                                pick = roll_out(
                                    states, rules_, desks, seats, log, legal, apply, reveal, hide, result, policies,
                                    seat, n, pick, roll_key, players, game_rows[count], seat_rows[count], kept,
                                )  # fmt: skip
                                legal(state, rules, desk)
                    if pick < 0 or pick >= n:
                        fault[0] = FAULT_INDEX if n > 1 else FAULT_NO_ACTION
                        fault[2] = seat
                        fault[3] = decisions
                        fault[4] = n
                        fault[5] = pick
                        return i
                action = desk.actions[pick]
                if check != 0 and n > 1:
                    # listed anew, since a policy may have written into its list
                    n = legal(state, rules, desk)
                    listed = 0
                    for other in range(n):
                        listed += desk.actions[other] == action
                    if listed != 1:
                        fault[0] = FAULT_UNLISTED if listed == 0 else FAULT_DUPLICATE
                        fault[2] = seat
                        fault[3] = decisions
                        fault[5] = action
                        return i
                if n > 1 and log.on == CHOICES_ON:
                    note_choice(log, action)
                apply(state, rules, action, log)
        if check != 0 and broken == 0:
            broken = audit(state, rules)
        if broken != 0:
            fault[0] = FAULT_AUDIT
            fault[2] = state.actor
            fault[3] = decisions
            fault[5] = broken
            return i
        result(state, rules, game_rows[i], seat_rows[i])
        game_rows[i, DECISIONS] = decisions
    return count


def kernel_signature(game: Game) -> Any:
    """The explicit signature of the loop for one game."""
    t = nb.types
    f = t.FunctionType
    sig = game.signatures
    return t.int64(
        t.Array(sig.state, 1, "C"),
        t.Array(sig.rules, 1, "C"),
        t.Array(sig.desk, 1, "C"),
        t.Array(nb.from_dtype(SEAT), 1, "C"),
        t.Array(nb.from_dtype(LOG), 1, "C"),
        t.float64[:, ::1],
        f(sig.deal),
        f(sig.legal),
        f(sig.apply),
        f(sig.reveal),
        f(sig.hide),
        f(sig.result),
        f(sig.audit),
        t.UniTuple(f(sig.policy), game.max_players),
        t.int64,
        t.uint64,
        t.int64,
        t.int64,
        t.int64,
        t.int32[:, ::1],
        t.int32[:, :, ::1],
        t.int64[::1],
    )


@cache
def kernel(game_id: str) -> Any:
    """The loop compiled for a game (from the cache when this version has been compiled before)."""
    from burgsim.games import load

    if PLAIN:
        return np.errstate(over="ignore")(play_games)  # in each thread: random numbers wrap around
    compiled = nb.njit(kernel_signature(load(game_id)), nogil=True, error_model="numpy", cache=CACHED)(play_games)
    compiled.disable_compile()
    return compiled
