"""Curricula: episodes start before the end of won games, and farther from it as more of them are won."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from hypothesis import given, settings
from hypothesis import strategies as st

import crescent
from crescent import Outcome, Position, Record, Rules
from crescent.errors import CrescentError, FileError, RecordError, RulesError, UnknownNameError, WrongTypeError
from crescent.solver import solve
from crescent_gym import ArgumentTypeError, CrescentEnv, CrescentVectorEnv, OptionError
from crescent_gym.curriculum import (
    NO_DISTANCE,
    Curriculum,
    CurriculumStarts,
    VectorCurriculumStarts,
    WonLine,
    lines_of_records,
    solved_lines,
)
from crescent_gym.errors import NotWonError
from tests.gym.playing import ALMOST_WON, CODE, same

COUNT = 5


@pytest.fixture(scope="module")
def lines() -> list[WonLine]:
    """A few won games."""
    found = solved_lines(range(1, 5))
    assert len(found) == 4
    return found


@pytest.fixture
def curriculum(lines: list[WonLine]) -> Curriculum:
    """A schedule that moves on after four wins."""
    return Curriculum(lines, distance=3, stride=2, window=4, goal=1)


def known(lines: list[WonLine], position: Position, distance: int) -> bool:
    """Whether a position stands so many plies before the win of a line."""
    return any(line.before_the_win(distance) == position for line in lines)


def winning_action(lines: list[WonLine], position: Position) -> int:
    """What the line plays that the position stands on."""
    for line in lines:
        if position in line.positions:
            after = line.positions.index(position) + 1
            for move in position.legal_moves():
                end = position.play(move)
                if (end == line.positions[after]) if after < len(line) else (end.outcome is Outcome.WON):
                    return move.index
    raise LookupError(str(position))


def test_lines_lead_from_the_deal_to_the_last_ply(lines: list[WonLine]) -> None:
    """Each position is a ply from the next, the first is the deal, and the last can be won at once."""
    for number, line in enumerate(lines, start=1):
        assert line.before_the_win(10**9) == line.positions[0] == Position.deal(number)
        assert any(line.before_the_win(1).play(move).outcome for move in line.before_the_win(1).legal_moves())
        for plies in range(1, len(line)):
            later = line.before_the_win(plies)
            before = line.before_the_win(plies + 1)
            assert any(before.play(move) == later for move in before.legal_moves())


def test_records_and_the_solver_give_the_same_lines(lines: list[WonLine], tmp_path: Path) -> None:
    """A solved deal's record, in memory and as a file, is the line that the solver gave."""
    code = crescent.GameCode(1)
    record = Record(code.deal(), solve(code.deal(), nodes=200_000).moves, code)
    record.save(tmp_path / "one.crescent")
    assert lines_of_records([record, tmp_path / "one.crescent", str(tmp_path / "one.crescent")]) == [lines[0]] * 3


def test_deals_that_are_not_solved_are_left_out() -> None:
    """A budget of one position wins nothing."""
    assert solved_lines(range(3), nodes=1) == []


@settings(max_examples=40)
@given(data=st.data())
def test_starts_are_where_the_schedule_says(lines: list[WonLine], data: st.DataObject) -> None:
    """At the frontier, within a stride of it, or nearer; of a short line its start."""
    distance, stride = data.draw(st.integers(1, 300)), data.draw(st.integers(1, 50))
    schedule = Curriculum(lines, distance=distance, stride=stride, review=data.draw(st.sampled_from([0, 0.5])))
    rng = np.random.default_rng(data.draw(st.integers(0, 2**64)))
    for _ in range(20):
        start = schedule.draw(rng)
        if schedule.is_complete:
            assert start is None
            continue
        assert start is not None
        assert known(lines, start.position, start.distance)
        if start.frontier:
            least = min(distance - stride + 1, *map(len, lines))
            assert least <= start.distance <= distance == start.frontier
        else:
            assert 1 <= start.distance <= distance - stride


def test_the_frontier_moves_when_enough_is_won(lines: list[WonLine]) -> None:
    """After a full window with a share of wins at or above the goal; what started elsewhere does not count."""
    schedule = Curriculum(lines, window=4, goal=0.75, review=0)
    rng = np.random.default_rng(1)
    old = schedule.draw(rng)
    assert old is not None
    for success in (True, True, True):
        schedule.report(old, success=success)
    assert (schedule.distance, schedule.success_rate) == (1, 1.0)
    schedule.report(old._replace(frontier=0), success=True)
    assert schedule.distance == 1
    schedule.report(old, success=False)
    assert (schedule.distance, schedule.success_rate) == (2, 0.0)
    schedule.report(old, success=True)
    assert schedule.success_rate == 0.0
    for success in (True, False, True, False, True):
        schedule.report(old._replace(frontier=2), success=success)
    assert schedule.distance == 2


def test_repetition_has_its_share(lines: list[WonLine]) -> None:
    """About a fifth of the episodes starts nearer than the frontier."""
    schedule, rng = Curriculum(lines, distance=50), np.random.default_rng(1)
    starts = [schedule.draw(rng) for _ in range(2000)]
    nearer = sum(start is not None and start.frontier == 0 for start in starts)
    assert 320 < nearer < 480


