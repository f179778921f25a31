"""What can be set about a training of Notty's networks, the ways to train them, and whom they train against."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from game.base.reading import number_between, several, share, whole_between
from game.games.notty.hands import HAND_LIMIT, MOST_DRAWN
from game.rules.language import _
from game.training.network_training import BatchParameters, TrainingMethod

METRICS = ("games", "value_loss", "chance_loss", "turns", "win_rate")
"""The columns of a training's curve: games learnt from so far, the mean losses of what actions are worth and of the
chances that are shown, the mean turns of a game, and the share of games won against players by rules."""
POOL = ("group-maker", "group-maker", "robber", "lean")
"""The usual opponents, as seats."""
TABLES = {2: "two", 3: "three"}
"""What networks for tables of so many players are called."""


@dataclass(frozen=True)
class Parameters(BatchParameters):
    """Everything about a training but its opponents and its seed.

    The table has `players`. The networks have `hidden` layers; hands of `crowded` cards and more may discard groups.
    Every turn of a game costs `price` of the win, so that games end; a game of `limit` turns is broken off. Games are
    played `together`, each that is over giving place to another; they are learnt from whenever `learn_after` are over,
    and those that are broken off, as at the end of the batch all are, as far as they went. Along the course epsilon
    falls in a line from `epsilon` to `last_epsilon`; `trace`, how much of a target is what came of a decision and not
    what was expected of the next one, goes to `last_trace`. The first `warm_up` games are played by the group-maker and
    the robber; later the share `fixed` is against players by rules, the rest against itself. What is learnt from is
    gone through `passes` times, in minibatches, targets being worked out anew before each. The last `refit` of the
    course is left to the chances that are shown: the best network plays itself, every game to its end. To be measured
    it plays `evaluation_games` against each opponent, of which one that is broken off is not won.
    """

    rate: float = 1e-3
    last_rate: float = 5e-5
    average: float = 0.9995
    evaluate_every: int = 4
    players: int = 2
    hidden: tuple[int, ...] = (64,)
    crowded: int = HAND_LIMIT - MOST_DRAWN + 1
    price: float = 0.0004
    limit: int = 1000
    together: int = 1024
    learn_after: int = 64
    epsilon: float = 0.12
    last_epsilon: float = 0.02
    trace: float = 0.8
    last_trace: float = 0.9
    warm_up: int = 1000
    fixed: float = 0.6
    passes: int = 2
    minibatch: int = 128
    refit: float = 0.25
    evaluation_games: int = 300


METHODS: Mapping[str, TrainingMethod] = {
    "two": TrainingMethod(
        "for two players: lambda-returns, most games against players by rules",
        Parameters(batches=16, batch=500, encoding=TABLES[2]),
    ),
    "three": TrainingMethod(
        "the same for three players",
        Parameters(
            batches=15, batch=500, encoding=TABLES[3], players=3, rate=8e-4, last_rate=3e-5, epsilon=0.1, refit=0.2
        ),
    ),
}
"""The methods by name, the usual one first."""
READERS: Mapping[str, Callable[[str], Any]] = {
    "hidden": partial(several, least=1, most=4096),
    "crowded": partial(whole_between, least=1, most=HAND_LIMIT + 1),
    "price": share,
    "limit": partial(whole_between, least=1, most=1000),
    "together": partial(whole_between, least=1, most=10**6),
    "learn_after": partial(whole_between, least=1, most=10**6),
    "epsilon": share,
    "last_epsilon": share,
    "trace": share,
    "last_trace": share,
    "warm_up": partial(whole_between, least=0, most=10**9),
    "fixed": share,
    "passes": partial(whole_between, least=1, most=1000),
    "minibatch": partial(whole_between, least=1, most=10**6),
    "refit": partial(number_between, least=0.0, most=0.9),
    "evaluation_games": partial(whole_between, least=2, most=10**6),
}
"""How the parameters that words can give are read."""
WATCHED: Mapping[str, Any] = {
    "batch": 100, "together": 200, "evaluate_every": 5, "evaluation_games": 40, "limit": 200,
}  # fmt: skip
"""What is otherwise in a training that is watched in the window."""
COMPARED: Mapping[str, str] = {
    "rate": _("how far a step of learning goes, 0 to 1"),
    "passes": _("how often what was played is gone through"),
    "epsilon": _("the share of actions that explore at the start, 0 to 1"),
    "trace": _("how much what came of a decision counts at the start, 0 to 1"),
    "fixed": _("the share of games against players by rules, 0 to 1"),
    "hidden": _("the layers of the network: 64-32"),
}
"""What a second training in the window may have otherwise."""
