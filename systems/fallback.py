"""What happens when an AI proposes no legal move: it is named, and another moves in its place."""

import esper

from components.players import Brain, Decision, Player
from components.table import Table
from game.brains.agent import Agent
from game.brains.choosing import legal_choice
from game.events import ConfirmTurn, Events, MoveRefused, Noted
from systems.snapshot import only


class FallbackSystem(esper.Processor):
    """Answers the refusal of an AI's move with a move of the game's default AI. Humans simply choose again."""

    def __init__(self, events: Events, fallback: Agent) -> None:
        self._events = events
        self._fallback = fallback
        events.on(MoveRefused, self._refused)

    def process(self, seconds: float) -> None:
        """Everything happens when a move is refused."""

    def _refused(self, refused: MoveRefused) -> None:
        for _, (player, brain, decision) in esper.get_components(Player, Brain, Decision):
            if player.index == refused.player:
                table = only(Table)
                choice = legal_choice(
                    table.rules,
                    decision.view,
                    brain.agent,
                    refused.move,
                    self._fallback,
                    table.streams.aside("fallback"),
                )
                self._events.post(Noted(player.index, choice.fault or ""))
                self._events.post(ConfirmTurn(player.index, choice.move))
                return
