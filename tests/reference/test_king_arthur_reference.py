"""The plain engine of King Arthur on its own: each step, both ends, seals, and whole games that lose no card."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from typing import Any

import pytest

import tests.reference.king_arthur_pieces as ka
from tests.reference.king_arthur import Game
from tests.reference.king_arthur_deals import arranged, new_game

Y, B, G, R = (lambda s, c=c: ka.adversary(c, s) for c in ka.COLOURS)
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


def full_columns() -> list[int]:
    """Four yellow cards, so that nobody can replenish."""
    return [Y(1), Y(1), Y(1), Y(1)]


# ------------------------------------------------------------------------------------------------------ adventures


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


# ------------------------------------------------------------------------------------------------- dealing and drawing


def test_hands_come_from_the_front_of_the_deck_and_compensation_from_its_back() -> None:
    rules = {"seat_knights": [0, 1, 2, 0, 0]}
    deck = ka.knight_cards(ka.DEFAULT_RULES)
    random.Random(8).shuffle(deck)
    game = Game(rules, 3, sorted(ka.adversary_cards(ka.DEFAULT_RULES), key=lambda card: card % 5), deck, lambda k, c: c)
    dealt = [deck[0:4], [*deck[4:8], deck[-1]], [*deck[8:12], deck[-2], deck[-3]]]
    for player, hand in zip(game.players, dealt, strict=True):
        assert player.knights == [hand.count(kind) for kind in range(7)]
    assert game.knight_deck == deck[12:-3]
    while game.seat == 1:
        game.play(("pass",))
    assert game.knight_deck == deck[14:-3]
    assert game.players[0].knights == [[*deck[0:4], *deck[12:14]].count(kind) for kind in range(7)]


def drawn_after_first_turn(rules: dict[str, Any], moves: list[Any], **laid_out: Any) -> int:
    game = arranged(rules, **laid_out)
    for move in moves:
        game.play(move)
    return sum(event[0] == "drawn" and event[1] == 1 for event in game.events)


def test_how_many_knights_are_drawn() -> None:
    fight: dict[str, Any] = {"table": [*full_columns(), R(3)], "knights": [[0] * 3, [0]]}
    quest: dict[str, Any] = {"table": full_columns(), "hands": [[R(5), R(3)], []], "left": ["beast", "sea", "mark"]}
    beast = ("adventure", NUMBER["beast"])
    assert drawn_after_first_turn({}, [("pass",)], **fight) == 2
    assert drawn_after_first_turn({}, [("attack", R(3))], **fight) == 1
    assert drawn_after_first_turn({}, [beast], **quest) == 1
    assert drawn_after_first_turn({"idle_despite_adventure": True}, [beast], **quest) == 2
    assert drawn_after_first_turn({"idle_despite_adventure": True}, [("attack", R(3))], **fight) == 1
    assert drawn_after_first_turn({"hand_limit": 4}, [("pass",)], **fight) == 1
    assert drawn_after_first_turn({"hand_limit": 3}, [("pass",)], **fight) == 0
    optional = {"optional_draw": True}
    assert drawn_after_first_turn(optional, [("pass",), ("pass",)], **fight) == 0
    assert drawn_after_first_turn(optional, [("pass",), ("draw",), ("pass",)], **fight) == 1
    assert drawn_after_first_turn(optional, [("pass",), ("draw",), ("draw",)], **fight) == 2
    for move in (("attack", Y(1)), ("double", Y(1)), ("repeat", R(4))):
        sealed = {"table": full_columns(), "sealed": [[R(4)], []], "knights": [[0] * 4, []]}
        sealed["table"] = [*full_columns(), R(3)]
        assert drawn_after_first_turn(SEALS, [move], **sealed) == 1


def test_who_declines_the_first_card_is_not_asked_again() -> None:
    game = arranged({"optional_draw": True}, table=full_columns(), knights=[[0], [0]])
    game.play(("pass",))
    assert game.snapshot()["decision"] == {"step": "draw"} and game.legal() == [("draw",), ("pass",)]
    game.play(("pass",))
    assert game.seat == 2


@pytest.mark.parametrize(("at_once", "reshuffles"), [(False, 0), (True, 1)])
def test_when_the_new_deck_is_made(at_once: bool, reshuffles: int) -> None:
    game = arranged({"reshuffle_at_once": at_once}, table=full_columns(), knights=[[0] * 3, [2]])
    game.knight_discard = [game.knight_deck[2:].count(kind) for kind in range(7)]
    game.knight_deck = game.knight_deck[:2]
    game.play(("pass",))
    assert game.reshuffles == reshuffles and bool(game.knight_deck) == at_once


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
    assert game.result()["ender"] == 1


def test_the_ender_is_whoever_brought_the_first_end() -> None:
    rules = {"equal_turns": True, "adventures_left_at_end": 2}
    left = ["bandits", "castle", "excalibur"]
    game = arranged(rules, table=[R(3)], deck=0, hands=[[], [R(5)]], knights=[[0] * 3, []], left=left)
    game.play(("attack", R(3)))
    assert not game.over and game.seat == 2
    game.play(("adventure", NUMBER["excalibur"]))
    result = game.result()
    assert result["end_causes"] == ["adventures", "adversaries"] and result["ender"] == 1


def test_cards_in_hand_count_and_unused_adventures_are_nobodys() -> None:
    game = arranged({"hand_points": 3}, table=full_columns(), hands=[[R(5)], [Y(2)]])
    assert [seat["score"] for seat in game.result()["seats"]] == [15, 6]
    used = dict.fromkeys(ka.ADVENTURES, True) | {"excalibur": False}
    game = arranged({"adventure_used": used}, table=[*full_columns(), R(3)], hands=[[R(5)], []], knights=[[0] * 3, []])
    assert game.snapshot()["adventure_owner"][NUMBER["excalibur"]] == -1
    assert ("adventure", NUMBER["treasure"]) not in game.legal()  # the fight comes first
    game.play(("pass",))
    assert game.legal() == [("adventure", NUMBER["treasure"]), ("pass",)]


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


def test_halves_of_a_double_attack_have_two_colours_and_knights_of_each() -> None:
    hand = [3, 0, 2, 0, 0, 0, 2]  # singles orange and red, two Merlins
    assert ka.first_halves(ka.DEFAULT_RULES, hand, 2) == [(0, 1, 0, 1), (0, 2, 0, 0)]
    assert ka.halves(ka.DEFAULT_RULES, hand, 2, 0) == [(1, 1, 0, 1), (1, 2, 0, 0)]
    assert ka.first_halves(ka.DEFAULT_RULES, [4, 0, 0, 0, 0, 0, 2], 2) == []
    assert ka.first_halves(ka.DEFAULT_RULES, [3, 0, 1, 0, 0, 0, 1], 2) == [(0, 2, 0, 0)]  # the Merlin is needed for red


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
        Game({}, 2, [0] * 44, ka.knight_cards(ka.DEFAULT_RULES), lambda k, cards: cards)
