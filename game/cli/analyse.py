"""The command ``analyse``: what was lost in recorded matches, and what was luck."""

import argparse
import csv
import io
import json
import math
import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from game.analysis.account import errors, losses, summary, told_changes, turning_points
from game.analysis.analysis import Analysis, Work
from game.analysis.asking import Asked, MatchWork, asked, steps
from game.analysis.batches import Advance, Batch, carried_out
from game.analysis.decisions import Decision
from game.analysis.judges import SEED, JudgeError, JudgeWords
from game.analysis.moments import PlayedMatch
from game.analysis.sentences import difference, points, sentence
from game.analysis.yardstick import likeness, mean_of
from game.base.safe_text import MOST_TOLD, say, shown
from game.base.storage import write_whole
from game.cli.output import progress, table
from game.cli.plot import picture
from game.cli.spread import spread_of, worker_count
from game.cli.words import (
    Command,
    CommandError,
    Help,
    Parser,
    UsageError,
    add_seed,
    new_file,
    reading,
    with_mods_if_asked,
)
from game.games import registry
from game.rules.wording import counted

HELP = Help(
    "FILE... [--player NAME] [--judge AI] [--effort X] [--seed N] [--workers N] [--json FILE]\n"
    "       [--csv FILE] [--picture FILE]",
    "The game's judge, or an AI whose scores are chances to win, looks at every decision by what its player knew, and\n"
    "at every stroke of luck with all hands open. For every player: start + luck - own losses + others' losses +\n"
    "rest = result, in points of the match (100: won); losses is the difference of both where they pass 100.\n"
    "A choice that stays open is charged once, where refusing it cost most. Every error of --player is listed, yours\n"
    "unless another is named, of a match of AIs everybody's.\n"
    "What was thought is kept, and shown at once the next time. The same file, judge, effort and seed give the same\n"
    "numbers, whatever --workers.",
    (
        "tabletalk analyse match.jsonl",
        "tabletalk analyse replays/*.jsonl --workers all --json analysis.json --csv decisions.csv",
        "tabletalk analyse match.jsonl --effort 4 --player club",
    ),
)
_FORMAT = 1
"""The version of the JSON."""
_HIDDEN = "the match is not over, and hands are hidden: no curve, no luck, no account"
STROKES = 3
"""So many strokes of luck are told."""
_LISTED = ("played", "best", "gave", "candidates", "standing")
"""What a cell of a row holds as JSON."""


def analyse_arguments(parser: Parser) -> None:
    """The words of ``analyse``."""
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="recorded matches")
    parser.add_argument(
        "--player", metavar="NAME", help="whose errors are listed, by name or number of the seat (default: yours)"
    )
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


def run_analyse(words: Namespace) -> int:
    """Analyse matches, print what came out, and write it where asked to."""
    if words.picture is not None and len(words.files) > 1:
        raise UsageError("--picture draws one match: name one FILE")
    matches = [_asked(words, path) for path in words.files]
    listed = [_listed(each, words.player) for each in matches]
    with spread_of(words) as spread:
        found = [carried_out(steps(each), spread, partial(_progress, each)) for each in matches]
    for each, analysis, players in zip(matches, found, listed, strict=True):
        say(_told(each, analysis, players))
    for told in _together(matches, found):
        say(shown(told, MOST_TOLD))
    if words.json is not None:
        record = {
            "version": _FORMAT,
            "matches": [one.record(str(each.path)) for each, one in zip(matches, found, strict=True)],
        }
        write_whole(words.json, (json.dumps(record, indent=1, ensure_ascii=False) + "\n").encode("utf-8"))
    if words.csv is not None:
        write_whole(words.csv, _rows(matches, found).encode("utf-8"))
    if words.picture is not None:
        _draw(words.picture, matches[0], found[0])
    return 0


def _draw(path: Path, each: Asked, analysis: Analysis) -> None:
    """Draw the curve. Raises CommandError where there is none."""
    if not analysis.curve:
        raise CommandError(f"{each.path}: {_HIDDEN}")
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from systems.view.screens import analysis_chart  # only here: headless commands need no pygame

    game = registry.game(analysis.game).title
    title = f"{' against '.join(each.match.names)} at {game}, judged by {analysis.judge}"
    analysis_chart.save_picture(path, analysis, title)
    say(f"drawn in {path}")


def _asked(words: Namespace, path: Path) -> Asked:
    """A match and its judge. Raises ReplayError, CommandError where nobody can judge it, and what an unknown judge
    raises."""
    try:
        replay = reading(words, path)
        found = with_mods_if_asked(words, lambda: asked(replay, words.judge, words.effort, words.seed))
        found.words.judge()
    except JudgeError as error:
        raise CommandError(f"{path}: {error}") from None
    return found


@contextmanager
def _progress(each: Asked, batch: Batch[MatchWork]) -> Iterator[Advance]:
    """A progress bar for what is done of a match."""
    what = f"moves of {each.path.name}" if isinstance(batch.work, Work) else "deals"
    with progress(len(batch.portions), what) as advance:
        yield advance


# --- what is printed ---------------------------------------------------------------------------------------------


