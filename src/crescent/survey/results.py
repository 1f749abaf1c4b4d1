"""What a survey keeps of a deal, and the one line of JSON that holds it."""

from __future__ import annotations

import json
from dataclasses import dataclass

from crescent.position import NUMBERS
from crescent.solver import Status

LONGEST_LINE = 1000
"""Bytes of a line at most."""

HIGHEST = 10**15
"""What any number of a line is at most: far more than any search makes, and not too much to be summed up."""

_STATUS = {status.value: status for status in Status}


@dataclass(frozen=True, slots=True)
class DealResult:
    """What came of one deal.

    Attributes:
        deal: its code number, 0 to 2 ** 35 - 1.
        status: solved, proven unsolvable, or unknown.
        moves: of the line found, as the app counts them: a redeal is none.
        redeals: that the line uses.
        cards: on the foundations at the line's end, 8 to 104; 104 if and only if it is solved.
        nodes: that the search made.
        seconds: that it took.
    """

    deal: int
    status: Status
    moves: int
    redeals: int
    cards: int
    nodes: int
    seconds: float

    def line(self) -> str:
        """One line of JSON, without its end."""
        values: dict[str, object] = {name: getattr(self, name) for name in _FIELDS}
        return json.dumps(values | {"status": self.status.value}, separators=(",", ":"))


_FIELDS = ("deal", "status", "moves", "redeals", "cards", "nodes", "seconds")


def read_line(line: bytes) -> DealResult | None:
    """The result that a line holds; None where it holds none, whatever is in it."""
    if len(line) > LONGEST_LINE:
        return None
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict) or tuple(values) != _FIELDS:
        return None
    status = values["status"] if isinstance(values["status"], str) else ""
    seconds, counts = values["seconds"], [values[name] for name in _FIELDS if name not in ("status", "seconds")]
    if status not in _STATUS or type(seconds) not in (int, float) or not all(type(count) is int for count in counts):
        return None
    deal, moves, redeals, cards, nodes = counts
    sound = 0 <= deal < NUMBERS and all(0 <= number <= HIGHEST for number in (moves, redeals, nodes, seconds))
    if not sound or not 8 <= cards <= 104 or (cards == 104) != (status == "solved"):
        return None
    return DealResult(deal, _STATUS[status], moves, redeals, cards, nodes, float(seconds))
