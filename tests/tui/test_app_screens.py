"""What the terminal app tells: overview, hints, statistics, help, in every language and size, under Textual's pilot."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from crescent import Game
from crescent.hints import Hint, Winnable
from crescent.moves import Move, Pile
from crescent.text import languages
from crescent.text.messages import Message
from crescent.tui.board import EVERYWHERE
from crescent.tui.dialogs import Dialog
from crescent.tui.sheets import whereabouts
from crescent.view import View
from tests.tui.driving import CODE, Driver, Memory, drive, position_before, widget_of

ENGLISH = languages.get("en")


def test_the_overview_tells_only_what_the_player_may_know() -> None:
    """Of a hidden deal the 16 top cards and the bases; all else is unseen."""
    game = Game("CR1-H-AAAAAAB")
    cells = [cell for _, row in whereabouts(game.view, ENGLISH) for cell in row]
    assert sum(cell.count("·") for cell in cells) == 16
    assert sum(cell.count("✓") for cell in cells) == 8
    assert sum(cell.count("?") for cell in cells) == 80
    open_cells = [cell for _, row in whereabouts(Game(CODE).view, ENGLISH) for cell in row]
    assert sum(cell.count("·") for cell in open_cells) == 96

    async def script(driver: Driver) -> None:
        await driver.press("o")
        assert isinstance(driver.app.screen, Dialog)
        await driver.press("enter")
        assert not isinstance(driver.app.screen, Dialog)

    drive(script, game=game)


def test_hints_come_without_freezing_and_can_be_stopped() -> None:
    """The search runs in a thread of its own; the game can go on, and then its answer is not told."""
    asked, release, stopped = threading.Event(), threading.Event(), threading.Event()

    def advise(_: View, progress: Callable[[object], object]) -> Hint:
        asked.set()
        try:
            while not release.wait(0.01):
                progress(None)
        except Exception:
            stopped.set()
            raise
        return Hint(Move.parse("7-3"), Winnable.YES, (Move.parse("7-3"),))

    async def script(driver: Driver) -> None:
        await driver.press("h")
        while not asked.is_set():
            await driver.pilot.pause(0.01)
        await driver.tap(Pile(7))
        assert driver.play.game.move_count == 1
        await driver.press("escape")
        assert driver.text("said") == ENGLISH.say(Message.TUI_STOPPED)
        was_stopped = stopped.wait(20)
        release.set()
        assert was_stopped
        await driver.press("u")
        await driver.press("h")
        await driver.app.workers.wait_for_complete()
        await driver.pilot.pause()
        assert "7-3" in driver.text("said")

    drive(script, advise=advise)


def test_a_real_hint_says_whether_the_game_can_be_won(compiled_solver: None) -> None:  # noqa: ARG001  it must have run
    """By the solver, near the end of a game."""

    async def script(driver: Driver) -> None:
        await driver.press("h")
        await driver.app.workers.wait_for_complete()
        await driver.pilot.pause()
        assert ENGLISH.say(Message.WINNABLE_LINE, moves="X").split("X")[0] in driver.text("said")

    drive(script, game=Game(position_before(6)))


def test_the_language_changes_at_any_time() -> None:
    """Buttons, keys and status speak German after one key."""

    async def script(driver: Driver) -> None:
        await driver.press("l")
        assert driver.label("undo") == "Rückgängig"
        assert "Züge" in driver.text("status")
        await driver.press("l")
        assert driver.label("undo") == "Undo"

    drive(script)


def test_light_and_dark() -> None:
    """One key changes between them."""

    async def script(driver: Driver) -> None:
        assert driver.app.current_theme.dark
        await driver.press("d")
        assert not driver.app.current_theme.dark

    drive(script)


def test_statistics_and_help_are_shown() -> None:
    """Statistics of this variant and of all; help names the keys."""
    keeper = Memory()

    async def script(driver: Driver) -> None:
        for key in ("s", "question_mark"):
            await driver.press(key)
            assert isinstance(driver.app.screen, Dialog)
            await driver.press("escape")

    drive(script, keeper=keeper)
    drive(script)


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 60)])
@pytest.mark.parametrize("language", ["en", "de"])
def test_everything_fits_on_the_screen(size: tuple[int, int], language: str) -> None:
    """Each place has four lines or more and six columns or more, within the screen, and so have the buttons' labels."""

    async def script(driver: Driver) -> None:
        for place in EVERYWHERE:
            region = widget_of(driver, place).region
            assert region.width >= 6
            assert region.height >= 4
            assert driver.app.screen.region.contains_region(region)
        for name in ("redeal", "undo", "redo", "hint"):
            region = driver.app.query_one(f"#{name}").region
            assert driver.app.screen.region.contains_region(region)
            assert region.width >= len(driver.label(name)) + 2

    drive(script, size=size, language=language)


def test_a_failed_search_is_told() -> None:
    """Whatever goes wrong in the thread that searches."""

    def advise(*_: object) -> Hint:
        raise RuntimeError("out of luck")

    async def script(driver: Driver) -> None:
        await driver.press("h")
        await driver.app.workers.wait_for_complete()
        await driver.pilot.pause()
        assert "out of luck" in driver.text("said")

    drive(script, advise=advise)
