"""Rules of the card game, chapters 7 to 10: estate, sets, cloisters, effects, goods and animals, bonuses, rewards."""

from __future__ import annotations

import pytest

from burgsim.games.burgundy_cards.components import BUILDINGS, TYPES
from tests.rules.burgundy_cards_table import Board, arrange, walk
from tests.rules.paragraphs import paragraphs

ONE_OF_EACH = dict.fromkeys(TYPES, 1)


# ---- 7 Estate, sets and cloisters ----


@paragraphs("7.1", "7.2", "7.3")
def test_three_cards_of_a_type_are_a_set_and_the_next_begins_a_stack() -> None:
    board = arrange(open={"mine": 1}, sets={"mine": 2})
    assert board.place("mine 1").seat()["sets"]["mine"] == [2, 2]
    board = arrange(open={"mine": 2, "ship": 1}, sets={"mine": 2}).place("mine 1")
    assert board.seat()["sets"]["mine"] == [3, 0]
    board = arrange(open={"ship": 1}, sets={"mine": 3}).place("mine 1")
    assert board.seat()["sets"]["mine"] == [3, 1]
    assert board.seat()["sets"]["ship"] == [0, 1]
    assert board.points("sets") == 0


@paragraphs("7.1", "7.3")
def test_complete_sets_stay_and_open_stacks_only_grow_but_for_cloisters_that_are_covered() -> None:
    covered = 0
    for seed in range(8):
        last: dict[int, dict] = {}
        for board in walk(2, seed, {"start_silver": 9, "cards.cloister": [6] * 6}):
            for seat in (1, 2):
                now = board.seat(seat)["sets"]
                for type_, (complete, size) in now.items():
                    before = last.get(seat, now)[type_]
                    assert 0 <= size <= 2
                    gone = [complete, size] < before
                    covered += gone
                    assert not gone or (type_ == "cloister" and complete == before[0] and size == 0)
                last[seat] = now
    assert covered


@paragraphs("7.4", "7.5")
@pytest.mark.parametrize("third", BUILDINGS)
def test_any_three_buildings_are_a_set(third: str) -> None:
    board = arrange(display={}, goods_piles=([], []), animals_piles=([], []))
    board.place("watchtower 1").next_go(1).place("bank 2").next_go(1).give(1, silver=0).place(f"{third} 3")
    assert (board.seat()["sets"]["building"], board.points("sets")) == ([1, 0], 3)


@paragraphs("7.5", "13.3", "10.1", "10.2", "10.8")
@pytest.mark.parametrize(
    ("type_", "points"),
    [("building", 3), ("pasture", 4), ("cloister", 6), ("castle", 5), ("mine", 5), ("knowledge", 4), ("ship", 4)],
)
def test_points_of_a_set_and_its_first_bonus(type_: str, points: int) -> None:
    board = arrange(open={type_: 2}).place("watchtower 1" if type_ == "building" else f"{type_} 1")
    assert board.points("sets") == points
    assert (board.points("first"), board.snap["first"][type_]) == (1, 1)
    assert board.moves() == [f"reward {i}" for i in range(5)]


@paragraphs("7.7")
def test_a_stack_that_is_not_complete_is_worth_nothing() -> None:
    board = arrange(open=dict.fromkeys(TYPES, 2)).to_end()
    assert (board.points("sets"), board.points("first")) == (0, 0)


@paragraphs("7.8", "7.9", "7.14", "7.15")
def test_a_cloister_joins_any_open_stack_or_the_cloisters() -> None:
    board = arrange(open={"ship": 1, "building": 2, "cloister": 1}, sets={"mine": 1}).place("cloister 3")
    assert sorted(board.moves()) == ["lay building", "lay cloister", "lay ship"]
    board.play("lay building")  # a set of buildings in every way
    assert board.seat()["sets"]["building"] == [1, 0]
    assert (board.points("sets"), board.snap["first"]["building"], board.snap["first"]["cloister"]) == (3, 1, None)
    assert board.verbs() == {"reward"}
    board = arrange(open={"ship": 1, "cloister": 1}).place("cloister 3").play("lay ship")
    assert (board.seat()["sets"]["ship"], board.snap["seat"]) == ([0, 2], 2)  # and no good for it
    assert board.storage() == (0, 0, 0, 0)
    board = arrange(open={"ship": 1, "cloister": 1}).place("cloister 3").play("lay cloister")
    assert (board.seat()["sets"]["cloister"], board.seat()["sets"]["ship"]) == ([0, 2], [0, 1])


