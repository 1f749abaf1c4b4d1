"""Threads that share the slots change no result, whoever does how much, and end when their environment does."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from hypothesis import given
from hypothesis import strategies as st

from crescent_gym import CrescentVectorEnv
from crescent_gym.batch import crew, jobs
from tests.gym.vector.test_like_sync import alike
from tests.gym.vector.test_memory import every_mode, every_observation, steps


@pytest.fixture(autouse=True)
def _processors_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many threads as are asked for, wherever the tests run."""
    monkeypatch.setattr(crew, "_processors", lambda: 64)


def played(env: CrescentVectorEnv, seed: int, count: int) -> Iterator[Any]:
    """A reset and some steps."""
    yield env.reset(seed=seed)
    yield from steps(env, count)


def helpers() -> list[threading.Thread]:
    """The threads of all environments that are alive."""
    return [thread for thread in threading.enumerate() if thread.name.startswith("crescent-")]


def ended(threads: list[threading.Thread]) -> bool:
    """Whether all of them end soon."""
    end = time.monotonic() + 20
    while any(thread.is_alive() for thread in threads) and time.monotonic() < end:
        gc.collect()
        time.sleep(0.01)
    return not any(thread.is_alive() for thread in threads)


@every_mode
@every_observation
@pytest.mark.parametrize("variant", ["normal", "relaxed"])
def test_threads_change_nothing(variant: str, observation: str, mode: AutoresetMode) -> None:
    """Two and three threads give the very bytes and choices of one, in 800 slots with ends in all of them."""
    runs = []
    for threads in (1, 2, 3):
        env = CrescentVectorEnv(
            800, variant=variant, observation=observation, autoreset_mode=mode, max_episode_steps=7, threads=threads
        )
        runs.append(tuple(played(env, 4, 12)))
        assert env._batch._helpers == threads - 1
        env.close()
    alike(runs[1], runs[0])
    alike(runs[2], runs[0])


