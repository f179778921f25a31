"""Networks of several trainings joined to one: it plays by the mean of what they say of the actions.

What one training says is noise in part, which is less in the mean of several. The chances that are shown are learnt
anew, for whoever plays by that mean.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from game.agents.networks import Network
from game.checkpoints.container import digest_of
from game.checkpoints.networks import NetworkCodec
from game.games.notty.action_values import VALUES
from game.games.notty.networks import NAME, SPEC
from game.games.notty.training.parameters import METHODS, POOL, TABLES
from game.games.notty.training.training import Training
from game.training.batch_training import AveragedWeights


def joined(parts: Sequence[Path], games: int, seed: int) -> Training:
    """A training that has the mean of the values of these files, all for as many players, and learns nothing but the
    chances, from so many games. Raises CheckpointError, and ValueError where the files cannot be joined."""
    held = [NetworkCodec(SPEC).load_kept(file, "notty", NAME)[0] for file in parts]
    values = Network.mean_of([trained.networks[VALUES] for trained in held])
    players = next(number for number, table in TABLES.items() if table == held[0].encoding)
    method = next(name for name, each in METHODS.items() if each.parameters.players == players)
    usual = METHODS[method].parameters
    parameters = replace(usual, hidden=values.sizes[1:-1], refit=1.0, batches=-(-games // usual.batch))
    training = Training.begun(NAME, method, parameters, POOL, seed)
    training.networks[VALUES], training.averages[VALUES] = values, AveragedWeights(values, parameters.average)
    return training


def make(path: Path, parts: Sequence[Path], games: int, seed: int) -> Iterator[float]:
    """Join these files, and keep what comes of it with the digests of its parts; the mean cross-entropy of the chances
    in each batch. Raises as `joined` does, and StorageError."""
    training = joined(parts, games, seed)
    while training.left:
        training.step()
        yield float(training.curve(-1)[0, training.columns.index("chance_loss")])
    found = training.result()
    parameters = {**found.parameters, "parts": [digest_of(file) for file in parts]}
    NetworkCodec(SPEC).save(path, replace(found, parameters=parameters, state={}, state_arrays={}))
