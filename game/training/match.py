"""A match played headless on the pure rules, and what can be listened to while it is played."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from game.brains.agent import Agent
from game.brains.choosing import legal_choice
from game.rules.protocol import AnyRules, MatchEnd, RoundEnd, Setup, apply, first_player
from game.rules.streams import Streams


class Listener(Protocol):
    """Is told everything that happens in a match, in order: a recorder, a move log, a counter."""

    def round_started(self, number: int, first: int, state: Any) -> None:
        """A round, counted from 1, has been dealt."""

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        """A move has been carried out; `state` is the one after it, not to be kept or changed."""

    def noted(self, player: int | None, text: str) -> None:
        """Something happened beside the rules."""

    def round_ended(self, number: int, end: RoundEnd) -> None:
        """A round is over."""

    def match_ended(self, end: MatchEnd) -> None:
        """The match is over."""


class Silent:
    """The listener that does nothing; others derive from it and hear what they care for."""

    def round_started(self, number: int, first: int, state: Any) -> None: ...

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None: ...

    def noted(self, player: int | None, text: str) -> None: ...

    def round_ended(self, number: int, end: RoundEnd) -> None: ...

    def match_ended(self, end: MatchEnd) -> None: ...


@dataclass(frozen=True)
class MatchResult:
    """What became of a match: its end, the winner of each finished round, and the moves played in all."""

    end: MatchEnd
    round_winners: tuple[int | None, ...]
    moves: int


class Match:
    """A match on the pure rules, stepped move by move: rounds are dealt and ended as the moves come.

    `state` is the round under way, `standing` what the match holds beside it. When `end` is there, the match is over:
    after `rounds` rounds at the latest, and then with the winner of its last round.
    """

    def __init__(
        self, rules: AnyRules, setup: Setup, seed: int, listener: Listener | None = None, rounds: int | None = None
    ) -> None:
        self.rules = rules
        self.setup = setup
        self.streams = Streams(seed)
        self.standing = rules.new_standing(setup)
        self.moves = 0
        self.end: MatchEnd | None = None
        self.round_winners: list[int | None] = []
        self._hearer = listener or Silent()
        self._rounds = rounds
        self._deal(first_player(setup, self.streams.first()))

    @property
    def number(self) -> int:
        """The number of the round under way, from 1."""
        return len(self.round_winners) + 1

    def _deal(self, first: int) -> None:
        self.first = first
        self.state: Any = self.rules.deal(self.setup, self.standing, first, self.streams.deal(self.number))
        self._chance = self.streams.chance()
        self._hearer.round_started(self.number, first, self.state)
        if self.state.to_move is None:
            self._end_round()

    def play(self, move: Any) -> None:
        """Carry out a legal move of the player to move, and whatever follows from it up to the next decision."""
        state = self.state
        player = state.to_move
        chance = apply(self.rules, state, move, self._chance)
        self.moves += 1
        self._hearer.moved(player, move, chance, state)
        if state.to_move is None:
            self._end_round()

    def _end_round(self) -> None:
        number = self.number
        end = self.rules.round_end(self.state, self.standing)
        if not end.unfinished:
            self._hearer.round_ended(number, end)
            self.round_winners.append(end.winner)
        self.standing, first, over = self.rules.after_round(self.standing, self.first, end)
        if over is not None:
            self.end = over
            self._hearer.match_ended(over)
        elif number == self._rounds:
            self.end = MatchEnd(end.winner, "won")
        else:
            self._deal(first)

    def choose(self, player: int, agent: Agent, fallback: Agent) -> Any:
        """The move of an agent that sits at the seat of `player`, who is to move; where it proposes none that is legal,
        that of the `fallback`, and the fault is noted."""
        rules = self.rules
        view = rules.view(self.state, player)
        candidate = agent.choose(view, self.streams.seat(player))
        move = None if candidate is None else candidate.move
        if move is None or rules.refusal(view, move) is not None:
            choice = legal_choice(rules, view, agent, move, fallback, self.streams.aside("fallback"))
            move = choice.move
            self._hearer.noted(player, choice.fault or "")
        return move


def play_match(
    rules: AnyRules,
    setup: Setup,
    agents: Sequence[Agent],
    fallback: Agent,
    seed: int,
    listener: Listener | None = None,
    rounds: int | None = None,
) -> MatchResult:
    """Play one match, or its first `rounds` rounds, between agents, seat by seat.

    A match cut short by `rounds` ends with the winner of its last round.
    """
    match = Match(rules, setup, seed, listener, rounds)
    while match.end is None:
        player = match.state.to_move
        match.play(match.choose(player, agents[player], fallback))
    return MatchResult(match.end, tuple(match.round_winners), match.moves)
