"""A batch of boards with its rules and settings: the Python side of the compiled loops.

`Batch` deals, steps and shows; it knows nothing of Gymnasium.  Everything it returns is fresh unless it was told to
reuse its arrays.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from crescent.rules import Rules
from crescent_gym.batch import boards, crew, jobs, outputs, steps, streams
from crescent_gym.batch.calls import Calls, scratch
from crescent_gym.batch.rooms import Rooms
from crescent_gym.batch.shown import Ended, Shown
from crescent_gym.batch.slots import Slots, aligned, alone
from crescent_gym.starts import NO_SEED


class Batch:
    """n games under the same rules.

    Args:
        count: n, 1 or more.
        rules: what is played.
        kind: `outputs.FLAT` or `outputs.CARDS`, the observation.
        reward: `steps.PROGRESS`, `steps.SPARSE` or `steps.NO_REWARD`.
        policy: `steps.TERMINATE` or `steps.IGNORE`, what an illegal action does.
        mode: `steps.NEXT_STEP`, `steps.SAME_STEP` or `steps.DISABLED`.
        limit: steps after which an episode is truncated, 0 for none.
        fresh: whether each step writes into new arrays.
        threads: how many threads share the slots.
    """

    count: int
    kind: int
    mode: int
    slots: Slots
    rules: NDArray[Any]
    higher: NDArray[Any]
    lower: NDArray[Any]
    settings: NDArray[Any]
    chances: NDArray[Any]

    def __init__(  # noqa: PLR0913  all settings of the loops, by name
        self, count: int, rules: Rules, *, kind: int, reward: int, policy: int, mode: int, limit: int, fresh: bool,
        threads: int,
    ) -> None:  # fmt: skip
        """Make room; nothing is dealt."""
        self.count, self.kind, self.mode = count, kind, mode
        self.slots = Slots(count, rules)
        self._plain_rules = rules
        self.rules = alone(boards.numbers_of(rules))
        self.higher, self.lower = map(alone, boards.neighbours(rules.wrap))
        self.settings = alone(np.array([mode, limit, reward, policy, kind, 0], np.int64))
        self.chances = aligned((count,), np.uint64)
        self._actions = rules.action_count
        self._rooms = Rooms(count, kind, int(self.rules[boards.LENGTH]), rules.action_count, fresh=fresh)
        self._helpers, self._chunk = crew.plan(count, threads)
        self._scratch = [scratch() for _ in range(1 + self._helpers)]
        self._finals = self._rooms.finals(count if mode == steps.SAME_STEP else 1)
        self._crew: crew.Crew | None = None
        self._ended_in: list[int] = []  # by chunk
        self._is_asked = False
        self._choices: NDArray[np.int64] | None = None
        self._bind()

    def _bind(self) -> None:
        """Gather the arguments that every call takes."""
        self._arrays_of_slots = self.slots.arrays
        self._common = (self._arrays_of_slots, self.rules, self.higher, self.lower)
        self._with_chances = (self._arrays_of_slots, self.chances, self.rules, self.higher, self.lower)
        self._upcoming = np.empty(self.count, np.int64), np.empty(self.count, np.int64)
        self._calls: Calls | None = None

    def warm_up(self) -> None:
        """Compile, or load, everything that will be called, by a game in as few slots as will do."""
        count = crew.LEAST_CHUNK * (1 + self._helpers) if self._helpers else 1
        other = Batch(
            count, self._plain_rules, kind=self.kind, reward=int(self.settings[2]), policy=int(self.settings[3]),
            mode=self.mode, limit=1, fresh=True, threads=1 + self._helpers,
        )  # fmt: skip
        every = np.ones(count, np.bool_)
        other.seed(np.zeros((count, 5), np.uint64))
        other.deal(every)
        other.begin(every)
        other.show()
        other.masks()
        actions = other.choose()
        other.look_ahead(actions)
        other.first_illegal(actions)
        other.step(actions)
        other.close()

    def seed(self, seeds: NDArray[np.uint64]) -> None:
        """Start the streams of the slots that have a seed, and what they choose by.

        `seeds` is uint64 (n, 5): how many 32-bit words, then the words, lowest first; `NO_SEED` in front for none.
        """
        self._take_back_choices()
        steps.seed_slots(seeds, self.slots.streams, np.empty(12, np.uint64))
        seeded = seeds[:, 0] != NO_SEED
        self.chances[seeded] = (seeds[:, 1] | seeds[:, 2] << np.uint64(32))[seeded]

    def first_illegal(self, actions: NDArray[np.int64]) -> int:
        """The first slot whose action is illegal, those that have ended passed over, or -1."""
        return int(steps.first_illegal(actions, self._arrays_of_slots, self.slots.ended))

    def start(self, chosen: NDArray[np.bool_], given: dict[int, tuple[bytes, int]]) -> None:
        """Begin an episode in the chosen slots: from the rows that are given, with their numbers, else a deal."""
        self._take_back_choices()
        placed = np.zeros(self.count, np.bool_)
        for slot, (row, number) in given.items():
            self.slots.rows[slot, : len(row)] = np.frombuffer(row, np.uint8)
            self.slots.numbers[slot] = number
            placed[slot] = True
        self.deal(chosen & ~placed)
        self.begin(placed)

    def deal(self, chosen: NDArray[np.bool_]) -> None:
        """Deal the next game of the chosen slots."""
        steps.deal_slots(chosen, *self._common, self._scratch[0])

    def begin(self, chosen: NDArray[np.bool_]) -> None:
        """Begin an episode with the row that stands in each of the chosen slots."""
        steps.look_at_slots(chosen, *self._common)

    def show(self) -> Shown:
        """What stands in all slots, with reward 0 and no ends."""
        shown, (cards, flats, *_) = self._rooms.next()
        steps.show_slots(
            self._arrays_of_slots, self.rules, self.kind, cards, flats, shown.mask, shown.legal_count, shown.success
        )
        shown.reward[...] = 0
        shown.terminated[...] = shown.truncated[...] = False
        return shown

    def look_ahead(self, actions: NDArray[np.int64]) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
        """What a step with these actions would meet: all that must be known before it, in one call.

        Returns:
            The first slot whose action the action space does not hold, or -1; the slots whose episodes have ended,
            int64 (k,), rising; and the code numbers of their next deals, int64 (k,).  Both arrays are gone with the
            next call.
        """
        slots, dealt, numbers = self.slots, *self._upcoming
        found = self._compiled().look_ahead(actions, self._actions, slots.ended, slots.streams, dealt, numbers)
        return (-1, dealt[:found], numbers[:found]) if found >= 0 else (-1 - found, dealt[:0], numbers[:0])

    def begin_step(self, actions: NDArray[np.int64]) -> Shown:
        """Begin to step every slot; `finish_step` must be the next call.

        The arrays that are returned are being filled, and may only be handed on until then.
        """
        self._take_back_choices()
        shown, outputs = self._rooms.next()
        self.settings[steps.AHEAD] = self._is_asked
        if self._is_asked:
            self._is_asked, self._choices = False, outputs[-1]
        if self._helpers:
            self._team().begin(jobs.STEP, actions, outputs)
            self._rooms.prepare()  # while the helpers work
        else:
            self._ended_in = [
                self._compiled().step(
                    0, self.count, actions, *self._with_chances, self.settings, outputs, self._finals, self._scratch[0]
                )
            ]
        return shown

    def finish_step(self) -> Ended | None:
        """Finish the step that has begun; in mode SAME_STEP this tells of the episodes that ended."""
        if self._helpers:
            team = self._team()
            team.finish()
            self._ended_in = team.ended_in.tolist()
        if self.mode != steps.SAME_STEP:
            return None
        slot, cards, numbers, mask, legal_count, success = self._finals
        observation = numbers if self.kind == outputs.FLAT else cards
        told: tuple[NDArray[Any], ...] = (slot, observation, mask, legal_count, success)
        if len(self._ended_in) == 1:
            return Ended(*(array[: self._ended_in[0]].copy() for array in told))
        places = np.concatenate(
            [
                np.arange(begin, begin + ended)
                for begin, ended in zip(range(0, self.count, self._chunk), self._ended_in, strict=True)
            ]
        )
        return Ended(*(array[places] for array in told))

    def step(self, actions: NDArray[np.int64]) -> tuple[Shown, Ended | None]:
        """Step every slot; in mode SAME_STEP the second value tells of the episodes that ended."""
        shown = self.begin_step(actions)
        return shown, self.finish_step()

    def restore(self, kept: dict[str, NDArray[Any]]) -> None:
        """Go back to the boards that `slots.__getstate__` gave before a step."""
        self._take_back_choices()
        self.slots.restore(kept)

    def choose(self) -> NDArray[np.int64]:
        """A legal action for every slot, drawn uniformly; where the game has ended, any action.

        Who asks before one step asks before the next one too, most likely; so that step chooses along the way.
        """
        self._is_asked = True
        if self._choices is not None:
            actions, self._choices = self._choices, None
            return actions
        actions = np.empty(self.count, np.int64)
        if self._helpers:
            team = self._team()
            team.begin(jobs.CHOOSE, actions)
            team.finish()
        else:
            self._compiled().choose(0, self.count, self._arrays_of_slots, self.chances, self.rules, actions)
        return actions

    def is_legal(self, actions: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether each slot's action is legal."""
        words: NDArray[np.uint64] = self.slots.words[np.arange(self.count), actions >> 6]
        legal: NDArray[np.bool_] = (words >> (actions & 63).astype(np.uint64) & np.uint64(1)).astype(np.bool_)
        return legal

    def masks(self) -> NDArray[np.int8]:
        """The masks, int8 (n, actions), fresh."""
        mask = np.empty((self.count, int(self.rules[boards.ACTIONS])), np.int8)
        steps.write_masks(self._arrays_of_slots, self.rules, mask)
        return mask

    def rows(self) -> NDArray[np.uint8]:
        """The rows, face-down cards included, uint8 (n, bytes of a row), fresh."""
        return self.slots.rows[:, : int(self.rules[boards.LENGTH])].copy()

    def close(self) -> None:
        """End the threads."""
        if self._crew is not None:
            self._crew.close()
            self._crew = None

    def _take_back_choices(self) -> None:
        """As if the choices that nobody has asked for had never been made."""
        if self._choices is not None:
            self._choices = None
            self.chances -= np.uint64(streams.GOLDEN)

    def _compiled(self) -> Calls:
        """The compiled loops, made ready when they are first of use."""
        if self._calls is None:
            _, outputs = self._rooms.of(1)
            self._calls = Calls.made(*self._with_chances, self.settings, outputs, self._finals, self._scratch[0])
        return self._calls

    def _team(self) -> crew.Crew:
        """The threads, made when they are first of use."""
        if self._crew is None:
            like = np.empty(1, np.int64), self._rooms.of(1)[1]
            common = (*self._common, self.settings, self._finals, self.chances, *like)
            self._crew = crew.Crew(self._chunk, self.count, common, self._scratch)
        return self._crew

    def __getstate__(self) -> dict[str, Any]:
        """Everything but threads and arrays that are only passed through."""
        return {
            **self.__dict__,
            "_crew": None,
            "_upcoming": None,
            "_arrays_of_slots": None,
            "_common": None,
            "_with_chances": None,
            "_calls": None,
        }

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Gather the arguments anew: the arrays are others now."""
        self.__dict__.update(state)
        self._bind()
