"""Rules by name: the presets of a game's assumed numbers, and its variants (expansions, seals, random estates)."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from burgsim.games.game import Game, UserError
from burgsim.games.rulebook import rules_from_file


def rule_sets(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """Name to changes, presets and variants together; a name that were both would be the preset."""
    return {**game.variants, **game.rules.presets()}


def rule_set(game: Game, name: str) -> Mapping[str, Any]:
    """The changes of a preset or a variant.

    Raises
    ------
    UserError
        No such name; the line names the nearest one, or all.
    """
    known = rule_sets(game)
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {near[0]}?" if near else f"presets: {', '.join(game.rules.presets())}"
    what = "preset"
    if game.variants:
        what += " or variant"
        hint += "" if near else f"; variants: {', '.join(game.variants)}"
    raise UserError(f"there is no {what} {name!r}; {hint}")


def changes_of_file(game: Game, file: Path) -> dict[str, Any]:
    """The changes that a TOML file asks for; `preset = "name"` starts from a preset or a variant."""
    return rules_from_file(cast(Any, _Named(game)), file)


class _Named:
    """Stands for a game's rules where all that is asked of them is their presets."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def presets(self) -> Mapping[str, Mapping[str, Any]]:
        return rule_sets(self.game)
