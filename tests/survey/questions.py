"""Small surveys, and results of all kinds, for the tests of this folder."""

from __future__ import annotations

from hypothesis import strategies as st

from crescent import variants
from crescent.solver import Status
from crescent.survey import DealResult, Survey

QUICK = Survey.of_variant(nodes=2000)
"""Solves some deals in a millisecond each, and not others."""


@st.composite
def results(draw: st.DrawFn, deal: int | None = None) -> DealResult:
    """Any result that a survey could have."""
    status = draw(st.sampled_from(Status))
    return DealResult(
        draw(st.integers(0, 2**35 - 1)) if deal is None else deal,
        status,
        draw(st.integers(0, 500)),
        draw(st.integers(0, 99)),
        104 if status is Status.SOLVED else draw(st.integers(8, 103)),
        draw(st.integers(0, 10**12)),
        draw(st.floats(0, 1e6)),
    )


surveys = st.builds(
    Survey.of_variant,
    st.sampled_from([variants[name] for name in variants]),
    nodes=st.integers(1, 10**12),
    seconds=st.none() | st.floats(0.001, 1e9),
    seed=st.integers(),
    redeals=st.none() | st.integers(0, 99),
)
"""Any survey."""


def alike(found: list[DealResult]) -> list[tuple[object, ...]]:
    """Results by deal, without the seconds, which no two runs share."""
    return sorted((one.deal, str(one.status), one.moves, one.redeals, one.cards, one.nodes) for one in found)
