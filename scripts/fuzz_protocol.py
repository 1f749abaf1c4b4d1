"""Fuzz the line protocol from both sides: no crash, no hang, no leak.

    python scripts/fuzz_protocol.py [--minutes 6] [--seed 0]

Half of the time `crescent engine` is sent random lines: right ones, nearly right ones, binary ones, endless ones; it
has to answer each, and is stopped, deserted, interrupted and terminated.  The other half an external agent asks engines
that answer at random: rightly, wrongly, late, in pieces, without end, or not at all; that die, and leave children
behind.

Exit code 0 if nothing was found.  results/fuzz_protocol.txt is such an output.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import select
import shlex
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from collections import Counter
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from crescent import GameCode, Position, variants
from crescent.agents import checked_choice
from crescent.agents.external import ExternalAgent
from crescent.engine import EngineError
from crescent.engine.framing import LONGEST_COMMAND, Command, Line
from crescent.engine.session import COMMANDS, FAULT_OF_OURS

CRESCENT: Final = str(Path(sysconfig.get_path("scripts")) / "crescent")

PATIENCE: Final = 60.0
"""Seconds without an answer that count as a hang."""

GROWTH: Final = 24_000_000
"""Bytes that a process may grow by; a queue full of the longest lines is 16 MB."""


class FoundError(Exception):
    """Something that must not happen."""


# ---------------------------------------------------------------- random lines for `crescent engine`


def position(rng: random.Random) -> str:
    """Words that name a position."""
    code = GameCode(rng.randrange(2**35), variants[rng.choice(variants.names())])
    game = code.deal()
    moves = []
    for _ in range(rng.randrange(30)):
        legal = game.legal_moves()
        if not legal:
            break
        moves.append(rng.choice(legal))
        game = game.play(moves[-1])
    if rng.random() < 0.5:
        return f"code {code} moves {' '.join(map(str, moves))}"
    flags = f"face_down={'yes' if game.rules.face_down else 'no'}"
    return f"text {game.view()} rules redeals=9,pile_capacity={game.rules.pile_capacity},{flags}"


def line(rng: random.Random) -> bytes:
    """A line, right or not, without its end."""
    name = rng.choice(tuple(set(COMMANDS) - {"quit", "go"}))
    some = {
        "play": ("1-2", "R", "SA-SK", "10-14", "2-K", "16 > 3", "x"),
        "refusal": ("1-2", "R", "SA-1", ""),
        "setoption": ("seed 3", "seed -1", "depth 2", ""),
        "known_command": (*COMMANDS, "fly"),
        "show": ("", "svg", "png"),
    }
    words = position(rng) if name == "position" else rng.choice(some.get(name, ("",)))
    if rng.random() < 0.2:
        name, words = "go", rng.choice(("", "movetime 20", "nodes 5", "movetime 5 nodes 9 legal R", "infinite"))
    data = f"{rng.choice(('', '', f'{rng.randrange(10**6)} '))}{name} {words}".encode()
    match rng.randrange(12):
        case 0:
            return rng.randbytes(rng.randrange(60)).replace(b"\n", b"")
        case 1:
            at = rng.randrange(len(data) + 1)
            return data[:at] + rng.randbytes(rng.randrange(4)).replace(b"\n", b"") + data[at + rng.randrange(4) :]
        case 2:
            return data + rng.choice((b" # comment", b"\r", b"\0", b" more", b"\xe2\x99"))
        case 3 if rng.random() < 0.02:
            return rng.choice((b"x", b"9", b" ", b"1-2 ")) * rng.randrange(10_000_000)
    return data


class Engine:
    """A running `crescent engine`."""

    def __init__(self, rng: random.Random) -> None:
        """Start it."""
        agent = rng.choice(("uniform", "greedy"))
        self.process = subprocess.Popen(
            [CRESCENT, "engine", "--agent", agent, "--seed", "1"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            env={**os.environ, "PYTHONFAULTHANDLER": "1"},
        )
        os.set_blocking(pipe(self.process.stdin).fileno(), False)
        self._number = 10**9
        self.told = b""

    def talk(self, data: bytes) -> int:
        """Send lines, and behind them one whose answer is known; read until that comes, and count the replies."""
        self._number += 1
        data += f"\n{self._number} known_command go\n".encode()
        end = f"={self._number} true\n\n".encode()
        told, replies, last = b"", 0, time.monotonic()
        while not told.endswith(end):
            writable = [pipe(self.process.stdin)] if data else []
            ready, free, _ = select.select([pipe(self.process.stdout)], writable, [], 1.0)
            if ready:
                chunk = os.read(pipe(self.process.stdout).fileno(), 2**16)
                if not chunk:
                    raise FoundError(f"it ended: {pipe(self.process.stderr).read()!r}")
                if FAULT_OF_OURS.encode() in told[-100:] + chunk:
                    raise FoundError(repr((told + chunk)[-1000:]))
                replies += (told[-1:] + chunk).count(b"\n\n")
                told = told[-100:] + chunk
                last = time.monotonic()
            if free:
                with suppress(BlockingIOError):
                    data = data[os.write(pipe(self.process.stdin).fileno(), data[: 2**16]) :]
                    last = time.monotonic()
            if time.monotonic() - last > PATIENCE:
                raise FoundError(f"it hangs, {len(data)} bytes are unwritten; {self.stack()}")
        return replies - 1

    def end(self, rng: random.Random) -> str:
        """End it in one of the ways there are; which it was."""
        process = self.process
        way = rng.choice(("end of input", "quit", "terminated", "interrupted", "deserted"))
        if rng.random() < 0.5:
            with suppress(BlockingIOError):
                os.write(pipe(process.stdin).fileno(), b"\n".join(line(rng) for _ in range(20))[:60_000] + b"\n")
        if way == "quit":
            self.talk(b"")
            os.write(pipe(process.stdin).fileno(), b"quit\n")
        elif way == "deserted":
            pipe(process.stdout).close()
            with suppress(BlockingIOError, BrokenPipeError):
                os.write(pipe(process.stdin).fileno(), b"name\n")
        elif way != "end of input":
            process.send_signal(signal.SIGTERM if way == "terminated" else signal.SIGINT)
        if way in ("deserted", "end of input"):
            pipe(process.stdin).close()
        try:
            rest = b"" if way == "deserted" else read_all(pipe(process.stdout))
            code = process.wait(PATIENCE)
        except (TimeoutError, subprocess.TimeoutExpired):
            raise FoundError(f"{way}: it does not end; {self.stack()}") from None
        expected = {"end of input": 0, "quit": 0, "terminated": 143, "interrupted": 130, "deserted": 141}[way]
        error = pipe(process.stderr).read()
        for stream in (process.stdin, process.stdout, process.stderr):
            pipe(stream).close()
        if code != expected or error:
            raise FoundError(f"{way}: exit code {code}, not {expected}; {error!r}; the last it said is {rest[-200:]!r}")
        return way

    def stack(self) -> str:
        """Where it hangs: what all its threads are at."""
        self.process.send_signal(signal.SIGABRT)
        time.sleep(1)
        return pipe(self.process.stderr).read().decode("utf-8", "replace")


def read_all(stream: IO[bytes]) -> bytes:
    """What comes until the end, the last of it."""
    kept, last = b"", time.monotonic()
    while time.monotonic() - last < PATIENCE:
        if select.select([stream], [], [], 1.0)[0]:
            chunk = os.read(stream.fileno(), 2**16)
            if not chunk:
                return kept
            kept = (kept + chunk)[-1000:]
    raise TimeoutError


def pipe(stream: IO[bytes] | None) -> IO[bytes]:
    """The pipe, which is there."""
    assert stream is not None
    return stream


def state(pid: int) -> tuple[int, int, int]:
    """Open files, threads, and bytes in memory of a process."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    files, threads = (sum(1 for _ in Path(f"/proc/{pid}/{folder}").iterdir()) for folder in ("fd", "task"))
    return files, threads, pages * resource.getpagesize()


