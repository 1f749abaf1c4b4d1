"""The record of a game: a text of tags and moves that a person can read and a replay verifies.

    [Code "CR1-N-AAAAAAB"]
    [Variant "normal"]
    [Result "open"]
    [Moves "2"]
    [Seconds "12.5"]

    1. 3-7 8-6 R

A record holds the line of play that stands.  A `Record` is always verified: it cannot be made from moves that the
rules refuse.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Self

from crescent import files, record_text
from crescent.codes import GameCode
from crescent.errors import (
    CrescentError,
    DivergenceError,
    FileError,
    IllegalMoveError,
    InvalidValueError,
    PluginError,
    RecordError,
    UnknownNameError,
    WrongTypeError,
)
from crescent.faults import FileFault, RecordFault
from crescent.moves import MOVES, Move
from crescent.outcome import Outcome
from crescent.position import Position
from crescent.record_tags import OWN_TAGS, check_free, checked_seconds, read_seconds, seconds_text
from crescent.variants import Variant, variants

LONGEST = 2**20
"""Bytes of a record that are read at most: room for some 150,000 moves."""

SUFFIX = ".crescent"
"""How the names of record files end."""

OPEN = "open"
"""The result of a game that is neither won nor blocked."""


@dataclass(frozen=True)
class Record:
    """A verified line of play.

    Attributes:
        start: where it begins.
        moves: the moves as the action table has them, redeals included.
        code: the code that deals `start`, None where there is none.
        seconds: the time played, to the millisecond, or None.
        tags: free tags, by name.

    Raises:
        WrongTypeError: a field has the wrong type.
        RecordError: code and start disagree, the rules belong to no registered variant, or a tag or the seconds
            cannot be written.
        DivergenceError: the rules refuse one of the moves.
    """

    start: Position
    moves: Sequence[Move] = ()
    code: GameCode | None = None
    seconds: float | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    end: Position = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        """Check everything, by replaying."""
        for what, value, kind in (("start", self.start, Position), ("code", self.code, GameCode | None)):
            if not isinstance(value, kind):
                raise WrongTypeError(f"Record.{what}", f"a {what}", value)
        if self.code is not None and self.code.deal() != self.start:
            raise RecordError(RecordFault.OTHER_DEAL(code=self.code, position=self.start))
        if self.code is None and variants.of_rules(self.start.rules) is None:
            raise RecordError(RecordFault.NO_VARIANT(rules=self.start.rules))
        if self.code is not None and _registered(self.code.variant.name) != self.code.variant:
            raise RecordError(RecordFault.UNREGISTERED(variant=self.code.variant))
        if not isinstance(self.moves, Iterable):
            raise WrongTypeError("Record.moves", "a sequence of Moves", self.moves)
        seconds = checked_seconds(self.seconds)
        check_free(self.tags, {})
        end, played = _replay(self.start, self.moves, None)
        object.__setattr__(self, "seconds", seconds)
        object.__setattr__(self, "moves", played)
        object.__setattr__(self, "tags", MappingProxyType(dict(self.tags)))
        object.__setattr__(self, "end", end)

    def __hash__(self) -> int:
        """By start and moves."""
        return hash((self.start, self.moves))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle by what it was made from; unpickling verifies."""
        return Record, (self.start, self.moves, self.code, self.seconds, dict(self.tags))

    @property
    def variant(self) -> Variant:
        """The variant played."""
        variant = self.code.variant if self.code else variants.of_rules(self.start.rules)
        return variant or variants["normal"]  # a record without code is only made where a variant has the rules

    @property
    def outcome(self) -> Outcome | None:
        """How the line ends: `WON`, `BLOCKED`, or None where play could go on."""
        return self.end.outcome

    @property
    def move_count(self) -> int:
        """Moves without redeals."""
        return sum(not move.is_redeal for move in self.moves)

    def positions(self) -> Iterator[Position]:
        """Every position of the line, the start first: one more than there are moves."""
        position = self.start
        yield position
        for move in self.moves:
            position = position.play(move)
            yield position

    @classmethod
    def parse(cls, text: str) -> Self:
        """The record that `text` writes down, verified by replaying it.

        Raises:
            WrongTypeError: `text` is no string.
            RecordError: it is no record, or a tag contradicts the game; the error names the line.
            DivergenceError: a move is illegal: the first one, with number, line, refusal and position.
            PluginError: its variant is a plug-in that cannot be loaded.
        """
        if not isinstance(text, str):
            raise WrongTypeError("a record", "a text", text)
        if len(text) > LONGEST:
            raise RecordError(RecordFault.TOO_LONG(count=len(text), limit=LONGEST))
        written = record_text.read(text)
        start, code = _start(written)
        _replay(start, written.moves, written.lines)  # first, so that its error names the line
        free = {name: value for name, (value, _) in written.tags.items() if name not in OWN_TAGS}
        check_free(free, {name: line for name, (_, line) in written.tags.items()})
        record = cls(start, tuple(written.moves), code, read_seconds(written), free)
        for name, value in (("Result", str(record.outcome or OPEN)), ("Moves", str(record.move_count))):
            said = written.value(name)
            if said is not None and said != value:
                raise RecordError(RecordFault.CONTRADICTION(tag=name, said=said, value=value), written.line(name))
        return record

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Self:
        """The record in a file.

        Raises:
            FileError: the file cannot be read, is too long (`LONGEST`), or is not UTF-8.
            RecordError, DivergenceError, PluginError: as `parse`.
        """
        return cls.parse(files.read_text(path, LONGEST))

    def save(self, path: str | os.PathLike[str], *, replace_other_game: bool = False) -> None:
        """Write the record to a file, whole or not at all.

        A file that is there is replaced only if it is empty, or a record that begins where this one does: the same
        game, played differently or further.  A damaged record, or anything that is none, is never overwritten.

        Args:
            path: the file.
            replace_other_game: replace the valid record of any game.

        Raises:
            WrongTypeError: `path` is neither a text nor a path.
            FileError: the file cannot be written, holds something that is no record, or another game.
        """
        self._check_old(path, replace_other_game)
        files.write_whole(path, str(self))

    def try_saving(self, path: str | os.PathLike[str], *, replace_other_game: bool = False) -> None:
        """Raise what `save` would raise, as far as that can be known with every file left as it is.

        Args and Raises: as `save`.
        """
        self._check_old(path, replace_other_game)
        files.try_writing(path)

    def _check_old(self, path: str | os.PathLike[str], replace_other_game: bool) -> None:
        """Raise if what is at `path` is not to be replaced by this record."""
        place = files.path_of(path)
        if not files.has_content(place):
            return
        try:
            old = Record.load(place)
        except RecordError as error:  # whose text repeats what stands in a file that may be anybody's
            raise FileError(str(place), FileFault.NO_RECORD()) from error
        except CrescentError as error:
            raise FileError(str(place), FileFault.UNKNOWN_RECORD(error=error)) from error
        if old.start != self.start and not replace_other_game:
            raise FileError(str(place), FileFault.OTHER_GAME())

    def __str__(self) -> str:
        """The text form; `Record.parse` reads it back to an equal record."""
        tags = {"Code": str(self.code)} if self.code else {"Position": str(self.start)}
        tags |= {"Variant": self.variant.name, "Result": str(self.outcome or OPEN), "Moves": str(self.move_count)}
        if self.seconds is not None:
            tags["Seconds"] = seconds_text(self.seconds)
        return record_text.write(tags | dict(self.tags), self.moves)


