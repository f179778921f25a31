"""Thirty-one as arrays: many rounds at once, one row each, to the letter of :mod:`game.games.thirty_one.rules`.

The arrays are the whole state of the rounds; a *ply* is one turn in every round that goes on. Whoever decides sees the
rounds through a :class:`~game.games.thirty_one.batch_view.BatchView`: what the players to move can see and remember, a
row each. Tables of 2 to 4 seats; a seat without lives is out. The engine never draws random numbers but to deal.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from game.games.thirty_one.batch_view import BatchView, RoundArrays
from game.games.thirty_one.card_arrays import BITS, NO_CARD, THIRTY_ONE, Bools, Ints, hand_index, sorted_three
from game.games.thirty_one.standing_arrays import neighbours
from game.games.thirty_one.state import START_LIVES, TURN_LIMIT, House

DRAW, TAKE, CALL = 0, 1, 2
"""What a turn may begin with."""
_LONGEST_DECK = 45
"""What two players leave of the 52 cards."""
PAGE = House()
"""The rules of the page: no house rules."""


class Dealt(NamedTuple):
    """Rounds as they are dealt: hands (n, seats, 3), the deck in the order of its drawing (n, longest) with its sizes
    (n,), the opening discard (n,), lives (n, seats) before the round, and who starts (n,)."""

    hands: Ints
    deck: NDArray[np.int8]
    deck_size: Ints
    top: Ints
    lives: Ints
    first: Ints


def deal(lives: Ints, first: Ints, rng: np.random.Generator) -> Dealt:
    """Deal a round to the living of every row of lives, which `first`, one of them, starts."""
    order = rng.random((len(lives), 52), dtype=np.float32).argsort(axis=1).astype(np.int8)
    return dealt(order, lives, first)


def dealt(order: NDArray[np.int8], lives: Ints, first: Ints) -> Dealt:
    """The rounds that are dealt from decks in this order, (n, 52)."""
    count, seats = lives.shape
    alive = lives > 0
    place = np.cumsum(alive, axis=1) - 1
    each = np.where(alive, place, 0)[:, :, None] * 3 + np.arange(3)
    hands = np.take_along_axis(order, each.reshape(count, -1), axis=1).astype(np.int64).reshape(count, seats, 3)
    hands.sort(axis=2)
    hands[~alive] = NO_CARD
    used = 3 * alive.sum(axis=1)
    top = order[np.arange(count), used].astype(np.int64)
    at = np.minimum(used[:, None] + 1 + np.arange(_LONGEST_DECK), 51)
    return Dealt(hands, np.take_along_axis(order, at, axis=1), 51 - used, top, lives.copy(), first.copy())


class Rounds(RoundArrays):
    """Rounds under way, whose hands are all there.

    `live` are the rows that go on, and `to_move` says whose turn they have. When a row has ended, `lives` are those
    after it, and `void` tells that nobody would have been left alive, so that it counts for nothing.
    """

    def __init__(self, dealt: Dealt, house: House = PAGE) -> None:
        count, seats = dealt.lives.shape
        super().__init__(
            house=house,
            hands=dealt.hands.copy(),
            seen=BITS[dealt.top],
            thrown=np.zeros((count, seats), dtype=np.int64),
            top=dealt.top.copy(),
            deck_left=dealt.deck_size.copy(),
            lives_before=dealt.lives,
            to_move=dealt.first.copy(),
            caller=np.full(count, -1),
            turns=np.zeros(count, dtype=np.int64),
        )
        self.deck, self.deck_size = dealt.deck, dealt.deck_size
        self.lives = dealt.lives.copy()
        self.void = np.zeros(count, dtype=bool)
        self.live: Ints = np.arange(count)
        self._end_dealt()

    @classmethod
    def blank(cls, count: int, seats: int, house: House) -> "Rounds":
        """So many rows in which nothing has been dealt yet; see :meth:`begin`."""
        cards, deck = np.full((count, seats, 3), NO_CARD), np.zeros((count, _LONGEST_DECK), dtype=np.int8)
        lives, none = np.zeros((count, seats), dtype=np.int64), np.full(count, NO_CARD)
        return cls(Dealt(cards, deck, np.zeros(count, dtype=np.int64), none, lives, np.zeros_like(none)), house)

    def begin(self, rows: Ints, given: Dealt) -> Ints:
        """Begin these rounds, (m,), in these rows, in the place of what was there; the rows of those that the deal has
        ended."""
        self.hands[rows], self.seen[rows], self.thrown[rows] = given.hands, BITS[given.top], 0
        self.top[rows], self.deck_left[rows] = given.top, given.deck_size
        self.deck[rows], self.deck_size[rows] = given.deck, given.deck_size
        self.lives_before[rows], self.lives[rows], self.void[rows] = given.lives, given.lives, False
        self.to_move[rows], self.caller[rows], self.turns[rows] = given.first, -1, 0
        self.following[rows], self.preceding[rows], self.living[rows] = neighbours(given.lives)
        won = (self.scores[hand_index(given.hands)] == THIRTY_ONE).any(axis=1)
        if won.any():
            self._end(rows[won], np.ones(int(won.sum()), dtype=bool))
        ended: Ints = rows[won]
        return ended

    @classmethod
    def under_way(cls, arrays: RoundArrays, deck: NDArray[np.int8]) -> "Rounds":
        """Rounds that go on, from arrays of their own in which all hands are there; the decks are those that are left,
        in the order of their drawing (n, longest)."""
        found = cls.__new__(cls)
        found.__dict__.update(arrays.__dict__)
        found.deck, found.deck_size = deck, arrays.deck_left.copy()
        found.lives = arrays.lives_before.copy()
        found.void = np.zeros(len(deck), dtype=bool)
        found.live = np.arange(len(deck))
        return found

    def again(self, rows: Ints) -> "Rounds":
        """Copies of these rows, (m,) of any, of rounds from whose decks nothing has been drawn yet."""
        return Rounds.under_way(self.taken(rows), self.deck[rows])

    def __len__(self) -> int:
        return len(self.top)

    @property
    def alive(self) -> Bools:
        """Which seats play the rounds: (n, seats)."""
        return self.lives_before > 0

    def hand_scores(self) -> Ints:
        """Twice the score of every hand, (n, seats); a seat that is out has 0."""
        found: Ints = self.scores[hand_index(self.hands)].astype(np.int64)
        return found

    def batch_view(self) -> BatchView:
        """What the players to move see at all rows that go on."""
        return BatchView(self, self.live)

    def call(self, rows: Ints) -> None:
        """Their players call; nobody has called there before."""
        self.caller[rows] = self.to_move[rows]

    def draw(self, rows: Ints) -> Ints:
        """Their players draw from the deck: the cards, which are not in the hands yet."""
        cards: Ints = self.deck[rows, self.deck_size[rows] - self.deck_left[rows]].astype(np.int64)
        self.deck_left[rows] -= 1
        return cards

    def keep(self, rows: Ints, cards: Ints, dropped: Ints) -> None:
        """Their players add these cards to their hands and discard one of the four: 0 to 2 of the hand as it stood,
        3 the added one."""
        player = self.to_move[rows]
        hand = self.hands[rows, player]
        first, second, third = hand[:, 0], hand[:, 1], hand[:, 2]
        away = np.where(dropped == 3, cards, hand[np.arange(len(rows)), np.minimum(dropped, 2)])
        self.hands[rows, player] = sorted_three(
            np.where(dropped == 0, cards, first),
            np.where(dropped == 1, cards, second),
            np.where(dropped == 2, cards, third),
        )
        self.top[rows] = away
        self.seen[rows] |= BITS[away]
        self.thrown[rows, player] |= BITS[away]

    def pass_turn(self) -> None:
        """End the turn of every row that goes on: the next player's turn, or the end of the round."""
        rows = self.live
        player = self.to_move[rows]
        hand = self.hands[rows, player]
        self.turns[rows] += 1
        turns, caller = self.turns[rows], self.caller[rows]
        following = self.following[rows, player]
        called = caller == player
        won = ~called & (self.scores[hand_index(hand)] == THIRTY_ONE)
        over = won | (called & (turns == 1)) | (following == caller)
        over |= (self.deck_left[rows] <= 0) | (turns >= TURN_LIMIT)
        self.to_move[rows] = following
        if over.any():
            self._end(rows[over], won[over])
            self.live = rows[~over]

    def _end_dealt(self) -> None:
        """End the rounds in which somebody was dealt 31."""
        won = (self.hand_scores() == THIRTY_ONE).any(axis=1)
        if won.any():
            rows = np.flatnonzero(won)
            self._end(rows, np.ones(len(rows), dtype=bool))
            self.live = np.flatnonzero(~won)

    def _end(self, rows: Ints, won: Bools) -> None:
        """Take the lives that these rounds cost; `won` tells which were ended by 31."""
        hands, alive = self.hands[rows], self.lives_before[rows] > 0
        score = self.scores[hand_index(hands)].astype(np.int64)
        low = np.where(alive, score, 99).min(axis=1)[:, None]
        lowest = alive & (score == low)
        calling = np.arange(self.seats) == self.caller[rows][:, None]
        tied = lowest.sum(axis=1) > 1
        loss = np.where(lowest, np.where(calling, 2, 1), 0)
        if self.house.caller_safe:
            loss[calling & tied[:, None]] = 0
        loss = np.where(won[:, None], alive & (score != THIRTY_ONE), loss)
        after = np.maximum(self.lives_before[rows] - loss, 0)
        void = ~after.any(axis=1)
        after[void] = self.lives_before[rows[void]]
        self.lives[rows], self.void[rows] = after, void


