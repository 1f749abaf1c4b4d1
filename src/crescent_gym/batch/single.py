"""What happens to the cards in a step of the single environment, compiled.

These are `crescent.kernel`'s own functions, not their twin for batches.  Everything stands in three arrays, those of a
`crescent_gym.rows.Table`, because each further one would cost every call a fortieth of a microsecond:

    memory   uint8     (1, MEMORY), a batch of one: the row, as the kernel says; the row before the last action; what
                       the player sees of the row; the mask.  Each begins STRIDE bytes after the one before
    work     int64     scratch of the kernel, actions, then the settings of the rules
    numbers  float32   (1, 393), the observation `flat` of the row, where it is asked for
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numba import int64, uint64

from crescent import kernel
from crescent.jit import Decorator, cache_folder, compiler, helper
from crescent.moves import ACTION_COUNT
from crescent_gym import flat
from crescent_gym.batch.flat import encode
from crescent_gym.batch.vectors import copy_bytes

compiled: Decorator = compiler(cache_folder(Path(__file__).parent, Path(flat.__file__)), release_lock=False)
"""Compiles what Python calls; kept between processes until one of these files changes."""

STRIDE = 576
"""Bytes of a row at most, rounded up: the observation `flat` reads 64 bytes at a time."""
ROW, BEFORE, VIEW, MASK, MEMORY = range(0, 5 * STRIDE, STRIDE)

ACTIONS, SETTINGS = kernel.SCRATCH, kernel.SCRATCH + ACTION_COUNT
CAPACITY, REDEALS, FACE_DOWN, TO_PILE, ACTIONS_OF_RULES, LENGTH, RECIPROCAL, WRAP, SHOWS_FLAT, WORK = range(
    SETTINGS, SETTINGS + 10
)
"""Where things stand in the work array; the first seven settings in the order of `boards.numbers_of`."""

HIDDEN = np.uint8(kernel.FACE_DOWN)
"""What `kernel.hide` makes of every face-down card, whose bytes are larger."""

ILLEGAL, OUT_OF_RANGE = -1, -2
"""What `play` returns of an action that is illegal, and of what is no action."""


@compiled
def play(memory, work, numbers, action):
    """Play an action, and show what it led to.  The mask must be that of the row, and the game not ended.

    Returns 4 * (number of legal actions) + (change in cards on the foundations) + 1; or `ILLEGAL` or `OUT_OF_RANGE`,
    and everything is as it was.
    """
    if action < 0 or action >= work[ACTIONS_OF_RULES]:
        return OUT_OF_RANGE
    if memory[uint64(0), uint64(MASK) + uint64(action)] == 0:
        return ILLEGAL
    copy_bytes(memory, int64(BEFORE), memory, int64(ROW), int64(STRIDE))
    change = kernel.play(memory[uint64(0)], work[CAPACITY], action)
    return 4 * _look(memory, work, numbers) + change + 1


@compiled
def look(memory, work, numbers):
    """Show the row; return how many actions are legal."""
    return _look(memory, work, numbers)


@compiled
def deal(memory, work, number):
    """Deal a code number, uint64, into the row."""
    kernel.deal(memory[uint64(0)], work[CAPACITY], work[REDEALS], work[FACE_DOWN] != 0, number)


@helper
def _look(memory, work, numbers):
    row = memory[uint64(0)]
    capacity, actions = work[CAPACITY], work[ACTIONS:SETTINGS]
    count = kernel.legal_actions(row, capacity, work[WRAP] != 0, work[TO_PILE] != 0, work[:ACTIONS], actions)
    fill = 0 if count else 1
    for action in range(uint64(MASK), uint64(MEMORY)):
        row[action] = fill
    for place in range(uint64(count)):
        row[uint64(MASK) + uint64(actions[place])] = 1
    copy_bytes(memory, int64(VIEW), memory, int64(ROW), int64(STRIDE))
    if work[FACE_DOWN] != 0:
        for cell in range(uint64(VIEW), uint64(VIEW) + uint64(16) * uint64(capacity)):
            row[cell] = min(row[cell], HIDDEN)
    if work[SHOWS_FLAT] != 0:
        encode(memory, uint64(0), work[SETTINGS:], numbers, uint64(0))
    return count
