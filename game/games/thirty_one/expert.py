"""Thirty-one's expert: neural, with a look ahead wherever its networks find choices near to each other.

The choices whose chances the networks tell to be within `NEAR` of that of the policy's own are played on to the end of
the round, all in the same sampled worlds (:mod:`game.games.thirty_one.look_ahead`). Another choice than the policy's is
played only where it leads by more than its standard error, over the worlds; else the look ahead has seen nothing.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Candidate, Estimate, Reason
from game.agents.network_learning import TrainedNetworks
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.look_ahead import Choices, rolled_out, sampled_worlds
from game.games.thirty_one.neural import ACTION, SWAP, NeuralScorer
from game.games.thirty_one.policy_player import PolicyPlayer
from game.games.thirty_one.standing_arrays import StandingArrays
from game.games.thirty_one.state import House, Standing, View

ROLLOUTS = 192
"""How many roll-outs a decision has, those of all its choices together."""
NEAR = 0.03
"""Choices whose chance the networks tell to be further below that of the policy's choice are not looked at."""
PORTIONS = 4
"""So many parts the worlds come in: after each of them the candidates are told as they stand."""

_PLAYED_ON = "{:.1f} % to win the match, \N{PLUS-MINUS SIGN}{:.1f} in {:,} roll-outs; {}"
_LEFT_OUT = "{}; not played on"
_LEAD = "{:+.1f} against what the networks prefer"
_PREFERRED = "what the networks prefer"


class ExpertScorer:
    """Neural's candidates, with what roll-outs came to where choices are near to each other.

    A score is by how many percent points a move leads the one that the policy prefers, less the standard error of that
    lead; that one has 0. `rollouts` are those of a decision.
    """

    name = "look ahead"
    slow = True

    def __init__(self, neural: NeuralScorer, rollouts: int = ROLLOUTS) -> None:
        self.neural, self.rollouts = neural, rollouts
        self._policy = PolicyPlayer({ACTION: neural.action, SWAP: neural.swap}, neural.encoding)

    @classmethod
    def of(cls, trained: TrainedNetworks) -> "ExpertScorer":
        """The expert by these networks, with the usual number of roll-outs."""
        return cls(NeuralScorer.of(trained))

    def score(self, view: View, rng: Random) -> Iterator[list[Candidate]]:
        """A candidate for each legal move, in lists that grow with the worlds."""
        random = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
        prior = self.neural.score(view, rng)
        own = max(range(len(prior)), key=lambda at: prior[at].score)
        near = _near(prior, own)
        if len(near) == 1:
            yield [_left_out(each, prior[own]) if at != own else _alone(each) for at, each in enumerate(prior)]
            return
        worlds = max(1, self.rollouts // (len(near) * PORTIONS))
        came: list[NDArray[np.float64]] = []
        for _ in range(PORTIONS):
            came.append(self._portion(view, [prior[at] for at in near], worlds, random))
            yield _told(prior, own, near, np.concatenate(came))

    def _portion(
        self, view: View, near: Sequence[Candidate], worlds: int, random: np.random.Generator
    ) -> NDArray[np.float64]:
        """What the moves of these candidates came to in so many worlds more: (worlds, candidates)."""
        seen = BatchView.of(view)
        dealt = sampled_worlds(seen, worlds, random)
        choice = np.tile(self.neural.choices(view, [each.move for each in near]), worlds)
        drawn = None if seen.drawn is None else np.repeat(seen.drawn, worlds)
        choices = Choices(np.repeat(np.arange(worlds), len(near)), choice)
        standings = standing_arrays(len(view.lives), view.house)
        found = rolled_out(self._policy, standings, dealt, drawn, choices, random)
        return found.reshape(worlds, len(near))


@lru_cache
def standing_arrays(seats: int, house: House) -> StandingArrays:
    """Everybody's chance at every standing, by the shipped table."""
    from game.games import standings  # it looks games up in the registry, which knows this one by its AIs

    def chances(lives: tuple[int, ...], first: int) -> Sequence[float]:
        return standings.chances("thirty_one", house._asdict(), Standing(lives), first)

    return StandingArrays.told_by(seats, chances)


def _chance(candidate: Candidate) -> float | None:
    return None if candidate.estimate is None else candidate.estimate.chance


def _near(prior: Sequence[Candidate], own: int) -> list[int]:
    """The policy's own choice and those near to it, by their numbers; all where no chances are told."""
    best = _chance(prior[own])
    if best is None:
        return list(range(len(prior)))
    return [at for at, each in enumerate(prior) if at == own or (_chance(each) or 0.0) >= best - NEAR]


def _alone(candidate: Candidate) -> Candidate:
    """What the policy prefers, where nothing else is near."""
    return candidate._replace(score=0.0)


def _left_out(candidate: Candidate, own: Candidate) -> Candidate:
    """A move that is not looked at: it is behind by what the networks tell."""
    behind = (_chance(candidate) or 0.0) - (_chance(own) or 0.0)
    return candidate._replace(score=100 * behind, reason=Reason(_LEFT_OUT, (candidate.reason,)))


def _told(prior: Sequence[Candidate], own: int, near: Sequence[int], came: NDArray[np.float64]) -> list[Candidate]:
    """The candidates as the worlds so far have it; `came` is what the near ones came to, (worlds, near)."""
    worlds = len(came)
    found = [_left_out(each, prior[own]) for each in prior]
    lead = came - came[:, [near.index(own)]]
    for place, at in enumerate(near):
        chance, error = float(came[:, place].mean()), float(came[:, place].std() / worlds**0.5)
        ahead, unsure = float(lead[:, place].mean()), float(lead[:, place].std() / worlds**0.5)
        words = _PREFERRED if at == own else _LEAD.format(100 * ahead)
        reason = Reason(_PLAYED_ON, (100 * chance, 100 * error, worlds, words))
        estimate = Estimate(chance=chance, error=error, visits=worlds)
        found[at] = prior[at]._replace(score=100 * (ahead - unsure), reason=reason, estimate=estimate)
    return found
