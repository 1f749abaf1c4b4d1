"""Ask a program for a move, as an agent does."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from crescent import deal
from crescent.agents import make
from crescent.agents.external import ExternalAgent
from crescent.engine import EngineError, EngineGoneError
from tests.engine.engines import engine
from tests.survey.processes import all_gone

VIEW = deal("CR1-N-AAAAAAB").view()


def external(folder: Path, program: str, *, options: str = "", seed: int | None = None) -> ExternalAgent:
    """An external agent that runs this program."""
    agent = make(engine(folder, program, options=options), seed=seed)
    assert isinstance(agent, ExternalAgent)
    return agent


def failed(folder: Path, program: str, *, options: str = "seconds=20") -> EngineError:
    """The error that asking such an agent for a move ends in; the agent has ended."""
    with external(folder, program, options=options) as agent:
        pid = agent.client.pid
        assert pid is not None
        with pytest.raises(EngineError) as caught:
            agent.choose(VIEW)
        assert all_gone([pid])
        with pytest.raises(EngineGoneError, match="has been ended already"):
            agent.choose(VIEW)
    error = caught.value
    assert error.position == str(VIEW)
    assert str(error).endswith(f"in {VIEW}")
    assert error.report.splitlines()[-len(error.transcript) :] == list(error.transcript)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    return error
