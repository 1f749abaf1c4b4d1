"""The environment's arguments: each wrong one is named at once, also through `gymnasium.make`."""

from __future__ import annotations

from typing import Any, cast

import gymnasium
import numpy as np
import pytest

import crescent
from crescent import Rules
from crescent.errors import CrescentError, InvalidValueError, UnknownNameError, WrongTypeError
from crescent_gym import ArgumentTypeError, CrescentEnv, Transition
from tests.gym.playing import CODE, legal, started

WRONG: list[tuple[dict[str, Any], type[CrescentError]]] = [
    ({"variant": "nromal"}, UnknownNameError),
    ({"variant": ""}, UnknownNameError),
    ({"variant": "x" * 1_000_000}, UnknownNameError),
    ({"variant": None}, ArgumentTypeError),
    ({"variant": Rules()}, ArgumentTypeError),
    ({"observation": "falt"}, UnknownNameError),
    ({"observation": 3}, ArgumentTypeError),
    ({"observation": None}, ArgumentTypeError),
    ({"reward": "progres"}, UnknownNameError),
    ({"reward": 3}, ArgumentTypeError),
    ({"illegal": "terminat"}, UnknownNameError),
    ({"illegal": "x" * 1_000_000}, UnknownNameError),
    ({"illegal": None}, ArgumentTypeError),
    ({"illegal": np.array(["raise", "ignore"])}, ArgumentTypeError),
    ({"render_mode": "depth_array"}, ArgumentTypeError),
    ({"render_mode": 5}, ArgumentTypeError),
    ({"render_mode": np.array(["ansi", "ansi"])}, ArgumentTypeError),
]


@pytest.mark.parametrize(
    ("arguments", "error"),
    WRONG,
    ids=range(len(WRONG)),
)
def test_what_is_no_argument_raises(arguments: dict[str, Any], error: type[CrescentError]) -> None:
    """A wrong argument raises one clear error that names it, at construction."""
    with pytest.raises(error) as caught:
        CrescentEnv(**arguments)
    assert len(str(caught.value)) < 300


def test_wrong_arguments_stay_clear_through_make() -> None:
    """`gymnasium.make` makes a new error of a TypeError from its message; ours survives that."""
    with pytest.raises(ArgumentTypeError, match="variant must be a name or a Variant, not float"):
        gymnasium.make("crescent_gym/Crescent-v0", variant=0.5)
    with pytest.raises(UnknownNameError, match="did you mean flat"):
        gymnasium.make("crescent_gym/Crescent-v0", observation="falt")


@pytest.mark.parametrize("value", [float("nan"), float("inf"), "1", None, [1.0], np.zeros(2)], ids=range(6))
def test_a_reward_that_is_no_number_raises(value: object) -> None:
    """A reward function that returns no finite number is named at once, and the step has not happened."""

    def pays(_transition: Transition) -> float:
        return cast("float", value)

    env, _, info = started(reward=pays)
    with pytest.raises((WrongTypeError, InvalidValueError), match="reward"):
        env.step(legal(info["action_mask"])[0])
    assert env.position == crescent.deal(CODE)


def test_closing_twice_is_harmless() -> None:
    """An environment may be closed at any time and again."""
    env, *_ = started()
    env.close()
    env.close()
    with CrescentEnv() as other:
        other.reset()
