"""Notty's judge: what is left of each move in the mean, over what chance may make of it, if all go on as `deep-q`.

All hands are open, so what a player knows and what open hands tell is the same: a move is worth what the positions are
worth that it leads to, by networks that tell everybody's chances (:mod:`game.games.notty.outlook`). It weighs the
moves that the expert considers, and those that it is asked for, all of them in the same worlds.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from game.agents.judging import Shares, Weighed, shared, with_chance
from game.games.notty.action_values import Indices, going_with, judged, share_of, with_own
from game.games.notty.deep_q import DeepQ, Networks
from game.games.notty.moves import HOLDS, RETURNED, Move
from game.games.notty.open_features import Hands, deck_of, highest, returns_of, rows_of
from game.games.notty.outlook import Outlook, movers_of, seen_in
from game.games.notty.rules import RULES
from game.games.notty.state import State, View
from game.games.sampling_judge import SamplingJudge
from game.rules.protocol import apply, worth_of

WORLDS = 128
"""In so many worlds it is looked at what comes of a move."""
DOUBT = 0.01
"""By less than this no move is better than the expert's own, which was learnt from results and not told by a network
that errs: the best of many moves, each told with an error, would always be told too good."""
AHEAD = 24
"""For so many turns positions are played on where the judge's own error is measured."""
Chances = NDArray[np.float64]


