"""The command ``yardstick``: measures every AI's mean loss against its game's judge."""

import json
from argparse import Namespace
from collections.abc import Mapping, Sequence
from typing import Any

from game.analysis.judges import JudgeError, JudgeWords, usual_judge
from game.analysis.sentences import points
from game.analysis.yardstick import Mean, OwnMatches, SamePositions, agreement, measured, opponents
from game.base.safe_text import say, warn
from game.base.storage import write_whole
from game.cli.output import markdown, percent, progress, table
from game.cli.ratings import add_without, entered, measuring_arguments
from game.cli.spread import spread_of
from game.cli.words import Command, CommandError, Help, Parser, UsageError, new_file
from game.games import registry
from game.matches import measured as kept
from game.mods.mods import MODS
from game.rules.protocol import usual_options
from game.rules.wording import counted

GAMES = 48
SEED = 1
"""Fixed, so that the README's table comes out again."""
_HEADING = ["game", "AI", "mean loss", "95 % interval", "decisions", "matches", "accuracy"]

HELP = Help(
    "[GAME [AI...]] [--without AI]... [--own-matches] [--games N] [--seed N] [--workers N | --ray ADDRESS]\n"
    "       [--out FILE] [--json FILE] [--markdown]",
    "The levels of the game play N matches, each against each in turn. At one in six of their positions, with an\n"
    "exact judge at every one, each AI is asked what it would play, and that is judged: all AIs at the same ones. The\n"
    "mean loss is over decisions that count, in points of the match; its interval counts matches. Where AI are named,\n"
    "they alone are measured, beside others that are kept, if these were measured in the same way. What was measured\n"
    "is kept in FILE, without --out in the user's data. Where ratings are kept too, it is told how well both orders\n"
    "agree: from -1 to 1, over the pairs of AIs whose ratings' intervals do not overlap. With --own-matches each AI\n"
    "plays N matches of its own against the levels in turn, and its decisions there are judged: analyse tells by that\n"
    "whom somebody played like. The same seed gives the same table, whatever --workers.",
    (
        "tabletalk yardstick jaipur --without search --workers all",
        "tabletalk yardstick notty --without search --games 384 --markdown --out assets/measured.json",
        "tabletalk yardstick nim --own-matches --games 400",
    ),
)


def yardstick_arguments(parser: Parser) -> None:
    """The words of ``yardstick``."""
    measuring_arguments(parser, GAMES, "matches between the levels, or of each AI", SEED)
    parser.add_argument("--own-matches", action="store_true", help="judges each AI in matches of its own")
    parser.add_argument("ais", metavar="AI", nargs="*", help="measured alone, beside those that are kept")
    add_without(parser)
    parser.add_argument("--json", metavar="FILE", type=new_file, help="writes what was measured as JSON")


def run_yardstick(words: Namespace) -> int:
    """Measure the AIs of a game, or of all that have a judge; keep and print what came out."""
    games = [registry.game(words.game)] if words.game is not None else registry.games()
    called = {name: _asked(name, known, words.ais) for name, known in entered(games, words.without).items()}
    records: dict[str, dict[str, Any]] = {}
    for game in [game for game in games if called[game.name]]:
        try:
            judge = JudgeWords(game.name, usual_judge(game))
            judge.judge()
        except JudgeError as error:
            if words.game is not None:
                raise CommandError(str(error)) from None
            warn(f"note: {error}")
            continue
        records[game.name] = _measured(game, judge, called[game.name], words)
        kept.keep(words.out or kept.kept_path(), game.name, _kind(words), records[game.name])
    rows = [_HEADING, *(row for name, record in records.items() for row in _rows(registry.game(name), record))]
    say((markdown if words.markdown else table)(rows, left=2))
    for name, record in records.items():
        say(_agreement_words(registry.game(name), record))
    if words.json is not None:
        write_whole(words.json, (json.dumps(records, indent=1, ensure_ascii=False) + "\n").encode("utf-8"))
    return 0


