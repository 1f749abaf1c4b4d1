"""Jobs that several threads do together, chunk by chunk: what `crew` runs in each of them, compiled.

Thread 0 is the caller, the others are helpers.  Each has a range of chunks of its own, so that a slot stays in one
processor's cache; bringing it to another takes longer than stepping it.  Only the caller takes chunks of others: of
those who sleep at once, of the others after a while.

The threads share words, uint64, each important one in cache lines of its own:

    DONE      chunks that are done
    QUIT      1 when helpers are to end
    JOB       STEP or CHOOSE, then the addresses of the job's arrays: actions and the outputs of a step
    TREND     the caller's alone: by how much more jobs have shown of late that it had too few chunks than too many
    NEXT      by thread, LINE words apart, the next chunk of its range, its end or more where nothing is left

The caller writes the job before it sets the words of NEXT, and goes on when all chunks are done; a helper reads the
job after it has taken a chunk.  So a job stands still while anyone works on it.

Between offering a job and working at it the caller does other things, so a fair half would be too much for it.  The
border between its chunks and the first helper's moves by one where many jobs in a row have said the same.
"""

from __future__ import annotations

from pathlib import Path

from numba import int64, uint64

from crescent.jit import Decorator, cache_folder, compiler, inlined
from crescent_gym import flat as flat_observation
from crescent_gym.batch import steps
from crescent_gym.batch.atomics import add, address_of, at_address, load, pause, store

compiled: Decorator = compiler(cache_folder(Path(__file__).parent, Path(flat_observation.__file__)))
"""Compiles what Python calls; kept between processes until one of these files changes."""

LINE = 16
DONE, QUIT, JOB, TREND, NEXT = 0, LINE, 2 * LINE, 3 * LINE, 4 * LINE
STEP, CHOOSE = range(2)
ACTIONS, OUTPUTS = JOB + 1, JOB + 2

LEAD = 0
"""The thread that calls."""

RESPITE = 1000
"""Pauses, of some 10 to 40 nanoseconds, after which the caller takes a chunk of a helper that has begun."""


PERSISTENCE = 8
"""Jobs in a row that must say the same before the border moves: a chunk's slots are slow in their first step there."""


@compiled
def offer(words, borders, job, actions, outputs):
    """Write a job for everyone to read; the helpers begin with it.

    Args:
        words: what the threads share.
        borders: as `work` has them.
        job: STEP or CHOOSE.
        actions, outputs: the arrays of the job, as `steps.step_slots` says.
    """
    cards, flats, mask, reward, terminated, truncated, legal_count, success, choices = outputs
    words[uint64(JOB)] = uint64(job)
    words[uint64(ACTIONS)] = address_of(actions)
    words[uint64(OUTPUTS)] = address_of(cards)
    words[uint64(OUTPUTS + 1)] = address_of(flats)
    words[uint64(OUTPUTS + 2)] = address_of(mask)
    words[uint64(OUTPUTS + 3)] = address_of(reward)
    words[uint64(OUTPUTS + 4)] = address_of(terminated)
    words[uint64(OUTPUTS + 5)] = address_of(truncated)
    words[uint64(OUTPUTS + 6)] = address_of(legal_count)
    words[uint64(OUTPUTS + 7)] = address_of(success)
    words[uint64(OUTPUTS + 8)] = address_of(choices)
    words[uint64(DONE)] = uint64(0)
    for thread in range(uint64(borders.shape[0] - 1)):
        store(words, _next_of(thread), borders[thread])


