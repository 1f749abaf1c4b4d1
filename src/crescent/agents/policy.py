"""The agent that plays by a network trained on the solver's games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

from crescent.agents.options import Between
from crescent.agents.protocol import choices
from crescent.moves import Move
from crescent.rules import Rules
from crescent.solver.errors import UnknownCardsError
from crescent.view import View

if TYPE_CHECKING:
    from crescent.policy.player import Player

BEAM: Final = Between(1, 64)
SYMMETRIES: Final = Between(1, 48)


class Policy:
    """plays what a network thinks best that learned from the solver; needs NumPy, and all cards face up."""

    def __init__(
        self,
        *,
        seed: int | None = None,
        symmetries: Annotated[int, SYMMETRIES] = 1,
        beam: Annotated[int, BEAM] = 1,
        weights: str = "",
    ) -> None:
        """Load the network; where `beam` is 1 it plays the same for every `seed`.

        Args:
            seed: of the noise by which a search begins anew that came to no win; every game starts from it.
            symmetries: evaluations of the position, each with suits renamed or ranks turned round in another way, whose
                mean counts; where `beam` is 1.
            beam: positions that the network may judge for a move, in a search that goes on from move to move; 1 plays
                what it thinks best of the position at hand.
            weights: a file of weights, the package's own where it is empty.

        Raises:
            MissingExtraError: NumPy is not installed.
            FileError: the file of weights cannot be read, or holds no weights.
            WrongTypeError, RulesError: an option is of the wrong type or out of range.
        """
        from crescent.policy.player import Player

        self._searches = BEAM.checked("beam", beam) > 1
        symmetries = SYMMETRIES.checked("symmetries", symmetries)
        self._player: Player = Player(beam, symmetries, weights or None, seed)

    @staticmethod
    def plays(rules: Rules) -> bool:
        """Wherever all cards lie face up; it is trained on the normal rules, and knows no moves off the foundations."""
        return not rules.face_down

    def choose(self, view: View) -> Move:
        """The move that the network scores best, of those that lead to where the game has been least often.

        With a beam, the first move of the best line that is known.

        Raises:
            WrongTypeError: `view` is no `View`.
            NoLegalMoveError: the game is won or blocked.
            UnknownCardsError: a card is face down.
        """
        legal = choices(view)
        if view.unknown_count:
            raise UnknownCardsError(view)
        asked = len(legal) > 1 or self._searches  # a search is told of every move, to go on from it
        action = self._player.action(view.row, view.rules) if asked else None
        return legal[0] if action is None else Move.from_index(action)
