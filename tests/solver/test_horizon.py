"""Looking as far as cards are known: what is found holds whatever the unknown cards are."""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from crescent import Move, Position, Rules, View, deal
from crescent.solver import Solution, UnknownCardsError, planning, program, solve
from crescent.solver.evaluation import HOME, evaluate
from crescent.solver.guesses import filled, known_position, missing_cards, moves_by_view, ways
from crescent.solver.packed import ROW, pack
from crescent.solver.planning import Finisher, Sampler, Scout, followed
from crescent.solver.tree import ROWS
from tests.laws.strategies import hidden_rules, positions

DEPTH, NODES = 7, 120

TWO_REDEALS = (
    "3sAdKc2s8S8H/2c5h4cJs4S4C/5hTsQs7sQS3H/Jd4d9s6sACKD/6h7d9h8cKS8C/7s9c5s5c7C4H/2hTd2s8hTC6C/9s8s2hTcAS7C/"
    "4sThQh2dJC7H/5d9cTdQhQDQC/4d2c2d7dAH8D/Jc5c6dJh6H9D/5s8d3cThQDTS/3s3d5dKh6C3H/JsQc4h3dJH6D/6s9d3c9h7HJD "
    "AAAA KKKK 5"
)
"""Two redeals bury what the first of them turned up."""


def searched(view: View) -> Scout:
    """A scout that has just looked ahead from a view."""
    scout = Scout(view.rules, DEPTH, NODES)
    scout._best(view)
    return scout


def lines(scout: Scout) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Every node whose row was made, with the actions that lead there."""
    tree = scout._desk.tree
    for node in range(scout._desk.state[0]):
        if tree.row[node] >= 0:
            yield node, scout._line_to(node)


@given(positions(hidden_rules), st.integers(0, 2**32))
@settings(max_examples=60)
def test_every_line_is_legal_whatever_the_unknown_cards_are(position: Position, seed: int) -> None:
    """Up to the depth: each is played in two fillings by the rules, and the known cards end up in the same places."""
    if position.outcome is not None:
        return
    view, rng = position.view(), random.Random(seed)
    cards = missing_cards(view)
    fillings = [filled(view, rng.sample(cards, len(cards))) for _ in range(2)]
    scout = searched(view)
    for node, line in lines(scout):
        assert len(line) <= DEPTH
        row = scout._desk.tree.rows[ROW * scout._desk.tree.row[node] :][:ROW]
        for filling in fillings:
            end = filling
            for action in line:
                end = end.play(Move.from_index(action))
            real = pack(end.row, end.rules)
            assert all(seen in (0, card) for seen, card in zip(row, real, strict=True))


@given(positions(hidden_rules))
@settings(max_examples=60)
def test_values_with_unknown_cards_are_those_of_the_rows(position: Position) -> None:
    """Found by differences on the way, they are what counting anew gives, with unknown cards at their means."""
    scout = searched(position.view())
    desk = scout._desk
    for node, _ in lines(scout):
        assert desk.tree.value[node] == evaluate(desk.tree.rows, ROW * desk.tree.row[node], desk.tables)
    assert desk.state[ROWS] <= NODES + 1


@given(positions(hidden_rules))
@example(deal("CR1-H-AAAAAAA"))
@example(Position.parse(TWO_REDEALS, Rules(redeals=6, pile_capacity=6, face_down=True, wrap=False)))
@settings(max_examples=60)
def test_ways_to_turn_up_a_card_are_found(position: Position) -> None:
    """Each is played without turning up any card until its last move, no redeal, which turns up one."""
    view = position.view()
    sampler = Sampler(view.rules, DEPTH, NODES, 2, 16, 2, 9)
    sampler._best(view)
    found = sampler._discoveries()
    for line in found:
        end, before = position, view.unknown_count
        for action in line:
            assert end.view().unknown_count == before
            end = end.play(Move.from_index(action))
        assert end.view().unknown_count == before - 1
        assert line[-1] < 272
    assert len({planning._source(line[-1]) for line in found}) == len(found)


def test_an_unknown_card_counts_for_the_mean_of_the_missing_ones() -> None:
    """Below and above every card, to the last digit."""
    view = deal("CR1-H-AAAAAAB").view()
    desk = searched(view)._desk
    cards = missing_cards(view)
    for card in range(1, 53):
        assert desk.tables.below[card] == sum(desk.tables.below[64 * other + card] for other in cards) // len(cards)
        assert desk.tables.below[64 * card] == sum(desk.tables.below[64 * card + other] for other in cards) // len(
            cards
        )


def test_looking_ahead_is_the_same_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    """With Numba and without, every array is the same to the last bit, and so is what the samples say."""
    view = deal("CR1-H-AAAAAAC").view()
    compiled, found = searched(view)._desk, sampled(view)
    monkeypatch.setattr(planning, "ready_planning_program", lambda: program.INTERPRETED_PLANNING)
    interpreted = searched(view)._desk
    assert interpreted.state == compiled.state
    for ours, theirs in zip(interpreted.tree + interpreted.tables, compiled.tree + compiled.tables, strict=True):
        assert ours == theirs
    assert sampled(view) == found


def sampled(view: View) -> tuple[planning.Plan, list[list[int]]]:
    """What a sampler plans, and what each way is worth in each sample."""
    sampler = Sampler(view.rules, DEPTH, NODES, 3, 4, 4, 30)
    plan = sampler.sampled_plan(view, random.Random(5))
    return plan, sampler._worths(view, sampler._discoveries(), random.Random(6))


def test_a_sample_knows_the_cards_that_it_filled_in() -> None:
    """Where one card is missing there is one filling: the way that turns it up is seen to win in every sample."""
    view = Position.parse("JsQS/KS" + "/-" * 14 + " TKKK AAAA 0", Rules(face_down=True)).view()
    sampler = Sampler(view.rules, DEPTH, NODES, 3, 4, 4, 30)
    way = (Move.parse("1-2").index,)
    assert sampler._worths(view, [way], random.Random(1)) == [[104 * HOME + planning.WIN] * 3]
    assert sampler.sampled_plan(view, random.Random(1)).actions == way


def test_the_samples_elect_what_is_better_beyond_chance() -> None:
    """The first way stands unless another gains more than two standard errors; of several the surest gain counts."""
    sampler = Sampler(Rules(face_down=True), 1, 9, 4, 2, 1, 9)
    first = [100, 300, 200, 400]
    noisy = [400, 100, 500, 300]
    better = [110, 312, 208, 410]
    best = [201, 402, 299, 500]
    assert sampler._elected([first]) == 0
    assert sampler._elected([first, noisy]) == 0
    assert sampler._elected([first, [worth - 1 for worth in first]]) == 0
    assert sampler._elected([first, noisy, better]) == 2
    assert sampler._elected([first, better, best]) == 2


def test_a_finisher_gives_up_until_something_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a search finds nothing better it is not repeated for the same cards at home and redeals."""
    asked: list[int] = []

    def counting(position: Position, *, nodes: int, seed: int) -> Solution:
        asked.append(nodes)
        return solve(position, nodes=nodes, seed=seed)

    monkeypatch.setattr(planning, "solve", counting)
    stuck = Position.parse("-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/JSQSKS TKKK AAAA 0").view()
    finisher, chance = Finisher(50), random.Random(1)
    assert [finisher.plan(stuck, chance).actions for _ in range(3)] == [(), (), ()]
    assert asked == [50]
    other = Position.parse("-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/JSQSKS TKKK AAAA 1").view()
    assert finisher.plan(other, chance).actions == (280, 255)
    assert asked == [50, 50]


