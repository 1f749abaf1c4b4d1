"""Which actions are legal, in vector instructions: the top cards of 16 piles, and their sets, are one register each.

`crescent_gym.batch.boards` says how a board stands in arrays; `vectors` says what these instructions are.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.extending import intrinsic

from crescent_gym.batch.vectors import (
    I8,
    I16,
    I32,
    I64,
    INT,
    WORD,
    address,
    any_of,
    byte_of,
    lanes,
    same,
    splat,
    vector,
    word_of,
)


@intrinsic
def legal_words(
    _context: Any, rows: Any, heights: Any, tops: Any, adjacent: Any, slot: Any, capacity: Any, words: Any
) -> Any:
    """Pack the legality of the actions 0 to 280 into 281 bits from the start of `words[slot]`; return how many are set.

    `heights` is the byte offset of the slot's pile heights in `rows`; behind them stand, as in every row, the heights
    of the foundations and the redeals left.  `tops` is uint8 of shape (slots, 16): the top cards, 0 for an empty pile.
    `adjacent` is uint16 of shape (slots, 16): by pile, the set of piles whose top cards are its own's neighbours; the
    relation is symmetric.  `words` is uint64 of shape (slots, 8).
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows_, heights_, tops_, adjacent_, slot_, capacity_, words_ = arguments
        parts = signature.args
        top_at, sets_at = _seen_at(context, builder, (parts[2], tops_), (parts[3], adjacent_), slot_)
        top, sets = builder.load(top_at, align=16), builder.load(sets_at, align=32)
        row_at = address(context, builder, parts[0], rows_, heights_, I8)
        words_at = address(context, builder, parts[6], words_, builder.mul(slot_, word_of(64)), I64)
        return _packed(builder, row_at, top, sets, capacity_, words_at)

    return WORD(rows, INT, tops, adjacent, INT, WORD, words), generate


@intrinsic
def legal_words_after(
    _context: Any, rows: Any, heights: Any, tops: Any, adjacent: Any, slot: Any, capacity: Any, words: Any,
    first: Any, second: Any,
) -> Any:  # fmt: skip
    """Make two cards the tops of their piles, bring the adjacent sets up to date, and go on as `legal_words`.

    `first` and `second` are four words each: a pile, a card, the card's neighbours or bytes that no pile shows.  All in
    one, because what goes through memory in between is waited for.
    """

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        rows_, heights_, tops_, adjacent_, slot_, capacity_, words_, *changes = arguments
        parts = signature.args
        top_at, sets_at = _seen_at(context, builder, (parts[2], tops_), (parts[3], adjacent_), slot_)
        top, sets = builder.load(top_at, align=16), builder.load(sets_at, align=32)
        for change in changes:
            pile, *cards = (builder.extract_value(change, place) for place in range(4))
            top, sets = _put(builder, top, sets, pile, *(splat(builder, byte_of(builder, card), 16) for card in cards))
        builder.store(top, top_at, align=16)
        builder.store(sets, sets_at, align=32)
        row_at = address(context, builder, parts[0], rows_, heights_, I8)
        words_at = address(context, builder, parts[6], words_, builder.mul(slot_, word_of(64)), I64)
        return _packed(builder, row_at, top, sets, capacity_, words_at)

    return WORD(rows, INT, tops, adjacent, INT, WORD, words, first, second), generate


def _seen_at(context: Any, builder: Any, tops: tuple[Any, Any], adjacent: tuple[Any, Any], slot: Any) -> Any:
    """Pointers to a slot's top cards and to its adjacent sets, as vectors; arrays with their types."""
    return (
        address(context, builder, *tops, builder.mul(slot, word_of(16)), vector(I8, 16)),
        address(context, builder, *adjacent, builder.mul(slot, word_of(32)), vector(I16, 16)),
    )


def _put(builder: Any, top: Any, sets: Any, pile: Any, card: Any, higher: Any, lower: Any) -> tuple[Any, Any]:
    """Top cards and adjacent sets with `card` on top of a pile; it and its neighbours are vectors of the same byte."""
    is_pile = builder.icmp_unsigned("==", lanes(I8, list(range(16))), splat(builder, byte_of(builder, pile), 16))
    top = builder.select(is_pile, card, top)
    near = builder.or_(builder.icmp_unsigned("==", top, higher), builder.icmp_unsigned("==", top, lower))
    bit = splat(builder, builder.shl(ir.Constant(I16, 1), builder.trunc(pile, I16)), 16)
    sets = builder.or_(builder.and_(sets, builder.not_(bit)), builder.select(near, bit, same(I16, 16, 0)))
    return top, builder.select(is_pile, splat(builder, builder.bitcast(near, I16), 16), sets)


