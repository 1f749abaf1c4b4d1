"""Jobs that several threads do together, chunk by chunk: what `crew` runs in each of them, compiled.

Thread 0 is the caller, the others are helpers.  Each helper has a range of chunks, which it works through from the
back.  The caller begins at the front of the first helper's range, and both end where they meet: so each is busy to the
end, and yet a slot seldom changes hands, for bringing it to another processor's cache takes as long as stepping it.
Of a further helper the caller takes chunks at once where that one sleeps, else after a while.

The threads share words, uint64, each important one in cache lines of its own:

    DONE      chunks that are done
    QUIT      1 when helpers are to end
    JOB       STEP or CHOOSE, then the addresses of the job's arrays: actions and the outputs of a step
    TAKEN     by helper, LINE words apart, how many chunks of its range are taken: from the front in the lower half,
              from the back in the upper one; each half may count more than there were left

The caller writes the job before it sets the words of TAKEN, and goes on when all chunks are done; a helper reads the
job after it has taken a chunk.  So a job stands still while anyone works on it.
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
DONE, QUIT, JOB, TAKEN = 0, LINE, 2 * LINE, 3 * LINE
STEP, CHOOSE = range(2)
ACTIONS, OUTPUTS = JOB + 1, JOB + 2

LEAD = 0
"""The thread that calls."""

FRONT, BACK = 1, 1 << 32
"""What a chunk taken at either end adds to a word of TAKEN."""

RESPITE = 1000
"""Pauses, of some 10 to 40 nanoseconds, after which the caller takes a chunk of a helper that has begun."""


@compiled
def offer(words, ends, job, actions, outputs):
    """Write a job for everyone to read; the helpers begin with it.

    Args:
        words: what the threads share.
        ends: as `work` has them.
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
    for helper in range(uint64(1), uint64(ends.shape[0])):
        store(words, _taken_of(helper), uint64(0))


@compiled
def work(words, ends, thread, crew, scratch, patience):
    """Work at jobs: the caller at the one it has offered until that is done, a helper at any until none comes for long.

    Args:
        words: what the threads share.
        ends: uint64 (threads,), by helper where its range of chunks ends, and the next one's begins; 0 comes first.
        thread: which one this is, uint64.
        crew: as `_do` says.
        scratch: what this thread works with, as `steps.step_slots` says.
        patience: pauses after which a helper leaves.
    """
    waited = 0
    while True:
        if thread == LEAD:
            chunk, found = _from_front(words, ends, waited >= RESPITE)
        else:
            chunk, found = _from_back(words, ends, thread)
        if found:
            _do(chunk, words, crew, scratch)
            waited = 0
            continue
        if thread == LEAD:
            if load(words, uint64(DONE)) >= ends[uint64(ends.shape[0] - 1)]:
                return
        elif waited >= patience or load(words, uint64(QUIT)) != 0:
            return
        waited += 1
        pause()


@inlined
def _taken_of(helper):
    """Where the word of a helper stands."""
    return uint64(TAKEN) + uint64(LINE) * (helper - uint64(1))


@inlined
def _is_left(taken, count):
    """Whether a range of `count` chunks of which some are taken has one left."""
    return (taken & uint64(BACK - 1)) + (taken >> uint64(32)) < count


@inlined
def _from_back(words, ends, helper):
    """The last chunk of a helper's range that is left, and whether there is one."""
    count = ends[helper] - ends[helper - uint64(1)]
    if not _is_left(load(words, _taken_of(helper)), count):
        return uint64(0), False
    taken = add(words, _taken_of(helper), uint64(BACK))
    return ends[helper] - uint64(1) - (taken >> uint64(32)), _is_left(taken, count)


@inlined
def _from_front(words, ends, is_late):
    """The first chunk that is left of the first helper, of one that has not begun or, late, of any; and if there is."""
    for helper in range(uint64(1), uint64(ends.shape[0])):
        begin, count = ends[helper - uint64(1)], ends[helper] - ends[helper - uint64(1)]
        taken = load(words, _taken_of(helper))
        if _is_left(taken, count) and (helper == uint64(1) or is_late or taken < uint64(BACK)):
            taken = add(words, _taken_of(helper), uint64(FRONT))
            if _is_left(taken, count):
                return begin + (taken & uint64(BACK - 1)), True
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
