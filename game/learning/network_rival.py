"""A second training of networks beside the one of a training panel: the same AI with other parameters, from nothing,
for comparison. Nothing of it is kept."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from game.base.reading import one_of, whole_between
from game.games.ai import AI
from game.learning.network_process import Order
from game.learning.remote_network_trainer import NetworkLearning, watched
from game.rules.language import _
from game.rules.protocol import Option
from game.training.network_training import SEED


class NetworkRival(NetworkLearning):
    """The second learner, as its process told last."""

    def __init__(self, ai: AI, given: Mapping[str, Any], seed: int) -> None:
        super().__init__(ai, seed)
        self.given = dict(given)
        self._most = 0
        self._start(Order(ai.game, ai.name, watched(ai, given, seed)), 0)

    def run(self, games: int, view: Any | None) -> None:
        """Let it come as far as so many games: nothing waits."""
        if games > self._most:
            self._most = games
            self._send("to", games)
        self.update()

    def close(self) -> None:
        """End its process; what it has learnt goes with it."""
        self.kill()


class _Parameter(Option):
    """A parameter of a training: several values are joined by hyphens."""

    def text_of(self, value: Any) -> str:
        return "-".join(map(str, value)) if isinstance(value, tuple) else super().text_of(value)


def compared(ai: AI) -> AI:
    """An AI with the parameters that a second training of its networks can have."""
    spec = ai.network_training
    assert spec is not None
    usual = next(iter(spec.methods.values())).parameters
    own = [_Parameter(key, getattr(usual, key), spec.readers[key], about) for key, about in spec.compared.items()]
    ways = tuple((name, name) for name in spec.methods)
    method = Option("method", ways[0][0], lambda text: one_of(text, *spec.methods), _("how it learns"), choices=ways)
    seed = Option("seed", SEED, partial(whole_between, least=0, most=10**9 - 1), _("another seed is other luck"))
    return replace(ai, parameters=(*([method] if len(ways) > 1 else []), *own, seed))
