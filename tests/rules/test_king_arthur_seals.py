"""Rules of King Arthur, chapters 9 to 13: seals, strengths, chance, decisions and the state."""

from __future__ import annotations

from collections import Counter

from burgsim.games.king_arthur.components import COLOURS
from burgsim.games.moves import listed_action
from tests.rules.king_arthur_table import GAME, Board, arrange, walk
from tests.rules.paragraphs import paragraphs, table

SEALS = {"seals": True}


# ---- 9 The game with seals


@paragraphs("9.2")
def test_one_fight_a_turn_in_one_of_three_forms() -> None:
    board = arrange(rules=SEALS, table=["blue 2", "blue 3"], knights=[["orange"] * 8], sealed=[["yellow 2"], ["red 3"]])
    moves = {move for move in board.moves() if move != "pass"}
    assert moves == {"attack blue 2", "attack blue 3", "double blue 2", "double blue 3", "repeat yellow 2"}
    board.play("attack blue 2")
    assert board.snap["turn"] > 1 and board.seat()["adversaries"] == []


@paragraphs("9.3")
def test_a_normal_attack_puts_a_seal_on_the_card() -> None:
    board = arrange(rules=SEALS, table=["blue 2", "blue 3"], knights=[["orange"] * 2], sealed=[[], ["blue 2"]])
    assert board.moves() == ["attack blue 2", "pass"]
    board.play("attack blue 2")
    assert (board.seat()["sealed"], board.seat()["seals"], board.seat()["adversaries"]) == (["blue 2"], 4, [])
    assert (board.seat()["knights_paid"], board.snap["table"]) == (2, ["blue 3"])
    none_left = arrange(rules={**SEALS, "seals_each": 0}, table=["blue 2"], knights=[["orange"] * 4])
    assert none_left.of("attack") == set() and none_left.of("double") == {"blue 2"}


@paragraphs("9.4", "9.7")
def test_a_repeated_attack_takes_the_card_and_the_seal_comes_back() -> None:
    board = arrange(rules=SEALS, table=["blue 3"], knights=[["orange"] * 2], sealed=[["blue 2"], ["red 2"][:0]])
    board.play("repeat blue 2")
    assert (board.seat()["adversaries"], board.seat()["sealed"], board.seat()["seals"]) == (["blue 2"], [], 5)
    assert board.seat()["knights_paid"] == 2
    foreign = arrange(rules=SEALS, table=["blue 3"], knights=[["orange"] * 2], sealed=[[], ["blue 2"]])
    assert foreign.of("repeat") == set()


@paragraphs("9.5")
def test_a_double_attack_costs_twice_and_takes_the_card() -> None:
    board = arrange(rules=SEALS, table=["blue 2", "blue 3"], knights=[["orange"] * 4], sealed=[["blue 2"]])
    assert board.of("double") == {"blue 2"}
    board.play("double blue 2")
    assert (board.seat()["adversaries"], board.seat()["knights_paid"]) == (["blue 2"], 4)
    assert board.seat()["sealed"] == ["blue 2"]  # the other one, which bears a seal already
    only = arrange(rules=SEALS, table=["blue 3"], knights=[["orange"] * 4], sealed=[["blue 2"]])
    assert only.of("double") == set()


@paragraphs("9.6", "9.7")
def test_a_colour_that_is_all_sealed_is_handed_out_before_the_adventure() -> None:
    board = arrange(
        3, SEALS, ["blue 3", "red 5"], knights=[["orange"] * 3], hands=[["yellow 1"]], sealed=[["blue 2"], ["blue 3"]]
    )
    board.play("attack blue 3")
    assert board.seat(1)["adversaries"] == ["yellow 1", "blue 2", "blue 3"]
    assert board.seat(2)["adversaries"] == ["blue 3"]
    assert [board.seat(seat)["seals"] for seat in (1, 2, 3)] == [5, 5, 5]
    assert (board.snap["turn"], board.of("adventure")) == (1, {"excalibur", "bandits", "tournament"})
    by_double = arrange(2, SEALS, ["blue 2", "red 5"], knights=[["orange"] * 4], sealed=[[], ["blue 3"]])
    by_double.play("double blue 2")
    assert by_double.seat(2)["adversaries"] == ["blue 3"]
    lone = arrange(2, SEALS, ["blue 2", "red 5"], knights=[["orange"] * 2]).play("attack blue 2")
    assert (lone.seat()["adversaries"], lone.seat()["seals"]) == (["blue 2"], 5)


