"""Making agents, and checking what they choose; what every agent keeps to is in tests/contract."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import crescent
from crescent import (
    DuplicateNameError,
    IllegalMoveError,
    Move,
    PluginError,
    Position,
    RulesError,
    UnknownNameError,
    View,
    WrongTypeError,
)
from crescent.agents import Agent, agents, checked_choice, describe, make

START = crescent.deal("CR1-N-AAAAAAB")


class Stubborn:
    """always plays the same, legal or not."""

    def __init__(self, *, seed: int | None = None) -> None:
        """Nothing is left to chance."""
        self.seed = seed
        self.move: object = Move.parse("1-2")

    def choose(self, _view: View) -> Move:
        """The one move."""
        return self.move  # type: ignore[return-value]  # what comes back may be no move: that is checked


@pytest.fixture
def stubborn() -> Iterator[str]:
    """An agent of one's own, registered for the test."""
    agents.register("stubborn", Stubborn)
    yield "stubborn"
    agents.unregister("stubborn")


def test_an_agent_of_ones_own_is_made_by_name(stubborn: str) -> None:
    """With its seed, of any kind of integer, or with None."""
    for seed in (None, 0, 2**100, np.int64(7)):
        agent = make(stubborn, seed=seed)  # type: ignore[arg-type]  # numpy's integers are taken too
        assert isinstance(agent, Stubborn)
        assert isinstance(agent, Agent)
        assert agent.seed == seed
    assert describe(stubborn) == "always plays the same, legal or not."


def test_an_agents_name_is_given_once(stubborn: str) -> None:
    """To the first."""
    for name in (stubborn, "greedy"):
        with pytest.raises(DuplicateNameError, match=f"the agent '{name}' exists already"):
            agents.register(name, Stubborn)


@pytest.mark.parametrize("seed", [-1, -(2**70)])
def test_a_negative_seed_is_refused(seed: int) -> None:
    """By name."""
    with pytest.raises(RulesError, match="a seed must be 0 or more"):
        make("uniform", seed=seed)


def test_an_unknown_agent_is_answered_with_near_names() -> None:
    """When made and when described."""
    for ask in (make, describe):
        with pytest.raises(UnknownNameError, match="there is no agent 'gready'; did you mean greedy"):
            ask("gready")


def test_what_makes_no_agent_is_refused() -> None:
    """At registration where that can be seen, else when it is asked for an agent."""
    with pytest.raises(WrongTypeError, match="an agent's factory must be a class or function that takes seed"):
        agents.register("none", 3)  # type: ignore[arg-type]  # that it is refused is the point
    for factory, says in ((object, "TypeError"), (lambda *, seed: seed, "made something without a method choose")):
        agents.register("bad", factory)  # type: ignore[arg-type]  # that it is refused is the point
        try:
            with pytest.raises(PluginError, match=says):
                make("bad")
        finally:
            agents.unregister("bad")


def test_a_choice_is_checked() -> None:
    """An illegal move raises with the position, what is no move with its type; the view is all that is shown."""
    agent = Stubborn()
    with pytest.raises(IllegalMoveError) as caught:
        checked_choice(agent, START)
    assert caught.value.position == START
    for nonsense in (None, "3-7", 35):
        agent.move = nonsense
        with pytest.raises(WrongTypeError, match="an agent's choice must be a Move"):
            checked_choice(agent, START)
    agent.move = Move.parse("3-7")
    assert checked_choice(agent, START) == Move.parse("3-7")


@pytest.mark.parametrize("thing", [None, START, str(START), 3], ids=lambda thing: type(thing).__name__)
def test_what_is_no_agent_or_no_position_gets_no_choice(thing: object) -> None:
    """The types are named, before anything is asked; a position is no agent either."""
    with pytest.raises(WrongTypeError, match=r"an agent must be something with a method choose\(view\), not"):
        checked_choice(thing, START)  # type: ignore[arg-type]  # that it is refused is the point
    for place in (thing, START.view()):
        if not isinstance(place, Position):
            with pytest.raises(WrongTypeError, match="where an agent plays must be a Position, not"):
                checked_choice(Stubborn(), place)  # type: ignore[arg-type]  # that it is refused is the point


def test_agents_are_shown_views() -> None:
    """Never positions."""
    seen: list[object] = []

    class Watching(Stubborn):
        """keeps what it sees."""

        def choose(self, view: View) -> Move:
            """The first legal move."""
            seen.append(view)
            return view.legal_moves()[0]

    checked_choice(Watching(), START)
    assert seen == [START.view()]
    assert not any(isinstance(thing, Position) for thing in seen)


def test_greedy_brings_cards_home_first() -> None:
    """Where a foundation accepts a card, it gets one."""
    for seed in range(5):
        assert str(make("greedy", seed=seed).choose(START.view())) in ("2-K", "15-K")


def test_greedy_repeats_nothing_while_something_is_untried() -> None:
    """From the same board it plays a move again only after every other one, the redeal included."""
    for seed in range(5):
        agent, position, tried = make("greedy", seed=seed), Position.deal(seed), set[tuple[Position, Move]]()
        for _ in range(200):
            if position.outcome is not None:
                break
            move = checked_choice(agent, position)
            if (position, move) in tried:
                assert {(position, legal) for legal in position.legal_moves()} <= tried
            tried.add((position, move))
            position = position.play(move)
        assert position.redeals_left == 0


def test_uniform_plays_every_legal_move() -> None:
    """Sooner or later, from the same view."""
    agent = make("uniform", seed=1)
    view = START.view()
    assert {agent.choose(view) for _ in range(400)} == set(view.legal_moves())
