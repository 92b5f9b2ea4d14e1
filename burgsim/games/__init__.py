"""The games, loaded when asked for (a game's functions are compiled or read from the cache at import)."""

from __future__ import annotations

import difflib
import importlib

from burgsim.games.game import Game, UserError

#: Game id to package; one package a game, all of the same shape.
GAMES = {
    "burgundy-cards": "burgsim.games.burgundy_cards",
    "burgundy-board": "burgsim.games.burgundy_board",
    "king-arthur": "burgsim.games.king_arthur",
    "carcassonne": "burgsim.games.carcassonne",
}


def load(game_id: str) -> Game:
    """The game with this id.

    Raises
    ------
    UserError
        No such game; the line names the nearest one.
    """
    if game_id not in GAMES:
        near = difflib.get_close_matches(game_id, GAMES, n=1)
        hint = f"did you mean {near[0]}?" if near else f"games: {', '.join(GAMES)}"
        raise UserError(f"there is no game {game_id!r}; {hint}")
    return importlib.import_module(GAMES[game_id]).GAME
