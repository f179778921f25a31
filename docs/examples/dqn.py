"""Deep Q-learning in one file: a network learns the value of every action at many tables at once.

    pip install 'tabletalk-games[rl]' torch
    python docs/examples/dqn.py thirty_one --against greedy greedy-caller --steps 400000

Double Q-learning (van Hasselt, Guez and Silver, 2016) with a replay buffer and a target network (Mnih and others,
2015); actions that are not legal are never chosen, nor do they count for the value of what follows. All parameters are
below.
The file that is kept is that of ``train_with_sb3.py``: ``docs/mods/trained_policy.py`` takes it to the table, whose AI
then plays the action of the highest value.

Tried with torch 2.13.0, gymnasium 1.4.0, numpy 2.4.6.
"""

import argparse
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import torch
from gymnasium.vector import AutoresetMode
from torch import nn

from game.environments import vector

TABLES = 256
"""How many tables are played at once; each decision of each of them is one step."""
HIDDEN = (256, 256)
BUFFER = 200_000
BATCH = 1024
RATE = 5e-4
UPDATES = 1
"""So often it learns from a batch after each step of all tables."""
TARGET_EVERY = 200
"""After so many updates the target network becomes a copy of the other."""
EXPLORING = (1.0, 0.05)
"""The share of random actions at the beginning, and from half of the training on."""
REPORT_EVERY = 100_000


def network(inputs: int, outputs: int) -> nn.Sequential:
    """Layers with tanh between them, from an observation to a value for every action."""
    sizes, layers = (inputs, *HIDDEN), list[nn.Module]()
    for width, following in pairwise(sizes):
        layers += [nn.Linear(width, following), nn.Tanh()]
    return nn.Sequential(*layers, nn.Linear(sizes[-1], outputs))


class Buffer:
    """The latest steps: what was seen and done, what came of it, and what could be done then."""

    def __init__(self, inputs: int, actions: int) -> None:
        self.seen = np.zeros((2, BUFFER, inputs), np.float32)
        self.mask = np.zeros((BUFFER, actions), np.bool_)
        self.action = np.zeros(BUFFER, np.int64)
        self.reward = np.zeros(BUFFER, np.float32)
        self.over = np.zeros(BUFFER, np.bool_)
        self.added = 0

    def add(self, seen: Any, action: Any, reward: Any, following: Any, mask: Any, over: Any) -> None:
        """A step of every table."""
        rows = np.arange(self.added, self.added + len(action)) % BUFFER
        self.seen[0, rows], self.seen[1, rows] = seen, following
        self.mask[rows], self.action[rows] = mask, action
        self.reward[rows], self.over[rows] = reward, over
        self.added += len(action)

    def batch(self, rng: np.random.Generator) -> list[torch.Tensor]:
        """Some of the steps, drawn at random."""
        rows = rng.integers(min(self.added, BUFFER), size=BATCH)
        columns = (self.seen[0], self.seen[1], self.mask, self.action, self.reward, self.over)
        return [torch.from_numpy(column[rows]) for column in columns]


class Learner:
    """The network, its target, and how it learns."""

    def __init__(self, inputs: int, actions: int) -> None:
        self.online, self.target = network(inputs, actions), network(inputs, actions)
        self.target.load_state_dict(self.online.state_dict())
        self.optimizer = torch.optim.Adam(self.online.parameters(), lr=RATE)
        self.updates = 0

    @torch.no_grad()
    def choose(self, seen: Any, mask: Any, exploring: float, rng: np.random.Generator) -> Any:
        """An action for every table: the best legal one, or, in a share of them, any legal one."""
        values = self.online(torch.from_numpy(seen)).numpy()
        best = np.where(mask, values, -np.inf).argmax(axis=1)
        drawn = (rng.random(mask.shape, np.float32) * mask).argmax(axis=1)
        return np.where(rng.random(len(best)) < exploring, drawn, best)

    def learn(self, batch: Sequence[torch.Tensor]) -> float:
        """One step of gradient descent: the loss."""
        seen, following, mask, action, reward, over = batch
        with torch.no_grad():
            best = self.online(following).masked_fill(~mask, -torch.inf).argmax(dim=1, keepdim=True)
            later = self.target(following).gather(1, best).squeeze(1)
            goal = reward + torch.where(over, 0.0, later)
        loss = nn.functional.smooth_l1_loss(self.online(seen).gather(1, action[:, None]).squeeze(1), goal)
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()
        self.updates += 1
        if self.updates % TARGET_EVERY == 0:
            self.target.load_state_dict(self.online.state_dict())
        return loss.item()

    def layers(self) -> dict[str, Any]:
        """The network as arrays."""
        linear = [layer for layer in self.online if isinstance(layer, nn.Linear)]
        arrays = {f"weight_{at}": layer.weight.detach().numpy() for at, layer in enumerate(linear)}
        return arrays | {f"bias_{at}": layer.bias.detach().numpy() for at, layer in enumerate(linear)}


def train(words: argparse.Namespace) -> Learner:
    """Learn from so many steps, and say now and then what share of the latest matches was won."""
    tables = vector(
        words.game, TABLES, seat=None, pool=words.against, unit=words.unit, autoreset_mode=AutoresetMode.SAME_STEP
    )
    inputs, actions = tables.single_observation_space.shape[0], int(tables.single_action_space.n)
    learner, buffer, rng = Learner(inputs, actions), Buffer(inputs, actions), np.random.default_rng(words.seed)
    seen, infos = tables.reset(seed=words.seed)
    mask, ends, said = infos["action_mask"].astype(bool), list[float](), 0
    for step in range(0, words.steps, TABLES):
        exploring = float(np.interp(step / words.steps, (0.0, 0.5), EXPLORING))
        chosen = learner.choose(seen, mask, exploring, rng)
        following, reward, terminated, truncated, infos = tables.step(chosen)
        over = terminated | truncated
        buffer.add(seen, chosen, reward, following, infos["action_mask"], over)  # what follows an end is not looked at
        seen, mask = following, infos["action_mask"].astype(bool)
        ends += reward[over].tolist()
        if buffer.added >= BATCH:
            loss = [learner.learn(buffer.batch(rng)) for _ in range(UPDATES)][-1]
            if step - said >= REPORT_EVERY:
                said = step
                print(f"{step:,} steps: {np.mean(np.array(ends) > 0):.1%} of {len(ends)} won, loss {loss:.4f}")
                ends.clear()
    return learner


def main() -> None:
    """Train as the words ask, and keep the network."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--against", nargs="+", required=True, help="AIs, each as one would write it for --seat")
    parser.add_argument("--steps", type=int, default=400_000, help="how many decisions it learns from")
    parser.add_argument("--unit", choices=("match", "round"), default="match", help="what is won")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("policy.npz"))
    words = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(words.seed)
    learner = train(words)
    np.savez(words.out, game=words.game, **learner.layers())
    print(f"kept in {words.out}")


if __name__ == "__main__":
    main()
