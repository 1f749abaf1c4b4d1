"""The infos of the vector environment, laid out as Gymnasium's `SyncVectorEnv` lays out those of single ones."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crescent.variants import Variant
from crescent_gym.batch.batch import Batch
from crescent_gym.batch.shown import Ended, Shown
from crescent_gym.code_texts import CodeTexts


class Infos:
    """Makes infos, and keeps the codes of the games under way: a code is worked out once a deal, not once a step."""

    def __init__(self, variant: Variant, count: int) -> None:
        """No game is under way."""
        self._texts = CodeTexts(variant)
        self._every = np.ones(count, np.bool_)
        self._codes = np.full(count, "", object)
        self._given = self._codes  # the last copy of them that was given away

    def note(self, batch: Batch, slots: NDArray[np.intp]) -> None:
        """Work out the codes of these slots, which have been dealt anew."""
        self._codes[slots] = list(map(self._texts.of, batch.slots.numbers[slots].tolist()))

    def of_reset(self, batch: Batch, shown: Shown, chosen: NDArray[np.bool_]) -> dict[str, Any]:
        """The infos of a reset of the chosen slots; the values of the others are blank."""
        self.note(batch, np.flatnonzero(chosen))
        if chosen.all():
            return self._of_all(shown)
        return _blank_but(
            chosen, self._codes[chosen], shown.mask[chosen], shown.legal_count[chosen], shown.success[chosen]
        )

    def of_step(self, shown: Shown, dealt: NDArray[np.int64] | None, numbers: NDArray[np.int64]) -> dict[str, Any]:
        """The infos of a step that has none of its own about ended episodes; the arrays shown may yet be filled.

        Args:
            shown: what the step shows.
            dealt: the slots that it deals anew before anything else, if the mode has it so.
            numbers: their code numbers.
        """
        if dealt is not None and dealt.size:
            self._codes[dealt] = self._texts.of_all(numbers)
        return self._of_all(shown)

    def add_ended(self, info: dict[str, Any], batch: Batch, ended: Ended) -> None:
        """Add to the infos of a step, in mode SAME_STEP, what it tells of the episodes that it ended."""
        if not ended.slot.size:
            return
        among = np.zeros(self._codes.size, np.bool_)
        among[ended.slot] = True
        final = {
            "final_obs": _apart(ended, among.size), "_final_obs": among,
            "final_info": _blank_but(among, self._codes[ended.slot], ended.mask, ended.legal_count, ended.success),
            "_final_info": among.copy(),
        }  # fmt: skip
        self._codes[ended.slot] = self._texts.of_all(batch.slots.numbers[ended.slot])
        current = {**info, "code": self._codes.copy()}
        info.clear()
        info.update(final | current)  # in the order of Gymnasium's own

    def _of_all(self, shown: Shown) -> dict[str, Any]:
        """The infos where every slot has one."""
        every = self._every
        # The one given before is let go here, where a step has other threads at work, and not by the caller: a thousand
        # strings less to refer to take some microseconds.
        self._given = codes = self._codes.copy()
        return {
            "code": codes, "_code": every.copy(), "action_mask": shown.mask, "_action_mask": every.copy(),
            "legal_count": shown.legal_count, "_legal_count": every.copy(), "is_success": shown.success,
            "_is_success": every.copy(),
        }  # fmt: skip


def _blank_but(
    among: NDArray[np.bool_],
    codes: NDArray[np.object_],
    mask: NDArray[np.int8],
    legal_count: NDArray[np.int64],
    success: NDArray[np.bool_],
) -> dict[str, Any]:
    """Infos that only the slots `among` have."""
    slots = np.flatnonzero(among)
    info: dict[str, Any] = {}
    for key, values in (("code", codes), ("action_mask", mask), ("legal_count", legal_count), ("is_success", success)):
        array = (
            np.full(among.size, None, object)
            if key == "code"
            else np.zeros((among.size, *values.shape[1:]), values.dtype)
        )
        array[slots] = values
        info[key], info[f"_{key}"] = array, among.copy()
    return info


def _apart(ended: Ended, count: int) -> NDArray[np.object_]:
    """Each ended episode's last observation in its slot's place, the others None."""
    array = np.full(count, None, object)
    for slot, observation in zip(ended.slot.tolist(), ended.observation, strict=True):
        array[slot] = observation
    return array


class Statistics:
    """Return, length and time of each episode, told as Gymnasium's wrapper `RecordEpisodeStatistics` tells them."""

    def __init__(self, count: int) -> None:
        """No episode is under way."""
        self._returns = np.zeros(count)
        self._lengths = np.zeros(count, np.int64)
        self._begins = np.zeros(count)

    def begin(self, chosen: NDArray[np.bool_]) -> None:
        """Count the episodes of the chosen slots from their start."""
        self._returns[chosen], self._lengths[chosen] = 0, 0
        self._begins[chosen] = time.perf_counter()

    def add(self, info: dict[str, Any], shown: Shown, dealt: NDArray[np.intp] | None, *, same_step: bool) -> None:
        """Add a step, and tell of the episodes that it ended; `dealt` are slots that it only dealt anew."""
        self._returns += shown.reward
        self._lengths += 1
        if dealt is not None and dealt.size:
            fresh = np.zeros(self._lengths.size, np.bool_)
            fresh[dealt] = True
            self.begin(fresh)
        over = shown.terminated | shown.truncated
        if over.any():
            times = (time.perf_counter() - self._begins).round(6)
            info["episode"] = {"r": np.where(over, self._returns, 0), "l": self._lengths * over, "t": times * over}
            info["_episode"] = over
            if same_step:
                self.begin(over)
