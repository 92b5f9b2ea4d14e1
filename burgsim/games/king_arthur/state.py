"""The record that is one game of King Arthur, field by field, and what each seat can't see.

Seats count from 0 here. Cards are codes (components.py). Header fields and masks are int64.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.game import desk_dtype, signatures
from burgsim.games.king_arthur.components import ADVERSARIES, KNIGHTS
from burgsim.games.king_arthur.rules import MAX_ADVERSARIES, MAX_KNIGHTS, MAX_SEATS, RULES

#: Targets are 41 at most, payments 106 at most for a price of ten and 34 first halves.
MAX_ACTIONS = 160

#: The decision that waits (at most one does).
REPLENISH, TARGET, PAYMENT, ADVENTURE, SPEND, DRAW = range(1, 7)
FRAMES = ("", "replenish", "target", "payment", "adventure", "spend", "draw")
#: Chance steps that are due.
DUE_REPLENISH, DUE_DRAW, DUE_CARD = 1, 2, 3
#: Forms of attack.
ATTACK, REPEAT, DOUBLE = range(3)
ATTACKS = ("attack", "repeat", "double")
#: Causes of the end, as a mask.
END_ADVENTURES, END_ADVERSARIES, END_CAP = 1, 2, 4
#: No first half of a payment yet; nothing spent yet.
NO_COLOUR = -1
NO_CARD = -1

#: Categories of points.
CATEGORIES = ("adventures", "adversaries", "seat")

STATE = np.dtype(
    [
        ("actor", np.int64),  # the seat that is asked, CHANCE or OVER
        ("players", np.int64),
        ("active", np.int64),  # the seat in turn
        ("frame", np.int64),  # the decision that waits
        ("due", np.int64),  # the chance step that is due
        ("columns", np.int64),  # face-up cards by colour, sealed ones too: 16 bits a colour
        ("table_mask", np.int64),  # codes that lie face up without a seal
        ("targets", np.int64),  # at a target decision: codes, then 20 bits on repeated, then double attacks
        ("open_mask", np.int64),  # adventures that nobody has
        # by seat, kept up to date with the hands: strengths by colour and in all, and numbers of cards at least so
        # strong (five lanes each, components.py); the places held; the adventures that the hand would be enough for
        ("strength_sums", np.int64, (MAX_SEATS,)),
        ("card_sums", np.int64, (MAX_SEATS,)),
        ("held", np.int64, (MAX_SEATS,)),
        ("met", np.int64, (MAX_SEATS,)),
        ("sealed_mask", np.int64, (MAX_SEATS,)),  # codes with a seal of the seat's
        ("adversary_front", np.int16),  # adversary_deck[front:back] is the face-down deck; so with the knights
        ("adversary_back", np.int16),
        ("knight_front", np.int16),
        ("knight_back", np.int16),
        ("knight_discards", np.int16),
        ("turn", np.int16),  # from 1
        ("reshuffles", np.int16),
        ("end_causes", np.int16),  # mask
        ("ender", np.int16),  # seat (from 1) whose turn brought the first end, else 0
        ("left", np.int16),  # adventures that nobody has
        # of this turn
        ("fought", np.int16),
        ("adventured", np.int16),
        ("drawn", np.int16),
        ("to_draw", np.int16),
        # of the fight that is being paid for: form of attack, card, price, colour of the first half
        ("form", np.int16),
        ("card", np.int16),
        ("price", np.int16),
        ("first_colour", np.int16),
        # of the adventure that is being paid for: its code, the last card spent, total, number and colours (mask) of
        # those spent, and the ways (mask) that they still fit
        ("adventure", np.int16),
        ("spent_last", np.int16),
        ("spent_total", np.int16),
        ("spent_cards", np.int16),
        ("spent_colours", np.int16),
        ("spent_ways", np.int16),
        # per seat
        ("seals", np.int16, (MAX_SEATS,)),
        ("turns", np.int16, (MAX_SEATS,)),
        ("pips_paid", np.int16, (MAX_SEATS,)),
        ("strength_taken", np.int16, (MAX_SEATS,)),
        ("points", np.int16, (MAX_SEATS,)),  # of adventures
        ("hand_size", np.int16, (MAX_SEATS,)),  # knight cards
        # counters for the results
        ("fights", np.int16, (MAX_SEATS,)),
        ("doubles", np.int16, (MAX_SEATS,)),
        ("repeats", np.int16, (MAX_SEATS,)),
        ("replenished", np.int16, (MAX_SEATS,)),
        ("choices", np.int16, (MAX_SEATS,)),  # targets on offer, summed over turns
        ("largest_hand", np.int16, (MAX_SEATS,)),
        ("leader", np.int16),  # seat (from 1) that was last ahead of all others
        ("lead_changes", np.int16),
        ("owner", np.int8, (13,)),  # seat (from 1) that has the adventure, 0 nobody, -1 not in play
        ("taken_in", np.int16, (13,)),  # turn in which it was completed
        ("taken_for", np.int16, (13,)),  # strengths spent on it
        # cards
        ("knights", np.uint8, (MAX_SEATS, KNIGHTS)),  # seen by its seat only
        ("adversaries", np.uint8, (MAX_SEATS, ADVERSARIES)),  # won in the open
        ("sealed", np.uint8, (MAX_SEATS, ADVERSARIES)),  # on the table, with a seal of the seat's
        ("table", np.uint8, (ADVERSARIES,)),  # face up without a seal
        ("adversary_discard", np.uint8, (ADVERSARIES,)),
        ("knight_discard", np.uint8, (KNIGHTS,)),
        ("adversary_deck", np.uint8, (MAX_ADVERSARIES,)),  # seen by nobody
        ("knight_deck", np.uint8, (MAX_KNIGHTS,)),  # seen by nobody
    ],
    align=True,
)

#: What a seat can't see, for the tests of hidden information: field, and why.
HIDDEN = {
    "adversary_deck": "order of the face-down adversaries",
    "knight_deck": "order of the face-down knights",
    "knights": "other seats' knights",
    "adversaries": "other seats' adversaries, when players don't remember them (public_hands)",
}

DESK = desk_dtype(STATE, MAX_ACTIONS)
SIG = signatures(STATE, RULES, DESK)
