"""The AIs of Thirty-one that play by networks."""

from functools import partial
from importlib import resources
from pathlib import Path

from game.agents.network_learning import network_scorers
from game.agents.pickers import Best
from game.games.ai import AI
from game.games.thirty_one.neural import spec

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


NEURAL = _neural("neural", "two networks value every move, trained against a pool of opponents; the best is played")
NEURAL_VS_GREEDY = _neural(
    "neural-vs-greedy", "the networks of neural, but trained against greedy alone: they exploit it"
)
