"""Who is measured at a game: its AIs, and beside the AIs that learn the further files that ship for them."""

from collections.abc import Iterator

from game.checkpoints.container import CheckpointError
from game.games import registry
from game.games.ai import AI


def entrants(game: str) -> dict[str, str]:
    """The words that ask for each, by what it is called: an AI by its name, a file that ships beside the pretrained one
    by its own ("q-learner-1000"). Raises UnknownNameError."""
    found = {ai.name: ai.name for ai in registry.ais(game)}
    for ai in registry.ais(game):
        for name, words in _further(ai):
            found.setdefault(name, words)
    return found


def _further(ai: AI) -> Iterator[tuple[str, str]]:
    """The further tables that ship for an AI that has files of its own; others lie there that are named alike. Networks
    beside its own are for other numbers of players: the AI takes them by itself."""
    for path in [] if ai.taught_as or ai.networks is not None else ai.pretrained_files[1:]:
        try:
            ai.learnt_from(path)
        except CheckpointError:
            continue
        yield path.stem, f"{ai.name}:{path}"
