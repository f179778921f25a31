"""Makes the networks by which Notty is judged, again: `judge.npz` for two players, `judge-three.npz` for three.

python -m assets.judges [--seed N] [--folder FOLDER]
"""

from argparse import ArgumentParser
from pathlib import Path

import numpy as np

from game.agents.network_learning import TrainedNetworks
from game.checkpoints.container import digest_of
from game.checkpoints.networks import NetworkCodec
from game.games.notty import networks as expert
from game.games.notty.outlook import METRICS, NAME, OUTLOOK, SHIPPED, SPEC, begun
from game.games.notty.training.outlook import Plan, curve_of, fit, followed
from game.games.notty.training.parameters import TABLES


def made(players: int, seed: int, plan: Plan) -> TrainedNetworks:
    """The network for a table of so many players."""
    rng = np.random.default_rng([seed, players])
    networks = expert.shipped_networks()[players]
    held, losses = followed(networks, players, plan, rng), list[float]()
    network = begun(networks, players)
    for loss in fit(network, held, plan, rng):
        losses.append(loss)
        print(f"{players} players, {len(held.game):,} decisions, pass {len(losses)}: {loss:.5f}", flush=True)
    words = {"encoding": TABLES[players], "expert": digest_of(expert.SHIPPED[players])}
    curve = curve_of(len(held.game), losses)
    return TrainedNetworks("notty", NAME, {}, seed, words, {}, {OUTLOOK: network}, curve, columns=METRICS)


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m assets.judges")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("assets/notty"))
    asked = parser.parse_args()
    for number, file in SHIPPED.items():
        NetworkCodec(SPEC).save(asked.folder / file.name, made(number, asked.seed, Plan()))
