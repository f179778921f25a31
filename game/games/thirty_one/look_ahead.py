"""Roll-outs on networks: what choices come to if everybody plays on by the policy until the round is over.

A world gives every card a place. In those of a player what it sees is as it is and the rest drawn, hands as likely as
their holders' play has made them; with all hands open only the deck is drawn. What is left at the end of a round is the
chance at the standing that it led to. Worlds may be cut off before, when it is the player's turn again: then networks
tell the chance.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.agents.networks import Floats, Network
from game.games.thirty_one.batch_view import BatchView, RoundArrays, three
from game.games.thirty_one.card_arrays import (
    BITS,
    NO_CARD,
    Bools,
    Ints,
    by_suit,
    card_by_card,
)
from game.games.thirty_one.cards import BIT, pack
from game.games.thirty_one.hands import guessed, odds
from game.games.thirty_one.policy_player import PolicyPlayer
from game.games.thirty_one.resampling import resampled
from game.games.thirty_one.rounds import Rounds, following_starters, ply
from game.games.thirty_one.standing_arrays import Chances, StandingArrays
from game.games.thirty_one.state import FROM_DISCARD, State

POOL = 6
"""So many times as many hands as there are to be worlds are drawn, of which those that players are likely to hold are
taken."""
_LONGEST = 45
"""No deck of a round has more cards."""
Told: TypeAlias = Callable[[BatchView], Floats]
"""Tells the chances to win the match, (n,), of players whose turns begin."""


def sampled_worlds(seen: BatchView, count: int, random: np.random.Generator, guess: Network) -> Rounds:
    """`count` worlds for each of the players, one after the other: rounds in which all that they see is as it is, and
    all that they do not is drawn, hands as often as `guess` tells that others hold them (:mod:`.hands`)."""
    return with_decks_drawn(seen, likely_hands(seen, count, random, guess), random)


def likely_hands(seen: BatchView, count: int, random: np.random.Generator, guess: Network) -> RoundArrays:
    """The hands of these worlds, and all that is seen of them."""
    drawn = even_hands(seen, np.repeat(np.arange(len(seen)), POOL * count), random)
    return drawn.taken(resampled(odds(guess, drawn).reshape(len(seen), -1), count, random))


def with_decks_drawn(seen: BatchView, arrays: RoundArrays, random: np.random.Generator) -> Rounds:
    """Worlds with these hands, as many for each of the players, one after the other; the decks are drawn."""
    in_hand = np.full(len(seen), NO_CARD) if seen.drawn is None else seen.drawn
    count = len(arrays.top)
    return _with_decks(arrays, np.repeat(in_hand, count // len(seen)), random.random((count, NO_CARD)))


def even_hands(seen: BatchView, source: Ints, random: np.random.Generator) -> RoundArrays:
    """The tables of these players, (m,) of `seen`, with what the player does not see of others' hands drawn evenly."""
    arrays = seen.arrays.taken(seen.rows[source])
    hidden = (arrays.seen[:, None, None] & BITS[arrays.hands]) == 0
    hidden &= guessed(arrays)[:, :, None]
    places = hidden.reshape(len(source), -1)
    order = _shuffled(random.random((len(source), NO_CARD)), seen.unseen_cards[source] == 0)
    drawn = np.take_along_axis(order, np.maximum(places.cumsum(axis=1) - 1, 0), axis=1).reshape(hidden.shape)
    arrays.hands[...] = np.sort(np.where(hidden, drawn, arrays.hands), axis=2)
    return arrays


def _with_decks(arrays: RoundArrays, in_hand: Ints, lots: NDArray[np.float64]) -> Rounds:
    """Tables with all hands, and a card in hand or none, (n,): what is left lies in the deck, by lots (n, 52)."""
    gone = arrays.seen | BITS[in_hand] | np.bitwise_or.reduce(BITS[arrays.hands], axis=(1, 2))
    deck = _shuffled(lots, card_by_card(by_suit(gone)) != 0)[:, :_LONGEST]
    return Rounds.under_way(arrays, deck.astype(np.int8))


def _shuffled(lots: NDArray[np.float64], gone: Bools) -> Ints:
    """The cards in the order of their lots, those that are `gone` last: (n, 52)."""
    return np.where(gone, 2.0, lots).argsort(axis=1)


def open_worlds(states: Sequence[State], count: int, random: np.random.Generator) -> tuple[Rounds, Ints]:
    """`count` worlds for each of these states of one table, one after the other, with all hands as they are; and the
    card in hand of each one's player to move, who has yet to discard, else no card. The decks are drawn by the same
    lots for all states."""
    in_hand = np.repeat([NO_CARD if state.drawn is None else state.drawn for state in states], count)
    arrays = _arrays_of(states).taken(np.repeat(np.arange(len(states)), count))
    return _with_decks(arrays, in_hand, np.tile(random.random((count, NO_CARD)), (len(states), 1))), in_hand


