"""What the adventures of King Arthur accept and how knights pay, against brute force and exact chances."""

from __future__ import annotations

import itertools
import math
import random
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import tests.reference.king_arthur_pieces as ka

Y, B, G, R = (lambda s, c=c: ka.adversary(c, s) for c in ka.COLOURS)
COSTS = ka.DEFAULT_RULES["adventure_cost"]


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


# ---------------------------------------------------------------------------------------------------- the document

TEXT = (Path(__file__).parents[2] / "docs" / "rules" / "king-arthur.md").read_text(encoding="utf-8")
WORDS = {"true": True, "false": False, "more_cards": "more_cards"}


def table(heading: str) -> list[list[str]]:
    """Rows of the table whose first column has this heading."""
    lines = TEXT.splitlines()
    start = next(number for number, line in enumerate(lines) if line.startswith(f"| {heading} |"))
    rows = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip().strip("`") for cell in line.strip("|").split("|")])
    return rows


def test_every_number_of_the_document_is_the_default() -> None:
    text = re.sub(r"\s+", " ", TEXT)
    told = re.findall(r"`(\w+)` = `?(\w+)", text)
    names = Counter(name for name, _ in told)
    assert max(names.values()) == 1, "a number in two places"
    for name, value in told:
        default = ka.DEFAULT_RULES[name]
        expected = int(value) if value.isdigit() else WORDS[value]
        if name in ("adventure_used", "seat_knights", "seat_points"):
            each = default.values() if isinstance(default, dict) else default
            assert set(each) == {expected}, name
        else:
            assert default == expected and type(default) is type(expected), name
    in_tables = {"strengths", "adventure_points", "adventure_cost"}
    assert set(names) | in_tables == set(ka.DEFAULT_RULES)


def test_adventures_and_strengths_are_those_of_the_document() -> None:
    rows = table("code")
    assert [row[1].split(":")[0] for row in rows] == list(ka.ADVENTURES)
    for number, (code, name, points, cost, _) in enumerate(rows):
        name = name.split(":")[0]
        assert int(code) == number
        assert ka.DEFAULT_RULES["adventure_points"][name] == int(points)
        assert COSTS[name] == cost
    presets = {row[0]: dict(zip(ka.COLOURS, row[1:], strict=True)) for row in table("preset")}
    assert presets == {
        preset: {colour: " ".join(map(str, counts)) for colour, counts in rows.items()}
        for preset, rows in ka.PRESETS.items()
    }
    for preset in ka.PRESETS.values():  # what is known of the cards, 1.4 and 10.1
        assert [sum(preset[colour]) for colour in ka.COLOURS] == [13, 11, 11, 9]
        assert preset["yellow"][3:] == [0, 0] and preset["blue"][4] == preset["green"][4] == 0 < preset["red"][4]


def test_paragraphs_are_numbered_in_order() -> None:
    numbers = [tuple(map(int, match)) for match in re.findall(r"^\*\*(\d+)\.(\d+)\*\* ", TEXT, re.MULTILINE)]
    for before, after in itertools.pairwise(numbers):
        assert after in ((before[0], before[1] + 1), (before[0] + 1, 1))
    cited = {tuple(map(int, match)) for match in re.findall(r"(?<![\d.])(\d{1,2})\.(\d{1,2})(?![\d.%])", TEXT)}
    assert cited - set(numbers) <= {(2, 5)}  # a mean of 2.5