def _packed(builder: Any, row_at: Any, top: Any, sets: Any, capacity: Any, words_at: Any) -> Any:
    """What `legal_words` does and returns, from vectors of top cards and adjacent sets."""

    def row_part(offset: int, element: ir.Type) -> Any:
        at = builder.bitcast(builder.gep(row_at, [word_of(offset)]), element.as_pointer())
        return builder.load(at, align=1)

    piles, foundations, redeals = row_part(0, vector(I8, 16)), row_part(16, vector(I8, 8)), row_part(24, I8)
    room = builder.icmp_unsigned("<", piles, splat(builder, byte_of(builder, capacity), 16))
    packed = _packed_rows(builder, builder.and_(sets, splat(builder, builder.bitcast(room, I16), 16)))
    complete = builder.icmp_unsigned("==", foundations, same(I8, 8, 13))
    ascending, descending = _wanted_sets(builder, top, foundations, complete)
    packed[3] = builder.or_(packed[3], builder.shl(ascending, word_of(48)))
    between = _between_foundations(builder, foundations)
    won = builder.icmp_unsigned("==", builder.bitcast(complete, I8), ir.Constant(I8, 255))
    redeal = builder.and_(builder.icmp_unsigned("!=", redeals, ir.Constant(I8, 0)), builder.not_(won))
    packed.append(
        builder.or_(
            builder.or_(descending, builder.shl(between, word_of(16))),
            builder.shl(builder.zext(redeal, I64), word_of(24)),
        )
    )
    total = word_of(0)
    for place, word in enumerate(packed):
        builder.store(word, builder.gep(words_at, [word_of(place)]), align=8)
        total = builder.add(total, builder.ctpop(word))
    return total


def _packed_rows(builder: Any, sets: Any) -> list[Any]:
    """Sixteen sets of 16 piles as 16 rows of 15 bits, each without its own pile, packed into 240 bits of 4 words."""
    below = [(1 << pile) - 1 for pile in range(16)]
    kept = builder.and_(sets, lanes(I16, below))
    moved = builder.lshr(builder.and_(sets, lanes(I16, [0xFFFF ^ low for low in below])), same(I16, 16, 1))
    rows = builder.bitcast(builder.or_(kept, moved), vector(I32, 8))
    pairs = builder.or_(
        builder.and_(rows, same(I32, 8, 0x7FFF)),
        builder.and_(builder.lshr(rows, same(I32, 8, 1)), same(I32, 8, 0x3FFF8000)),
    )
    pairs = builder.bitcast(pairs, vector(I64, 4))
    low = 2**30 - 1
    fours = builder.or_(
        builder.and_(pairs, same(I64, 4, low)),
        builder.and_(builder.lshr(pairs, same(I64, 4, 2)), same(I64, 4, low << 30)),
    )
    sixty = [builder.extract_element(fours, ir.Constant(I32, place)) for place in range(4)]
    return [
        builder.or_(sixty[0], builder.shl(sixty[1], word_of(60))),
        builder.or_(builder.lshr(sixty[1], word_of(4)), builder.shl(sixty[2], word_of(56))),
        builder.or_(builder.lshr(sixty[2], word_of(8)), builder.shl(sixty[3], word_of(52))),
        builder.lshr(sixty[3], word_of(12)),
    ]


def _wanted_sets(builder: Any, top: Any, foundations: Any, complete: Any) -> tuple[Any, Any]:
    """The sets of piles whose top card the ascending, and the descending, foundation of its suit takes."""
    wanted = _wanted(builder, foundations, complete)
    nothing = ir.Constant(vector(I8, 8), ir.Undefined)
    equal = [
        builder.icmp_unsigned("==", top, builder.shuffle_vector(wanted, nothing, same(I32, 16, foundation)))
        for foundation in range(8)
    ]
    return any_of(builder, equal[:4]), any_of(builder, equal[4:])


def _wanted(builder: Any, foundations: Any, complete: Any) -> Any:
    """The card that each foundation takes next, 255 for none."""
    lowest = lanes(I8, [1, 14, 27, 40, 13, 26, 39, 52])
    sign = lanes(I8, [0] * 4 + [255] * 4)
    wanted = builder.sub(builder.add(lowest, builder.xor(foundations, sign)), sign)
    return builder.select(complete, same(I8, 8, 255), wanted)


def _between_foundations(builder: Any, foundations: Any) -> Any:
    """The foundations whose top card goes to the other one of its suit, as 8 bits: heights 13 in sum, and no base."""
    swapped = lanes(I32, [4, 5, 6, 7, 0, 1, 2, 3])
    other = builder.shuffle_vector(foundations, ir.Constant(vector(I8, 8), ir.Undefined), swapped)
    follows = builder.icmp_unsigned("==", builder.add(foundations, other), same(I8, 8, 13))
    not_base = builder.icmp_unsigned(">", foundations, same(I8, 8, 1))
    return builder.zext(builder.bitcast(builder.and_(follows, not_base), I8), I64)


@intrinsic
def wanted_cards(_context: Any, rows: Any, foundations: Any) -> Any:
    """The cards that the foundations, whose heights stand from an offset on, take next: a byte each, 255 for none."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        at = address(context, builder, signature.args[0], arguments[0], arguments[1], vector(I8, 8))
        heights = builder.load(at, align=1)
        complete = builder.icmp_unsigned("==", heights, same(I8, 8, 13))
        return builder.bitcast(_wanted(builder, heights, complete), I64)

    return WORD(rows, INT), generate
