"""Pictures as files: the options that ask for them, what they show of a game, and what they may replace."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from typing import Annotated, Final

import typer

from crescent import files
from crescent.cli.shared import Output
from crescent.errors import FileError
from crescent.faults import FileFault
from crescent.moves import Move
from crescent.position import Position
from crescent.record import Record
from crescent.text import page, raster
from crescent.text.board import landing
from crescent.text.errors import UsageError
from crescent.text.layout import Room, Style
from crescent.text.messages import Message, Noun
from crescent.text.page import Frame
from crescent.text.palette import Theme
from crescent.text.scene import Highlights, Look
from crescent.text.svg import MADE_BY, picture

StyleOption = Annotated[
    Style, typer.Option("--style", help="Of pictures: all cards of the piles, or the top ones as on the screen.")
]
ThemeOption = Annotated[Theme, typer.Option("--theme", help="Of pictures: light, dark, or as the reader's system is.")]

GIF_WIDTH: Final = 640
"""Pixels from side to side of a GIF."""

_NAME: Final = "ply-{:0{digits}}.svg"
_HEAD: Final = 4096  # bytes within which a picture says who made it


def try_picture(path: str) -> None:
    """Raise what `save_picture` would raise, as far as that can be known with every file left as it is.

    Raises:
        FileError: it cannot be written; or is there, not empty, and no picture made here.
    """
    if files.has_content(path):
        with files.reading(path), files.path_of(path).open("rb") as file:
            head = file.read(_HEAD)
        if MADE_BY.encode() not in head:
            raise FileError(path, FileFault.NO_PICTURE())
    files.try_writing(path)


def save_picture(path: str, content: str | bytes) -> None:
    """Write a picture, whole or not at all.

    Raises:
        As `try_picture`.
    """
    try_picture(path)
    files.write_whole(path, content)


def deal_picture(position: Position, code: str, output: Output, style: Style, theme: Theme) -> str:
    """The SVG of a deal."""
    redeals = output.wording.count(position.redeals_left, Noun.REDEAL_ALONE)
    look = Look(style, ranks=output.wording.ranks)
    return picture(position.view(), look, caption=(redeals, code), theme=theme, title=f"Crescent {code}")


class GamePictures:
    """The pictures of a verified game, one before the first ply and one after each; made when they are asked for."""

    def __init__(self, record: Record, output: Output, style: Style, theme: Theme) -> None:
        """Show `record` in the words of `output`."""
        self._record = record
        self._output = output
        self._style = style
        self._theme = theme

    @property
    def title(self) -> str:
        """What the game is called."""
        return f"Crescent {self._record.code or self._record.variant.name}"

    def check(self, svg: str | None, html: str | None, gif: str | None) -> None:
        """Try all that was asked for, before anything is written.

        Raises:
            UsageError: the game is too long for it.
            FileError: something could not be written.
            MissingExtraError: Pillow is not installed.
        """
        count = len(self._record.moves) + 1
        for option, path, most in (
            ("--svg", svg, page.MOST_FRAMES),
            ("--html", html, page.MOST_FRAMES),
            ("--gif", gif, raster.MOST_FRAMES),
        ):
            if path is not None and count > most:
                raise UsageError(Message.TOO_MANY_PICTURES, option=option, most=most, count=count)
        if gif is not None:
            raster.check_pillow()
        for path in (html, gif):
            if path is not None:
                try_picture(path)
        if svg is not None:
            self._check_folder(svg)

    def save(self, svg: str | None, html: str | None, gif: str | None, facts: Sequence[tuple[str, str]]) -> None:
        """Write all that was asked for; `facts` are told on the page.

        Raises:
            As `check`.
        """
        say = self._output.wording.say
        if svg is not None:
            count = self._save_folder(svg)
            self._output.note(say(Message.PICTURES_SAVED, count=count, folder=svg))
        writers: list[tuple[str | None, Callable[[], str | bytes]]] = [
            (html, lambda: self._page(facts)),
            (gif, self._gif),
        ]
        for path, made in writers:
            if path is not None:
                save_picture(path, made())
                self._output.note(say(Message.SAVED, file=path))

    def frames(self) -> Iterator[Frame]:
        """Every picture, the start first."""
        record, wording = self._record, self._output.wording
        before: Position | None = None
        for ply, position in enumerate(record.positions()):
            move = record.moves[ply - 1] if ply else None
            status = str(record.code or record.variant)
            if move is not None:
                status = wording.say(Message.PLY, number=ply, total=len(record.moves), move=move)
            yield Frame(position.view(), _pointed_out(before, move), self._caption(ply, position), status)
            before = position

    def _caption(self, ply: int, position: Position) -> tuple[str, ...]:
        """Moves and redeals, the code, and how the game ended."""
        wording = self._output.wording
        counts = (
            wording.count(self._move_counts[ply], Noun.MOVE),
            wording.count(position.redeals_left, Noun.REDEAL),
        )
        outcome = position.outcome if ply == len(self._record.moves) else None
        lines = (
            ", ".join(counts),
            str(self._record.code or self._record.variant),
            wording.outcomes[outcome] if outcome else "",
        )
        return tuple(filter(None, lines))

    @cached_property
    def _look(self) -> Look:
        """Fans have room for all positions, so that all pictures have one size."""
        return Look(self._style, Room.of(self._record.positions()), self._output.wording.ranks)

    @cached_property
    def _move_counts(self) -> list[int]:
        """Moves without redeals that stand at each ply."""
        return list(accumulate((not move.is_redeal for move in self._record.moves), initial=0))

    @cached_property
    def _names(self) -> list[str]:
        """The files of the folder."""
        last = len(self._record.moves)
        return [_NAME.format(ply, digits=max(3, len(str(last)))) for ply in range(last + 1)]

    def _check_folder(self, name: str) -> None:
        """Raise if a file of the folder could not be written, or the pictures of another game would stay in it."""
        folder = files.path_of(name)
        if not folder.exists() and not folder.is_symlink():
            files.try_writing(folder)
            return
        if not folder.is_dir():
            raise FileError(name, FileFault.NO_FOLDER_THERE())
        with files.reading(name):
            others = {path.name for path in folder.glob("ply-*.svg")} - set(self._names)
        if others:
            raise FileError(name, FileFault.OTHER_PICTURES(file=min(others)))
        for file in self._names:
            if (folder / file).exists() or (folder / file).is_symlink():
                try_picture(str(folder / file))
        files.try_writing(folder / self._names[0])

    def _save_folder(self, name: str) -> int:
        """Write a file a ply; how many."""
        folder = files.path_of(name)
        with files.writing(name):
            folder.mkdir(exist_ok=True)
        for file, frame in zip(self._names, self.frames(), strict=True):
            text = picture(
                frame.view,
                self._look,
                frame.highlights,
                caption=frame.caption,
                theme=self._theme,
                title=f"{self.title}, {frame.status}",
            )
            save_picture(str(folder / file), text)
        return len(self._names)

    def _page(self, facts: Sequence[tuple[str, str]]) -> str:
        wording = self._output.wording
        return page.page(self.frames(), wording, title=self.title, facts=facts, look=self._look, theme=self._theme)

    def _gif(self) -> bytes:
        return raster.gif(
            raster.image(
                frame.view, self._look, frame.highlights, caption=frame.caption, theme=self._theme, width=GIF_WIDTH
            )
            for frame in self.frames()
        )


def _pointed_out(before: Position | None, move: Move | None) -> Highlights:
    """The highlights of the picture after `move`."""
    if before is None or move is None or move.is_redeal:
        return Highlights()
    return Highlights(last=landing(before, move), left=move.source)