@paragraphs("7.9", "7.10", "8.3")
def test_a_cloister_begins_no_stack_but_its_own() -> None:
    board = arrange(sets={"ship": 1}).place("cloister 3")
    assert (board.seat()["sets"]["cloister"], board.seat()["sets"]["ship"]) == ([0, 1], [1, 0])
    assert (board.snap["seat"], board.storage()) == (2, (0, 0, 0, 0))


@paragraphs("7.11", "7.14", "7.15", "14.12")
def test_a_card_on_two_cloisters_completes_a_set_of_its_type() -> None:
    board = arrange(open={"cloister": 2}).place("mine 3")
    assert board.moves() == ["lay new", "lay cloisters"]
    board.play("lay cloisters")
    assert (board.seat()["sets"]["mine"], board.seat()["sets"]["cloister"]) == ([1, 0], [0, 0])
    assert (board.points("sets"), board.snap["first"]["mine"], board.snap["first"]["cloister"]) == (5, 1, None)
    assert (board.storage()[1], board.pending) == (0, ["END", "EFFECT", "REWARD"])
    assert board.play("reward 3").storage()[1] == 5  # the mine's 2 come too


@paragraphs("7.11")
def test_a_card_on_one_cloister_makes_two_of_its_type_and_a_new_stack_leaves_it() -> None:
    board = arrange(open={"cloister": 1}, goods_piles=([], [])).place("ship 3").play("lay cloisters")
    assert (board.seat()["sets"]["ship"], board.seat()["sets"]["cloister"]) == ([0, 2], [0, 0])
    board = arrange(open={"cloister": 2}, goods_piles=([], [])).place("ship 3").play("lay new")
    assert (board.seat()["sets"]["ship"], board.seat()["sets"]["cloister"]) == ([0, 1], [0, 2])


@paragraphs("7.12")
def test_a_card_joins_its_open_stack_unless_the_switch_is_on() -> None:
    board = arrange(open={"cloister": 2, "mine": 1}).place("mine 3")
    assert board.seat()["sets"]["mine"] == [0, 2]
    board = arrange(rules={"stack_beside_open": True}, open={"cloister": 2, "mine": 1}).place("mine 3")
    assert board.moves() == ["lay mine", "lay cloisters"]
    board.play("lay cloisters")
    assert (board.seat()["sets"]["mine"], board.seat()["sets"]["cloister"]) == ([1, 1], [0, 0])
    board = arrange(rules={"stack_beside_open": True}, open={"cloister": 1, "mine": 1}).place("mine 3")
    assert board.seat()["sets"]["mine"] == [0, 2]  # it wouldn't complete a set


@paragraphs("7.13")
def test_a_set_of_cloisters_stays_one() -> None:
    board = arrange(sets={"cloister": 1}).place("mine 3")
    assert (board.seat()["sets"]["mine"], board.seat()["sets"]["cloister"]) == ([0, 1], [1, 0])


# ---- 8 Effects ----


@paragraphs("8.1", "8.18", "14.14")
def test_castle() -> None:
    board = arrange(workers=1, silver=2, display={1: ["ship 2"], 6: ["ship 2"]}, goods={"light": 1, "dark": 1},
                    projects=["mine 4"]).place("castle 2")  # fmt: skip
    assert board.moves() == ["take 1 ship 2", "take 6 ship 2", "place mine 4", "sell light", "sell dark", "workers",
                             "silver", "convert 1", "skip"]  # fmt: skip
    assert board.play("skip").snap["seat"] == 2


