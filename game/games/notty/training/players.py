"""Who plays the games of a training: the registered AIs that play by rules, once more over arrays, and how games
are played through. A test asks both for the same decisions."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from game.games.notty.choices import group_to_discard
from game.games.notty.group_maker import READY, ROOM, ROOT, ROOT_AND_ROOM
from game.games.notty.hand_arrays import counts_of, packed_of
from game.games.notty.hands import HAND_LIMIT, MOST_DRAWN
from game.games.notty.lean import SMALL
from game.games.notty.moves import DREW, HOLDS, RETURNED
from game.games.notty.open_features import (
    REACHES,
    Hands,
    Returns,
    actions_of,
    at_least,
    groups_held,
    highest,
    returns_of,
    sensible,
)
from game.games.notty.training.games import Games, Indices

Scores = NDArray[np.float64]
_NEVER = -np.inf
TURN_LIMIT = 1000
"""Games that are played through end undecided after so many turns, as at a table."""


class Player(ABC):
    """Decides in many games at once. What it is asked about is never over, and it is to move."""

    @abstractmethod
    def act(self, games: Games, at: Indices) -> None:
        """Carry out an action in each of these games, in which no card must be returned and the hand cannot go."""

    @abstractmethod
    def give(self, games: Games, at: Indices, returns: Returns) -> None:
        """Return a card in each of these games: `returns` are those that may well be, its rows the places in `at`."""


def play(games: Games, seated: Indices, players: Sequence[Player], limit: int | Indices) -> None:
    """Play games until they are won, or `limit` turns are over, of all or of each: `seated`, (games, players), says
    which of the players sits where."""
    while len(going := np.flatnonzero((games.winner < 0) & (games.turns < limit))):
        step(games, going, seated, players)


def step(games: Games, going: Indices, seated: Indices, players: Sequence[Player]) -> None:
    """A decision in each of these games, none of which is over."""
    left = games.hands.left[going, games.to_move[going]]
    returning = games.used[going] & HOLDS > 0
    _act(games, going[~returning & (left > 0)], seated, players)
    _give(games, going[returning], seated, players)
    games.go(going[~returning & (left == 0)])
    games.look()


def _act(games: Games, at: Indices, seated: Indices, players: Sequence[Player]) -> None:
    who = seated[at, games.to_move[at]]
    for number, player in enumerate(players):
        own = at[who == number]
        if len(own):
            player.act(games, own)


def _give(games: Games, at: Indices, seated: Indices, players: Sequence[Player]) -> None:
    if not len(at):
        return
    movers = games.to_move[at]
    who = seated[at, movers]
    returns = returns_of(games.hands.counts[at, movers], games.hands.losses[at, movers])
    for number, player in enumerate(players):
        own = np.flatnonzero(who == number)
        if len(own):
            player.give(games, at[own], returns.of(own))


# --- the group-maker and the robber --------------------------------------------------------------------------------


def turns(left: Scores, room: Scores) -> Scores:
    """As :func:`game.games.notty.group_maker.turns`, of many hands."""
    root = np.sqrt(np.maximum(left, 0))
    found: Scores = np.maximum(1.0, READY + ROOT * root + ROOM * room + ROOT_AND_ROOM * root * room)
    return np.where(left <= 0, 0.0, found)


def _shares(hands: Hands, cards: NDArray[np.int8]) -> Scores:
    """(n, gains): the shares of cards (n, 45) that let the groups of a hand hold 0, 1, 2, ... more."""
    tails = at_least(cards, hands.gains)
    return tails - np.column_stack([tails[:, 1:], np.zeros(len(tails))])


def _after(shares: Scores, left: Scores, room: Scores) -> Scores:
    """The turns to go on the average, as the gain of a card comes by these shares."""
    gains = np.arange(shares.shape[1])
    found: Scores = (shares * turns(left[:, None] - gains, room[:, None])).sum(axis=1)
    return found


def _with_cards(shares: Scores, left: Scores, room: Scores, number: int) -> Scores:
    """As :func:`game.games.notty.group_maker.with_cards`."""
    mean = shares @ np.arange(shares.shape[1])
    return _after(shares, left + 1 + (number - 1) * (1 - mean), room - number)


class GroupMaker(Player):
    """As :mod:`game.games.notty.group_maker`. It never discards a group before the hand can go: that costs turns by its
    formula as long as fewer than twenty cards are left over."""

    def act(self, games: Games, at: Indices) -> None:
        seen = games.seen(at)
        games.act(at, self.scores(seen, games.deck(at), games.used[at]).argmax(axis=1))

    def scores(self, seen: Hands, deck: NDArray[np.int8], used: Indices) -> Scores:
        """(n, actions): the turns saved by each action."""
        own = seen.own_hand
        sizes = seen.sizes
        left, room = own.left.astype(np.float64), (HAND_LIMIT - sizes[:, 0]).astype(np.float64)
        now = np.maximum(1.0, turns(left, room))
        of_deck = _shares(own, deck)
        draws = [_with_cards(of_deck, left, room, number) for number in range(1, MOST_DRAWN + 1)]
        thefts = [_with_cards(_shares(own, seen.counts[:, rival]), left, room, 1) for rival in range(1, sizes.shape[1])]
        then = np.column_stack([*draws, *thefts, _after(of_deck, left, room), now])
        able = sensible(sizes, used)
        able[:, -1] = True
        return np.where(able, now[:, None] - then, _NEVER)

    def give(self, games: Games, at: Indices, returns: Returns) -> None:
        deck = games.deck(at)[returns.row]
        then = returns.then
        room = (HAND_LIMIT - then.sizes).astype(np.float64)
        swapped = _after(_shares(then, deck), then.left.astype(np.float64), room)
        order = np.lexsort((returns.kind, -_useful(then), swapped.round(9), returns.row))
        first = order[np.flatnonzero(np.diff(returns.row[order], prepend=-1))]
        games.give(at, returns.kind[first])


def _useful(hands: Hands) -> Scores:
    """As :func:`game.games.notty.choices.useful`."""
    present = (hands.counts > 0).astype(np.float32)
    found: Scores = ((present @ REACHES) * present).sum(axis=1)
    return found


def theft_from_nearest(seen: Hands) -> Indices:
    """(n,): the action that robs whom :func:`game.games.notty.robber.nearest` names, any theft where that is nobody."""
    sizes = seen.sizes[:, 1:]
    near = np.where(sizes > 1, -(seen.left[:, 1:] * 100.0 - sizes), _NEVER)
    found: Indices = MOST_DRAWN + near.argmax(axis=1)
    return found


class Robber(GroupMaker):
    """As :mod:`game.games.notty.robber`."""

    def scores(self, seen: Hands, deck: NDArray[np.int8], used: Indices) -> Scores:
        found = super().scores(seen, deck, used)
        thefts = np.arange(len(found)), theft_from_nearest(seen)
        found[thefts] = np.where(np.isfinite(found[thefts]), np.inf, _NEVER)
        return found


# --- the lean player -----------------------------------------------------------------------------------------------


class Lean(Player):
    """As :mod:`game.games.notty.lean`."""

    def act(self, games: Games, at: Indices) -> None:
        player = games.to_move[at]
        counts, used = games.hands.counts[at, player], games.used[at]
        grouped = groups_held(counts).any(axis=1)
        packed = packed_of(counts[grouped])
        found = [group_to_discard(hand) or 0 for hand in packed]
        if found:
            games.discard(at[grouped], counts_of(found))
        swap = actions_of(games.players) - 2
        drawing = (used & DREW == 0) & (counts.sum(axis=1) <= SMALL)
        action = np.where(drawing, 0, np.where(used & RETURNED == 0, swap, swap + 1))
        games.act(at[~grouped], action[~grouped])

    def give(self, games: Games, at: Indices, returns: Returns) -> None:
        """Of the cards whose loss leaves the fewest over: see :func:`game.games.notty.choices.card_to_return`."""
        counts = games.hands.counts[at, games.to_move[at]][returns.row]
        fits = ((counts > 0) @ REACHES)[np.arange(len(counts)), returns.kind]
        single = counts[np.arange(len(counts)), returns.kind] == 1
        games.give(at, returns.kind[highest(returns.row, -(2 * fits + single))])


@cache
def fixed_players() -> dict[str, Player]:
    """Those who play by rules, by the names they are registered by."""
    return {"group-maker": GroupMaker(), "robber": Robber(), "lean": Lean()}
