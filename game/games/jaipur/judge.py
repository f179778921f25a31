"""Jaipur's judge: the look-ahead of the expert, which gives every move that it weighs the same sampled worlds.

By what a player knows, the best moves of the network and the played one are followed. With all hands open, the best
moves of each state are followed in worlds in which only the order of the deck and of the piles of bonus tokens is
drawn; what could have come of one move is judged in one batch.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from game.agents.judging import Shares, Weighed, shared
from game.agents.networks import Network
from game.games.jaipur.evaluation import look
from game.games.jaipur.look_ahead import MOST, PRIOR, played_out, rolled_out
from game.games.jaipur.moves import Move
from game.games.jaipur.round_worth import round_worth
from game.games.jaipur.rules import RULES
from game.games.jaipur.state import Standing, State, View
from game.games.sampling_judge import SamplingJudge

WORLDS = 60
"""In so many worlds each move of a decision is followed."""
OPEN_MOST, OPEN_WORLDS = 3, 8
"""With all hands open so many moves are followed, in so many worlds."""
_CHANCE = 1


@dataclass(frozen=True)
class JaipurJudge(SamplingJudge):
    """Judges by a look-ahead on a network."""

    game = RULES.name
    network: Network

    def weigh(self, view: View, asked: Sequence[Move], rng: Random) -> list[Weighed]:
        """See :meth:`game.agents.judging.Judge.weigh`."""
        moves, priors = self._begun([view], MOST)[0]
        moves = list(dict.fromkeys([*moves, *asked]))
        leaves = self._leaves(view, moves, rng)
        worlds, means = leaves.shape[1], leaves.mean(axis=1)
        # Those that the network was not asked about are as far behind as in these worlds.
        priors = np.append(priors, priors[0] + means[len(priors) :] - means[0])
        chances = (PRIOR * priors + worlds * means) / (PRIOR + worlds)
        worth, best = round_worth(view), int(chances.argmax())
        spread = (leaves[best] - leaves).std(axis=1, ddof=1) * worlds**0.5 / (PRIOR + worlds)
        errors = spread * abs(worth.won - worth.lost)
        return [
            Weighed(move, _share(worth.chance(chance)), float(error))
            for move, chance, error in zip(moves, chances, errors, strict=True)
        ]

    def sampled(self, view: View, moves: Sequence[Move], rng: Random) -> list[list[float]]:
        """See :meth:`game.agents.judging.Judge.sampled`."""
        worth = round_worth(view)
        return [[_share(worth.chance(leaf)) for leaf in row] for row in self._leaves(view, moves, rng)]

    def to_the_end(self, view: View, moves: Sequence[Move], worlds: int, rng: Random) -> list[list[float]]:
        """See :meth:`game.analysis.judge_error.PlaysOn.to_the_end`: both play by the network."""
        drawn = [RULES.sample(view, rng) for _ in range(worlds)]
        states = [world.copy() for _ in moves for world in drawn]
        ends = played_out(self.network, states, [move for move in moves for _ in drawn])
        worth = round_worth(view)
        chances = [_share(worth.chance(*_won(end, view.player))) for end in ends]
        return [chances[at : at + worlds] for at in range(0, len(chances), worlds)]

    def _leaves(self, view: View, moves: Sequence[Move], rng: Random) -> NDArray[np.float64]:
        """The chance to win the round after each of these moves (rows) in each of the sampled worlds (columns)."""
        worlds = [RULES.sample(view, rng) for _ in range(self.times(WORLDS))]
        return self._followed([world.copy() for _ in moves for world in worlds], moves, len(worlds))

    def everybodys(self, view: View, weighed: Sequence[Weighed], rng: Random) -> list[Shares]:
        """See :meth:`game.agents.judging.Judge.everybodys`."""
        return [shared(each.chance, view.player, 2) for each in weighed]

    def open_chances(self, states: Sequence[State], rng: Random, mean_from: int | None = None) -> list[Shares]:
        """See :meth:`game.agents.judging.Judge.open_chances`."""
        opened = [_opened(state) for state in states]
        views = [RULES.view(state, state.to_move or 0) for state in opened]
        begun, number, seed = self._begun(views, OPEN_MOST), self.times(OPEN_WORLDS), rng.getrandbits(64)
        worlds, moves = list[State](), list[Move]()
        for state, (best, _) in zip(opened, begun, strict=True):
            drawn = Random(seed)
            redrawn = [RULES.redraw(state, drawn) for _ in range(number)]
            worlds += [world.copy() for _ in best for world in redrawn]
            moves += best
        means = self._followed(worlds, moves, number).mean(axis=1)
        found, at = [], 0
        for state, view, (best, priors) in zip(states, views, begun, strict=True):
            worth = round_worth(view._replace(house=state.house))
            chances = (PRIOR * priors + number * means[at : at + len(best)]) / (PRIOR + number)
            at += len(best)
            found.append(shared(_share(worth.chance(chances.max())), view.player, 2))
        return found

    def _begun(self, views: Sequence[View], most: int) -> list[tuple[list[Move], NDArray[np.float64]]]:
        """For each view the moves that the network holds for the best, and their chances to win the round."""
        looked = look(self.network, views)
        ranked = [each[:most] for each in looked.found.ranked(looked.values.ranks)]
        return [(looked.found.moves.moves(best), looked.values.chance[best].astype(np.float64)) for best in ranked]

    def _followed(self, worlds: Sequence[State], moves: Sequence[Move], number: int) -> NDArray[np.float64]:
        """The mover's chance to win the round where each move, which has the next `number` worlds, leads."""
        leaves = rolled_out(self.network, worlds, [move for move in moves for _ in range(number)])
        return np.array([leaf.worth[_CHANCE] for leaf in leaves]).reshape(len(moves), number)


def _opened(state: State) -> State:
    """The state in which both players know both hands, and all bonus tokens that were taken."""
    twin = state.copy()
    twin.known, twin.house = twin.hands[:], twin.house._replace(open_bonus=True)
    return twin


def _won(state: State, player: int) -> tuple[float, float]:
    """Whether a player has won a round that is over, and whether it is drawn, as 1 or 0."""
    winner = RULES.round_end(state, Standing()).winner
    return float(winner == player), float(winner is None)


def _share(chance: float) -> float:
    return min(1.0, max(0.0, float(chance)))
