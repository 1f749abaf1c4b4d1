"""What the built-in rewards pay, and how one's own plug in."""

from __future__ import annotations

import random

import gymnasium
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crescent
from crescent import Move, Outcome, Position, View, variants
from crescent_gym import ArgumentTypeError, CrescentEnv, Transition, rewards
from tests.gym.playing import ALMOST_WON, CODE, legal, started, steps


@settings(max_examples=30)
@given(rng=st.randoms(use_true_random=False), name=st.sampled_from(list(variants)))
def test_rewards_are_paid_by_what_the_move_did(rng: random.Random, name: str) -> None:
    """`progress` pays the change in cards home / 96 at every step, `sparse` nothing before the win."""
    number = rng.getrandbits(35)
    start = {"position": Position.deal(number, variants[name].rules)}
    by_progress, by_win = (CrescentEnv(variant=name, reward=reward) for reward in ("progress", "sparse"))
    _, info = by_progress.reset(options=start)
    by_win.reset(options=start)
    home = 8
    for step in steps(by_progress, info, rng):
        _, reward, *_ = by_win.step(step.action)
        assert step.reward == (by_progress.position.cards_home - home) / 96
        assert reward == float(by_win.position.outcome is Outcome.WON)
        home = by_progress.position.cards_home


def test_taking_a_card_from_a_foundation_costs_what_it_brought() -> None:
    """Where foundation cards may return to the piles, `progress` cannot be pumped by moving one to and fro."""
    env = CrescentEnv(variant="relaxed")
    env.reset(options={"position": "KS/KHQS/-/-/-/-/-/-/-/-/-/-/-/-/-/- JQKK AAAA 0"})
    paid = [env.step(Move.parse(move).index)[1] for move in ("2-A", "SA-1", "1-A", "SA-1")]
    assert paid == [1 / 96, -1 / 96, 1 / 96, -1 / 96]


def test_winning_pays_one_sparsely() -> None:
    """The action that wins brings 1 with `sparse`."""
    env = CrescentEnv(reward="sparse")
    env.reset(options={"position": ALMOST_WON})
    assert env.step(240)[1] == 1.0


def per_redeal(transition: Transition) -> float:
    """A reward of one's own: a redeal costs."""
    return -0.5 if transition.action == 280 else 0


class PerRedeal:
    """The same as an object."""

    def __call__(self, transition: Transition) -> float:
        """Pay."""
        return per_redeal(transition)


@pytest.mark.parametrize("given_as", [per_redeal, PerRedeal(), PerRedeal, "per-redeal"], ids=range(4))
def test_ones_own_reward_is_used(given_as: object) -> None:
    """A function, an object, a class or a registered name of one's own is what the environment pays."""
    rewards.register("per-redeal", per_redeal)
    try:
        env = gymnasium.make("crescent_gym/Crescent-v0", reward=given_as)
        env.reset(options={"code": CODE})
        _, paid, _, _, info = env.step(280)
        assert paid == -0.5
        paid = env.step(legal(info["action_mask"])[0])[1]
        assert paid == 0.0
        assert type(paid) is float
    finally:
        rewards.unregister("per-redeal")


@pytest.mark.parametrize("number", [np.float32(0.25), np.int8(-1), 3, np.array(0.5), True])
def test_any_number_is_a_reward(number: float) -> None:
    """Numbers of all kinds come out as Python's float."""
    env, *_ = started(reward=lambda _transition: number)
    paid = env.step(280)[1]
    assert type(paid) is float
    assert paid == float(number)


def test_a_reward_sees_the_transition_and_no_hidden_card() -> None:
    """A reward function gets action, change, outcome, rules and the two views' rows, which it cannot write."""
    seen: list[Transition] = []

    def watch(transition: Transition) -> float:
        seen.append(transition)
        return 0.0

    env = CrescentEnv(variant="hidden", reward=watch)
    _, info = env.reset(options={"code": "CR1-H-AAAAAAB"})
    start = crescent.deal("CR1-H-AAAAAAB")
    played = list(steps(env, info, random.Random(3)))
    assert [transition.action for transition in seen] == [step.action for step in played]
    position = start
    for transition in seen:
        assert View.from_row(transition.before.tobytes(), transition.rules) == position.view()
        after = position.play(Move.from_index(transition.action))
        assert View.from_row(transition.after.tobytes(), transition.rules) == after.view()
        assert transition.change == after.cards_home - position.cards_home
        assert transition.outcome is after.outcome
        assert not transition.before.flags.writeable
        position = after
    assert seen[-1].outcome is not None


@pytest.mark.parametrize("wrong", [5, None, ["x", "y"], object()], ids=range(4))
def test_what_is_no_reward_is_refused(wrong: object) -> None:
    """Neither registry nor environment takes what cannot be called."""
    with pytest.raises(ArgumentTypeError, match="Transition"):
        CrescentEnv(reward=wrong)  # type: ignore[arg-type]  # the fault that is tested
    with pytest.raises(ArgumentTypeError, match="Transition"):
        rewards.register("wrong", wrong)  # type: ignore[arg-type]  # likewise
    assert "wrong" not in rewards
