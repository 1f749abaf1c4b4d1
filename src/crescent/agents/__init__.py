"""Agents: players that see a `View` and choose a `Move`.

    >>> import crescent.agents
    >>> agent = crescent.agents.make("greedy", seed=1)
    >>> move = agent.choose(crescent.deal("CR1-N-AAAAAAB").view())

`make` gives an agent by name, with options where it has some, as in `lookahead(depth=2)`; plug-ins add theirs through
the entry-point group `crescent.agents`, each a class or function that takes the keyword `seed` and returns an `Agent`.
"""

from crescent.agents.options import AgentName, Between, Kind, Option, options_of
from crescent.agents.protocol import Agent, AgentFactory, choices
from crescent.agents.registry import (
    agents,
    check_plays,
    checked_choice,
    describe,
    make,
    option_names,
    plays,
    with_option,
)

__all__ = [
    "Agent",
    "AgentFactory",
    "AgentName",
    "Between",
    "Kind",
    "Option",
    "agents",
    "check_plays",
    "checked_choice",
    "choices",
    "describe",
    "make",
    "option_names",
    "options_of",
    "plays",
    "with_option",
]
