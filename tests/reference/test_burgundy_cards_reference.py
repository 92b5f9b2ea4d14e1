"""The plain engine of the card game against the examples of the rulebook, the rulings and conservation of cards."""

from __future__ import annotations

import copy
import json
import random
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.reference.burgundy_cards import DEFAULT_RULES, Game, IllegalMove
from tests.reference.burgundy_cards_pieces import ANIMALS, GOODS, KINDS, Piles, Stack
from tests.reference.burgundy_cards_score import animal_score


def all_cards(rules: dict) -> tuple[list, list, list]:
    deck = [(kind, pip + 1) for kind in KINDS for pip in range(6) for _ in range(rules["cards"][kind][pip])]
    goods = [good for good in GOODS for _ in range(rules["goods"][good])]
    animals = [animal for animal in ANIMALS for _ in range(rules["animals"][animal])]
    return deck, goods, animals


def changed(**fields: object) -> dict:
    assert set(fields) <= set(DEFAULT_RULES)
    return {**copy.deepcopy(DEFAULT_RULES), **fields}


def new_game(players: int, seed: int = 0, rules: dict | None = None) -> Game:
    rules = rules or changed()
    rng = random.Random(seed)
    lists = all_cards(rules)
    for cards in lists:
        rng.shuffle(cards)
    return Game(
        rules, players, *lists, reshuffle=lambda k, cards: random.Random(1000 * seed + k).sample(cards, len(cards))
    )


def bare(players: int = 2, hand: tuple = (("ship", 2), ("ship", 5)), rules: dict | None = None) -> Game:
    """A game at its first decision whose player on turn has an empty storage and the given hand."""
    game = new_game(players, rules=rules)
    player = game.active
    player.hand = list(hand)
    player.workers = player.silver = 0
    player.goods = dict.fromkeys(GOODS, 0)
    return game


def lay_out(game: Game, **stacks: int) -> None:
    """Put that many cards of each type into the estate of the player on turn, as open stacks."""
    for type_, size in stacks.items():
        kind = "bank" if type_ == "building" else type_
        game.active.estate.stacks.append(Stack(type_, [(kind, 2)] * size))


def place(game: Game, card: tuple) -> None:
    """Play the hand card of the project's value and place the project."""
    game.active.projects.append(card)
    game.active.hand[0] = ("ship", card[1])
    game.play(("play", card[1]))
    game.play(("place", card))


# ---- the rulebook's examples ----


def test_herd_of_the_rulebook() -> None:
    herd = {"sheep": 3, "cow": 2, "rooster": 1, "pig": 0}
    assert animal_score(herd, DEFAULT_RULES["animal_points"]) == 3


@pytest.mark.parametrize(
    ("herd", "points"), [((1, 1, 1, 1), 4), ((2, 2, 2, 2), 8), ((5, 0, 0, 0), 0), ((2, 1, 0, 1), 2)]
)
def test_herds(herd: tuple, points: int) -> None:
    assert animal_score(dict(zip(ANIMALS, herd, strict=True)), DEFAULT_RULES["animal_points"]) == points


def test_two_becomes_six_with_two_workers() -> None:
    game = bare()
    game.active.workers = 2
    game.active.projects = [("castle", 6)]
    game.play(("play", 2))
    assert ("place", ("castle", 6)) in game.legal()
    game.play(("place", ("castle", 6)))
    assert game.active.workers == 0


def test_two_does_not_become_six_with_one_worker() -> None:
    game = bare()
    game.active.workers = 1
    game.active.projects = [("castle", 6)]
    game.play(("play", 2))
    with pytest.raises(IllegalMove):
        game.play(("place", ("castle", 6)))


def test_five_workers_and_one_silver_make_two_points() -> None:
    game = bare()
    player = game.active
    player.workers, player.silver = 5, 1
    game.play(("play", 2))
    assert [move for move in game.legal() if move[0] == "convert"] == [("convert", 1), ("convert", 2)]
    game.play(("convert", 2))
    assert game.legal() == [("pay", 5)]
    game.play(("pay", 5))
    assert (player.workers, player.silver, player.points["cards"]) == (0, 0, 2)