class Player(Protocol):
    """Decides for many seats at once. `random` is a stream for whoever draws lots."""

    def begin(self, seen: BatchView, random: np.random.Generator) -> Ints:
        """DRAW, TAKE or CALL for every row, CALL only where nobody has called: (n,)."""

    def discard(self, seen: BatchView, took: Bools, random: np.random.Generator) -> Ints:
        """Which of the four goes: 0 to 2 of the hand as it stands, 3 the card `seen.drawn`, only where it was not
        taken from the discard pile (`took`): (n,)."""


def play(rounds: Rounds, seated: NDArray[np.int64], players: Sequence[Player], random: np.random.Generator) -> None:
    """Play rounds to their ends: `players[seated[row, seat]]` decides for a seat."""
    while rounds.live.size:
        ply(rounds, seated, players, random)


def ply(rounds: Rounds, seated: NDArray[np.int64], players: Sequence[Player], random: np.random.Generator) -> None:
    """One turn in every round that goes on."""
    seen = rounds.batch_view()
    who = seated[seen.rows, seen.player]
    action = np.empty(len(seen), dtype=np.int64)
    for number, player in enumerate(players):
        theirs = np.flatnonzero(who == number)
        if theirs.size:
            action[theirs] = player.begin(seen if theirs.size == len(seen) else seen.part(theirs), random)
    calling = action == CALL
    if calling.any():
        rounds.call(seen.rows[calling])
    playing = np.flatnonzero(~calling)
    if playing.size:
        rows, took, who = seen.rows[playing], action[playing] == TAKE, who[playing]
        cards = rounds.top[rows]
        cards[~took] = rounds.draw(rows[~took])
        later = BatchView(rounds, rows, cards)
        dropped = np.empty(len(rows), dtype=np.int64)
        for number, player in enumerate(players):
            theirs = np.flatnonzero(who == number)
            if theirs.size:
                part = later if theirs.size == len(rows) else later.part(theirs)
                dropped[theirs] = player.discard(part, took[theirs], random)
        rounds.keep(rows, cards, dropped)
    rounds.pass_turn()


