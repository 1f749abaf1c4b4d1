"""The little search: what it may spend, what it keeps, where it goes, and that a win in sight is played."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import pairwise
from math import log
from typing import Final

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from crescent import Move, Outcome, Position, Rules, variants
from crescent.agents import checked_choice, make, plays
from crescent.agents.policy import Policy
from crescent.policy.inputs import Boards
from crescent.policy.playing import Memory
from crescent.policy.search import WIDTH, Judgement, Search
from crescent.solver import solve
from tests.boards import STAGES, random_board, random_heights
from tests.laws.strategies import positions

Judge = Callable[[Position], float]

TWO_QUEENS: Final = "KSQS/KHQH/" + "/".join(["-"] * 14) + " JJKK AAAA 0"
ENDS: Final = Position.parse("KS/KH/" + "/".join(["-"] * 14) + " QQKK AAAA 0").piles[:2]
HOPELESS: Final = "QSJSKS/KHQH/" + "/".join(["-"] * 14) + " TJKK AAAA 0"
"""A heart game of two moves, and spades that never come to an end."""


class Chance(random.Random):
    """Counts how often it is asked for noise."""

    asked = 0

    def expovariate(self, lambd: float = 1.0) -> float:
        """Noise."""
        self.asked += 1
        return super().expovariate(lambd)


def judgement(row: bytes, judge: Judge) -> Judgement:
    """All moves alike, and a worth."""
    position = Position.from_row(row)
    actions = position.legal_actions()
    return Judgement(list(actions), [-log(max(1, len(actions)))] * len(actions), judge(position))


def decided(search: Search, position: Position, memory: Memory, judge: Judge) -> tuple[int | None, list[bytes]]:
    """What a search decides, and the rows that it had judged for it."""
    asked: list[bytes] = []
    asking = search.decide(position.row, memory)
    try:
        rows = next(asking)
        while True:
            assert 1 <= len(rows) <= WIDTH
            asked += rows
            rows = asking.send([judgement(row, judge) for row in rows])
    except StopIteration as end:
        return end.value, asked


def by_cards(position: Position) -> float:
    """As many as are home."""
    return float(position.cards_home)


@given(positions(st.just(Rules())), st.integers(1, 20))
@settings(max_examples=20)
def test_it_judges_no_more_than_it_may(position: Position, most: int) -> None:
    """At any move; no position twice in a game, and every action is legal."""
    search, memory, ever = Search(13, most, random.Random(1)), Memory(), set[bytes]()
    for _ in range(8):
        if position.outcome is not None:
            return
        memory.enter(position.row, 13)
        action, asked = decided(search, position, memory, by_cards)
        assert len(asked) <= most
        assert len(asked) == len(set(asked) - ever)
        ever.update(asked)
        assert action in position.legal_actions()
        position = position.play(Move.from_index(action))


def test_the_beam_goes_on_from_move_to_move() -> None:
    """With each move its lines are longer by as many moves as it may judge positions for, and begin with the game."""
    search, memory, position = Search(13, 2 * WIDTH, random.Random(1)), Memory(), Position.deal(3)
    ahead = []
    for _ in range(8):
        memory.enter(position.row, 13)
        action, _ = decided(search, position, memory, by_cards)
        assert action is not None
        position = position.play(Move.from_index(action))
        lines = [search._line_to(node) for node in search._front]
        ahead.append(len(lines[0]))
        for line, node in zip(lines, search._front, strict=True):
            end = position
            for each in line:
                end = end.play(Move.from_index(each))
            assert end.row == node.row
    assert all(after >= before for before, after in pairwise(ahead))
    assert ahead[-1] >= ahead[0] + 7


def test_it_goes_towards_what_is_worth_most() -> None:
    """If the positions on the way to one that is two plies away are worth much more than others, it gets there."""
    start = Position.deal(5)
    middle = start.play(start.legal_moves()[2])
    goal = middle.play(middle.legal_moves()[3])
    search, memory, position = Search(13, 20, random.Random(1)), Memory(), start
    for _ in range(2):
        memory.enter(position.row, 13)
        action, _ = decided(search, position, memory, lambda each: {middle: 50.0, goal: 100.0}.get(each, 0.0))
        assert action is not None
        position = position.play(Move.from_index(action))
    assert position == goal


def test_orders_of_the_same_moves_count_together() -> None:
    """A position that two orders of moves lead to is as likely as both of them together."""
    start = Position.parse(TWO_QUEENS)
    search, memory = Search(13, 4, random.Random(1)), Memory()
    memory.enter(start.row, 13)
    decided(search, start, memory, by_cards)
    [both] = [node for node in search._front if Position.from_row(node.row).piles[:2] == ENDS]
    assert all(len(start.play(move).legal_moves()) == 2 for move in start.legal_moves())
    assert both.log_chance == pytest.approx(log(2 * (1 / 2) * (1 / 2)))


def test_a_win_in_sight_is_played_without_judging_more() -> None:
    """A few plies before the end of a won line the search reaches it, and then plays on blindly, to the win."""
    line = solve(Position.deal(1)).moves
    position = Position.deal(1)
    for move in line[:-4]:
        position = position.play(move)
    chance = Chance(1)
    search, memory, spent = Search(13, 400, chance), Memory(), list[int]()
    while position.outcome is None:
        memory.enter(position.row, 13)
        action, asked = decided(search, position, memory, by_cards)
        assert action is not None
        position = position.play(Move.from_index(action))
        spent.append(len(asked))
    assert position.outcome is Outcome.WON
    assert spent[0] > 0
    assert not any(spent[1:])
    assert not chance.asked


def test_where_all_lines_end_another_beam_begins() -> None:
    """With noise, so that it is another one; yet not for ever, and a move is chosen where there is nothing to find."""
    hopeless = Position.parse(HOPELESS)
    chance = Chance(1)
    search, memory = Search(13, 64, chance), Memory()
    memory.enter(hopeless.row, 13)
    action, asked = decided(search, hopeless, memory, by_cards)
    assert action in hopeless.legal_actions()
    assert chance.asked
    assert len(asked) < 64


@pytest.mark.parametrize("name", ["policy(beam=2)", "policy(beam=11)"])
def test_it_plays_the_same_again(name: str) -> None:
    """For the same seed, by another agent and by the same one; also where it is asked out of turn between."""

    def line(agent_name: str, moves: int) -> list[Move]:
        agent, position, played = make(agent_name, seed=7), Position.deal(11), []
        for _ in range(moves):
            played.append(checked_choice(agent, position))
            position = position.play(played[-1])
        return played

    agent = make(name, seed=7)
    checked_choice(agent, Position.deal(12))
    position = Position.deal(11)
    for move in line(name, 8):
        assert checked_choice(agent, position) == move
        position = position.play(move)


def test_it_wins_what_the_network_alone_loses() -> None:
    """Deals that training never met, and that the network's first choices lose."""
    for number in (900_015, 900_021):
        outcomes = []
        for name in ("policy", "policy(beam=64)"):
            agent, position = make(name, seed=1), Position.deal(number)
            while position.outcome is None:
                position = position.play(checked_choice(agent, position))
            outcomes.append(position.outcome)
        assert outcomes == [Outcome.BLOCKED, Outcome.WON]