def test_a_castle_buys_a_castle_in_the_middle_of_its_effect() -> None:
    game = bare()
    player = game.active
    player.silver = 3
    game.deck[-3:] = [("mine", 1), ("castle", 4), ("ship", 2)]
    game.display[5].append(("castle", 1))
    place(game, ("castle", 2))
    game.play(("buy",))
    assert sorted(game.drawn) == [("castle", 4), ("mine", 1), ("ship", 2)]
    assert ("buy",) not in game.legal()
    game.play(("keep", ("castle", 4)))
    assert {("mine", 1), ("ship", 2)} <= set(game.discard)
    game.play(("place", ("castle", 4)))  # the effect of the first castle
    game.play(("take", 5, ("castle", 1)))  # the effect of the second
    assert player.projects == [("castle", 1)]
    assert player.estate.counts()["castle"] == [0, 2]
    assert game.seat == 2


@pytest.mark.parametrize(
    ("type_", "points"),
    [("building", 3), ("pasture", 4), ("cloister", 6), ("castle", 5), ("mine", 5), ("knowledge", 4), ("ship", 4)],
)
def test_points_of_a_set_and_its_first_bonus(type_: str, points: int) -> None:
    game = bare()
    player = game.active
    lay_out(game, **{type_: 2})
    place(game, ("watchtower" if type_ == "building" else type_, 1))
    assert player.points["sets"] == points
    assert (player.points["first"], game.first_owner[type_]) == (1, 1)
    assert game.legal() == [("reward", number) for number in range(5)]


# ---- set-up, rounds, start player ----


