"""The command line: where its words go.

A command is the module of its name beside this one, which is imported when the command is asked for; so the overview
needs none of them. Nothing here imports pygame or esper: commands import what they need when they run.
"""

from collections.abc import Sequence

from game.base.safe_text import say
from game.cli.overview import overview


def run(argv: Sequence[str]) -> int:
    """Do what these words ask for; the exit status. Mistakes and failures are told in one line."""
    if list(argv) in (["-h"], ["--help"]):
        say(overview())
        return 0
    from game.cli import running  # only here: the overview is there at once

    return running.run(argv)
