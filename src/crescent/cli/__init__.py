"""The command line: `crescent` and its commands, a file each.

Exit codes: 0 done, 1 the answer is no, 2 wrong usage or input, 130 interrupted, 141 the reader of the output has gone,
143 terminated.
"""

from __future__ import annotations

import os
import sys


def main() -> None:
    """Run the command line of this process, and exit with its code."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed by who started us; what nobody reads goes nowhere
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115  as long as we live
    try:
        from crescent.cli.app import app

        app(prog_name="crescent")
    except KeyboardInterrupt:  # outside of a command, while everything is loaded
        sys.exit(130)
    finally:
        _flush()


def _flush() -> None:
    """Send what is left; where it cannot be sent, a command has said so, or nobody reads any more."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())  # for the interpreter's own flush at the end
