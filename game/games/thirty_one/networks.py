"""The AIs of Thirty-one that play by networks."""

from functools import partial
from importlib import resources
from pathlib import Path

from game.agents.network_learning import KeptTraining, NetworkSpec, network_scorers
from game.agents.pickers import Best
from game.games.ai import AI, registered_ai
from game.games.thirty_one.encoding import ACTION_OUTPUTS, SWAP_OUTPUTS
from game.games.thirty_one.neural import ACTION, ENCODINGS, SWAP, NeuralScorer, untrained

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
        pretrained=file if file.is_file() else None,
    )


def spec(ai: str) -> NetworkSpec:
    """How the AI of this name plays by networks, and is trained."""
    shapes = {
        name: {ACTION: (encoding.action_inputs, ACTION_OUTPUTS), SWAP: (encoding.swap_inputs, SWAP_OUTPUTS)}
        for name, encoding in ENCODINGS.items()
    }
    return NetworkSpec(shapes, NeuralScorer.of, lambda: untrained(ai), partial(_training, ai))


def _training(ai: str, path: Path) -> KeptTraining:
    """The training of the AI of this name; what trains is loaded only where something is trained."""
    from game.games.thirty_one.training.trainer import own_training

    return own_training(registered_ai("thirty_one", ai), path)


NEURAL = _neural("neural", "two networks value every move, trained against a pool of opponents; the best is played")
NEURAL_VS_GREEDY = _neural(
    "neural-vs-greedy", "the networks of neural, but trained against greedy alone: they exploit it"
)
