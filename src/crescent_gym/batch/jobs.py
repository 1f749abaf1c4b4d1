"""Jobs that several threads do together, chunk by chunk: what `crew` runs in each of them, compiled.

The threads share words, uint64 (64,), each important one in a cache line of its own:

    NEXT      the next chunk to take; as many as there are chunks, or more, when there is nothing to take
    DONE      chunks that are done
    QUIT      1 when helpers are to end
    JOB       STEP or CHOOSE, then the addresses of the job's arrays: actions and the outputs of a step

The caller writes the job before it sets NEXT to 0, and goes on when all chunks are done; a helper reads the job after
it has taken a chunk.  So a job stands still while anyone works on it.
"""

from __future__ import annotations

from pathlib import Path

from numba import int64, uint64

from crescent.jit import cache_folder, compiler, inlined
from crescent_gym import flat as flat_observation
from crescent_gym.batch import steps
from crescent_gym.batch.atomics import add, address_of, at_address, load, pause, store

compiled = compiler(cache_folder(Path(__file__).parent, Path(flat_observation.__file__)))
"""Compiles what Python calls; kept between processes until one of these files changes."""

NEXT, DONE, QUIT, JOB = 0, 16, 32, 48
STEP, CHOOSE, NONE = range(3)
ACTIONS, OUTPUTS = JOB + 1, JOB + 2


@compiled
def work(words, chunks, job, actions, outputs, crew, scratch, patience):
    """Work at jobs: the caller at its own until that is done, a helper at any until none has come for long.

    Args:
        words: what the threads share.
        chunks: into how many chunks every job is cut, uint64.
        job: STEP or CHOOSE, or NONE for a helper.
        actions, outputs: the arrays of the job, as `steps.step_slots` says; a helper gives those of `crew`.
        crew: as `_do` says.
        scratch: what this thread works with, as `steps.step_slots` says.
        patience: pauses after which a helper leaves.
    """
    if job != NONE:
        _offer(words, job, actions, outputs)
    waited = 0
    while True:
        chunk = _taken(words, chunks)
        if chunk < chunks:
            _do(chunk, words, crew, scratch)
            waited = 0
        elif job != NONE:
            if load(words, uint64(DONE)) >= chunks:
                break
            pause()
        else:
            if waited >= patience or load(words, uint64(QUIT)) != 0:
                break
            waited += 1
            pause()


@inlined
def _offer(words, job, actions, outputs):
    """Write a job for everyone to read."""
    cards, flats, mask, reward, terminated, truncated, legal_count, success = outputs
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
    words[uint64(DONE)] = uint64(0)
    store(words, uint64(NEXT), uint64(0))


@inlined
def _taken(words, chunks):
    """A chunk that nobody else takes, `chunks` where there is none."""
    if load(words, uint64(NEXT)) >= chunks:
        return chunks
    return min(chunks, add(words, uint64(NEXT), uint64(1)))


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
        cards, flats, mask, reward, terminated, truncated, legal_count, success = like_outputs
        outputs = (
            at_address(cards, words[uint64(OUTPUTS)]),
            at_address(flats, words[uint64(OUTPUTS + 1)]),
            at_address(mask, words[uint64(OUTPUTS + 2)]),
            at_address(reward, words[uint64(OUTPUTS + 3)]),
            at_address(terminated, words[uint64(OUTPUTS + 4)]),
            at_address(truncated, words[uint64(OUTPUTS + 5)]),
            at_address(legal_count, words[uint64(OUTPUTS + 6)]),
            at_address(success, words[uint64(OUTPUTS + 7)]),
        )
        ended_in[chunk] = steps.step_slots(
            int64(begin), int64(end), actions, slots, rules, higher, lower, settings, outputs, finals, scratch
        )
    add(words, uint64(DONE), uint64(1))
