"""What must hold of analyses, measured: luck, the rest, losses by strength, and how sure a named loss is.

    python -m benchmarks.analysis
    python -m benchmarks.analysis jaipur --matches 40 --named 60 --seed 1 --workers all

AIs of a game play matches in unequal pairs, for with equal ones the means are 0 whatever luck is: the strongest against
the next and against the weakest, and two between. Every match is recorded, read again and analysed, as ``tabletalk
analyse`` does it. Told are, for each pair and in points of the match, what luck and the rest came to in the mean for
whoever is named first, how the rest varies from match to match, and how the result less luck varies, as a share of how
the result does; then what the decisions of each AI lost in the mean, in the order of strength; and of the decisions
that were named inaccuracies or mistakes, how many still are when a judge of ten times the effort, with random numbers
of its own, looks again. Intervals hold 95 % of cases; they count matches.
"""

import tempfile
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from math import sqrt
from pathlib import Path
from random import Random
from statistics import fmean, stdev
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.analysis.account import Account, losses
from game.analysis.analysis import Analysis, Work, analyse
from game.analysis.baseline import baseline
from game.analysis.batches import carried_out
from game.analysis.decisions import judged
from game.analysis.judges import SEED, JudgeWords, usual_judge
from game.analysis.moments import PlayedMatch, read_match
from game.analysis.sentences import percent, points
from game.analysis.yardstick import Losses, mean_of, opponents
from game.cli.spread import worker_count
from game.games import registry
from game.matches.arena import Schedule
from game.matches.arena_match import ArenaMatch
from game.matches.ratings import wilson
from game.mods.mods import ModsInUse
from game.rules.protocol import usual_options
from game.training.spreading import Spread, spread_over

EFFORT = 10.0
"""By so much more a named loss is looked at again."""
AGAIN_SEED = 2
"""Its random numbers are not those of the analysis."""
RESAMPLES = 2000
Amounts: TypeAlias = NDArray[np.float64]
_Z = 1.96


@dataclass
class Figures:
    """What the analyses of one game came to."""

    lost: dict[str, list[Losses]] = field(default_factory=lambda: defaultdict(list))
    """By AI what its decisions that count lost, match by match."""
    named: dict[str, list[str | None]] = field(default_factory=lambda: defaultdict(list))
    """By what a decision was called what it is called when it is looked at again."""


def main(words: Namespace) -> None:
    """Measure and print."""
    with closing(spread_over(words.workers)) as spread:
        for name in words.games or [game.name for game in registry.games()]:
            for line in measure(name, words, spread):
                print(line, flush=True)


def measure(game: str, words: Namespace, spread: Spread) -> Iterator[str]:
    """Everything about one game, in lines."""
    judge, figures = JudgeWords(game, usual_judge(registry.game(game)), words.effort), Figures()
    by = f"{judge.ai}, effort {judge.effort:g}"
    yield f"{game}, judged by {by}: {words.matches} matches a pair, from seed {words.seed} on"
    strength = opponents(game)
    for pair in words.pair or pairs_of(strength):
        accounts = list[Account]()
        for seat, match, found in _analysed(judge, pair, words, spread):
            accounts.append(found.account[seat])
            _note(figures, judge, match, found, words.named)
        yield told_pair(pair, accounts)
    yield from told_losses(strength, figures)
    yield from told_named(figures)


def pairs_of(strength: Sequence[str]) -> list[tuple[str, str]]:
    """Who play each other, of AIs in the order of their strength, the weakest first."""
    top = len(strength) - 1
    places = dict.fromkeys([(top, top - 1), (top, 0), (top - 1, 1)])
    return [(strength[one], strength[other]) for one, other in places if one > other]


def _analysed(
    judge: JudgeWords, pair: tuple[str, str], words: Namespace, spread: Spread
) -> Iterator[tuple[int, PlayedMatch, Analysis]]:
    """The matches of a pair, one after another, each recorded, read and analysed; and where the first of the pair
    sits."""
    options = usual_options(registry.game(judge.game).rules)
    schedule = Schedule(2, words.matches, words.seed)
    with tempfile.TemporaryDirectory() as folder:
        play = ArenaMatch(judge.game, pair, options, folder=Path(folder))
        for number in range(1, schedule.matches + 1):
            fixture = schedule.fixture(number)
            play(fixture)
            path = Path(folder) / f"match-{number:04}.jsonl"
            match = read_match(path)
            asks = baseline(judge, match.setup, match.deals[0].first, ModsInUse())
            before = carried_out(asks, spread)
            found = analyse(match, Work(path, match.digest, judge, SEED, before), spread)
            yield fixture.seats.index(0), match, found


