"""Who sits at a table: a human, or an AI with its parameters, read from the words of the command line."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from game import catalogue
from game.brains.agent import Agent
from game.rules.protocol import AnyRules, Setup

HUMAN = "human"


class SeatError(ValueError):
    """A seat that cannot be taken as asked; the text says why and what would do."""


@dataclass(frozen=True)
class Seat:
    """One chair: `ai` is None for a human. `spec` is how it was asked for, and asks for the same again."""

    name: str
    ai: catalogue.AI | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    spec: str = HUMAN
    trained: str | None = None

    @property
    def is_human(self) -> bool:
        return self.ai is None

    def agent(self) -> Agent | None:
        """A fresh agent of the AI; None for a human."""
        return None if self.ai is None else self.ai.agent(self.parameters)

    def record(self) -> dict[str, Any]:
        """The seat as a replay holds it."""
        return {
            "name": self.name,
            "ai": None if self.ai is None else self.ai.name,
            "parameters": dict(self.parameters),
            "trained": self.trained,
        }


def parse_seat(game: str, spec: str) -> Seat:
    """The seat that ``human`` or ``NAME[:FILE][@key=value,...]`` asks for.

    Raises SeatError or catalogue.UnknownNameError.
    """
    if spec == HUMAN:
        return Seat("You")
    head, _, tail = spec.partition("@")
    name, colon, _file = head.partition(":")
    ai = catalogue.ai(game, name)
    if colon:
        raise SeatError(f"{spec}: {name} does not learn, so it takes no trained file")
    return Seat(ai.name, ai, _parameters(ai, spec, tail), spec)


def _parameters(ai: catalogue.AI, spec: str, text: str) -> dict[str, Any]:
    known = {option.key: option for option in ai.parameters}
    values: dict[str, Any] = {}
    for part in filter(None, text.split(",")):
        key, equals, value = part.partition("=")
        if not equals or key not in known:
            raise SeatError(f"{spec}: {ai.name} has no parameter {key!r}; it has: {', '.join(known) or 'none'}")
        try:
            values[key] = known[key].parse(value)
        except ValueError as error:
            raise SeatError(f"{spec}: {key}: {error}") from None
    return values


def parse_seats(game: str, specs: Sequence[str]) -> list[Seat]:
    """A table's seats; raises SeatError when their number does not suit the game."""
    seats = [parse_seat(game, spec) for spec in specs]
    allowed = catalogue.game(game).rules.seats
    if len(seats) not in allowed:
        most = f"{allowed[0]} to {allowed[-1]}" if len(allowed) > 1 else str(allowed[0])
        raise SeatError(f"{game} is for {most} players, not {len(seats)}")
    return named_apart(seats)


def named_apart(seats: Sequence[Seat]) -> list[Seat]:
    """The same seats, numbered where two would bear one name."""
    names = [seat.name for seat in seats]
    if len(set(names)) == len(names):
        return list(seats)
    renamed = []
    for index, seat in enumerate(seats):
        name = f"Player {index + 1}" if seat.is_human else f"{seat.name} {index + 1}"
        renamed.append(replace(seat, name=name) if names.count(seat.name) > 1 else seat)
    return renamed


def setup(rules: AnyRules, seats: Sequence[Seat], options: Mapping[str, Any] | None = None) -> Setup:
    """How the match of these seats is played, options of the game filled up with their defaults."""
    full = {option.key: option.default for option in rules.options} | dict(options or {})
    return Setup(len(seats), full, any(seat.is_human for seat in seats))
