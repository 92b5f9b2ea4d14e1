"""Speed: CPU time of playing and nothing else, on one core, the best of five; two threads against one; and the threads
of a cluster against as many here.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from burgsim.games.game import Game
from burgsim.players import seats
from burgsim.simulation.aside import aside
from burgsim.simulation.batch import Table, decisions_in
from burgsim.simulation.ranges import Place, default_workers, in_parts, playing_on
from burgsim.simulation.run import simulate
from burgsim.simulation.warm import prepare

REPEATS = 5
#: The policies that are measured, where a game has them, and the one that two threads play with.
POLICIES = ("random", "greedy", "balanced", "planner")
IN_THREADS = "balanced"
SEED = 1
_FIRST = 64


def bench(
    game_id: str, seconds: float = 0.4, tell: Callable[[str], None] | None = None, rules: Any = None
) -> dict[str, Any]:
    """Measure a game.

    Parameters
    ----------
    seconds : float
        CPU time of one measurement; each is made REPEATS times and the best is kept.
    rules : Rules, optional
        The game's own when left out.

    Returns
    -------
    dict
        game, processor, repeats, speeds (one row a player count and policy), threads (two against one, or None).
    """
    import llvmlite.binding as llvm

    game = prepare(game_id, tell)
    rules = game.rules() if rules is None else rules
    names = [name for name in POLICIES if name in game.policies]
    speeds = [
        measure(game, players, name, seconds, rules)
        for players in game.player_counts(rules)
        for name in names
    ]
    players = max(2, game.min_players)
    policy = IN_THREADS if IN_THREADS in names else names[-1]
    threads = two_threads(game, players, policy, 4 * seconds, rules) if default_workers() > 1 else None
    return {
        "game": game_id,
        "processor": llvm.get_host_cpu_name(),
        "repeats": REPEATS,
        "speeds": speeds,
        "threads": threads,
    }


def measure(game: Game, players: int, policy: str, seconds: float, rules: Any = None) -> dict[str, Any]:
    """Speed of one policy in every seat: CPU time of the thread that plays, best of REPEATS."""
    table = Table(game, players, rules or game.rules(), seats(game, players, policy), SEED)
    count, _, _ = _timed(table, _FIRST)
    used = 0.0
    while True:  # as many games as take the time asked for
        _, used, _ = _timed(table, count)
        if used >= seconds / 4:
            break
        count *= 4
    count = max(1, round(count * seconds / used))
    best = min((_timed(table, count) for _ in range(REPEATS)), key=lambda timed: timed[1])
    _, used, decisions = best
    return {
        "players": players,
        "policy": policy,
        "games": count,
        "cpu_seconds": used,
        "games_per_second": count / used,
        "decisions_per_second": decisions / used,
        "decisions_per_game": decisions / count,
    }


def two_threads(game: Game, players: int, policy: str, seconds: float, rules: Any = None) -> dict[str, Any]:
    """Wall clock of one thread over that of two for the same games, the best of REPEATS for each, taken in turns."""
    table = Table(game, players, rules or game.rules(), seats(game, players, policy), SEED)
    count = round(measure(game, players, policy, seconds / 8, rules)["games_per_second"] * seconds)
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(REPEATS):
        for workers in best:
            start = time.perf_counter()
            for _rows in in_parts(table.play, 0, count, workers=workers):
                pass
            best[workers] = min(best[workers], time.perf_counter() - start)
    return {"policy": policy, "players": players, "games": count, "one": best[1], "two": best[2],
            "ratio": best[1] / best[2]}  # fmt: skip


def cluster_against_threads(
    game_id: str, place: Place, games: int, policy: str = "balanced", repeats: int = 2, rules: Any = None
) -> dict[str, Any]:
    """Games a second of a whole run (played, summed up, nothing kept), wall clock, on a cluster and in as many threads.

    The two take turns; the best of `repeats` counts for each. Both are warmed up before.

    Returns
    -------
    dict
        policy, players, games, threads, here and there (games a second), ratio.
    """
    game = prepare(game_id)
    players = max(2, game.min_players)
    best = {"here": float("inf"), "there": float("inf")}

    def play(where: str, games: int) -> float:
        start = time.perf_counter()
        with playing_on(place if where == "there" else None):
            simulate(game_id, players, policy, games, SEED, rules, workers=place.threads, keep=False)
        return time.perf_counter() - start

    for where in best:
        play(where, min(games, 20_000))
    for _ in range(repeats):
        for where in best:
            best[where] = min(best[where], play(where, games))
    rates = {where: games / seconds for where, seconds in best.items()}
    return {"policy": policy, "players": players, "games": games, "threads": place.threads, **rates,
            "ratio": rates["there"] / rates["here"]}  # fmt: skip


def _timed(table: Table, count: int) -> tuple[int, float, int]:
    def timed() -> tuple[int, float, int]:
        start = time.thread_time()
        rows, _ = table.play(0, count)
        return count, time.thread_time() - start, decisions_in(rows)

    return aside(timed)
