"""What can go wrong with an external engine, split by cause; each is an `EngineError`.

    EngineStartError    its command cannot be started
    EngineCrashError    it ended, or closed its output, by itself
    EngineTimeoutError  it did not answer in time
    EngineReplyError    it answered, but not as the protocol says
    EngineMoveError     it chose an illegal move
    EngineGoneError     it was asked again after its end

The first means that no game can be played with it; each of the others costs one game.
"""

from __future__ import annotations

from crescent.errors import CrescentError, EngineError

__all__ = [
    "EngineCrashError",
    "EngineError",
    "EngineGoneError",
    "EngineMoveError",
    "EngineReplyError",
    "EngineStartError",
    "EngineTimeoutError",
    "RefusedCommandError",
]


class EngineStartError(EngineError):
    """The command is none, or the system cannot start it: no game can be played with it."""


class EngineCrashError(EngineError):
    """The engine ended by itself, or closed its output."""


class EngineTimeoutError(EngineError):
    """The engine did not answer in time."""


class EngineReplyError(EngineError):
    """The engine wrote what is no reply, a reply to something else, `?` where it has to follow, or no move."""


class EngineMoveError(EngineError, ValueError):
    """The engine chose a move that the rules refuse; `problem.evidence` has `move` and `refusal`."""


class EngineGoneError(EngineError):
    """The engine was closed, or has failed before, and is asked again."""


class RefusedCommandError(CrescentError):
    """A command of the line protocol that cannot be followed; the words of the reply say why."""

    def __init__(self, reason: str) -> None:
        """Keep the `reason` in words."""
        super().__init__(reason)
        self.reason = reason

    def __str__(self) -> str:
        """The reason."""
        return self.reason
