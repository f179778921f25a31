"""Train a policy with sb3-contrib's MaskablePPO on one of the tables, and keep its layers as plain arrays.

    pip install 'tabletalk-games[rl]' sb3-contrib
    python docs/examples/train_with_sb3.py nim --against perfect random q-learner@epsilon=0.5 --steps 1500000

Each match is against one of the AIs of ``--against``, drawn anew. With ``--imitate`` the policy first learns to do as
an AI does, and then goes on by itself. The file holds the name of the game, and ``weight_0``, ``bias_0`` and so on: a
network with tanh between its layers, from the observation to a score for every action. ``docs/mods/trained_policy.py``
takes it back to the table.

Tried with stable-baselines3 2.9.2, gymnasium 1.4.0, pettingzoo 1.27.0.
"""

import argparse
from pathlib import Path

import numpy as np
import torch
from sb3_contrib import MaskablePPO

from game.environments import SeatEnv, vec_env


def seat(words: argparse.Namespace) -> SeatEnv:
    """A seat of the table that changes from match to match, and so does who sits at the others."""
    return SeatEnv(words.game, seat=None, pool=words.against)


def learner(words: argparse.Namespace) -> MaskablePPO:
    """An untrained policy, and the eight tables at which it will learn."""
    tables = vec_env(words.game, 8, seat=None, pool=words.against)
    return MaskablePPO(
        "MlpPolicy", tables, learning_rate=lambda left: words.rate * left,
        n_steps=words.horizon, batch_size=512, n_epochs=5, gamma=1.0, ent_coef=words.entropy,
        policy_kwargs={"net_arch": [256, 256]}, seed=words.seed, verbose=1, device="cpu",
    )  # fmt: skip


def lessons(words: argparse.Namespace) -> list[torch.Tensor]:
    """What an AI did in some matches: observations, masks, its actions, and how each match ended for it."""
    table = seat(words)
    rows: list[tuple[np.ndarray, np.ndarray, int, float]] = []
    seen, info = table.reset(seed=words.seed)
    while len(rows) < words.lessons:
        match, over, cut, reward = [], False, False, 0.0
        while not (over or cut):
            action = table.advice(words.imitate)
            match.append((seen, info["action_mask"], action))
            seen, reward, over, cut, info = table.step(action)
        rows += [(*decision, reward) for decision in match]
        seen, info = table.reset()
    return [torch.as_tensor(np.array(column)) for column in zip(*rows, strict=True)]


def imitate(model: MaskablePPO, words: argparse.Namespace) -> None:
    """Teach the policy what the AI does, and its critic what comes of it."""
    seen, masks, actions, ends = lessons(words)
    optimizer = torch.optim.Adam(model.policy.parameters(), lr=1e-3)
    for epoch in range(words.epochs):
        for rows in torch.randperm(len(actions)).split(512):
            values, likelihood, _ = model.policy.evaluate_actions(seen[rows], actions[rows], masks[rows])
            loss = -likelihood.mean() + 0.5 * torch.nn.functional.mse_loss(values.flatten(), ends[rows].float())
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
        print(f"lessons, epoch {epoch + 1}: loss {loss.item():.3f}")


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
    parser.add_argument("--against", nargs="+", required=True, help="AIs, each as one would write it for --seat")
    parser.add_argument("--imitate", metavar="AI", help="an AI to learn from at first, written in the same way")
    parser.add_argument("--lessons", type=int, default=100_000, help="how many of its decisions")
    parser.add_argument("--epochs", type=int, default=8, help="how often these are gone through")
    parser.add_argument("--steps", type=int, default=100_000, help="how many decisions of its own it learns from")
    parser.add_argument("--rate", type=float, default=1e-3, help="the learning rate, which falls to 0")
    parser.add_argument("--horizon", type=int, default=512, help="decisions at each table between two updates")
    parser.add_argument("--entropy", type=float, default=0.01, help="how much it is rewarded for trying things")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    words = parser.parse_args()
    torch.set_num_threads(1)  # so small a network is faster on one core
    model = learner(words)
    if words.imitate:
        imitate(model, words)
    if words.steps:
        model.learn(words.steps)
    np.savez(words.out, game=words.game, **layers(model))
    print(f"kept in {words.out}")


if __name__ == "__main__":
    main()
