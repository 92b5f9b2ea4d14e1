"""Rules of King Arthur, chapters 1 to 5: the box, set-up, the turn, replenishing and fighting."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from burgsim.games.king_arthur.components import ADVENTURES, COLOURS, MERLIN
from tests.rules.king_arthur_table import ADVERSARY, GAME, KNIGHT, Board, arrange, walk
from tests.rules.paragraphs import paragraphs

TWO_ORANGE = ["orange", "orange"]


def everything(board: Board) -> tuple[Counter, Counter]:
    """All adversaries and all knights of a game, wherever they are."""
    snap = board.snap
    adversaries = Counter(snap["adversary_deck"] + snap["adversary_discard"] + snap["table"])
    knights = Counter(snap["knight_deck"] + snap["knight_discard"])
    for seat in snap["seats"]:
        adversaries.update(seat["adversaries"] + seat["sealed"])
        knights.update(seat["knights"])
    return adversaries, knights


# ---- 1 What is in the box


@paragraphs("1.1", "5.3")
def test_knights_of_any_one_colour_fight_adversaries_of_any_colour() -> None:
    for colour in ("orange", "red", "beige"):
        board = arrange(table=["red 3", "yellow 3"], knights=[[colour] * 3])
        assert board.of("attack") == {"red 3", "yellow 3"}
    mixed = arrange(table=["red 3", "yellow 2"], knights=[["orange", "orange", "red", "beige"]])
    assert mixed.of("attack") == {"yellow 2"}


@paragraphs("1.2")
def test_fourteen_singles_and_two_doubles_of_each_colour() -> None:
    _, knights = everything(Board())
    for colour in ("orange", "red", "beige"):
        assert (knights[colour], knights[f"{colour} double"]) == (14, 2)
    _, knights = everything(Board(rules={"knight_singles": 10, "knight_doubles": 4}))
    assert (knights["red"], knights["beige double"]) == (10, 4)


@paragraphs("1.3")
def test_five_merlins_each_counts_one_of_any_colour() -> None:
    _, knights = everything(Board())
    assert knights["Merlin"] == 5
    board = arrange(table=["red 3", "red 4", "red 5"], knights=[["orange", "red", "red", "Merlin"]])
    assert board.of("attack") == {"red 3"}
    _, knights = everything(Board(rules={"knight_merlins": 3}))
    assert knights["Merlin"] == 3


@paragraphs("1.4", "10.1")
def test_adversaries_by_colour_and_strength() -> None:
    for preset in ("design", "flat", "no_ones"):
        adversaries, _ = everything(Board(rules=GAME.rules.presets()[preset]))
        counts = Counter()
        for card, n in adversaries.items():
            counts[card.split()[0]] += n
            assert 1 <= int(card.split()[1]) <= 5
        assert [counts[colour] for colour in COLOURS] == [13, 11, 11, 9]
    adversaries, _ = everything(Board(rules={"strengths.red": (9, 0, 0, 0, 0)}))
    assert adversaries["red 1"] == 9 and adversaries["red 5"] == 0


@paragraphs("1.5", "2.1")
def test_thirteen_adventures_lie_open_and_any_can_be_left_out() -> None:
    assert Board().snap["adventures"] == dict.fromkeys(ADVENTURES)
    assert len(ADVENTURES) == 13
    board = Board(rules={"adventure_used.grail": False})
    assert board.snap["adventures"]["grail"] == "not in play"
    hand = ["red 5", "red 5", "red 5"]
    assert "grail" in arrange(hands=[hand]).of("adventure")
    assert "grail" not in arrange(hands=[hand], rules={"adventure_used.grail": False}).of("adventure")


@paragraphs("1.6", "9.1")
def test_five_seals_each_in_the_game_with_seals_only() -> None:
    assert [seat["seals"] for seat in Board(5).snap["seats"]] == [0] * 5
    assert [seat["seals"] for seat in Board(5, {"seals": True}).snap["seats"]] == [5] * 5
    assert Board(2, {"seals": True, "seals_each": 3}).seat()["seals"] == 3


@paragraphs("1.7")
def test_codes_of_cards_and_adventures() -> None:
    for colour, name in enumerate(COLOURS):
        for strength in range(1, 6):
            assert ADVERSARY[f"{name} {strength}"] == 5 * colour + strength - 1
    names = ["orange", "orange double", "red", "red double", "beige", "beige double", "Merlin"]
    assert [KNIGHT[name] for name in names] == list(range(7)) and MERLIN == 6
    assert ADVENTURES[0] == "grail" and ADVENTURES[12] == "treasure"
    board = arrange(table=["blue 2"], knights=[["red double"]])
    assert (board.state["table"][6], board.state["knights"][0, 3]) == (1, 1)


# ---- 2 Set-up


@paragraphs("2.2", "11.1")
def test_adversaries_are_turned_over_from_the_front_until_a_column_is_full() -> None:
    for game in range(50):
        board = Board(game=game)
        adversaries = GAME.words.setup(board.state, board.game.rules)["adversaries"]
        shown = [event["card"] for event in board.events("show")]
        assert shown == adversaries[: len(shown)] and sorted(shown) == sorted(board.snap["table"])
        columns = Counter(card.split()[0] for card in shown)
        before = Counter(card.split()[0] for card in shown[:-1])
        assert max(columns.values()) == 4 and max(before.values()) == 3


@paragraphs("2.3", "11.2")
def test_four_knights_each_from_the_front_seat_by_seat() -> None:
    board = Board(3, {"seat_knights": (0, 1, 2, 0, 0)})
    deck = GAME.words.setup(board.state, board.game.rules)["knights"]
    expected = [deck[0:4], deck[4:8] + [deck[-1]], deck[8:12] + [deck[-2], deck[-3]]]
    for seat, cards in enumerate(expected, 1):
        assert sorted(board.seat(seat)["knights"]) == sorted(cards)
    assert board.snap["knight_deck"] == deck[12:-3]
    assert len(Board(2, {"start_knights": 6}).seat()["knights"]) == 6


@paragraphs("2.4")
def test_compensation_for_a_seat() -> None:
    board = Board(2, {"seat_knights": (0, 2, 0, 0, 0), "seat_points": (0, 3, 0, 0, 0)})
    assert [len(board.seat(seat)["knights"]) for seat in (1, 2)] == [4, 6]
    assert [board.score(seat) for seat in (1, 2)] == [0, 3]
    usual = Board(2)
    assert usual.snap["knight_deck"][:30] == board.snap["knight_deck"][:30]
    assert usual.seat(1)["knights"] == board.seat(1)["knights"]


@paragraphs("2.5", "3.2")
def test_seat_1_starts_and_turns_go_round() -> None:
    for players in (2, 3, 5):
        seats = []
        for board in walk(players, 3):
            if not seats or seats[-1] != (board.snap["turn"], board.snap["seat"]):
                seats.append((board.snap["turn"], board.snap["seat"]))
        assert all((turn - 1) % players + 1 == seat for turn, seat in seats)
        assert seats[0][0] == 1 and len(seats) > 20


# ---- 3 The turn


@paragraphs("3.1")
def test_four_steps_in_order_each_once_and_the_first_three_may_be_left_out() -> None:
    order = ["replenish", "target", "payment", "adventure", "spend"]
    steps: list[int] = []
    turn = 0
    for seed in range(5):
        for board in walk(3, seed):
            if board.snap["turn"] != turn:
                turn, steps = board.snap["turn"], []
            step = order.index(board.pending)
            assert not steps or step > steps[-1] or (step == steps[-1] and board.pending == "spend")
            steps.append(step)
    board = arrange(table=["yellow 1"], hands=[["yellow 1", "yellow 2"]], knights=[["orange"]], deck=["blue 2"])
    assert (board.pending, "pass" in board.moves()) == ("replenish", True)
    assert (board.play("pass").pending, "pass" in board.moves()) == ("target", True)
    assert (board.play("pass").pending, "pass" in board.moves()) == ("adventure", True)
    board.play("pass")
    assert (board.snap["turn"], len(board.seat()["knights"])) == (2, 3)


@paragraphs("3.3")
def test_hands_of_knights_and_decks_are_hidden_and_all_else_is_public() -> None:
    for public in (True, False):
        game = walk(3, 8, {"public_hands": public})
        board = [next(game) for _ in range(60)][-1]
        seat = int(board.state["active"])
        views = []
        for key in range(30):
            view = board.game.copy()
            with np.errstate(over="ignore"):
                GAME.hide(view.state, view.rules, seat, np.uint64(key), view.log)
            assert view.audit() == "" and view.legal() == board.game.legal()
            views.append(view.snapshot())
        own = board.snap["seats"][seat]
        others = [n for n in range(3) if n != seat]
        assert all(view["seats"][seat] == own for view in views)
        assert len({str(view["adversary_deck"]) for view in views}) > 1
        assert len({str(view["knight_deck"]) for view in views}) > 1
        for other in others:
            assert len({str(view["seats"][other]["knights"]) for view in views}) > 1
        remembered = len({str([view["seats"][o]["adversaries"] for o in others]) for view in views}) == 1
        assert remembered == public
        for view in views:
            for name in ("table", "adventures", "knight_discard", "adversary_discard", "turn", "pending"):
                assert view[name] == board.snap[name]


# ---- 4 Replenishing


@paragraphs("4.1", "4.2", "12.2")
def test_replenishing_needs_room_in_every_column_and_a_card() -> None:
    full = ["blue 3"] * 4
    reds = [["red"] * 3]
    assert arrange(table=full, deck=["yellow 1"], knights=reds).pending == "target"
    board = arrange(table=full[:3], deck=["yellow 1"], knights=reds)
    assert board.moves() == ["replenish", "pass"]
    assert arrange(table=full[:3], knights=reds).pending == "target"
    assert arrange(2, {"column_limit": 2}, full[:2], ["yellow 1"], knights=reds).pending == "target"


@paragraphs("4.3")
def test_cards_are_turned_over_until_a_column_is_full_or_the_deck_is_empty() -> None:
    deck = ["blue 3", "red 3", "blue 3", "blue 2", "green 3"]
    board = arrange(table=["blue 1", "green 2"], deck=deck).play("replenish")
    assert [event["card"] for event in board.events("show")] == deck[:4]
    assert board.snap["adversary_deck"] == ["green 3"]
    board = arrange(table=["blue 1", "green 2"], deck=["red 3", "green 3"]).play("replenish")
    assert board.snap["adversary_deck"] == [] and len(board.snap["table"]) == 4


@paragraphs("4.4")
def test_replenishing_is_compulsory_when_nothing_lies_face_up() -> None:
    board = arrange(table=[], deck=["yellow 1", "yellow 1"], knights=[["orange"]])
    assert (board.pending, board.events("replenish")) == ("target", [{"event": "replenish", "seat": 1}])
    assert arrange(table=["red 5"], deck=["yellow 1"]).moves() == ["replenish", "pass"]


@paragraphs("4.5")
def test_replenishing_is_no_action_for_the_draw() -> None:
    board = arrange(table=["blue 1"], deck=["red 5"]).play("replenish")
    assert len(board.seat()["knights"]) == 2


# ---- 5 Fighting


@paragraphs("5.1", "12.3")
def test_one_fight_a_turn_for_a_card_that_can_be_paid_for() -> None:
    board = arrange(table=["yellow 2", "yellow 2", "blue 2", "red 5"], knights=[["orange"] * 4])
    assert board.moves() == ["attack yellow 2", "attack blue 2", "pass"]
    board.play("attack yellow 2")
    assert board.seat()["adversaries"] == ["yellow 2"]
    assert board.snap["table"] == ["yellow 2", "blue 2", "red 5"]
    assert board.snap["turn"] > 1


@paragraphs("5.2", "5.5", "12.4")
def test_the_price_is_the_strength_paid_exactly() -> None:
    board = arrange(table=["yellow 3"], knights=[["orange double", "orange double", "orange", "red", "Merlin"]])
    board.play("attack yellow 3")
    assert board.pending == "payment"
    assert board.of("pay") == {"orange 1 1 0", "orange 0 1 1"}
    board.play("pay orange 1 1 0")
    assert board.seat()["knights_paid"] == 3
    doubles = arrange(table=["yellow 3", "yellow 1"], knights=[["orange double", "orange double", "beige"]])
    assert doubles.of("attack") == {"yellow 1"}


@paragraphs("5.4")
def test_a_double_counts_two() -> None:
    board = arrange(table=["yellow 2"], knights=[["red double"]]).play("attack yellow 2")
    assert (board.seat()["knights_paid"], board.snap["knight_discard"]) == (2, ["red double"])


@paragraphs("5.5")
def test_overpaying_by_doubles_alone_and_by_one() -> None:
    rules = {"allow_overpay": True}
    board = arrange(2, rules, ["yellow 3", "yellow 1"], knights=[["orange double", "orange double", "orange"]])
    board.play("attack yellow 3")
    assert board.of("pay") == {"orange 1 1 0", "orange 0 2 0"}
    board = arrange(2, rules, ["yellow 1"], knights=[["orange double", "orange", "Merlin"]]).play("attack yellow 1")
    assert board.of("pay") == {"orange 1 0 0", "orange 0 1 0", "Merlin 0 0 1"}


@paragraphs("5.6")
def test_merlins_alone_can_pay() -> None:
    merlins = [["Merlin"] * 2]
    board = arrange(table=["yellow 2"], knights=merlins).play("attack yellow 2")
    assert board.snap["knight_discard"] == ["Merlin", "Merlin"]
    assert arrange(2, {"merlin_only": False}, ["yellow 2"], knights=merlins).of("attack") == set()


@paragraphs("5.7")
def test_paid_cards_go_to_the_discard() -> None:
    board = arrange(table=["blue 3"], knights=[["beige", "beige double", "red", "red"]])
    board.play("attack blue 3")
    assert board.snap["knight_discard"] == ["beige", "beige double"]
    assert sorted(board.seat()["knights"])[-2:] == ["red", "red"]


@paragraphs("5.3", "12.4")
@pytest.mark.parametrize("price", [1, 2, 3])
def test_every_payment_is_listed_once(price: int) -> None:
    held = ["orange"] * 3 + ["orange double"] + ["red"] * 2 + ["Merlin"] * 2
    board = arrange(table=[f"yellow {price}"], knights=[held]).play(f"attack yellow {price}")
    wanted = set()
    for colour, singles, doubles in (("orange", 3, 1), ("red", 2, 0), ("beige", 0, 0)):
        for s in range(singles + 1):
            for d in range(doubles + 1):
                for m in range(3):
                    if s + 2 * d + m == price and s + d:
                        wanted.add(f"{colour} {s} {d} {m}")
    if price <= 2:
        wanted.add(f"Merlin 0 0 {price}")
    assert board.of("pay") == wanted and len(board.moves()) == len(wanted)