def fuzz_engine(rng: random.Random, seconds: float) -> Counter[str]:
    """Send random lines to engines, one after the other, for so long."""
    counts: Counter[str] = Counter()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        engine = Engine(rng)
        try:
            engine.talk(b"position " + position(rng).encode() + b"\ngo\nshow\nstatus")
            before = state(engine.process.pid)
            for _ in range(rng.randrange(40)):
                lines = [line(rng) for _ in range(rng.randrange(1, 60))]
                commands = [Command.of_line(Line(data, len(data) > LONGEST_COMMAND)) for data in lines]
                asked, replies = len(commands) - commands.count(None), engine.talk(b"\n".join(lines))
                if replies != asked:
                    raise FoundError(f"{replies} replies to {asked} commands: {lines}")
                counts["lines"] += len(lines)
                counts["replies"] += replies
            after = state(engine.process.pid)
            if after[:2] != before[:2] or after[2] - before[2] > GROWTH:
                raise FoundError(f"files, threads and memory were {before} and are {after}")
            counts[engine.end(rng)] += 1
        finally:
            engine.process.kill()
    return counts


# ---------------------------------------------------------------- random engines for an external agent

ENGINE: Final = r"""
import os, random, subprocess, sys, time

rng = random.Random(int(sys.argv[1]))
polite = rng.choice((0.0, 0.5, 0.9, 0.99))
sane = rng.random() < 0.8
out = sys.stdout.buffer

def say(data):
    for byte in [data] if rng.random() < 0.9 else [data[i : i + 1] for i in range(len(data))]:
        out.write(byte)
        out.flush()

while True:
    line = sys.stdin.readline()
    if not line:
        break
    number, name, *words = line.split()
    right = {"protocol": "1", "go": rng.choice(words[words.index("legal") + 1 :]) if "legal" in words else ""}
    answer = f"={number} {right.get(name, '')}\n\n".encode()
    if rng.random() < polite or (sane and name == "protocol"):
        say(answer)
        continue
    match rng.randrange(18):
        case 0: say(rng.randbytes(rng.randrange(200)))
        case 1: say(answer[: rng.randrange(len(answer))])
        case 2: say(answer * 2)
        case 3: say(b"?" + answer[1:])
        case 4: say(b"=" + str(rng.randrange(99)).encode() + b" R\n\n")
        case 5: say(b"= " + answer[1:])
        case 6: say(b"# thinking\n\n\r\n" + answer)
        case 7: say(answer.replace(b" ", b"\t").replace(b"\n", b"\r\n"))
        case 8: say(b"x" * rng.randrange(3_000_000))
        case 9: say(b"=" + number.encode() + b" " + rng.choice((b"1-2", b"SA-SK", b"\xff", b"R\0", b"17-1")) + b"\n\n")
        case 10: sys.stderr.write("noise\n" * rng.randrange(100_000)); sys.stderr.flush(); say(answer)
        case 11: time.sleep(rng.random()); say(answer)
        case 12: time.sleep(100)
        case 13: sys.exit(rng.randrange(9))
        case 14: os.kill(os.getpid(), rng.choice((9, 11, 15)))
        case 15: os.close(1) if rng.random() < 0.5 else os.close(0)
        case 16: subprocess.Popen(["sleep", "50"]); rng.random() < 0.5 and os._exit(1) or say(answer)
        case 17: say(b"=" + number.encode() + b"\n" + b"more\n" * rng.randrange(400_000))
"""


