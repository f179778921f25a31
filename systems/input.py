"""INPUT: how a human chooses a move by picking pieces, the same at every table.

Reads picks of the interface and the legal moves (`HumanTurn`); writes `SelectedCard`, then posts `ConfirmTurn`.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import esper

from components.pieces import SelectedCard
from components.players import Decision, Human, Player
from components.table import Table
from game.base.events import ConfirmTurn, Events, MoveMade, Noted
from game.rules.language import _
from game.rules.protocol import kind_of
from systems import human
from systems.decisions import Agents, candidates_of, clear_marks, entities_of, mark, marked
from systems.human import HumanTurn
from systems.snapshot import maybe, only


class InputSystem(esper.Processor):
    """Keeps what the human to move can do, marks what it picks, and confirms its turn."""

    def __init__(self, events: Events, agents: Agents) -> None:
        self._events = events
        self._agents = agents
        self.holds: Callable[[Any, Callable[[], None]], bool] = lambda _move, _go_on: False
        """Whether a move that a human has chosen is held back; what it is given makes the move all the same."""
        self.admits: Callable[[Sequence[int]], str] = lambda _pieces: ""
        """Why pieces may not be picked or put back now, whatever the rules say; empty where they may."""
        events.on(MoveMade, lambda _: self.close())

    def process(self, seconds: float) -> None:
        turn = maybe(HumanTurn)
        for entity, (player, decision, _human) in list(esper.get_components(Player, Decision, Human)):
            if turn is None or turn.number != decision.number:
                esper.add_component(entity, human.turn_of(player.index, decision))
            return
        if turn is not None:
            self.close()

    def close(self) -> None:
        """End the turn: nothing is picked or confirmed, and nothing can be until the next decision of a human is
        open."""
        self.clear()
        for entity, _turn in list(esper.get_component(HumanTurn)):
            esper.remove_component(entity, HumanTurn)

    def toggle(self, entity: int) -> str | None:
        """Pick a piece, or put a picked one back; one that came along is kept at first, as whoever picks piece by piece
        means it. The reason, when it fits no legal move; nothing has changed then."""
        turn = human.open_turn()
        if turn is None:
            return human.NOT_YOUR_TURN
        picked = esper.try_component(entity, SelectedCard)
        if picked is not None and picked.along:
            picked.along = False
        elif picked is not None:
            self._put_back(turn, entity)
        else:
            wanted = human.picked_pieces() + Counter([human.locate(entity)])
            if not human.fits(turn, wanted):
                return human.why_no_move(turn, wanted)
            esper.add_component(entity, SelectedCard(turn.player))
            human.complete(turn)
            human.offer(turn)
        return None

    def _put_back(self, turn: HumanTurn, entity: int) -> None:
        esper.remove_component(entity, SelectedCard)
        left = human.picked_pieces()
        completions = [picks for picks in turn.picks if left and not left - picks]
        if completions and all(picks == completions[0] for picks in completions):
            # What is left could only be completed to the very move that was just given up.
            self.clear()
        human.offer(turn)

    def clear(self) -> None:
        """Put all picked pieces back; the marks of an AI stay."""
        turn = human.open_turn()
        if turn is not None:
            clear_marks(turn.player)
            human.offer(turn)

    def confirm(self, offered: human.Offer) -> None:
        """Confirm a move that the picked pieces make, or one that needs none picked: what is picked is put back then.
        It is carried out in the next frame, once, unless an undo comes before."""
        turn = human.open_turn()
        if turn is not None:
            made = turn.picks[turn.moves.index(offered.move)] == human.picked_pieces()
            self._choose(turn, offered.move, marked(turn.player) if made else entities_of(turn.view, offered.move))

    def make(self, kind: str, pieces: Sequence[int]) -> bool:
        """Confirm the move of a kind that picks exactly these pieces, whatever is picked; False where none does."""
        turn = human.open_turn()
        move = None if turn is None else human.made_of(turn, kind, pieces)
        if turn is None or move is None:
            return False
        self._choose(turn, move, pieces)
        return True

    def _choose(self, turn: HumanTurn, move: Any, pieces: Sequence[int]) -> None:
        """Mark the pieces of a move and confirm it, unless it is held."""
        mark(turn.player, pieces)

        def go_on() -> None:
            if human.open_turn() is turn:
                mark(turn.player, pieces)
                self._confirm(turn, move)

        if not self.holds(move, go_on):
            go_on()

    def _confirm(self, turn: HumanTurn, move: Any) -> None:
        self._events.post(ConfirmTurn(turn.player, kind_of(only(Table).rules, move), turn.number), "human")

    @property
    def advised(self) -> bool:
        """Return True once the advisor of the human to move has thought."""
        turn = human.open_turn()
        return turn is not None and candidates_of(turn.player, only(Decision)) is not None

    def lend(self, noted: str) -> str | None:
        """Confirm the move that the human is advised to make, once the advisor has thought, and have it `noted` of it.
        The reason, when there is none; nothing has changed then."""
        turn = human.open_turn()
        if turn is None or not self.advised:
            return human.NOT_YOUR_TURN
        candidates = candidates_of(turn.player, only(Decision)) or []
        move = human.advised(self._agents[turn.player].picker, candidates, turn.player)
        if move is None:
            return _("There is no hint for this turn.")
        mark(turn.player, entities_of(turn.view, move))
        self._events.post(Noted(turn.player, noted))
        self._confirm(turn, move)
        return None

    def pick(self, move: Any) -> str | None:
        """Pick the pieces of a legal move in the place of what is picked, ready to be confirmed. The reason, when it is
        none of the human to move; nothing has changed then."""
        turn = human.open_turn()
        if turn is None or move not in turn.moves:
            return human.NOT_YOUR_TURN
        mark(turn.player, entities_of(turn.view, move))
        human.offer(turn)
        return None
