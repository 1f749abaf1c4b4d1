"""Our own wrappers: masks among the observations, counters, shaped rewards."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from crescent.errors import CrescentError, InvalidValueError, RulesError, UnknownNameError
from crescent.view import View
from crescent_gym import ArgumentTypeError, CrescentEnv, CrescentVectorEnv
from crescent_gym.wrappers import (
    LAYOUTS,
    MaskInObservation,
    PotentialShaping,
    ProgressCounters,
    VectorMaskInObservation,
    VectorPotentialShaping,
)
from tests.gym.playing import OBSERVATIONS, AnyEnv, core, legal, steps
from tests.gym.vector.test_like_sync import alike


def made(observation: str = "flat", variant: str = "Crescent") -> AnyEnv:
    """An environment by its id, with the wrappers that ids have."""
    return gymnasium.make(f"crescent_gym/{variant}-v0", observation=observation)


def home(view: View) -> float:
    """A potential."""
    return view.cards_home / 104


@pytest.mark.parametrize("layout", [*LAYOUTS, ("board", "allowed")], ids=str)
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_masks_stand_among_the_observations(observation: str, layout: str | tuple[str, str]) -> None:
    """Under the trainer's keys, the same arrays as without the wrapper, in a space that holds them; nothing else."""
    env, plain = MaskInObservation(made(observation), layout), made(observation)
    keys = LAYOUTS[layout] if isinstance(layout, str) else layout
    rng = random.Random(1)
    told: tuple[Any, ...] = env.reset(seed=1)
    expected: tuple[Any, ...] = plain.reset(seed=1)
    for _ in range(60):
        observed, info = told[0], told[-1]
        assert tuple(observed) == keys
        assert env.observation_space.contains(observed)
        alike((observed[keys[0]], observed[keys[1]], *told[1:]), (expected[0], info["action_mask"], *expected[1:]))
        if len(told) == 5 and told[2]:
            break
        action = rng.choice(legal(info["action_mask"]))
        told, expected = env.step(action), plain.step(action)


@pytest.mark.parametrize("mode", AutoresetMode, ids=[mode.name for mode in AutoresetMode])
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_masks_of_all_slots_stand_among_the_observations(observation: str, mode: AutoresetMode) -> None:
    """Those of ended games too, in every mode; after a reset of some slots those of the others as they stand."""
    several = [CrescentVectorEnv(5, observation=observation, autoreset_mode=mode, max_episode_steps=7) for _ in "ab"]
    env, plain = VectorMaskInObservation(several[0], "tianshou"), several[1]
    told: tuple[Any, ...] = env.reset(seed=1)
    expected: tuple[Any, ...] = plain.reset(seed=1)
    finals = 0
    for step in range(40):
        observed, info = told[0], told[-1]
        assert env.observation_space.contains(observed)
        assert observed["mask"].tobytes() == plain.action_masks().tobytes()
        assert observed["obs"].tobytes() == expected[0].tobytes()
        for slot in np.flatnonzero(info.get("_final_obs", [])).tolist():
            finals += 1
            last = info["final_obs"][slot]
            assert last["obs"].tobytes() == expected[-1]["final_obs"][slot].tobytes()
            assert last["mask"].tobytes() == info["final_info"]["action_mask"][slot].tobytes()
            assert env.single_observation_space.contains(last)
        over = np.zeros(5, np.bool_) if len(told) == 2 else told[2] | told[3]
        if mode is AutoresetMode.DISABLED and over.any():
            options = {"reset_mask": over}
            told, expected = env.reset(options=options), plain.reset(options=options)
            continue
        actions = plain.sample_actions()
        actions[step % 5] = 3 if step % 11 == 0 else actions[step % 5]
        told, expected = env.step(actions), plain.step(actions)
    assert (finals > 10) == (mode is AutoresetMode.SAME_STEP)


