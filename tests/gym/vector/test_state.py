"""State out and in, pickles and copies: play goes on as if nothing had happened, in both environments."""

from __future__ import annotations

import copy
import pickle
import random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from crescent import Position, variants
from crescent.errors import CrescentError, PositionError
from crescent_gym import (
    ArgumentTypeError,
    CrescentEnv,
    CrescentVectorEnv,
    OptionError,
    ResetNeededError,
    environment_id,
)
from tests.gym.playing import ALMOST_WON, CODE, OBSERVATIONS, AnyEnv, core, same, steps
from tests.gym.vector.beside import MODES, SAME_STEP
from tests.gym.vector.test_like_sync import alike

every_mode = pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])
every_variant = pytest.mark.parametrize("variant", variants)


def played(env: CrescentVectorEnv, count: int) -> list[tuple[Any, ...]]:
    """What so many steps return, ended slots being reset where nobody else does."""
    told: list[tuple[Any, ...]] = []
    for _ in range(count):
        told.append(env.step(env.sample_actions()))
        over = told[-1][2] | told[-1][3]
        if env.autoreset_mode is AutoresetMode.DISABLED and over.any():
            told.append(env.reset(options={"reset_mask": over}))
    for one in told:
        one[-1].get("episode", {}).pop("t", None)
    return told


@every_variant
def test_a_single_environments_state_goes_out_and_in(variant: str) -> None:
    """The row is the position's, `set_state` returns what a reset to the position returns, and play is the same."""
    env, other, third = (CrescentEnv(variant=variant, observation="cards") for _ in range(3))
    _, info = env.reset(seed=3)
    rng = random.Random(variant)
    list(steps(env, info, rng, limit=20))
    row = env.state()
    assert row.dtype == np.uint8
    assert row.tobytes() == env.position.row
    told = other.set_state(row)
    assert same(told, third.reset(options={"position": Position.from_row(row.tobytes(), env.variant.rules)}))
    assert told[1]["code"] == ""
    runs = [list(steps(one, told[1], random.Random(1))) for one in (other, third)]
    assert same(tuple(runs[0]), tuple(runs[1]))
    row[:] = 0
    assert env.state().any()


@every_mode
@every_variant
def test_a_vector_environments_state_goes_out_and_in(variant: str, mode: AutoresetMode) -> None:
    """Rows read in the middle of a game and set in another environment are played on alike; outputs are a reset's."""
    env, other = (CrescentVectorEnv(6, variant=variant, autoreset_mode=mode) for _ in range(2))
    env.reset(seed=1)
    for _ in range(12):
        env.step(env.sample_actions())
    rows = env.state()
    assert rows.shape == (6, 16 * env.variant.rules.pile_capacity + 25)
    over = np.array([Position.from_row(row.tobytes(), env.variant.rules).outcome is not None for row in rows])
    rows[over] = rows[~over][0]
    observation, info = other.set_state(rows)
    assert other.state().tobytes() == rows.tobytes()
    assert info["code"].tolist() == [""] * 6
    assert all(info[key].all() for key in info if key[0] == "_")
    singles = [CrescentEnv(variant=variant) for _ in rows]
    for slot, (single, row) in enumerate(zip(singles, rows, strict=True)):
        seen, told = single.set_state(row)
        assert same(seen, observation[slot])
        assert same(told["action_mask"], info["action_mask"][slot])
        assert told["legal_count"] == info["legal_count"][slot]
    actions = other.sample_actions()
    told_all = other.step(actions)
    for slot, single in enumerate(singles):
        one = single.step(actions[slot])
        assert told_all[1][slot] == one[1]
        assert told_all[2][slot] == one[2]


def test_setting_the_state_draws_no_deal_and_starts_an_episode() -> None:
    """The series of deals stands where it was, and lengths are counted anew."""
    env, other = (CrescentVectorEnv(2, max_episode_steps=3, autoreset_mode=SAME_STEP) for _ in range(2))
    codes = [one.reset(seed=8)[1]["code"].tolist() for one in (env, other)]
    assert codes[0] == codes[1]
    env.step(env.sample_actions())
    env.set_state(env.state())
    ends = [env.step(env.sample_actions())[3].tolist() for _ in range(3)]
    assert ends == [[False] * 2, [False] * 2, [True] * 2]
    assert env._infos._codes.tolist() == other.reset()[1]["code"].tolist()


def test_the_state_can_be_set_before_any_reset() -> None:
    """A fresh environment starts from rows alone, and its later deals are random."""
    rows = np.stack([np.frombuffer(Position.parse(ALMOST_WON).row, np.uint8)] * 2)
    codes = []
    for _ in range(2):
        env = CrescentVectorEnv(2, autoreset_mode=SAME_STEP)
        env.set_state(rows)
        told = env.step(np.array([240, 240]))
        assert told[-1]["final_info"]["is_success"].all()
        codes += told[-1]["code"].tolist()
    assert len(set(codes)) == 4
    single = CrescentEnv()
    single.set_state(rows[0])
    assert single.step(240)[2]


