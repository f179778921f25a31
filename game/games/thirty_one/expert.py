"""Thirty-one's expert: neural, with a look ahead wherever its networks find choices near to each other.

The choices whose chances the networks tell to be within `NEAR` of that of the policy's own are played on, all in the
same sampled worlds (:mod:`game.games.thirty_one.look_ahead`), until it is the player's turn for the `TURNS`-th time
again: what the networks tell then is as good as what the end of the round would have shown, and scatters half as much.
So is every call: where the policy would not call, the networks have met few, and what they tell of one is some ten
points off. So are all choices once somebody has called, whose chances they tell by eight points and more too near to
each other or too far apart. Another choice than the policy's is played only where it leads by more than its standard
error would be if all worlds held other hands; else the look ahead has seen nothing. The error that is shown counts
hands that come again once.

Where two are alive, the other's hand is drawn by all that it has done in the round (:mod:`.beliefs`).
So much more is known then that choices further off are worth looking at.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Candidate, Estimate, Reason, with_one_even
from game.agents.network_learning import TrainedNetworks
from game.agents.networks import Floats, Network
from game.games.thirty_one import hands
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.beliefs import held
from game.games.thirty_one.card_arrays import NO_CARD, THIRTY_ONE, Ints
from game.games.thirty_one.cards import HAND_SIZE
from game.games.thirty_one.effort import ROLLOUTS
from game.games.thirty_one.look_ahead import (
    foreseen,
    likely_hands,
    open_worlds,
    played_on,
    rolled_out,
    sampled_worlds,
    with_decks_drawn,
)
from game.games.thirty_one.moves import Move, MoveKind
from game.games.thirty_one.neural import ACTION, SWAP, NeuralScorer, Signed
from game.games.thirty_one.policy_player import PolicyPlayer
from game.games.thirty_one.rounds import CALL, Rounds
from game.games.thirty_one.standing_arrays import Chances, StandingArrays
from game.games.thirty_one.standings import Outcome, known_end, never_let_go
from game.games.thirty_one.state import House, Standing, State, View
from game.rules.language import _, made, marked

NEAR, NEAR_OF_TWO = 0.02, 0.06
"""Choices whose chance the networks tell to be further below that of the policy's choice are not looked at; the second
where two are alive."""
TURNS = 3
"""Worlds are played on until it is the player's turn for the so-manieth time again."""

_PLAYED_ON = marked("{}; by the networks alone {}")
_LEFT_OUT = marked("by the networks alone {}; not played on")
_LEAD = marked("{:+z.1f} against what the networks prefer")
_PREFERRED = _("what the networks prefer")


class Ahead(NamedTuple):
    """What moves come to."""

    came: NDArray[np.float64]
    """(worlds, moves): the player's chance in each world."""
    hands: Ints
    """(worlds,): which hands others hold there, by number, or what else makes a world another: hands are drawn as often
    as play makes them likely, so that the same may be in most of the worlds."""


