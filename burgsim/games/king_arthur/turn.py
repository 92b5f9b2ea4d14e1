"""The steps of a turn: what comes when a decision was taken or isn't there to take.

Each step finds out whether there is anything to decide; if not, it goes on to the next. The last one hands over to
chance, so no turn runs into another.
"""

from __future__ import annotations

from burgsim.games.bits import count_bits
from burgsim.games.game import CHANCE, OVER, count_lead, note
from burgsim.games.jit import jit
from burgsim.games.king_arthur import events as ev
from burgsim.games.king_arthur.hands import find_targets, score
from burgsim.games.king_arthur.state import ADVENTURE, DRAW, DUE_DRAW, END_ADVERSARIES, END_CAP, REPLENISH, TARGET

#: The top bit of each column.
FULL = -0x7FFF7FFF7FFF8000


@jit
def start_turn(state, rules, log):
    """The seat in turn begins: it may replenish, or goes on to fight."""
    seat = state.active
    state.turn += 1
    state.turns[seat] += 1
    state.fought = 0
    state.adventured = 0
    state.drawn = 0
    note(log, ev.TURN, seat, state.turn, 0, 0, 0)
    if state.adversary_front < state.adversary_back and ((state.columns + rules.column_test) & FULL) == 0:
        state.actor = seat
        state.frame = REPLENISH
    else:
        to_fight(state, rules, log)


@jit
def to_fight(state, rules, log):
    """The fight, if there is a target."""
    seat = state.active
    targets = find_targets(state, rules, seat)
    state.targets = targets
    if targets != 0:
        state.choices[seat] += count_bits(targets)
        state.actor = seat
        state.frame = TARGET
    else:
        to_adventure(state, rules, log)


@jit
def to_adventure(state, rules, log):
    """After the fight: is it the end? Then the adventure, if one can be completed."""
    seat = state.active
    if state.columns == 0 and state.adversary_front == state.adversary_back:
        end(state, END_ADVERSARIES, log)
    if state.met[seat] & state.open_mask != 0:
        state.actor = seat
        state.frame = ADVENTURE
    else:
        to_draw(state, rules)


@jit
def end(state, cause, log):
    """A cause of the end has come."""
    if state.end_causes & cause == 0:
        state.end_causes |= cause
        note(log, ev.END_NEAR, state.active, cause, 0, 0, 0)
        if state.ender == 0:
            state.ender = state.active + 1


@jit
def can_draw(state, rules, seat):
    """Whether the seat may take one more knight and there is one."""
    room = rules.hand_limit == 0 or state.hand_size[seat] < rules.hand_limit
    return room and (state.knight_front < state.knight_back or state.knight_discards > 0)


@jit
def to_draw(state, rules):
    """The draw: chance does it, unless each card is a decision."""
    seat = state.active
    idle = state.fought == 0 and (state.adventured == 0 or rules.idle_despite_adventure != 0)
    cards = rules.draw_cards_idle if idle else rules.draw_cards
    if state.end_causes != 0 and rules.draw_after_end == 0:
        cards = 0
    state.to_draw = cards
    if rules.optional_draw != 0 and cards > 0 and can_draw(state, rules, seat):
        state.actor = seat
        state.frame = DRAW
    else:
        state.due = DUE_DRAW
        state.actor = CHANCE


@jit
def find_leader(state, rules):
    """Count it when another seat than before is ahead of all others."""
    best = -1
    leader = 0
    for seat in range(state.players):
        points = score(state, rules, seat)
        if points > best:
            best = points
            leader = seat + 1
        elif points == best:
            leader = 0
    count_lead(state, leader)


@jit
def finish_turn(state, rules, log):
    """The end of the game or the next seat."""
    seat = state.active
    if state.fought | state.adventured != 0:
        find_leader(state, rules)
    state.largest_hand[seat] = max(state.largest_hand[seat], state.hand_size[seat])
    last = seat == state.players - 1
    over = state.end_causes != 0 and (rules.equal_turns == 0 or last)
    if not over and state.turn == rules.turn_cap:
        state.end_causes |= END_CAP
        over = True
    if over:
        state.actor = OVER
        state.frame = 0
        note(log, ev.END, state.end_causes, 0, 0, 0, 0)
    else:
        state.active = 0 if last else seat + 1
        start_turn(state, rules, log)