@pytest.mark.parametrize("patience", [0, 1, 10**6], ids=["asleep", "drowsy", "awake"])
def test_sleeping_helpers_hold_nobody_up(patience: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether helpers always sleep, nearly always or never, nothing is lost, done twice or waited for in vain."""
    monkeypatch.setattr(crew, "PATIENCE", patience)
    env, alone = CrescentVectorEnv(640, threads=3, observation="cards"), CrescentVectorEnv(640, observation="cards")
    for told, expected in zip(played(env, 1, 60), played(alone, 1, 60), strict=True):
        alike(told, expected)
    env.close()


@pytest.mark.parametrize("count", [1, 15, 127, 255, 256, 257, 511, 1030, 5000])
def test_chunks_cover_every_slot_once(count: int) -> None:
    """Whatever the number of slots and threads, no slot is left out or stepped twice."""
    for threads in (1, 2, 3, 7, 1024):
        env = CrescentVectorEnv(count, threads=threads, observation="cards")
        env.reset(seed=1)
        env.step(env.sample_actions())
        assert env._batch.slots.lengths.tolist() == [1] * count
        assert env._batch._helpers < max(2, min(threads, count // crew.LEAST_CHUNK))
        env.close()


def test_there_are_no_more_threads_than_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """Helpers wait in a busy loop, which pays only on a processor of their own; one processor has none."""
    for processors, threads in ((1, 0), (2, 1), (3, 2), (8, 3)):
        monkeypatch.setattr(crew, "_processors", lambda count=processors: count)
        assert crew.plan(100_000, 4)[0] == threads
    monkeypatch.undo()
    assert 1 <= crew._processors() <= 4096


def test_threads_end_with_their_environment() -> None:
    """By `close`, and where nobody closes it when it is gone; before that they are as many as were asked for."""
    for close in (True, False):
        env = CrescentVectorEnv(512, threads=3)
        before = helpers()
        env.reset(seed=1)
        env.step(env.sample_actions())
        own = [thread for thread in helpers() if thread not in before]
        assert len(own) == 2
        if close:
            env.close()
            assert not any(thread.is_alive() for thread in own)
            env.step(env.sample_actions())  # what is closed and used all the same gets others
            env.close()
        del env
        assert ended(own)


def test_a_helper_may_collect_its_own_environment() -> None:
    """Garbage is collected by whichever thread comes to it, in the middle of its going to sleep too."""
    env = CrescentVectorEnv(256, threads=2)
    env.reset(seed=1)
    env.step(env.sample_actions())
    assert env._batch._crew is not None
    rest = env._batch._crew._rest
    failed: list[BaseException] = []

    def collecting() -> None:
        try:
            with rest._lock:
                rest.end()
        except BaseException as error:  # whatever it is, the test is to see it
            failed.append(error)

    helper = threading.Thread(target=collecting, daemon=True)
    rest.threads.append(helper)
    helper.start()
    helper.join(20)
    assert (failed, helper.is_alive()) == ([], False)
    env.close()


PROGRAM = """
import os, sys
from crescent_gym import CrescentVectorEnv
from crescent_gym.batch import crew
crew._processors = lambda: 2
crew.PATIENCE = int(sys.argv[1])
env = CrescentVectorEnv(512, threads=2, observation="cards")
env.reset(seed=1)
for _ in range(3):
    env.step(env.sample_actions())
if sys.argv[2] == "fork":
    child = os.fork()
    for _ in range(3):
        env.step(env.sample_actions())
    os.write(1, b"%d\\n" % env.state().sum())
    if child:
        assert os.waitpid(child, 0)[1] == 0
"""


def run(*arguments: str) -> list[str]:
    """What a process of its own says, which must end well and soon."""
    command = [sys.executable, "-W", "ignore::DeprecationWarning", "-c", PROGRAM, *arguments]  # forks beside threads
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split()


@pytest.mark.parametrize("patience", ["0", "1000000000"], ids=["asleep", "awake"])
def test_a_process_ends_though_helpers_wait(patience: str) -> None:
    """Asleep or in their busy loop, helpers do not keep a process that does not close its environment."""
    assert run(patience, "end") == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_plays_on_without_its_helpers() -> None:
    """Threads do not survive a fork; the child does their work itself, and both go on alike."""
    one, other = run("4000", "fork")
    assert one == other


@given(
    st.lists(st.integers(0, 5), min_size=1, max_size=4),
    st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=40),
)
def test_every_chunk_is_taken_once_by_whoever_comes_first(sizes: list[int], turns: list[tuple[int, bool]]) -> None:
    """A helper takes its range from the back, the caller from the front: the first one's, others' before or late."""
    ends = np.cumsum([0, *sizes], dtype=np.uint64)
    words = np.zeros(jobs.TAKEN + jobs.LINE * len(sizes), np.uint64)
    left = {helper: list(range(int(ends[helper - 1]), int(ends[helper]))) for helper in range(1, ends.size)}
    begun: set[int] = set()
    for number, is_late in [*turns, *[(0, True)] * (int(ends[-1]) + 1)]:
        thread = number % ends.size
        if thread == jobs.LEAD:
            chunk, found = jobs._from_front(words, ends, is_late)
            open_ = [of for helper, of in left.items() if of and (helper == 1 or is_late or helper not in begun)]
            wanted = open_[0].pop(0) if open_ else None
        else:
            chunk, found = jobs._from_back(words, ends, np.uint64(thread))
            wanted = left[thread].pop() if left[thread] else None
            if wanted is not None:
                begun.add(thread)
        assert (int(chunk) if found else None) == wanted
    assert not any(left.values())


def test_what_helpers_read_shares_no_cache_line_with_what_python_writes() -> None:
    """A helper looks at the ends all the time; one counted reference in their line would cost each look a miss."""
    env = CrescentVectorEnv(256, threads=2)
    env.reset(seed=1)
    env.step(env.sample_actions())
    team = env._batch._crew
    assert team is not None
    arrays = [team._ends, team.ended_in, *team._scratches[0], *team._scratches[1], env._batch.settings]
    arrays += [env._batch.rules, env._batch.higher, env._batch.lower, env._batch.chances, *env._batch.slots.arrays]
    for array in arrays:
        block = array
        while isinstance(block.base, np.ndarray):
            block = block.base
        begin, end = array.ctypes.data, array.ctypes.data + array.nbytes
        assert begin % 64 == 0
        assert block.ctypes.data + block.nbytes >= -(-end // 64) * 64
    env.close()


def test_words_that_threads_share_stand_in_cache_lines_of_their_own() -> None:
    """Whoever takes a chunk does not disturb whoever looks for the end; a job's addresses fit behind it."""
    places = (jobs.DONE, jobs.QUIT, jobs.JOB, jobs.TAKEN, jobs.TAKEN + jobs.LINE)
    lines = {place * np.dtype(np.uint64).itemsize // 64 for place in places}
    assert len(lines) == len(places)
    assert jobs.OUTPUTS + 8 <= jobs.JOB + jobs.LINE
