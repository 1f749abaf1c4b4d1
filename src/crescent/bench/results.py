"""What the bench keeps of a game, and the one line of JSON that holds it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Final

from crescent.bench.times import HIGHEST_BIN, Times
from crescent.position import NUMBERS

MOST_PLIES: Final = 100_000
"""Moves and redeals of a game at most, so that the record of any game can be read back."""

MOST_SECONDS: Final = 1e10
"""Seconds of a game at most: so many moves, a day each, take less."""

LONGEST_AGENT: Final = 1000
"""Characters of an agent's name with its options at most."""

LONGEST_EVIDENCE: Final = 2000
"""Characters that are kept of what an agent did wrong."""

MOST_GAMES: Final = 1_000_000
"""Games of one bench at most: their results are kept in memory for the summary, about 1 kB each."""

LONGEST_LINE: Final = 50_000
"""Bytes of a line at most: names and evidence in the rarest characters, and every bin of times."""


class Ending(Enum):
    """How a game on the bench ended."""

    WON = "won"
    BLOCKED = "blocked"
    STOPPED = "stopped"
    """At the limit of moves and redeals."""
    FAILED = "failed"
    """By the agent's fault: it is lost."""


class Failure(Enum):
    """What an agent did wrong."""

    NOT_MADE = "not-made"
    """It could not be made for this game."""
    ILLEGAL_MOVE = "illegal-move"
    NO_MOVE = "no-move"
    """It chose something that is no move."""
    ERROR = "error"
    """It raised an error."""
    TIMEOUT = "timeout"
    """It took longer for a move than it may."""
    CRASH = "crash"
    """Its process ended."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """What came of one game.

    Attributes:
        deal: its code number, 0 to 2 ** 35 - 1.
        agent: the agent's name, with its options.
        ending: how it ended.
        cards: on the foundations at its end, 8 to 104; 104 if and only if it is won.
        moves: as the app counts them: a redeal is none.
        redeals: used.
        times: of all moves and redeals played.
        failure: what the agent did wrong, if and only if the ending is `FAILED`.
        evidence: the same in words: the error, the move and the view it was chosen in, the talk with a program.
    """

    deal: int
    agent: str
    ending: Ending
    cards: int
    moves: int
    redeals: int
    times: Times = field(default_factory=Times)
    failure: Failure | None = None
    evidence: str = ""

    @property
    def key(self) -> tuple[int, str]:
        """What only one game of a bench has: deal and agent."""
        return self.deal, self.agent

    def line(self) -> str:
        """One line of JSON, without its end."""
        values = {
            "deal": self.deal,
            "agent": self.agent,
            "ending": self.ending.value,
            "cards": self.cards,
            "moves": self.moves,
            "redeals": self.redeals,
            "seconds": self.times.seconds,
            "slowest": self.times.slowest,
            "times": self.times.bins,
        }
        if self.failure:
            values |= {"failure": self.failure.value, "evidence": self.evidence}
        return json.dumps(values, separators=(",", ":"))


def cut(evidence: str) -> str:
    """`evidence` no longer than `LONGEST_EVIDENCE`: of a long one the beginning and the end."""
    if len(evidence) <= LONGEST_EVIDENCE:
        return evidence
    part = (LONGEST_EVIDENCE - 5) // 2
    return f"{evidence[:part]} ... {evidence[-part:]}"


_COUNTS: Final = ("deal", "cards", "moves", "redeals")
_FIELDS: Final = ("deal", "agent", "ending", "cards", "moves", "redeals", "seconds", "slowest", "times")
_ENDINGS: Final = {ending.value: ending for ending in Ending}
_FAILURES: Final = {failure.value: failure for failure in Failure}


def read_line(line: bytes) -> GameResult | None:
    """The result that a line holds; None where it holds none, whatever is in it."""
    if len(line) > LONGEST_LINE:
        return None
    try:
        values = json.loads(line)
    except (ValueError, RecursionError):
        return None
    if not isinstance(values, dict):
        return None
    failed = values.get("ending") == Ending.FAILED.value
    if tuple(values) != (*_FIELDS, *(("failure", "evidence") if failed else ())):
        return None
    return _checked(values)


def _checked(values: dict[str, Any]) -> GameResult | None:
    """The result of a line's values, None where one of them cannot be."""
    agent, ending, evidence = values["agent"], values["ending"], values.get("evidence", "")
    failure = values.get("failure")
    if not all(type(text) is str for text in (agent, ending, evidence)) or ending not in _ENDINGS:
        return None
    if len(agent) > LONGEST_AGENT or len(evidence) > LONGEST_EVIDENCE:
        return None
    if "failure" in values and (type(failure) is not str or failure not in _FAILURES):
        return None
    if not all(type(values[name]) is int and values[name] >= 0 for name in _COUNTS):
        return None
    deal, cards, moves, redeals = (values[name] for name in _COUNTS)
    times = _times(values)
    if (
        times is None
        or times.count != moves + redeals
        or moves + redeals > MOST_PLIES
        or deal >= NUMBERS
        or not 8 <= cards <= 104
    ):
        return None
    if (cards == 104) != (ending == Ending.WON.value):
        return None
    kind = _FAILURES[failure] if failure else None
    return GameResult(deal, agent, _ENDINGS[ending], cards, moves, redeals, times, kind, evidence)


def _times(values: Mapping[str, Any]) -> Times | None:
    """The times of a line's values, None where they cannot be."""
    seconds, slowest, pairs = (values[name] for name in ("seconds", "slowest", "times"))
    if not all(type(number) in (int, float) and 0 <= number <= MOST_SECONDS for number in (seconds, slowest)):
        return None
    if type(pairs) is not list or not all(type(pair) is list and len(pair) == 2 for pair in pairs):
        return None
    if not all(type(number) is int for pair in pairs for number in pair):
        return None
    if not all(0 <= number <= HIGHEST_BIN and count > 0 for number, count in pairs):
        return None
    numbers = [number for number, _ in pairs]
    if numbers != sorted(set(numbers)):
        return None
    return Times(float(seconds), float(slowest), tuple((number, count) for number, count in pairs))
