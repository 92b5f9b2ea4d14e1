"""What things are worth to a player of King Arthur, in points: the features that the purposeful players weigh.

Everything is a weighted sum of named quantities (WEIGHTS). A hand of adversaries is worth its strength, and what each
adventure would add, discounted for every strength that is missing; the nearest adventure counts in full, the others in
part. Nothing here reads what the seat can't see.
"""

from __future__ import annotations

from burgsim.games.bits import lowest_bit
from burgsim.games.jit import jit
from burgsim.games.king_arthur.components import (
    ADDS_CARDS,
    ADDS_STRENGTH,
    COLOUR_OF,
    LANE,
    LANE_MASK,
    MERLIN,
    STRENGTH_OF,
    STRENGTHS,
)
from burgsim.games.king_arthur.hands import pays_in, score
from burgsim.games.king_arthur.spending import least_price, least_with, missing

#: The weights of the purposeful players: name to (default, meaning). The order is their place in the row.
WEIGHTS = {
    "held": (1.0, "each strength of the adversaries in hand, at the start"),
    "held_late": (0.0, "... and what is added to that by the end"),
    "reach": (0.4, "what is left of an adventure's worth for each strength that is missing, at the start"),
    "reach_late": (0.0, "... and what is added to that by the end"),
    "others": (0.3, "the adventures besides the nearest, as a share of their worth"),
    "race_ready": (0.6, "what is left of an adventure's worth that another player can complete"),
    "race_near": (1.0, "... and of one that another player lacks three strengths for, or fewer"),
    "knight": (1.5, "each knight paid, at the start"),
    "knight_late": (-0.2, "... and what is added to that by the end"),
    "knight_crowd": (0.05, "... and what each knight card in hand takes from it"),
    "merlin": (0.5, "each Merlin paid, beyond the knight"),
    "double": (0.0, "each double paid, beyond its knights"),
    "largest": (0.7, "each knight in the largest colour that is left"),
    "second": (0.2, "each knight in the second largest"),
    "wait": (3.0, "the second knight drawn by who neither fights nor completes an adventure, at the start"),
    "wait_late": (0.0, "... and what is added to that by the end"),
    "crowd": (0.4, "what each knight card in hand takes from that"),
    "deny": (0.25, "a target, each point that it is worth to the next player"),
    "deny_others": (0.1, "... and to each player after"),
    "snatch": (0.1, "an adventure, each point that it is worth to the player who is nearest to it"),
    "claim": (0.5, "completing an adventure now, whatever it is"),
    "spend": (1.4, "each strength spent on an adventure"),
    "keep": (0.1, "what the cards left are worth after an adventure"),
    "sealed": (0.8, "a card that is sealed, as a share of one that is taken"),
    "replenish": (0.5, "turning new adversaries over"),
    "replenish_hand": (0.4, "... for each knight card in hand"),
    "replenish_best": (0.4, "... less for each point of the best target that is there"),
    "replenish_rivals": (0.2, "... less for each knight card in the largest hand of another player"),
    "end": (20.0, "ending the game ahead, or not ending it behind"),
    "style_easy": (0.0, "what a style adds to adventures, a strength below seven (negative: above; not tuned)"),
    "style_colour": (0.0, "what a style adds to the colour it holds most of, and takes from others (not tuned)"),
    "style_deny": (0.0, "what a style adds to the target that is worth most to the next player (not tuned)"),
    "style_wait": (0.0, "what a style adds to waiting with less than twelve knight cards in hand (not tuned)"),
    "style_strong": (0.0, "what a style adds to a target for each strength (not tuned)"),
}
(
    W_HELD, W_HELD_LATE, W_REACH, W_REACH_LATE, W_OTHERS, W_RACE_READY, W_RACE_NEAR, W_KNIGHT, W_KNIGHT_LATE,
    W_KNIGHT_CROWD, W_MERLIN, W_DOUBLE, W_LARGEST, W_SECOND, W_WAIT, W_WAIT_LATE, W_CROWD, W_DENY, W_DENY_OTHERS,
    W_SNATCH, W_CLAIM, W_SPEND, W_KEEP, W_SEALED, W_REPLENISH, W_REPLENISH_HAND, W_REPLENISH_BEST, W_REPLENISH_RIVALS,
    W_END, W_STYLE_EASY, W_STYLE_COLOUR, W_STYLE_DENY, W_STYLE_WAIT, W_STYLE_STRONG,
) = range(len(WEIGHTS))  # fmt: skip

