"""A mod: a policy that was trained with a learning library sits down at the table.

Put this file and ``policy.npz`` beside each other: the file of ``docs/examples/train_with_sb3.py``, with the name of
the game, and the layers of a network with tanh between them, from the observation of the game to a score for every
action.
"""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from game.modding import AI, Best, Candidate, Reason, Registry, observation_of, setup_of

with np.load(Path(__file__).with_name("policy.npz"), allow_pickle=False) as arrays:
    GAME = str(arrays["game"])
    LAYERS = [(arrays[f"weight_{at}"], arrays[f"bias_{at}"]) for at in range(len(arrays.files) // 2)]


class Policy:
    """Scores every legal action as the network does."""

    name = "policy"

    def __init__(self) -> None:
        self.layout = observation_of(GAME, setup_of(GAME))

    def score(self, view: Any, rng: Random) -> Iterator[Candidate]:
        """A candidate for every legal move."""
        row = self.layout.observation(view)
        for weight, bias in LAYERS[:-1]:
            row = np.tanh(weight @ row + bias)
        weight, bias = LAYERS[-1]
        scores = weight @ row + bias
        for move in self.layout.rules.legal_moves(view):
            yield Candidate(move, float(scores[self.layout.index(view, move)]), Reason("the policy's preference"))


def register(registry: Registry) -> None:
    """Add the AI ``policy`` to the game that it was trained for."""
    registry.ai(AI("policy", GAME, "learnt with a learning library", lambda *_: [Policy()], lambda _: Best()))
