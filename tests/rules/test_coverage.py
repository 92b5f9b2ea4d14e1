"""Every paragraph of a game's rules has a test, and every number of the rules a paragraph."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from burgsim.games import GAMES, load
from tests.rules.paragraphs import covered, document

#: Paragraphs that no test can fail for, with the reason. None at present.
DEFINITIONS: dict[str, str] = {}

#: Names in backquotes that are no field of the rules: the legend's example and short forms.
NAME = r"`\.?[A-Za-z_][A-Za-z_0-9.]*(?: = \d+)?`"
#: A default as it is told: `name` = 4, `name` = true, `name` = `word`.
TOLD = r"`([a-z_.0-9]+)` = [\"`]?([a-z0-9_]+)"

every_game = pytest.mark.parametrize("game", GAMES)


def modules(game: str) -> list[ModuleType]:
    """The tests of a game's rules."""
    files = sorted(Path(__file__).parent.glob(f"test_{game.replace('-', '_')}*.py"))
    return [importlib.import_module(f"tests.rules.{file.stem}") for file in files]


def rows(game: str) -> list[Any]:
    """The numbers of a game's rules."""
    return load(game).rules.rows_of_fields()


def words(game: str) -> set[str]:
    """Words that name no number: what a switch may be, and presets."""
    allowed = {word for row in rows(game) if isinstance(row.value, str) for word in row.allowed.split(" or ")}
    return allowed | set(load(game).rules.presets())


def named(game: str) -> dict[str, list[str]]:
    """Field or group as it is named in the document ("round_reward.B", "cards") to the paragraphs that name it."""
    found: dict[str, list[str]] = {}
    for number, text in document(game).items():
        group = ""
        for name in re.findall(NAME, text):
            path = name.strip("`").split(" = ")[0]
            if path.startswith("."):
                path = group + path
            group = path.split(".")[0]
            if path not in words(game):
                found.setdefault(path, []).append(number)
    return found


@every_game
def test_every_paragraph_has_a_test(game: str) -> None:
    tests = covered(modules(game))
    missing = [number for number in document(game) if number not in tests and number not in DEFINITIONS]
    assert not missing, f"paragraphs without a test: {', '.join(missing)}"


@every_game
def test_tests_and_definitions_name_paragraphs_that_there_are(game: str) -> None:
    tests, numbers = covered(modules(game)), document(game)
    assert not [f"{name}: {number}" for number in tests for name in tests[number] if number not in numbers]
    assert all(number in numbers and reason and number not in tests for number, reason in DEFINITIONS.items())


@every_game
def test_every_test_of_the_rules_names_its_paragraphs(game: str) -> None:
    assert modules(game)
    for module in modules(game):
        nameless = [n for n, v in vars(module).items() if n.startswith("test_") and not hasattr(v, "paragraphs")]
        assert not nameless, f"{module.__name__}: {nameless}"


@every_game
def test_every_number_of_the_rules_is_named_in_a_paragraph(game: str) -> None:
    found = named(game)
    missing = [row.path for row in rows(game) if row.path not in found and row.path.split(".")[0] not in found]
    assert not missing, f"numbers that no paragraph names: {', '.join(missing)}"


@every_game
def test_the_document_names_no_number_that_there_is_not(game: str) -> None:
    paths = {row.path for row in rows(game)}
    groups = {path.split(".")[0] for path in paths}
    assert not set(named(game)) - paths - groups


@every_game
def test_a_default_is_told_once_and_is_the_default(game: str) -> None:
    defaults = {row.path: row.value for row in rows(game)}
    told: dict[str, list[str]] = {}
    for number, text in document(game).items():
        for name, value in re.findall(r"`([a-z_.0-9]+) = (\d+)`", text):
            told.setdefault(name, []).append(number)
            assert defaults[name] == int(value), f"{number}: {name} is {defaults[name]}"
        for name, value in re.findall(TOLD, text):
            told.setdefault(name, []).append(number)
            default = defaults.get(name)
            if default is None:  # one default for a whole group
                default = next(v for path, v in defaults.items() if path.startswith(f"{name}."))
            default = default[0] if isinstance(default, tuple) else default
            assert str(default).lower() == value, f"{number}: {name} is {default}"
    assert not {name: numbers for name, numbers in told.items() if len(numbers) > 1}
    alone = {path for path in defaults if "." not in path and not isinstance(defaults[path], tuple)}
    assert not alone - set(told), "no default is told"


@every_game
def test_the_document_says_how_sure_a_number_is_as_the_rules_do(game: str) -> None:
    labels = {row.path: row.label for row in rows(game)}
    seen = 0
    for number, text in document(game).items():
        told = re.search(r"\*\((printed|read|assumed)\b", text)
        assert told or game != "burgundy-cards", number
        for name in re.findall(r"`([a-z_]+)(?: = \d+`|` = \d)", text) if told else ():
            # a switch that stands behind another sentence has a label of its own
            after = re.search(r"\*\((printed|read|assumed)\b", text[text.index(f"`{name}") :]) or told
            if name in labels:
                seen += 1
                assert labels[name] in (told[1], after[1]), f"{number}: {name} is {labels[name]} in the rules"
    assert seen > 5
