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
    hearer = listener or Silent()
    streams = Streams(seed)
    standing = rules.new_standing(setup)
    first = first_player(setup, streams.first())
    winners: list[int | None] = []
    moves = 0
    while True:
        number = len(winners) + 1
        state = rules.deal(setup, standing, first, streams.deal(number))
        hearer.round_started(number, first, state)
        moves += _play_round(rules, state, agents, fallback, streams, hearer)
        end = rules.round_end(state, standing)
        if not end.unfinished:
            hearer.round_ended(number, end)
            winners.append(end.winner)
        standing, first, over = rules.after_round(standing, first, end)
        if over is not None:
            hearer.match_ended(over)
            return MatchResult(over, tuple(winners), moves)
        if number == rounds:
            return MatchResult(MatchEnd(end.winner, "won"), tuple(winners), moves)


def _play_round(
    rules: AnyRules, state: Any, agents: Sequence[Agent], fallback: Agent, streams: Streams, hearer: Listener
) -> int:
    """Play a dealt round to its end, in place; the number of moves."""
    chance_stream = streams.chance()
    moves = 0
    while (player := state.to_move) is not None:
        view = rules.view(state, player)
        candidate = agents[player].choose(view, streams.seat(player))
        move = None if candidate is None else candidate.move
        if move is None or rules.refusal(view, move) is not None:
            choice = legal_choice(rules, view, agents[player], move, fallback, streams.aside("fallback"))
            move = choice.move
            hearer.noted(player, choice.fault or "")
        chance = apply(rules, state, move, chance_stream)
        moves += 1
        hearer.moved(player, move, chance, state)
    return moves
