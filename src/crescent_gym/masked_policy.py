"""A policy for MaskablePPO that chooses among the legal actions in a fraction of the time.

sb3-contrib's own normalises the logits three times a step, checks them each time, and draws a random number for every
action of every slot.  Of a rollout with 256 slots that is half of the time.
"""

from __future__ import annotations

from typing import Any

import torch
from gymnasium import spaces
from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution
from sb3_contrib.common.maskable.policies import MaskableActorCriticPolicy

from crescent.errors import RulesError
from crescent_gym.errors import ArgumentTypeError

_LOW = -1e8
"""The logit of an illegal action, as sb3-contrib has it: its chance is 0, and rows without a legal one are uniform."""


class MaskedPolicy(MaskableActorCriticPolicy):  # type: ignore[misc]  # mypy skips sb3-contrib
    """sb3-contrib's `MlpPolicy`, and its other policies for arrays, with a quicker choice of actions.

    Nets, weights, log-probabilities, entropies and likeliest actions are the same but for rounding, and so is how often
    each action is drawn; which one is drawn differs, since other random numbers are.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  those of sb3-contrib's, which checks them
        """Make the nets.

        Raises:
            ArgumentTypeError: the actions are not `Discrete`.
        """
        super().__init__(*args, **kwargs)
        if not isinstance(self.action_space, spaces.Discrete):
            raise ArgumentTypeError("an action space to mask", "Discrete", self.action_space)
        self.action_dist: MaskedDistribution = MaskedDistribution(int(self.action_space.n))


class MaskedDistribution(MaskableCategoricalDistribution):  # type: ignore[misc]  # likewise
    """sb3-contrib's distribution over a `MaskedChoice`."""

    def proba_distribution(self, action_logits: torch.Tensor) -> MaskedDistribution:
        """Choose by these logits from now on, of shape (n, actions)."""
        self.distribution: MaskedChoice = MaskedChoice(action_logits.view(-1, self.action_dim))
        return self


class MaskedChoice:
    """A choice among actions for each of n boards.

    Attributes:
        masks: bool (n, actions), which are legal; None where nobody said.
        logits: (n, actions), the logarithms of their chances.
    """

    masks: torch.Tensor | None

    def __init__(self, logits: torch.Tensor) -> None:
        """Choose by logits of shape (n, actions), all actions being legal."""
        self._given = logits
        self.apply_masking(None)

    def apply_masking(self, masks: Any) -> None:  # noqa: ANN401  whatever makes a tensor
        """Choose among those actions alone for which `masks`, of n times `actions` values, are true; None for all."""
        logits, self.masks = self._given, None
        if masks is not None:
            self.masks = torch.as_tensor(masks, dtype=torch.bool, device=logits.device).reshape(logits.shape)
            logits = logits.masked_fill(~self.masks, _LOW)
        self._unscaled: torch.Tensor = logits
        self._logits: torch.Tensor | None = None
        self._probs: torch.Tensor | None = None

    @property
    def logits(self) -> torch.Tensor:
        """The logarithms of the chances, worked out when they are first asked for."""
        if self._logits is None:
            self._logits = torch.log_softmax(self._unscaled, -1)
        return self._logits

    @property
    def probs(self) -> torch.Tensor:
        """The chances, (n, actions); 0 for illegal actions."""
        if self._probs is None:
            self._probs = torch.softmax(self._unscaled, -1)  # `exp` takes eight times as long where logits are that low
        return self._probs

    def log_prob(self, actions: torch.Tensor) -> torch.Tensor:
        """The logarithms of the chances of n actions, (n,)."""
        return self.logits.gather(-1, actions.long().unsqueeze(-1)).squeeze(-1)

    def entropy(self) -> torch.Tensor:
        """How undecided each choice is, (n,), in nats."""
        parts = self.logits * self.probs
        return -(parts if self.masks is None else parts.masked_fill(~self.masks, 0)).sum(-1)

    def sample(self) -> torch.Tensor:
        """An action for each board, int64 (n,), never one of chance 0.

        Raises:
            RulesError: the chances are no numbers, so the net's weights are none either.
        """
        if self.probs.device.type != "cpu":  # where sums in parallel may rise in places that add nothing
            return torch.multinomial(self.probs, 1).squeeze(-1)
        # The first action whose running sum is above a random share of the whole.  One of chance 0 adds nothing to the
        # sum, so it is never the first; and a share below 1 of a float, rounded, is below it.
        sums = self.probs.cumsum(-1)
        if not bool((sums[:, -1] > 0).all()):
            raise RulesError("the logits of a policy", "nan", "numbers")
        aims = torch.rand(len(sums), 1, dtype=sums.dtype) * sums[:, -1:]
        return torch.searchsorted(sums, aims, right=True).squeeze(-1)
