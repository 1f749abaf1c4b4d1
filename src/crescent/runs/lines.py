"""A file of results: a first line that says what was asked, then a line a result; `appending` adds some."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from typing import BinaryIO, Generic, Protocol, TypeVar

from crescent.errors import CrescentError, FileError
from crescent.faults import Fault, Problem
from crescent.files import path_of, reading


class Asked(Protocol):
    """What a run asks, the same for all its results."""

    def header(self) -> dict[str, object]:
        """It as JSON values, equal for equal questions."""
        ...


class Line(Protocol):
    """A result."""

    def line(self) -> str:
        """One line of JSON in ASCII, without its end."""
        ...


Q = TypeVar("Q", bound=Asked)
R = TypeVar("R", bound=Line)
K = TypeVar("K", bound=Hashable)


@dataclass(frozen=True)
class Format(Generic[Q, R, K]):
    """One kind of such files.

    Attributes:
        mark: the name in the first line that tells the kind, with the number 1 for its form.
        fields: of a question, all that must be the same.
        longest: bytes of a line at most.
        most: results of a file at most.
        read_asked: the question of a first line's values, without `mark`; may raise what is wrong with them.
        read_line: the result of a line; None where it is none, whatever is in it.
        key: what only one result has.
        foreign, other, no_result, too_many, busy: the faults of a file that is none of this kind, holds the results of
            another question (`field`, `old`, `new`), has a `line` that is no result, more results than `limit`, or is
            being written.
        twice: the problem of a key that two results have.
    """

    mark: str
    fields: tuple[str, ...]
    longest: int
    most: int
    read_asked: Callable[[dict[str, object]], Q]
    read_line: Callable[[bytes], R | None]
    key: Callable[[R], K]
    foreign: Fault
    other: Fault
    no_result: Fault
    too_many: Fault
    busy: Fault
    twice: Callable[[K], Problem]


class Reader(Generic[Q, R, K]):
    """Reads results one by one; iterate once.

    Attributes:
        asked: whose they are.
        whole: bytes of whole lines read so far; what is behind them at the end is a torn line.
    """

    def __init__(self, file: BinaryIO, path: str, form: Format[Q, R, K]) -> None:
        """Read the first line of `file`, which errors call `path`.

        Raises:
            FileError: it is no file of such results.
        """
        self._file = file
        self._path = path
        self._form = form
        line = file.readline(form.longest + 1)
        self.asked = _read_header(line, path, form)
        self.whole: int = len(line)

    def __iter__(self) -> Iterator[R]:
        """The results.

        Raises:
            FileError: a line is no result, a key is there twice, or there are too many.
        """
        form, seen, number = self._form, set[K](), 1
        while line := self._file.readline(form.longest + 1):
            number += 1
            if not line.endswith(b"\n"):
                if len(line) > form.longest:
                    raise FileError(self._path, form.no_result(line=number))
                return
            result = form.read_line(line)
            if result is None:
                raise FileError(self._path, form.no_result(line=number))
            key = form.key(result)
            if key in seen:
                raise FileError(self._path, form.twice(key))
            if number > form.most + 1:
                raise FileError(self._path, form.too_many(limit=form.most))
            seen.add(key)
            self.whole += len(line)
            yield result


def read_file(path: str | os.PathLike[str], form: Format[Q, R, K]) -> tuple[Q, list[R]]:
    """Whose results a file holds, and the results; a torn last line does not count.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be read, or is no file of such results.
    """
    place = path_of(path)
    with reading(place), place.open("rb") as file:
        reader = Reader(file, str(place), form)
        return reader.asked, list(reader)


def read_files(paths: list[str], form: Format[Q, R, K]) -> tuple[Q, list[R]]:
    """The question that all files belong to, and all their results.

    Raises:
        WrongTypeError, FileError: as `read_file`; they belong to several questions, or a key is in two of them.
    """
    first, found = read_file(paths[0], form)
    seen = {form.key(result) for result in found}
    for path in paths[1:]:
        other, more = read_file(path, form)
        check_same(other, first, path, form)
        for result in more:
            if form.key(result) in seen:
                raise FileError(path, form.twice(form.key(result)))
            seen.add(form.key(result))
        found += more
    return first, found


def check_same(there: Q, wanted: Q, path: str, form: Format[Q, R, K]) -> None:
    """Check that the question of a file is the one that is wanted.

    Raises:
        FileError: it is another one; the first field that differs is named.
    """
    for field in form.fields:
        old, new = getattr(there, field), getattr(wanted, field)
        if old != new:
            raise FileError(path, form.other(field=field, old=old, new=new))


def _read_header(line: bytes, path: str, form: Format[Q, R, K]) -> Q:
    """The question that a file's first line tells."""
    try:
        values = json.loads(line)
        if line.endswith(b"\n") and isinstance(values, dict) and values.pop(form.mark, None) == 1:
            return form.read_asked(values)
    except (ValueError, TypeError, KeyError, RecursionError, CrescentError):
        pass
    raise FileError(path, form.foreign())
