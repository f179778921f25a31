"""A seat at many tables that plays by a policy's networks."""

from collections.abc import Mapping

import numpy as np

from game.agents.networks import Floats, Network
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import Bools, Ints
from game.games.thirty_one.encoding import ACTION_OUTPUTS, SWAP_OUTPUTS, Encoding
from game.games.thirty_one.neural import ACTION, SWAP
from game.games.thirty_one.rounds import CALL


class PolicyPlayer:
    """Plays what its networks put out most for, of what is possible."""

    def __init__(self, networks: Mapping[str, Network], encoding: Encoding) -> None:
        self.networks, self.encoding = networks, encoding

    def begin(self, seen: BatchView, random: np.random.Generator) -> Ints:
        """The action network's choice."""
        possible = np.ones((len(seen), ACTION_OUTPUTS), dtype=bool)
        possible[:, CALL] = ~seen.called
        return self.chosen(ACTION, seen, self.encoding.action(seen), possible, random)

    def discard(self, seen: BatchView, took: Bools, random: np.random.Generator) -> Ints:
        """The swap network's choice."""
        inputs, places = self.encoding.swap(seen)
        possible = np.ones((len(seen), SWAP_OUTPUTS), dtype=bool)
        possible[:, -1] = ~took
        found: Ints = places[np.arange(len(seen)), self.chosen(SWAP, seen, inputs, possible, random)]
        return found

    def chosen(self, name: str, seen: BatchView, inputs: Floats, possible: Bools, random: np.random.Generator) -> Ints:
        """The number of the choice of the network of this name, (n,), by its inputs (n, inputs)."""
        outputs = np.where(possible, self.networks[name].forward(inputs), np.float32(-np.inf))
        found: Ints = outputs.argmax(axis=1)
        return found
