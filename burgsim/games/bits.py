"""Masks: the lowest and highest bit and the number of bits, as one machine instruction each."""

from __future__ import annotations

from typing import Any

from burgsim.games.jit import PLAIN, jit, nb

if PLAIN:

    def lowest_bit(mask: Any) -> int:
        """The position of the lowest bit that is set; the mask must not be 0."""
        mask = int(mask)
        return (mask & -mask).bit_length() - 1

    def highest_bit(mask: Any) -> int:
        """The position of the highest bit that is set; the mask must not be 0."""
        return int(mask).bit_length() - 1

    def count_bits(mask: Any) -> int:
        """How many bits are set."""
        return (int(mask) & ((1 << 64) - 1)).bit_count()

else:
    from llvmlite import ir
    from numba.extending import intrinsic

    @intrinsic
    def _cttz(typingctx, mask):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return nb.types.int64(nb.types.int64), codegen

    @intrinsic
    def _ctlz(typingctx, mask):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

        return nb.types.int64(nb.types.int64), codegen

    @intrinsic
    def _ctpop(typingctx, mask):  # type: ignore[no-untyped-def]
        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return nb.types.int64(nb.types.int64), codegen

    @jit
    def lowest_bit(mask):
        """The position of the lowest bit that is set; the mask must not be 0."""
        return _cttz(mask)

    @jit
    def highest_bit(mask):
        """The position of the highest bit that is set; the mask must not be 0."""
        return 63 - _ctlz(mask)

    @jit
    def count_bits(mask):
        """How many bits are set."""
        return _ctpop(mask)


@jit
def list_bits(desk, n, mask, code):
    """Write code + position of each bit of a mask into desk.actions from place n on; returns the next free place."""
    while mask != 0:
        desk.actions[n] = code + lowest_bit(mask)
        mask &= mask - 1
        n += 1
    return n
