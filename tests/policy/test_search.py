"""The little search: what it may spend, where it goes, and that a win in sight is played."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import Move, Outcome, Position, Rules
from crescent.agents import checked_choice, make
from crescent.policy.playing import Memory
from crescent.policy.search import AT_ONCE, Judgement, Search
from crescent.solver import solve
from tests.laws.strategies import positions

Judge = Callable[[Position], float]


def judgement(row: bytes, judge: Judge) -> Judgement:
    """All moves alike, and a worth."""
    position = Position.from_row(row)
    actions = np.array(position.legal_actions(), np.int64)
    return Judgement(actions, np.full(len(actions), -np.log(max(1, len(actions)))), judge(position))


def decided(search: Search, position: Position, memory: Memory, judge: Judge) -> tuple[int | None, list[bytes]]:
    """What a search decides, and the rows that it had judged for it."""
    asked: list[bytes] = []
    asking = search.decide(position.row, memory)
    try:
        rows = next(asking)
        while True:
            assert 1 <= len(rows) <= AT_ONCE
            asked += rows
            rows = asking.send([judgement(row, judge) for row in rows])
    except StopIteration as end:
        return end.value, asked


def by_cards(position: Position) -> float:
    """As many as are home."""
    return float(position.cards_home)


@given(positions(st.just(Rules())), st.integers(1, 40))
@settings(max_examples=40)
def test_it_judges_no_more_than_it_may(position: Position, most: int) -> None:
    """Move by move, no position twice while it is in the tree, and every action is legal."""
    search, memory = Search(13, most), Memory()
    for _ in range(5):
        if position.outcome is not None:
            return
        memory.enter(position.row, 13)
        action, asked = decided(search, position, memory, by_cards)
        assert len(asked) == len(set(asked)) <= most
        assert action in position.legal_actions()
        position = position.play(Move.from_index(action))


def test_what_was_judged_is_kept() -> None:
    """The position that it gets to is not judged again, nor any other below it."""
    search, memory, position = Search(13, 30), Memory(), Position.deal(3)
    for ply in range(8):
        memory.enter(position.row, 13)
        below = {node.row for node in search._judged}
        action, asked = decided(search, position, memory, by_cards)
        assert action is not None
        assert not below & set(asked)
        assert (position.row in asked) == (ply == 0)
        position = position.play(Move.from_index(action))


def test_it_goes_towards_what_is_worth_most() -> None:
    """If one position two plies away is worth much more than all others, that is where it gets."""
    start = Position.deal(5)
    way = [start.legal_moves()[2]]
    way.append(start.play(way[0]).legal_moves()[-2])
    goal = start.play(way[0]).play(way[1])
    search, memory, position = Search(13, 200), Memory(), start
    for _ in range(2):
        memory.enter(position.row, 13)
        action, _ = decided(search, position, memory, lambda each: 100.0 * (each == goal))
        assert action is not None
        position = position.play(Move.from_index(action))
    assert position == goal


def test_a_win_in_sight_is_played_without_judging_more() -> None:
    """A few plies before the end of a won line the search reaches it, and then plays on blindly, to the win."""
    line = solve(Position.deal(1)).moves
    position = Position.deal(1)
    for move in line[:-4]:
        position = position.play(move)
    search, memory, spent = Search(13, 400), Memory(), []
    while position.outcome is None:
        memory.enter(position.row, 13)
        action, asked = decided(search, position, memory, by_cards)
        assert action is not None
        position = position.play(Move.from_index(action))
        spent.append(len(asked))
    assert position.outcome is Outcome.WON
    assert spent[0] > 0
    assert not any(spent[1:])


@pytest.mark.parametrize("name", ["policy(beam=2)", "policy(beam=24)"])
def test_it_plays_the_same_again(name: str) -> None:
    """By another agent and by the same one; also where it is asked out of turn between."""

    def line(agent_name: str, moves: int) -> list[Move]:
        agent, position, played = make(agent_name), Position.deal(11), []
        for _ in range(moves):
            played.append(checked_choice(agent, position))
            position = position.play(played[-1])
        return played

    agent = make(name)
    checked_choice(agent, Position.deal(12))
    position = Position.deal(11)
    for move in line(name, 15):
        assert checked_choice(agent, position) == move
        position = position.play(move)
