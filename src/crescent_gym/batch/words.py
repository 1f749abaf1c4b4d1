"""Instructions for words of 64 bits in compiled code, as Numba intrinsics.

Numba calls each function with the *types* of the arguments; what they name is what compiled code passes.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

I1: Any
I64: Any
I1, I64 = ir.IntType(1), ir.IntType(64)
WORD = types.uint64


def _word(value: int) -> ir.Constant:
    return ir.Constant(I64, value)


@intrinsic
def popcount(_context: Any, word: Any) -> Any:
    """How many bits of a word are set."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return WORD(WORD), generate


@intrinsic
def lowest_bit(_context: Any, word: Any) -> Any:
    """The place of the lowest set bit of a word that has one."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(I1, 0))

    return WORD(WORD), generate


@intrinsic
def high_product(_context: Any, one: Any, other: Any) -> Any:
    """The upper word of the 128-bit product of two words."""

    def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(argument, wide) for argument in arguments))
        return builder.trunc(builder.lshr(product, ir.Constant(wide, 64)), I64)

    return WORD(WORD, WORD), generate


def deposited(builder: Any, word: Any, nth: Any) -> Any:
    """The place of the nth set bit, where the processor can deposit bits (x86's BMI2)."""
    kind = ir.FunctionType(I64, [I64, I64])
    deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
    bit = builder.call(deposit, [builder.shl(_word(1), nth), word])
    return builder.cttz(bit, ir.Constant(I1, 0))


def counted(builder: Any, word: Any, nth: Any) -> Any:
    """The place of the nth set bit, by halves: it is in the upper one if the lower one has no more bits."""
    place = _word(0)
    for half in (32, 16, 8, 4, 2, 1):
        here = builder.ctpop(builder.and_(word, _word(2**half - 1)))
        is_beyond = builder.icmp_unsigned(">=", nth, here)
        nth = builder.sub(nth, builder.select(is_beyond, here, _word(0)))
        step = builder.select(is_beyond, _word(half), _word(0))
        word, place = builder.lshr(word, step), builder.add(place, step)
    return place


def can_deposit(context: Any) -> bool:
    """Whether the processor for which Numba compiles has that instruction; False if Numba does not say."""
    return "+bmi2" in getattr(context.codegen(), "_tm_features", "").split(",")


@intrinsic
def nth_bit(_context: Any, word: Any, nth: Any) -> Any:
    """The place of the nth set bit of a word, the lowest one counting as 0, of one that has more than n."""

    def generate(context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:
        return (deposited if can_deposit(context) else counted)(builder, *arguments)

    return WORD(WORD, WORD), generate
