"""What the mouse does with the cards: taps, double taps and drags, out of a button that goes down and up."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from crescent.moves import Place
from crescent.tui.play import Play

DOUBLE: Final = 0.4
"""Seconds within which a second tap on the same place makes a double tap."""


class Mouse:
    """The mouse on the board.

    Args:
        play: the game.
        clock: seconds from any fixed moment, for double taps.
    """

    def __init__(self, play: Play, clock: Callable[[], float] = time.monotonic) -> None:
        """No button is down."""
        self._play, self._clock = play, clock
        self._pressed: Place | None = None
        self._tapped: tuple[Place, float, bool] | None = None  # place, when, and whether it played a move

    def press(self, place: Place | None) -> None:
        """The button goes down: a tap begins, or a drag; None is anywhere but on a card's place."""
        self._pressed = place

    def release(self, place: Place | None) -> bool:
        """It goes up: a tap ends where it began, a drag elsewhere, and moves the card; whether anything was meant."""
        pressed, self._pressed = self._pressed, None
        if pressed is None or place is None:
            return False
        if pressed == place:
            self._tap(place)
        else:
            self._play.move(pressed, place)
        return True

    def drop(self) -> bool:
        """It goes up among the foundations: the card that is dragged, or selected, goes to the one that accepts it."""
        pressed, self._pressed = self._pressed, None
        source = pressed or self._play.game.selected
        if source is None:
            return False
        self._play.send_home(source)
        return True

    def _tap(self, place: Place) -> None:
        """Tap a place; the second tap of two is no tap of its own where the first one has played a move."""
        now = self._clock()
        before, self._tapped = self._tapped, None
        twice = before is not None and before[0] == place and now - before[1] <= DOUBLE
        if not (twice and before is not None and before[2]):
            self._tapped = (place, now, self._play.tap(place) is not None)
