"""Commands in which AIs of mods learn, in the worker process that carries them out."""

import signal
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from game import catalogue, cli_train, mod_files
from game.apart.watch import Watch
from game.cli_words import CommandError, UsageError
from game.mod_files import Found
from game.mods import ModsInUse
from game.rules.protocol import OptionError
from game.seats import SeatError
from game.storage import StorageError


def carried_out(name: str, words: Namespace, mods: ModsInUse, tell: Callable[..., None]) -> tuple[int, str]:
    """Carry out a command with the AIs of mods: its exit status, and what is to be said (1 and 2: why it failed, 2 for
    a wrong word)."""
    try:
        return cli_train.train_apart(words, tell, mods) if name == "train" else (0, cli_train.inspect_apart(words))
    except (UsageError, SeatError, OptionError, catalogue.UnknownNameError) as error:
        return 2, str(error)
    except (CommandError, StorageError) as error:
        return 1, str(error)


@contextmanager
def prepared(mods: Sequence[Found], seconds: float, overdue: Callable[[], None]) -> Iterator[None]:
    """The AIs of mods stand in the catalogue as if they were our own; an interrupt is heeded; `overdue` is called,
    beside everything, when a single call of a mod takes longer than `seconds`. Raises ModError."""
    for found in mods:
        for ai in mod_files.load(found.name, found.path, found.entry).ais:
            catalogue.register(ai)
    watch = Watch(mods, seconds, overdue)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    watch.start()
    try:
        yield
    finally:
        watch.over.set()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
