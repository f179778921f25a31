"""Train a policy with sb3-contrib's MaskablePPO on one of the tables, and keep its layers as plain arrays.

    pip install 'tabletalk-games[rl]' sb3-contrib
    python docs/examples/train_with_sb3.py nim perfect --steps 100000 --out policy.npz

The file holds ``weight_0``, ``bias_0`` and so on: a network with tanh between its layers, from the observation to a
score for every action. ``docs/mods/trained_policy.py`` takes it back to the table.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.wrappers import ActionMasker
from stable_baselines3.common.vec_env import DummyVecEnv

from game.environments import SeatEnv


def learner(game: str, opponent: str, seed: int) -> MaskablePPO:
    """An untrained policy and its eight tables; it sits at every seat in turn."""

    def table() -> ActionMasker:
        return ActionMasker(SeatEnv(game, seat=None, opponents=opponent), lambda env: env.unwrapped.action_masks())

    return MaskablePPO(
        "MlpPolicy", DummyVecEnv([table] * 8), n_steps=256, batch_size=256, gamma=1.0, ent_coef=0.01, seed=seed,
        policy_kwargs={"net_arch": [128, 128]}, verbose=1, device="cpu",
    )  # fmt: skip


def layers(model: MaskablePPO) -> dict[str, np.ndarray]:
    """The layers of the policy, from the observation to the actions' scores."""
    every = [*model.policy.mlp_extractor.policy_net, model.policy.action_net]
    linear = [layer for layer in every if hasattr(layer, "weight")]
    arrays = {f"weight_{at}": layer.weight.detach().numpy() for at, layer in enumerate(linear)}
    return arrays | {f"bias_{at}": layer.bias.detach().numpy() for at, layer in enumerate(linear)}


def main() -> None:
    """Train as the words ask."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("opponent", help="as one would write it for --seat")
    parser.add_argument("--steps", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    words = parser.parse_args()
    torch.set_num_threads(1)  # so small a network is faster on one core
    model = learner(words.game, words.opponent, words.seed)
    model.learn(words.steps)
    np.savez(words.out, **layers(model))
    print(f"kept in {words.out}")


if __name__ == "__main__":
    main()
