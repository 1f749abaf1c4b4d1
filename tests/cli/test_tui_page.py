"""The page that `crescent tui --serve` serves: it talks to its own origin alone, and ends with the server."""

from __future__ import annotations

import asyncio
import http.client
import re
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from aiohttp import web
from aiohttp.test_utils import make_mocked_request
from textual_serve.server import Server

from crescent.tui import serving
from tests.cli.running import start


@pytest.fixture(name="served")
def _served(tmp_path: Path, port: int) -> Iterator[subprocess.Popen[str]]:
    """The command as it serves."""
    process = start("tui", "--serve", "--port", str(port), "--data", str(tmp_path / "games.sqlite3"))
    try:
        for _ in range(3000):
            if process.poll() is not None:
                pytest.fail(f"ended: {process.communicate()}")
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                time.sleep(0.01)
        yield process
    finally:
        process.kill()
        process.communicate()


UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
}
"""The headers of a page that wants to talk to its server."""


def handshake(port: int, origin: str | None) -> int:
    """The status of what the server answers to a page that wants to talk to it."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    connection.request("GET", "/ws", headers=UPGRADE | ({} if origin is None else {"Origin": origin}))
    status = connection.getresponse().status
    connection.close()
    return status


def test_the_page_is_served_and_talks_to_its_own_origin_alone(served: subprocess.Popen[str], port: int) -> None:
    """A browser gets the page with what belongs to it; a page from elsewhere is turned away; ctrl-C ends it all."""
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=20) as answer:
        page = answer.read().decode()
    assert f"ws://127.0.0.1:{port}/ws" in page
    assert "Crescent" in page
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/static/js/textual.js", timeout=20) as answer:
        assert len(answer.read()) > 10_000
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"http://127.0.0.1:{port}/etc/passwd", timeout=20)
    for origin, status in (
        (f"http://127.0.0.1:{port}", 101),
        (f"http://localhost:{port}", 101),
        (None, 101),
        ("http://evil.example", 403),
        (f"http://evil.example:{port}", 403),
        (f"https://127.0.0.1:{port}", 403),
        ("null", 403),
    ):
        assert handshake(port, origin) == status, origin
    served.send_signal(signal.SIGINT)
    _, err = served.communicate(timeout=30)
    assert served.returncode == 0
    assert err.startswith(f"The game is here, until ctrl-C: http://127.0.0.1:{port}\n")


def test_nothing_in_the_served_page_refers_to_another_host(served: subprocess.Popen[str], port: int) -> None:
    """Nor its style sheet; and its policy keeps a browser from asking elsewhere, whatever the script wants."""
    own = f"http://127.0.0.1:{port}"
    page, style = read(f"{own}/"), read(f"{own}/static/css/xterm.css")
    for name in ("css/xterm.css", "js/textual.js", "fonts/RobotoMono-VariableFont_wght.ttf"):
        assert f'"{own}/static/{name}"' in page
    assert set(re.findall(r"//([^/;\s\"']+)", page)) == {f"127.0.0.1:{port}"}
    assert not re.findall(r"url\(|@import", style)
    (policy,) = re.findall(r"Content-Security-Policy\"\s+content=\"([^\"]+)\"", page)
    sources = {word for rule in policy.split("; ") for word in rule.split()[1:]}
    assert policy.startswith("default-src 'none'; ")
    assert sources == {"'none'", "'unsafe-inline'", "data:", own, f"ws://127.0.0.1:{port}/ws"}
    assert served.poll() is None


def test_ending_the_server_ends_the_apps_of_open_pages(monkeypatch: pytest.MonkeyPatch, port: int) -> None:
    """It does not wait for whoever looks at a page to leave; what a page has left already does not matter."""
    server = serving.GameServer(["x"], "127.0.0.1", port)

    async def talk(_: object, request: web.Request) -> web.WebSocketResponse:
        if request.path == "/ws":
            await asyncio.Event().wait()
        return web.WebSocketResponse()

    monkeypatch.setattr(Server, "handle_websocket", talk)

    async def scene() -> None:
        left, *stay = (
            asyncio.create_task(server.handle_websocket(make_mocked_request("GET", path)))
            for path in ("/left", "/ws", "/ws")
        )
        await left
        await server.on_shutdown(web.Application())
        await asyncio.wait(stay, timeout=10)
        assert all(task.cancelled() for task in stay)

    asyncio.run(scene())


def read(url: str) -> str:
    """What is there, as text."""
    with urllib.request.urlopen(url, timeout=20) as answer:
        return str(answer.read().decode("utf-8", "replace"))
