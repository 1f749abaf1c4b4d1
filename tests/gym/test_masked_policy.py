"""The policy with the quicker choice: all that sb3-contrib's gives, and no illegal action."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crescent.errors import RulesError
from crescent_gym.errors import ArgumentTypeError

pytestmark = pytest.mark.sb3

BOARDS, ACTIONS = 7, 11


def choices(seed: int, masked: bool, scale: float) -> tuple[Any, Any, Any]:
    """Ours and sb3-contrib's over the same random logits and masks, and the masks; the last mask is of zeros."""
    import torch
    from sb3_contrib.common.maskable.distributions import MaskableCategoricalDistribution

    from crescent_gym.masked_policy import MaskedDistribution

    rng = np.random.default_rng(seed)
    logits = torch.from_numpy(rng.normal(0, scale, (BOARDS, ACTIONS)).astype(np.float32))
    masks = rng.random((BOARDS, ACTIONS)) < 0.4
    masks[:-1, 3], masks[-1] = True, False
    ours, theirs = MaskedDistribution(ACTIONS), MaskableCategoricalDistribution(ACTIONS)
    for distribution in (ours, theirs):
        distribution.proba_distribution(logits)
        if masked:
            distribution.apply_masking(masks)
    return ours, theirs, masks


@given(seed=st.integers(0, 2**32 - 1), masked=st.booleans(), scale=st.sampled_from([0.01, 1.0, 30.0]))
@settings(max_examples=60, deadline=None)
def test_chances_are_those_of_the_stock_distribution(seed: int, masked: bool, scale: float) -> None:
    """Chances, log-probabilities, entropies and likeliest actions agree within rounding, masks or none."""
    import torch

    ours, theirs, masks = choices(seed, masked, scale)
    assert torch.allclose(ours.distribution.probs, theirs.distribution.probs, atol=1e-5)
    assert torch.allclose(ours.entropy(), theirs.entropy(), atol=1e-4)
    assert ours.mode().equal(theirs.mode())
    actions = torch.from_numpy(masks.argmax(1))
    close = torch.allclose(ours.log_prob(actions)[:-1], theirs.log_prob(actions)[:-1], atol=1e-4, rtol=1e-4)
    assert close
    ours.apply_masking(None)  # as if nobody had masked
    theirs.apply_masking(None)
    assert torch.allclose(ours.distribution.probs, theirs.distribution.probs, atol=1e-5)


@given(seed=st.integers(0, 2**32 - 1), scale=st.sampled_from([0.01, 1.0, 30.0]))
@settings(max_examples=60, deadline=None)
def test_no_illegal_action_is_drawn(seed: int, scale: float) -> None:
    """Also where the random share is the least or the greatest there is, and where all but few chances are tiny."""
    import torch

    ours, _, masks = choices(seed, masked=True, scale=scale)
    for share in (0.0, 1 - 2**-24, None):
        with pytest.MonkeyPatch.context() as patch:
            if share is not None:
                patch.setattr(torch, "rand", lambda *size, dtype, share=share: torch.full(size, share, dtype=dtype))
            actions = ours.sample().numpy()
        assert actions.dtype == np.int64
        assert masks[np.arange(BOARDS - 1), actions[:-1]].all()
        assert 0 <= actions[-1] < ACTIONS


def test_actions_are_drawn_as_often_as_their_chances_say() -> None:
    """Of 40,000 draws from one board each action's share is within five standard deviations."""
    import torch

    from crescent_gym.masked_policy import MaskedChoice

    torch.manual_seed(1)
    count = 40_000
    choice = MaskedChoice(torch.tensor([0.0, 2.0, -1.0, 0.5, 1.0]).repeat(count, 1))
    choice.apply_masking(torch.tensor([True, True, True, False, True]).repeat(count, 1))
    chances = choice.probs[0].double().numpy()
    drawn = np.bincount(choice.sample().numpy(), minlength=5) / count
    assert (np.abs(drawn - chances) <= 5 * np.sqrt(chances * (1 - chances) / count)).all()


def test_policies_change_places_between_checkpoints(tmp_path: Any) -> None:  # noqa: ANN401  a path
    """What was trained with either is the same policy with the other: values, chances and likeliest actions."""
    import torch
    from sb3_contrib import MaskablePPO

    from crescent_gym.sb3 import MaskedPolicy, SB3VecEnv

    torch.set_num_threads(1)
    env = SB3VecEnv(4)
    model = MaskablePPO(MaskedPolicy, env, n_steps=32, batch_size=64, seed=1, device="cpu").learn(128)
    model.save(tmp_path / "model.zip")
    again = MaskablePPO.load(tmp_path / "model.zip", device="cpu")
    assert isinstance(again.policy, MaskedPolicy)
    stock = MaskablePPO("MlpPolicy", env, n_steps=32, batch_size=64, seed=2, device="cpu")
    stock.policy.load_state_dict(model.policy.state_dict())
    seen, masks = torch.from_numpy(env.reset()), env.games.action_masks()
    found = [one.policy.get_distribution(seen, action_masks=masks).distribution.probs for one in (model, again, stock)]
    assert torch.allclose(found[0], found[1])
    assert torch.allclose(found[0], found[2], atol=1e-6)
    values = [one.policy.predict_values(seen) for one in (model, stock)]
    assert values[0].equal(values[1])


def test_what_it_cannot_choose_among_is_refused() -> None:
    """Actions of another kind when it is made, and logits that are no numbers when it draws."""
    import torch

    from crescent_gym.masked_policy import MaskedChoice, MaskedPolicy

    seen = gymnasium.spaces.Box(0, 1, (3,), np.float32)
    with pytest.raises(ArgumentTypeError, match="Discrete"):
        MaskedPolicy(seen, gymnasium.spaces.MultiDiscrete([2, 2]), lambda _: 0.1)
    with pytest.raises(RulesError, match="logits"):
        MaskedChoice(torch.full((2, 3), torch.nan)).sample()
