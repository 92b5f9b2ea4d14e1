"""Rules of the card game, chapters 4 to 6: the six actions, workers, silver and purchases."""

from __future__ import annotations

import pytest

from burgsim.games import load
from burgsim.games.game import UserError
from tests.rules.burgundy_cards_table import Board, arrange, walk
from tests.rules.paragraphs import paragraphs

#: Frames in which nothing can be bought: the halves of one motion.
CLOSED = ("BOUGHT", "DISCARD", "LAY", "PAY")


# ---- 4 The six actions ----


@paragraphs("4.1")
def test_take_a_card_from_the_row_of_the_value() -> None:
    display = {3: ["castle 5", "mine 3"], 5: []}
    board = arrange(hand=["ship 3"], display=display).play("play 3")
    assert sorted(board.of_verb("take")) == ["take 3 castle 5", "take 3 mine 3"]
    board.play("take 3 castle 5")
    assert (board.seat()["projects"], board.snap["display"]["3"]) == (["castle 5"], ["mine 3"])
    assert arrange(hand=["ship 5"], display=display).play("play 5").of_verb("take") == []


@paragraphs("4.2", "4.3", "14.9")
def test_a_fourth_project_pushes_out_an_old_one() -> None:
    board = arrange(hand=["ship 3"], display={3: ["castle 5"]}, projects=["bank 2", "mine 1", "mine 1"])
    board.play("play 3", "take 3 castle 5")
    assert board.pending[-1] == "DISCARD"
    assert sorted(board.moves()) == ["discard bank 2", "discard mine 1"]  # not the castle, which has been named only
    assert board.snap["display"]["3"] == ["castle 5"]
    board.play("discard mine 1")
    assert sorted(board.seat()["projects"]) == ["bank 2", "castle 5", "mine 1"]
    assert sorted(board.snap["discard"]) == ["mine 1", "ship 3"]
    two = arrange(hand=["ship 3"], display={3: ["castle 5"]}, projects=["bank 2", "mine 1"])
    two.play("play 3", "take 3 castle 5")
    assert (len(two.seat()["projects"]), two.snap["seat"]) == (3, 2)


@paragraphs("4.3", "14.9", "6.2")
def test_a_bought_card_and_a_fetched_card_push_out_an_old_project_too() -> None:
    full = ["bank 2", "mine 1", "mine 3"]
    board = arrange(silver=3, projects=full, deck=["ship 1", "ship 4", "ship 5", "ship 6"])
    board.play("buy", "keep ship 5")
    assert sorted(board.moves()) == ["discard bank 2", "discard mine 1", "discard mine 3"]
    assert board.snap["drawn"] == ["ship 4", "ship 5", "ship 6"]
    board.play("discard bank 2")
    assert sorted(board.seat()["projects"]) == ["mine 1", "mine 3", "ship 5"]
    assert (board.snap["drawn"], sorted(board.snap["discard"])) == ([], ["bank 2", "ship 4", "ship 6"])
    board = arrange(projects=["city_hall 2", "market 5", "mine 3"], display={6: ["ship 1"]}, hand=["ship 5"])
    board.play("play 5", "place market 5")
    board.give(1, projects=full).play("take 6 ship 1", "discard mine 3")
    assert sorted(board.seat()["projects"]) == ["bank 2", "mine 1", "ship 1"]


@paragraphs("4.4")
def test_projects_are_discarded_to_make_room_only() -> None:
    seen = 0
    for board in walk(2, 8, {"start_silver": 9}):
        if "discard" in board.verbs():
            seen += 1
            assert board.pending[-1] == "DISCARD"
            assert len(board.seat(board.snap["seat"])["projects"]) == 3
    assert seen


@paragraphs("4.5")
def test_place_a_project_of_the_value() -> None:
    board = arrange(hand=["ship 4"], projects=["bank 4", "mine 3"]).play("play 4")
    assert board.of_verb("place") == ["place bank 4"]
    board.play("place bank 4")
    assert (board.seat()["projects"], board.seat()["sets"]["building"]) == (["mine 3"], [0, 1])
    assert board.seat()["silver"] == 3  # its effect, at once


@paragraphs("4.6", "4.7", "9.2")
def test_all_goods_of_one_kind_are_sold_together() -> None:
    board = arrange(hand=["ship 3"], goods={"medium": 3, "dark": 2}).play("play 3")
    assert board.of_verb("sell") == ["sell medium"]
    board.play("sell medium")
    assert board.seat()["goods"] == {"light": 0, "medium": 0, "dark": 2}
    assert board.seat()["sold"] == {"light": 0, "medium": 3, "dark": 0}
    assert (board.seat()["silver"], board.points("goods")) == (3, 3)


