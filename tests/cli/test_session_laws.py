"""Laws of a session at the prompt: whatever is typed, the game is valid, and a failed line changes nothing."""

from __future__ import annotations

import json
import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crescent import GameCode, Record, variants
from crescent.cli.orders import Save, read_order
from crescent.moves import MOVES, PLACES
from crescent.text import languages
from crescent.text.errors import UsageError
from tests.boards import random_board
from tests.cli import situations
from tests.cli.sessions import all_of, session


def is_save(line: str) -> bool:
    """Whether a line would write a file."""
    try:
        return isinstance(read_order(line), Save)
    except UsageError:
        return False


words = st.sampled_from(
    [
        *map(str, PLACES),
        *("A K F r u redo n again m p rules on off ? q R 0 17 99 - > → b h neu vor hilfe züge".split()),  # noqa: SIM905  reads better
    ]
)
lines = st.one_of(
    st.sampled_from([str(move) for move in MOVES]),
    st.lists(words, min_size=1, max_size=3).map(" ".join),
    st.lists(words, max_size=4).map("".join),
    st.text(max_size=30),
).filter(lambda line: not is_save(line))


@st.composite
def starts(draw: st.DrawFn) -> str:
    """A code or a record with a position anywhere in a game, of any variant."""
    variant = variants[draw(st.sampled_from(variants.names()))]
    if draw(st.booleans()):
        return str(GameCode(draw(st.integers(0, 2**35 - 1)), variant))
    heights = draw(st.lists(st.integers(1, 13), min_size=8, max_size=8))
    board = random_board(
        random.Random(draw(st.integers(0, 2**20))),
        heights,
        redeals=draw(st.integers(0, variant.rules.redeals)),
        capacity=variant.rules.pile_capacity,
        face_down=variant.rules.face_down,
    )
    return situations.record_of(board, variant.name)


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60)
@given(starts(), st.lists(lines, max_size=25), st.sampled_from(languages.names()))
def test_any_lines_leave_a_consistent_game(start: str, typed: list[str], language: str) -> None:
    """After every line the record replays to the position that stands, and a failed line changed nothing."""
    here = session(start, language)
    for line in typed:
        before = all_of(here)
        reply = here.obey(line)
        if reply.failed:
            assert all_of(here) == before
            assert reply.lines
            assert not reply.show_board
        assert Record.parse(str(here.record())).end == here.game.position
        assert here.game.move_count == sum(not move.is_redeal for move in here.game.line)
        assert here.status().isprintable()
        json.dumps(here.state(reply), allow_nan=False)
        for said in (*reply.lines, *here.ending()):
            assert said.replace("\n", "").isprintable()


@settings(max_examples=40)
@given(st.integers(0, 2**35 - 1), st.lists(st.sampled_from(["u", "redo", "r", "10", "A", "m"]), max_size=10))
def test_moves_undone_are_played_again(number: int, typed: list[str]) -> None:
    """Whatever came before, undo and redo lead back to the same position."""
    here = session(str(GameCode(number)))
    for line in typed:
        here.obey(line)
    played = [move for move in here.game.legal_moves() if not move.is_redeal]
    if played:
        here.obey(str(played[0]))
        position = here.game.position
        assert not here.obey("u").failed
        assert here.game.position != position
        assert not here.obey("redo").failed
        assert here.game.position == position
