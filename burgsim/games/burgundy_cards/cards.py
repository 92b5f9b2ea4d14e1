"""Chance in the card game: laying out the deck and the piles, turning cards over, reshuffling, and hiding.

The deck is one shuffled list. What every round needs (stacks, displays) comes from its front; what depends on play
(purchases) comes from its back, behind the cards set aside for Aaron. So a purchase more doesn't change what later
rounds show, and variants of the rules compare on the same cards. The distribution is that of one shuffled deck.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.burgundy_cards import events as ev
from burgsim.games.burgundy_cards.components import CODES, KIND_OF, NO_CARD, PIP_OF, PIPS
from burgsim.games.burgundy_cards.estate import aaron_builds, add_points
from burgsim.games.burgundy_cards.state import ANIMALS, BOUGHT, CARDS, END, PLAY, SIG, START_PLAYER
from burgsim.games.chance import below, shuffle, stream_key, word
from burgsim.games.game import note
from burgsim.games.jit import jit

#: Streams of chance (append only: they are part of what a seed means).
DECK_STREAM, GOODS_STREAM, ANIMALS_STREAM, PIPS_STREAM = 1, 2, 3, 4
RESHUFFLE_STREAM = 100
#: A card's place in a reshuffle is the order of its hash; its code travels in the low byte.
CODE_BITS = np.uint64(0xFF)


@jit
def reshuffle(state, key, log):
    """The discard becomes the deck: the k-th time in the order of a hash of (card, k)."""
    state.reshuffles += 1
    stream = stream_key(key, RESHUFFLE_STREAM + state.reshuffles)
    note(log, ev.RESHUFFLE, state.reshuffles, state.discards, 0, 0, 0)
    n = 0
    for code in range(CODES):
        for copy in range(state.discard[code]):
            hashed = (word(stream, code * 256 + copy) & ~CODE_BITS) | np.uint64(code)
            i = n
            while i > 0 and log.keys[i - 1] > hashed:
                log.keys[i] = log.keys[i - 1]
                i -= 1
            log.keys[i] = hashed
            n += 1
        state.discard[code] = 0
    for i in range(n):
        code = np.int64(log.keys[i] & CODE_BITS)
        state.deck[i] = code
        note(log, ev.DECK, code, 0, 0, 0, 0)
    state.deck_front = 0
    state.deck_back = n
    state.discards = 0


@jit
def draw_front(state, key, log):
    """The next card for a stack or the display; NO_CARD when deck and discard are empty."""
    if state.deck_front == state.deck_back:
        if state.discards == 0:
            return NO_CARD
        reshuffle(state, key, log)
    code = np.int64(state.deck[state.deck_front])
    state.deck_front += 1
    return code


@jit
def draw_back(state, key, log):
    """The next card for a purchase; NO_CARD when deck and discard are empty."""
    if state.deck_front == state.deck_back:
        if state.discards == 0:
            return NO_CARD
        reshuffle(state, key, log)
    state.deck_back -= 1
    return np.int64(state.deck[state.deck_back])


@jit
def discard_card(state, code):
    """A card on the common discard."""
    state.discard[code] += 1
    state.discards += 1


@jit
def deal_stacks(state, rules, key, log):
    """A stack for every seat from the start player on; its first cards are the hand."""
    for i in range(state.players):
        seat = state.starter + i
        if seat >= state.players:
            seat -= state.players
        for j in range(rules.turns):
            code = draw_front(state, key, log)
            state.stack[seat, j] = code
            if code != NO_CARD:
                note(log, ev.DEAL, seat, code, 0, 0, 0)
        for j in range(rules.hand_size):
            draw_hand(state, seat, j, j, log)


@jit
def draw_hand(state, seat, place, index, log):
    """Draw card `index` of the stack to a place of the hand."""
    code = state.stack[seat, index]
    state.hand[seat, place] = code
    state.stack[seat, index] = NO_CARD
    if code != NO_CARD:
        note(log, ev.HAND, seat, code, 0, 0, 0)


@jit
def deal_display(state, rules, key, log):
    """The round's display: some cards one to each row, the others to the row of their own pips."""
    n = 0
    for i in range(rules.display_cards):
        code = draw_front(state, key, log)
        if code == NO_CARD:
            break
        row = i % PIPS + 1 if i < rules.display_by_row else PIP_OF[code]
        note(log, ev.SHOW, row, code, 0, 0, 0)
        slot = n
        for j in range(n):
            if state.display[j] == code and state.display_row[j] == row:
                slot = j
        if slot == n:
            state.display[n] = code
            state.display_row[n] = row
            state.display_count[n] = 0
            n += 1
        state.display_count[slot] += 1
    state.display_n = n
    state.display_alive = (1 << n) - 1