@paragraphs("4.8", "11.3")
def test_whoever_sells_takes_the_start_player_card_at_once() -> None:
    board = arrange(3).give(3, hand=["ship 6"], goods={"dark": 1})
    board.quietly(lambda board: board.snap["seat"] == 3).play("play 6", "sell dark")
    assert board.snap["start_card"] == 3
    assert [board.points("start_player", seat) for seat in (1, 2, 3)] == [0, 0, 1]
    board = arrange(hand=["ship 6"], goods={"dark": 1}).play("play 6", "sell dark")
    assert (board.snap["start_card"], board.snap["sale_happened"]) == (1, True)
    board = arrange(2).quietly(lambda board: board.snap["seat"] == 2).give(2, goods={"light": 1})
    board.place("warehouse 4").play("sell light")
    assert (board.snap["start_card"], board.snap["sale_happened"]) == (2, True)


@paragraphs("4.9")
def test_selling_nothing_only_under_the_switch() -> None:
    assert arrange(hand=["ship 3"]).play("play 3").of_verb("sell") == []
    board = arrange(3, {"offer_empty_sale": True}).give(2, hand=["ship 3"])
    board.quietly(lambda board: board.snap["seat"] == 2).play("play 3")
    assert board.of_verb("sell") == ["sell medium"]
    board.play("sell medium")
    assert (board.snap["start_card"], board.snap["sale_happened"], board.storage(2)[1]) == (2, True, 0)
    board = arrange(rules={"offer_empty_sale": True}).place("warehouse 4")
    assert board.moves() == ["sell light", "sell medium", "sell dark", "skip"]


@paragraphs("4.10", "4.11", "5.4")
@pytest.mark.parametrize("value", (1, 4))
def test_workers_are_filled_up_to_two(value: int) -> None:
    for workers in (0, 1):
        board = arrange(hand=[f"ship {value}"], workers=workers).play(f"play {value}", "workers")
        assert board.storage()[0] == 2
    for workers in (2, 5):
        assert "workers" not in arrange(hand=["ship 1"], workers=workers).play("play 1").moves()
        board = arrange(rules={"offer_full_refill": True}, hand=["ship 1"], workers=workers).play("play 1", "workers")
        assert board.storage()[0] == workers


@paragraphs("4.12", "5.4")
@pytest.mark.parametrize("value", range(1, 7))
def test_one_silver_for_any_value(value: int) -> None:
    board = arrange(hand=[f"ship {value}"], workers=1).play(f"play {value}", "silver")
    assert board.storage()[:2] == (1, 1)


@paragraphs("4.13", "4.14")
def test_five_workers_and_one_silver_make_two_points() -> None:
    board = arrange(hand=["ship 2"], workers=5, silver=1).play("play 2")
    assert board.of_verb("convert") == ["convert 1", "convert 2"]
    board.play("convert 2")
    assert (board.pending[-1], board.moves()) == ("PAY", ["pay 5"])
    board.play("pay 5")
    assert (board.storage()[:2], board.points("cards")) == ((0, 0), 2)


@paragraphs("4.13", "4.14")
def test_any_mixture_pays_for_a_conversion() -> None:
    board = arrange(hand=["ship 2"], workers=2, silver=2).play("play 2", "convert 1")
    assert board.moves() == ["pay 1", "pay 2"]
    board.play("pay 1")
    assert (board.storage()[:2], board.points("cards")) == ((1, 0), 1)
    assert arrange(hand=["ship 2"], workers=1, silver=1).play("play 2").of_verb("convert") == []


@paragraphs("4.15")
def test_uneven_conversions_only_under_the_switch() -> None:
    board = arrange(rules={"offer_uneven_convert": True}, hand=["ship 2"], workers=3, silver=3).play("play 2")
    assert board.of_verb("convert") == ["convert 1", "convert 2"]
    board.play("convert 1")
    pairs = {(w, s) for w in range(4) for s in range(4) if 3 <= w + s <= 5}
    assert set(board.moves()) == {f"pay {w} {s}" for w, s in pairs}
    board.play("pay 3 2")
    assert (board.storage()[:2], board.points("cards")) == ((0, 1), 1)
    board = arrange(rules={"offer_uneven_convert": True}, hand=["ship 2"], workers=1, silver=1).play("play 2")
    assert board.of_verb("convert") == []