def test_an_interruption_ends_more_than_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """The solver answers ctrl-C with what it has; who lets an agent play is told of it all the same."""

    def interrupted(position: Position, *, nodes: int, seed: int) -> Solution:
        return replace(solve(position, nodes=nodes, seed=seed), interrupted=True)

    monkeypatch.setattr(planning, "solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        Finisher(50).plan(deal("CR1-N-AAAAAAB").view(), random.Random(1))


def test_what_hides_nothing_is_a_position_and_nothing_else() -> None:
    """The one way from a view to a position refuses where a card is unknown, by their number."""
    position = deal("CR1-N-AAAAAAB")
    assert known_position(position.view()) == position
    hidden = deal("CR1-H-AAAAAAB").view()
    for ask in (lambda: known_position(hidden), lambda: moves_by_view(hidden, ())):
        with pytest.raises(UnknownCardsError, match="80 cards are unknown"):
            ask()


@given(positions(hidden_rules), st.integers(0, 2**32))
@settings(max_examples=40)
def test_ways_for_cards_to_lie_look_like_the_view(position: Position, seed: int) -> None:
    """All of them, or so many at random; the true one is among all of them."""
    view = position.view()
    some, are_all = ways(view, 6, seed)
    assert {way.view() for way in some} == {view}
    assert len(set(some)) == len(some) <= 6 or not are_all
    if are_all:
        assert position in some


def test_a_plan_is_cut_where_its_rows_are_no_longer_known() -> None:
    """Behind the move that turns up a card."""
    view = deal("CR1-H-AAAAAAB").view()
    first, second = (move.index for move in (Move.parse("15-K"), Move.parse("2-K")))
    plan = followed(view, (first, second))
    assert (plan.actions, plan.rows) == ((first,), (view.row,))
    assert array("b", pack(view.row, view.rules)).count(0) >= 80
