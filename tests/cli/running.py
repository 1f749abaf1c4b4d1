"""Start the command line as people and programs do: through pipes, and on a pseudo-terminal."""

from __future__ import annotations

import json
import os
import subprocess
import sysconfig
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pexpect
import pytest

from tests.cli.forked import Forks

CRESCENT = str(Path(sysconfig.get_path("scripts")) / "crescent")

_SETTINGS = {"LANG": "en_US.UTF-8", "TERM": "xterm", "PYTHONIOENCODING": "utf-8", "COLUMNS": "80", "LINES": "24"}
_UNSET = ("LC_ALL", "LC_MESSAGES", "LANGUAGE", "NO_COLOR", "PYTHONUTF8", "PYTHONUNBUFFERED", "PYTEST_CURRENT_TEST")

_BEGUN = {name: value for name, value in os.environ.items() if name not in _UNSET} | _SETTINGS
"""As it was when this was imported: what is imported later sets variables, and were a command to get them, each one
would be started, slowly, and none forked."""


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """The environment that the tests began in with an English UTF-8 terminal in it, and the changes."""
    return _BEGUN | dict(changes or {})


SECONDS = 120.0
"""How long a command may take, the solver's compilation and other work on the machine included."""

_FORKS = Forks(CRESCENT, environment())


class Result(NamedTuple):
    """What a command wrote, and how it ended."""

    code: int
    out: str
    err: str

    @property
    def documents(self) -> list[dict[str, Any]]:
        """Standard output as one JSON document a line; fails where there is anything else."""
        return [json.loads(line) for line in self.out.splitlines()]


def crescent(
    *arguments: str | os.PathLike[str],
    stdin: str | bytes = "",
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
) -> Result:
    """Run the command to its end, with `stdin` through a pipe."""
    given = stdin if isinstance(stdin, bytes) else stdin.encode("utf-8")
    wanted = environment(env)
    if _FORKS.are_in(wanted):
        code, out, err = _FORKS.run([os.fspath(argument) for argument in arguments], given, cwd, SECONDS, wanted)
        return Result(code, out.decode("utf-8"), err.decode("utf-8"))
    result = subprocess.run(
        [CRESCENT, *arguments],
        input=given,
        capture_output=True,
        cwd=cwd,
        env=wanted,
        timeout=SECONDS,
        check=False,
    )
    return Result(result.returncode, result.stdout.decode("utf-8"), result.stderr.decode("utf-8"))


def play(lines: Sequence[str], *arguments: str, env: Mapping[str, str] | None = None) -> Result:
    """`crescent play` with these lines typed into a pipe."""
    return crescent("play", *arguments, stdin="".join(f"{line}\n" for line in lines), env=env)


def start(*arguments: str, env: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    """The command at work, to be disturbed."""
    return subprocess.Popen(
        [CRESCENT, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(env),
    )


def wait_for(path: Path, lines: int) -> None:
    """Wait until a file has so many lines."""
    for _ in range(6000):
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.01)
    pytest.fail(f"{path} has no {lines} lines after 60 s")


def terminal(*arguments: str, cwd: Path | None = None, env: Mapping[str, str] | None = None) -> pexpect.spawn[str]:
    """The command on a pseudo-terminal of 80 × 24, to be talked to."""
    return pexpect.spawn(
        CRESCENT,
        list(arguments),
        cwd=None if cwd is None else str(cwd),
        env=environment(env),
        encoding="utf-8",
        codec_errors="replace",  # the line editor echoes what is no text
        timeout=20,
        dimensions=(24, 80),
        echo=True,
    )


def interrupt(child: pexpect.spawn[str]) -> int:
    """Press ctrl-C, once more if it got lost on the way into a system call, and give the exit code."""
    for _ in range(10):
        child.sendintr()
        if child.expect([pexpect.EOF, pexpect.TIMEOUT], timeout=3) == 0:
            break
    return _exit_code(child)


def end_of(child: pexpect.spawn[str]) -> int:
    """Wait for the command's end and give its exit code."""
    child.expect(pexpect.EOF)
    return _exit_code(child)


def _exit_code(child: pexpect.spawn[str]) -> int:
    child.close()
    assert child.exitstatus is not None, f"ended by signal {child.signalstatus}"
    return child.exitstatus
