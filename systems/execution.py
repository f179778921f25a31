"""EXECUTE: the one gate through which the turns of humans, AIs and mods alike become true.

Reads `ConfirmTurn` and the entities with `SelectedCard(player)`, whose places and kinds come from the snapshot's index;
writes the move on the table, or a refusal.
"""

from typing import Any

import esper

from components.players import Chosen
from components.table import Confirmed, MatchOver, Progress, Table, Turn
from game.base.events import ConfirmTurn, Events, MoveMade, MoveRefused, Noted
from game.base.safe_text import shown
from game.rules.language import _
from game.rules.protocol import ANY_CARD, Effect, apply, move_of
from systems.decisions import clear_marks, decision_due, end_decisions, is_closed, located, marked
from systems.snapshot import all_pieces, carry_out, entity_of, on_table, only, snapshot


class ExecutionSystem(esper.Processor):
    """Builds the move of a confirmed turn from its kind and the marked pieces. A legal one is carried out on these very
    pieces; one that is not legal changes nothing and is refused, with who sent it.

    The first turn that is confirmed for a decision closes it; a later one, and one for a decision that is not open, is
    dropped with a note.
    """

    def __init__(self, events: Events) -> None:
        self._events = events
        events.on(ConfirmTurn, self._confirmed)

    def process(self, seconds: float) -> None:
        turns = only(Confirmed).turns
        while turns:  # a turn that is refused may be followed by another's
            self._execute(turns.pop(0))

    def _confirmed(self, turn: ConfirmTurn) -> None:
        due, sender = decision_due(), self._events.sender
        if not isinstance(turn.kind, str):
            due = None
        if due is not None and (due[0], due[1].number) == (turn.player, turn.decision) and not is_closed(turn.decision):
            only(Confirmed).turns.append(Turn(turn.player, turn.kind, turn.decision, sender))
        elif on_table(MatchOver) is None:
            told = {"sender": sender or _("somebody"), "number": shown(repr(turn.decision), 40)}
            self._events.post(Noted(None, _("{sender} confirmed decision {number}, which is not open", **told)))

    def _execute(self, turn: Turn) -> None:
        table, player, marks = only(Table), turn.player, marked(turn.player)
        state: Any = snapshot()
        view, selected = table.rules.view(state, player), located(marks)
        move = move_of(table.rules, view, turn.kind, selected)
        refusal = table.rules.refusal(view, move) if move is not None else table.rules.why_no_move(view, selected)
        if refusal is not None:
            self._refuse(turn, move, refusal)
            return
        pieces, chosen = all_pieces(), table.rules.chosen(view, move)
        picked = pieces.told(chosen, marks)
        if any(piece == ANY_CARD for _, piece in chosen):
            marks = ()  # which one comes is a matter of chance, or of the order of the deck
        after, effects = state.copy(), list[Effect]()
        chance = apply(table.rules, after, move, table.streams.chance(), effects)
        clear_marks()
        end_decisions()
        carry_out(effects, marks, after)
        only(Progress).moves += 1
        self._events.post(MoveMade(player, move, chance, after, picked))

    def _refuse(self, turn: Turn, move: Any, why: str) -> None:
        """Clear the marks, and let the decision go on: what an AI has chosen is marked anew."""
        clear_marks()
        due = decision_due()
        if due is not None:
            due[1].refusals += 1
            chosen = esper.try_component(entity_of(turn.player), Chosen)
            if chosen is not None:
                chosen.marked = False
        self._events.post(MoveRefused(turn.player, move, why, turn.kind, turn.sender))
