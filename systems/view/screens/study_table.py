"""A table in a part of a page on which any position of a game can be looked at, with what a learner makes of it."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import esper

from components.table import Table
from components.view import Foreseen, Goal
from game.learning.snapshot import ActionValue
from game.learning.trainer import PanelTrainer
from game.matches.timeline import Frame
from game.rules.mentions import with_names
from game.rules.placing import Pieces, dealt
from game.rules.protocol import Effect, apply
from systems.snapshot import only
from systems.view.screens.heat import Heat
from systems.view.screens.small_table import SmallTable
from systems.view.screens.training_figures import told_value
from systems.view.table.characters import Seated, character_of
from systems.view.toolkit.canvas import Box, Canvas, Point


class StudyTable:
    """The position that is looked at, and those that led to it. Its world must be entered for whatever changes it."""

    def __init__(self, trainer: PanelTrainer) -> None:
        """A deal of the training's seed, at a table at which the learner has every seat."""
        self._rules = rules = trainer.rules
        self._setup = setup = trainer.setup
        learner = character_of(trainer.ai)
        company = [Seated(f"{learner.name} {index + 1}", learner.person) for index in range(setup.players)]
        self._names = [each.name for each in company]
        self._table = SmallTable(rules, setup, company, trainer.seed)
        self.view, self.stage = self._table.view, self._table.stage
        """How the game is seen, and how this table is."""
        self._heat = Heat(self.view, rules, partial(told_value, trainer=trainer))
        first = rules.deal(setup, rules.new_standing(setup), 0, only(Table).streams.deal(1))
        self._positions = [first]
        self._arrangements = [dealt(rules.board(first))]
        self._lay()

    # --- the position ---

    @property
    def position(self) -> Any:
        """The position that is looked at."""
        return self._positions[-1]

    @property
    def moved(self) -> int:
        """How many moves led to it."""
        return len(self._positions) - 1

    @property
    def over(self) -> bool:
        """Whether nobody is to move there."""
        return self.position.to_move is None

    @property
    def seen(self) -> Any | None:
        """The position as the player to move sees it; None when the game is over there."""
        state = self.position
        return None if state.to_move is None else self._rules.view(state, state.to_move)

    def play(self, move: Any) -> None:
        """Look at the position after a move."""
        state = self.position.copy()
        effects: list[Effect] = []
        apply(self._rules, state, move, only(Table).streams.chance(), effects)
        pieces = Pieces.of(self._arrangements[-1], only(Table).laying)
        pieces.carry_out(effects)
        self._positions.append(state)
        self._arrangements.append(pieces.arrangement())
        self._lay()

    def step_back(self) -> bool:
        """Back to the position before, where there is one."""
        if not self.moved:
            return False
        self._positions.pop()
        self._arrangements.pop()
        self._lay()
        return True

    def _lay(self) -> None:
        self.stage.foreseen = ()
        states, standing = tuple(self._positions), self._rules.new_standing(self._setup)
        self._table.lay(Frame(states[-1], self._arrangements[-1], standing, 1, 0, states, len(states) - 1))

    # --- moves on it ---

    def move_at(self, point: Point) -> Any | None:
        """The move that a click at a point of the page stands for; the first, where it may be several."""
        entity, view = self.view.piece_at(self._table.to_table(point)), self.seen
        if entity is None or view is None:
            return None
        moves = self._heat.moves_at(self.stage, view, entity, list(self._rules.legal_moves(view)))
        return moves[0] if moves else None

    def foresee(self, place: int, move: Any | None) -> None:
        """Show what a move would do, counted by its place; None: nothing."""
        view, self.stage.foreseen = self.seen, ()
        if move is not None and view is not None:
            self.stage.foreseen = (Foreseen(place, self.label(move), move, view, len(self._positions)),)

    def label(self, move: Any) -> str:
        """A move in words, players called as they are at this table."""
        return with_names(self._rules.label(move), self._names)

    # --- drawing ---

    def enter(self) -> None:
        """Enter its world."""
        self._table.world.enter()

    def place_of(self, entity: int) -> Point:
        """Where a piece lies on the page."""
        pose = esper.component_for_entity(entity, Goal).pose
        return self._table.to_page((pose.x, pose.y))

    def below_prompt(self) -> Point:
        """Where on the page something may stand that lies below the line of the table."""
        line = self.view.prompt(self.stage)
        return self._table.to_page((line.centre[0], line.bottom + 4))

    def heat(self, values: Sequence[ActionValue]) -> Mapping[int, float]:
        """What each piece is worth, by what has been learnt of the actions here."""
        return self._heat.values(self.stage, self.seen, values)

    def draw(self, seconds: float, canvas: Canvas, box: Box, motion: float, values: Sequence[ActionValue]) -> Canvas:
        """Draw the table into a box, and the values as heat on its pieces once they lie still; what it is drawn on."""
        table = self._table.draw(seconds, canvas, box, motion, whole=True)
        if self.stage.settled and not self.stage.foreseen:
            self._heat.draw(table, self.heat(values))
            self.view.draw_over(table, self.stage)
        return table

    def close(self) -> None:
        """Give back what the table holds."""
        self._table.close()
