"""EXECUTE: the one gate through which the moves of humans, AIs and mods alike become true."""

from typing import Any

import esper

from components.pieces import SelectedCard
from components.players import Chosen, Decision, ScorerState
from components.table import Confirmed, Progress, Table
from game.base.events import ConfirmTurn, Events, MoveMade, MoveRefused
from game.rules.protocol import Effect, apply
from systems.snapshot import all_pieces, carry_out, only, snapshot


class ExecutionSystem(esper.Processor):
    """Carries out confirmed turns: a legal move's effects on the very entities that were picked; a move that is not
    legal changes nothing and is refused by name."""

    def __init__(self, events: Events) -> None:
        self._events = events
        events.on(ConfirmTurn, lambda turn: only(Confirmed).turns.append(turn))

    def process(self, seconds: float) -> None:
        turns = only(Confirmed).turns
        while turns:  # a turn that is refused may be followed by another's
            self._execute(turns.pop(0))

    def _execute(self, turn: ConfirmTurn) -> None:
        table, progress = only(Table), only(Progress)
        state: Any = snapshot() if progress.round_number else None
        view, refusal = _judged(table, turn, state)
        if refusal is not None:
            self._events.post(MoveRefused(turn.player, turn.move, refusal))
            return
        picked = all_pieces().told(table.rules.chosen(view, turn.move), turn.pieces)
        after, effects = state.copy(), list[Effect]()
        chance = apply(table.rules, after, turn.move, table.streams.chance(), effects)
        clear_marks()
        end_decisions()
        carry_out(effects, turn.pieces, after)
        progress.moves += 1
        self._events.post(MoveMade(turn.player, turn.move, chance, after, picked))


def _judged(table: Table, turn: ConfirmTurn, state: Any) -> tuple[Any, str | None]:
    """What the player of a confirmed turn sees of a state (None before the first round), and why the turn is not legal
    there; None when it is."""
    if state is None:
        return None, "no round has begun"
    if not isinstance(turn.player, int) or turn.player not in range(table.setup.players):
        return None, f"there is no player {turn.player!r} at this table"
    view = table.rules.view(state, turn.player)
    return view, table.rules.refusal(view, turn.move)


def clear_marks() -> None:
    """Take all marks off the pieces."""
    for entity, _ in list(esper.get_component(SelectedCard)):
        esper.remove_component(entity, SelectedCard)


def end_decisions() -> None:
    """Forget every decision under way, and what was chosen in it; whoever still thinks about one is stopped."""
    stop_thinking()
    for kind in (Decision, Chosen):
        for entity, _ in list(esper.get_component(kind)):
            esper.remove_component(entity, kind)


def stop_thinking() -> None:
    """Give up every thought that goes on in another process."""
    for _, state in esper.get_component(ScorerState):
        if state.thought is not None:
            state.thought.cancel()
            state.thought = None
