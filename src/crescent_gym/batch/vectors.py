"""Vector instructions for compiled code, as Numba intrinsics, and what they are made of.

Numba calls each function with the *types* of the arguments; what they name is what compiled code passes.  Each emits
LLVM's portable vector operations; the JIT tunes them to the host, so there is no build for each instruction set.
Arguments named `slot` and `offset` are int64 and trusted: nothing here checks bounds.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

_copy: Any = cgutils.raw_memcpy

I1: Any
I8: Any
I16: Any
I32: Any
I64: Any
I1, I8, I16, I32, I64 = (ir.IntType(bits) for bits in (1, 8, 16, 32, 64))
INT = types.int64
WORD = types.uint64


def vector(element: ir.Type, count: int) -> ir.VectorType:
    """The type of a vector of `count` elements."""
    return ir.VectorType(element, count)


def address(context: Any, builder: Any, kind: Any, array: Any, offset: Any, element: ir.Type) -> Any:
    """A pointer to `element` at a byte offset into an array."""
    data = builder.bitcast(context.make_array(kind)(context, builder, array).data, I8.as_pointer())
    return builder.bitcast(builder.gep(data, [offset]), element.as_pointer())


def splat(builder: Any, value: Any, count: int) -> Any:
    """A vector of `count` copies of a scalar."""
    nothing = ir.Constant(vector(value.type, count), ir.Undefined)
    first = builder.insert_element(nothing, value, ir.Constant(I32, 0))
    return builder.shuffle_vector(first, nothing, ir.Constant(vector(I32, count), None))


def lanes(element: ir.Type, values: list[int]) -> ir.Constant:
    """A vector of these constants."""
    return ir.Constant(vector(element, len(values)), values)


def same(element: ir.Type, count: int, value: int) -> ir.Constant:
    """A vector of `count` times the same constant."""
    return lanes(element, [value] * count)


def word_of(value: int) -> ir.Constant:
    """A constant word."""
    return ir.Constant(I64, value)


def byte_of(builder: Any, word: Any) -> Any:
    """The lowest byte of a word."""
    return builder.trunc(word, I8)


def any_of(builder: Any, sets: list[Any]) -> Any:
    """Sixteen-lane truth vectors, joined and packed into the low bits of a word."""
    joined = sets[0]
    for other in sets[1:]:
        joined = builder.or_(joined, other)
    return builder.zext(builder.bitcast(joined, I16), I64)


@intrinsic
def copy_bytes(_context: Any, target: Any, target_offset: Any, source: Any, source_offset: Any, count: Any) -> Any:
    """Copy `count` bytes from one array to another."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        into, into_offset, out_of, out_of_offset, length = arguments
        _copy(
            builder,
            address(context, builder, signature.args[0], into, into_offset, I8),
            address(context, builder, signature.args[2], out_of, out_of_offset, I8),
            length,
            1,
            align=1,
        )
        return context.get_dummy_value()

    return types.void(target, INT, source, INT, INT), generate


@intrinsic
def copy_32(_context: Any, target: Any, target_offset: Any, source: Any, source_offset: Any) -> Any:
    """Copy 32 bytes from one array to another, which does not overlap with it."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        into, into_offset, out_of, out_of_offset = arguments
        bytes_ = vector(I8, 32)
        found = builder.load(address(context, builder, signature.args[2], out_of, out_of_offset, bytes_), align=1)
        builder.store(found, address(context, builder, signature.args[0], into, into_offset, bytes_), align=1)
        return context.get_dummy_value()

    return types.void(target, INT, source, INT), generate


@intrinsic
def find_in_16(_context: Any, array: Any, offset: Any, byte: Any) -> Any:
    """Which of the 16 bytes from `offset` on are `byte`, the first one in the lowest bit."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_, offset_, byte_ = arguments
        at = address(context, builder, signature.args[0], array_, offset_, vector(I8, 16))
        sought = splat(builder, byte_of(builder, byte_), 16)
        return any_of(builder, [builder.icmp_unsigned("==", builder.load(at, align=1), sought)])

    return WORD(array, INT, WORD), generate


@intrinsic
def find_any_in_64(_context: Any, array: Any, offset: Any, sought: Any) -> Any:
    """Which of the 64 bytes from `offset` on are among the 8 of `sought`, the first one in the lowest bit."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_, offset_, sought_ = arguments
        bytes_ = builder.load(address(context, builder, signature.args[0], array_, offset_, vector(I8, 64)), align=1)
        eight, nothing = builder.bitcast(sought_, vector(I8, 8)), ir.Constant(vector(I8, 8), ir.Undefined)
        found = ir.Constant(vector(I1, 64), None)
        for place in range(8):
            one = builder.shuffle_vector(eight, nothing, same(I32, 64, place))
            found = builder.or_(found, builder.icmp_unsigned("==", bytes_, one))
        return builder.bitcast(found, I64)

    return WORD(array, INT, WORD), generate


def _spreader(width: int) -> Any:
    @intrinsic
    def spread(_context: Any, array: Any, offset: Any, word: Any) -> Any:
        """Write the low bits of a word to an array as bytes 0 and 1, the lowest bit first."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array_, offset_, word_ = arguments
            bits = builder.trunc(word_, ir.IntType(width)) if width < 64 else word_
            spread_out = builder.zext(builder.bitcast(bits, vector(I1, width)), vector(I8, width))
            at = address(context, builder, signature.args[0], array_, offset_, vector(I8, width))
            builder.store(spread_out, at, align=1)
            return context.get_dummy_value()

        return types.void(array, INT, WORD), generate

    return spread


spread_64: Any
spread_16: Any
spread_8: Any
spread_64, spread_16, spread_8 = map(_spreader, (64, 16, 8))
"""Write 64, 16 or 8 bits as that many bytes."""
