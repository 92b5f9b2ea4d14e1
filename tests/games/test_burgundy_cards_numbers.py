"""The card game's numbers: every rule number matters, and Aaron's cards come as exact probability says."""

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.burgundy_cards.components import TYPE_OF
from burgsim.games.chance import game_key
from burgsim.games.game import LOG
from burgsim.games.jit import jit, records
from burgsim.players import seats
from burgsim.simulation.batch import Table
from tests.games.odd_rules import another

GAME = load("burgundy-cards")
GAMES = 2_000
#: Exact, hypergeometric: mean complete sets after A to E, and the chance of all seven types, over Aaron's piles.
AARON_SETS = (0.02134, 0.46807, 1.71562, 3.63345, 5.98568)
AARON_SEVEN = (0.0, 0.005878, 0.220931, 0.600364, 0.852169)


def counts_for(path):
    """Numbers of players at which a rule may matter, the most likely first."""
    for players in (1, 2, 3, 4):
        if path.endswith(f".p{players}"):
            return (players,)
    return (1,) if path.startswith("aaron") else (2, 4, 1)


def plays(players, policy, changes=None):
    rules = GAME.rules.build(changes)
    return Table(GAME, players, rules, seats(GAME, players, [policy]), 5).play(0, GAMES)


@pytest.fixture(scope="module")
def usual():
    return {(n, p): plays(n, p) for n in (1, 2, 3, 4) for p in ("random", "greedy")}


@pytest.mark.parametrize("row", [r for r in GAME.rules.rows_of_fields() if not r.inert], ids=lambda row: row.path)
def test_every_rule_number_changes_some_game(row, usual):
    for players in counts_for(row.path):
        for policy in ("random", "greedy"):
            games = plays(players, policy, {row.path: another(row)})
            if any(not np.array_equal(a, b) for a, b in zip(games, usual[players, policy], strict=True)):
                return
    pytest.fail(f"{row.path} = {another(row)!r} changes none of {GAMES} games")


@jit
def count_aaron(state, rules, deal, log, first, count, type_of, sets, seven):
    """Deal games and sort all five piles of Aaron's; adds up complete sets and all-seven after each pile."""
    held = np.zeros(7, np.int64)
    for game in range(first, first + count):
        deal(state, rules, 1, game_key(np.uint64(11), game), log)
        held[:] = 0
        drawn = 0
        for pile in range(5):
            for _ in range(rules.aaron_piles[pile]):
                drawn += 1
                held[type_of[state.deck[state.deck.shape[0] - drawn]]] += 1
            complete = 0
            types = 0
            for kind in range(7):
                complete += held[kind] // 3
                types += held[kind] > 0
            sets[pile] += complete
            sets[pile + 5] += complete * complete
            seven[pile] += types == 7


def check_aaron(deals):
    sets, seven = np.zeros(10, np.int64), np.zeros(5, np.int64)
    state, log = records(1, GAME.state)[0], records(1, LOG)[0]
    rules = GAME.rules().pack(1)[0]
    count_aaron(state, rules, GAME.deal, log, 0, deals, TYPE_OF, sets, seven)
    for pile in range(5):
        mean, square = sets[pile] / deals, sets[pile + 5] / deals
        error = np.sqrt((square - mean**2) / deals)
        assert abs(mean - AARON_SETS[pile]) < 4 * error + 5e-6, (pile, mean)
        p = AARON_SEVEN[pile]
        assert abs(seven[pile] / deals - p) <= 4 * np.sqrt(p * (1 - p) / deals) + 5e-7, (pile, seven[pile] / deals)


def test_aarons_sets_are_as_exact_probability_says():
    check_aaron(20_000)


@pytest.mark.verify
def test_aarons_sets_over_a_million_deals():
    check_aaron(1_000_000)
