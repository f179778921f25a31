"""The judge's own error: how far its differences between two moves lie from what play to the end comes to.

Of decisions in matches between the levels that the judge holds for losses, the best move and the played one are both
played to the end, in the same sampled worlds. What the judge's difference and that one are apart has three parts: the
sampling of either, which is known, and the judge's own, which is what is left.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import fsum, sqrt
from random import Random
from statistics import NormalDist, fmean, stdev
from typing import Any, NamedTuple, Protocol

from game.analysis.decisions import Judgement, judgement
from game.analysis.judges import JudgeError, JudgeWords
from game.analysis.moments import Moment
from game.analysis.yardstick import opponents, played
from game.games import registry
from game.mods.mods import ModsInUse
from game.training.spreading import HERE, Spread

ONE_IN = 6
"""One in so many decisions is looked at, by lot."""
_Z = NormalDist().inv_cdf(0.975)


class PlaysOn(Protocol):
    """A judge that can have rounds played to their end."""

    def to_the_end(self, view: Any, moves: Sequence[Any], worlds: int, rng: Random) -> Sequence[Sequence[float]]:
        """For each of these moves of the view's player, what that player's chance of the match is after the round was
        played to its end, in each of some worlds that the player could be in: the same worlds for every move. A round
        that is too long may be cut off, and the judge tell what is left."""


class Difference(NamedTuple):
    """A decision as the judge has it and as play to the end has it: how much better the best move is than the played
    one, and the variance that the sampling of either leaves."""

    judged: float
    judged_variance: float
    true: float
    true_variance: float


@dataclass(frozen=True)
class Comparing:
    """Compares decisions of matches; what comes of one depends on its seed alone. It can be sent to workers."""

    words: JudgeWords
    worlds: int
    options: Any
    mods: ModsInUse = field(default_factory=ModsInUse)

    def __call__(self, seed: int) -> list[Difference]:
        """The decisions of the match of a seed."""
        self.mods.use()
        game, judge, lot = self.words.game, playing_on(self.words), Random(f"{seed}/judge-error")
        rules, ais = registry.game(game).rules, opponents(game)
        seated, found = [lot.choice(ais) for _ in range(rules.seats[0])], list[Difference]()
        for moment in played(game, seated, self.options, seed):
            if lot.random() * ONE_IN < 1.0:
                view = rules.view(moment.before, moment.player)
                seen = judgement(judge, rules, view, [moment.move], Random(f"{seed}/{moment.number}/decision"))
                if seen.counts and seen.loss(moment.move) > 0.0:
                    found.append(self._difference(judge, view, seen, moment, seed))
        return found

    def _difference(self, judge: Any, view: Any, seen: Judgement, moment: Moment, seed: int) -> Difference:
        other = seen.of(moment.move)
        assert other is not None
        rng = Random(f"{seed}/{moment.number}/to the end")
        best, rest = judge.to_the_end(view, [seen.best.move, moment.move], self.worlds, rng)
        ahead = [one - two for one, two in zip(best, rest, strict=True)]
        sampled = max(0.0, other.error**2 - judge.error**2)
        return Difference(seen.loss(moment.move), sampled, fmean(ahead), stdev(ahead) ** 2 / self.worlds)


def playing_on(words: JudgeWords) -> Any:
    """The judge. Raises JudgeError where its error cannot be measured so."""
    judge = words.judge()
    if judge.exact:
        raise JudgeError(f"{words.ai} judges {words.game} by exact play: it has no error")
    if not hasattr(judge, "to_the_end"):
        raise JudgeError(
            f"{words.ai} at {words.game} cannot have rounds played to their end, so its error is not known"
        )
    return judge


class Measured(NamedTuple):
    """One standard error of the judge's own differences, its 95 % interval, how much the judge's differences are larger
    than the true ones in the mean, and the decisions and matches that all this rests on."""

    error: float
    interval: tuple[float, float]
    bias: float
    decisions: int
    matches: int


def measured(
    work: Comparing, matches: int, seed: int, spread: Spread = HERE, progress: Callable[[int], None] | None = None
) -> Measured:
    """The judge's own error, from so many matches, of the seeds from `seed` on; who plays them changes nothing.
    `progress` is told how many more are over. Raises JudgeError where there are too few losses to tell."""
    done: dict[int, list[Difference]] = {}
    for place, found in spread.each(work, range(seed, seed + matches)):
        done[place] = found
        if progress is not None:
            progress(1)
    return own_error([done[place] for place in range(matches)])


def own_error(matches: Sequence[Sequence[Difference]]) -> Measured:
    """The judge's own error, from decisions by matches, which its interval counts. Raises JudgeError where there are
    too few."""
    held = [each for each in matches if each]
    if len(held) < 2:
        raise JudgeError("no two matches have a decision that counts and that the judge holds for a loss")
    squares = [[_own_square(each) for each in match] for match in held]
    number = sum(map(len, held))
    mean = fsum(map(fsum, squares)) / number
    apart = fsum((fsum(match) - mean * len(match)) ** 2 for match in squares)
    reach = _Z * sqrt(apart * len(held) / (len(held) - 1)) / number
    low, middle, high = (sqrt(max(0.0, square)) for square in (mean - reach, mean, mean + reach))
    bias = fmean([each.judged - each.true for match in held for each in match])
    return Measured(middle, (low, high), bias, number, len(held))


def _own_square(each: Difference) -> float:
    """What the judge's own error adds to the square of the distance, in the mean."""
    return (each.judged - each.true) ** 2 - each.judged_variance - each.true_variance
