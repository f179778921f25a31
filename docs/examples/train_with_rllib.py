"""Train a policy with RLlib's PPO on a local Ray cluster, and keep its layers as plain arrays.

    pip install 'tabletalk-games[rl]' 'ray[rllib]' torch
    python docs/examples/train_with_rllib.py thirty_one --against greedy --iterations 40

RLlib's modules that know masks look for them beside ``observations``; :class:`MaskedSeat` gives them so. The file that
is kept is that of ``train_with_sb3.py``: ``docs/mods/trained_policy.py`` takes it to the table.

Tried with ray 2.60.0, torch 2.13.0, gymnasium 1.2.2, numpy 2.4.6.
"""

import argparse
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import ray
from gymnasium import spaces
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.default_model_config import DefaultModelConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from torch import nn

from game.environments import SeatEnv

HIDDEN = (256, 256)


class MaskedSeat(gymnasium.Env):  # type: ignore[type-arg]  # the dicts of RLlib have no type of their own
    """A seat of a table whose observation holds the mask too, under the names that RLlib looks for."""

    def __init__(self, config: dict[str, Any]) -> None:
        self.seat = SeatEnv(config["game"], seat=None, pool=config["against"])
        self.action_space = self.seat.action_space
        self.observation_space = spaces.Dict(
            {
                "observations": self.seat.observation_space,
                "action_mask": spaces.Box(0.0, 1.0, (int(self.seat.action_space.n),), np.float32),
            }
        )

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a match."""
        seen, info = self.seat.reset(seed=seed)
        return self._told(seen, info), {}

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, and on to the next decision or the end."""
        seen, reward, over, cut, info = self.seat.step(action)
        return self._told(seen, info), reward, over, cut, {}

    @staticmethod
    def _told(seen: Any, info: dict[str, Any]) -> dict[str, Any]:
        mask = info["action_mask"].astype(np.float32)
        # Of the last observation nothing is chosen any more, but a mask of nothing cannot be drawn from.
        return {"observations": seen, "action_mask": mask if mask.any() else np.ones_like(mask)}


def config_of(words: argparse.Namespace) -> PPOConfig:
    """How PPO learns, and what."""
    module = RLModuleSpec(
        module_class=ActionMaskingTorchRLModule,
        model_config=DefaultModelConfig(
            fcnet_hiddens=list(HIDDEN), fcnet_activation="tanh", head_fcnet_hiddens=[], vf_share_layers=False
        ),
    )
    return (
        PPOConfig()
        .environment(MaskedSeat, env_config={"game": words.game, "against": words.against})
        .env_runners(num_env_runners=words.runners, num_envs_per_env_runner=8)
        .learners(num_learners=0)
        .rl_module(rl_module_spec=module)
        .training(
            gamma=1.0, lr=3e-4, train_batch_size_per_learner=words.batch, minibatch_size=512, num_epochs=4,
            entropy_coeff=0.01,
        )
        .debugging(seed=words.seed)
    )  # fmt: skip


def layers(module: Any) -> dict[str, Any]:
    """The layers of the policy, from the observation to the actions' scores."""
    linear = [layer for part in (module.encoder.actor_encoder, module.pi) for layer in part.modules()]
    linear = [layer for layer in linear if isinstance(layer, nn.Linear)]
    arrays = {f"weight_{at}": layer.weight.detach().numpy() for at, layer in enumerate(linear)}
    return arrays | {f"bias_{at}": layer.bias.detach().numpy() for at, layer in enumerate(linear)}


def main() -> None:
    """Train as the words ask, and keep the policy."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--against", nargs="+", required=True, help="AIs, each as one would write it for --seat")
    parser.add_argument("--iterations", type=int, default=40)
    parser.add_argument("--batch", type=int, default=4096, help="decisions that an iteration learns from")
    parser.add_argument("--runners", type=int, default=1, help="processes of the cluster that play; 0: this one")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    words = parser.parse_args()
    ray.init(num_cpus=words.runners + 1, include_dashboard=False)
    algorithm = config_of(words).build_algo()
    for iteration in range(1, words.iterations + 1):
        found = algorithm.train()["env_runners"]
        reward, length = found.get("episode_return_mean", np.nan), found.get("episode_len_mean", np.nan)
        print(f"iteration {iteration}: mean reward {reward:.3f}, mean length {length:.1f}")
    np.savez(words.out, game=words.game, **layers(algorithm.get_module()))
    print(f"kept in {words.out}")
    algorithm.stop()
    ray.shutdown()


if __name__ == "__main__":
    main()
