"""The agent that knows nothing but the rules."""

from __future__ import annotations

import random

from crescent.agents.protocol import choices
from crescent.moves import Move
from crescent.view import View


class Uniform:
    """plays any legal move, all alike, redeals included."""

    def __init__(self, *, seed: int | None = None) -> None:
        """Draw from `seed`."""
        self._random = random.Random(seed)

    def choose(self, view: View) -> Move:
        """A legal move drawn uniformly.

        Raises:
            WrongTypeError: `view` is no `View`.
            NoLegalMoveError: the game is won or blocked.
        """
        return self._random.choice(choices(view))
