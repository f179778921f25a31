"""Commands in which AIs of mods learn, in the worker process that carries them out."""

import signal
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from game.base.storage import StorageError
from game.cli import inspect as cli_inspect
from game.cli import train as cli_train
from game.cli.words import CommandError, UsageError
from game.games import registry
from game.games.seats import SeatError
from game.mods import files as mod_files
from game.mods.files import Found
from game.mods.mods import MODS, ModsInUse
from game.rules.protocol import OptionError
from game.workers.watch import Watch


def carried_out(name: str, words: Namespace, mods: ModsInUse, tell: Callable[..., None]) -> tuple[int, str]:
    """Carry out a command with the AIs of mods: its exit status, and what is to be said (1 and 2: why it failed, 2 for
    a wrong word)."""
    try:
        if name == "train":
            return cli_train.train_in_worker(words, tell, mods)
        return 0, cli_inspect.inspect_in_worker(words)
    except (UsageError, SeatError, OptionError, registry.UnknownNameError) as error:
        return 2, str(error)
    except (CommandError, StorageError) as error:
        return 1, str(error)


@contextmanager
def prepared(mods: Sequence[Found], seconds: float, overdue: Callable[[], None]) -> Iterator[None]:
    """The mods are there as if they were our own; an interrupt is heeded; `overdue` is called, beside everything, when
    a single call of a mod takes longer than `seconds`. Raises ModError."""
    MODS.have_here(mods, seconds)
    watch = Watch([mod_files.source_of(found) for found in mods], seconds, overdue)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    watch.start()
    try:
        yield
    finally:
        watch.over.set()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
