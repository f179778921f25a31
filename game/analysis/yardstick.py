"""The yardstick: how much every AI of a game loses against the game's judge, in the mean of its decisions that count.

The levels of the game, whose play is never twice the same, play each other, and at some positions of their matches
every AI is asked what it would play, and that is judged. So all AIs are measured by the same positions: in its own
matches a weak one soon sits where hardly a move costs anything, and would seem to lose little. Whom somebody played
like is told by what AIs lose in matches of their own against the levels, for those are the positions of somebody who
plays. The decisions of a match are alike, so the interval counts matches: the mean is a ratio of sums over matches, and
its error that of such a ratio (W. G. Cochran, "Sampling Techniques", 3rd edition 1977, section 6.4). Beside the ratings
it is a second measurement of one thing; how well the two agree is a rank correlation.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from math import fsum, sqrt
from random import Random
from statistics import NormalDist, correlation
from typing import Any, NamedTuple, TypeAlias

from game.agents.agent import Agent
from game.agents.judging import Judge
from game.agents.match import Match, Silent
from game.analysis.account import Lost, together
from game.analysis.decisions import judgement
from game.analysis.judges import JudgeWords, judge_once
from game.analysis.moments import Deal, Moment, turn_of
from game.analysis.sentences import points
from game.games import registry
from game.games.levels import NAMES
from game.games.seats import Seat, parse_seat, parse_seats, setup
from game.matches.measured import found
from game.mods.mods import ModsInUse
from game.rules.language import _
from game.rules.protocol import AnyRules, Setup
from game.training.spreading import HERE, Spread

ONE_IN = 6
"""At one in so many positions AIs are asked, by lot: those of one match tell much the same. With an exact judge, at
every one."""
_Z = NormalDist().inv_cdf(0.975)
_PORTION = 2
AT_RANDOM = "random"
"""Nobody is told to have played like it: it soon sits where hardly a move costs anything, so that in matches of its own
it loses less than AIs that are far stronger, as Notty's `robber`."""
LEAST_OF_SEVERAL = 100
"""Over several matches it is told from so many decisions that count whom somebody played like."""

Losses: TypeAlias = Sequence[float]
"""What the decisions of one match lost that count."""
LossesOf: TypeAlias = dict[str, list[float]]
"""The same of several AIs, by what they are called."""
Record: TypeAlias = Mapping[str, Any]


class Mean(NamedTuple):
    """A mean loss, its 95 % interval, the decisions and the matches that it rests on, and the share of these decisions
    that lost less than an inaccuracy."""

    loss: float
    interval: tuple[float, float]
    decisions: int
    matches: int
    accuracy: float


def mean_of(matches: Sequence[Losses]) -> Mean | None:
    """The mean loss over matches; None where no decision counts. Of one match the decisions tell the interval."""
    held = [losses for losses in matches if losses]
    if len(held) == 1:
        found = mean_of_groups([together([loss]) for loss in held[0]])
        return None if found is None else found._replace(matches=1)
    return mean_of_groups([together(losses) for losses in held])


def mean_of_groups(groups: Sequence[Lost]) -> Mean | None:
    """The mean loss over groups of decisions, matches as a rule, that were drawn independently; None where none counts.
    One group alone tells no interval."""
    held = [group for group in groups if group.decisions]
    number = sum(group.decisions for group in held)
    if not number:
        return None
    mean = fsum(group.loss for group in held) / number
    reach = _Z * _error(held, mean)
    accuracy = sum(group.accurate for group in held) / number
    return Mean(mean, (max(0.0, mean - reach), min(1.0, mean + reach)), number, len(held), accuracy)


def _error(groups: Sequence[Lost], mean: float) -> float:
    """The standard error of a mean over groups; 1 where there is one alone."""
    if len(groups) < 2:
        return 1.0
    apart = fsum((group.loss - mean * group.decisions) ** 2 for group in groups)
    return sqrt(apart * len(groups) / (len(groups) - 1)) / sum(group.decisions for group in groups)


def opponents(game: str) -> list[str]:
    """Whose matches are looked at, and against whom AIs play: the levels, where the game has them all, else random and
    the default AI."""
    names = {ai.name for ai in registry.ais(game)}
    return [*NAMES] if names.issuperset(NAMES) else [AT_RANDOM, registry.game(game).default_ai]


@dataclass(frozen=True)
class _OfMatches(ABC):
    """Judges some of the decisions in matches against others, `against`, their words as at a seat. What comes of a
    match depends on its number alone, which is its seed. It can be sent to workers."""

    words: JudgeWords
    against: Sequence[str]
    options: Mapping[str, Any]
    players: int
    mods: ModsInUse = field(default_factory=ModsInUse, kw_only=True)

    def __call__(self, seeds: range) -> list[LossesOf]:
        """What decisions lost that count, match by match, of these seeds."""
        self.mods.use()
        return [self._match(seed) for seed in seeds]

    @abstractmethod
    def _match(self, seed: int) -> LossesOf:
        """The same of one match."""

    @abstractmethod
    def _seats(self, seed: int) -> list[str]:
        """Who sits at the match of a seed."""

    def _drawn(self, judge: Judge, seed: int, seat: int | None = None) -> Iterator[Moment]:
        """The moments of the match of a seed that are judged, by lot, of one seat or of all."""
        lot = Random(f"{seed}/yardstick")
        for moment in played(self.words.game, self._seats(seed), self.options, seed):
            if seat in (None, moment.player) and (judge.exact or lot.random() * ONE_IN < 1.0):
                yield moment


