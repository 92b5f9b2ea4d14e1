"""What is in the box of King Arthur: The Card Game, as tables.

Codes: an adversary is `5 * colour + strength - 1` (0..19); a knight card is `2 * colour` for a single, `2 * colour + 1`
for a double, 6 for Merlin; adventures are 0..12 in the order of the rules.
"""

from __future__ import annotations

import numpy as np

COLOURS = ("yellow", "blue", "green", "red")
KNIGHT_COLOURS = ("orange", "red", "beige")
STRENGTHS = 5
ADVERSARIES = len(COLOURS) * STRENGTHS
KNIGHTS = 2 * len(KNIGHT_COLOURS) + 1
MERLIN = 6
#: The "colour" of a payment by Merlins alone.
ONLY_MERLINS = 3
ADVENTURES = (
    "grail", "castle", "excalibur", "beast", "fisher", "tournament", "saxons", "bandits", "vikings", "sea", "mark",
    "green", "treasure",
)  # fmt: skip

#: Colour and strength of each adversary.
COLOUR_OF = np.array([code // STRENGTHS for code in range(ADVERSARIES)], np.int64)
STRENGTH_OF = np.array([code % STRENGTHS + 1 for code in range(ADVERSARIES)], np.int64)
#: Adversaries are spent strongest first, then yellow, blue, green, red: the place of each code, and the code there.
PLACE_OF = (STRENGTHS - STRENGTH_OF) * len(COLOURS) + COLOUR_OF
CODE_AT = np.argsort(PLACE_OF).astype(np.int64)
STRENGTH_AT = STRENGTH_OF[CODE_AT]
COLOUR_AT = COLOUR_OF[CODE_AT]
#: The places of each colour, and of each strength, as masks.
PLACES_OF_COLOUR = np.array([sum(1 << p for p in range(ADVERSARIES) if COLOUR_AT[p] == c) for c in range(4)], np.int64)
#: A mask of strengths (bit s - 1) times this is the mask of the codes with them.
EVERY_COLOUR = sum(1 << (STRENGTHS * colour) for colour in range(4))

#: Sums of a hand, kept in one word each: fields of LANE bits, added up card by card.
LANE = 12
LANE_MASK = (1 << LANE) - 1
#: What an adversary adds to the strengths by colour (lanes 0..3) and in all (lane 4).
ADDS_STRENGTH = np.array(
    [(code % STRENGTHS + 1) * ((1 << (LANE * (code // STRENGTHS))) + (1 << (LANE * 4))) for code in range(ADVERSARIES)],
    np.int64,
)
#: What it adds to the numbers of cards with a strength of at least 1 (lane 0), 2, .. 5 (lane 4).
ADDS_CARDS = np.array(
    [sum(1 << (LANE * lane) for lane in range(code % STRENGTHS + 1)) for code in range(ADVERSARIES)], np.int64
)
#: The columns on the table in one word, 16 bits a colour.
COLUMN = 16

#: Payments of a price up to 5, as bits: 6 * doubles + Merlins for each colour in turn, then Merlins alone.
PAYMENT_BITS = 19
#: Those with at most so many doubles, and at most so many Merlins.
WITH_DOUBLES = np.array([(1 << min(6 * d + 6, PAYMENT_BITS)) - 1 for d in range(4)], np.int64)
WITH_MERLINS = np.array(
    [sum(1 << bit for bit in range(PAYMENT_BITS) if bit % 6 <= merlins) for merlins in range(STRENGTHS + 1)], np.int64
)


def payment_code(colour: int, singles: int, doubles: int, merlins: int) -> int:
    """A payment in one number: 2 bits colour, 4 singles, 3 doubles, 4 Merlins."""
    return colour << 11 | singles << 7 | doubles << 4 | merlins


def _payment_at(price: int, bit: int) -> int:
    if bit == 3 * PAYMENT_BITS:
        return payment_code(ONLY_MERLINS, 0, 0, price)
    doubles, merlins = divmod(bit % PAYMENT_BITS, 6)
    return payment_code(bit // PAYMENT_BITS, max(0, price - 2 * doubles - merlins), doubles, merlins)


#: The payment that a bit stands for, by price.
PAYMENT_AT = np.array(
    [[_payment_at(price, bit) for bit in range(3 * PAYMENT_BITS + 1)] for price in range(STRENGTHS + 1)], np.int64
)


def adversary_name(code: int) -> str:
    """An adversary in words: "red 4"."""
    return f"{COLOURS[int(code) // STRENGTHS]} {int(code) % STRENGTHS + 1}"


def knight_name(kind: int) -> str:
    """A knight card in words: "orange", "orange double", "Merlin"."""
    if int(kind) == MERLIN:
        return "Merlin"
    return KNIGHT_COLOURS[int(kind) // 2] + (" double" if int(kind) % 2 else "")
