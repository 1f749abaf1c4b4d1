"""The arguments that the single and the vector environment share, checked in one place."""

from __future__ import annotations

import difflib
from typing import Any, Final, Literal, get_args

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from crescent.errors import UnknownNameError, shown
from crescent.rules import Rules
from crescent.text import raster
from crescent.variants import Variant, variants
from crescent_gym.errors import ArgumentTypeError
from crescent_gym.observations import Observation, as_observation, observations
from crescent_gym.rewards import Reward, as_reward, rewards

IllegalPolicy = Literal["terminate", "ignore", "raise"]
"""What an illegal action does."""

ILLEGAL_REWARD: Final = -1.0
"""The reward of an illegal action that ends the episode."""

RENDER_MODES: Final = ("ansi", "human", "rgb_array")


def checked_variant(variant: object) -> Variant:
    """A variant by name, or itself.

    Raises:
        ArgumentTypeError: it is neither.
        UnknownNameError, PluginError: as the registry of variants.
    """
    if isinstance(variant, str):
        return variants[variant]
    if not isinstance(variant, Variant):
        raise ArgumentTypeError("variant", "a name or a Variant", variant)
    return variant


def checked_observation(observation: object, rules: Rules) -> tuple[Observation, spaces.Space[Any]]:
    """An observation by name, or itself, with its space under `rules`.

    Raises:
        ArgumentTypeError: it is neither, or its space is none.
        UnknownNameError, PluginError: as the registry of observations.
    """
    made = observations[observation] if isinstance(observation, str) else as_observation(observation)
    space = made.space(rules)
    if not isinstance(space, spaces.Space):
        raise ArgumentTypeError("what space() of an observation returns", "a space", space)
    return made, space


def checked_reward(reward: object) -> Reward:
    """A reward by name, or itself.

    Raises:
        ArgumentTypeError: it is neither.
        UnknownNameError, PluginError: as the registry of rewards.
    """
    return rewards[reward] if isinstance(reward, str) else as_reward(reward)


def checked_policy(policy: object) -> IllegalPolicy:
    """What an illegal action shall do.

    Raises:
        ArgumentTypeError: `policy` is no text.
        UnknownNameError: there is no such way.
    """
    known: tuple[IllegalPolicy, ...] = get_args(IllegalPolicy)
    if not isinstance(policy, str):
        raise ArgumentTypeError("illegal", "'terminate', 'ignore' or 'raise'", policy)
    for name in known:
        if policy == name:
            return name
    raise UnknownNameError("way to treat illegal actions", policy, difflib.get_close_matches(policy[:20], known), known)


def checked_render_mode(mode: object) -> str | None:
    """How an episode shall be drawn.

    Raises:
        ArgumentTypeError: there is no such mode; a TypeError, on which Stable-Baselines3 goes on without one.
        MissingExtraError: it is one in pixels, and Pillow is not installed.
    """
    if mode is None or (isinstance(mode, str) and mode in RENDER_MODES):
        if mode in ("human", "rgb_array"):
            raster.check_pillow()
        return mode
    raise ArgumentTypeError(f"render_mode must be None, 'ansi', 'human' or 'rgb_array', not {shown(mode)}")


def as_array(what: str, value: object) -> NDArray[Any]:
    """`value` as an array of whatever type and shape it has.

    Raises:
        ArgumentTypeError: it can be none, as rows of different lengths cannot.
    """
    try:
        return np.asarray(value)
    except (OverflowError, TypeError, ValueError):
        raise ArgumentTypeError(what, "an array", value) from None