@dataclass(frozen=True)
class NottyJudge(SamplingJudge):
    """Judges by networks, which are by the number of players: those that the expert plays by, and those that tell
    everybody's chances."""

    game = RULES.name
    networks: Mapping[int, Networks]
    outlook: Mapping[int, Outlook]

    def weigh(self, view: View, asked: Sequence[Move], rng: Random) -> list[Weighed]:
        """See :meth:`game.agents.judging.Judge.weigh`: the expert's own move first. By how much another leads, it leads
        less by `DOUBT`."""
        considered = sorted(DeepQ(self.networks, ahead=True).score(view, rng), key=lambda each: -each.score)
        # The networks learnt by the published rules: by others of the house, some of what they consider is not legal.
        legal = [each.move for each in considered if RULES.refusal(view, each.move) is None]
        moves = list(dict.fromkeys([*(legal or RULES.legal_moves(view)), *asked]))
        came = self._came(view, moves, rng)[:, :, view.player]
        chances = came.mean(axis=1)
        leads = chances - chances[0]
        chances = np.where(leads > 0.0, chances[0] + np.maximum(0.0, leads - DOUBT), chances)
        behind = came - came[chances.argmax()]
        errors = behind.std(axis=1) / behind.shape[1] ** 0.5
        return [Weighed(*each) for each in zip(moves, chances.tolist(), errors.tolist(), strict=True)]

    def sampled(self, view: View, moves: Sequence[Move], rng: Random) -> list[list[float]]:
        """See :meth:`game.agents.judging.Judge.sampled`."""
        found: list[list[float]] = self._came(view, moves, rng)[:, :, view.player].tolist()
        return found

    def to_the_end(self, view: View, moves: Sequence[Move], worlds: int, rng: Random) -> list[list[float]]:
        """See :meth:`game.analysis.judge_error.PlaysOn.to_the_end`: all play on as `deep-q`, for `AHEAD` turns; what
        the network tells then stands for the rest, for matches to the end are long, and a hundred of them tell nothing
        of a difference of a point."""
        from game.games.notty.training.ends import played_on  # what trains is loaded only where games are played

        states = [each for row in _followed(view, moves, worlds, rng) for each in row]
        going = [state for state in states if state.to_move is not None]
        ends = iter(played_on(self.networks[view.players], going, AHEAD, rng) if going else ())
        last = [state if state.to_move is None else next(ends) for state in states]
        return self._shares(last, view.players)[:, view.player].reshape(len(moves), worlds).tolist()

    def everybodys(self, view: View, weighed: Sequence[Weighed], rng: Random) -> list[Shares]:
        """See :meth:`game.agents.judging.Judge.everybodys`."""
        if view.players == 2:
            return [shared(each.chance, view.player, 2) for each in weighed]
        after = self._came(view, [each.move for each in weighed], rng).mean(axis=1).tolist()
        return [with_chance(shares, view.player, each.chance) for shares, each in zip(after, weighed, strict=True)]

    def open_chances(self, states: Sequence[State], rng: Random, mean_from: int | None = None) -> list[Shares]:
        """See :meth:`game.agents.judging.Judge.open_chances`."""
        return [tuple(row) for row in self._chances(states).tolist()] if states else []

    def _came(self, view: View, moves: Sequence[Move], rng: Random) -> Chances:
        """(moves, worlds, players): everybody's chance after each of these moves in each of some worlds."""
        worlds = self.times(WORLDS)
        states = [each for row in _followed(view, moves, worlds, rng) for each in row]
        return self._shares(states, view.players).reshape(len(moves), worlds, view.players)

    def _shares(self, states: Sequence[State], players: int) -> Chances:
        """(n, players): everybody's chance in states that may be over."""
        going = iter(self.open_chances([state for state in states if state.to_move is not None], Random(0)))
        rows = [worth_of(RULES, state, players) if state.to_move is None else next(going) for state in states]
        return np.array(rows, np.float64)

    def _chances(self, states: Sequence[State]) -> Chances:
        """(n, players): everybody's chance in states that are not over."""
        seen, movers = seen_in(states), movers_of(states)
        players, turns = seen.left.shape[1], np.array([state.turns for state in states])
        seen, used = self._returned(seen, np.array([state.used for state in states]))
        found = self._with_swap(seen, used, turns)
        found[seen.left[:, 0] == 0] = np.arange(players) == 0
        found /= found.sum(axis=1, keepdims=True)
        turned: Chances = np.take_along_axis(found, (np.arange(players) - movers[:, None]) % players, axis=1)
        return turned

    def _with_swap(self, seen: Hands, used: Indices, turns: Indices) -> Chances:
        """(n, players): everybody's chance, the mover's first, which is at least what a swap at once makes of it: which
        cards let the hand go with it is counted out, as the network makes too little of them."""
        outlook = self.outlook[seen.left.shape[1]]
        found = outlook.shares(rows_of(seen, used), turns).astype(np.float64)
        able = np.flatnonzero((used & RETURNED == 0) & (seen.left[:, 0] > 0))
        if len(able):
            out = share_of(deck_of(seen.counts[able]), going_with(seen.own_hand.of(able)))
            rows = rows_of(seen.of(able), used[able] | RETURNED)
            swapped = outlook.shares(rows, turns[able]) * (1 - out)[:, None]
            swapped[:, 0] += out
            better = swapped[:, 0] > found[able, 0]
            found[able[better]] = swapped[better]
        return found

    def _returned(self, seen: Hands, used: Indices) -> tuple[Hands, Indices]:
        """The positions once a card is returned where one must be, as `deep-q` returns it, and what is used then."""
        returning = np.flatnonzero(used & HOLDS)
        if not len(returning):
            return seen, used
        used = np.where(used & HOLDS, used - HOLDS + RETURNED, used)
        seen = seen.of(np.arange(len(used)))
        row, _, then = returns_of(seen.counts[returning, 0], seen.losses[returning, 0])
        values = self.networks[seen.left.shape[1]].values
        best = judged(values, with_own(seen, returning[row], then), used[returning[row]]).best
        seen.put((returning, 0), then.of(highest(row, best)))
        return seen, used


def _followed(view: View, moves: Sequence[Move], worlds: int, rng: Random) -> list[list[State]]:
    """What each of these moves makes of some worlds, the same for all of them."""
    drawn, found = [RULES.sample(view, rng) for _ in range(worlds)], []
    for move in moves:
        states = [world.copy() for world in drawn]
        for state in states:
            apply(RULES, state, move, rng)
        found.append(states)
    return found
