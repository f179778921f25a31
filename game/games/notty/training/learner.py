"""The player that learns: it chooses by its network, explores, and remembers what it saw and chose."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Floats, Network
from game.games.notty.action_values import Judged, discards_of, judged, nothing_let_go, with_own
from game.games.notty.long_match import LONG
from game.games.notty.look_ahead import looked_ahead
from game.games.notty.moves import DREW, RETURNED, STOLE
from game.games.notty.open_features import GROUPS, Hands, Returns, highest, rows_of
from game.games.notty.training.games import Games, Indices
from game.games.notty.training.players import GroupMaker, Player


class Memory(NamedTuple):
    """Decisions, in the order in which they were made."""

    rows: Floats
    """(n, inputs): what the network saw."""
    able: NDArray[np.bool_]
    """(n, actions): what could be chosen."""
    action: Indices
    """(n,): what was."""
    seat: Indices
    """(n,): by whom, as the game's number * players + player."""
    turn: Indices
    """(n,): in which turn of the game."""

    def of(self, which: Indices) -> "Memory":
        """Some of these decisions."""
        return Memory(self.rows[which], self.able[which], self.action[which], self.seat[which], self.turn[which])


class Recollection:
    """What players remember of their decisions, as it grows."""

    def __init__(self) -> None:
        self._parts: list[Memory] = []

    def add(self, games: Games, at: Indices, found: Judged, action: Indices) -> None:
        """Note decisions: what was seen in these games, and the actions that were taken."""
        seat = games.number[at] * games.players + games.to_move[at]
        self._parts.append(Memory(found.rows, found.able, action, seat, games.turns[at]))

    def memory(self) -> Memory:
        """All of it, seat by seat, those of each as they were made."""
        joined = self._joined()
        return joined.of(np.argsort(joined.seat, kind="stable"))

    def taken(self, over: NDArray[np.bool_], players: int) -> Memory:
        """Likewise what is remembered of games that are `over`, by their numbers; it is remembered no longer."""
        joined = self._joined()
        theirs = over[joined.seat // players]
        self._parts = [joined.of(np.flatnonzero(~theirs))]
        some = joined.of(np.flatnonzero(theirs))
        return some.of(np.argsort(some.seat, kind="stable"))

    def _joined(self) -> Memory:
        rows, able, action, seat, turn = zip(*self._parts, strict=True)
        return Memory(*map(np.concatenate, (rows, able, action, seat, turn)))


class NetworkPlayer(Player):
    """Plays by a network; with a chance of `epsilon` it takes any action that is sensible. Hands of `crowded` cards and
    more may discard groups. What it decides is noted in `notes`."""

    def __init__(self, network: Network, crowded: int, epsilon: float = 0.0, notes: Recollection | None = None) -> None:
        self.network, self.crowded, self.epsilon, self.notes = network, crowded, epsilon, notes

    def judged(self, seen: Hands, used: Indices, rng: np.random.Generator) -> Judged:
        """What the actions are worth, as it takes it."""
        return judged(self.network, seen, used)

    def settled(self, found: Judged, seen: Hands, used: Indices) -> Judged:
        """What of that comes into question."""
        return found

    def act(self, games: Games, at: Indices) -> None:
        seen, used = games.seen(at), games.used[at]
        found = self.settled(self.judged(seen, used, games.rng), seen, used)
        acting = np.ones(len(at), np.bool_)
        crowded = np.flatnonzero(seen.sizes[:, 0] >= self.crowded)
        if len(crowded):
            acting[crowded[self._discard(games, at, crowded, found)]] = False
        action = found.values.argmax(axis=1)
        exploring = games.rng.random(len(at)) < self.epsilon
        lots = np.where(found.able, games.rng.random(found.able.shape), -1)
        action = np.where(exploring, lots.argmax(axis=1), action)
        which = np.flatnonzero(acting)
        if self.notes is not None:
            self.notes.add(games, at[which], found.of(which), action[which])
        games.act(at[which], action[which])

    def _discard(self, games: Games, at: Indices, crowded: Indices, found: Judged) -> Indices:
        """Discard groups where that is worth more than any action: of which of the crowded hands."""
        seen = games.seen(at[crowded])
        discards = discards_of(seen.own_hand)
        if not len(discards.row):
            return discards.row
        used = games.used[at[crowded]][discards.row]
        then = judged(self.network, with_own(seen, discards.row, discards.then), used).best
        best = highest(discards.row, then)
        best = best[then[best] > found.best[crowded[discards.row[best]]]]
        row = discards.row[best]
        games.discard(at[crowded[row]], GROUPS[discards.group[best]])
        return row

    def give(self, games: Games, at: Indices, returns: Returns) -> None:
        used = RETURNED | games.used[at[returns.row]] & (DREW | STOLE)
        then = judged(self.network, with_own(games.seen(at), returns.row, returns.then), used).best
        games.give(at, returns.kind[highest(returns.row, then)])


class AtTable(NetworkPlayer):
    """Plays by a network as it does at a table, where nothing is let go that surely wins (`nothing_let_go`), and long
    matches are played as by the group-maker, so that they end."""

    def settled(self, found: Judged, seen: Hands, used: Indices) -> Judged:
        return nothing_let_go(found, seen, used)

    def act(self, games: Games, at: Indices) -> None:
        long = games.turns[at] >= LONG[games.players]
        if not long.all():
            super().act(games, at[~long])
        if long.any():
            self._end(games, at[long])

    def _end(self, games: Games, at: Indices) -> None:
        """Act in games that are long."""
        seen, used = games.seen(at), games.used[at]
        saved = _MAKER.scores(seen, games.deck(at), used)
        found = Judged(rows_of(seen, used), np.isfinite(saved), saved.astype(np.float32))
        found = self.settled(found, seen, used)
        action = np.where(found.able, saved, -np.inf).argmax(axis=1)
        if self.notes is not None:
            self.notes.add(games, at, found, action)
        games.act(at, action)

    def give(self, games: Games, at: Indices, returns: Returns) -> None:
        long = games.turns[at] >= LONG[games.players]
        if not long.all():
            super().give(games, at[~long], returns.of(np.flatnonzero(~long)))
        if long.any():
            _MAKER.give(games, at[long], returns.of(np.flatnonzero(long)))


_MAKER = GroupMaker()


class LookingAhead(AtTable):
    """Plays as the expert at a table, which looks at what its actions lead to."""

    def judged(self, seen: Hands, used: Indices, rng: np.random.Generator) -> Judged:
        return looked_ahead(self.network, seen, used, super().judged(seen, used, rng), rng)


class Watched(Player):
    """A player by rules whose decisions are noted as if they were a learner's."""

    def __init__(self, player: GroupMaker, network: Network, notes: Recollection) -> None:
        self.player, self.network, self.notes = player, network, notes

    def act(self, games: Games, at: Indices) -> None:
        seen, used = games.seen(at), games.used[at]
        action = self.player.scores(seen, games.deck(at), used).argmax(axis=1)
        self.notes.add(games, at, judged(self.network, seen, used), action)
        games.act(at, action)

    def give(self, games: Games, at: Indices, returns: Returns) -> None:
        self.player.give(games, at, returns)
