"""A match in a world of its own: entities, systems and events, the same for the window and without one."""

import itertools
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import partial

import esper

from components.players import Advisor, Human, Known, PlayedBy, Player
from components.table import Confirmed, Index, MatchOver, Pace, Progress, Table
from game.agents.agent import Agent, Considered, is_slow
from game.agents.choosing import described
from game.agents.match import Listener, MatchResult
from game.base.events import Events, RoundEnded
from game.base.phases import Phase, add_system
from game.games import registry
from game.games.seats import Seat
from game.games.zones import laying
from game.matches.listening import listen
from game.mods.files import ModError
from game.mods.mods import MODS
from game.rules.language import _
from game.rules.protocol import AnyRules, MatchEnd, Setup, first_player
from game.rules.streams import Streams
from game.workers.agents import RemoteAgent, in_worker
from systems.action import ActionSystem
from systems.decisions import Agents, DecisionSystem, seat_scorers
from systems.execution import ExecutionSystem
from systems.fallback import FallbackSystem
from systems.mods import ModSystems, Window
from systems.picking import PickingSystem
from systems.scoring import ScoringSystem
from systems.snapshot import on_table, only
from systems.turns import TurnSystem

MOST_STILL = 10_000
"""In so many frames without a window somebody moves, however long thoughts take: those are waited for."""

_names = (f"match {number}" for number in itertools.count(1))


