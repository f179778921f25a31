"""Thirty-one as arrays: many matches at once, decision by decision, for :mod:`game.games.many_matches`.

The rounds are those of :mod:`game.games.thirty_one.rounds`. Beside them stands what that engine, which knows whole
turns, need not keep: the order of the discard piles, and the cards that were drawn and not yet answered by a discard.
Every round is dealt from the same random numbers as a match of the same seed deals it from.
"""

from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from game.games.many_matches import NOBODY, Bools, Decider, Ints, SeatStreams, Seen, told
from game.games.seats import Seat
from game.games.thirty_one.batch_view import BatchView
from game.games.thirty_one.card_arrays import BITS, NO_CARD, hand_index
from game.games.thirty_one.cards import CARDS
from game.games.thirty_one.observation import ThirtyOneObservation
from game.games.thirty_one.rounds import CALL, TAKE, Player, Rounds, dealt, following_starters
from game.games.thirty_one.state import FROM_DECK, FROM_DISCARD, START_LIVES, TURN_LIMIT, House, View
from game.games.thirty_one.training.players import GreedyPlayer
from game.rules.protocol import Setup, first_player
from game.rules.streams import Streams

_FIRST_DISCARD = 3
"""The action that discards card 0."""
_NONE = np.random.default_rng(0)
"""For players who draw no lots."""


