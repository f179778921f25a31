"""The command ``plot``: the metrics kept in a checkpoint, as a picture."""

import argparse
import os
from argparse import Namespace
from pathlib import Path

from game.base.safe_text import say
from game.base.storage import unwritable
from game.checkpoints import container, places
from game.checkpoints.container import CheckpointError
from game.cli.words import Command, CommandError, Help, Parser, count, new_file
from game.learning.kept_curve import kept_curve
from game.training import metrics
from game.training.metrics import LearningCurve

HELP = Help(
    "FILE [--out PICTURE] [--window N] [--log]",
    "One chart for each metric: faintly as it was measured, and on top the mean of the last N measurements.\n"
    "FILE is a path, or the name of one of your trained files.",
    ("tabletalk plot mine.npz", "tabletalk plot mine.npz --out curve.png --window 50 --log"),
)
_MEANS = 20
"""Unless a window is asked for, it is the points divided by this."""


def plot_arguments(parser: Parser) -> None:
    """The words of ``plot``."""
    parser.add_argument("file", metavar="FILE", help="a trained file")
    parser.add_argument(
        "--out",
        metavar="PICTURE",
        type=picture,
        help="the picture to write, a PNG (default: FILE's name with .png, in the working directory)",
    )
    parser.add_argument(
        "--window",
        metavar="N",
        type=count,
        help=f"how many measurements a mean is taken over; 1: no means (default: one in {_MEANS} of all measurements)",
    )
    parser.add_argument("--log", action="store_true", help="draws the horizontal axis on a logarithmic scale")


def picture(text: str) -> Path:
    """A picture to be written: a PNG."""
    path = new_file(text)
    if path.suffix.lower() != ".png":
        raise argparse.ArgumentTypeError(f"needs the name of a PNG, such as {path.stem}.png, not {text!r}")
    return path


def run_plot(words: Namespace) -> int:
    """Draw the metrics of a file."""
    path = places.find(words.file)
    out = words.out or Path(f"{path.stem}.png")
    if fault := unwritable(out):
        raise CommandError(f"{out} could not be written: {fault}; name the picture with --out")
    curve = _curve(path)
    window = words.window or max(1, len(curve.points) // _MEANS)
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from systems.view.screens import metrics_charts  # only here: nothing else on the command line draws

    metrics_charts.save_picture(out, curve, window, words.log)
    names = ", ".join(metrics.title(name).lower() for name in curve.measured)
    say(f"{curve.named}: {names}\n{metrics_charts.mean_words(curve, window)}\nkept in {out}")
    return 0


def _curve(path: Path) -> LearningCurve:
    """The curve of a file, with something in it to draw. Raises CommandError."""
    try:
        curve = kept_curve(container.read(path))
    except CheckpointError as error:
        raise CommandError(str(error)) from error
    if not curve.measured:
        raise CommandError(f"{path}: it keeps no metrics: nothing was measured while it was trained")
    return curve


COMMAND = Command(HELP, plot_arguments, run_plot, needs_ais=False)
