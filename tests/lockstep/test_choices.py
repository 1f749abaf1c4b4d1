"""What `sample_actions` chooses: legal, uniform, reproducible, and the same whether it is chosen early or late.

A step that follows a choice makes the next one along the way. Nobody may notice but by the clock.
"""

from __future__ import annotations

import pickle
import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given
from hypothesis import strategies as st
from numba.extending import intrinsic
from numpy.typing import NDArray

from crescent import Position, Rules
from crescent.jit import compiler
from crescent_gym import CrescentVectorEnv, starts
from crescent_gym.batch import words
from tests.lockstep.test_batch import RULES, batch_of, legal_of, place, some_row


@pytest.mark.parametrize("name", ["normal", "relaxed", "low piles, hidden, back to the piles"])
def test_choices_are_legal_uniform_and_reproducible(name: str) -> None:
    """From one board in 30,000 slots each legal action is chosen as often as chance allows, and none else."""
    rules, count = RULES[name], 30_000
    rng = random.Random(name)
    row = max((some_row(rng, rules) for _ in range(50)), key=lambda row: len(legal_of(row, rules)))
    legal = legal_of(row, rules)
    batch = batch_of(rules, count)
    batch.seed(starts.checked_seeds(7, count))
    place(batch, [row] * count)
    actions = batch.choose()
    met = np.bincount(actions, minlength=rules.action_count)
    assert set(met.nonzero()[0].tolist()) == set(legal)
    _assert_uniform(met[legal])
    again = batch_of(rules, count)
    again.seed(starts.checked_seeds(7, count))
    place(again, [row] * count)
    assert again.choose().tobytes() == actions.tobytes()
    assert again.choose().tobytes() != actions.tobytes()


def test_choices_of_one_slot_are_uniform_in_time() -> None:
    """One slot that chooses again and again from one board chooses uniformly, pairs in sequence included."""
    rules, rng = Rules(), random.Random(3)
    row = next(row for row in iter(lambda: some_row(rng, rules), b"") if len(legal_of(row, rules)) == 8)
    legal = legal_of(row, rules)
    batch = batch_of(rules)
    batch.seed(starts.checked_seeds(1, 1))
    place(batch, [row])
    picked = np.array([legal.index(int(batch.choose()[0])) for _ in range(8_000)])
    _assert_uniform(np.bincount(picked, minlength=8))
    _assert_uniform(np.bincount(8 * picked[::2] + picked[1::2], minlength=64))


def _assert_uniform(counts: NDArray[np.int64]) -> None:
    """The counts' chi-square lies within four standard deviations of what uniform ones have."""
    freedom = counts.size - 1
    expected = counts.sum() / counts.size
    surplus = ((counts - expected) ** 2 / expected).sum() - freedom
    assert abs(surplus) < 4 * (2 * freedom) ** 0.5


def test_where_the_game_has_ended_any_action_is_chosen() -> None:
    """The mask says that all actions will do, and choices are spread over all of them."""
    rules = replace(Rules(), redeals=0)
    won = Position.parse("-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- KKKK AAAA 0", rules).row
    batch = batch_of(rules, 20_000)
    batch.seed(starts.checked_seeds(2, 20_000))
    assert place(batch, [won] * 20_000).success.all()
    _assert_uniform(np.bincount(batch.choose(), minlength=rules.action_count))


def selector(find: Any) -> Any:  # noqa: ANN401  neither an intrinsic nor what Numba compiles has a type
    """Compiled code that finds a bit by `find`."""

    @intrinsic
    def making(_context: Any, word: Any, nth: Any) -> Any:  # noqa: ANN401, ARG001  Numba passes types
        def generate(_context: Any, builder: Any, _signature: Any, arguments: Any) -> Any:  # noqa: ANN401  llvmlite's
            return find(builder, *arguments)

        return words.WORD(words.WORD, words.WORD), generate

    return compiled(making)


def compiled(found: Any) -> Any:  # noqa: ANN401  likewise
    """Code that calls this intrinsic, compiled."""

    @compiler(None)
    def select(word: int, nth: int) -> Any:  # noqa: ANN401  what Numba returns
        return found(word, nth)

    return select


COUNTED, OWN = selector(words.counted), compiled(words.nth_bit)


@given(st.integers(1, 2**64 - 1))
def test_every_set_bit_is_found_on_every_processor(word: int) -> None:
    """By depositing bits, where the processor can, and by counting."""
    places = [place for place in range(64) if word >> place & 1]
    for select in (OWN, COUNTED):
        assert [int(select(np.uint64(word), np.uint64(nth))) for nth in range(len(places))] == places


def late(env: CrescentVectorEnv) -> NDArray[np.int64]:
    """Choose, and keep the next step from choosing along the way."""
    actions = env.sample_actions()
    env._batch._is_asked = False
    return actions


@pytest.mark.parametrize("mode", AutoresetMode, ids=lambda mode: mode.name)
@pytest.mark.parametrize(("threads", "variant"), [(1, "relaxed"), (2, "normal")])
def test_choosing_along_the_way_changes_nothing(mode: AutoresetMode, threads: int, variant: str) -> None:
    """The choices, and the boards, are those of an environment that chooses when it is asked.

    Whatever comes between a step and the next choice: nothing, a reset of some slots, boards of one's own, a copy by
    pickling, another choice, actions from elsewhere.
    """
    rng = random.Random(f"{mode} {threads}")
    count = 200
    env, other = (
        CrescentVectorEnv(count, variant=variant, threads=threads, autoreset_mode=mode, max_episode_steps=9)
        for _ in range(2)
    )
    for each in (env, other):
        each.reset(seed=5)
    met = set()
    for _ in range(150):
        over = env._batch.slots.ended
        what = "reset" if mode is AutoresetMode.DISABLED and over.any() else rng.choice(
            ("step", "step", "step", "step", "reset", "state", "pickle", "choose", "elsewhere")
        )  # fmt: skip
        met.add(what)
        if what == "step":
            actions, expected = env.sample_actions(), late(other)
            assert actions.tolist() == expected.tolist()
            observation, expected_observation = env.step(actions)[0], other.step(expected)[0]
            assert observation.tobytes() == expected_observation.tobytes()
        elif what == "reset":
            mask = over | (np.array([rng.random() for _ in range(count)]) < 0.2)
            seed = rng.choice((None, rng.randrange(100)))
            for each in (env, other):
                each.reset(seed=seed, options={"reset_mask": mask})
        elif what == "state":
            if not over.any():
                rows = env.state()[::-1].copy()
                for each in (env, other):
                    each.set_state(rows)
        elif what == "pickle":
            env = pickle.loads(pickle.dumps(env))
        elif what == "choose":
            assert env.sample_actions().tolist() == late(other).tolist()
        else:
            actions = np.array([rng.choice(mask.nonzero()[0]) for mask in env.action_masks()])
            env.step(actions)
            other.step(actions)
    assert len(met) >= 5
    env.close()
    other.close()