def children() -> set[int]:
    """The processes that this one has and has not buried."""
    return {int(word) for task in Path("/proc/self/task").iterdir() for word in (task / "children").read_text().split()}


def sleepers() -> int:
    """How many processes run `sleep 50`, left behind by engines."""
    found = 0
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            found += path.read_bytes() == b"sleep\x0050\x00"
    return found


def fuzz_agent(rng: random.Random, seconds: float, folder: Path) -> Counter[str]:
    """Let engines that answer at random play, one after the other, for so long."""
    counts: Counter[str] = Counter()
    program = folder / "engine.py"
    program.write_text(ENGINE, encoding="utf-8")
    end, before = time.monotonic() + seconds, state(os.getpid())
    names = variants.names()
    while time.monotonic() < end:
        seed = rng.randrange(2**32)
        command = shlex.join([sys.executable, "-I", "-S", str(program), str(seed)])
        counts["engines"] += 1
        began = time.monotonic()
        try:
            with ExternalAgent(command, seconds=0.5, start=5.0, seed=seed) as agent:
                counts["moves"] += play(agent, GameCode(seed, variants[rng.choice(names)]).deal())
                counts["played to the end"] += 1
        except EngineError as error:
            counts[type(error).__name__] += 1
            if len(str(error)) > 2000 or len(error.report) > 200_000 or not error.reason.isprintable():
                raise FoundError(f"engine {seed}: an error that cannot be shown: {error!r}") from error
        except Exception as error:
            raise FoundError(f"engine {seed}: {type(error).__name__}: {error}") from error
        if time.monotonic() - began > PATIENCE:
            raise FoundError(f"engine {seed}: took {time.monotonic() - began:.0f} s")
        if children():
            raise FoundError(f"engine {seed}: the processes {children()} are left")
        after = state(os.getpid())
        if after[:2] != before[:2] or after[2] - before[2] > GROWTH:
            raise FoundError(f"engine {seed}: files, threads and memory were {before} and are {after}")
    time.sleep(0.5)
    if sleepers():
        raise FoundError(f"{sleepers()} children of engines are left")
    return counts


def play(agent: ExternalAgent, position: Position) -> int:
    """A game of at most 60 moves, each checked; how many it was."""
    for count in range(60):
        if position.outcome is not None:
            return count
        position = position.play(checked_choice(agent, position))
    return 60


def main() -> int:
    """Run the whole."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    parser.add_argument("--minutes", type=float, default=6.0, help="how long, both halves together")
    parser.add_argument("--seed", type=int, default=0, help="of everything random")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    # A shell that starts something in the background lets it, and all that it starts, ignore ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with tempfile.TemporaryDirectory() as folder:
            for what, counts in (
                ("crescent engine, sent random lines", fuzz_engine(rng, 30 * options.minutes)),
                ("external agents that answer at random", fuzz_agent(rng, 30 * options.minutes, Path(folder))),
            ):
                print(f"{what}:")
                for name, count in sorted(counts.items()):
                    print(f"  {name:<20}{count:>10}")
    except FoundError as fault:
        print(f"FAULT: {fault}")
        return 1
    print(f"{options.minutes:g} minutes, seed {options.seed}: no crash, no hang, no leak")
    return 0


if __name__ == "__main__":
    sys.exit(main())
