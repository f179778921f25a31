"""How strong Notty's networks are, how long their games take, how true their chances: many games in lockstep.

    python -m benchmarks.notty_networks
    python -m benchmarks.notty_networks --games 1000 --seed 1 FILE...

For each file (what ships, where none is named): the share of games won against each player by rules, which has all
other seats, seats taking turns; games against itself, their turns; and of these, in ten bins, the chances shown for the
actions taken against how often the games were won. The players are those of a training, which a test holds to those of
the catalogue: ``tabletalk arena`` measures the same a hundred times slower.
"""

import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from game.agents.network_learning import TrainedNetworks
from game.games.notty.deep_q import Networks
from game.games.notty.networks import DEEP_Q, SHIPPED
from game.games.notty.training.games import Games
from game.games.notty.training.learner import AtTable, Memory, Recollection
from game.games.notty.training.parameters import TABLES
from game.games.notty.training.players import TURN_LIMIT, Player, fixed_players, play
from game.matches.ratings import wilson

BINS = 10


def measure(trained: TrainedNetworks, games: int, seed: int) -> list[str]:
    """Everything about one file, in lines."""
    players = next(number for number, table in TABLES.items() if table == trained.encoding)
    networks = Networks.of(trained)
    lines = [f"{players} players, {games} games each, seed {seed}"]
    for name, rival in fixed_players().items():
        found, took = _against(AtTable(networks.values, networks.crowded), rival, players, games, seed)
        won = int((found.winner == np.arange(games) % players).sum())
        low, high = wilson(won, games)
        lines.append(
            f"against {name}: {won / games:.1%} [{low:.1%}, {high:.1%}], {found.turns.mean():.1f} turns ({took:.0f} s)"
        )
    return [*lines, *_itself(networks, players, games, seed)]


def _against(player: Player, rival: Player, players: int, games: int, seed: int) -> tuple[Games, float]:
    started = time.process_time()
    found = Games(games, players, np.random.default_rng(seed))
    seated = np.ones((games, players), np.int64)
    seated[np.arange(games), np.arange(games) % players] = 0
    play(found, seated, [player, rival], TURN_LIMIT)
    return found, time.process_time() - started


def _itself(networks: Networks, players: int, games: int, seed: int) -> list[str]:
    notes, started = Recollection(), time.process_time()
    found = Games(games, players, np.random.default_rng(seed))
    play(
        found,
        np.zeros((games, players), np.int64),
        [AtTable(networks.values, networks.crowded, notes=notes)],
        TURN_LIMIT,
    )
    finished = float((found.winner >= 0).mean())
    took = time.process_time() - started
    line = f"against itself: {found.turns.mean():.1f} turns, {finished:.1%} finished ({took:.0f} s)"
    return [line, *_calibration(networks, found, notes.memory(), players)]


def _calibration(networks: Networks, games: Games, memory: Memory, players: int) -> list[str]:
    """Shown against came true; the error is the mean of the bins' distances, weighted by their decisions."""
    values = np.where(memory.able, networks.values.forward(memory.rows), -np.inf).astype(np.float32)
    shown = networks.chances_of(memory.rows, values)[np.arange(len(values)), memory.action]
    winner = games.winner[memory.seat // players]
    came = np.where(winner >= 0, winner == memory.seat % players, 1 / players)
    which = np.minimum((shown * BINS).astype(np.int64), BINS - 1)
    lines, error = [], 0.0
    for number in range(BINS):
        inside = which == number
        if inside.any():
            far = abs(float(shown[inside].mean()) - float(came[inside].mean()))
            error += far * float(inside.mean())
            lines.append(
                f"  shown {shown[inside].mean():6.1%}  came {came[inside].mean():6.1%}  of {inside.sum():,} decisions"
            )
    return [f"chances: mean error {error:.1%}", *lines]


def main(words: Sequence[str] | None = None) -> None:
    """Measure the files that are named."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("files", nargs="*", type=Path, default=[*SHIPPED.values()])
    asked = parser.parse_args(words)
    for file in asked.files:
        trained, _ = DEEP_Q.learnt_from(file)
        assert isinstance(trained, TrainedNetworks)
        print(f"{file.name}:", *measure(trained, asked.games, asked.seed), sep="\n")


if __name__ == "__main__":
    main()
