"""`VectorProgressCounters` counts and cuts in every slot as `ProgressCounters` does around a single environment."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import crescent
from crescent.errors import CrescentError, RulesError
from crescent_gym import ArgumentTypeError, CrescentEnv, CrescentVectorEnv, ResetNeededError, environment_id
from crescent_gym.seen import SeenBoards
from crescent_gym.wrappers import ProgressCounters, VectorMaskInObservation, VectorProgressCounters
from tests.gym.playing import CODE, AnyEnv
from tests.gym.vector.beside import DISABLED, MODES, NEXT_STEP, SAME_STEP
from tests.gym.vector.test_like_sync import alike

COUNT = 4
VARIANTS = ("normal", "hidden", "relaxed", "easy")


def pair(
    mode: AutoresetMode,
    variant: str = "normal",
    limits: dict[str, int] | None = None,
    **arguments: Any,  # noqa: ANN401  as many kinds as arguments
) -> tuple[VectorProgressCounters, VectorEnv[Any, Any, Any]]:
    """Ours around the vector environment, and Gymnasium's vector environment over wrapped single ones."""
    steps = arguments.pop("max_episode_steps", 30)
    games = CrescentVectorEnv(COUNT, variant=variant, autoreset_mode=mode, max_episode_steps=steps, **arguments)

    def single() -> AnyEnv:
        env = gymnasium.make(environment_id(variant), max_episode_steps=steps, **arguments)
        return ProgressCounters(env, **(limits or {}))

    return VectorProgressCounters(games, **(limits or {})), SyncVectorEnv([single] * COUNT, autoreset_mode=mode)


def going_in_circles(masks: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """Actions that mostly move cards among the piles, so that boards come again; some are illegal."""
    among_piles = masks.copy()
    among_piles[:, 240:] &= (rng.random(len(masks)) < 0.2)[:, None]
    among_piles[~among_piles.any(1)] = masks[~among_piles.any(1)]
    actions: NDArray[np.int64] = (rng.random(masks.shape) * among_piles).argmax(1)
    wrong = rng.random(len(masks)) < 0.05
    actions[wrong] = rng.integers(masks.shape[1], size=int(wrong.sum()))
    return actions


@given(
    seed=st.integers(0, 2**31),
    mode=st.sampled_from(MODES),
    variant=st.sampled_from(VARIANTS),
    repetitions=st.none() | st.integers(0, 3),
    idle=st.none() | st.integers(0, 12),
    illegal=st.sampled_from(["terminate", "ignore"]),
)
@settings(max_examples=40, deadline=None)
def test_every_slot_is_a_single_environment(
    seed: int, mode: AutoresetMode, variant: str, repetitions: int | None, idle: int | None, illegal: str
) -> None:
    """Everything that steps and resets return, bit by bit, through ends, time limits, cuts and resets of some slots."""
    limits = {
        name: value
        for name, value in (("most_repetitions", repetitions), ("most_idle_steps", idle))
        if value is not None
    }
    ours, gymnasiums = pair(mode, variant, limits, illegal=illegal)
    rng = np.random.default_rng(seed)
    alike(ours.reset(seed=seed), gymnasiums.reset(seed=seed))
    for step in range(45):
        actions = going_in_circles(ours.unwrapped.action_masks(), rng)  # type: ignore[attr-defined]  # CrescentVectorEnv's own
        told = ours.step(actions)
        alike(told, gymnasiums.step(actions))
        over = told[2] | told[3]
        if mode is DISABLED and over.any():
            alike(ours.reset(options={"reset_mask": over}), gymnasiums.reset(options={"reset_mask": over.copy()}))
        elif mode is DISABLED and step == 20:
            mask = np.arange(COUNT) % 2 == 0
            alike(ours.reset(options={"reset_mask": mask}), gymnasiums.reset(options={"reset_mask": mask.copy()}))


@pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])
def test_both_limits_and_many_repetitions_are_met(mode: AutoresetMode) -> None:
    """The play of the test above comes to cuts by either limit and, where nothing is cut, to boards seen many times."""
    for limits, least in (({"most_repetitions": 1}, 10), ({"most_idle_steps": 6}, 20), ({}, 0)):
        ours, _ = pair(mode, limits=limits, max_episode_steps=400, illegal="ignore")
        rng = np.random.default_rng(1)
        ours.reset(seed=1)
        cuts = most = 0
        for _ in range(150):
            told = ours.step(going_in_circles(ours.unwrapped.action_masks(), rng))  # type: ignore[attr-defined]  # likewise
            cuts += int(told[3].sum())
            most = max(most, int(told[-1]["repetitions"].max()))
            if mode is DISABLED and (told[2] | told[3]).any():
                ours.reset(options={"reset_mask": told[2] | told[3]})
        assert cuts >= least
        assert limits or (cuts == 0 and most > 3)


