"""Resolving a decision of King Arthur, and the chance steps that are due."""

from __future__ import annotations

import numpy as np

from burgsim.games.bits import lowest_bit
from burgsim.games.game import CHANCE, note
from burgsim.games.jit import jit
from burgsim.games.king_arthur import events as ev
from burgsim.games.king_arthur.actions import (
    A_ATTACK,
    A_COMPLETE,
    A_DOUBLE,
    A_DRAW,
    A_HALF,
    A_PAY,
    A_REPLENISH,
    A_SPEND,
    VERB,
    VERB_BITS,
)
from burgsim.games.king_arthur.cards import draw_knight, turn_over
from burgsim.games.king_arthur.components import (
    COLOUR_OF,
    COLUMN,
    MERLIN,
    ONLY_MERLINS,
    STRENGTH_OF,
    STRENGTHS,
)
from burgsim.games.king_arthur.hands import add_adversary, find_met, remove_adversary
from burgsim.games.king_arthur.rules import CARDS, DIFFERENT, TOTAL
from burgsim.games.king_arthur.state import (
    ADVENTURE,
    DOUBLE,
    DRAW,
    DUE_CARD,
    DUE_DRAW,
    DUE_REPLENISH,
    END_ADVENTURES,
    NO_CARD,
    NO_COLOUR,
    PAYMENT,
    REPEAT,
    REPLENISH,
    SIG,
    SPEND,
    TARGET,
)
from burgsim.games.king_arthur.turn import can_draw, end, finish_turn, to_adventure, to_draw, to_fight

FIVE = (1 << STRENGTHS) - 1


@jit
def take(state, rules, seat, card, log):
    """A beaten adversary goes to a hand."""
    add_adversary(state, seat, card)
    find_met(state, rules, seat)
    state.strength_taken[seat] += STRENGTH_OF[card]
    state.columns -= 1 << (COLUMN * COLOUR_OF[card])
    note(log, ev.TAKE, seat, card, 0, 0, 0)


@jit
def leave_table(state, card):
    """A card is no longer without a seal on the table."""
    state.table[card] -= 1
    if state.table[card] == 0:
        state.table_mask &= ~(1 << card)


@jit
def unseal(state, seat, card):
    """A seal goes back to its owner."""
    state.sealed[seat, card] -= 1
    state.seals[seat] += 1
    if state.sealed[seat, card] == 0:
        state.sealed_mask[seat] &= ~(1 << card)


@jit
def hand_out(state, rules, colour, log):
    """When every card of a colour bears a seal, all go to the owners of the seals."""
    cards = FIVE << (STRENGTHS * colour)
    if state.table_mask & cards != 0:
        return
    for owner in range(state.players):
        mask = state.sealed_mask[owner] & cards
        while mask != 0:
            card = lowest_bit(mask)
            mask &= mask - 1
            while state.sealed[owner, card] > 0:
                unseal(state, owner, card)
                take(state, rules, owner, card, log)


@jit
def win(state, rules, seat, log):
    """The fight is paid for."""
    card = np.int64(state.card)
    state.fought = 1
    state.fights[seat] += 1
    if state.form == REPEAT:
        state.repeats[seat] += 1
        unseal(state, seat, card)
        take(state, rules, seat, card, log)
        return
    leave_table(state, card)
    if state.form == DOUBLE or rules.seals == 0:
        state.doubles[seat] += state.form == DOUBLE
        take(state, rules, seat, card, log)
    else:
        state.sealed[seat, card] += 1
        state.sealed_mask[seat] |= 1 << card
        state.seals[seat] -= 1
        note(log, ev.SEAL, seat, card, 0, 0, 0)
    if rules.seals != 0:
        hand_out(state, rules, COLOUR_OF[card], log)


@jit
def pay(state, seat, what, log):
    """Knights to the discard; returns their colour."""
    colour = what >> 11
    singles = (what >> 7) & 15
    doubles = (what >> 4) & 7
    merlins = what & 15
    if colour != ONLY_MERLINS:
        state.knights[seat, 2 * colour] -= singles
        state.knights[seat, 2 * colour + 1] -= doubles
        state.knight_discard[2 * colour] += singles
        state.knight_discard[2 * colour + 1] += doubles
    state.knights[seat, MERLIN] -= merlins
    state.knight_discard[MERLIN] += merlins
    cards = singles + doubles + merlins
    state.hand_size[seat] -= cards
    state.knight_discards += cards
    state.pips_paid[seat] += cards + doubles
    note(log, ev.PAY, seat, colour, singles, doubles, merlins)
    return colour


