"""The symmetry that proofs stand on: positions that differ in the order of their piles play alike."""

from __future__ import annotations

import random
from array import array

from hypothesis import given
from hypothesis import strategies as st

from crescent import Move, Position
from crescent.kernel import row_length
from crescent.moves import MOVES
from crescent.solver.hashing import hash_piles, words_table
from crescent.solver.packed import ROW, faces_table, pack, play
from crescent.solver.symmetry import canonical, real_line, renamed
from tests.laws.strategies import positions
from tests.solver.test_packed import legal_actions

orders = st.permutations(range(16))


def permuted(position: Position, order: list[int]) -> Position:
    """The position whose pile `order[i]` is this one's pile i, by the kernel's own layout."""
    capacity = position.rules.pile_capacity
    row = bytearray(position.row)
    for pile, target in enumerate(order):
        row[capacity * target : capacity * (target + 1)] = position.row[capacity * pile : capacity * (pile + 1)]
        row[16 * capacity + target] = position.row[16 * capacity + pile]
    assert len(row) == row_length(capacity)
    return Position.from_row(bytes(row), position.rules)


@given(positions(), orders)
def test_permuting_piles_commutes_with_the_rules(position: Position, order: list[int]) -> None:
    """The claim itself, by the real rules: legal moves are renamed, and playing them leads to permuted positions."""
    image = permuted(position, order)
    renaming = array("q", order)
    moves = {move.index: MOVES[renamed(move.index, renaming)] for move in position.legal_moves()}
    assert sorted(move.index for move in moves.values()) == [move.index for move in image.legal_moves()]
    assert image.outcome == position.outcome
    for index, move in moves.items():
        assert image.play(move) == permuted(position.play(Move.from_index(index)), order)


@given(positions(), orders)
def test_sorted_row_and_hash_forget_the_order(position: Position, order: list[int]) -> None:
    """Positions that differ in the order of piles have one sorted row and one hash."""
    found = []
    for each in (position, permuted(position, order)):
        row, out, raws = pack(each.row, each.rules), array("b", [-1]) * ROW, array("Q", bytes(8 * 17))
        canonical(row, 0, out, 0, array("q", bytes(8 * 32)))
        found.append((out[:121], hash_piles(row, 0, words_table(64), raws, 0)))
        assert hash_piles(out, 0, words_table(64), raws, 0) == found[0][1]
    assert found[0] == found[1]


@given(positions())
def test_sorting_permutes_whole_piles(position: Position) -> None:
    """Sorting loses nothing: its order leads back to the row, and a sorted row stays as it is."""
    row, out, order = pack(position.row, position.rules), array("b", bytes(ROW)), array("q", bytes(8 * 32))
    canonical(row, 0, out, 0, order)
    assert sorted(order[:16]) == list(range(16))
    back = permuted_piles(out, order)
    assert back == permuted_piles(row, array("q", range(16)))
    assert out[112:121] == row[112:121]
    again = array("b", bytes(ROW))
    canonical(out, 0, again, 0, order)
    assert again[:121] == out[:121]


def permuted_piles(row: array[int], order: array[int]) -> dict[int, list[int]]:
    """The cards of the packed row's pile i under the number `order[i]`."""
    ends = [sum(row[96 : 96 + pile]) for pile in range(17)]
    return {order[pile]: list(row[ends[pile] : ends[pile + 1]]) for pile in range(16)}


@given(positions(), st.integers(0, 2**32))
def test_lines_of_sorted_rows_are_lines_of_the_game(position: Position, seed: int) -> None:
    """A line played on sorted rows, renamed, is legal from the real position and ends in the same sorted row."""
    rng = random.Random(seed)
    start, scrap, order = pack(position.row, position.rules), array("b", bytes(ROW)), array("q", bytes(8 * 32))
    row, line = array("b", bytes(ROW)), []
    canonical(start, 0, row, 0, order)
    for _ in range(12):
        actions = legal_actions(row, position.rules)
        if not actions:
            break
        line.append(rng.choice(actions))
        play(row, 0, scrap, 0, line[-1], faces_table(position.rules.wrap))
        canonical(scrap, 0, row, 0, order)
    for action in real_line(start, line, faces_table(position.rules.wrap)):
        position = position.play(Move.from_index(action))
    canonical(pack(position.row, position.rules), 0, scrap, 0, order)
    assert scrap[:121] == row[:121]
