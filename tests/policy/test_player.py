"""The agent `policy`, beyond the contract of all agents: how it plays, what it remembers, what it needs."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent import Game, GameCode, Move, Outcome, Position, Rules, UnsuitedAgentError, variants
from crescent.agents import Agent, check_plays, checked_choice, make
from crescent.policy.playing import Memory, key_of
from crescent.policy.symmetries import images
from crescent.solver import UnknownCardsError
from tests.laws.strategies import positions

LIMIT = 300


def played(agent: Agent, start: Position) -> list[Position]:
    """The positions of its game."""
    line = [start]
    while line[-1].outcome is None and len(line) < LIMIT:
        line.append(line[-1].play(checked_choice(agent, line[-1])))
    return line


def test_it_wins_deals_that_it_has_not_seen() -> None:
    """Of twenty that training never meets it wins five or more; greedy wins one in three hundred."""
    agent = make("policy", seed=1)
    won = [played(agent, Position.deal(number))[-1].outcome is Outcome.WON for number in range(900_001, 900_021)]
    assert sum(won) >= 5


def test_it_goes_where_it_has_not_been() -> None:
    """As long as there is such a move, not even to a position with its piles in another order."""
    agent = make("policy", seed=1)
    for number in range(900_101, 900_106):
        met: set[object] = set()
        for before, after in zip(line := played(agent, Position.deal(number)), line[1:], strict=False):
            met.add(key_of(before.row, 13))
            if key_of(after.row, 13) in met:
                assert all(key_of(before.play(move).row, 13) in met for move in before.legal_moves())


def test_it_forgets_the_last_game() -> None:
    """The same deal again is played the same, by the same agent."""
    agent = make("policy", seed=1)
    start = GameCode(900_200, variants["normal"]).deal()
    assert played(agent, start) == played(agent, start)


def test_it_does_not_play_with_cards_that_it_cannot_see() -> None:
    """Hidden deals are refused by name, and a view with unknown cards too."""
    hidden = variants["hidden"]
    with pytest.raises(UnsuitedAgentError):
        check_plays("policy", hidden.rules)
    with pytest.raises(UnknownCardsError, match="80 cards are unknown"):
        make("policy").choose(GameCode(1, hidden).deal().view())


def test_it_plays_on_where_it_knows_no_move() -> None:
    """Moves from foundations to piles are not scored; where there are no others the first is played."""
    rules = variants["relaxed"].rules
    position = Position.parse("QSKS/" + "/".join(["-"] * 15) + " JKKK AAAA 0", rules)
    assert {move.index >= 281 for move in position.legal_moves()} == {True}
    assert checked_choice(make("policy"), position) == position.legal_moves()[0]


def test_the_least_met_is_chosen() -> None:
    """Of two moves the better one, until it leads to where the game was; then the other; then the less met."""
    position = Position.deal(1)
    first, second = (move.index for move in position.legal_moves()[:2])
    memory = Memory()

    def best() -> int:
        return memory.best(position.row, 13, [first, second], [1.0, 0.5])

    def meet(action: int) -> None:
        memory.enter(position.play(Move.from_index(action)).row, 13)

    assert best() == first
    meet(first)
    assert best() == second
    meet(second)
    assert best() == first
    meet(first)
    assert best() == second


PROGRAM = """
import sys
sys.modules["numpy"] = None
import crescent
from crescent.agents import agents, describe, make
assert "policy" in agents and describe("policy")
try:
    make("policy")
except crescent.MissingExtraError as error:
    print(error)
"""


def test_without_numpy_it_names_the_extra() -> None:
    """Everything else works; the agent says what it needs."""
    result = subprocess.run(
        [sys.executable, "-c", PROGRAM], env={**os.environ}, capture_output=True, text=True, timeout=60, check=False
    )
    assert result.stdout == "a trained policy needs the extra 'gym': pip install 'crescent-patience[gym]'\n"


def test_a_game_won_is_a_record_that_replays() -> None:
    """What it wins is won by the rules."""
    agent = make("policy", seed=1)
    game = Game(Position.deal(900_001))
    while game.outcome is None and len(game.line) < LIMIT:
        game.play(checked_choice(agent, game.position))
    assert game.outcome in (Outcome.WON, Outcome.BLOCKED)


@given(positions(st.just(Rules())), st.integers(2, 48))
@settings(max_examples=30)
def test_images_are_the_position_under_other_names(position: Position, count: int) -> None:
    """Under each symmetry the same actions are legal once they are named back; the first image is the position."""
    rows, origins = images(np.frombuffer(position.row, np.uint8), count)
    assert rows[0].tobytes() == position.row
    for row, origin in zip(rows, origins, strict=True):
        legal = Position.from_row(row.tobytes()).legal_actions()
        assert sorted(int(origin[action]) for action in legal) == list(position.legal_actions())


def test_a_deal_has_as_many_images_as_there_are_symmetries() -> None:
    """None of the 48 leaves it as it is."""
    rows, _ = images(np.frombuffer(Position.deal(900_003).row, np.uint8), 48)
    assert len({row.tobytes() for row in rows}) == 48


def test_under_all_symmetries_names_do_not_matter() -> None:
    """With all of them it plays a deal as it plays that deal with its suits renamed, by the same names."""
    agent, start = make("policy(symmetries=48)"), Position.deal(900_003)
    other = Position.from_row(images(np.frombuffer(start.row, np.uint8), 6)[0][5].tobytes())
    origin = images(np.frombuffer(start.row, np.uint8), 6)[1][5]
    for _ in range(12):
        move = checked_choice(agent, start)
        image = checked_choice(make("policy(symmetries=48)"), other)
        assert int(origin[image.index]) == move.index
        start, other = start.play(move), other.play(image)
