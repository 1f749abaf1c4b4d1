"""Agents: players that see a `View` and choose a `Move`.

    >>> import crescent.agents
    >>> agent = crescent.agents.make("greedy", seed=1)
    >>> move = agent.choose(crescent.deal("CR1-N-AAAAAAB").view())

`make` gives an agent by name; plug-ins add theirs through the entry-point group `crescent.agents`, each a class or
function that takes the keyword `seed` and returns an `Agent`.
"""

from crescent.agents.protocol import Agent, AgentFactory, choices
from crescent.agents.registry import agents, checked_choice, describe, make

__all__ = ["Agent", "AgentFactory", "agents", "checked_choice", "choices", "describe", "make"]
