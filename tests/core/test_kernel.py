"""The kernel: it imports nothing, compiles as it stands, and deals to the letter of its algorithm."""

from __future__ import annotations

import ast
import random
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pytest
from numba import njit
from numba.extending import register_jitable

from crescent import Direction, Foundation, Position, Reason, Rules, Variant, kernel, variants
from crescent.moves import MOVES
from tests.boards import STAGES, random_board, random_heights
from tests.lockstep.slow_parts import shuffled_pack, split_mix_64

FUNCTIONS: Final = {name: thing for name, thing in vars(kernel).items() if isinstance(thing, types.FunctionType)}
Row = npt.NDArray[np.uint8]

RULES: Final = (
    *(variants[name].rules for name in ("normal", "hidden-four", "relaxed")),
    Rules(redeals=0, pile_capacity=6, wrap=False, foundation_to_pile=True),
    Rules(redeals=99, pile_capacity=20, face_down=True, wrap=False),
)


def test_the_kernel_imports_nothing() -> None:
    """Not even the standard library, so that any compiler of Python can take it."""
    tree = ast.parse(Path(kernel.__file__).read_text(encoding="utf-8"))
    assert not [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert all(function.__module__ == "crescent.kernel" for function in FUNCTIONS.values())


def test_refusal_numbers_are_the_places_of_the_reasons() -> None:
    """The closed set in the kernel and the one in words are the same, in the same order."""
    assert [getattr(kernel, reason.name) for reason in Reason] == list(range(1, len(Reason) + 1))
    assert kernel.LEGAL == 0


@pytest.fixture(scope="module")
def compiled() -> dict[str, Callable[..., Any]]:
    """Every function of the kernel as Numba compiles it: the very same function, its helpers registered."""
    for function in FUNCTIONS.values():
        register_jitable(function)
    return {name: njit(function) for name, function in FUNCTIONS.items()}


def array(row: bytes | bytearray) -> Row:
    """A writable array over a copy of the row."""
    return np.frombuffer(bytearray(row), np.uint8)


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_compiled_dealing_deals_the_same(compiled: dict[str, Callable[..., Any]], rules: Rules) -> None:
    """For numbers of all sizes, to the byte, also into a row that was used before."""
    capacity = rules.pile_capacity
    row = np.full(kernel.row_length(capacity), 255, np.uint8)
    rng = random.Random(str(rules))
    for number in (0, 1, 2**35 - 1, 2**64 - 1, *(rng.randrange(2**35) for _ in range(20))):
        expected = bytearray(kernel.row_length(capacity))
        kernel.deal(expected, capacity, rules.redeals, rules.face_down, number)
        compiled["deal"](row, capacity, rules.redeals, rules.face_down, np.uint64(number))
        assert row.tobytes() == expected


def starts(rules: Rules) -> list[bytes]:
    """Deals and boards to begin with."""
    rng = random.Random(f"compiled {rules}")
    rows = [Position.deal(rng.randrange(2**35), rules).row for _ in range(4)]
    for stage in STAGES * 3:
        text = random_board(
            rng,
            random_heights(rng, stage),
            redeals=rules.redeals,
            capacity=rules.pile_capacity,
            face_down=rules.face_down,
        )
        rows.append(Position.parse(text, rules).row)
    return rows


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_compiled_and_interpreted_games_are_the_same(compiled: dict[str, Callable[..., Any]], rules: Rules) -> None:
    """Legal actions, refusals of all pairs of places, views, heights and boards, ply by ply."""
    rng = random.Random(f"games {rules}")
    for start in starts(rules):
        row, fast = bytearray(start), array(start)
        for ply in range(40):
            actions = check_questions(compiled, rules, row, fast, thorough=ply % 10 == 0)
            if not actions:
                check_questions(compiled, rules, row, fast, thorough=True)
                break
            homeward = [action for action in actions if action >= 240] if ply % 2 else []
            action = rng.choice(homeward or actions)
            check_places(compiled, rules, row, fast, action)
            change = kernel.play(row, rules.pile_capacity, action)
            assert compiled["play"](fast, rules.pile_capacity, action) == change
            assert fast.tobytes() == row


def check_questions(
    compiled: dict[str, Callable[..., Any]], rules: Rules, row: bytearray, fast: Row, *, thorough: bool
) -> list[int]:
    """Both answer alike; the legal actions."""
    capacity, wrap, to_pile = rules.pile_capacity, rules.wrap, rules.foundation_to_pile
    actions, scratch = [0] * 409, [0] * kernel.SCRATCH
    count = kernel.legal_actions(row, capacity, wrap, to_pile, scratch, actions)
    fast_actions, fast_scratch = np.zeros(409, np.int64), np.zeros(kernel.SCRATCH, np.int64)
    assert compiled["legal_actions"](fast, capacity, wrap, to_pile, fast_scratch, fast_actions) == count
    assert fast_actions.tolist() == actions
    assert scratch[:53] == fast_scratch[:53].tolist() == [0] * 53
    for name in ("is_won", "cards_home", "redeal_refusal"):
        assert compiled[name](fast, capacity) == FUNCTIONS[name](row, capacity)
    shown, fast_shown = bytearray(row), fast.copy()
    kernel.hide(shown, capacity)
    compiled["hide"](fast_shown, capacity)
    assert fast_shown.tobytes() == shown
    if thorough:
        for source in range(24):
            assert compiled["top_card"](fast, capacity, source) == kernel.top_card(row, capacity, source)
            for target in range(24):
                expected = kernel.refusal(row, capacity, wrap, to_pile, source, target)
                assert compiled["refusal"](fast, capacity, wrap, to_pile, source, target) == expected
    return actions[:count]


def check_places(compiled: dict[str, Callable[..., Any]], rules: Rules, row: bytearray, fast: Row, action: int) -> None:
    """Both say alike from where to where an action goes."""
    capacity = rules.pile_capacity
    assert compiled["source_of"](action) == kernel.source_of(action)
    assert compiled["target_of"](fast, capacity, action) == kernel.target_of(row, capacity, action)


def test_every_function_of_the_kernel_is_compiled_in_these_tests(compiled: dict[str, Callable[..., Any]]) -> None:
    """Those not called from here are helpers that the others call; the two small ones answer alike."""
    for capacity in range(6, 32):
        assert compiled["row_length"](capacity) == kernel.row_length(capacity)
    for state in (0, 1, 2**63, 2**64 - 1, 0x9E3779B97F4A7C15):
        assert compiled["mix"](np.uint64(state)) == kernel.mix(state)


def unmixed(word: int) -> int:
    """The state whose output is `word`: `kernel.mix` backwards."""
    for multiplier, shift in ((1, 31), (0x94D049BB133111EB, 27), (0xBF58476D1CE4E5B9, 30)):
        word = word * pow(multiplier, -1, 2**64) % 2**64
        shifted = word
        for _ in range(64 // shift + 1):
            shifted = word ^ (shifted >> shift)
        word = shifted
    return word


VOID = 2**64 - 2**64 % 96  # the first draw, for the last of 96 cards, is void from here on


@pytest.mark.parametrize("word", [VOID, VOID - 1, 2**64 - 1, VOID + 31, 2**32 - 1, 0])
def test_draws_that_would_favour_a_card_are_passed_over(compiled: dict[str, Callable[..., Any]], word: int) -> None:
    """A number whose first draw is `word`: no code has it, but the algorithm is defined for it."""
    number = (unmixed(word) - 0x9E3779B97F4A7C15) % 2**64
    assert next(split_mix_64(number)) == kernel.mix((number + 0x9E3779B97F4A7C15) % 2**64) == word
    row = bytearray(kernel.row_length(13))
    kernel.deal(row, 13, 3, False, number)
    expected = "".join(card.text() for card in shuffled_pack(split_mix_64(number)))
    assert "".join(str(card) for pile in Position.from_row(bytes(row)).piles for card in pile) == expected
    fast = array(bytes(len(row)))
    compiled["deal"](fast, 13, 3, False, np.uint64(number))
    assert fast.tobytes() == row


@pytest.mark.parametrize("variant", [variants["normal"], variants["relaxed"]], ids=str)
def test_places_of_an_action_are_those_of_the_move(variant: Variant) -> None:
    """`source_of` and `target_of` follow the table, with the foundation of the moved card's suit."""
    position = Position.deal(1, variant.rules)
    capacity = variant.rules.pile_capacity
    for move in MOVES[: variant.rules.action_count]:
        source, target = kernel.source_of(move.index), kernel.target_of(position.row, capacity, move.index)
        if move.source is None:
            assert (source, target) == (-1, -1)
            continue
        assert source == move.source.place
        if isinstance(move.target, Direction):
            top = position.top(move.source)
            assert top is not None
            assert target == Foundation(top.suit, move.target).place
        else:
            assert move.target is not None
            assert target == move.target.place