class ThirtyOneMatches:
    """Matches of Thirty-one, a row each; see :class:`game.games.many_matches.ManyMatches`."""

    def __init__(self, setup: Setup, number: int, whole: bool) -> None:
        self.layout = ThirtyOneObservation(setup)
        self.to_move = np.full(number, NOBODY)
        self.winner = np.full(number, NOBODY)
        self.cut = np.zeros(number, dtype=bool)
        self._setup, self._whole, self._seats = setup, whole, setup.players
        self._rounds = Rounds.blank(number, setup.players, House.of(setup.options))
        self._drawn = np.full(number, NO_CARD)
        """The card that the player to move has drawn, and must answer by a discard; else no card."""
        self._took = np.zeros(number, dtype=bool)
        """Whether it came from the discard pile."""
        self._pile = np.zeros((number, CARDS), dtype=np.int64)
        """The discard piles, the top last, and how many cards each has."""
        self._piled = np.zeros(number, dtype=np.int64)
        self._laid = np.zeros((number, 1 + TURN_LIMIT), dtype=np.int8)
        """The opening discards and all that were discarded after them, in their order, and how many those are."""
        self._laid_down = np.zeros(number, dtype=np.int64)
        self._seeds = np.zeros(number, dtype=object)
        self._number = np.zeros(number, dtype=np.int64)
        self._first = np.zeros(number, dtype=np.int64)
        self._streams = SeatStreams(number)
        self._order = np.arange(setup.players)

    # --- dealing ---

    def deal(self, rows: Ints, seeds: Sequence[int]) -> None:
        self._seeds[rows], self._number[rows] = seeds, 0
        self._first[rows] = [first_player(self._setup, Streams(seed).first()) for seed in seeds]
        self._rounds.lives[rows] = START_LIVES
        self._streams.begin(rows, seeds)
        self._begin_round(rows)

    def _begin_round(self, rows: Ints) -> None:
        self._number[rows] += 1
        streams = [
            Streams(seed).deal(number)
            for seed, number in zip(self._seeds[rows].tolist(), self._number[rows].tolist(), strict=True)
        ]
        given = dealt(_shuffled(streams), self._rounds.lives[rows], self._first[rows])
        ended = self._rounds.begin(rows, given)
        self._drawn[rows], self._piled[rows] = NO_CARD, 1
        self._laid_down[rows] = 1
        self._pile[rows, 0] = self._laid[rows, 0] = given.top
        self.to_move[rows] = given.first
        if ended.size:
            self._end_round(ended)

    def _end_round(self, rows: Ints) -> None:
        """The matches end, or their next rounds begin."""
        rounds = self._rounds
        if self._whole:
            living = rounds.lives[rows] > 0
            over, winner = living.sum(axis=1) == 1, living.argmax(axis=1)
        else:
            over, winner = np.ones(len(rows), dtype=bool), self._highest(rows)
        self.to_move[rows[over]], self.winner[rows[over]] = NOBODY, winner[over]
        on = rows[~over]
        if on.size:
            self._first[on] = following_starters(rounds, self._first[on], on)
            self._begin_round(on)

    def _highest(self, rows: Ints) -> Ints:
        """Who has the highest hand alone; nobody where several have it."""
        alive = self._rounds.lives_before[rows] > 0
        scores = np.where(alive, self._rounds.scores[hand_index(self._rounds.hands[rows])], 0)
        highest = scores == scores.max(axis=1)[:, None]
        return np.where(highest.sum(axis=1) == 1, highest.argmax(axis=1), NOBODY)

    # --- seeing ---

    def _held(self, rows: Ints) -> Ints:
        """The hands as sets, (m, seats), with what was drawn."""
        cards = BITS[self._rounds.hands[rows]]
        held: Ints = cards[:, :, 0] | cards[:, :, 1] | cards[:, :, 2]
        held[np.arange(len(rows)), self.to_move[rows]] |= BITS[self._drawn[rows]]
        return held

    def see(self, rows: Ints, players: Ints) -> Seen:
        every = np.arange(len(rows))
        after = (players[:, None] + self._order) % self._seats
        rounds, drawn, to_move = self._rounds, self._drawn[rows], self.to_move[rows]
        held, acting = self._held(rows), drawn != NO_CARD
        lain = rounds.seen[rows]
        known = np.where((to_move == NOBODY)[:, None], held, held & lain[:, None])
        in_hands = np.bitwise_or.reduce(held, axis=1)
        top = np.where(self._piled[rows] > 0, self._pile[rows, np.maximum(self._piled[rows] - 1, 0)], NO_CARD)
        sets = np.empty((len(rows), 4 + 2 * self._seats - 1), dtype="<u8")
        sets[:, 0] = held[every, players]
        sets[:, 1] = np.where(self._took[rows] | (to_move == players), BITS[drawn], 0)
        sets[:, 2] = BITS[top]
        sets[:, 3] = lain & ~in_hands
        sets[:, 4 : 4 + self._seats] = np.take_along_axis(known, after, axis=1)
        sets[:, 4 + self._seats :] = np.take_along_axis(rounds.thrown[rows], after[:, 1:], axis=1)
        rest = np.column_stack([
            np.take_along_axis(rounds.lives_before[rows], after, axis=1), after == rounds.caller[rows][:, None],
            rounds.turns[rows] == 0, rounds.turns[rows], rounds.deck_left[rows],
            acting & ~self._took[rows], acting & self._took[rows],
        ])  # fmt: skip
        counts = np.concatenate([_bits(sets), rest.astype(np.uint8)], axis=1)
        return Seen(self.layout.scaled(counts), self._mask(rows, (to_move == players)))

    def _mask(self, rows: Ints, deciding: Bools) -> NDArray[np.int8]:
        mask = np.zeros((len(rows), self.layout.actions), dtype=np.int8)
        acting = self._drawn[rows] != NO_CARD
        begins = deciding & ~acting
        mask[begins, :CALL] = 1
        mask[begins, CALL] = self._rounds.caller[rows[begins]] < 0
        answers = np.flatnonzero(deciding & acting)
        own = self._own(rows[answers])
        mask[answers[:, None], _FIRST_DISCARD + own] = 1
        drawn = answers[~self._took[rows[answers]]]
        mask[drawn, _FIRST_DISCARD + self._drawn[rows[drawn]]] = 1
        return mask

    def _own(self, rows: Ints) -> Ints:
        """The three cards of the players to move as they were before the draw, (m, 3)."""
        found: Ints = self._rounds.hands[rows, self.to_move[rows]]
        return found

    def view(self, row: int, player: int) -> View:
        """What a player sees of a match under way, as the rules tell it."""
        rounds, only = self._rounds, np.array([row])
        held, to_move = self._held(only)[0], int(self.to_move[row])
        drawn, took = int(self._drawn[row]), bool(self._took[row])
        acting = drawn != NO_CARD
        return View(
            player, to_move, int(held[player]), tuple(self._pile[row, : self._piled[row]].tolist()),
            tuple((held & rounds.seen[row]).tolist()), tuple(rounds.thrown[row].tolist()),
            tuple(rounds.lives_before[row].tolist()), None if rounds.caller[row] < 0 else int(rounds.caller[row]),
            int(rounds.turns[row]), drawn if acting and (took or player == to_move) else None,
            None if not acting else FROM_DISCARD if took else FROM_DECK, int(rounds.deck_left[row]), rounds.house,
            tuple(self._laid[row, : self._laid_down[row]].tolist()),
        )  # fmt: skip

    # --- playing ---

    def refusals(self, rows: Ints, actions: Ints) -> dict[int, str]:
        legal = self._mask(rows, np.ones(len(rows), dtype=bool))[np.arange(len(rows)), actions]
        wrong = legal == 0
        found = {}
        for row, action in zip(rows[wrong].tolist(), actions[wrong].tolist(), strict=True):
            why = told(self.layout, self.view(row, int(self.to_move[row])), action)
            assert why is not None
            found[row] = why
        return found

    def play(self, rows: Ints, actions: Ints) -> None:
        begins = self._drawn[rows] == NO_CARD
        first, how = rows[begins], actions[begins]
        called, taking = first[how == CALL], first[how == TAKE]
        drawing = first[how < TAKE]
        rounds = self._rounds
        rounds.call(called)
        self._drawn[taking], self._took[taking] = rounds.top[taking], True
        self._piled[taking] -= 1
        self._drawn[drawing], self._took[drawing] = rounds.draw(drawing), False
        answering = rows[~begins]
        self._discard(answering, actions[~begins] - _FIRST_DISCARD)
        self._pass_turn(np.concatenate([called, answering]))

    def _discard(self, rows: Ints, cards: Ints) -> None:
        drawn, own = self._drawn[rows], self._own(rows)
        dropped = np.where(drawn == cards, 3, (own == cards[:, None]).argmax(axis=1))
        self._rounds.keep(rows, drawn, dropped)
        self._pile[rows, self._piled[rows]] = cards
        self._piled[rows] += 1
        self._laid[rows, self._laid_down[rows]] = cards
        self._laid_down[rows] += 1
        self._drawn[rows] = NO_CARD

    def _pass_turn(self, rows: Ints) -> None:
        rounds = self._rounds
        rounds.live = rows
        rounds.pass_turn()
        self.to_move[rows] = rounds.to_move[rows]
        if len(rounds.live) < len(rows):
            going = np.zeros(len(self.to_move), dtype=bool)
            going[rounds.live] = True
            self._end_round(rows[~going[rows]])

    # --- AIs ---

    def decider(self, seat: Seat) -> Decider | None:
        """``random``, and the greedy ones."""
        if seat.ai is None or seat.ai.game != "thirty_one":
            return None
        match seat.ai.name:
            case "random":
                return self._at_random
            case "greedy":
                return self._of(GreedyPlayer())
            case "greedy-caller":
                return self._of(GreedyPlayer(seat.ai.settings(seat.parameters)["call_at"]))
        return None

    def _at_random(self, rows: Ints) -> Ints:
        acting, took = self._drawn[rows] != NO_CARD, self._took[rows]
        number = np.where(acting, np.where(took, 3, 4), np.where(self._rounds.caller[rows] < 0, 3, 2))
        chosen = self._streams.one_of(rows, self.to_move[rows], number)
        return np.where(acting, _FIRST_DISCARD + self._card(rows, chosen), chosen)

    def _card(self, rows: Ints, place: Ints) -> Ints:
        """One of the four cards held, by its place: 0 to 2 of those before the draw, 3 what was drawn."""
        own = self._own(rows)[np.arange(len(rows)), np.minimum(place, 2)]
        return np.where(place == 3, self._drawn[rows], own)

    def _of(self, player: Player) -> Decider:
        """A player of whole turns, asked for its decisions one by one."""

        def decide(rows: Ints) -> Ints:
            actions = np.empty(len(rows), dtype=np.int64)
            acting = self._drawn[rows] != NO_CARD
            if not acting.all():
                actions[~acting] = player.begin(BatchView(self._rounds, rows[~acting]), _NONE)
            if acting.any():
                later = rows[acting]
                places = player.discard(BatchView(self._rounds, later, self._drawn[later]), self._took[later], _NONE)
                actions[acting] = _FIRST_DISCARD + self._card(later, places)
            return actions

        return decide


