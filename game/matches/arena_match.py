"""A match of an arena: who sits there, played by the rules or through the world, and recorded where that is asked for.

It is told in words and numbers alone, so that commands, programs and the window can have it played in any process.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.agents import match
from game.agents.agent import Considered
from game.agents.match import Listener, MatchResult
from game.games import registry
from game.games.seats import Seat, parse_seats, setup
from game.matches.arena import Fixture, Outcome
from game.matches.faults import FaultListener
from game.matches.replay import Recorder
from game.mods.mods import MODS, ModsInUse


def with_systems(game: str, names: Iterable[str]) -> tuple[str, ...]:
    """What entrants of these names are called: with the mods whose systems take part."""
    mods = MODS.names_with_systems(game)
    return tuple([f"{name} with {mods}" if mods else name for name in names])


@dataclass(frozen=True)
class ArenaMatch:
    """Plays the matches of an arena, all of it told in words and numbers so that it can be sent to workers."""

    game: str
    specs: tuple[str, ...]
    options: Mapping[str, Any]
    through: str = "rules"
    unit: str = "match"
    folder: Path | None = None
    thoughts: bool = False
    mods: ModsInUse = field(default_factory=ModsInUse)

    @property
    def names(self) -> tuple[str, ...]:
        """What its entrants are called: with the mods whose systems take part."""
        return with_systems(self.game, self.specs)

    def __call__(self, fixture: Fixture) -> Outcome:
        """Play one match and, where asked to, record it."""
        self.mods.use()
        seats = parse_seats(self.game, [self.specs[entrant] for entrant in fixture.seats])
        with closing(recorder) if (recorder := self._recorder(fixture, seats)) else nullcontext():
            listener = FaultListener(recorder)
            thoughts = recorder.considered if recorder is not None and self.thoughts else None
            result = self._played(fixture, seats, listener, thoughts)
        return Outcome(fixture.number, result.end.winner, result.moves, listener.faults, result.system_faults)

    def _recorder(self, fixture: Fixture, seats: Sequence[Seat]) -> Recorder | None:
        if self.folder is None:
            return None
        rules = registry.game(self.game).rules
        players = [seat.record() for seat in seats]
        return Recorder(
            self.folder / f"match-{fixture.number:04}.jsonl",
            rules,
            fixture.seed,
            setup(rules, seats, self.options),
            players,
            systems=MODS.systems_record(self.game),
        )

    def _played(
        self,
        fixture: Fixture,
        seats: Sequence[Seat],
        listener: Listener,
        thoughts: Callable[[Considered], None] | None,
    ) -> MatchResult:
        game = registry.game(self.game)
        how = setup(game.rules, seats, self.options)
        rounds = 1 if self.unit == "round" else None
        if self.through == "world":
            from game.matches import world  # only here: the pure rules need no entities

            return world.play_match(game.rules, how, seats, fixture.seed, listener, rounds, thoughts)
        agents = [agent for seat in seats if (agent := seat.agent())]
        fallback = registry.usual_ai(game, how.options).agent()
        try:
            return match.play_match(game.rules, how, agents, fallback, fixture.seed, listener, rounds, thoughts)
        finally:
            for agent in agents:
                agent.close()