@dataclass(frozen=True)
class SamePositions(_OfMatches):
    """Asks AIs what they would play at the same positions, some of those of matches between others, and judges it.

    `ais` are their words as at a seat, by what they are called. What all of them would play at a position is weighed
    in the same worlds, against the best that they or the judge found."""

    ais: Mapping[str, str]

    def _match(self, seed: int) -> LossesOf:
        game, judge = registry.game(self.words.game), judge_once(self.words)
        fallback = registry.usual_ai(game, self.options).agent()
        found: LossesOf = {name: [] for name in self.ais}
        with seated([parse_seat(game.name, words) for words in self.ais.values()]) as agents:
            choices = [partial(_choice, game.rules, agent, fallback) for agent in agents]
            asked = dict(zip(self.ais, choices, strict=True))
            for moment in self._drawn(judge, seed):
                for name, loss in self._losses(judge, asked, moment, seed).items():
                    found[name].append(loss)
        return found

    def _seats(self, seed: int) -> list[str]:
        """Everybody meets everybody in turn, itself, too, from every seat."""
        many = len(self.against)
        return [self.against[seed // many**place % many] for place in range(self.players)]

    def _losses(
        self, judge: Judge, asked: Mapping[str, Callable[[Any, Random], Any]], moment: Moment, seed: int
    ) -> Mapping[str, float]:
        """What each of these AIs would lose there; of none where the decision does not count."""
        rules = registry.game(self.words.game).rules
        view, key = rules.view(moment.before, moment.player), f"{seed}/{moment.number}"
        if len(rules.legal_moves(view)) == 1:
            return {}
        moves = {name: choice(view, Random(f"{key}/{name}")) for name, choice in asked.items()}
        found = judgement(judge, rules, view, list(dict.fromkeys(moves.values())), Random(f"{key}/decision"))
        return {name: found.loss(move) for name, move in moves.items()} if found.counts else {}


@dataclass(frozen=True)
class OwnMatches(_OfMatches):
    """Plays matches of an AI, called `name`, `ai` in the words of a seat, against others in turn and judges some of its
    decisions."""

    name: str
    ai: str

    def _match(self, seed: int) -> LossesOf:
        rules, judge = registry.game(self.words.game).rules, judge_once(self.words)
        losses, seat = list[float](), seed % self.players
        for moment in self._drawn(judge, seed, seat):
            view, rng = rules.view(moment.before, seat), Random(f"{seed}/{moment.number}/decision")
            found = judgement(judge, rules, view, [moment.move], rng)
            losses += [found.loss(moment.move)] if found.counts else []
        return {self.name: losses}

    def _seats(self, seed: int) -> list[str]:
        """The AI's seat goes round with each match, its rivals once all seats were had."""
        first = seed // self.players
        others = [self.against[(first + place) % len(self.against)] for place in range(self.players - 1)]
        return [*others[: seed % self.players], self.ai, *others[seed % self.players :]]


def _choice(rules: AnyRules, agent: Agent, fallback: Agent, view: Any, rng: Random) -> Any:
    """What an AI would play; where it proposes nothing that is legal, the fallback, as in a match."""
    with suppress(Exception):  # whatever a mod's AI raises
        candidate = agent.choose(view, rng)
        if candidate is not None and rules.refusal(view, candidate.move) is None:
            return candidate.move
    candidate = fallback.choose(view, rng)
    assert candidate is not None, "the usual AI always knows a move"
    return candidate.move


@contextmanager
def seated(seats: Sequence[Seat]) -> Iterator[list[Agent]]:
    """The AIs of seats, closed in the end; a human's has none."""
    agents = [agent for seat in seats if (agent := seat.agent()) is not None]
    try:
        yield agents
    finally:
        for agent in agents:
            agent.close()


def played(game: str, ais: Sequence[str], options: Mapping[str, Any], seed: int) -> Iterator[Moment]:
    """A match between AIs, in the words of seats, as it is played on the rules; the moments have no lines."""
    module, seats = registry.game(game), parse_seats(game, ais)
    fallback = registry.usual_ai(module, options).agent()
    with seated(seats) as agents:
        yield from _moments(module, setup(module.rules, seats, options), seed, agents, fallback)


class _Heard(Silent):
    """Keeps what chance added to the latest move, and the state after it."""

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self.chance, self.after = chance, state.copy()


def _moments(
    game: registry.GameModule, how: Setup, seed: int, agents: Sequence[Agent], fallback: Agent
) -> Iterator[Moment]:
    heard, before, deal = _Heard(), list[Moment](), None
    match = Match(game.rules, how, seed, heard)
    while match.end is None:
        if deal is None or deal.round != match.number:
            deal = Deal(match.moves, match.number, match.standing, match.first, match.state.copy())
        player, state = match.state.to_move, match.state.copy()
        move, turn = match.choose(player, agents[player], fallback), turn_of(before, deal, player)
        match.play(move)
        before.append(Moment(match.moves, 0, turn, deal, player, state, move, heard.chance, heard.after))
        yield before[-1]


def measured(
    work: Callable[[range], list[LossesOf]],
    matches: int,
    seed: int,
    spread: Spread = HERE,
    progress: Callable[[int], None] | None = None,
) -> dict[str, Mean | None]:
    """The mean loss of each AI, by what it is called, from so many matches, of the seeds from `seed` on; who plays them
    changes nothing. None where none of its decisions counts. `progress` is told how many more are over."""
    portions = [range(at, min(at + _PORTION, seed + matches)) for at in range(seed, seed + matches, _PORTION)]
    done: dict[int, list[LossesOf]] = {}
    for place, losses in spread.each(work, portions):
        done[place] = losses
        if progress is not None:
            progress(len(losses))
    held = [match for place in range(len(portions)) for match in done[place]]
    return {name: mean_of([match[name] for match in held]) for name in held[0]}


# --- what is told by it ------------------------------------------------------------------------------------------


class Nearest(NamedTuple):
    """Whom a mean loss is nearest to, and that one's own."""

    ai: str
    loss: float


def played_like(record: Record, mean: Mean) -> Nearest | None:
    """The AI of a yardstick whose mean loss lies nearest; of equal ones the first, and never that which plays at
    random. None where it holds none."""
    rows = [Nearest(row["ai"], row["mean_loss"]) for row in record["ais"] if row["ai"] != AT_RANDOM]
    return min(rows, key=lambda row: abs(row.loss - mean.loss), default=None)


def likeness(
    words: JudgeWords,
    mean: Mean | None,
    name: str,
    called: Callable[[str], str] = str,
    introduced: Callable[[str], str] = str,
) -> str:
    """Whom a player called so has played like, in a sentence. Empty where no yardstick is kept of this judge, where
    nothing counts, and where several matches hold too few decisions: neighbouring levels need as many to be told
    apart. AIs are told as they are `called`, and at first as they are `introduced`."""
    record = found(words.game, "own_matches")
    if record is None or mean is None or not _same_judge(record, words):
        return ""
    nearest = played_like(record, mean)
    if nearest is None or (mean.matches > 1 and mean.decisions < LEAST_OF_SEVERAL):
        return ""
    low, high = mean.interval
    values = {
        "name": name,
        "like": introduced(nearest.ai),
        "ai": called(nearest.ai),
        "lost": points(mean.loss),
        "low": points(low),
        "high": points(high),
        "decisions": mean.decisions,
        "loses": points(nearest.loss),
    }
    if name == "You":
        return _(
            "You played like {like}: your decisions that count lost {lost} points in the mean (95 % interval {low} to "
            "{high}, of {decisions:,}), {ai}’s lose {loses}.",
            **values,
        )
    return _(
        "{name} played like {like}: {name}’s decisions that count lost {lost} points in the mean (95 % interval {low} "
        "to {high}, of {decisions:,}), {ai}’s lose {loses}.",
        **values,
    )


def _same_judge(record: Record, words: JudgeWords) -> bool:
    return (record["judge"], record["trained"]) == (words.ai, words.seat.trained)


class Agreement(NamedTuple):
    """How well two measurements agree: Spearman's rank correlation, -1 to 1, and how many pairs of AIs both put in the
    same order, of those that the first tells apart."""

    correlation: float
    alike: int
    pairs: int


def agreement(ratings: Record, yardstick: Record) -> Agreement | None:
    """How well the order of ratings agrees with that of mean losses, the smaller the better; None where no ratings or
    no losses tell any AIs apart.

    AIs whose ratings' intervals overlap count as ties, and so do equal losses. As such ties are not transitive an AI's
    rank is how many are surely worse, and half of those that tie with it: the usual mean rank where they are.
    Spearman's coefficient is the correlation of ranks (C. Spearman, "The Proof and Measurement of Association between
    Two Things", American Journal of Psychology 15, 1904).
    """
    lost = {row["ai"]: -row["mean_loss"] for row in yardstick["ais"]}
    rated = [(row["ai"], *row["interval"]) for row in ratings["ais"] if row["ai"] in lost]
    apart = [(better, worse) for better, low, _ in rated for worse, _, high in rated if low > high]
    by_rating = _ranks([(low, high) for _, low, high in rated])
    by_loss = _ranks([(lost[ai], lost[ai]) for ai, _, _ in rated])
    if min(len(set(by_rating)), len(set(by_loss))) < 2:
        return None
    alike = sum(lost[better] > lost[worse] for better, worse in apart)
    return Agreement(correlation(by_rating, by_loss), alike, len(apart))


def _ranks(intervals: Sequence[tuple[float, float]]) -> list[float]:
    """The ranks of what is told by intervals: of each how many lie below it, and half of those that overlap with it."""
    return [sum(((high < low) + (least <= most)) / 2 for least, high in intervals) for low, most in intervals]