def _note(figures: Figures, judge: JudgeWords, match: PlayedMatch, found: Analysis, most: int) -> None:
    """Note what decisions lost, and look again at those that are named, as long as `most` of a kind are not there."""
    for player, seat in enumerate(match.players):
        figures.lost[seat["ai"]].append(losses(player, found.decisions))
    again = JudgeWords(judge.game, judge.ai, EFFORT * judge.effort).judge()
    for decision in () if again.exact else found.decisions:
        if decision.called is not None and len(figures.named[_kind(decision.called)]) < most:
            rng = Random(f"{AGAIN_SEED}/{decision.move}/decision")
            seen = judged(again, match.rules, match.moments[decision.move - 1], rng)
            figures.named[_kind(decision.called)].append(seen.called)


def _kind(called: str) -> str:
    """Blunders are mistakes, too."""
    return "inaccuracy" if called == "inaccuracy" else "mistake"


# --- what is told ------------------------------------------------------------------------------------------------


def told_pair(pair: tuple[str, str], accounts: Sequence[Account]) -> str:
    """What the account of whoever is named first comes to over matches."""
    luck, rest = ([getattr(each, part) for each in accounts] for part in ("luck", "rest"))
    results = np.array([each.result for each in accounts])
    return (
        f"  {pair[0]} against {pair[1]}: won {percent(results.mean())}; luck {_mean(luck)}; the rest {_mean(rest)}, "
        f"one standard deviation of a match {points(stdev(rest))}; {_variance_words(results, np.array(luck))}"
    )


def _variance_words(results: Amounts, luck: Amounts) -> str:
    if results.var() == 0.0:
        return "no result varies"
    less, (low, high) = variance_left(results, luck)
    return f"the variance of result - luck is x{less:.2f} [{low:.2f}, {high:.2f}] that of the result"


def _mean(amounts: Sequence[float]) -> str:
    """A mean in points, with its interval."""
    mean, reach = fmean(amounts), _Z * stdev(amounts) / sqrt(len(amounts))
    return f"{points(mean)} [{points(mean - reach)}, {points(mean + reach)}]"


def variance_left(results: Amounts, luck: Amounts) -> tuple[float, tuple[float, float]]:
    """How much of the variance of the results is left once luck is taken away, and between which bounds that lies in
    95 % of samples of the same matches (the bootstrap of B. Efron, "Bootstrap methods: another look at the jackknife",
    The Annals of Statistics 7, 1979; samples whose results are all the same tell nothing)."""
    rows = np.random.default_rng(1).integers(0, len(results), (RESAMPLES, len(results)))
    whole, left = results[rows].var(axis=1), (results - luck)[rows].var(axis=1)
    low, high = np.quantile(left[whole > 0.0] / whole[whole > 0.0], (0.025, 0.975))
    return float((results - luck).var() / results.var()), (float(low), float(high))


def told_losses(strength: Sequence[str], figures: Figures) -> Iterator[str]:
    """The mean loss of each AI, the weakest first."""
    for ai in strength:
        mean = mean_of(figures.lost.get(ai, ()))
        if mean is not None:
            low, high = map(points, mean.interval)
            yield f"  {ai}: {points(mean.loss)} points a decision [{low}, {high}], of {mean.decisions}"


def told_named(figures: Figures) -> Iterator[str]:
    """How many named losses are none when they are looked at again."""
    for kind, again in figures.named.items():
        if not again:  # none was to be looked at
            continue
        none = sum(called is None for called in again)
        low, high = wilson(none, len(again))
        less = f"; {sum(called == 'inaccuracy' for called in again)} are inaccuracies" if kind == "mistake" else ""
        many = {"inaccuracy": "inaccuracies", "mistake": "mistakes and blunders"}[kind]
        yield (
            f"  of {len(again)} {many}, {none} are none at {EFFORT:.0f} times the effort: "
            f"{percent(none / len(again))} [{percent(low)}, {percent(high)}]{less}"
        )


if __name__ == "__main__":
    parser = ArgumentParser(prog="python -m benchmarks.analysis")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--matches", type=int, default=40, help="matches a pair")
    parser.add_argument("--pair", nargs=2, action="append", metavar="AI", help="who play instead, repeatable")
    parser.add_argument("--named", type=int, default=60, help="named losses of a kind that are looked at again")
    parser.add_argument(
        "--effort", type=float, default=1.0, help="the judge's; with less of it luck stays unbiased, losses need not"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=worker_count, default=1)
    main(parser.parse_args())
