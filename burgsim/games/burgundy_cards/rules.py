"""Every number of the card game's rulebook, with its source, and the packed record that the kernel reads.

Sources: "rulebook" is the published rules text (alea 2016), "second source" that an independent page agrees, "none"
that the number stands only on a card that no text quotes. docs/rules/burgundy-cards.md has the rules in words.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
from pydantic import AfterValidator, Field

from burgsim.games.burgundy_cards.components import (
    ANIMALS,
    CARD_WEIGHTS,
    CODES,
    GOODS,
    KINDS,
    PIPS,
    ROUNDS,
    TYPES,
    _steps,
)
from burgsim.games.rulebook import RuleGroup, RulesBase, number, switch

MAX_CARDS = 160
MAX_GOODS = 36
MAX_ANIMALS = 40
MAX_DISPLAY = 16
MAX_OPTIONS = 6
MAX_PROJECTS = 6
MAX_TURNS = 10
MAX_DRAW = 6
REWARD_UNITS = ("points", "goods", "animals", "silver", "workers")
_SINGULAR = {"point": "points", "good": "goods", "animal": "animals", "worker": "workers"}
MAX_REWARD = 10

PerPip = tuple[int, int, int, int, int, int]
TWICE = "rulebook, second source"


def parse_reward(text: str) -> tuple[tuple[int, ...], ...]:
    """The options of a round card: "2 points|1 silver + 1 worker" to rows of (points, goods, animals, silver, workers).

    Raises
    ------
    ValueError
        What is wrong with the text and what a right one looks like.
    """
    options = []
    for option in text.split("|") if text.strip() else []:
        row = dict.fromkeys(REWARD_UNITS, 0)
        for part in option.split("+"):
            match = re.fullmatch(r"\s*(\d+)\s+([a-z]+)\s*", part)
            unit = _SINGULAR.get(match[2], match[2]) if match else ""
            if match is None or unit not in row:
                raise ValueError(
                    f'{part.strip()!r} is not a reward; write for example "2 points|2 goods|1 silver + 1 worker" '
                    f"(units: {', '.join(REWARD_UNITS)})"
                )
            row[unit] += int(match[1])
        if not 0 < sum(row.values()) or max(row.values()) > MAX_REWARD:
            raise ValueError(f"{option.strip()!r}: each amount must be 1 to {MAX_REWARD}")
        options.append(tuple(row.values()))
    if len(options) > MAX_OPTIONS:
        raise ValueError(f"{len(options)} options; a round card has at most {MAX_OPTIONS}")
    return tuple(options)


def _checked_reward(text: str) -> str:
    parse_reward(text)
    return text


Reward = Annotated[str, AfterValidator(_checked_reward)]


def _reward(default: str, label: str, source: str, letter: str) -> Any:
    extra = {
        "unit": "options",
        "label": label,
        "source": source,
        "form": f'up to {MAX_OPTIONS} options joined by |, for example "2 points|1 silver + 1 worker"',
    }
    return Field(
        default=default, description=f"What completing a set in round {letter} pays, one option of the card",
        json_schema_extra=extra,
    )


def _pips(each: int, kind: str) -> Any:
    return number(
        (each,) * PIPS, 0, 10, "cards for each pip 1..6", "read", "count from two sources; pips by divisibility",
        f"{kind} cards in the deck, by pips",
    )


def _building(odd: bool, kind: str) -> Any:
    row = (1, 0, 1, 0, 1, 0) if odd else (0, 1, 0, 1, 0, 1)
    return number(
        row, 0, 10, "cards for each pip 1..6", "assumed", "three of each kind: two sources; which pips: none",
        f"{kind} cards in the deck, by pips",
    )


class Cards(RuleGroup):
    """The action cards, by kind and pips."""

    castle: PerPip = _pips(2, "castle")
    mine: PerPip = _pips(2, "mine")
    cloister: PerPip = _pips(2, "cloister")
    knowledge: PerPip = _pips(3, "knowledge")
    ship: PerPip = _pips(3, "ship")
    pasture: PerPip = _pips(3, "pasture")
    carpenter: PerPip = _building(True, "carpenter's workshop")
    church: PerPip = _building(True, "church")
    market: PerPip = _building(True, "market")
    watchtower: PerPip = _building(True, "watchtower")
    bank: PerPip = _building(False, "bank")
    boarding_house: PerPip = _building(False, "boarding house")
    warehouse: PerPip = _building(False, "warehouse")
    city_hall: PerPip = _building(False, "city hall")


class Goods(RuleGroup):
    """The goods cards."""

    light: int = number(6, 0, 12, "cards", "printed", TWICE, "Light goods in the box")
    medium: int = number(6, 0, 12, "cards", "printed", TWICE, "Medium goods in the box")
    dark: int = number(6, 0, 12, "cards", "printed", TWICE, "Dark goods in the box")


class GoodPips(RuleGroup):
    """The two values that sell each kind of goods."""

    light: tuple[int, int] = number((1, 2), 1, 6, "pips", "printed", TWICE, "Values that sell light goods")
    medium: tuple[int, int] = number((3, 4), 1, 6, "pips", "printed", TWICE, "Values that sell medium goods")
    dark: tuple[int, int] = number((5, 6), 1, 6, "pips", "printed", TWICE, "Values that sell dark goods")


class GoodPoints(RuleGroup):
    """What a sold good is worth."""

    light: int = number(1, 0, 5, "points", "assumed", "none", "Points of a sold light good")
    medium: int = number(1, 0, 5, "points", "assumed", "none", "Points of a sold medium good")
    dark: int = number(1, 0, 5, "points", "assumed", "none", "Points of a sold dark good")


class Animals(RuleGroup):
    """The animal cards."""

    rooster: int = number(5, 0, 10, "cards", "printed", TWICE, "Roosters in the box")
    cow: int = number(5, 0, 10, "cards", "printed", TWICE, "Cows in the box")
    sheep: int = number(5, 0, 10, "cards", "printed", TWICE, "Sheep in the box")
    pig: int = number(5, 0, 10, "cards", "printed", TWICE, "Pigs in the box")


class SetPoints(RuleGroup):
    """What a complete set is worth at the end."""

    castle: int = number(5, 0, 20, "points", "assumed", "none", "Points of a set of castles")
    mine: int = number(5, 0, 20, "points", "assumed", "none", "Points of a set of mines")
    cloister: int = number(6, 0, 20, "points", "printed", TWICE, "Points of a set of three cloisters")
    knowledge: int = number(4, 0, 20, "points", "assumed", "none", "Points of a set of knowledge cards")
    ship: int = number(4, 0, 20, "points", "assumed", "none", "Points of a set of ships")
    pasture: int = number(4, 0, 20, "points", "printed", "rulebook", "Points of a set of pastures")
    building: int = number(3, 0, 20, "points", "printed", "rulebook", "Points of a set of buildings")


class FirstBonus(RuleGroup):
    """The bonus for the first complete set of a type."""

    castle: int = number(1, 0, 20, "points", "printed", TWICE, "First set of castles")
    mine: int = number(1, 0, 20, "points", "printed", TWICE, "First set of mines")
    cloister: int = number(1, 0, 20, "points", "printed", TWICE, "First set of cloisters")
    knowledge: int = number(1, 0, 20, "points", "printed", TWICE, "First set of knowledge cards")
    ship: int = number(1, 0, 20, "points", "printed", TWICE, "First set of ships")
    pasture: int = number(1, 0, 20, "points", "printed", TWICE, "First set of pastures")
    building: int = number(1, 0, 20, "points", "printed", TWICE, "First set of buildings")


class RoundReward(RuleGroup):
    """The round cards."""

    A: Reward = _reward("3 points|2 goods|2 animals|3 silver|3 workers", "printed", "rulebook", "A")
    B: Reward = _reward("2 points|2 goods|2 animals|1 good + 1 animal", "assumed", "none", "B")
    C: Reward = _reward("1 point|1 good|1 animal", "assumed", "none", "C")
    D: Reward = _reward("2 silver|2 workers|1 silver + 1 worker", "printed", "rulebook", "D")
    E: Reward = _reward("1 silver|1 worker", "assumed", "none", "E")


_SEATS = "by seat in order of play"


class StartWorkers(RuleGroup):
    """Workers at the start."""

    p1: tuple[int] = number((1,), 0, 10, "workers", "printed", TWICE, "Workers at the start, solo")
    p2: tuple[int, int] = number(
        (0, 1), 0, 10, "workers", "read", "rulebook, written for four", f"Two players, {_SEATS}"
    )
    p3: tuple[int, int, int] = number(
        (0, 1, 1), 0, 10, "workers", "read", "rulebook, written for four", f"Three players, {_SEATS}"
    )
    p4: tuple[int, int, int, int] = number((0, 1, 1, 2), 0, 10, "workers", "printed", TWICE, f"Four players, {_SEATS}")


class AllSeven(RuleGroup):
    """The bonus cards for an estate with all seven types, the first to come takes the most valuable."""

    p1: tuple[int, ...] = number((3, 1), 0, 20, "points", "printed", TWICE, "All seven types, solo")
    p2: tuple[int, ...] = number((3, 1), 0, 20, "points", "printed", "rulebook", "All seven types, two players")
    p3: tuple[int, ...] = number((4, 2, 1), 0, 20, "points", "printed", "rulebook", "All seven types, three players")
    p4: tuple[int, ...] = number((4, 3, 2, 1), 0, 20, "points", "printed", TWICE, "All seven types, four players")


class DisplayCards(RuleGroup):
    """Cards on display each round."""

    p1: int = number(7, 1, MAX_DISPLAY, "cards", "printed", TWICE, "On display each round, solo")
    p2: int = number(7, 1, MAX_DISPLAY, "cards", "printed", TWICE, "On display each round, two players")
    p3: int = number(10, 1, MAX_DISPLAY, "cards", "printed", TWICE, "On display each round, three players")
    p4: int = number(13, 1, MAX_DISPLAY, "cards", "printed", TWICE, "On display each round, four players")


_ROWS = "Cards laid one to each row before the others go to the row of their own pips"


class DisplayByRow(RuleGroup):
    """How many of the displayed cards are laid one to each row, whatever their pips."""

    p1: int = number(6, 0, MAX_DISPLAY, "cards", "printed", TWICE, f"{_ROWS}, solo")
    p2: int = number(6, 0, MAX_DISPLAY, "cards", "printed", TWICE, f"{_ROWS}, two players")
    p3: int = number(6, 0, MAX_DISPLAY, "cards", "printed", "two reviews", f"{_ROWS}, three players")
    p4: int = number(12, 0, MAX_DISPLAY, "cards", "read", "one review", f"{_ROWS}, four players")


class Rules(RulesBase):
    """The rules of The Castles of Burgundy: The Card Game."""

    rounds: int = number(5, 1, 5, "rounds", "printed", TWICE, "Rounds in a game, A to E")
    turns: int = number(6, 1, MAX_TURNS, "turns", "printed", TWICE, "Turns in a round, and cards in a personal stack")
    hand_size: int = number(2, 1, 3, "cards", "printed", TWICE, "Cards to choose from on a turn")
    cards: Cards = Cards()
    goods: Goods = Goods()
    animals: Animals = Animals()
    set_size: int = number(3, 2, 4, "cards", "printed", TWICE, "Cards in a set")
    set_points: SetPoints = SetPoints()
    first_bonus: FirstBonus = FirstBonus()
    all_seven: AllSeven = AllSeven()
    round_reward: RoundReward = RoundReward()
    good_pips: GoodPips = GoodPips()
    good_points: GoodPoints = GoodPoints()
    animal_points: tuple[int, int, int, int] = number(
        (0, 1, 2, 4), 0, 20, "points", "printed", TWICE, "A group of 1, 2, 3, 4 different animals"
    )
    start_player_points: int = number(1, 0, 10, "points", "printed", TWICE, "Holding the start-player card at the end")
    start_workers: StartWorkers = StartWorkers()
    start_silver: int = number(1, 0, 10, "silver", "printed", TWICE, "Silver at the start")
    seat_silver: tuple[int, int, int, int] = number(
        (0, 0, 0, 0), 0, 10, "silver", "assumed", "none: a remedy for uneven seats",
        f"More silver at the start, {_SEATS}; later seats are ignored when there are fewer players",
    )
    start_goods: int = number(1, 0, 3, "cards", "printed", TWICE, "Random goods at the start")
    start_animals: int = number(1, 0, 3, "cards", "printed", TWICE, "Random animals at the start")
    display_cards: DisplayCards = DisplayCards()
    display_by_row: DisplayByRow = DisplayByRow()
    project_limit: int = number(3, 1, MAX_PROJECTS, "cards", "printed", TWICE, "Projects that a player may hold")
    worker_steps: int = number(1, 1, 3, "pips", "printed", TWICE, "Steps by which one worker shifts a value")
    purchase_price: int = number(3, 1, 10, "silver", "printed", TWICE, "Silver for drawing new cards")
    purchase_draw: int = number(3, 1, MAX_DRAW, "cards", "printed", TWICE, "Cards drawn for it")
    workers_refill: int = number(2, 0, 10, "workers", "printed", TWICE, "Workers are refilled to this number")
    silver_action: int = number(1, 0, 10, "silver", "printed", TWICE, "Silver for the action 'take silver'")
    convert_rate: int = number(3, 1, 10, "cards", "printed", TWICE, "Workers and silver for one point")
    silver_per_good: int = number(1, 0, 5, "silver", "printed", TWICE, "Silver for each good sold")
    mine_silver: int = number(2, 0, 10, "silver", "printed", "rulebook", "Silver of a mine")
    knowledge_workers: int = number(2, 0, 10, "workers", "printed", "rulebook", "Workers of a knowledge card")
    ship_goods: int = number(1, 0, 5, "cards", "printed", "rulebook", "Goods of a ship")
    pasture_animals: int = number(1, 0, 5, "cards", "printed", "rulebook", "Animals of a pasture")
    watchtower_points: int = number(1, 0, 10, "points", "printed", "rulebook", "Points of a watchtower")
    bank_silver: int = number(3, 0, 10, "silver", "printed", TWICE, "Silver of a bank")
    boarding_cards: int = number(1, 0, 5, "cards", "printed", "rulebook", "Goods or animals of a boarding house")
    aaron_piles: tuple[int, int, int, int, int] = number(
        (3, 4, 5, 6, 7), 0, 20, "cards", "printed", TWICE, "Aaron's piles, A to E (solo)"
    )
    aaron_cloister_points: int = number(
        1, 0, 10, "points", "printed", TWICE, "Points that you take for each cloister of Aaron's (solo)"
    )
    last_seat_two: bool = switch(
        False, "read", "rulebook taken word for word",
        "The last seat starts with two workers at every number of players from two on",
    )
    purchases_per_turn: int = number(
        0, 0, 10, "purchases", "read", "rulebook silent: no limit", "Purchases allowed in a turn; 0 is no limit"
    )
    set_reward_order: Literal["reward", "effect", "choice"] = switch(
        "reward", "read", "rulebook silent", "When a card completes a set and has an effect: what comes first"
    )
    points_supply: int = number(
        0, 0, 99, "points", "read", "22 points in the box; rulebook silent on running out",
        "Points cards in the supply; 0 is no limit",
    )
    stack_beside_open: bool = switch(
        False, "read", "rulebook silent",
        "A card that completes a set at once on lone cloisters may do so although an open stack of its type lies there",
    )
    offer_empty_sale: bool = switch(
        False, "read", "rulebook silent; dominated but for the start-player card", "Selling a kind that you don't have"
    )
    offer_full_refill: bool = switch(
        False, "read", "dominated", "Refilling workers when you have that many already (it does nothing)"
    )
    offer_uneven_convert: bool = switch(
        False, "read", "dominated", "Giving back more workers and silver than the points need"
    )
    building_pips: Literal["table", "random"] = switch(
        "table", "assumed", "none",
        "Pips of the building cards as in `cards`, or the same pips dealt to the building cards anew in each game",
    )

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        """Sets of the numbers that no source gives: what stands on the cards is one of these or between them."""
        return {
            "default": {},
            "rich_rounds": {
                "round_reward.B": RoundReward().A, "round_reward.C": RoundReward().A, "round_reward.E": RoundReward().D,
            },
            "poor_rounds": {f"round_reward.{r}": RoundReward().D for r in "BCE"},
            "low_sets": {
                "set_points.castle": 3, "set_points.mine": 3, "set_points.knowledge": 2, "set_points.ship": 3,
            },
            "high_sets": {
                "set_points.castle": 6, "set_points.mine": 6, "set_points.knowledge": 5, "set_points.ship": 5,
            },
            "goods_two": {f"good_points.{g}": 2 for g in GOODS},
            "goods_by_kind": {"good_points.medium": 2, "good_points.dark": 3},
            "random_pips": {"building_pips": "random"},
        }

    def contradiction(self) -> str:
        """What is impossible about these numbers together, or an empty string."""
        total = sum(sum(getattr(self.cards, kind)) for kind in KINDS)
        if not 0 < total <= MAX_CARDS:
            return f"cards: {total} action cards in all; allowed: 1 to {MAX_CARDS}"
        aaron = sum(self.aaron_piles)
        for players in (1, 2, 3, 4):
            display = getattr(self.display_cards, f"p{players}")
            needed = display + players * self.turns + (aaron if players == 1 else 0)
            if needed > total:
                return (
                    f"display_cards.p{players}: a display of {display}, stacks of {self.turns}"
                    f"{f' and {aaron} cards for Aaron' if players == 1 else ''} need {needed} action cards of {total}; "
                    f"allowed: at most {total - needed + display} on display"
                )
            for name, supply in (
                ("start_goods", sum(getattr(self.goods, g) for g in GOODS)),
                ("start_animals", sum(getattr(self.animals, a) for a in ANIMALS)),
            ):
                if getattr(self, name) * players > supply:
                    return f"{name}: {players} players need {getattr(self, name) * players} cards of {supply}"
            if len(getattr(self.all_seven, f"p{players}")) > 4:
                return f"all_seven.p{players}: at most 4 cards are allowed"
        if self.purchases_per_turn == 0 and self.silver_action >= self.purchase_price:
            return (
                f"silver_action: a purchase for {self.purchase_price} silver whose card is discarded for "
                f"{self.silver_action} could be made for ever; allowed: less than purchase_price, or a limit of "
                "purchases_per_turn"
            )
        if self.hand_size > self.turns:
            return f"hand_size: {self.hand_size} is more than the {self.turns} cards of a stack"
        return ""

    def pack(self, players: int) -> np.ndarray:
        """The record that the kernel reads, for this number of players: shape (1,), dtype RULES."""
        packed = np.zeros(1, RULES)
        row = packed[0]
        for name in _PLAIN:
            row[name] = int(getattr(self, name))
        row["cards"] = [n for kind in KINDS for n in getattr(self.cards, kind)]
        row["goods"] = [getattr(self.goods, g) for g in GOODS]
        row["animals"] = [getattr(self.animals, a) for a in ANIMALS]
        row["set_points"] = [getattr(self.set_points, t) for t in TYPES]
        row["first_bonus"] = [getattr(self.first_bonus, t) for t in TYPES]
        row["good_points"] = [getattr(self.good_points, g) for g in GOODS]
        row["animal_points"] = self.animal_points
        row["aaron_piles"] = self.aaron_piles if players == 1 else 0
        seven = sorted(getattr(self.all_seven, f"p{players}"), reverse=True)
        row["all_seven"][: len(seven)] = seven
        row["all_seven_cards"] = len(seven)
        workers = list(getattr(self.start_workers, f"p{players}"))
        if self.last_seat_two and players > 1:
            workers[-1] = 2
        row["start_workers"][:players] = workers
        row["seat_silver"] = self.seat_silver
        row["display_cards"] = getattr(self.display_cards, f"p{players}")
        row["display_by_row"] = getattr(self.display_by_row, f"p{players}")
        for r, letter in enumerate(ROUNDS):
            options = parse_reward(getattr(self.round_reward, letter))
            row["reward_options"][r] = len(options)
            for i, option in enumerate(options):
                row["reward"][r, i] = option
        row["set_reward_order"] = ("reward", "effect", "choice").index(self.set_reward_order)
        row["random_pips"] = self.building_pips == "random"
        row["cards_sum"] = np.sum(row["cards"] * CARD_WEIGHTS[int(row["random_pips"]), :CODES])
        step = self.worker_steps
        pips = [getattr(self.good_pips, g) for g in GOODS]
        for value in range(1, 7):
            cost = [0] + [-(-_steps(value, p) // step) for p in range(1, 7)]
            row["steps"][value] = cost
            row["good_steps"][value] = [min(cost[p] for p in pair) for pair in pips]
            for workers_used in range(4):
                row["reach"][value, workers_used] = sum(1 << (p - 1) for p in range(1, 7) if cost[p] <= workers_used)
        row["reach"][0] = 0b111111
        row["good_mask"] = [sum(1 << (p - 1) for p in set(pair)) for pair in pips]
        return packed


_PLAIN = (
    "rounds", "turns", "hand_size", "set_size", "start_player_points", "start_silver", "start_goods", "start_animals",
    "project_limit", "purchase_price", "purchase_draw", "workers_refill", "silver_action", "convert_rate",
    "silver_per_good", "mine_silver", "knowledge_workers", "ship_goods", "pasture_animals", "watchtower_points",
    "bank_silver", "boarding_cards", "aaron_cloister_points", "purchases_per_turn", "points_supply",
    "stack_beside_open", "offer_empty_sale", "offer_full_refill", "offer_uneven_convert",
)  # fmt: skip

#: The packed rules: int64 throughout; the tables at the end follow from the numbers.
RULES = np.dtype(
    [(name, np.int64) for name in _PLAIN]
    + [
        ("cards", np.int64, (CODES,)),
        ("goods", np.int64, (3,)),
        ("animals", np.int64, (4,)),
        ("set_points", np.int64, (7,)),
        ("first_bonus", np.int64, (7,)),
        ("good_points", np.int64, (3,)),
        ("animal_points", np.int64, (4,)),
        ("aaron_piles", np.int64, (5,)),
        ("all_seven", np.int64, (4,)),
        ("all_seven_cards", np.int64),
        ("start_workers", np.int64, (4,)),
        ("seat_silver", np.int64, (4,)),
        ("display_cards", np.int64),
        ("display_by_row", np.int64),
        ("reward_options", np.int64, (5,)),
        ("reward", np.int64, (5, MAX_OPTIONS, len(REWARD_UNITS))),
        ("set_reward_order", np.int64),
        ("random_pips", np.int64),
        ("cards_sum", np.int64),  # of the weights of all cards
        # Workers that turn a value into another (value 0 is a free choice), into one that sells a kind of goods,
        # and the values in reach with 0 to 3 workers, as a mask with bit p-1 for p pips.
        ("steps", np.int64, (7, 7)),
        ("good_steps", np.int64, (7, 3)),
        ("reach", np.int64, (7, 4)),
        ("good_mask", np.int64, (3,)),
    ],
    align=True,
)