@pytest.mark.parametrize(
    ("players", "workers", "two_for_the_last"),
    [(1, [1], [1]), (2, [0, 1], [0, 2]), (3, [0, 1, 1], [0, 1, 2]), (4, [0, 1, 1, 2], [0, 1, 1, 2])],
)
def test_set_up(players: int, workers: list, two_for_the_last: list) -> None:
    game = new_game(players)
    assert [player.workers for player in game.players] == workers
    assert [
        player.workers for player in new_game(players, rules=changed(last_seat_two=True)).players
    ] == two_for_the_last
    for player in game.players:
        assert (player.silver, len(player.hand), len(player.stack)) == (1, 2, 4)
        assert (sum(player.goods.values()), sum(player.animals.values())) == (1, 1)
    assert [len(pile) for pile in game.goods.piles] == [(18 - players + 1) // 2, (18 - players) // 2]
    rows = [len(game.display[row]) for row in range(1, 7)]
    assert (sum(rows), min(rows)) == ([7, 7, 10, 13][players - 1], 2 if players == 4 else 1)
    assert game.all_seven_left == [[3, 1], [3, 1], [4, 2, 1], [4, 3, 2, 1]][players - 1]


def test_layout_of_the_deck() -> None:
    rules = changed()
    deck, goods, animals = all_cards(rules)
    game = Game(rules, 1, deck, goods, animals, lambda k, cards: cards)
    assert game.players[0].hand + game.players[0].stack == deck[:6]
    for row in range(1, 7):
        assert game.display[row][0] == deck[5 + row]
    assert deck[12] in game.display[deck[12][1]]
    assert Counter(card for stack in game.aaron.estate.stacks for card in stack.cards) == Counter(deck[-3:])
    assert sorted(game.aaron_piles[0]) == sorted(deck[-7:-3])
    assert sorted(game.aaron_piles[3]) == sorted(deck[-25:-18])
    assert game.deck == deck[13:-25]


@pytest.mark.parametrize(("players", "cards", "by_row"), [(1, 7, 6), (2, 7, 6), (3, 10, 6), (4, 13, 12)])
def test_last_cards_of_the_display_go_to_the_row_of_their_value(players: int, cards: int, by_row: int) -> None:
    rules = changed()
    deck, goods, animals = all_cards(rules)
    deck[6 * players + by_row :] = reversed(deck[6 * players + by_row :])
    game = Game(rules, players, deck, goods, animals, lambda k, cards: cards)
    dealt = deck[6 * players : 6 * players + cards]
    assert dealt[-1][1] == 6  # a row other than the one that comes next
    expected: dict = {row: [] for row in range(1, 7)}
    for place_, card in enumerate(dealt):
        expected[place_ % 6 + 1 if place_ < by_row else card[1]].append(card)
    assert game.display == expected


def silver_until_round(game: Game, letter: str) -> None:
    """Everybody takes silver and buys nothing until a round begins."""
    while not game.over and game.letter != letter:
        moves = game.legal()
        game.play(next(move for move in moves if move[0] in ("play", "silver", "end")))


def test_start_card_goes_left_unless_somebody_sells() -> None:
    game = new_game(3)
    game.players[2].hand = [("ship", 1), ("ship", 1)]
    game.players[2].goods = {"light": 2, "medium": 1, "dark": 0}
    for move in [("play", game.players[0].hand[0][1]), ("silver",), ("play", game.players[1].hand[0][1]), ("silver",)]:
        game.play(move)
    game.play(("play", 1))
    game.play(("sell", "light"))
    seller = game.players[2]
    assert (seller.goods["light"], seller.sold["light"], seller.silver, seller.points["goods"]) == (0, 2, 3, 2)
    assert (game.start_card, game.sale_happened) == (3, True)
    silver_until_round(game, "B")
    assert (game.starter, game.seat, game.start_card, game.sale_happened) == (3, 3, 3, False)
    silver_until_round(game, "C")
    assert (game.starter, game.seat, game.start_card) == (1, 1, 1)
    silver_until_round(game, "over")
    assert game.start_card == 3  # D: seat 2, E: seat 3, and it stays there
    assert game.result()["seats"][2]["points"]["start_player"] == 1


def test_last_turn_is_forced() -> None:
    game = new_game(2)
    while game.turn < 6:
        game.play(next(move for move in game.legal() if move[0] in ("play", "silver", "end")))
    assert (len(game.active.hand), len(game.active.stack)) == (1, 0)
    assert [move[0] for move in game.legal()] == ["play", "buy"]


# ---- actions ----


def test_sell_by_the_nearer_value() -> None:
    game = bare(hand=(("ship", 1), ("mine", 1)))
    player = game.active
    player.goods["dark"] = 1
    player.workers = 1
    game.play(("play", 1))
    game.play(("sell", "dark"))
    assert player.workers == 0


def test_nothing_dominated_is_offered_but_by_switch() -> None:
    game = bare()
    game.active.workers = 2
    game.play(("play", 2))
    assert not {("workers",), ("sell", "light"), ("skip",)} & set(game.legal())
    game = bare(rules=changed(offer_full_refill=True, offer_empty_sale=True))
    game.active.workers = 3
    game.play(("play", 2))
    assert {("workers",), ("sell", "light")} <= set(game.legal())
    start = copy.deepcopy(game)
    game.play(("workers",))
    assert game.players[0].workers == 3
    start.play(("sell", "light"))
    assert start.sale_happened


def test_uneven_conversion_by_switch() -> None:
    game = bare(rules=changed(offer_uneven_convert=True))
    player = game.active
    player.workers, player.silver = 2, 2
    game.play(("play", 2))
    game.play(("convert", 1))
    assert set(game.legal()) == {("pay", 1, 2), ("pay", 2, 1), ("pay", 2, 2)}
    game.play(("pay", 2, 2))
    assert (player.workers, player.silver, player.points["cards"]) == (0, 0, 1)


def test_full_projects_lose_an_old_one_first() -> None:
    game = bare()
    player = game.active
    player.projects = [("ship", 1), ("ship", 1), ("mine", 2)]
    game.display[2] = [("castle", 6)]
    game.play(("play", 2))
    game.play(("take", 2, ("castle", 6)))
    assert game.legal() == [("discard", ("mine", 2)), ("discard", ("ship", 1))]
    assert game.display[2] == [("castle", 6)]  # 14.9
    game.play(("discard", ("ship", 1)))
    assert sorted(player.projects) == [("castle", 6), ("mine", 2), ("ship", 1)]
    assert game.display[2] == []
    assert game.discard == [("ship", 2), ("ship", 1)]


def test_a_bought_card_gives_an_action_with_workers() -> None:
    game = bare()
    player = game.active
    player.silver, player.workers = 3, 1
    player.projects = [("mine", 1)]
    game.deck[-3:] = [("ship", 6), ("ship", 6), ("bank", 4)]
    game.play(("buy",))
    assert game.legal() == [("keep", ("ship", 6)), ("keep", ("bank", 4)), ("use", 4), ("use", 6)]
    game.play(("use", 6))
    assert ("skip",) not in game.legal()
    game.play(("place", ("mine", 1)))
    assert (player.workers, player.silver, game.frames[-1].name) == (0, 2, "PLAY")


def test_purchases_may_be_limited() -> None:
    game = bare(rules=changed(purchases_per_turn=1))
    game.active.silver = 9
    game.play(("buy",))
    game.play(("keep", game.drawn[0]))
    assert ("buy",) not in game.legal()
    silver_until_round(game, "B")
    game.active.silver = 3
    assert ("buy",) in game.legal()


def test_a_purchase_reshuffles_in_the_middle_and_draws_what_there_is() -> None:
    game = bare()
    game.active.silver = 3
    game.deck, game.discard = [("ship", 1)], [("mine", 1)]
    game.play(("buy",))
    assert sorted(game.drawn) == [("mine", 1), ("ship", 1)]
    assert (game.deck, game.discard, game.reshuffles) == ([], [], 1)
    game.play(("keep", ("ship", 1)))
    game.active.silver = 3
    game.deck, game.discard = [], []
    assert ("buy",) not in game.legal()


# ---- cloisters and sets ----


def test_a_cloister_joins_any_open_stack_or_the_cloisters() -> None:
    game = bare()
    lay_out(game, ship=1, building=2, cloister=1)
    place(game, ("cloister", 3))
    assert set(game.legal()) == {("lay", "ship"), ("lay", "building"), ("lay", "cloister")}
    game.play(("lay", "building"))
    assert game.active.points["sets"] == 3
    assert game.active.estate.counts()["building"] == [1, 0]


def test_a_first_cloister_has_one_way_only() -> None:
    game = bare()
    place(game, ("cloister", 3))
    assert game.players[0].estate.counts()["cloister"] == [0, 1]
    assert game.seat == 2


def test_a_card_on_two_cloisters_completes_its_set_and_has_its_effect_after_the_reward() -> None:
    game = bare()
    player = game.active
    lay_out(game, cloister=2)
    place(game, ("mine", 3))
    assert game.legal() == [("lay", "new"), ("lay", "cloisters")]
    game.play(("lay", "cloisters"))
    assert player.estate.counts()["mine"] == [1, 0] and player.estate.counts()["cloister"] == [0, 0]
    assert (player.points["sets"], game.first_owner["mine"], game.first_owner["cloister"]) == (5, 1, None)
    assert (player.silver, [frame.name for frame in game.frames]) == (0, ["END", "EFFECT", "REWARD"])
    game.play(("reward", 3))
    assert player.silver == 5


def test_a_card_joins_its_open_stack_unless_the_switch_is_on() -> None:
    game = bare()
    lay_out(game, cloister=2, ship=1)
    place(game, ("ship", 3))
    assert game.active.estate.counts()["ship"] == [0, 2]
    game = bare(rules=changed(stack_beside_open=True))
    lay_out(game, cloister=2, ship=1)
    place(game, ("ship", 3))
    assert game.legal() == [("lay", "ship"), ("lay", "cloisters")]
    game.play(("lay", "cloisters"))
    assert game.active.estate.counts()["ship"] == [1, 1]


@pytest.mark.parametrize("order", ["reward", "effect", "choice"])
def test_order_of_reward_and_effect(order: str) -> None:
    game = bare(rules=changed(set_reward_order=order))
    lay_out(game, ship=2)
    place(game, ("ship", 3))
    if order == "choice":
        assert game.legal() == [("order", "reward"), ("order", "effect")]
        game.play(("order", "effect"))
    assert game.frames[-1].name == ("REWARD" if order == "reward" else "GOODS")
    assert (("skip",) in game.legal()) is (order != "reward")


def test_all_seven_is_taken_once_and_kept_when_the_cloister_is_covered() -> None:
    game = bare()
    player = game.active
    lay_out(game, castle=1, cloister=1, mine=1, knowledge=1, ship=1, building=1)
    place(game, ("pasture", 3))
    game.play(("lay", "new"))
    assert (player.points["all_seven"], game.all_seven_left) == (3, [1])
    game = bare()
    lay_out(game, castle=1, cloister=1, mine=1, knowledge=1, ship=1, building=1)
    place(game, ("pasture", 3))
    game.play(("lay", "cloisters"))  # the only cloister isn't one any more
    assert game.active.points["all_seven"] == 0


# ---- effects ----


def test_effects_with_nothing_to_do_vanish() -> None:
    for kind in ("warehouse", "city_hall", "church", "ship"):
        game = bare()
        game.goods = Piles([])
        game.display = {row: [] for row in range(1, 7)}
        place(game, (kind, 2))
        assert game.seat == 2, kind


def test_warehouse_and_city_hall_wait_for_a_purchase() -> None:
    for kind in ("warehouse", "city_hall"):
        game = bare()
        game.active.silver = 3
        place(game, (kind, 2))
        assert game.legal() == [("skip",), ("buy",)]
        game.deck[-3:] = [("mine", 1), ("mine", 1), ("mine", 1)]
        game.play(("buy",))
        game.play(("keep", ("mine", 1)))
        if kind == "city_hall":
            game.play(("place", ("mine", 1)))
            assert game.players[0].silver == 2
        assert game.seat == 2


def test_buildings_take_what_they_may() -> None:
    for kind, wanted in {
        "carpenter": {("bank", 2), ("knowledge", 1)},
        "church": {("castle", 1), ("mine", 1), ("cloister", 1)},
        "market": {("ship", 1), ("pasture", 1)},
    }.items():
        game = bare()
        game.display = {row: [] for row in range(1, 7)}
        game.display[4] = [(type_, 1) for type_ in KINDS[:6]] + [("bank", 2), ("ship", 1)]
        place(game, (kind, 3))
        assert set(game.legal()) == {("take", 4, card) for card in wanted} | {("skip",)}


def test_boarding_house_and_the_declining_of_effects() -> None:
    game = bare()
    place(game, ("boarding_house", 2))
    assert set(game.legal()) == {("good", 1), ("good", 2), ("animal", 1), ("animal", 2), ("skip",)}
    game.play(("skip",))
    assert sum(game.players[0].goods.values()) == 0


def test_reward_of_goods_is_taken_one_at_a_time() -> None:
    game = bare()
    lay_out(game, mine=2)
    place(game, ("mine", 3))
    game.play(("reward", 1))
    for _ in range(2):
        assert game.legal() == [("good", 1), ("good", 2)]
        game.play(("good", 1))
    assert sum(game.players[0].goods.values()) == 2


def test_reward_of_animals_cannot_be_declined_and_comes_after_goods() -> None:
    game = bare()
    game.round_number = 1
    lay_out(game, mine=2)
    place(game, ("mine", 3))
    game.play(("reward", 3))
    assert game.legal() == [("good", 1), ("good", 2)]
    game.play(("good", 2))
    assert game.legal() == [("animal", 1), ("animal", 2)]


def test_a_first_bonus_is_taken_by_one_player_only() -> None:
    game = bare()
    game.first_owner["mine"] = 2
    lay_out(game, mine=2)
    place(game, ("mine", 3))
    assert (game.active.points["sets"], game.active.points["first"], game.first_owner["mine"]) == (5, 0, 2)


def test_an_emptied_pile_gets_the_upper_half_of_the_other() -> None:
    piles = Piles(["a", "b", "c", "d", "e", "f"])
    piles.piles[0] = ["a"]
    piles.piles[1] = ["b", "c", "d", "e", "f"]
    assert piles.take(1) == "a"
    assert piles.piles == [["e", "f"], ["b", "c", "d"]]
    piles.piles = [["a"], ["b"]]
    piles.take(2)
    assert piles.piles == [["a"], []]
    assert piles.open_piles() == [1]


def test_points_supply() -> None:
    game = bare(rules=changed(points_supply=1))
    lay_out(game, mine=2)
    place(game, ("mine", 3))
    game.play(("reward", 0))
    assert game.players[0].points["cards"] == 1
    game.active.silver = 6
    game.play(game.legal()[0])
    assert not [move for move in game.legal() if move[0] == "convert"]


# ---- end, ties, solo ----


def test_ties_are_broken_by_storage_and_then_shared() -> None:
    game = new_game(3)
    game.start_card = 1
    for player, (cards, silver) in zip(game.players, [(1, 4), (2, 4), (2, 9)], strict=True):
        player.points["cards"], player.silver, player.workers = cards, silver, 0
    seats = game.result()["seats"]
    assert [seat["score"] for seat in seats] == [2, 2, 2]
    assert [seat["rank_before_tiebreak"] for seat in seats] == [1, 1, 1]
    assert [seat["rank"] for seat in seats] == [2, 2, 1]
    game.players[0].silver = 9
    assert [seat["win_60ths"] for seat in game.result()["seats"]] == [30, 0, 30]


def test_aaron_takes_bonus_cards_and_gives_points_for_cloisters() -> None:
    rules = changed(aaron_piles=[9, 4, 5, 6, 1])
    deck, goods, animals = all_cards(rules)
    pile = (
        [("cloister", 1)] * 2
        + [(kind, 1) for kind in KINDS[:6] if kind != "cloister"]
        + [("bank", 2), ("warehouse", 2)]
    )
    for card in pile:
        deck.remove(card)
    game = Game(rules, 1, deck + pile, goods, animals, lambda k, cards: cards)
    assert game.players[0].points["cards"] == 2
    assert game.aaron.points == {"sets": 0, "first": 0, "all_seven": 3}
    silver_until_round(game, "over")
    assert game.over and game.lost_in == "A"
    result = game.result()
    assert (result["won"], result["aaron_score"], result["seats"][0]["win_60ths"]) == (False, 3, 0)


def test_solo_is_won_when_level_and_a_sale_moves_nothing() -> None:
    game = new_game(1, rules=changed(aaron_piles=[0, 0, 0, 0, 0]))
    game.active.goods = {"light": 0, "medium": 2, "dark": 0}
    game.active.hand = [("ship", 3), ("ship", 4)]
    game.play(("play", 3))
    game.play(("sell", "medium"))
    assert (game.start_card, game.sale_happened, game.players[0].silver) == (None, False, 3)
    silver_until_round(game, "over")
    assert game.result()["won"] and game.lost_in is None and game.letter == "E"


@pytest.mark.parametrize(("ahead", "lost_in"), [(0, None), (1, "A")])
def test_aaron_must_be_ahead_to_win(ahead: int, lost_in: str | None) -> None:
    game = new_game(1, rules=changed(aaron_piles=[0, 0, 0, 0, 0], rounds=1))
    game.players[0].points["cards"] = 7
    game.aaron.points["sets"] = 7 + ahead
    game.players[0].animals = {"rooster": 0, "cow": 0, "sheep": 2, "pig": 0}
    silver_until_round(game, "over")
    assert game.lost_in == lost_in


# ---- whole games ----


def cards_in(game: Game) -> Counter:
    """All action cards, wherever they are."""
    cards = Counter(game.deck + game.discard + game.drawn)
    for row in game.display.values():
        cards.update(row)
    for pile in game.aaron_piles:
        cards.update(pile)
    for owner in [*game.players, *([game.aaron] if game.aaron else [])]:
        for stack in owner.estate.stacks:
            cards.update(stack.cards)
    for player in game.players:
        cards.update(player.hand + player.stack + player.projects)
    return cards


def check(game: Game, deck: Counter) -> None:
    assert cards_in(game) == deck
    for name in ("goods", "animals"):
        left = Counter(getattr(game, name).piles[0] + getattr(game, name).piles[1])
        for player in game.players:
            left.update(getattr(player, name))
            if name == "goods":
                left.update(player.sold)
        assert left == Counter(game.rules[name])
    for player in game.players:
        assert player.workers >= 0 and player.silver >= 0 and len(player.projects) <= game.rules["project_limit"]
        sets = player.estate.counts()
        complete = {type_: count for type_, (count, _) in sets.items()}
        assert player.points["sets"] == sum(game.rules["set_points"][type_] * n for type_, n in complete.items())
        assert all(game.first_owner[type_] is not None for type_ in complete if complete[type_])
        for stack in player.estate.stacks:
            assert 1 <= len(stack.cards) <= 3
            kinds = {"building" if kind in KINDS[6:] else kind for kind, _ in stack.cards}
            assert kinds <= {stack.type_, "cloister"} and stack.type_ in kinds


def random_game(players: int, seed: int, rules: dict | None = None) -> tuple[Game, dict]:
    game = new_game(players, seed, rules)
    deck = Counter(all_cards(game.rules)[0])
    rng = random.Random(seed)
    counts: Counter = Counter()
    while not game.over:
        moves = game.legal()
        assert moves and len(set(moves)) == len(moves)
        counts["decisions"] += 1
        counts["real"] += len(moves) > 1
        counts["options"] += len(moves) if len(moves) > 1 else 0
        counts["bought"] += game.frames[-1].name == "BOUGHT"
        game.play(rng.choice(moves))
        check(game, deck)
    assert game.legal() == []
    return game, counts


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_random_games_keep_every_card(players: int) -> None:
    for seed in range(100):
        game, _ = random_game(players, seed)
        json.dumps(game.snapshot())
        result = game.result()
        if players > 1:
            assert game.letter == "E" and game.turn == 6
            assert sum(seat["win_60ths"] for seat in result["seats"]) == 60
            assert sum(seat["points"]["start_player"] for seat in result["seats"]) == 1
        for seat in result["seats"]:
            assert seat["score"] == sum(seat["points"].values())


@pytest.mark.parametrize("seed", range(4))
def test_random_games_under_every_switch(seed: int) -> None:
    rules = changed(
        purchases_per_turn=1 + seed % 2,
        set_reward_order=["effect", "choice"][seed % 2],
        points_supply=5,
        stack_beside_open=True,
        offer_empty_sale=True,
        offer_full_refill=True,
        offer_uneven_convert=True,
        last_seat_two=True,
        ship_goods=3,
        boarding_cards=2,
        cards={kind: [2] * 6 if kind in ("cloister", "ship", "city_hall") else [0] * 6 for kind in KINDS},
    )
    for players in (1, 2, 3, 4):
        game, _ = random_game(players, seed, rules)
        assert sum(player.points["cards"] for player in game.players) <= 5


def test_snapshot_does_not_change_the_game_and_moves_from_json_are_understood() -> None:
    game = new_game(2)
    before = game.snapshot()
    assert before == json.loads(json.dumps(before)) == game.snapshot()
    row = next(row for row in game.display if game.display[row])
    game.active.hand = [("ship", row), ("ship", row)]
    game.play(["play", row])
    game.play(["take", row, list(game.display[row][0])])
    assert game.seat == 2


def test_paragraphs_of_the_rules_are_numbered_once() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules" / "burgundy-cards.md").read_text(encoding="utf-8")
    numbers = re.findall(r"^\*\*(\d+\.\d+)\*\* ", text, re.MULTILINE)
    expected: dict[int, int] = {}
    for number in numbers:
        chapter, paragraph = map(int, number.split("."))
        assert paragraph == expected.get(chapter, 0) + 1, number
        expected[chapter] = paragraph
    assert list(expected) == list(range(1, 15))
    for block in text.split("\n\n"):
        if re.match(r"\*\*\d+\.\d+\*\* ", block):
            assert re.search(r"\*\((printed|read|assumed)\b", block), block.split()[0]
