"""The environment: one game of Crescent an episode, through Gymnasium's interface."""

from __future__ import annotations

import difflib
from typing import Any, Final, Literal, SupportsIndex, get_args

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from crescent.errors import UnknownNameError, shown
from crescent.moves import MOVES, PLACES, Place
from crescent.outcome import Outcome
from crescent.position import Position
from crescent.variants import Variant, variants
from crescent.view import View
from crescent_gym import rendering, rows
from crescent_gym.errors import ActionError, ArgumentTypeError, ResetNeededError
from crescent_gym.observations import Observation, as_observation, observations
from crescent_gym.rewards import Reward, Transition, amount, as_reward, rewards
from crescent_gym.starts import checked_seed, drawn_code, integer, start_of_options

IllegalPolicy = Literal["terminate", "ignore", "raise"]
"""What an illegal action does."""

ILLEGAL_REWARD: Final = -1.0
"""The reward of an illegal action that ends the episode."""


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
    | `flat` | `Box(0, 1, (1081,), float32)` | `crescent_gym.flat.Flat` |
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
    | `render_mode` | `None` | `"ansi"`: `render()` returns the board in characters |

    With `illegal="raise"` the `IllegalMoveError` carries the position, face-down cards included: it is for whoever
    debugs an agent, not for the agent. What is no action at all, of the wrong type or out of range, always raises.
    Whatever raises leaves the environment as it was.

    ## Version History
    * v0: first version.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012  declared so by Gymnasium

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
        """
        self.variant = _variant(variant)
        self._rules = self.variant.rules
        self._observation = observations[observation] if isinstance(observation, str) else as_observation(observation)
        self._reward = rewards[reward] if isinstance(reward, str) else as_reward(reward)
        self._illegal = _policy(illegal)
        self.render_mode = _render_mode(render_mode)
        self.action_space = spaces.Discrete(self._rules.action_count)
        self.observation_space = self._observation.space(self._rules)
        if not isinstance(self.observation_space, spaces.Space):
            raise ArgumentTypeError("what space() of an observation returns", "a space", self.observation_space)
        self._board: rows.Board | None = None
        self._code = ""
        self._over = False
        self._last: Place | None = None

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
        if start is None:
            code = drawn_code(self.np_random, self.variant)
            text, board = str(code), rows.deal(code.number, self._rules)
        else:
            text, board = str(start.code or ""), rows.board(start.position.row, self._rules)
        observation = self._observation.encode(board.view, self._rules)
        self._board, self._code, self._over, self._last = board, text, False, None
        return observation, self._info(board)

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
        before = self._under_way("step")
        if self._over:
            raise ResetNeededError("step", "the episode has ended")
        index = integer("an action", action)
        if not 0 <= index < before.mask.size:
            raise ActionError(index, before.mask.size)
        if not before.mask[index]:
            return self._refused(before, index)
        after, change = rows.play(before, self._rules, index)
        transition = Transition(before.view, index, after.view, change, after.outcome, self._rules)
        reward = amount(self._reward(transition))
        observation = self._observation.encode(after.view, self._rules)
        if self.render_mode is not None:
            place = rows.target(before.row, self._rules, index)
            self._last = None if place is None else PLACES[place]
        self._board, self._over = after, after.outcome is not None
        return observation, reward, self._over, False, self._info(after)

    def action_masks(self) -> NDArray[np.bool_]:
        """Which actions are legal, as bool of shape (281,) or (409,); a fresh array, all True where the game has ended.

        Raises:
            ResetNeededError: no episode has begun.
        """
        return self._under_way("action_masks").mask.astype(np.bool_)

    def render(self) -> str | None:
        """The board in characters, the last move's card in a heavy frame; None without a render mode.

        Raises:
            ResetNeededError: no episode has begun.
        """
        return None if self.render_mode is None else rendering.ansi(self.view, self._last)

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
        return Position.from_row(self._under_way("position").row, self._rules)

    def _under_way(self, what: str) -> rows.Board:
        """The board of the episode that has begun."""
        if self._board is None:
            raise ResetNeededError(what, "no episode has begun")
        return self._board

    def _refused(self, board: rows.Board, index: int) -> tuple[NDArray[Any], float, bool, bool, dict[str, Any]]:
        """What an illegal action brings; the cards stay where they are."""
        if self._illegal == "raise":
            self.position.play(MOVES[index])  # raises
        observation = self._observation.encode(board.view, self._rules)
        self._over = self._illegal == "terminate"
        return observation, ILLEGAL_REWARD if self._over else 0.0, self._over, False, self._info(board)

    def _info(self, board: rows.Board) -> dict[str, Any]:
        """The info of the class's table, fresh."""
        return {
            "code": self._code,
            "action_mask": board.mask.copy(),
            "legal_count": board.legal_count,
            "is_success": board.outcome is Outcome.WON,
        }


def _variant(variant: object) -> Variant:
    """A variant by name, or itself."""
    if isinstance(variant, str):
        return variants[variant]
    if not isinstance(variant, Variant):
        raise ArgumentTypeError("variant", "a name or a Variant", variant)
    return variant


def _policy(policy: object) -> IllegalPolicy:
    """What an illegal action shall do."""
    known: tuple[IllegalPolicy, ...] = get_args(IllegalPolicy)
    if not isinstance(policy, str):
        raise ArgumentTypeError("illegal", "'terminate', 'ignore' or 'raise'", policy)
    for name in known:
        if policy == name:
            return name
    raise UnknownNameError("way to treat illegal actions", policy, difflib.get_close_matches(policy[:20], known), known)


def _render_mode(mode: object) -> str | None:
    """How an episode shall be drawn; a wrong mode is a TypeError, on which Stable-Baselines3 goes on without one."""
    if mode is None or (isinstance(mode, str) and mode in CrescentEnv.metadata["render_modes"]):
        return mode
    raise ArgumentTypeError(f"render_mode must be None or 'ansi', not {shown(mode)}")
