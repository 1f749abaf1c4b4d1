"""A process for each command, forked from one that has imported what commands import, and has the solver ready.

A command spends half a second importing what it needs, two where it searches, and the tests start thousands.  So a
process imports it once and forks for each command: a process of its own all the same, with its own pipes, arguments,
folder and exit code, that runs what the installed script runs.  What depends on how an interpreter starts (its
environment, a terminal, signals) is tested with one that really starts, as those of `running.start` and
`running.terminal` always do.
"""

from __future__ import annotations

import atexit
import contextlib
import gc
import importlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, NoReturn

from crescent.cli.app import COMMANDS, module_of
from crescent.solver.searching import ready_program

NEEDED = (
    *map(module_of, COMMANDS),
    "typer._coercion",
    "typer._adapters",
    "importlib.metadata",
)
"""What commands import whatever they do; private modules of others may be gone one day, which costs time alone."""

LATE = ("CRESCENT_DATA_DIR", "MINARI_DATASETS_PATH")
"""Variables that are read where they are needed and not before, so that a forked command can still be given them."""

_WORD = 4
"""Bytes of a number between the two processes."""


class Forks:
    """The process that forks, started with the first command."""

    def __init__(self, script: str, env: Mapping[str, str]) -> None:
        """Keep what it needs: the installed script's path, for usage errors, and the environment of all commands."""
        self._script, self._env = script, dict(env)
        self._socket: socket.socket | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def are_in(self, env: Mapping[str, str]) -> bool:
        """Whether commands can be forked here, and this is the environment that they are in."""
        kept, wanted = ({name: one[name] for name in one if name not in LATE} for one in (self._env, env))
        return hasattr(os, "fork") and hasattr(socket, "send_fds") and kept == wanted

    def run(
        self,
        arguments: Sequence[str],
        stdin: bytes,
        cwd: Path | None,
        timeout: float,
        env: Mapping[str, str] = MappingProxyType({}),
    ) -> tuple[int, bytes, bytes]:
        """Run a command to its end; of `env` only what may come late is heeded, as `are_in` has made sure.

        Returns:
            The exit code, minus the signal's number where one ended it, and what it wrote to both streams.

        Raises:
            subprocess.TimeoutExpired: it did not end in time, and was killed.
        """
        server = self._socket or self._started()
        ends = [os.pipe() for _ in range(3)]
        ours, theirs = (ends[0][1], ends[1][0], ends[2][0]), (ends[0][0], ends[1][1], ends[2][1])
        late = {name: env[name] for name in LATE if name in env}
        words = json.dumps([[self._script, *arguments], str(cwd or Path.cwd()), late]).encode("ascii")
        socket.send_fds(server, [len(words).to_bytes(_WORD, "little")], theirs)
        server.sendall(words)
        for descriptor in theirs:
            os.close(descriptor)
        child = int.from_bytes(_exactly(server, _WORD), "little")
        killer = threading.Timer(timeout, os.kill, (child, signal.SIGKILL))
        killer.start()
        read: list[bytes] = [b"", b""]
        readers = [threading.Thread(target=_read, args=(ours[number + 1], read, number)) for number in range(2)]
        for reader in readers:
            reader.start()
        with contextlib.suppress(BrokenPipeError), os.fdopen(ours[0], "wb") as pipe:
            pipe.write(stdin)
        for reader in readers:
            reader.join()
        code = int.from_bytes(_exactly(server, _WORD), "little", signed=True)
        killer.cancel()
        killer.join()
        if code == -signal.SIGKILL:
            raise subprocess.TimeoutExpired([self._script, *arguments], timeout, *read)
        return code, read[0], read[1]

    def _started(self) -> socket.socket:
        """Start it; it ends when this process is gone."""
        here, there = socket.socketpair()
        with there:
            # Its own streams are pipes, as a command's are, and no files.
            self._process = subprocess.Popen(
                [sys.executable, "-c", f"from tests.cli.forked import serve; serve({there.fileno()})"],
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=self._env,
                pass_fds=[there.fileno()], cwd=Path(__file__).parents[2],
            )  # fmt: skip
        atexit.register(self.end)
        self._socket = here
        return here

    def end(self) -> None:
        """Let it end, and wait for it; the next command starts another one."""
        here, process = self._socket, self._process
        self._socket = self._process = None
        if here is not None and process is not None:
            here.close()
            process.communicate()


def _read(descriptor: int, read: list[bytes], number: int) -> None:
    with os.fdopen(descriptor, "rb") as pipe:
        read[number] = pipe.read()


def _exactly(server: socket.socket, count: int) -> bytes:
    """So many bytes of what the other process says."""
    answer = b""
    while len(answer) < count:
        part = server.recv(count - len(answer))
        if not part:
            raise ConnectionError("the other process has ended")
        answer += part
    return answer


def serve(descriptor: int) -> None:
    """Fork for each request until nobody is there to ask."""
    for name in NEEDED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)
    ready_program()
    gc.collect()
    gc.freeze()  # what is there already a child need not look through
    with socket.socket(fileno=descriptor) as asked:
        while True:
            length, streams, _, _ = socket.recv_fds(asked, _WORD, 3)
            if not length:
                return
            arguments, folder, late = json.loads(_exactly(asked, int.from_bytes(length, "little")))
            child = os.fork()
            if child == 0:
                asked.close()
                os.environ.update(late)
                _become(arguments, folder, streams)
            for stream in streams:
                os.close(stream)
            asked.sendall(child.to_bytes(_WORD, "little"))
            _, status = os.waitpid(child, 0)
            asked.sendall(os.waitstatus_to_exitcode(status).to_bytes(_WORD, "little", signed=True))


def _become(arguments: list[str], folder: str, streams: Sequence[int]) -> NoReturn:
    """Be the command: what the installed script does, with these arguments and pipes, in this folder."""
    for number, stream in enumerate(streams):
        os.dup2(stream, number)
        os.close(stream)
    os.chdir(folder)
    sys.argv[:] = arguments
    sys.path[:] = [os.path.dirname(arguments[0]), *sys.path[1:]]  # noqa: PTH120  as the interpreter itself has it
    cli: Any = importlib.import_module("crescent.cli")
    code: object = None
    try:
        cli.main()
    except SystemExit as ended:
        code = ended.code
    except BaseException:
        sys.excepthook(*sys.exc_info())
        code = 1
    _end(code)


def _end(code: object) -> NoReturn:
    """End as an interpreter does, but for taking itself apart, which takes twice as long as most commands do."""
    threading._shutdown()  # type: ignore[attr-defined]  # there is no public name for it
    atexit._run_exitfuncs()
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except (OSError, ValueError):
            code = 120
    if not isinstance(code, int | None):
        print(code, file=sys.stderr, flush=True)  # noqa: T201  as the interpreter does
    os._exit(code if isinstance(code, int) else code is not None)
