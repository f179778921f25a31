"""What the command line prints: tables of text, lists, progress."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import TypeAlias

from game.base import locks
from game.base.safe_text import warn
from game.checkpoints.container import games_in, previous_of, read
from game.cli.words import CommandError


def table(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """Rows of cells under their heading, the first row, in aligned columns: the first `left` of them to the left,
    numbers to the right."""
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if place < left else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)


def markdown(rows: Sequence[Sequence[str]], left: int = 1) -> str:
    """The same rows as a Markdown table."""
    heading, *others = [f"| {' | '.join(row)} |" for row in rows]
    rule = " | ".join("---" if place < left else "---:" for place in range(len(rows[0])))
    return "\n".join([heading, f"| {rule} |", *others])


def percent(rate: float) -> str:
    """A rate in per cent."""
    return f"{100 * rate:.1f} %"


def interval(bounds: Sequence[float]) -> str:
    """An interval of rates in per cent."""
    return f"{100 * bounds[0]:.1f} to {100 * bounds[1]:.1f} %"


@contextmanager
def to_itself(path: Path, elsewhere: str) -> Iterator[None]:
    """Keep a file, or a folder, from other programs that would write it too; `elsewhere` are the words that name
    another. Raises CommandError where one does already."""
    try:
        hold = locks.hold(path)
    except locks.InUseError as error:
        raise CommandError(f"{error}: end that first, or choose another place with {elsewhere}") from None
    if hold.trouble is not None:
        warn(f"tabletalk: {hold.trouble}")
    with hold:
        yield


def check_replaced(files: Sequence[Path], starts: Sequence[Path | None], learnt: int, replace: bool) -> list[Path]:
    """Those of the files that a training replaces, which it does not start from. One that was learnt from more games
    than now asks on a terminal, elsewhere it takes `replace`. Raises CommandError where it is not to be replaced."""
    pairs = zip(files, starts, strict=True)
    replaced = [path for path, start in pairs if path.exists() and not (start and path.samefile(start))]
    for path in replaced:
        before = games_in(read(path))
        more = f"{path} was learnt from {before:,}, more than {learnt:,}"
        if replace or before <= learnt:
            continue
        if not (sys.stdin is not None and sys.stdin.isatty() and sys.stderr is not None and sys.stderr.isatty()):
            raise CommandError(f"{more}: --replace writes over it, --from goes on from it, --out FILE names another")
        warn(f"{more}; it would be kept as {previous_of(path).name} until the next time")
        if input("Replace it? (y/n) ").strip().lower() not in ("y", "yes"):
            raise CommandError(f"{path} is left as it is")
    return replaced


def replaced_words(replaced: Sequence[Path]) -> str:
    """What is said of files that have been replaced, a line each."""
    return "".join(f"\nthe file before is kept as {previous_of(path)}" for path in replaced)


Tell: TypeAlias = Callable[[int, str], None]
"""Is told now and then how much is done, and how it goes, in words."""


LINE_SECONDS = 10.0
"""How often a long work that is piped says a line."""


class Lines:
    """Says now and then, in a line, how far a work is."""

    def __init__(self, total: int, unit: str) -> None:
        self._total, self._unit = total, unit
        self._said = monotonic()

    def __call__(self, done: int, how: str) -> None:
        if monotonic() - self._said >= LINE_SECONDS:
            self._said = monotonic()
            warn(f"{done:,} of {self._total:,} {self._unit}{': ' if how else ''}{how}")


@contextmanager
def bar(total: int, unit: str, lines: bool = False) -> Iterator[Tell]:
    """A progress bar, to be told of, on a terminal; elsewhere a line every ten seconds, where `lines` are asked for."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield Lines(total, unit) if lines else _silent
        return
    from tqdm import tqdm  # only here: a command that is piped does not wait for it

    # Not before something is done: a question may stand before it.
    with tqdm(total=total, unit=f" {unit}", leave=False, file=sys.stderr, dynamic_ncols=True, delay=0.1) as shown:

        def tell(done: int, how: str) -> None:
            if how:
                shown.set_postfix_str(how, refresh=False)
            shown.update(done - shown.n)

        yield tell


def _silent(done: int, how: str) -> None:
    """Say nothing."""


@contextmanager
def progress(total: int, unit: str) -> Iterator[Callable[[int], None]]:
    """The same, to be told how many more are done."""
    done = 0
    with bar(total, unit) as tell:

        def advance(more: int) -> None:
            nonlocal done
            done += more
            tell(done, "")

        yield advance


def kept_words(learnt: str, rows: Sequence[Sequence[str]], path: Path, digest: str) -> str:
    """What is said of a training at its end: who has learnt what, more about it, and the file it is kept in."""
    return f"{table([['learnt', learnt], *rows], left=2)}\nkept in {path}\nsha-256 {digest}"