def _bits(sets: Ints) -> NDArray[np.uint8]:
    """Sets of cards (m, k) as numbers, card by card: (m, 52 k)."""
    wide = np.unpackbits(sets.view(np.uint8).reshape(len(sets), sets.shape[1], 8), axis=2, bitorder="little")
    return wide[:, :, :CARDS].reshape(len(sets), -1)


def _shuffled(streams: Sequence[Random]) -> NDArray[np.int8]:
    """A deck for each of these streams, (m, 52), as `game.rules.shuffling.shuffled` shuffles it."""
    places = (_randoms(streams, CARDS - 1) * np.arange(CARDS, 1, -1)).astype(np.int64)
    order = np.tile(np.arange(CARDS, dtype=np.int8), (len(streams), 1))
    rows = np.arange(len(streams))
    for step, last in enumerate(range(CARDS - 1, 0, -1)):
        at = places[:, step]
        order[:, last], order[rows, at] = order[rows, at], order[:, last].copy()
    return order


def _randoms(streams: Sequence[Random], number: int) -> NDArray[np.float64]:
    """The next `number` of the numbers that each stream's ``random()`` would give, (m, number). Each is made of two
    words of the generator: 27 bits of the one, then 26 of the other."""
    raw = b"".join([stream.getrandbits(64 * number).to_bytes(8 * number, "little") for stream in streams])
    words = np.frombuffer(raw, "<u4").reshape(len(streams), number, 2)
    found: NDArray[np.float64] = ((words[:, :, 0] >> 5) * 67108864.0 + (words[:, :, 1] >> 6)) / 9007199254740992.0
    return found
