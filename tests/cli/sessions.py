"""Sessions to test: their new games come in order, their clock stands still."""

from __future__ import annotations

from crescent import Game, GameCode, Record
from crescent.cli.session import Session
from crescent.text import languages

CODE = "CR1-N-AAAAAAB"


class Clock:
    """Seconds that pass when told."""

    def __init__(self) -> None:
        """Begin at zero."""
        self.now = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.now


def session(start: str = CODE, language: str = "en") -> Session:
    """A session on a code or on a record's text, whose new games come in order and whose clock stands."""
    clock = Clock()
    game = Game(start, clock=clock) if start.startswith("CR1") else Game.resume(Record.parse(start), clock=clock)
    numbers = iter(range(2, 1_000_000))
    return Session(game, languages[language], new_code=lambda code: GameCode(next(numbers), code.variant), clock=clock)


def all_of(session: Session) -> tuple[object, ...]:
    """Everything that a failed order must leave as it is."""
    game = session.game
    return (
        id(game),
        game.position,
        game.line,
        game.undo_depth,
        game.redo_depth,
        game.selected,
        session.rules_on,
        session.file,
        session.last,
        dict(session.tags),
    )
