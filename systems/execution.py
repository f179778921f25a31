"""EXECUTE: the one gate through which the moves of humans, AIs and mods alike become true."""

import esper

from components.pieces import SelectedCard
from components.players import Chosen, Decision, Player
from components.table import Progress, Table
from game.events import ConfirmTurn, Events, MoveMade, MoveRefused
from game.rules.protocol import Effect, apply
from systems.snapshot import carry_out, only, snapshot


class ExecutionSystem(esper.Processor):
    """Carries out confirmed turns: a legal move's effects on the very entities that were picked; a move that is not
    legal changes nothing and is refused by name."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._confirmed: list[ConfirmTurn] = []
        events.on(ConfirmTurn, self._confirmed.append)

    def process(self, seconds: float) -> None:
        while self._confirmed:
            self._execute(self._confirmed.pop(0))

    def _execute(self, turn: ConfirmTurn) -> None:
        table, progress = only(Table), only(Progress)
        state = snapshot()
        refusal = table.rules.refusal(table.rules.view(state, turn.player), turn.move)
        if refusal is not None:
            self._events.post(MoveRefused(turn.player, turn.move, refusal))
            return
        effects: list[Effect] = []
        chance = apply(table.rules, state, turn.move, table.streams.chance(), effects)
        clear_marks()
        end_decisions()
        carry_out(effects, turn.pieces)
        progress.moves += 1
        progress.round_moves += 1
        self._events.post(MoveMade(turn.player, turn.move, chance, state))


def clear_marks() -> None:
    """Take all marks off the pieces."""
    for entity, _ in list(esper.get_component(SelectedCard)):
        esper.remove_component(entity, SelectedCard)


def end_decisions() -> None:
    """Forget every decision under way, and what was chosen in it."""
    for entity, _ in list(esper.get_component(Player)):
        esper.try_remove_component(entity, Decision)
        esper.try_remove_component(entity, Chosen)
