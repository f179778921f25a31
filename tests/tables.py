"""Tables to test at: worlds, the same match both ways, and AIs made for a test."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any, Protocol

import esper

from components.pieces import Card, Owner, SelectedCard, Slot, Token, Zone
from components.table import Pace, Table
from game.agents import match
from game.agents.agent import Candidate, Picker, Reason, Scorer
from game.agents.match import Listener, MatchResult
from game.agents.pickers import Highest
from game.base.events import ConfirmTurn, Events, MatchEnded, MoveMade, MoveRefused, Noted, RoundEnded, RoundStarted
from game.games import registry
from game.games.jaipur import rules as jaipur
from game.games.jaipur.rules import View
from game.games.seats import Seat, parse_seats, setup
from game.matches.replay import Recorder
from game.matches.world import World, play_match
from game.rules.protocol import MatchEnd, RoundEnd, kind_of
from game.rules.streams import Streams
from systems import decisions
from systems.decisions import decision_due, mark
from systems.snapshot import only, scan, state_of, to_move

RULES = jaipur.RULES
EVENTS = (RoundStarted, MoveMade, MoveRefused, Noted, RoundEnded, MatchEnded)


class Way(Protocol):
    """How a match is played."""

    def __call__(
        self,
        seats: Sequence[Seat],
        seed: int,
        listener: Listener | None = None,
        rounds: int | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> MatchResult: ...


def table(*specs: str) -> list[Seat]:
    """The seats of a table of Jaipur."""
    return parse_seats("jaipur", specs)


def world_of(*seats: Seat | str, seed: int = 1) -> World:
    """A world of Jaipur with a match that has not been dealt yet."""
    taken = [seat if isinstance(seat, Seat) else table(seat, "random")[0] for seat in seats]
    return World(RULES, setup(RULES, taken), taken, seed)


def dealt_world(*seats: Seat | str, seed: int = 1) -> World:
    """A world of Jaipur, dealt; the first decision is due, but not yet open."""
    world = world_of(*seats, seed=seed)
    world.frame(0.0)
    return world


def held_state() -> Any:
    """The state that the world holds, by a look at every piece: not by what the systems hand on from move to move."""
    return state_of(scan())


def through_rules(
    seats: Sequence[Seat],
    seed: int,
    listener: Listener | None = None,
    rounds: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> MatchResult:
    """A match on the pure rules."""
    agents = [agent for seat in seats if (agent := seat.agent()) is not None]
    default = registry.ai("jaipur", registry.game("jaipur").default_ai)
    return match.play_match(RULES, setup(RULES, seats, options), agents, default.agent(), seed, listener, rounds)


def through_world(
    seats: Sequence[Seat],
    seed: int,
    listener: Listener | None = None,
    rounds: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> MatchResult:
    """The same match, played by the systems."""
    return play_match(RULES, setup(RULES, seats, options), seats, seed, listener, rounds)


BOTH_WAYS: dict[str, Way] = {"rules": through_rules, "world": through_world}


def recorded(path: Path, way: Way, seats: Sequence[Seat], seed: int, rounds: int | None = None) -> bytes:
    """The replay of a match, as bytes."""
    recorder = Recorder(path, RULES, seed, setup(RULES, seats), [seat.record() for seat in seats])
    way(seats, seed, recorder, rounds)
    recorder.close()
    return path.read_bytes()


class Told:
    """A listener that keeps all it is told, states as records."""

    def __init__(self) -> None:
        self.all: list[tuple[Any, ...]] = []

    def round_started(self, number: int, first: int, state: Any) -> None:
        self.all.append(("round", number, first, RULES.state_record(state)))

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        self.all.append(("move", player, move, chance, RULES.state_record(state)))

    def noted(self, player: int | None, text: str) -> None:
        self.all.append(("note", player, text))

    def round_ended(self, number: int, end: RoundEnd) -> None:
        self.all.append(("round end", number, end))

    def match_ended(self, end: MatchEnd) -> None:
        self.all.append(("match end", end))

    def of(self, what: str) -> list[tuple[Any, ...]]:
        """What was told of one sort."""
        return [told for told in self.all if told[0] == what]


def heard(events: Events, *kinds: type[Any]) -> list[Any]:
    """A list that fills with the events of these kinds (of all, when none is named) as they happen."""
    happened: list[Any] = []
    for kind in kinds or EVENTS:
        events.on(kind, happened.append)
    return happened


class Script:
    """A scorer that counts its calls, and gives what a function makes of the view and the random numbers."""

    name = "script"

    def __init__(self, gives: Callable[[View, Random], Sequence[Any]]) -> None:
        self._gives = gives
        self.views: list[View] = []

    def score(self, view: View, rng: Random) -> list[Candidate]:
        self.views.append(view)
        return [Candidate(move, 1.0, Reason("as the script says")) for move in self._gives(view, rng)]


def seat_of(scorers: Callable[[], Sequence[Scorer]], picker: Picker | None = None, name: str = "made up") -> Seat:
    """A seat taken by an AI of one's own, with scorers made anew for every agent."""
    ai = registry.AI(name, "jaipur", "made for a test", lambda *_: scorers(), lambda _: picker or Highest())
    return Seat(name, ai, {}, name)


