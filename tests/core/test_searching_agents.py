"""The agents that search, beyond the contract of all agents: what they know, how they follow plans, how they do."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crescent
from crescent import Game, GameCode, Move, Outcome, Position, Rules, UnsuitedAgentError, View, variants
from crescent.agents import Agent, check_plays, checked_choice, make
from crescent.agents.following import Follower
from crescent.solver import UnknownCardsError, planning
from crescent.solver.guesses import filled
from crescent.solver.planning import Plan, Scout, followed
from tests.laws.strategies import any_rules, hidden_rules, positions
from tests.laws.test_views import with_other_hidden_cards

HIDDEN = variants["hidden"]
QUICK_SAMPLER = "sampler(depth=8, nodes=300, samples=4, ways=3, sample_depth=5, sample_nodes=60, end_nodes=900)"
QUICK = ["lookahead(depth=6, nodes=150)", QUICK_SAMPLER]


def played_out(agent: Agent, position: Position, limit: int = 400) -> Game:
    """The game that an agent plays from here."""
    game = Game(position)
    while game.outcome is None and len(game.line) < limit:
        game.play(checked_choice(agent, game.position))
    return game


@pytest.mark.parametrize("name", QUICK)
@given(positions(hidden_rules), st.integers(0, 2**32), st.integers(0, 2**32))
@settings(max_examples=40)
def test_what_it_does_not_see_moves_it_not(name: str, position: Position, seed: int, shuffle: int) -> None:
    """In positions from anywhere that differ in hidden cards only, agents of one seed choose the same move."""
    other = with_other_hidden_cards(position, shuffle)
    if position.outcome is None:
        assert checked_choice(make(name, seed=seed), position) == checked_choice(make(name, seed=seed), other)


@pytest.mark.parametrize("name", [*QUICK, "solver(nodes=300)"])
@given(positions(any_rules), st.integers(0, 2**32))
@settings(max_examples=40)
def test_it_chooses_legal_moves_anywhere(name: str, position: Position, seed: int) -> None:
    """Under any rules that it plays by, from anywhere in a game."""
    if name.startswith("solver"):
        position = Position.parse(str(position).upper(), replace(position.rules, face_down=False))
    if position.outcome is None:
        checked_choice(make(name, seed=seed), position)


def test_looking_ahead_turns_up_no_card() -> None:
    """A plan ends with the first card that it turns up, whatever comes after it; before that all is foreseen."""
    for number in range(30):
        position = GameCode(number, HIDDEN).deal()
        plan = Scout(HIDDEN.rules, 12, 500).plan(position.view())
        unknown = position.view().unknown_count
        assert plan.actions
        for row, action in zip(plan.rows, plan.actions, strict=True):
            assert position.view().unknown_count == unknown
            assert position.view().row == row
            position = position.play(Move.from_index(action))


def test_looking_ahead_finds_what_is_in_sight() -> None:
    """With one ply it takes a card home; with two it uncovers one that goes home; with more it wins."""
    near = Position.parse("-/-/-/-/-/-/-/-/-/-/-/-/-/-/KS/ASQS JKKK 2AAA 1")
    assert played_out(make("lookahead(depth=4, nodes=100)", seed=1), near).outcome is Outcome.WON
    start = crescent.deal("CR1-N-AAAAAAB")
    assert str(make("lookahead(depth=1)", seed=1).choose(start.view())) in ("2-K", "15-K")


def test_looking_further_is_better() -> None:
    """On ten deals, cards at home: more plies and positions bring more."""
    home = [
        sum(
            played_out(make(name, seed=1), GameCode(number, variants["normal"]).deal()).position.cards_home
            for number in range(10)
        )
        for name in ("lookahead(depth=1)", "lookahead(depth=3, nodes=100)", "lookahead")
    ]
    assert home == sorted(set(home))


def test_looking_ahead_does_not_go_round_in_circles() -> None:
    """No position comes again while a redeal is left."""
    for number in range(5):
        for variant in (HIDDEN, variants["normal"]):
            game, met, agent = Game(GameCode(number, variant)), set[Position](), make(QUICK[0], seed=1)
            while game.outcome is None and game.redeals_left:
                assert game.position not in met
                met.add(game.position)
                game.play(checked_choice(agent, game.position))


@pytest.mark.parametrize("name", QUICK)
def test_it_uses_its_redeals(name: str) -> None:
    """All of them, and at once where it has no plan: no position comes back many times before the last is used."""
    for number in range(5):
        for variant in (HIDDEN, variants["normal"]):
            game, met, agent = Game(GameCode(number, variant)), Counter[Position](), make(name, seed=1)
            while game.outcome is None and game.redeals_left:
                met[game.position] += 1
                assert met[game.position] < 4
                game.play(checked_choice(agent, game.position))
            assert game.redeals_left == 0 or game.outcome is Outcome.WON


def test_the_solver_wins_what_can_be_won() -> None:
    """Nearly every deal; it solves once and follows its line, also where it is put back on it."""
    agent = make("solver", seed=1)
    games = [played_out(agent, GameCode(number, variants["normal"]).deal()) for number in range(300_000, 300_005)]
    assert [game.outcome for game in games] == [Outcome.WON] * 5


def test_the_solver_solves_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """And again where the game left its line."""
    asked: list[Position] = []

    def counting(position: Position, *, nodes: int, seed: int) -> crescent.solver.Solution:
        asked.append(position)
        return crescent.solver.solve(position, nodes=nodes, seed=seed)

    monkeypatch.setattr(planning, "solve", counting)
    agent, position = make("solver", seed=1), crescent.deal("CR1-N-AAAAAAB")
    for _ in range(20):
        position = position.play(agent.choose(position.view()))
    assert len(asked) == 1
    astray = next(move for move in position.legal_moves() if move != agent.choose(position.view()))
    agent.choose(position.play(astray).view())
    assert len(asked) == 2


def test_the_solver_refuses_hidden_cards() -> None:
    """By its claim where it is asked in time, else by the view."""
    with pytest.raises(UnsuitedAgentError, match="the agent 'solver' does not play by these rules"):
        check_plays("solver", HIDDEN.rules)
    view = crescent.deal("CR1-H-AAAAAAB").view()
    with pytest.raises(UnknownCardsError, match="80 cards are unknown, and no solver knows them") as caught:
        make("solver", seed=1).choose(view)
    assert caught.value.view == view


def test_the_solver_plays_on_where_nothing_can_be_won() -> None:
    """It redeals, and then plays at random, without searching again and again."""
    lost = Position.parse("-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/JSQSKS TKKK AAAA 1")
    game = played_out(make("solver(nodes=2000)", seed=1), lost, 50)
    assert (game.line[0], game.outcome) == (Move.REDEAL, Outcome.BLOCKED)


def test_sampling_fills_in_what_is_missing() -> None:
    """Every sample holds the very cards that are not seen, and no other."""
    fillings: list[list[int]] = []

    class Watched(random.Random):
        """Keeps what is drawn."""

        def sample(self, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401  as the one that it stands for
            """As ever."""
            fillings.append(super().sample(*arguments, **named))
            return fillings[-1]

    view = crescent.deal("CR1-H-AAAAAAB").view()
    sampler = planning.Sampler(view.rules, 10, 500, 3, 4, 4, 50)
    plan = sampler.sampled_plan(view, Watched(1))
    assert plan.actions
    assert len(fillings) == 3
    for cards in fillings:
        assert filled(view, cards).view() == view
    assert len(set(map(tuple, fillings))) == 3


def test_a_plan_is_forgotten_with_the_rules() -> None:
    """The same cards under other rules are another game: a plan made for the one is not played in the other."""

    class Planner(Follower):
        """Plans the first legal move."""

        def plan(self, view: View) -> Plan:
            """Keep by which rules."""
            planned.append(view.rules)
            return followed(view, view.legal_actions()[:1])

    planned: list[Rules] = []
    text = str(crescent.deal("CR1-N-AAAAAAB"))
    agent = Planner(random.Random(1))
    for rules in (Rules(), Rules(), Rules(wrap=False)):
        view = Position.parse(text, rules).view()
        assert agent.choose(view) == view.legal_moves()[0]
    assert planned == [Rules(), Rules(wrap=False)]


WITHOUT = """
import sys

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"numba", "numpy", "llvmlite"}:
            raise ModuleNotFoundError(name)

