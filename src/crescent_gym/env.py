"""The environment: one game of Crescent an episode, through Gymnasium's interface."""

from __future__ import annotations

from typing import Any, Final, SupportsIndex

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from crescent import jit, kernel
from crescent.errors import as_integer
from crescent.moves import MOVES, PLACES, Place
from crescent.outcome import Outcome
from crescent.position import Position
from crescent.variants import Variant
from crescent.view import View
from crescent_gym import arguments, rendering, rows
from crescent_gym.arguments import IllegalPolicy
from crescent_gym.batch import single
from crescent_gym.code_texts import CodeTexts
from crescent_gym.errors import ActionError, ResetNeededError
from crescent_gym.flat import Flat
from crescent_gym.observations import Cards, Observation
from crescent_gym.rewards import Reward, Transition, amount, progress, sparse
from crescent_gym.starts import NO_NUMBER, checked_rows, checked_seed, drawn_number, start_of_options
from crescent_gym.window import Window

_INTEGER = np.int64

_PROGRESS: Final = (-1 / 96, 0.0, 1 / 96)
"""What the reward `progress` pays for a change of -1, 0, 1 cards on the foundations."""


class CrescentEnv(gymnasium.Env[NDArray[Any], np.int64]):
    """One game of the patience Crescent an episode.

    ## Description
    Two packs. Eight foundations are begun with an ace and a king of each suit; the other 96 cards lie in 16 piles of
    six. The player moves one card at a time until all are on the foundations, the aces' rising to the king, the kings'
    falling to the ace. On the piles a card may lie on one of its own suit that is a rank higher or lower (ace and king
    are neighbours). An emptied pile stays empty. A few times a game the player may redeal: the bottom card of every
    pile comes to its top.

    ## Action Space
    `Discrete(281)`, in variants where foundation cards may return to the piles `Discrete(409)`. Piles i, j from 0 to
    15; suits s from 0 to 3 in the order ♠ ♥ ♦ ♣; foundations f from 0 to 7, ascending before descending.

    | index | move | number |
    |---|---|---|
    | 0 … 239 | pile i to pile j: 15 * i + (j if j < i else j - 1) | 240 |
    | 240 … 255 | pile i to the ascending foundation: 240 + i | 16 |
    | 256 … 271 | pile i to the descending foundation: 256 + i | 16 |
    | 272 … 275 | ascending to descending foundation: 272 + s | 4 |
    | 276 … 279 | descending to ascending foundation: 276 + s | 4 |
    | 280 | redeal | 1 |
    | 281 … 408 | foundation f to pile j: 281 + 16 * f + j | 128 |

    `crescent.Move.from_index(action)` is the move. Few actions are legal at a time: choose by `info["action_mask"]`,
    or give `action_masks()` to a trainer that asks for it.

    ## Observation Space
    By the argument `observation`. All are made from what the player may know; a face-down card is not in them.

    | name | space | what it is |
    |---|---|---|
    | `flat` | `Box(0, 1, (393,), float32)` | `crescent_gym.flat.Flat` |
    | `cards` | `Box(…, (16 * capacity + 25,), uint8)`, 233 or 521 bytes | `crescent_gym.observations.Cards` |

    These classes' docstrings tell what each index holds, their `meanings(rules)` gives it in words.

    ## Starting State
    A deal drawn uniformly from the 2 ** 35 game codes of the variant: `number = np_random.integers(2 ** 35)`, one draw
    a `reset()` and no other use of `np_random`. So a seed fixes the whole series of deals.
    `reset(options={"code": "CR1-N-AAAAAAB"})` deals that code (a text or a `crescent.GameCode`), and
    `reset(options={"position": …})` starts from a `crescent.Position` or its text; neither draws.

    ## Rewards
    By the argument `reward`, for legal actions:

    | name | reward |
    |---|---|
    | `progress` | 1/96 for a card that comes to the foundations, -1/96 for one that leaves them; a won game sums to 1 |
    | `sparse` | 1 for the action that wins, else 0 |

    An illegal action brings -1 with `illegal="terminate"`, 0 with `illegal="ignore"`.

    ## Episode End
    Terminated: the game is won; or it is blocked, no move being possible and no redeal left; or the action was illegal
    and `illegal="terminate"`. Truncated: only by the time limit that `gymnasium.make` lays around the environment, 500
    steps unless `max_episode_steps` says otherwise. Won games take 100 to 250 steps; but cards can be moved to and fro
    for ever, and the environment itself knows no limit.

    ## Information
    After every reset and step:

    | key | value |
    |---|---|
    | `code` | the text of the game code; empty where the episode started from a position |
    | `action_mask` | int8 of shape (281,) or (409,), 1 for each legal action; where the game has ended, all 1 |
    | `legal_count` | how many actions are legal; 0 where the game has ended |
    | `is_success` | whether the game is won |

    The code is for records: an agent that dealt it for itself would know every face-down card.

    ## Arguments
    | name | default | meaning |
    |---|---|---|
    | `variant` | `"normal"` | the name of a registered variant, or a `crescent.Variant` |
    | `observation` | `"flat"` | a name in `crescent_gym.observations.observations`, or an `Observation` |
    | `reward` | `"progress"` | a name in `crescent_gym.rewards.rewards`, or a function of a `Transition` |
    | `illegal` | `"terminate"` | an illegal action ends the episode, does nothing (`"ignore"`), or raises (`"raise"`) |
    | `render_mode` | `None` | `"ansi"`: `render()` returns the board in characters; `"rgb_array"`: in pixels, uint8 \
(642, 780, 3); `"human"`: a window shows the board after every reset and step, 4 a second |

    With `illegal="raise"` the `IllegalMoveError` carries the position, face-down cards included: it is for whoever
    debugs an agent, not for the agent. What is no action at all, of the wrong type or out of range, always raises.
    Whatever raises leaves the environment as it was.

    ## Version History
    * v0: first version.
    """

    observation_space: spaces.Space[NDArray[Any]]
    action_space: spaces.Space[np.int64]

    metadata: dict[str, Any] = {"render_modes": list(arguments.RENDER_MODES), "render_fps": 4}  # noqa: RUF012  declared so by Gymnasium

    variant: Variant

    def __init__(
        self,
        *,
        variant: str | Variant = "normal",
        observation: str | Observation = "flat",
        reward: str | Reward = "progress",
        illegal: IllegalPolicy = "terminate",
        render_mode: str | None = None,
    ) -> None:
        """Check the arguments; no game is dealt yet.

        Raises:
            ArgumentTypeError: an argument has the wrong type, or there is no such render mode.
            UnknownNameError: a name that nothing has; the error offers near ones.
            PluginError: a plug-in that fails.
            MissingExtraError: a render mode in pixels, without the extra `pictures`.
            NoWindowError: `render_mode="human"` without a screen.
        """
        self.variant = arguments.checked_variant(variant)
        self._rules = self.variant.rules
        self._observation, self.observation_space = arguments.checked_observation(observation, self._rules)
        self._reward = arguments.checked_reward(reward)
        self._illegal = arguments.checked_policy(illegal)
        self.render_mode: str | None = arguments.checked_render_mode(render_mode)
        self.action_space = spaces.Discrete(self._rules.action_count)
        self._kind = type(self._observation)
        paid = {id(progress): _PROGRESS, id(sparse): (0.0, 0.0, 0.0)}.get(id(self._reward))
        # What is drawn on demand leaves a step as it is; the last move's place is looked up where it is asked for.
        self._is_quick = paid is not None and self._kind in (Flat, Cards) and self.render_mode != "human"
        self._pay = paid or ()
        self._code, self._code_text = "", CodeTexts(self.variant).of
        self._began = False
        self._over = True  # until a reset
        self._last: Place | None = None
        self._played: int | None = None  # an action since then
        with jit.announced("the environment"):
            self._table = rows.Table(self._rules, shows_flat=self._kind is Flat)
            self._table.deal(0)
        self._window: Window | None = None
        if self.render_mode == "human":
            self._window = Window(f"Crescent: {self.variant.name}", self.metadata["render_fps"])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """Start an episode.

        Args:
            seed: 0 to 2 ** 128 - 1 to start the series of deals anew, None to go on with it.
            options: `{"code": …}` or `{"position": …}`, as the class says.

        Returns:
            Observation and info.

        Raises:
            WrongTypeError: seed, options or an option's value has the wrong type.
            RulesError: a seed out of range.
            OptionError: an option that is unknown or does not fit this environment.
            CodeError, PositionError: a text that is no game code or no position.
        """
        plain_seed = checked_seed(seed)
        start = start_of_options(options, self.variant)
        super().reset(seed=plain_seed)
        table = self._table
        if start is None:
            number = drawn_number(self.np_random)
            legal_count = table.deal(number)
        else:
            number = NO_NUMBER if start.code is None else start.code.number
            legal_count = table.place(start.position.row)
        try:
            observation = self._observed()
        except BaseException:
            table.undo()
            raise
        self._code = self._code_text(number)
        self._began, self._over, self._last, self._played = True, False, None, None
        self._show()
        return observation, self._info(legal_count)

    def step(self, action: SupportsIndex) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """Play an action.

        Returns:
            Observation, reward, terminated, truncated (always False: the time limit is a wrapper's), info.

        Raises:
            WrongTypeError: `action` is no integer (a bool is none).
            ActionError: it is out of range.
            IllegalMoveError: it is illegal, with `illegal="raise"`.
            ResetNeededError: no episode has begun, or it has ended.
        """
        if self._over:
            raise ResetNeededError("step", "the episode has ended" if self._began else "no episode has begun")
        table = self._table
        index = action if type(action) is _INTEGER else _within(as_integer("an action", action))
        result = table.play(index)
        if result > 3 and self._is_quick:  # an action that leaves others: nothing but what every step needs
            self._played = index  # type: ignore[assignment]  # NumPy's integers do as well, and cost nothing to keep
            info = {
                "code": self._code, "action_mask": table.mask.copy(), "legal_count": result >> 2, "is_success": False,
            }  # fmt: skip
            return table.seen.copy(), self._pay[result & 3], False, False, info
        if result == single.OUT_OF_RANGE:
            raise ActionError(as_integer("an action", action), table.mask.size)
        if result == single.ILLEGAL:
            return self._refused(int(index))
        return self._step_in_full(int(index), result)

    def _step_in_full(self, index: int, result: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """The rest of a step whose action ends the game, or is seen, paid or drawn in Python."""
        table = self._table
        outcome = None if result > 3 else table.outcome()
        won = outcome is Outcome.WON
        try:
            reward = self._paid(index, result, outcome)
            observation = self._observed()
        except BaseException:
            table.undo()
            raise
        self._played, self._over = index, outcome is not None
        if not self._is_quick:
            self._landed()  # now: whatever may raise in the next step takes back the board, but not the one before it
        self._show()
        return observation, reward, self._over, False, self._info(result >> 2, won=won)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as bool of shape (281,) or (409,); a fresh array, all True where the game has ended.

        Raises:
            ResetNeededError: no episode has begun.
        """
        self._under_way("action_masks")
        return self._table.mask.astype(np.bool_)

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board, the last move's card in a frame.

        Returns:
            A text by `ansi`; uint8 (642, 780, 3) by `rgb_array`; None by `human`, whose window shows it anew, and
            without a render mode.

        Raises:
            ResetNeededError: no episode has begun.
        """
        if self.render_mode is None:
            return None
        view, last = self.view, self._landed()
        if self.render_mode == "ansi":
            return rendering.ansi(view, last)
        if self.render_mode == "rgb_array":
            return rendering.pixels(view, last)
        self._show()
        return None

    def close(self) -> None:
        """Close the window, if there is one."""
        window = getattr(self, "_window", None)  # Gymnasium closes what a wrong argument has left half made, too
        if window is not None:
            window.close()

    @property
    def view(self) -> View:
        """What the player may know; what an agent of `crescent.agents` is shown.

        Raises:
            ResetNeededError: no episode has begun.
        """
        return self.position.view()

    @property
    def position(self) -> Position:
        """The whole truth, face-down cards included: for records, searches and tests, not for the agent.

        Raises:
            ResetNeededError: no episode has begun.
        """
        self._under_way("position")
        return Position.from_row(self._table.row.tobytes(), self._rules)

    def state(self) -> NDArray[np.uint8]:
        """The board as a row of bytes, face-down cards included: uint8 (bytes of a row,), fresh.

        It is laid out as `crescent.kernel` says; `crescent.Position.from_row` makes a position of it.

        Raises:
            ResetNeededError: no episode has begun.
        """
        self._under_way("state")
        return self._table.row.copy()

    def set_state(self, row: NDArray[np.uint8]) -> tuple[NDArray[Any], dict[str, Any]]:
        """Begin an episode from a row, as `reset(options={"position": …})` does from a position.

        Args:
            row: uint8 (bytes of a row,), as `state` gives.

        Returns:
            Observation and info.

        Raises:
            ArgumentTypeError: the row has another type or shape.
            PositionError: it is no position; every fault is listed, and the environment is as it was.
            OptionError: it is a finished game.
        """
        (checked,) = checked_rows(arguments.as_array("a row", row)[np.newaxis], self.variant, 1)
        return self.reset(options={"position": Position.from_row(checked, self._rules)})

    def _under_way(self, what: str) -> None:
        """Raise unless an episode has begun."""
        if not self._began:
            raise ResetNeededError(what, "no episode has begun")

    def _landed(self) -> Place | None:
        """Where the last action's card lies."""
        if self._played is not None:
            place = kernel.target_of(self._table.before.tobytes(), self._rules.pile_capacity, self._played)
            self._last, self._played = None if place < 0 else PLACES[place], None
        return self._last

    def _show(self) -> None:
        """Show the board in the window, if there is one that is open."""
        if self._window is not None and self._window.is_open:
            self._window.show(rendering.pixels(self.view, self._landed()))

    def _info(self, legal_count: int, *, won: bool = False) -> dict[str, Any]:
        """What every reset and step tells beside the observation."""
        mask = self._table.mask.copy()
        return {"code": self._code, "action_mask": mask, "legal_count": legal_count, "is_success": won}

    def _observed(self) -> Any:  # noqa: ANN401  a member of the observation's space
        """The observation of the board, fresh."""
        table = self._table
        if self._kind in (Flat, Cards):
            return table.seen.copy()
        return self._observation.encode(_frozen(table.view.copy()), self._rules)

    def _paid(self, index: int, result: int, outcome: Outcome | None) -> float:
        """What the action that led to the board is paid."""
        if self._reward is progress:
            return _PROGRESS[result & 3]
        if self._reward is sparse:
            return float(outcome is Outcome.WON)
        before, after = self._table.view_before(), self._table.view.copy()
        transition = Transition(_frozen(before), index, _frozen(after), (result & 3) - 1, outcome, self._rules)
        return amount(self._reward(transition))

    def _refused(self, index: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """What an illegal action brings; the cards stay where they are."""
        if self._illegal == "raise":
            self.position.play(MOVES[index])  # raises
        observation = self._observed()
        self._over = self._illegal == "terminate"
        reward = arguments.ILLEGAL_REWARD if self._over else 0.0
        self._show()
        return observation, reward, self._over, False, self._info(int(self._table.mask.sum()))


def _within(index: int) -> int:
    """`index`, or, of one that compiled code cannot be given, another that is as far out of range."""
    return min(max(index, -1), 2**62)


def _frozen(view: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A view of the array that nobody can write to."""
    frozen = view.view()
    frozen.flags.writeable = False
    return frozen
