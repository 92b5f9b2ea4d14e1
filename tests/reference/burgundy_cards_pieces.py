"""What is in the box of the card game, and in front of a player: for the plain engine in ``burgundy_cards.py``.

Written from ``docs/rules/burgundy-cards.md``; numbers in comments and docstrings are its paragraphs.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Card = tuple[str, int]
Move = tuple

TYPES = ["castle", "mine", "cloister", "knowledge", "ship", "pasture", "building"]
BUILDINGS = ["carpenter", "church", "market", "watchtower", "bank", "boarding_house", "warehouse", "city_hall"]
KINDS = TYPES[:6] + BUILDINGS
GOODS = ["light", "medium", "dark"]
ANIMALS = ["rooster", "cow", "sheep", "pig"]
ROUNDS = "ABCDE"
TAKES = {  # types that a building lets you take from the display
    "carpenter": ("building", "knowledge"),
    "church": ("castle", "mine", "cloister"),
    "market": ("ship", "pasture"),
}

DEFAULT_RULES: dict = {
    "rounds": 5,
    "turns": 6,
    "hand_size": 2,
    "cards": {
        **{kind: [2] * 6 for kind in ("castle", "mine", "cloister")},
        **{kind: [3] * 6 for kind in ("knowledge", "ship", "pasture")},
        **{kind: [1, 0, 1, 0, 1, 0] for kind in ("carpenter", "church", "market", "watchtower")},
        **{kind: [0, 1, 0, 1, 0, 1] for kind in ("bank", "boarding_house", "warehouse", "city_hall")},
    },
    "goods": {"light": 6, "medium": 6, "dark": 6},
    "animals": {"rooster": 5, "cow": 5, "sheep": 5, "pig": 5},
    "set_size": 3,
    "set_points": {
        "castle": 5, "mine": 5, "cloister": 6, "knowledge": 4, "ship": 4, "pasture": 4, "building": 3,
    },
    "good_pips": {"light": [1, 2], "medium": [3, 4], "dark": [5, 6]},
    "good_points": {"light": 1, "medium": 1, "dark": 1},
    "round_reward": {
        "A": [{"points": 3}, {"goods": 2}, {"animals": 2}, {"silver": 3}, {"workers": 3}],
        "B": [{"points": 2}, {"goods": 2}, {"animals": 2}, {"goods": 1, "animals": 1}],
        "C": [{"points": 1}, {"goods": 1}, {"animals": 1}],
        "D": [{"silver": 2}, {"workers": 2}, {"silver": 1, "workers": 1}],
        "E": [{"silver": 1}, {"workers": 1}],
    },
    "first_bonus": {type_: 1 for type_ in TYPES},
    "all_seven": {"1": [3, 1], "2": [3, 1], "3": [4, 2, 1], "4": [4, 3, 2, 1]},
    "animal_points": [0, 1, 2, 4],
    "start_player_points": 1,
    "start_workers": {"1": [1], "2": [0, 1], "3": [0, 1, 1], "4": [0, 1, 1, 2]},
    "start_silver": 1,
    "seat_silver": [0, 0, 0, 0],
    "start_goods": 1,
    "start_animals": 1,
    "display_cards": {"1": 7, "2": 7, "3": 10, "4": 13},
    "display_by_row": {"1": 6, "2": 6, "3": 6, "4": 12},
    "project_limit": 3,
    "worker_steps": 1,
    "purchase_price": 3,
    "purchase_draw": 3,
    "workers_refill": 2,
    "silver_action": 1,
    "convert_rate": 3,
    "silver_per_good": 1,
    "mine_silver": 2,
    "knowledge_workers": 2,
    "ship_goods": 1,
    "pasture_animals": 1,
    "watchtower_points": 1,
    "bank_silver": 3,
    "boarding_cards": 1,
    "aaron_piles": [3, 4, 5, 6, 7],
    "aaron_cloister_points": 1,
    "purchases_per_turn": 0,
    "set_reward_order": "reward",
    "points_supply": 0,
    "stack_beside_open": False,
    "offer_empty_sale": False,
    "offer_full_refill": False,
    "offer_uneven_convert": False,
    "last_seat_two": False,
}  # fmt: skip


def type_of(card: Card) -> str:
    """The type that a card counts as in the estate (1.2, 7.4)."""
    return "building" if card[0] in BUILDINGS else card[0]


def in_order(cards: list[Card]) -> list[Card]:
    """Cards by kind (1.1, 1.2), then by value."""
    return sorted(cards, key=lambda card: (KINDS.index(card[0]), card[1]))


def different(cards: list[Card]) -> list[Card]:
    """One of each of equal cards (14.17), in order."""
    return in_order(list(set(cards)))


def distance(value: int, wanted: int) -> int:
    """Steps from one value to another, 6 and 1 being neighbours (5.1, 5.3)."""
    apart = abs(value - wanted)
    return min(apart, 6 - apart)


def words(cards: list[Card]) -> list[str]:
    """Cards as text, in their given order."""
    return [f"{kind} {value}" for kind, value in cards]


class Piles:
    """Two face-up piles of goods or animals; the top of each is its last card (2.9, 14.7)."""

    def __init__(self, cards: list[str]) -> None:
        first = (len(cards) + 1) // 2
        self.piles = [list(cards[:first]), list(cards[first:])]

    def open_piles(self) -> list[int]:
        """Numbers (1, 2) of the piles that have a card."""
        return [number for number in (1, 2) if self.piles[number - 1]]

    def take(self, number: int) -> str:
        """The top card of a pile; an emptied pile gets the upper half of the other one (9.4)."""
        pile, other = self.piles[number - 1], self.piles[2 - number]
        card = pile.pop()
        if not pile:
            stay = (len(other) + 1) // 2
            pile.extend(other[stay:])
            del other[stay:]
        return card


@dataclass
class Stack:
    """Cards of one type lying on each other in an estate; covered cloisters are of that type too."""

    type_: str
    cards: list[Card]
    set_size: int = 3

    @property
    def complete(self) -> bool:
        return len(self.cards) == self.set_size


class Estate:
    """All stacks of one player or of Aaron."""

    def __init__(self, set_size: int) -> None:
        self.set_size = set_size
        self.stacks: list[Stack] = []

    def open_stack(self, type_: str) -> Stack | None:
        """The one stack of a type that isn't complete (7.3)."""
        found = [stack for stack in self.stacks if stack.type_ == type_ and not stack.complete]
        assert len(found) <= 1, f"two open stacks of {type_}"
        return found[0] if found else None

    def shows_all_types(self) -> bool:
        return {stack.type_ for stack in self.stacks} == set(TYPES)

    def add(self, card: Card, type_: str) -> Stack:
        """Lay a card on the open stack of a type, or begin one."""
        stack = self.open_stack(type_)
        if stack is None:
            stack = Stack(type_, [], self.set_size)
            self.stacks.append(stack)
        stack.cards.append(card)
        return stack

    def counts(self) -> dict[str, list[int]]:
        """Per type: complete sets, size of the open stack."""
        result = {}
        for type_ in TYPES:
            complete = sum(stack.complete for stack in self.stacks if stack.type_ == type_)
            stack = self.open_stack(type_)
            result[type_] = [complete, len(stack.cards) if stack else 0]
        return result