@paragraphs("9.8")
def test_sealed_cards_count_towards_a_full_column() -> None:
    full = arrange(2, SEALS, ["blue 3", "blue 3"], ["red 3"], sealed=[["blue 2"], ["blue 2"]], knights=[["red"] * 2])
    assert full.pending != "replenish"
    board = arrange(2, SEALS, ["blue 3", "blue 3"], ["blue 2", "red 3"], sealed=[["blue 2"]])
    assert board.pending == "replenish"
    board.play("replenish")
    assert board.snap["adversary_deck"] == ["red 3"] and board.snap["table"].count("blue 2") == 1


@paragraphs("9.9", "12.4")
def test_a_double_attack_is_one_payment_or_by_the_switch_two() -> None:
    double = arrange(2, SEALS, ["yellow 1", "yellow 2"], knights=[["orange double"]]).play("double yellow 1")
    assert double.seat()["adversaries"] == ["yellow 1"]
    held = ["orange", "orange", "red", "red", "Merlin"]
    assert arrange(2, SEALS, ["blue 2"], knights=[held]).of("double") == set()
    two = {**SEALS, "double_two_payments": True}
    board = arrange(2, two, ["blue 2"], knights=[held]).play("double blue 2")
    assert board.of("half") == {"orange 2 0 0", "orange 1 0 1"} and board.of("pay") == set()
    board.play("half orange 2 0 0")
    assert board.of("half") == {"red 2 0 0", "red 1 0 1"}
    assert board.snap["decision"] == {"attack": "double", "card": "blue 2", "first_colour": "orange"}
    board.play("half red 1 0 1")
    assert (board.seat()["adversaries"], board.seat()["knights_paid"]) == (["blue 2"], 4)
    # orange with the Merlin leaves nothing for red; Merlins alone are no half
    tight = arrange(2, two, ["blue 2"], knights=[["orange", "orange", "red", "Merlin"]]).play("double blue 2")
    assert tight.seat()["knights_paid"] == 4 and tight.snap["knight_discard"].count("Merlin") == 1
    alone = arrange(2, two, ["blue 2"], knights=[["orange", "orange", "Merlin", "Merlin"]]).play("double blue 2")
    assert alone.of("half") == set() and alone.seat()["knights_paid"] == 4


# ---- 10 The strengths of the adversaries


@paragraphs("10.2", "10.3")
def test_presets_are_those_of_the_table_and_design_is_the_default() -> None:
    rows = table("king-arthur", "preset | yellow")
    assert [name for name, *_ in rows] == list(GAME.rules.presets())
    for name, *columns in rows:
        strengths = GAME.rules.build(GAME.rules.presets()[name]).strengths
        for colour, text in zip(COLOURS, columns, strict=True):
            assert list(getattr(strengths, colour)) == [int(n) for n in text.split()]
    assert GAME.rules.presets()["design"] == {}
    flat = GAME.rules.build(GAME.rules.presets()["flat"]).strengths
    assert all(min(n for n in getattr(flat, colour) if n) > 0 for colour in COLOURS) and flat.red[0] == 1
    assert all(getattr(GAME.rules.build(GAME.rules.presets()["no_ones"]).strengths, c)[0] == 0 for c in COLOURS)
    dealt = Board(rules=GAME.rules.presets()["no_ones"])
    assert not [card for card in dealt.snap["table"] + dealt.snap["adversary_deck"] if card.endswith("1")]


# ---- 11 How chance is laid out


@paragraphs("11.1", "11.2")
def test_turning_over_and_drawing_go_on_from_the_front() -> None:
    for players in (2, 4):
        board = list(walk(players, 6))[-1]
        start = Board(players, seed=6)
        setup = GAME.words.setup(start.state, start.game.rules)
        shown = [event["card"] for event in board.events("show")]
        assert shown == setup["adversaries"][: len(shown)]
        events = board.game.events
        stop = next((i for i, event in enumerate(events) if event["event"] == "reshuffle"), len(events))
        drawn = [event["knight"] for event in events[:stop] if event["event"] in ("deal", "draw")]
        assert drawn == setup["knights"][: len(drawn)]


