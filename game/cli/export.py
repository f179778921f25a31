"""The command ``export``: recorded matches as rows of numbers, for whoever learns from them."""

import argparse
from argparse import Namespace
from pathlib import Path

from game.analysis.moments import digest_of, played_match
from game.analysis.rows import ENDINGS, RowsError, rows_of, write_rows
from game.base.safe_text import say
from game.cli.output import progress
from game.cli.words import Command, CommandError, Help, Parser, new_file, reading
from game.rules.wording import counted

HELP = Help(
    f"FILE... --out FILE{'|'.join(ENDINGS)}",
    "One row a decision, all of one game at one setting; moves taken back are left out. What the columns are, and how\n"
    "they are read: docs/environments.md. Scores are there where thoughts were recorded (arena --thoughts).",
    ("tabletalk export replays/*.jsonl --out decisions.npz", "tabletalk export match.jsonl --out decisions.csv"),
)


def export_arguments(parser: Parser) -> None:
    """The words of ``export``."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="recorded matches")
    parser.add_argument(
        "--out", metavar="FILE", type=_rows_file, required=True, help=f"what to write, ending in {', '.join(ENDINGS)}"
    )


def _rows_file(text: str) -> Path:
    path = new_file(text)
    if path.suffix.lower() not in ENDINGS:
        raise argparse.ArgumentTypeError(f"needs a name that ends in {', '.join(ENDINGS)}, not {text!r}")
    return path


def run_export(words: Namespace) -> int:
    """Write the rows."""
    matches = []
    with progress(len(words.files), "matches") as advance:
        for path in words.files:
            matches.append(played_match(reading(words, path), digest_of(path)))
            advance(1)
    try:
        rows = rows_of(matches)
        write_rows(words.out, rows)
    except RowsError as error:
        raise CommandError(str(error)) from None
    decisions = counted(len(rows), "{number:,} decision", "{number:,} decisions")
    played = counted(len(matches), "{number:,} match", "{number:,} matches")
    numbers = rows.observation.shape[1]
    say(f"{decisions} of {played}: {rows.about['actions']} actions, {numbers} numbers an observation")
    say(f"kept in {words.out}")
    return 0


COMMAND = Command(HELP, export_arguments, run_export, needs_ais=False)
