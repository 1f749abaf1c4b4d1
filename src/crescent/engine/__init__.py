"""The line protocol for players in any language, both ends; `docs/protocol.md` describes it.

`Server` is the end that plays, behind the command `crescent engine`; `EngineClient` is the end that asks, behind the
agents `cmd:...`.  Neither knows any agent: whom the server speaks for is handed to it.
"""

from crescent.engine.client import EngineClient
from crescent.engine.errors import (
    EngineCrashError,
    EngineError,
    EngineGoneError,
    EngineMoveError,
    EngineReplyError,
    EngineStartError,
    EngineTimeoutError,
)
from crescent.engine.framing import PROTOCOL
from crescent.engine.patience import Patience
from crescent.engine.server import Server
from crescent.engine.session import Player, Session, Speaker

__all__ = [
    "PROTOCOL",
    "EngineClient",
    "EngineCrashError",
    "EngineError",
    "EngineGoneError",
    "EngineMoveError",
    "EngineReplyError",
    "EngineStartError",
    "EngineTimeoutError",
    "Patience",
    "Player",
    "Server",
    "Session",
    "Speaker",
]
