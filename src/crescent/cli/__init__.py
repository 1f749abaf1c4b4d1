"""The command line: `crescent` and its commands, a file each.

Exit codes: 0 done, 1 the answer is no, 2 wrong usage or input, 130 interrupted, 141 the reader of the output has gone.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line of this process, and exit with its code."""
    try:
        from crescent.cli.app import app

        app(prog_name="crescent")
    except KeyboardInterrupt:  # outside of a command, while everything is loaded
        sys.exit(130)
    finally:
        _flush()


def _flush() -> None:
    """Send what is left; where nobody reads any more, say nothing about it."""
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # for the interpreter's own flush at the end
        sys.exit(141)
