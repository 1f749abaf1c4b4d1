"""A text as long as its reader takes is read, and one with a sign more is refused, whatever it says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from crescent import CrescentError, GameCode, Move, Position, Record, View
from crescent.agents.options import AgentName
from crescent.cli.orders import read_order

CODE: Final = "CR1-N-AAAAAAB"
POSITION: Final = str(GameCode.parse(CODE).deal())


@pytest.mark.parametrize(
    ("reader", "text", "longest"),
    [
        (GameCode.parse, CODE, 100),
        (Move.parse, "10-14", 40),
        (Position.parse, POSITION, 2000),
        (View.parse, POSITION, 2000),
        (Record.parse, f'[Code "{CODE}"]', 2**20),
        (AgentName.parse, "policy(nodes=5)", 1000),
        (read_order, "10 14", 1000),
    ],
    ids=["code", "move", "position", "view", "record", "agent", "order"],
)
def test_the_longest_text_is_read_and_one_sign_more_refused(
    reader: Callable[[str], object], text: str, longest: int
) -> None:
    """The same words with space behind them, which every reader passes over."""
    assert reader(text.ljust(longest)) == reader(text)
    with pytest.raises(CrescentError):
        reader(text.ljust(longest + 1))
