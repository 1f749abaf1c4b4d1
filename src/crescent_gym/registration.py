"""The environments' ids in Gymnasium's registry: `crescent_gym/Crescent-v0`, and one id for each other variant."""

from __future__ import annotations

import re
from typing import Final

import gymnasium

from crescent.variants import variants

MAX_EPISODE_STEPS: Final = 500
"""Steps after which `gymnasium.make` truncates an episode, unless it is told otherwise.

Most games end by themselves, but cards can be moved to and fro for ever.  The limit is to leave time to win and no time
to waste: of 280 games played by `uniform` and `greedy` those that ended took 29 to 288 steps, the won ones 146 at most
(`benchmarks/episode_lengths.py`, `results/episode_lengths.json`), and a best-first search won 60 normal deals in 155 to
236.  What goes on after 500 went on after 5,000: 27 games of the variant `relaxed`, where foundation cards return.
"""

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def environment_id(variant: str) -> str:
    """The id of the environment that plays the variant of this name.

    >>> environment_id("normal"), environment_id("hidden-four")
    ('crescent_gym/Crescent-v0', 'crescent_gym/CrescentHiddenFour-v0')
    """
    words = "" if variant == "normal" else "".join(word.capitalize() for word in variant.split("-"))
    return f"crescent_gym/Crescent{words}-v0"


def register_environments() -> None:
    """Register an id for each variant that has none yet, built in or plugged in; no plug-in is imported.

    Importing `crescent_gym` does this; call it again after adding a variant to `crescent.variants` by hand.
    """
    for name in variants:
        if _NAME.fullmatch(name) and environment_id(name) not in gymnasium.registry:
            gymnasium.register(
                environment_id(name),
                entry_point="crescent_gym.env:CrescentEnv",
                vector_entry_point="crescent_gym.vector:CrescentVectorEnv",
                max_episode_steps=MAX_EPISODE_STEPS,
                # The environment itself refuses a step without a reset, and the tests run Gymnasium's checker: these
                # wrappers would only cost a third of a step each.
                order_enforce=False,
                disable_env_checker=True,
                kwargs={"variant": name},
            )
