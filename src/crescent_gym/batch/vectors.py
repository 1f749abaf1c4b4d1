"""Vector instructions for compiled code, as Numba intrinsics: 16 piles are one register.

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


def _vector(element: ir.Type, count: int) -> ir.VectorType:
    return ir.VectorType(element, count)


def _address(context: Any, builder: Any, kind: Any, array: Any, offset: Any, element: ir.Type) -> Any:
    """A pointer to `element` at a byte offset into an array."""
    data = builder.bitcast(context.make_array(kind)(context, builder, array).data, I8.as_pointer())
    return builder.bitcast(builder.gep(data, [offset]), element.as_pointer())


def _splat(builder: Any, value: Any, count: int) -> Any:
    """A vector of `count` copies of a scalar."""
    vector = _vector(value.type, count)
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), value, ir.Constant(I32, 0))
    return builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), ir.Constant(_vector(I32, count), None))


def _lanes(element: ir.Type, values: list[int]) -> ir.Constant:
    return ir.Constant(_vector(element, len(values)), values)


def _same(element: ir.Type, count: int, value: int) -> ir.Constant:
    return _lanes(element, [value] * count)


def _word(value: int) -> ir.Constant:
    return ir.Constant(I64, value)


def _any_of(builder: Any, sets: list[Any]) -> Any:
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
            _address(context, builder, signature.args[0], into, into_offset, I8),
            _address(context, builder, signature.args[2], out_of, out_of_offset, I8),
            length,
            1,
            align=1,
        )
        return context.get_dummy_value()

    return types.void(target, INT, source, INT, INT), generate


@intrinsic
def put_on_top(
    _context: Any, tops: Any, adjacent: Any, slot: Any, pile: Any, card: Any, higher: Any, lower: Any
) -> Any:
    """Make `card` the top of a pile, and bring the sets of adjacent piles up to date.

    `tops` is uint8 of shape (slots, 16): the top cards, 0 for an empty pile.  `adjacent` is uint16 of shape
    (slots, 16): by pile, the set of piles whose top cards are its own's neighbours; the relation is symmetric.
    `higher` and `lower` are the neighbours of `card`, or bytes that no pile shows.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        tops_, adjacent_, slot_, pile_, card_, higher_, lower_ = arguments
        top_at = _address(context, builder, signature.args[0], tops_, builder.mul(slot_, _word(16)), _vector(I8, 16))
        sets_at = _address(
            context, builder, signature.args[1], adjacent_, builder.mul(slot_, _word(32)), _vector(I16, 16)
        )
        top, sets = builder.load(top_at, align=16), builder.load(sets_at, align=32)
        is_pile = builder.icmp_unsigned("==", _lanes(I8, list(range(16))), _splat(builder, _byte(builder, pile_), 16))
        top = builder.select(is_pile, _splat(builder, _byte(builder, card_), 16), top)
        builder.store(top, top_at, align=16)
        near = builder.or_(
            *(
                builder.icmp_unsigned("==", top, _splat(builder, _byte(builder, other), 16))
                for other in (higher_, lower_)
            )
        )
        bit = _splat(builder, builder.shl(ir.Constant(I16, 1), builder.trunc(pile_, I16)), 16)
        sets = builder.and_(sets, builder.not_(bit))
        sets = builder.or_(sets, builder.select(near, bit, _same(I16, 16, 0)))
        own_set = _splat(builder, builder.bitcast(near, I16), 16)
        builder.store(builder.select(is_pile, own_set, sets), sets_at, align=32)
        return context.get_dummy_value()

    return types.void(tops, adjacent, INT, WORD, WORD, WORD, WORD), generate


