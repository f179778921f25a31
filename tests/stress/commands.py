"""The command line, called as from a shell but in this process: what it prints is looked at, not shown."""

import contextlib
import io
import warnings
from collections.abc import Sequence
from typing import NamedTuple

from game.__main__ import main


class Told(NamedTuple):
    """What a command gave."""

    status: int
    out: str
    errors: str


def call(words: Sequence[str]) -> Told:
    """Call a command. Raises AssertionError where it ends otherwise than a command may: with a status of its own, an
    error in one line, no warning of Python's, and nothing that could steer a terminal."""
    out, errors = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors), warnings.catch_warnings():
        warnings.simplefilter("error")
        status = main(words)
    told = Told(status, out.getvalue(), errors.getvalue())
    assert status in (0, 1, 2), f"{words}: exit status {status}\n{told.errors}"
    assert "Traceback" not in told.errors, f"{words}: a traceback\n{told.errors}"
    assert "nobody expected" not in told.errors, f"{words}: an error that nobody expected\n{told.errors}"
    faults = [line for line in told.errors.splitlines() if line.startswith("error:")]
    assert len(faults) <= 1, f"{words}: more than one error\n{told.errors}"
    assert bool(faults or told.out) or not status, f"{words}: status {status}, and not a word"
    steering = {sign for sign in told.out + told.errors if sign not in "\n\t" and not sign.isprintable()}
    assert not steering, f"{words}: prints {sorted(steering)}"
    return told
