"""Rows of other people's environments: `peers.py` in a process of its own, perhaps of another interpreter."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from benchmarks import peers
from benchmarks.measuring import AbsentError, Row, Speeds, pinned

PATIENCE = 120
"""Seconds after which a peer that has not answered is given up, compilation included."""


class PeersProcess:
    """The process, idle unless it is asked."""

    def __init__(self, python: str) -> None:
        self.versions: dict[str, str] = {}
        self._failure = ""
        self._process: subprocess.Popen[str] | None = None
        self._reader = ThreadPoolExecutor(1)
        try:
            with pinned():
                self._process = subprocess.Popen(
                    [python, str(Path(peers.__file__).resolve())], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL, encoding="utf-8",
                )  # fmt: skip
            self.versions = self._answer()["versions"]
        except (OSError, AbsentError) as error:
            self._failure = f"the interpreter of the peers did not start: {error}"

    def ask(self, name: str, slots: int, seconds: float) -> Speeds:
        """Measure one peer."""
        if self._failure or self._process is None or self._process.stdin is None:
            raise AbsentError(self._failure)
        try:
            print(json.dumps({"peer": name, "slots": slots, "seconds": seconds}), file=self._process.stdin, flush=True)
            answer = self._answer()
        except (OSError, AbsentError) as error:
            self._failure = f"the process of the peers ended: {error}"
            raise AbsentError(self._failure) from error
        if "absent" in answer:
            raise AbsentError(answer["absent"])
        return Speeds(answer["steps"] / answer["seconds"])

    def _answer(self) -> dict[str, Any]:
        """The next line of JSON."""
        if self._process is None or self._process.stdout is None:
            raise AbsentError("it has no output")
        try:
            line = self._reader.submit(self._process.stdout.readline).result(PATIENCE)
        except TimeoutError as error:
            self._process.kill()
            raise AbsentError(f"no answer within {PATIENCE} seconds") from error
        if not line:
            raise AbsentError("no answer")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            with contextlib.suppress(OSError):
                self._process.communicate()
        self._reader.shutdown()


@contextlib.contextmanager
def started(python: str | None) -> Iterator[PeersProcess]:
    """The process of the given interpreter, or of this one, ended with the block."""
    process = PeersProcess(python or sys.executable)
    try:
        yield process
    finally:
        process.close()


def name(peer: str, slots: int) -> str:
    """The name of the row of a peer that has slots."""
    return f"{peer} {slots:,}"


def rows(process: PeersProcess, *, vector: bool, sizes: Sequence[int]) -> list[Row]:
    """The rows of all single environments, or of all vector environments in all sizes."""

    def row(peer: peers.Peer, slots: int) -> Row:
        named = name(peer.name, slots) if vector else peer.name
        return Row(named, peer.includes, lambda seconds: process.ask(peer.name, slots, seconds))

    return [row(peer, slots) for peer in peers.PEERS if peer.vector == vector for slots in sizes]
