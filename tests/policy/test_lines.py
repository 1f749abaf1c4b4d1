"""What the policy learns from, by the real rules: lines that win, moves that serve as well, symmetries of the game."""

from __future__ import annotations

import random
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from crescent import Move, Outcome, Position, Rules
from crescent.policy.playing import key_of
from crescent.policy.symmetries import SYMMETRIES, augmented
from scripts.policy.labelling import Labelled, correct, label, shortest
from tests.laws.strategies import positions

DEALS = range(700_001, 700_007)


@cache
def lines() -> list[Labelled]:
    """Some deals' lines."""
    return [found for number in DEALS if (found := label(Position.deal(number), number))]


def position_of(row: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> Position:
    """The position of a row."""
    return Position.from_row(row.tobytes())


def test_lines_win_by_the_rules() -> None:
    """From ply to ply the first action that serves leads to the next row, and from the last one to the win."""
    assert len(lines()) >= 3
    for line in lines():
        for ply, (row, labels) in enumerate(zip(line.rows, line.labels, strict=True)):
            after = position_of(row).play(Move.from_index(int(labels[0])))
            assert line.left[ply] == len(line.rows) - ply
            if ply + 1 < len(line.rows):
                assert after == position_of(line.rows[ply + 1])
            else:
                assert after.outcome is Outcome.WON


def test_no_move_is_left_that_is_not_needed() -> None:
    """The raw line of the solver is never shorter, and some are longer."""
    from crescent.solver import solve

    shorter = 0
    for number in DEALS:
        steps, _ = shortest(Position.deal(number), number, restarts=10)
        solution = solve(Position.deal(number), seed=number)
        shorter += steps is not None and len(steps) < len(solution.moves)
    assert shorter >= 3


def test_what_serves_leads_to_a_win_too() -> None:
    """Each action that serves, played instead of the line's own: the rest of the line, less it, still wins."""
    rng = random.Random(4)
    tried = 0
    for line in lines():
        actions = [int(labels[0]) for labels in line.labels]
        cards = cards_moved(line)
        for ply in rng.sample(range(len(actions)), 30):
            for other in line.labels[ply][1:]:
                if other < 0:
                    break
                tried += 1
                start = position_of(line.rows[ply])
                end = start.play(Move.from_index(int(other)))
                place = overtaken(cards, actions, ply, int(other), start)
                for action in actions[ply:place]:
                    end = end.play(Move.from_index(action))
                expected = position_of(line.rows[place + 1]) if place + 1 < len(actions) else end
                assert end == expected
    assert tried > 100


def cards_moved(line: Labelled) -> list[str]:
    """By ply, what is played."""
    return [str(Move.from_index(int(labels[0]))) for labels in line.labels]


def overtaken(cards: list[str], actions: list[int], ply: int, other: int, start: Position) -> int:
    """The ply at which the line itself plays `other`: the one behind which both ways meet again."""
    for place in range(ply, len(actions)):
        if cards[place] == str(Move.from_index(other)):
            end = start.play(Move.from_index(other))
            try:
                for action in actions[ply:place]:
                    end = end.play(Move.from_index(action))
            except ValueError:
                continue
            return place
    return pytest.fail(f"{Move.from_index(other)} is not played by the line")


def test_a_game_is_corrected_where_it_leaves_the_line() -> None:
    """Of a game at random, positions that were met, and each label legal there."""
    rng = random.Random(2)
    position, rows, actions = Position.deal(700_010), [], []
    for _ in range(25):
        rows.append(np.frombuffer(position.row, np.uint8))
        actions.append(rng.choice(position.legal_actions()))
        position = position.play(Move.from_index(actions[-1]))
    found = correct(np.array(rows), np.array(actions), 5)
    assert found is not None
    met = {row.tobytes() for row in rows}
    assert met & {row.tobytes() for row in found.rows}
    for row, labels, left in zip(found.rows, found.labels, found.left, strict=True):
        legal = position_of(row).legal_actions()
        assert (left < 0) == (labels[0] < 0)
        assert all(int(action) in legal for action in labels if action >= 0)


@given(positions(st.just(Rules())), st.integers(0, SYMMETRIES - 1))
def test_symmetries_commute_with_the_rules(position: Position, which: int) -> None:
    """Suits renamed, or ranks turned round: the same moves are legal under their new names, with the same results."""
    legal = [action for action in position.legal_actions() if action <= 280]

    def image(of: Position, actions: list[int]) -> tuple[Position, list[int]]:
        rows = np.frombuffer(of.row, np.uint8)[np.newaxis]
        labels = np.array([[*actions, -1]], np.int16)
        made, renamed = augmented(rows, labels, np.array([which]))
        assert renamed[0, -1] == -1
        return Position.from_row(made[0].tobytes()), renamed[0, :-1].tolist()

    there, actions = image(position, legal)
    assert sorted(actions) == sorted(there.legal_actions())
    for action, renamed in zip(legal, actions, strict=True):
        expected, _ = image(position.play(Move.from_index(action)), [])
        assert key_of(there.play(Move.from_index(renamed)).row, 13) == key_of(expected.row, 13)
