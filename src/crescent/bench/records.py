"""A folder with the record of every game, and what an agent did wrong beside it."""

from __future__ import annotations

import hashlib
import os
import re
from pathlib import Path

from crescent.bench.plan import Bench
from crescent.bench.playing import Played
from crescent.codes import GameCode
from crescent.files import path_of, try_writing, writing
from crescent.record import SUFFIX, Record
from crescent.variants import variants

LONGEST_SLUG = 40
"""Characters of an agent's name that the name of a file repeats."""


class RecordFolder:
    """Where the records of a bench's games go: `CODE.AGENT.crescent`, one a game.

    Args:
        path: the folder; it is made with the first record if it is not there, its parent not.
        bench: whose games they are.

    Raises:
        WrongTypeError: `path` is neither a text nor a path.
        UnknownNameError, PluginError: the bench's variant is not registered here.
        FileError: the folder could not be made or written into.
    """

    def __init__(self, path: str | os.PathLike[str], bench: Bench) -> None:
        """Try everything that can be tried without making anything."""
        self.path: Path = path_of(path)
        self._bench = bench
        self._variant = variants[bench.variant]
        with writing(self.path):
            is_there = self.path.exists()
        try_writing(self.path / f"probe{SUFFIX}" if is_there else self.path)

    def save(self, played: Played) -> Path:
        """Write the record of a game, also of one that was lost by a fault: up to there, with the fault as a tag.

        Raises:
            FileError: it cannot be written, or would replace what is no record of the same deal.
        """
        result = played.result
        code = GameCode(result.deal, self._variant)
        tags = {"Player": tag_text(result.agent), "Seed": str(self._bench.agent_seed(result.deal))}
        if result.failure:
            tags |= {"Failure": result.failure.value, "Evidence": tag_text(result.evidence)}
        with writing(self.path):
            self.path.mkdir(exist_ok=True)
        path = self.path / f"{code}.{slug(result.agent)}{SUFFIX}"
        Record(code.deal(), played.line, code, tags=tags).save(path)
        return path


def slug(agent: str) -> str:
    """An agent's name as a part of a file's name: no two names share one, and it says which it is."""
    plain = re.sub(r"[^A-Za-z0-9_=-]+", "-", agent).strip("-")[:LONGEST_SLUG]
    if plain == agent and plain:
        return plain
    return f"{plain or 'agent'}-{hashlib.sha256(agent.encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def tag_text(text: str) -> str:
    """A text as the value of a tag: printable, and not too long."""
    printable = "".join(one if one.isprintable() else one.encode("unicode_escape").decode("ascii") for one in text)
    return printable if len(printable) <= 1000 else f"{printable[:497]} ... {printable[-497:]}"