@intrinsic
def legal_words(
    _context: Any, rows: Any, heights: Any, tops: Any, adjacent: Any, slot: Any, capacity: Any, words: Any
) -> Any:
    """Pack the legality of the actions 0 to 280 into 281 bits from the start of `words[slot]`; return how many are set.

    `heights` is the byte offset of the slot's pile heights in `rows`; behind them stand, as in every row, the heights
    of the foundations and the redeals left.  `words` is uint64 of shape (slots, 8).
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows_, heights_, tops_, adjacent_, slot_, capacity_, words_ = arguments
        parts = signature.args

        def row_part(offset: int, element: ir.Type) -> Any:
            at = _address(context, builder, parts[0], rows_, builder.add(heights_, _word(offset)), element)
            return builder.load(at, align=1)

        piles, foundations, redeals = row_part(0, _vector(I8, 16)), row_part(16, _vector(I8, 8)), row_part(24, I8)
        top = builder.load(
            _address(context, builder, parts[2], tops_, builder.mul(slot_, _word(16)), _vector(I8, 16)), align=16
        )
        sets = builder.load(
            _address(context, builder, parts[3], adjacent_, builder.mul(slot_, _word(32)), _vector(I16, 16)), align=32
        )
        room = builder.icmp_unsigned("<", piles, _splat(builder, _byte(builder, capacity_), 16))
        packed = _packed_rows(builder, builder.and_(sets, _splat(builder, builder.bitcast(room, I16), 16)))
        complete = builder.icmp_unsigned("==", foundations, _same(I8, 8, 13))
        ascending, descending = _wanted_sets(builder, top, foundations, complete)
        packed[3] = builder.or_(packed[3], builder.shl(ascending, _word(48)))
        between = _between_foundations(builder, foundations)
        won = builder.icmp_unsigned("==", builder.bitcast(complete, I8), ir.Constant(I8, 255))
        redeal = builder.and_(builder.icmp_unsigned("!=", redeals, ir.Constant(I8, 0)), builder.not_(won))
        packed.append(
            builder.or_(
                builder.or_(descending, builder.shl(between, _word(16))),
                builder.shl(builder.zext(redeal, I64), _word(24)),
            )
        )
        at = _address(context, builder, parts[6], words_, builder.mul(slot_, _word(64)), I64)
        total = _word(0)
        for place, word in enumerate(packed):
            builder.store(word, builder.gep(at, [_word(place)]), align=8)
            total = builder.add(total, builder.ctpop(word))
        return total

    return WORD(rows, INT, tops, adjacent, INT, WORD, words), generate


def _packed_rows(builder: Any, sets: Any) -> list[Any]:
    """Sixteen sets of 16 piles as 16 rows of 15 bits, each without its own pile, packed into 240 bits of 4 words."""
    below = [(1 << pile) - 1 for pile in range(16)]
    kept = builder.and_(sets, _lanes(I16, below))
    moved = builder.lshr(builder.and_(sets, _lanes(I16, [0xFFFF ^ low for low in below])), _same(I16, 16, 1))
    rows = builder.bitcast(builder.or_(kept, moved), _vector(I32, 8))
    pairs = builder.or_(
        builder.and_(rows, _same(I32, 8, 0x7FFF)),
        builder.and_(builder.lshr(rows, _same(I32, 8, 1)), _same(I32, 8, 0x3FFF8000)),
    )
    pairs = builder.bitcast(pairs, _vector(I64, 4))
    low = 2**30 - 1
    fours = builder.or_(
        builder.and_(pairs, _same(I64, 4, low)),
        builder.and_(builder.lshr(pairs, _same(I64, 4, 2)), _same(I64, 4, low << 30)),
    )
    sixty = [builder.extract_element(fours, ir.Constant(I32, place)) for place in range(4)]
    return [
        builder.or_(sixty[0], builder.shl(sixty[1], _word(60))),
        builder.or_(builder.lshr(sixty[1], _word(4)), builder.shl(sixty[2], _word(56))),
        builder.or_(builder.lshr(sixty[2], _word(8)), builder.shl(sixty[3], _word(52))),
        builder.lshr(sixty[3], _word(12)),
    ]


def _wanted_sets(builder: Any, top: Any, foundations: Any, complete: Any) -> tuple[Any, Any]:
    """The sets of piles whose top card the ascending, and the descending, foundation of its suit takes."""
    wanted = _wanted(builder, foundations, complete)
    nothing = ir.Constant(_vector(I8, 8), ir.Undefined)
    equal = [
        builder.icmp_unsigned("==", top, builder.shuffle_vector(wanted, nothing, _same(I32, 16, foundation)))
        for foundation in range(8)
    ]
    return _any_of(builder, equal[:4]), _any_of(builder, equal[4:])


def _wanted(builder: Any, foundations: Any, complete: Any) -> Any:
    """The card that each foundation takes next, 255 for none."""
    lowest = _lanes(I8, [1, 14, 27, 40, 13, 26, 39, 52])
    sign = _lanes(I8, [0] * 4 + [255] * 4)
    wanted = builder.sub(builder.add(lowest, builder.xor(foundations, sign)), sign)
    return builder.select(complete, _same(I8, 8, 255), wanted)


def _between_foundations(builder: Any, foundations: Any) -> Any:
    """The foundations whose top card goes to the other one of its suit, as 8 bits: heights 13 in sum, and no base."""
    swapped = _lanes(I32, [4, 5, 6, 7, 0, 1, 2, 3])
    other = builder.shuffle_vector(foundations, ir.Constant(_vector(I8, 8), ir.Undefined), swapped)
    follows = builder.icmp_unsigned("==", builder.add(foundations, other), _same(I8, 8, 13))
    not_base = builder.icmp_unsigned(">", foundations, _same(I8, 8, 1))
    return builder.zext(builder.bitcast(builder.and_(follows, not_base), I8), I64)


@intrinsic
def find_in_16(_context: Any, array: Any, offset: Any, byte: Any) -> Any:
    """Which of the 16 bytes from `offset` on are `byte`, the first one in the lowest bit."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_, offset_, byte_ = arguments
        at = _address(context, builder, signature.args[0], array_, offset_, _vector(I8, 16))
        sought = _splat(builder, _byte(builder, byte_), 16)
        return _any_of(builder, [builder.icmp_unsigned("==", builder.load(at, align=1), sought)])

    return WORD(array, INT, WORD), generate


