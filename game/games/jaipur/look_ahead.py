"""The look-ahead of Jaipur's expert: the best moves of the network, followed by the rival's reply and an own next move.

A roll-out plays a move in a sampled world, lets the rival reply by the network, and takes what the network makes of the
best own move after that; where the round ends, its result. All moves are played in the same worlds. Sequential halving
(Karnin, Koren and Somekh, Almost Optimal Exploration in Multi-Armed Bandits, 2013) gives the better half of the moves
more and more of the roll-outs; those of a step are looked at together, one matrix a turn.
"""

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Candidate, Estimate, Reason, with_one_even
from game.agents.network_learning import TrainedNetworks
from game.agents.networks import Network
from game.agents.platt import Platt
from game.games.jaipur.effort import ROLLOUTS
from game.games.jaipur.evaluation import VALUE, look, total
from game.games.jaipur.moves import Move
from game.games.jaipur.round_worth import round_worth
from game.games.jaipur.rules import RULES
from game.games.jaipur.state import Standing, State, View
from game.games.jaipur.words import describe
from game.rules.language import _, marked
from game.rules.mentions import did, mention

MOST = 8
"""So many moves are followed at most, the network's best."""
NEAR = 0.15
"""Moves whose value is farther behind the best one's are not followed."""
PRIOR = 6
"""The network's own value counts as so many roll-outs before the first."""
PLATT = Platt(0.85)
"""Fitted on matches of the expert against itself, of the seeds from 5001 on."""
LEAST = 0.0005
"""Nearer to 0 or 1 is no chance of a round that goes on: moves compared in few worlds may come out beyond either."""
_TOTAL, _CHANCE, _DIFFERENCE = range(3)
_ENDS = Reason("the round ends with it")
_ALONE = marked("{:.1f} % of the round by the network alone")


class Leaf(NamedTuple):
    """What a roll-out came to: the value, the chance to win the round and the difference of score, and the moves that
    led there; no move where the round was over before."""

    worth: tuple[float, float, float]
    reply: Move | None = None
    following: Move | None = None


@dataclass
class _Branch:
    """A move that is followed: what the network makes of it, as a `Leaf`'s worth, and where its roll-outs led, one a
    world, in the order of the worlds; `sums` are of their worths, after 0, 1, 2 ... of them. Of a move that is `sure`,
    as the round ends with it, that worth is exact, and `drawn` the chance that it ends it drawn."""

    move: Move
    prior: NDArray[np.float64]
    sure: bool = False
    drawn: float = 0.0
    leaves: list[Leaf] = field(default_factory=list)
    sums: NDArray[np.float64] = field(default_factory=lambda: np.zeros((1, 3)))

    def add(self, leaves: Sequence[Leaf]) -> None:
        """Take in where more roll-outs led."""
        self.leaves += leaves
        worths = np.array([leaf.worth for leaf in leaves])
        self.sums = np.concatenate([self.sums, self.sums[-1] + worths.cumsum(axis=0)])

    def mean(self, worlds: int) -> NDArray[np.float64]:
        """The mean worth over the first worlds, with the network's own."""
        found: NDArray[np.float64] = (PRIOR * self.prior + self.sums[worlds]) / (PRIOR + worlds)
        return found

    @property
    def error(self) -> float | None:
        """One standard error of the chance to win the round, as the worlds have it; None below two of them. It is no
        less than what one more that came out even would change: a few may all come to the same."""
        number = len(self.leaves)
        if number < 2:
            return None
        chances = [leaf.worth[_CHANCE] for leaf in self.leaves]
        apart = float(np.std(chances, ddof=1)) * math.sqrt(number) / (PRIOR + number)
        mean = float(self.mean(number)[_CHANCE])
        return max(apart, abs(mean - with_one_even(mean, PRIOR + number)))

    def line(self, player: int) -> str:
        """What follows most often after the move of a player, in words."""
        if not self.leaves:
            return ""
        (reply, times), *_rest = Counter(leaf.reply for leaf in self.leaves).most_common(1)
        if reply is None:
            return _("the round was over")
        replied, number = did(mention(1 - player), describe(reply)), len(self.leaves)
        often = _("{replied} in {times} of {number} tries", replied=replied, times=times, number=number)
        if number == 1:
            often = _("{replied} in the only try", replied=replied)
        (following, _times), *_rest = Counter(
            leaf.following for leaf in self.leaves if leaf.reply == reply
        ).most_common(1)
        if following is None:
            return _("{often}, then the round was over", often=often)
        return _("{often}, then {moved}", often=often, moved=did(mention(player), describe(following)))


