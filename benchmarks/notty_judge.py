"""Makes the networks by which Notty is judged: `judge.npz` for two players, `judge-three.npz` for three.

python -m benchmarks.notty_judge [--seed N] [--out FOLDER]
"""

from argparse import ArgumentParser
from pathlib import Path

from game.games.notty.outlook import PRETRAINED
from game.games.notty.training.outlook import Plan, make

if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m benchmarks.notty_judge")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("assets/notty"))
    asked = parser.parse_args()
    for players, file in PRETRAINED.items():
        for loss in make(asked.out / file.name, players, asked.seed, Plan()):
            print(f"{players} players: {loss:.5f}", flush=True)
