"""Learning of what players are likely to hold (:mod:`game.games.thirty_one.hands`), from rounds of a policy against
itself: ``python -m game.games.thirty_one.training.hands FILE``.

At a share of the turns the others' hands are noted, and a few that are drawn evenly from what the player to move has
not seen. The network learns to tell the two apart, each kind with the same weight in all; the loss is the
cross-entropy, .693 for who cannot tell them.
"""

import sys
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from game.agents.networks import Adam, Floats, Network, sigmoid
from game.checkpoints import container
from game.games import registry
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import Ints
from game.games.thirty_one.hands import INPUTS, NAME, guessed, inputs
from game.games.thirty_one.look_ahead import even_hands
from game.games.thirty_one.neural import ACTION, ENCODINGS, SWAP
from game.games.thirty_one.policy_player import PolicyPlayer
from game.games.thirty_one.rounds import Rounds, deal, play
from game.games.thirty_one.state import START_LIVES

SEATS = range(2, 5)


@dataclass(frozen=True)
class Parameters:
    """How it is learnt: rounds of each number of seats; the share of turns that is noted; how many hands are drawn for
    each that is held; the layers; steps of so many hands; the rate, which falls in a line to a twentieth."""

    rounds: int = 8000
    share: float = 0.1
    drawn: int = 4
    layers: tuple[int, ...] = (32, 16)
    steps: int = 8000
    minibatch: int = 1024
    rate: float = 3e-3
    seed: int = 1


class NotingPlayer(PolicyPlayer):
    """Plays by a policy, and notes what others hold at the beginning of some turns: inputs and whether held."""

    def __init__(self, policy: PolicyPlayer, share: float, drawn: int) -> None:
        super().__init__(policy.networks, policy.encoding)
        self.share, self.drawn = share, drawn
        self.held: list[Floats] = []
        self.even: list[Floats] = []

    def begin(self, seen: BatchView, random: np.random.Generator) -> Ints:
        noted = np.flatnonzero(random.random(len(seen)) < self.share)
        if noted.size:
            tables = seen.arrays.taken(seen.rows[noted])
            again = even_hands(seen, np.repeat(noted, self.drawn), random)
            self.held.append(inputs(tables)[guessed(tables)])
            self.even.append(inputs(again)[guessed(again)])
        return super().begin(seen, random)


def learnt(policy: PolicyPlayer, parameters: Parameters) -> tuple[Network, float]:
    """The network, and its mean loss over the last tenth of the steps."""
    random = np.random.Generator(np.random.PCG64(parameters.seed))
    player = NotingPlayer(policy, parameters.share, parameters.drawn)
    for seats in SEATS:
        shape = (parameters.rounds, seats)
        lives, first = random.integers(1, START_LIVES + 1, shape), random.integers(0, seats, parameters.rounds)
        play(Rounds(deal(lives, first, random)), np.zeros(shape, dtype=np.int64), [player], random)
    held, even = np.concatenate(player.held), np.concatenate(player.even)
    network = Network.fresh((INPUTS, *parameters.layers, 1), random)
    optimiser, half, losses = Adam.fresh(network), parameters.minibatch // 2, []
    true = np.repeat(np.array([1, 0], np.float32), half)
    for step in range(parameters.steps):
        rows = np.concatenate([each[random.integers(0, len(each), half)] for each in (held, even)])
        trace = network.trace(rows)
        told = sigmoid(trace[-1][:, 0])
        slopes = (told - true)[:, None] / np.float32(len(true))
        optimiser.step(network, network.gradient(trace, slopes), parameters.rate * (1 - 0.95 * step / parameters.steps))
        losses.append(float(-np.log(np.maximum(np.abs(1 - true - told), 1e-7)).mean()))
    return network, float(np.mean(losses[-(parameters.steps // 10 or 1) :]))


def main(path: Path, parameters: Parameters) -> None:
    """Learn from the networks of neural that ship, and keep what was learnt."""
    trained = registry.ai("thirty_one", "neural").settings()["trained"]
    policy = PolicyPlayer({name: trained.networks[name] for name in (ACTION, SWAP)}, ENCODINGS[trained.encoding])
    network, loss = learnt(policy, parameters)
    header = {
        "kind": NAME,
        "game": "thirty_one",
        "ai": "expert",
        "options": {},
        "seed": parameters.seed,
        "parameters": asdict(parameters),
        "statistics": {"loss": loss},
        "course": [],
    }
    digest = container.write(path, header, network.arrays(NAME))
    print(f"{path}: loss {loss:.3f}, SHA-256 {digest}")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Parameters())
