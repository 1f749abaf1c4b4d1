"""Engines that do what a test wants: little programs in a file, and the command that starts one."""

from __future__ import annotations

import shlex
import sys
import textwrap
from pathlib import Path
from typing import Final

from tests.cli.running import CRESCENT

EXAMPLES: Final = Path(__file__).parents[2] / "examples"

EXTERNAL: Final = {
    "engine_python": f"cmd:{shlex.join([sys.executable, str(EXAMPLES / 'engine_python.py')])}",
    "crescent_engine": f"cmd:{shlex.join([CRESCENT, 'engine', '--agent', 'greedy'])}",
}
"""External agents that keep to the contract of all agents: one that knows nothing of Crescent, and Crescent itself."""

POLITE = """
import sys

def reply(text, number):
    print("=" + number + " " + text + "\\n", flush=True)

def talk(go, position=lambda number, words: reply("", number)):
    for line in sys.stdin:
        number, name, *words = line.split()
        if name == "protocol":
            reply("1", number)
        elif name == "go":
            go(number, words)
        elif name == "position":
            position(number, words)
        elif name == "quit":
            reply("", number)
            break
        else:
            print("?" + number + " unknown\\n", flush=True)
"""
"""What an engine needs, but for what it does at `go`; the first legal move is `words[words.index("legal") + 1]`."""


def engine(folder: Path, program: str, *arguments: str, options: str = "") -> str:
    """The name of an external agent that runs this Python program.

    Args:
        folder: where its file goes.
        program: what follows `POLITE`; indented as a whole or not.
        arguments: what it is given.
        options: in the agent's name, as in `seconds=1`.
    """
    file = folder / "engine.py"
    file.write_text(POLITE + textwrap.dedent(program), encoding="utf-8")
    return f"cmd{f'({options})' if options else ''}:{command(file, *arguments)}"


def command(file: Path, *arguments: str) -> str:
    """The command that runs a file of Python, without the site's modules, so that it starts at once."""
    return shlex.join([sys.executable, "-I", "-S", str(file), *arguments])


FIRST = "talk(lambda number, words: reply(words[words.index('legal') + 1], number))"
"""Plays the first legal move."""