class World:
    """One esper context that holds one match; entered when made, closed when done with.

    esper's contexts are global and only one is active, so every frame enters its world first.
    """

    def __init__(
        self,
        rules: AnyRules,
        setup: Setup,
        seats: Sequence[Seat],
        seed: int,
        resumed_at: int = 0,
        slow_in_workers: bool = True,
        shown_only: bool = False,
        streams: Streams | None = None,
    ) -> None:
        """`slow_in_workers` lets slow AIs think in processes of their own, so that no frame waits for them. In a
        world that is `shown_only` positions are laid out, and nobody thinks: neither advisors of players nor the
        systems of mods take part. With `streams` all chance comes from them, not from the seed."""
        self.name = next(_names)
        self.rules = rules
        self.seats = tuple(seats)
        self.enter()
        self.events = Events()
        streams = streams or Streams(seed, resumed_at)
        progress = Progress(rules.new_standing(setup), first_player(setup, streams.first()))
        game = registry.game(rules.name)
        esper.create_entity(Table(rules, setup, streams, laying(game.zones)), progress, Pace(), Index(), Confirmed())
        default, advisor = registry.usual_ai(game, setup.options), registry.advising_ai(game, setup.options)
        self.agents: Agents = {}
        self._taken: list[Agent] = []
        self._slow_in_workers = slow_in_workers
        self.mods: ModSystems | None = None
        self._open = shown_only
        self._frames, self._moves_seen = 0, -1
        self._systems_choose = not shown_only and bool(MODS.with_systems(rules.name))
        for index, seat in enumerate(seats):
            entity = esper.create_entity(Player(index, seat.name), Known())
            if seat.is_human:
                esper.add_component(entity, Human())
            if not shown_only:
                self._let_think(entity, index, seat, advisor)
        self._add_systems(default.agent)

    def open(self, window: Window | None = None) -> None:
        """Let the systems of mods take part, those that draw too where there is a window. Call it once, when the
        match has been set up and is listened to; where nobody has, the first frame does."""
        if not self._open:
            self._open = True
            self.mods = ModSystems(self.events, window)

    def enter(self) -> None:
        """Make this the active world."""
        esper.switch_world(self.name)

    def close(self) -> None:
        """Delete the world and all it holds; nobody thinks any more."""
        self.enter()
        with ExitStack() as closing:  # each of them, whatever comes of the others
            closing.callback(esper.delete_world, self.name)
            closing.callback(esper.switch_world, "default")
            for agent in self._taken:
                closing.callback(agent.close)
            closing.callback(self._scoring.cancel)

    def frame(self, seconds: float) -> None:
        """Run all phases of a frame that lasts `seconds`. After an error the systems of mods are switched off; another
        one raises ModError with their names."""
        self.enter()
        self.open()
        try:
            esper.process(seconds)
        except Exception as error:  # which of them broke the table, nobody knows
            why = _("an error in a frame: {what}", what=described(error))
            if self.mods is None or not self.mods.all:
                raise
            if not self.mods.switch_off(why):
                names = ", ".join(dict.fromkeys(each.mod for each in self.mods.all))
                raise ModError(f"{why}; mods with systems: {names}") from error

    def check_goes_on(self) -> None:
        """Call it after every frame of a match without a window. Raises ModError where nobody has moved in `MOST_STILL`
        of them: a system keeps everybody from it; the error names the mods whose systems take part."""
        self._frames += 1
        if self._frames % MOST_STILL:
            return
        moves = only(Progress).moves
        if moves == self._moves_seen:
            mods = MODS.names_with_systems(self.rules.name) or "none"
            raise ModError(f"nobody has moved in {MOST_STILL} frames of {self.rules.name}; mods with systems: {mods}")
        self._moves_seen = moves

    @property
    def over(self) -> bool:
        """Whether the match has ended; asked while this is the active world."""
        return on_table(MatchOver) is not None

    def _let_think(self, entity: int, index: int, seat: Seat, advisor: registry.AI) -> None:
        agent = seat.agent() or advisor.agent()
        if self._slow_in_workers and is_slow(agent):
            prologue = partial(MODS.load_requests, registry.game(self.rules.name))
            agent = in_worker(agent, prologue, at_once=not seat.is_human)
        esper.add_component(entity, Advisor(agent.name) if seat.is_human else PlayedBy(agent.name))
        if isinstance(agent, RemoteAgent):
            agent.link.picks_later = self._systems_choose
        self.agents[index] = agent
        self._taken.append(agent)
        seat_scorers(index, agent)

    def _add_systems(self, fallback: Callable[[], Agent]) -> None:
        add_system(DecisionSystem(), Phase.SCORE)
        self._scoring = ScoringSystem(self.events, self.agents)
        add_system(self._scoring, Phase.SCORE)
        add_system(PickingSystem(self.events, self.agents), Phase.PICK)
        add_system(ActionSystem(self.events), Phase.ACT)
        add_system(ExecutionSystem(self.events), Phase.EXECUTE)
        add_system(FallbackSystem(self.events, self.agents, fallback), Phase.EXECUTE)
        add_system(TurnSystem(self.events), Phase.TURN)


def play_match(
    rules: AnyRules,
    setup: Setup,
    seats: Sequence[Seat],
    seed: int,
    listener: Listener | None = None,
    rounds: int | None = None,
    thoughts: Callable[[Considered], None] | None = None,
) -> MatchResult:
    """Play one match, or its first `rounds` rounds, through a world without a window: the same systems, the same
    random numbers, move for move the match that the pure rules play; `thoughts` is told what each AI considered.
    Raises ModError where systems of mods keep everybody from moving."""
    world = World(rules, setup, seats, seed, slow_in_workers=False)
    only(Pace).waits_for_thoughts = True
    try:
        winners: list[int | None] = []
        world.events.on(RoundEnded, lambda round_over: winners.append(round_over.end.winner))
        if listener is not None:
            listen(world.events, listener)
        if thoughts is not None:
            world.events.on(Considered, thoughts)
        world.open()
        while not world.over and (rounds is None or len(winners) < rounds):
            world.frame(0.0)
            world.check_goes_on()
        over = on_table(MatchOver)
        end = over.end if over else MatchEnd(winners[-1], "won")
        faults = world.mods.faults if world.mods else ()
        return MatchResult(end, tuple(winners), only(Progress).moves, faults)
    finally:
        world.close()
