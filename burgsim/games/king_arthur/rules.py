"""Every number of King Arthur's rulebook, with its source, and the packed record that the kernel reads.

No complete rulebook was at hand; docs/rules/king-arthur.md names the sources by letters and tells the rules in words.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from pydantic import AfterValidator, Field

from burgsim.games.king_arthur.components import ADVENTURES, COLOURS, COLUMN, PAYMENT_BITS, STRENGTHS
from burgsim.games.rulebook import RuleGroup, RulesBase, number, switch

MAX_ADVERSARIES = 80
MAX_KNIGHTS = 96
MAX_SEATS = 5
#: Largest total and number of cards that an adventure may ask for; values in one way, and ways to meet a requirement.
MAX_TOTAL = 60
MAX_NUMBER = 12
MAX_VALUES = 4
MAX_WAYS = 4
#: Largest price of a fight: a double attack on the strongest adversary.
MAX_PRICE = 2 * STRENGTHS

#: Forms of a requirement.
TOTAL, CARDS, DIFFERENT, VALUES = range(4)
FORMS = ("total", "cards", "colours", "values")
_COST_FORM = '"total 9", "total 8 red", "cards 4", "colours yellow blue" or "values 3 3 or 5"'


class Cost(NamedTuple):
    """What an adventure asks for.

    `form` is TOTAL (strengths of `colour`, -1 any, come to `number`), CARDS (`number` cards), DIFFERENT (a card of each
    colour in the mask `colours`) or VALUES (one of `ways`, each the strengths that its cards must reach, largest
    first).
    """

    form: int
    number: int = 0
    colour: int = -1
    colours: int = 0
    ways: tuple[tuple[int, ...], ...] = ()


def parse_cost(text: str) -> Cost:
    """A requirement from its words: "total 9", "total 8 red", "cards 4", "colours yellow blue", "values 3 3 or 5".

    Raises
    ------
    ValueError
        What is wrong with the text and what a right one looks like.
    """
    word, *rest = text.split() or [""]
    if word not in FORMS:
        raise ValueError(f"{text!r} is not a requirement; write {_COST_FORM}")
    try:
        if word == "total" and len(rest) in (1, 2):
            return Cost(TOTAL, _whole(rest[0], MAX_TOTAL), COLOURS.index(rest[1]) if len(rest) == 2 else -1)
        if word == "cards" and len(rest) == 1:
            return Cost(CARDS, _whole(rest[0], MAX_NUMBER))
        if word == "colours" and rest and len(set(rest)) == len(rest):
            return Cost(DIFFERENT, len(rest), colours=sum(1 << COLOURS.index(name) for name in rest))
        if word == "values" and rest:
            ways = [way.split() for way in " ".join(rest).split(" or ")]
            if len(ways) <= MAX_WAYS and all(0 < len(way) <= MAX_VALUES for way in ways):
                parsed = [tuple(sorted((_whole(value, STRENGTHS) for value in way), reverse=True)) for way in ways]
                return Cost(VALUES, ways=tuple(parsed))
    except ValueError as error:
        if "whole number" in str(error):
            raise ValueError(f"{text!r}: {error}") from None
    raise ValueError(
        f"{text!r} is not a requirement; write {_COST_FORM} (colours: {', '.join(COLOURS)}; at most {MAX_WAYS} ways of "
        f"{MAX_VALUES} values)"
    )


def _whole(text: str, most: int) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= most:
        raise ValueError(f"{text} must be a whole number from 1 to {most}")
    return int(text)


def _checked_cost(text: str) -> str:
    parse_cost(text)
    return text


CostText = Annotated[str, AfterValidator(_checked_cost)]
PerStrength = tuple[int, int, int, int, int]


def _cost(default: str, label: str, source: str, name: str) -> Any:
    extra = {"unit": "requirement", "label": label, "source": source, "form": _COST_FORM}
    return Field(default=default, description=f"What {name} asks for", json_schema_extra=extra)


def _strengths(default: PerStrength, colour: str) -> Any:
    return number(
        default, 0, 20, "cards of strength 1..5", "assumed", "13, 11, 11, 9 cards in all: S, F; strengths: none",
        f"{colour} adversaries, by strength",
    )


def _points(default: int, label: Any, source: str, name: str) -> Any:
    return number(default, 0, 40, "points", label, source, f"Points of {name}")


def _used(name: str) -> Any:
    return switch(True, "printed", "S, F", f"{name} is in play")


class Strengths(RuleGroup):
    """The adversaries, by colour and strength."""

    yellow: PerStrength = _strengths((4, 5, 4, 0, 0), "yellow")
    blue: PerStrength = _strengths((2, 3, 4, 2, 0), "blue")
    green: PerStrength = _strengths((0, 3, 5, 3, 0), "green")
    red: PerStrength = _strengths((0, 0, 3, 3, 3), "red")


class AdventureUsed(RuleGroup):
    """Which adventures are in play."""

    grail: bool = _used("Holy Grail")
    castle: bool = _used("Castle")
    excalibur: bool = _used("Excalibur")
    beast: bool = _used("Hunt for the Beast")
    fisher: bool = _used("Fisher King")
    tournament: bool = _used("Tournament")
    saxons: bool = _used("Battle with the Saxons")
    bandits: bool = _used("Battle with the bandits")
    vikings: bool = _used("Battle with the Vikings")
    sea: bool = _used("Sea Monster")
    mark: bool = _used("King Mark")
    green: bool = _used("Green Knight")
    treasure: bool = _used("Treasure")


class AdventurePoints(RuleGroup):
    """Points of the adventures."""

    grail: int = _points(20, "printed", "S, ES", "Holy Grail")
    castle: int = _points(15, "read", "S", "Castle")
    excalibur: int = _points(8, "read", "S", "Excalibur")
    beast: int = _points(15, "read", "S", "Hunt for the Beast")
    fisher: int = _points(12, "read", "S", "Fisher King")
    tournament: int = _points(10, "read", "S", "Tournament")
    saxons: int = _points(8, "read", "S", "Battle with the Saxons")
    bandits: int = _points(6, "read", "S", "Battle with the bandits")
    vikings: int = _points(12, "read", "S", "Battle with the Vikings")
    sea: int = _points(15, "read", "S", "Sea Monster")
    mark: int = _points(10, "read", "S", "King Mark")
    green: int = _points(13, "printed", "S, YU", "Green Knight")
    treasure: int = _points(10, "read", "S", "Treasure")


class AdventureCost(RuleGroup):
    """What the adventures ask for."""

    grail: CostText = _cost("total 12", "printed", "S, ES", "Holy Grail")
    castle: CostText = _cost("total 9", "read", "S", "Castle")
    excalibur: CostText = _cost("total 5", "read", "S", "Excalibur")
    beast: CostText = _cost("total 8 red", "read", "S", "Hunt for the Beast")
    fisher: CostText = _cost("total 6 green", "read", "S", "Fisher King")
    tournament: CostText = _cost("total 5 blue", "read", "S", "Tournament")
    saxons: CostText = _cost("total 4 yellow", "read", "S for the total, BI for the colour", "Battle with the Saxons")
    bandits: CostText = _cost("cards 2", "read", "S", "Battle with the bandits")
    vikings: CostText = _cost("cards 4", "printed", "S, RS", "Battle with the Vikings")
    sea: CostText = _cost("colours yellow blue green red", "read", "S", "Sea Monster")
    mark: CostText = _cost("colours yellow blue green", "read", "S", "King Mark")
    green: CostText = _cost("values 3 4", "printed", "S, TK", "Green Knight")
    treasure: CostText = _cost("values 3 3 or 5", "read", "S", "Treasure")


_BY_SEAT = "for each seat in order of play; later seats are ignored when there are fewer players"


class Rules(RulesBase):
    """The rules of King Arthur: The Card Game."""

    knight_singles: int = number(14, 0, 20, "cards", "printed", "S, F", "Single knights of each of the three colours")
    knight_doubles: int = number(2, 0, 8, "cards", "printed", "S, F", "Double knights of each of the three colours")
    knight_merlins: int = number(5, 0, 12, "cards", "printed", "S, F", "Merlins")
    strengths: Strengths = Strengths()
    adventure_used: AdventureUsed = AdventureUsed()
    adventure_points: AdventurePoints = AdventurePoints()
    adventure_cost: AdventureCost = AdventureCost()
    start_knights: int = number(4, 0, 12, "cards", "printed", "S, F, E", "Knights in hand at the start")
    seat_knights: tuple[int, int, int, int, int] = number(
        (0, 0, 0, 0, 0), 0, 8, "cards", "assumed", "none: a remedy for uneven seats",
        f"More knights at the start, {_BY_SEAT}",
    )
    seat_points: tuple[int, int, int, int, int] = number(
        (0, 0, 0, 0, 0), 0, 40, "points", "assumed", "none: a remedy for uneven seats", f"More points, {_BY_SEAT}"
    )
    column_limit: int = number(4, 1, 20, "cards", "printed", "S, F, E", "Cards in a full column of adversaries")
    allow_overpay: bool = switch(
        False, "read", "E; AS alone says 'that many or more'", "A payment by doubles alone may exceed the price by one"
    )
    merlin_only: bool = switch(True, "assumed", "nothing forbids it", "Merlins alone may pay")
    draw_cards: int = number(1, 0, 5, "cards", "printed", "S, HI", "Knights drawn after a turn")
    draw_cards_idle: int = number(
        2, 0, 6, "cards", "printed", "S, HI", "Knights drawn after a turn without a fight or an adventure"
    )
    idle_despite_adventure: bool = switch(
        False, "read", "MO's summary; S, HI say otherwise", "Only a fight spoils the larger draw"
    )
    optional_draw: bool = switch(False, "read", "S says 'may'", "Each card drawn is a decision")
    hand_limit: int = number(
        0, 0, 40, "cards", "read", "no source has one", "Nobody draws while holding that many knights; 0 is no limit"
    )
    reshuffle_at_once: bool = switch(
        False, "read", "S", "The discard is shuffled as soon as the last knight was drawn, not when one is needed"
    )
    draw_after_end: bool = switch(True, "assumed", "none", "Knights are still drawn once the end has come")
    adventures_left_at_end: int = number(
        1, 0, 13, "adventures", "printed", "S, RS", "The game ends when so many adventures are left"
    )
    equal_turns: bool = switch(
        False, "read", "no source has it: a remedy for late seats", "The game goes on until the last seat's turn"
    )
    turn_cap: int = number(
        500, 1, 2000, "turns", "assumed", "nobody is forced to fight", "Turns of all players at most",
        inert="hardly a game comes near it; a low one ends games early",
    )
    hand_points: int = number(
        1, 0, 5, "points", "printed", "S, RS, BG, MO", "Points for each strength of the adversaries left in hand"
    )
    tie_break: Literal["more_cards", "more_pips", "fewer_cards", "shared"] = switch(
        "more_cards", "read", "ST names the knights left, not the direction", "Which knights left decide a tie"
    )
    public_hands: bool = switch(
        True, "read", "adversaries are won in the open", "Players remember the adversaries that others hold",
        inert="it changes what players may look at, never what is legal",
    )
    seals: bool = switch(False, "printed", "S, LG", "The game with seals")
    seals_each: int = number(
        5, 0, 12, "seals", "printed", "S, LG", "Seals of each player", inert="it is for the game with seals"
    )
    double_two_payments: bool = switch(
        False, "assumed", "none", "A double attack may be paid as twice the strength in two knight colours",
        inert="it is for the game with seals",
    )

    @classmethod
    def presets(cls) -> Mapping[str, Mapping[str, Any]]:
        """Tables of strengths that agree with all that is known: what is in the box is one of these or near them."""
        return {
            "design": {},
            "flat": {
                "strengths.yellow": (5, 4, 4, 0, 0), "strengths.blue": (3, 3, 3, 2, 0),
                "strengths.green": (3, 3, 3, 2, 0), "strengths.red": (1, 2, 2, 2, 2),
            },
            "no_ones": {
                "strengths.yellow": (0, 7, 6, 0, 0), "strengths.blue": (0, 4, 4, 3, 0),
                "strengths.green": (0, 3, 4, 4, 0), "strengths.red": (0, 1, 2, 3, 3),
            },
        }  # fmt: skip

    def contradiction(self) -> str:
        """What is impossible about these numbers together, or an empty string."""
        adversaries = sum(sum(getattr(self.strengths, colour)) for colour in COLOURS)
        if not 1 <= adversaries <= MAX_ADVERSARIES:
            return f"strengths: {adversaries} adversaries in all; allowed: 1 to {MAX_ADVERSARIES}"
        knights = 3 * (self.knight_singles + self.knight_doubles) + self.knight_merlins
        if not 1 <= knights <= MAX_KNIGHTS:
            return f"knight_singles, _doubles, _merlins: {knights} knight cards in all; allowed: 1 to {MAX_KNIGHTS}"
        needed = MAX_SEATS * self.start_knights + sum(self.seat_knights)
        if needed > knights:
            return f"start_knights and seat_knights: five players need {needed} knight cards of {knights}"
        return ""

    def costs(self) -> list[Cost]:
        """The requirements, in the order of the codes."""
        return [parse_cost(getattr(self.adventure_cost, name)) for name in ADVENTURES]

    def pack(self, players: int) -> np.ndarray:
        """The record that the kernel reads, for this number of players: shape (1,), dtype RULES."""
        packed = np.zeros(1, RULES)
        row = packed[0]
        for name in _PLAIN:
            row[name] = int(getattr(self, name))
        row["strengths"] = [n for colour in COLOURS for n in getattr(self.strengths, colour)]
        row["adversaries"] = row["strengths"].sum()
        row["knights"] = [self.knight_singles, self.knight_doubles] * 3 + [self.knight_merlins]
        row["knights_sum"] = row["knights"].sum()
        row["used"] = sum(1 << i for i, name in enumerate(ADVENTURES) if getattr(self.adventure_used, name))
        row["points"] = [getattr(self.adventure_points, name) for name in ADVENTURES]
        row["seat_knights"] = self.seat_knights
        row["seat_points"] = self.seat_points
        row["tie_break"] = ("more_cards", "more_pips", "fewer_cards", "shared").index(self.tie_break)
        row["column_test"] = sum((0x8000 - self.column_limit) << (COLUMN * colour) for colour in range(4))
        for i, cost in enumerate(self.costs()):
            _pack_cost(row, i, cost)
        row["payable"] = _payable(self.allow_overpay)
        row["ways_to_pay"] = _ways_to_pay(self.allow_overpay)
        row["payable_merlins"] = [sum(1 << p for p in range(1, m + 1)) * self.merlin_only for m in range(MAX_PRICE + 1)]
        return packed


def _pack_cost(row: Any, i: int, cost: Cost) -> None:
    """One requirement: its numbers, and its bit in the tables that tell which ones a hand meets."""
    bit = 1 << i
    row["form"][i] = cost.form
    row["number"][i] = cost.number
    row["cost_colours"][i] = cost.colours if cost.form == DIFFERENT else 15 if cost.colour < 0 else 1 << cost.colour
    if cost.form == TOTAL:
        row["met_by_total"][4 if cost.colour < 0 else cost.colour, cost.number :] |= bit
    elif cost.form == CARDS:
        row["met_by_cards"][cost.number :] |= bit
    elif cost.form == DIFFERENT:
        for colours in range(16):
            if colours & cost.colours == cost.colours:
                row["met_by_colours"][colours] |= bit
    row["nominal"][i] = _nominal(cost)
    row["ways"][i] = len(cost.ways)
    for j, way in enumerate(cost.ways):
        row["way_length"][i, j] = len(way)
        row["way"][i, j, : len(way)] = way
        for strength in range(1, STRENGTHS + 1):
            needed = sum(value >= strength for value in way)
            row["met_by_values"][strength - 1, needed:] |= 1 << (16 * j + i)


def _nominal(cost: Cost) -> int:
    """About the strength that a requirement takes: two for a card, two and a half for one of a colour."""
    if cost.form == VALUES:
        return min(sum(way) for way in cost.ways)
    return {TOTAL: cost.number, CARDS: 2 * cost.number, DIFFERENT: (5 * cost.number + 1) // 2}[cost.form]


def _payable(overpay: bool) -> np.ndarray:
    """Which prices (bits 1..10) singles and doubles of one colour and Merlins pay; at least one card has the colour."""
    table = np.zeros((MAX_PRICE + 1, STRENGTHS + 1, MAX_PRICE + 1), np.int64)
    for singles in range(MAX_PRICE + 1):
        for doubles in range(STRENGTHS + 1):
            for merlins in range(MAX_PRICE + 1):
                prices = 0
                for s in range(singles + 1):
                    for d in range(doubles + 1):
                        if s + d:
                            prices |= ((1 << (merlins + 1)) - 1) << (s + 2 * d)
                            if overpay and s == 0:
                                prices |= 1 << (2 * d - 1)
                table[singles, doubles, merlins] = prices & ((2 << MAX_PRICE) - 2)
    return table


def _ways_to_pay(overpay: bool) -> np.ndarray:
    """The payments (bits of PAYMENT_BITS) of a price up to 5 with at most so many singles."""
    table = np.zeros((STRENGTHS + 1, STRENGTHS + 1), np.int64)
    for price in range(1, STRENGTHS + 1):
        for singles in range(STRENGTHS + 1):
            for bit in range(PAYMENT_BITS):
                doubles, merlins = divmod(bit, STRENGTHS + 1)
                rest = price - 2 * doubles - merlins
                exact = 0 <= rest <= singles and rest + doubles > 0
                table[price, singles] |= (exact or (overpay and rest == -1 and merlins == 0)) << bit
    return table


_PLAIN = (
    "start_knights", "column_limit", "allow_overpay", "merlin_only", "draw_cards", "draw_cards_idle",
    "idle_despite_adventure", "optional_draw", "hand_limit", "reshuffle_at_once", "draw_after_end",
    "adventures_left_at_end", "equal_turns", "turn_cap", "hand_points", "public_hands", "seals", "seals_each",
    "double_two_payments",
)  # fmt: skip

#: The packed rules; the tables at the end follow from the numbers.
RULES = np.dtype(
    [(name, np.int64) for name in _PLAIN]
    + [
        ("strengths", np.int64, (20,)),  # cards of each adversary code
        ("adversaries", np.int64),
        ("knights", np.int64, (7,)),  # cards of each knight code
        ("knights_sum", np.int64),
        ("used", np.int64),  # mask of the adventures in play
        ("points", np.int64, (13,)),
        ("seat_knights", np.int64, (MAX_SEATS,)),
        ("seat_points", np.int64, (MAX_SEATS,)),
        ("tie_break", np.int64),
        ("column_test", np.int64),  # added to the columns it sets the top bit of each that is full
        # requirements: form, total or number of cards, mask of colours, and ways of values
        ("form", np.int64, (13,)),
        ("number", np.int64, (13,)),
        ("cost_colours", np.int64, (13,)),
        ("nominal", np.int64, (13,)),  # about the strength that it takes
        ("ways", np.int64, (13,)),
        ("way_length", np.int64, (13, MAX_WAYS)),
        ("way", np.int64, (13, MAX_WAYS, MAX_VALUES)),
        # masks of the adventures that are met by a total (of a colour, or of all: 4), by a number of cards, by colours;
        # and of the ways (bit 16 * way + adventure) that a number of cards at least so strong doesn't stand against
        ("met_by_total", np.int16, (5, 64)),
        ("met_by_cards", np.int16, (16,)),
        ("met_by_colours", np.int16, (16,)),
        ("met_by_values", np.int64, (5, 8)),
        # by price and singles held: mask of the payments in one colour, as if there were doubles and Merlins enough;
        # masks of the prices (bit p) that can be paid with singles, doubles and Merlins, and with Merlins alone
        ("payable", np.int16, (MAX_PRICE + 1, STRENGTHS + 1, MAX_PRICE + 1)),
        ("ways_to_pay", np.int64, (STRENGTHS + 1, STRENGTHS + 1)),
        ("payable_merlins", np.int16, (MAX_PRICE + 1,)),
    ],
    align=True,
)
