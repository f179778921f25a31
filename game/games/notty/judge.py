"""Notty's judge: the networks of the expert, asked for many positions at once.

All hands are open, so what a player knows and what open hands tell is the same. A move that the networks would not
consider is weighed by the positions that it leads to.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from game.agents.agent import Candidate
from game.agents.judging import Shares, Weighed, shared, with_chance
from game.agents.networks import Floats
from game.games.notty.action_values import Indices, judged, spent, with_own
from game.games.notty.deep_q import DeepQ, Networks, seen_by
from game.games.notty.moves import FRESH, HOLDS, RETURNED, Move
from game.games.notty.open_features import Hands, highest, returns_of, rows_of
from game.games.notty.rules import RULES
from game.games.notty.state import State, View
from game.games.sampling_judge import SamplingJudge
from game.rules.protocol import apply, worth_of

WORLDS = 16
"""In so many worlds it is looked at what comes of a move."""


@dataclass(frozen=True)
class NottyJudge(SamplingJudge):
    """Judges by networks, which are by the number of players."""

    game = RULES.name
    networks: Mapping[int, Networks]

    def weigh(self, view: View, asked: Sequence[Move], rng: Random) -> list[Weighed]:
        """See :meth:`game.agents.judging.Judge.weigh`."""
        found = {each.move: _shown(each) for each in DeepQ(self.networks).score(view, rng)}
        left_out = [move for move in dict.fromkeys(asked) if move not in found]
        best, after = max(found.values()), self._after(view, left_out, rng)
        found |= {move: min(best, shares[view.player]) for move, shares in zip(left_out, after, strict=True)}
        return [Weighed(move, chance) for move, chance in found.items()]

    def sampled(self, view: View, moves: Sequence[Move], rng: Random) -> list[list[float]]:
        """See :meth:`game.agents.judging.Judge.sampled`."""
        found: list[list[float]] = self._worlds_after(view, moves, rng)[:, :, view.player].tolist()
        return found

    def to_the_end(self, view: View, moves: Sequence[Move], worlds: int, rng: Random) -> list[list[float]]:
        """See :meth:`game.analysis.judge_error.PlaysOn.to_the_end`: all play by the networks."""
        from game.games.notty.training.ends import played_out  # what trains is loaded only where games are played

        states = _followed(view, moves, worlds, rng)
        shares = played_out(self.networks[view.players], [each for row in states for each in row], rng)
        won = [share[view.player] for share in shares]
        return [won[at : at + worlds] for at in range(0, len(won), worlds)]

    def everybodys(self, view: View, weighed: Sequence[Weighed], rng: Random) -> list[Shares]:
        """See :meth:`game.agents.judging.Judge.everybodys`."""
        if view.players == 2:
            return [shared(each.chance, view.player, 2) for each in weighed]
        after = self._after(view, [each.move for each in weighed], rng)
        return [with_chance(shares, view.player, each.chance) for shares, each in zip(after, weighed, strict=True)]

    def open_chances(self, states: Sequence[State], rng: Random) -> list[Shares]:
        """See :meth:`game.agents.judging.Judge.open_chances`: of three players, those who are not to move share what is
        left in proportion to the chances that they would have if they were."""
        if not states:
            return []
        views = [RULES.view(state, state.to_move or 0) for state in states]
        players = views[0].players
        seen = _together([seen_by(view) for view in views])
        turns = np.array([view.turns for view in views])
        movers = self._chances(seen, spent(np.array([view.used for view in views]), turns, players))
        if players == 2:
            return [shared(float(chance), view.player, 2) for chance, view in zip(movers, views, strict=True)]
        fresh = spent(np.full(len(views), FRESH), turns, players)
        others = [self._chances(_from(seen, step), fresh) for step in range(1, players)]
        rows = np.column_stack([movers, *others]).tolist()
        return [
            with_chance(np.roll(row, view.player).tolist(), view.player, row[0])
            for row, view in zip(rows, views, strict=True)
        ]

    def _after(self, view: View, moves: Sequence[Move], rng: Random) -> list[Shares]:
        """Everybody's chance after each of these moves, the mean over what may come of it."""
        return [tuple(row) for row in self._worlds_after(view, moves, rng).mean(axis=1).tolist()]

    def _worlds_after(self, view: View, moves: Sequence[Move], rng: Random) -> NDArray[np.float64]:
        """(moves, worlds, players): everybody's chance after each of these moves in each of some worlds."""
        worlds = self.times(WORLDS)
        states = [each for row in _followed(view, moves, worlds, rng) for each in row]
        going = iter(self.open_chances([state for state in states if state.to_move is not None], rng))
        shares = [worth_of(RULES, state, view.players) if state.to_move is None else next(going) for state in states]
        return np.array(shares, np.float64).reshape(len(moves), worlds, view.players)

    def _chances(self, seen: Hands, used: Indices) -> Floats:
        """(n,): the chances of those to move: `seen` are hands shaped (n, players), `used` (n,) is what their turns
        have used."""
        networks = self.networks[seen.left.shape[1]]
        returning = np.flatnonzero(used & HOLDS)
        if len(returning):
            used = np.where(used & HOLDS, used - HOLDS + RETURNED, used)
            seen = seen.of(np.arange(len(used)))
            row, _, then = returns_of(seen.counts[returning, 0], seen.losses[returning, 0])
            best = judged(networks.values, with_own(seen, returning[row], then), used[returning[row]]).best
            seen.put((returning, 0), then.of(highest(row, best)))
        return np.where(seen.left[:, 0] == 0, np.float32(1), networks.best_chances(rows_of(seen, used)))


def _followed(view: View, moves: Sequence[Move], worlds: int, rng: Random) -> list[list[State]]:
    """What each of these moves makes of some worlds, the same for all of them."""
    drawn, found = [RULES.sample(view, rng) for _ in range(worlds)], []
    for move in moves:
        states = [world.copy() for world in drawn]
        for state in states:
            apply(RULES, state, move, rng)
        found.append(states)
    return found


def _together(several: Sequence[Hands]) -> Hands:
    """Positions as one."""
    return Hands(*map(np.concatenate, zip(*several, strict=True)))


def _from(seen: Hands, step: int) -> Hands:
    """The same positions, as the player sees them who sits so many places further on."""
    players = seen.left.shape[1]
    return seen.of((slice(None), (np.arange(players) + step) % players))


def _shown(candidate: Candidate) -> float:
    assert candidate.estimate is not None
    assert candidate.estimate.chance is not None
    return candidate.estimate.chance
