"""Makes the network of Notty's expert: that of a file, practised on in several small trainings of which it is the mean.

python -m benchmarks.notty_polished FILE --out FILE [--parts N] [--games N] [--seed N]
"""

from argparse import ArgumentParser
from pathlib import Path

from game.games.notty.training.polished import make

if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m benchmarks.notty_polished")
    parser.add_argument("start", type=Path, metavar="FILE")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--parts", type=int, default=8, help="so many trainings")
    parser.add_argument("--games", type=int, default=3000, help="of each")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for number in make(asked.out, asked.start, asked.parts, asked.games, asked.seed):
        print(f"training {number} of {asked.parts}", flush=True)
