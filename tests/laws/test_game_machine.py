"""`Game` against a plain list of positions, under any sequence of plays, undos, taps, drops and passing time.

What a position allows is taken from `Position`, which is tested elsewhere; what a session adds is modelled here:
the line that stands, what can be taken back and played again, the selection, the counters and the clock.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from crescent import (
    Direction,
    Foundation,
    Game,
    GameCode,
    IllegalMoveError,
    Move,
    NothingToRedoError,
    NothingToUndoError,
    Outcome,
    Pile,
    Position,
    Rank,
    Reason,
    Record,
)
from crescent.moves import MOVES, PILES, PLACES
from tests.boards import text_with
from tests.laws.strategies import any_move, any_variant, boards, codes

if TYPE_CHECKING:
    from crescent.moves import Place

place_numbers = st.sampled_from(PLACES)
BASES = {Direction.ASCENDING: Rank.ACE, Direction.DESCENDING: Rank.KING}
rules_of_variants = any_variant.map(lambda variant: variant.rules)
last_cards = boards(rules_of_variants, ("last cards",))
starts = st.one_of(codes, boards(rules_of_variants), last_cards, last_cards)


class GameMachine(RuleBasedStateMachine):
    """A game and its model side by side."""

    def __init__(self) -> None:
        """Nothing yet: `begin` draws the start."""
        super().__init__()
        self.now = 0.0

    @initialize(start=starts, limit=st.sampled_from((0, 1, 3, 100, 100)), now=st.floats(-1e6, 1e6))
    def begin(self, start: GameCode | Position, limit: int, now: float) -> None:
        """A new game."""
        self.now = float(int(now))
        self.limit = limit
        self.start = start
        self.game = Game(start, limit, clock=lambda: self.now)
        first = start if isinstance(start, Position) else start.deal()
        self.positions = [first]
        self.line: list[Move] = []
        self.floor = 0  # the first position that undo can reach
        self.undone: list[Move] = []
        self.selected: Place | None = None
        self.seconds = 0.0

    @property
    def position(self) -> Position:
        """The position that stands."""
        return self.positions[-1]

    def played(self, move: Move) -> None:
        """The model after a new move."""
        self.undone.clear()
        self.forward(move)
        if move.is_redeal:
            self.floor = len(self.line)

    def forward(self, move: Move) -> None:
        """The model after a move, new or played again."""
        self.positions.append(self.position.play(move))
        self.line.append(MOVES[self.positions[-2].action(move)])
        self.floor = max(self.floor, len(self.line) - self.limit)
        self.selected = None

    def refused(self, move: Move) -> pytest.RaisesExc[IllegalMoveError]:
        """The error that a refused move must raise."""
        refusal = self.position.refusal(move)
        return pytest.raises(IllegalMoveError, check=lambda error: error.refusal == refusal)

    @rule(choice=st.integers(0, 408))
    def play_a_legal_move(self, choice: int) -> None:
        """Any of the legal moves, the redeal among them; cards go home in half of the cases, so that games end."""
        legal = self.position.legal_moves()
        home = [move for move in legal if isinstance(move.target, Direction)] if choice % 2 else []
        if legal:
            move = (home or legal)[choice % len(home or legal)]
            assert self.game.play(move if choice % 3 else str(move)) is move
            self.played(move)

    @rule()
    def bring_cards_home(self) -> None:
        """All that go, so that some games are won."""
        for _ in range(10):
            home = [move for move in self.position.legal_moves() if isinstance(move.target, Direction)]
            if home:
                self.game.play(home[0])
                self.played(home[0])

    @precondition(lambda self: self.position.outcome is Outcome.WON)
    @rule(seconds=st.integers(1, 1000))
    def time_passes_after_the_win(self, seconds: int) -> None:
        """It does not count."""
        self.now += seconds

    @rule(move=any_move)
    def play_any_move(self, move: Move) -> None:
        """Nearly always refused, and then nothing has happened."""
        if self.position.refusal(move) is None:
            self.game.play(move)
            self.played(move)
        else:
            with self.refused(move):
                self.game.play(move)

    @rule()
    def redeal(self) -> None:
        """A redeal clears the history, or is refused."""
        if self.position.refusal(Move.REDEAL) is None:
            self.game.redeal()
            self.played(Move.REDEAL)
        else:
            with self.refused(Move.REDEAL):
                self.game.redeal()

    @rule()
    def undo(self) -> None:
        """Takes back the last move, down to the floor."""
        if len(self.line) > self.floor:
            assert self.game.undo() is self.line[-1]
            self.undone.append(self.line.pop())
            self.positions.pop()
            self.selected = None
        else:
            with pytest.raises(NothingToUndoError, check=lambda error: error.position == self.position):
                self.game.undo()

    @rule()
    def redo(self) -> None:
        """Plays again what was undone last."""
        if self.undone:
            move = self.undone.pop()
            assert self.game.redo() is move
            self.forward(move)
        else:
            with pytest.raises(NothingToRedoError, check=lambda error: error.position == self.position):
                self.game.redo()

    @rule(place=place_numbers, by_number=st.booleans())
    def tap(self, place: Place, by_number: bool) -> None:
        """Sends a card to its only place, selects, targets, or taps twice."""
        tapped = place.number if by_number and isinstance(place, Pile) else place
        move = self.tap_plays(place)
        if move is None:
            assert self.game.tap(tapped) is None
            self.selected = None if self.selected else place
        elif self.position.refusal(move) is None:
            assert self.game.tap(tapped) == MOVES[self.position.action(move)]
            self.played(move)
        else:
            with self.refused(move):
                self.game.tap(tapped)

    def tap_plays(self, place: Place) -> Move | None:
        """The move that a tap tries; None where it only selects or unselects."""
        if self.selected is None:
            accepted = [move for move in self.position.legal_moves() if move.source == place]
            if isinstance(place, Pile) and len(accepted) == 1:
                return accepted[0]
            top = self.position.top(place)
            locked = isinstance(place, Foundation) and top is not None and top.rank is BASES[place.direction]
            hopeless = top is None or locked or self.position.outcome is Outcome.WON
            return self.moves_home(place)[0] if hopeless else None
        if place != self.selected:
            return Move(self.selected, place)
        return next((move for move in self.moves_home(place) if self.position.refusal(move) is None), None)

    def moves_home(self, place: Place) -> list[Move]:
        """To the ascending foundation, then to the descending one; a foundation's card to the other one."""
        if isinstance(place, Pile):
            return [Move(place, direction) for direction in Direction]
        return [Move(place, Foundation(place.suit, way)) for way in Direction if way is not place.direction]

    @rule(place=place_numbers, by_number=st.booleans())
    def drop(self, place: Place, by_number: bool) -> None:
        """The foundation that accepts the card gets it, the ascending one first; else an open one refuses it."""
        dropped = place.number if by_number and isinstance(place, Pile) else place
        homes = self.moves_home(place)
        legal = [move for move in homes if self.position.refusal(move) is None]
        if legal:
            assert self.game.drop(dropped) == legal[0]
            self.played(legal[0])
            return
        reasons = [refusal.reason for refusal in map(self.position.refusal, homes) if refusal]
        told = homes[-1] if reasons[0] is Reason.FOUNDATION_COMPLETE else homes[0]
        with self.refused(told):
            self.game.drop(dropped)

    @rule(seconds=st.integers(0, 1000))
    def time_passes(self, seconds: int) -> None:
        """It counts until the game is won."""
        self.now += seconds
        if self.position.outcome is not Outcome.WON:
            self.seconds += seconds

    @precondition(lambda self: len(self.line) % 5 == 0)
    @rule()
    def record(self) -> None:
        """The record holds the line that stands, reads back, and is resumed where it ends."""
        record = self.game.record({"Player": "machine"})
        assert (record.moves, record.end, record.code) == (tuple(self.line), self.position, self.game.code)
        assert Record.parse(str(record)) == record
        again = Game.resume(record, clock=lambda: self.now)
        assert (again.position, again.line, again.move_count) == (self.position, tuple(self.line), self.game.move_count)
        assert again.elapsed == pytest.approx(self.seconds)

    @invariant()
    def game_and_model_agree(self) -> None:
        """In everything that a game shows."""
        game = self.game
        assert game.position == self.position
        assert game.view == self.position.view()
        assert game.start == self.positions[0]
        assert game.line == tuple(self.line)
        assert game.move_count == sum(not move.is_redeal for move in self.line)
        assert game.undo_depth == len(self.line) - self.floor
        assert game.redo_depth == len(self.undone)
        assert game.redeals_left == self.position.redeals_left
        assert game.outcome is self.position.outcome
        assert game.legal_moves() == self.position.legal_moves()
        assert game.selected == self.selected
        assert game.elapsed == pytest.approx(self.seconds)
        assert game.code == (self.start if isinstance(self.start, GameCode) else None)
        assert game.variant is not None
        assert game.variant.rules == self.position.rules


TestGameMachine = GameMachine.TestCase
TestGameMachine.settings = settings(stateful_step_count=50)


def test_the_undo_limit_of_the_app_is_a_hundred_moves() -> None:
    """Of 120 moves, 100 can be taken back, and the counter goes down with them."""
    game = Game(Position.parse(text_with({1: "4H5H", 2: "6H"}, redeals=3)))
    for _ in range(60):
        game.play("1-2")
        game.play("2-1")
    assert (game.move_count, game.undo_depth) == (120, 100)
    for _ in range(100):
        game.undo()
    assert (game.move_count, game.undo_depth, game.redo_depth) == (20, 0, 100)
    with pytest.raises(NothingToUndoError):
        game.undo()


@pytest.mark.parametrize("pile", PILES)
def test_tapping_a_pile_by_number_or_by_name_is_the_same(pile: Pile) -> None:
    """In the golden deal, with nothing selected."""
    by_name, by_number = Game("CR1-N-AAAAAAB"), Game("CR1-N-AAAAAAB")
    assert by_name.tap(pile) == by_number.tap(pile.number)
    assert (by_name.position, by_name.selected) == (by_number.position, by_number.selected)
