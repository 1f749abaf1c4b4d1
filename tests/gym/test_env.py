"""The environment's own behaviour: how episodes end, and what illegal actions and things that are no actions do."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import SupportsIndex, cast

import gymnasium
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import crescent
from crescent.errors import CrescentError, IllegalMoveError, WrongTypeError
from crescent_gym import ActionError, CrescentEnv, ResetNeededError
from crescent_gym.arguments import IllegalPolicy
from tests.gym.playing import ALMOST_WON, CODE, NO_INTEGERS, illegal, legal, same, started, steps

OUT_OF_RANGE = {"-1": -1, "281": 281, "409": 409, "huge": 2**70, "hugely-negative": -(2**100_000)}
NO_ACTIONS: list[tuple[object, type[CrescentError]]] = [
    *((action, WrongTypeError) for action in NO_INTEGERS.values()),
    *((action, ActionError) for action in OUT_OF_RANGE.values()),
]


# ---------------------------------------------------------------- ends


def test_winning_ends_the_episode() -> None:
    """The last card home terminates with success, no legal action and a mask of ones."""
    env = CrescentEnv()
    _, info = env.reset(options={"position": ALMOST_WON})
    assert legal(info["action_mask"]) == [240]
    _, reward, terminated, truncated, info = env.step(240)
    assert (reward, terminated, truncated) == (1 / 96, True, False)
    assert (info["is_success"], info["legal_count"], info["code"]) == (True, 0, "")
    assert info["action_mask"].all()


def test_being_blocked_ends_the_episode() -> None:
    """When the last redeal leads to no move, the episode terminates without success and with a mask of ones."""
    env = CrescentEnv()
    _, info = env.reset(options={"position": "QSJSKS/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- TKKK AAAA 1"})
    assert legal(info["action_mask"]) == [280]
    _, reward, terminated, truncated, info = env.step(280)
    assert (reward, terminated, truncated) == (0.0, True, False)
    assert (info["is_success"], info["legal_count"]) == (False, 0)
    assert info["action_mask"].all()


def test_steps_after_the_end_need_a_reset() -> None:
    """Before the first reset and after an end, a step raises an error that Gymnasium's callers know as well."""
    env = CrescentEnv(render_mode="ansi")
    for call in (lambda: env.step(0), env.action_masks, env.render, lambda: env.view, lambda: env.position):
        with pytest.raises(ResetNeededError, match="reset"):
            call()
    env.reset(options={"position": ALMOST_WON})
    env.step(240)
    with pytest.raises(gymnasium.error.ResetNeeded, match="ended"):
        env.step(280)
    assert env.action_masks().all()
    assert "♠" in str(env.render())
    env.reset()
    assert not env.step(legal(env.action_masks().astype(np.int8))[0])[2]


# ---------------------------------------------------------------- illegal actions


@settings(max_examples=25)
@given(rng=st.randoms(use_true_random=False), ignore=st.booleans())
def test_illegal_actions_move_no_card(rng: random.Random, ignore: bool) -> None:
    """An illegal action leaves observation, mask and info as they are; by default it ends the episode with -1."""
    env, observation, info = started(illegal="ignore" if ignore else "terminate")
    for step in steps(env, info, rng, limit=rng.randrange(20)):
        observation, info = step.observation, step.info
    action = rng.choice(illegal(info["action_mask"]))
    after, reward, terminated, truncated, after_info = env.step(action)
    assert same((observation, info), (after, after_info))
    assert after is not observation
    assert after_info["action_mask"] is not info["action_mask"]
    assert (reward, terminated, truncated) == ((0.0, False, False) if ignore else (-1.0, True, False))
    if ignore:
        env.step(legal(info["action_mask"])[0])
    else:
        with pytest.raises(ResetNeededError):
            env.step(legal(info["action_mask"])[0])


def test_illegal_actions_raise_if_told_to() -> None:
    """With `raise` an illegal action raises what `Position.play` raises, and the episode can go on."""
    env, _, info = started(illegal="raise")
    with pytest.raises(IllegalMoveError) as caught:
        env.step(0)
    assert str(caught.value.move) == "1-2"
    assert caught.value.position == crescent.deal(CODE)
    assert caught.value.refusal == crescent.deal(CODE).refusal("1-2")
    assert not env.step(legal(info["action_mask"])[0])[2]


@pytest.mark.parametrize("policy", ["terminate", "ignore", "raise"])
@pytest.mark.parametrize(
    ("action", "error"),
    NO_ACTIONS,
    ids=[*NO_INTEGERS, *OUT_OF_RANGE],
)
def test_what_is_no_action_raises(policy: IllegalPolicy, action: object, error: type[CrescentError]) -> None:
    """What is no integer of the action space raises, whatever is done about illegal actions, and changes nothing."""
    env, _, info = started(illegal=policy)
    before = env.position
    with pytest.raises(error) as caught:
        env.step(cast("SupportsIndex", action))
    assert len(str(caught.value)) < 200
    assert env.position == before
    assert not env.step(legal(info["action_mask"])[0])[2]


@pytest.mark.parametrize("kind", [int, np.int64, np.int8, np.uint16, np.array])
def test_integers_of_all_kinds_are_actions(kind: Callable[[int], SupportsIndex]) -> None:
    """Python's integers, NumPy's and arrays of no dimension mean the same action."""
    env, *_ = started()
    env.step(kind(9))
    assert env.position == crescent.deal(CODE).play("1-11")
