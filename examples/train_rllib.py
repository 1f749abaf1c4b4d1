"""Masked PPO with RLlib's new API stack: `python train_rllib.py --help`; needs the extra `rllib`.

    python train_rllib.py --steps 2000000 --slots 64 --runners 2 --folder runs/rllib
    python train_rllib.py --address auto --runners 32 --folder /shared/runs/rllib

With `--runners` the games are played in processes beside the learner, with `--address` in those of a Ray cluster:
started on one of its machines, `auto` finds it.  All its machines need this project too, and must see the folder.  The
folder holds the checkpoint, from which it goes on when it is started again, whatever ended it; `curve.csv` and
`curve.png`; and TensorBoard's logs.
"""

from __future__ import annotations

import argparse
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from numpy.typing import NDArray
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.algorithms.ppo.torch.default_ppo_torch_rl_module import DefaultPPOTorchRLModule
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.tune.registry import register_env
from tqdm import tqdm

import crescent_gym
from crescent_gym.training import TrainingRun, play_deals
from crescent_gym.wrappers import VectorMaskInObservation


class MaskedModule(DefaultPPOTorchRLModule):  # type: ignore[misc]  # mypy skips Ray
    """RLlib's own nets for the board, with the logits of illegal actions at the lowest number there is.

    RLlib shows a module of this kind among its examples, in another place in every release.
    """

    def __init__(self, *, observation_space: gymnasium.Space[Any] | None = None, **others: Any) -> None:  # noqa: ANN401  RLlib's
        """Nets for the board alone, without the mask."""
        board = (
            observation_space["observations"]
            if isinstance(observation_space, gymnasium.spaces.Dict)
            else observation_space
        )
        super().__init__(observation_space=board, **others)

    def _masked(self, forward: Any, batch: dict[str, Any], **others: Any) -> dict[str, Any]:  # noqa: ANN401  likewise
        told = forward({**batch, Columns.OBS: batch[Columns.OBS]["observations"]}, **others)
        logits = told[Columns.ACTION_DIST_INPUTS]
        legal = batch[Columns.OBS]["action_mask"].bool()
        return {**told, Columns.ACTION_DIST_INPUTS: logits.masked_fill(~legal, torch.finfo(logits.dtype).min)}

    def _forward(self, batch: dict[str, Any], **others: Any) -> dict[str, Any]:  # noqa: ANN401  likewise
        return self._masked(super()._forward, batch, **others)

    def _forward_train(self, batch: dict[str, Any], **others: Any) -> dict[str, Any]:  # noqa: ANN401  likewise
        return self._masked(super()._forward_train, batch, **others)

    def compute_values(self, batch: dict[str, Any], embeddings: Any = None) -> Any:  # noqa: ANN401  likewise
        """Values of the boards."""
        return super().compute_values({**batch, Columns.OBS: batch[Columns.OBS]["observations"]}, embeddings)


def games(config: dict[str, Any]) -> Any:  # noqa: ANN401  an environment for RLlib
    """The vector environment that RLlib asks for, with the masks among the observations."""
    env = crescent_gym.CrescentVectorEnv(config["num_envs"], variant=config["variant"], max_episode_steps=500)
    return VectorMaskInObservation(env, "rllib")


GAMES = "crescent"
register_env(GAMES, games)


def configured(options: argparse.Namespace, seed: int) -> Any:  # noqa: ANN401  a PPOConfig
    """What RLlib is to do."""
    model = DefaultModelConfig(fcnet_hiddens=[256, 256], fcnet_activation="relu")
    return (
        PPOConfig()
        .environment(GAMES, env_config={"variant": options.variant})
        .env_runners(
            num_env_runners=options.runners,
            num_envs_per_env_runner=options.slots,
            gym_env_vectorize_mode="vector_entry_point",
            rollout_fragment_length=options.rollout,
        )
        .learners(num_learners=0, num_gpus_per_learner=0)
        .training(
            lr=3e-4, gamma=0.999, lambda_=0.95, num_epochs=3, entropy_coeff=0.01, grad_clip=0.5,
            train_batch_size_per_learner=options.slots * options.rollout * max(1, options.runners),
            minibatch_size=max(64, options.slots * options.rollout * max(1, options.runners) // 4),
        )
        .rl_module(rl_module_spec=RLModuleSpec(module_class=MaskedModule, model_config=model))
        .debugging(seed=seed, log_level="ERROR")
    )  # fmt: skip


def asked() -> argparse.Namespace:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    add = parser.add_argument
    add(
        "--steps",
        type=int,
        default=4_096,
        help="steps in all, rounded up to whole rollouts (default 4,096: a look; 20,000,000 show something)",
    )
    add("--slots", type=int, default=32, help="games at once in each process")
    add("--rollout", type=int, default=64, help="steps of each game between two improvements")
    add("--runners", type=int, default=0, help="processes that play (default 0: this one alone)")
    add("--address", help="of a Ray cluster, or auto; without it, one is started here")
    add("--seed", type=int, default=1, help="of nets, choices and deals")
    add("--variant", default="normal", help="what is played")
    add("--folder", default="runs/rllib", help="where everything is kept (default runs/rllib, in the current folder)")
    return parser.parse_args()


def main() -> None:
    """Train, and test at the end."""
    options = asked()
    torch.set_num_threads(1)  # the net is too small for more
    run = TrainingRun(options.folder)
    ray.init(address=options.address or "local", include_dashboard=False, log_to_driver=False)
    algorithm = configured(options, options.seed + run.steps).build_algo()
    if run.checkpoint is not None:
        print(f"goes on from {run.steps:,} steps in {run.checkpoint}")
        algorithm.restore_from_path(str(run.checkpoint.absolute()))
    bar = tqdm(total=options.steps, initial=run.steps, unit="steps", disable=None)
    done = run.steps
    while run.steps < options.steps:
        told = algorithm.train()
        steps = int(told["env_runners"]["num_env_steps_sampled"])
        done += steps
        mean = told["env_runners"].get("episode_return_mean")
        line = {"cards": round(8 + 96 * float(mean), 2)} if mean is not None and np.isfinite(mean) else None
        run.keep(done, lambda path: algorithm.save_to_path(str(path.absolute())), line)
        bar.update(steps)
    bar.close()
    print(run.draw("cards", "cards home at the end of a game"))
    module = algorithm.get_module()

    def choose(boards: NDArray[np.float32], masks: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The likeliest legal actions."""
        seen = {"observations": torch.from_numpy(boards), "action_mask": torch.from_numpy(masks)}
        with torch.no_grad():
            logits = module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS]
        actions: NDArray[np.int64] = logits.argmax(-1).numpy()
        return actions

    won, cards = play_deals(choose, variant=options.variant)
    print(f"{run.steps:,} steps; held-out deals: {100 * won:.1f} % won, {cards:.1f} of 104 cards home")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
