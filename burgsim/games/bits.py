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

    def matching_codes(codes: Any, first: int, stop: int, wanted: int) -> int:
        """Of the bytes from `first` on (64, or up to `stop`), the mask of those that match one of four in `wanted`.

        A byte holds four numbers of two bits each; it matches where all that are not 0 are the same.
        """
        mask = 0
        for i in range(min(64, int(stop) - first)):
            code = int(codes[first + i])
            known = ((code | code >> 1) & 0x55) * 3
            mask |= any((code ^ int(wanted) >> 8 * byte) & known == 0 for byte in range(4)) << i
        return mask

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

    @intrinsic
    def matching_codes(typingctx, codes, first, stop, wanted):  # type: ignore[no-untyped-def]
        """Of the bytes from `first` on (64, or up to `stop`), the mask of those that match one of four in `wanted`.

        A byte holds four numbers of two bits each; it matches where all that are not 0 are the same. One vector
        operation (or a few, on older processors) looks at all 64, so the array must hold as many.
        """
        vector = ir.VectorType(ir.IntType(8), 64)
        word = ir.IntType(64)

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            def all_lanes(byte):  # type: ignore[no-untyped-def]
                lane = builder.insert_element(ir.Constant(vector, ir.Undefined), byte, ir.IntType(32)(0))
                return builder.shuffle_vector(
                    lane, ir.Constant(vector, ir.Undefined), ir.Constant(ir.VectorType(ir.IntType(32), 64), [0] * 64)
                )

            def constant(byte):  # type: ignore[no-untyped-def]
                return ir.Constant(vector, [byte] * 64)

            array = context.make_array(signature.args[0])(context, builder, args[0])
            place = builder.bitcast(builder.gep(array.data, [args[1]]), vector.as_pointer())
            code = builder.load(place, align=1)
            known = builder.and_(builder.or_(code, builder.lshr(code, constant(1))), constant(0x55))
            known = builder.or_(known, builder.shl(known, constant(1)))
            matches = None
            for byte in range(4):
                one = builder.trunc(builder.lshr(args[3], word(8 * byte)), ir.IntType(8))
                differs = builder.and_(builder.xor(code, all_lanes(one)), known)
                same = builder.icmp_unsigned("==", differs, constant(0))
                matches = same if matches is None else builder.or_(matches, same)
            count = builder.sub(args[2], args[1])
            below = builder.sub(builder.shl(word(1), count), word(1))
            below = builder.select(builder.icmp_signed("<", count, word(64)), below, word(-1))
            return builder.and_(builder.bitcast(matches, word), below)

        if not (isinstance(codes, nb.types.Array) and codes.dtype == nb.types.uint8):
            raise nb.core.errors.TypingError("matching_codes takes an array of bytes")
        return nb.types.int64(codes, nb.types.int64, nb.types.int64, nb.types.int64), codegen

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