class RollOuts:
    """Plays choices of a view on, all in the same worlds, by the networks of neural."""

    def __init__(self, neural: NeuralScorer, guess: Network) -> None:
        self.neural, self.guess = neural, guess
        self.policy = PolicyPlayer({ACTION: neural.action, SWAP: neural.swap}, neural.encoding)

    def of(self, view: View, moves: Sequence[Move], worlds: int, random: np.random.Generator) -> Chances:
        """What these moves came to for everybody in so many worlds: (worlds, moves, seats)."""
        return self._to_the_end(view, moves, sampled_worlds(BatchView.of(view), worlds, random, self.guess), random)

    def ahead(
        self, view: View, moves: Sequence[Move], worlds: int, random: np.random.Generator, turns: int = TURNS
    ) -> Ahead:
        """What these moves come to for the player in so many worlds: until it is the player's turn for the `turns`-th
        time again, or to the end of the round where the networks tell no chances."""
        drawn = self._worlds(view, worlds, random)
        if not self.neural.telling:
            return Ahead(self._to_the_end(view, moves, drawn, random)[:, :, view.player], _alike(view, drawn))
        tables, in_hand, choice = self._played(view, moves, drawn)
        standings = standing_arrays(view.players, view.house)
        found = foreseen(self.policy, partial(self._told, view), standings, tables, in_hand, random, choice, turns)
        return Ahead(found.reshape(worlds, len(moves)), _alike(view, drawn))

    def _to_the_end(self, view: View, moves: Sequence[Move], drawn: Rounds, random: np.random.Generator) -> Chances:
        """What these moves come to for everybody in these worlds at the end of the round: (worlds, moves, seats)."""
        tables, in_hand, choice = self._played(view, moves, drawn)
        found = rolled_out(self.policy, standing_arrays(view.players, view.house), tables, in_hand, random, choice)
        return found.reshape(len(drawn), len(moves), view.players)

    def _worlds(self, view: View, count: int, random: np.random.Generator) -> Rounds:
        """So many worlds; at a table of two by all that the other did in the round, where the networks tell chances."""
        seen = BatchView.of(view)
        drawn = likely_hands(seen, count, random, self.guess)
        if view.alive == 2 and self.neural.telling:
            drawn = held(view, drawn, self.policy, self.guess, random)
        return with_decks_drawn(seen, drawn, random)

    def _played(self, view: View, moves: Sequence[Move], worlds: Rounds) -> tuple[Rounds, Ints, Ints]:
        """Worlds, each once for every move; the card in hand there, and the moves as choices."""
        tables = worlds.again(np.repeat(np.arange(len(worlds)), len(moves)))
        in_hand = np.full(len(tables), NO_CARD if view.drawn is None else view.drawn)
        return tables, in_hand, np.tile(self.neural.choices(view, moves), len(worlds))

    def _told(self, view: View, seen: BatchView) -> Floats:
        """The chances of what the policy does at the beginning of these turns of the round of a view, (n,)."""
        inputs = self.neural.encoding.action(seen)
        outputs = self.neural.action.forward(inputs)
        outputs[seen.called, CALL] = -np.inf
        does = outputs.argmax(axis=1)
        found: Floats = self.neural.chances(ACTION, inputs)[np.arange(len(seen)), does]
        fits, own = self.neural.fits[view.alive], view.player
        others = [seat for seat, lives in enumerate(view.lives) if lives and seat != own]
        callers = [view.caller] if view.caller is not None else others
        usual, call, called = (fits.of(view, who)(found) for who in ((), (own,), callers))
        return np.where(seen.called, called, np.where(does == CALL, call, usual))

    def of_open(self, states: Sequence[State], worlds: int, random: np.random.Generator) -> Chances:
        """What becomes of states of one table with all hands open, in so many worlds: (states, worlds, seats)."""
        tables, in_hand = open_worlds(states, worlds, random)
        standings = standing_arrays(tables.seats, tables.house)
        found = rolled_out(self.policy, standings, tables, in_hand, random)
        return found.reshape(len(states), worlds, tables.seats)

    def outcomes(self, states: Sequence[State], random: np.random.Generator) -> list[Outcome]:
        """What states of one table come to at the end of the round, each in a world with all hands as they are."""
        tables, in_hand = open_worlds(states, 1, random)
        played_on(self.policy, tables, in_hand, random)
        best = (tables.hand_scores() == THIRTY_ONE) | ~tables.alive
        lost = (tables.lives_before - tables.lives).tolist()
        return [(tuple(gone), all_best) for gone, all_best in zip(lost, best.all(axis=1).tolist(), strict=True)]


