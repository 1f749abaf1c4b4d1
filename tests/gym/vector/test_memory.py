"""Who owns the arrays that are handed out, and how much memory a slot takes."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Iterator
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from crescent import variants
from crescent_gym import CrescentVectorEnv
from crescent_gym.batch.slots import FIELDS
from crescent_gym.spaces import BatchedBox
from tests.gym.playing import OBSERVATIONS
from tests.gym.vector.beside import MODES, SAME_STEP
from tests.gym.vector.test_like_sync import alike

every_mode = pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])
every_observation = pytest.mark.parametrize("observation", OBSERVATIONS)


def arrays(told: object) -> Iterator[NDArray[Any]]:
    """Every array in a result, also in dictionaries and object arrays."""
    if isinstance(told, dict):
        for value in told.values():
            yield from arrays(value)
    elif isinstance(told, tuple):
        for value in told:
            yield from arrays(value)
    elif isinstance(told, np.ndarray):
        yield told
        if told.dtype == object:
            yield from arrays(tuple(told))


def steps(env: CrescentVectorEnv, count: int) -> Iterator[tuple[Any, ...]]:
    """Steps with legal actions and some illegal ones; ended slots are reset where nobody else does."""
    for step in range(count):
        actions = env.sample_actions()
        actions[step % env.num_envs] = 3
        told = env.step(actions)
        over = told[2] | told[3]
        yield told
        if env.autoreset_mode is AutoresetMode.DISABLED and over.any():
            yield env.reset(options={"reset_mask": over})


@every_mode
@every_observation
def test_safe_outputs_share_no_memory(observation: str, mode: AutoresetMode) -> None:
    """By default no two arrays of two steps, nor of one step, overlap, and none overlaps what the batch keeps."""
    env = CrescentVectorEnv(3, observation=observation, autoreset_mode=mode, max_episode_steps=3, statistics=True)
    told = [env.reset(seed=1), *steps(env, 5), (env.state(), env.action_masks(), env.sample_actions())]
    kept = [getattr(env._batch.slots, field) for field in FIELDS]
    kept += [*arrays(env._batch._finals), env._infos._codes, *arrays(vars(env._statistics))]
    given = [list(arrays(one)) for one in told]
    for one, other in combinations(given, 2):
        assert not any(np.may_share_memory(array, twin) for array in one for twin in other)
    for one in given:
        assert not any(np.may_share_memory(array, own) for array in one for own in kept)
        plain = [array for array in one if array.dtype != object]
        assert not any(np.shares_memory(array, twin) for array, twin in combinations(plain, 2))


@every_mode
@every_observation
def test_writing_to_outputs_changes_nothing(observation: str, mode: AutoresetMode) -> None:
    """Whoever overwrites observations, masks, codes and numbers plays on as if nothing had happened."""
    pair = [
        CrescentVectorEnv(4, observation=observation, autoreset_mode=mode, max_episode_steps=4, statistics=True)
        for _ in range(2)
    ]
    for env in pair:
        env.reset(seed=2)
    runs = [_timeless(pair[0], spoil=True), _timeless(pair[1], spoil=False)]
    alike(tuple(runs[0]), tuple(runs[1]))


def _timeless(env: CrescentVectorEnv, *, spoil: bool) -> list[object]:
    """Steps' results without the times that they took; the results themselves may be spoilt afterwards."""
    kept: list[object] = []
    for told in steps(env, 12):
        told[-1].get("episode", {}).pop("t", None)
        kept.append(copy.deepcopy(told))
        for array in [*arrays(told), env.state(), env.action_masks()] if spoil else []:
            array.fill(None if array.dtype == object else 77)
    return kept


@every_observation
def test_shared_outputs_are_reused(observation: str) -> None:
    """With `copy=False` every reset and step writes into the same arrays, whose contents are those of fresh ones."""
    safe, shared = (CrescentVectorEnv(5, observation=observation, copy=copied) for copied in (True, False))
    first = shared.reset(seed=3)
    alike(first, safe.reset(seed=3))
    for _ in range(10):
        actions = safe.sample_actions()
        assert shared.sample_actions().tolist() == actions.tolist()
        told = shared.step(actions)
        alike(told, safe.step(actions))
        assert told[0] is first[0]
        assert told[-1]["action_mask"] is first[-1]["action_mask"]
    assert shared.reset()[0] is first[0]


def test_what_ended_is_kept_apart_even_from_shared_outputs() -> None:
    """With `copy=False` the last observations of ended episodes are arrays of their own."""
    env = CrescentVectorEnv(3, copy=False, autoreset_mode=SAME_STEP, max_episode_steps=1)
    env.reset(seed=1)
    told = env.step(env.sample_actions())[-1]
    before = copy.deepcopy((told["final_obs"], told["final_info"]))
    env.step(env.sample_actions())
    alike((told["final_obs"], told["final_info"]), before)


@pytest.mark.parametrize("variant", variants)
@pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])
def test_a_slot_of_cards_takes_less_than_two_kibibytes(variant: str, mode: AutoresetMode) -> None:
    """All that is kept for a slot between steps, boards, streams, spaces, codes and all, is under 2 KiB."""
    env = CrescentVectorEnv(1024, variant=variant, observation="cards", autoreset_mode=mode, statistics=True)
    env.reset(seed=1)
    env.step(env.sample_actions())
    owned = {id(array): array for array in _owned([vars(env), vars(env._infos), vars(env._statistics)])}
    kept = sum(array.nbytes for array in owned.values())
    assert any(array.nbytes >= 1024 * 256 for array in owned.values())  # the rows are among them
    assert kept < 2048 * 1024


def _owned(things: list[Any]) -> Iterator[NDArray[Any]]:
    """The arrays that own memory, behind all attributes of these things."""
    seen: set[int] = set()
    while things:
        thing = things.pop()
        if id(thing) in seen:
            continue
        seen.add(id(thing))
        if isinstance(thing, np.ndarray):
            if thing.base is None:
                yield thing
            things.append(thing.base)
        elif isinstance(thing, dict):
            things += thing.values()
        elif isinstance(thing, list | tuple):
            things += thing
        elif type(thing).__module__.startswith(("crescent_gym", "gymnasium")) and hasattr(thing, "__dict__"):
            things += vars(thing).values()


def test_the_space_of_a_batch_is_gymnasiums_in_all_but_memory() -> None:
    """It equals, contains, samples, copies and pickles as `batch_space` does, without arrays a slot."""
    single = CrescentVectorEnv(1, observation="cards").single_observation_space
    ours, gymnasiums = BatchedBox(_box(single), 50), batch_space(single, 50)
    assert ours == gymnasiums
    assert gymnasiums == ours
    ours.seed(3)
    gymnasiums.seed(3)
    sample = ours.sample()
    assert sample.tobytes() == gymnasiums.sample().tobytes()
    assert sample in ours
    assert sample[:49] not in ours
    assert (sample.astype(np.int64) + 200) not in ours
    for twin in (copy.deepcopy(ours), pickle.loads(pickle.dumps(ours))):
        assert twin == ours
        assert twin.sample().tobytes() == copy.deepcopy(ours).sample().tobytes()
    assert len(pickle.dumps(ours)) < 10_000
    assert ours.low.strides[0] == 0


def _box(space: spaces.Space[Any]) -> spaces.Box:
    assert isinstance(space, spaces.Box)
    return space