@paragraphs("8.2", "8.4", "8.11", "8.12", "14.14")
@pytest.mark.parametrize(
    ("card", "workers", "silver", "points"),
    [("mine 3", 5, 2, 0), ("knowledge 3", 7, 0, 0), ("watchtower 3", 5, 0, 1), ("bank 4", 5, 3, 0)],
)
def test_effects_that_come_by_themselves(card: str, workers: int, silver: int, points: int) -> None:
    board = arrange(workers=5).place(card)
    assert (*board.storage()[:2], board.points("cards")) == (workers, silver, points)
    assert sum(board.seat()["points"].values()) == points + 1  # and the start-player card


@paragraphs("8.5", "8.6", "9.1", "8.18")
def test_ship_and_pasture() -> None:
    board = arrange(goods_piles=(["dark", "light"], ["light", "dark"])).place("ship 1")
    assert (board.pending, board.moves()) == (["END", "GOODS"], ["good 1", "good 2", "skip"])
    assert board.play("good 2").seat()["goods"] == {"light": 0, "medium": 0, "dark": 1}
    assert board.snap["goods"] == [["dark", "light"], ["light"]]
    board = arrange(animals_piles=(["cow", "pig"], ["cow", "sheep"])).place("pasture 1")
    assert (board.pending, board.moves()) == (["END", "ANIMALS"], ["animal 1", "animal 2", "skip"])
    assert board.play("animal 1").seat()["animals"] == {"rooster": 0, "cow": 0, "sheep": 0, "pig": 1}
    for card in ("ship 1", "pasture 1"):
        assert arrange().place(card).play("skip").storage() == (0, 0, 0, 0)


@paragraphs("8.7", "8.8", "8.9", "8.18", "14.14")
@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        ("carpenter", {"take 4 bank 2", "take 1 church 3", "take 4 knowledge 1"}),
        ("church", {"take 4 castle 1", "take 4 mine 1", "take 4 cloister 1"}),
        ("market", {"take 4 ship 1", "take 4 pasture 1", "take 6 ship 1"}),
    ],
)
def test_buildings_that_fetch_a_card(kind: str, wanted: set) -> None:
    cards = [f"{type_} 1" for type_ in TYPES[:6]]
    board = arrange(display={1: ["church 3"], 4: [*cards, "bank 2"], 6: ["ship 1"]}).place(f"{kind} 3")
    assert board.pending == ["END", "PICK"]
    assert set(board.moves()) == wanted | {"skip"}
    move = max(wanted)
    card = move.split(maxsplit=2)[2]
    assert board.play(move).seat()["projects"] == [card]
    assert board.storage() == (0, 0, 0, 0)


@paragraphs("8.10", "14.15")
@pytest.mark.parametrize("kind", ["carpenter", "church", "market"])
def test_nothing_suitable_on_display(kind: str) -> None:
    rest = {"carpenter": "ship 1", "church": "ship 1", "market": "mine 1"}[kind]
    assert arrange(display={1: [rest]}).place(f"{kind} 3").snap["seat"] == 2


@paragraphs("8.13", "8.18", "14.14")
def test_boarding_house() -> None:
    board = arrange().place("boarding_house 4")
    assert (board.pending[-1], board.moves()) == ("BOARDING", ["good 1", "good 2", "animal 1", "animal 2", "skip"])
    assert board.play("animal 2").storage() == (0, 0, 0, 1)
    assert arrange().place("boarding_house 4").play("skip").storage() == (0, 0, 0, 0)
    board = arrange(rules={"boarding_cards": 2}).place("boarding_house 4").play("good 1", "animal 1")
    assert (board.storage(), board.snap["seat"]) == ((0, 0, 1, 1), 2)
    board = arrange(rules={"boarding_cards": 3}).place("boarding_house 4").play("good 1", "skip")
    assert (board.storage(), board.snap["seat"]) == ((0, 0, 1, 0), 2)


