"""The AIs of Thirty-one that play by networks."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from importlib import resources
from pathlib import Path
from typing import Any

from game.agents.agent import Scorer
from game.agents.network_learning import NetworkSpec, TrainedNetworks, network_scorers
from game.agents.pickers import Best
from game.base.reading import whole_between
from game.games.ai import AI, registered_ai
from game.games.thirty_one import hands
from game.games.thirty_one.encoding import ACTION_OUTPUTS, SWAP_OUTPUTS
from game.games.thirty_one.expert import ROLLOUTS, ExpertScorer, RollOuts
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
from game.games.thirty_one.training.methods import METHODS, READERS
from game.games.thirty_one.training.parameters import METRICS
from game.rules.language import _
from game.rules.protocol import AnyRules, Option
from game.training.network_training import NetworkTraining, NetworkTrainingSpec, TrainingRequest

_FOLDER = Path(str(resources.files("assets"))) / "thirty_one"


def _neural(name: str, about: str) -> AI:
    networks = spec(name)
    file = _FOLDER / f"{name}.npz"
    return AI(
        name,
        "thirty_one",
        about,
        partial(network_scorers, networks),
        lambda _: Best(),
        networks=networks,
        network_training=training_spec(name),
        pretrained=file if file.is_file() else None,
    )


def spec(ai: str) -> NetworkSpec:
    """How the AI of this name plays by networks."""
    return NetworkSpec(
        _shapes(ACTION, SWAP), NeuralScorer.of, lambda: untrained(ai), METRICS, _shapes(ACTION_CHANCE, SWAP_CHANCE)
    )


def _shapes(action: str, swap: str) -> dict[str, dict[str, tuple[int, int]]]:
    """The numbers of inputs and outputs of two networks of these names, by encoding."""
    return {
        name: {action: (encoding.action_inputs, ACTION_OUTPUTS), swap: (encoding.swap_inputs, SWAP_OUTPUTS)}
        for name, encoding in ENCODINGS.items()
    }


def training_spec(ai: str) -> NetworkTrainingSpec:
    """How the networks of the AI of this name are trained."""
    return NetworkTrainingSpec("round", METHODS, READERS, partial(_begin, ai), partial(_resume, ai))


# What trains is loaded only where something is trained.


def _begin(ai: str, request: TrainingRequest) -> NetworkTraining:
    from game.games.thirty_one.training import network_training

    return network_training.begin(registered_ai("thirty_one", ai), request)


def _resume(ai: str, trained: TrainedNetworks) -> NetworkTraining:
    from game.games.thirty_one.training import network_training

    return network_training.NetworkTraining.resumed(registered_ai("thirty_one", ai), trained)


def _looking_ahead(rules: AnyRules, settings: Mapping[str, Any]) -> list[Scorer]:
    rollouts = settings["rollouts"]
    networks = replace(
        spec("expert"), scorer=lambda trained: ExpertScorer(NeuralScorer.of(trained), hands.pretrained(), rollouts)
    )
    return network_scorers(networks, rules, settings)


def _judge(settings: Mapping[str, Any], effort: float) -> ThirtyOneJudge:
    return ThirtyOneJudge(RollOuts(NeuralScorer.of(settings["trained"]), hands.pretrained()), effort=effort)


NEURAL = _neural("neural", _("two networks value every move, trained against a pool of opponents; the best is played"))
NEURAL_VS_GREEDY = _neural(
    "neural-vs-greedy", _("the networks of neural, but trained against greedy alone: they exploit it")
)
EXPERT = AI(
    "expert",
    "thirty_one",
    _("neural, which plays choices on to the end of the round, in sampled worlds, where they are near to each other"),
    _looking_ahead,
    lambda _: Best(),
    (Option("rollouts", ROLLOUTS, partial(whole_between, least=1, most=10**6), _("the roll-outs of a decision")),),
    networks=replace(spec("expert"), scorer=ExpertScorer.of),
    taught_as="neural",
    pretrained=NEURAL.pretrained,
    judge=_judge,
)