class ExpertScorer:
    """Neural's candidates, with what roll-outs came to where choices are near to each other.

    A score is by how many percent points a move leads the one that the policy prefers, less the standard error that the
    lead would have if all worlds held other hands; that one has 0. Where nothing is looked at, it is by how much less
    the policy prefers a move. `rollouts` are those of a decision.
    """

    name = "look ahead"
    slow = True

    def __init__(self, neural: NeuralScorer, guess: Network, rollouts: int = ROLLOUTS) -> None:
        self.neural, self.rollouts = neural, rollouts
        self._ahead = RollOuts(neural, guess)

    @classmethod
    def of(cls, trained: TrainedNetworks) -> "ExpertScorer":
        """The expert by these networks, with the usual number of roll-outs."""
        return cls(NeuralScorer.of(trained), hands.pretrained())

    def score(self, view: View, rng: Random) -> Iterator[list[Candidate]]:
        """A candidate for each legal move: by the networks alone, then with the look ahead where there is one. Of moves
        that nobody lets go (`never_let_go`) these alone, and no look ahead."""
        random = np.random.Generator(np.random.PCG64(rng.getrandbits(64)))
        prior = self.neural.score(view, rng)
        if best := never_let_go(view, [each.move for each in prior]):
            yield _by_networks([each for each in prior if each.move in best], 0)
            return
        own = max(range(len(prior)), key=lambda at: prior[at].score)
        yield _by_networks(prior, own)
        near = _near(view, prior, own)
        if len(near) > 1:
            moves, worlds = [prior[at].move for at in near], max(2, self.rollouts // len(near))
            known = [known_end(view, move) for move in moves]
            yield _told(prior, own, near, self._ahead.ahead(view, moves, worlds, random), known)


@lru_cache
def standing_arrays(seats: int, house: House) -> StandingArrays:
    """Everybody's chance at every standing, by the shipped table."""
    from game.games import standings  # it looks games up in the registry, which knows this one by its AIs

    def chances(lives: tuple[int, ...], first: int) -> Sequence[float]:
        return standings.chances("thirty_one", house._asdict(), Standing(lives), first)

    return StandingArrays.told_by(seats, chances)


def _chance(candidate: Candidate) -> float | None:
    return None if candidate.estimate is None else candidate.estimate.chance


def _near(view: View, prior: Sequence[Candidate], own: int) -> list[int]:
    """The policy's own choice, those near to it and a call, by their numbers; all where somebody has called, or no
    chances are told."""
    best, within = _chance(prior[own]), NEAR_OF_TWO if view.alive == 2 else NEAR
    if best is None or view.caller is not None:
        return list(range(len(prior)))
    return [
        at
        for at, each in enumerate(prior)
        if at == own or each.move.kind == MoveKind.CALL or (_chance(each) or 0.0) >= best - within
    ]


def _by_networks(prior: Sequence[Candidate], own: int) -> list[Candidate]:
    """The candidates where nothing is looked at: ahead is what the policy prefers, whatever the others' chances."""
    best = prior[own].score
    return [each._replace(score=min(0.0, each.score - best)) for each in prior]


def _left_out(candidate: Candidate, own: Candidate, came: float) -> Candidate:
    """A move that is not looked at: it is behind by what the networks tell, and so is its chance behind what the
    policy's own choice `came` to, that all are shown by one measure."""
    behind = (_chance(candidate) or 0.0) - (_chance(own) or 0.0)
    estimate = Estimate(chance=min(1.0, max(0.0, came + behind)))
    return candidate._replace(score=100 * behind, reason=Reason(_LEFT_OUT, (candidate.reason,)), estimate=estimate)


def _alike(view: View, worlds: Rounds) -> Ints:
    """Which of these worlds are alike, (worlds,), by number: those in which others hold the same hands; none where all
    their cards are known."""
    others = [known for seat, known in enumerate(view.known) if view.lives[seat] and seat != view.player]
    if all(known.bit_count() == HAND_SIZE for known in others):
        return np.arange(len(worlds))
    return _hands_in(worlds)


def _hands_in(worlds: Rounds) -> Ints:
    """Which hands everybody holds in these worlds, (worlds,), by number."""
    _, which = np.unique(worlds.hands.reshape(len(worlds), -1), axis=0, return_inverse=True)
    return which.reshape(-1)


def _error(came: NDArray[np.float64], hands: Ints) -> float:
    """One standard error of the mean of what worlds came to, which are alike where others hold the same `hands`: by how
    far these lie apart (Liang and Zeger, Biometrika 73, 1986), and not below what one more of them that came out even
    would change (as many as they are worth: L. Kish, Survey Sampling, 1965)."""
    mean, worlds, times = float(came.mean()), len(came), np.bincount(hands)
    apart = (np.bincount(hands, came - mean) ** 2).sum() * len(times) / max(1, len(times) - 1)
    one_more = with_one_even(mean, float(worlds**2 / (times**2).sum()))
    return max(float(apart**0.5) / worlds, abs(mean - one_more))


def _told(
    prior: Sequence[Candidate], own: int, near: Sequence[int], ahead: Ahead, known: Sequence[float | None]
) -> list[Candidate]:
    """The candidates with what the near ones came to; those that end the round with a known result have the chances
    that are `known`."""
    sure = np.array([np.nan if chance is None else chance for chance in known])
    came = np.where(np.isnan(sure), ahead.came, sure)
    worlds, level = len(came), came[:, [near.index(own)]]
    found, lead = [_left_out(each, prior[own], float(level.mean())) for each in prior], came - level
    for place, at in enumerate(near):
        chance, error = float(came[:, place].mean()), _error(came[:, place], ahead.hands)
        error = error if known[place] is None else 0.0
        by, unsure = float(lead[:, place].mean()), float(lead[:, place].std() / worlds**0.5)
        against = _PREFERRED if at == own else made(_LEAD, (Signed(100 * by),), {})
        reason = Reason(_PLAYED_ON, (against, prior[at].reason))
        estimate = Estimate(chance=chance, error=error, visits=worlds)
        found[at] = prior[at]._replace(score=100 * (by - unsure), reason=reason, estimate=estimate)
    return found