@paragraphs("8.14", "8.18", "14.14")
def test_warehouse() -> None:
    board = arrange(goods={"light": 2, "dark": 1}).place("warehouse 4")
    assert (board.pending[-1], board.moves()) == ("WAREHOUSE", ["sell light", "sell dark", "skip"])
    board.play("sell light")
    assert (board.storage(), board.points("goods")) == ((0, 2, 1, 0), 2)
    assert arrange(goods={"light": 2}).place("warehouse 4").play("skip").storage() == (0, 0, 2, 0)


@paragraphs("8.15", "8.17", "8.18", "14.14")
def test_city_hall() -> None:
    board = arrange(projects=["bank 2", "mine 6"]).place("city_hall 4")
    assert (board.pending[-1], board.moves()) == ("CITY_HALL", ["place mine 6", "place bank 2", "skip"])
    assert board.play("place bank 2").storage()[1] == 3
    board = arrange(projects=["city_hall 2", "castle 6"]).place("city_hall 4").play("place city_hall 2")
    assert board.moves() == ["place castle 6", "skip"]
    board.play("place castle 6", "silver")
    assert (board.storage()[1], board.seat()["sets"]["building"], board.snap["seat"]) == (1, [0, 2], 2)
    assert arrange(projects=["bank 2"]).place("city_hall 4").play("skip").seat()["projects"] == ["bank 2"]


@paragraphs("8.16", "14.15")
@pytest.mark.parametrize("kind", ["warehouse", "city_hall"])
def test_warehouse_and_city_hall_wait_for_a_purchase_only(kind: str) -> None:
    assert arrange().place(f"{kind} 4").snap["seat"] == 2
    board = arrange(silver=3, deck=["mine 1"] * 3).place(f"{kind} 4")
    assert board.moves() == ["skip", "buy"]
    board.play("buy", "keep mine 1")
    if kind == "city_hall":
        assert board.play("place mine 1").storage()[1] == 2
    assert board.snap["seat"] == 2


@paragraphs("8.18")
def test_declining_gives_up_all_that_are_still_to_come() -> None:
    board = arrange(rules={"ship_goods": 3}).place("ship 1").play("good 1", "skip")
    assert (board.storage()[2], board.snap["seat"]) == (1, 2)


# ---- 9 Goods and animals ----


@paragraphs("9.1", "10.12")
def test_several_goods_are_taken_one_at_a_time_from_either_pile() -> None:
    board = arrange(open={"mine": 2}, goods_piles=(["dark", "light"], ["dark", "medium"])).place("mine 3")
    board.play("reward 1")
    assert board.moves() == ["good 1", "good 2"]
    board.play("good 1")
    assert (board.snap["goods"][0][-1], board.moves()) == ("dark", ["good 1", "good 2"])
    board.play("good 2")
    assert board.seat()["goods"] == {"light": 1, "medium": 1, "dark": 0}


@paragraphs("9.2", "9.3", "11.2")
def test_sold_goods_are_points_and_unsold_ones_are_not() -> None:
    board = arrange(hand=["ship 1", "ship 1"], goods={"light": 2, "dark": 5}).play("play 1", "sell light")
    piles = board.snap["goods"]
    board.to_end()
    assert (board.seat()["goods"]["dark"], board.points("goods")) == (5, 2)
    assert board.snap["goods"] == piles  # what was sold never comes back


@paragraphs("9.4")
def test_an_emptied_pile_gets_the_upper_half_of_the_other() -> None:
    rest = ["light", "light", "medium", "dark", "medium"]
    board = arrange(goods_piles=(["dark"], rest)).place("ship 1").play("good 1")
    assert board.snap["goods"] == [["dark", "medium"], ["light", "light", "medium"]]
    board = arrange(animals_piles=(["cow", "pig", "sheep", "pig"], ["cow"])).place("pasture 1").play("animal 2")
    assert board.snap["animals"] == [["cow", "pig"], ["sheep", "pig"]]
    board = arrange(goods_piles=(["dark"], ["light"])).place("ship 1").play("good 1")
    assert board.snap["goods"] == [[], ["light"]]


