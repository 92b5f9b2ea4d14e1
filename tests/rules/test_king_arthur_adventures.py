"""Rules of King Arthur, chapters 6 to 8: adventures, drawing, the end and the score."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from burgsim.games.king_arthur.components import ADVENTURES
from tests.reference.king_arthur_pieces import adversary, minimal_sets, order_of, satisfied
from tests.rules.king_arthur_table import GAME, Board, arrange, walk
from tests.rules.paragraphs import paragraphs, table

PLENTY = ["orange"] * 6


def can_complete(*hand: str, rules: dict | None = None) -> set[str]:
    """The adventures that a hand is enough for."""
    return arrange(rules=rules, table=["red 5"], hands=[hand]).of("adventure")


# ---- 6 Adventures


@paragraphs("6.1")
def test_one_adventure_a_turn_also_with_the_card_just_beaten() -> None:
    board = arrange(table=["yellow 3", "red 3"], hands=[["yellow 1"]], knights=[["orange"] * 3])
    board.play("attack yellow 3")
    assert (board.snap["turn"], board.of("adventure")) == (1, {"saxons", "bandits"})
    board.play("adventure saxons")
    assert board.snap["adventures"]["saxons"] == 1
    assert (board.seat()["adversaries"], board.seat()["points"]["adventures"]) == ([], 8)
    twice = arrange(table=["red 5"], hands=[["yellow 1"] * 4]).play("adventure bandits")
    assert twice.snap["turn"] > 1 and len(twice.seat()["adversaries"]) == 2


@paragraphs("6.2", "12.6")
def test_cards_spent_are_discarded_one_by_one_and_never_come_back() -> None:
    board = arrange(table=["red 5"], hands=[["blue 1", "blue 2", "blue 3", "blue 3"]]).play("adventure tournament")
    assert (board.pending, board.moves()) == ("spend", ["spend blue 2", "spend blue 3"])
    assert board.seat()["adversaries"] == ["blue 1", "blue 2", "blue 3"]  # a 3 had to be the first
    assert (board.snap["decision"]["total"], board.snap["adventures"]["tournament"]) == (3, None)
    board.play("spend blue 2")
    assert (board.seat()["adversaries"], board.snap["adventures"]["tournament"]) == (["blue 1", "blue 3"], 1)
    for seed in range(4):
        gone = 0
        for board in walk(2, seed):
            assert len(board.snap["adversary_discard"]) >= gone
            gone = len(board.snap["adversary_discard"])


@paragraphs("6.3")
def test_the_four_forms_of_requirement() -> None:
    rules = {f"adventure_used.{name}": name in ("grail", "bandits", "mark", "green") for name in ADVENTURES}
    assert can_complete("red 5", "red 4", "green 3", rules=rules) == {"grail", "bandits", "green"}  # 12 of any colour
    assert can_complete("red 5", "red 4", "blue 2", rules=rules) == {"bandits", "green"}
    assert can_complete("yellow 1", "blue 1", "green 2", rules=rules) == {"bandits", "mark"}
    assert can_complete("yellow 1", "yellow 1", "green 2", rules=rules) == {"bandits"}
    assert can_complete("green 4", "green 2", rules=rules) == {"bandits"}
    assert can_complete("red 5", "red 5", rules=rules) == {"bandits", "green"}  # each value at least
    assert can_complete("green 3", "red 5", rules=rules) == {"bandits", "green"}
    either = {**{f"adventure_used.{name}": name == "treasure" for name in ADVENTURES}}
    for hand, enough in ((("red 5",), True), (("green 3", "red 4"), True), (("green 2", "red 4"), False)):
        assert (can_complete(*hand, rules=either) == {"treasure"}) == enough
    red = {f"adventure_used.{name}": name == "beast" for name in ADVENTURES}
    assert can_complete("red 5", "red 3", rules=red) == {"beast"}
    assert can_complete("red 5", "green 3", "green 3", rules=red) == set()


@paragraphs("6.4")
def test_points_and_requirements_are_those_of_the_table() -> None:
    rules = GAME.rules()
    labels = {row.path: row.label for row in GAME.rules.rows_of_fields()}
    rows = table("king-arthur", "code | adventure")
    assert [name.split(":")[0] for _, name, *_ in rows] == list(ADVENTURES)
    for code, name, points, requirement, label in rows:
        name = name.split(":")[0]
        assert ADVENTURES[int(code)] == name
        assert getattr(rules.adventure_points, name) == int(points)
        assert getattr(rules.adventure_cost, name) == requirement
        if label.split(":")[0] in ("printed", "read"):
            assert labels[f"adventure_cost.{name}"] == label.split(":")[0]
    board = arrange(table=["red 5"], hands=[["red 3", "red 5"]]).play("adventure beast")
    assert board.seat()["points"]["adventures"] == 15


@paragraphs("6.5")
def test_the_saxons_want_yellow() -> None:
    assert "saxons" not in can_complete("blue 4")
    assert "saxons" in can_complete("blue 4", rules={"adventure_cost.saxons": "total 4"})
    assert "saxons" in can_complete("yellow 2", "yellow 2")


@paragraphs("6.6", "12.7", "12.8")
@pytest.mark.parametrize("name", ADVENTURES)
def test_sets_without_a_card_to_spare_each_in_one_order(name: str) -> None:
    """All ways of spending, tried out, are the sets of 6.6, strongest first."""
    cost = getattr(GAME.rules().adventure_cost, name)
    chance = random.Random(name)
    box = [card for card, n in enumerate(GAME.rules().pack(2)[0]["strengths"]) for _ in range(int(n))]
    tried = 0
    while tried < 12:
        hand = sorted(chance.sample(box, 7))
        if not satisfied(cost, hand):
            hand = [adversary("red", 5), adversary("red", 4), adversary("red", 4), *hand[:4]]
        words = [f"{('yellow', 'blue', 'green', 'red')[card // 5]} {card % 5 + 1}" for card in hand]
        if not satisfied(cost, hand) or hand.count(adversary("red", 5)) > 3 or hand.count(adversary("red", 4)) > 3:
            tried += not satisfied(cost, hand)
            continue
        used = {f"adventure_used.{other}": other == name for other in ADVENTURES}
        board = arrange(rules={**used, "adventures_left_at_end": 0}, hands=[words], table=[])
        found = sorted(ways(board))
        assert found == sorted(minimal_sets(cost, hand)), (hand, found)
        assert all(list(chosen) == sorted(chosen, key=order_of) for chosen in found)
        tried += 1


def ways(board: Board) -> Iterator[tuple[int, ...]]:
    """Every sequence of cards that completes the one adventure in play."""
    start = board.game.copy()
    assert board.game.snapshot()["pending"] == ["adventure"]
    start.play(start.legal()[0])
    stack = [(start, ())]
    while stack:
        game, spent = stack.pop()
        if game.over or game.snapshot()["pending"] != ["spend"]:
            yield spent
            continue
        for action in game.legal():
            other = game.copy()
            other.play(action)
            stack.append((other, (*spent, action % 8192)))


@paragraphs("12.5")
def test_adventures_are_listed_with_passing() -> None:
    board = arrange(table=["red 5"], hands=[["yellow 2", "yellow 2"]])
    assert board.moves() == ["adventure saxons", "adventure bandits", "pass"]
    taken = arrange(table=["red 5"], hands=[["yellow 2", "yellow 2"]], left=["saxons", "grail", "sea"])
    assert taken.moves() == ["adventure saxons", "pass"]


# ---- 7 Drawing


def drawn(board: Board) -> int:
    """Knights that seat 1 drew in its first turn."""
    first = [event for event in board.game.events if event["event"] in ("draw", "turn")]
    stop = [i for i, event in enumerate(first) if event["event"] == "turn"]
    return sum(event["event"] == "draw" for event in first[: stop[1] if len(stop) > 1 else None])


@paragraphs("7.1", "7.2", "9.10")
def test_one_knight_after_an_action_and_two_without() -> None:
    fight = {"table": ["yellow 1", "red 5"], "knights": [["orange"]]}
    adventure = {"table": ["red 5"], "hands": [["yellow 2", "yellow 1"]]}
    assert drawn(arrange(**fight).play("attack yellow 1")) == 1
    assert drawn(arrange(**fight).play("pass")) == 2
    assert drawn(arrange(**adventure).play("adventure bandits")) == 1
    assert drawn(arrange(**adventure).play("pass")) == 2
    rules = {"idle_despite_adventure": True}
    assert drawn(arrange(rules=rules, **adventure).play("adventure bandits")) == 2
    assert drawn(arrange(rules=rules, **fight).play("attack yellow 1")) == 1
    more = {"draw_cards": 3, "draw_cards_idle": 5}
    assert drawn(arrange(rules=more, **fight).play("attack yellow 1")) == 3
    assert drawn(arrange(rules=more, **fight).play("pass")) == 5
    for move, mine in (("attack yellow 1", []), ("double yellow 1", []), ("repeat yellow 1", ["yellow 1"])):
        table = ["red 5", "yellow 2"] + (["yellow 1"] if not mine else [])
        board = arrange(rules={"seals": True}, table=table, knights=[["orange"] * 2], sealed=[mine])
        assert drawn(board.play(move)) == 1


@paragraphs("7.3", "12.9")
def test_drawing_may_be_a_decision_card_by_card() -> None:
    assert drawn(arrange(table=["red 5"])) == 2
    rules = {"optional_draw": True}
    board = arrange(rules=rules, table=["red 5"])
    assert (board.pending, board.moves()) == ("draw", ["draw", "pass"])
    board.play("draw")
    assert (board.moves(), len(board.seat()["knights"]), board.snap["turn"]) == (["draw", "pass"], 1, 1)
    board.play("pass")
    assert (drawn(board), board.snap["turn"]) == (1, 2)
    assert drawn(arrange(rules=rules, table=["red 5"]).play("pass")) == 0


@paragraphs("7.4", "11.3")
def test_an_empty_deck_is_renewed_when_a_card_is_needed() -> None:
    board = arrange(table=["red 5"], knight_deck=["orange", "red"])
    assert drawn(board) == 2
    first = [event["event"] for event in board.game.events]
    assert first.index("turn", 1) < first.index("reshuffle")  # in seat 2's turn, not at once
    at_once = arrange(table=["red 5"], knight_deck=["orange", "red"], rules={"reshuffle_at_once": True})
    first = [event["event"] for event in at_once.game.events]
    assert first.index("reshuffle") < first.index("turn", 1)
    board = arrange(table=["red 5"], knight_deck=["orange"])
    assert board.game.events[1]["event"] == "draw" and board.game.events[2] == {
        "event": "reshuffle", "number": 1, "cards": 52,
    }  # fmt: skip
    deck = [event["knight"] for event in board.events("deck")]
    assert len(deck) == 52 and deck != sorted(deck)
    assert board.events("draw")[1]["knight"] == deck[0]
    other = arrange(table=["red 5"], knight_deck=["orange", "red"])
    assert [event["knight"] for event in other.events("deck")] != deck


@paragraphs("7.5")
def test_nothing_is_drawn_when_there_is_no_card() -> None:
    few = {"knight_singles": 2, "knight_doubles": 0, "knight_merlins": 0, "start_knights": 1}
    board = arrange(rules=few, table=["red 5"], knights=[["orange", "orange"], ["red", "red", "beige"]])
    assert drawn(board) == 1
    assert not board.snap["knight_deck"] and not board.snap["knight_discard"]


@paragraphs("7.6")
def test_no_limit_to_the_hand_unless_there_is_one() -> None:
    many = [["orange"] * 14 + ["red"] * 14]
    assert drawn(arrange(table=["green 3"], knights=many).play("pass")) == 2
    for held, count in ((7, 0), (6, 0), (5, 1), (3, 2)):
        hand = ["orange", "red", "beige"] * 3
        board = arrange(rules={"hand_limit": 6}, table=["red 5"], knights=[hand[:held]])
        assert drawn(board) == count, held


# ---- 8 End and score


def last_but_one(**more: object) -> Board:
    """Seat 1 may complete the last adventure but one."""
    return arrange(table=["red 5", "green 3"], left=["bandits", "grail"], hands=[["yellow 1"] * 2, ["red 5"]], **more)


@paragraphs("8.1")
def test_the_twelfth_adventure_ends_the_game() -> None:
    board = last_but_one().play("adventure bandits")
    assert board.game.over and board.snap["end_causes"] == ["adventures"]
    assert not last_but_one().play("pass").game.over
    all_of_them = last_but_one(rules={"adventures_left_at_end": 0}).play("adventure bandits")
    assert not all_of_them.game.over and all_of_them.snap["end_causes"] == []


@paragraphs("8.2")
def test_no_adversary_left_ends_the_game_after_a_last_adventure() -> None:
    board = arrange(table=["yellow 1"], hands=[["yellow 1"]], knights=[["orange"]])
    board.play("attack yellow 1")
    assert board.snap["end_causes"] == ["adversaries"] and board.of("adventure") == {"bandits"}
    board.play("adventure bandits")
    assert board.game.over and board.seat()["points"]["adventures"] == 6
    on_the_table = arrange(table=["yellow 1", "red 5"], knights=[["orange"]]).play("attack yellow 1")
    assert not on_the_table.game.over and not on_the_table.snap["end_causes"]
    in_the_deck = arrange(table=["yellow 1"], deck=["red 5"], knights=[["orange"]]).play("pass", "attack yellow 1")
    assert not in_the_deck.snap["end_causes"]
    both = arrange(table=["yellow 1"], hands=[["yellow 1"]], knights=[["orange"]], left=["bandits", "sea"])
    both.play("attack yellow 1", "adventure bandits")
    assert both.snap["end_causes"] == ["adventures", "adversaries"]
    sealed = arrange(2, {"seals": True}, ["yellow 1"], knights=[["orange"]], sealed=[[], ["yellow 2"]])
    sealed.play("attack yellow 1")
    assert sealed.snap["end_causes"] == ["adversaries"] and sealed.seat(2)["adversaries"] == ["yellow 2"]


@paragraphs("8.3")
def test_who_ends_the_game_still_draws() -> None:
    assert drawn(last_but_one().play("adventure bandits")) == 1
    assert drawn(last_but_one(rules={"draw_after_end": False}).play("adventure bandits")) == 0
    assert drawn(last_but_one(rules={"draw_after_end": False}).play("pass")) == 2


@paragraphs("8.4")
def test_no_further_turn_unless_turns_are_to_be_equal() -> None:
    board = last_but_one(players=3).play("adventure bandits")
    assert [seat["turns"] for seat in board.snap["seats"]] == [1, 0, 0]
    board = last_but_one(players=3, rules={"equal_turns": True}).play("adventure bandits")
    assert not board.game.over or [seat["turns"] for seat in board.snap["seats"]] == [1, 1, 1]
    while not board.game.over:
        board.game.play(board.game.legal()[-1])
    assert [seat["turns"] for seat in board.snap["seats"]] == [1, 1, 1]
    assert board.snap["end_causes"] == ["adventures"] and board.snap["ender"] == 1


@paragraphs("8.5")
def test_the_turn_cap() -> None:
    for cap in (7, 500):
        board = Board(3, {"turn_cap": cap, "hand_limit": 1})
        while not board.game.over:
            passing = [i for i, move in enumerate(board.moves()) if move == "pass"]
            board.game.play(board.game.legal()[passing[0] if passing else 0])
        assert (board.snap["turn"], board.snap["end_causes"]) == (cap, ["cap"])
        assert board.snap["ender"] is None


@paragraphs("8.6", "8.7", "8.8")
def test_points_of_adventures_and_adversaries_left() -> None:
    board = arrange(
        rules={"seals": True}, table=["red 5"], hands=[["yellow 3", "red 4"]], sealed=[["red 5"]], left=["grail"],
        knights=[["orange"] * 4, ["Merlin"]],
    )  # fmt: skip
    assert board.score(1) == 7  # neither the knights nor the card with a seal
    points = sum(getattr(GAME.rules().adventure_points, name) for name in ADVENTURES if name != "grail")
    assert board.score(2) == points == 134
    assert arrange(rules={"hand_points": 3}, table=["red 5"], hands=[["yellow 3", "red 4"]]).score(1) == 21


def ranks(tie_break: str, knights: list[list[str]], hands: list[list[str]]) -> list[tuple[int, int]]:
    rules = {"tie_break": tie_break, "draw_cards_idle": 0}
    board = arrange(len(knights), rules, ["red 5"], knights=knights, hands=hands)
    return [(row["rank"], row["win_60ths"]) for row in board.game.result()[1]]


@paragraphs("8.9", "8.10")
def test_ties_are_broken_by_knights_left_then_shared() -> None:
    cards, pips = ["orange", "red", "beige"], ["orange double", "red double"]
    level = [["yellow 3"], ["blue 3"]]
    assert ranks("more_cards", [cards, pips], level) == [(1, 60), (2, 0)]
    assert ranks("more_pips", [cards, pips], level) == [(2, 0), (1, 60)]
    assert ranks("fewer_cards", [cards, pips], level) == [(2, 0), (1, 60)]
    assert ranks("shared", [cards, pips], level) == [(1, 30), (1, 30)]
    assert ranks("more_cards", [cards, ["orange", "red", "Merlin"]], level) == [(1, 30), (1, 30)]
    assert ranks("more_cards", [cards, []], [["yellow 3"], ["red 4"]]) == [(2, 0), (1, 60)]
    three = [["yellow 3"], ["blue 3"], ["green 3"]]
    assert ranks("more_cards", [["red"], ["red"], ["red"]], three) == [(1, 20)] * 3
