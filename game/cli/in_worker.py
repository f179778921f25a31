"""The commands ``train`` and ``inspect`` where AIs of mods learn: carried out in a worker process that can be ended."""

import signal
from argparse import Namespace
from collections.abc import Callable
from typing import Any

from game.agents.agent import ThinkingError
from game.base.interrupts import Ended, noting_interrupts, status_of
from game.base.safe_text import say
from game.cli import train_tables as cli_train_tables
from game.cli.output import bar
from game.cli.words import CommandError, UsageError
from game.mods.mods import ModsInUse
from game.workers import answers
from game.workers.worker import Worker

_MOST_TOLD = 10_000_000
"""No command says more."""
_LOOK_SECONDS = 0.1
"""How soon an interrupt is handed on."""


def run_train(words: Namespace, mods: ModsInUse) -> int:
    """Train as these words ask, keep what was learnt, and say what it is."""
    with bar(cli_train_tables.most_games(words), "games", lines=True) as tell:
        status, told = _carried_out("train", words, mods, lambda news: tell(*_how_far(news)))
    say(told)
    return status


def run_inspect(words: Namespace, mods: ModsInUse) -> None:
    """Print what a checkpoint holds."""
    say(_carried_out("inspect", words, mods, lambda _: None)[1])


def _carried_out(name: str, words: Namespace, mods: ModsInUse, news: Callable[[Any], None]) -> tuple[int, str]:
    """The exit status of a command, and what is to be said. Raises UsageError, CommandError; KeyboardInterrupt where
    an interrupt comes before there is anything to keep, or is not heeded and a second one comes."""
    worker = Worker(name, memory=lambda: mods.memory)
    request = worker.ask("command", name, words, mods.found, mods.think_seconds, news=news)
    try:
        with noting_interrupts(overlooked=1) as interrupts:
            handed_on = 0
            while not request.done:
                worker.look(_LOOK_SECONDS)
                if len(interrupts) > handed_on:
                    handed_on = len(interrupts)
                    worker.interrupt()
        status, told = _outcome(request.result())
    except (ThinkingError, answers.AnswerError) as error:
        raise CommandError(f"mod {', '.join(found.name for found in mods.found)} {error}") from None
    finally:
        worker.end()
    if status in (1, 2):
        raise (CommandError if status == 1 else UsageError)(told)
    if status != status_of(signal.SIGINT):
        return status, told
    number = interrupts[0] if interrupts else signal.SIGINT
    if not told:
        raise Ended(number)
    return status_of(number), told


def _how_far(news: Any) -> tuple[int, str]:
    """How many games have been played, and how it goes. Raises ThinkingError."""
    try:
        played, how = answers.items(news, 2, 2)
        return answers.whole(played), answers.words(how)
    except answers.AnswerError as error:
        raise ThinkingError(f"told how far it is in a way that cannot be read ({error})") from None


def _outcome(answer: Any) -> tuple[int, str]:
    """The exit status of a command, and what is to be said. Raises AnswerError."""
    status, told = answers.items(answer, 2, 2)
    return answers.whole(status, 255), answers.exact_text(told, _MOST_TOLD)
