"""Rules of the card game, chapters 1 to 3 and 13: components, set-up, rounds and turns, assumed numbers."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from burgsim.games.burgundy_cards.components import BUILDINGS, KINDS, TYPES
from burgsim.games.burgundy_cards.rules import parse_reward
from burgsim.games.game import UserError
from tests.rules.burgundy_cards_table import GAME, Board, arrange, walk
from tests.rules.paragraphs import paragraphs

PLAIN = ("castle", "mine", "cloister", "knowledge", "ship", "pasture")
PLAYERS = (1, 2, 3, 4)


def dealt(board: Board) -> dict:
    """The shuffled lists of a game that has just been laid out."""
    return GAME.words.setup(board.state, board.game.rules)


# ---- 1 Components ----


@paragraphs("1.1", "1.2")
def test_seven_types_and_eight_kinds_of_buildings_in_their_order() -> None:
    board = Board()
    assert list(board.seat()["sets"]) == [*PLAIN, "building"] == list(TYPES)
    assert BUILDINGS == (
        "carpenter", "church", "market", "watchtower", "bank", "boarding_house", "warehouse", "city_hall",
    )  # fmt: skip
    assert KINDS == (*PLAIN, *BUILDINGS)


@paragraphs("1.3", "1.4")
def test_counts_and_values_of_the_deck() -> None:
    deck = dealt(Board())["deck"]
    kinds = Counter(card.split()[0] for card in deck)
    assert kinds == {
        "castle": 12, "mine": 12, "cloister": 12, "knowledge": 18, "ship": 18, "pasture": 18,
        **dict.fromkeys(BUILDINGS, 3),
    }  # fmt: skip
    assert len(deck) == 114
    assert {card.split()[1] for card in deck} == {"1", "2", "3", "4", "5", "6"}


@paragraphs("1.5", "13.1", "13.2")
def test_values_of_the_cards() -> None:
    deck = Counter(dealt(Board())["deck"])
    for kind in PLAIN:
        assert [deck[f"{kind} {pip}"] for pip in range(1, 7)] == [2 if kind in PLAIN[:3] else 3] * 6
    for kind in BUILDINGS:
        odd = kind in ("carpenter", "church", "market", "watchtower")
        assert [deck[f"{kind} {pip}"] for pip in range(1, 7)] == ([1, 0] * 3 if odd else [0, 1] * 3)
    for pip in range(1, 7):
        assert sum(deck[f"{kind} {pip}"] for kind in BUILDINGS) == 4
        assert sum(deck[f"{kind} {pip}"] for kind in KINDS) == 19


@paragraphs("13.2")
def test_values_of_the_buildings_may_be_dealt_anew() -> None:
    tables = set()
    for seed in range(3):
        deck = Counter(dealt(Board(2, GAME.rules.presets()["random_pips"], seed))["deck"])
        tables.add(tuple(sorted(card for card in deck.elements() if card.split()[0] in BUILDINGS)))
        for kind in KINDS:
            of_kind = [deck[f"{kind} {pip}"] for pip in range(1, 7)]
            assert sum(of_kind) == 3 if kind in BUILDINGS else of_kind == [2 if kind in PLAIN[:3] else 3] * 6
        assert [sum(deck[f"{kind} {pip}"] for kind in BUILDINGS) for pip in range(1, 7)] == [4] * 6
    assert len(tables) == 3


@paragraphs("1.6", "1.8")
def test_goods_and_animals_in_the_box() -> None:
    lists = dealt(Board())
    assert Counter(lists["goods"]) == {"light": 6, "medium": 6, "dark": 6}
    assert Counter(lists["animals"]) == {"rooster": 5, "cow": 5, "sheep": 5, "pig": 5}


@paragraphs("1.7")
@pytest.mark.parametrize("value", range(1, 7))
def test_each_kind_of_goods_belongs_to_two_values(value: int) -> None:
    board = arrange(hand=[f"ship {value}"], goods={"light": 1, "medium": 1, "dark": 1}).play(f"play {value}")
    assert board.of_verb("sell") == [f"sell {('light', 'medium', 'dark')[(value - 1) // 2]}"]


@paragraphs("1.9", "10.5")
def test_bonus_cards_in_the_box() -> None:
    assert Board().snap["first"] == dict.fromkeys(TYPES)
    assert [Board(n).snap["all_seven"] for n in (2, 3, 4)] == [[3, 1], [4, 2, 1], [4, 3, 2, 1]]


@paragraphs("1.10", "2.14", "3.1")
def test_rows_of_the_display_and_rounds() -> None:
    board = Board()
    assert list(board.snap["display"]) == ["1", "2", "3", "4", "5", "6"]
    assert board.snap["round"] == "A"
    board.to_end()
    assert [event["round"] for event in board.events("round")] == list("ABCDE")


@paragraphs("1.11", "2.8")
@pytest.mark.parametrize("players", (2, 3, 4))
def test_one_start_player_card(players: int) -> None:
    board = Board(players)
    assert (board.snap["start_card"], board.snap["starter"], board.snap["sale_happened"]) == (1, 1, False)
    for board in walk(players, 3):
        holders = [seat for seat in range(1, players + 1) if board.points("start_player", seat)]
        assert holders == [board.snap["start_card"]]


@paragraphs("1.12")
def test_workers_and_silver_are_not_limited() -> None:
    board = arrange(workers=500, silver=500).place("knowledge 3")
    assert board.storage()[:2] == (502, 500)
    board.give(1, hand=["ship 1"]).play("end")
    board.quietly(lambda board: board.snap["seat"] == 1).play("play 1", "silver")
    assert board.seat()["silver"] == 501


@paragraphs("1.13")
def test_points_cards_are_limited_only_under_the_switch() -> None:
    board = arrange(workers=90, hand=["ship 1"]).play("play 1")
    assert board.of_verb("convert")[-1] == "convert 30"
    board = arrange(rules={"points_supply": 22}, workers=90, hand=["ship 1"])
    board.state["chips"] = 18
    board.play("play 1")
    assert board.of_verb("convert") == [f"convert {n}" for n in (1, 2, 3, 4)]
    board = arrange(rules={"points_supply": 22}, open={"mine": 2})
    board.state["chips"] = 20
    board.place("mine 1").play("reward 0")
    assert board.points("cards") == 2


@paragraphs("1.14")
def test_cards_go_to_projects_then_to_the_estate_and_the_rest_to_the_storage() -> None:
    board = arrange(hand=["ship 4"], display={4: ["ship 1"]}).play("play 4", "take 4 ship 1")
    assert (board.seat()["projects"], board.seat()["sets"]["ship"]) == (["ship 1"], [0, 0])
    board.quietly(lambda board: board.snap["seat"] == 1).give(1, hand=["mine 1"]).play("play 1", "place ship 1")
    assert (board.seat()["projects"], board.seat()["sets"]["ship"]) == ([], [0, 1])
    board.play("good 1")
    assert board.storage() == (0, 0, 1, 0)


# ---- 2 Set-up ----


@paragraphs("2.1")
def test_one_to_four_players_and_seat_one_starts() -> None:
    for players in PLAYERS:
        board = Board(players)
        assert (len(board.snap["seats"]), board.snap["seat"]) == (players, 1)
        board.quietly(lambda board: board.snap["turn"] == 2)
        assert [event["seat"] for event in board.events("turn")] == [*range(1, players + 1), 1]
    for players in (0, 5):
        with pytest.raises(UserError):
            Board(players)


@paragraphs("2.2", "2.3", "2.4")
@pytest.mark.parametrize("players", PLAYERS)
def test_everybody_gets_a_good_an_animal_and_a_silver(players: int) -> None:
    goods, animals = set(), set()
    for seed in range(8):
        board = Board(players, seed=seed)
        for seat in range(1, players + 1):
            assert board.storage(seat)[1:] == (1, 1, 1)
            goods |= {name for name, n in board.seat(seat)["goods"].items() if n}
            animals |= {name for name, n in board.seat(seat)["animals"].items() if n}
    assert len(goods) >= 2 and len(animals) >= 2  # they are random


@paragraphs("2.15")
def test_more_silver_for_a_seat() -> None:
    board = Board(3, {"seat_silver": [0, 2, 5, 9]})
    assert [board.storage(seat)[1] for seat in (1, 2, 3)] == [1, 3, 6]


@paragraphs("2.5", "2.6", "2.7", "12.4")
@pytest.mark.parametrize(
    ("players", "workers", "two_for_the_last"),
    [(1, [1], [1]), (2, [0, 1], [0, 2]), (3, [0, 1, 1], [0, 1, 2]), (4, [0, 1, 1, 2], [0, 1, 1, 2])],
)
def test_workers_at_the_start(players: int, workers: list, two_for_the_last: list) -> None:
    seats = range(1, players + 1)
    assert [Board(players).storage(seat)[0] for seat in seats] == workers
    board = Board(players, {"last_seat_two": True})
    assert [board.storage(seat)[0] for seat in seats] == two_for_the_last


@paragraphs("2.9", "14.7")
@pytest.mark.parametrize("players", PLAYERS)
def test_two_piles_of_goods_and_of_animals(players: int) -> None:
    board = Board(players)
    lists, snap = dealt(board), board.snap
    for sort, supply in (("goods", 18), ("animals", 20)):
        for seat in range(1, players + 1):
            given = lists[sort][seat - 1]
            assert board.seat(seat)[sort] == {name: int(name == given) for name in board.seat(seat)[sort]}
        left = lists[sort][players:]
        half = (supply - players + 1) // 2
        assert snap[sort] == [left[:half], left[half:]]
    # Whoever looks sees the tops, and nothing of what lies under them.
    names = {"goods": ("light", "medium", "dark"), "animals": ("rooster", "cow", "sheep", "pig")}
    for i, sort in enumerate(names):
        tops = [names[sort][int(top)] for top in board.state["pile_top"][i]]
        assert tops == [pile[-1] for pile in snap[sort]]
    other = board.game.copy()
    with np.errstate(over="ignore"):
        GAME.hide(other.state, other.rules, 0, np.uint64(7), other.log)
    for sort in names:
        assert [pile[-1] for pile in other.snapshot()[sort]] == [pile[-1] for pile in snap[sort]]
        assert other.snapshot()[sort] != snap[sort]


@paragraphs("14.7")
def test_goods_go_around_once_more_if_everybody_gets_two() -> None:
    board = Board(3, {"start_goods": 2})
    goods = dealt(board)["goods"]
    for seat in (1, 2, 3):
        held = Counter({name: n for name, n in board.seat(seat)["goods"].items() if n})
        assert held == Counter([goods[seat - 1], goods[seat + 2]])


@paragraphs("2.10", "3.3")
@pytest.mark.parametrize("players", PLAYERS)
def test_stacks_of_six_and_a_hand_of_two(players: int) -> None:
    board = Board(players)
    for seat in range(1, players + 1):
        assert (len(board.seat(seat)["hand"]), len(board.seat(seat)["stack"])) == (2, 4)
    assert board.moves() == [f"play {value}" for value in dict.fromkeys(
        int(board.state["hand"][0, i]) % 6 + 1 for i in range(2)
    )]  # fmt: skip
    other = board.game.copy()
    with np.errstate(over="ignore"):
        GAME.hide(other.state, other.rules, 0, np.uint64(7), other.log)
    assert other.snapshot()["seats"][0]["hand"] == board.seat(1)["hand"]
    assert other.snapshot()["seats"][0]["stack"] != board.seat(1)["stack"]


@paragraphs("2.11", "2.12", "2.13", "12.2")
@pytest.mark.parametrize(("players", "cards", "by_row"), [(1, 7, 6), (2, 7, 6), (3, 10, 6), (4, 13, 12)])
def test_display(players: int, cards: int, by_row: int) -> None:
    for seed in range(5):
        board = Board(players, seed=seed)
        shown = dealt(board)["deck"][6 * players :][:cards]
        expected: dict[str, list[str]] = {str(row): [] for row in range(1, 7)}
        for i, card in enumerate(shown):
            expected[str(i % 6 + 1) if i < by_row else card.split()[1]].append(card)
        assert board.snap["display"] == {row: sorted(laid) for row, laid in expected.items()}


# ---- 3 Round and turn ----


@paragraphs("3.2", "2.1")
def test_a_round_has_six_turns_with_a_go_for_everybody_from_the_start_player_on() -> None:
    board = Board(3).to_round("B").quietly(lambda board: board.snap["round"] == "C")
    played = [event["seat"] for event in board.events("play")]
    assert played == [1, 2, 3] * 6 + [2, 3, 1] * 6


@paragraphs("3.4")
def test_the_next_card_is_drawn_when_everybody_has_had_a_go_and_the_last_one_is_forced() -> None:
    board = Board(2)
    stacks = [board.seat(seat)["stack"] for seat in (1, 2)]
    for turn in range(1, 7):
        for seat in (1, 2):
            assert (board.snap["turn"], board.snap["seat"]) == (turn, seat)
            assert len(board.seat(seat)["hand"]) == (2 if turn < 6 else 1)
            assert len(board.seat(seat)["stack"]) == max(0, 5 - turn)
            if 1 < turn < 6:
                assert stacks[seat - 1][turn - 2] in board.seat(seat)["hand"]
            if turn == 6:
                plays, buys = len(board.of_verb("play")), len(board.of_verb("buy"))
                assert len(board.moves()) == plays + buys == 1 + buys
            board.quietly(lambda board, seat=seat: board.snap["seat"] != seat)


@paragraphs("3.5")
def test_a_go_is_one_card_and_exactly_one_action() -> None:
    board = arrange(hand=["ship 5", "bank 2"]).play("play 2")
    assert (board.seat()["hand"], board.snap["discard"]) == (["ship 5"], ["bank 2"])
    board.play("silver")
    assert (board.snap["seat"], board.seat()["silver"]) == (2, 1)  # the bank that was played gave nothing
    for board in walk(2, 5):
        if board.pending[-1] == "ACT" and board.state["frame_b"][len(board.pending) - 1] == 0:
            assert "silver" in board.verbs() and not board.verbs() & {"skip", "end"}


@paragraphs("3.6")
def test_a_go_without_a_card_is_skipped() -> None:
    board = arrange(3, hand=["ship 1"]).give(2, hand=[], silver=9)
    board.play("play 1", "silver")
    assert board.snap["seat"] == 3
    assert board.seat(2)["silver"] == 9


@paragraphs("3.7", "3.8")
def test_the_display_is_cleared_and_dealt_anew_only_between_rounds() -> None:
    board = arrange(2, hand=["ship 3"], display={3: ["castle 6"], 1: ["mine 2", "mine 2"]})
    board.play("play 3", "take 3 castle 6")
    assert board.snap["display"] == {"1": ["mine 2", "mine 2"], **{str(row): [] for row in range(2, 7)}}
    board.quietly(lambda board: board.snap["turn"] == 6)
    assert board.snap["display"]["1"] == ["mine 2", "mine 2"]
    deck = board.snap["deck"]
    before = Counter(board.snap["discard"])
    board.to_round("B")
    assert (Counter(board.snap["discard"]) - before)["mine 2"] >= 2
    assert [board.snap["display"][str(row)][0] for row in range(1, 7) if len(board.snap["display"][str(row)]) == 1] == [
        deck[row - 1] for row in range(1, 7) if len(board.snap["display"][str(row)]) == 1
    ]
    assert sum(len(row) for row in board.snap["display"].values()) == 7
    for seat in (1, 2):
        assert (len(board.seat(seat)["hand"]), len(board.seat(seat)["stack"])) == (2, 4)


@paragraphs("3.9")
def test_the_last_seller_starts_the_next_round() -> None:
    board = arrange(3, hand=["ship 1"], goods={"light": 1}).give(3, hand=["ship 5"], goods={"dark": 1})
    board.play("play 1", "sell light")
    board.quietly(lambda board: board.snap["seat"] == 3).play("play 5", "sell dark")
    assert (board.snap["start_card"], board.snap["sale_happened"]) == (3, True)
    board.to_round("B")
    assert (board.snap["starter"], board.snap["seat"], board.snap["sale_happened"]) == (3, 3, False)
    board.to_round("C")  # nobody sold: on to the left
    assert (board.snap["start_card"], board.snap["starter"]) == (1, 1)


@paragraphs("3.9")
def test_the_holder_who_sells_again_keeps_the_start() -> None:
    board = arrange(2, hand=["ship 1"], goods={"light": 1}).play("play 1", "sell light").to_round("B")
    assert (board.snap["start_card"], board.snap["starter"]) == (1, 1)


@paragraphs("3.10")
def test_a_sale_leaves_the_order_of_the_round_as_it_is() -> None:
    board = arrange(3).give(2, hand=["ship 1", "ship 4"], goods={"light": 1})
    board.quietly(lambda board: board.snap["seat"] == 2).play("play 1", "sell light")
    assert (board.snap["start_card"], board.snap["seat"], board.snap["starter"]) == (2, 3, 1)
    board.to_round("B")
    assert [event["seat"] for event in board.events("play")] == [1, 2, 3] * 6


@paragraphs("3.11")
def test_after_the_last_round_the_start_player_card_stays() -> None:
    board = Board(4).to_round("E")
    holder = board.snap["start_card"]
    assert holder == 1  # four rounds without a sale: once around
    board.to_end()
    assert (board.snap["start_card"], board.snap["sale_happened"]) == (holder, False)


# ---- 13 Assumed numbers ----


def preset(name: str) -> dict:
    return GAME.rules.build(GAME.rules.presets()[name]).model_dump()


@paragraphs("13.3", "7.6")
def test_assumed_points_of_sets() -> None:
    points = preset("default")["set_points"]
    assert [points[kind] for kind in ("castle", "mine", "knowledge", "ship")] == [5, 5, 4, 4]
    low, high = (preset(name)["set_points"] for name in ("low_sets", "high_sets"))
    for kind, span in {"castle": (3, 6), "mine": (3, 6), "knowledge": (2, 5), "ship": (3, 5)}.items():
        assert (low[kind], high[kind]) == span
        board = arrange(rules=GAME.rules.presets()["low_sets"], open={kind: 2}).place(f"{kind} 1")
        assert board.points("sets") == span[0]


@paragraphs("13.4")
def test_assumed_points_of_goods() -> None:
    for name, points in {"default": (1, 1, 1), "goods_two": (2, 2, 2), "goods_by_kind": (1, 2, 3)}.items():
        for good, value, each in zip(("light", "medium", "dark"), (1, 3, 5), points, strict=True):
            board = arrange(rules=GAME.rules.presets()[name], hand=[f"ship {value}"], goods={good: 2})
            board.play(f"play {value}", f"sell {good}")
            assert board.points("goods") == 2 * each


@paragraphs("13.5", "10.11")
def test_assumed_rewards() -> None:
    rewards = preset("default")["round_reward"]
    assert parse_reward(rewards["B"]) == ((2, 0, 0, 0, 0), (0, 2, 0, 0, 0), (0, 0, 2, 0, 0), (0, 1, 1, 0, 0))
    assert parse_reward(rewards["C"]) == ((1, 0, 0, 0, 0), (0, 1, 0, 0, 0), (0, 0, 1, 0, 0))
    assert parse_reward(rewards["E"]) == ((0, 0, 0, 1, 0), (0, 0, 0, 0, 1))
    rich, poor = (preset(name)["round_reward"] for name in ("rich_rounds", "poor_rounds"))
    assert [rich[letter] for letter in "ABCDE"] == [rewards[letter] for letter in "AAADD"]
    assert [poor[letter] for letter in "ABCDE"] == [rewards[letter] for letter in "ADDDD"]
    board = arrange(open={"mine": 2}, round="E").place("mine 1")
    assert board.moves() == ["reward 0", "reward 1"]
