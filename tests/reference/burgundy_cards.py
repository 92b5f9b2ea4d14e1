"""The Castles of Burgundy: The Card Game, as the rules document tells it and as slowly as that may be.

Written from ``docs/rules/burgundy-cards.md`` alone (numbers in comments are its paragraphs) and sharing no code with
the package, so that the fast engine can be held against it decision by decision. Cards are ``(kind, value)`` tuples,
for example ``("castle", 3)``; moves are the tuples of 14.20; seats count from 1.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from tests.reference import burgundy_cards_score
from tests.reference.burgundy_cards_pieces import (
    DEFAULT_RULES,
    GOODS,
    ROUNDS,
    TAKES,
    TYPES,
    Card,
    Frame,
    Move,
    Owner,
    Piles,
    Player,
    Stack,
    different,
    distance,
    in_order,
    type_of,
)

__all__ = ["DEFAULT_RULES", "Game", "IllegalMove"]


class IllegalMove(Exception):
    """The move isn't among those the rules allow now."""


MOST_POINTS, MOST_PAYMENTS, MOST_PENDING = 40, 120, 20  # 14.21
NO_PURCHASE = ("PAY", "DISCARD", "LAY", "BOUGHT")  # 14.16


class Game:
    """One game. All chance is given: shuffled lists, and what the k-th reshuffle makes of the discard."""

    def __init__(
        self,
        rules: dict,
        players: int,
        deck: list[Card],
        goods: list[str],
        animals: list[str],
        reshuffle: Callable[[int, list[Card]], list[Card]],
    ) -> None:
        self.rules = rules
        self.solo = players == 1
        self.players = [Player(seat, rules["set_size"]) for seat in range(1, players + 1)]
        self.deck = [tuple(card) for card in deck]
        self.discard: list[Card] = []
        self.reshuffle = reshuffle
        self.reshuffles = 0
        self.display: dict[int, list[Card]] = {row: [] for row in range(1, 7)}
        self.drawn: list[Card] = []
        self.frames: list[Frame] = []
        self.first_owner: dict[str, int | str | None] = dict.fromkeys(TYPES)
        self.all_seven_left = list(rules["all_seven"][str(players)])
        self.aaron = Owner("aaron", ["sets", "first", "all_seven"], rules["set_size"]) if self.solo else None
        self.aaron_piles: list[list[Card]] = []
        self.round_number = 0
        self.turn = 1
        self.starter = 1
        self.start_card: int | None = None if self.solo else 1
        self.sale_happened = False
        self.over = False
        self.lost_in: str | None = None
        self.active = self.players[0]
        self.waiting: list[int] = []
        self.purchases = 0
        self._set_up(list(goods), list(animals))
        self._go_on()

    # ---- set-up, rounds and turns (chapters 2, 3 and 12) ----

    def _set_up(self, goods: list[str], animals: list[str]) -> None:
        rules = self.rules
        for _ in range(rules["start_goods"]):
            for player in self.players[: len(goods)]:
                player.goods[goods.pop(0)] += 1
        for _ in range(rules["start_animals"]):
            for player in self.players[: len(animals)]:
                player.animals[animals.pop(0)] += 1
        self.goods, self.animals = Piles(goods), Piles(animals)
        workers = list(rules["start_workers"][str(len(self.players))])
        if rules["last_seat_two"] and not self.solo:
            workers[-1] = 2
        for player, number, more in zip(self.players, workers, rules["seat_silver"], strict=False):
            player.workers = number
            player.silver = rules["start_silver"] + more
        if self.solo:
            for size in rules["aaron_piles"]:  # 14.4
                self.aaron_piles.append(self._draw(size, from_back=True))
        self._deal_stacks()
        self._deal_display()
        self._reveal_aaron()
        self._begin_turns()

    def _draw(self, number: int, from_back: bool = False) -> list[Card]:
        """That many cards of the deck, or what there is; the discard comes back when it is needed (14.1, 14.5)."""
        cards: list[Card] = []
        while len(cards) < number:
            if not self.deck:
                if not self.discard:
                    break
                self.reshuffles += 1
                self.deck = list(self.reshuffle(self.reshuffles, in_order(self.discard)))
                self.discard = []
            cards.append(self.deck.pop() if from_back else self.deck.pop(0))
        return cards

    def _from_starter(self) -> list[Player]:
        return self.players[self.starter - 1 :] + self.players[: self.starter - 1]

    def _deal_stacks(self) -> None:
        for player in self._from_starter():
            player.stack = self._draw(self.rules["turns"])

    def _deal_display(self) -> None:
        number = self.rules["display_cards"][str(len(self.players))]
        by_row = self.rules["display_by_row"][str(len(self.players))]
        for place, card in enumerate(self._draw(number)):
            row = place % 6 + 1 if place < by_row else card[1]
            self.display[row].append(card)

    def _reveal_aaron(self) -> None:
        if not self.solo or not self.aaron_piles:
            return
        for card in self.aaron_piles.pop(0):
            if card[0] == "cloister":
                self._give_points(self.players[0], self.rules["aaron_cloister_points"])
            stack = self.aaron.estate.add(card, type_of(card))
            self._after_laying(self.aaron, stack)

    def _begin_turns(self) -> None:
        """First hands, and the first go of a round."""
        self.turn = 1
        for player in self.players:
            self._draw_hand(player, self.rules["hand_size"])
        self.waiting = [player.name for player in self._from_starter()]

    def _draw_hand(self, player: Player, number: int) -> None:
        player.hand += player.stack[:number]
        del player.stack[:number]

    def _next_go(self) -> None:
        """The next player's go; a new turn or round when all had theirs."""
        if not self.waiting:
            if self.turn == self.rules["turns"]:
                self._end_round()
                return
            self.turn += 1
            for player in self.players:
                self._draw_hand(player, 1)
            self.waiting = [player.name for player in self._from_starter()]
        self.active = self.players[self.waiting.pop(0) - 1]
        self.purchases = 0
        if self.active.hand:  # 3.6
            self.frames = [Frame("END"), Frame("PLAY")]

    def _end_round(self) -> None:
        if self.solo and sum(self.aaron.points.values()) > self.score(self.players[0]):
            self.lost_in = self.letter  # 12.11
            self.over = True
            return
        if self.round_number + 1 == self.rules["rounds"]:
            self.over = True
            return
        for cards in self.display.values():
            self.discard += cards
            cards.clear()
        if not self.solo:
            if not self.sale_happened:  # 3.9
                self.start_card = self.start_card % len(self.players) + 1
            self.starter = self.start_card
            self.sale_happened = False
        self.round_number += 1
        self._reveal_aaron()
        self._deal_display()
        self._deal_stacks()
        self._begin_turns()

    @property
    def letter(self) -> str:
        """The round, A to E."""
        return ROUNDS[self.round_number]

    @property
    def seat(self) -> int:
        """The seat to decide, from 1."""
        return self.active.name

    # ---- the interface: which moves, one move ----

    def legal(self) -> list[Move]:
        """All moves of the decision on top, forced ones too; none when the game is over."""
        if self.over:
            return []
        frame = self.frames[-1]
        moves = getattr(self, f"_moves_{frame.name.lower()}")(frame, self.active)
        if frame.name not in NO_PURCHASE and self._can_buy():
            moves.append(("buy",))
        return moves

    def play(self, move: Move) -> None:
        """Make a move, and all that follows from it without a further decision."""
        move = tuple(tuple(part) if isinstance(part, list) else part for part in move)
        if move not in self.legal():
            raise IllegalMove(f"{move} isn't among the legal moves {self.legal()}")
        if move == ("buy",):
            self._buy()
        else:
            frame = self.frames.pop()
            if move != ("skip",):
                getattr(self, f"_choose_{frame.name.lower()}")(frame, self.active, *move)
        self._go_on()

    def _go_on(self) -> None:
        """Go on to the next decision: effects begin, frames that bring nothing vanish, goes and rounds end."""
        while not self.over:
            if not self.frames:
                self._next_go()
            elif self.frames[-1].name == "EFFECT":
                self._begin_effect(self.frames.pop().card)
            elif self._vanishes(self.frames[-1]):
                self.frames.pop()
            else:
                return

    def _vanishes(self, frame: Frame) -> bool:
        """Whether a frame can bring nothing any more (14.15)."""
        no_goods, no_animals = not self.goods.open_piles(), not self.animals.open_piles()
        if frame.name == "GOODS":
            return no_goods
        if frame.name == "ANIMALS":
            return no_animals
        if frame.name == "BOARDING":
            return no_goods and no_animals
        if frame.name == "PICK":
            return self._takes(frame.types) == []
        if frame.name == "WAREHOUSE":
            return not self._sellable(self.active) and not self._can_buy()
        if frame.name == "CITY_HALL":
            return not self.active.projects and not self._can_buy()
        return frame.name == "END" and not self._can_buy()

    # ---- a card is played, its action taken (chapters 4 and 5) ----

    def _moves_play(self, frame: Frame, player: Player) -> list[Move]:
        return [("play", value) for value in sorted({card[1] for card in player.hand})]

    def _choose_play(self, frame: Frame, player: Player, _: str, value: int) -> None:
        card = in_order([card for card in player.hand if card[1] == value])[0]  # 14.8
        player.hand.remove(card)
        self.discard.append(card)
        self.frames.append(Frame("ACT", value=value))

    def _moves_end(self, frame: Frame, player: Player) -> list[Move]:
        return [("end",)]

    def _choose_end(self, frame: Frame, player: Player, _: str) -> None:
        assert not self.frames

    def _cost(self, value: int | None, move: Move) -> int:
        """Workers that an action costs with a card of some value."""
        if value is None or move[0] not in ("take", "place", "sell"):
            return 0  # 5.4
        if move[0] == "take":
            steps = distance(value, move[1])
        elif move[0] == "place":
            steps = distance(value, move[1][1])
        else:
            steps = min(distance(value, wanted) for wanted in self.rules["good_pips"][move[1]])
        return math.ceil(steps / self.rules["worker_steps"])

    def _takes(self, types: tuple[str, ...] | list[str]) -> list[Move]:
        return [
            ("take", row, card)
            for row, cards in self.display.items()
            for card in different(cards)
            if type_of(card) in types
        ]

    def _sellable(self, player: Player) -> list[str]:
        return [good for good in GOODS if player.goods[good] or self.rules["offer_empty_sale"]]  # 4.9

    def _moves_act(self, frame: Frame, player: Player) -> list[Move]:
        rules = self.rules
        moves = self._takes(TYPES)
        moves += [("place", card) for card in different(player.projects)]
        moves += [("sell", good) for good in self._sellable(player)]
        moves = [move for move in moves if self._cost(frame.value, move) <= player.workers]
        if player.workers < rules["workers_refill"] or rules["offer_full_refill"]:
            moves.append(("workers",))
        moves.append(("silver",))
        most = min(MOST_POINTS, (player.workers + player.silver) // rules["convert_rate"])
        if rules["points_supply"]:
            most = min(most, self._points_left())  # 1.13
        moves += [("convert", points) for points in range(1, most + 1)]
        if frame.skip:
            moves.append(("skip",))
        return moves

    def _choose_act(self, frame: Frame, player: Player, *move: object) -> None:
        player.workers -= self._cost(frame.value, move)
        action = move[0]
        if action == "take":
            self._receive(player, card=move[2], source=move[1])
        elif action == "place":
            self._place(player, move[1])
        elif action == "sell":
            self._sell(player, move[1])
        elif action == "workers":
            player.workers = max(player.workers, self.rules["workers_refill"])
        elif action == "silver":
            player.silver += self.rules["silver_action"]
        else:
            self.frames.append(Frame("PAY", count=move[1]))

    def _moves_pay(self, frame: Frame, player: Player) -> list[Move]:
        rate = self.rules["convert_rate"]
        exact = rate * frame.count
        if self.rules["offer_uneven_convert"]:  # 4.15
            ways = [
                ("pay", workers, silver)
                for workers in range(player.workers + 1)
                for silver in range(player.silver + 1)
                if exact <= workers + silver < exact + rate
            ]
            return sorted(ways, key=lambda way: (way[1] + way[2], way[1]))[:MOST_PAYMENTS]
        ways = [("pay", workers) for workers in range(player.workers + 1) if 0 <= exact - workers <= player.silver]
        return ways[:MOST_PAYMENTS]

    def _choose_pay(self, frame: Frame, player: Player, _: str, workers: int, silver: int | None = None) -> None:
        if silver is None:
            silver = self.rules["convert_rate"] * frame.count - workers
        player.workers -= workers
        player.silver -= silver
        self._give_points(player, frame.count)

    def _points_left(self) -> int:
        return self.rules["points_supply"] - sum(player.points["cards"] for player in self.players)

    def _give_points(self, player: Player, points: int) -> None:
        """Points cards, as far as there are any (1.13)."""
        if self.rules["points_supply"]:
            points = min(points, self._points_left())
        player.points["cards"] += points

    def _sell(self, player: Player, good: str) -> None:
        number = player.goods[good]
        player.goods[good] = 0
        player.sold[good] += number
        player.points["goods"] += number * self.rules["good_points"][good]
        player.silver += number * self.rules["silver_per_good"]
        if not self.solo:
            self.start_card = player.name
            self.sale_happened = True

    # ---- a new project (4.2, 4.3) ----

    def _receive(self, player: Player, card: Card, source: int) -> None:
        if len(player.projects) >= self.rules["project_limit"]:
            self.frames.append(Frame("DISCARD", card=card, source=source))
        else:
            self._add_project(player, card, source)

    def _moves_discard(self, frame: Frame, player: Player) -> list[Move]:
        return [("discard", card) for card in different(player.projects)]

    def _choose_discard(self, frame: Frame, player: Player, _: str, card: Card) -> None:
        player.projects.remove(card)
        self.discard.append(card)
        self._add_project(player, frame.card, frame.source)

    def _add_project(self, player: Player, card: Card, source: int) -> None:
        if source:
            self.display[source].remove(card)
        else:
            self.drawn.remove(card)
            self._discard_drawn()
        player.projects.append(card)

    # ---- a purchase (chapter 6) ----

    def _can_buy(self) -> bool:
        limit = self.rules["purchases_per_turn"]
        return (
            self.active.silver >= self.rules["purchase_price"]
            and bool(self.deck or self.discard)
            and (limit == 0 or self.purchases < limit)
            and len(self.frames) <= MOST_PENDING
        )

    def _buy(self) -> None:
        self.active.silver -= self.rules["purchase_price"]
        self.purchases += 1
        self.drawn = self._draw(self.rules["purchase_draw"], from_back=True)
        self.frames.append(Frame("BOUGHT"))

    def _moves_bought(self, frame: Frame, player: Player) -> list[Move]:
        keep = [("keep", card) for card in different(self.drawn)]
        return keep + [("use", value) for value in sorted({card[1] for card in self.drawn})]

    def _choose_bought(self, frame: Frame, player: Player, how: str, what: Card | int) -> None:
        if how == "keep":
            self._receive(player, card=what, source=0)
        else:
            self._discard_drawn()
            self.frames.append(Frame("ACT", value=what))

    def _discard_drawn(self) -> None:
        self.discard += self.drawn
        self.drawn = []

    # ---- the estate (chapters 7 and 10) ----

    def _place(self, player: Player, card: Card) -> None:
        ways = self._ways_to_lay(player, card)
        if len(ways) > 1:
            self.frames.append(Frame("LAY", card=card))
        else:
            self._lay(player, card, ways[0])

    def _ways_to_lay(self, player: Player, card: Card) -> list[str]:
        estate, type_ = player.estate, type_of(card)
        if type_ == "cloister":  # 7.8, 7.9
            return [other for other in TYPES if other != "cloister" and estate.open_stack(other)] + ["cloister"]
        cloisters = estate.open_stack("cloister")
        if estate.open_stack(type_):  # 7.12
            completes = cloisters is not None and len(cloisters.cards) + 1 == self.rules["set_size"]
            return [type_] + (["cloisters"] if self.rules["stack_beside_open"] and completes else [])
        return ["new"] + (["cloisters"] if cloisters else [])  # 7.11

    def _moves_lay(self, frame: Frame, player: Player) -> list[Move]:
        return [("lay", where) for where in self._ways_to_lay(player, frame.card)]

    def _choose_lay(self, frame: Frame, player: Player, _: str, where: str) -> None:
        self._lay(player, frame.card, where)

    def _lay(self, player: Player, card: Card, where: str) -> None:
        player.projects.remove(card)
        if where == "cloisters":
            stack = player.estate.open_stack("cloister")
            stack.type_ = type_of(card)
            stack.cards.append(card)
        else:
            stack = player.estate.add(card, type_of(card) if where == "new" else where)
        self._after_laying(player, stack)
        # the reward and the effect, the one that comes first on top (14.12)
        reward = [Frame("REWARD")] if stack.complete and self.rules["round_reward"].get(self.letter) else []
        effect = [Frame("EFFECT", card=card)] if card[0] != "cloister" else []
        order = self.rules["set_reward_order"]
        if order == "choice" and reward and effect:
            self.frames.append(Frame("ORDER", card=card))
        else:
            self.frames += reward + effect if order == "effect" else effect + reward

    def _after_laying(self, owner: Owner, stack: Stack) -> None:
        """Points of a set, "1st", "all 7"; for Aaron as for a player (10.1 to 10.7, 12.9)."""
        if stack.complete:
            owner.points["sets"] += self.rules["set_points"][stack.type_]
            if self.first_owner[stack.type_] is None:
                self.first_owner[stack.type_] = owner.name
                owner.points["first"] += self.rules["first_bonus"][stack.type_]
        if self.all_seven_left and not owner.has_all_seven and owner.estate.shows_all_types():
            best = max(self.all_seven_left)
            self.all_seven_left.remove(best)
            owner.points["all_seven"] += best
            owner.has_all_seven = True

    def _moves_order(self, frame: Frame, player: Player) -> list[Move]:
        return [("order", "reward"), ("order", "effect")]

    def _choose_order(self, frame: Frame, player: Player, _: str, first: str) -> None:
        both = [Frame("EFFECT", card=frame.card), Frame("REWARD")]
        self.frames += both if first == "reward" else both[::-1]

    def _moves_reward(self, frame: Frame, player: Player) -> list[Move]:
        return [("reward", number) for number in range(len(self.rules["round_reward"][self.letter]))]

    def _choose_reward(self, frame: Frame, player: Player, _: str, number: int) -> None:
        reward = self.rules["round_reward"][self.letter][number]
        self._give_points(player, reward.get("points", 0))
        player.silver += reward.get("silver", 0)
        player.workers += reward.get("workers", 0)
        self._put_down("ANIMALS", reward.get("animals", 0), skip=False)
        self._put_down("GOODS", reward.get("goods", 0), skip=False)

    # ---- effects (chapter 8), goods and animals (chapter 9) ----

    def _begin_effect(self, card: Card) -> None:
        kind, player, rules = card[0], self.active, self.rules
        if kind == "castle":
            self.frames.append(Frame("ACT", skip=True))
        elif kind == "mine":
            player.silver += rules["mine_silver"]
        elif kind == "knowledge":
            player.workers += rules["knowledge_workers"]
        elif kind == "ship":
            self._put_down("GOODS", rules["ship_goods"], skip=True)
        elif kind == "pasture":
            self._put_down("ANIMALS", rules["pasture_animals"], skip=True)
        elif kind in TAKES:
            self.frames.append(Frame("PICK", types=TAKES[kind]))
        elif kind == "watchtower":
            self._give_points(player, rules["watchtower_points"])
        elif kind == "bank":
            player.silver += rules["bank_silver"]
        elif kind == "boarding_house":
            self._put_down("BOARDING", rules["boarding_cards"], skip=True)
        else:
            self.frames.append(Frame(kind.upper()))  # WAREHOUSE, CITY_HALL

    def _put_down(self, name: str, count: int, skip: bool) -> None:
        if count:
            self.frames.append(Frame(name, count=count, skip=skip))

    def _moves_goods(self, frame: Frame, player: Player) -> list[Move]:
        skip = [("skip",)] if frame.skip else []
        return [("good", number) for number in self.goods.open_piles()] + skip

    def _choose_goods(self, frame: Frame, player: Player, what: str, number: int) -> None:
        if what == "good":
            player.goods[self.goods.take(number)] += 1
        else:
            player.animals[self.animals.take(number)] += 1
        self._put_down(frame.name, frame.count - 1, frame.skip)

    def _moves_animals(self, frame: Frame, player: Player) -> list[Move]:
        skip = [("skip",)] if frame.skip else []
        return [("animal", number) for number in self.animals.open_piles()] + skip

    def _moves_boarding(self, frame: Frame, player: Player) -> list[Move]:
        return [move for move in self._moves_goods(frame, player) if move != ("skip",)] + self._moves_animals(
            frame, player
        )

    _choose_animals = _choose_boarding = _choose_goods

    def _moves_pick(self, frame: Frame, player: Player) -> list[Move]:
        return [*self._takes(frame.types), ("skip",)]

    def _choose_pick(self, frame: Frame, player: Player, _: str, row: int, card: Card) -> None:
        self._receive(player, card, source=row)

    def _moves_warehouse(self, frame: Frame, player: Player) -> list[Move]:
        return [("sell", good) for good in self._sellable(player)] + [("skip",)]

    def _choose_warehouse(self, frame: Frame, player: Player, _: str, good: str) -> None:
        self._sell(player, good)

    def _moves_city_hall(self, frame: Frame, player: Player) -> list[Move]:
        return [("place", card) for card in different(player.projects)] + [("skip",)]

    def _choose_city_hall(self, frame: Frame, player: Player, _: str, card: Card) -> None:
        self._place(player, card)

    # ---- the score, and the state for comparison (chapter 11) ----

    def score(self, player: Player) -> int:
        """The score as if the game ended now."""
        return sum(burgundy_cards_score.points(self, player).values())

    def result(self) -> dict:
        """Scores, ranks and the win, as ``burgundy_cards_score.result`` tells them."""
        return burgundy_cards_score.result(self)

    def snapshot(self) -> dict:
        """The whole state in JSON types, as ``burgundy_cards_score.snapshot`` tells it."""
        return burgundy_cards_score.snapshot(self)
