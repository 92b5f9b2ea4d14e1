"""What must hold for every registered game, at every number of players, for random and purposeful players."""

from __future__ import annotations

import hashlib
import random
from dataclasses import replace

import numpy as np
import pytest

from burgsim.games import GAMES, load
from burgsim.games.game import DECISIONS, TURNS, Policy, UserError
from burgsim.games.jit import jit
from burgsim.players import seats
from burgsim.simulation.batch import Table
from burgsim.simulation.trace import trace
from tests.games.tables import BOUNDS, Player, decisions, new_game, tables

TABLES = tables()
SEED = 5


def spec_of(kind: str, game_id: str) -> list[str] | str:
    if kind == "random":
        return "random"
    return "balanced" if "balanced" in load(game_id).policies else next(iter(load(game_id).policies))


def variants(game_id: str) -> list[dict]:
    game = load(game_id)
    return [{}, *(dict(changes) for changes in game.variants.values())]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_declares_its_bounds(game_id: str) -> None:
    assert set(BOUNDS[game_id]) == {"score", "turns", "decisions", "actions"}
    assert BOUNDS[game_id]["actions"][1] <= load(game_id).desk["actions"].shape[0]


@pytest.mark.parametrize(("game_id", "players"), TABLES)
@pytest.mark.parametrize("kind", ["random", "purposeful"])
def test_invariants_hold_in_checked_games(game_id: str, players: int, kind: str) -> None:
    game, bounds = load(game_id), BOUNDS[game_id]
    for changes in variants(game_id):
        who = seats(game, players, spec_of(kind, game_id))
        table = Table(game, players, game.rules.build(changes), who, SEED, True)
        game_rows, seat_rows = table.play(0, 1000)
        scores = seat_rows[:, :, list(game.seat_columns).index("score")]
        assert bounds["score"][0] <= scores.min() and scores.max() <= bounds["score"][1]
        for column, name in ((TURNS, "turns"), (DECISIONS, "decisions")):
            assert bounds[name][0] <= game_rows[:, column].min(), name
            assert game_rows[:, column].max() <= bounds[name][1], name


