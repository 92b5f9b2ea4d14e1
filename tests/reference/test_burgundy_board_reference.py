"""The plain engine of The Castles of Burgundy against the examples of the rulebook, the rulings and conservation."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest

from tests.reference.burgundy_board import Game
from tests.reference.burgundy_board_deals import deal, of, play_out, tiles_everywhere, turn
from tests.reference.burgundy_board_pieces import (
    BLACK,
    COLOURS,
    DEFAULT_RULES,
    DIE_NUMBERS,
    ESTATES,
    NEIGHBOURS,
    NUMBERS,
    area_of,
    box,
    colour_of,
    colours_of_estate,
)
from tests.reference.burgundy_board_score import points, result, snapshot

#: Sizes of the areas of the nine estates: building, animal, ship, castle, mine, knowledge.
AREAS = {
    1: ("1335", "15", "33", "13", "3", "33"),
    2: ("228", "24", "222", "1111", "12", "222"),
    3: ("1155", "24", "123", "1111", "12", "6"),
    4: ("255", "33", "114", "1111", "12", "33"),
    5: ("12333", "33", "123", "1111", "12", "123"),
    6: ("246", "24", "6", "1111", "111", "33"),
    7: ("237", "33", "222", "22", "111", "222"),
    8: ("222222", "6", "111111", "1111", "12", "24"),
    9: ("66", "24", "24", "1111", "12", "1113"),
}


def gained(game: Game, what: str) -> int:
    return game.players[0].points.get(what, 0)


# ---- what is in the box ----


def test_the_box() -> None:
    coloured, black, goods = box(DEFAULT_RULES)
    assert [len(coloured[colour]) for colour in COLOURS] == [40, 20, 20, 14, 10, 20]
    assert Counter(map(colour_of, black)) == {
        "building": 16, "animal": 8, "ship": 6, "knowledge": 6, "castle": 2, "mine": 2,
    }  # fmt: skip
    assert Counter(goods) == dict.fromkeys(range(1, 7), 7)
    assert sorted(tile for tile in coloured["animal"] if "pig" in tile) == ["pig 2", "pig 2", "pig 3", "pig 3", "pig 4"]
    assert sorted(tile for tile in black if "pig" in tile) == ["pig 3", "pig 4"]


@pytest.mark.parametrize("estate", range(1, 10))
def test_estates(estate: int) -> None:
    colours = colours_of_estate(estate)
    assert Counter(colours) == {"building": 12, "animal": 6, "ship": 6, "knowledge": 6, "castle": 4, "mine": 3}
    sizes: dict[str, list[int]] = {colour: [] for colour in COLOURS}
    left = set(range(37))
    while left:
        cell = min(left)
        sizes[colours[cell]].append(len(area_of(estate, cell)))
        left -= area_of(estate, cell)
    assert tuple("".join(map(str, sorted(sizes[colour]))) for colour in COLOURS) == AREAS[estate]


def test_neighbours_and_die_numbers() -> None:
    assert NEIGHBOURS[18] == [11, 12, 17, 19, 24, 25]
    assert sum(map(len, NEIGHBOURS)) == 2 * 90
    assert all(cell in NEIGHBOURS[other] for cell in range(37) for other in NEIGHBOURS[cell])
    assert Counter(NUMBERS) == {1: 7, **dict.fromkeys(range(2, 7), 6)}
    assert all(NUMBERS[cell] != NUMBERS[other] for cell in range(37) for other in NEIGHBOURS[cell])


def test_the_document_has_the_same_estates() -> None:
    text = (Path(__file__).parents[2] / "docs" / "rules" / "burgundy-board.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| (\d) \| ([BASKCM |]+) \|$", text, re.MULTILINE))
    told = {int(estate): " ".join(part.replace(" ", "") for part in row.split("|")) for estate, row in rows.items()}
    assert told == ESTATES
    assert DIE_NUMBERS.replace(" ", " / ") in " ".join(text.split())


# ---- set-up, phases, rounds ----


@pytest.mark.parametrize("players", [2, 3, 4])
def test_set_up(players: int) -> None:
    game = deal(players)
    assert [player.workers for player in game.players] == [1, 2, 3, 4][:players]
    for player in game.players:
        assert (player.silver, sum(player.goods.values()), player.placed) == (1, 3, {18: "castle"})
    assert len(game.goods_left) == {2: 11, 3: 8, 4: 5}[players]
    assert sum(len(game.depots[depot]) for depot in range(1, 7)) == {2: 12, 3: 18, 4: 24}[players]
    assert len(game.depots[BLACK]) == {2: 4, 3: 6, 4: 8}[players]
    assert game.order == list(range(1, players + 1))
    assert len(game.stacks["castle"]) == 14 - players - {2: 1, 3: 2, 4: 2}[players]


def test_layout_of_chance() -> None:
    stacks, black, goods = box(DEFAULT_RULES)
    random.Random(1).shuffle(goods)
    random.Random(2).shuffle(stacks["building"])
    dice = [[[(phase + 1, turn_ + 1), (seat := 2, seat)] for turn_ in range(5)] for phase in range(5)]
    white = [[3, 3, 4, 5, 6]] * 5
    game = Game({}, [1, 1], stacks, black, goods, dice, white)
    assert sorted(game.depots[1]) == sorted([stacks["building"][0], "ship"])
    assert stacks["building"][2] in game.depots[4] and stacks["building"][3] in game.depots[6]
    assert game.depots[BLACK] == black[:4]
    assert game.waiting_goods == goods[1:5] and game.depot_goods[3] == goods[:1]
    for player, mine in zip(game.players, (goods[25:28], goods[28:31]), strict=True):
        assert player.goods == {good: mine.count(good) for good in range(1, 7)}
    assert game.players[0].dice == [1, 1]


def test_three_players_get_castles_in_a_c_e_and_mines_in_b_d() -> None:
    game = deal(3, 5)
    found = {}
    chance = random.Random(1)
    while not game.over:
        before = found.setdefault(game.phase, [colour_of(tile) for tile in game.depots[6]])
        assert len(before) == 3
        game.play(chance.choice(game.legal()))
    assert [("castle" in colours, "mine" in colours) for colours in found.values()] == [
        (True, False), (False, True), (True, False), (False, True), (True, False),
    ]  # fmt: skip


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_a_whole_game_uses(players: int) -> None:
    game = deal(players)
    play_out(game)
    drawn = {colour: len(box(DEFAULT_RULES)[0][colour]) - len(game.stacks[colour]) for colour in COLOURS}
    drawn["castle"] -= players
    assert [drawn[colour] for colour in COLOURS] == {
        2: [20, 10, 10, 5, 5, 10], 3: [30, 15, 15, 8, 7, 15], 4: [40, 20, 20, 10, 10, 20],
    }[players]  # fmt: skip
    if players == 4:
        assert not game.black and not any(game.stacks.values())


def test_a_ship_changes_the_order_of_later_rounds_only() -> None:
    game = deal(3)
    assert game.turn_order() == [1, 2, 3]
    game._sail(game.players[2])
    assert (game.turn_order(), game.order) == ([3, 1, 2], [1, 2, 3])
    game._sail(game.players[1])  # lands on top
    assert game.turn_order() == [2, 3, 1]
    game._sail(game.players[0])
    assert game.turn_order() == [1, 2, 3]
    game._sail(game.players[2])
    assert game.turn_order() == [3, 1, 2]


def test_start_castles_are_chosen_in_turn_order_before_anything_is_shown() -> None:
    game = deal(3, 0, [8, 1, 3])
    assert (game.seat, of(game, "start")) == (1, {(5,), (7,), (29,), (31,)})
    assert not any(game.depots.values()) and not game.waiting_goods
    assert [player.placed for player in game.players] == [{}, {18: "castle"}, {}]
    game.play(("start", 29))
    assert (game.seat, of(game, "start")) == (3, {(6,), (18,), (28,), (32,)})
    game.play(("start", 18))
    assert (game.decision, game.players[1].placed) == ("turn", {18: "castle"})
    assert not any(sum(player.points.values()) for player in game.players)


def test_a_start_castle_may_score_by_the_switch() -> None:
    game = deal(2, 0, [8, 7], start_castle_scores=True)
    game.play(("start", 29))
    game.play(game.legal()[0])
    assert (points(game, game.players[0])["areas"], points(game, game.players[0])["phases"]) == (1, 10)
    assert points(game, game.players[1])["areas"] == 0  # two castles lie side by side on estate 7


# ---- the rulebook's examples ----


def test_animals_score_again_in_their_pasture() -> None:
    game = turn((1, 4), placed={10: "cattle 3"}, storage=["cattle 4", "cattle 2", "sheep 4"], workers=9)
    game.play(("place", 4, "cattle 4", 9))  # 10 is a 4, 9 is a 5
    assert gained(game, "animals") == 7
    game.play(("place", 1, "cattle 2", 4))
    assert gained(game, "animals") == 7 + 9


def test_animals_of_another_kind_or_pasture_do_not_score_again() -> None:
    game = turn((1, 4), placed={10: "cattle 3", 28: "sheep 4", 27: "bank"}, storage=["sheep 2"], workers=9)
    game.play(("place", 4, "sheep 2", 9))
    assert gained(game, "animals") == 2


def test_tile_7_makes_three_sheep_beside_four_nine_points() -> None:
    game = turn((5,), placed={10: "sheep 4"}, storage=["sheep 3"], knowledge=(7,))
    game.play(("place", 5, "sheep 3", 9))
    assert gained(game, "animals") == 9


def test_three_goods_at_four_players_are_twelve_points_and_one_silver() -> None:
    game = turn((5, 1), players=4, goods={5: 3, 2: 1})
    game.play(("sell", 5, 5))
    player = game.players[0]
    assert (gained(game, "sales"), player.silver, player.goods[5], player.sold[5]) == (12, 1, 0, 3)


@pytest.mark.parametrize(("phase", "score"), [("A", 16), ("B", 14), ("E", 8)])
def test_three_cells_make_six_and_the_phase(phase: str, score: int) -> None:
    placed = {11: "knowledge 18", 12: "knowledge 17", 3: "knowledge 20"}
    game = turn((5,), phase=phase, placed=placed, storage=["knowledge 16"])
    game.play(("place", 5, "knowledge 16", 7))
    assert gained(game, "areas") + gained(game, "phases") == score


def test_one_cell_in_phase_a_makes_eleven() -> None:
    game = turn((2,), placed={26: "bank"}, storage=["cattle 2"])
    game.play(("place", 2, "cattle 2", 27))
    assert (gained(game, "areas"), gained(game, "phases"), gained(game, "animals")) == (1, 10, 2)


def test_two_becomes_six_with_two_workers() -> None:
    game = turn((2,), workers=1, depots={6: ["ship"], 1: ["mine"]})
    assert of(game, "take") == {(2, 1, "mine")}
    game = turn((2,), workers=2, depots={6: ["ship"]})
    game.play(("take", 2, 6, "ship"))
    assert (game.players[0].workers, game.players[0].storage) == (0, ["ship"])


def test_workers_of_the_first_die_serve_the_second() -> None:
    game = turn((4, 2), depots={6: ["ship"]})
    assert of(game, "take") == set()
    game.play(("workers", 4))
    assert of(game, "take") == {(2, 6, "ship")}


def test_a_ship_fills_the_store_up_to_three_types() -> None:
    game = turn((2,), storage=["ship"], goods={1: 1, 2: 1}, depot_goods={3: [1, 4, 4, 5], 5: [6]}, workers=3)
    game.play(("place", 2, "ship", 17))
    assert of(game, "goods") == {(3,), (5,), (0,)}
    game.play(("goods", 3))
    assert of(game, "keep") == {(4,), (5,)}
    game.play(("keep", 4))
    player = game.players[0]
    assert (player.held_types(), player.goods[1], player.goods[4]) == ([1, 2, 4], 2, 2)
    assert (game.depot_goods[3], game.depot_goods[5], player.space) == ([5], [6], 1)
    assert gained(game, "sales") == 0 and game.over


def test_a_full_store_takes_its_own_types_only_and_an_empty_depot_nothing() -> None:
    game = turn((2,), storage=["ship"], goods={1: 1, 2: 1, 3: 1}, depot_goods={3: [1, 4]})
    game.play(("place", 2, "ship", 17))
    game.play(("goods", 3))
    assert (game.depot_goods[3], game.players[0].goods[1], game.players[0].goods[4]) == ([4], 2, 0)
    game = turn((2,), storage=["ship"], depot_goods={3: [1, 4]})
    game.play(("place", 2, "ship", 17))
    game.play(("goods", 0))
    assert game.depot_goods[3] == [1, 4] and game.players[0].held_types() == []


# ---- taking, placing, storage, purchases ----


def test_one_die_takes_or_places() -> None:
    game = turn((4, 3), depots={4: ["bank"]})
    assert of(game, "place") == set()
    game.play(("take", 4, 4, "bank"))
    assert game.players[0].storage == ["bank"]
    assert set(game.legal()) == {("place", 3, "bank", 11), ("place", 3, "bank", 25), ("workers", 3)}


def test_a_full_storage_first_loses_a_stored_tile() -> None:
    game = turn((4, 4), storage=["mine", "ship", "ship"], depots={4: ["bank"]})
    game.play(("take", 4, 4, "bank"))
    assert game.legal() == [("discard", "ship"), ("discard", "mine")]
    assert game.depots[4] == ["bank"]
    game.play(("discard", "ship"))
    assert (sorted(game.players[0].storage), game.depots[4]) == (["bank", "mine", "ship"], [])


def test_equal_tiles_and_equal_dice_are_one_move() -> None:
    game = turn((4, 4), depots={4: ["bank", "bank", "ship"]})
    assert game.legal() == [("take", 4, 4, "bank"), ("take", 4, 4, "ship"), ("workers", 4)]


def test_tiles_are_placed_beside_others_only() -> None:
    game = turn((1,), storage=["ship"], workers=9)
    assert {cell for _, _, cell in of(game, "place")} == {17, 19}


def test_one_purchase_a_turn_from_the_black_depot() -> None:
    game = turn((1, 1), silver=5, depots={BLACK: ["bank", "mine"], 3: ["ship"]})
    assert of(game, "buy") == {(BLACK, "bank"), (BLACK, "mine")}
    game.play(("buy", BLACK, "mine"))
    player = game.players[0]
    assert (player.silver, player.storage, of(game, "buy")) == (3, ["mine"], set())
    assert of(turn((1, 1), silver=1, depots={BLACK: ["bank"]}), "buy") == set()


def test_purchases_before_between_and_after_the_dice() -> None:
    game = turn((1, 2), silver=2, depots={BLACK: ["bank"]})
    for number in (1, 2):
        assert of(game, "buy")
        game.play(("workers", number))
    assert game.legal() == [("buy", BLACK, "bank"), ("end",)]
    game.play(("end",))
    assert game.over and game.players[0].storage == []


def test_no_purchase_inside_an_effect_and_no_second_one_after_a_castle() -> None:
    for before in (True, False):
        game = turn(
            (6, 1), placed={7: "knowledge 19"}, storage=["castle"], silver=6, goods={3: 1},
            depots={BLACK: ["bank", "mine"]},
        )  # fmt: skip
        if before:
            game.play(("buy", BLACK, "bank"))
        game.play(("place", 6, "castle", 6))
        assert game.decision == "castle" and not of(game, "buy")
        game.play(("workers",))
        assert game.decision == "turn" and bool(of(game, "buy")) == (not before)


def test_a_castle_is_any_action_with_any_number_and_cannot_be_refused() -> None:
    game = turn(
        (6, 1), placed={7: "knowledge 19"}, storage=["castle", "ship"], goods={3: 2},
        depots={2: ["bank"], 5: ["mine"], BLACK: ["pig 4"]}, silver=4,
    )  # fmt: skip
    game.play(("place", 6, "castle", 6))
    assert game.decision == "castle"
    assert set(game.legal()) == {
        ("take", 2, "bank"), ("take", 5, "mine"), ("place", "ship", 17), ("place", "ship", 19), ("sell", 3),
        ("workers",),
    }  # fmt: skip
    game.play(("sell", 3))
    assert (gained(game, "sales"), game.decision) == (4, "turn")


def test_castles_chain() -> None:
    game = turn((6,), placed={7: "knowledge 19"}, storage=["castle", "castle", "mine"])
    game.play(("place", 6, "castle", 6))
    game.play(("place", "castle", 2))
    game.play(("place", "mine", 24))
    player = game.players[0]
    assert (player.placed[2], player.placed[24], player.workers, game.over) == ("castle", "mine", 0, True)


def test_no_two_buildings_of_a_kind_in_a_city() -> None:
    placed = {13: "bank"}
    game = turn((6, 6), placed=placed, storage=["bank", "market"], workers=9)
    cells = {cell for _, tile, cell in of(game, "place") if tile == "bank"}
    assert cells == {cell for _, tile, cell in of(game, "place") if tile == "market"} - area_of(1, 13)
    assert {8, 14} <= area_of(1, 13) and {8, 14} & {cell for _, t, cell in of(game, "place") if t == "market"}
    game = turn((6, 6), placed=placed, storage=["bank"], workers=9, knowledge=(1,))
    assert {cell for _, _, cell in of(game, "place")} & area_of(1, 13)


def test_city_hall_ignores_numbers_but_not_the_city() -> None:
    placed = {8: "bank", 7: "knowledge 19"}
    game = turn((1, 2), placed=placed, storage=["city_hall", "bank", "castle"], workers=9)
    game.play(("place", 1, "city_hall", 14))
    assert game.decision == "city_hall"
    cells = {cell for tile, cell in of(game, "place") if tile == "bank"}
    assert cells.isdisjoint(area_of(1, 14)) and ("skip",) in game.legal()
    game.play(("place", "castle", 6))
    assert game.decision == "castle"


def test_city_hall_with_nothing_to_place_is_void() -> None:
    game = turn((3,), placed={8: "bank"}, storage=["city_hall", "market"])
    game.play(("place", 3, "city_hall", 14))
    assert game.decision == "city_hall"
    game = turn((3,), placed={8: "bank"}, storage=["city_hall"])
    game.play(("place", 3, "city_hall", 14))
    assert game.over


@pytest.mark.parametrize(
    ("building", "wanted"),
    [
        ("carpenter", {(1, "bank"), (4, "carpenter")}),
        ("church", {(1, "mine"), (2, "castle"), (6, "knowledge 3")}),
        ("market", {(3, "ship"), (5, "pig 2")}),
    ],
)
def test_buildings_that_take_a_tile_from_a_numbered_depot(building: str, wanted: set) -> None:
    depots = {
        1: ["bank", "mine"], 2: ["castle"], 3: ["ship"], 4: ["carpenter"], 5: ["pig 2"], 6: ["knowledge 3"],
        BLACK: ["bank", "castle", "ship"],
    }  # fmt: skip
    game = turn((3,), storage=[building], depots=depots, silver=9, workers=5)
    game.play(("place", 3, building, next(cell for _, _, cell in sorted(of(game, "place")))))
    assert set(game.legal()) == {("take", *one) for one in wanted} | {("skip",)}
    game.play(("take", *min(wanted)))
    assert game.players[0].storage == [min(wanted)[1]]


def test_warehouse_sells_any_type_and_may_be_declined() -> None:
    game = turn((3,), storage=["warehouse"], goods={2: 2, 6: 1}, workers=5)
    game.play(("place", 3, "warehouse", min(of(game, "place"))[2]))
    assert game.legal() == [("sell", 2), ("sell", 6), ("skip",)]
    game.play(("sell", 2))
    assert (gained(game, "sales"), game.players[0].silver) == (4, 1)


@pytest.mark.parametrize(
    ("building", "points_", "workers", "silver"),
    [("watchtower", 4, 0, 0), ("boarding_house", 0, 4, 0), ("bank", 0, 0, 2)],
)
def test_buildings_that_pay_by_themselves(building: str, points_: int, workers: int, silver: int) -> None:
    game = turn((3,), storage=[building])
    game.play(("place", 3, building, 25))
    player = game.players[0]
    assert (gained(game, "watchtower"), player.workers, player.silver) == (points_, workers, silver)


# ---- bonus tiles, the end ----


def test_the_first_two_to_fill_a_colour_take_its_bonus_tiles() -> None:
    for taken, score in (([], 6), ([2], 3), ([2, 3], 0)):
        game = turn((4,), players=3, placed={29: "mine", 33: "mine"}, storage=["mine"])
        game.bonus["mine"] = list(taken)
        game.play(("place", 4, "mine", 24))
        assert gained(game, "bonus") == score
        assert len(game.players[0].bonus) == (score > 0)


def test_the_score_at_the_end() -> None:
    game = turn((1, 1), goods={1: 2, 2: 1}, workers=3, silver=4, storage=["knowledge 15"])
    told = points(game, game.players[0])
    assert (told["goods"], told["silver"], told["workers"], told["knowledge"]) == (3, 4, 1, 0)


@pytest.mark.parametrize(("tie_break", "winner"), [("more_empty", 2), ("fewer_empty", 1)])
def test_ties(tie_break: str, winner: int) -> None:
    game = turn((1, 1), players=3, placed={19: "ship"}, silver=1, tie_break=tie_break)
    game.players[2].silver = 0
    for player in game.players:
        player.workers, player.goods = 0, dict.fromkeys(range(1, 7), 0)
    told = result(game)
    assert [one["rank_before_tiebreak"] for one in told] == [1, 1, 3]
    assert [one["rank"] for one in told].index(1) + 1 == winner
    game.players[0].placed.pop(19)
    assert [one["rank"] for one in result(game)] == [2, 1, 3]  # seat 2 is later in turn order
    game._sail(game.players[1])
    assert [one["rank"] for one in result(game)] == [1, 2, 3]


# ---- whole games ----


@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_keep_everything(players: int) -> None:
    for seed in range(6):
        game = deal(players, seed, random.Random(seed).sample(range(1, 10), players))
        stacks, black, _ = box(DEFAULT_RULES)
        all_tiles = Counter([tile for stack in stacks.values() for tile in stack] + black)
        chance = random.Random(seed)
        goods = Counter()
        turns: list[int] = []
        while not game.over:
            assert len(game.legal()) > 1
            assert tiles_everywhere(game) <= all_tiles
            for player in game.players:
                assert len(player.storage) <= 3 and len(player.held_types()) <= 3
                assert player.workers >= 0 and player.silver >= 0
                assert all(colour_of(tile) == player.colours[cell] for cell, tile in player.placed.items())
            goods = Counter(game.goods + game.goods_left + game.waiting_goods)
            for left in game.depot_goods.values():
                goods.update(left)
            for player in game.players:
                goods.update({good: player.goods[good] + player.sold[good] for good in player.goods})
            assert goods == dict.fromkeys(range(1, 7), 7)
            turns.append(game.seat)
            game.play(chance.choice(game.legal()))
        told = result(game)
        assert sum(one["win_60ths"] for one in told) == 60
        assert sorted(one["rank"] for one in told) == list(range(1, players + 1))
        assert [one["score"] for one in told] == [sum(one["points"].values()) for one in told]
        assert snapshot(game)["over"] and not game.waiting_goods


@pytest.mark.parametrize("fault", ["unknown rule", "missing tile", "illegal move"])
def test_faults_are_refused(fault: str) -> None:
    if fault == "unknown rule":
        with pytest.raises(ValueError, match="unknown rules: silver"):
            Game({"silver": 3}, [1, 1], {}, [], [], [], [])
    elif fault == "missing tile":
        with pytest.raises(ValueError, match="differ from those"):
            Game({}, [1, 1], box(DEFAULT_RULES)[0], [], [], [], [])
    else:
        with pytest.raises(ValueError, match="not among the legal moves"):
            turn((1, 1)).play(("end",))
