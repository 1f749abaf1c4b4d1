"""What the bench asks of every agent at every deal: rules, limits and seed."""

from __future__ import annotations

import hashlib
from dataclasses import asdict, dataclass, field

from crescent.bench.playing import Played, play_game
from crescent.bench.results import MOST_PLIES
from crescent.bench.sets import StandardSet
from crescent.errors import RulesError, WrongTypeError, as_integer
from crescent.rules import Rules
from crescent.variants import NORMAL, Variant

DEFAULT_LIMIT = 1000
"""Moves and redeals after which an agent that goes in circles is stopped; a game that ends has some 50 to 250."""

LONGEST_SECONDS = 86_400.0
"""Seconds that a move may take at most: a day."""

DEFAULT_SECONDS = 30.0
"""Seconds that a move may take: more than any agent here needs, so that only what hangs is stopped."""


def _version() -> str:
    from importlib import metadata  # costs more than the rest of this module

    return metadata.version("crescent-patience")


@dataclass(frozen=True, slots=True)
class Bench:
    """The terms on which agents play; results belong together only if they come from equal ones.

    Which deals and which agents is not part of it: a file of results can be made longer by more of both.

    Attributes:
        variant: the name of the variant.
        rules: its rules.
        limit: moves and redeals of a game at most, 1 to `MOST_PLIES`.
        seconds: that a move may take, above 0 and at most `LONGEST_SECONDS`.
        seed: that every game's chance is drawn from, 0 or more.
        version: the version of this project, because other agents may bear the same names in another.

    Raises:
        WrongTypeError, RulesError: a field has the wrong type or is out of range.
    """

    variant: str
    rules: Rules
    limit: int = DEFAULT_LIMIT
    seconds: float = DEFAULT_SECONDS
    seed: int = 0
    version: str = field(default_factory=_version)

    def __post_init__(self) -> None:
        """Check every field."""
        for name, value in (("variant", self.variant), ("version", self.version)):
            if not isinstance(value, str):
                raise WrongTypeError(f"Bench.{name}", "a text", value)
        if not isinstance(self.rules, Rules):
            raise WrongTypeError("Bench.rules", "a Rules", self.rules)
        if not 1 <= as_integer("Bench.limit", self.limit) <= MOST_PLIES:
            raise RulesError("Bench.limit", self.limit, f"from 1 to {MOST_PLIES}")
        if isinstance(self.seconds, bool) or not isinstance(self.seconds, int | float):
            raise WrongTypeError("Bench.seconds", "a number", self.seconds)
        if not 0 < self.seconds <= LONGEST_SECONDS:
            raise RulesError("Bench.seconds", self.seconds, f"above 0 and at most {LONGEST_SECONDS}")
        object.__setattr__(self, "seconds", float(self.seconds))
        if as_integer("Bench.seed", self.seed) < 0:
            raise RulesError("Bench.seed", self.seed, "0 or more")

    @classmethod
    def of_variant(
        cls,
        variant: Variant = NORMAL,
        *,
        limit: int = DEFAULT_LIMIT,
        seconds: float = DEFAULT_SECONDS,
        seed: int = 0,
    ) -> Bench:
        """The bench of a variant.

        Raises:
            CrescentError: as the class does.
        """
        if not isinstance(variant, Variant):
            raise WrongTypeError("a bench's variant", "a Variant", variant)
        return cls(variant.name, variant.rules, limit, seconds, seed)

    @classmethod
    def of_set(cls, standard: StandardSet, variant: Variant = NORMAL) -> Bench:
        """The bench of a standard set in a variant.

        Raises:
            WrongTypeError: `variant` is none.
        """
        return cls.of_variant(variant, limit=standard.limit, seconds=standard.seconds, seed=standard.seed)

    def header(self) -> dict[str, object]:
        """The bench as JSON values, equal for equal ones; the first line of a file of results."""
        return {"crescent-bench": 1, **asdict(self)}

    def agent_seed(self, deal: int) -> int:
        """The seed of every agent at this deal, 0 to 2 ** 32 - 1.

        It follows from the bench's seed and the deal alone, so that results depend neither on the order of the games
        nor on who else plays.
        """
        digest = hashlib.sha256(f"crescent-bench {self.seed} {deal}".encode("ascii")).digest()
        return int.from_bytes(digest[:4], "big")

    def play(self, deal: int, agent: str) -> Played:
        """The game of `agent` at the deal of this code number, 0 to 2 ** 35 - 1, in this process.

        The agent may fail in any way: then the game is lost.  Only one that never answers keeps this from returning;
        `play_here` ends it.

        Raises:
            WrongTypeError, RulesError: it is no code number.
            KeyboardInterrupt: ctrl-C ended the game; half a game is none.
        """
        return play_game(deal, agent, self.rules, self.agent_seed(deal), self.limit, self.seconds)