# ---- 5 Workers ----


@paragraphs("5.1", "5.3")
def test_two_becomes_six_with_two_workers() -> None:
    board = arrange(hand=["ship 2"], workers=2, projects=["castle 6"]).play("play 2", "place castle 6")
    assert board.storage()[0] == 0
    assert arrange(hand=["ship 2"], workers=1, projects=["castle 6"]).play("play 2").of_verb("place") == []


@paragraphs("5.1", "5.3")
@pytest.mark.parametrize("value", range(1, 7))
@pytest.mark.parametrize("target", range(1, 7))
def test_a_change_costs_the_fewest_workers(value: int, target: int) -> None:
    cost = min(abs(value - target), 6 - abs(value - target))
    display = {target: ["mine 1"]}
    board = arrange(hand=[f"ship {value}"], workers=cost + 3, display=display)
    board.play(f"play {value}", f"take {target} mine 1")
    assert board.storage()[0] == 3
    if cost:
        board = arrange(hand=[f"ship {value}"], workers=cost - 1, display=display).play(f"play {value}")
        assert board.of_verb("take") == []


@paragraphs("5.3")
@pytest.mark.parametrize(
    ("value", "good", "cost"), [(1, "medium", 2), (1, "dark", 1), (2, "medium", 1), (5, "light", 2)]
)
def test_goods_are_reached_by_the_nearer_of_their_values(value: int, good: str, cost: int) -> None:
    board = arrange(hand=[f"ship {value}"], workers=cost, goods={good: 1}).play(f"play {value}", f"sell {good}")
    assert board.storage()[0] == 0
    board = arrange(hand=[f"ship {value}"], workers=cost - 1, goods={good: 1}).play(f"play {value}")
    assert board.of_verb("sell") == []


@paragraphs("5.2", "6.5")
def test_workers_change_the_value_of_a_bought_card_too() -> None:
    board = arrange(silver=3, workers=1, projects=["mine 1"], deck=["ship 6", "ship 6", "bank 4"])
    board.play("buy")
    assert sorted(board.moves()) == ["keep bank 4", "keep ship 6", "use 4", "use 6"]
    board.play("use 6")
    assert "skip" not in board.moves() and {"silver", "workers", "place"} <= board.verbs()  # it must be taken
    board.play("place mine 1")
    assert (board.storage()[:2], board.pending) == ((0, 2), ["END", "PLAY"])
    board = arrange(silver=3, workers=0, projects=["mine 1"], deck=["ship 6"]).play("buy", "use 6")
    assert board.of_verb("place") == []


@paragraphs("5.4")
def test_nothing_is_paid_where_no_value_is_needed() -> None:
    board = arrange(workers=2, display={6: ["mine 5"]}, projects=["mine 1"], goods={"dark": 1}).place("castle 2")
    assert {"take 6 mine 5", "place mine 1", "sell dark"} <= set(board.moves())
    assert board.play("take 6 mine 5").storage()[0] == 2
    board = arrange(workers=0, projects=["mine 1"]).place("city_hall 4").play("place mine 1")
    assert board.storage()[:2] == (0, 2)


# ---- 6 Silver and purchases ----


@paragraphs("6.1", "6.2", "14.1")
def test_three_silver_buy_one_of_three_cards() -> None:
    assert "buy" not in arrange(silver=2).moves()
    board = arrange(silver=4, deck=["mine 6", "ship 1", "ship 1", "bank 4"]).play("buy")
    assert (board.snap["drawn"], board.snap["deck"]) == (["bank 4", "ship 1", "ship 1"], ["mine 6"])
    assert board.storage()[1] == 1
    assert sorted(board.moves()) == ["keep bank 4", "keep ship 1", "use 1", "use 4"]
    board.play("keep ship 1")
    assert (board.seat()["projects"], sorted(board.snap["discard"])) == (["ship 1"], ["bank 4", "ship 1"])
    board = arrange(silver=3, deck=["ship 1", "ship 1", "bank 4"]).play("buy", "use 4")
    assert (board.seat()["projects"], sorted(board.snap["discard"])) == ([], ["bank 4", "ship 1", "ship 1"])
    board.play("silver")
    assert (board.storage()[1], board.pending) == (1, ["END", "PLAY"])  # the card of the go is still to come


