"""Makes one network of Notty of several: what they say of the actions is its mean, its chances are learnt anew.

python -m benchmarks.notty_joined FILE FILE... --out FILE [--games N] [--seed N]
"""

from argparse import ArgumentParser
from pathlib import Path

from game.games.notty.training.joined import make

if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m benchmarks.notty_joined")
    parser.add_argument("parts", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for loss in make(asked.out, asked.parts, asked.games, asked.seed):
        print(f"chance loss {loss:.5f}", flush=True)
