"""King Arthur: The Card Game in plain, slow Python, written from docs/rules/king-arthur.md alone.

It shares nothing with the package: it exists so that the compiled rules can be compared with it move by move.
Numbers in brackets are paragraphs of that document.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Generator
from typing import Any

from tests.reference.king_arthur_pieces import (
    ADVENTURES,
    DEFAULT_RULES,
    MERLIN,
    ONLY_MERLINS,
    adversary_cards,
    colour_of,
    first_halves,
    halves,
    knight_cards,
    minimal_sets,
    order_of,
    payments,
    satisfied,
    spend_knights,
    strength_of,
)

Move = tuple[Any, ...]
Turn = Generator[list[Move], Move, None]


class Player:
    """One seat: knights by kind (7), adversaries by code (20), seals, and what it did."""

    def __init__(self, seals: int) -> None:
        self.knights = [0] * 7
        self.adversaries = [0] * 20
        self.sealed = [0] * 20  # cards on the table that bear this player's seal
        self.seals = seals
        self.turns = 0
        self.pips_paid = 0
        self.strength_taken = 0
        self.adventures: list[int] = []

    def hand(self) -> list[int]:
        return [card for card in range(20) for _ in range(self.adversaries[card])]


class Game:
    """One game. `legal()` lists the moves of the player at `seat`, `play(move)` makes one of them.

    Parameters
    ----------
    rules : dict
        Changes to DEFAULT_RULES.
    players : int
        2 to 5.
    adversaries, knights : list of int
        The shuffled decks as codes, turned and drawn from index 0 on.
    reshuffle : callable
        `reshuffle(k, discard)` gives the order of the k-th new knight deck, k = 1, 2, ...; `discard` comes sorted.
    """

    def __init__(
        self,
        rules: dict[str, Any],
        players: int,
        adversaries: list[int],
        knights: list[int],
        reshuffle: Callable[[int, list[int]], list[int]],
    ) -> None:
        unknown = set(rules) - set(DEFAULT_RULES)
        if unknown:
            raise ValueError(f"unknown rules: {', '.join(sorted(unknown))}")
        self.rules = copy.deepcopy(DEFAULT_RULES) | copy.deepcopy(rules)
        for name in ("strengths", "adventure_used", "adventure_points", "adventure_cost"):
            self.rules[name] = copy.deepcopy(DEFAULT_RULES[name]) | self.rules[name]
        if not 2 <= players <= 5:
            raise ValueError(f"{players} players: the game is for 2 to 5")
        if sorted(adversaries) != adversary_cards(self.rules):
            raise ValueError("the adversary deck differs from the cards that the rules list")
        if sorted(knights) != knight_cards(self.rules):
            raise ValueError("the knight deck differs from the cards that the rules list")
        self.adversary_deck = list(adversaries)
        self.knight_deck = list(knights)
        self.reshuffle = reshuffle
        self.reshuffles = 0
        self.table = [0] * 20  # face-up cards without a seal
        self.adversary_discard = [0] * 20
        self.knight_discard = [0] * 7
        self.owner: list[int | None] = [0 if self.rules["adventure_used"][name] else None for name in ADVENTURES]
        self.players = [Player(self.rules["seals_each"] if self.rules["seals"] else 0) for _ in range(players)]
        self.turn = 0
        self.seat = 1
        self.fought = self.adventured = False
        self.drawn = 0
        self.causes: list[str] = []
        self.ender = 0  # seat whose turn brought the first end
        self.over = False
        self.decision: dict[str, Any] = {}
        self.options: list[Move] = []
        self.history: list[tuple[int, Move]] = []  # (seat, move), the forced ones too
        self.events: list[tuple[Any, ...]] = []
        self._set_up()
        self._run = self._play_all()
        self._resume(None)

    # -- the outside

    def legal(self) -> list[Move]:
        """The moves open to `seat`, always two or more; empty when the game is over."""
        return list(self.options)

    def play(self, move: Move) -> None:
        if move not in self.options:
            raise ValueError(f"{move} is not among the legal moves")
        self.history.append((self.seat, move))
        self._resume(move)

    def _resume(self, move: Move | None) -> None:
        try:
            self.options = next(self._run) if move is None else self._run.send(move)
        except StopIteration:
            self.options = []
            self.decision = {}
            self.over = True

    def _ask(self, step: str, moves: list[Move], **more: Any) -> Generator[list[Move], Move, Move]:
        if len(moves) == 1:
            self.history.append((self.seat, moves[0]))
            return moves[0]
        self.decision = {"step": step, **more}
        return (yield moves)

    # -- set-up and chance

    def _set_up(self) -> None:
        self._turn_over_adversaries()  # 2.2
        dealt = self.rules["start_knights"]
        for player in self.players:  # 2.3
            for _ in range(dealt):
                player.knights[self.knight_deck.pop(0)] += 1
        for seat, player in enumerate(self.players):  # 2.4
            for _ in range(self.rules["seat_knights"][seat]):
                player.knights[self.knight_deck.pop()] += 1

    def column(self, colour: int) -> int:
        """Face-up cards of a colour, with and without a seal."""
        cards = range(5 * colour, 5 * colour + 5)
        return sum(self.table[card] + sum(player.sealed[card] for player in self.players) for card in cards)

    def face_up(self) -> int:
        return sum(self.column(colour) for colour in range(4))

    def columns_open(self) -> bool:
        return all(self.column(colour) < self.rules["column_limit"] for colour in range(4))

    def _turn_over_adversaries(self) -> None:
        while self.adversary_deck and self.columns_open():
            card = self.adversary_deck.pop(0)
            self.table[card] += 1
            self.events.append(("turned", card))

    def _new_knight_deck(self) -> None:
        discard = [kind for kind in range(7) for _ in range(self.knight_discard[kind])]
        if not discard:
            return
        self.reshuffles += 1
        deck = list(self.reshuffle(self.reshuffles, list(discard)))
        if sorted(deck) != discard:
            raise ValueError("the new knight deck differs from the discard")
        self.knight_deck = deck
        self.knight_discard = [0] * 7

    def _draw_knight(self, player: Player) -> None:
        if not self.knight_deck:
            self._new_knight_deck()
        card = self.knight_deck.pop(0)
        player.knights[card] += 1
        self.drawn += 1
        self.events.append(("drawn", self.seat, card))
        if self.rules["reshuffle_at_once"] and not self.knight_deck:
            self._new_knight_deck()

    # -- the turn

    def _play_all(self) -> Turn:
        while True:
            self.turn += 1
            player = self.players[self.seat - 1]
            player.turns += 1
            self.fought = self.adventured = False
            self.drawn = 0
            yield from self._replenish()
            yield from self._fight(player)
            yield from self._adventure(player)
            yield from self._draw(player)
            if self.causes and (not self.rules["equal_turns"] or self.seat == len(self.players)):
                return
            if self.turn == self.rules["turn_cap"]:
                self.causes.append("cap")
                return
            self.seat = self.seat % len(self.players) + 1

    def _end(self, cause: str) -> None:
        if cause not in self.causes:
            self.causes.append(cause)
            self.ender = self.ender or self.seat

    def _replenish(self) -> Turn:
        if not self.adversary_deck or not self.columns_open():
            return
        moves: list[Move] = [("replenish",)]
        if self.face_up():
            moves.append(("pass",))
        if (yield from self._ask("replenish", moves)) == ("replenish",):
            self._turn_over_adversaries()

    def _fight(self, player: Player) -> Turn:
        moves: list[Move] = []
        for card in range(20):
            strength = strength_of(card)
            able = bool(payments(self.rules, player.knights, strength))
            if self.table[card]:
                if able and (player.seals or not self.rules["seals"]):
                    moves.append(("attack", card))
                if self.rules["seals"] and (
                    payments(self.rules, player.knights, 2 * strength)
                    or (self.rules["double_two_payments"] and first_halves(self.rules, player.knights, strength))
                ):
                    moves.append(("double", card))
            if player.sealed[card] and able:
                moves.append(("repeat", card))
        if moves:
            move = yield from self._ask("target", [*moves, ("pass",)])
            if move != ("pass",):
                form, card = move
                yield from self._pay(player, form, card)
                self.fought = True
                self._win(player, form, card)
        if not self.adversary_deck and not self.face_up():
            self._end("adversaries")

    def _pay(self, player: Player, form: str, card: int) -> Turn:
        strength = strength_of(card)
        price = 2 * strength if form == "double" else strength
        moves: list[Move] = [("pay", *pay) for pay in payments(self.rules, player.knights, price)]
        if form == "double" and self.rules["double_two_payments"]:
            moves += [("half", *pay) for pay in first_halves(self.rules, player.knights, strength)]
        kind, *payment = yield from self._ask("payment", moves, form=form, card=card, first_colour=None)
        self._hand_in(player, payment)
        if kind == "half":
            seconds: list[Move] = [("half", *pay) for pay in halves(self.rules, player.knights, strength, payment[0])]
            _, *second = yield from self._ask("payment", seconds, form=form, card=card, first_colour=payment[0])
            self._hand_in(player, second)

    def _hand_in(self, player: Player, payment: list[int]) -> None:
        colour, singles, doubles, merlins = payment
        spend_knights(player.knights, (colour, singles, doubles, merlins))
        if colour != ONLY_MERLINS:
            self.knight_discard[2 * colour] += singles
            self.knight_discard[2 * colour + 1] += doubles
        self.knight_discard[MERLIN] += merlins
        player.pips_paid += singles + 2 * doubles + merlins
        self.events.append(("paid", self.seat, colour, singles, doubles, merlins))

    def _take(self, player: Player, card: int) -> None:
        player.adversaries[card] += 1
        player.strength_taken += strength_of(card)
        self.events.append(("taken", self.players.index(player) + 1, card))

    def _win(self, player: Player, form: str, card: int) -> None:
        if form == "repeat":
            player.sealed[card] -= 1
            player.seals += 1
            self._take(player, card)
            return
        self.table[card] -= 1
        if form == "double" or not self.rules["seals"]:
            self._take(player, card)
        else:
            player.sealed[card] += 1
            player.seals -= 1
        cards = range(5 * colour_of(card), 5 * colour_of(card) + 5)
        if not any(self.table[other] for other in cards):  # 9.6
            for owner in self.players:
                for other in cards:
                    while owner.sealed[other]:
                        owner.sealed[other] -= 1
                        owner.seals += 1
                        self._take(owner, other)

    def _adventure(self, player: Player) -> Turn:
        costs = self.rules["adventure_cost"]
        moves: list[Move] = [
            ("adventure", number)
            for number, name in enumerate(ADVENTURES)
            if self.owner[number] == 0 and satisfied(costs[name], player.hand())
        ]
        if not moves:
            return
        move = yield from self._ask("adventure", [*moves, ("pass",)])
        if move == ("pass",):
            return
        number = move[1]
        sets = minimal_sets(costs[ADVENTURES[number]], player.hand())
        spent: tuple[int, ...] = ()
        while spent not in sets:
            nexts = {chosen[len(spent)] for chosen in sets if chosen[: len(spent)] == spent}
            spends: list[Move] = [("spend", card) for card in sorted(nexts, key=order_of)]
            _, card = yield from self._ask(
                "spend",
                spends,
                adventure=number,
                last=spent[-1] if spent else -1,
                total=sum(strength_of(card) for card in spent),
                cards=len(spent),
                colours=sorted({colour_of(card) for card in spent}),
            )
            spent = (*spent, card)
            player.adversaries[card] -= 1
            self.adversary_discard[card] += 1
        self.owner[number] = self.seat
        player.adventures.append(number)
        self.adventured = True
        self.events.append(("completed", self.seat, number))
        if self.owner.count(0) <= self.rules["adventures_left_at_end"]:
            self._end("adventures")

    def _draw(self, player: Player) -> Turn:
        rules = self.rules
        if self.causes and not rules["draw_after_end"]:
            return
        idle = not self.fought and (rules["idle_despite_adventure"] or not self.adventured)
        for _ in range(rules["draw_cards_idle"] if idle else rules["draw_cards"]):
            if rules["hand_limit"] and sum(player.knights) >= rules["hand_limit"]:
                return
            if not self.knight_deck and not any(self.knight_discard):
                return
            if rules["optional_draw"]:
                move = yield from self._ask("draw", [("draw",), ("pass",)])
                if move == ("pass",):
                    return
            self._draw_knight(player)

    # -- what there is to see

    def snapshot(self) -> dict[str, Any]:
        """The whole state in plain JSON types (section 13 of the document)."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "over": self.over,
            "decision": dict(self.decision),
            "fought": self.fought,
            "adventured": self.adventured,
            "drawn": self.drawn,
            "adversary_deck": list(self.adversary_deck),
            "knight_deck": list(self.knight_deck),
            "knight_discard": list(self.knight_discard),
            "adversary_discard": list(self.adversary_discard),
            "table": list(self.table),
            "adventure_owner": [-1 if owner is None else owner for owner in self.owner],
            "reshuffles": self.reshuffles,
            "end_causes": sorted(self.causes),
            "players": [
                {
                    "knights": list(player.knights),
                    "adversaries": list(player.adversaries),
                    "sealed": list(player.sealed),
                    "seals": player.seals,
                    "turns": player.turns,
                    "pips_paid": player.pips_paid,
                    "strength_taken": player.strength_taken,
                }
                for player in self.players
            ],
        }

    def result(self) -> dict[str, Any]:
        """Scores and ranks (section 8); also of a game that is still going on."""
        rules = self.rules
        seats = []
        for seat, player in enumerate(self.players):
            points = {
                "adventures": sum(rules["adventure_points"][ADVENTURES[number]] for number in player.adventures),
                "adversaries": rules["hand_points"] * sum(strength_of(card) for card in player.hand()),
                "seat": rules["seat_points"][seat],
            }
            cards = sum(player.knights)
            pips = cards + sum(player.knights[1:6:2])
            tie = {"more_cards": cards, "more_pips": pips, "fewer_cards": -cards, "shared": 0}[rules["tie_break"]]
            seats.append({"score": sum(points.values()), "points": points, "tie_break": tie})
        for this in seats:
            this["rank_before_tiebreak"] = 1 + sum(other["score"] > this["score"] for other in seats)
            this["rank"] = 1 + sum(
                (other["score"], other["tie_break"]) > (this["score"], this["tie_break"]) for other in seats
            )
        winners = sum(this["rank"] == 1 for this in seats)
        for this in seats:
            this["win_60ths"] = 60 // winners if this["rank"] == 1 else 0
        return {"end_causes": sorted(self.causes), "ender": self.ender, "turns": self.turn, "seats": seats}