@compiled
def work(words, borders, thread, crew, scratch, patience):
    """Work at jobs: the caller at the one it has offered until that is done, a helper at any until none comes for long.

    Args:
        words: what the threads share.
        borders: uint64 (threads + 1,), where the chunks of each thread begin, and where all end; the caller moves the
            second.
        thread: which one this is, uint64.
        crew: as `_do` says.
        scratch: what this thread works with, as `steps.step_slots` says.
        patience: pauses after which a helper leaves.
    """
    waited, said = 0, 0
    every, helpers = borders[uint64(borders.shape[0] - 1)], uint64(borders.shape[0] - 2)
    while True:
        chunk, found = _taken(words, borders, thread)
        if found:
            if thread == LEAD and chunk + uint64(1) == borders[uint64(1)]:
                said = -1 if load(words, uint64(DONE)) + uint64(1) >= every else 1
            _do(chunk, words, crew, scratch)
            waited = 0
            continue
        if thread != LEAD:
            if waited >= patience or load(words, uint64(QUIT)) != 0:
                return
        else:
            done = load(words, uint64(DONE))
            if said == 1:
                said = 2 if done + helpers < every else 0
            if done >= every:
                _balance(words, borders, said)
                return
            chunk, found = _taken_of_others(words, borders, waited >= RESPITE)
            if found:
                _do(chunk, words, crew, scratch)
                waited = 0
                continue
        waited += 1
        pause()


@inlined
def _balance(words, borders, said):
    """Move the caller's border where jobs keep saying that it had too few chunks, 2, or too many, -1."""
    if words[uint64(JOB)] != STEP:
        return
    trend = int64(words[uint64(TREND)])
    if said == 2:
        trend = max(trend, 0) + 1
    elif said == -1:
        trend = min(trend, 0) - 1
    else:
        trend = 0
    if trend >= PERSISTENCE and borders[uint64(1)] + uint64(1) < borders[uint64(2)]:
        borders[uint64(1)] += uint64(1)
        trend = 0
    elif trend <= -PERSISTENCE and borders[uint64(1)] > uint64(1):
        borders[uint64(1)] -= uint64(1)
        trend = 0
    words[uint64(TREND)] = uint64(trend)


@inlined
def _next_of(thread):
    """Where the next chunk of a thread stands."""
    return uint64(NEXT) + uint64(LINE) * uint64(thread)


@inlined
def _taken(words, borders, thread):
    """A chunk of a thread's range that nobody else takes, and whether there is one."""
    end = borders[thread + uint64(1)]
    if load(words, _next_of(thread)) >= end:
        return end, False
    chunk = add(words, _next_of(thread), uint64(1))
    return chunk, chunk < end


@inlined
def _taken_of_others(words, borders, begun):
    """A chunk of a helper that has not begun, or of any, and whether there is one."""
    for thread in range(uint64(1), uint64(borders.shape[0] - 1)):
        if begun or load(words, _next_of(thread)) == borders[thread]:
            chunk, found = _taken(words, borders, thread)
            if found:
                return chunk, found
    return uint64(0), False


@inlined
def _do(chunk, words, crew, scratch):
    """Do one chunk of the job.

    `crew` is what all jobs have in common: how many slots a chunk has, and how many there are, uint64; what
    `steps.step_slots` takes as slots, rules, higher, lower, settings and finals; the chances of `steps.choose`; how
    many episodes each chunk has ended, int64; and arrays like those of a job, which may be of one slot.
    """
    size, count, slots, rules, higher, lower, settings, finals, chances, ended_in, like_actions, like_outputs = crew
    begin = chunk * size
    end = min(begin + size, count)
    actions = at_address(like_actions, words[uint64(ACTIONS)])
    if words[uint64(JOB)] == CHOOSE:
        steps.choose(int64(begin), int64(end), slots, chances, rules, actions)
    else:
        cards, flats, mask, reward, terminated, truncated, legal_count, success, choices = like_outputs
        outputs = (
            at_address(cards, words[uint64(OUTPUTS)]),
            at_address(flats, words[uint64(OUTPUTS + 1)]),
            at_address(mask, words[uint64(OUTPUTS + 2)]),
            at_address(reward, words[uint64(OUTPUTS + 3)]),
            at_address(terminated, words[uint64(OUTPUTS + 4)]),
            at_address(truncated, words[uint64(OUTPUTS + 5)]),
            at_address(legal_count, words[uint64(OUTPUTS + 6)]),
            at_address(success, words[uint64(OUTPUTS + 7)]),
            at_address(choices, words[uint64(OUTPUTS + 8)]),
        )
        ended_in[chunk] = steps.step_slots(
            int64(begin), int64(end), actions, slots, chances, rules, higher, lower, settings, outputs, finals, scratch
        )
    add(words, uint64(DONE), uint64(1))
