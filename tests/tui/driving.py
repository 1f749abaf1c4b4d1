"""Playing in the terminal app without a terminal."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import cache
from itertools import count

from textual import events
from textual.pilot import Pilot
from textual.widgets import Button, Static

from crescent import Game, Position
from crescent.codes import GameCode
from crescent.hints import Hint
from crescent.moves import Direction, Foundation, Move, Pile, Place
from crescent.solver import solve
from crescent.text import languages
from crescent.text.board import landing
from crescent.tui.app import CrescentApp
from crescent.tui.board import CardPlace, name_of
from crescent.tui.kept import Played, Running, Statistics
from crescent.tui.play import Play
from crescent.view import View

CODE = "CR1-N-AAAAAAB"

Advise = Callable[[View, Callable[[object], object]], Hint]

Script = Callable[["Driver"], Awaitable[None]]


@dataclass
class Memory:
    """Keeps games in memory."""

    kept: Running | None = None
    counted: list[Played] = field(default_factory=list)

    def save(self, running: Running) -> None:
        """Keep it."""
        self.kept = running

    def running(self) -> Running | None:
        """What is kept."""
        return self.kept

    def finish(self, played: Played) -> None:
        """Count it."""
        self.counted.append(played)
        self.kept = None

    def statistics(self, variant: str | None = None) -> Statistics:
        """Counts, by hand."""
        games = [game for game in self.counted if variant in (None, game.variant)]
        won = [game for game in games if game.won]
        return Statistics(
            played=len(games), won=len(won), best_seconds=min((game.seconds for game in won), default=None),
            best_moves=min((game.moves for game in won), default=None), streak=0, longest_streak=0,
        )  # fmt: skip


class Driver:
    """An app under a pilot, by the names of places."""

    def __init__(self, app: CrescentApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot = app, pilot

    @property
    def play(self) -> Play:
        """The game behind the screen."""
        return self.app.play

    async def tap(self, *places: Place) -> None:
        """Click places, one as soon as the other, as when a busy machine hears of them all at once."""
        names = [f"#{name_of(place)}" for place in places]
        await self.mouse(*((kind, name) for name in names for kind in (events.MouseDown, events.MouseUp)))

    async def click(self, widget: str) -> None:
        """Click a widget by its id."""
        await self.mouse((events.MouseDown, f"#{widget}"), (events.MouseUp, f"#{widget}"))

    async def drag(self, source: str, target: str) -> None:
        """Press the mouse button on one widget and let it go on another."""
        await self.mouse((events.MouseDown, source), (events.MouseMove, target), (events.MouseUp, target))

    async def mouse(self, *deeds: tuple[type[events.MouseEvent], str]) -> None:
        """Do something in the middle of widgets, and wait for what comes of it.

        The pilot's own ways go round the app and straight to the widgets; these are told to the app, as a terminal's.
        """
        for kind, selector in deeds:
            x, y = map(int, self.app.screen.query(selector).first().region.center)
            event = kind(None, x, y, 0, 0, button=1, shift=False, meta=False, ctrl=False, screen_x=x, screen_y=y)
            self.app.post_message(event)
        told = asyncio.Event()
        self.app.call_later(told.set)
        await told.wait()
        await self.pilot.pause()

    async def press(self, *keys: str) -> None:
        """Press keys."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def make(self, move: Move) -> None:
        """Play a move by clicks: its source, and its target where the source alone does not say enough."""
        if move.source is None:
            await self.click("redeal")
            return
        target = landing(self.play.game.position, move)
        assert target is not None
        moves = len(self.play.game.line)
        await self.tap(move.source)
        if len(self.play.game.line) == moves:
            await self.tap(target)

    def label(self, button: str) -> str:
        """What a button says."""
        return str(self.app.screen.query_one(f"#{button}", Button).label)

    def text(self, widget: str) -> str:
        """What a line says."""
        return str(self.app.screen_stack[0].query_one(f"#{widget}", Static).visual)


def drive(
    script: Script, *, game: Game | None = None, language: str = "en", keeper: Memory | None = None,
    size: tuple[int, int] = (80, 24), advise: Advise | None = None, play: Play | None = None, slowly: bool = True,
) -> CrescentApp:  # fmt: skip
    """Run a script in an app, and return the app after it; `slowly`: no two taps make a double tap."""
    clock = count(step=10) if slowly else count(step=0)
    play = play or Play(game or Game(CODE), languages.get(language), keeper)
    app = CrescentApp(play, advise=advise, clock=lambda: float(next(clock)))

    async def scene() -> None:
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            await script(Driver(app, pilot))

    asyncio.run(scene())
    return app


@cache
def line_of(code: str = CODE) -> tuple[Move, ...]:
    """A line that wins."""
    return solve(GameCode.parse(code).deal()).moves


def position_before(plies: int, code: str = CODE) -> Position:
    """The position so many plies before that line's end."""
    position = GameCode.parse(code).deal()
    for move in line_of(code)[:-plies]:
        position = position.play(move)
    return position


def home(move: Move) -> bool:
    """Whether a move goes to a foundation by its direction."""
    return isinstance(move.target, Direction)


def widget_of(driver: Driver, place: Pile | Foundation) -> CardPlace:
    """The widget of a place."""
    return driver.app.query_one(f"#{name_of(place)}", CardPlace)
