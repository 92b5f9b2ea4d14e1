"""Games in threads: the same rows however a range is cut, and what happens when something goes wrong."""

from __future__ import annotations

import functools
import signal
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from burgsim.games import load
from burgsim.games.game import Game, UserError
from burgsim.games.jit import jit
from burgsim.players import seats
from burgsim.simulation import ranges
from burgsim.simulation.batch import Table, play_parts
from burgsim.simulation.ranges import Timing, in_parts
from burgsim.simulation.stepwise import Stepwise

CARELESS = '''\
from burgsim import policy


@policy("burgundy-cards")
def careless(state, rules, seat, n, desk):
    return n if state.round == 2 else 0


@policy("burgundy-cards")
def meddler(state, rules, seat, n, desk):
    state.silver[seat] = 9
    desk.actions[0] = desk.actions[n - 1]
    return 0


@policy("burgundy-cards")
def first(state, rules, seat, n, desk):
    return 0
'''


@pytest.fixture(scope="module")
def game() -> Game:
    return load("burgundy-cards")


@functools.cache
def mixed_table() -> Table:
    game = load("burgundy-cards")
    specs = ["random", "greedy,noise=0.3", "greedy,rollouts=1,width=2"]
    return Table(game, 3, game.rules(), seats(game, 3, specs), seed=5)


@functools.cache
def whole_rows() -> tuple[np.ndarray, np.ndarray]:
    return mixed_table().play(0, 40)


@pytest.fixture(scope="module")
def mixed() -> Table:
    """Three seats with everything that draws chance of its own: noise and rollouts."""
    return mixed_table()


@pytest.fixture(scope="module")
def whole() -> tuple[np.ndarray, np.ndarray]:
    return whole_rows()


@settings(max_examples=25, deadline=None)
@given(
    first=st.integers(0, 39),
    count=st.integers(1, 40),
    part_size=st.integers(1, 50),
    workers=st.integers(1, 4),
    largest=st.integers(1, 40),
)
def test_rows_dont_depend_on_workers_chunks_or_parts(
    first: int, count: int, part_size: int, workers: int, largest: int
) -> None:
    mixed, whole = mixed_table(), whole_rows()  # no fixtures: the report of a failure would print them whole
    last = min(first + count, 40)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ranges, "_LARGEST_CHUNK", largest)
        parts = list(play_parts(mixed, first, last, part_size, workers))
    starts = [start for start, _, _ in parts]
    assert starts == sorted({first, *(s for s in range(0, 40, part_size) if first < s < last)})
    assert np.concatenate([games for _, games, _ in parts]).tobytes() == whole[0][first:last].tobytes()
    assert np.concatenate([rows for _, _, rows in parts]).tobytes() == whole[1][first:last].tobytes()


def test_a_longer_run_begins_with_the_shorter_one(mixed: Table, whole: tuple[np.ndarray, np.ndarray]) -> None:
    games, rows = mixed.play(0, 25)
    assert games.tobytes() == whole[0][:25].tobytes()
    assert rows.tobytes() == whole[1][:25].tobytes()


def test_seeds_and_games_differ(game: Game) -> None:
    one = Table(game, 2, game.rules(), seats(game, 2, "random"), seed=1)
    other = Table(game, 2, game.rules(), seats(game, 2, "random"), seed=2)
    scores = one.play(0, 200)[1][:, :, 0]
    assert not np.array_equal(scores, other.play(0, 200)[1][:, :, 0])
    assert not np.array_equal(scores, one.play(200, 200)[1][:, :, 0])


def test_checking_changes_nothing(game: Game) -> None:
    table = Table(game, 2, game.rules(), seats(game, 2, "random"), seed=3)
    assert table.play(0, 50)[1].tobytes() == replace(table, check=True).play(0, 50)[1].tobytes()


def test_workers_go_on_with_the_next_part_but_hold_three_at_most() -> None:
    asked: list[int] = []

    def work(first: int, count: int) -> tuple[np.ndarray, ...]:
        asked.append(first)
        return (np.arange(first, first + count),)

    parts = in_parts(work, 0, 100, part_size=10, workers=2)
    start, rows = next(parts)
    time.sleep(0.3)  # the caller holds the first part; meanwhile the second and third are played, and no more
    assert (start, rows[0].tolist()) == (0, list(range(10)))
    assert 20 <= max(asked) < 30
    rest = list(parts)
    assert [start for start, _ in rest] == list(range(10, 100, 10))
    assert np.concatenate([rows[0] for _, rows in rest]).tolist() == list(range(10, 100))


