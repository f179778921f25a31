"""A network of Notty practised on in several small trainings of its own, and the mean of what these make of it.

Each swings by some points from one measurement to the next, and none is surely better than what it began with: what it
learns is in part noise. As all begin with the same weights and go little way, the mean of their weights plays like the
mean of what they say, with less of it.

Source: M. Wortsman et al., "Model soups: averaging weights of multiple fine-tuned models improves accuracy without
increasing inference time", ICML 2022.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from game.agents.networks import Network
from game.checkpoints.container import digest_of
from game.checkpoints.networks import NetworkCodec
from game.games.notty.action_values import VALUES
from game.games.notty.networks import NAME, SPEC
from game.games.notty.training.joined import begun_with
from game.games.notty.training.parameters import METHODS, TABLES, Parameters
from game.games.notty.training.training import Training

AGAINST = ("robber", "robber", "robber", "robber", "group-maker", "lean")
"""Whom it practises against: mostly who is hardest to beat."""


def practising(values: Network, players: int, games: int, seed: int) -> Training:
    """A training of so many games that begins with this network and goes on in small steps."""
    usual: Parameters = METHODS[TABLES[players]].parameters
    parameters = replace(
        usual,
        batches=-(-games // usual.batch),
        rate=1e-4,
        last_rate=1e-5,
        average=0.9998,
        price=0.001,
        epsilon=0.04,
        trace=usual.last_trace,
        warm_up=0,
        fixed=0.8,
        minibatch=512,
        refit=0.0,
        evaluate_every=10**6,
    )
    return begun_with(values, parameters, AGAINST, seed)


def make(path: Path, start: Path, parts: int, games: int, seed: int) -> Iterator[int]:
    """Practise the values of a file in so many trainings, of the seeds from `seed` on, and keep the mean of their
    weights and its own, with its chances; the number of each that is over. Raises CheckpointError and StorageError."""
    held = NetworkCodec(SPEC).load_kept(start, "notty", NAME)[0]
    values = held.networks[VALUES]
    found = [values.flat]
    for part in range(parts):
        training = practising(values, held.parameters["players"], games, seed + part)
        while training.left:
            training.step()
        found.append(training.averages[VALUES].network.flat.copy())
        yield part + 1
    mean = values.copy()
    mean.flat[:] = np.mean(found, axis=0)
    practised = {"start": digest_of(start), "practised": parts, "practice_games": games, "practice_seed": seed}
    networks, parameters = {**held.networks, VALUES: mean}, {**held.parameters, **practised}
    NetworkCodec(SPEC).save(path, replace(held, networks=networks, parameters=parameters, state={}, state_arrays={}))
