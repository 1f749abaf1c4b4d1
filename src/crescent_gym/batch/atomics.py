"""Atomic reads and writes for threads that meet in compiled code, as Numba intrinsics.

Numba calls each function with the *types* of the arguments; what they name is what compiled code passes.  `words` is
a uint64 array, `place` an index into it, which nothing here checks.  What a thread wrote before `store` or `add` is
seen by a thread that has read the new value with `load` or `add`.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import imputils
from numba.extending import intrinsic

_borrowed: Any = imputils.impl_ret_borrowed

I32: Any
I64: Any
I32, I64 = ir.IntType(32), ir.IntType(64)
WORD = types.uint64
WORD_BYTES = 8

_PAUSES = {"x86": ("llvm.x86.sse2.pause", ()), "aarch64": ("llvm.aarch64.hint", (ir.Constant(I32, 1),))}
"""By the beginning of a processor's name, the instruction that says: this thread waits for another."""


def _pointer(context: Any, builder: Any, kind: Any, array: Any, place: Any) -> Any:
    return builder.gep(context.make_array(kind)(context, builder, array).data, [place])


@intrinsic
def load(_context: Any, words: Any, _place: Any) -> Any:
    """The word at a place."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, place = arguments
        pointer = _pointer(context, builder, signature.args[0], array, place)
        return builder.load_atomic(pointer, "acquire", WORD_BYTES)

    return WORD(words, WORD), generate


@intrinsic
def store(_context: Any, words: Any, _place: Any, _value: Any) -> Any:
    """Write a word to a place."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, place, value = arguments
        pointer = _pointer(context, builder, signature.args[0], array, place)
        builder.store_atomic(value, pointer, "release", WORD_BYTES)
        return context.get_dummy_value()

    return types.void(words, WORD, WORD), generate


@intrinsic
def add(_context: Any, words: Any, _place: Any, _value: Any) -> Any:
    """Add to the word at a place; what stood there before."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array, place, value = arguments
        return builder.atomic_rmw("add", _pointer(context, builder, signature.args[0], array, place), value, "acq_rel")

    return WORD(words, WORD, WORD), generate


@intrinsic
def pause(_context: Any) -> Any:
    """Tell the processor that this thread waits for another, where it can be told."""

    def generate(context: Any, builder: Any, _signature: Any, _arguments: Any) -> Any:
        for processor, (name, arguments) in _PAUSES.items():
            if builder.module.triple.startswith((processor, processor.replace("x86", "i686"))):
                kind = ir.FunctionType(ir.VoidType(), [argument.type for argument in arguments])
                builder.call(builder.module.declare_intrinsic(name, (), kind), arguments)
        return context.get_dummy_value()

    return types.void(), generate


@intrinsic
def address_of(_context: Any, array: Any) -> Any:
    """Where an array's data begin."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ptrtoint(context.make_array(signature.args[0])(context, builder, arguments[0]).data, I64)

    return WORD(array), generate


@intrinsic
def at_address(_context: Any, array: Any, _address: Any) -> Any:
    """An array like this one whose data begin at an address; it owns nothing."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = signature.args[0]
        moved = context.make_array(kind)(context, builder, arguments[0])
        moved.data = builder.inttoptr(arguments[1], moved.data.type)
        return _borrowed(context, builder, kind, moved._getvalue())

    return array(array, WORD), generate