def _listed(each: Asked, player: str | None) -> list[int]:
    """The players whose errors are listed. Raises CommandError where nobody is called so."""
    names = each.match.names
    if player is None:
        own = [seat for seat, record in enumerate(each.match.players) if record["ai"] is None]
        return own or list(range(len(names)))
    found = [seat for seat, name in enumerate(names) if player in (name, str(seat + 1))]
    if not found:
        raise CommandError(f"{each.path}: no player is called {player!r}; choose from: {', '.join(names)}")
    return found


def _told(each: Asked, analysis: Analysis, listed: Sequence[int]) -> str:
    match = each.match
    moves = counted(len(match.moments), "{number:,} move", "{number:,} moves")
    head = f"{each.path}: {analysis.game}, {moves}, judged by {analysis.judge}"
    parts = [shown(head, MOST_TOLD), _account_table(match, analysis), _decision_table(match, analysis)]
    like = [
        likeness(each.words, mean_of([losses(player, analysis.decisions, match.branch)]), name)
        for player, name in enumerate(match.names)
    ]
    parts.append("\n".join(shown(told, MOST_TOLD) for told in like if told))
    parts += [_errors(match, analysis, player) for player in listed]
    lucky = [sentence(match, stroke) for stroke in turning_points((), analysis.luck, STROKES)]
    if lucky:
        parts.append("\n".join(["Luck:", *(f"  {shown(told, MOST_TOLD)}" for told in lucky)]))
    return "\n\n".join(filter(None, parts)) + "\n"


def _errors(match: PlayedMatch, analysis: Analysis, player: int) -> str:
    """Every error of a player, a line each."""
    told = [
        f"  {shown(f'{_named(decision)}{sentence(match, decision)}', MOST_TOLD)}"
        for decision in errors(player, analysis.decisions)
    ]
    return "\n".join([f"Errors of {shown(match.names[player])}:", *(told or ["  none"])])


def _named(decision: Decision) -> str:
    """What an error is called, and what it lost: the difference of the chances as they are told."""
    if decision.called is None:
        return ""
    return f"{decision.called}, {difference(decision.chance_best, decision.chance_played)}: "


def _together(matches: Sequence[Asked], found: Sequence[Analysis]) -> list[str]:
    """Whom everybody played like who plays at several of these matches, by judges."""
    held: dict[tuple[JudgeWords, str], list[list[float]]] = {}
    for each, analysis in zip(matches, found, strict=True):
        for player, name in enumerate(each.match.names):
            held.setdefault((each.words, name), []).append(losses(player, analysis.decisions, each.match.branch))
    several = {key: lost for key, lost in held.items() if len(lost) > 1}
    told = [(words, len(lost), likeness(words, mean_of(lost), name)) for (words, name), lost in several.items()]
    return [f"Over {number} matches at {words.game}: {like}" for words, number, like in told if like]


def _account_table(match: PlayedMatch, analysis: Analysis) -> str:
    """The account of every player, in points of the match; both losses in one first, where that is told first."""
    if not analysis.account:
        return f"{_HIDDEN[:1].upper()}{_HIDDEN[1:]}."
    first = any(each.losses_first for each in analysis.account)
    end = "result" if analysis.result is not None else "so far"
    rows = [["", "start", "luck", *["losses"] * first, "own losses", "others' losses", "rest", end]]
    for name, each in zip(match.names, analysis.account, strict=True):
        changes = [each.luck, -each.own_losses, each.others_losses, each.rest]
        luck, own, others, rest = [change / 100 for change in told_changes(each.start, changes, each.result, 1)]
        amounts = [each.start, luck, *[own + others] * first, own, others, rest, each.result]
        rows.append([shown(name), *map(points, amounts)])
    return table(rows)


def _decision_table(match: PlayedMatch, analysis: Analysis) -> str:
    """Every player's decisions in numbers."""
    rows = [["", "decisions", "counting", "mean loss", "inaccuracies", "mistakes", "blunders", "accuracy"]]
    for player, name in enumerate(match.names):
        each = summary(player, analysis.decisions)
        counts = [each.decisions, each.counting]
        called = [each.inaccuracies, each.mistakes, each.blunders]
        accuracy = "-" if each.accuracy is None else f"{100 * each.accuracy:.0f} %"
        mean = "-" if each.mean_loss is None else points(each.mean_loss)
        rows.append([shown(name), *map(str, counts), mean, *map(str, called), accuracy])
    return table(rows)


def _rows(matches: Sequence[Asked], found: Sequence[Analysis]) -> str:
    """A row for every decision, with the names of the JSON."""
    rows: list[dict[str, Any]] = []
    for each, analysis in zip(matches, found, strict=True):
        record = analysis.record(str(each.path))
        head = {key: record[key] for key in ("file", "digest", "game", "judge")}
        rows += [head | _flat(decision) for decision in record["decisions"]]
    text = io.StringIO()
    columns = dict.fromkeys(key for row in rows for key in row) or ["file"]
    writer = csv.DictWriter(text, list(columns), lineterminator="\n")
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


COMMAND = Command(HELP, analyse_arguments, run_analyse, needs_ais=False)