@paragraphs("9.5", "14.15", "10.12")
def test_with_both_piles_used_up_nothing_is_gained() -> None:
    for card in ("ship 1", "pasture 1", "boarding_house 2"):
        board = arrange(goods_piles=([], []), animals_piles=([], [])).place(card)
        assert (board.storage(), board.snap["seat"]) == ((0, 0, 0, 0), 2)
    board = arrange(open={"mine": 2}, goods_piles=(["dark"], [])).place("mine 3").play("reward 1", "good 1")
    assert (board.storage()[2], board.snap["seat"]) == (1, 2)  # one instead of two


@paragraphs("9.6", "9.7", "11.3")
@pytest.mark.parametrize(
    ("herd", "points"),
    [
        (["sheep"] * 3 + ["cow"] * 2 + ["rooster"], 3),  # the rulebook's example
        (["sheep", "cow", "rooster", "pig"], 4),
        (["sheep", "cow", "pig"], 2),
        (["sheep", "cow"], 1),
        (["sheep"] * 5, 0),
        (["sheep", "cow", "rooster", "pig"] * 2, 8),
        (["sheep"] * 2 + ["cow"] * 2 + ["rooster"], 3),
    ],
)
def test_herds(herd: list, points: int) -> None:
    for order in (herd, herd[::-1]):
        board = arrange(rules={"pasture_animals": 5}, animals_piles=(order[::-1], [])).give(1, points={})
        # Pile 2 gets half of pile 1 when the first animal is taken, so the order varies: take what there is.
        while sum(len(pile) for pile in board.snap["animals"]):
            board.place("pasture 1")
            while board.of_verb("animal"):
                board.play(board.of_verb("animal")[0])
            board.quietly(lambda board: board.snap["seat"] == 1)
        assert board.storage()[3] == len(herd)
        assert board.points("animals") == points


# ---- 10 Bonus cards and round rewards ----


@paragraphs("10.1", "10.7")
def test_a_first_bonus_is_taken_once() -> None:
    board = arrange(open={"mine": 2}).give(2, open={"mine": 2}).place("mine 1").play("reward 0")
    assert board.snap["seat"] == 2
    board.place("mine 2")
    assert [board.points("first", seat) for seat in (1, 2)] == [1, 0]
    assert [board.points("sets", seat) for seat in (1, 2)] == [5, 5]
    assert board.snap["first"]["mine"] == 1


@paragraphs("10.3", "10.5", "10.7")
@pytest.mark.parametrize(("players", "bonuses"), [(1, [3]), (2, [3, 1]), (3, [4, 2, 1]), (4, [4, 3, 2, 1])])
def test_all_seven_by_number_of_players(players: int, bonuses: list) -> None:
    board = arrange(players)
    for seat in range(1, players + 1):
        board.give(seat, open={**ONE_OF_EACH, "mine": 0, "cloister": 0}, sets={"cloister": 1})
    for seat in range(1, players + 1):
        board.quietly(lambda board, seat=seat: board.snap["seat"] == seat).place("mine 1")
        assert (board.points("all_seven", seat), board.seat(seat)["has_all_seven"]) == (bonuses[seat - 1], True)
    assert board.snap["all_seven"] == ([1] if players == 1 else [])


@paragraphs("10.4")
def test_at_most_one_all_seven_card_a_player() -> None:
    board = arrange(open={**ONE_OF_EACH, "mine": 0}, sets={"mine": 0}).place("mine 1").play("lay new")
    board.quietly(lambda board: board.snap["seat"] == 1).give(1, silver=0).place("mine 1")
    assert (board.points("all_seven"), board.snap["all_seven"]) == (3, [1])


