"""What a person's recorded matches come to: results, losses, luck, streaks, a rating, by game and opponent."""

import csv
import io
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from math import fsum, nan
from typing import NamedTuple, TypeVar

from game.analysis.people.index import Recorded
from game.analysis.people.rating import Rating, Result, opponents_of, rating
from game.analysis.yardstick import Mean, mean_of_groups
from game.games import registry
from game.matches.ratings import wilson

K = TypeVar("K", bound=Hashable)
MOST_MARKS = 200
"""The curve of a rating has at most so many marks."""


class Streak(NamedTuple):
    """Matches in a row that ended alike: "won", "drawn" or "lost"."""

    ended: str
    length: int


@dataclass(frozen=True)
class Statistics:
    """What matches that are over come to. `rate` is the mean share of the results, with its 95 % interval; `mean` of
    the decisions that count of matches that are `analysed`, and `luck` the mean of these; `now` is the streak under
    way, `longest` the longest of wins, both without matches in which something seen was taken back; a rating is told
    from ten matches against rated opponents on."""

    matches: int
    won: int
    drawn: int
    lost: int
    rate: float
    interval: tuple[float, float]
    analysed: int
    mean: Mean | None
    luck: float | None
    now: Streak | None
    longest: int
    taken_back: int
    """In how many of the matches something was taken back after it was seen."""
    rated: int
    """How many of the matches were played against rated opponents."""
    rating: Rating | None


def statistics(matches: Iterable[Recorded]) -> Statistics:
    """What matches come to, in their order; those without an end are left out."""
    over = [match for match in matches if match.result is not None]
    ends = [ended(match) for match in over]
    points = fsum(match.result or 0.0 for match in over)
    told = [match.judged for match in over if match.judged is not None]
    lucks = [each.luck for each in told if each.luck is not None]
    rated = _results(over)
    runs = [Streak(how, len(list(run))) for how, run in groupby(ended(each) for each in over if not each.taken_back)]
    return Statistics(
        len(over),
        ends.count("won"),
        ends.count("drawn"),
        ends.count("lost"),
        points / len(over) if over else 0.0,
        wilson(points, len(over)),
        len(told),
        mean_of_groups([each.lost for each in told]),
        fsum(lucks) / len(lucks) if lucks else None,
        runs[-1] if runs else None,
        max((run.length for run in runs if run.ended == "won"), default=0),
        sum(match.taken_back for match in over),
        len(rated),
        rating(rated),
    )


def ended(match: Recorded) -> str:
    """How a match that is over ended for the person: "won", "drawn" or "lost"."""
    return "won" if match.result == 1.0 else "drawn" if match.result else "lost"


def opponents(match: Recorded) -> str:
    """Against whom a match was played: "club", "lean and robber"."""
    names = [str(player["ai"]) for seat, player in enumerate(match.players) if seat != match.person]
    return " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))


def title_of(game: str) -> str:
    """What a game is called; one of a mod that is not there by its name."""
    return next((each.title for each in registry.games() if each.name == game), game)


def grouped(matches: Iterable[Recorded], key: Callable[[Recorded], K]) -> dict[K, Statistics]:
    """What matches come to by what they have in common; what was played most comes first."""
    held: dict[K, list[Recorded]] = {}
    for match in matches:
        if match.result is not None:
            held.setdefault(key(match), []).append(match)
    return {each: statistics(held[each]) for each in sorted(held, key=lambda each: -len(held[each]))}


def _results(matches: Iterable[Recorded]) -> list[Result]:
    """The matches against rated opponents."""
    found = [(match, opponents_of(match)) for match in matches]
    return [Result(rated, match.result) for match, rated in found if rated is not None and match.result is not None]


# --- over time ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Curves:
    """Matches one after another, from the first: a number for each, NaN where there is none. `ratings` are by
    `rated_at`, the number of matches up to then."""

    results: list[float]
    losses: list[float]
    luck: list[float]
    rated_at: list[int]
    ratings: list[float]


def curves(matches: Iterable[Recorded]) -> Curves:
    """How matches that are over went, in their order: the share of each, its mean loss and its luck in points, and the
    rating after it, of all matches up to then."""
    over = [match for match in matches if match.result is not None]
    told = [match.judged for match in over]
    means = [None if each is None else mean_of_groups([each.lost]) for each in told]
    rated_at, ratings = _ratings(over)
    return Curves(
        [match.result or 0.0 for match in over],
        [nan if mean is None else 100.0 * mean.loss for mean in means],
        [nan if each is None or each.luck is None else 100.0 * each.luck for each in told],
        rated_at,
        ratings,
    )


def _ratings(matches: Sequence[Recorded]) -> tuple[list[int], list[float]]:
    """The rating after as many matches, at evenly spaced places, where there is one; of one game only, for ratings of
    different games say nothing of each other."""
    if len({match.game for match in matches}) != 1:
        return [], []
    found = [(at, opponents_of(each), each.result) for at, each in enumerate(matches, 1)]
    rated = [(at, Result(others, share)) for at, others, share in found if others is not None and share is not None]
    step = -(-len(rated) // MOST_MARKS) or 1
    places, values = [], []
    for number in range(len(rated), 0, -step):
        told = rating(result for _, result in rated[:number])
        if told is not None and told.value is not None:
            places.append(rated[number - 1][0])
            values.append(told.value)
    return places[::-1], values[::-1]


# --- as a file ---------------------------------------------------------------------------------------------------

_COLUMNS = (
    *("file", "played", "game", "opponents", "moves", "result", "decisions", "mean_loss", "accuracy", "luck"),
    "taken_back",
)


def as_csv(matches: Iterable[Recorded]) -> str:
    """Matches as CSV, a row each: when they were last played, in the user's own time; what is not known is left empty.
    Losses and luck are chances in [0, 1] as everywhere in files."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for match in matches:
        mean = None if match.judged is None else mean_of_groups([match.judged.lost])
        told = [None] * 3 if mean is None else [mean.decisions, mean.loss, mean.accuracy]
        when = datetime.fromtimestamp(match.when).isoformat(" ", "seconds")
        luck = None if match.judged is None else match.judged.luck
        row = [match.name, when, match.game, opponents(match), match.moves, match.result, *told, luck]
        writer.writerow([*row, int(match.taken_back)])
    return text.getvalue()