def test_an_error_in_a_worker_is_raised_here_and_threads_end() -> None:
    def work(first: int, count: int) -> tuple[np.ndarray, ...]:
        if first + count > 30:
            raise ValueError("no more")
        return (np.arange(first, first + count),)

    before = threading.active_count()
    with pytest.raises(ValueError, match="no more"):
        list(in_parts(work, 0, 100, part_size=10, workers=2))
    assert threading.active_count() == before


def test_a_caller_that_stops_stops_the_threads(game: Game) -> None:
    table = Table(game, 2, game.rules(), seats(game, 2, "random"))
    before = threading.active_count()
    parts = play_parts(table, 0, 10_000_000, part_size=1000, workers=2)
    next(parts)
    parts.close()
    assert threading.active_count() == before


def test_ctrl_c_is_answered_at_once(game: Game) -> None:
    table = Table(game, 2, game.rules(), seats(game, 2, "random"))
    pressed: list[float] = []

    def press() -> None:
        pressed.append(time.monotonic())
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    timer = threading.Timer(0.7, press)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        for _ in play_parts(table, 0, 1 << 40, workers=2):
            pass
    assert time.monotonic() - pressed[0] < 5.0
    timer.join()


def test_progress_and_timing(game: Game) -> None:
    table = Table(game, 2, game.rules(), seats(game, 2, "random"))
    seen: list[int] = []
    timing = Timing()
    for _ in play_parts(table, 0, 5000, 1000, 2, seen.append, timing):
        pass
    assert seen == sorted(seen)
    assert seen[-1] == 5000
    assert timing.busy > 0.0