@paragraphs("10.6")
def test_a_cloister_counts_for_all_seven_as_what_it_is_now() -> None:
    six = {**ONE_OF_EACH, "mine": 0}
    assert arrange(open=six).place("mine 3").play("lay new").points("all_seven") == 3
    assert arrange(open=six).place("mine 3").play("lay cloisters").points("all_seven") == 0
    joker = {**ONE_OF_EACH, "cloister": 0}
    assert arrange(open=joker).place("cloister 3").play("lay ship").points("all_seven") == 0
    assert arrange(open=joker).place("cloister 3").play("lay cloister").points("all_seven") == 3
    # With the ships complete a ship may cover the cloister: the card that was taken is kept.
    board = arrange(open={**ONE_OF_EACH, "ship": 0, "mine": 0}, sets={"ship": 1}, goods_piles=([], []))
    board.place("mine 3").play("lay new").quietly(lambda board: board.snap["seat"] == 1).give(1, silver=0)
    board.place("ship 3").play("lay cloisters")
    assert (board.seat()["sets"]["cloister"], board.points("all_seven")) == ([0, 0], 3)


@paragraphs("10.8", "10.9", "10.12")
def test_rewards_of_round_a() -> None:
    def reward(i: int) -> Board:
        board = arrange(open={"pasture": 2}, animals_piles=(["cow"] * 3, ["cow"] * 3), round="A")
        board.place("pasture 1")
        assert board.moves() == [f"reward {n}" for n in range(5)]
        board.play(f"reward {i}")
        for _ in range(2):
            if board.pending[-1] != "REWARD" and i in (1, 2):
                assert "skip" not in board.moves()  # not to be declined
                board.play(board.moves()[0])
        assert board.pending == ["END", "ANIMALS"] and "skip" in board.moves()  # the pasture comes last
        return board.play("skip")

    assert [reward(i).points("cards") for i in range(5)] == [3, 0, 0, 0, 0]
    assert [reward(i).storage() for i in range(5)] == [
        (0, 0, 0, 0), (0, 0, 2, 0), (0, 0, 0, 2), (0, 3, 0, 0), (3, 0, 0, 0),
    ]  # fmt: skip


@paragraphs("10.8", "10.10")
def test_rewards_of_round_d_and_that_they_are_never_used_up() -> None:
    for i, storage in enumerate([(0, 2, 0, 0), (2, 0, 0, 0), (1, 1, 0, 0)]):
        board = arrange(open={"cloister": 2}, round="D").give(2, open={"cloister": 2}, silver=0, workers=0)
        board.place("cloister 1")
        assert board.moves() == ["reward 0", "reward 1", "reward 2"]
        assert board.play(f"reward {i}").storage() == storage
        board.place("cloister 1").play(f"reward {i}")  # the same option for the next player
        assert board.storage(2) == storage
        board.give(1, open={"cloister": 2}, silver=0, workers=0).place("cloister 1").play(f"reward {i}")
        assert board.storage() == storage  # and for a further set


@paragraphs("10.12", "14.13")
def test_a_reward_brings_goods_before_animals() -> None:
    board = arrange(open={"cloister": 2}, round="B").place("cloister 3").play("reward 3")
    assert (board.pending, board.moves()) == (["END", "ANIMALS", "GOODS"], ["good 1", "good 2"])
    assert board.play("good 2").moves() == ["animal 1", "animal 2"]


@paragraphs("10.13", "14.12")
@pytest.mark.parametrize("order", ["reward", "effect", "choice"])
def test_order_of_reward_and_effect(order: str) -> None:
    board = arrange(rules={"set_reward_order": order}, open={"castle": 2}, projects=["mine 1"]).place("castle 3")
    if order == "choice":
        assert (board.pending, board.moves()) == (["END", "ORDER"], ["order reward", "order effect"])
        other = arrange(rules={"set_reward_order": order}, open={"castle": 2}).place("castle 3").play("order reward")
        assert other.pending == ["END", "EFFECT", "REWARD"]
        board.play("order effect")
    if order == "reward":
        assert board.pending == ["END", "EFFECT", "REWARD"]
        board.play("reward 3")
        assert (board.storage()[1], board.pending) == (3, ["END", "ACT"])
    else:
        assert board.pending == ["END", "REWARD", "ACT"]
        assert board.play("place mine 1").pending == ["END", "REWARD"]  # the mine's silver came before
        assert board.storage()[1] == 2
    cloister = arrange(rules={"set_reward_order": order}, open={"cloister": 2}).place("cloister 3")
    assert cloister.pending[-1] == "REWARD"