@jit
def clear_display(state, log):
    """What is left on display is discarded."""
    for i in range(state.display_n):
        count = state.display_count[i]
        if count > 0:
            note(log, ev.CLEAR, state.display_row[i], state.display[i], count, 0, 0)
            state.discard[state.display[i]] += count
            state.discards += count
            state.display_count[i] = 0
    state.display_n = 0
    state.display_alive = 0


@jit
def reveal_aaron(state, rules, log):
    """Aaron's pile of this round is sorted into his estate; you take a point for each of his cloisters."""
    for _ in range(rules.aaron_piles[state.round]):
        if state.aaron_next == state.aaron_cards:
            break
        state.aaron_next += 1
        last = state.deck.shape[0] - state.aaron_next
        code = np.int64(state.deck[last])
        cloisters = aaron_builds(state, rules, code, log)
        if cloisters > 0:
            add_points(state, rules, 0, CARDS, rules.aaron_cloister_points, ev.C_AARON, log)


@jit
def turn_up(state, log):
    """Turn up the tops of the piles; an empty pile takes the upper half of the other (one card stays where it is)."""
    for kind in range(2):
        for pile in range(2):
            other = 1 - pile
            left = state.pile_stop[kind, other] - state.pile_start[kind, other]
            if state.pile_stop[kind, pile] == state.pile_start[kind, pile] and left >= 2:
                stop = state.pile_stop[kind, other]
                middle = stop - left // 2
                state.pile_start[kind, pile] = middle
                state.pile_stop[kind, pile] = stop
                state.pile_stop[kind, other] = middle
                state.pile_top[kind, 0] = NO_CARD
                state.pile_top[kind, 1] = NO_CARD
                note(log, ev.SPLIT, kind, pile, stop - middle, 0, 0)
        for pile in range(2):
            stop = state.pile_stop[kind, pile]
            if state.pile_top[kind, pile] == NO_CARD and stop > state.pile_start[kind, pile]:
                top = state.goods_pile[stop - 1] if kind == 0 else state.animals_pile[stop - 1]
                state.pile_top[kind, pile] = top
                note(log, ev.PILE, kind, pile, stop - state.pile_start[kind, pile], top, 0)


@jit
def lay_piles(state, kind, start, stop):
    """Two piles of pile[start:stop], the first one more when the number is odd; the top is the last card."""
    middle = start + (stop - start + 1) // 2
    state.pile_start[kind, 0] = start
    state.pile_stop[kind, 0] = middle
    state.pile_start[kind, 1] = middle
    state.pile_stop[kind, 1] = stop
    state.pile_top[kind, 0] = NO_CARD
    state.pile_top[kind, 1] = NO_CARD


@jit
def clear(state):
    """An empty table."""
    state.display_alive = 0
    state.round = 0
    state.turn = 0
    state.sale = 0
    state.purchases = 0
    state.reshuffles = 0
    state.discards = 0
    state.chips = 0
    state.seven_taken = 0
    state.display_n = 0
    state.drawn_n = 0
    state.lost_in = 0
    state.aaron_next = 0
    state.aaron_cards = 0
    state.aaron_seven = 0
    state.deck_front = 0
    state.goods[:] = 0
    state.sold[:] = 0
    state.animals[:] = 0
    state.projects_n[:] = 0
    state.sets[:] = 0
    state.open[:] = 0
    state.points[:] = 0
    state.has_seven[:] = 0
    state.aaron_sets[:] = 0
    state.aaron_open[:] = 0
    state.aaron_points[:] = 0
    state.first[:] = 0
    state.bought[:] = 0
    state.sales[:] = 0
    state.jokers[:] = 0
    state.sets_in_round[:] = 0
    state.margin[:] = 0
    state.silver[:] = 0
    state.workers[:] = 0
    state.hand[:] = NO_CARD
    state.stack[:] = NO_CARD
    state.discard[:] = 0
    state.estate[:] = 0


