"""Many games of Notty in lockstep, as arrays: the rules once more, for training alone, where
:mod:`game.games.notty.rules` would take most of the time. A test plays the same games by both.

The deck has no order here: it is shuffled after whatever goes back to it, so a card drawn is any of its cards. A hand
that its groups hold whole goes in one step: nothing comes between the discards.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from game.games.notty.hand_arrays import Counts, counts_of, random_kinds
from game.games.notty.hands import COPIES, DEAL_SIZE, KINDS, MOST_DRAWN
from game.games.notty.moves import DREW, FRESH, HOLDS, RETURNED, STOLE
from game.games.notty.open_features import Hands, hands_of
from game.games.notty.state import State

Indices = NDArray[np.int64]
_KINDS = len(KINDS)


class Games:
    """Games under way, each with the same number of players. Arrays are by game first."""

    def __init__(self, count: int, players: int, rng: np.random.Generator) -> None:
        """Deal `count` games; who begins is drawn."""
        self.players = players
        self.rng = rng
        none = np.zeros((count * players, _KINDS), np.int8)
        self.hands = hands_of(none).of(np.arange(count * players).reshape(count, players))
        """By game and player."""
        self.to_move = np.zeros(count, np.int64)
        self.used = np.zeros(count, np.int64)
        self.turns = np.zeros(count, np.int64)
        self.winner = np.zeros(count, np.int64)
        """Who has no cards; -1 while nobody has none."""
        self.number = np.zeros(count, np.int64)
        """Which of all games that have been dealt it is, from 0."""
        self.dealt = 0
        """How many games have been dealt."""
        self._changed: list[Indices] = []
        self.deal(np.arange(count))

    @classmethod
    def of(cls, states: Sequence[State], rng: np.random.Generator) -> "Games":
        """Games that stand as these states, none of which is over, all of as many players."""
        players = len(states[0].hands)
        games = cls(len(states), players, rng)
        counts = counts_of([hand for state in states for hand in state.hands])
        games.hands = hands_of(counts).of(np.arange(len(counts)).reshape(-1, players))
        games.to_move = np.array([state.to_move for state in states])
        games.used = np.array([state.used for state in states])
        games.turns = np.array([state.turns for state in states])
        return games

    def branched(self, at: Indices) -> "Games":
        """Twins of these games, which go on by themselves."""
        twins = Games.__new__(Games)
        twins.players, twins.rng = self.players, self.rng
        twins.hands = self.hands.of(at)
        twins.to_move, twins.used = self.to_move[at], self.used[at]
        twins.turns, twins.winner = self.turns[at], self.winner[at]
        twins.number, twins.dealt, twins._changed = np.arange(len(at)), len(at), []
        return twins

    def __len__(self) -> int:
        return len(self.to_move)

    def deal(self, games: Indices) -> None:
        """Begin new games in place of these."""
        count = len(games)
        decks = self.rng.permuted(np.tile(np.arange(_KINDS * COPIES) // COPIES, (count, 1)), axis=1)
        self.hands.counts[games] = 0
        for player in range(self.players):
            for card in range(DEAL_SIZE):
                self.hands.counts[games, player, decks[:, player * DEAL_SIZE + card]] += 1
        self.to_move[games] = self.rng.integers(0, self.players, count)
        self.used[games], self.turns[games], self.winner[games] = FRESH, 0, -1
        self.number[games] = np.arange(self.dealt, self.dealt + count)
        self.dealt += count
        self._changed.append((games[:, None] * self.players + np.arange(self.players)).ravel())
        self.look()

    def seats(self, games: Indices) -> Indices:
        """(n, players): the players of these games from the one to move on."""
        return (self.to_move[games, None] + np.arange(self.players)) % self.players

    def seen(self, games: Indices) -> Hands:
        """The hands of these games, (n, players), from that of the player to move on."""
        return self.hands.of((games[:, None], self.seats(games)))

    def deck(self, games: Indices) -> Counts:
        """(n, 45): the decks of these games."""
        found: Counts = COPIES - self.hands.counts[games].sum(axis=1, dtype=np.int8)
        return found

    def act(self, games: Indices, actions: Indices) -> None:
        """Carry out an action in each of these games, see `actions_of`."""
        player, swap = self.to_move[games], MOST_DRAWN + self.players - 1
        drawing, swapping, ending = actions < MOST_DRAWN, actions == swap, actions > swap
        self.used[games[drawing]] |= DREW
        self.used[games[swapping]] |= HOLDS
        to_draw = np.where(drawing, actions + 1, swapping)
        for card in range(MOST_DRAWN):
            which = to_draw > card
            self._draw(games[which], player[which])
        stealing = ~(drawing | swapping | ending)
        target = (player + actions - MOST_DRAWN + 1) % self.players
        self._steal(games[stealing], player[stealing], target[stealing])
        self._end(games[ending])
        self._change(games[~ending], player[~ending])

    def give(self, games: Indices, kinds: Indices) -> None:
        """Return a card of these kinds in each of these games."""
        player = self.to_move[games]
        self.hands.counts[games, player, kinds] -= 1
        self.used[games] += RETURNED - HOLDS
        self._change(games, player)

    def discard(self, games: Indices, groups: Counts) -> None:
        """Discard a group in each of these games, (n, 45)."""
        player = self.to_move[games]
        self.hands.counts[games, player] -= groups
        self._change(games, player)

    def go(self, games: Indices) -> None:
        """Discard hands whole that their groups hold."""
        player = self.to_move[games]
        self.hands.counts[games, player] = 0
        self._change(games, player)

    def _draw(self, games: Indices, player: Indices) -> None:
        self.hands.counts[games, player, random_kinds(self.deck(games), self.rng)] += 1

    def _steal(self, games: Indices, player: Indices, target: Indices) -> None:
        self.used[games] |= STOLE
        kinds = random_kinds(self.hands.counts[games, target], self.rng)
        self.hands.counts[games, target, kinds] -= 1
        self.hands.counts[games, player, kinds] += 1
        self._change(games, target)

    def _end(self, games: Indices) -> None:
        self.turns[games] += 1
        self.used[games] = FRESH
        self.to_move[games] = (self.to_move[games] + 1) % self.players

    def _change(self, games: Indices, player: Indices) -> None:
        """Note that these hands have changed, and who has won by it."""
        self._changed.append(games * self.players + player)
        empty = ~self.hands.counts[games, player].any(axis=1)
        self.winner[games[empty]] = player[empty]

    def look(self) -> None:
        """Work out what there is to know of the hands that have changed since the last look: all at once."""
        which = np.unique(np.concatenate(self._changed)) if self._changed else np.zeros(0, np.int64)
        self._changed.clear()
        games, player = which // self.players, which % self.players
        self.hands.put((games, player), hands_of(self.hands.counts[games, player]))
