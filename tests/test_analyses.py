"""Every question of analyses/ is asked with few games, and its page is written in whole sentences."""

from __future__ import annotations

import math
import random
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from analyses._king_arthur_requirements import box, easier_than, exception, meets
from burgsim.games import load
from burgsim.games.king_arthur.components import ADVENTURES
from burgsim.report import write_page
from burgsim.report.document import Finding, Page, Prose, Table
from burgsim.studies.lab import Arm, Lab, Sizes, by_game
from burgsim.studies.question import questions

GAMES = 200
#: Questions that fork decisions, or draw sources of chance anew, compile a loop of their own first, which takes longer
#: than all the others together.
FORKING = ("king-arthur-adventures", "king-arthur-luck", "luck-and-skill", "set-bonus")
#: These questions are themselves about the numbers that had to be assumed.
ABOUT_PRESETS = ("assumed-numbers", "king-arthur-assumed-numbers")
QUESTIONS = {question.name: question for question in questions()}
#: Every page says these for King Arthur, whose strengths nobody knows.
PRESETS = {"design", "flat", "no_ones"}


class Words(HTMLParser):
    """The text of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def texts(page: Page) -> list[str]:
    found = [page.answer] + ([page.presets.verdict] if page.presets else [])
    for section in page.sections:
        for item in section.items:
            if isinstance(item, Finding):
                found += [item.sentence, item.effect]
            elif isinstance(item, Prose):
                found.append(item.text)
    return found


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.verify if name in FORKING else ()) for name in QUESTIONS]
)
def test_a_question_is_answered(name: str, tmp_path: Path) -> None:
    asked = QUESTIONS[name]
    lab = Lab(asked.game, name, 1, Sizes.given(GAMES), workers=1, folder=tmp_path / "runs", command="burgsim report")
    page = asked.answer(lab)
    assert page.game == QUESTIONS[name].game
    written = write_page(page, tmp_path / "pages")
    reader = Words()
    reader.feed(written.path.read_text(encoding="utf-8"))
    words = " ".join(reader.text)
    assert page.title in words and page.question in words
    for text in texts(page):
        assert not re.search(r"\bnan\b|\bNone\b(?! of)|\{|\}|  ", text), text
        assert text == "" or text.strip() == text
    for item in (item for section in page.sections for item in section.items):
        if isinstance(item, Table):
            assert len(item.frame())
        if isinstance(item, Finding) and item.estimate is not None and item.games is not None:
            assert item.estimate.low is None or math.isnan(item.estimate.low) or (
                item.estimate.low <= item.estimate.estimate <= item.estimate.high
            )  # fmt: skip
    assert (page.presets is None) == (name in ABOUT_PRESETS)
    if page.presets is not None and page.game == "king-arthur":
        by_what: dict[str, set[int]] = {}
        for row in page.presets.rows:
            by_what.setdefault(row.what, set()).add(row.games)
        assert all(len(games) == 1 for games in by_what.values()), "every preset has the same number of games"
        assert {row.preset for row in page.presets.rows} == PRESETS


def test_what_asks_no_more_than_what() -> None:
    rules = load("king-arthur").rules
    code = {name: i for i, name in enumerate(ADVENTURES)}
    pairs = set(easier_than(rules()))
    assert (code["castle"], code["grail"]) in pairs and (code["grail"], code["castle"]) not in pairs
    assert (code["mark"], code["sea"]) in pairs and (code["bandits"], code["vikings"]) in pairs
    assert (code["treasure"], code["green"]) in pairs and (code["green"], code["treasure"]) not in pairs
    # a red 5 alone buys Excalibur, two 1s alone the bandits
    assert (code["bandits"], code["excalibur"]) not in pairs and (code["excalibur"], code["bandits"]) not in pairs
    # four of the design's adversaries may be worth 4 only; without any 1s they are worth 8
    sword_for_vikings = (code["excalibur"], code["vikings"])
    assert sword_for_vikings not in pairs
    assert sword_for_vikings in set(easier_than(rules.build(rules.presets()["no_ones"])))


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_exceptions_are_exceptions(preset: str) -> None:
    rules = load("king-arthur").rules
    own = rules.build(rules.presets()[preset])
    costs, cards = own.costs(), box(own)
    found = 0
    for easier in costs:
        for harder in costs:
            hand = exception(easier, harder, cards)
            if hand is not None:
                found += 1
                assert meets(harder, hand) and not meets(easier, hand)
                assert all(hand.count(card) <= cards[card] for card in hand)
    pairs = len(list(easier_than(own)))
    assert found == 13 * 12 - pairs and 0 < pairs < 60


@pytest.mark.parametrize("preset", sorted(PRESETS))
def test_no_random_hand_contradicts_the_search(preset: str) -> None:
    rules = load("king-arthur").rules
    own = rules.build(rules.presets()[preset])
    costs, deck = own.costs(), [card for card, copies in box(own).items() for _ in range(copies)]
    pairs = list(easier_than(own))
    draw = random.Random(1)
    for _ in range(2000):
        hand = tuple(draw.sample(deck, draw.randint(1, 8)))
        met = [meets(cost, hand) for cost in costs]
        assert not [(a, b) for a, b in pairs if met[b] and not met[a]]


def test_a_run_that_grows_can_still_be_read_from_its_beginning(tmp_path: Path) -> None:
    lab = Lab("king-arthur", "any", 1, workers=1, folder=tmp_path)
    short = lab.play([Arm("short", 2, 30, ("random",))])["short"][0]
    before = [frame["score"].tolist() for frame in short.seats(["score"])]
    long = lab.play([Arm("long", 2, 50, ("random",))])["long"][0]
    assert [frame["score"].tolist() for frame in short.seats(["score"])] == before
    assert [len(frame) for frame in short.rows(["turns"])] == [30]
    assert [len(frame) for frame in long.rows(["turns"])] == [50]
    (games,) = by_game(long, ["owner_beast", "taken_in_beast", "end_cause"])
    assert ((games["taken_in_beast"] > 0) == (games["owner_beast"] > 0)).all()
    assert ((games["end_cause"] >= 0) & (games["end_cause"] < 7)).all()


def test_a_question_may_have_a_helper_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "analyses"
    folder.mkdir()
    (folder / "_one_name.py").write_text('TITLE = "helped"\n', encoding="utf-8")
    script = 'from analyses._one_name import TITLE\nGAME = "carcassonne"\nanswer = lambda lab: TITLE\n'
    (folder / "helped.py").write_text(script, encoding="utf-8")
    before = list(sys.path)
    (question,) = questions(folder)
    assert question.name == "helped" and question.answer(None) == "helped"
    assert sys.path == before
