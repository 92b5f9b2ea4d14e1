"""What is in the box of The Castles of Burgundy: The Card Game, as tables.

Codes: an action card is `kind * 6 + pip - 1`; kinds 0..5 are also types, kinds 6..13 are the eight buildings (type 6).
"""

from __future__ import annotations

import numpy as np

TYPES = ("castle", "mine", "cloister", "knowledge", "ship", "pasture", "building")
CASTLE, MINE, CLOISTER, KNOWLEDGE, SHIP, PASTURE, BUILDING = range(7)
BUILDINGS = ("carpenter", "church", "market", "watchtower", "bank", "boarding_house", "warehouse", "city_hall")
CARPENTER, CHURCH, MARKET, WATCHTOWER, BANK, BOARDING_HOUSE, WAREHOUSE, CITY_HALL = range(6, 14)
KINDS = (*TYPES[:6], *BUILDINGS)
GOODS = ("light", "medium", "dark")
ANIMALS = ("rooster", "cow", "sheep", "pig")
ROUNDS = "ABCDE"
PIPS = 6
CODES = len(KINDS) * PIPS
NO_CARD = 255

#: Kind, type and pips of each card code.
KIND_OF = np.array([code // PIPS for code in range(CODES)], np.int64)
TYPE_OF = np.array([min(code // PIPS, BUILDING) for code in range(CODES)], np.int64)
PIP_OF = np.array([code % PIPS + 1 for code in range(CODES)], np.int64)


def _steps(a: int, b: int) -> int:
    return min((a - b) % PIPS, (b - a) % PIPS)


#: Types that a building fetches from the display, as a mask over types: carpenter, church, market.
FETCHES = np.array(
    [(1 << BUILDING) | (1 << KNOWLEDGE), (1 << CASTLE) | (1 << MINE) | (1 << CLOISTER), (1 << SHIP) | (1 << PASTURE)],
    np.int64,
)


def _card_weights() -> np.ndarray:
    """A random number for each card code (row 0), or for each kind (row 1); nothing for NO_CARD.

    All cards are there if the sum of their weights is right. Adding up is several times faster than counting each
    code, and misses a change once in four billion times.
    """
    rng = np.random.Generator(np.random.PCG64(20160514))
    weights = np.zeros((2, NO_CARD + 1), np.uint32)
    weights[0, :CODES] = rng.integers(1, 1 << 32, CODES, np.uint32)
    weights[1, :CODES] = rng.integers(1, 1 << 32, CODES, np.uint32)[KIND_OF]
    return weights


CARD_WEIGHTS = _card_weights()
