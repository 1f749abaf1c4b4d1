"""What Hypothesis draws in these tests: rules, positions from anywhere in a game, lines of play, any moves."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Final

from hypothesis import strategies as st

from crescent import Card, Direction, GameCode, Move, Position, Rules, Variant, variants
from crescent.cards import CARDS
from crescent.moves import FOUNDATIONS, MOVES, PILES
from tests.boards import STAGES, random_board, random_heights

BUILT_IN_NAMES: Final = ("normal", "four", "hidden", "hidden-four", "classic", "relaxed", "easy")
BUILT_IN: Final = tuple(variants[name] for name in BUILT_IN_NAMES)

numbers = st.integers(0, 2**35 - 1)
cards: st.SearchStrategy[Card] = st.sampled_from(CARDS)
any_variant: st.SearchStrategy[Variant] = st.sampled_from(BUILT_IN)
codes = st.builds(GameCode, numbers, any_variant)

any_rules: st.SearchStrategy[Rules] = st.one_of(
    any_variant.map(lambda variant: variant.rules),
    st.builds(
        Rules,
        redeals=st.integers(0, 99),
        pile_capacity=st.integers(6, 31),
        face_down=st.booleans(),
        wrap=st.booleans(),
        foundation_to_pile=st.booleans(),
    ),
)

table_moves: st.SearchStrategy[Move] = st.sampled_from(MOVES)
any_move: st.SearchStrategy[Move] = st.one_of(
    table_moves,
    st.builds(Move, st.sampled_from((*PILES, *FOUNDATIONS)), st.sampled_from((*PILES, *FOUNDATIONS, *Direction))),
)
"""Every move that can be expressed, also those that no rule allows."""

picks = st.lists(st.integers(0, 408), max_size=25)
"""Which of the legal moves to play, ply by ply."""


@st.composite
def boards(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = any_rules, stages: tuple[str, ...] = STAGES) -> Position:
    """A valid position at some stage of a game, reachable or not."""
    switches = draw(rules)
    rng = random.Random(draw(st.integers(0, 2**32)))
    heights = random_heights(rng, draw(st.sampled_from(stages)))
    if rng.random() < 0.5:
        heights[4] = max(1, 13 - heights[0])  # where the tops of a suit meet, cards may go from one to the other
    text = random_board(
        rng,
        heights,
        redeals=draw(st.integers(0, switches.redeals)),
        capacity=switches.pile_capacity,
        face_down=switches.face_down,
    )
    return Position.parse(text, switches)


def deals(rules: st.SearchStrategy[Rules] = any_rules) -> st.SearchStrategy[Position]:
    """The deal of a number."""
    return st.builds(Position.deal, numbers, rules)


@st.composite
def positions(draw: st.DrawFn, rules: st.SearchStrategy[Rules] = any_rules) -> Position:
    """A board or a deal, and some moves on from there."""
    position = draw(st.one_of(boards(rules), boards(rules), boards(rules), deals(rules)))
    return play_out(position, draw(picks))[-1]


def play_out(position: Position, choices: list[int]) -> list[Position]:
    """The positions of a line of play in which each number chooses among the legal moves; the start comes first."""
    line = [position]
    for choice in choices:
        legal = line[-1].legal_moves()
        if not legal:
            break
        line.append(line[-1].play(legal[choice % len(legal)]))
    return line


hidden_rules: st.SearchStrategy[Rules] = any_rules.map(lambda rules: replace(rules, face_down=True))
