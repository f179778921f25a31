"""The command ``analyse``: what was lost in recorded matches, and what was luck."""

import argparse
import csv
import io
import json
import math
import os
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from game.analysis import kept
from game.analysis.account import summary, turning_points
from game.analysis.analysis import VERSION, Analysis, Work, analyse, portions
from game.analysis.baseline import baseline_of
from game.analysis.judges import JudgeError, JudgeWords, usual_judge
from game.analysis.moments import PlayedMatch, digest_of, played_match
from game.analysis.sentences import sentence
from game.base.safe_text import MOST_TOLD, say, shown
from game.base.storage import write_whole
from game.cli.output import progress, table
from game.cli.plot import picture
from game.cli.spread import spread_of, worker_count
from game.cli.words import CommandError, Help, Parser, UsageError, add_seed, new_file, reading
from game.games import registry
from game.mods.mods import MODS, ModsInUse
from game.rules.wording import counted
from game.training.spreading import Spread

ANALYSE_HELP = Help(
    "FILE... [--judge AI] [--effort X] [--seed N] [--workers N] [--json FILE] [--csv FILE]\n       [--picture FILE]",
    "tells what was lost in recorded matches, and what was luck",
    "The game's judge, or an AI whose scores are chances to win, looks at every decision by what its player knew, and\n"
    "at every stroke of luck with all hands open. For every player: start + luck - own losses + others' losses +\n"
    "rest = result, in points of the match (100: won). What was thought is kept, and shown at once the next time. The\n"
    "same file, judge, effort and seed give the same numbers, whatever --workers.",
    (
        "tabletalk analyse match.jsonl",
        "tabletalk analyse replays/*.jsonl --workers all --json analysis.json --csv decisions.csv",
        "tabletalk analyse match.jsonl --effort 4",
    ),
)
_HIDDEN = "the match is not over, and hands are hidden: no curve, no luck, no account"
SEED = 1
TURNING_POINTS = 3
_LISTED = ("played", "best", "gave", "candidates")
"""What a cell of a row holds as JSON."""


