"""Packed rows against the kernel: the same moves, the same positions, the same hash however it is come by."""

from __future__ import annotations

import random
from array import array

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import Position, Rules, kernel
from crescent.solver.hashing import WORDS, hash_piles, mix, words_table
from crescent.solver.packed import ROW, cards_home, faces_table, legal, pack, play
from tests.laws.strategies import any_rules, positions


def legal_actions(row: array[int], rules: Rules) -> list[int]:
    """The legal actions of a packed row, in index order."""
    settings = array("q", [rules.pile_capacity, rules.foundation_to_pile])
    found = array("q", bytes(8 * 409))
    count = legal(row, 0, faces_table(rules.wrap), settings, array("q", bytes(8 * 16)), found)
    return sorted(found[:count])


@given(positions(), st.integers(0, 2**32))
def test_legal_actions_are_the_kernels(position: Position, seed: int) -> None:
    """Along any line of play under any rules, a packed row has the actions and leads to the rows of the kernel."""
    rng = random.Random(seed)
    row, after = pack(position.row, position.rules), array("b", [-1]) * ROW
    for _ in range(30):
        actions = [move.index for move in position.legal_moves()]
        assert legal_actions(row, position.rules) == actions
        assert cards_home(row, 0) == position.cards_home
        if not actions:
            break
        action = rng.choice(actions)
        position = position.play(position.legal_moves()[actions.index(action)])
        play(row, 0, after, 0, action, faces_table(position.rules.wrap))
        assert after[:121] == pack(position.row, position.rules)[:121]
        row, after = after, row


@given(any_rules, st.integers(0, 2**35 - 1))
def test_faces_do_not_matter_to_a_packed_row(rules: Rules, number: int) -> None:
    """A deal packs to the same bytes whether its cards lie face up or down and whatever the capacity."""
    plain = Position.deal(number, Rules(redeals=rules.redeals))
    assert pack(Position.deal(number, rules).row, rules) == pack(plain.row, plain.rules)


def test_words_are_split_mix_64() -> None:
    """The random words are SplitMix64's stream from 0, fixed for ever: the first are known from its publication."""
    words = words_table(64)
    assert len(words) == WORDS
    assert list(words[:3]) == [1, 63, 0]
    assert words[64] == 0xE220A8397B1DCDAF
    assert words[65] == 0x6E789E6AA1B965F4


@pytest.mark.parametrize("word", [0, 1, kernel.WORD, 0x9E3779B97F4A7C15])
def test_mix_is_the_kernels(word: int) -> None:
    """The unsigned arithmetic of the hash is SplitMix64's output function."""
    assert mix(word) == kernel.mix(word)


@given(positions())
def test_hash_counts_everything(position: Position) -> None:
    """A row's hash changes with any legal action."""
    row, after = pack(position.row, position.rules), array("b", bytes(ROW))
    words, raws = words_table(64), array("Q", bytes(8 * 17))
    before = hash_piles(row, 0, words, raws, 0)
    for action in legal_actions(row, position.rules):
        play(row, 0, after, 0, action, faces_table(position.rules.wrap))
        assert hash_piles(after, 0, words, raws, 0) != before