@jit
def spend(state, rules, seat, card, log):
    """One adversary towards the adventure; with the last one it is completed."""
    adventure = np.int64(state.adventure)
    strength = STRENGTH_OF[card]
    remove_adversary(state, seat, card)
    state.adversary_discard[card] += 1
    note(log, ev.SPEND, seat, card, adventure, 0, 0)
    place = np.int64(state.spent_cards)
    state.spent_last = card
    state.spent_total += strength
    state.spent_cards += 1
    state.spent_colours |= 1 << COLOUR_OF[card]
    form = rules.form[adventure]
    if form == TOTAL:
        done = state.spent_total >= rules.number[adventure]
    elif form == CARDS:
        done = state.spent_cards >= rules.number[adventure]
    elif form == DIFFERENT:
        done = rules.cost_colours[adventure] & ~state.spent_colours == 0
    else:
        done = False
        for way in range(rules.ways[adventure]):
            fits = (state.spent_ways >> way) & 1 == 1 and rules.way[adventure, way, place] <= strength
            if not fits:
                state.spent_ways &= ~(1 << way)
            done = done or (fits and rules.way_length[adventure, way] == place + 1)
    if done:
        complete(state, rules, seat, adventure, log)


@jit
def complete(state, rules, seat, adventure, log):
    """An adventure is paid for."""
    find_met(state, rules, seat)
    state.open_mask &= ~(1 << adventure)
    state.owner[adventure] = seat + 1
    state.taken_in[adventure] = state.turn
    state.taken_for[adventure] = state.spent_total
    state.points[seat] += rules.points[adventure]
    state.adventured = 1
    state.left -= 1
    note(log, ev.COMPLETE, seat, adventure, rules.points[adventure], state.spent_total, 0)
    if state.left <= rules.adventures_left_at_end:
        end(state, END_ADVENTURES, log)
    to_draw(state, rules)


@jit
def decline(state, rules, log):
    """The seat passes a step of its turn."""
    frame = state.frame
    if frame == REPLENISH:
        to_fight(state, rules, log)
    elif frame == TARGET:
        to_adventure(state, rules, log)
    elif frame == ADVENTURE:
        to_draw(state, rules)
    else:
        state.to_draw = 0
        state.due = DUE_DRAW
        state.actor = CHANCE


@jit(SIG.apply)
def apply(state, rules, action, log):
    """Resolve the decision that waits; reads nothing that the seat can't see."""
    seat = state.active
    verb = action >> VERB_BITS
    what = action & (VERB - 1)
    if verb >= A_ATTACK and verb <= A_DOUBLE:
        form = verb - A_ATTACK
        state.form = form
        state.card = what
        state.price = STRENGTH_OF[what] << (form == DOUBLE)
        state.first_colour = NO_COLOUR
        state.frame = PAYMENT
        note(log, ev.ATTACK, seat, what, form, state.price, 0)
    elif verb == A_PAY or verb == A_HALF:
        colour = pay(state, seat, what, log)
        if verb == A_HALF and state.first_colour == NO_COLOUR:
            state.first_colour = colour
            state.price = STRENGTH_OF[state.card]
        else:
            win(state, rules, seat, log)
            to_adventure(state, rules, log)
    elif verb == A_COMPLETE:
        state.adventure = what
        state.spent_last = NO_CARD
        state.spent_total = 0
        state.spent_cards = 0
        state.spent_colours = 0
        state.spent_ways = (1 << rules.ways[what]) - 1
        state.frame = SPEND
    elif verb == A_SPEND:
        spend(state, rules, seat, what, log)
    elif verb == A_REPLENISH:
        state.replenished[seat] += 1
        note(log, ev.REPLENISH, seat, 0, 0, 0, 0)
        state.due = DUE_REPLENISH
        state.actor = CHANCE
    elif verb == A_DRAW:
        state.due = DUE_CARD
        state.actor = CHANCE
    else:
        decline(state, rules, log)


@jit(SIG.reveal)
def reveal(state, rules, key, log):
    """The chance step that is due: turn adversaries over, or draw and pass on the turn."""
    seat = state.active
    due = state.due
    if due == DUE_REPLENISH:
        turn_over(state, rules, log)
        to_fight(state, rules, log)
        return
    if due == DUE_CARD:
        draw_knight(state, rules, seat, key, log)
        if state.drawn < state.to_draw and can_draw(state, rules, seat):
            state.actor = seat
            state.frame = DRAW
            return
    else:
        for _ in range(state.to_draw):
            if can_draw(state, rules, seat):
                draw_knight(state, rules, seat, key, log)
    finish_turn(state, rules, log)
