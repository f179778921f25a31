"""Work for processes that tests start, which import this module for it: one that is imported in no time."""

import os
import signal
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from game.matches.arena import Fixture, Outcome


def squared(number: int) -> tuple[int, int]:
    """The square, and who has worked it out."""
    return number * number, os.getpid()


def slow_but_first(number: int) -> int:
    """Work that takes a minute, but for the first portion."""
    if number:
        time.sleep(60)
    return number


def interrupted(portion: int) -> int:
    """Work that is interrupted."""
    os.kill(os.getpid(), signal.SIGINT)
    return portion


def gone(portion: int) -> int:
    """Work during which the process ends."""
    os._exit(3)


def seat_of_seed(fixture: "Fixture") -> "Outcome":
    """A match that is won by the seat that the seed says, drawn every third time."""
    from game.matches.arena import Outcome  # there already, where there are fixtures

    return Outcome(fixture.number, None if fixture.seed % 3 == 2 else fixture.seed % 3, fixture.seed)


def broken(fixture: "Fixture") -> "Outcome":
    """A match that goes wrong."""
    raise OSError(f"match {fixture.number} could not be written")


def sleepy(fixture: "Fixture") -> "Outcome":
    """A match that goes wrong at once, beside others that would take a minute; the first is played."""
    if fixture.number > 2:
        time.sleep(60)
    return broken(fixture) if fixture.number > 1 else seat_of_seed(fixture)
