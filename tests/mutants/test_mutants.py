"""The list of mutations stays usable, and some of them are tried (all of them: `make mutants`)."""

from __future__ import annotations

import pytest

from tests.mutants.__main__ import GAMES, ROOT, run


@pytest.mark.parametrize("game", GAMES)
def test_every_mutation_changes_one_place(game: str) -> None:
    mutations = GAMES[game].MUTATIONS
    assert len(mutations) >= 30
    assert len({(name, text, changed) for _, name, text, changed in mutations}) == len(mutations)
    for paragraph, name, text, changed in mutations:
        assert text != changed
        source = (ROOT / GAMES[game].PACKAGE / name).read_text(encoding="utf-8")
        assert source.count(text) == 1, f"{paragraph} {name}: {text!r}"


@pytest.mark.parametrize(
    ("game", "paragraph"),
    [
        ("burgundy-cards", "9.7"), ("burgundy-cards", "12.8"), ("burgundy-board", "8.6"), ("carcassonne", "6.4"),
        ("king-arthur", "6.3"),
    ],
)
def test_a_changed_rule_is_caught(game: str, paragraph: str) -> None:
    caught, said = run(next(mutation for mutation in GAMES[game].MUTATIONS if mutation[0] == paragraph), game)
    assert caught and "AssertionError" in said
