"""Wrappers for what trainers want differently: masks among the observations, counters, shaped rewards.

`MaskInObservation` and `VectorMaskInObservation` are for trainers that look for the mask in the observation;
`ProgressCounters` and `VectorProgressCounters` tell of repetition, and may end an episode that goes in circles;
`PotentialShaping` and `VectorPotentialShaping` pay for approaching a goal without changing what is best.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, SupportsFloat

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv, VectorWrapper
from numpy.typing import NDArray

from crescent.errors import UnknownNameError
from crescent_gym.counters import ProgressCounters, VectorProgressCounters
from crescent_gym.errors import ArgumentTypeError
from crescent_gym.shaping import PotentialShaping, VectorPotentialShaping, checked_inner
from crescent_gym.spaces import batched
from crescent_gym.vector import CrescentVectorEnv

__all__ = [
    "LAYOUTS",
    "MaskInObservation",
    "PotentialShaping",
    "ProgressCounters",
    "VectorMaskInObservation",
    "VectorPotentialShaping",
    "VectorProgressCounters",
]

LAYOUTS: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "rllib": ("observations", "action_mask"),
        "tianshou": ("obs", "mask"),
        "pettingzoo": ("observation", "action_mask"),
    }
)
"""By trainer, the keys under which it looks for the observation and for the mask."""

Masked = dict[str, NDArray[Any]]
"""An observation with its mask, under the keys of a layout."""


class MaskInObservation(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Gives observations as dictionaries of the observation itself and its mask, int8 (actions,).

    >>> import gymnasium, crescent_gym
    >>> from crescent_gym.wrappers import MaskInObservation
    >>> env = MaskInObservation(gymnasium.make("crescent_gym/Crescent-v0"), "rllib")
    >>> observation, info = env.reset(seed=1)
    >>> {key: value.shape for key, value in observation.items()}
    {'observations': (393,), 'action_mask': (281,)}
    """

    def __init__(self, env: gymnasium.Env[NDArray[Any], Any], layout: str | tuple[str, str] = "pettingzoo") -> None:
        """Wrap a single environment.

        Args:
            env: one of this project's, wrapped or not.
            layout: a name from `LAYOUTS`, or the keys of observation and mask.

        Raises:
            ArgumentTypeError: `env` is no such environment, or `layout` neither a name nor two different texts.
            UnknownNameError: there is no layout of this name.
        """
        checked_inner(env)
        self._keys = _keys(layout)
        super().__init__(env)
        self.observation_space = _space(self._keys, env.observation_space, env.action_space)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Masked, dict[str, Any]]:
        """As the environment, with the mask in the observation."""
        observation, info = self.env.reset(seed=seed, options=options)
        return _pair(self._keys, observation, info["action_mask"]), info

    def step(self, action: Any) -> tuple[Masked, SupportsFloat, bool, bool, dict[str, Any]]:  # noqa: ANN401  as Gymnasium has it
        """As the environment, with the mask in the observation."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        return _pair(self._keys, observation, info["action_mask"]), reward, terminated, truncated, info


class VectorMaskInObservation(VectorWrapper):
    """`MaskInObservation` for the vector environment: arrays of all slots under the two keys, final ones too."""

    def __init__(self, env: VectorEnv[Any, Any, Any], layout: str | tuple[str, str] = "pettingzoo") -> None:
        """Wrap a vector environment.

        Args:
            env: a `CrescentVectorEnv`, wrapped or not.
            layout: as in `MaskInObservation`.

        Raises:
            ArgumentTypeError: `env` is no such environment, or `layout` neither a name nor two different texts.
            UnknownNameError: there is no layout of this name.
        """
        inner = getattr(env, "unwrapped", None)
        if not isinstance(inner, CrescentVectorEnv):
            raise ArgumentTypeError("a vector environment to wrap", "a CrescentVectorEnv", env)
        self._inner = inner
        self._keys = _keys(layout)
        super().__init__(env)
        self.single_observation_space = _space(self._keys, env.single_observation_space, env.single_action_space)
        self.observation_space = batched(self.single_observation_space, env.num_envs)

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """The environment's, where TorchRL looks for it."""
        return self._inner.autoreset_mode

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Masked, dict[str, Any]]:  # noqa: ANN401  as Gymnasium has it
        """As the environment, with the masks in the observation."""
        observation, info = self.env.reset(seed=seed, options=options)
        return _pair(self._keys, observation, self._masks(info)), info

    def step(self, actions: Any) -> tuple[Masked, Any, Any, Any, dict[str, Any]]:  # noqa: ANN401  as Gymnasium has it
        """As the environment, with the masks in the observation, and in what `final_obs` holds."""
        observation, reward, terminated, truncated, info = self.env.step(actions)
        if "final_obs" in info:
            last, masks = info["final_obs"], info["final_info"]["action_mask"]
            for slot in np.flatnonzero(info["_final_obs"]).tolist():
                last[slot] = _pair(self._keys, last[slot], masks[slot].copy())
        return _pair(self._keys, observation, self._masks(info)), reward, terminated, truncated, info

    def _masks(self, info: dict[str, Any]) -> NDArray[np.int8]:
        """The masks of all slots; a reset of some tells in its infos of those alone."""
        told: NDArray[np.int8] = info["action_mask"]
        if info["_action_mask"].all():
            return told
        return self._inner.action_masks().view(np.int8)


def _keys(layout: object) -> tuple[str, str]:
    """The keys of observation and mask."""
    if isinstance(layout, str):
        if layout not in LAYOUTS:
            raise UnknownNameError("layout", layout, [], list(LAYOUTS))
        return LAYOUTS[layout]
    if isinstance(layout, tuple) and len(layout) == 2:
        first, second = layout
        if isinstance(first, str) and isinstance(second, str) and first != second:
            return first, second
    raise ArgumentTypeError("a layout", "a name, or a tuple of two different keys", layout)


def _space(keys: tuple[str, str], observation: spaces.Space[Any], actions: spaces.Space[Any]) -> spaces.Dict:
    """The space of observations with masks."""
    if not isinstance(actions, spaces.Discrete):
        raise ArgumentTypeError("an action space to mask", "Discrete", actions)
    return spaces.Dict({keys[0]: observation, keys[1]: spaces.Box(0, 1, (int(actions.n),), np.int8)})


def _pair(keys: tuple[str, str], observation: NDArray[Any], mask: NDArray[np.int8]) -> Masked:
    return {keys[0]: observation, keys[1]: mask}