@jit
def deal_building_pips(state, key, n):
    """Deal the pips of the building cards, which lie last in the unshuffled deck, to them anew."""
    first = n
    while first > 0 and KIND_OF[state.deck[first - 1]] >= 6:
        first -= 1
    stream = stream_key(key, PIPS_STREAM)
    for i in range(n - 1, first, -1):
        j = first + below(stream, n - 1 - i, i - first + 1)
        kind_i, pip_i = KIND_OF[state.deck[i]], PIP_OF[state.deck[i]]
        kind_j, pip_j = KIND_OF[state.deck[j]], PIP_OF[state.deck[j]]
        state.deck[i] = kind_i * PIPS + pip_j - 1
        state.deck[j] = kind_j * PIPS + pip_i - 1


@jit
def score_animals(state, rules, seat):
    """Points of the animals at the start: groups of all-different animals, as many different as possible each time."""
    from_groups = 0
    size = 1
    while size > 0:
        different = 0
        for animal in range(4):
            different += state.animals[seat, animal] >= size
        if different == 0:
            size = 0
        else:
            from_groups += rules.animal_points[different - 1]
            size += 1
    state.points[seat, ANIMALS] = from_groups


@jit(SIG.deal)
def deal(state, rules, players, key, log):
    """Lay out a new game for this number of players."""
    clear(state)
    state.players = players
    state.starter = 0
    state.active = 0
    state.start_card = 0 if players > 1 else -1
    n = 0
    for code in range(CODES):
        for _ in range(rules.cards[code]):
            state.deck[n] = code
            n += 1
    if rules.random_pips != 0:
        deal_building_pips(state, key, n)
    shuffle(stream_key(key, DECK_STREAM), state.deck, 0, n)
    if players == 1:
        last = state.deck.shape[0]
        for i in range(5):
            state.aaron_cards += rules.aaron_piles[i]
        for i in range(state.aaron_cards):
            n -= 1
            state.deck[last - 1 - i] = state.deck[n]
    state.deck_back = n

    n = 0
    for good in range(3):
        for _ in range(rules.goods[good]):
            state.goods_pile[n] = good
            n += 1
    shuffle(stream_key(key, GOODS_STREAM), state.goods_pile, 0, n)
    given = players * rules.start_goods
    for i in range(given):
        state.goods[i % players, state.goods_pile[i]] += 1
    lay_piles(state, 0, given, n)

    n = 0
    for animal in range(4):
        for _ in range(rules.animals[animal]):
            state.animals_pile[n] = animal
            n += 1
    shuffle(stream_key(key, ANIMALS_STREAM), state.animals_pile, 0, n)
    given = players * rules.start_animals
    for i in range(given):
        state.animals[i % players, state.animals_pile[i]] += 1
    lay_piles(state, 1, given, n)

    for seat in range(players):
        state.silver[seat] = rules.start_silver + rules.seat_silver[seat]
        state.workers[seat] = rules.start_workers[seat]
        score_animals(state, rules, seat)
    if players > 1:
        state.points[0, START_PLAYER] = rules.start_player_points
    note(log, ev.ROUND, 0, 0, 0, 0, 0)
    if players == 1:
        reveal_aaron(state, rules, log)
    turn_up(state, log)
    deal_stacks(state, rules, key, log)
    deal_display(state, rules, key, log)
    state.due = 0
    state.depth = 2
    state.frame[0] = END
    state.frame[1] = PLAY
    state.actor = 0
    note(log, ev.TURN, 0, 0, 0, 0, 0)


@jit
def draw_purchase(state, rules, key, log):
    """Draw the cards that were bought (sorted, so that equal ones are listed once)."""
    n = 0
    for _ in range(rules.purchase_draw):
        code = draw_back(state, key, log)
        if code == NO_CARD:
            break
        note(log, ev.DRAWN, state.active, code, 0, 0, 0)
        i = n
        while i > 0 and state.drawn[i - 1] > code:
            state.drawn[i] = state.drawn[i - 1]
            i -= 1
        state.drawn[i] = code
        n += 1
    state.drawn_n = n
    state.frame[state.depth] = BOUGHT
    state.depth += 1


