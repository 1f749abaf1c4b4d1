"""The vector environment: thousands of games at once, stepped by compiled code."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import ArrayLike, NDArray

from crescent import jit, kernel
from crescent.moves import MOVES, PLACES, Place
from crescent.position import Position
from crescent.variants import Variant
from crescent.view import View
from crescent_gym import arguments, infos, rendering, starts
from crescent_gym.arguments import IllegalPolicy
from crescent_gym.batch import outputs, steps
from crescent_gym.batch.batch import Batch
from crescent_gym.custom import Custom
from crescent_gym.errors import ActionError, ArgumentTypeError, ResetNeededError
from crescent_gym.flat import Flat
from crescent_gym.observations import Cards, Observation
from crescent_gym.rewards import Reward, progress, sparse
from crescent_gym.spaces import batched
from crescent_gym.window import Window

MOST_SLOTS = 2**24
"""Slots that an environment has at most."""

_INT64 = np.dtype(np.int64)

_MODES = {
    AutoresetMode.NEXT_STEP: steps.NEXT_STEP,
    AutoresetMode.SAME_STEP: steps.SAME_STEP,
    AutoresetMode.DISABLED: steps.DISABLED,
}


class CrescentVectorEnv(VectorEnv[NDArray[Any], NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games of Crescent side by side.

    Slot i, seeded with s, plays what `CrescentEnv` plays when seeded with s + i, bit by bit: observations, rewards,
    ends, masks, codes.  Infos have the layout of Gymnasium's `SyncVectorEnv` over single environments; under `code`
    and so on stand arrays of one value a slot, under `_code` and so on which slots have one.

    ## Arguments
    Those of `CrescentEnv`, and

    | name | default | meaning |
    |---|---|---|
    | `num_envs` | 1 | slots |
    | `max_episode_steps` | None | steps after which an episode is truncated; `make_vec` gives the registered 500 |
    | `autoreset_mode` | `NEXT_STEP` | when an ended slot is dealt anew: in the next step, which ignores its action; \
in the same step, `final_obs` and `final_info` telling of the end; or by `reset(options={"reset_mask": …})` alone |
    | `copy` | True | fresh arrays at every step; False reuses them, so a step's outputs are gone with the next step |
    | `threads` | 1 | threads that share the slots; worth it from some hundred slots on |
    | `statistics` | False | infos tell return, length and time of each ended episode under `episode`, as the wrapper \
`RecordEpisodeStatistics` does |

    Built-in observations and rewards are written by compiled code; others are called slot by slot in Python.

    ## Reset options
    Those of `CrescentEnv` for every slot alike; `codes` or `positions`, a sequence of one a slot; and `reset_mask`,
    bool (num_envs,), which slots to reset.
    """

    num_envs: int
    render_mode: str | None
    autoreset_mode: AutoresetMode
    observation_space: spaces.Space[Any]
    single_observation_space: spaces.Space[Any]
    action_space: spaces.Space[Any]
    single_action_space: spaces.Space[Any]

    metadata: dict[str, Any] = {"render_modes": list(arguments.RENDER_MODES), "render_fps": 4}  # noqa: RUF012  Gymnasium's own is no ClassVar
    variant: Variant

    def __init__(  # noqa: PLR0913  what `make_vec` and the single environment take
        self,
        num_envs: int = 1,
        *,
        variant: str | Variant = "normal",
        observation: str | Observation = "flat",
        reward: str | Reward = "progress",
        illegal: IllegalPolicy = "terminate",
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int = 1,
        statistics: bool = False,
    ) -> None:
        """Check the arguments, and compile or load the compiled code; no game is dealt yet.

        Raises:
            ArgumentTypeError: an argument has the wrong type, or there is no such render or autoreset mode.
            RulesError: a number out of range.
            UnknownNameError: a name that nothing has; the error offers near ones.
            PluginError: a plug-in that fails.
            MissingExtraError: a render mode in pixels, without the extra `pictures`.
            NoWindowError: `render_mode="human"` without a screen.
        """
        super().__init__()
        self.num_envs = arguments.checked_number("num_envs", num_envs, 1, MOST_SLOTS)
        self.variant = arguments.checked_variant(variant)
        rules = self._rules = self.variant.rules
        made, single = arguments.checked_observation(observation, rules)
        paid = arguments.checked_reward(reward)
        self._raises = arguments.checked_policy(illegal) == "raise"
        self.render_mode = arguments.checked_render_mode(render_mode)
        limit = arguments.checked_limit(max_episode_steps)
        self.autoreset_mode = arguments.checked_autoreset_mode(autoreset_mode)
        self._shape = (self.num_envs,)
        self._waits = self.autoreset_mode is AutoresetMode.DISABLED
        self._deals_first = self.autoreset_mode is AutoresetMode.NEXT_STEP
        self.metadata = {**self.metadata, "autoreset_mode": self.autoreset_mode}
        self.single_observation_space, self.observation_space = single, batched(single, self.num_envs)
        self.single_action_space = spaces.Discrete(rules.action_count)
        self.action_space = batched(self.single_action_space, self.num_envs)
        known = {Flat: outputs.FLAT, Cards: outputs.CARDS}.get(type(made))
        kind = steps.PROGRESS if paid is progress else steps.SPARSE if paid is sparse else None
        self._custom = None if known is not None and kind is not None else Custom(made, single, paid, rules)
        self._batch = Batch(
            self.num_envs,
            rules,
            kind=outputs.CARDS if self._custom or known is None else known,
            reward=steps.NO_REWARD if self._custom or kind is None else kind,
            policy=steps.IGNORE if illegal == "ignore" else steps.TERMINATE,
            mode=_MODES[self.autoreset_mode],
            limit=limit,
            fresh=arguments.checked_flag("copy", copy) or self._custom is not None,
            threads=arguments.checked_number("threads", threads, 1, 1024),
        )
        self._infos = infos.Infos(self.variant, self.num_envs)
        self._statistics = infos.Statistics(self.num_envs) if arguments.checked_flag("statistics", statistics) else None
        self._last: list[Place | None] = [None] * (self.num_envs if self.render_mode else 0)
        self._began = False
        self._window: Window | None = None
        with jit.announced("the vector environment"):
            self._batch.warm_up()
        if self.render_mode == "human":
            self._window = Window(f"Crescent: {self.variant.name}", self.metadata["render_fps"])

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Start an episode in every slot, or in those of the option `reset_mask`.

        Args:
            seed: s for s + i in slot i, or one seed (or None) a slot; None goes on with each slot's series of deals.
            options: as the class says; the caller's mapping is not changed.

        Returns:
            Observations (num_envs, …) and infos; of slots that are not reset the observation that stands.

        Raises:
            WrongTypeError: seed, options or an option's value has the wrong type.
            RulesError: a seed out of range, or seeds of another number than slots.
            OptionError: an option that is unknown or does not fit this environment.
            CodeError, PositionError: a text that is no game code or no position.
            ResetNeededError: `reset_mask` leaves out slots where no episode has begun.
        """
        seeds = starts.checked_seeds(seed, self.num_envs)
        chosen, given = starts.starts_of_options(options, self.variant, self.num_envs)
        if not self._began and not chosen.all():
            raise ResetNeededError("reset with reset_mask", "no episode has begun")
        if isinstance(seed, int):
            super().reset(seed=seed)
        if not self._began:
            unseeded = seeds[:, 0] == starts.NO_SEED
            seeds[unseeded] = starts.random_seeds(int(unseeded.sum()))
        seeds[~chosen, 0] = starts.NO_SEED
        self._batch.seed(seeds)
        self._batch.start(chosen, {slot: (position.row, number) for slot, (position, number) in given.items()})
        self._began = True
        return self._after_reset(chosen)

    def step(
        self, actions: ArrayLike
    ) -> tuple[NDArray[Any], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play one action in every slot.

        Whatever raises leaves every slot as it was; an error about one slot has a note that names it.

        Args:
            actions: integers of shape (num_envs,).

        Returns:
            Observations (num_envs, …), rewards float64, terminated and truncated bool (num_envs,), infos.

        Raises:
            ArgumentTypeError: the actions are no integers, or not one a slot.
            ActionError: one is out of range.
            IllegalMoveError: one is illegal, with `illegal="raise"`.
            ResetNeededError: no episode has begun, or, in mode DISABLED, one has ended.
        """
        chosen = self._checked(actions)
        batch = self._batch
        dealt: NDArray[np.int64] | None
        slot, dealt, numbers = batch.look_ahead(chosen)
        if slot >= 0:
            with starts.named(slot):
                raise ActionError(int(np.asarray(actions)[slot]), self._rules.action_count)
        if self._raises:
            self._refuse_illegal(chosen)
        if not self._deals_first:
            dealt = None
        if self.render_mode is not None:
            self._note_targets(chosen)
        if self._custom is not None:
            seen, ended, observation = self._custom.step(batch, chosen)
            info = self._infos.of_step(seen, dealt, numbers)
        else:
            seen = batch.begin_step(chosen)
            observation = seen.observation
            try:
                info = self._infos.of_step(seen, dealt, numbers)  # while other threads step
            finally:
                ended = batch.finish_step()
        if ended is not None:
            self._infos.add_ended(info, batch, ended)
        if self._statistics is not None:
            same_step = self.autoreset_mode is AutoresetMode.SAME_STEP
            self._statistics.add(info, seen, dealt, same_step=same_step)
        if ended is not None and self.render_mode is not None:
            for slot in ended.slot.tolist():
                self._last[slot] = None
        self._show()
        return observation, seen.reward, seen.terminated, seen.truncated, info

    def sample_actions(self) -> NDArray[np.int64]:
        """A legal action for every slot, int64 (num_envs,), all legal ones alike; the seed of `reset` seeds it too.

        Where the game has ended any action will do, and any is given, as the mask of all 1 says.

        Raises:
            ResetNeededError: no episode has begun.
        """
        self._under_way("sample_actions")
        return self._batch.choose()

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, bool of shape (num_envs, 281 or 409), fresh; all True where the game has ended.

        Raises:
            ResetNeededError: no episode has begun.
        """
        self._under_way("action_masks")
        return self._batch.masks().view(np.bool_)

    def state(self) -> NDArray[np.uint8]:
        """The boards as rows of bytes, face-down cards included: uint8 of shape (num_envs, bytes of a row), fresh.

        Each is laid out as `crescent.kernel` says; `crescent.Position.from_row` makes a position of one.

        Raises:
            ResetNeededError: no episode has begun.
        """
        self._under_way("state")
        return self._batch.rows()

    def set_state(self, rows: NDArray[np.uint8]) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin an episode in every slot from these rows; the series of deals go on as they were.

        Args:
            rows: uint8 of shape (num_envs, bytes of a row), as `state` gives.

        Returns:
            Observations and infos, as `reset`.

        Raises:
            ArgumentTypeError: the rows have another type or shape.
            PositionError: one is no position; every fault is listed, and every slot is as it was.
            OptionError: one is a finished game.
        """
        checked = starts.checked_rows(rows, self.variant, self.num_envs)
        if not self._began:
            self._batch.seed(starts.random_seeds(self.num_envs))
        self._batch.start(
            np.ones(self.num_envs, np.bool_), {slot: (row, starts.NO_NUMBER) for slot, row in enumerate(checked)}
        )
        self._began = True
        return self._after_reset(np.ones(self.num_envs, np.bool_))

    def render(self) -> tuple[str, ...] | tuple[NDArray[np.uint8], ...] | None:
        """The boards, the last moves' cards in frames.

        Returns:
            A text a slot by `ansi`; uint8 (316, 384, 3) a slot by `rgb_array`, as Gymnasium's wrappers for videos want
            them (`grid` has them in one); None by `human`, whose window shows them anew, and without a render mode.

        Raises:
            ResetNeededError: no episode has begun.
        """
        if self.render_mode is None:
            return None
        self._under_way("render")
        if self.render_mode == "human":
            self._show()
            return None
        views = self._views(self.num_envs)
        if self.render_mode == "ansi":
            return tuple(rendering.ansi(view, last) for view, last in zip(views, self._last, strict=True))
        return tuple(
            rendering.pixels(view, last, rendering.SLOT_WIDTH) for view, last in zip(views, self._last, strict=True)
        )

    def grid(self) -> NDArray[np.uint8]:
        """The boards of the first 64 slots in one picture, row by row, uint8 (height, width, 3), at most 1536 wide.

        With a render mode the last moves' cards are framed.

        Raises:
            ResetNeededError: no episode has begun.
            MissingExtraError: the extra `pictures` is not installed.
        """
        self._under_way("grid")
        views = self._views(min(self.num_envs, rendering.MOST_TILES))
        return rendering.grid(views, self._last[: len(views)] or [None] * len(views))

    @property
    def tells_statistics(self) -> bool:
        """Whether infos tell of ended episodes under `episode`, as the argument `statistics` has it."""
        return self._statistics is not None

    def close_extras(self, **_: Any) -> None:  # noqa: ANN401  as Gymnasium has it
        """End the threads, and close the window."""
        window = getattr(self, "_window", None)
        if window is not None:
            window.close()
        if hasattr(self, "_batch"):  # Gymnasium closes what a wrong argument has left half made, too
            self._batch.close()

    def _after_reset(self, chosen: NDArray[np.bool_]) -> tuple[NDArray[Any], dict[str, Any]]:
        """What a reset of the chosen slots returns."""
        if self.render_mode is not None:
            self._last = [None if begun else last for begun, last in zip(chosen, self._last, strict=True)]
        seen = self._batch.show()
        observation = seen.observation
        if self._custom is not None:
            self._custom.begin(seen)
            observation = self._custom.observe(seen.observation)
        if self._statistics is not None:
            self._statistics.begin(chosen)
        self._show()
        return observation, self._infos.of_reset(self._batch, seen, chosen)

    def _views(self, count: int) -> list[View]:
        """What the players of the first `count` slots may know."""
        return [Position.from_row(row.tobytes(), self._rules).view() for row in self._batch.rows()[:count]]

    def _show(self) -> None:
        """Show the boards in the window, if there is one that is open."""
        if self._window is not None and self._window.is_open:
            self._window.show(self.grid())

    def _under_way(self, what: str) -> None:
        if not self._began:
            raise ResetNeededError(what, "no episode has begun")

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        """`actions` as int64 of shape (num_envs,), whatever their values."""
        self._under_way("step")
        chosen = actions
        if not (type(chosen) is np.ndarray and chosen.dtype is _INT64 and chosen.shape == self._shape):
            given = arguments.as_array("actions", actions)
            if given.dtype.kind not in "iu" or given.shape != self._shape:
                raise ArgumentTypeError(
                    f"actions must be integers of shape {self._shape}, not {given.dtype} of shape {given.shape}"
                )
            chosen = np.ascontiguousarray(given, np.int64)
        if not chosen.flags.carray:
            chosen = np.array(chosen, np.int64, order="C")  # the compiled code is for writable, aligned arrays
        if self._waits and self._batch.slots.ended.any():
            ended = np.flatnonzero(self._batch.slots.ended)[:10].tolist()
            raise ResetNeededError("step", f"the episodes of the slots {ended} have ended")
        return chosen

    def _refuse_illegal(self, actions: NDArray[np.int64]) -> None:
        """Raise what the rules say of the first action that is illegal, if one is."""
        slot = self._batch.first_illegal(actions)
        if slot >= 0:
            with starts.named(slot):
                Position.from_row(self._batch.rows()[slot].tobytes(), self._rules).play(MOVES[actions[slot]])

    def _note_targets(self, actions: NDArray[np.int64]) -> None:
        """Keep where each action is to put a card, for the pictures."""
        played = self._batch.is_legal(actions)
        for slot, row in enumerate(self._batch.rows()):
            if self._batch.slots.ended[slot] and self.autoreset_mode is AutoresetMode.NEXT_STEP:
                self._last[slot] = None
            elif played[slot]:
                place = kernel.target_of(row.tobytes(), self._rules.pile_capacity, int(actions[slot]))
                self._last[slot] = None if place < 0 else PLACES[place]
