"""The file of a bench's games; `crescent.runs.appending` says how it survives what happens to it."""

from __future__ import annotations

import os
from typing import Any, Final, cast

from crescent.bench.plan import Bench
from crescent.bench.results import LONGEST_LINE, MOST_GAMES, GameResult, read_line
from crescent.faults import BenchFault
from crescent.rules import Rules
from crescent.runs.appending import LineFile
from crescent.runs.lines import Format, read_file


def _read_bench(values: dict[str, object]) -> Bench:
    """The bench that a first line's values tell; raises whatever is wrong with them."""
    fields = cast("dict[str, Any]", values)  # `Bench` checks them
    return Bench(rules=Rules(**fields.pop("rules")), **fields)


FORMAT: Final = Format(
    mark="crescent-bench",
    fields=("variant", "rules", "limit", "seconds", "seed", "version"),
    longest=LONGEST_LINE,
    most=MOST_GAMES,
    read_asked=_read_bench,
    read_line=read_line,
    key=lambda result: result.key,
    foreign=BenchFault.NO_BENCH,
    other=BenchFault.OTHER_BENCH,
    no_result=BenchFault.NO_RESULT,
    too_many=BenchFault.TOO_MANY,
    busy=BenchFault.BUSY,
    twice=lambda key: BenchFault.TWICE(deal=key[0], agent=key[1]),
)


class GameFile(LineFile[Bench, GameResult, tuple[int, str]]):
    """The games of one bench in a file, by deal and agent, open for more.

    Args and Raises: as `LineFile`.
    """

    def __init__(self, path: str | os.PathLike[str], bench: Bench) -> None:
        """Open the file, read it, and heal its end."""
        super().__init__(path, bench, FORMAT)


def read_games(path: str | os.PathLike[str]) -> tuple[Bench, list[GameResult]]:
    """Whose games a file holds, and the games; a torn last line does not count.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        FileError: it cannot be read, or is no file of a bench's games.
    """
    return read_file(path, FORMAT)