ROW = np.frombuffer(Position.parse(ALMOST_WON).row, np.uint8)
SHORT = ROW[:-1]
WON = np.frombuffer(Position.parse("-/-/-/-/-/-/-/-/-/-/-/-/-/-/-/- KKKK AAAA 0").row, np.uint8)
NO_ROWS: list[tuple[Any, type[CrescentError]]] = [
    (None, ArgumentTypeError),
    ("rows", ArgumentTypeError),
    (b"rows", ArgumentTypeError),
    ([[1], [2, 3]], ArgumentTypeError),
    (ROW.astype(np.int64), ArgumentTypeError),
    (SHORT, ArgumentTypeError),
    (np.concatenate([ROW, ROW]), ArgumentTypeError),
    (np.zeros_like(ROW), PositionError),
    (np.full_like(ROW, 255), PositionError),
    (np.where(np.arange(ROW.size) == ROW.size - 1, 4, ROW).astype(np.uint8), PositionError),
    (WON, OptionError),
]


@pytest.mark.parametrize(("row", "error"), NO_ROWS, ids=range(len(NO_ROWS)))
def test_what_is_no_row_raises(row: Any, error: type[CrescentError]) -> None:  # noqa: ANN401  anything at all
    """A row of another type or shape, of no position or of a finished game raises and changes neither environment."""
    single, twin = CrescentEnv(), CrescentEnv()
    told = [one.reset(seed=2) for one in (single, twin)]
    with pytest.raises(error) as caught:
        single.set_state(row)
    assert len(str(caught.value)) < 2000
    action = told[0][1]["action_mask"].nonzero()[0][0]
    assert same(single.step(action), twin.step(action))
    assert same(single.reset(), twin.reset())
    vector, other = CrescentVectorEnv(2), CrescentVectorEnv(2)
    for env in (vector, other):
        env.reset(seed=2)
    rows = np.stack([ROW, row]) if isinstance(row, np.ndarray) and row.shape == ROW.shape else row
    with pytest.raises(error) as caught:
        vector.set_state(rows)
    assert len(str(caught.value)) < 2000
    alike(vector.step(vector.sample_actions()), other.step(other.sample_actions()))
    alike(vector.reset(), other.reset())


@pytest.mark.parametrize("what", ["step", "state", "action_masks", "sample_actions", "render"])
def test_before_the_first_reset_there_is_nothing(what: str) -> None:
    """Whatever is asked for before an episode has begun says so."""
    env = CrescentVectorEnv(2, render_mode="ansi")
    with pytest.raises(ResetNeededError, match=what):
        env.step(np.zeros(2, np.int64)) if what == "step" else getattr(env, what)()
    if what not in ("step", "sample_actions"):
        with pytest.raises(ResetNeededError):
            getattr(CrescentEnv(render_mode="ansi"), what)()


def thrice(env: AnyEnv | CrescentVectorEnv) -> list[Any]:
    """The environment itself, a deep copy of it, and one that went through a pickle."""
    return [env, copy.deepcopy(env), pickle.loads(pickle.dumps(env))]


@every_mode
@pytest.mark.parametrize("observation", OBSERVATIONS)
@pytest.mark.parametrize("extra", [{}, {"copy": False}, {"threads": 2, "statistics": True}], ids=["", "shared", "all"])
def test_vector_environments_copy_in_the_middle(observation: str, mode: AutoresetMode, extra: dict[str, Any]) -> None:
    """A pickled and a deeply copied environment play on as the one they were made from, choices and deals included."""
    count = 520 if "threads" in extra else 5
    env = CrescentVectorEnv(
        count, variant="hidden", observation=observation, autoreset_mode=mode, max_episode_steps=9, **extra
    )
    env.reset(seed=6)
    played(env, 11)
    runs = [tuple(copy.deepcopy(told) for told in played(one, 12)) for one in thrice(env)]
    alike(runs[1], runs[0])
    alike(runs[2], runs[0])


def test_an_environment_without_an_episode_copies_too() -> None:
    """Before the first reset as well; the copy is seeded by its own reset."""
    runs = [(one.reset(seed=1), *played(one, 3)) for one in thrice(CrescentVectorEnv(3))]
    alike(runs[1], runs[0])
    alike(runs[2], runs[0])


@every_variant
@pytest.mark.parametrize("observation", OBSERVATIONS)
def test_single_environments_copy_in_the_middle(variant: str, observation: str) -> None:
    """Likewise single ones, in Gymnasium's time limit."""
    env = gymnasium.make(environment_id(variant), observation=observation, max_episode_steps=40)
    _, info = env.reset(seed=4)
    for step in steps(env, info, random.Random(0), limit=7):
        info = step.info
    runs = []
    for one in thrice(env):
        rest = tuple(steps(one, info, random.Random(1)))
        runs.append((rest, one.reset(), core(one).state()))
    assert same(runs[1], runs[0])
    assert same(runs[2], runs[0])


def test_copies_are_apart() -> None:
    """What a copy plays does not move its original."""
    env = CrescentVectorEnv(3)
    env.reset(options={"code": CODE})
    before = env.state()
    played(copy.deepcopy(env), 5)
    assert env.state().tobytes() == before.tobytes()