class Owner:
    """Whoever has an estate and collects bonus cards: a player, or Aaron."""

    def __init__(self, name: int | str, categories: list[str], set_size: int) -> None:
        self.name = name
        self.estate = Estate(set_size)
        self.points = dict.fromkeys(categories, 0)
        self.has_all_seven = False


class Player(Owner):
    """One seat: hand, own stack of action cards, projects, storage, estate."""

    def __init__(self, seat: int, set_size: int) -> None:
        super().__init__(seat, ["sets", "goods", "cards", "first", "all_seven"], set_size)
        self.hand: list[Card] = []
        self.stack: list[Card] = []
        self.projects: list[Card] = []
        self.workers = 0
        self.silver = 0
        self.goods = dict.fromkeys(GOODS, 0)
        self.sold = dict.fromkeys(GOODS, 0)
        self.animals = dict.fromkeys(ANIMALS, 0)

    def storage(self) -> int:
        """Cards in storage, the tie-break (11.5)."""
        return self.workers + self.silver + sum(self.goods.values()) + sum(self.animals.values())


@dataclass
class Frame:
    """Something pending (14.10); which of the fields mean something depends on its name."""

    name: str
    value: int | None = None  # ACT: the value of the card, None when any value will do
    skip: bool = False  # ACT, GOODS, ANIMALS: may be declined
    count: int = 0  # GOODS, ANIMALS, BOARDING: cards still to come; PAY: points wanted
    card: Card | None = None  # DISCARD: the new card; LAY, EFFECT, ORDER: the card placed
    source: int = 0  # DISCARD: the row where the new card lies, 0 among the cards just bought
    types: tuple[str, ...] = field(default_factory=tuple)  # PICK: what may be taken
