"""Look at processes from outside (Linux's /proc)."""

from __future__ import annotations

import os
import time
from pathlib import Path


def children(pid: int) -> list[int]:
    """The processes that a process has started and that still run, but for the one that keeps Python's books."""
    try:
        tasks = list(Path(f"/proc/{pid}/task").iterdir())
        found = [int(word) for task in tasks for word in (task / "children").read_text().split()]
    except OSError:
        return []
    return [child for child in found if is_running(child) and "resource_tracker" not in _command(child)]


def new_children(others: list[int]) -> list[int]:
    """This process's children but for those that were there before; other tests' may live on."""
    return [child for child in children(os.getpid()) if child not in others]


def is_running(pid: int) -> bool:
    """Whether a process is there and not merely unburied."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def seconds_busy(pid: int) -> float:
    """Seconds of a processor that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def all_gone(pids: list[int], seconds: float = 20.0) -> bool:
    """Whether all of them end within the time."""
    end = time.monotonic() + seconds
    while any(map(is_running, pids)):
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""
