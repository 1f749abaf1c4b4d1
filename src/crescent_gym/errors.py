"""What can go wrong in an environment and nowhere else; everything else is raised as `crescent.errors` has it."""

from __future__ import annotations

import gymnasium.error

from crescent.errors import CrescentError, InvalidValueError, WrongTypeError, shown


class ArgumentTypeError(WrongTypeError):
    """A constructor's argument of the wrong type, or a render mode that there is not.

    `gymnasium.make` raises a constructor's `TypeError` again as `type(error)(message)`, so this one can be made from
    its message alone.
    """

    def __init__(self, what: str, expected: str = "", value: object = None) -> None:
        """Keep what `WrongTypeError` keeps, or the whole message as `what`."""
        super().__init__(what, expected, value)

    def __str__(self) -> str:
        """The argument and both types, or the message it was made from."""
        return super().__str__() if self.expected else self.what


class ActionError(InvalidValueError):
    """An action that the action space does not hold."""

    def __init__(self, action: int, count: int) -> None:
        """Keep the `action` and the `count` of actions that there are."""
        super().__init__(action, count)
        self.action = action
        self.count = count

    def __str__(self) -> str:
        """The action and the range."""
        return f"{shown(self.action)} is no action here: they run from 0 to {self.count - 1}"


class OptionError(InvalidValueError):
    """An option of `reset` that means nothing, or not here."""

    def __init__(self, option: object, reason: str) -> None:
        """Keep the name of the `option` and the `reason` in words."""
        super().__init__(option, reason)
        self.option = option
        self.reason = reason

    def __str__(self) -> str:
        """The option and what is wrong with it."""
        return f"reset option {shown(self.option)}: {self.reason}"


class NotWonError(InvalidValueError):
    """A line of play that is to lead to a win, and does not."""

    def __init__(self, where: str, ply_count: int) -> None:
        """Keep `where` the line comes from and how many moves and redeals it has."""
        super().__init__(where, ply_count)
        self.where = where
        self.ply_count = ply_count

    def __str__(self) -> str:
        """The line, and what it lacks."""
        return f"{shown(self.where)}: the line of {self.ply_count} moves and redeals does not end in a won game"


class NotPerSlotError(CrescentError, AttributeError):
    """Something that only an environment of its own in each slot could do."""

    def __init__(self, what: str) -> None:
        """Keep `what` was asked for."""
        super().__init__(what)
        self.what = what

    def __str__(self) -> str:
        """What cannot be done, and what can."""
        return (
            f"cannot {self.what} in slots, for they are stepped as one; "
            "the environment itself is the attribute `games`, and methods of slots are action_masks, render, state"
        )


class ResetNeededError(CrescentError, gymnasium.error.ResetNeeded):
    """A step, a mask or a picture was asked for where no episode is under way."""

    def __init__(self, what: str, reason: str) -> None:
        """Keep `what` was asked for and the `reason` in words."""
        super().__init__(what, reason)
        self.what = what
        self.reason = reason

    def __str__(self) -> str:
        """What was asked for, why it cannot be had, and the way out."""
        return f"{self.what}: {self.reason}; call reset() first"


class NoWindowError(CrescentError):
    """A window was asked for where none can be opened."""

    def __init__(self, reason: str) -> None:
        """Keep the `reason`, in the system's words."""
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        """Why, and what works without a window."""
        return f"no window can be opened: {self.reason}; render_mode='rgb_array' needs none"
