"""The Castles of Burgundy as the rules document tells it, in plain, slow Python.

Written from ``docs/rules/burgundy-board.md`` alone (numbers in comments are its paragraphs) and sharing no code with
the package, so that the fast engine can be held against it decision by decision. Tiles are texts, goods their numbers,
seats count from 1; moves are the tuples of chapter 13.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from tests.reference.burgundy_board_pieces import (
    BLACK,
    CENTRE,
    COLOURS,
    NEIGHBOURS,
    NUMBERS,
    TAKES,
    Move,
    Player,
    area_of,
    box,
    colour_of,
    different,
    gift,
    number_on,
    places_of_depot,
    with_changes,
    workers_for,
)

Steps = Generator[list[Move], Move, Any]
Dice = list[list[list[tuple[int, int]]]]


class Game:
    """One game. `legal()` lists the moves of the player at `seat`, `play(move)` makes one of them.

    Parameters
    ----------
    rules : dict
        Changes to DEFAULT_RULES; a part of a group leaves the rest of it as it is.
    estates : list of int
        The estate of every seat, 1 to 9; as many as there are players.
    stacks : dict
        Colour to the shuffled stack of coloured tiles, taken from index 0 on.
    black : list of str
        The shuffled tiles with a black back, taken from index 0 on.
    goods : list of int
        The shuffled goods (12.3).
    dice : list
        dice[phase][round][seat - 1] is what the two dice of a seat show.
    white : list
        white[phase][round] is what the white die shows.
    """

    def __init__(
        self,
        rules: dict[str, Any],
        estates: list[int],
        stacks: dict[str, list[str]],
        black: list[str],
        goods: list[int],
        dice: Dice,
        white: list[list[int]],
    ) -> None:
        self.rules = with_changes(rules)
        in_box = box(self.rules)
        piles = [*(stacks.get(colour, []) for colour in COLOURS), black, goods]
        if [sorted(pile) for pile in piles] != [sorted(pile) for pile in [*in_box[0].values(), *in_box[1:]]]:
            raise ValueError("the tiles and goods differ from those that the rules list")
        self.stacks = {colour: list(stacks[colour]) for colour in COLOURS}
        self.black = list(black)
        self.dice, self.white = dice, white
        self.players = [Player(seat, estate) for seat, estate in enumerate(estates, start=1)]
        self.players_key = f"p{len(estates)}"  # of numbers that depend on how many play
        self.depots: dict[int | str, list[str]] = {depot: [] for depot in [*range(1, 7), BLACK]}
        self.depot_goods: dict[int, list[int]] = {depot: [] for depot in range(1, 7)}
        ahead = self.rules["phases"] * self.rules["rounds"]
        self.goods, self.goods_left = list(goods[:ahead]), list(goods[ahead:])  # face down
        self.waiting_goods: list[int] = []  # of the phase, face up
        self.track: list[list[int]] = [[player.seat for player in reversed(self.players)]]  # stacks, from the bottom
        self.bonus: dict[str, list[int]] = {colour: [] for colour in COLOURS}  # seats that took one, large one first
        self.phase = self.round = 0
        self.order: list[int] = []
        self.active = self.players[0]
        self.bought = 0
        self.over = False
        self.decision = ""
        self.options: list[Move] = []
        self._run = self._play_all()
        self._resume(None)

    # ---- the outside

    @property
    def seat(self) -> int:
        """The seat to decide, from 1."""
        return self.active.seat

    def legal(self) -> list[Move]:
        """The moves open to `seat`, always two or more; empty when the game is over."""
        return list(self.options)

    def play(self, move: Move) -> None:
        """Make a move, and all that follows from it without a further decision."""
        if move not in self.options:
            raise ValueError(f"{move} is not among the legal moves {self.options}")
        self._resume(move)

    def _resume(self, move: Move | None) -> None:
        try:
            self.options = next(self._run) if move is None else self._run.send(move)
        except StopIteration:
            self.options = []
            self.decision = ""
            self.over = True

    def _ask(self, decision: str, moves: list[Move]) -> Steps:
        assert len(set(moves)) == len(moves), moves
        if len(moves) == 1:  # 13.1
            return moves[0]
        self.decision = decision
        return (yield moves)

    # ---- set-up, phases and rounds (chapters 2 and 3)

    def _play_all(self) -> Steps:
        yield from self._set_up()
        for phase in range(self.rules["phases"]):
            self.phase = phase
            self._begin_phase()
            for round_ in range(self.rules["rounds"]):
                self.round = round_
                self._begin_round()
                for seat in self.order:
                    yield from self._turn(self.players[seat - 1])
            self._end_phase()

    def _set_up(self) -> Steps:
        rules = self.rules
        for player in self.players:
            seat = player.seat - 1
            for _ in range(rules["start_goods"]):  # 12.3
                player.goods[self.goods_left.pop(0)] += 1
            player.silver = rules["start_silver"] + rules["seat_silver"][seat]
            player.workers = rules["start_workers"][self.players_key][seat]
            player.gain("seat", rules["seat_points"][seat])
            if rules["start_tiles"][seat]:  # 2.14
                player.storage.append(gift(rules["start_tiles"][seat]))
            self.stacks["castle"].pop(0)  # 12.5
            if player.estate == 1 and not rules["choose_on_first"]:  # 2.8
                self._place_start_castle(player, CENTRE)
        for player in self.players:
            if not player.placed:  # 2.9
                self.active = player
                cells = [cell for cell, colour in enumerate(player.colours) if colour == "castle"]
                _, cell = yield from self._ask("start", [("start", cell) for cell in cells])
                self._place_start_castle(player, cell)

    def _place_start_castle(self, player: Player, cell: int) -> None:
        player.placed[cell] = "castle"
        if self.rules["start_castle_scores"]:  # 2.10
            self._score_area(player, cell)

    def _begin_phase(self) -> None:
        rules, players = self.rules, len(self.players)
        for depot in range(1, 7):  # 3.2, 12.2
            colours = places_of_depot(rules, depot, players, self.phase)
            self.depots[depot] = [self.stacks[colour].pop(0) for colour in colours if self.stacks[colour]]
        number = rules["black_depot"][self.players_key]
        self.depots[BLACK] = self.black[:number]
        del self.black[:number]
        self.waiting_goods = [self.goods.pop(0) for _ in range(rules["rounds"])]

    def _begin_round(self) -> None:
        self.order = self.turn_order()
        self.players[self.order[0] - 1].first_rounds += 1
        for player in self.players:
            player.dice = list(self.dice[self.phase][self.round][player.seat - 1])[: self.rules["dice"]]
        self.depot_goods[self.white[self.phase][self.round]].append(self.waiting_goods.pop(0))

    def turn_order(self) -> list[int]:
        """Seats from the furthest space back, each stack from its top (3.11)."""
        return [seat for stack in reversed(self.track) for seat in reversed(stack)]

    def _end_phase(self) -> None:
        for player in self.players:
            mines = player.count("mine")
            player.silver += mines * self.rules["mine_silver"]
            if player.has(2):
                player.workers += mines * self.rules["mine_workers"]
            player.score_after[self.phase] = sum(player.points.values())

    # ---- a turn (chapters 4 to 6)

    def _turn(self, player: Player) -> Steps:
        self.active = player
        self.bought = 0
        while player.dice or self._purchases(player):
            moves = [move for die in dict.fromkeys(player.dice) for move in self._die_actions(player, die)]
            moves += self._purchases(player) + ([] if player.dice else [("end",)])
            move = yield from self._ask("turn", moves)
            if move == ("end",):
                return
            if move[0] == "buy":
                yield from self._buy(player, move)
            else:
                action, die, *what = move
                player.dice.remove(die)
                cost = self._cost(player, die, action, what)
                player.workers -= cost
                player.workers_used += cost
                yield from self._act(player, action, what)

    def _purchases(self, player: Player) -> list[Move]:
        if self.bought == self.rules["purchases"] or player.silver < self.rules["purchase_price"]:
            return []
        depots = list(self.depots) if player.has(6) else [BLACK]
        return [("buy", depot, tile) for depot in depots for tile in different(self.depots[depot])]

    def _buy(self, player: Player, move: Move) -> Steps:
        self.bought += 1
        player.purchases += 1
        player.silver -= self.rules["purchase_price"]
        yield from self._store(player, *move[1:])

    def _actions(self, player: Player) -> list[Move]:
        """The basic actions as if any number could be had."""
        sales = [("sell", good) for good in player.held_types()]
        return self._takes(COLOURS) + self._placements(player) + sales + [("workers",)]

    def _die_actions(self, player: Player, die: int) -> list[Move]:
        actions = [(move[0], die, *move[1:]) for move in self._actions(player)]
        return [move for move in actions if self._cost(player, die, move[0], list(move[2:])) <= player.workers]

    def _cost(self, player: Player, die: int, action: str, what: list) -> float:
        """Workers that an action takes with a die."""
        if action == "workers":
            return 0
        if action == "take":
            return workers_for(self.rules, player, die, what[0], 12)
        if action == "sell":
            return workers_for(self.rules, player, die, what[0], 0)
        tile, cell = what
        free = {"building": 9, "ship": 10, "animal": 10}.get(colour_of(tile), 11)  # 9.9 to 9.11
        return workers_for(self.rules, player, die, NUMBERS[cell], free)

    def _takes(self, colours: list[str]) -> list[Move]:
        return [
            ("take", depot, tile)
            for depot in range(1, 7)
            for tile in different(self.depots[depot])
            if colour_of(tile) in colours
        ]

    def _placements(self, player: Player) -> list[Move]:
        """Stored tiles and the cells where they may lie, whatever the number (4.6, 4.7)."""
        return [
            ("place", tile, cell)
            for tile in different(player.storage)
            for cell, colour in enumerate(player.colours)
            if colour == colour_of(tile)
            and cell not in player.placed
            and any(other in player.placed for other in NEIGHBOURS[cell])
            and not self._twice_in_city(player, tile, cell)
        ]

    def _twice_in_city(self, player: Player, tile: str, cell: int) -> bool:
        if colour_of(tile) != "building" or player.has(1):
            return False
        return tile in [player.placed.get(other) for other in area_of(player.estate, cell)]

    def _act(self, player: Player, action: str, what: list, by_castle: bool = False) -> Steps:
        if action == "take":
            player.takes += 1
            yield from self._store(player, *what)
        elif action == "place":
            yield from self._place(player, *what)
        elif action == "sell":
            self._sell(player, *what)
        else:
            self._take_workers(player, by_castle)

    def _store(self, player: Player, depot: int | str, tile: str) -> Steps:
        """A tile comes into storage from a depot (4.3, 4.4)."""
        if len(player.storage) == self.rules["storage_limit"]:
            _, gone = yield from self._ask("discard", [("discard", old) for old in different(player.storage)])
            player.storage.remove(gone)
            player.discards += 1
        self.depots[depot].remove(tile)
        player.storage.append(tile)

    def _sell(self, player: Player, good: int) -> None:
        rules = self.rules
        player.sales += 1
        number = player.goods[good]
        player.goods[good] = 0
        player.sold[good] += number
        player.gain("sales", number * rules["sale_points"][self.players_key])
        player.silver += rules["tile_sale_silver"] if player.has(3) else rules["sale_silver"]
        player.workers += rules["tile_sale_workers"] if player.has(4) else 0

    def _take_workers(self, player: Player, by_castle: bool) -> None:
        rules = self.rules
        player.worker_actions += 1
        hold = rules["castle_takes_workers"] or not by_castle  # 9.28
        player.workers += rules["tile_workers"] if hold and player.has(14) else rules["workers_action"]
        player.silver += rules["tile_workers_silver"] if hold and player.has(13) else 0

    # ---- a tile is placed (chapters 7, 8 and 10)

    def _place(self, player: Player, tile: str, cell: int) -> Steps:
        player.storage.remove(tile)
        player.placed[cell] = tile
        self._pay_at_once(player, tile, cell)
        self._score_area(player, cell)
        self._score_colour(player, cell)
        kind = tile.split()[0]
        choices: dict[str, Callable[[Player], Steps]] = {
            "ship": self._ship, "castle": self._castle, "warehouse": self._warehouse, "city_hall": self._city_hall,
        }  # fmt: skip
        if kind in choices:
            yield from choices[kind](player)
        elif kind in TAKES:
            yield from self._fetch(player, kind)

    def _pay_at_once(self, player: Player, tile: str, cell: int) -> None:
        rules, kind = self.rules, tile.split()[0]
        if kind == "ship":
            self._sail(player)
        elif kind == "watchtower":
            player.gain("watchtower", rules["watchtower_points"])
        elif kind == "boarding_house":
            player.workers += rules["boarding_workers"]
        elif kind == "bank":
            player.silver += rules["bank_silver"]
        elif colour_of(tile) == "animal":
            pasture = [player.placed[other] for other in area_of(player.estate, cell) if other in player.placed]
            scoring = [other for other in pasture if other.split()[0] == kind]
            player.gain("animals", sum(number_on(other) for other in scoring) * rules["animal_points"])
            if player.has(7):
                player.gain("animals", len(scoring) * rules["animal_tile_points"])

    def _sail(self, player: Player) -> None:
        """A space ahead, on top of the stack there (8.1)."""
        self.track[player.space].remove(player.seat)
        player.space += self.rules["ship_steps"]
        while player.space >= len(self.track):
            self.track.append([])
        self.track[player.space].append(player.seat)

    def _score_area(self, player: Player, cell: int) -> None:
        area = area_of(player.estate, cell)
        if all(other in player.placed for other in area):
            player.areas_in[self.phase] += 1
            player.gain("areas", self.rules["area_points"][len(area) - 1])
            player.gain("phases", self.rules["phase_points"][self.phase])

    def _score_colour(self, player: Player, cell: int) -> None:
        colour = player.colours[cell]
        if any(other == colour and place not in player.placed for place, other in enumerate(player.colours)):
            return
        taken = self.bonus[colour]
        if len(taken) < 2:
            size = ("large", "small")[len(taken)]
            taken.append(player.seat)
            player.bonus.append((size, colour))
            player.gain("bonus", self.rules[f"bonus_{size}"][self.players_key])

    # ---- effects with a choice (8.2 to 8.5, 8.7, 8.10 to 8.18)

    def _ask_effect(self, player: Player, effect: str, moves: Callable[[], list[Move]]) -> Steps:
        """Ask about an effect; by a switch a purchase may come first, after which it is asked again (6.3)."""
        while True:
            purchases = self._purchases(player) if self.rules["buy_inside_effects"] else []
            move = yield from self._ask(effect, moves() + purchases)
            if move[0] != "buy":
                return move
            yield from self._buy(player, move)

    def _or_skip(self, moves: list[Move]) -> list[Move]:
        """8.18"""
        return [*moves, ("skip",)] if self.rules["effects_optional"] or not moves else moves

    def _castle(self, player: Player) -> Steps:
        action, *what = yield from self._ask_effect(player, "castle", lambda: self._actions(player))
        yield from self._act(player, action, what, by_castle=True)

    def _warehouse(self, player: Player) -> Steps:
        def sales() -> list[Move]:
            return self._or_skip([("sell", good) for good in player.held_types()])

        yield from self._optional(player, "warehouse", sales)

    def _fetch(self, player: Player, building: str) -> Steps:
        yield from self._optional(player, building, lambda: self._or_skip(self._takes(TAKES[building])))

    def _city_hall(self, player: Player) -> Steps:
        yield from self._optional(player, "city_hall", lambda: self._or_skip(self._placements(player)))

    def _optional(self, player: Player, effect: str, moves: Callable[[], list[Move]]) -> Steps:
        action, *what = yield from self._ask_effect(player, effect, moves)
        if action != "skip":
            yield from self._act(player, action, what)

    def _ship(self, player: Player) -> Steps:
        full = [depot for depot in self.depot_goods if self.depot_goods[depot]]
        moves: list[Move] = [("goods", depot) for depot in full]
        if player.has(5):
            pairs = [(depot, depot % 6 + 1) for depot in full if depot < 6 or self.rules["depots_wrap"]]
            moves += [("goods", *pair) for pair in pairs if pair[1] in full]
        if len(full) < 6 and (self.rules["ship_to_empty"] or not full):
            moves.append(("goods", 0))
        _, *depots = yield from self._ask_effect(player, "ship", lambda: moves)
        depots = [depot for depot in depots if depot]
        if self.rules["ship_takes_all"]:
            for good in player.held_types():
                self._load(player, good, depots)
        while True:
            there = {good for depot in depots for good in self.depot_goods[depot]}
            room = self.rules["goods_types"] - len(player.held_types())
            new = sorted(there - set(player.held_types()))
            possible = sorted(there) if room else sorted(there & set(player.held_types()))
            if not possible:
                return
            if self.rules["ship_takes_all"] and len(new) <= room:
                for good in new:
                    self._load(player, good, depots)
                return
            ways: list[Move] = [("keep", good) for good in possible]
            if not self.rules["ship_takes_all"]:
                ways.append(("skip",))
            move = yield from self._ask_effect(player, "keep", lambda ways=ways: ways)
            if move == ("skip",):
                return
            self._load(player, move[1], depots)

    def _load(self, player: Player, good: int, depots: list[int]) -> None:
        """All goods of a type from the depots of a ship."""
        for depot in depots:
            player.goods[good] += self.depot_goods[depot].count(good)
            self.depot_goods[depot] = [other for other in self.depot_goods[depot] if other != good]
