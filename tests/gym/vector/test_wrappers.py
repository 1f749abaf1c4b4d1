"""The table of Gymnasium's vector wrappers in docs/vector.md says what is so: each is tried in each autoreset mode."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import gymnasium.wrappers.vector as wrappers
import numpy as np
import pytest
from gymnasium.error import DependencyNotInstalled
from gymnasium.vector import AutoresetMode, VectorWrapper
from packaging.version import Version

from crescent_gym import CrescentVectorEnv
from tests.gym.vector.beside import DISABLED, MODES, NEXT_STEP

DOCUMENT = Path(__file__).parents[3] / "docs" / "vector.md"
FOREIGN = {"ArrayConversion", "JaxToNumpy", "JaxToTorch", "NumpyToTorch"}
"""What needs an array library that the tests do not ask for."""

ARGUMENTS: dict[str, dict[str, Any]] = {
    "ClipReward": {"min_reward": 0, "max_reward": 0.001},
    "DtypeObservation": {"dtype": np.float64},
    "FilterObservation": {"filter_keys": ["piles"]},
    "RecordVideo": {"video_folder": "videos"},
    "RescaleAction": {"min_action": 0, "max_action": 1},
    "RescaleObservation": {"min_obs": np.float32(-1), "max_obs": np.float32(1)},
    "ReshapeObservation": {"shape": (3, 131)},
    "ResizeObservation": {"shape": (8, 8)},
    "TransformAction": {"func": lambda actions: actions},
    "TransformObservation": {"func": lambda observation: observation / 2},
    "TransformReward": {"func": lambda reward: 2 * reward},
    "VectorizeTransformAction": {
        "wrapper": gymnasium.wrappers.TransformAction,
        "func": lambda action: action,
        "action_space": None,
    },
    "VectorizeTransformObservation": {
        "wrapper": gymnasium.wrappers.TransformObservation,
        "func": lambda observation: observation / 2,
        "observation_space": None,
    },
    "VectorizeTransformReward": {"wrapper": gymnasium.wrappers.TransformReward, "func": lambda reward: 2 * reward},
}


def table() -> dict[str, dict[str, bool]]:
    """By wrapper and mode, what the document says."""
    lines = DOCUMENT.read_text(encoding="utf-8").split("## Which of Gymnasium's vector wrappers work")[1].splitlines()
    rows = [re.findall(r"[^|]+", line) for line in lines if line.startswith("|")]
    modes = [cell.strip() for cell in rows[0][1:4]]
    return {
        row[0].strip().strip("`"): {
            mode: {"yes": True, "no": False}[cell.strip()] for mode, cell in zip(modes, row[1:4], strict=True)
        }
        for row in rows[2:]
    }


SAID = table()
CASES = [
    pytest.param(name, mode, id=f"{name}-{mode.name}")
    for name in SAID
    if name not in FOREIGN and hasattr(wrappers, name)
    for mode in MODES
]


def test_the_table_misses_no_wrapper_and_no_mode() -> None:
    """Every wrapper that this release of Gymnasium has stands in the table, with every mode."""
    assert set(wrappers.__all__) <= set(SAID)
    assert all(set(said) == {mode.name for mode in MODES} for said in SAID.values())


def run_wrapped(name: str, mode: AutoresetMode, **arguments: Any) -> list[tuple[Any, ...]]:  # noqa: ANN401  of all kinds
    """What some steps in the wrapper return."""
    env: Any = CrescentVectorEnv(3, autoreset_mode=mode, max_episode_steps=4)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "overflow encountered in cast", RuntimeWarning)  # Gymnasium's own bounds
        wrapped = getattr(wrappers, name)(env, **ARGUMENTS.get(name, {}), **arguments)
    wrapped.reset(seed=1)
    told = []
    for _ in range(9):
        told.append(wrapped.step(np.asarray(wrapped.unwrapped.sample_actions())))
        over = np.asarray(told[-1][2]) | np.asarray(told[-1][3])
        if mode is AutoresetMode.DISABLED and over.any():
            wrapped.reset(options={"reset_mask": over})
    assert wrapped.unwrapped.action_masks().any()
    wrapped.close()
    return told


@pytest.mark.parametrize(("name", "mode"), CASES)
def test_the_table_tells_the_truth(name: str, mode: AutoresetMode) -> None:
    """Where it says yes, the wrapper is reset and stepped through ends as without it; else Gymnasium refuses it."""
    if not SAID[name][mode.name]:
        with pytest.raises((AssertionError, TypeError, ValueError, DependencyNotInstalled)):
            run_wrapped(name, mode)
        return
    told = run_wrapped(name, mode)
    plain = run_wrapped("DictInfoToList", mode)
    assert [one[2].tolist() for one in told] == [one[2].tolist() for one in plain]
    assert any(one[3].any() for one in told)


@pytest.mark.parametrize("mode", MODES, ids=[mode.name for mode in MODES])
def test_rewards_are_transformed_where_the_table_says_so(mode: AutoresetMode) -> None:
    """What a wrapper promises it does: doubled rewards are twice the plain ones, clipped ones are within bounds."""
    plain = np.array([one[1] for one in run_wrapped("DictInfoToList", mode)])
    assert plain.any()
    assert np.array([one[1] for one in run_wrapped("TransformReward", mode)]).tolist() == (2 * plain).tolist()
    clipped = np.array([one[1] for one in run_wrapped("ClipReward", mode)])
    assert clipped.tolist() == plain.clip(0, 0.001).tolist()


def test_infos_become_a_list() -> None:
    """`DictInfoToList` finds for each slot what a single environment tells."""
    told = run_wrapped("DictInfoToList", AutoresetMode.SAME_STEP)
    for *_, truncated, infos in told:
        assert [set(info) >= {"code", "action_mask", "legal_count", "is_success"} for info in infos] == [True] * 3
        assert [("final_obs" in info) for info in infos] >= truncated.tolist()


class WithoutTexts(VectorWrapper):
    """Takes the codes out of the infos, as the document advises."""

    def reset(self, **arguments: Any) -> Any:  # noqa: ANN401  as Gymnasium has it
        """Reset, and drop them."""
        return _without_texts(super().reset(**arguments))

    def step(self, actions: Any) -> Any:  # noqa: ANN401  as Gymnasium has it
        """Step, and drop them."""
        return _without_texts(super().step(actions))


def _without_texts(told: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*told[:-1], {key: value for key, value in told[-1].items() if key not in ("code", "_code")})


def test_texts_are_what_array_libraries_refuse() -> None:
    """`ArrayConversion` fails on the codes, as the table says."""
    if Version(gymnasium.__version__) < Version("1.2"):
        pytest.skip("older releases of Gymnasium do not have it")
    with pytest.raises(BufferError):
        run_wrapped("ArrayConversion", AutoresetMode.NEXT_STEP, env_xp=np, target_xp=np)


@pytest.mark.sb3
@pytest.mark.parametrize("mode", [NEXT_STEP, DISABLED], ids=["NEXT_STEP", "DISABLED"])
def test_tensors_come_out_where_the_texts_are_left_out(mode: AutoresetMode) -> None:
    """`NumpyToTorch` fails on the codes, and without them gives tensors of the values that NumPy has."""
    import torch

    with pytest.raises((BufferError, TypeError)):
        wrappers.NumpyToTorch(CrescentVectorEnv(3, autoreset_mode=mode)).reset(seed=1)
    plain = CrescentVectorEnv(3, autoreset_mode=mode)
    env: Any = wrappers.NumpyToTorch(WithoutTexts(CrescentVectorEnv(3, autoreset_mode=mode)))
    observation, info = env.reset(seed=1)
    assert isinstance(observation, torch.Tensor)
    assert isinstance(info["action_mask"], torch.Tensor)
    plain.reset(seed=1)
    for _ in range(5):
        actions = plain.sample_actions()
        observation, reward, *_ = env.step(torch.from_numpy(actions))
        seen, paid, *_ = plain.step(actions)
        assert observation.numpy().tobytes() == seen.tobytes()
        assert reward.numpy().tobytes() == paid.tobytes()
