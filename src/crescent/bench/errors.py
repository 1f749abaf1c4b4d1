"""What can go wrong when an agent plays."""

from __future__ import annotations

from crescent.bench.results import Failure
from crescent.errors import CrescentError


class AgentFailedError(CrescentError):
    """An agent did something wrong, and its game is lost; the error that it raised, if it did, is the cause of this."""

    def __init__(self, agent: str, failure: Failure, evidence: str) -> None:
        """Keep the agent's name, what it did wrong, and the `evidence` in words."""
        super().__init__(agent, failure, evidence)
        self.agent = agent
        self.failure = failure
        self.evidence = evidence

    def __str__(self) -> str:
        """Name all."""
        return f"the agent {self.agent!r} failed ({self.failure.value}): {self.evidence}"
