"""What happens when an AI is at fault: it is named, another moves in its place, and in the end plays on."""

from collections.abc import Callable
from functools import cached_property
from typing import Any

import esper

from components.players import Decision, PlayedBy, Player
from components.table import Table
from game.agents.agent import Agent
from game.agents.choosing import StandIn, StandIns
from game.base.events import Events, MoveRefused, Noted, ThinkingFailed
from systems.decisions import Agents, confirm, seat_scorers
from systems.snapshot import only


class FallbackSystem(esper.Processor):
    """Answers a fault of an AI with a move of the game's default AI, which replaces it after three. Humans and systems
    of mods whose turn is refused simply choose again."""

    def __init__(self, events: Events, agents: Agents, fallback: Callable[[], Agent]) -> None:
        """`fallback` makes the AI that replaces another; it is called when it is needed."""
        self._events = events
        self._agents = agents
        self._make = fallback
        self._stand_ins: StandIns | None = None
        events.on(MoveRefused, self._refused)
        events.on(ThinkingFailed, self._failed)

    def process(self, seconds: float) -> None:
        """Everything happens when a move is refused, or thinking fails."""

    def _refused(self, refused: MoveRefused) -> None:
        if refused.kind:
            return  # not what the AI chose was at fault, but the marks

        def stand_in(agent: Agent, view: Any) -> StandIn | None:
            return self._standing_in().for_move(refused.player, agent, view, refused.move)

        self._answer(refused.player, stand_in)

    def _failed(self, failed: ThinkingFailed) -> None:
        def stand_in(agent: Agent, view: Any) -> StandIn:
            return self._standing_in().for_error(failed.player, agent, view, failed.error)

        self._answer(failed.player, stand_in)

    @cached_property
    def _fallback(self) -> Agent:
        return self._make()

    def _standing_in(self) -> StandIns:
        if self._stand_ins is None:
            table = only(Table)
            self._stand_ins = StandIns(table.rules, self._fallback, table.streams.aside("fallback"))
        return self._stand_ins

    def _answer(self, player: int, stand_in: Callable[[Agent, Any], StandIn | None]) -> None:
        """Note a fault of the AI to move, and let another move."""
        for entity, (found, _played_by, decision) in esper.get_components(Player, PlayedBy, Decision):
            if found.index == player:
                answer = stand_in(self._agents[player], decision.view)
                if answer is None:
                    return
                if answer.replaced:
                    esper.add_component(entity, PlayedBy(self._fallback.name))  # from the next decision on
                    self._agents[player] = self._fallback
                    seat_scorers(player, self._fallback)
                self._events.post(Noted(player, answer.note))
                confirm(self._events, player, decision, answer.move, self._fallback.name)
                return
