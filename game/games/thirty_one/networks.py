"""How Thirty-one's AIs play by networks, and how these are trained."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from game.agents.agent import Scorer
from game.agents.network_learning import NetworkSpec, TrainedNetworks, network_scorers
from game.games.ai import registered_ai
from game.games.thirty_one import hands
from game.games.thirty_one.encoding import ACTION_OUTPUTS, SWAP_OUTPUTS
from game.games.thirty_one.expert import ExpertScorer, RollOuts
from game.games.thirty_one.judge import ThirtyOneJudge
from game.games.thirty_one.neural import (
    ACTION,
    ACTION_CHANCE,
    ENCODINGS,
    SWAP,
    SWAP_CHANCE,
    NeuralScorer,
    untrained,
)
from game.games.thirty_one.training.methods import COMPARED, READERS, WATCHED, methods_of
from game.games.thirty_one.training.parameters import METRICS
from game.rules.protocol import AnyRules
from game.training.network_training import NetworkTraining, NetworkTrainingSpec, TrainingRequest


def spec(ai: str) -> NetworkSpec:
    """How the AI of this name plays by networks."""
    return NetworkSpec(
        _shapes(ACTION, SWAP), NeuralScorer.of, lambda: untrained(ai), METRICS, _shapes(ACTION_CHANCE, SWAP_CHANCE)
    )


def expert_spec() -> NetworkSpec:
    """How the expert plays by them."""
    return replace(spec("expert"), scorer=ExpertScorer.of)


def _shapes(action: str, swap: str) -> dict[str, dict[str, tuple[int, int]]]:
    """The numbers of inputs and outputs of two networks of these names, by encoding."""
    return {
        name: {action: (encoding.action_inputs, ACTION_OUTPUTS), swap: (encoding.swap_inputs, SWAP_OUTPUTS)}
        for name, encoding in ENCODINGS.items()
    }


def training_spec(ai: str) -> NetworkTrainingSpec:
    """How the networks of the AI of this name are trained."""
    begin, resume = partial(_begin, ai), partial(_resume, ai)
    return NetworkTrainingSpec("round", methods_of(ai), READERS, begin, resume, WATCHED, COMPARED)


# What trains is loaded only where something is trained.


def _begin(ai: str, request: TrainingRequest) -> NetworkTraining:
    from game.games.thirty_one.training import network_training

    return network_training.begin(registered_ai("thirty_one", ai), request)


def _resume(ai: str, trained: TrainedNetworks) -> NetworkTraining:
    from game.games.thirty_one.training import network_training

    return network_training.NetworkTraining.resumed(registered_ai("thirty_one", ai), trained)


def looking_ahead(rules: AnyRules, settings: Mapping[str, Any]) -> list[Scorer]:
    """The scorer of the expert."""
    rollouts = settings["rollouts"]
    networks = replace(
        spec("expert"), scorer=lambda trained: ExpertScorer(NeuralScorer.of(trained), hands.pretrained(), rollouts)
    )
    return network_scorers(networks, rules, settings)


def judge(settings: Mapping[str, Any], effort: float) -> ThirtyOneJudge:
    """The expert as a judge."""
    return ThirtyOneJudge(RollOuts(NeuralScorer.of(settings["trained"]), hands.pretrained()), effort=effort)
