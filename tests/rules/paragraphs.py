"""Which paragraphs of a rules document a test covers."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

DOCUMENTS = Path(__file__).parents[2] / "docs" / "rules"


def paragraphs(*numbers: str) -> Callable[[Callable], Callable]:
    """Mark a test with the paragraphs that it would fail for if they were not followed."""
    assert numbers and all(re.fullmatch(r"\d+\.\d+", number) for number in numbers), numbers

    def mark(test: Callable) -> Callable:
        test.paragraphs = numbers  # type: ignore[attr-defined]
        return test

    return mark


def covered(modules: list[ModuleType]) -> dict[str, list[str]]:
    """Paragraph to the names of the tests that cover it. Only functions that pytest collects count."""
    found: dict[str, list[str]] = {}
    for module in modules:
        for name, value in vars(module).items():
            if name.startswith("test_") and callable(value):
                for number in getattr(value, "paragraphs", ()):
                    found.setdefault(number, []).append(f"{module.__name__}.{name}")
    return found


def document(game_id: str = "burgundy-cards") -> dict[str, str]:
    """The paragraphs of a game's document: number to text (without the number), in order."""
    found: dict[str, str] = {}
    for block in (DOCUMENTS / f"{game_id}.md").read_text(encoding="utf-8").split("\n\n"):
        match = re.match(r"\*\*(\d+\.\d+)\*\* ", block)
        if match:
            found[match[1]] = " ".join(block[match.end() :].split())
    return found


def table(game_id: str, heading: str) -> list[list[str]]:
    """The rows of the table in a game's document whose first row is `heading` ("code | adventure"), cell by cell."""
    for block in (DOCUMENTS / f"{game_id}.md").read_text(encoding="utf-8").split("\n\n"):
        if block.startswith(f"| {heading}"):
            return [[cell.strip(" `") for cell in line.split("|")[1:-1]] for line in block.splitlines()[2:]]
    raise LookupError(heading)
