"""Many matches of one game at one setting, stepped together: what a vector environment is made of.

A game may have arrays for it (``GameModule.many``); any other is played here, a :class:`Match` a row. Both give, for
the same seeds and actions, what one match after another would.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from game.agents.match import Match
from game.games import registry
from game.games.observation import ObservationSpec, observation_of
from game.games.seats import Seat
from game.rules.protocol import Setup
from game.rules.streams import Streams

Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
NOBODY = -1

Decider: TypeAlias = Callable[[Ints], Ints]
"""The actions of an AI that is to move at these rows, (m,) for (m,)."""


class Seen(NamedTuple):
    """What players see: their observations (m, size), as numbers from 0 to 1, and masks (m, actions), with a 1 for each
    legal action; all 0 for who is not to move."""

    observation: NDArray[np.float32]
    mask: NDArray[np.int8]


class ManyMatches(Protocol):
    """Matches, a row each."""

    layout: ObservationSpec
    to_move: Ints
    """Who decides, (n,); NOBODY where the match is over."""
    winner: Ints
    """Who has won a match that is over, (n,); NOBODY in a draw."""
    cut: Bools
    """Whether a match that is over had no end of its own, (n,): its turn limit stopped it, or it was drawn."""

    def deal(self, rows: Ints, seeds: Sequence[int]) -> None:
        """Begin the matches of these seeds; one may be over at once."""

    def see(self, rows: Ints, players: Ints) -> Seen:
        """What one player of each row sees."""

    def refusals(self, rows: Ints, actions: Ints) -> dict[int, str]:
        """Why actions of the players to move are not legal, by the row, of those that are not."""

    def play(self, rows: Ints, actions: Ints) -> None:
        """Carry out a legal action in each of these rows, and what follows from it up to the next decision."""

    def decider(self, seat: Seat) -> Decider | None:
        """An AI at a seat, deciding for many rows as it would for each; None where these matches cannot be played with
        it."""


def many_matches(game: str, setup: Setup, number: int, whole: bool, seats: Sequence[Seat]) -> ManyMatches:
    """So many matches, or, where they are not `whole`, first rounds of matches; in arrays where the game has them and
    all these seats can play by them."""
    entry = registry.game(game)
    if entry.many is not None:
        found: ManyMatches = entry.many(setup, number, whole)
        if all(found.decider(seat) is not None for seat in seats):
            return found
    return OneByOne(game, setup, number, whole)


def told(layout: ObservationSpec, view: Any, action: int) -> str | None:
    """Why an action is not legal, as environments say it; None where it is."""
    move = layout.move(view, action)
    why = layout.rules.refusal(view, move)
    return None if why is None else f"action {action} ({layout.rules.describe(move)}) is not legal: {why}"


class OneByOne:
    """Matches of any game, each played for itself."""

    def __init__(self, game: str, setup: Setup, number: int, whole: bool) -> None:
        entry = registry.game(game)
        self.layout = observation_of(game, setup)
        self.to_move = np.full(number, NOBODY)
        self.winner = np.full(number, NOBODY)
        self.cut = np.zeros(number, dtype=bool)
        self._rules, self._setup, self._rounds = entry.rules, setup, None if whole else 1
        self._fallback = registry.usual_ai(entry, setup.options).agent()
        self._matches: list[Match | None] = [None] * number

    def _match(self, row: int) -> Match:
        match = self._matches[row]
        assert match is not None, "nothing has been dealt there"
        return match

    def deal(self, rows: Ints, seeds: Sequence[int]) -> None:
        for row, seed in zip(rows.tolist(), seeds, strict=True):
            self._matches[row] = Match(self._rules, self._setup, seed, rounds=self._rounds)
            self._look(row)

    def _look(self, row: int) -> None:
        """Take down who is to move, or how the match has ended."""
        match = self._match(row)
        if match.end is None:
            self.to_move[row] = match.state.to_move
            return
        self.to_move[row] = NOBODY
        self.winner[row] = NOBODY if match.end.winner is None else match.end.winner
        self.cut[row] = match.end.reason != "won" or (
            self._rounds is not None and self._rules.round_end(match.state, match.standing).stopped
        )

    def see(self, rows: Ints, players: Ints) -> Seen:
        layout = self.layout
        seen = np.empty((len(rows), layout.size), np.float32)
        masks = np.empty((len(rows), layout.actions), np.int8)
        for place, (row, player) in enumerate(zip(rows.tolist(), players.tolist(), strict=True)):
            view = self._rules.view(self._match(row).state, player)
            seen[place] = layout.observation(view)
            masks[place] = layout.mask(view)
        return Seen(seen, masks)

    def refusals(self, rows: Ints, actions: Ints) -> dict[int, str]:
        found = {}
        for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
            state = self._match(row).state
            why = told(self.layout, self._rules.view(state, state.to_move), action)
            if why is not None:
                found[row] = why
        return found

    def play(self, rows: Ints, actions: Ints) -> None:
        for row, action in zip(rows.tolist(), actions.tolist(), strict=True):
            match = self._match(row)
            match.play(self.layout.move(self._rules.view(match.state, match.state.to_move), action))
            self._look(row)

    def decider(self, seat: Seat) -> Decider:
        agent = seat.agent()
        assert agent is not None, "a human cannot sit here"

        def decide(rows: Ints) -> Ints:
            actions = []
            for row in rows.tolist():
                match = self._match(row)
                player = match.state.to_move
                move = match.choose(player, agent, self._fallback)
                actions.append(self.layout.index(self._rules.view(match.state, player), move))
            return np.array(actions, dtype=np.int64)

        return decide


class SeatStreams:
    """The random numbers of the seats of many matches: those that a match of the same seed gives them."""

    def __init__(self, number: int) -> None:
        self._seeds = [0] * number
        self._streams: list[dict[int, Random]] = [{} for _ in range(number)]

    def begin(self, rows: Ints, seeds: Sequence[int]) -> None:
        """Matches of these seeds begin."""
        for row, seed in zip(rows.tolist(), seeds, strict=True):
            self._seeds[row] = seed
            self._streams[row] = {}

    def one_of(self, rows: Ints, players: Ints, numbers: Ints) -> Ints:
        """A choice, uniform, among so many, (m,), as the AI ``random`` makes it: 0 to `numbers` - 1."""
        drawn = np.empty(len(rows))
        for place, (row, player) in enumerate(zip(rows.tolist(), players.tolist(), strict=True)):
            streams = self._streams[row]
            if player not in streams:
                streams[player] = Streams(self._seeds[row]).seat(player)
            drawn[place] = streams[player].random()
        found: Ints = (drawn * numbers).astype(np.int64)
        return found
