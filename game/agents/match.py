"""A match played headless on the pure rules, and what can be listened to while it is played."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from game.agents.agent import Agent, Considered, picked, place_of
from game.agents.choosing import StandIn, StandIns
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
    """What became of a match: its end, the winner of each finished round, and the moves played in all; and the first
    fault of each system of a mod that was at fault, by its name."""

    end: MatchEnd
    round_winners: tuple[int | None, ...]
    moves: int
    system_faults: tuple[tuple[str, str], ...] = ()


class Match:
    """A match on the pure rules, stepped move by move: rounds are dealt and ended as the moves come.

    `state` is the round under way, `standing` what the match holds beside it. When `end` is there, the match is over:
    after `rounds` rounds at the latest, and then with the winner of its last round. It begins at the beginning, unless
    `begins` names a standing, and who is first.
    """

    def __init__(
        self,
        rules: AnyRules,
        setup: Setup,
        seed: int,
        listener: Listener | None = None,
        rounds: int | None = None,
        begins: tuple[Any, int] | None = None,
        thoughts: Callable[[Considered], None] | None = None,
    ) -> None:
        """`thoughts` is told what each AI considered, before its move."""
        self.rules = rules
        self.setup = setup
        self.streams = Streams(seed)
        self.standing, first = begins or (rules.new_standing(setup), first_player(setup, self.streams.first()))
        self.moves = 0
        self.end: MatchEnd | None = None
        self.round_winners: list[int | None] = []
        self._hearer = listener or Silent()
        self._rounds = rounds
        self._thoughts = thoughts
        self._stand_ins: StandIns | None = None
        self._deal(first)

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
        that of the `fallback`, and the fault is noted. Whoever is at fault too often is replaced by the `fallback`."""
        rules, stand_ins = self.rules, self._stand_ins
        if stand_ins is not None and stand_ins.plays_on(player):
            agent = fallback
        view, rng = rules.view(self.state, player), self.streams.seat(player)
        try:
            candidates = agent.think(view, rng)
            candidate = picked(agent.picker, candidates, rng)
        except Exception as error:  # whatever an AI raises, the match goes on
            return self._noted(player, self._standing_in(fallback).for_error(player, agent, view, error))
        if self._thoughts is not None:
            self._thoughts(Considered(player, agent.name, view, candidates, place_of(candidate, candidates)))
        if candidate is not None and rules.refusal(view, candidate.move) is None:
            return candidate.move
        move = None if candidate is None else candidate.move
        stand_in = self._standing_in(fallback).for_move(player, agent, view, move)
        return move if stand_in is None else self._noted(player, stand_in)

    def _standing_in(self, fallback: Agent) -> StandIns:
        """Who stands in, made at the first fault: most matches need nobody."""
        if self._stand_ins is None:
            self._stand_ins = StandIns(self.rules, fallback, self.streams.aside("fallback"))
        return self._stand_ins

    def _noted(self, player: int, stand_in: StandIn) -> Any:
        self._hearer.noted(player, stand_in.note)
        return stand_in.move


def play_match(
    rules: AnyRules,
    setup: Setup,
    agents: Sequence[Agent],
    fallback: Agent,
    seed: int,
    listener: Listener | None = None,
    rounds: int | None = None,
    thoughts: Callable[[Considered], None] | None = None,
) -> MatchResult:
    """Play one match, or its first `rounds` rounds, between agents, seat by seat; `thoughts` is told what each
    considered, before its move.

    A match cut short by `rounds` ends with the winner of its last round.
    """
    match = Match(rules, setup, seed, listener, rounds, thoughts=thoughts)
    if thoughts is None:
        agents = [agent.silent() for agent in agents]
    while match.end is None:
        player = match.state.to_move
        match.play(match.choose(player, agents[player], fallback))
    return MatchResult(match.end, tuple(match.round_winners), match.moves)
