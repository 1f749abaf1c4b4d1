"""A program that saves a running game again and again, and says so after each time: `python keep_saving.py FILE`."""

from __future__ import annotations

import sys
from pathlib import Path

from crescent.tui.kept import Played, Running
from crescent.tui.store import Store


def main(path: str) -> None:
    """Save game 1, 2, 3 and so on; every tenth is finished."""
    with Store(Path(path)) as store:
        for number in range(1, 1_000_000):
            store.save(Running(f"game {number} {'x' * (number % 5000)}", float(number), strict=True))
            if number % 10 == 0:
                store.finish(Played("normal", None, won=True, seconds=float(number), moves=number))
            sys.stdout.write(f"{number}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])
