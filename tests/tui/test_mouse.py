"""The mouse in the terminal app: gestures are taken in the order in which they were made, however busy the app is."""

from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from crescent import Game
from crescent.errors import IllegalMoveError
from crescent.moves import FOUNDATIONS, PILES, Move, Pile, Place
from crescent.text import languages
from crescent.tui.board import StatusLine, name_of
from crescent.tui.mouse import Mouse
from crescent.tui.play import Play
from tests.tui.driving import CODE, Driver, drive

PLACES = st.sampled_from([*PILES, *FOUNDATIONS])


def test_taps_are_taken_in_their_order_whatever_part_of_the_screen_is_busy() -> None:
    """Piles, targets, piles, told by the terminal in one piece while a pile has no time: as if told one by one."""
    taps = [Pile(number) for number in (1, 11, 11, 6, 14, 15)]
    expected = Game(CODE)
    for pile in taps:
        try:
            expected.tap(pile)
        except IllegalMoveError:
            continue

    async def script(driver: Driver) -> None:
        driver.app.query_one(f"#{name_of(taps[0])}").call_later(asyncio.sleep, 0.3)
        await driver.tap(*taps)
        assert driver.play.game.line == expected.line
        assert driver.play.game.selected == expected.selected

    drive(script)
    assert expected.line


@given(gestures=st.lists(st.tuples(PLACES, PLACES), max_size=30))
def test_a_button_that_goes_down_and_up_is_a_tap_or_a_drag(gestures: list[tuple[Place, Place]]) -> None:
    """In the same place it taps, elsewhere it moves the card: never anything else, whatever came before."""
    play, beside = (Play(Game(CODE), languages.get("en")) for _ in range(2))
    times = iter(range(0, 10_000, 10))
    mouse = Mouse(play, lambda: float(next(times)))
    for source, target in gestures:
        mouse.press(source)
        assert mouse.release(target)
        if source == target:
            beside.tap(source)
        else:
            beside.move(source, target)
        assert (play.game.line, play.game.selected, play.said) == (beside.game.line, beside.game.selected, beside.said)


def test_a_button_that_goes_down_or_up_nowhere_does_nothing() -> None:
    """A drag that begins beside the cards or ends there; and a button that goes up and was not seen to go down."""
    play = Play(Game(CODE), languages.get("en"))
    mouse = Mouse(play)
    pile = Move.parse("7-3").source
    for source, target in ((pile, None), (None, pile), (None, None)):
        mouse.press(source)
        assert not mouse.release(target)
    assert not mouse.release(pile)
    assert not mouse.drop()
    assert not play.game.line
    assert play.game.selected is None


def test_the_clock_ticks_until_its_line_is_gone() -> None:
    """No tick finds the screen half taken down when the app ends, on a machine however slow."""

    async def script(driver: Driver) -> None:
        line = driver.app.query_one(StatusLine)
        before = driver.text("status")
        await asyncio.sleep(1.2)
        assert driver.text("status") != before
        await driver.app.screen.remove_children()
        await asyncio.sleep(1.2)
        line.tick()

    drive(script)
