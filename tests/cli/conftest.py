"""What the tests of commands share."""

from __future__ import annotations

import socket

import pytest


@pytest.fixture(name="port")
def _port() -> int:
    """A port that is free."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        number: int = free.getsockname()[1]
    return number
