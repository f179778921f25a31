"""The rounds of a batch, played in one piece or in shards that can be spread over processes and machines.

A shard draws from a stream of its own, keyed by seed, batch and shard; what the shards made is put together in their
order. So what is learnt depends on how many shards there are, never on who plays them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from game.games.thirty_one.card_arrays import Bools, Ints
from game.games.thirty_one.rounds import Player, Rounds, deal, play
from game.games.thirty_one.state import START_LIVES
from game.games.thirty_one.training.learner import Memory, NetworkPlayer
from game.training.spreading import Spread


class Played(NamedTuple):
    """Rounds that are over, who sat where (0: the learner), the learner's seat of each, and what it decided."""

    rounds: Rounds
    seated: Ints
    own: Ints
    memory: Memory

    @property
    def kept(self) -> Bools:
        """Of each round whether the learner lost no life."""
        row = np.arange(len(self.own))
        found: Bools = self.rounds.lives[row, self.own] == self.rounds.lives_before[row, self.own]
        return found


@dataclass(frozen=True)
class PlayRounds:
    """Plays rounds at tables of `seats`: the learner at one seat of each, at the others anybody of the opponents, of
    whom some may be there more than once; at a share of the tables, `alike`, all of them are the same."""

    seats: int
    learner: NetworkPlayer
    opponents: tuple[Player, ...]
    key: tuple[int, ...]
    alike: float = 0.0

    def __call__(self, shard: tuple[int, int]) -> Played:
        """A shard of a number and so many rounds, by a stream of its own."""
        number, count = shard
        return self.played(count, np.random.Generator(np.random.PCG64([*self.key, number])))

    def played(self, count: int, random: np.random.Generator) -> Played:
        """So many rounds, everybody's lives drawn."""
        drawn = random.integers(0, len(self.opponents), (count, self.seats))
        if self.alike:
            same = np.flatnonzero(random.random(count) < self.alike)
            drawn[same] = drawn[same, :1]
        players = [self.learner, *dict.fromkeys(self.opponents)]
        seated = np.array([players.index(opponent) for opponent in self.opponents])[drawn]
        row, own = np.arange(count), random.integers(0, self.seats, count)
        seated[row, own] = 0
        lives = random.integers(1, START_LIVES + 1, (count, self.seats))
        rounds = Rounds(deal(lives, random.integers(0, self.seats, count), random))
        self.learner.memory = memory = Memory.of(rounds)
        play(rounds, seated, players, random)
        return Played(rounds, seated, own, memory)


def played_in_shards(work: PlayRounds, count: int, shards: int, spread: Spread) -> list[Played]:
    """So many rounds in so many shards, wherever; in their order."""
    edges = [count * place // shards for place in range(shards + 1)]
    portions = [(number, edges[number + 1] - edges[number]) for number in range(shards)]
    found = dict(spread.each(work, portions))
    return [found[place] for place in range(shards)]


def joined_memory(parts: Sequence[Memory]) -> Memory:
    """The memories of shards as one, their rows counted on."""
    whole = Memory(np.concatenate([part.counts for part in parts]))
    before = 0
    for part in parts:
        whole.action += [decisions._replace(row=decisions.row + before) for decisions in part.action]
        whole.swap += [decisions._replace(row=decisions.row + before) for decisions in part.swap]
        before += len(part.counts)
    return whole
