"""Counters of repetition and of steps that got nowhere, in single environments and in the vector environment."""

from __future__ import annotations

from typing import Any, Final, SupportsFloat

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode, VectorWrapper
from numpy.typing import NDArray

from crescent.errors import RulesError
from crescent.moves import MOVES
from crescent.position import Position
from crescent.view import View
from crescent_gym.errors import ArgumentTypeError, ResetNeededError
from crescent_gym.seen import SeenBoards
from crescent_gym.shaping import checked_inner
from crescent_gym.vector import CrescentVectorEnv

_KEYS: Final = ("code", "action_mask", "legal_count", "is_success")
"""What the infos of the environment tell of every slot."""


class ProgressCounters(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Tells in the infos whether a game gets anywhere, and may truncate it where it does not.

    `info["repetitions"]`: how often the player has seen this very board before in the episode.
    `info["idle_steps"]`: steps since a card came to the foundations, or a redeal was used.
    """

    def __init__(
        self,
        env: gymnasium.Env[Any, Any],
        *,
        most_repetitions: int | None = None,
        most_idle_steps: int | None = None,
    ) -> None:
        """Wrap a single environment.

        Args:
            env: one of this project's, wrapped or not.
            most_repetitions: an episode is truncated when a board is seen more often than that again; None for never.
            most_idle_steps: likewise after more idle steps.

        Raises:
            ArgumentTypeError: `env` is no such environment, or a limit no integer.
            RulesError: a limit is negative.
        """
        self._core = checked_inner(env)
        super().__init__(env)
        self._most_repetitions = _limit("most_repetitions", most_repetitions)
        self._most_idle = _limit("most_idle_steps", most_idle_steps)
        self._seen: dict[View, int] = {}
        self._best = (0, 0)
        self._idle = 0

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """As the environment; the counters begin at 0."""
        observation, info = self.env.reset(seed=seed, options=options)
        view = self._core.view
        self._seen, self._idle, self._best = {view: 1}, 0, (view.cards_home, -view.redeals_left)
        return observation, info | {"repetitions": 0, "idle_steps": 0}

    def step(self, action: Any) -> tuple[Any, SupportsFloat, bool, bool, dict[str, Any]]:  # noqa: ANN401  as Gymnasium has it
        """As the environment, with the counters; truncated where one is beyond its limit and the game goes on."""
        observation, reward, terminated, truncated, info = self.env.step(action)
        view = self._core.view
        before = self._seen.get(view, 0)
        self._seen[view] = before + 1
        home, redealt = self._best
        progress = view.cards_home > home or -view.redeals_left > redealt
        self._best = (max(home, view.cards_home), max(redealt, -view.redeals_left))
        self._idle = 0 if progress else self._idle + 1
        cut = _beyond(before, self._most_repetitions) or _beyond(self._idle, self._most_idle)
        info = info | {"repetitions": before, "idle_steps": self._idle}
        return observation, reward, terminated, truncated or (cut and not terminated), info


class VectorProgressCounters(VectorWrapper):
    """`ProgressCounters` for the vector environment, in every autoreset mode; other wrappers go around it.

    Slot by slot it counts and cuts as the single environment's wrapper does.  `info["repetitions"]` and
    `info["idle_steps"]` are int64 (num_envs,), laid out as all infos are: with `_repetitions` and `_idle_steps`, and in
    mode SAME_STEP those of ended episodes in `info["final_info"]`.  A cut episode begins anew as the mode has it.
    """

    def __init__(
        self, env: CrescentVectorEnv, *, most_repetitions: int | None = None, most_idle_steps: int | None = None
    ) -> None:
        """Wrap a vector environment.

        Args:
            env: a `CrescentVectorEnv`, not wrapped, and without `statistics=True`, which would not hear of cuts; the
                wrapper `RecordEpisodeStatistics` around this one does.
            most_repetitions: as in `ProgressCounters`.
            most_idle_steps: likewise.

        Raises:
            ArgumentTypeError: `env` is no such environment, or a limit no integer.
            RulesError: a limit is negative.
        """
        if not isinstance(env, CrescentVectorEnv):
            raise ArgumentTypeError("a vector environment to wrap", "a CrescentVectorEnv, not wrapped", env)
        self._most_repetitions = _limit("most_repetitions", most_repetitions)
        self._most_idle = _limit("most_idle_steps", most_idle_steps)
        if env.tells_statistics and (most_repetitions, most_idle_steps) != (None, None):
            raise ArgumentTypeError("statistics=True does not hear of cuts: put RecordEpisodeStatistics around this")
        super().__init__(env)
        self._games = env
        self._boards = SeenBoards(env.num_envs, env.variant.rules)
        self._ended = np.zeros(env.num_envs, np.bool_)
        self._cut = np.zeros(env.num_envs, np.bool_)

    @property
    def autoreset_mode(self) -> AutoresetMode:
        """The environment's, where TorchRL looks for it."""
        return self._games.autoreset_mode

    def reset(self, *, seed: Any = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:  # noqa: ANN401  as Gymnasium has it
        """As the environment; the counters of slots that are reset begin at 0."""
        observation, info = self._games.reset(seed=seed, options=options)
        return observation, self._begun(info)

    def set_state(self, rows: NDArray[np.uint8]) -> tuple[NDArray[Any], dict[str, Any]]:
        """As the environment; all counters begin at 0."""
        observation, info = self._games.set_state(rows)
        return observation, self._begun(info)

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], Any, Any, dict[str, Any]]:  # noqa: ANN401  as Gymnasium has it
        """As the environment, with the counters; truncated where one is beyond its limit and the game goes on.

        Raises:
            ResetNeededError: in mode DISABLED, where an episode was cut.
            CrescentError: and what the environment raises.
        """
        mode, waiting = self._games.autoreset_mode, self._cut
        if waiting.any():
            actions = self._playable(actions, waiting)
        rows = self._games.state() if mode is AutoresetMode.SAME_STEP else None
        told = self._games.step(actions)
        if mode is AutoresetMode.NEXT_STEP and waiting.any():
            told = self._dealt_anew(told, waiting)
            told[1][waiting], told[2][waiting], told[3][waiting] = 0, False, False
        observation, reward, terminated, truncated, info = told
        over = terminated | truncated
        boards = self._games.state()
        dealt = self._ended if mode is AutoresetMode.NEXT_STEP else np.zeros_like(over)
        if rows is not None:
            for slot in np.flatnonzero(over).tolist():
                boards[slot] = self._last(rows[slot], int(actions[slot]))
        repetitions, idle = self._boards.add(boards, dealt)
        cut = _beyond_all(repetitions, self._most_repetitions) | _beyond_all(idle, self._most_idle)
        cut &= ~over & ~dealt
        counters = {"repetitions": repetitions, "idle_steps": idle}
        if mode is AutoresetMode.SAME_STEP and (over | cut).any():
            told = self._ended_at_once(told, cut, over | cut, counters)
            observation, reward, terminated, truncated, info = told
        else:
            self._cut = cut
        self._ended = over | cut
        every = np.ones_like(over)
        info = info | {key: value for name, count in counters.items() for key, value in _named(name, count, every)}
        return observation, reward, terminated, truncated | cut, info

    def _begun(self, info: dict[str, Any]) -> dict[str, Any]:
        """The infos of a reset, with counters of 0 for the slots that it begins."""
        begun: NDArray[np.bool_] = info["_legal_count"]
        self._boards.begin(self._games.state(), begun)
        self._ended, self._cut = self._ended & ~begun, self._cut & ~begun
        none = np.zeros(self.num_envs, np.int64)
        return info | dict([*_named("repetitions", none.copy(), begun), *_named("idle_steps", none, begun)])

    def _playable(self, actions: Any, waiting: NDArray[np.bool_]) -> Any:  # noqa: ANN401  as Gymnasium has it
        """The actions, where a slot waits for its next deal any that is legal there: the environment knows no cuts."""
        if self._games.autoreset_mode is AutoresetMode.DISABLED:
            raise ResetNeededError(
                "step", f"the episodes of the slots {np.flatnonzero(waiting)[:10].tolist()} were cut"
            )
        given = np.asarray(actions)
        if given.shape != waiting.shape or given.dtype.kind not in "iu":
            return actions  # for the environment to refuse, as an action out of range
        waiting = waiting & (given >= 0) & (given < self._games.variant.rules.action_count)
        return np.where(waiting, self._games.action_masks().argmax(1), given.astype(np.int64))

    def _dealt_anew(self, told: tuple[Any, ...], slots: NDArray[np.bool_]) -> tuple[Any, ...]:
        """A step's results, with these slots dealt anew after it."""
        _, reward, terminated, truncated, info = told
        reward, terminated, truncated = reward.copy(), terminated.copy(), truncated.copy()  # a reset may reuse them
        observation, begun = self._games.reset(options={"reset_mask": slots.copy()})
        for key in _KEYS:
            info[key][slots] = begun[key][slots]
        return observation, reward, terminated, truncated, info

    def _ended_at_once(
        self,
        told: tuple[Any, ...],
        cut: NDArray[np.bool_],
        ended: NDArray[np.bool_],
        counters: dict[str, NDArray[np.int64]],
    ) -> tuple[Any, ...]:
        """A step's results in mode SAME_STEP, with what it tells of the ends, cuts among them; the counters move on."""
        observation, info = told[0], told[-1]
        final = info if "final_obs" in info else info | _no_ends(info)
        for slot in np.flatnonzero(cut).tolist():
            final["final_obs"][slot] = observation[slot].copy()
        for key in _KEYS:
            final["final_info"][key][cut] = info[key][cut]
            final["final_info"][f"_{key}"] = ended.copy()
        for name, count in counters.items():
            final["final_info"] |= dict(_named(name, np.where(ended, count, 0), ended))
            count[ended] = 0
        final["_final_obs"], final["_final_info"] = ended.copy(), ended.copy()
        told = (*told[:-1], final)
        if cut.any():
            told = self._dealt_anew(told, cut)
        self._boards.begin(self._games.state(), ended)
        return told

    def _last(self, row: NDArray[np.uint8], action: int) -> NDArray[np.uint8]:
        """The row that an action, which may be illegal, leads to."""
        position = Position.from_row(row.tobytes(), self._games.variant.rules)
        move = MOVES[action]
        return row if position.refusal(move) else np.frombuffer(position.play(move).row, np.uint8)


def _named(name: str, values: NDArray[np.int64], which: NDArray[np.bool_]) -> list[tuple[str, NDArray[Any]]]:
    """A counter and the slots that have it, under their keys."""
    return [(name, values), (f"_{name}", which.copy())]


def _no_ends(info: dict[str, Any]) -> dict[str, Any]:
    """What infos tell of ends where there is none, to be filled."""
    count = len(info["code"])
    blank = {key: np.zeros_like(info[key]) for key in _KEYS} | {"code": np.full(count, None, object)}
    return {"final_obs": np.full(count, None, object), "final_info": blank}


def _limit(what: str, value: object) -> int | None:
    """A limit, or None for none."""
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise ArgumentTypeError(what, "an integer or None", value)
    if value < 0:
        raise RulesError(what, value, "0 or more")
    return value


def _beyond(count: int, limit: int | None) -> bool:
    return limit is not None and count > limit


def _beyond_all(counts: NDArray[np.int64], limit: int | None) -> NDArray[np.bool_]:
    return np.zeros(counts.shape, np.bool_) if limit is None else counts > limit