@intrinsic
def wanted_cards(_context: Any, rows: Any, foundations: Any) -> Any:
    """The cards that the foundations, whose heights stand from an offset on, take next: a byte each, 255 for none."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = _address(context, builder, signature.args[0], arguments[0], arguments[1], _vector(I8, 8))
        heights = builder.load(at, align=1)
        complete = builder.icmp_unsigned("==", heights, _same(I8, 8, 13))
        return builder.bitcast(_wanted(builder, heights, complete), I64)

    return WORD(rows, INT), generate


@intrinsic
def find_any_in_64(_context: Any, array: Any, offset: Any, sought: Any) -> Any:
    """Which of the 64 bytes from `offset` on are among the 8 of `sought`, the first one in the lowest bit."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array_, offset_, sought_ = arguments
        bytes_ = builder.load(_address(context, builder, signature.args[0], array_, offset_, _vector(I8, 64)), align=1)
        eight, nothing = builder.bitcast(sought_, _vector(I8, 8)), ir.Constant(_vector(I8, 8), ir.Undefined)
        found = ir.Constant(_vector(I1, 64), None)
        for place in range(8):
            one = builder.shuffle_vector(eight, nothing, _same(I32, 64, place))
            found = builder.or_(found, builder.icmp_unsigned("==", bytes_, one))
        return builder.bitcast(found, I64)

    return WORD(array, INT, WORD), generate


def _byte(builder: Any, word: Any) -> Any:
    return builder.trunc(word, I8)


def _spreader(width: int) -> Any:
    @intrinsic
    def spread(_context: Any, array: Any, offset: Any, word: Any) -> Any:
        """Write the low bits of a word to an array as bytes 0 and 1, the lowest bit first."""

        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array_, offset_, word_ = arguments
            bits = builder.trunc(word_, ir.IntType(width)) if width < 64 else word_
            spread_out = builder.zext(builder.bitcast(bits, _vector(I1, width)), _vector(I8, width))
            at = _address(context, builder, signature.args[0], array_, offset_, _vector(I8, width))
            builder.store(spread_out, at, align=1)
            return context.get_dummy_value()

        return types.void(array, INT, WORD), generate

    return spread


spread_64: Any
spread_16: Any
spread_8: Any
spread_64, spread_16, spread_8 = map(_spreader, (64, 16, 8))
"""Write 64, 16 or 8 bits as that many bytes."""
