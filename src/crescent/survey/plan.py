"""What a survey asks of every deal: rules, budget and seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace

from crescent.errors import RulesError, WrongTypeError, as_integer
from crescent.position import Position
from crescent.rules import Rules
from crescent.solver import Progress, solve
from crescent.survey.results import DealResult
from crescent.variants import NORMAL, Variant


def _version() -> str:
    from importlib import metadata  # costs more than the rest of this module

    return metadata.version("crescent-patience")


@dataclass(frozen=True, slots=True)
class Survey:
    """A question that is asked about many deals: can this be won, with this budget?

    Two results belong together only if they come from equal surveys.

    Attributes:
        variant: the name of the variant that the rules are taken from.
        rules: the rules, perhaps with another number of redeals than the variant's.
        nodes: the solver's node budget for a deal.
        seconds: the solver's time limit for a deal; None for none.  With one, results depend on the machine.
        seed: the solver's seed.
        version: the version of this project, because another solver is another question.

    Raises:
        WrongTypeError, RulesError: a field has the wrong type or is out of range.
    """

    variant: str
    rules: Rules
    nodes: int
    seconds: float | None = None
    seed: int = 0
    version: str = field(default_factory=_version)

    def __post_init__(self) -> None:
        """Check every field."""
        for name, value in (("variant", self.variant), ("version", self.version)):
            if not isinstance(value, str):
                raise WrongTypeError(f"Survey.{name}", "a text", value)
        if not isinstance(self.rules, Rules):
            raise WrongTypeError("Survey.rules", "a Rules", self.rules)
        if as_integer("Survey.nodes", self.nodes) < 1:
            raise RulesError("Survey.nodes", self.nodes, "1 or more")
        as_integer("Survey.seed", self.seed)
        if self.seconds is not None:
            if isinstance(self.seconds, bool) or not isinstance(self.seconds, int | float):
                raise WrongTypeError("Survey.seconds", "a number or None", self.seconds)
            if not 0 < self.seconds <= 1e9:
                raise RulesError("Survey.seconds", self.seconds, "above 0 and at most 1e9")
            object.__setattr__(self, "seconds", float(self.seconds))

    @classmethod
    def of_variant(
        cls,
        variant: Variant = NORMAL,
        *,
        nodes: int,
        seconds: float | None = None,
        seed: int = 0,
        redeals: int | None = None,
    ) -> Survey:
        """The survey of a variant, with another number of redeals if one is given.

        Raises:
            CrescentError: as the class does.
        """
        if not isinstance(variant, Variant):
            raise WrongTypeError("a survey's variant", "a Variant", variant)
        rules = variant.rules if redeals is None else replace(variant.rules, redeals=redeals)
        return cls(variant.name, rules, nodes, seconds, seed)

    def header(self) -> dict[str, object]:
        """The survey as JSON values, equal for equal surveys; the first line of a file of results."""
        return {"crescent-survey": 1, **asdict(self)}

    def solve(self, deal: int, progress: Callable[[Progress], object] | None = None) -> DealResult:
        """The result for the deal of this code number, 0 to 2 ** 35 - 1.

        Face-down cards are looked under: a survey asks what could be won, not what a player would win.

        Raises:
            WrongTypeError, RulesError: it is no code number.
            KeyboardInterrupt: ctrl-C ended the search; half a result is none.
        """
        solution = solve(
            Position.deal(deal, self.rules),
            nodes=self.nodes,
            seconds=self.seconds,
            seed=self.seed,
            progress=progress,
            look_under=True,
        )
        if solution.interrupted:
            raise KeyboardInterrupt
        redeals = len(solution.moves) - solution.move_count
        return DealResult(
            deal,
            solution.status,
            solution.move_count,
            redeals,
            solution.best_cards,
            solution.nodes,
            round(solution.seconds, 6),
        )
