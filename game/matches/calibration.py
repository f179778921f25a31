"""Whether the chances that an AI shows come true: a reliability table from its matches against itself.

Every decision tells a chance, that of the candidate it played, and the match tells what came of it. The decisions of a
match share one result, so matches, not decisions, are independent: errors are robust to clusters, as K.-Y. Liang and
S. L. Zeger have them ("Longitudinal data analysis using generalized linear models", Biometrika 73, 1986), and the
interval of the mean error is a bootstrap over matches (B. Efron, "Bootstrap methods", Annals of Statistics 7, 1979).
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np

from game.agents.agent import Agent, Considered, ThinkingError
from game.agents.match import Match
from game.base.interrupts import number_of
from game.games import registry
from game.games.seats import parse_seats, setup
from game.matches.faults import Fault, FaultListener, FaultSum
from game.matches.ratings import wilson
from game.mods.mods import MODS, ModsInUse
from game.rules.protocol import MatchEnd
from game.training.metrics import Floats
from game.training.spreading import HERE, Spread

BINS = 10
RESAMPLED = 1000
"""So many times the matches are drawn anew for the interval of the mean error."""
FEWEST = 10
"""Of fewer matches no table is made: they may all be alike, and would then leave nothing to luck."""
_Z = NormalDist().inv_cdf(0.975)
_PORTIONS_PER_WORKER = 16
_LARGEST_PORTION = 20


class Sums(NamedTuple):
    """What one match adds to each bin: its decisions, the sum of their chances, and of what came of them; (3, BINS) as
    an array."""

    decisions: tuple[float, ...]
    shown: tuple[float, ...]
    true: tuple[float, ...]


class Bin(NamedTuple):
    """The decisions whose chance lay between two bounds: how many, in how many matches; the mean that was shown, the
    share that came true, and its 95 % interval."""

    low: float
    high: float
    decisions: int
    matches: int
    shown: float
    came_true: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class Calibration:
    """A reliability table. `mean_error` is the mean, over decisions, of how far their bin's chances lie from what came
    true; `interval` its 95 % interval, and `by_luck` what it would be in the mean if every chance were true. `faults`
    are those of matches that are left out, as not all moves were the AI's own. `stopped` is the signal that ended it
    before all matches were played, or 0."""

    matches: int
    bins: tuple[Bin, ...]
    mean_error: float
    interval: tuple[float, float]
    by_luck: float
    faults: FaultSum = field(default_factory=FaultSum)
    stopped: int = 0

    @property
    def decisions(self) -> int:
        """How many decisions it rests on."""
        return sum(each.decisions for each in self.bins)

    def record(self) -> dict[str, Any]:
        """The table as a file holds it; chances in [0, 1]."""
        return {
            "matches": self.matches,
            "decisions": self.decisions,
            "mean_error": self.mean_error,
            "interval": list(self.interval),
            "by_luck": self.by_luck,
            "bins": [each._asdict() | {"interval": list(each.interval)} for each in self.bins],
        }


@dataclass(frozen=True)
class SelfPlayed:
    """Plays matches of an AI against itself; what comes of one depends on its seed alone. It can be sent to workers."""

    game: str
    ai: str
    options: Mapping[str, Any]
    players: int
    mods: ModsInUse = field(default_factory=ModsInUse)

    def __call__(self, seeds: range) -> list[Sums | Fault]:
        """What the matches of these seeds add to the bins; the fault where the AI was at fault and another moved."""
        self.mods.use()
        return [self._match(seed) for seed in seeds]

    def _match(self, seed: int) -> Sums | Fault:
        end, shown, faults = self._played(seed, until_shown=False)
        if faults:
            return faults[0]
        assert end is not None, "it was played to its end"
        won = [1.0 / self.players if end.winner is None else float(end.winner == seat) for seat in range(self.players)]
        return sums([(chance, won[player]) for player, chance in shown])

    def lacks(self, seed: int) -> str:
        """Why nothing can be measured: in the match of a seed the AI is at fault before it shows any chance to win, or
        shows none. Empty where it shows one."""
        _end, shown, faults = self._played(seed, until_shown=True)
        if shown:
            return ""
        if faults:
            return faults[0].note
        return f"{self.ai} shows no chance to win at {self.game}: there is nothing to compare with what came true"

    def _played(
        self, seed: int, until_shown: bool
    ) -> tuple[MatchEnd | None, list[tuple[int, float]], tuple[Fault, ...]]:
        """The match of a seed until the AI is at fault, or else to its end, or until a chance is shown: how it ended,
        the chances that were shown, and the faults."""
        game, how, agents, fallback = self._table()
        shown, listener = Shown(agents[0].name), FaultListener(None)
        match = Match(game.rules, how, seed, listener, thoughts=shown)
        try:
            while match.end is None and not listener.faults and not (until_shown and shown.chances):
                player = match.state.to_move
                match.play(match.choose(player, agents[player], fallback))
        finally:
            for agent in agents:
                agent.close()
        return match.end, shown.chances, listener.faults

    def _table(self) -> tuple[registry.GameModule, Any, list[Agent], Agent]:
        game = registry.game(self.game)
        seats = parse_seats(game.name, [self.ai] * self.players)
        agents = [agent for seat in seats if (agent := seat.agent()) is not None]
        fallback = registry.usual_ai(game, self.options).agent()
        return game, setup(game.rules, seats, self.options), agents, fallback


class Shown:
    """Keeps the chances of the candidates that the AI of a name played, each with its player."""

    def __init__(self, ai: str) -> None:
        self.ai = ai
        self.chances: list[tuple[int, float]] = []

    def __call__(self, thought: Considered) -> None:
        """Take a thought in."""
        if thought.chosen is None or thought.ai != self.ai:
            return
        estimate = thought.candidates[thought.chosen].estimate
        if estimate is not None and estimate.chance is not None:
            self.chances.append((thought.player, estimate.chance))


def sums(pairs: list[tuple[float, float]]) -> Sums:
    """What decisions add to the bins: of each the chance that was shown, and what came of it."""
    found: Floats = np.zeros((3, BINS))
    for chance, won in pairs:
        place = min(int(chance * BINS), BINS - 1)
        found[:, place] += 1.0, chance, won
    return Sums(*[tuple(row) for row in found.tolist()])


def calibration(
    work: SelfPlayed, matches: int, seed: int, spread: Spread = HERE, progress: Callable[[int], None] | None = None
) -> Calibration:
    """The reliability table of an AI, from so many matches, of the seeds from `seed` on; who plays them changes
    nothing. `progress` is told how many more are over. Where it is interrupted, the table is of the first of them: of
    those that end soonest it would be of short ones. Raises ThinkingError where the AI was at fault in
    so many of them that fewer than `FEWEST` are left, KeyboardInterrupt where as few were played."""
    size = max(1, min(_LARGEST_PORTION, matches // (spread.workers * _PORTIONS_PER_WORKER)))
    portions = [range(at, min(at + size, seed + matches)) for at in range(seed, seed + matches, size)]
    found: dict[int, list[Sums | Fault]] = {}
    try:
        for place, played in spread.each(work, portions):
            found[place] = played
            if progress is not None:
                progress(len(played))
    except KeyboardInterrupt as error:
        first = [each for place in takewhile(found.__contains__, range(len(portions))) for each in found[place]]
        if len(first) < FEWEST:
            raise
        return replace(_table(first), stopped=number_of(error))
    return _table([each for place in range(len(portions)) for each in found[place]])


def _table(played: Sequence[Sums | Fault]) -> Calibration:
    """The table of these matches, in their order."""
    faults, sound = FaultSum(), list[Sums]()
    for number, each in enumerate(played):
        if isinstance(each, Fault):
            faults.add(number, each)
        else:
            sound.append(each)
    if faults.matches and len(sound) < FEWEST:
        raise ThinkingError(faults.note)
    return replace(reliability(np.array(sound)), faults=faults)


def reliability(played: Floats) -> Calibration:
    """The reliability table of matches: their sums, (matches, 3, BINS)."""
    totals = played.sum(axis=0)
    decisions, _, true = totals
    rates = true / np.maximum(decisions, 1.0)
    errors = np.sqrt(((played[:, 2] - rates * played[:, 0]) ** 2).sum(axis=0)) / np.maximum(decisions, 1.0)
    by_luck = math.sqrt(2.0 / math.pi) * float(decisions @ errors / max(1.0, decisions.sum()))  # of normal errors
    bins = tuple([_bin(played, place, float(errors[place])) for place in range(BINS) if decisions[place]])
    return Calibration(len(played), bins, float(_mean_errors(totals)), _interval(played), by_luck)


def _bin(played: Floats, place: int, error: float) -> Bin:
    """A bin in which there are decisions; `error` is the standard error of the share that came true."""
    decisions, shown, true = played[:, :, place].sum(axis=0).tolist()
    matches, rate = int((played[:, 0, place] > 0).sum()), true / decisions
    # Where all came true, or none, no error is seen: there it is as if every match had had one decision.
    low, high = (rate - _Z * error, rate + _Z * error) if error else wilson(rate * matches, matches)
    return Bin(
        place / BINS, (place + 1) / BINS, int(decisions), matches, shown / decisions, rate, (max(0, low), min(1, high))
    )


def _mean_errors(totals: Floats) -> Floats:
    """The mean error of sums over matches, (..., 3, BINS): sum of |shown - true| over all decisions."""
    errors: Floats = np.abs(totals[..., 1, :] - totals[..., 2, :]).sum(axis=-1)
    mean: Floats = errors / np.maximum(totals[..., 0, :].sum(axis=-1), 1.0)
    return mean


def _interval(played: Floats) -> tuple[float, float]:
    """The 95 % interval of the mean error, over matches drawn anew; always the same draws."""
    rng = np.random.default_rng(1)
    drawn = rng.multinomial(len(played), np.full(len(played), 1.0 / len(played)), size=RESAMPLED)
    totals = (drawn @ played.reshape(len(played), -1)).reshape(RESAMPLED, *played.shape[1:])
    low, high = np.quantile(_mean_errors(totals), [0.025, 0.975])
    return float(low), float(high)


def self_played(game: str, ai: str, options: Mapping[str, Any], players: int) -> SelfPlayed:
    """The matches of an AI, in the words of seats, against itself."""
    return SelfPlayed(game, ai, options, players, MODS.in_use(game, [ai]))
