"""The kernel and the plain engine of The Castles of Burgundy, side by side, decision by decision."""

from __future__ import annotations

import random
from typing import Any

from burgsim.games import load
from burgsim.simulation.stepwise import Stepwise
from tests.games.lockstep import Lockstep, pick_leaning
from tests.reference.burgundy_board import Game
from tests.reference.burgundy_board_pieces import COLOURS
from tests.reference.burgundy_board_score import knowledge_points, result, snapshot

GAME = load("burgundy-board")


def plain_game(table: Stepwise, rules: Any) -> Game:
    """The plain engine's game with the tiles, goods and dice of a table that has just been laid out."""
    setup = GAME.words.setup(table.state, table.rules)
    rounds = rules.rounds
    dice = [[(int(both[0]), int(both[1])) for both in row.split()] for row in setup["dice"]]
    white = [int(number) for number in setup["white"]]
    starts = range(0, len(white), rounds)
    estates = [int(estate) for estate in table.state["estate"][: table.players]]
    stacks = {colour: list(setup[colour]) for colour in COLOURS}
    stacks["castle"] = ["castle"] * table.players + stacks["castle"]  # those that lie in the estates
    return Game(
        rules.model_dump(mode="json"), estates, stacks, setup["black"], [int(good) for good in setup["goods"]],
        [dice[first : first + rounds] for first in starts], [white[first : first + rounds] for first in starts],
    )  # fmt: skip


def compare_results(table: Stepwise, plain: Game) -> None:
    """Score, points by category, ranks, shares of the win, and what can be read off the estates."""
    game_row, rows = table.result()
    phases, rounds = plain.rules["phases"], plain.rules["rounds"]
    assert game_row["turns"] == phases * rounds * table.players
    for row, seat, player in zip(rows, result(plain), plain.players, strict=True):
        for name, value in seat["points"].items():
            assert row[f"points_{name}"] == value, name
        for name in ("score", "rank_before_tiebreak", "rank", "win_60ths"):
            assert row[name] == seat[name], name
        assert (row["estate"], row["empty_cells"]) == (player.estate, player.empty())
        assert player.placed[row["start_cell"]] == "castle"
        assert row["goods_sold"] == sum(player.sold.values())
        assert (row["workers_left"], row["silver_left"]) == (player.workers, player.silver)
        sizes = [size for size, _ in player.bonus]
        assert (row["large_bonuses"], row["small_bonuses"]) == (sizes.count("large"), sizes.count("small"))
        for colour in COLOURS:
            placed = sum(player.colours[cell] == colour for cell in player.placed)
            assert row[f"placed_{colour}"] == placed
        for number in range(1, 27):
            assert row[f"knowledge_{number}"] == player.has(number)
        assert row["points_knowledge"] == sum(knowledge_points(plain.rules, player).values())
        assert row["purchases"] == player.purchases and row["discards"] == player.discards
        assert row["sales"] == player.sales and row["takes"] == player.takes
        assert row["worker_actions"] == player.worker_actions and row["workers_used"] == player.workers_used
        assert [row[f"areas_{letter}"] for letter in "ABCDE"] == player.areas_in
        assert [row[f"score_{letter}"] for letter in "ABCDE"] == player.score_after
        assert row["first_rounds"] == player.first_rounds


def pick_a_word(rng: random.Random, moves: list[tuple], lean: str) -> int:
    """Any move; nine times out of ten one with a word (a verb, a tile) of `lean`, when there is one."""
    return pick_leaning(rng, moves, [i for i, move in enumerate(moves) if any(word in move for word in lean.split())])


play_both = Lockstep(GAME, plain_game, snapshot, compare_results, pick=pick_a_word).play_both
