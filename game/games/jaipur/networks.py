"""How Jaipur's AIs play by networks, and how these are trained."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from game.agents.agent import Scorer
from game.agents.network_learning import NetworkSpec, TrainedNetworks, network_scorers
from game.base.reading import several, share, whole_between
from game.games.jaipur.encoding import INPUTS, NAME
from game.games.jaipur.evaluation import OUTPUTS, VALUE
from game.games.jaipur.judge import JaipurJudge
from game.games.jaipur.look_ahead import LookAhead
from game.games.jaipur.neural import NeuralScorer, untrained
from game.games.jaipur.training.parameters import METRICS, Parameters
from game.rules.language import _
from game.rules.protocol import AnyRules
from game.training.network_training import Resumable, TrainingMethod, batch_spec

NEURAL_NAME, EXPERT_NAME = "neural", "expert"
POOL = ("utility", "heuristic")
"""Whom a training measures itself by, unless others are asked for."""


def _shares(text: str) -> tuple[float, ...]:
    """Shares, separated by hyphens; raises ValueError."""
    return tuple(map(share, text.split("-")))


_WHOLE = partial(whole_between, least=1, most=10**6)
READERS: Mapping[str, Callable[[str], Any]] = {
    "hidden": partial(several, least=1, most=4096),
    "shards": partial(whole_between, least=1, most=1000),
    "minibatch": _WHOLE,
    "passes": partial(whole_between, least=1, most=1000),
    "trace": _shares,
    "epsilon": _shares,
    "temperature": _shares,
    "against_utility": share,
    "turn_limit": _WHOLE,
    "evaluation_rounds": _WHOLE,
}
"""How those parameters are read that are Jaipur's own."""
WATCHED: Mapping[str, Any] = {"evaluate_every": 4, "evaluation_rounds": 100}
"""What is otherwise in a training that is watched in the window."""
COMPARED: Mapping[str, str] = {
    "rate": _("how far a step of learning goes, 0 to 1"),
    "passes": _("how often what was played is gone through"),
    "epsilon": _("the share of moves drawn at random, for each third of the course: 0.1-0.05-0.02"),
    "trace": _("how much what came of a move counts, for each third of the course: 0.9-0.8-0.7"),
    "against_utility": _("the share of rounds against Utility, 0 to 1"),
    "hidden": _("the layers of the network: 128-32"),
}
"""What a second training in the window may have otherwise."""
METHODS: Mapping[str, TrainingMethod] = {
    "td": TrainingMethod("TD(lambda) over the states after a player's moves, in self-play", Parameters()),
}


def _make(method: str, parameters: Parameters, against: tuple[str, ...], seed: int) -> Resumable:
    from game.games.jaipur.training.training import Training  # loaded only where something is trained
    from game.games.pool import pool

    return Training(method, parameters, pool("jaipur", against or POOL), seed)


def _spec(ai: str, scorer: Callable[[TrainedNetworks], Scorer]) -> NetworkSpec:
    return NetworkSpec({NAME: {VALUE: (INPUTS, OUTPUTS)}}, scorer, partial(untrained, ai), METRICS, chances=True)


def looking_ahead(rules: AnyRules, settings: Mapping[str, Any]) -> list[Scorer]:
    """The scorer of the expert."""
    rollouts = settings["rollouts"]
    spec = _spec(EXPERT_NAME, lambda trained: LookAhead(trained.networks[VALUE], rollouts))
    return network_scorers(spec, rules, settings)


def judge(settings: Mapping[str, Any], effort: float) -> JaipurJudge:
    """The expert as a judge."""
    return JaipurJudge(settings["trained"].networks[VALUE], effort=effort)


NEURAL = _spec(NEURAL_NAME, NeuralScorer.of)
EXPERT = _spec(EXPERT_NAME, LookAhead.of)
TRAINING = batch_spec("round", METHODS, Parameters, READERS, _make, WATCHED, COMPARED)
