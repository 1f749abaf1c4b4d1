"""The arguments that the single and the vector environment share, checked in one place."""

from __future__ import annotations

import difflib
from typing import Any, Final, Literal, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from crescent.errors import RulesError, UnknownNameError, shown
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


def checked_number(what: str, value: object, least: int, most: int) -> int:
    """`value` as a plain int from `least` to `most`.

    Raises:
        ArgumentTypeError: it is no integer.
        RulesError: it is out of range.
    """
    if isinstance(value, bool) or not isinstance(value, int | np.integer):
        raise ArgumentTypeError(what, "an integer", value)
    if not least <= value <= most:
        raise RulesError(what, int(value), f"an integer from {least} to {most}")
    return int(value)


def checked_limit(steps: object) -> int:
    """The time limit, 0 for none, which both None and Gymnasium's -1 ask for.

    Raises:
        ArgumentTypeError, RulesError: it is none.
    """
    if steps is None or (isinstance(steps, int) and steps == -1):
        return 0
    return checked_number("max_episode_steps", steps, 1, 2**62)


def checked_flag(what: str, value: object) -> bool:
    """`value`, a bool.

    Raises:
        ArgumentTypeError: it is none.
    """
    if not isinstance(value, bool):
        raise ArgumentTypeError(what, "True or False", value)
    return value


def checked_autoreset_mode(mode: object) -> AutoresetMode:
    """An autoreset mode, or the one of this name or value.

    Raises:
        ArgumentTypeError: there is no such mode.
    """
    for known in AutoresetMode:
        if mode is known or (isinstance(mode, str) and mode in (known.name, known.value)):
            return known
    known_names = ", ".join(known.name for known in AutoresetMode)
    raise ArgumentTypeError(f"autoreset_mode must be one of {known_names}, not {shown(mode)}")


def as_array(what: str, value: object) -> NDArray[Any]:
    """`value` as an array of whatever type and shape it has.

    Raises:
        ArgumentTypeError: it can be none, as rows of different lengths cannot.
    """
    try:
        return np.asarray(value)
    except (OverflowError, TypeError, ValueError):
        raise ArgumentTypeError(what, "an array", value) from None