def following_starters(rounds: Rounds, first: Ints, rows: Ints | slice = slice(None)) -> Ints:
    """Who starts the rounds that follow those that `first` have started, at these rows or at all: the next players
    alive, the same one where the round was void."""
    following, *_ = neighbours(rounds.lives[rows])
    found: Ints = np.where(rounds.void[rows], first, following[np.arange(len(first)), first])
    return found


class Matches(NamedTuple):
    """Matches that have been played: the winning seat of each, and how many rounds and turns they took in all."""

    winner: Ints
    rounds: int
    turns: int


def play_matches(
    seated: NDArray[np.int64],
    players: Sequence[Player],
    first: Ints,
    random: np.random.Generator,
    house: House = PAGE,
) -> Matches:
    """Play whole matches at once, `START_LIVES` lives each: `players[seated[match, seat]]` decides for a seat, `first`
    starts. The start moves on by one living player each round; a void round is dealt again."""
    count, seats = seated.shape
    lives = np.full((count, seats), START_LIVES)
    first, going = first.copy(), np.arange(count)
    played = turns = 0
    while going.size:
        rounds = Rounds(deal(lives[going], first[going], random), house)
        play(rounds, seated[going], players, random)
        played, turns = played + len(rounds), turns + int(rounds.turns.sum())
        lives[going] = rounds.lives
        first[going] = following_starters(rounds, first[going])
        going = going[(rounds.lives > 0).sum(axis=1) > 1]
    return Matches(lives.argmax(axis=1), played, turns)