def script_seat(gives: Callable[[View, Random], Sequence[Any]], name: str = "script") -> Seat:
    """A seat taken by an AI that plays the first move that a function gives."""
    return seat_of(lambda: [Script(gives)], name=name)


def first_legal(view: View, rng: Random) -> Sequence[Any]:
    """A script: the first legal move."""
    return [RULES.legal_moves(view)[0]]


def always(*moves: Any) -> Callable[[View, Random], Sequence[Any]]:
    """A script: these moves, whatever the table holds."""

    def give(view: View, rng: Random) -> Sequence[Any]:
        return moves

    return give


def confirm(world: World, move: Any, pieces: Iterable[int] | None = None) -> None:
    """Mark the pieces of a move of the player to move, its own or others, and confirm it; a decision opens first."""
    if decision_due() is None:
        world.frame(0.0)
    due = decision_due()
    assert due is not None
    player, decision = due
    if pieces is None:
        decisions.confirm(world.events, player, decision, move, "test")
    else:
        mark(player, pieces)
        world.events.post(ConfirmTurn(player, kind_of(world.rules, move), decision.number), "test")


def mover() -> int:
    """The player to move."""
    player = to_move()
    assert player is not None
    return player


def marked() -> set[int]:
    """The pieces that are marked."""
    return {entity for entity, _ in esper.get_component(SelectedCard)}


def pieces() -> set[int]:
    """The entities of all cards and tokens."""
    return {entity for form in (Card, Token) for entity, _ in esper.get_component(form)}


def lying(zone: str, player: int | None = None) -> dict[int, tuple[int, str]]:
    """The cards of a place by slot, each as (entity, kind)."""
    rows = esper.get_components(Card, Zone, Owner, Slot)
    return {
        slot.index: (entity, card.kind)
        for entity, (card, where, owner, slot) in rows
        if (where.name, owner.player) == (zone, player)
    }


def everything() -> dict[int, list[str]]:
    """Every component of every entity, written out."""
    return {entity: sorted(map(repr, esper.components_for_entity(entity))) for entity in esper.get_entities()}


def numbers_to_come() -> list[object]:
    """Where all streams of the match stand."""
    streams = only(Table).streams
    lasting = [streams.chance(), streams.seat(0), streams.seat(1), streams.aside("hint"), streams.aside("fallback")]
    return [stream.getstate() for stream in lasting]


def set_pace(seconds: float) -> None:
    """Let the choices of AIs stand for so many seconds. Give a power of two, and frames too, to count them exactly."""
    only(Pace).seconds = seconds


def first_seed(player: int) -> int:
    """A seed with which this player starts."""
    return next(seed for seed in range(64) if Streams(seed).first().randrange(2) == player)