sys.meta_path.insert(0, Absent())
import crescent
from crescent.agents import make
for name in sys.argv[1:]:
    agent, position, line = make(name, seed=1), crescent.deal("CR1-H-AAAAAAB"), []
    for _ in range(6):
        line.append(agent.choose(position.view()))
        position = position.play(line[-1])
    print(*line)
assert not {"numba", "numpy"} & {*sys.modules}
"""


def test_it_plays_the_same_without_numba() -> None:
    """On the standard library alone, slowly, move by move."""
    result = subprocess.run(
        [sys.executable, "-c", WITHOUT, *QUICK], capture_output=True, text=True, timeout=300, check=True, env=os.environ
    )
    for name, told in zip(QUICK, result.stdout.splitlines(), strict=True):
        agent, position, line = make(name, seed=1), crescent.deal("CR1-H-AAAAAAB"), []
        for _ in range(6):
            line.append(agent.choose(position.view()))
            position = position.play(line[-1])
        assert told == " ".join(map(str, line))


def test_sampling_beats_greed_where_cards_are_hidden() -> None:
    """On a few deals already: cards at home, game by game, by far."""
    home = {
        name: [
            played_out(make(name, seed=1), GameCode(number, HIDDEN).deal()).position.cards_home for number in range(8)
        ]
        for name in ("greedy", QUICK_SAMPLER)
    }
    assert sum(home[QUICK_SAMPLER]) > sum(home["greedy"]) + 8 * 5
