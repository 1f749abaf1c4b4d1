"""The page of `crescent replay --html`, opened from a file in Chromium: every way to step through it, to both ends."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from crescent import Game, GameCode, Record
from crescent.moves import Place
from tests.browser.conftest import Start
from tests.cli.running import crescent
from tests.pictures.reading import Picture
from tests.pictures.views import shown

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver

pytestmark = pytest.mark.browser

CODE = "CR1-N-AAAAAAB"
PLIES = 40

DRAWN = """
const svg = document.querySelector("svg").cloneNode(true);
for (const use of svg.querySelectorAll("use")) {
  const sprite = document.querySelector(use.getAttribute("href")).cloneNode(true);
  sprite.removeAttribute("id");
  use.replaceWith(sprite);
}
svg.querySelector("defs").remove();
for (const style of svg.querySelectorAll("style")) style.remove();
return new XMLSerializer().serializeToString(svg);
"""
"""The picture as it stands in the page, its sprites put in: what `tests.pictures.reading` reads."""


@pytest.fixture(name="record")
def _record() -> Record:
    """A game with a redeal, and a player whose name is a script."""
    game = Game(CODE)
    for ply in range(PLIES):
        game.play("R" if ply == 20 else game.legal_moves()[ply % 3])
    tags = {"Player": "<script>document.title='broken'</script>"}
    return Record(game.start, game.line, GameCode.parse(CODE), None, tags)


@pytest.fixture(name="file")
def _file(record: Record, tmp_path: Path) -> Path:
    """The page of that game."""
    source, file = tmp_path / "game.crescent", tmp_path / "game & page.html"
    record.save(source)
    assert crescent("replay", source, "--html", file).code == 0
    return file


class Page:
    """The page, open."""

    def __init__(self, driver: WebDriver, file: Path) -> None:
        """Open `file`."""
        self.driver = driver
        driver.get(file.as_uri())

    @property
    def ply(self) -> int:
        """Which picture is shown."""
        return int(self.driver.find_element("tag name", "body").get_attribute("data-ply") or -1)

    @property
    def cards(self) -> dict[Place, list[str]]:
        """The cards in the picture."""
        return Picture(self.driver.execute_script(DRAWN)).cards()

    def click(self, name: str) -> None:
        """Click the button of this name."""
        self.driver.find_element("id", name).click()

    def press(self, *keys: str) -> None:
        """Press keys, wherever the focus is."""
        from selenium.webdriver import ActionChains

        for key in keys:
            ActionChains(self.driver).send_keys(key).perform()

    def check_quiet(self) -> None:
        """Nothing was complained about: no script refused, none failed, nothing missing."""
        assert self.driver.get_log("browser") == []  # type: ignore[no-untyped-call]  # Selenium's


def test_the_page_steps_to_the_end_and_back(start: Start, file: Path, record: Record) -> None:
    """Each step shows the position of that ply, forwards by the button, backwards by the key."""
    from selenium.webdriver import Keys

    page = Page(start(), file)
    positions = [shown(position.view()) for position in record.positions()]
    assert (page.ply, page.cards) == (0, positions[0])
    for ply in range(1, PLIES + 1):
        page.click("forward")
        assert (page.ply, page.cards) == (ply, positions[ply])
    assert not page.driver.find_element("id", "forward").is_enabled()
    status = page.driver.find_element("id", "status").text
    assert status == f"{PLIES} of {PLIES}: {record.moves[-1]}"
    for ply in reversed(range(PLIES)):
        page.press(Keys.ARROW_LEFT)
        assert (page.ply, page.cards) == (ply, positions[ply])
    assert not page.driver.find_element("id", "back").is_enabled()
    page.check_quiet()


def test_keys_slider_and_address_go_anywhere(start: Start, file: Path, record: Record) -> None:
    """Ends, ten at a time, the slider by its own keys, and `#ply` in the address; out of range is the nearest end."""
    from selenium.webdriver import Keys

    page = Page(start(), file)
    positions = [shown(position.view()) for position in record.positions()]
    for keys, ply in (
        ([Keys.END], PLIES),
        ([Keys.PAGE_UP], PLIES - 10),
        ([Keys.HOME], 0),
        ([Keys.PAGE_DOWN] * 9, PLIES),
        ([Keys.HOME, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_LEFT], 0),
    ):
        page.press(*keys)
        assert (page.ply, page.cards) == (ply, positions[ply])
    slider = page.driver.find_element("id", "slider")
    slider.click()  # its middle
    assert page.ply == PLIES // 2
    slider.send_keys(Keys.ARROW_RIGHT)
    assert page.ply == PLIES // 2 + 1
    for name, ply in (("#7", 7), ("#999999", PLIES), ("#nonsense", PLIES)):
        page.driver.execute_script(f"location.hash = '{name}'")
        _wait(page, ply)
        assert page.cards == positions[ply]
    page.click("first")
    page.click("end")
    page.click("back")
    assert (page.ply, page.cards) == (PLIES - 1, positions[PLIES - 1])
    page.check_quiet()


def test_the_page_plays_by_itself(start: Start, file: Path) -> None:
    """From the button on it goes on by itself to the end, and stops there; the space bar stops it on the way."""
    page = Page(start(), file)
    page.click("play")
    assert page.driver.find_element("id", "play").get_attribute("aria-pressed") == "true"
    _wait(page, 1)
    page.driver.execute_script("document.activeElement.blur()")  # else the space bar is the button's
    page.press(" ")
    assert page.driver.find_element("id", "play").get_attribute("aria-pressed") == "false"
    page.driver.get(f"{file.as_uri()}#{PLIES - 1}")
    _wait(page, PLIES - 1)
    page.click("play")
    _wait(page, PLIES)
    assert page.driver.find_element("id", "play").get_attribute("aria-pressed") == "false"
    page.check_quiet()


def test_no_script_but_the_pages_own_runs(start: Start, file: Path) -> None:
    """The player's name is text, and a script put into the page later is refused by its policy."""
    page = Page(start(), file)
    assert page.driver.title == f"Crescent {CODE}"
    assert "<script>document.title" in page.driver.find_element("tag name", "dl").text
    page.driver.execute_script(
        "const s = document.createElement('script'); s.textContent = 'document.title = 1'; document.body.append(s);"
    )
    assert page.driver.title == f"Crescent {CODE}"
    assert "Content Security Policy" in str(page.driver.get_log("browser"))  # type: ignore[no-untyped-call]  # Selenium's


@pytest.mark.parametrize("dark", [False, True])
def test_page_and_picture_follow_the_readers_scheme(dark: bool, start: Start, file: Path) -> None:
    """Page, ground and cards are light by light and dark by dark."""
    page = Page(start(dark=dark), file)
    for selector, name in (("body", "background-color"), ("svg > rect", "fill"), (".crescent-f-face", "fill")):
        value = page.driver.execute_script(
            f"return getComputedStyle(document.querySelector('{selector}')).getPropertyValue('{name}')"
        )
        assert (sum(map(int, re.findall(r"\d+", value)[:3])) < 3 * 80) is dark, (selector, value)
    page.check_quiet()


def _wait(page: Page, ply: int) -> None:
    """Until this picture is shown."""
    from selenium.webdriver.support.wait import WebDriverWait

    WebDriverWait(page.driver, 20).until(lambda _: page.ply == ply)