class LookAhead:
    """A candidate for each move that is followed, its score the value after the roll-outs, from -1 to 1. As they grow,
    so does the list; how many there are depends on `rollouts` alone. What `platt` makes of its chances of the round is
    shown: the best of several sampled means is too sure of itself."""

    name = "look-ahead"
    slow = True

    def __init__(self, network: Network, rollouts: int = ROLLOUTS, platt: Platt = PLATT) -> None:
        self.network, self.rollouts, self.platt = network, rollouts, platt

    @classmethod
    def of(cls, trained: TrainedNetworks) -> "LookAhead":
        """One that plays by what neural has learnt."""
        return cls(trained.networks[VALUE])

    def score(self, view: View, rng: Random) -> Iterator[list[Candidate]]:
        """The candidates, best of the network first: without roll-outs, then after each step."""
        worlds = Random(rng.getrandbits(64))
        branches = self._begin(view)
        yield _candidates(view, branches, self.platt)
        following = branches
        steps = math.ceil(math.log2(len(branches)))
        for _half in range(steps):
            number = max(1, self.rollouts // steps // len(following))
            self._follow(view, following, [RULES.sample(view, worlds) for _ in range(number)])
            ranked = sorted(following, key=lambda branch: -branch.mean(len(branch.leaves))[_TOTAL])
            following = ranked[: math.ceil(len(ranked) / 2)]
            yield _candidates(view, branches, self.platt)

    def _begin(self, view: View) -> list[_Branch]:
        """The moves to follow that come into question, best first."""
        looked = look(self.network, [view])
        values = looked.values
        best = np.argsort(-values.total, kind="stable")
        best = best[values.in_question[best]][:MOST]
        near = best[values.total[best] >= values.total[best[0]] - NEAR]
        worths = np.stack([values.total, values.chance, values.difference], axis=1)[near].astype(np.float64)
        moves = looked.found.moves.moves(near)
        ends = zip(values.sure[near].tolist(), values.drawn[near].tolist(), strict=True)
        return [_Branch(move, worth, *end) for move, worth, end in zip(moves, worths, ends, strict=True)]

    def _follow(self, view: View, branches: Sequence[_Branch], worlds: Sequence[State]) -> None:
        """Add a leaf in each of these worlds to each branch."""
        states = [world.copy() for _ in branches for world in worlds]
        moves = [branch.move for branch in branches for _ in worlds]
        leaves = rolled_out(self.network, states, moves)
        for at, branch in enumerate(branches):
            branch.add(leaves[at * len(worlds) : (at + 1) * len(worlds)])


def rolled_out(network: Network, states: Sequence[State], moves: Sequence[Move]) -> list[Leaf]:
    """Where a move leads in each state, which is changed, for whoever made it."""
    players = [state.to_move for state in states]
    _play(states, moves)
    replies = _best(network, states)
    _play(states, [reply and reply.reply for reply in replies])
    leaves = []
    for state, player, reply, last in zip(states, players, replies, _best(network, states), strict=True):
        worth = _result(state, player or 0) if last is None else last.worth
        leaves.append(Leaf(worth, reply and reply.reply, last and last.reply))
    return leaves


def played_out(network: Network, states: Sequence[State], moves: Sequence[Move]) -> list[State]:
    """Where a move leads in each state, which is changed, once the round was played to its end by the network."""
    _play(states, moves)
    going = [state for state in states if state.to_move is not None]
    while going:
        _play(going, [best and best.reply for best in _best(network, going)])
        going = [state for state in going if state.to_move is not None]
    return list(states)


def _best(network: Network, states: Sequence[State]) -> list[Leaf | None]:
    """The best move of whoever is to move in each state by the network, and its worth; None where it is over."""
    found: list[Leaf | None] = [None] * len(states)
    going = [at for at, state in enumerate(states) if state.to_move is not None]
    if not going:
        return found
    views = [RULES.view(states[at], states[at].to_move or 0) for at in going]
    looked = look(network, views)
    best = looked.found.best(looked.values.ranks)
    values = (looked.values.total, looked.values.chance, looked.values.difference)
    worths = np.stack([each[best] for each in values], axis=1).tolist()
    for at, move, (value, chance, difference) in zip(going, looked.found.moves.moves(best), worths, strict=True):
        found[at] = Leaf((value, chance, difference), move)
    return found


def _play(states: Sequence[State], moves: Sequence[Move | None]) -> None:
    """Play a move in each state; none where there is none."""
    for state, move in zip(states, moves, strict=True):
        if move is not None:
            RULES.decide(state, move)
            RULES.settle(state, move, None)


def _result(state: State, player: int) -> tuple[float, float, float]:
    """The worth of a round that is over, for a player."""
    end = RULES.round_end(state, Standing())
    assert end.scores is not None
    chance = 0.5 if end.winner is None else float(end.winner == player)
    difference = end.scores[player] - end.scores[1 - player]
    return float(total(np.array(chance), np.array(difference))), chance, difference


def _candidates(view: View, branches: Sequence[_Branch], platt: Platt) -> list[Candidate]:
    """The branches as candidates, with what `platt` makes of their chances.

    A move that was dropped early is compared with the best one in the worlds that both have seen, so that it stays
    behind those that it was dropped for. A sure one is what it is.
    """
    most = max(len(branch.leaves) for branch in branches)
    best = max(
        (branch for branch in branches if len(branch.leaves) == most), key=lambda branch: branch.mean(most)[_TOTAL]
    )
    worth = round_worth(view)
    found = []
    for branch in branches:
        seen = len(branch.leaves)
        mean = branch.prior if branch.sure else best.mean(most) + branch.mean(seen) - best.mean(seen)
        chance, error, why = _told(branch, float(mean[_CHANCE]), platt)
        if error is not None:
            error *= abs(worth.won - worth.lost)
        match, expected = float(worth.halved(chance, branch.drawn)), float(mean[_DIFFERENCE])
        estimate = Estimate(match, chance, expected, error, seen, branch.line(view.player))
        found.append(Candidate(branch.move, float(mean[_TOTAL]), why, estimate))
    return found


def _told(branch: _Branch, chance: float, platt: Platt) -> tuple[float, float | None, Reason]:
    """What is shown of a chance of the round, its error, and why."""
    if branch.sure:
        return chance, 0.0, _ENDS
    chance = min(1.0 - LEAST, max(LEAST, chance))
    error = None if branch.error is None else platt.error(chance, branch.error)
    return platt.mean(chance), error, Reason(_ALONE, (100.0 * float(branch.prior[_CHANCE]),))