@pytest.mark.filterwarnings("ignore:.*is different from the unwrapped version")  # that is what is tested
def test_wrapped_environments_are_environments() -> None:
    """Gymnasium's own checker has nothing to say of any wrapper."""
    for env in (
        MaskInObservation(CrescentEnv()),
        ProgressCounters(CrescentEnv(), most_repetitions=5, most_idle_steps=50),
        PotentialShaping(CrescentEnv(), home, 0.99),
    ):
        check_env(env, skip_render_check=True)


def test_boards_that_come_again_are_counted() -> None:
    """Whoever only moves cards among the piles comes back to boards; told is how often each was there before."""
    most = 0
    for seed in range(3):
        env = ProgressCounters(CrescentEnv(observation="cards"))
        _, info = env.reset(seed=seed)
        assert (info["repetitions"], info["idle_steps"]) == (0, 0)
        rng = random.Random(seed)
        boards: list[View] = [core(env).view]
        for _ in range(150):
            actions = legal(info["action_mask"])
            action = rng.choice([action for action in actions if action < 240] or actions)
            _, _, terminated, truncated, info = env.step(action)
            view = core(env).view
            assert info["repetitions"] == boards.count(view)
            most = max(most, info["repetitions"])
            boards.append(view)
            assert not truncated
            if terminated:
                break
    assert most > 2


@pytest.mark.parametrize("seed", range(4))
def test_idle_steps_are_those_since_something_was_won(seed: int) -> None:
    """They begin anew with each card that comes home for the first time, and with each redeal."""
    env = ProgressCounters(CrescentEnv())
    _, info = env.reset(seed=seed)
    best, redeals, idle = core(env).view.cards_home, 3, 0
    for step in steps(env, info, random.Random(seed)):
        view = core(env).view
        idle = 0 if view.cards_home > best or view.redeals_left < redeals else idle + 1
        best, redeals = max(best, view.cards_home), view.redeals_left
        assert step.info["idle_steps"] == idle


def test_going_in_circles_can_end_an_episode() -> None:
    """It is truncated by the first step beyond a limit, and an end of the game stays an end."""
    for limits in ({"most_idle_steps": 3}, {"most_repetitions": 1}):
        env = ProgressCounters(CrescentEnv(illegal="ignore"), **limits)
        _, info = env.reset(seed=1)
        illegal_action = int((info["action_mask"] == 0).argmax())  # passes without effect: the board comes again
        ends = [env.step(illegal_action)[3] for _ in range(4)]
        assert ends == ([False, False, False, True] if "most_idle_steps" in limits else [False, True, True, True])
    env = ProgressCounters(CrescentEnv(), most_idle_steps=0)
    _, info = env.reset(seed=1)
    _, _, terminated, truncated, info = env.step(int((info["action_mask"] == 0).argmax()))
    assert (terminated, truncated, info["idle_steps"]) == (True, False, 1)


@pytest.mark.parametrize("gamma", [1, 0.9, 0.0])
def test_shaping_adds_up_to_where_it_began(gamma: float) -> None:
    """Discounted, what is added over a whole game is minus the potential of its start, whatever was played."""
    env = PotentialShaping(CrescentEnv(), home, gamma)
    for seed in range(3):
        _, info = env.reset(seed=seed)
        start = home(core(env).view)
        added = 0.0
        for number, step in enumerate(steps(env, info, random.Random(seed))):
            added += gamma**number * (step.reward - step.info["unshaped_reward"])
        assert step.terminated
        assert added == pytest.approx(-start)


