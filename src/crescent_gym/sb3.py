"""Thousands of games for Stable-Baselines3: `SB3VecEnv` is its vector environment over `CrescentVectorEnv`.

    from sb3_contrib import MaskablePPO
    from crescent_gym.sb3 import MaskedPolicy, SB3VecEnv

    model = MaskablePPO(MaskedPolicy, SB3VecEnv(256), n_steps=128, batch_size=4096)
    model.learn(1_000_000)

Needs the extra `sb3`.  Where Stable-Baselines3's own vector environments call one environment after the other in
Python, this one steps all games in compiled code.  `MaskedPolicy` is sb3-contrib's "MlpPolicy" with a quicker choice of
actions; both work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from crescent.errors import MissingExtraError
from crescent_gym.curriculum import Curriculum, VectorCurriculumStarts
from crescent_gym.errors import ArgumentTypeError, NotPerSlotError, OptionError, ResetNeededError
from crescent_gym.registration import MAX_EPISODE_STEPS
from crescent_gym.vector import CrescentVectorEnv

try:
    from stable_baselines3.common.monitor import Monitor
    from stable_baselines3.common.vec_env import VecEnv

    from crescent_gym.masked_policy import MaskedPolicy
except ModuleNotFoundError as _error:
    raise MissingExtraError("crescent_gym.sb3", "sb3") from _error

__all__ = ["MaskedPolicy", "SB3VecEnv"]

_FIXED = ("autoreset_mode", "copy", "statistics")
"""Arguments of `CrescentVectorEnv` that are this class's to set."""


