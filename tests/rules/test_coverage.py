"""Every paragraph of the card game's rules has a test, and every number of the rules a paragraph."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

from burgsim.games import load
from tests.rules.paragraphs import covered, document

#: Paragraphs that no test can fail for, with the reason. None at present.
DEFINITIONS: dict[str, str] = {}

MODULES = [
    importlib.import_module(f"tests.rules.{file.stem}")
    for file in sorted(Path(__file__).parent.glob("test_burgundy_cards*.py"))
]
RULES = load("burgundy-cards").rules
#: Names in backquotes that are no field of the rules: the legend's example and short forms.
NAME = r"`\.?[A-Za-z_][A-Za-z_0-9.]*(?: = \d+)?`"


def named() -> dict[str, list[str]]:
    """Field or group as it is named in the document ("round_reward.B", "cards") to the paragraphs that name it."""
    found: dict[str, list[str]] = {}
    for number, text in document().items():
        group = ""
        for name in re.findall(NAME, text):
            path = name.strip("`").split(" = ")[0]
            if path.startswith("."):
                path = group + path
            group = path.split(".")[0]
            found.setdefault(path, []).append(number)
    return found


def test_every_paragraph_has_a_test() -> None:
    tests = covered(MODULES)
    missing = [number for number in document() if number not in tests and number not in DEFINITIONS]
    assert not missing, f"paragraphs without a test: {', '.join(missing)}"


def test_tests_and_definitions_name_paragraphs_that_there_are() -> None:
    tests, numbers = covered(MODULES), document()
    assert not [f"{name}: {number}" for number in tests for name in tests[number] if number not in numbers]
    assert all(number in numbers and reason and number not in tests for number, reason in DEFINITIONS.items())


def test_every_test_of_the_rules_names_its_paragraphs() -> None:
    for module in MODULES:
        nameless = [n for n, v in vars(module).items() if n.startswith("test_") and not hasattr(v, "paragraphs")]
        assert not nameless, f"{module.__name__}: {nameless}"


def test_every_number_of_the_rules_is_named_in_a_paragraph() -> None:
    found = named()
    missing = [
        row.path for row in RULES.rows_of_fields() if row.path not in found and row.path.split(".")[0] not in found
    ]
    assert not missing, f"numbers that no paragraph names: {', '.join(missing)}"


def test_the_document_names_no_number_that_there_is_not() -> None:
    paths = {row.path for row in RULES.rows_of_fields()}
    groups = {path.split(".")[0] for path in paths}
    assert not set(named()) - paths - groups


def test_a_default_is_told_once_and_is_the_default() -> None:
    defaults = {row.path: row.value for row in RULES.rows_of_fields()}
    told: dict[str, list[str]] = {}
    for number, text in document().items():
        for name, value in re.findall(r"`([a-z_.0-9]+) = (\d+)`", text):
            told.setdefault(name, []).append(number)
            assert defaults[name] == int(value), f"{number}: {name} is {defaults[name]}"
        for name, value in re.findall(r"`([a-z_.0-9]+)` = \"?([a-z0-9]+)\"?", text):
            told.setdefault(name, []).append(number)
            assert str(defaults[name]).lower() == value, f"{number}: {name} is {defaults[name]}"
    assert not {name: numbers for name, numbers in told.items() if len(numbers) > 1}
    alone = {path for path in defaults if "." not in path and not isinstance(defaults[path], tuple)}
    assert not alone - set(told), "no default is told"


def test_the_document_says_how_sure_a_number_is_as_the_rules_do() -> None:
    labels = {row.path: row.label for row in RULES.rows_of_fields()}
    for number, text in document().items():
        told = re.search(r"\*\((printed|read|assumed)\b", text)
        assert told, number
        for name in re.findall(r"`([a-z_]+) = \d+`", text):
            assert labels[name] == told[1], f"{number} says {told[1]}, the rules say {labels[name]}: {name}"