#: Places in desk.room: what each adventure adds once its strength is there, for the seat and without rivals, ...
R_OWN, R_PLAIN = 0, 16
#: ... the discount for each missing strength, what a strength in hand and a knight are worth, and waiting, ...
R_REACH, R_HELD, R_KNIGHT, R_WAIT = 32, 100, 101, 102
#: ... what each target is worth, by code; and of each adventure what another player would have of it.
R_TAKE, R_RIVAL = 112, 132
#: Strength is counted up to this.
MOST_MISSING = 40
#: A hoarder waits for a hand of so many knight cards.
LARGE_HAND = 12


@jit
def phase_of(state, rules):
    """How much of the game is over, 0 to 1: by the adventures taken or the adversaries left."""
    adventures = 1.0 - state.left / 13.0
    adversaries = state.adversary_front / max(1, rules.adversaries)
    return max(adventures, adversaries * adversaries)


@jit
def cheapest_cards(state):
    """The price of a card by colour and of any, eight bits each: the least face up, else about the mean."""
    cheapest = 2 << 32
    for colour in range(4):
        cards = (state.table_mask >> (STRENGTHS * colour)) & 31
        cheapest |= (lowest_bit(cards) + 1 if cards != 0 else 3) << (8 * colour)
    return cheapest


@jit
def knights_left(state):
    """Whether there is a knight to be drawn."""
    return state.knight_front < state.knight_back or state.knight_discards > 0


@jit
def weigh_adventures(state, rules, seat, desk, cheapest):
    """Worth of each adventure that is left, in whole, with regard to how near the others are."""
    room = desk.room
    phase = phase_of(state, rules)
    room[R_HELD] = desk.weights[W_HELD] + desk.weights[W_HELD_LATE] * phase
    # with no knight left to draw, waiting brings nothing
    room[R_KNIGHT] = 0.0
    room[R_WAIT] = 0.0
    if knights_left(state):
        hand = state.hand_size[seat]
        knight = desk.weights[W_KNIGHT] + desk.weights[W_KNIGHT_LATE] * phase - desk.weights[W_KNIGHT_CROWD] * hand
        room[R_KNIGHT] = max(0.0, knight)
        wait = desk.weights[W_WAIT] + desk.weights[W_WAIT_LATE] * phase - desk.weights[W_CROWD] * hand
        room[R_WAIT] = wait + desk.weights[W_STYLE_WAIT] * (hand < LARGE_HAND)
    reach = min(max(desk.weights[W_REACH] + desk.weights[W_REACH_LATE] * phase, 0.0), 0.98)
    left = 1.0
    for lacks in range(MOST_MISSING):
        room[R_REACH + lacks] = left
        left *= reach
    mask = state.open_mask
    while mask != 0:
        adventure = lowest_bit(mask)
        mask &= mask - 1
        plain = rules.points[adventure] - room[R_HELD] * rules.nominal[adventure]
        near = MOST_MISSING - 1
        if rules.public_hands != 0:
            for other in range(state.players):
                if other != seat:
                    lacks = missing(rules, adventure, state.strength_sums[other], state.card_sums[other], cheapest)
                    near = min(near, lacks)
        own = plain + max(0.0, desk.weights[W_STYLE_EASY] * (7 - rules.nominal[adventure]))
        if near == 0:
            own *= desk.weights[W_RACE_READY]
        elif near <= 3:
            own *= desk.weights[W_RACE_NEAR]
        room[R_PLAIN + adventure] = max(0.0, plain)
        room[R_OWN + adventure] = max(0.0, own)
        room[R_RIVAL + adventure] = max(0.0, plain) * room[R_REACH + near]