class SB3VecEnv(VecEnv):  # type: ignore[misc]  # mypy skips Stable-Baselines3, for its types differ between machines
    """`num_envs` games of Crescent, as Stable-Baselines3 wants them.

    Slot i, seeded with s, plays what a `DummyVecEnv` over single environments plays in slot i: observations, rewards,
    ends, masks.  An ended game is dealt anew in the same step.

    - `env_method("action_masks")` gives the masks of all slots, made at once: what sb3-contrib asks for.
    - The infos of a game that has ended hold `terminal_observation`, `TimeLimit.truncated`, `is_success`, `code`,
      `action_mask` and `legal_count` of its end, and `episode` (`r`, `l`, `t`) as Stable-Baselines3's `Monitor` does,
      so no `Monitor` and no `VecMonitor` is needed.  Infos of games under way are empty: nothing reads them, and
      filling thousands a step costs more than the steps.
    - `reset_infos` tells of each slot's last start: `code`, `action_mask`, `legal_count`, `is_success`.

    Attributes:
        games: the environment behind it, for what Stable-Baselines3 has no word for (`state`, `sample_actions`, …).
    """

    def __init__(
        self,
        num_envs: int = 1,
        *,
        max_episode_steps: int | None = MAX_EPISODE_STEPS,
        curriculum: Curriculum | None = None,
        **arguments: Any,  # noqa: ANN401  those of CrescentVectorEnv, which checks them
    ) -> None:
        """Make the environment; no game is dealt yet.

        Args:
            num_envs: slots.
            max_episode_steps: steps after which a game is truncated; None for never.
            curriculum: where games start; None for deals.
            arguments: those of `CrescentVectorEnv`: `variant`, `observation`, `reward`, `illegal`, `render_mode`,
                `threads`.

        Raises:
            ArgumentTypeError: an argument has the wrong type, or is not to be chosen here.
            RulesError: a number out of range, or a curriculum of other rules.
            UnknownNameError, PluginError: as `CrescentVectorEnv` has it.
        """
        for name in arguments:
            if name in _FIXED:
                raise ArgumentTypeError(f"{name} is not to be chosen: Stable-Baselines3 wants it as it is")
        self.games: CrescentVectorEnv = CrescentVectorEnv(
            num_envs,
            max_episode_steps=max_episode_steps,
            autoreset_mode=AutoresetMode.SAME_STEP,
            statistics=True,
            **arguments,
        )
        self._started = self.games if curriculum is None else VectorCurriculumStarts(self.games, curriculum)
        self._actions: NDArray[Any] | None = None
        super().__init__(self.games.num_envs, self.games.single_observation_space, self.games.single_action_space)

    def reset(self) -> NDArray[Any]:
        """Start a game in every slot, by the seeds and options that were set with `seed` and `set_options`.

        Returns:
            Observations (num_envs, …).

        Raises:
            OptionError: options that differ between slots and are no codes.
            CrescentError: and what `CrescentVectorEnv.reset` raises.
        """
        seeds: list[int | None] | None = None if all(seed is None for seed in self._seeds) else list(self._seeds)
        observations, info = self._started.reset(seed=seeds, options=self._options_of_all())
        self._reset_seeds()
        self._reset_options()
        self.reset_infos[:] = _starts(info, np.arange(self.num_envs))
        return observations

    def step_async(self, actions: NDArray[Any]) -> None:
        """Keep the actions, integers of shape (num_envs,), for `step_wait`."""
        self._actions = actions

    def step_wait(self) -> tuple[NDArray[Any], NDArray[np.float32], NDArray[np.bool_], list[dict[str, Any]]]:
        """Play the actions.

        Returns:
            Observations (num_envs, …), those of the next game where one has ended; rewards float32 and ends bool
            (num_envs,); infos, a dictionary a slot.

        Raises:
            ResetNeededError: no actions were given.
            CrescentError: and what `CrescentVectorEnv.step` raises.
        """
        if self._actions is None:
            raise ResetNeededError("step_wait", "step_async has given no actions")
        actions, self._actions = self._actions, None
        observations, rewards, terminated, truncated, info = self._started.step(actions)
        ended = terminated | truncated
        infos: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        slots = ended.nonzero()[0]
        if slots.size:
            cut = truncated[slots] & ~terminated[slots]
            told = zip(slots.tolist(), _ends(info, slots, cut), _starts(info, slots), strict=True)
            for slot, end, start in told:
                infos[slot], self.reset_infos[slot] = end, start
        return observations, rewards.astype(np.float32), ended, infos

    def close(self) -> None:
        """Close the environment."""
        self.games.close()

    def has_attr(self, attr_name: str) -> bool:
        """Whether the games have an attribute of this name."""
        return hasattr(self.games, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:  # noqa: ANN401  as Stable-Baselines3 has it
        """An attribute that all games share, once for each slot asked for.

        Raises:
            AttributeError: there is none of this name.
        """
        return [getattr(self.games, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:  # noqa: ANN401, ARG002  likewise
        """Nothing can be set.

        Raises:
            NotPerSlotError: always.
        """
        raise NotPerSlotError(f"set {attr_name}")

    def env_method(
        self,
        method_name: str,
        *method_args: Any,  # noqa: ANN401  as Stable-Baselines3 has it
        indices: Any = None,  # noqa: ANN401  likewise
        **method_kwargs: Any,  # noqa: ANN401  likewise
    ) -> list[Any]:
        """What a method gives for each slot asked for: `action_masks`, `render` or `state`, all without arguments.

        Raises:
            NotPerSlotError: another method, or arguments.
            ResetNeededError: no game has begun.
        """
        if method_name not in ("action_masks", "render", "state") or method_args or method_kwargs:
            raise NotPerSlotError(f"call {method_name}")
        given = getattr(self.games, method_name)()
        if given is None:
            return [None for _ in self._get_indices(indices)]
        return list(given) if indices is None else [given[slot] for slot in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: type[Any], indices: Any = None) -> list[bool]:  # noqa: ANN401  likewise
        """Whether infos tell of episodes as `Monitor` does, which they do; there is no other wrapper."""
        return [wrapper_class is Monitor for _ in self._get_indices(indices)]

    def get_images(self) -> Sequence[NDArray[np.uint8] | None]:
        """A picture a slot, uint8 (316, 384, 3), with `render_mode="rgb_array"`; else None for each.

        Raises:
            ResetNeededError: no game has begun.
        """
        if self.games.render_mode != "rgb_array":
            return [None] * self.num_envs
        return [picture for picture in self.games.render() or () if isinstance(picture, np.ndarray)]

    def _options_of_all(self) -> dict[str, Any] | None:
        """The options of all slots in one."""
        first, *others = self._options
        if all(options == first for options in others):
            return first or None
        if all(set(options) == {"code"} for options in self._options):
            return {"codes": [options["code"] for options in self._options]}
        raise OptionError("code", "where slots have options of their own, each needs a code and nothing else")


def _ends(info: dict[str, Any], slots: NDArray[np.intp], cut: NDArray[np.bool_]) -> Iterator[dict[str, Any]]:
    """The infos of the games that have ended in these slots, those that were only `cut` off among them."""
    episode = {key: values[slots].tolist() for key, values in info["episode"].items()}
    rows = zip(
        _starts(info["final_info"], slots), info["final_obs"][slots], cut.tolist(),
        episode["r"], episode["l"], episode["t"], strict=True,
    )  # fmt: skip
    for told, observation, truncated, reward, length, seconds in rows:
        told["terminal_observation"], told["TimeLimit.truncated"] = observation, truncated
        told["episode"] = {"r": round(reward, 6), "l": length, "t": seconds}
        yield told


def _starts(info: dict[str, Any], slots: NDArray[np.intp]) -> Iterator[dict[str, Any]]:
    """What infos tell of the boards in these slots; nothing in it is shared."""
    keys = ("code", "action_mask", "legal_count", "is_success")
    codes, masks, counts, successes = (info[key][slots] for key in keys)  # copies, as the slots are a list
    for values in zip(codes.tolist(), masks, counts.tolist(), successes.tolist(), strict=True):
        yield dict(zip(keys, values, strict=True))
