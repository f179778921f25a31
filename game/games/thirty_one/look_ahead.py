"""A look ahead on networks: the choices of a turn played on in sampled worlds, all in the same ones.

A world gives every card that a player cannot see a place. In each of them everybody plays by the policy's networks from
the choice on until the round is over; what the player has then is the chance at the standing that the round led to.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import BITS, NO_CARD, THIRTY_ONE, Bools, Ints, hand_index
from game.games.thirty_one.policy_player import PolicyPlayer
from game.games.thirty_one.rounds import Rounds, following_starters, play, ply
from game.games.thirty_one.standing_arrays import StandingArrays

_PATIENCE = 20
"""How often worlds are drawn anew in which somebody would have 31; after that they are taken as they are."""
_LONGEST = 45
"""No deck of a round has more cards."""


class Choices(NamedTuple):
    """What players have before them, (n,) each: the row of the worlds, and the choice. A choice is what a turn begins
    with, or which of the four cards goes."""

    row: Ints
    choice: Ints


def sampled_worlds(seen: BatchView, count: int, random: np.random.Generator) -> Rounds:
    """`count` worlds for each of the players, one after the other: rounds in which all that they see is as it is, and
    all that they do not is drawn, evenly among the deals in which nobody has had 31."""
    source = np.repeat(np.arange(len(seen)), count)
    worlds = _dealt(seen, source, random)
    for _ in range(_PATIENCE):
        amiss = np.flatnonzero(_best_elsewhere(worlds))
        if not amiss.size:
            break
        again = _dealt(seen, source[amiss], random)
        worlds.hands[amiss], worlds.deck[amiss] = again.hands, again.deck
    return worlds


def _dealt(seen: BatchView, source: Ints, random: np.random.Generator) -> Rounds:
    """A world for each of these players of `seen`."""
    arrays = seen.arrays.taken(seen.rows[source])
    row = np.arange(len(source))
    hands = arrays.hands.copy()
    hidden = (arrays.seen[:, None, None] & BITS[hands]) == 0
    hidden &= (arrays.lives_before > 0)[:, :, None]
    hidden[row, arrays.to_move] = False
    lots = random.random((len(source), NO_CARD))
    lots[seen.unseen_cards[source] == 0] = 2.0
    order = lots.argsort(axis=1)
    places = hidden.reshape(len(source), -1)
    place = np.maximum(places.cumsum(axis=1) - 1, 0)
    drawn = np.take_along_axis(order, place, axis=1).reshape(hands.shape)
    arrays.hands[...] = np.sort(np.where(hidden, drawn, hands), axis=2)
    first = places.sum(axis=1)[:, None] + np.arange(_LONGEST)
    deck = np.take_along_axis(order, np.minimum(first, NO_CARD - 1), axis=1).astype(np.int8)
    return Rounds.under_way(arrays, deck)


def _best_elsewhere(worlds: Rounds) -> Bools:
    """Whether somebody who is not to move has 31, (n,)."""
    best = worlds.scores[hand_index(worlds.hands)] == THIRTY_ONE
    best[np.arange(len(worlds)), worlds.to_move] = False
    found: Bools = best.any(axis=1)
    return found


class _Opening(PolicyPlayer):
    """Begins the turn with a choice that is given for each row, and goes on by the policy."""

    def __init__(self, policy: PolicyPlayer, choice: Ints) -> None:
        super().__init__(policy.networks, policy.encoding)
        self.choice = choice

    def begin(self, seen: BatchView, random: np.random.Generator) -> Ints:
        return self.choice[seen.rows]


def rolled_out(
    policy: PolicyPlayer,
    standings: StandingArrays,
    worlds: Rounds,
    drawn: Ints | None,
    choices: Choices,
    random: np.random.Generator,
) -> NDArray[np.float64]:
    """What each choice comes to for who makes it, in its world, if all play on by the policy: (n,), chances to win the
    match, which `standings` tell of the end of the round. `drawn` are the cards in hand of players who have one to
    discard, by the worlds' rows."""
    rounds = worlds.again(choices.row)
    player, first = rounds.to_move.copy(), _starters(rounds)
    alone = np.zeros((len(rounds), rounds.seats), dtype=np.int64)
    if drawn is None:
        ply(rounds, alone, [_Opening(policy, choices.choice)], random)
    else:
        rounds.keep(rounds.live, drawn[choices.row], choices.choice)
        rounds.pass_turn()
    play(rounds, alone, [policy], random)
    reached = standings.of(rounds.lives, following_starters(rounds, first))
    found: NDArray[np.float64] = reached[np.arange(len(rounds)), player]
    return found


def _starters(rounds: Rounds) -> Ints:
    """Who began each of the rounds, (n,): the start moves on by one of the living each turn."""
    found = rounds.to_move.copy()
    row, back = np.arange(len(rounds)), rounds.turns % rounds.alive.sum(axis=1)
    for step in range(int(back.max(initial=0))):
        found = np.where(step < back, rounds.preceding[row, found], found)
    return found