def analyse_arguments(parser: Parser) -> None:
    """The words of ``analyse``."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="recorded matches")
    parser.add_argument("--judge", metavar="AI", help="who judges (default: the judge of the game)")
    parser.add_argument("--effort", metavar="X", type=_effort, default=1.0, help="multiplies the sampling (default: 1)")
    add_seed(parser, SEED)
    parser.add_argument(
        "--workers",
        metavar="N",
        type=worker_count,
        default=1,
        help='processes that judge, or "all": as many as there are cores (default: 1)',
    )
    parser.add_argument("--json", metavar="FILE", type=new_file, help="writes everything as JSON")
    parser.add_argument("--csv", metavar="FILE", type=new_file, help="writes a row for every decision")
    parser.add_argument("--picture", metavar="FILE", type=picture, help="draws the curve of one match into this PNG")
    parser.set_defaults(ray=None)


def _effort(text: str) -> float:
    try:
        factor = float(text)
    except ValueError:
        factor = math.nan
    if not 0.01 <= factor <= 1000:
        raise argparse.ArgumentTypeError(f"needs a factor from 0.01 to 1000, not {text!r}")
    return factor


@dataclass(frozen=True)
class _Asked:
    """A match to be analysed, and where it lies."""

    path: Path
    match: PlayedMatch
    words: JudgeWords
    mods: ModsInUse


def run_analyse(words: Namespace) -> int:
    """Analyse matches, print what came out, and write it where asked to."""
    if words.picture is not None and len(words.files) > 1:
        raise UsageError("--picture draws one match: name one FILE")
    asked = [_asked(words, path) for path in words.files]
    with spread_of(words) as spread:
        found = [_analysed(each, words.seed, spread) for each in asked]
    for each, analysis in zip(asked, found, strict=True):
        say(_told(each, analysis))
    if words.json is not None:
        record = {
            "version": VERSION,
            "matches": [one.record(str(each.path)) for each, one in zip(asked, found, strict=True)],
        }
        write_whole(words.json, (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode("utf-8"))
    if words.csv is not None:
        write_whole(words.csv, _rows(asked, found).encode("utf-8"))
    if words.picture is not None:
        _draw(words.picture, asked[0], found[0])
    return 0


def _draw(path: Path, asked: _Asked, analysis: Analysis) -> None:
    """Draw the curve. Raises CommandError where there is none."""
    if not analysis.curve:
        raise CommandError(f"{asked.path}: {_HIDDEN}")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from systems.view.screens import analysis_chart  # only here: headless commands need no pygame

    game = registry.game(analysis.game).title
    title = f"{' against '.join(asked.match.names)} at {game}, judged by {analysis.judge}"
    analysis_chart.save_picture(path, analysis, title)
    say(f"drawn in {path}")


def _asked(words: Namespace, path: Path) -> _Asked:
    """A match and its judge. Raises ReplayError, CommandError where nothing of it can be judged, and what an unknown
    judge raises."""
    match = played_match(reading(words, path), digest_of(path))
    if not match.deals:
        raise CommandError(f"{path}: no round begins in it, so there is nothing to analyse")
    game = registry.game(match.rules.name)
    try:
        judge = JudgeWords(game.name, words.judge or usual_judge(game), words.effort)
        judge.judge()
    except JudgeError as error:
        raise CommandError(f"{path}: {error}") from None
    return _Asked(path, match, judge, MODS.in_use(game.name, [judge.ai]))


def _analysed(asked: _Asked, seed: int, spread: Spread) -> Analysis:
    """The analysis of a match: the one that is kept, or a new one, which is kept from now on."""
    match = asked.match
    baseline = baseline_of(asked.words, match.setup, match.deals[0].first, asked.mods, spread)
    work = Work(asked.path, match.digest, asked.words, seed, baseline, asked.mods)
    path = kept.kept_path(work, asked.words.seat.trained)
    found = kept.load(path)
    if found is None:
        with progress(len(portions(match)), f"moves of {asked.path.name}") as advance:
            found = analyse(match, work, spread, advance)
        kept.store(path, found)
    return found


# --- what is printed ---------------------------------------------------------------------------------------------


def _told(asked: _Asked, analysis: Analysis) -> str:
    match = asked.match
    moves = counted(len(match.moments), "move")
    head = f"{asked.path}: {analysis.game}, {moves}, judged by {analysis.judge}"
    parts = [shown(head, MOST_TOLD), _account_table(match, analysis), _decision_table(match, analysis)]
    points = turning_points(analysis.decisions, analysis.luck, TURNING_POINTS)
    if points:
        told = [f"  {shown(sentence(match, point), MOST_TOLD)}" for point in points]
        parts.append("\n".join(["Turning points:", *told]))
    return "\n\n".join(filter(None, parts)) + "\n"


def _account_table(match: PlayedMatch, analysis: Analysis) -> str:
    """The account of every player, in points of the match."""
    if not analysis.account:
        return f"{_HIDDEN[:1].upper()}{_HIDDEN[1:]}."
    end = "result" if analysis.result is not None else "so far"
    rows = [["", "start", "luck", "own losses", "others' losses", "rest", end]]
    for name, each in zip(match.names, analysis.account, strict=True):
        own = [each.start, each.luck, -each.own_losses, each.others_losses, each.rest, each.result]
        rows.append([shown(name), *map(_points, own)])
    return table(rows)


def _decision_table(match: PlayedMatch, analysis: Analysis) -> str:
    """Every player's decisions in numbers."""
    rows = [["", "decisions", "counting", "mean loss", "inaccuracies", "mistakes", "blunders", "accuracy"]]
    for player, name in enumerate(match.names):
        each = summary(player, analysis.decisions)
        counts = [each.decisions, each.counting]
        called = [each.inaccuracies, each.mistakes, each.blunders]
        accuracy = "-" if each.accuracy is None else f"{100 * each.accuracy:.0f} %"
        mean = "-" if each.mean_loss is None else _points(each.mean_loss)
        rows.append([shown(name), *map(str, counts), mean, *map(str, called), accuracy])
    return table(rows)


def _points(amount: float) -> str:
    """A chance in points of the match."""
    told = f"{100 * amount:.1f}"
    return "0.0" if told == "-0.0" else told


def _rows(asked: Sequence[_Asked], found: Sequence[Analysis]) -> str:
    """A row for every decision, with the names of the JSON."""
    rows: list[dict[str, Any]] = []
    for each, analysis in zip(asked, found, strict=True):
        record = analysis.record(str(each.path))
        head = {key: record[key] for key in ("file", "digest", "game", "judge")}
        rows += [head | _flat(decision) for decision in record["decisions"]]
    text = io.StringIO()
    writer = csv.DictWriter(text, list(rows[0]) if rows else ["file"], lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def _flat(decision: dict[str, Any]) -> dict[str, Any]:
    """A decision in cells: what is a list or an object as JSON, truths as it writes them, nothing for null."""
    cells = {}
    for key, value in decision.items():
        nested = key in _LISTED or isinstance(value, bool)
        cells[key] = json.dumps(value, ensure_ascii=False, separators=(",", ":")) if nested else value
    return cells
