"""PICK: the picker of an AI chooses one of all its candidates.

Reads the candidates of the player to move; writes `Chosen`.
"""

import esper

from components.players import Chosen, Decision, PlayedBy
from components.table import Pace, Table
from game.agents.agent import RemoteScorer, chances_of, picked
from game.base import reports
from game.base.events import Events, ThinkingFailed
from systems.decisions import Agents, candidates_of, is_closed
from systems.snapshot import index_of, only


class PickingSystem(esper.Processor):
    """Lets the picker of an AI choose, once all its scorers have scored."""

    def __init__(self, events: Events, agents: Agents) -> None:
        self._events = events
        self._agents = agents

    def process(self, seconds: float) -> None:
        for entity, decision in list(esper.get_component(Decision)):
            if not esper.has_component(entity, PlayedBy) or esper.has_component(entity, Chosen):
                continue
            player = index_of(entity)
            candidates = None if is_closed(decision.number) else candidates_of(player, decision)
            if candidates is None:
                continue
            agent, watched = self._agents[player], not only(Pace).waits_for_thoughts
            if watched:
                decision.chances = chances_of(agent.picker, candidates)
            try:
                candidate = picked(agent.picker, candidates, only(Table).streams.seat(player))
                move = None if candidate is None else candidate.move
            except Exception as error:  # whatever an AI raises, the match goes on
                self._events.post(ThinkingFailed(player, error))
                continue
            if watched and any(isinstance(scorer, RemoteScorer) for scorer in agent.scorers):
                decision.chances = chances_of(agent.picker, candidates)  # told with what was picked
            esper.add_component(entity, Chosen(candidate))
            reports.note("Picked", {"player": player, "decision": decision.number, "move": move})