@pytest.mark.parametrize("variant", VARIANTS)
def test_boards_that_differ_are_told_apart(variant: str) -> None:
    """Among thousands that differ in few bytes, and by what the player sees: what is face down makes no difference."""
    rules = crescent.variants[variant].rules
    rng = np.random.default_rng(1)
    row = np.frombuffer(crescent.deal(CODE.replace("-N-", f"-{crescent.variants[variant].tag}-")).row, np.uint8)
    cells = 16 * rules.pile_capacity
    rows = np.tile(row, (20_000, 1))
    places = rng.integers(0, cells, (len(rows), 3))
    rows[np.arange(len(rows))[:, None], places] = rng.integers(0, 53, places.shape)
    rows[0, cells + 24] += 1
    keys = SeenBoards(len(rows), rules).read(rows)[0]
    assert len(np.unique(keys, axis=0)) == len(np.unique(rows, axis=0))
    turned = row.copy()
    hidden = np.flatnonzero(turned[:cells] > 64)
    assert (hidden.size > 0) == rules.face_down
    turned[hidden] = rng.permutation(turned[hidden])
    keys = SeenBoards(2, rules).read(np.stack([row, turned]))[0]
    assert keys[0].tolist() == keys[1].tolist()


@pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])
def test_other_wrappers_go_around_it(mode: AutoresetMode) -> None:
    """Masks among the observations, those of cut episodes too; statistics hear of cuts; copies go on alike."""
    games = CrescentVectorEnv(COUNT, autoreset_mode=mode)
    env = VectorMaskInObservation(VectorProgressCounters(games, most_idle_steps=3))
    env.reset(seed=1)
    twin = pickle.loads(pickle.dumps(env))
    other = copy.deepcopy(env)
    for _ in range(20):
        actions = games.sample_actions()
        told: tuple[Any, ...] = env.step(actions)
        for copied in (twin, other):
            alike(copied.step(actions), told)
        assert env.observation_space.contains(told[0])
        over = told[2] | told[3]
        if mode is DISABLED and over.any():
            for one in (env, twin, other):
                one.reset(options={"reset_mask": over})
    counted = RecordEpisodeStatistics(VectorProgressCounters(CrescentVectorEnv(COUNT), most_idle_steps=0))
    counted.reset(seed=1)
    lengths = set()
    for _ in range(30):
        info = counted.step(counted.unwrapped.sample_actions())[-1]  # type: ignore[attr-defined]  # likewise
        if "episode" in info:
            lengths |= set(info["episode"]["l"][info["_episode"]].tolist())
    assert 1 in lengths


def test_the_state_that_is_set_begins_the_counts() -> None:
    """Wherever it came from, the board is seen for the first time, and a cut episode is over."""
    env = VectorProgressCounters(CrescentVectorEnv(2, illegal="ignore", autoreset_mode="DISABLED"), most_idle_steps=1)
    _, info = env.reset(seed=1)
    rows = env.unwrapped.state()  # type: ignore[attr-defined]  # likewise
    wrong = (info["action_mask"] == 0).argmax(1)
    assert env.step(wrong)[-1]["repetitions"].tolist() == [1, 1]
    told = env.step(wrong)
    assert told[-1]["repetitions"].tolist() == [2, 2]
    assert told[3].all()
    with pytest.raises(ResetNeededError, match=r"\[0, 1\] were cut"):
        env.step(wrong)
    _, info = env.set_state(rows)
    assert info["repetitions"].tolist() == info["idle_steps"].tolist() == [0, 0]
    assert env.step(wrong)[-1]["repetitions"].tolist() == [1, 1]


@pytest.mark.parametrize("mode", [NEXT_STEP, SAME_STEP], ids=["NEXT_STEP", "SAME_STEP"])
def test_arrays_that_are_reused_are_counted_all_the_same(mode: AutoresetMode) -> None:
    """`copy=False` changes nothing that is told, cuts among it."""
    envs = [
        VectorProgressCounters(CrescentVectorEnv(COUNT, autoreset_mode=mode, copy=fresh), most_idle_steps=3)
        for fresh in (True, False)
    ]
    alike(envs[0].reset(seed=4), envs[1].reset(seed=4))
    rng = np.random.default_rng(4)
    for _ in range(60):
        actions = going_in_circles(envs[0].unwrapped.action_masks(), rng)  # type: ignore[attr-defined]  # likewise
        alike(envs[0].step(actions), envs[1].step(actions))


BAD: list[tuple[Callable[[], object], type[CrescentError]]] = [
    (lambda: VectorProgressCounters(CrescentEnv()), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: VectorProgressCounters(CrescentVectorEnv(2), most_repetitions=-1), RulesError),
    (lambda: VectorProgressCounters(CrescentVectorEnv(2), most_idle_steps=1.5), ArgumentTypeError),  # type: ignore[arg-type]  # likewise
    (lambda: VectorProgressCounters(CrescentVectorEnv(2, statistics=True), most_idle_steps=9), ArgumentTypeError),
]


@pytest.mark.parametrize(("call", "error"), BAD, ids=range(len(BAD)))
def test_bad_arguments_are_refused(call: Callable[[], object], error: type[CrescentError]) -> None:
    """One clear error of ours, which says what was expected."""
    with pytest.raises(error) as caught:
        call()
    assert 10 < len(str(caught.value)) < 500


@pytest.mark.parametrize("actions", [[1], [0.5, 0.5], ["a", "b"], [281, 0], None], ids=str)
def test_bad_actions_are_refused_though_slots_were_cut(actions: Any) -> None:  # noqa: ANN401  anything
    """By the environment's own errors; the step has not happened."""
    env = VectorProgressCounters(CrescentVectorEnv(2), most_idle_steps=0)
    _, info = env.reset(seed=1)
    told = env.step(np.array([np.flatnonzero(mask)[0] for mask in info["action_mask"]]))
    assert told[3].any()
    games: Any = env.unwrapped
    before = games.state().tobytes()
    with pytest.raises(CrescentError):
        env.step(actions)
    assert games.state().tobytes() == before