@jit
def worth_of_hand(state, rules, desk, strengths, cards, table, without, cheapest):
    """What a hand with these sums is worth: strength and prospects (`table`: R_OWN or R_PLAIN; one adventure apart)."""
    room = desk.room
    best = 0.0
    total = 0.0
    mask = state.open_mask & ~(1 << without)
    while mask != 0:
        adventure = lowest_bit(mask)
        mask &= mask - 1
        lacks = min(missing(rules, adventure, strengths, cards, cheapest), MOST_MISSING - 1)
        worth = room[table + adventure] * room[R_REACH + lacks]
        best = max(best, worth)
        total += worth
    return room[R_HELD] * (strengths >> (LANE * 4)) + best + desk.weights[W_OTHERS] * (total - best)


@jit
def best_colour(state, seat):
    """The colour of which a hand holds most strength; 4 when it is empty."""
    best = 4
    most = 0
    for colour in range(4):
        strength = (state.strength_sums[seat] >> (LANE * colour)) & LANE_MASK
        if strength > most:
            most = strength
            best = colour
    return best


@jit
def weigh_targets(state, rules, seat, desk, codes, cheapest):
    """Worth of taking each adversary of a mask of codes, its price apart."""
    room = desk.room
    strengths = state.strength_sums[seat]
    cards = state.card_sums[seat]
    before = worth_of_hand(state, rules, desk, strengths, cards, R_OWN, 15, cheapest)
    main = best_colour(state, seat)
    like = desk.weights[W_STYLE_COLOUR]
    dislike = -like if knights_left(state) else 0.0
    strong = desk.weights[W_STYLE_STRONG] if knights_left(state) else 0.0
    mask = codes
    while mask != 0:
        card = lowest_bit(mask)
        mask &= mask - 1
        after = worth_of_hand(
            state, rules, desk, strengths + ADDS_STRENGTH[card], cards + ADDS_CARDS[card], R_OWN, 15, cheapest
        )
        worth = after - before + strong * STRENGTH_OF[card]
        room[R_TAKE + card] = worth + (like if COLOUR_OF[card] == main or main == 4 else dislike)
    if rules.public_hands == 0:
        return
    for step in range(1, state.players):
        other = seat + step
        if other >= state.players:
            other -= state.players
        weight = desk.weights[W_DENY] if step == 1 else desk.weights[W_DENY_OTHERS]
        strengths = state.strength_sums[other]
        cards = state.card_sums[other]
        before = worth_of_hand(state, rules, desk, strengths, cards, R_PLAIN, 15, cheapest)
        most = 0.0
        wanted = 0
        mask = codes
        while mask != 0:
            card = lowest_bit(mask)
            mask &= mask - 1
            after = worth_of_hand(
                state, rules, desk, strengths + ADDS_STRENGTH[card], cards + ADDS_CARDS[card], R_PLAIN, 15, cheapest
            )
            room[R_TAKE + card] += weight * (after - before)
            if after - before > most:
                most = after - before
                wanted = card
        if step == 1 and most > 0.0:
            room[R_TAKE + wanted] += desk.weights[W_STYLE_DENY]


@jit
def merlins_needed(state, rules, seat, price):
    """The fewest Merlins with which a price can be paid."""
    held = min(state.knights[seat, MERLIN], price)
    for merlins in range(held):
        for colour in range(3):
            if (pays_in(state, rules, seat, colour, merlins) >> price) & 1:
                return merlins
    return held


@jit
def worth_of_end(state, rules, seat, desk, gain):
    """Ending the game with so many points more: ahead of all others, or behind while there is something to wait for."""
    best = -1000
    for other in range(state.players):
        if other != seat:
            best = max(best, score(state, rules, other) if rules.public_hands != 0 else state.points[other])
    own = score(state, rules, seat) + gain
    if own > best:
        return desk.weights[W_END]
    return -desk.weights[W_END] if own < best and knights_left(state) else 0.0


