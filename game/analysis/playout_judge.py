"""A judge of games that are played out: by what a player knows it searches, with all hands open it plays on.

A search of every state that chance could have brought would take minutes a move. A play-out takes a thousandth of a
second, errs to neither side however few there are, and a mean over many states needs but a few of each.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from random import Random
from typing import Any

from game.agents.judging import Shares
from game.agents.search import Search
from game.analysis.judge import AgentJudge
from game.analysis.moments import Deal, only_deal
from game.games.module import GameModule
from game.rules.protocol import Setup, apply, usual_options

PLAYOUTS = 200
"""From so many play-outs it is told what a position is worth, and from about as many the mean over several."""
_MOVES = 300


@dataclass(frozen=True, kw_only=True)
class PlayoutJudge(AgentJudge):
    """Judges decisions by the chances that a search shows; positions with all hands open by its play-outs from there
    on."""

    search: Search
    playouts: int = PLAYOUTS

    @property
    def open_error(self) -> float:
        """One standard error of a chance with all hands open, at most."""
        return 0.5 / sqrt(self.playouts)

    def open_chances(self, states: Sequence[Any], rng: Random, mean_from: int | None = None) -> list[Shares]:
        """See :meth:`Judge.open_chances`: the same seeds of chance for all of those that count by themselves, seeds of
        its own for each of the rest, which share the play-outs of one."""
        each, seed = states[:mean_from], rng.getrandbits(64)
        rest = states[len(each) :]
        number = max(1, self.playouts // max(1, len(rest)))
        found = [self._mean(state, seed, self.playouts) for state in each]
        return found + [self._mean(state, rng.getrandbits(64), number) for state in rest]

    def _open(self, state: Any, rng: Random) -> Shares:
        return self._mean(state, rng.getrandbits(64), max(1, self.playouts // self.worlds))

    def _mean(self, state: Any, seed: int, number: int) -> Shares:
        """Every player's share of so many play-outs; what nobody sees is drawn anew for each."""
        players, found = self.rules.view(state, 0).players, []
        for at in range(number):
            rng = Random(seed + at)
            world = self.rules.redraw(state, rng).copy()  # it may be the state itself where everybody sees all
            found.append(self.search.played_out(world, players, rng))
        return tuple([fsum(column) / number for column in zip(*found, strict=True)])


def left_to_chance(game: GameModule) -> bool:
    """Whether anything is left to chance in a game: a deal, or what comes of a move, as far as one round shows."""
    rules = game.rules
    setup = Setup(rules.seats[0], usual_options(rules))
    standing, rng = rules.new_standing(setup), Random(0)
    state = rules.deal(setup, standing, 0, rng)
    if not only_deal(rules, setup, Deal(0, 1, standing, 0, state)):
        return True
    for _ in range(_MOVES):
        if state.to_move is None:
            return False
        legal = rules.legal_moves(rules.view(state, state.to_move))
        if apply(rules, state, legal[int(rng.random() * len(legal))], rng) is not None:
            return True
    return False