@pytest.mark.parametrize("variant", [name for name in variants.names() if plays("policy", variants[name].rules)])
def test_it_plays_legal_moves_in_every_variant(variant: str) -> None:
    """From anywhere in a game; the moves that the network does not know are legal in some of them."""
    rng, rules = random.Random(variant), variants[variant].rules
    agent = make("policy(beam=3)", seed=1)
    for stage in STAGES:
        heights, capacity = random_heights(rng, stage), rules.pile_capacity
        text = random_board(rng, heights, redeals=1, capacity=capacity, face_down=False)
        position = Position.parse(text, rules)
        for _ in range(12):
            if position.outcome is None:
                position = position.play(checked_choice(agent, position))


def test_the_seed_decides_on_the_noise() -> None:
    """Every game's noise is drawn from the seed, whatever was played before."""
    agent = Policy(beam=2, seed=7)
    for number in (11, 12):
        checked_choice(agent, Position.deal(number))
        chance = agent._player._search._chance
        assert chance.getstate() == random.Random(7).getstate()
        chance.random()


def test_forced_moves_do_not_end_a_search() -> None:
    """A line to the win that was found at a move without choice is played on without asking the network again."""
    position = Position.parse("KSQS/" + "/".join(["-"] * 15) + " JKKK AAAA 0")
    agent = Policy(beam=8, seed=1)
    judged: list[int] = []
    judge = agent._player._trained.network.judge

    def counted(boards: Boards) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        judged.append(len(boards.piles))
        return judge(boards)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(agent._player._trained.network, "judge", counted)
        for expected in ([1, 1], [1, 1]):
            position = position.play(checked_choice(agent, position))
            assert judged == expected
    assert position.outcome is Outcome.WON