def _arrays_of(states: Sequence[State]) -> RoundArrays:
    """States of one table as arrays, a card in hand left out."""
    return RoundArrays(
        house=states[0].house,
        hands=np.array([_threes(state) for state in states]),
        seen=np.array([_shown(state) for state in states]),
        thrown=np.array([state.thrown for state in states]),
        top=np.array([state.drawn if state.drawn_from is FROM_DISCARD else state.discard[-1] for state in states]),
        deck_left=np.array([state.deck_size for state in states]),
        lives_before=np.array([state.lives for state in states]),
        to_move=np.array([state.to_move for state in states]),
        caller=np.array([-1 if state.caller is None else state.caller for state in states]),
        turns=np.array([state.turns for state in states]),
    )


def _threes(state: State) -> list[list[int]]:
    """The hands of three: of four cards those that were held before the draw."""
    hands = state.hands[:]
    if state.drawn is not None and state.to_move is not None:
        hands[state.to_move] ^= BIT[state.drawn]
    return [three(hand) for hand in hands]


def _shown(state: State) -> int:
    """The cards that have lain on the discard pile, as a set."""
    found = pack(state.discard)
    for known in state.known:
        found |= known
    return found


class _Opening(PolicyPlayer):
    """Makes a choice that is given for each row: what the turn begins with, or which of four cards goes; it throws by
    the policy what it draws after that."""

    def __init__(self, policy: PolicyPlayer, choice: Ints) -> None:
        super().__init__(policy.networks, policy.encoding)
        self.choice = choice

    def begin(self, seen: BatchView, random: np.random.Generator) -> Ints:
        return self.choice[seen.rows]


def rolled_out(
    policy: PolicyPlayer,
    standings: StandingArrays,
    worlds: Rounds,
    in_hand: Ints,
    random: np.random.Generator,
    choice: Ints | None = None,
) -> Chances:
    """Everybody's chance to win the match, (n, seats), as `standings` tell it of the end of the round, if all play on
    in these worlds by the policy: see `played_on`."""
    following = played_on(policy, worlds, in_hand, random, choice)
    return standings.of(worlds.lives, following)


def foreseen(
    policy: PolicyPlayer,
    told: Told,
    standings: StandingArrays,
    worlds: Rounds,
    in_hand: Ints,
    random: np.random.Generator,
    choice: Ints,
    turns: int,
) -> NDArray[np.float64]:
    """The chances to win the match, (n,), of the players to move in these worlds if they make these choices and all
    play on by the policy: as networks tell them (`told`) when it is their turn for the `turns`-th time again, or as
    `standings` does where the round ends before. See `played_on`."""
    own, cut = worlds.to_move.copy(), _Cut(worlds.to_move, told, turns)
    following = played_on(policy, worlds, in_hand, random, choice, cut)
    ended = standings.of(worlds.lives, following)[np.arange(len(own)), own]
    return np.where(np.isnan(cut.chances), ended, cut.chances)


class _Cut:
    """Ends worlds when it is their players' turn for the `turns`-th time again; `chances` (n,) is what is told of them
    then, not a number where the round ended before."""

    def __init__(self, own: Ints, told: Told, turns: int) -> None:
        self._own, self._told = own.copy(), told
        self._left = np.full(len(own), turns)
        self.chances = np.full(len(own), np.nan)

    def __call__(self, worlds: Rounds) -> None:
        live = worlds.live
        again = live[worlds.to_move[live] == self._own[live]]
        self._left[again] -= 1
        reached = again[self._left[again] == 0]
        if reached.size:
            self.chances[reached] = self._told(BatchView(worlds, reached))
            worlds.live = live[self._left[live] > 0]


def _to_the_end(worlds: Rounds) -> None:
    """Cuts nothing off."""


def played_on(
    policy: PolicyPlayer,
    worlds: Rounds,
    in_hand: Ints,
    random: np.random.Generator,
    choice: Ints | None = None,
    cut: Callable[[Rounds], None] = _to_the_end,
) -> Ints:
    """Play worlds to the end of their rounds by the policy; who starts the rounds that follow, (n,). Players to move
    who have a card `in_hand` throw one. Where a `choice` is given the players to move make that first: what a turn
    begins with, or which of the four cards goes. After each ply `cut` may take worlds from those that go on."""
    first, alone = _starters(worlds), np.zeros((len(worlds), worlds.seats), dtype=np.int64)
    discarding, beginning = np.flatnonzero(in_hand != NO_CARD), np.flatnonzero(in_hand == NO_CARD)
    going = [beginning]
    if discarding.size:
        worlds.live = discarding
        held = in_hand[discarding]
        seen = BatchView(worlds, discarding, held)
        thrown = policy.discard(seen, held == seen.top, random) if choice is None else choice[discarding]
        worlds.keep(discarding, held, thrown)
        worlds.pass_turn()
        going.append(worlds.live)
    if choice is not None and beginning.size:
        worlds.live = beginning
        ply(worlds, alone, [_Opening(policy, choice)], random)
        going[0] = worlds.live
    worlds.live = np.sort(np.concatenate(going))
    cut(worlds)
    while worlds.live.size:
        ply(worlds, alone, [policy], random)
        cut(worlds)
    return following_starters(worlds, first)


def _starters(rounds: Rounds) -> Ints:
    """Who began each of the rounds, (n,): the start moves on by one of the living each turn."""
    found = rounds.to_move.copy()
    row, back = np.arange(len(rounds)), rounds.turns % rounds.alive.sum(axis=1)
    for step in range(int(back.max(initial=0))):
        found = np.where(step < back, rounds.preceding[row, found], found)
    return found
