"""Whatever raises leaves the environment as it was: an observation or a reward of one's own may fail at any call."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from numpy.typing import NDArray

from crescent.rules import Rules
from crescent_gym import CrescentEnv
from crescent_gym.observations import Cards
from crescent_gym.rewards import Transition, progress
from tests.gym.playing import CODE, legal, same


class Fragile:
    """An observation and a reward that fail when they are told to."""

    def __init__(self) -> None:
        self.broken = False

    def space(self, rules: Rules) -> spaces.Box:
        """That of `cards`."""
        return Cards().space(rules)

    def encode(self, row: NDArray[np.uint8], rules: Rules) -> NDArray[np.uint8]:
        """As `cards`."""
        self.check()
        return Cards().encode(row, rules)

    def pay(self, transition: Transition) -> float:
        """As `progress`."""
        self.check()
        return progress(transition)

    def check(self) -> None:
        """Fail, if it is to."""
        if self.broken:
            raise ZeroDivisionError


def environment(fragile: Fragile, part: str, render_mode: str | None = "ansi") -> CrescentEnv:
    """An environment whose observation or reward is fragile."""
    arguments: dict[str, Any] = {"observation": fragile} if part == "observation" else {"reward": fragile.pay}
    return CrescentEnv(variant="hidden", render_mode=render_mode, **arguments)


def seen(env: CrescentEnv) -> list[Any]:
    """All that can be asked of an environment."""
    return [env.state().tolist(), env.action_masks().tolist(), str(env.view), env.render()]


@pytest.mark.parametrize("part", ["observation", "reward"])
def test_a_step_that_fails_has_not_happened(part: str) -> None:
    """Board, mask and picture are those before it, and the game goes on as one without the failure."""
    fragile, sound = Fragile(), Fragile()
    env, twin = environment(fragile, part), environment(sound, part)
    code = CODE.replace("-N-", "-H-")
    env.reset(options={"code": code})
    twin.reset(options={"code": code})
    homeward = 0
    for number in range(60):
        actions = legal(twin.action_masks().astype(np.int8))
        before = seen(twin)  # nobody has looked at the other one since its last step
        fragile.broken = True
        for action in actions[-2:]:
            with pytest.raises(ZeroDivisionError):
                env.step(action)
            assert seen(env) == before
        fragile.broken = False
        home = [action for action in actions if 240 <= action < 272]
        homeward += len(home) > 0
        action = home[0] if home else actions[number % len(actions)]
        result, expected = env.step(action), twin.step(action)
        assert same(result, expected)
        if result[2]:
            break
    assert homeward > 2


def test_a_reset_that_fails_leaves_the_old_game() -> None:
    """The game under way goes on, whatever deal or position was to begin."""
    fragile = Fragile()
    env = environment(fragile, "observation")
    env.reset(seed=1)
    env.step(legal(env.action_masks().astype(np.int8))[0])
    before = seen(env)
    fragile.broken = True
    for options in (None, {"code": "CR1-H-AAAAAAB"}):
        with pytest.raises(ZeroDivisionError):
            env.reset(options=options)
        assert seen(env) == before
    fragile.broken = False
    env.step(legal(env.action_masks().astype(np.int8))[0])
