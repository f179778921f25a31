"""Text that comes from elsewhere, from mods, files and errors, made safe to show on a terminal and in the window."""

import sys

from game.rules.translation import translated

MOST_SHOWN = 300
MOST_TOLD = 1000
"""No message, and no line of the log, has more signs."""
_MOST_WARNED = 5000
"""No line on standard error has more signs."""


def shown(text: str, most: int = MOST_SHOWN) -> str:
    """The text in one line of at most so many signs, an ellipsis where it was longer. What is not printed by itself
    (control signs, escapes, marks that turn the direction of writing, halves of signs) is shown as its escape."""
    line = escaped(" ".join(text[: most + 1].split()))
    told = line if len(line) <= most and len(text) <= most else f"{line[: most - 1]}…"
    return text if told == text else told  # a message that can be shown as it is stays one


def say(text: str) -> None:
    """Print something on standard output, with its lines, but without what would lead a terminal astray; in English, as
    all that commands print (docs/languages.md)."""
    print(escaped(text, kept="\n"))


def say_at_once(text: str) -> None:
    """Print a line in the language of the window, for somebody who listens while that runs on."""
    print(escaped(translated(text).replace("\n", " ")), flush=True)


def warn(text: str) -> None:
    """Print one line on standard error, where there is one; in English."""
    if sys.stderr is not None:  # a program without a console has none
        print(shown(text, _MOST_WARNED), file=sys.stderr)


def escaped(text: str, kept: str = "") -> str:
    """The text with the escape of each sign that is not printed by itself, but for those that are `kept`."""
    if text.isprintable():
        return text
    return "".join(sign if sign.isprintable() or sign in kept else ascii(sign)[1:-1] for sign in text)