def test_mastered_to_the_deals_it_is_complete(lines: list[WonLine]) -> None:
    """Then episodes start with deals, as they do without it."""
    env = CurriculumStarts(CrescentEnv(), Curriculum(lines, distance=max(map(len, lines)) + 1))
    plain = CrescentEnv()
    assert env.curriculum.is_complete
    for seed in (3, None, None):
        observation, info = env.reset(seed=seed)
        expected, expected_info = plain.reset(seed=seed)
        assert info.pop("distance") == NO_DISTANCE
        assert same((observation, info), (expected, expected_info))


def test_a_player_who_wins_comes_to_the_deal(lines: list[WonLine]) -> None:
    """Whoever plays the lines goes through the whole curriculum, in a single environment made by its id."""
    schedule = Curriculum(lines, stride=40, window=2, goal=1)
    env = CurriculumStarts(gymnasium.make("crescent_gym/Crescent-v0"), schedule)
    farthest = Counter[int]()
    for episode in range(60):
        _, info = env.reset(seed=1 if episode == 0 else None)
        farthest[info["distance"]] += 1
        if schedule.is_complete:
            break
        core = env.unwrapped
        assert isinstance(core, CrescentEnv)
        assert known(lines, core.position, info["distance"])
        terminated = False
        while not terminated:
            _, _, terminated, truncated, info = env.step(winning_action(lines, core.position))
            assert not truncated
        assert info["is_success"]
    assert schedule.is_complete
    assert max(farthest) > max(map(len, lines)) - 40


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


def test_seeds_and_pickles_repeat(lines: list[WonLine], curriculum: Curriculum) -> None:
    """The same seed gives the same episodes; a copy made by pickling goes on as the original does."""
    env = VectorCurriculumStarts(CrescentVectorEnv(COUNT, max_episode_steps=6), curriculum)
    twin = VectorCurriculumStarts(
        CrescentVectorEnv(COUNT, max_episode_steps=6), Curriculum(lines, distance=3, stride=2, window=4, goal=1)
    )
    assert same(env.reset(seed=4), twin.reset(seed=4))
    other = twin.reset(seed=5)[0].tobytes()
    assert other != twin.reset(seed=4)[0].tobytes()
    for _ in range(20):
        actions = env.unwrapped.sample_actions()  # type: ignore[attr-defined]  # CrescentVectorEnv's own
        assert same(env.step(actions), twin.step(actions))
    copied = pickle.loads(pickle.dumps(env))
    for _ in range(20):
        actions = env.unwrapped.sample_actions()  # type: ignore[attr-defined]  # CrescentVectorEnv's own
        assert same(env.step(actions), copied.step(actions))


def test_a_checkpoint_of_the_schedule_goes_through_json(lines: list[WonLine], curriculum: Curriculum) -> None:
    """What `state` gives, written and read, sets another schedule to the same place."""
    start = curriculum.draw(np.random.default_rng(1))
    while start is None or not start.frontier:
        start = curriculum.draw(np.random.default_rng())
    for success in (True, False, True):
        curriculum.report(start, success=success)
    other = Curriculum(lines, window=4)
    other.set_state(json.loads(json.dumps(curriculum.state())))
    assert other.distance == 3
    assert other.success_rate == pytest.approx(2 / 3)


def test_starts_of_one_s_own_do_not_count(curriculum: Curriculum) -> None:
    """With a code, a position or rows the episode starts there, and the schedule does not hear of it."""
    env = CurriculumStarts(CrescentEnv(), curriculum)
    for option in ({"code": CODE}, {"position": ALMOST_WON}):
        _, info = env.reset(options=option)
        assert (info["code"], info["distance"]) == (option.get("code", ""), NO_DISTANCE)
    env.step(crescent.Move.parse("1-A").index)
    several = VectorCurriculumStarts(CrescentVectorEnv(2), curriculum)
    almost = np.frombuffer(Position.parse(ALMOST_WON).row, np.uint8)
    told = [
        several.reset(options={"codes": [CODE, CODE]}),
        several.reset(options={"positions": [ALMOST_WON] * 2}),
        several.set_state(np.stack([almost, almost])),
    ]
    assert [info["distance"].tolist() for _, info in told] == [[NO_DISTANCE] * 2] * 3
    several.step(np.full(2, crescent.Move.parse("1-A").index))
    assert curriculum.state()["successes"] == []


def test_it_is_still_an_environment(curriculum: Curriculum) -> None:
    """Gymnasium's own checker has nothing to say."""
    with pytest.warns(UserWarning, match="is different from the unwrapped version"):
        check_env(CurriculumStarts(CrescentEnv(), curriculum), skip_render_check=True)


def hidden() -> list[WonLine]:
    """Lines of other rules."""
    return solved_lines([1], "hidden")


def made(**arguments: Any) -> Curriculum:  # noqa: ANN401  whatever is wrong
    """A curriculum of one ply."""
    line = WonLine((Position.parse(ALMOST_WON),))
    return Curriculum(**({"lines": [line]} | arguments))


