"""What `solve` promises, whatever the position and the rules."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import GameCode, Move, Outcome, Position, Variant, variants
from crescent.solver import Progress, Solution, Status, UnsoundLineError, solve
from crescent.solver.solution import moves_of
from tests.laws.strategies import BUILT_IN, positions
from tests.solver.asking import LOST, NEAR_THE_END, ODD_RULES, WON, end_of, is_won

FEW = 20_000


@given(positions(), st.integers(0, 2**64), st.integers(1, 3_000))
@settings(max_examples=60)
def test_answers_are_true_of_any_position(position: Position, seed: int, nodes: int) -> None:
    """From anywhere under any rules: a solved line wins, an unfinished one is legal and brings the cards it claims."""
    solution = solve(position, nodes=nodes, seed=seed, look_under=True)
    end = end_of(solution)
    assert solution.position == position
    assert (solution.status is Status.SOLVED) == (end.outcome is Outcome.WON)
    assert solution.best_cards == end.cards_home >= position.cards_home
    assert solution.nodes <= nodes + 600
    assert solution.move_count == sum(str(move) != "R" for move in solution.moves)
    assert not solution.interrupted


@given(positions(), st.integers(0, 2**64), st.integers(1, 3_000))
@settings(max_examples=30)
def test_same_question_same_answer(position: Position, seed: int, nodes: int) -> None:
    """Position, nodes and seed determine the answer."""
    first, second = (solve(position, nodes=nodes, seed=seed, look_under=True) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("variant", BUILT_IN, ids=lambda variant: variant.name)
def test_deals_of_every_variant_are_solved(variant: Variant) -> None:
    """Of a few deals of each variant most are solved within 200,000 nodes, and by lines that win."""
    solutions = [solve(GameCode(n, variant).deal(), nodes=200_000, seed=n, look_under=True) for n in range(6)]
    solved = [solution for solution in solutions if solution.status is Status.SOLVED]
    assert len(solved) >= 5
    assert all(map(is_won, solved))


@pytest.mark.parametrize("rules", ODD_RULES, ids=str)
def test_odd_rules_are_played_by(rules: object) -> None:
    """Rules that no variant has are searched like any other; the best line is legal under them."""
    from crescent import Rules

    assert isinstance(rules, Rules)
    solution = solve(Position.deal(7, rules), nodes=FEW, look_under=True)
    assert end_of(solution).cards_home == solution.best_cards > 8


def test_middle_of_a_game_is_searched_from_there() -> None:
    """A position some moves on is solved with the redeals and cards that are left."""
    start = solve(GameCode(1, variants["normal"]).deal())
    position = start.position
    for move in start.moves[:60]:
        position = position.play(move)
    later = solve(position)
    assert later.status is Status.SOLVED
    assert later.position.redeals_left <= 3
    assert is_won(later)


def test_won_position_needs_no_moves() -> None:
    """A position that is won already is solved by playing nothing."""
    solution = solve(Position.parse(WON))
    assert (solution.status, solution.moves, solution.best_cards) == (Status.SOLVED, (), 104)
    assert (solution.nodes, solution.restarts) == (0, 0)


def test_blocked_position_is_proven_lost() -> None:
    """Where no move is left that can win, that is proven, and the best line is empty."""
    solution = solve(Position.parse(LOST))
    assert (solution.status, solution.moves) == (Status.UNSOLVABLE, ())


def test_last_moves_are_found() -> None:
    """Three cards before the end the line is the only one there is."""
    assert [*map(str, solve(Position.parse(NEAR_THE_END)).moves)][-1] in {"15-A", "16-K", "15-K", "16-A"}
    assert is_won(solve(Position.parse(NEAR_THE_END)))


@given(positions())
@settings(max_examples=20)
def test_spent_budget_proves_nothing(position: Position) -> None:
    """With a budget of one node nothing is called unsolvable that offers a move."""
    solution = solve(position, nodes=1, look_under=True)
    if solution.status is Status.UNSOLVABLE:
        assert position.outcome is Outcome.BLOCKED


def test_time_limit_ends_the_search() -> None:
    """A search that would take minutes returns what it has when its seconds are over."""
    solution = solve(Position.deal(3, ODD_RULES[2]), nodes=10**9, seconds=0.1)
    assert solution.status is Status.UNKNOWN
    assert 0.1 <= solution.seconds < 5
    assert end_of(solution).cards_home == solution.best_cards


def test_progress_is_told() -> None:
    """Progress comes at the start and then every now and then, each time no less than before."""
    told: list[Progress] = []
    solution = solve(Position.deal(3, ODD_RULES[2]), nodes=10**9, seconds=0.5, progress=told.append)
    assert len(told) >= 3
    assert told[0].nodes == told[0].restarts == 0
    assert told[0].best_cards == 8
    for before, after in pairwise(told):
        assert (before.nodes, before.best_cards, before.seconds) <= (after.nodes, after.best_cards, after.seconds)
    assert told[-1].best_cards <= solution.best_cards
    assert told[-1].move_count is None


def test_face_down_deal_is_solved_as_if_face_up() -> None:
    """Looking under the cards, the hidden deal has the open deal's line."""
    hidden = solve(GameCode(5, variants["hidden"]).deal(), look_under=True)
    assert hidden.moves == solve(GameCode(5, variants["normal"]).deal()).moves


@pytest.mark.parametrize(
    ("line", "won"), [((0,), False), ((280, 280, 280, 280), False), ((280,), True), ((), True)], ids=str
)
def test_unsound_line_is_never_returned(line: tuple[int, ...], won: bool) -> None:
    """A line that is illegal, or said to win and does not, is an error that names it and the position."""
    position = GameCode(1, variants["normal"]).deal()
    with pytest.raises(UnsoundLineError) as caught:
        moves_of(position, line, won=won)
    assert (caught.value.line, caught.value.position) == (line, position)
    assert str(position) in str(caught.value)


def test_solution_says_what_it_is() -> None:
    """Status prints as its word; time is not part of what a solution is."""
    position = Position.parse(WON)
    assert [*map(str, Status)] == ["solved", "unsolvable", "unknown"]
    one = Solution(Status.UNKNOWN, position, (Move.REDEAL,), 8, 1, 1, seconds=1.0)
    assert one == Solution(Status.UNKNOWN, position, (Move.REDEAL,), 8, 1, 1, seconds=2.0)
    assert one.move_count == 0