def test_an_index_out_of_range_is_told_clearly(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(CARELESS, encoding="utf-8")
    table = Table(game, 2, game.rules(), seats(game, 2, ["random", f"{file}:careless"]), seed=1)
    said = r"policy mine.py:careless in seat 2 chose index (\d+) of \1 options .* in game \d+, decision \d+"
    with pytest.raises(UserError, match=said):
        table.play(0, 1)
    with pytest.raises(UserError, match=said):
        list(play_parts(table, 0, 1000, workers=2))


def test_a_users_policy_cant_change_the_game(game: Game, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(CARELESS, encoding="utf-8")
    meddler = Table(game, 2, game.rules(), seats(game, 2, ["random", f"{file}:meddler"]), seed=1, check=True)
    honest = Table(game, 2, game.rules(), seats(game, 2, ["random", f"{file}:first"]), seed=1, check=True)
    assert meddler.play(0, 100)[1].tobytes() == honest.play(0, 100)[1].tobytes()


VANDALS = '''\
from numba import njit

from burgsim import policy


@policy("burgundy-cards", weights={"one": 1.0})
def honest(state, rules, seat, n, desk):
    return n - 1 if desk.weights[0] == 1.0 and desk.room[3] <= 0.0 and rules.set_points[0] < 90 else 0


@policy("burgundy-cards", weights={"one": 1.0})
def vandal(state, rules, seat, n, desk):
    chosen = n - 1 if desk.weights[0] == 1.0 and desk.room[3] <= 0.0 and rules.set_points[0] < 90 else 0
    for i in range(len(rules.set_points)):
        rules.set_points[i] = 99
    rules.project_limit = 0
    desk.weights[0] += 1.0
    state.silver[:] = 9
    state.workers[:] = 0
    desk.actions[0] = desk.actions[n - 1]
    return chosen


@policy("burgundy-cards")
def notes(state, rules, seat, n, desk):
    desk.room[0] += 1.0
    return int(desk.room[0]) % n


@njit
def helped(state):
    if state.round > 1:
        raise ValueError("no such\\ncard")


@policy("burgundy-cards")
def raiser(state, rules, seat, n, desk):
    if state.round > 0:
        raise KeyError("gone")
    return 0


@policy("burgundy-cards")
def doubter(state, rules, seat, n, desk):
    assert state.round < 1, "too late"
    return 0


@policy("burgundy-cards")
def leaner(state, rules, seat, n, desk):
    helped(state)
    return 0
'''


@pytest.fixture(scope="module")
def vandals(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Policies that misuse what they are given."""
    file = tmp_path_factory.mktemp("vandals") / "mine.py"
    file.write_text(VANDALS, encoding="utf-8")
    return file


@pytest.mark.parametrize("setting", ["", ",noise=0.3", ",rollouts=2,width=2"])
@pytest.mark.parametrize("other", ["random", "balanced,rollouts=2,width=2"])
def test_a_users_policy_cant_change_rules_or_weights(game: Game, vandals: Path, other: str, setting: str) -> None:
    """Nor anything of a game that is played on in thought, by itself or by another seat."""
    rows = [
        Table(game, 2, game.rules(), seats(game, 2, [f"{vandals}:{name}{setting}", other]), 1, check=True).play(0, 20)
        for name in ("honest", "vandal")
    ]
    assert rows[0][0].tobytes() == rows[1][0].tobytes()
    assert rows[0][1].tobytes() == rows[1][1].tobytes()


def test_notes_on_a_desk_last_for_a_game(game: Game, vandals: Path) -> None:
    """A game is the same whichever games its thread played before."""
    table = Table(game, 2, game.rules(), seats(game, 2, [f"{vandals}:notes", "random"]), seed=1)
    whole = table.play(0, 30)[1]
    again = Table(game, 2, game.rules(), table.seats, seed=1).play(17, 13)[1]
    assert whole[17:].tobytes() == again.tobytes()


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("raiser", r"mine.py, line \d+: policy mine.py:raiser raised KeyError: 'gone' in game 3$"),
        ("doubter", r"mine.py, line \d+: policy mine.py:doubter raised AssertionError: too late in game 3$"),
        ("leaner", r"mine.py(, line \d+)?: policy mine.py:leaner raised ValueError: no such card in game 3$"),
    ],
)
def test_an_error_of_a_users_policy_is_one_line(game: Game, vandals: Path, name: str, said: str) -> None:
    table = Table(game, 2, game.rules(), seats(game, 2, ["balanced", f"{vandals}:{name}"]), seed=1)
    with pytest.raises(UserError, match=said) as caught:
        table.play(3, 5)
    assert "\n" not in str(caught.value)
    with pytest.raises(UserError, match=f"policy mine.py:{name} raised"):
        list(play_parts(table, 0, 100, workers=2))
    thinker = seats(game, 2, ["balanced,rollouts=2", f"{vandals}:{name}"])
    with pytest.raises(UserError, match=f"policy mine.py:{name} raised .* in game 0"):
        Table(game, 2, game.rules(), thinker, seed=1).record(0)


def test_an_error_names_the_policy_that_raised_it(game: Game, vandals: Path) -> None:
    table = Table(game, 3, game.rules(), seats(game, 3, [f"{vandals}:{n}" for n in ("honest", "notes", "raiser")]))
    with pytest.raises(UserError, match="policy mine.py:raiser raised KeyError"):
        table.play(0, 5)


def test_rules_of_a_game_step_by_step_are_a_copy(game: Game) -> None:
    step = Stepwise(game, 2)
    before = step.rules["set_points"].tobytes()
    step.rules["set_points"][:] = 99
    assert step.rules["set_points"].tobytes() == before
    assert step.copy().rules["set_points"].tobytes() == before


def test_a_broken_invariant_is_told_in_words(game: Game) -> None:
    audit = jit(game.signatures.audit, cache=False)(lambda state, rules: 1)
    broken = replace(game, audit=audit)
    table = Table(broken, 2, game.rules(), seats(game, 2, "random"), check=True)
    with pytest.raises(UserError, match=f"invariant broken in game 0, decision 0: {game.audit_words[1]}"):
        table.play(0, 1)


def test_wrong_tables_are_refused(game: Game) -> None:
    with pytest.raises(UserError, match="2 seats for 3 players"):
        Table(game, 3, game.rules(), seats(game, 2, "random"))
    with pytest.raises(UserError, match="seed must be a whole number from 0 to 18446744073709551615, not -1"):
        Table(game, 2, game.rules(), seats(game, 2, "random"), seed=-1)


@pytest.mark.parametrize("workers", [0, -1, 1025])
def test_numbers_of_workers_that_cant_play_are_refused(workers: int) -> None:
    with pytest.raises(UserError, match=f"workers must be from 1 to 1024, not {workers}"):
        list(in_parts(lambda first, count: (np.zeros(count),), 0, 10, workers=workers))
