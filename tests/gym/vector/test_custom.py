"""Observations and rewards of one's own, called slot by slot, give what single environments give with them."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from numpy.typing import NDArray

from crescent import Outcome, Rules
from crescent_gym import CrescentVectorEnv, Transition
from tests.gym.playing import ALMOST_WON, CODE
from tests.gym.vector.beside import MODES, SAME_STEP, Beside
from tests.gym.vector.test_like_sync import alike, pair

every_mode = pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])


class Heights:
    """How many cards each pile holds."""

    def space(self, rules: Rules) -> spaces.Space[Any]:
        """A box."""
        return spaces.Box(0, rules.pile_capacity, (16,), np.uint8)

    def encode(self, row: NDArray[np.uint8], rules: Rules) -> NDArray[Any]:
        """A part of the row."""
        assert not row.flags.writeable
        return row[16 * rules.pile_capacity :][:16].copy()


class Parts:
    """A dictionary with a number in it."""

    def space(self, rules: Rules) -> spaces.Space[Any]:
        """A dictionary of spaces."""
        return spaces.Dict({"heights": Heights().space(rules), "redeals": spaces.Discrete(100)})

    def encode(self, row: NDArray[np.uint8], rules: Rules) -> Any:  # noqa: ANN401  a member of the space
        """The parts."""
        return {"heights": Heights().encode(row, rules), "redeals": np.int64(row[-1])}


class Words:
    """A text, for which NumPy has no batch."""

    def space(self, rules: Rules) -> spaces.Space[Any]:  # noqa: ARG002  the same under all rules
        """Digits."""
        return spaces.Text(300, charset="0123456789,")

    def encode(self, row: NDArray[np.uint8], rules: Rules) -> Any:  # noqa: ANN401  a member of the space
        """The heights in digits."""
        return ",".join(map(str, Heights().encode(row, rules)))


def thorough(transition: Transition) -> float:
    """A number that depends on every field of a transition."""
    ends = {None: 0, Outcome.WON: 5, Outcome.BLOCKED: -3}[transition.outcome]
    assert not transition.before.flags.writeable
    assert not transition.after.flags.writeable
    rows = int(transition.before.sum()) - 3 * int(transition.after[: 16 * transition.rules.pile_capacity].sum())
    return transition.change + transition.action / 1000 + ends + rows / 7


@every_mode
@pytest.mark.parametrize("variant", ["normal", "hidden", "relaxed"])
@pytest.mark.parametrize(
    "arguments",
    [
        {"observation": Heights(), "reward": thorough},
        {"observation": "flat", "reward": thorough},
        {"observation": "cards", "reward": thorough, "illegal": "ignore"},
        {"observation": Heights(), "reward": "sparse"},
        {"observation": Heights(), "reward": "progress", "illegal": "raise"},
    ],
    ids=["both", "reward", "cards", "observation", "raise"],
)
def test_ones_own_are_used_as_in_single_environments(
    variant: str, mode: AutoresetMode, arguments: dict[str, Any]
) -> None:
    """Observations, rewards, ends and final observations are the single environments', to the bit."""
    both = Beside(variant, 5, mode, 14, **arguments)
    rng = random.Random(variant)
    both.reset(seed=3)
    both.play(rng, 40, illegal=0 if arguments.get("illegal") == "raise" else 0.03)
    both.reset(seed=4)
    both.play(rng, 5)
    if variant == "normal":
        both.reset(position=ALMOST_WON, options=[{"position": ALMOST_WON}] * 5)
        both.play(rng, 10)
        assert "won" in both.ends
    assert "truncated" in both.ends


@every_mode
@pytest.mark.parametrize("observation", [Heights(), Parts(), Words()], ids=["box", "dict", "text"])
def test_any_space_is_batched_as_gymnasium_batches_it(observation: Any, mode: AutoresetMode) -> None:  # noqa: ANN401  of any kind
    """Arrays, dictionaries and texts come as `SyncVectorEnv` would give them, final observations too."""
    ours, gymnasiums = pair("normal", mode, 3, observation=observation)
    assert ours.observation_space == gymnasiums.observation_space
    alike(ours.reset(seed=1), gymnasiums.reset(seed=1))
    for _ in range(8):
        actions = ours.sample_actions()
        told = ours.step(actions)
        alike(told, gymnasiums.step(actions))
        assert told[0] in ours.observation_space
        if mode is AutoresetMode.DISABLED and (over := told[2] | told[3]).any():
            alike(ours.reset(options={"reset_mask": over}), gymnasiums.reset(options={"reset_mask": over.copy()}))


def test_ones_own_reward_keeps_its_place_through_set_state_and_pickles() -> None:
    """The board before an action is the one that was set, and a copy knows it too."""
    env, other = (CrescentVectorEnv(2, reward=thorough) for _ in range(2))
    env.reset(seed=1)
    rows = env.state()
    env.step(env.sample_actions())
    for one in (env, other):
        one.set_state(rows)
    copies = [env, other, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    for _ in range(3):
        actions = env.sample_actions()
        paid = [one.step(actions)[1].tolist() for one in copies]
        assert paid == [paid[0]] * 4


class Failing:
    """Fails when it is told to, as reward and as observation."""

    def __init__(self) -> None:
        """It works."""
        self.fails = False

    def __call__(self, transition: Transition) -> float:
        """Pay or fail."""
        if self.fails and transition.action % 2:
            raise ZeroDivisionError
        return 0.5

    def space(self, rules: Rules) -> spaces.Space[Any]:
        """A box."""
        return Heights().space(rules)

    def encode(self, row: NDArray[np.uint8], rules: Rules) -> NDArray[Any]:
        """Observe or fail."""
        if self.fails:
            raise ZeroDivisionError
        return Heights().encode(row, rules)


@every_mode
@pytest.mark.parametrize("part", ["reward", "observation"])
def test_a_step_that_ones_own_part_breaks_off_has_not_happened(part: str, mode: AutoresetMode) -> None:
    """Where a reward or an observation raises, boards, streams, ends and chances are as before, and play can go on."""
    failing, arguments = Failing(), {"autoreset_mode": mode, "max_episode_steps": 2}
    env = CrescentVectorEnv(4, **{part: failing}, **arguments)  # type: ignore[arg-type]  # arguments of several kinds
    twin = CrescentVectorEnv(4, **{part: Failing()}, **arguments)  # type: ignore[arg-type]  # likewise
    for one in (env, twin):
        one.reset(seed=5, options={"code": CODE})
        one.step(one.sample_actions())
    actions, _ = env.sample_actions(), twin.sample_actions()
    actions[0] = env.action_masks()[0].nonzero()[0][0] if mode is not SAME_STEP else actions[0]
    odd = [action for action in env.action_masks()[1].nonzero()[0] if action % 2]
    actions[1] = odd[0]
    failing.fails = True
    with pytest.raises(ZeroDivisionError):
        env.step(actions)
    failing.fails = False
    assert env.state().tobytes() == twin.state().tobytes()
    assert env.sample_actions().tolist() == twin.sample_actions().tolist()
    alike(env.step(actions), twin.step(actions))
