"""Thirty-one's judge: every choice played on by neural's networks to the end of the round, in the same sampled worlds;
what is left then is the chance at the standing that it led to.

By what a player knows, others' hands are drawn as their play has made them likely. With all hands open only the deck is
drawn, and everybody plays on by what it knows itself: so a chance is the mean of those that follow it as long as the
networks play. All states, and all worlds of each, are played at once.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from game.agents.judging import Shares, Weighed, with_chance
from game.games.sampling_judge import SamplingJudge
from game.games.thirty_one.expert import RollOuts
from game.games.thirty_one.moves import Move
from game.games.thirty_one.rules import RULES
from game.games.thirty_one.standing_arrays import Chances
from game.games.thirty_one.standings import Outcome
from game.games.thirty_one.state import State, View

WORLDS = 400
"""In so many worlds each choice is played on."""
OPEN_WORLDS = 64
"""In so many with all hands open."""
NETWORK_ERROR = 0.04
"""By so much, one standard error, the networks' own chances tell wrongly how far two choices are apart: the roll-outs
and they are joined by their errors, so that choices that are alike are not told apart by luck."""


@dataclass(frozen=True)
class ThirtyOneJudge(SamplingJudge):
    """Judges by roll-outs."""

    game = RULES.name
    ahead: RollOuts

    def weigh(self, view: View, asked: Sequence[Move], rng: Random) -> list[Weighed]:
        """See :meth:`game.agents.judging.Judge.weigh`: all legal moves."""
        moves = RULES.legal_moves(view)
        came = self._came(view, moves, rng)[:, :, view.player]
        chances = self._joined(came, view, moves)
        errors = _errors(came, int(chances.argmax()))
        return [Weighed(*each) for each in zip(moves, chances.tolist(), errors.tolist(), strict=True)]

    def sampled(self, view: View, moves: Sequence[Move], rng: Random) -> list[list[float]]:
        """See :meth:`game.agents.judging.Judge.sampled`."""
        found: list[list[float]] = self._came(view, moves, rng)[:, :, view.player].T.tolist()
        return found

    def everybodys(self, view: View, weighed: Sequence[Weighed], rng: Random) -> list[Shares]:
        """See :meth:`game.agents.judging.Judge.everybodys`."""
        came = self._came(view, [each.move for each in weighed], rng).mean(axis=0)
        return [
            with_chance(shares, view.player, each.chance) for shares, each in zip(came.tolist(), weighed, strict=True)
        ]

    def open_chances(self, states: Sequence[State], rng: Random, mean_from: int | None = None) -> list[Shares]:
        """See :meth:`game.agents.judging.Judge.open_chances`."""
        found = self.ahead.of_open(states, self.times(OPEN_WORLDS), _generator(rng)).mean(axis=1)
        return [tuple(row) for row in found.tolist()]

    def outcomes(self, states: Sequence[State], rng: Random) -> list[Outcome]:
        """See :meth:`game.agents.judging.PlaysRounds.outcomes`."""
        return self.ahead.outcomes(states, _generator(rng))

    def _came(self, view: View, moves: Sequence[Move], rng: Random) -> Chances:
        return self.ahead.of(view, moves, self.times(WORLDS), _generator(rng))

    def _joined(self, came: NDArray[np.float64], view: View, moves: Sequence[Move]) -> NDArray[np.float64]:
        """The chances after these moves, (n,), of what they came to, (worlds, n): by how much they are behind what the
        networks prefer is joined with what the networks tell of it, if they do, each weighed by its error."""
        chances: NDArray[np.float64] = came.mean(axis=0)
        told = self._told(view, moves)
        if told is not None:
            unsure = _errors(came, 0) ** 2 / (_errors(came, 0) ** 2 + NETWORK_ERROR**2)
            chances += unsure * (told - told[0] - (chances - chances[0]))
        return chances.clip(0.0, 1.0)

    def _told(self, view: View, moves: Sequence[Move]) -> NDArray[np.float64] | None:
        """The chances that the networks tell of these moves, (n,); None where they tell none."""
        found = {each.move: each.estimate for each in self.ahead.neural.score(view, Random(0))}
        told = [estimate.chance for move in moves if (estimate := found[move]) is not None]
        return np.array(told, dtype=np.float64) if told and None not in told else None


def _errors(came: NDArray[np.float64], best: int) -> NDArray[np.float64]:
    """One standard error of the differences between a choice and the others, (n,), over (worlds, n)."""
    found: NDArray[np.float64] = (came - came[:, [best]]).std(axis=0) / len(came) ** 0.5
    return found


def _generator(rng: Random) -> np.random.Generator:
    return np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
