"""Who sits at the table: a policy with its weights, and noise and rollouts around it.

    seats(game, players, ["greedy", "mine.py:thrifty@bold.toml,noise=0.1"])

A spec is `NAME` or `FILE.py:NAME`, then `@WEIGHTS` (a named row of the project's weights, or a .toml file), then
settings `,noise=0.1,rollouts=64,width=3`. One spec fills every seat; none is the game's `balanced`.
"""

from burgsim.players.seat import DEFAULT_POLICY, Seat, find_policy, rotate, seat_from_spec, seats
from burgsim.players.tuned import read_weights, store_weights, tuned_weights, variant_names

__all__ = [
    "DEFAULT_POLICY",
    "Seat",
    "find_policy",
    "read_weights",
    "rotate",
    "seat_from_spec",
    "seats",
    "store_weights",
    "tuned_weights",
    "variant_names",
]
