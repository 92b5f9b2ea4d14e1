"""The list of mutations stays usable, and some of them are tried (all of them: `make mutants`)."""

from __future__ import annotations

import pytest

from tests.mutants.__main__ import ROOT, run
from tests.mutants.burgundy_cards import MUTATIONS, PACKAGE


def test_every_mutation_changes_one_place() -> None:
    assert len(MUTATIONS) >= 30
    assert len({(name, text, changed) for _, name, text, changed in MUTATIONS}) == len(MUTATIONS)
    for paragraph, name, text, changed in MUTATIONS:
        assert text != changed
        assert (ROOT / PACKAGE / name).read_text(encoding="utf-8").count(text) == 1, f"{paragraph} {name}: {text!r}"


@pytest.mark.parametrize("paragraph", ["9.7", "12.8"])
def test_a_changed_rule_is_caught(paragraph: str) -> None:
    caught, said = run(next(mutation for mutation in MUTATIONS if mutation[0] == paragraph))
    assert caught and "AssertionError" in said
