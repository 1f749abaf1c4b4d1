"""The solver at work for a person: with a line of progress, and with its answer in words."""

from __future__ import annotations

from dataclasses import dataclass

from crescent import solver
from crescent.cli.figures import decimal
from crescent.cli.progress import ProgressLine
from crescent.cli.shared import Output
from crescent.position import Position
from crescent.solver import FaceDownError, Progress, Solution, Status
from crescent.text.errors import UsageError
from crescent.text.messages import Message, Noun
from crescent.text.wording import Wording


@dataclass(frozen=True, slots=True)
class Search:
    """What a search may spend, and where it shows how far it has come.

    Attributes:
        line: the line of progress.
        output: whose words are used.
        nodes, seconds, seed, look_under: as for `crescent.solver.solve`.
    """

    line: ProgressLine
    output: Output
    nodes: int
    seconds: float | None = None
    seed: int = 0
    look_under: bool = False

    def solve(self, position: Position) -> Solution:
        """The solver's answer.

        Raises:
            UsageError: cards are face down, and it may not look under them.
        """
        try:
            return solver.solve(
                position,
                nodes=self.nodes,
                seconds=self.seconds,
                seed=self.seed,
                progress=self.show,
                look_under=self.look_under,
            )
        except FaceDownError as error:
            raise UsageError(Message.CARDS_FACE_DOWN, option="--look-under") from error

    def shorten(self, solution: Solution, seconds: float) -> Solution:
        """The same with fewer moves, if any can be found in the time."""
        return solver.shorten(solution, seconds=seconds, seed=self.seed, progress=self.show)

    def show(self, progress: Progress) -> None:
        """Tell how far a search has come."""
        if self.line.is_due:
            self.line.show(progress_text(self.output.wording, progress))


def progress_text(wording: Wording, progress: Progress) -> str:
    """One line about a search that goes on."""
    time = wording.duration(progress.seconds)
    if progress.move_count is not None:
        return wording.say(Message.SHORTENING, moves=wording.count(progress.move_count, Noun.MOVE), time=time)
    cards = wording.count(progress.best_cards, Noun.CARD)
    return wording.say(Message.SEARCHING, nodes=progress.nodes, cards=cards, time=time)


def verdict(wording: Wording, solution: Solution) -> str:
    """What a search found, in a sentence."""
    spent = {"nodes": solution.nodes, "seconds": decimal(wording, solution.seconds, 2)}
    if solution.status is Status.SOLVED:
        redeals = wording.count(len(solution.moves) - solution.move_count, Noun.REDEAL)
        moves = wording.count(solution.move_count, Noun.MOVE)
        return wording.say(Message.SOLVED, moves=moves, redeals=redeals, **spent)
    return wording.say(Message.UNSOLVABLE if solution.status is Status.UNSOLVABLE else Message.UNSOLVED, **spent)