def _measured(
    game: registry.GameModule, judge: JudgeWords, called: Mapping[str, str], words: Namespace
) -> dict[str, Any]:
    """The record of a game: how it was measured, and every AI's mean loss, the smallest first. Raises UsageError."""
    how: dict[str, Any] = {
        "judge": judge.ai,
        "trained": judge.seat.trained,
        "against" if words.own_matches else "between": opponents(game.name),
        "games": words.games,
        "seed": words.seed,
        "players": game.rules.seats[0],
        "options": usual_options(game.rules),
    }
    beside = _kept_rows(game, how, words) if words.ais else []
    works, found = _works(judge, called, how, words), dict[str, Mean | None]()
    with spread_of(words) as spread, progress(words.games * len(works), f"matches of {game.name}") as advance:
        for work in works:
            found |= measured(work, words.games, words.seed, spread, advance)
    rows = [_row(name, mean) for name, mean in found.items() if mean is not None]
    rows += [row for row in beside if row["ai"] not in called]
    return how | {"ais": sorted(rows, key=lambda row: row["mean_loss"])}


def _kind(words: Namespace) -> kept.Kind:
    return "own_matches" if words.own_matches else "yardstick"


def _works(
    judge: JudgeWords, called: Mapping[str, str], how: Mapping[str, Any], words: Namespace
) -> Sequence[SamePositions | OwnMatches]:
    """What is to be done, one after another."""
    levels, options, players = opponents(judge.game), how["options"], how["players"]
    mods = MODS.in_use(judge.game, [judge.ai, *called.values(), *levels])
    if not words.own_matches:
        return [SamePositions(judge, levels, options, players, called, mods=mods)]
    return [OwnMatches(judge, levels, options, players, name, spec, mods=mods) for name, spec in called.items()]


def _asked(game: str, known: Mapping[str, str], names: Sequence[str]) -> dict[str, str]:
    """Who is measured, in the words of seats, by name. Raises UsageError."""
    for name in names:
        if name not in known:
            raise UsageError(f"{game} has nobody called {name!r} to measure; choose from: {', '.join(known)}")
    return {name: known[name] for name in names or known}


def _row(name: str, mean: Mean) -> dict[str, Any]:
    return {
        "ai": name,
        "mean_loss": round(mean.loss, 5),
        "interval": [round(bound, 5) for bound in mean.interval],
        "decisions": mean.decisions,
        "matches": mean.matches,
        "accuracy": round(mean.accuracy, 4),
    }


def _kept_rows(game: registry.GameModule, how: Mapping[str, Any], words: Namespace) -> list[dict[str, Any]]:
    """What is kept where this is going to be. Raises UsageError where it was measured otherwise: it would be lost, and
    rows that stand beside each other are compared."""
    path = words.out or kept.kept_path()
    before = kept.kept_in(path).get(game.name, {}).get(_kind(words))
    if before is None:
        return []
    for key, value in how.items():
        if before.get(key) != value:
            was = json.dumps(before[key]) if key in before else "unknown"  # by an older program
            asked = json.dumps(value)
            raise UsageError(
                f"{path} holds other AIs of {game.name}, measured with {key} {was}, not {asked}: measure these alike, "
                "all of them anew, or name another --out"
            )
    return list(before["ais"])


def _rows(game: registry.GameModule, record: Mapping[str, Any]) -> list[list[str]]:
    return [
        [
            game.title,
            row["ai"],
            points(row["mean_loss"]),
            f"{points(row['interval'][0])} to {points(row['interval'][1])}",
            f"{row['decisions']:,}",
            f"{row['matches']:,}",
            percent(row["accuracy"]),
        ]
        for row in record["ais"]
    ]


def _agreement_words(game: registry.GameModule, record: Mapping[str, Any]) -> str:
    """How well the order of ratings agrees with that of mean losses."""
    ratings = kept.found(game.name, "ratings")
    found = None if ratings is None else agreement(ratings, record)
    if found is None:
        return f"{game.title}: no ratings are kept to compare this with (tabletalk ratings {game.name})"
    pairs = counted(found.pairs, "{number:,} pair", "{number:,} pairs")
    told = f"{game.title}: rank correlation with the ratings {found.correlation:.3f}"
    return f"{told}; the same order in {found.alike:,} of {pairs} that ratings tell apart"


COMMAND = Command(HELP, yardstick_arguments, run_yardstick, on_rules=True)
