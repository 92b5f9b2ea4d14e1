"""Sources of chance in King Arthur: which fields of the state each of them lays out."""

from __future__ import annotations

from typing import Any

from burgsim.games.game import Sources
from burgsim.games.king_arthur.turn import start_turn


def begin_again(state: Any, rules: Any, log: Any) -> None:
    """The first turn begins again: what can be attacked depends on both decks."""
    for name in ("turn", "frame", "due", "targets"):
        state[name] = 0
    state["turns"][0] = state["choices"][0] = 0
    start_turn(state, rules, log)


SOURCES = Sources(
    rest="adversaries",
    places={"knights": [("knight_deck", ...), ("knights", ...)]},
    reveal="knights",
    settle=begin_again,
)
