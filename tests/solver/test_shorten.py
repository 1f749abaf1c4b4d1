"""What `shorten` promises: a won line of the same position, never longer."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import GameCode, Outcome, Position, Variant, variants
from crescent.solver import Progress, Status, shorten, solve
from tests.laws.strategies import BUILT_IN, boards
from tests.solver.asking import ODD_RULES, WON, is_won


@given(boards(stages=("near the end", "last cards")), st.integers(0, 2**32))
@settings(max_examples=25)
def test_shortened_lines_win_and_are_never_longer(position: Position, seed: int) -> None:
    """Of any solved position the shortened line wins, with as many moves or fewer."""
    solution = solve(position, nodes=5_000, seed=seed, look_under=True)
    if solution.status is not Status.SOLVED:
        return
    shorter = shorten(solution, seconds=20, nodes=3_000, seed=seed)
    assert shorter.status is Status.SOLVED
    assert shorter.position == position
    assert is_won(shorter)
    assert shorter.move_count <= solution.move_count


@pytest.mark.parametrize("variant", BUILT_IN, ids=lambda variant: variant.name)
def test_deals_of_every_variant_get_shorter(variant: Variant) -> None:
    """A first line of a whole deal is never the shortest: some moves are always saved."""
    solution = solve(GameCode(2, variant).deal(), look_under=True)
    shorter = shorten(solution, seconds=60, nodes=150_000)
    assert is_won(shorter)
    assert shorter.move_count < solution.move_count


def test_same_question_same_line() -> None:
    """Solution, nodes and seed determine the line."""
    solution = solve(GameCode(3, variants["normal"]).deal())
    first, second = (shorten(solution, seconds=None, nodes=100_000, seed=4) for _ in range(2))
    assert first == second


def test_more_time_never_makes_it_longer() -> None:
    """Shortened again, a line stays as it is or gets shorter still."""
    solution = solve(GameCode(8, variants["normal"]).deal())
    counts = [solution.move_count]
    for _ in range(3):
        solution = shorten(solution, seconds=0.3)
        counts.append(solution.move_count)
    assert counts == sorted(counts, reverse=True)


def fewest_moves(position: Position) -> int:
    """The moves of the shortest won line, redeals free, by plain search over positions."""
    distance, waiting = {position: 0}, deque([position])
    while waiting:
        at = waiting.popleft()
        if at.outcome is Outcome.WON:
            return distance[at]
        for move in at.legal_moves():
            after = at.play(move)
            far = distance[at] + (not move.is_redeal)
            if far < distance.get(after, 10**9):
                distance[after] = far
                (waiting.appendleft if move.is_redeal else waiting.append)(after)
    raise AssertionError("the position cannot be won")


@pytest.mark.parametrize("variant", BUILT_IN, ids=lambda variant: variant.name)
def test_small_endgames_get_the_shortest_line_there_is(variant: Variant) -> None:
    """Where everything reachable has room, the line has as few moves as any, and the search ends by itself."""
    position = GameCode(6, variant).deal()
    last = 6 if variant.rules.foundation_to_pile else 14  # cards that may come back make more positions
    for move in solve(position, look_under=True).moves[:-last]:
        position = position.play(move)
    solution = solve(position, look_under=True)
    shorter = shorten(solution, seconds=60)
    assert shorter.move_count == fewest_moves(position)
    assert shorter.seconds < 60


def test_nothing_is_shorter_than_no_moves() -> None:
    """A position that is won already needs nothing, and takes no time."""
    assert shorten(solve(Position.parse(WON))).moves == ()


def test_progress_tells_the_moves() -> None:
    """While a line is shortened its count of moves is told, and never rises."""
    told: list[Progress] = []
    solution = solve(Position.deal(2, ODD_RULES[0]))
    shorter = shorten(solution, seconds=0.6, progress=told.append)
    counts = [progress.move_count for progress in told if progress.move_count is not None]
    assert len(counts) == len(told) >= 3
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == solution.move_count
    assert counts[-1] >= shorter.move_count
    assert {progress.best_cards for progress in told} == {104}
