"""The agent for face-down cards: it tries its ways on in many fillings of what it does not know."""

from __future__ import annotations

import random
from typing import Annotated, Final

from crescent.agents.following import Follower
from crescent.agents.options import Between
from crescent.solver.planning import MOST_PLIES, Finisher, Plan, Sampler, prepare_sampling, prepare_solving
from crescent.view import View

DEPTH: Final = Between(1, MOST_PLIES)
NODES: Final = Between(1, 100_000)
SAMPLES: Final = Between(2, 1_000)
WAYS: Final = Between(1, 16)
END_NODES: Final = Between(1, 100_000_000)


class SamplingAgent(Follower):
    """fills in the unknown cards many times over and takes the way that the samples elect; solves what it knows."""

    def __init__(
        self,
        *,
        seed: int | None = None,
        depth: Annotated[int, DEPTH] = 24,
        nodes: Annotated[int, NODES] = 8_000,
        samples: Annotated[int, SAMPLES] = 16,
        ways: Annotated[int, WAYS] = 6,
        sample_depth: Annotated[int, DEPTH] = 8,
        sample_nodes: Annotated[int, NODES] = 300,
        end_nodes: Annotated[int, END_NODES] = 200_000,
    ) -> None:
        """Draw the samples by `seed`; where something is to be compiled this is when, and not in the midst of a game.

        Args:
            seed: of the samples, and of what chance decides where nothing in sight is better and no redeal is left.
            depth: plies to look ahead for ways to turn up a card, and for what is better without.
            nodes: positions to look at for that, the most promising first.
            samples: fillings of the unknown cards for each decision.
            ways: ways to turn up a card that are compared, each of another pile.
            sample_depth: plies to look ahead from where a card is turned up in a sample.
            sample_nodes: positions to look at for that.
            end_nodes: positions that the solver makes at most, once all cards are known.

        Raises:
            WrongTypeError, RulesError: an option is no integer or out of range.
        """
        chance = random.Random(seed)
        super().__init__(chance)
        self._chance = chance
        self._settings = (
            DEPTH.checked("depth", depth),
            NODES.checked("nodes", nodes),
            SAMPLES.checked("samples", samples),
            WAYS.checked("ways", ways),
            DEPTH.checked("sample_depth", sample_depth),
            NODES.checked("sample_nodes", sample_nodes),
        )
        self._finisher = Finisher(END_NODES.checked("end_nodes", end_nodes))
        self._sampler: Sampler | None = None
        prepare_sampling()
        prepare_solving()

    def plan(self, view: View) -> Plan:
        """The moves of the way that the samples elect; the solver's line once all cards are known."""
        if not view.unknown_count:
            plan = self._finisher.plan(view, self._chance)
            if plan.actions:
                return plan
        if self._sampler is None or self._sampler.rules != view.rules:
            self._sampler = Sampler(view.rules, *self._settings)
        return self._sampler.sampled_plan(view, self._chance)
