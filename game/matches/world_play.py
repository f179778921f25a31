"""Games in which learners learn, one after another, through a world: where systems of mods take part."""

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import Any

import esper

from components.table import Pace
from game.agents.agent import Agent
from game.agents.transitions import Experience
from game.base.events import RoundEnded
from game.base.phases import Phase, add_system
from game.base.safe_text import warn
from game.games.seats import Seat
from game.matches.world import World
from game.training.self_play import SeatLearner, SelfPlay
from systems.learning import LearningSystem
from systems.snapshot import only


@dataclass(frozen=True)
class _Taken(Seat):
    """A seat that is taken already."""

    sits: Agent | None = None

    @property
    def is_human(self) -> bool:
        return False

    def agent(self) -> Agent | None:
        return self.sits


class _Teaching:
    """Lets a learner learn from what the players meet with whom it plays for."""

    def __init__(self, seat_learner: SeatLearner, players: Set[int]) -> None:
        self.players = players
        self._teach = seat_learner.taught()

    def learn(self, met: Experience) -> None:
        self._teach(met)

    def acted(self, player: int, explored: bool) -> None:
        """The learner's own picker counts."""

    def game_ended(self) -> None:
        """The training counts the games."""

    def rest(self, match_over: bool) -> None:
        """There is nothing to keep."""


class WorldPlay(SelfPlay):
    """Plays the games of :class:`SelfPlay` through a world each, so that systems of mods take part in them."""

    in_world = True

    def __init__(self, *content: Any, **options: Any) -> None:
        super().__init__(*content, **options)
        self._told: set[str] = set()

    def _moves(self) -> Iterator[None]:
        seats, before = self.seats(), esper.current_world
        taken = [_Taken(_name(seat), sits=_agent(seat)) for seat in seats]
        world = World(self._rules, self._setup, taken, 0, slow_in_workers=False, streams=self._streams)
        try:
            only(Pace).waits_for_thoughts = True
            add_system(LearningSystem(world.events, _match_learners(seats), world.agents), Phase.LEARN)
            ended: list[RoundEnded] = []
            world.events.on(RoundEnded, ended.append)
            over = False
            while not ended and not over:
                world.frame(0.0)
                world.check_goes_on()
                over = world.over
                esper.switch_world(before)
                try:
                    yield
                finally:
                    before = esper.current_world  # another one, perhaps, when it goes on
            self.stopped += any(each.end.stopped for each in ended)
            self._tell(world.mods.faults if world.mods else ())
        finally:
            world.close()
            esper.switch_world(before)

    def _tell(self, faults: Sequence[tuple[str, str]]) -> None:
        """Tell the first fault of each system, once: nobody looks on here."""
        for name, fault in faults:
            if name not in self._told:
                self._told.add(name)
                warn(f"note: {name} {fault}")


def _name(seat: SeatLearner | Agent) -> str:
    return seat.name if isinstance(seat, Agent) else seat.learner.name


def _agent(seat: SeatLearner | Agent) -> Agent:
    return seat if isinstance(seat, Agent) else Agent(seat.learner.name, (seat.learner,), seat.picker)


def _match_learners(seats: Sequence[SeatLearner | Agent]) -> list[_Teaching]:
    """What is learnt from whose play."""
    taught: dict[int, tuple[SeatLearner, set[int]]] = {}
    for player, seat in enumerate(seats):
        if isinstance(seat, SeatLearner):
            taught.setdefault(id(seat.learner), (seat, set()))[1].add(player)
    return [_Teaching(seat_learner, players) for seat_learner, players in taught.values()]
