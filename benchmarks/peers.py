"""Random play by other libraries: CPU time of playing only, one core, best of five; prints JSON.

It knows nothing of burgsim and runs in an environment of its own (make peers), since what its libraries pin needn't go
with what burgsim pins. A decision is a choice among two or more actions, as burgsim counts it.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

REPEATS = 5
#: CPU seconds of one measurement.
SECONDS = 1.0
#: Games with dice, cards or tiles, the kinds that burgsim plays; all are written in C++.
OPEN_SPIEL = ("backgammon", "gin_rummy", "hearts")
#: Games that tell how many decisions a game has.
COUNTED = 200


def best_rate(play: Callable[[int], None]) -> float:
    """Games a CPU second of `play(number of games)`."""
    count, used = 1, 0.0
    while used < SECONDS / 4:
        count *= 2
        used = timed(play, count)
    count = max(1, round(count * SECONDS / used))
    return count / min(timed(play, count) for _ in range(REPEATS))


def timed(play: Callable[[int], None], count: int) -> float:
    """CPU seconds of this thread, and so of nothing that a library does beside it."""
    start = time.thread_time()
    play(count)
    return time.thread_time() - start


def open_spiel() -> Iterator[dict[str, Any]]:
    """Played by its own C++ loop, and from Python, as its users write it."""
    import pyspiel

    draw = random.Random(1)

    def by_chance(state: Any) -> int:
        actions, chances = zip(*state.chance_outcomes(), strict=True)
        return draw.choices(actions, chances)[0]

    for name in OPEN_SPIEL:
        game = pyspiel.load_game(name)
        decisions = 0

        def from_python(count: int, game: Any = game) -> None:
            nonlocal decisions
            for _ in range(count):
                state = game.new_initial_state()
                while not state.is_terminal():
                    if state.is_chance_node():
                        state.apply_action(by_chance(state))
                        continue
                    actions = state.legal_actions()
                    decisions += len(actions) > 1
                    state.apply_action(draw.choice(actions))

        def in_cpp(count: int, game: Any = game) -> None:
            # A search of one simulation plays its root out `count` times. A root is a decision, so the first deal or
            # roll is made once and is not part of the time.
            state = game.new_initial_state()
            while state.is_chance_node():
                state.apply_action(by_chance(state))
            evaluator = pyspiel.RandomRolloutEvaluator(count, draw.getrandbits(31))
            pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, False, 1, False).step(state)

        from_python(COUNTED)
        a_game = decisions / COUNTED
        for how, play in (("its C++ loop", in_cpp), ("from Python", from_python)):
            yield row("open_spiel", name, game.num_players(), how, best_rate(play), a_game)


def catanatron() -> Iterator[dict[str, Any]]:
    """Catan at four, by its own random players."""
    from catanatron import Color, Game, RandomPlayer

    decisions = 0

    class Counting(RandomPlayer):  # type: ignore[misc]
        def decide(self, game: Any, playable_actions: Any) -> Any:
            nonlocal decisions
            decisions += len(playable_actions) > 1
            return super().decide(game, playable_actions)

    def play(count: int, kind: Any = RandomPlayer) -> None:
        for _ in range(count):
            Game([kind(color) for color in Color]).play()

    play(COUNTED, Counting)
    yield row("catanatron", "Catan", 4, "its own loop", best_rate(play), decisions / (COUNTED))


def rlcard() -> Iterator[dict[str, Any]]:
    """Gin rummy by its environment, random agents."""
    import rlcard as library
    from rlcard.agents import RandomAgent

    environment = library.make("gin-rummy", config={"seed": 1})
    environment.set_agents([RandomAgent(num_actions=environment.num_actions) for _ in range(environment.num_players)])
    decisions = 0

    def play(count: int) -> None:
        for _ in range(count):
            environment.run(is_training=False)

    for _ in range(COUNTED):
        paths, _ = environment.run(is_training=False)
        decisions += sum(len(step["legal_actions"]) > 1 for path in paths for step in path[:-1:2])
    rate = best_rate(play)
    yield row("rlcard", "gin_rummy", environment.num_players, "its own loop", rate, decisions / (COUNTED))


def row(peer: str, game: str, players: int, how: str, games_per_second: float, a_game: float) -> dict[str, Any]:
    """One line of the table."""
    return {
        "library": f"{peer} {version(peer)}",
        "game": game,
        "players": players,
        "how": how,
        "games_per_second": games_per_second,
        "decisions_per_game": a_game,
        "decisions_per_second": games_per_second * a_game,
    }


if __name__ == "__main__":
    random.seed(1)
    print(json.dumps([found for library in (open_spiel, catanatron, rlcard) for found in library()]))
