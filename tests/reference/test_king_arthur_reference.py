"""The plain engine of King Arthur on its own: adventures, payments, ends, seals, and whole games that lose no card."""

from __future__ import annotations

import importlib.util
import itertools
import math
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest


def load() -> Any:
    """The engine beside this file; tests are not a package."""
    path = Path(__file__).with_name("king_arthur.py")
    spec = importlib.util.spec_from_file_location("reference_king_arthur", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


ka = load()
Y, B, G, R = (lambda s, c=c: ka.adversary(c, s) for c in ka.COLOURS)
COSTS = ka.DEFAULT_RULES["adventure_cost"]
NUMBER = {name: number for number, name in enumerate(ka.ADVENTURES)}
EVERYTHING = {
    "seals": True,
    "allow_overpay": True,
    "double_two_payments": True,
    "optional_draw": True,
    "idle_despite_adventure": True,
    "reshuffle_at_once": True,
    "equal_turns": True,
    "hand_limit": 9,
    "seat_knights": [0, 1, 1, 2, 2],
    "seat_points": [0, 1, 2, 3, 4],
    "tie_break": "more_pips",
}


def new_game(rules: dict[str, Any] | None = None, players: int = 2, seed: int = 1) -> Any:
    chance = random.Random(seed)
    full = ka.DEFAULT_RULES | (rules or {})
    adversaries, knights = ka.adversary_cards(full), ka.knight_cards(full)
    chance.shuffle(adversaries)
    chance.shuffle(knights)

    def reshuffle(k: int, cards: list[int]) -> list[int]:
        return random.Random(seed * 1000 + k).sample(cards, len(cards))

    return ka.Game(rules or {}, players, adversaries, knights, reshuffle)


def arranged(
    rules: dict[str, Any] | None = None,
    players: int = 2,
    table: list[int] | None = None,
    deck: int = 5,
    hands: list[list[int]] | None = None,
    knights: list[list[int]] | None = None,
    sealed: list[list[int]] | None = None,
    left: list[str] | None = None,
) -> Any:
    """A game at the start of seat 1's first turn with this on the table and in hands; the rest is in the discards."""
    game = new_game(rules, players)
    everybody = sum((hands or []), []) + sum((sealed or []), []) + list(table or [])
    stock = Counter(ka.adversary_cards(game.rules))
    stock.subtract(everybody)
    assert min(stock.values()) >= 0, "more cards than the box has"
    rest = sorted(stock.elements())
    game.adversary_deck = rest[:deck]
    game.adversary_discard = [rest[deck:].count(card) for card in range(20)]
    game.table = [(table or []).count(card) for card in range(20)]
    pool = Counter(ka.knight_cards(game.rules))
    for seat, player in enumerate(game.players):
        player.adversaries = [(hands or [[]] * players)[seat].count(card) for card in range(20)]
        held = (knights or [[]] * players)[seat]
        player.knights = [held.count(kind) for kind in range(7)]
        pool.subtract(held)
        mine = (sealed or [[]] * players)[seat]
        player.sealed = [mine.count(card) for card in range(20)]
        player.seals -= len(mine)
    game.knight_deck = sorted(pool.elements())
    game.knight_discard = [0] * 7
    if left is not None:
        game.owner = [0 if name in left else 2 for name in ka.ADVENTURES]
    game.history = []
    game.turn = 0
    for player in game.players:
        player.turns = 0
    game._run = game._play_all()
    game._resume(None)
    return game


def full_columns() -> list[int]:
    """Four yellow cards, so that nobody can replenish."""
    return [Y(1), Y(1), Y(1), Y(1)]


# ------------------------------------------------------------------------------------------------------ adventures


def by_force(cost: str, hand: list[int]) -> set[tuple[int, ...]]:
    """All subsets that do, without those that hold a smaller one that does."""
    enough = {
        tuple(sorted(chosen, key=ka.order_of))
        for size in range(1, len(hand) + 1)
        for chosen in itertools.combinations(hand, size)
        if ka.satisfied(cost, chosen)
    }
    counts = {chosen: Counter(chosen) for chosen in enough}
    return {
        chosen
        for chosen in enough
        if not any(other != chosen and counts[other] <= counts[chosen] for other in enough)
    }


@pytest.mark.parametrize("cost", sorted({*COSTS.values(), "total 4", "values 2 2 2 or 3 4 or 5", "cards 1"}))
def test_minimal_sets_against_all_subsets(cost: str) -> None:
    chance = random.Random(cost)
    stock = ka.adversary_cards(ka.DEFAULT_RULES | {"strengths": ka.PRESETS["flat"]})
    found_any = 0
    for _ in range(60):
        hand = chance.sample(stock, chance.randint(1, 9))
        sets = ka.minimal_sets(cost, hand)
        assert len(sets) == len(set(sets))
        assert set(sets) == by_force(cost, hand)
        assert bool(sets) == ka.satisfied(cost, hand)
        found_any += bool(sets)
    assert found_any >= 5


@pytest.mark.parametrize(
    ("name", "hand", "expected"),
    [
        ("grail", [R(5), R(5), G(2), Y(1)], {(R(5), R(5), G(2))}),
        ("castle", [R(5), G(4), B(4)], {(R(5), B(4)), (R(5), G(4))}),
        ("excalibur", [R(5), Y(1), G(4)], {(R(5),), (G(4), Y(1))}),
        ("beast", [R(5), G(4), R(3), R(3)], {(R(5), R(3))}),
        ("fisher", [G(3), G(3), G(2), R(5)], {(G(3), G(3))}),
        ("tournament", [B(4), B(1), B(2), B(2)], {(B(4), B(1)), (B(4), B(2)), (B(2), B(2), B(1))}),
        ("saxons", [Y(3), Y(1), R(5)], {(Y(3), Y(1))}),
        ("bandits", [R(5), Y(1), Y(1)], {(R(5), Y(1)), (Y(1), Y(1))}),
        ("vikings", [Y(1)] * 4 + [R(3)], {(Y(1),) * 4, (R(3), Y(1), Y(1), Y(1))}),
        ("sea", [Y(1), B(1), G(2), R(3), R(4)], {(R(3), G(2), Y(1), B(1)), (R(4), G(2), Y(1), B(1))}),
        ("mark", [Y(1), B(4), G(2), R(3)], {(B(4), G(2), Y(1))}),
        ("green", [G(3), R(4), B(4), Y(2)], {(R(4), G(3)), (B(4), G(3)), (B(4), R(4))}),
        ("green", [G(3), Y(3), B(3)], set()),
        ("treasure", [R(5), R(3), G(4)], {(R(5),), (G(4), R(3))}),
    ],
)
def test_adventures_by_hand(name: str, hand: list[int], expected: set[tuple[int, ...]]) -> None:
    assert set(ka.minimal_sets(COSTS[name], hand)) == expected


def test_points_of_all_adventures() -> None:
    assert sum(ka.DEFAULT_RULES["adventure_points"].values()) == 154


def useful(cost: str, hand: list[int], spent: list[int], card: int) -> bool:
    """The words of 12.8 for the printed requirements, without any list of sets."""
    word, *rest = cost.split()
    onwards = sorted((other for other in hand if ka.order_of(other) >= ka.order_of(card)), key=ka.order_of)
    total = sum(ka.strength_of(other) for other in spent)
    if word == "total":
        wanted = [ka.COLOURS.index(rest[1])] if len(rest) > 1 else list(range(4))
        able = sum(ka.strength_of(other) for other in onwards if ka.colour_of(other) in wanted)
        return ka.colour_of(card) in wanted and total + able >= int(rest[0])
    if word == "cards":
        return len(onwards) >= int(rest[0]) - len(spent)
    if word == "colours":
        open_colours = {ka.COLOURS.index(name) for name in rest} - {ka.colour_of(other) for other in spent}
        later = {ka.colour_of(other) for other in onwards}
        return ka.colour_of(card) in open_colours and open_colours <= later
    single = 5 if "or" in rest else 6
    first, second = (3, 3) if "or" in rest else (4, 3)
    strength = ka.strength_of(card)
    if spent:
        return strength >= second
    return strength >= single or (strength >= first and sum(ka.strength_of(other) >= second for other in onwards) >= 2)


@pytest.mark.parametrize("name", ka.ADVENTURES)
def test_cards_listed_one_by_one(name: str) -> None:
    """The listed cards are those of 12.8, and walking through them gives every minimal set once."""
    chance = random.Random(name)
    stock = ka.adversary_cards(ka.DEFAULT_RULES)
    walked = 0
    for _ in range(40):
        hand = chance.sample(stock, chance.randint(2, 10))
        if not ka.satisfied(COSTS[name], hand):
            continue
        sets = ka.minimal_sets(COSTS[name], hand)
        leaves = []

        def walk(spent: list[int], left: list[int], sets: Any = sets, leaves: Any = leaves) -> None:
            if ka.satisfied(COSTS[name], spent):
                leaves.append(tuple(spent))
                return
            after = [card for card in set(left) if not spent or ka.order_of(card) >= ka.order_of(spent[-1])]
            listed = {card for card in after if useful(COSTS[name], left, spent, card)}
            assert listed == {chosen[len(spent)] for chosen in sets if list(chosen[: len(spent)]) == spent}
            for card in listed:
                rest = list(left)
                rest.remove(card)
                walk([*spent, card], rest)

        walk([], hand)
        assert sorted(leaves) == sorted(sets)
        walked += 1
    assert walked >= 3


def test_spending_goes_strongest_first_and_takes_the_adventure_with_the_last_card() -> None:
    hand = [B(4), B(1), B(2), B(2), R(5)]
    game = arranged(table=full_columns(), hands=[hand, []], left=["tournament", "grail", "beast"])
    assert game.legal() == [("adventure", NUMBER["grail"]), ("adventure", NUMBER["tournament"]), ("pass",)]
    game.play(("adventure", NUMBER["tournament"]))
    assert game.legal() == [("spend", B(4)), ("spend", B(2))]
    game.play(("spend", B(4)))
    assert game.legal() == [("spend", B(2)), ("spend", B(1))]
    assert game.snapshot()["adventure_owner"][NUMBER["tournament"]] == 0
    decision = game.snapshot()["decision"]
    assert (decision.pop("step"), decision.pop("adventure")) == ("spend", NUMBER["tournament"])
    assert decision == {"last": B(4), "total": 4, "cards": 1, "colours": [1]}
    game.play(("spend", B(1)))
    assert game.snapshot()["adventure_owner"][NUMBER["tournament"]] == 1
    assert game.players[0].hand() == [B(2), B(2), R(5)]
    assert game.adversary_discard[B(4)] >= 1 and sum(game.players[0].knights) == 1  # one drawn only, 7.2


# -------------------------------------------------------------------------------------------------------- payments


def pay_chances(rules: dict[str, Any], most: int = 5) -> tuple[list[float], float, list[float]]:
    """Exact over all hands of four: chance to pay 1..most, of a Merlin, and of each largest one-colour total."""
    stock = Counter(ka.knight_cards(ka.DEFAULT_RULES))
    pays, merlin, largest = [0] * (most + 1), 0, [0] * 7
    for hand in itertools.combinations_with_replacement(range(7), 4):
        counts = [hand.count(kind) for kind in range(7)]
        ways = math.prod(math.comb(stock[kind], counts[kind]) for kind in range(7))
        merlin += ways * (counts[6] > 0)
        largest[max(counts[2 * c] + 2 * counts[2 * c + 1] + counts[6] if ways else 0 for c in range(3))] += ways
        for price in range(1, most + 1):
            pays[price] += ways * bool(ka.payments(ka.DEFAULT_RULES | rules, counts, price))
    total = math.comb(53, 4)
    return [way / total for way in pays[1:]], merlin / total, [way / total for way in largest]


def test_what_an_opening_hand_can_pay() -> None:
    pays, merlin, largest = pay_chances({})
    assert pays == pytest.approx([0.99995, 1, 0.62514, 0.18429, 0.02784], abs=6e-6)
    assert merlin == pytest.approx(0.33551, abs=6e-6)
    assert largest[2:7] == pytest.approx([0.37036, 0.44534, 0.15646, 0.02608, 0.00175], abs=6e-6)
    over, _, _ = pay_chances({"allow_overpay": True})
    assert over[0] == 1 and over[2] == pytest.approx(0.62964, abs=6e-6)


@pytest.mark.parametrize("overpay", [False, True])
@pytest.mark.parametrize("merlin_only", [False, True])
def test_payments_against_all_subsets(overpay: bool, merlin_only: bool) -> None:
    rules = ka.DEFAULT_RULES | {"allow_overpay": overpay, "merlin_only": merlin_only}
    chance = random.Random(5)
    stock = ka.knight_cards(rules)
    pips = [1, 2, 1, 2, 1, 2, 1]
    for _ in range(60):
        hand = chance.sample(stock, 8)
        for price in range(1, 11):
            expected = set()
            for size in range(1, 9):
                for cards in itertools.combinations(hand, size):
                    colours = {kind // 2 for kind in cards if kind != ka.MERLIN}
                    paid = sum(pips[kind] for kind in cards)
                    spare = any(paid - pips[kind] >= price for kind in cards)
                    if len(colours) > 1 or paid < price or spare or (paid > price and not overpay):
                        continue
                    if not colours and not merlin_only:
                        continue
                    colour = colours.pop() if colours else ka.ONLY_MERLINS
                    merlins = cards.count(ka.MERLIN)
                    doubles = sum(kind != ka.MERLIN and kind % 2 for kind in cards)
                    expected.add((colour, len(cards) - merlins - doubles, doubles, merlins))
            listed = ka.payments(rules, [hand.count(kind) for kind in range(7)], price)
            assert len(listed) == len(set(listed))
            assert set(listed) == expected


def test_a_fight_pays_takes_and_costs_the_second_card() -> None:
    game = arranged(table=[*full_columns(), R(3)], knights=[[0, 0, 1, 6], [2]])
    assert game.legal() == [("attack", Y(1)), ("attack", R(3)), ("pass",)]
    game.play(("attack", R(3)))
    assert set(game.legal()) == {("pay", 0, 1, 1, 0), ("pay", 0, 2, 0, 1), ("pay", 0, 0, 1, 1)}
    game.play(("pay", 0, 1, 1, 0))
    assert game.seat == 2 and game.players[0].hand() == [R(3)]
    assert game.knight_discard == [1, 1, 0, 0, 0, 0, 0]
    assert sum(game.players[0].knights) == 3
    game.play(("pass",))
    assert sum(game.players[1].knights) == 3  # 1 + 2 drawn


def test_nobody_pays_with_two_colours() -> None:
    game = arranged(table=[*full_columns(), R(3)], knights=[[0, 2, 4], [0]])
    assert game.legal() == [("attack", Y(1)), ("pass",)]


# ------------------------------------------------------------------------------------------------------ replenishing


def test_replenishing_stops_at_four_of_a_colour_and_is_all_or_nothing() -> None:
    game = arranged(table=[R(3), R(4), R(5)], deck=20)
    assert game.legal() == [("replenish",), ("pass",)]
    game.play(("replenish",))
    assert max(game.column(colour) for colour in range(4)) == 4


def test_replenishing_is_compulsory_on_an_empty_table_and_impossible_at_four() -> None:
    game = arranged(table=[], deck=20)
    assert game.history[0] == (1, ("replenish",))
    game = arranged(table=full_columns(), deck=20, knights=[[0, 0], [0]])
    assert ("replenish",) not in game.legal()


def test_set_up_matches_the_exact_distribution() -> None:
    """Face-up adversaries at the start: worked out colour by colour, against 4,000 deals."""
    counts = {"Y": 13, "B": 11, "G": 11, "R": 9}
    names = list(counts)
    exact, first = Counter[int](), Counter[str]()
    for last in names:
        others = [name for name in names if name != last]
        for shown in itertools.product(range(4), repeat=3):
            before = sum(shown) + 3
            ways = math.comb(counts[last], 3) * math.prod(
                math.comb(counts[name], k) for name, k in zip(others, shown, strict=True)
            )
            chance = ways / math.comb(44, before) * (counts[last] - 3) / (44 - before)
            exact[before + 1] += chance
            first[last] += chance
    assert [exact[n] for n in range(4, 14)] == pytest.approx(
        [0.01106, 0.03562, 0.07139, 0.11392, 0.15402, 0.17876, 0.17652, 0.14205, 0.08565, 0.03101], abs=6e-6
    )
    assert [first[name] for name in names] == pytest.approx([0.38323, 0.24248, 0.24248, 0.13181], abs=6e-6)
    deals = 4000
    seen, colours = Counter[int](), Counter[str]()
    for seed in range(deals):
        game = new_game(seed=seed)
        game_table = 44 - len(new_deck(seed))
        assert game.face_up() == game_table
        seen[game_table] += 1
        colours[next(name for colour, name in enumerate(names) if game.column(colour) == 4)] += 1
    for n in range(4, 14):
        assert abs(seen[n] / deals - exact[n]) < 4 * math.sqrt(exact[n] * (1 - exact[n]) / deals)
    for name in names:
        assert abs(colours[name] / deals - first[name]) < 4 * math.sqrt(first[name] * (1 - first[name]) / deals)


def new_deck(seed: int) -> list[int]:
    """What is left of the shuffled deck after the set-up, worked out apart from the engine."""
    deck = ka.adversary_cards(ka.DEFAULT_RULES)
    random.Random(seed).shuffle(deck)
    columns = Counter[int]()
    for n, card in enumerate(deck, 1):
        columns[card // 5] += 1
        if columns[card // 5] == 4:
            return deck[n:]
    return []


# --------------------------------------------------------------------------------------------------- ends and scores


def test_the_game_ends_with_the_last_adventure_but_one() -> None:
    game = arranged(table=full_columns(), hands=[[R(5), R(3)], [R(4)]], left=["excalibur", "beast"])
    game.play(("adventure", NUMBER["beast"]))
    assert game.over and game.legal() == []
    result = game.result()
    assert result["end_causes"] == ["adventures"] and result["ender"] == 1 and result["turns"] == 1
    assert result["seats"][0]["points"] == {"adventures": 15, "adversaries": 0, "seat": 0}
    assert sum(game.players[0].knights) == 1  # the turn was finished


def test_equal_turns_play_the_round_out() -> None:
    rules = {"equal_turns": True}
    game = arranged(rules, table=full_columns(), hands=[[R(5), R(3)], [R(5)]], left=["excalibur", "beast"])
    game.play(("adventure", NUMBER["beast"]))
    assert not game.over and game.seat == 2
    game.play(("adventure", NUMBER["excalibur"]))
    assert game.over and [player.turns for player in game.players] == [1, 1]


def test_the_game_ends_with_the_last_adversary_and_its_winner_may_complete_an_adventure() -> None:
    game = arranged(table=[R(3)], deck=0, hands=[[R(5)], []], knights=[[0, 0, 0], [0]])
    game.play(("attack", R(3)))
    assert game.snapshot()["end_causes"] == ["adversaries"] and not game.over
    assert ("adventure", NUMBER["beast"]) in game.legal()
    game.play(("adventure", NUMBER["beast"]))
    assert game.over and game.result()["seats"][0]["score"] == 15


def test_both_ends_in_one_turn_are_both_recorded_and_drawing_can_be_switched_off() -> None:
    rules = {"draw_after_end": False}
    game = arranged(
        rules, table=[R(3)], deck=0, hands=[[R(5)], []], knights=[[0, 0, 0], [0]], left=["beast", "mark"]
    )
    game.play(("attack", R(3)))
    game.play(("adventure", NUMBER["beast"]))
    assert game.over and game.result()["end_causes"] == ["adventures", "adversaries"]
    assert sum(game.players[0].knights) == 0


def test_the_cap_stops_players_who_never_do_anything() -> None:
    game = new_game({"turn_cap": 40}, players=3)
    while not game.over:
        game.play(game.legal()[-1])
    result = game.result()
    assert result["turns"] == 40 and result["end_causes"] == ["cap"]
    assert sum(sum(player.knights) for player in game.players) == 53  # nothing left to draw, 7.5
    assert [player.turns for player in game.players] == [14, 13, 13]


@pytest.mark.parametrize(
    ("tie_break", "ranks", "wins"),
    [
        ("more_cards", [1, 2], [60, 0]),
        ("more_pips", [2, 1], [0, 60]),
        ("fewer_cards", [2, 1], [0, 60]),
        ("shared", [1, 1], [30, 30]),
    ],
)
def test_tie_breaks(tie_break: str, ranks: list[int], wins: list[int]) -> None:
    game = new_game({"tie_break": tie_break})
    game.players[0].knights = [3, 0, 0, 0, 0, 0, 0]
    game.players[1].knights = [0, 2, 0, 0, 0, 0, 0]
    seats = game.result()["seats"]
    assert [seat["rank_before_tiebreak"] for seat in seats] == [1, 1]
    assert [seat["rank"] for seat in seats] == ranks
    assert [seat["win_60ths"] for seat in seats] == wins


def test_a_new_deck_comes_from_the_discard_when_a_card_is_needed() -> None:
    game = arranged(table=full_columns(), knights=[[0] * 3, [2]])
    game.knight_discard = [game.knight_deck[1:].count(kind) for kind in range(7)]
    game.knight_deck = game.knight_deck[:1]
    game.play(("pass",))  # draws two: the last one and the first of the new deck
    assert game.reshuffles == 1 and sum(game.knight_discard) == 0 and sum(game.players[0].knights) == 5


# ----------------------------------------------------------------------------------------------------------- seals


SEALS = {"seals": True}


def test_a_normal_attack_seals_and_the_card_stays() -> None:
    game = arranged(SEALS, table=[*full_columns(), R(3), R(4)], knights=[[0] * 6, [2] * 8])
    assert game.legal() == [
        ("attack", Y(1)), ("double", Y(1)), ("attack", R(3)), ("double", R(3)), ("attack", R(4)), ("pass",)
    ]  # fmt: skip
    game.play(("attack", R(3)))
    assert game.seat == 2 and game.players[0].hand() == [] and game.players[0].sealed[R(3)] == 1
    assert game.players[0].seals == 4 and sum(game.players[0].knights) == 4
    assert ("attack", R(3)) not in game.legal() and ("double", R(3)) not in game.legal()
    assert ("repeat", R(3)) not in game.legal()
    game.play(("double", R(4)))  # all red cards now bear a seal: seat 1 gets its own
    assert game.players[1].hand() == [R(4)] and game.players[0].hand() == [R(3)]
    assert game.players[0].seals == game.players[1].seals == 5 and game.column(3) == 0


def test_the_last_seal_of_a_colour_hands_out_before_the_adventure_step() -> None:
    game = arranged(SEALS, table=[*full_columns(), R(5)], sealed=[[R(3)], [R(4)]], knights=[[0] * 5, []])
    game.play(("attack", R(5)))
    assert game.players[0].hand() == [R(3), R(5)] and game.players[1].hand() == [R(4)]
    assert ("adventure", NUMBER["beast"]) in game.legal()


def test_a_repeated_attack_takes_ones_own_card() -> None:
    game = arranged(SEALS, table=[*full_columns(), R(5)], sealed=[[R(3)], []], knights=[[0] * 3, []])
    assert game.legal() == [("attack", Y(1)), ("double", Y(1)), ("repeat", R(3)), ("pass",)]
    game.play(("repeat", R(3)))
    assert game.players[0].hand() == [R(3)] and game.players[0].seals == 5


def test_without_a_seal_there_is_no_normal_attack_and_sealed_cards_fill_columns() -> None:
    rules = SEALS | {"seals_each": 3}
    game = arranged(rules, table=[R(5), G(2)], sealed=[[Y(1)] * 3, [Y(1)]], knights=[[0] * 4, []])
    assert game.legal() == [("repeat", Y(1)), ("double", G(2)), ("pass",)]  # four yellow ones: no replenishing


def test_a_double_attack_is_one_colour_unless_switched() -> None:
    knights = [[0, 0, 3, 6], []]
    assert ("double", G(2)) not in arranged(SEALS, table=[*full_columns(), G(2), G(3)], knights=knights).legal()
    rules = SEALS | {"double_two_payments": True}
    game = arranged(rules, table=[*full_columns(), G(2), G(3)], knights=knights)
    game.play(("double", G(2)))
    assert game.legal() == [("half", 0, 1, 0, 1), ("half", 0, 2, 0, 0)]
    game.play(("half", 0, 2, 0, 0))
    assert game.players[0].hand() == [G(2)] and game.knight_discard == [2, 0, 0, 1, 0, 0, 0]


def test_a_double_knight_beats_a_one_by_double_attack() -> None:
    game = arranged(SEALS, table=[*full_columns(), G(2)], knights=[[1], []])
    game.play(("double", Y(1)))
    assert game.players[0].hand() == [Y(1)] and game.players[0].seals == 5


def test_cards_left_under_a_seal_score_nothing() -> None:
    game = arranged(SEALS, table=[*full_columns(), R(5)], sealed=[[R(3)], []], knights=[[0], []])
    assert game.result()["seats"][0]["score"] == 0


# ----------------------------------------------------------------------------------------------------- whole games


def check(game: Any) -> None:
    """What must hold at every decision."""
    state = game.snapshot()
    adversaries = Counter(state["adversary_deck"])
    knights = Counter(state["knight_deck"])
    knights.update(dict(enumerate(state["knight_discard"])))
    adversaries.update(dict(enumerate(state["adversary_discard"])))
    adversaries.update(dict(enumerate(state["table"])))
    for player in state["players"]:
        knights.update(dict(enumerate(player["knights"])))
        adversaries.update(dict(enumerate(player["adversaries"])))
        adversaries.update(dict(enumerate(player["sealed"])))
        if game.rules["seals"]:
            assert player["seals"] + sum(player["sealed"]) == game.rules["seals_each"] and player["seals"] >= 0
        elif not game.rules["allow_overpay"]:
            assert player["pips_paid"] == player["strength_taken"]
        assert min(player["knights"] + player["adversaries"] + player["sealed"]) >= 0
    assert sorted(adversaries.elements()) == ka.adversary_cards(game.rules)
    assert sorted(knights.elements()) == ka.knight_cards(game.rules)
    assert max(game.column(colour) for colour in range(4)) <= game.rules["column_limit"]
    for colour in range(4):  # a fully sealed colour never stays
        cards = range(5 * colour, 5 * colour + 5)
        assert game.column(colour) == 0 or any(state["table"][card] for card in cards)
    assert game.over or len(set(game.legal())) == len(game.legal()) >= 2


@pytest.mark.parametrize("rules", [{}, SEALS, EVERYTHING, {"strengths": ka.PRESETS["flat"], "turn_cap": 60}])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_random_games_lose_no_card(rules: dict[str, Any], players: int) -> None:
    for seed in range(6):
        game = new_game(rules, players, seed)
        chance = random.Random(seed)
        while not game.over:
            check(game)
            game.play(chance.choice(game.legal()))
        check(game)
        result = game.result()
        taken = sum(sum(ka.strength_of(card) for card in player.hand()) for player in game.players)
        points = sum(
            game.rules["adventure_points"][name]
            for name, owner in zip(ka.ADVENTURES, game.owner, strict=True)
            if owner
        )
        bonus = sum(game.rules["seat_points"][:players])
        assert sum(seat["score"] for seat in result["seats"]) == taken + points + bonus
        assert result["end_causes"] and sum(seat["win_60ths"] for seat in result["seats"]) == 60
        assert result["turns"] == sum(player.turns for player in game.players) <= game.rules["turn_cap"]
        if game.rules["equal_turns"] and "cap" not in result["end_causes"]:
            assert len({player.turns for player in game.players}) == 1


def test_a_game_played_again_from_its_moves_is_the_same() -> None:
    game = new_game(EVERYTHING, 3, 4)
    chance = random.Random(4)
    moves = []
    while not game.over:
        moves.append(chance.choice(game.legal()))
        game.play(moves[-1])
    again = new_game(EVERYTHING, 3, 4)
    for move in moves:
        again.play(move)
    assert again.snapshot() == game.snapshot() and again.history == game.history
    assert len(game.history) > len(moves)


def test_wrong_input_is_refused() -> None:
    game = new_game()
    with pytest.raises(ValueError, match="not among the legal moves"):
        game.play(("attack", 99))
    with pytest.raises(ValueError, match="unknown rules: knigths"):
        new_game({"knigths": 3})
    with pytest.raises(ValueError, match="the game is for 2 to 5"):
        new_game(players=6)
    with pytest.raises(ValueError, match="adversary deck differs"):
        ka.Game({}, 2, [0] * 44, ka.knight_cards(ka.DEFAULT_RULES), lambda k, cards: cards)