@paragraphs("11.3")
def test_each_new_deck_has_an_order_of_its_own_drawn_from_the_front() -> None:
    board = list(walk(5, 7))[-1]
    decks: list[list[str]] = []
    expected: list[str] = []
    for event in board.game.events:
        if event["event"] == "reshuffle":
            decks.append([])
            assert event["number"] == len(decks)
        elif event["event"] == "deck":
            decks[-1].append(event["knight"])
            expected = list(decks[-1])
        elif event["event"] == "draw" and decks:
            assert event["knight"] == expected.pop(0)
    assert len(decks) >= 2 and all(deck != sorted(deck) for deck in decks)
    first = [Counter(deck[:5]) for deck in decks]
    assert len({tuple(sorted(one.items())) for one in first}) > 1


# ---- 12 Decisions


@paragraphs("12.1")
def test_what_leaves_no_choice_is_not_asked() -> None:
    board = arrange(table=["red 5"], knights=[["orange"]])
    assert board.events("attack") == [] and board.snap["turn"] > 1  # a target out of reach: passing isn't asked
    for board in walk(3, 12):
        assert len(board.moves()) > 1
        assert board.moves() != ["pass"]
    one = arrange(table=["yellow 1", "red 5"], knights=[["orange"]]).play("attack yellow 1")
    assert one.events("pay")  # the only payment is made without asking


@paragraphs("12.3", "12.4", "12.5", "12.6", "12.9", "12.2")
def test_moves_are_tuples_that_can_be_read_back() -> None:
    verbs = Counter()
    for rules in ({}, {**SEALS, "double_two_payments": True, "optional_draw": True}):
        for board in walk(2, 5, rules):
            listed = board.game.legal()
            for action, move in zip(listed, board.game.moves(), strict=True):
                assert listed_action(GAME.words.move, board.state, board.game.rules, move, listed) == action
                verbs[move[0]] += 1
    assert set(verbs) == {
        "replenish", "pass", "attack", "double", "repeat", "pay", "half", "adventure", "spend", "draw",
    }  # fmt: skip


# ---- 13 The state


@paragraphs("13.1", "13.2", "13.3", "13.4")
def test_the_state_holds_what_the_document_lists() -> None:
    seen = Counter()
    for board in walk(3, 9, {**SEALS, "double_two_payments": True, "optional_draw": True}):
        snap = board.snap
        assert {"turn", "seat", "adversary_deck", "knight_deck", "adversary_discard", "knight_discard"} <= set(snap)
        assert {"table", "adventures", "reshuffles", "end_causes", "fought", "adventured", "drawn"} <= set(snap)
        for seat in snap["seats"]:
            assert {"knights", "adversaries", "sealed", "seals", "turns", "knights_paid", "strength_taken"} <= set(seat)
        seen[snap["pending"][0]] += 1
        if snap["pending"] == ["payment"]:
            assert set(snap["decision"]) == {"attack", "card", "first_colour"}
        elif snap["pending"] == ["spend"]:
            assert set(snap["decision"]) == {"adventure", "last", "total", "cards", "colours"}
        else:
            assert snap["decision"] == {}
        assert snap["drawn"] == 0 or snap["pending"] == ["draw"]
    assert set(seen) == {"replenish", "target", "payment", "adventure", "spend", "draw"}


@paragraphs("13.5")
def test_cards_and_payments_are_conserved() -> None:
    for rules in ({}, SEALS, {"allow_overpay": True}):
        for board in walk(3, 10, rules):
            assert board.game.audit() == ""
            seats = board.snap["seats"]
            if not rules and board.snap["pending"] != ["payment"]:
                assert [seat["knights_paid"] for seat in seats] == [seat["strength_taken"] for seat in seats]
    board = arrange(table=["red 5"], knights=[["orange"]])
    board.state["adversaries"][0, 0] += 1
    assert board.game.audit() != ""
    board = arrange(table=["red 5"], knights=[["orange"]])
    board.state["knights"][0, 0] += 1
    assert board.game.audit() == "knights are not conserved"
    board = arrange(table=["red 5"], knights=[["orange"]])
    board.state["pips_paid"][0] += 1
    assert board.game.audit() == "knights paid differ from strengths taken"
