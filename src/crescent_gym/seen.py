"""Which boards the players of many games have seen in their episodes, and how far they have got."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from crescent import kernel
from crescent.rules import Rules


class SeenBoards:
    """The boards that n players have seen in their episodes, and how far they have got.

    A board is kept as 128 bits of what its player sees; two that differ share them with a chance of at most 2 ** -66.
    Boards that cannot come again are forgotten: those before a redeal, and those with fewer cards home where none comes
    back from there.
    """

    def __init__(self, count: int, rules: Rules) -> None:
        """Nothing has been seen."""
        self._rules = rules
        words = -(-kernel.row_length(rules.pile_capacity) // 4)
        # Twice a sum of 32-bit words times 64-bit numbers at random: universal hashing, Carter and Wegman, 1979.
        self._factors = np.random.Generator(np.random.PCG64(1)).integers(0, 2**64, (words, 2), np.uint64)
        self._padded = np.zeros((count, 4 * words), np.uint8)
        self._keys = np.zeros((count, 4, 2), np.uint64)
        self._counts = np.zeros((count, 4), np.int64)
        self._sizes = np.zeros(count, np.int64)
        self._home, self._redeals = np.zeros(count, np.int64), np.zeros(count, np.int64)
        self._idle = np.zeros(count, np.int64)

    def begin(self, rows: NDArray[np.uint8], chosen: NDArray[np.bool_]) -> None:
        """Begin the episodes of the chosen slots with these boards; of the other slots nothing changes."""
        keys, home, redeals = self.read(rows)
        self._begin(chosen, keys, home, redeals)

    def add(self, rows: NDArray[np.uint8], fresh: NDArray[np.bool_]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Add the boards after a step, in `fresh` slots the first of an episode.

        Returns:
            How often each board was there before, and how many steps have got nowhere, int64 (n,) each, fresh.
        """
        keys, home, redeals = self.read(rows)
        redealt = redeals < self._redeals
        further = home > self._home
        self._idle = np.where(further | redealt, 0, self._idle + 1)
        gone = redealt if self._rules.foundation_to_pile else redealt | further
        self._sizes[gone] = 0
        self._home, self._redeals = np.maximum(self._home, home), np.minimum(self._redeals, redeals)
        most = int(self._sizes.max())
        same = (self._keys[:, :most] == keys[:, None]).all(-1) & (np.arange(most) < self._sizes[:, None])
        known = same.any(1)
        places = np.where(known, same.argmax(1) if most else 0, self._sizes)
        if most == self._keys.shape[1] and not known.all():
            self._keys = np.concatenate([self._keys, np.zeros_like(self._keys)], 1)
            self._counts = np.concatenate([self._counts, np.zeros_like(self._counts)], 1)
        slots = np.arange(len(rows))
        before = np.where(known, self._counts[slots, places], 0)
        self._keys[slots, places], self._counts[slots, places] = keys, before + 1
        self._sizes += ~known
        if fresh.any():
            self._begin(fresh, keys, home, redeals)
            before[fresh] = 0
        return before, self._idle.copy()

    def _begin(
        self,
        chosen: NDArray[np.bool_],
        keys: NDArray[np.uint64],
        home: NDArray[np.int64],
        redeals: NDArray[np.int64],
    ) -> None:
        self._keys[chosen, 0], self._counts[chosen, 0], self._sizes[chosen] = keys[chosen], 1, 1
        self._home[chosen], self._redeals[chosen], self._idle[chosen] = home[chosen], redeals[chosen], 0

    def read(self, rows: NDArray[np.uint8]) -> tuple[NDArray[np.uint64], NDArray[np.int64], NDArray[np.int64]]:
        """What there is to know of boards, (n, bytes of a row).

        Returns:
            What each player sees as 128 bits, uint64 (n, 2); cards home and redeals left, int64 (n,) each; all fresh.
        """
        cells = 16 * self._rules.pile_capacity
        self._padded[:, : rows.shape[1]] = rows
        if self._rules.face_down:
            np.minimum(self._padded[:, :cells], kernel.FACE_DOWN, out=self._padded[:, :cells])
        keys = self._padded.view("<u4").astype(np.uint64) @ self._factors
        home = rows[:, cells + 16 : cells + 24].sum(1, np.int64)
        return keys, home, rows[:, cells + 24].astype(np.int64)
