"""Random numbers as pure functions of (seed, game, stream, index).

Every draw of every game is `word(stream_key(game_key(seed, game), stream), index)`, so a draw for one purpose never
moves another, and game i is the same game whoever plays it, in whatever order, on however many threads.

The key of a game is one block of Philox4x32-10 (Salmon, Moraes, Dror, Shaw 2011), keyed with the seed and counting
games; streams and draws within a game are SplitMix64 (Steele, Lea, Flood 2014) read by position. Numbers below n are
(32 random bits x n) / 2^32 without rejection: the bias is under n / 2^32, about 3e-8 for a deck of 114, and draw i
stays draw i.
"""

from __future__ import annotations

import numpy as np

from burgsim.games.jit import jit

GAMMA = np.uint64(0x9E3779B97F4A7C15)
STREAM_STEP = np.uint64(0xD1342543DE82EF95)
MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
MIX_2 = np.uint64(0x94D049BB133111EB)
PHILOX_M0 = np.uint64(0xD2511F53)
PHILOX_M1 = np.uint64(0xCD9E8D57)
PHILOX_W0 = np.uint64(0x9E3779B9)
PHILOX_W1 = np.uint64(0xBB67AE85)
LOW = np.uint64(0xFFFFFFFF)
CODE_BITS = np.uint64(0xFF)
U1 = np.uint64(1)
U11 = np.uint64(11)
U27 = np.uint64(27)
U30 = np.uint64(30)
U31 = np.uint64(31)
U32 = np.uint64(32)

#: Streams from here on belong to the seats, one a policy (it moves with the policy when seats rotate), ...
POLICY_STREAM = 1 << 20
#: ... then one a rollout decision.
ROLLOUT_STREAM = 1 << 21


@jit
def philox(key, counter, counter_high):
    """One Philox4x32-10 block: two uint64 words from a uint64 key and a 128-bit counter."""
    k0 = key & LOW
    k1 = key >> U32
    c0 = counter & LOW
    c1 = counter >> U32
    c2 = counter_high & LOW
    c3 = counter_high >> U32
    for _ in range(10):
        p0 = PHILOX_M0 * c0
        p1 = PHILOX_M1 * c2
        c0 = (p1 >> U32) ^ c1 ^ k0
        c1 = p1 & LOW
        c2 = (p0 >> U32) ^ c3 ^ k1
        c3 = p0 & LOW
        k0 = (k0 + PHILOX_W0) & LOW
        k1 = (k1 + PHILOX_W1) & LOW
    return c0 | (c1 << U32), c2 | (c3 << U32)


@jit
def mix(z):
    """SplitMix64's finaliser (uint64 to uint64, one to one)."""
    z = (z ^ (z >> U30)) * MIX_1
    z = (z ^ (z >> U27)) * MIX_2
    return z ^ (z >> U31)


@jit
def game_key(seed, game):
    """The key (uint64) of all chance in one game, from the seed (uint64) and the game's number (int64)."""
    first, _ = philox(np.uint64(seed), np.uint64(game), np.uint64(0))
    return first


@jit
def stream_key(key, stream):
    """The key (uint64) of one stream of a game; streams are numbered by the game, append only."""
    return mix(key + np.uint64(stream) * STREAM_STEP)


@jit
def word(key, index):
    """Draw `index` of a stream: 64 random bits (uint64)."""
    return mix(key + (np.uint64(index) + U1) * GAMMA)


@jit
def below(key, index, n):
    """Draw `index` of a stream as an int64 in 0 .. n-1."""
    return np.int64((word(key, index) >> U32) * np.uint64(n) >> U32)


@jit
def shuffle(key, cards, start, stop):
    """Shuffle cards[start:stop] in place (Fisher-Yates); draw i decides position stop-1-i."""
    for i in range(stop - 1, start, -1):
        j = start + below(key, stop - 1 - i, i - start + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held


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
def deck_of_discard(key, discard, deck, room):
    """Shuffle a discard (copies by code, from then on empty) into a deck; returns the number of cards.

    Cards lie in the order of a hash of (code, copy), so that two of them keep their order whatever else was discarded.
    The code travels in the low byte of the hash; `room` is for sorting.
    """
    n = 0
    for code in range(len(discard)):
        for copy in range(discard[code]):
            hashed = (word(key, code * 256 + copy) & ~CODE_BITS) | np.uint64(code)
            i = n
            while i > 0 and room[i - 1] > hashed:
                room[i] = room[i - 1]
                i -= 1
            room[i] = hashed
            n += 1
        discard[code] = 0
    for i in range(n):
        deck[i] = np.int64(room[i] & CODE_BITS)
    return n


@jit
def draw_below(desk, n):
    """A policy's own random int64 in 0 .. n-1; moves the policy's stream (desk.rng) by one draw."""
    desk.rng += GAMMA
    return np.int64((mix(desk.rng) >> U32) * np.uint64(n) >> U32)


@jit
def draw_uniform(desk):
    """A policy's own random float64 in [0, 1); moves the policy's stream by one draw."""
    desk.rng += GAMMA
    return np.float64(mix(desk.rng) >> U11) * (1.0 / 9007199254740992.0)
