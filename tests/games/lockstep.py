"""A kernel and the plain engine of the same game, side by side, decision by decision: what all games share of it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from burgsim.games.game import Game
from burgsim.simulation.stepwise import Stepwise
from tests.games.nested import differences

Moves = list[tuple]


def pick_a_verb(rng: random.Random, moves: Moves, lean: str) -> int:
    """Any move; nine times out of ten one whose verb is `lean`, when there is one."""
    return pick_leaning(rng, moves, [i for i, move in enumerate(moves) if move[0] == lean])


def pick_leaning(rng: random.Random, moves: Moves, leaning: list[int]) -> int:
    """Any move; nine times out of ten one of those that lean, when there are any."""
    pick = rng.randrange(len(moves))
    return rng.choice(leaning) if leaning and rng.random() < 0.9 else pick


@dataclass(frozen=True)
class Lockstep:
    """The two engines of a game."""

    game: Game
    #: The plain engine's game with the cards, tiles and dice of a table that has just been laid out.
    plain_game: Callable[[Stepwise, Any], Any]
    #: The plain engine's state in the words of the kernel's.
    snapshot: Callable[[Any], dict[str, Any]]
    #: Asserts that both give the same result.
    compare_results: Callable[[Stepwise, Any], None]
    #: Asserts what a snapshot doesn't say.
    compare_more: Callable[[Stepwise, Any], None] = lambda table, plain: None
    #: A move of the plain engine in the words of the kernel's.
    told: Callable[[tuple], tuple] = lambda move: move
    #: The place of the move that is chosen among those listed; what `lean` may be is the game's.
    pick: Callable[[random.Random, Moves, str], int] = pick_a_verb
    #: Whether the plain engine asks for moves that are the only one.
    asks_for_single_moves: bool = False

    def play_both(
        self, players: int, seed: int, number: int, rules: Any = None, every: int = 1, lean: str = ""
    ) -> int:
        """Play one random game in both engines and compare at every decision (the state at every k-th); its decisions.

        `lean` names moves that are chosen nine times out of ten, so that rare corners are reached.
        """
        game = self.game
        rules = rules if rules is not None else game.rules()
        table = Stepwise(game, players, rules)
        table.log["on"] = 0
        table.deal(seed, number)
        plain = self.plain_game(table, rules)
        table.reveal()
        rng = random.Random(f"{seed} {number} {players}")
        decisions = 0
        while not table.over:
            listed = table.legal()
            if len(listed) == 1 and not self.asks_for_single_moves:
                table.play(listed[0])
                continue
            moves = [game.words.move(table.state, table.rules, action) for action in listed]
            where = f"seed {seed} game {number}, {players} players, decision {decisions}"
            told = {self.told(move): move for move in plain.legal()}
            assert len(set(moves)) == len(moves), f"{where}: {moves}"
            assert set(moves) == set(told), f"{where}: kernel {moves}, plain {list(told)}"
            if decisions % every == 0:
                self.compare_states(table, plain, where)
            pick = self.pick(rng, moves, lean)
            table.play(listed[pick])
            plain.play(told[moves[pick]])
            decisions += 1
        assert plain.over
        self.compare_states(table, plain, "the end")
        self.compare_results(table, plain)
        return decisions

    def compare_states(self, table: Stepwise, plain: Any, where: str) -> None:
        """Both say the same about the table, and the kernel's invariants hold."""
        found = differences(table.snapshot(), self.snapshot(plain))
        assert not found, f"{where}: {found}"
        assert table.audit() == "", where
        self.compare_more(table, plain)
