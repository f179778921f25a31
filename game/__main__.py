"""``python -m game``, the same as ``tabletalk``."""

import os
import sys
from collections.abc import Sequence

from game.base.frozen import served
from game.base.interrupts import noting_interrupts, number_of, status_of
from game.base.safe_text import warn

PIPE_CLOSED = 141
"""The exit status when whoever read the output is gone: 128 + SIGPIPE."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command line, by default the process's own, and return its exit status.

    0 for success, 1 for a failure, 2 for a wrong word, each of the latter two with one line on stderr. Ctrl-C, SIGTERM
    and a closed pipe end quietly. An error that nobody expected is written down, and the line says where.
    """
    try:
        with noting_interrupts():
            from game.cli import main as cli  # here, so that an interrupt during the imports ends quietly too

            status = cli.run(sys.argv[1:] if argv is None else argv)
            if sys.stdout is not None:  # a program without a console has none
                sys.stdout.flush()
    except KeyboardInterrupt as error:
        status = status_of(number_of(error))
    except BrokenPipeError:
        status = PIPE_CLOSED
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        warn(f"error: {where}{error.strerror or error}")
        status = 1
    except Exception as error:
        from game.base import reports

        words = " ".join(map(ascii, (sys.argv[1:] if argv is None else argv)[:1])) or "the window"
        reports.tell(error, f"running {words}")
        status = 1
    _settle_output()
    return status


def _settle_output() -> None:
    """Where what was printed can no longer be written, send it nowhere: the interpreter would stumble over it.

    Source: the note on SIGPIPE in the documentation of Python's module ``signal``.
    """
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


if __name__ == "__main__":
    sys.exit(0 if served() else main())