def _registered(name: str) -> Variant | None:
    """The registered variant called `name`, if there is one that can be had."""
    try:
        return variants.get(name)
    except (UnknownNameError, PluginError):
        return None


def _replay(start: Position, moves: Sequence[Move], lines: Sequence[int] | None) -> tuple[Position, tuple[Move, ...]]:
    """The position after `moves`, and the moves as the action table has them; `lines` say where each was written."""
    position = start
    played: list[Move] = []
    number = 0
    for ply, move in enumerate(moves):
        if not isinstance(move, Move):
            raise WrongTypeError("a record's move", "a Move", move)
        number += not move.is_redeal
        try:
            played.append(MOVES[position.action(move)])
        except IllegalMoveError as error:
            line = None if lines is None else lines[ply]
            raise DivergenceError(RecordFault.DIVERGES(), line, number, ply + 1, error) from error
        position = position.play(move)
    return position, tuple(played)


def _start(written: record_text.Written) -> tuple[Position, GameCode | None]:
    """Where a record begins, and its code when it has one."""
    code_text, position_text, name = (written.value(tag) for tag in ("Code", "Position", "Variant"))
    if code_text is not None and position_text is not None:
        raise RecordError(RecordFault.TWO_STARTS(), written.line("Position"))
    line = written.line("Variant")
    try:
        variant = None if name is None else variants.get(name)
        if code_text is not None:
            line = written.line("Code")
            code = GameCode.parse(code_text)
            if variant not in (None, code.variant):
                raise RecordError(RecordFault.OTHER_VARIANT(code=code, variant=code.variant, named=name), line)
            return code.deal(), code
        if position_text is not None:
            line = written.line("Position")
            return Position.parse(position_text, (variant or variants["normal"]).rules), None
    except RecordError:
        raise
    except InvalidValueError as error:
        raise RecordError(RecordFault.BAD_START(error=error), line) from error
    raise RecordError(RecordFault.NO_START())
