"""ACT: what an AI has chosen is marked, and confirmed after its pace.

Reads `Chosen`; writes `SelectedCard(player)` on the entities of the selection, then posts `ConfirmTurn`.
"""

import esper

from components.players import Chosen, Decision, PlayedBy
from components.table import Pace, Table
from game.agents.agent import Considered, place_of
from game.base.events import ConfirmTurn, Events, MoveRefused
from game.rules.language import _
from systems.decisions import Selection, candidates_of, is_closed, mark
from systems.snapshot import index_of, only


class ActionSystem(esper.Processor):
    """Marks the pieces of an AI's choice, lets the marks stand for the pace of the table, and confirms the turn. It
    stands back where somebody else has confirmed one. A choice that is no legal move has no selection and is refused
    here, by the name of the AI."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._considered = 0
        """The number of the decision of which `Considered` was told last."""

    def process(self, seconds: float) -> None:
        for entity, chosen in list(esper.get_component(Chosen)):
            decision = esper.try_component(entity, Decision)
            if decision is None or is_closed(decision.number):
                continue
            player = index_of(entity)
            candidates = candidates_of(player, decision)  # a system may choose for an AI that still thinks: that waits
            if candidates is not None and self._has_stood(player, chosen, seconds):
                self._confirm(entity, player, decision, chosen, candidates)

    def _confirm(
        self, entity: int, player: int, decision: Decision, chosen: Chosen, candidates: list[Selection]
    ) -> None:
        ai = esper.component_for_entity(entity, PlayedBy).ai
        candidate = chosen.candidate
        if self._considered != decision.number and self._events.heard(Considered):
            self._considered = decision.number
            place = place_of(candidate, candidates)
            self._events.post(Considered(player, ai, decision.view, candidates, place))
        move = None if candidate is None else candidate.move
        refusal = _("it chose no move") if move is None else only(Table).rules.refusal(decision.view, move)
        if refusal is not None:
            esper.remove_component(entity, Chosen)
            self._events.post(MoveRefused(player, move, refusal, sender=ai))
        else:
            self._events.post(ConfirmTurn(player, candidate.kind, decision.number), ai)

    def _has_stood(self, player: int, chosen: Chosen, seconds: float) -> bool:
        """Mark what an AI has chosen; return True once it has stood for the pace, or its table, paused, is stepped."""
        pace = only(Pace)
        if not chosen.marked:
            chosen.marked = True
            mark(player, () if chosen.candidate is None else chosen.candidate.entities)
        elif not pace.paused:
            chosen.waited += seconds
        if pace.stands_still:
            return False
        if not pace.paused:
            return chosen.waited >= pace.seconds
        stepped = pace.steps > 0
        pace.steps -= stepped
        return stepped