@jit
def worth_of_fight(state, rules, seat, desk, form, card):
    """A fight: what the card is worth, less the price."""
    strength = STRENGTH_OF[card]
    price = 2 * strength if form == 2 else strength
    share = 1.0
    if rules.seals != 0 and form == 0:
        alone = state.table_mask & (31 << (STRENGTHS * COLOUR_OF[card])) == 1 << card and state.table[card] == 1
        share = 1.0 if alone else desk.weights[W_SEALED]
    merlins = merlins_needed(state, rules, seat, price)
    worth = share * desk.room[R_TAKE + card] - desk.room[R_KNIGHT] * price - desk.weights[W_MERLIN] * merlins
    if state.adversary_front == state.adversary_back and state.columns & (state.columns - 1) == 0:
        lone = (state.columns | (state.columns >> 32)) & 0xFFFFFFFF
        if (lone | (lone >> 16)) & 0xFFFF == 1:
            worth += worth_of_end(state, rules, seat, desk, rules.hand_points * strength)
    return worth


@jit
def worth_of_claim(state, rules, seat, desk, adventure, cheapest):
    """Completing an adventure with the least strength that pays for it."""
    room = desk.room
    spent = least_price(state, rules, seat, adventure)
    strength = desk.weights[W_SPEND] if knights_left(state) else rules.hand_points
    worth = rules.points[adventure] - strength * spent + desk.weights[W_CLAIM]
    worth += desk.weights[W_SNATCH] * room[R_RIVAL + adventure]
    style = desk.weights[W_STYLE_EASY] * (7 - rules.nominal[adventure])
    worth += style if style > 0.0 or not knights_left(state) else 0.25 * style
    if state.left - 1 <= rules.adventures_left_at_end:
        worth += worth_of_end(state, rules, seat, desk, rules.points[adventure] - rules.hand_points * spent)
    return worth


@jit
def worth_of_spending(state, rules, seat, desk, card, cheapest):
    """Spending a card on the adventure: the least strength that this takes, and what the cards left are worth."""
    adventure = state.adventure
    strength = STRENGTH_OF[card]
    strengths = state.strength_sums[seat] - ADDS_STRENGTH[card]
    cards = state.card_sums[seat] - ADDS_CARDS[card]
    kept = worth_of_hand(state, rules, desk, strengths, cards, R_OWN, adventure, cheapest)
    spent = least_with(state, rules, seat, card)
    return desk.weights[W_KEEP] * (kept + desk.room[R_HELD] * strength) - desk.weights[W_SPEND] * spent


@jit
def worth_of_payment(state, seat, desk, what):
    """A payment: better without Merlins and doubles, and with a large colour left."""
    colour = what >> 11
    singles = (what >> 7) & 15
    doubles = (what >> 4) & 7
    merlins = what & 15
    largest = 0
    second = 0
    for other in range(3):
        knights = state.knights[seat, 2 * other] + 2 * state.knights[seat, 2 * other + 1]
        knights -= (other == colour) * (singles + 2 * doubles)
        second = max(second, min(largest, knights))
        largest = max(largest, knights)
    paid = desk.weights[W_MERLIN] * merlins + desk.weights[W_DOUBLE] * doubles
    return desk.weights[W_LARGEST] * largest + desk.weights[W_SECOND] * second - paid


@jit
def worth_of_replenishing(state, rules, seat, desk, best):
    """Turning adversaries over, when the best target that is there is worth so much."""
    rivals = 0
    for other in range(state.players):
        if other != seat:
            rivals = max(rivals, state.hand_size[other])
    worth = desk.weights[W_REPLENISH] + desk.weights[W_REPLENISH_HAND] * state.hand_size[seat]
    worth -= desk.weights[W_REPLENISH_RIVALS] * rivals
    return worth - desk.weights[W_REPLENISH_BEST] * max(0.0, best)
