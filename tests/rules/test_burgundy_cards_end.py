"""Rules of the card game, chapters 11, 12 and 14: end and score, solo against Aaron, order of events."""

from __future__ import annotations

import random
import re
from collections import Counter

import numpy as np
import pytest

from burgsim.games.burgundy_cards.cards import RESHUFFLE_STREAM
from burgsim.games.burgundy_cards.components import TYPES
from burgsim.games.burgundy_cards.state import MOST_PENDING
from burgsim.games.burgundy_cards.words import card_code
from burgsim.games.chance import stream_key, word
from burgsim.players import seats
from burgsim.simulation.batch import Table
from tests.games.tables import Player, decisions
from tests.rules.burgundy_cards_table import GAME, Board, arrange, walk
from tests.rules.paragraphs import paragraphs

NO_PILES = {"aaron_piles": [0, 0, 0, 0, 0]}


def solo(rules: dict | None = None, *piles: str) -> Board:
    """A solo game in round A with an empty estate of Aaron's whose later piles hold these cards, in order."""
    board = arrange(1, rules)
    for name in ("aaron_sets", "aaron_open", "aaron_points", "aaron_seven", "first", "seven_taken", "points", "chips"):
        board.state[name] = 0
    last, next_ = len(board.state["deck"]), int(board.state["aaron_next"])
    for i, card in enumerate(piles):
        board.state["deck"][last - 1 - next_ - i] = card_code(card)
    return board


# ---- 11 End and score ----


@paragraphs("11.1", "11.2", "11.3", "11.4")
def test_the_score_is_the_sum_of_its_parts_and_nothing_for_what_is_left() -> None:
    board = Board(3)
    rng = random.Random(2)
    while not board.game.over:
        board.game.play(rng.choice(board.game.legal()))
    assert (board.snap["round"], board.snap["turn"]) == ("E", 6)
    _, rows = board.game.result()
    rules = GAME.rules().model_dump()
    for seat, row in enumerate(rows, 1):
        told = board.seat(seat)
        sets = sum(rules["set_points"][type_] * told["sets"][type_][0] for type_ in TYPES)
        goods = sum(rules["good_points"][good] * n for good, n in told["sold"].items())
        first = sum(owner == seat for owner in board.snap["first"].values())
        herd, animals = [n for n in told["animals"].values() if n], 0
        while herd:
            animals += (0, 1, 2, 4)[len(herd) - 1]
            herd = [n - 1 for n in herd if n > 1]
        collected = sets + goods + first + row["points_cards"] + row["points_all_seven"]
        assert row["score"] == collected + animals + (board.snap["start_card"] == seat)
    before = [row["score"] for row in rows]
    board.state["silver"] += 9
    board.state["workers"] += 9
    board.state["projects_n"] = 2
    assert [row["score"] for row in board.game.result()[1]] == before


@paragraphs("11.5")
def test_ties_are_broken_by_storage_and_then_shared() -> None:
    board = arrange(3).to_end()
    for seat, (points, storage) in enumerate(
        [(5, {"silver": 4, "workers": 1}), (4, {"silver": 9}), (5, {"goods": {"light": 3}, "animals": {"pig": 3}})], 1
    ):
        empty = {"silver": 0, "workers": 0, "goods": {}, "animals": {}, "points": {"cards": points}}
        board.give(seat, **{**empty, **storage})
    rows = board.game.result()[1]
    assert [row["score"] for row in rows] == [5, 4, 5]
    assert [row["rank_before_tiebreak"] for row in rows] == [1, 3, 1]
    assert [row["rank"] for row in rows] == [2, 3, 1]
    board.give(1, workers=2)
    assert [row["win_60ths"] for row in board.game.result()[1]] == [30, 0, 30]


# ---- 12 Solo against Aaron ----


@paragraphs("12.1", "12.3", "12.6")
def test_solo_set_up() -> None:
    board = Board(1)
    snap = board.snap
    assert snap["all_seven"] == [3, 1]
    assert [len(pile) for pile in snap["aaron"]["piles"]] == [4, 5, 6, 7]
    assert sum(complete * 3 + size for complete, size in snap["aaron"]["sets"].values()) == 3
    # The changes are those of the chapter: a go, its actions and effects are the same.
    assert board.verbs() == {"play"}
    assert arrange(1, open={"mine": 2}).place("mine 1").moves() == [f"reward {i}" for i in range(5)]


