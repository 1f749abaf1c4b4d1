"""`crescent tui --serve` in Chromium: a whole game is won by clicks on the page."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crescent import Game
from crescent.moves import Move, Place
from crescent.record import Record
from crescent.text import languages
from crescent.text.board import landing
from crescent.tui.app import DOUBLE, CrescentApp
from crescent.tui.board import EVERYWHERE, name_of
from crescent.tui.play import Play
from crescent.tui.store import Store
from tests.browser.conftest import Start
from tests.tui.driving import CODE, line_of

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.served

SCREEN = """
const screen = document.querySelector(".xterm-screen").getBoundingClientRect();
return [screen.left, screen.top, screen.width, screen.height];
"""
"""Where the terminal stands on the page."""

CELL = (9, 19)
"""Width and height of a character in the page's font size, in Debian's fonts."""

PATIENCE = 30.0


def until(done: Callable[[], bool], what: str) -> None:
    """Wait for something to become true."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, what
        time.sleep(0.02)


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


class Page:
    """The served app, as somebody clicks on it."""

    def __init__(self, driver: WebDriver, address: str, file: Path) -> None:
        self._driver, self._file = driver, file
        driver.get(address)
        until(lambda: bool(driver.find_elements("css selector", ".xterm-screen")), "the terminal stands on the page")
        self._tapped: Place | None = None

    def measure(self) -> None:
        """Find out where everything is."""
        left, top, width, height = self._driver.execute_script(SCREEN)
        if (width % CELL[0], height % CELL[1]) != (0, 0):
            pytest.skip("this machine's fonts have characters of another size")
        columns, lines = int(width) // CELL[0], int(height) // CELL[1]
        self._spots = {
            name: (left + x * width / columns, top + y * height / lines)
            for name, (x, y) in layout(columns, lines).items()
        }

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
            time.sleep(DOUBLE + 0.1)
        self._tapped = place
        self.click(name_of(place))

    def plies(self) -> int:
        """How many plies the kept game has; that of the whole line once it has been won."""
        if not self._file.exists():
            return 0
        with Store(self._file) as store:
            running, statistics = store.running(), store.statistics()
        if running is None:
            return len(line_of()) if statistics.won else 0
        return len(Record.parse(running.record).moves)


def make(page: Page, game: Game, move: Move) -> None:
    """Play a move by clicks, and wait until it is kept."""
    ways = [other for other in game.legal_moves() if other.source == move.source]
    if move.source is None:
        page.click("redeal")
    else:
        target = landing(game.position, move)
        page.tap(move.source)
        if len(ways) > 1 or move.source not in EVERYWHERE[:16]:
            assert target is not None
            time.sleep(0.2)  # as long as a hand takes
            page.tap(target)
    game.play(move)
    until(lambda: page.plies() == len(game.line), f"ply {len(game.line)}, {move}")


def test_a_whole_game_is_won_by_clicks_in_the_browser(start: Start, served: tuple[str, Path]) -> None:
    """From the deal to the win, which the statistics then have; the console has no error of ours."""
    address, file = served
    driver = start()
    page = Page(driver, address, file)
    time.sleep(3)  # for the fonts and the first picture
    page.measure()
    game = Game(CODE)
    for move in line_of():
        make(page, game, move)
    with Store(file) as store:
        assert (store.statistics().played, store.statistics().won, store.running()) == (1, 1, None)
    entries = driver.get_log("browser")  # type: ignore[no-untyped-call]  # Selenium's
    errors = [entry["message"] for entry in entries if entry["level"] == "SEVERE"]
    wishes = ("fonts.googleapis.com", "favicon.ico")  # a font for the server's page, and the browser's own
    assert [error for error in errors if not any(wish in error for wish in wishes)] == []
