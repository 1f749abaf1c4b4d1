"""A run over many deals in the shell: what its file has already, the rest with a line of progress, what is kept."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from crescent.cli.figures import decimal
from crescent.cli.progress import ProgressLine
from crescent.cli.shared import Output, end_when_asked
from crescent.runs.appending import LineFile
from crescent.runs.lines import Line
from crescent.text.messages import Message

K = TypeVar("K", bound=Hashable)
R = TypeVar("R", bound=Line)


class Pace:
    """Counts what is done, by kind, and foretells when all is."""

    def __init__(self, total: int, done: int) -> None:
        """Of `total` so many are done already."""
        self._total, self._done, self._new = total, done, 0
        self._began = time.monotonic()
        self.kinds: Counter[str] = Counter()

    def count(self, kind: str) -> None:
        """One more is done."""
        self._new += 1
        self.kinds[kind] += 1

    def values(self, output: Output) -> dict[str, object]:
        """How far it is, for a message: `bar`, `done`, `total`, `rate` a second, time `left`."""
        done = self._done + self._new
        rate = self._new / max(time.monotonic() - self._began, 1e-9)
        full = 20 * done // self._total
        block, empty = ("█", "░") if output.style.unicode else ("#", ".")
        return {
            "bar": block * full + empty * (20 - full),
            "done": done,
            "total": self._total,
            "rate": decimal(output.wording, rate, 1),
            "left": output.wording.duration((self._total - done) / rate if rate else 0),
        }


@dataclass(frozen=True)
class Run(Generic[K, R]):
    """A run that is carried out.

    Attributes:
        keys: of everything that is asked.
        key: what a result is the result of.
        work: finds the results of what is missing, in any order.
        open_file: opens the file that keeps them; None where none does.
        output: where to tell how far it is.
        resumed, kept: how many a file has as it begins, and when it is interrupted: `done`, `total`, `file`.
        progress: takes the values of `Pace` and the counts of kinds.
        kind: what a result is counted as.
        rescue: is given what was found when a run without a file is interrupted.
    """

    keys: Sequence[K]
    key: Callable[[R], K]
    work: Callable[[list[K]], Generator[R, None, None]]
    open_file: Callable[[], LineFile[Any, R, K]] | None
    output: Output
    resumed: Message
    kept: Message
    progress: Callable[[Pace], str]
    kind: Callable[[R], str]
    rescue: Callable[[dict[K, R]], object] = lambda _: None

    def results(self) -> dict[K, R]:
        """All results that are known at the end, those that the file had before too."""
        end_when_asked()
        with ExitStack() as stack:
            file = None if self.open_file is None else stack.enter_context(self.open_file())
            known: dict[K, R] = {} if file is None else file.results
            missing = self._missing(known)
            if file is not None and len(missing) < len(self.keys):
                self._note(self.resumed, missing, file.path)
            try:
                for result in stack.enter_context(closing(self._shown(missing))):
                    if file is None:
                        known[self.key(result)] = result
                    else:
                        file.append(result)
            except KeyboardInterrupt:
                if file is not None:
                    self._note(self.kept, self._missing(known), file.path)
                elif known:
                    self.rescue(known)
                raise
            return known

    def _missing(self, known: dict[K, R]) -> list[K]:
        return [key for key in self.keys if key not in known]

    def _shown(self, missing: list[K]) -> Generator[R, None, None]:
        """The results of what is missing, as they are found; the line of progress tells how far it is."""
        if not missing:
            return
        with closing(self.work(missing)) as found, ProgressLine() as line:
            pace = Pace(len(self.keys), len(self.keys) - len(missing))
            for result in found:
                yield result
                pace.count(self.kind(result))
                if line.is_due:
                    line.show(self.progress(pace))

    def _note(self, message: Message, missing: list[K], path: str) -> None:
        """Say how many the file has."""
        total = len(self.keys)
        self.output.note(self.output.wording.say(message, done=total - len(missing), total=total, file=path))