@paragraphs("12.5")
def test_solo_has_no_start_player_card() -> None:
    board = solo(NO_PILES).give(1, hand=["ship 1"], goods={"light": 2}).play("play 1", "sell light")
    assert (board.snap["start_card"], board.snap["sale_happened"]) == (None, False)
    assert board.seat()["points"] == {**dict.fromkeys(board.seat()["points"], 0), "goods": 2}
    assert board.storage()[1] == 2
    board.to_end()
    assert board.points("start_player") == 0


@paragraphs("12.7", "12.10", "14.3", "14.4")
def test_aarons_pile_is_turned_up_at_the_start_of_each_round() -> None:
    board = Board(1)
    deck = GAME.words.setup(board.state, board.game.rules)["deck"]
    piles, back = [], len(deck)
    for size in (3, 4, 5, 6, 7):
        piles.append(sorted(deck[back - size : back]))
        back -= size
    names = ("round", "aaron", "show", "deal", "hand")
    board.give(1, points={"cards": 90})  # not to lose on the way
    board.to_end()
    told = board.events(*names)
    starts = [i for i, event in enumerate(told) if event["event"] == "round"]
    for i, start in enumerate(starts):
        part = told[start : starts[i + 1] if i < 4 else None]
        aaron = [event["card"] for event in part if event["event"] == "aaron"]
        assert sorted(aaron) == piles[i]
        assert [event["event"] for event in part[: 1 + len(aaron)]] == ["round", *["aaron"] * len(aaron)]
    types = Counter("building" if card.split()[0] not in TYPES else card.split()[0] for pile in piles for card in pile)
    assert board.snap["aaron"]["sets"] == {type_: [*divmod(types[type_], 3)] for type_ in TYPES}
    points = sum(GAME.rules().model_dump()["set_points"][type_] * (types[type_] // 3) for type_ in TYPES)
    assert board.snap["aaron"]["points"]["sets"] == points
    assert not Counter(card for pile in piles for card in pile) - Counter(deck)
    # They never come back: what is left of the box is in the deck, the discard and the player's hands.
    assert len(board.snap["deck"] + board.snap["discard"]) <= 114 - 25


@paragraphs("12.7", "12.8", "12.9", "12.10")
def test_aarons_cards_go_by_type_and_cloisters_give_you_points() -> None:
    board = solo({"aaron_piles": [3, 9, 5, 6, 2]}, "mine 1", "mine 2", "mine 3", "mine 4", "cloister 1", "cloister 2",
                 "bank 2", "castle 1", "city_hall 2")  # fmt: skip
    board.give(1, points={"cards": 50}).to_round("B")
    aaron = board.snap["aaron"]
    assert aaron["sets"] == {
        "castle": [0, 1], "mine": [1, 1], "cloister": [0, 2], "knowledge": [0, 0], "ship": [0, 0], "pasture": [0, 0],
        "building": [0, 2],
    }  # fmt: skip
    assert aaron["points"] == {"sets": 5, "first": 1, "all_seven": 0}
    assert board.snap["first"]["mine"] == "aaron"
    assert board.points("cards") == 52  # his cloisters; his bank, castle and city hall did nothing
    board.give(1, open={"mine": 2}).place("mine 1")
    assert (board.points("first"), board.points("sets")) == (0, 5)


@paragraphs("12.9")
def test_aaron_takes_all_seven_and_leaves_the_smaller_one() -> None:
    cards = [f"{type_} 1" for type_ in TYPES[:6]] + ["bank 2"]
    board = solo({"aaron_piles": [3, 7, 5, 6, 2]}, *cards).give(1, points={"cards": 50}).to_round("B")
    assert board.snap["aaron"]["points"] == {"sets": 0, "first": 0, "all_seven": 3}
    assert (board.snap["all_seven"], board.snap["aaron"]["has_all_seven"]) == ([1], True)
    board.give(1, open={**dict.fromkeys(TYPES, 1), "mine": 0}).place("mine 3").play("lay new")
    assert board.points("all_seven") == 1
    mine = solo({"aaron_piles": [3, 7, 5, 6, 2]}, *cards)
    mine.give(1, open={**dict.fromkeys(TYPES, 1), "mine": 0}, points={"cards": 50}).place("mine 3").play("lay new")
    mine.to_round("B")
    assert (mine.points("all_seven"), mine.snap["aaron"]["points"]["all_seven"]) == (3, 1)


@paragraphs("12.11", "12.12", "12.13", "9.6")
@pytest.mark.parametrize(("ahead", "lost_in"), [(-1, 0), (0, 0), (1, 1)])
def test_the_game_is_lost_only_if_aaron_is_ahead_after_a_round(ahead: int, lost_in: int) -> None:
    board = solo(NO_PILES).give(1, points={"cards": 6})
    board.lay_out(animals_piles=(["cow"], ["pig"])).place("pasture 1").play("animal 1").place("pasture 1")
    board.play("animal 2")  # one point, which counts
    board.state["aaron_points"][0] = 7 + ahead
    board.to_end()
    _, [row] = board.game.result()
    assert (row["lost_in"], row["won"], row["rank"]) == (lost_in, int(not lost_in), 2 if lost_in else 1)
    assert board.snap["round"] == ("A" if lost_in else "E")
    assert row["aaron_score"] == 7 + ahead


# ---- 14 Order of events ----


@paragraphs("14.1", "14.2", "14.4")
@pytest.mark.parametrize("players", [1, 3])
def test_layout_of_the_deck(players: int) -> None:
    board = Board(players)
    deck = GAME.words.setup(board.state, board.game.rules)["deck"]
    for seat in range(players):
        told = board.seat(seat + 1)
        assert sorted(told["hand"]) == sorted(deck[6 * seat : 6 * seat + 2])
        assert told["stack"] == deck[6 * seat + 2 : 6 * seat + 6]
    shown = [card for row in board.snap["display"].values() for card in row]
    size = 7 if players == 1 else 10
    assert sorted(shown) == sorted(deck[6 * players : 6 * players + size])
    assert board.snap["deck"] == deck[6 * players + size : len(deck) - (25 if players == 1 else 0)]
    if players == 1:
        assert sorted(event["card"] for event in board.events("aaron")) == sorted(deck[-3:])
        assert sorted(board.snap["aaron"]["piles"][0]) == sorted(deck[-7:-3])
        assert sorted(board.snap["aaron"]["piles"][3]) == sorted(deck[-25:-18])


@paragraphs("14.1")
def test_a_purchase_changes_nothing_that_is_dealt_later() -> None:
    plain, bought = arrange(2), arrange(2, silver=3)
    back = bought.snap["deck"][-3:]
    assert sorted(bought.play("buy").snap["drawn"]) == sorted(back)
    bought.play(bought.of_verb("keep")[0])
    for board in (plain, bought):
        board.to_round("B")
    assert plain.snap["display"] == bought.snap["display"]
    assert [plain.seat(n)["stack"] for n in (1, 2)] == [bought.seat(n)["stack"] for n in (1, 2)]


@paragraphs("14.3")
def test_order_of_a_round_change() -> None:
    board = arrange(3).quietly(lambda board: board.snap["turn"] == 6 and board.snap["seat"] == 3)
    board.give(3, hand=["ship 1"], goods={"light": 1})
    deck = board.snap["deck"]
    board.game.events.clear()
    board.play("play 1", "sell light")
    board.quietly(lambda board: board.snap["round"] == "B")
    told = [event for event in board.game.events if event["event"] in ("clear", "round", "show", "deal", "hand")]
    order = [event["event"] for event in told]
    assert list(dict.fromkeys(order)) == ["clear", "round", "show", "deal", "hand"]
    assert [event["card"] for event in told if event["event"] in ("show", "deal")] == deck[: 10 + 18]
    assert [event["seat"] for event in told if event["event"] == "deal"] == [3] * 6 + [1] * 6 + [2] * 6


@paragraphs("14.5")
def test_the_deck_is_made_up_in_the_middle_of_a_deal() -> None:
    board = arrange(2).quietly(lambda board: board.snap["turn"] == 6 and board.snap["seat"] == 2)
    board.lay_out(deck=["castle 1", "castle 2", "castle 3"], discard=["mine 6"] * 30, display={})
    board.to_round("B")
    assert [board.snap["display"][str(row)][0] for row in (1, 2, 3)] == ["castle 1", "castle 2", "castle 3"]
    assert [board.snap["display"][str(row)][0] for row in (4, 5)] == ["mine 6", "mine 6"]
    assert board.snap["reshuffles"] == 1
    assert board.snap["discard"] == []
    board = arrange(2).quietly(lambda board: board.snap["turn"] == 6 and board.snap["seat"] == 2)
    board.lay_out(deck=[], discard=["mine 6"] * 9, display={})
    board.to_round("B")  # 10 cards with the one just played: 7 on display, 3 for seat 2, who starts
    assert sum(len(row) for row in board.snap["display"].values()) == 7
    assert [len(board.seat(seat)["hand"] + board.seat(seat)["stack"]) for seat in (1, 2)] == [0, 3]
    board = arrange(2).quietly(lambda board: board.snap["turn"] == 6 and board.snap["seat"] == 2)
    board.lay_out(deck=[], discard=["mine 6"] * 3, display={}).to_round("B")
    assert sum(len(row) for row in board.snap["display"].values()) == 4  # and nobody has a card for the round


@paragraphs("14.6")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_order_of_a_reshuffle_is_given_by_its_number_and_the_cards(number: int) -> None:
    cards = ["ship 1", "ship 1", "mine 2", "bank 4", "castle 6", "ship 3", "pasture 2", "city_hall 2"]
    decks = []
    for discard in (cards, cards[::-1]):
        board = arrange(silver=3, deck=[], discard=discard)
        board.state["reshuffles"] = number - 1
        board.play("buy")
        decks.append([*board.snap["deck"], *[event["card"] for event in board.events("drawn")][::-1]])
    stream = stream_key(board.game.key, RESHUFFLE_STREAM + number)
    hashed, copies = [], Counter()
    for card in cards:
        code = card_code(card)
        with np.errstate(over="ignore"):
            hashed.append((int(word(np.uint64(stream), code * 256 + copies[code])) >> 8, code, card))
        copies[code] += 1
    assert decks == [[card for *_, card in sorted(hashed)]] * 2


@paragraphs("14.8")
def test_a_played_card_is_in_the_discard_and_of_two_alike_the_first_kind_goes() -> None:
    board = arrange(hand=["bank 2", "ship 2"]).play("play 2")
    assert (board.snap["discard"], board.seat()["hand"]) == (["ship 2"], ["bank 2"])
    board = arrange(hand=["bank 2", "ship 2"])
    assert board.moves() == ["play 2"]
    # It may come back at once: the deck is made up from it.
    board = arrange(hand=["bank 2"], silver=3, deck=[], discard=[]).play("play 2", "buy")
    assert board.snap["drawn"] == ["bank 2"]


@paragraphs("14.9")
def test_a_named_project_stays_until_it_is_laid() -> None:
    board = arrange(open={"cloister": 1}, projects=["bank 4"]).place("mine 3")
    assert (board.pending[-1], sorted(board.seat()["projects"])) == ("LAY", ["bank 4", "mine 3"])
    assert board.play("lay new").seat()["projects"] == ["bank 4"]


@paragraphs("14.10", "14.11")
def test_frames_of_a_go() -> None:
    board = arrange(hand=["ship 5"], silver=6, deck=["ship 2"] * 6)
    assert board.pending == ["END", "PLAY"]
    board.play("buy")
    assert board.pending == ["END", "PLAY", "BOUGHT"]
    board.play("use 2")
    assert board.pending == ["END", "PLAY", "ACT"]
    board.play("buy")
    assert board.pending == ["END", "PLAY", "ACT", "BOUGHT"]
    board.play("keep ship 2")
    assert board.pending == ["END", "PLAY", "ACT"]
    board.play("silver")
    assert board.pending == ["END", "PLAY"]
    assert board.play("play 5").pending == ["END", "ACT"]


@paragraphs("14.12")
def test_what_happens_in_order_when_a_card_reaches_the_estate() -> None:
    board = arrange(open={**dict.fromkeys(TYPES, 1), "mine": 0, "cloister": 2}, sets={"cloister": 1})
    board.game.events.clear()
    board.place("mine 1").play("lay cloisters", "reward 3")
    told = board.events("build", "set", "points", "first", "all_seven", "reward", "silver")
    assert [(event["event"], event.get("category", event.get("cause"))) for event in told] == [
        ("build", None), ("set", None), ("points", "sets"), ("first", None), ("points", "first"), ("all_seven", None),
        ("points", "all_seven"), ("reward", None), ("silver", "reward"), ("silver", "mine"),
    ]  # fmt: skip
    no_reward = {"round_reward.A": "", "set_reward_order": "choice"}
    assert arrange(rules=no_reward, open={"castle": 2}).place("castle 1").pending == ["END", "ACT"]


@paragraphs("14.15")
def test_the_end_is_asked_only_if_a_purchase_is_possible() -> None:
    assert arrange(silver=1, hand=["ship 1"]).play("play 1", "silver").snap["seat"] == 2
    board = arrange(silver=2, hand=["ship 1"]).play("play 1", "silver")
    assert (board.pending, board.moves()) == (["END"], ["end", "buy"])
    assert board.play("end").snap["seat"] == 2


@paragraphs("14.17")
def test_equal_cards_are_one_choice_and_piles_are_two() -> None:
    board = arrange(hand=["ship 3"], display={3: ["mine 1", "mine 1"]}, workers=1).play("play 3")
    assert board.of_verb("take") == ["take 3 mine 1"]
    board.play("take 3 mine 1")
    assert board.snap["display"]["3"] == ["mine 1"]
    board = arrange(hand=["ship 3"], display={3: ["mine 1"], 4: ["mine 1"]}, workers=1).play("play 3")
    assert board.of_verb("take") == ["take 3 mine 1", "take 4 mine 1"]
    board = arrange(hand=["ship 3"], projects=["mine 3", "mine 3"]).play("play 3")
    assert board.of_verb("place") == ["place mine 3"]
    board = arrange(goods_piles=(["dark"], ["dark"])).place("ship 1")
    assert board.of_verb("good") == ["good 1", "good 2"]


@paragraphs("14.18")
def test_a_single_move_is_made_without_asking() -> None:
    rules = GAME.rules()
    table = Table(GAME, 3, rules, seats(GAME, 3, ["greedy"]), 5)
    games, _ = table.play(0, 3)
    for number, row in enumerate(games):
        board = Board(3)
        board.game.deal(5, number)
        player = Player(GAME, 3, ["greedy"])
        asked = sum(1 for _ in decisions(board.game, lambda seat, _, b=board, p=player: p.choose(
            b.game.state, b.game.rules, seat)))  # fmt: skip
        assert row[GAME.game_columns.index("decisions")] == asked


@paragraphs("14.19")
def test_at_the_end_everything_stays_where_it_is() -> None:
    board = arrange(2).to_round("E")
    shown = board.snap["display"]
    assert sum(len(row) for row in shown.values()) == 7
    assert board.to_end().snap["display"] == shown


@paragraphs("14.20", "14.14", "14.16")
def test_moves_are_written_in_one_way() -> None:
    card = r"[a-z_]+ [1-6]"
    forms = {
        "PLAY": "play [1-6]", "REWARD": r"reward \d", "GOODS": "good [12]|skip", "ANIMALS": "animal [12]|skip",
        "BOARDING": "(good|animal) [12]|skip", "PICK": f"take [1-6] {card}|skip", "CITY_HALL": f"place {card}|skip",
        "WAREHOUSE": "sell (light|medium|dark)|skip", "BOUGHT": f"keep {card}|use [1-6]", "DISCARD": f"discard {card}",
        "END": "end", "ORDER": "order (reward|effect)", "PAY": r"pay \d+( \d+)?",
        "LAY": f"lay ({'|'.join(TYPES)}|new|cloisters)",
        "ACT": f"take [1-6] {card}|place {card}|sell (light|medium|dark)|workers|silver|convert \\d+|skip",
    }  # fmt: skip
    rules = {"start_silver": 8, "silver_action": 5, "purchases_per_turn": 10, "set_reward_order": "choice",
             "cards.warehouse": [2] * 6}  # fmt: skip
    seen = set()
    for seed in range(12):
        for board in walk(2, seed, {**rules, "offer_uneven_convert": bool(seed % 2)}):
            top = board.pending[-1]
            seen.add(top)
            moves = board.moves()
            assert len(set(moves)) == len(moves)
            for move in moves:
                assert move == "buy" or re.fullmatch(forms[top], move), (top, move)
            if top == "LAY":
                assert len(moves) >= 2
            if top == "PAY":
                assert {len(move.split()) for move in moves} == {3 if seed % 2 else 2}
    assert seen == set(forms)


@paragraphs("14.21")
def test_lists_have_an_end() -> None:
    board = arrange(hand=["ship 1"], workers=300, silver=300).play("play 1")
    assert board.of_verb("convert") == [f"convert {n}" for n in range(1, 41)]
    board.play("convert 40")
    assert board.moves() == [f"pay {n}" for n in range(120)]  # of 121 ways: those with the fewest workers
    board = arrange(rules={"offer_uneven_convert": True}, hand=["ship 1"], workers=300, silver=300)
    board.play("play 1", "convert 20")
    even, one_more = [f"pay {n} {60 - n}" for n in range(61)], [f"pay {n} {61 - n}" for n in range(59)]
    assert board.moves() == even + one_more  # those that waste least
    board = arrange(silver=90, deck=["ship 1"] * 90, hand=["ship 1"]).play("play 1")
    for pending in range(2, MOST_PENDING + 1):
        assert len(board.pending) == pending
        board.play("buy", "use 1")
    assert (len(board.pending), "buy" in board.moves()) == (21, False)
