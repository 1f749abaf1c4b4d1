"""`crescent tui --serve` in Chromium: a whole game is won by clicks on the page."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crescent import Game
from crescent.moves import Move, Pile, Place
from crescent.outcome import Outcome
from crescent.record import Record
from crescent.text import languages
from crescent.text.board import landing
from crescent.tui.app import CrescentApp
from crescent.tui.board import EVERYWHERE, name_of
from crescent.tui.mouse import DOUBLE
from crescent.tui.play import Play
from tests.browser.conftest import Start
from tests.tui.driving import line_of

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.served

CODE = "CR1-N-AAAAANL"
"""A deal with a short line that wins: 130 plies."""

WINDOW = (800, 600)
"""The browser's window; in letters of the size below it has more than 80 columns and 24 lines, whatever the font."""

LETTERS = 12
"""Pixels of the page's letters."""

LISTENING = """
window.terminal = {size: null, heard: ""};
const decoder = new TextDecoder();
window.WebSocket = class extends WebSocket {
  constructor(...words) {
    super(...words);
    this.addEventListener("message", ({data}) => {
      if (typeof data !== "string") window.terminal.heard += decoder.decode(data);
    });
  }
  send(data) {
    const [kind, value] = JSON.parse(data);
    if (kind === "resize") window.terminal.size = [value.width, value.height];
    super.send(data);
  }
};
"""
"""Runs before the page's own script: keeps the size that the page's terminal told the app, and what the app wrote."""

MEASURED = """
const screen = document.querySelector(".xterm-screen").getBoundingClientRect();
return [screen.left, screen.top, screen.width, screen.height, ...window.terminal.size];
"""
"""Where the terminal stands on the page, in pixels, and its columns and lines."""

READY = """
return window.terminal.size !== null && window.terminal.heard.includes(arguments[0]);
"""
"""Whether the app has drawn a game of this code: from then on it takes clicks."""

FILES = ("css/xterm.css", "js/textual.js", "fonts/RobotoMono-VariableFont_wght.ttf")
"""All that the page asks for, of its own server."""

PATIENCE = 60.0
"""Seconds that a step may take, on the busiest machine."""


def until(done: Callable[[], bool], what: str) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, what
        time.sleep(0.03)


@pytest.fixture(name="served")
def _served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """The address of a served app, and its file of games."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    file = tmp_path / "games.sqlite3"
    words = [sys.executable, "-m", "crescent", "tui", "--serve", "--port", str(port), "--data", str(file)]
    words += ["--code", CODE, "--lang", "en"]
    address = f"http://127.0.0.1:{port}"
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ) as server:
        until(lambda: _answers(address), "the server answers")
        yield address, file
        server.send_signal(signal.SIGINT)


def _answers(address: str) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=5) as page:
            return bool(page.status == 200)
    except OSError:
        return False


def layout(columns: int, lines: int) -> dict[str, tuple[float, float]]:
    """The middle of each widget on a screen of this size, in characters, as the app lays it out."""
    app = CrescentApp(Play(Game(CODE), languages.get("en")))
    found = {}

    async def look() -> None:
        async with app.run_test(size=(columns, lines)) as pilot:
            await pilot.pause()
            for name in [*map(name_of, EVERYWHERE), "redeal"]:
                region = app.query_one(f"#{name}").region
                found[name] = region.x + region.width / 2, region.y + region.height / 2

    asyncio.run(look())
    return found


class Kept:
    """What the app has kept, read beside it."""

    def __init__(self, file: Path) -> None:
        # Not by the app's own class, which looks the whole file over each time.
        self._connection = sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)
        self._record, self._plies = "", 0

    def plies(self) -> int:
        """How many plies the running game has, -1 where there is none."""
        row = self._connection.execute("SELECT record FROM running").fetchone()
        if row is None:
            return -1
        if row[0] != self._record:
            self._record, self._plies = row[0], len(Record.parse(row[0]).moves)
        return self._plies

    def won(self) -> int:
        """How many games were won."""
        return int(self._connection.execute("SELECT count(*) FROM played WHERE won").fetchone()[0])


class Page:
    """The served app, as somebody clicks on it."""

    def __init__(self, driver: WebDriver, address: str) -> None:
        self._driver = driver
        driver.set_window_size(*WINDOW)
        driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": LISTENING})
        driver.get(f"{address}/?fontsize={LETTERS}")
        until(lambda: bool(driver.execute_script(READY, CODE)), "the app has drawn its first picture")
        left, top, width, height, columns, lines = driver.execute_script(MEASURED)
        assert columns >= 80, columns
        assert lines >= 24, lines
        self._spots = {
            name: (left + x * width / columns, top + y * height / lines)
            for name, (x, y) in layout(columns, lines).items()
        }
        self._tapped: Place | None = None
        self._seen = 0.0

    def click(self, name: str) -> None:
        """Click in the middle of a widget."""
        from selenium.webdriver.common.actions.action_builder import ActionBuilder

        x, y = self._spots[name]
        builder = ActionBuilder(self._driver, duration=0)
        builder.pointer_action.move_to_location(round(x), round(y)).click()  # type: ignore[no-untyped-call]  # Selenium's
        builder.perform()

    def tap(self, place: Place) -> None:
        """Tap a place; not so soon after the last tap there that it would make a double tap."""
        if place == self._tapped:
            time.sleep(max(0.0, self._seen + DOUBLE + 0.1 - time.monotonic()))
        self.click(name_of(place))
        self._tapped = place

    def saw(self) -> None:
        """The last tap has had its effect: a busy app takes a tap long after it was made, and counts from then."""
        self._seen = time.monotonic()


def make(page: Page, kept: Kept, game: Game, move: Move) -> None:
    """Play a move by clicks, and wait until it is kept."""
    ways = [other for other in game.legal_moves() if other.source == move.source]
    if move.source is None:
        page.click("redeal")
    else:
        target = landing(game.position, move)
        page.tap(move.source)
        if len(ways) > 1 or not isinstance(move.source, Pile):
            assert target is not None
            page.tap(target)
    game.play(move)
    plies = -1 if game.outcome is Outcome.WON else len(game.line)
    until(lambda: kept.plies() == plies, f"ply {len(game.line)}, {move}")
    page.saw()


def test_a_whole_game_is_won_by_clicks_in_the_browser(start: Start, served: tuple[str, Path]) -> None:
    """From the deal to the win, which the statistics then have; the console has no error."""
    address, file = served
    driver = start()
    page = Page(driver, address)
    kept, game = Kept(file), Game(CODE)
    for move in line_of(CODE):
        make(page, kept, game, move)
    assert (game.outcome, kept.won()) == (Outcome.WON, 1)
    entries = driver.get_log("browser")  # type: ignore[no-untyped-call]  # Selenium's
    errors = [entry["message"] for entry in entries if entry["level"] == "SEVERE"]
    assert errors == []
    assert driver.title == "Crescent"
    asked = driver.execute_script("return performance.getEntriesByType('resource').map(entry => entry.name)")
    assert {name.removeprefix(address) for name in asked} == {f"/static/{file}" for file in FILES}
    assert driver.execute_script("return document.fonts.check('16px \"Roboto Mono\"')")
