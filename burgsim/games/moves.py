"""Moves, for every game alike: what a game's words.py makes of an action, such as ("take", 3, "castle", 2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from burgsim.games.game import UserError


def listed_action(
    move: Callable[[Any, Any, int], tuple], state: Any, rules: Any, wanted: Any, listed: Sequence[int]
) -> int:
    """The listed action that a move means; `move` is the game's words.move.

    Lists for tuples are understood, as JSON has no tuples, and a word for a move of one word.

    Raises
    ------
    UserError
        The move isn't legal here; the line says what is.
    """
    wanted = _tuples(wanted) if isinstance(wanted, (list, tuple)) else (wanted,)
    moves = [move(state, rules, code) for code in listed]
    for one, code in zip(moves, listed, strict=True):  # compared, not looked up: what a file holds needn't hash
        if one == wanted:
            return code
    legal = ", ".join(move_text(one) for one in moves)
    raise UserError(f"{move_text(wanted)} is not legal here; legal: {legal}")


def move_text(wanted: Any) -> str:
    """A move in short: "take 3 castle 2"."""
    if isinstance(wanted, (list, tuple)):
        return " ".join(move_text(part) for part in wanted)
    return str(wanted)


def _tuples(value: Any) -> Any:
    return tuple(_tuples(part) for part in value) if isinstance(value, (list, tuple)) else value
