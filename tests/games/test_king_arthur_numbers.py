"""King Arthur's numbers: every rule number matters, and what is dealt comes as exact probability says.

The probabilities don't depend on the strengths of the adversaries: the number of cards of each colour is known. They
were computed by enumeration: the order of colours as a walk over numbers of cards turned over, hands as a
hypergeometric sum over numbers of cards of each kind.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb, sqrt

import numpy as np
import pytest

from burgsim.games import load
from burgsim.games.chance import game_key
from burgsim.games.game import LOG
from burgsim.games.jit import jit, records
from burgsim.games.king_arthur.components import COLOURS, COLUMN, MERLIN
from burgsim.games.king_arthur.hands import payable
from burgsim.players import seats
from burgsim.simulation.batch import Table
from tests.games.odd_rules import another

GAME = load("king-arthur")
GAMES = 2_000
SEALS = ("seals_each", "double_two_payments")
#: Published nowhere; from the walk below. Number of face-up adversaries at the start, 4 to 13, ...
FACE_UP = (0.01106, 0.03562, 0.07139, 0.11392, 0.15402, 0.17876, 0.17652, 0.14205, 0.08565, 0.03101)
#: ... the colour that fills its column, ...
FIRST = (0.38323, 0.24248, 0.24248, 0.13181)
#: ... a Merlin among four knights, the largest total of one colour with Merlins (2 to 6), ...
A_MERLIN = 0.33551
LARGEST = (0.37036, 0.44534, 0.15646, 0.02608, 0.00175)
#: ... and whether four knights pay a price of 1 to 5: exactly, and if doubles may exceed it.
PAYS = (0.99995, 1.0, 0.62514, 0.18429, 0.02784)
PAYS_MORE = (1.0, 1.0, 0.62964)


def plays(players, policy, changes=None):
    rules = GAME.rules.build(changes)
    return Table(GAME, players, rules, seats(GAME, players, [policy]), 5).play(0, GAMES)


@pytest.fixture(scope="module")
def usual():
    base = {(n, p, False): plays(n, p) for n in (2, 5) for p in ("random", "greedy")}
    return base | {(n, p, True): plays(n, p, {"seals": True}) for n in (2, 5) for p in ("random", "greedy")}


def changes_some_game(row, usual, seals):
    base = {"seals": True} if seals else {}
    for players in (2, 5):
        for policy in ("random", "greedy"):
            games = plays(players, policy, {**base, row.path: another(row)})
            if any(not np.array_equal(a, b) for a, b in zip(games, usual[players, policy, seals], strict=True)):
                return True
    return False


@pytest.mark.parametrize("row", [r for r in GAME.rules.rows_of_fields() if not r.inert], ids=lambda row: row.path)
def test_every_rule_number_changes_some_game(row, usual):
    assert changes_some_game(row, usual, False), f"{row.path} = {another(row)!r} changes none of {GAMES} games"


@pytest.mark.parametrize("row", [r for r in GAME.rules.rows_of_fields() if r.path in SEALS], ids=lambda row: row.path)
def test_numbers_of_the_game_with_seals_change_some_of_its_games(row, usual):
    assert changes_some_game(row, usual, True), f"{row.path} = {another(row)!r} changes none of {GAMES} games"


def test_what_is_inert_is_for_a_reason():
    assert {row.path for row in GAME.rules.rows_of_fields() if row.inert} == {*SEALS, "public_hands", "turn_cap"}


@pytest.mark.parametrize("preset", GAME.rules.presets())
def test_presets_agree_with_what_is_known_of_the_cards(preset):
    table = GAME.rules.build(GAME.rules.presets()[preset]).strengths
    rows = {colour: getattr(table, colour) for colour in COLOURS}
    assert [sum(row) for row in rows.values()] == [13, 11, 11, 9]
    assert rows["yellow"][3:] == (0, 0)
    assert rows["blue"][4] == rows["green"][4] == 0 < rows["red"][4]
    assert sum(row[2] for row in rows.values()) and sum(row[3] for row in rows.values())
    means = [sum(n * (i + 1) for i, n in enumerate(row)) / sum(row) for row in rows.values()]
    assert means == sorted(means)


# ---- what is dealt


def walk():
    """Chance of each (number turned over, colour that is full), from the numbers of cards of each colour."""
    cards, limit = (13, 11, 11, 9), 4
    found = {}

    @lru_cache(None)
    def reach(turned):
        """The chance that these numbers of cards, none of them full, are turned over at some time."""
        if not any(turned):
            return 1.0
        total = 0.0
        for colour in range(4):
            if turned[colour]:
                before = tuple(n - (c == colour) for c, n in enumerate(turned))
                left = sum(cards) - sum(before)
                total += reach(before) * (cards[colour] - before[colour]) / left
        return total

    for turned in np.ndindex(limit, limit, limit, limit):
        for colour in range(4):
            if turned[colour] == limit - 1:
                left = sum(cards) - sum(turned)
                chance = reach(turned) * (cards[colour] - turned[colour]) / left
                found[sum(turned) + 1, colour] = found.get((sum(turned) + 1, colour), 0.0) + chance
    return found


def hands():
    """Chance of each hand of four: numbers of the seven kinds of knight cards."""
    cards = (14, 2, 14, 2, 14, 2, 5)
    for held in np.ndindex(5, 3, 5, 3, 5, 3, 5):
        if sum(held) == 4:
            ways = 1
            for n, k in zip(cards, held, strict=True):
                ways *= comb(n, k)
            yield held, ways / comb(53, 4)


def pays(held, price, more):
    """Whether a hand pays a price, written from the rules: cards of one colour, and Merlins."""
    merlins = held[MERLIN]
    for colour in range(3):
        for singles in range(held[2 * colour] + 1):
            for doubles in range(held[2 * colour + 1] + 1):
                for jokers in range(merlins + 1):
                    paid = singles + 2 * doubles + jokers
                    spare = more and not singles and not jokers and paid == price + 1
                    if paid == price or spare:
                        return True
    return False


def test_the_probabilities_are_exact():
    found = walk()
    for n, p in enumerate(FACE_UP, 4):
        assert abs(sum(found.get((n, c), 0) for c in range(4)) - p) < 6e-6
    for colour, p in enumerate(FIRST):
        assert abs(sum(found.get((n, colour), 0) for n in range(4, 14)) - p) < 6e-6
    assert abs(sum(n * p for (n, _), p in found.items()) - 9.0478) < 6e-5
    dealt = list(hands())
    assert abs(sum(p for held, p in dealt if held[MERLIN]) - A_MERLIN) < 6e-6
    for total, p in enumerate(LARGEST, 2):
        same = sum(
            q for held, q in dealt if max(held[2 * c] + 2 * held[2 * c + 1] for c in range(3)) + held[MERLIN] == total
        )
        assert abs(same - p) < 6e-6
    for price, p in enumerate(PAYS, 1):
        assert abs(sum(q for held, q in dealt if pays(held, price, False)) - p) < 6e-6
    for price, p in enumerate(PAYS_MORE, 1):
        assert abs(sum(q for held, q in dealt if pays(held, price, True)) - p) < 6e-6


@jit
def count_deals(state, rules, deal, log, first, count, face_up, full, largest, paid, merlins):
    """Deal games and count what lies on the table and what seat 1 holds."""
    for game in range(first, first + count):
        deal(state, rules, 2, game_key(np.uint64(17), game), log)
        total = 0
        for colour in range(4):
            cards = (state.columns >> (COLUMN * colour)) & 0xFFFF
            total += cards
            full[colour] += cards == rules.column_limit
        face_up[total] += 1
        held = 0
        for colour in range(3):
            held = max(held, state.knights[0, 2 * colour] + 2 * state.knights[0, 2 * colour + 1])
        largest[held + state.knights[0, MERLIN]] += 1
        merlins[0] += state.knights[0, MERLIN] > 0
        prices = payable(state, rules, 0)
        for price in range(6):
            paid[price] += (prices >> price) & 1


def near(count, deals, p):
    """Within four standard errors (and the rounding of the figure)."""
    return abs(count / deals - p) <= 4 * sqrt(p * (1 - p) / deals) + 5e-6


def check_deals(deals):
    state, log = records(1, GAME.state)[0], records(1, LOG)[0]
    face_up, full, largest = np.zeros(60, np.int64), np.zeros(4, np.int64), np.zeros(16, np.int64)
    paid, merlins = np.zeros(6, np.int64), np.zeros(1, np.int64)
    rules = GAME.rules().pack(2)[0]
    count_deals(state, rules, GAME.deal, log, 0, deals, face_up, full, largest, paid, merlins)
    assert face_up.sum() == face_up[4:14].sum() == full.sum() == deals
    for n, p in enumerate(FACE_UP, 4):
        assert near(face_up[n], deals, p), (n, face_up[n] / deals)
    mean = (face_up * np.arange(60)).sum() / deals
    deviation = sqrt(sum(p * (n - 9.0478) ** 2 for n, p in enumerate(FACE_UP, 4)))
    assert abs(mean - 9.0478) < 4 * deviation / sqrt(deals) + 5e-5
    for colour, p in enumerate(FIRST):
        assert near(full[colour], deals, p), (colour, full[colour] / deals)
    assert near(merlins[0], deals, A_MERLIN)
    for total, p in enumerate(LARGEST, 2):
        assert near(largest[total], deals, p), (total, largest[total] / deals)
    for price, p in enumerate(PAYS, 1):
        assert near(paid[price], deals, p), (price, paid[price] / deals)
    paid[:] = 0
    rules = GAME.rules.build({"allow_overpay": True}).pack(2)[0]
    count_deals(state, rules, GAME.deal, log, 0, deals, face_up, full, largest, paid, merlins)
    for price, p in enumerate(PAYS_MORE, 1):
        assert near(paid[price], deals, p), (price, paid[price] / deals)


def test_deals_are_as_exact_probability_says():
    check_deals(20_000)


@pytest.mark.verify
def test_deals_over_a_million():
    check_deals(1_000_000)
