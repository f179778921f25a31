"""The words ``--workers`` and ``--ray``: who does the work of a command, and what is said when they fail."""

from argparse import ArgumentTypeError, Namespace
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager

from game.base.interrupts import Ended, noting_interrupts
from game.cli.words import CommandError, Parser, UsageError, count
from game.training.ray_cluster import ClusterError, RayCluster
from game.training.spreading import Spread, cores, spread_over


def add_spread(parser: Parser, about: str) -> None:
    """The words themselves; `about` says what workers do."""
    parser.add_argument(
        "--workers",
        metavar="N",
        type=worker_count,
        default=1,
        help=f'processes that {about}, or "all": as many as there are cores (default: 1)',
    )
    parser.add_argument(
        "--ray", metavar="ADDRESS", help='spread over a Ray cluster instead: HOST:PORT, ray://HOST:PORT, or "auto"'
    )


def worker_count(text: str) -> int:
    """How many processes: a whole number of at least 1, or "all": as many as this program has cores."""
    if text == "all":
        return cores()
    try:
        return count(text)
    except ArgumentTypeError as error:
        raise ArgumentTypeError(f'{error}; or "all"') from None


@contextmanager
def spread_of(words: Namespace) -> Iterator[Spread]:
    """Who does the work. Raises CommandError where a worker process or the cluster fails, KeyboardInterrupt for an
    interrupt that their end would hide."""
    if words.ray is not None and words.workers > 1:
        raise UsageError("--workers are processes of this machine, --ray is a cluster: choose one of them")
    with noting_interrupts() as interrupts:
        try:
            with closing(spread_over(words.workers) if words.ray is None else RayCluster(words.ray)) as spread:
                yield spread
        except ClusterError as error:
            raise CommandError(str(error)) from None
        except (BrokenProcessPool, OSError) as error:
            if interrupts:
                raise Ended(interrupts[0]) from None
            if isinstance(error, OSError):
                raise
            raise CommandError("a worker process ended before its work did; fewer --workers need less memory") from None
