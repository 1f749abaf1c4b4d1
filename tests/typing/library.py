"""What a type checker knows of `crescent`: read by `mypy` alone, never run.

`assert_type` fails where a type became wider or another one.  An expected error carries its code; should the error go
away, the comment is unused, and that is an error too (`warn_unused_ignores`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import assert_type

import crescent
import crescent.agents
from crescent import (
    Card,
    Game,
    GameCode,
    Move,
    Outcome,
    Position,
    Rank,
    Record,
    Refusal,
    Rules,
    Suit,
    Variant,
    View,
    variants,
)
from crescent.agents import Agent
from crescent.solver import Solution, Status, solve


def positions(text: str, move: Move) -> None:
    """Deals, texts and moves."""
    position = crescent.deal("CR1-N-AAAAAAB")
    assert_type(position, Position)
    assert_type(Position.parse(text), Position)
    assert_type(position.piles, tuple[tuple[Card, ...], ...])
    assert_type(position.ascending, Mapping[Suit, Rank])
    assert_type(position.redeals_left, int)
    assert_type(position.rules, Rules)
    assert_type(position.legal_moves(), tuple[Move, ...])
    assert_type(position.refusal(move), Refusal | None)
    assert_type(position.play("10-14"), Position)
    assert_type(position.outcome, Outcome | None)
    assert_type(position.view(), View)
    assert_type(Move.parse("R"), Move)
    assert_type(Move.from_index(280).index, int)
    assert_type(Position.from_row(position.row, position.rules), Position)
    position.play(280)  # type: ignore[arg-type]  # an action index is no move
    position.redeals_left = 3  # type: ignore[misc]  # a position never changes
    Position.parse(text, "normal")  # type: ignore[arg-type]  # rules are no name
    position.view().play(move)  # type: ignore[attr-defined]  # who sees a view cannot play on it


def games(code: GameCode, position: Position) -> None:
    """Sessions and records."""
    game = Game(code)
    assert_type(Game(position, undo_limit=5).position, Position)
    assert_type(game.move_count, int)
    assert_type(game.elapsed, float)
    assert_type(game.record(), Record)
    assert_type(Record.parse("").moves, Sequence[Move])
    assert_type(Record.load("x.crescent").tags, Mapping[str, str])
    assert_type(Record.parse("").code, GameCode | None)
    assert_type(code.variant, Variant)
    assert_type(variants["normal"], Variant)
    code.number = 2  # type: ignore[misc]  # a code never changes
    Record(code)  # type: ignore[arg-type]  # a record begins with a position
    Rules("3")  # type: ignore[arg-type]  # redeals are a number
    variants["normal"] = variants["four"]  # type: ignore[index]  # variants are added by `add`, which checks


def errors(error: crescent.IllegalMoveError, divergence: crescent.DivergenceError) -> None:
    """What errors carry."""
    assert_type(error.move, Move)
    assert_type(error.refusal, Refusal)
    assert_type(error.position, Position)
    assert_type(divergence.line, int | None)
    assert_type(divergence.ply, int)
    caught: ValueError = error
    del caught


class Own:
    """An agent, by what it does."""

    def choose(self, view: View) -> Move:
        """The first move."""
        return view.legal_moves()[0]


class Cheat:
    """None: it wants to see the position."""

    def choose(self, view: Position) -> Move:
        """The first move."""
        return view.legal_moves()[0]


def players(position: Position, view: View) -> None:
    """Agents and the solver."""
    agent: Agent = Own()
    assert_type(agent.choose(view), Move)
    cheat: Agent = Cheat()  # type: ignore[assignment]  # an agent must do with a view
    del cheat
    assert_type(crescent.agents.make("greedy", seed=1), Agent)
    assert_type(solve(position, nodes=1000), Solution)
    assert_type(solve(position).status, Status)
    assert_type(solve(position).moves, tuple[Move, ...])
    solve(position, 1000)  # type: ignore[call-arg]  # a budget is named
    agent.choose(position)  # type: ignore[arg-type]  # nobody shows an agent what lies face down
    plain: Callable[[View], Move] = agent.choose
    del plain
