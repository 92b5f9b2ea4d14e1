"""Presets and variants by name, wherever rules can be given."""

from __future__ import annotations

from pathlib import Path

import pytest

from burgsim.games import GAMES, load
from burgsim.games.game import UserError
from burgsim.simulation.rule_sets import changes_of_file, rule_set, rule_sets
from burgsim.simulation.run import rules_of
from burgsim.studies.study_file import parse_study


@pytest.mark.parametrize("game_id", GAMES)
def test_every_name_changes_the_rules_and_no_name_is_both(game_id: str) -> None:
    game = load(game_id)
    presets, variants = game.rules.presets(), game.variants
    assert set(presets) | set(variants) == set(rule_sets(game))
    assert not set(presets) & set(variants)
    for name in variants:
        assert game.rules.build(rule_set(game, name)).changes(), name
    for name, changes in presets.items():
        assert rule_set(game, name) == changes


def test_a_name_that_nothing_has() -> None:
    with pytest.raises(UserError, match="there is no preset or variant 'rivr'; did you mean river?"):
        rule_set(load("carcassonne"), "rivr")
    listed = "no preset or variant 'x'; presets: third, second, first; variants: river, inns, traders, all$"
    with pytest.raises(UserError, match=listed):
        rule_set(load("carcassonne"), "x")
    with pytest.raises(UserError, match="there is no preset 'x'; presets: default, [a-z_, ]+$"):
        rule_set(load("burgundy-cards"), "x")


def test_a_file_of_rules_may_start_from_a_variant(tmp_path: Path) -> None:
    game, file = load("king-arthur"), tmp_path / "rules.toml"
    file.write_text('preset = "seals"\nstart_knights = 5\n', encoding="utf-8")
    assert changes_of_file(game, file) == {"seals": True, "start_knights": 5}
    assert rules_of(game, file).changes() == {"seals": True, "start_knights": 5}
    file.write_text('preset = "seal"\n', encoding="utf-8")
    with pytest.raises(UserError, match="no preset 'seal'; did you mean seals?"):
        changes_of_file(game, file)


def test_a_study_may_start_from_a_variant() -> None:
    text = """
        title = "Seals with five knights"
        game = "king-arthur"
        players = 2
        baseline.preset = "seals"
        [variants.five]
        set.start_knights = 5
        [variants.other]
        preset = "{}"
    """
    study = parse_study(text.format("flat"))
    assert study.changes(load("king-arthur"), "five") == {"seals": True, "start_knights": 5}
    with pytest.raises(UserError, match="line 9, variants.other.preset: there is no preset or variant 'river'"):
        parse_study(text.format("river"))
