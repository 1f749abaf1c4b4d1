"""The search's inner functions, compiled by Numba where it is installed, else run by CPython as they are.

Both give the same answers, number by number; compiled code is some hundred times as fast.  Compiled functions cannot
be interrupted, so callers ask for `Program.steps` at a time: some milliseconds' work either way.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from crescent.errors import MissingExtraError
from crescent.solver import evaluation, exhaustion, greedy, hashing, horizon, neighbourhood, packed, symmetry, tree


class Program(NamedTuple):
    """The functions that Python calls, under their own names, and how many steps to ask of them at once."""

    perturb: Callable[..., None]
    fill_tables: Callable[..., None]
    begin_restart: Callable[..., None]
    advance: Callable[..., bool]
    exhaust: Callable[..., int]
    begin_shortest: Callable[..., None]
    shortest: Callable[..., int]
    steps: int
    is_compiled: bool


INTERPRETED = Program(
    evaluation.perturb,
    evaluation.fill_tables,
    greedy.begin,
    greedy.advance,
    exhaustion.exhaust,
    neighbourhood.begin,
    neighbourhood.shortest,
    steps=20,
    is_compiled=False,
)


@cache
def compiled() -> Program:
    """The same functions for Numba to compile, or to take from its cache, when they are first called.

    Raises:
        MissingExtraError: Numba is not installed.
    """
    functions = {name: _compiler()(getattr(INTERPRETED, name)) for name in Program._fields[:7]}
    return Program(**functions, steps=1000, is_compiled=True)


class PlanningProgram(NamedTuple):
    """The functions of `horizon` that Python calls, under their own names, and one of `evaluation`."""

    fill_tables: Callable[..., None]
    fill_unknown: Callable[..., None]
    look: Callable[..., int]
    line_to: Callable[..., int]
    discoveries: Callable[..., int]
    prospect: Callable[..., int]


INTERPRETED_PLANNING = PlanningProgram(
    evaluation.fill_tables,
    horizon.fill_unknown,
    horizon.look,
    horizon.line_to,
    horizon.discoveries,
    horizon.prospect,
)


@cache
def ready_planning_program() -> PlanningProgram:
    """The functions for planning: Numba compiles them when they are first called; where it is missing, as they are."""
    try:
        return PlanningProgram(*map(_compiler(), INTERPRETED_PLANNING))
    except MissingExtraError:
        return INTERPRETED_PLANNING


@cache
def _compiler() -> Callable[[Callable[..., Any]], Any]:
    """What compiles a function that calls the solver's others.

    Raises:
        MissingExtraError: Numba is not installed.
    """
    from crescent import jit

    register = jit.register_jitable_once(forceinline=True, **jit.OPTIONS)
    for module in (packed, hashing, symmetry, evaluation, tree, greedy, exhaustion, horizon):
        for function in _functions_of(module):
            register(function)
    return jit.compiler(jit.cache_folder(Path(__file__).parent))


def _functions_of(module: ModuleType) -> list[Callable[..., Any]]:
    """The functions that a module defines."""
    return [each for _, each in inspect.getmembers(module, inspect.isfunction) if each.__module__ == module.__name__]


def best_program() -> Program:
    """The compiled functions where Numba is installed, else the interpreted ones."""
    try:
        return compiled()
    except MissingExtraError:
        return INTERPRETED
