"""Crescent for reinforcement learning: importing this registers the environments with Gymnasium.

    >>> import gymnasium, crescent_gym
    >>> env = gymnasium.make("crescent_gym/Crescent-v0")
    >>> observation, info = env.reset(options={"code": "CR1-N-AAAAAAB"})
    >>> info["code"], info["legal_count"], observation.shape
    ('CR1-N-AAAAAAB', 17, (393,))
    >>> action = info["action_mask"].nonzero()[0][-2]
    >>> observation, reward, terminated, truncated, info = env.step(action)
    >>> round(96 * reward), terminated
    (1, False)

The ids are `crescent_gym/Crescent-v0` for normal play and `crescent_gym/CrescentFour-v0`, `CrescentHidden-v0`,
`CrescentHiddenFour-v0`, `CrescentClassic-v0`, `CrescentRelaxed-v0`, `CrescentEasy-v0` for the other variants;
variants of plug-ins get theirs by the same pattern.  `gymnasium.make("crescent_gym:crescent_gym/Crescent-v0")`
imports and makes in one, in worker processes too.  `gymnasium.make_vec` makes the vector environment of the same id.
`help(crescent_gym.CrescentEnv)` and `help(crescent_gym.CrescentVectorEnv)` are the manual pages.
"""

from crescent.errors import MissingExtraError

try:
    import gymnasium  # noqa: F401  imported here only to say which extra is missing
    import numba  # noqa: F401  likewise
    import numpy as np  # noqa: F401  likewise
except ModuleNotFoundError as _error:
    if _error.name not in ("gymnasium", "numba", "numpy"):
        raise
    raise MissingExtraError("crescent_gym", "gym") from _error

from crescent_gym.env import CrescentEnv
from crescent_gym.errors import ActionError, ArgumentTypeError, OptionError, ResetNeededError
from crescent_gym.observations import Observation, observations
from crescent_gym.registration import MAX_EPISODE_STEPS, environment_id, register_environments
from crescent_gym.rewards import Reward, Transition, rewards
from crescent_gym.vector import CrescentVectorEnv

__all__ = [
    "MAX_EPISODE_STEPS",
    "ActionError",
    "ArgumentTypeError",
    "CrescentEnv",
    "CrescentVectorEnv",
    "Observation",
    "OptionError",
    "ResetNeededError",
    "Reward",
    "Transition",
    "environment_id",
    "observations",
    "register_environments",
    "rewards",
]

register_environments()
