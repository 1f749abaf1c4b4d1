"""Curricula in the vector environment: each slot starts where the schedule says."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from crescent import Position
from crescent_gym import CrescentEnv, CrescentVectorEnv
from crescent_gym.curriculum import Curriculum, CurriculumStarts, VectorCurriculumStarts, WonLine
from tests.gym.curriculum.won import COUNT, known, winning_action


def check_slots(lines: list[WonLine], told: tuple[Any, ...], rows: Any, begun: Any) -> None:  # noqa: ANN401  arrays
    """Observations and infos are those of the boards, and where an episode has begun the board is of a line."""
    observation, info = told[0], told[-1]
    assert info["_distance"].all()
    assert observation.tobytes() == rows.tobytes()
    for slot, row in enumerate(rows):
        position = Position.from_row(row.tobytes())
        if begun[slot]:
            assert known(lines, position, info["distance"][slot])
            assert info["code"][slot] == ""
        if position.outcome is None:
            assert info["action_mask"][slot].nonzero()[0].tolist() == sorted(position.legal_actions())
            assert info["legal_count"][slot] == info["action_mask"][slot].sum()


def actions_of(lines: list[WonLine], games: CrescentVectorEnv) -> Any:  # noqa: ANN401  an array
    """What the lines play in every other slot where they can, something legal in the others."""
    actions = games.sample_actions()
    for slot, row in enumerate(games.state()):
        position = Position.from_row(row.tobytes())
        if slot % 2 == 0 and position.outcome is None:
            actions[slot] = winning_action(lines, position)
    return actions


def whole(told: tuple[Any, ...], partial: tuple[Any, dict[str, Any]], begun: Any) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401  an array
    """What a step told, with what a reset of some slots told of these."""
    for key in ("code", "action_mask", "legal_count"):
        told[-1][key][begun] = partial[1][key][begun]
    return partial[0], told[-1] | {"distance": partial[1]["distance"]}


@pytest.mark.parametrize("mode", AutoresetMode, ids=[mode.name for mode in AutoresetMode])
@pytest.mark.parametrize("copy", [True, False], ids=["copies", "views"])
def test_every_slot_starts_where_the_curriculum_says(
    lines: list[WonLine], curriculum: Curriculum, mode: AutoresetMode, copy: bool
) -> None:
    """In every mode boards, observations, masks and codes are those of starts, and wins move the frontier.

    Ends are told as they came, and episodes are cut at the time limit, counted from their own start.
    """
    games = CrescentVectorEnv(COUNT, observation="cards", autoreset_mode=mode, max_episode_steps=8, copy=copy)
    env = VectorCurriculumStarts(games, curriculum)
    told: tuple[Any, ...] = env.reset(seed=1)
    begun, over = np.ones(COUNT, np.bool_), np.zeros(COUNT, np.bool_)
    lengths, ends = np.zeros(COUNT, int), Counter[str]()
    for _ in range(200):
        check_slots(lines, told, games.state(), begun)
        before = over
        told = env.step(actions_of(lines, games))
        over, info = told[2] | told[3], told[-1]
        lengths += 1
        success = info["final_info"]["is_success"] if "final_info" in info else info["is_success"]
        for slot in np.flatnonzero(over).tolist():
            ends["won" if success[slot] else "cut" if told[3][slot] else "lost"] += 1
            assert lengths[slot] <= 8
            assert told[3][slot] <= (lengths[slot] == 8)
        begun = over if mode is AutoresetMode.SAME_STEP else before
        if mode is AutoresetMode.DISABLED:
            begun, over = over, np.zeros(COUNT, np.bool_)
            if begun.any():
                told = whole(told, env.reset(options={"reset_mask": begun}), begun)
        lengths[begun] = 0
    assert ends["won"] > 20
    assert ends["cut"] > 2
    assert curriculum.distance > 3


def test_single_and_vector_follow_the_same_schedule(lines: list[WonLine]) -> None:
    """One slot and the single environment, seeded alike, start at the same boards through many episodes."""
    first, second = (Curriculum(lines, distance=4, window=3, goal=1) for _ in "ab")
    one = CurriculumStarts(CrescentEnv(), first)
    vector = VectorCurriculumStarts(CrescentVectorEnv(1, autoreset_mode="SAME_STEP"), second)
    single: tuple[Any, ...] = one.reset(seed=9)
    several: tuple[Any, ...] = vector.reset(seed=9)
    for _ in range(80):
        assert single[0].tobytes() == several[0].tobytes()
        assert single[-1]["distance"] == several[-1]["distance"][0]
        core = one.unwrapped
        assert isinstance(core, CrescentEnv)
        action = winning_action(lines, core.position)
        single, several = one.step(action), vector.step(np.array([action]))
        if single[2]:
            single = one.reset()
    assert first.state() == second.state()
    assert first.distance > 6
