"""The commands ``train`` and ``inspect`` where AIs of mods learn: carried out in a worker process that can be ended."""

from argparse import Namespace
from collections.abc import Callable
from typing import Any

from game import cli_train_tables
from game.apart.worker import Worker
from game.brains.agent import ThinkingError
from game.cli_words import CommandError, UsageError
from game.interrupts import noting_interrupts
from game.mods import ModsInUse

_LOOK_SECONDS = 0.1
"""How soon an interrupt is handed on."""


def run_train(words: Namespace, mods: ModsInUse) -> int:
    """Train as these words ask, keep what was learnt, and say what it is."""
    with cli_train_tables.bar(words) as tell:
        status, told = _carried_out("train", words, mods, lambda news: tell(*news))
    print(told)
    return status


def run_inspect(words: Namespace, mods: ModsInUse) -> None:
    """Print what a trained file holds."""
    print(_carried_out("inspect", words, mods, lambda _: None)[1])


def _carried_out(name: str, words: Namespace, mods: ModsInUse, news: Callable[[Any], None]) -> tuple[int, str]:
    """The exit status of a command, and what is to be said. Raises UsageError, CommandError; KeyboardInterrupt where
    an interrupt comes before there is anything to keep, or is not heeded and a second one comes."""
    worker = Worker(name)
    request = worker.ask("command", name, words, mods.found, mods.think_seconds, news=news)
    try:
        with noting_interrupts(overlooked=1) as interrupts:
            handed_on = 0
            while not request.done:
                worker.look(_LOOK_SECONDS)
                if len(interrupts) > handed_on:
                    handed_on = len(interrupts)
                    worker.interrupt()
        status, told = request.result()
    except ThinkingError as error:
        raise CommandError(f"mod {', '.join(found.name for found in mods.found)} {error}") from None
    finally:
        worker.end()
    if status in (1, 2):
        raise (CommandError if status == 1 else UsageError)(told)
    if status == 130 and not told:
        raise KeyboardInterrupt
    return int(status), str(told)
