"""What happens to the cards in a step of the single environment, compiled.

These are `crescent.kernel`'s own functions, not their twin for batches.  A row is laid out as the kernel says; the work
array is a `crescent_gym.rows.Table`'s.
"""

from __future__ import annotations

from pathlib import Path

from numba import uint64

from crescent import kernel
from crescent.jit import cache_folder, compiler, helper, inlined
from crescent.moves import ACTION_COUNT
from crescent_gym import flat
from crescent_gym.batch.flat import encode

compiled = compiler(cache_folder(Path(__file__).parent, Path(flat.__file__)), release_lock=False)
"""Compiles what Python calls; kept between processes until one of these files changes."""

ACTIONS, SETTINGS = kernel.SCRATCH, kernel.SCRATCH + ACTION_COUNT
CAPACITY, WRAP, TO_PILE, FACE_DOWN, REDEALS = range(SETTINGS, SETTINGS + 5)
"""Where things stand in the work array: scratch of the kernel, actions, then these settings."""

ILLEGAL = -1
"""What `play` returns of an action that is illegal."""


@compiled
def play(before, after, view, mask, work, action):
    """Play an action: the row after it, its view and its mask.

    `before` and `after` are rows of a `Table`, `view` uint8 (bytes of a row,), `mask` int8 (actions,), `work` the
    table's.  Returns 4 * (number of legal actions) + (change in cards on the foundations) + 1, or `ILLEGAL`.
    """
    return _play(before, after, view, mask, work, action)


@inlined
def _play(before, after, view, mask, work, action):
    capacity = work[CAPACITY]
    if action == 280:
        refused = kernel.redeal_refusal(before, capacity)
    else:
        source, target = kernel.source_of(action), kernel.target_of(before, capacity, action)
        refused = kernel.refusal(before, capacity, work[WRAP] != 0, work[TO_PILE] != 0, source, target)
    if refused != 0:
        return ILLEGAL
    for cell in range(view.shape[0]):
        after[cell] = before[cell]
    change = kernel.play(after, capacity, action)
    return 4 * _look(after, view, mask, work) + change + 1


@compiled
def play_flat(before, after, view, mask, work, action, row, numbers, observation):
    """`play`, and the observation `flat` in the same call: `row` is `after` as (1, stride), the last is (1, 393)."""
    result = _play(before, after, view, mask, work, action)
    if result != ILLEGAL:
        encode(row, uint64(0), numbers, observation, uint64(0))
    return result


@compiled
def look(row, view, mask, work):
    """Write view and mask of a row; return how many actions are legal."""
    return _look(row, view, mask, work)


@compiled
def deal(row, number, work):
    """Deal a code number, uint64, into a row."""
    kernel.deal(row, work[CAPACITY], work[REDEALS], work[FACE_DOWN] != 0, number)


@helper
def _look(row, view, mask, work):
    capacity, actions = work[CAPACITY], work[ACTIONS:SETTINGS]
    count = kernel.legal_actions(row, capacity, work[WRAP] != 0, work[TO_PILE] != 0, work[:ACTIONS], actions)
    mask[:] = 0 if count else 1
    for place in range(count):
        mask[actions[place]] = 1
    for cell in range(view.shape[0]):
        view[cell] = row[cell]
    if work[FACE_DOWN] != 0:
        kernel.hide(view, capacity)
    return count


@compiled
def encode_flat(row, numbers, observation):
    """Write the observation `flat` of a row of a `Table`, uint8 (1, stride), to float32 (1, 393)."""
    encode(row, uint64(0), numbers, observation, uint64(0))
