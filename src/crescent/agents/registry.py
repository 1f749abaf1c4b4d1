"""The agents by name, built in and plugged in."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import cast

from crescent.agents.external import ExternalAgent, is_external, split_name
from crescent.agents.greedy import Greedy
from crescent.agents.lookahead import Lookahead
from crescent.agents.options import AgentName, arguments_for, options_of
from crescent.agents.policy import Policy
from crescent.agents.protocol import Agent, AgentFactory
from crescent.agents.sampler import SamplingAgent
from crescent.agents.solver import Solver
from crescent.agents.uniform import Uniform
from crescent.errors import (
    FileError,
    IllegalMoveError,
    MissingExtraError,
    NoLegalMoveError,
    PluginError,
    RulesError,
    UnsuitedAgentError,
    WrongTypeError,
    as_integer,
)
from crescent.moves import Move
from crescent.position import Position
from crescent.registry import Registry
from crescent.rules import Rules


def _check(_name: str, entry: object) -> AgentFactory:
    if not callable(entry):
        raise WrongTypeError("an agent's factory", "a class or function that takes seed", entry)
    return cast("AgentFactory", entry)


agents: Registry[AgentFactory] = Registry("agent", "crescent.agents", _check)
"""The registry: iterate for names, `agents.register(name, factory)` for your own."""

agents.register("uniform", Uniform, built_in=True)
agents.register("greedy", Greedy, built_in=True)
agents.register("lookahead", Lookahead, built_in=True)
agents.register("sampler", SamplingAgent, built_in=True)
agents.register("policy", Policy, built_in=True)
agents.register("solver", Solver, built_in=True)


def make(name: str, *, seed: int | None = None) -> Agent:
    """A fresh agent called `name`.

    Args:
        name: one of `agents`, or one with options, as in `lookahead(depth=2)`; or `cmd:` and the command of an external
            one, as in `cmd:./mybot --level 3`.
        seed: 0 or more for an agent that plays the same every time, None for one that does not.

    Raises:
        WrongTypeError: `name` is no text or `seed` no integer.
        RulesError: `seed` is negative.
        UnknownNameError: there is no such agent; the error offers near names.
        AgentNameError: the options cannot be read, or are not this agent's.
        PluginError: a plug-in that fails or does not make an agent.
        MissingExtraError: it needs an extra that is not installed.
        FileError: a file that it is to play by cannot be read.
        EngineError: an external agent that cannot be started, or does not speak the protocol.
    """
    if seed is not None:
        seed = as_integer("a seed", seed, "an integer or None")
        if seed < 0:
            raise RulesError("a seed", seed, "0 or more")
    if is_external(name):
        return ExternalAgent.of_name(name, seed=seed)
    asked = AgentName.parse(name)
    factory = agents.get(asked.name)
    arguments = arguments_for(asked, name, factory)
    source = _source(factory)
    try:
        agent = cast("Callable[..., object]", factory)(seed=seed, **arguments)
    except (FileError, MissingExtraError):
        raise  # what a user can do something about is said as it is
    except Exception as error:  # foreign code may raise anything at all
        reason = f"{type(error).__name__}: {error}"
        raise PluginError("crescent.agents", asked.name, source, reason) from error
    if not isinstance(agent, Agent):
        raise PluginError("crescent.agents", asked.name, source, "made something without a method choose(view)")
    return agent


def describe(name: str) -> str:
    """The first line of the docstring of the agent called `name`, empty where it has none.

    Raises:
        WrongTypeError, UnknownNameError, PluginError: as `make`.
    """
    factory = ExternalAgent if is_external(name) else agents.get(name)
    return (inspect.getdoc(factory) or "").partition("\n")[0]


def option_names(name: str) -> tuple[str, ...]:
    """The names of the options that the agent called `name` takes, whichever of them the name gives.

    Raises:
        WrongTypeError, UnknownNameError, AgentNameError, PluginError: as `make`.
    """
    factory = ExternalAgent if is_external(name) else agents.get(AgentName.parse(name).name)
    return tuple(option.name for option in options_of(factory))


def with_option(name: str, option: str, value: str) -> str:
    """The name of an agent with an option set in it, instead of what the name says of that option.

    Raises:
        WrongTypeError, AgentNameError: `name` cannot be read.
    """
    asked, command = split_name(name) if is_external(name) else (AgentName.parse(name), "")
    return f"{AgentName(asked.name, {**asked.options, option: value})}{command}"


def plays(name: str, rules: Rules) -> bool:
    """Whether the agent called `name` plays by `rules`: what its factory's `plays(rules)` says, True where it has none.

    Raises:
        WrongTypeError, UnknownNameError, PluginError: as `make`; options in the name are not looked at.
    """
    if is_external(name):
        return True  # what it does not play it refuses, and that costs a game
    asked = AgentName.parse(name)
    factory = agents.get(asked.name)
    says = getattr(factory, "plays", None)
    if says is None:
        return True
    try:
        return bool(says(rules))
    except Exception as error:  # foreign code may raise anything at all
        reason = f"plays(rules) failed, {type(error).__name__}: {error}"
        raise PluginError("crescent.agents", asked.name, _source(factory), reason) from error


def check_plays(name: str, rules: Rules) -> None:
    """Refuse an agent that does not play by `rules`.

    Raises:
        UnsuitedAgentError: it does not.
        WrongTypeError, UnknownNameError, PluginError: as `plays`.
    """
    if not plays(name, rules):
        raise UnsuitedAgentError(AgentName.parse(name).name, rules)


def _source(factory: AgentFactory) -> str:
    """Where a factory comes from, for errors."""
    return f"{getattr(factory, '__module__', '?')}:{getattr(factory, '__qualname__', '?')}"


def checked_choice(agent: Agent, position: Position) -> Move:
    """The move that `agent` chooses in `position`, of which it is shown the view; never an illegal one.

    Raises:
        WrongTypeError: `agent` is no agent or `position` no `Position`, or it chose something that is no move.
        NoLegalMoveError: there is nothing to choose, the game is won or blocked; the agent is not asked.
        IllegalMoveError: it chose a move that the rules refuse.
    """
    if not callable(getattr(agent, "choose", None)):
        raise WrongTypeError("an agent", "something with a method choose(view)", agent)
    if not isinstance(position, Position):
        raise WrongTypeError("where an agent plays", "a Position", position)
    view = position.view()
    if not position.legal_actions():
        raise NoLegalMoveError(view)
    move = agent.choose(view)
    if not isinstance(move, Move):
        raise WrongTypeError("an agent's choice", "a Move", move)
    refusal = position.refusal(move)
    if refusal is not None:
        raise IllegalMoveError(move, refusal, position)
    return move
