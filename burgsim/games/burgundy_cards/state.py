"""The record that is one game of the card game, field by field, and what each seat can't see.

Seats count from 0 here. Empty places hold NO_CARD (255). Counts are int16, masks and header fields int64.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_cards.components import CODES
from burgsim.games.burgundy_cards.rules import (
    MAX_ANIMALS,
    MAX_CARDS,
    MAX_DISPLAY,
    MAX_DRAW,
    MAX_GOODS,
    MAX_PROJECTS,
    MAX_TURNS,
    RULES,
)
from burgsim.games.game import desk_dtype, signatures

MAX_SEATS = 4
#: With more than this pending no purchase is offered. (Seen in play: 7 in a million random games.)
MOST_PENDING = 20
#: Places for what is pending: a purchase adds one, and each project that is placed from there on one at most.
MAX_DEPTH = 32
MAX_ACTIONS = 160

#: What is pending: decisions of the seat in turn ...
(
    PLAY, ACT, PAY, DISCARD, LAY, REWARD, TAKE_GOODS, TAKE_ANIMALS, BOARDING, PICK, WAREHOUSE_SALE, CITY_HALL_PLACE,
    BOUGHT, END, ORDER,
) = range(1, 16)  # fmt: skip
#: ... and an effect that waits for its turn (it resolves by itself or becomes one of the above).
EFFECT = 16
FRAMES = (
    "", "PLAY", "ACT", "PAY", "DISCARD", "LAY", "REWARD", "GOODS", "ANIMALS", "BOARDING", "PICK", "WAREHOUSE",
    "CITY_HALL", "BOUGHT", "END", "ORDER", "EFFECT",
)  # fmt: skip

#: Chance steps that are due, as a mask; `reveal` does them in this order.
DUE_PILES, DUE_PURCHASE, DUE_HANDS, DUE_ROUND = 1, 2, 4, 8

#: Categories of points, columns of `points`.
CATEGORIES = ("sets", "goods", "cards", "first", "all_seven", "animals", "start_player")
SETS, GOODS, CARDS, FIRST, ALL_SEVEN, ANIMALS, START_PLAYER = range(7)

STATE = np.dtype(
    [
        ("actor", np.int64),  # the seat that is asked, CHANCE or OVER
        ("players", np.int64),
        ("active", np.int64),  # the seat in turn
        ("depth", np.int64),  # pending frames
        ("due", np.int64),  # chance steps that are due
        ("display_alive", np.int64),  # mask over display slots
        ("deck_front", np.int64),  # deck[deck_front:deck_back] is the face-down deck
        ("deck_back", np.int64),
        # pending decisions, the top one last; what a and b mean depends on the frame
        ("frame", np.int16, (MAX_DEPTH,)),
        ("frame_a", np.int16, (MAX_DEPTH,)),
        ("frame_b", np.int16, (MAX_DEPTH,)),
        ("round", np.int16),  # 0 is A
        ("turn", np.int16),  # 0 is the first of the round
        ("starter", np.int16),  # seat that starts this round
        ("start_card", np.int16),  # seat that holds the start-player card, -1 in the solo game
        ("sale", np.int16),  # 1 when goods were sold since the card was last passed
        ("purchases", np.int16),  # in this turn
        ("reshuffles", np.int16),
        ("discards", np.int16),  # cards in the discard
        ("chips", np.int16),  # points cards given out
        ("seven_taken", np.int16),  # "all 7" cards taken
        ("display_n", np.int16),
        ("drawn_n", np.int16),
        ("lost_in", np.int16),  # solo: round (from 1) in which the game was lost, else 0
        ("aaron_next", np.int16),  # solo: cards of Aaron's revealed
        ("aaron_cards", np.int16),  # solo: cards set aside for Aaron, at the back end of deck
        # per seat
        ("silver", np.int16, (MAX_SEATS,)),
        ("workers", np.int16, (MAX_SEATS,)),
        ("goods", np.int16, (MAX_SEATS, 3)),
        ("sold", np.int16, (MAX_SEATS, 3)),
        ("animals", np.int16, (MAX_SEATS, 4)),
        ("projects_n", np.int16, (MAX_SEATS,)),
        ("sets", np.int16, (MAX_SEATS, 7)),  # complete sets
        ("open", np.int16, (MAX_SEATS, 7)),  # cards in the open stack
        ("points", np.int16, (MAX_SEATS, 7)),  # by category
        ("has_seven", np.int16, (MAX_SEATS,)),
        ("aaron_sets", np.int16, (7,)),
        ("aaron_open", np.int16, (7,)),
        ("aaron_points", np.int16, (3,)),  # sets, first, all seven
        ("aaron_seven", np.int16),
        ("first", np.int16, (7,)),  # who took the "1st" bonus: 0 nobody, 1 + seat, 9 Aaron
        # counters for the results
        ("bought", np.int16, (MAX_SEATS,)),
        ("sales", np.int16, (MAX_SEATS,)),
        ("jokers", np.int16, (MAX_SEATS,)),  # cloisters laid to other types
        ("sets_in_round", np.int16, (MAX_SEATS, 5)),
        ("margin", np.int16, (5,)),  # solo: your points less Aaron's after each round
        # cards
        ("hand", np.uint8, (MAX_SEATS, 3)),  # seen by its seat only
        ("stack", np.uint8, (MAX_SEATS, MAX_TURNS)),  # seen by nobody; drawn cards leave NO_CARD behind
        ("projects", np.uint8, (MAX_SEATS, MAX_PROJECTS)),  # sorted
        ("drawn", np.uint8, (MAX_DRAW,)),  # a purchase before it is resolved; sorted; seen by the seat in turn
        ("display", np.uint8, (MAX_DISPLAY,)),  # slots: equal cards in one row share a slot
        ("display_row", np.uint8, (MAX_DISPLAY,)),  # 1..6
        ("display_count", np.uint8, (MAX_DISPLAY,)),
        ("discard", np.uint8, (CODES,)),  # public: number of each card in the discard
        ("estate", np.uint8, (CODES,)),  # all estates together, Aaron's too: number of each card
        ("deck", np.uint8, (MAX_CARDS,)),  # seen by nobody; Aaron's cards are at its end
        # the two goods and two animal piles: pile[start:stop], top last; seen are only the tops
        ("goods_pile", np.uint8, (MAX_GOODS,)),
        ("animals_pile", np.uint8, (MAX_ANIMALS,)),
        ("pile_start", np.int16, (2, 2)),  # [goods or animals, pile]
        ("pile_stop", np.int16, (2, 2)),
        ("pile_top", np.uint8, (2, 2)),  # the visible top, NO_CARD when there is none or it isn't turned up yet
    ],
    align=True,
)

#: What a seat can't see, for the tests of hidden information: field, and why.
HIDDEN = {
    "deck": "order of the face-down deck, and Aaron's piles",
    "stack": "every personal stack, the seat's own too",
    "hand": "other seats' hands",
    "drawn": "cards that another seat has just bought",
    "goods_pile": "goods below the tops",
    "animals_pile": "animals below the tops",
}

DESK = desk_dtype(STATE, MAX_ACTIONS)
SIG = signatures(STATE, RULES, DESK)