@paragraphs("6.3")
def test_purchases_have_no_limit_but_under_the_switch() -> None:
    def buy_on(board: Board) -> int:
        bought = 0
        while "buy" in board.moves() and bought < 20:
            board.give(1, projects=[]).play("buy")
            board.play(board.of_verb("keep")[0])
            bought += 1
        return bought

    assert buy_on(arrange(silver=38)) == 12
    board = arrange(rules={"purchases_per_turn": 2}, silver=30)
    assert buy_on(board) == 2
    board.quietly(lambda board: board.snap["seat"] == 2).quietly(lambda board: board.snap["seat"] == 1)
    assert buy_on(board) == 2  # in the next go anew


@paragraphs("6.4", "14.16")
def test_a_purchase_is_offered_at_every_decision_but_in_the_middle_of_a_motion() -> None:
    open_frames, closed_frames = set(), set()
    rules = {"start_silver": 10, "silver_action": 6, "purchases_per_turn": 10, "set_reward_order": "choice",
             "cards.warehouse": [2] * 6}  # fmt: skip
    for seed in range(25):
        for board in walk(2, seed, rules):
            top = board.pending[-1]
            silver = board.state["silver"][board.state["active"]]
            if top in CLOSED:
                closed_frames.add(top)
                assert "buy" not in board.moves()
            else:
                assert ("buy" in board.moves()) is bool(silver >= 3), top
                if silver >= 3:
                    open_frames.add(top)
    assert closed_frames == set(CLOSED)
    assert open_frames >= {
        "PLAY", "ACT", "REWARD", "GOODS", "ANIMALS", "BOARDING", "PICK", "WAREHOUSE", "CITY_HALL", "END", "ORDER",
    }  # fmt: skip


@paragraphs("6.4")
def test_one_may_buy_in_the_forced_last_turn() -> None:
    board = arrange().quietly(lambda board: board.snap["turn"] == 6).give(1, silver=3)
    assert board.verbs() == {"play", "buy"} and len(board.of_verb("play")) == 1


@paragraphs("6.4", "6.6", "8.1", "8.17")
def test_a_castle_buys_a_castle_in_the_middle_of_its_effect() -> None:
    board = arrange(silver=3, deck=["mine 1", "castle 4", "ship 2"], display={5: ["castle 1"]}).place("castle 2")
    assert board.pending == ["END", "ACT"]
    board.play("buy", "keep castle 4")
    assert board.pending == ["END", "ACT"]  # the free action still waits
    board.play("place castle 4", "take 5 castle 1")
    assert (board.seat()["projects"], board.seat()["sets"]["castle"]) == (["castle 1"], [0, 2])
    assert board.snap["seat"] == 2


@paragraphs("6.6", "14.10")
def test_a_purchase_is_dealt_with_in_full_before_the_rest_goes_on() -> None:
    board = arrange(silver=3, hand=["ship 5"], projects=["castle 2"], deck=["ship 2"] * 3, display={6: ["mine 6"]})
    board.play("play 5", "buy", "use 2")
    assert board.pending == ["END", "ACT", "ACT"]
    board.play("place castle 2")
    assert board.pending == ["END", "ACT", "ACT"]  # the castle's effect lies on top of the action with the 5
    board.play("take 6 mine 6")
    assert board.pending == ["END", "ACT"] and "skip" not in board.moves() and board.of_verb("take") == []
    board.play("silver")
    assert board.snap["seat"] == 2


@paragraphs("6.6")
def test_silver_of_the_same_go_may_be_spent() -> None:
    board = arrange(silver=0).place("bank 4")
    assert board.moves() == ["end", "buy"]


@paragraphs("6.7", "14.5")
def test_a_purchase_draws_what_there_is() -> None:
    board = arrange(silver=6, deck=["ship 1"], discard=["mine 1"]).play("buy")
    assert board.snap["drawn"] == ["mine 1", "ship 1"]
    assert (board.snap["deck"], board.snap["discard"], board.snap["reshuffles"]) == ([], [], 1)
    board.play("keep ship 1")
    assert "buy" in board.moves()  # the mine is in the discard
    board.lay_out(discard=[])
    assert "buy" not in board.moves()


@paragraphs("6.3")
def test_a_go_without_end_is_refused() -> None:
    for changes in ({"purchase_price": 1}, {"silver_action": 3}, {"silver_action": 5, "purchase_price": 4}):
        with pytest.raises(UserError, match="could be made for ever; allowed: less than purchase_price"):
            load("burgundy-cards").rules.build(changes)
    load("burgundy-cards").rules.build({"silver_action": 2})
    load("burgundy-cards").rules.build({"silver_action": 10, "purchases_per_turn": 3})