BAD: list[tuple[Callable[[], object], type[CrescentError]]] = [
    (lambda: made(lines=[]), RulesError),
    (lambda: made(lines=5), WrongTypeError),
    (lambda: made(lines=["line"]), WrongTypeError),
    (lambda: made(lines=[*hidden(), WonLine((Position.parse(ALMOST_WON),))]), RulesError),
    *((lambda name=name: made(**{name: 0}), RulesError) for name in ("distance", "stride", "window", "goal")),
    *((lambda name=name: made(**{name: 2.5}), WrongTypeError) for name in ("distance", "stride", "window")),
    *((lambda name=name: made(**{name: 2**40}), RulesError) for name in ("distance", "stride", "window", "goal")),
    *((lambda name=name: made(**{name: True}), WrongTypeError) for name in ("distance", "goal", "review")),
    (lambda: made(goal=float("nan")), WrongTypeError),
    (lambda: made(goal="high"), WrongTypeError),
    (lambda: made(review=1), RulesError),
    (lambda: made(review=-0.1), RulesError),
    (lambda: made().set_state(None), WrongTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: made().set_state({"distance": 1}), RulesError),
    (lambda: made().set_state({"distance": 0, "successes": []}), RulesError),
    (lambda: made().set_state({"distance": 1, "successes": [1]}), WrongTypeError),
    (lambda: made().set_state({"distance": 1, "successes": [True] * 101}), RulesError),
    (lambda: CurriculumStarts(gymnasium.make("CartPole-v1"), made()), ArgumentTypeError),
    (lambda: CurriculumStarts(CrescentEnv(), None), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: CurriculumStarts(CrescentEnv(variant="four"), made()), RulesError),
    (lambda: VectorCurriculumStarts(CrescentEnv(), made()), ArgumentTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: VectorCurriculumStarts(CrescentVectorEnv(2, variant="hidden"), made()), RulesError),
    (lambda: WonLine.of(crescent.deal(CODE), []), NotWonError),
    (lambda: WonLine.of(crescent.deal(CODE), [crescent.Move.parse("15-K")]), NotWonError),
    (lambda: lines_of_records("game.crescent"), WrongTypeError),
    (lambda: lines_of_records(None), WrongTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: lines_of_records([5]), WrongTypeError),  # type: ignore[list-item]  # wrong on purpose
    (lambda: lines_of_records(["/no/such/file"]), FileError),
    (lambda: lines_of_records([__file__]), RecordError),
    (lambda: lines_of_records([Record(crescent.deal(CODE))]), NotWonError),
    (lambda: solved_lines("1"), WrongTypeError),  # type: ignore[arg-type]  # wrong on purpose
    (lambda: solved_lines([2**35]), RulesError),
    (lambda: solved_lines([1.5]), WrongTypeError),  # type: ignore[list-item]  # wrong on purpose
    (lambda: solved_lines([1], "nromal"), UnknownNameError),
    (lambda: solved_lines([1], nodes=0), RulesError),
]


@pytest.mark.parametrize(("call", "error"), BAD, ids=range(len(BAD)))
def test_bad_arguments_are_refused(call: Callable[[], object], error: type[CrescentError]) -> None:
    """One clear error of ours, which says what was expected."""
    with pytest.raises(error) as caught:
        call()
    assert 10 < len(str(caught.value)) < 500


@pytest.mark.parametrize("seed", [-1, 1.5, "1", True, [1]])
def test_a_reset_that_fails_changes_nothing(curriculum: Curriculum, seed: Any) -> None:  # noqa: ANN401  anything
    """Seeds and options that the environment refuses leave wrapper and environment as they were."""
    env = CurriculumStarts(CrescentEnv(), curriculum)
    several = VectorCurriculumStarts(CrescentVectorEnv(2), curriculum)
    for wrapped in (env, several):
        twin = pickle.loads(pickle.dumps(wrapped))
        for each in (wrapped, twin):
            each.reset(seed=1)
        with pytest.raises(CrescentError):
            wrapped.reset(seed=seed)
        with pytest.raises(CrescentError):
            wrapped.reset(options={"cdoe": CODE})
        assert same(wrapped.reset(), twin.reset())


def test_options_of_the_caller_stay_as_they_are(curriculum: Curriculum) -> None:
    """The curriculum's positions are not written into the caller's mapping."""
    env = VectorCurriculumStarts(CrescentVectorEnv(2), curriculum)
    env.reset(seed=1)
    options = {"reset_mask": np.array([True, False])}
    env.reset(options=options)
    assert list(options) == ["reset_mask"]
    with pytest.raises(OptionError):
        env.reset(options={"reset_mask": np.zeros(2, np.bool_)})


def test_lines_of_other_variants_play_there() -> None:
    """Face-down cards turn up along a line as they do in play; the wrapper takes the variant's own environment."""
    env = CurriculumStarts(CrescentEnv(variant="hidden"), Curriculum(hidden(), distance=150))
    env.reset(seed=1)
    core = env.unwrapped
    assert isinstance(core, CrescentEnv)
    assert core.position.rules == Rules(face_down=True)
    assert core.position in hidden()[0].positions
