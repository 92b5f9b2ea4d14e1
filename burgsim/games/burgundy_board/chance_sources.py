"""Sources of chance in the board game: which fields of the state each of them lays out."""

from __future__ import annotations

from burgsim.games.game import Sources

SOURCES = Sources(
    rest="tiles",
    places={
        "goods": [("goods_tiles", ...), ("goods", ...), ("held", ...)],
        "dice": [("dice_ahead", ...), ("white_ahead", ...)],
    },
    reveal="tiles",
)
