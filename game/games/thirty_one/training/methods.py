"""The ways to train Thirty-one's networks, what they are told in words, and whom an AI trains against."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from game.base.reading import number_between, one_of, several, share, whole_between
from game.games.thirty_one.neural import ACTION_LAYERS, ENCODINGS, SWAP_LAYERS
from game.games.thirty_one.training.parameters import Parameters
from game.rules.language import _
from game.training.network_training import TrainingMethod

PPO = Parameters(
    batches=1500,
    encoding="full",
    action_hidden=(96, 64),
    swap_hidden=(96, 64),
    targets="policy",
    reward="chances",
    rate=1e-3,
    clip=0.5,
    minibatch=2048,
    random_first=0.0,
    imitate=0.07,
    valued=400,
    seats=(2, 2, 2, 3, 2, 2, 2, 4),
    evaluate_every=75,
)
METHODS: Mapping[str, TrainingMethod] = {
    "ppo": TrainingMethod(
        "the tactician imitated, then proximal policy optimisation; rewarded by the change of the chance to win", PPO
    ),
    "ppo-tables": TrainingMethod(
        "the same with eight thousand rounds at once, as often at tables of three and four as of two",
        replace(
            PPO,
            batches=375,
            batch=8000,
            together=8000,
            encoding="whole",
            passes=1,
            valued=50,
            seats=(2, 3, 2, 4),
            alike=0.5,
            evaluate_every=25,
            evaluation_matches=500,
            evaluation_seats=(2, 3, 4),
        ),
    ),
    "taken-only": TrainingMethod("targets for the action taken only, a thousand rounds at once", Parameters()),
    "reference": TrainingMethod(
        "as the game's description asks: a step after every round, targets of 0 for the actions not taken",
        Parameters(
            batches=400,
            action_hidden=ACTION_LAYERS,
            swap_hidden=SWAP_LAYERS,
            targets="all",
            together=1,
            rate=3e-4,
            last_rate=1.0,
            clip=0.0,
            evaluate_every=4,
            evaluation_matches=2000,
        ),
    ),
}
"""The methods by name, the usual one first."""
USUAL_METHOD: Mapping[str, str] = {"page": "reference"}
"""The usual methods of the AIs that have another."""
WATCHED: Mapping[str, Any] = {"evaluate_every": 5, "evaluation_matches": 200}
"""What is otherwise in a training that is watched in the window."""
COMPARED: Mapping[str, str] = {
    "rate": _("how far a step of learning goes, 0 to 1"),
    "passes": _("how often what was played is gone through"),
    "imitate": _("the share of the course that imitates the tactician, 0 to 1"),
    "entropy": _("how much it is to keep trying things"),
    "action_hidden": _("the layers of the network for turns: 96-64"),
    "swap_hidden": _("the layers of the network for discards: 96-64"),
}
"""What a second training in the window may have otherwise."""
POOLS: Mapping[str, tuple[str, ...]] = {
    "neural": (
        "greedy",
        "greedy",
        "greedy-caller",
        "greedy-caller",
        "greedy-caller@call_at=22",
        "greedy-caller@call_at=28",
        "tactician",
        "tactician",
    ),
    "page": ("greedy",),
}
"""The usual opponents of an AI, as seats."""
MOST_AT_ONCE = 10**6
"""No batch has more rounds."""
_SIZES = partial(several, least=1, most=4096)
_POSITIVE = partial(number_between, least=0.0, most=1e9)
READERS: Mapping[str, Callable[[str], Any]] = {
    "encoding": lambda text: one_of(text, *ENCODINGS),
    "action_hidden": _SIZES,
    "swap_hidden": _SIZES,
    "targets": lambda text: one_of(text, "chosen", "all", "policy"),
    "reward": lambda text: one_of(text, "page", "chances"),
    "discount": share,
    "batch": partial(whole_between, least=1, most=MOST_AT_ONCE),
    "together": partial(whole_between, least=1, most=MOST_AT_ONCE),
    "alike": share,
    "epsilon": share,
    "last_epsilon": share,
    "rate": share,
    "last_rate": share,
    "clip": _POSITIVE,
    "minibatch": partial(whole_between, least=1, most=10**6),
    "random_first": share,
    "seats": partial(several, least=2, most=4),
    "evaluate_every": partial(whole_between, least=1, most=10**6),
    "evaluation_seats": partial(several, least=2, most=4),
    "evaluation_matches": partial(whole_between, least=2, most=10**6),
    "passes": partial(whole_between, least=1, most=1000),
    "shards": partial(whole_between, least=1, most=MOST_AT_ONCE),
    "near": share,
    "valued": partial(whole_between, least=0, most=10**6),
    "imitate": share,
    "trace": share,
    "entropy": _POSITIVE,
    "last_entropy": _POSITIVE,
}
"""How the parameters that words can give are read; how many batches there are, and how patient it is, is asked for by
words of their own."""


def methods_of(ai: str) -> Mapping[str, TrainingMethod]:
    """The methods by name, first the one by which an AI learns unless another is asked for."""
    usual = USUAL_METHOD.get(ai, next(iter(METHODS)))
    return {usual: METHODS[usual], **METHODS}


def pool_of(ai: str) -> tuple[str, ...]:
    """Whom an AI trains against unless others are asked for."""
    return POOLS.get(ai, ("greedy",))