@pytest.mark.parametrize("mode", AutoresetMode, ids=[mode.name for mode in AutoresetMode])
def test_all_slots_are_shaped_as_single_environments_are(mode: AutoresetMode) -> None:
    """Reward by reward, through wins of nothing, ends and cuts, in every mode; a step that only deals pays nothing."""
    count, limit = 4, 15
    vector = VectorPotentialShaping(
        CrescentVectorEnv(count, autoreset_mode=mode, max_episode_steps=limit, illegal="terminate"), home, 0.9
    )
    singles = [
        PotentialShaping(gymnasium.make("crescent_gym/Crescent-v0", max_episode_steps=limit), home, 0.9)
        for _ in range(count)
    ]
    vector.reset(seed=5)
    for slot, single in enumerate(singles):
        single.reset(seed=5 + slot)
    dead = np.zeros(count, np.bool_)
    cut, ended = 0, 0
    for step in range(80):
        actions = vector.unwrapped.sample_actions()  # type: ignore[attr-defined]  # CrescentVectorEnv's own
        if step % 9 == 8:
            actions[step % count] = 272  # illegal for long
        _, rewards, terminated, truncated, info = vector.step(actions)
        for slot, single in enumerate(singles):
            if dead[slot]:
                single.reset()
                assert rewards[slot] == 0
                continue
            _, reward, single_terminated, single_truncated, told = single.step(actions[slot])
            assert rewards[slot] == pytest.approx(reward)
            assert info["unshaped_reward"][slot] == told["unshaped_reward"]
            assert (terminated[slot], truncated[slot]) == (single_terminated, single_truncated)
            if mode is not AutoresetMode.NEXT_STEP and (single_terminated or single_truncated):
                single.reset()
        over = terminated | truncated
        cut, ended = cut + int(truncated.sum()), ended + int(terminated.sum())
        dead = over & (mode is AutoresetMode.NEXT_STEP)
        if mode is AutoresetMode.DISABLED and over.any():
            vector.reset(options={"reset_mask": over})
    assert min(cut, ended) > 2


def test_shaping_keeps_what_is_best() -> None:
    """With a potential of nothing rewards are as they were."""
    env, plain = PotentialShaping(CrescentEnv(), lambda _: 0, 0.5), CrescentEnv()
    _, info = env.reset(seed=5)
    plain.reset(seed=5)
    for step in steps(env, info, random.Random(5)):
        assert step.reward == plain.step(step.action)[1] == step.info["unshaped_reward"]


BAD: list[tuple[Callable[[], object], type[CrescentError]]] = [
    (lambda: MaskInObservation(gymnasium.make("CartPole-v1")), ArgumentTypeError),
    (lambda: MaskInObservation(None), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: MaskInObservation(CrescentEnv(), "sb3"), UnknownNameError),
    (lambda: MaskInObservation(CrescentEnv(), ("a", "a")), ArgumentTypeError),
    (lambda: MaskInObservation(CrescentEnv(), ("a", 1)), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: VectorMaskInObservation(CrescentEnv()), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: VectorMaskInObservation(CrescentVectorEnv(2), ""), UnknownNameError),
    (lambda: ProgressCounters(CrescentEnv(), most_repetitions=-1), RulesError),
    (lambda: ProgressCounters(CrescentEnv(), most_idle_steps=1.5), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: ProgressCounters(CrescentEnv(), most_idle_steps=True), ArgumentTypeError),
    (lambda: PotentialShaping(CrescentEnv(), home, 1.1), RulesError),
    (lambda: PotentialShaping(CrescentEnv(), home, float("nan")), RulesError),
    (lambda: PotentialShaping(CrescentEnv(), home, "1"), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: PotentialShaping(CrescentEnv(), 1, 1), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: VectorPotentialShaping(CrescentVectorEnv(2), home, 2), RulesError),
    (lambda: VectorPotentialShaping(CrescentEnv(), home, 1), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: VectorPotentialShaping(CrescentVectorEnv(2), lambda _: float("nan"), 1).reset(), InvalidValueError),
    (lambda: PotentialShaping(CrescentEnv(), lambda _: float("inf"), 1).reset(), InvalidValueError),
    (lambda: PotentialShaping(CrescentEnv(), lambda _: 10**400, 1).reset(), InvalidValueError),
    (lambda: PotentialShaping(CrescentEnv(), lambda _: "high", 1).reset(), InvalidValueError),  # type: ignore[arg-type,return-value]  # wrong on purpose
]


@pytest.mark.parametrize(("call", "error"), BAD, ids=range(len(BAD)))
def test_bad_arguments_are_refused(call: Callable[[], object], error: type[CrescentError]) -> None:
    """One clear error of ours, which says what was expected."""
    with pytest.raises(error) as caught:
        call()
    assert 10 < len(str(caught.value)) < 500
