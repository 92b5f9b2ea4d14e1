"""Sources of chance in the card game: which fields of the state each of them lays out."""

from __future__ import annotations

from burgsim.games.burgundy_cards.state import ANIMALS
from burgsim.games.game import Place, Sources


def _piles(kind: int) -> list[Place]:
    """The two piles of goods (kind 0) or animals (1)."""
    return [(name, (slice(None), kind)) for name in ("pile_top", "pile_start", "pile_stop")]


SOURCES = Sources(
    rest="action cards",
    places={
        "goods": [("goods", ...), ("goods_pile", ...), *_piles(0)],
        "animals": [
            ("animals", ...), ("animals_pile", ...), ("points", (slice(None), slice(None), ANIMALS)), *_piles(1),
        ],
    },
    reveal="action cards",
)  # fmt: skip