@pytest.mark.verify
@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_cards_are_conserved_in_a_million_random_games(game_id: str, players: int) -> None:
    game = load(game_id)
    table = Table(game, players, game.rules(), seats(game, players, "random"), SEED, True)
    for first in range(0, 1_000_000, 20_000):
        table.play(first, 20_000)


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_every_listed_action_applies_and_the_list_is_sound(game_id: str, players: int) -> None:
    rng = random.Random(players)
    highest = 0
    for number in range(2):
        play = new_game(game_id, players, SEED, number)
        for _, listed in decisions(play, lambda seat, listed: rng.choice(listed)):
            assert listed and len(set(listed)) == len(listed)
            assert len(set(play.moves())) == len(listed)
            highest = max(highest, len(listed))
            for action in listed:
                copy = play.copy()
                copy.log["on"] = 0
                copy.play(action)
                assert not copy.audit()
                assert copy.over or copy.legal()
    low, high = BOUNDS[game_id]["actions"]
    assert low <= highest <= high


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_a_copy_plays_on_identically_and_earlier_copies_never_change(game_id: str, players: int) -> None:
    rng = random.Random(7)
    play = new_game(game_id, players, SEED, 3)
    copies, hashes, chosen = [], [], []

    def choose(seat: int, listed: list[int]) -> int:
        chosen.append(rng.choice(listed))
        return chosen[-1]

    for _ in decisions(play, choose):
        copies.append(play.copy())
        hashes.append(hashlib.sha256(play.state_bytes()).hexdigest())
    assert len(set(hashes)) == len(hashes)
    assert [hashlib.sha256(copy.state_bytes()).hexdigest() for copy in copies] == hashes
    for start in (0, len(copies) // 2, len(copies) - 1):
        copy, later = copies[start], iter(chosen[start:])
        for _ in decisions(copy, lambda seat, listed, later=later: next(later)):
            pass
        assert copy.state_bytes() == play.state_bytes()
        assert copy.result() == play.result()


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_an_action_that_is_not_listed_is_refused(game_id: str, players: int) -> None:
    play = new_game(game_id, players, SEED, 1)
    for _, listed in decisions(play, lambda seat, listed: listed[0]):
        before = play.state_bytes()
        for action in (-1, max(listed) + 1, 1 << 30):
            if action not in listed:
                with pytest.raises(UserError, match="isn't among the legal ones"):
                    play.apply(action)
        assert play.state_bytes() == before


@pytest.mark.parametrize("game_id", GAMES)
def test_checked_mode_refuses_what_a_policy_smuggles_into_its_list(game_id: str) -> None:
    game = load(game_id)

    @jit(game.signatures.policy, cache=False)
    def smuggle(state, rules, seat, n, desk):  # type: ignore[no-untyped-def]
        desk.actions[0] = 1 << 30
        return 0

    policy = Policy(game_id, "smuggle", smuggle, "")
    seat = replace(seats(game, 2, "random")[0], policy=policy, label="smuggle")
    table = Table(game, 2, game.rules(), seats(game, 2, [seat]), SEED, True)
    with pytest.raises(UserError, match="wrote into its list"):
        table.play(0, 1)


@pytest.mark.parametrize(("game_id", "players"), TABLES)
@pytest.mark.parametrize("kind", ["random", "purposeful"])
def test_the_same_seed_gives_the_same_games_in_any_pieces(game_id: str, players: int, kind: str) -> None:
    game = load(game_id)

    def play(first: int, count: int) -> tuple[np.ndarray, np.ndarray]:
        return Table(game, players, game.rules(), seats(game, players, spec_of(kind, game_id)), SEED).play(first, count)

    games, rows = play(0, 40)
    for cut in (1, 13, 39):
        parts = [play(0, cut), play(cut, 40 - cut)]
        assert np.array_equal(np.concatenate([part[0] for part in parts]), games)
        assert np.array_equal(np.concatenate([part[1] for part in parts]), rows)
    assert len(np.unique(rows.reshape(40, -1), axis=0)) > 20


@pytest.mark.parametrize(("game_id", "players"), TABLES)
@pytest.mark.parametrize("kind", ["random", "purposeful"])
def test_a_trace_has_the_result_of_the_batch(game_id: str, players: int, kind: str) -> None:
    game = load(game_id)
    who = seats(game, players, spec_of(kind, game_id))
    games, rows = Table(game, players, game.rules(), who, SEED).play(0, 5)
    for number in (0, 4):
        told = trace(game_id, players, SEED, number, who)
        assert sum(step.number is not None for step in told.steps) == games[number, DECISIONS]
        for seat, row in zip(told.result["seats"], rows[number], strict=True):
            by_name = dict(zip(game.seat_columns, map(int, row), strict=True))
            assert {name: seat[name] for name in seat if name in by_name} == {
                name: value for name, value in by_name.items() if name in seat
            }
            assert seat["score"] == by_name["score"] and seat["rank"] == by_name["rank"]
            assert sum(seat["points"].values()) == seat["score"]


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_a_policy_that_draws_moves_nothing_but_its_own_stream(game_id: str, players: int) -> None:
    """The same choices with and without draws of the policies' own, which is all that may differ: the game doesn't."""
    game = load(game_id)
    from burgsim.games.chance import draw_below

    @jit(game.signatures.policy, cache=False)
    def still(state, rules, seat, n, desk):  # type: ignore[no-untyped-def]
        return n // 2

    @jit(game.signatures.policy, cache=False)
    def drawing(state, rules, seat, n, desk):  # type: ignore[no-untyped-def]
        drawn = 0
        for _ in range(seat + 1):
            drawn += draw_below(desk, n)
        return n // 2 + 0 * drawn

    rows = []
    for function in (still, drawing):
        seat = replace(seats(game, players, "random")[0], policy=Policy(game_id, "x", function, ""))
        rows.append(Table(game, players, game.rules(), seats(game, players, [seat]), SEED).play(0, 20))
    assert np.array_equal(rows[0][0], rows[1][0]) and np.array_equal(rows[0][1], rows[1][1])


@pytest.mark.parametrize(("game_id", "players"), TABLES)
def test_policies_leave_the_state_and_the_rules_alone(game_id: str, players: int) -> None:
    game = load(game_id)
    for name in game.policies:
        player = Player(game, players, name)
        play = new_game(game_id, players, SEED, 2)
        rules = bytes(np.asarray(play.rules).tobytes())

        def choose(seat: int, listed: list[int], player: Player = player, play=play, name: str = name) -> int:
            before = play.state_bytes()
            action = player.choose(play.state, play.rules, seat)
            assert play.state_bytes() == before, f"{name} wrote to the state"
            assert action in listed
            return action

        for _ in decisions(play, choose):
            pass
        assert bytes(np.asarray(play.rules).tobytes()) == rules