@jit
def move_unseen_cards(state, seat, log, lift):
    """Lift every action card that the seat can't see into log.keys, or lay them back from there; returns how many."""
    n = 0
    last = state.deck.shape[0]
    for i in range(state.deck_front, state.deck_back):
        if lift:
            log.keys[n] = np.uint64(state.deck[i])
        else:
            state.deck[i] = np.int64(log.keys[n])
        n += 1
    for i in range(last - state.aaron_cards, last - state.aaron_next):
        if lift:
            log.keys[n] = np.uint64(state.deck[i])
        else:
            state.deck[i] = np.int64(log.keys[n])
        n += 1
    for other in range(state.players):
        for j in range(state.stack.shape[1]):
            if state.stack[other, j] != NO_CARD:
                if lift:
                    log.keys[n] = np.uint64(state.stack[other, j])
                else:
                    state.stack[other, j] = np.int64(log.keys[n])
                n += 1
        for j in range(state.hand.shape[1]):
            if other != seat and state.hand[other, j] != NO_CARD:
                if lift:
                    log.keys[n] = np.uint64(state.hand[other, j])
                else:
                    state.hand[other, j] = np.int64(log.keys[n])
                n += 1
    if seat != state.active:
        for j in range(state.drawn_n):
            if lift:
                log.keys[n] = np.uint64(state.drawn[j])
            else:
                state.drawn[j] = np.int64(log.keys[n])
            n += 1
    return n


@jit
def sort_up(cards, start, stop):
    """Sort cards[start:stop] (insertion sort: the heaps are small)."""
    for i in range(start + 1, stop):
        held = cards[i]
        j = i
        while j > start and cards[j - 1] > held:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = held


@jit
def hide_pile(state, kind, pile_cards, stream, log):
    """Sort and shuffle the goods or animals below the tops of the two piles, as one heap."""
    for step in range(2):
        n = 0
        for pile in range(2):
            stop = state.pile_stop[kind, pile] - (state.pile_top[kind, pile] != NO_CARD)
            for i in range(state.pile_start[kind, pile], stop):
                if step == 0:
                    log.keys[n] = np.uint64(pile_cards[i])
                else:
                    pile_cards[i] = np.int64(log.keys[n])
                n += 1
        if step == 0:
            sort_up(log.keys, 0, n)
            shuffle(stream, log.keys, 0, n)


@jit(SIG.hide)
def hide(state, rules, seat, key, log):
    """Sort all that the seat can't see, then shuffle it with the key: same key, same world, whatever the truth was.

    Unseen are the deck with Aaron's piles, every stack, the other hands and cards that another seat has just bought:
    to this seat they are one heap. So are the goods, and the animals, below the tops of their piles. Places of the deck
    whose cards have been dealt still hold them, in order: those are wiped.
    """
    for i in range(state.deck_front):
        state.deck[i] = 0
    for i in range(state.deck_back, state.deck.shape[0] - state.aaron_cards):
        state.deck[i] = 0
    n = move_unseen_cards(state, seat, log, True)
    sort_up(log.keys, 0, n)
    shuffle(stream_key(key, DECK_STREAM), log.keys, 0, n)
    move_unseen_cards(state, seat, log, False)
    if seat != state.active:
        sort_up(state.drawn, 0, state.drawn_n)
    hide_pile(state, 0, state.goods_pile, stream_key(key, GOODS_STREAM), log)
    hide_pile(state, 1, state.animals_pile, stream_key(key, ANIMALS_STREAM), log)


@jit
def draw_hands(state, rules, log):
    """Between turns: every seat draws the next card of its stack to the free place of its hand."""
    for seat in range(state.players):
        draw_hand(state, seat, rules.hand_size - 1, state.turn + rules.hand_size - 1, log)


@jit
def new_round(state, rules, key, log):
    """A new round: the old display goes, Aaron's pile, the display, the stacks from the new start player on."""
    clear_display(state, log)
    note(log, ev.ROUND, state.round, state.starter, 0, 0, 0)
    if state.players == 1:
        reveal_aaron(state, rules, log)
    deal_display(state, rules, key, log)
    deal_stacks(state, rules, key, log)
    note(log, ev.TURN, state.active, state.turn, 0, 0, 0)
