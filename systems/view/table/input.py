"""What the pointer and the keys do at the table: picking pieces, moving the cursor, Enter and Escape."""

import math
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import esper
import pygame

from components.pieces import SelectedCard, Zone
from components.table import Pace, Table
from components.view import Goal, Moving
from game.rules.language import _
from game.rules.protocol import Effect, Shift, apply
from systems.human import (
    NOT_YOUR_TURN,
    HumanTurn,
    fitting,
    locate,
    made_of,
    moves_of,
    picked_entities,
    why_no_move,
)
from systems.input import InputSystem
from systems.snapshot import maybe, only, pieces_at
from systems.view.table.action_rows import Made
from systems.view.table.animation import NUDGE_SECONDS
from systems.view.table.layout import place_of
from systems.view.table.pieces import ARROWS
from systems.view.table.ports import Commands, Company, Dialogs, Scene, Voice
from systems.view.table.side_panel import SidePanel
from systems.view.toolkit.canvas import Canvas, Point
from systems.view.toolkit.widgets import NOWHERE

_DIALOG_KEYS = frozenset({
    *ARROWS, pygame.K_TAB, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE, pygame.K_ESCAPE,
    pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END,
})  # fmt: skip
"""What a dialog is used with."""
_ENTER = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER})
_DOUBLE_SECONDS = 0.3
"""Within so many seconds two clicks on a piece are a double click."""
_DRAG_UNITS = 12.0
"""A pressed pointer that has moved so far drags."""


class _Dragged(NamedTuple):
    """The piece that the pointer is pressed on, where that began, and what was picked before."""

    entity: int
    start: Point
    picked: tuple[int, ...]


class TableInput:
    """Hands events to the side panel or takes them for the pieces on the table.

    `result_again` shows how the match ended, if it has.
    """

    def __init__(
        self,
        scene: Scene,
        company: Company,
        voice: Voice,
        dialogs: Dialogs,
        commands: Commands,
        human: InputSystem,
        panel: SidePanel,
        result_again: Callable[[], bool],
    ) -> None:
        self._view, self._stage = scene.view, scene.stage
        self._company = company
        self._voice = voice
        self._dialogs = dialogs
        self._commands = commands
        self._human = human
        self._group, self._pieces = panel.group, panel.pieces
        self._result_again = result_again
        self._pointer: Point = NOWHERE
        self._clock, self._clicked = 0.0, (-1, -_DOUBLE_SECONDS)
        self._dragged: _Dragged | None = None
        self._fitting_key: tuple[object, ...] | None = None

    @property
    def _in_panel(self) -> bool:
        """Whether the keyboard is at a widget of the panel, which then has Space and Enter for itself."""
        group = self._group
        return group.by_keyboard and group.focused not in (None, self._pieces)

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        """React to one of pygame's events while no dialog is open."""
        if event.type == pygame.MOUSEMOTION:
            self._pointer = canvas.to_units(event.pos)
        elif event.type == pygame.WINDOWLEAVE:
            self._pointer = NOWHERE
        if event.type == pygame.KEYDOWN and self._handle_key(event):
            self._group.spend_hint()
            return
        used = self._group.handle(event, canvas)
        self._pieces.sync()
        if used:
            return
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._click(canvas.to_units(event.pos))
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._drop(canvas.to_units(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            self._commands.take_back()
            self._human.clear()

    def handle_beside(self, event: pygame.event.Event, canvas: Canvas) -> bool:
        """React to an event while a result stands on the table: the side panel beside it has the pointer as well, and
        the keys that a dialog has no use for. Whether the dialog need not have it."""
        group = self._group
        if event.type == pygame.KEYDOWN:
            return event.key not in _DIALOG_KEYS and (self._handle_key(event) or group.handle(event, canvas))
        if event.type == pygame.MOUSEMOTION:
            self._pointer = canvas.to_units(event.pos)
        group.handle(event, canvas)
        return False

    def point(self, seconds: float) -> None:
        """Find the piece that the pointer is on, where a click would pick it, and let a dragged one follow it."""
        view, stage, pointed = self._view, self._stage, None
        self._clock += seconds
        self._drag()
        if maybe(HumanTurn) is not None and self._dialogs.dialog is None and not only(Pace).busy:
            pointed = view.piece_at(self._pointer)
        fits = pointed is not None and view.pickable(stage, pointed)
        stage.pointed = pointed if fits and pointed not in stage.dimmed else None

    def dim(self, passing: int | None) -> None:
        """Find the viewer's pieces that fit no legal move, none while the screen is `passing` to another player; only
        when something has changed."""
        stage, turn = self._stage, maybe(HumanTurn)
        key = None if turn is None else (turn.number, picked_entities(), passing)
        if key == self._fitting_key:
            return
        before, self._fitting_key = self._fitting_key, key
        stage.dimmed = frozenset()
        if turn is None or passing is not None:
            return
        fits, picked = fitting(turn), set(picked_entities())
        reach = [entity for row in self._view.pick_rows(stage) for entity in row]
        stage.dimmed = frozenset(
            entity
            for entity in reach
            if entity not in picked and locate(entity) not in fits and not self._makes_a_move(turn, entity)
        )
        if before is None or before[0] != turn.number:
            self._pieces.avoid(stage.dimmed)

    def _makes_a_move(self, turn: HumanTurn, entity: int) -> bool:
        """Whether a click on a piece makes a legal move at once."""
        made = self._view.made_by(self._stage, entity)
        return made is not None and made_of(turn, made.kind, made.pieces) is not None

    # --- the pointer ---

    def _click(self, point: Point) -> None:
        if only(Pace).busy:
            self._stage.skip = True
            return
        entity = self._view.piece_at(point)
        if entity is None:
            return
        again = self._clicked[0] == entity and self._clock - self._clicked[1] < _DOUBLE_SECONDS
        self._clicked = (entity, self._clock)
        if not (again and not self._company.watching and self._make_it(self._view.alone(self._stage, entity))):
            self._dragged = _Dragged(entity, point, picked_entities())
            self._pick(entity)

    def _make_it(self, made: Made | None) -> bool:
        """Make a move of pieces, if there is one; False where it cannot be made."""
        return made is not None and not self._human.admits(made.pieces) and self._human.make(made.kind, made.pieces)

    def _drag(self) -> None:
        """Let a piece that is pressed on follow the pointer, once that has moved."""
        if self._dragged is None:
            return
        entity = self._dragged.entity
        if not esper.entity_exists(entity) or maybe(HumanTurn) is None or only(Pace).busy:
            self._dragged = None
        elif math.dist(self._dragged.start, self._pointer) > _DRAG_UNITS and self._view.pickable(self._stage, entity):
            moving = esper.component_for_entity(entity, Moving)
            x, y = self._pointer
            moving.now = moving.start = moving.goal._replace(x=x, y=y, lift=1.0)
            moving.seconds, moving.duration, moving.delay = 0.0, NUDGE_SECONDS, 0.0
            self._stage.settled = False

    def _drop(self, point: Point) -> None:
        """Make the move of what is picked, or that of the dragged piece alone, where it is dropped at the place that
        the move brings it to; elsewhere it glides back."""
        dragged, self._dragged = self._dragged, None
        turn = maybe(HumanTurn)
        if dragged is None or turn is None or math.dist(dragged.start, point) <= _DRAG_UNITS:
            return
        pieces = dragged.picked if dragged.entity in dragged.picked else picked_entities()
        moves = moves_of(turn, Counter(map(locate, pieces)))
        alone = self._view.alone(self._stage, dragged.entity) if len(pieces) == 1 else None
        if alone is None and len(moves) == 1:
            alone = Made(only(Table).rules.kind_name(moves[0]), tuple(pieces))
        if alone is not None and _takes_there(turn, alone, dragged.entity, point):
            self._make_it(alone)

    def _pick(self, entity: int) -> None:
        """Pick a piece or put it back; where that cannot be, say why."""
        view, stage, voice = self._view, self._stage, self._voice
        if self._company.watching:
            voice.tell(_("Only AIs play on.") if self._company.humans else _("Only AIs play at this table."))
        elif not view.pickable(stage, entity):
            voice.tell(view.told(stage, entity))
        elif (made := view.made_by(stage, entity)) is not None:
            self._make(made, entity)
        else:
            before, pieces = picked_entities(), view.picks(stage, entity)
            why = self._human.admits(pieces) or next(filter(None, map(self._human.toggle, pieces)), None)
            if why:
                voice.refuse(why)
            else:
                voice.play("deselect" if len(picked_entities()) < len(before) else "select")

    def _make(self, made: Made, entity: int) -> None:
        """Make the move that a click on a piece makes at once; where that cannot be, say why."""
        turn = maybe(HumanTurn)
        if not self._human.make(made.kind, made.pieces):
            why = NOT_YOUR_TURN if turn is None else why_no_move(turn, Counter([locate(entity)]))
            self._voice.refuse(why)

    # --- the keyboard ---

    def _handle_key(self, event: pygame.event.Event) -> bool:
        """The keys of the table itself; widgets have their own shortcuts. Whether the key was used."""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        stage = self._stage
        if event.key == pygame.K_SPACE and only(Pace).busy:
            stage.skip = True
            return True
        if event.key == pygame.K_ESCAPE:
            self._escape()
            return True
        if event.key == pygame.K_m:
            self._commands.toggle_mute()
            return True
        if self._in_panel:
            return False
        pieces = self._pieces
        if event.key in ARROWS and stage.cursor is None and pieces.takes_focus:
            pieces.enter(ARROWS[event.key][1])
            return True
        if event.key == pygame.K_SPACE:
            return self._press_cursor()
        return event.key in _ENTER and self._enter()

    def _press_cursor(self) -> bool:
        """Pick what the cursor is on; on a pile it then goes on to the next piece."""
        cursor = self._stage.cursor
        if cursor is not None and esper.entity_exists(cursor):
            self._pick(cursor)
            if esper.has_component(cursor, SelectedCard):
                self._stage.cursor = self._view.next_of_pile(self._stage, cursor)
        return True

    def _enter(self) -> bool:
        """Make the one move that the picked pieces make."""
        turn, cursor = maybe(HumanTurn), self._stage.cursor
        if turn is None:
            return self._result_again()
        if cursor is not None and self._view.made_by(self._stage, cursor) is not None:
            return self._press_cursor()
        if len(turn.offers) == 1:
            self._human.confirm(turn.offers[0])
        elif turn.offers:
            self._voice.tell(_("Choose one of the buttons."))
        else:
            self._voice.tell(_("Choose {pieces} that make a move first.", pieces=self._view.pieces))
        return True

    def _escape(self) -> None:
        if self._commands.take_back():
            return
        if picked_entities() and maybe(HumanTurn) is not None:
            self._human.clear()
        else:
            self._commands.leave()


def _takes_there(turn: HumanTurn, made: Made, entity: int, point: Point) -> bool:
    """Return True if a move brings a piece to the place at a point, or to an empty one, which has no piece there."""
    move, source = made_of(turn, made.kind, made.pieces), place_of(entity)
    others = [row for row in esper.get_components(Zone, Goal) if row[0] != entity]
    if move is None or not others:
        return False
    nearest = min(others, key=lambda row: math.dist((row[1][1].pose.x, row[1][1].pose.y), point))
    there, rules, effects = place_of(nearest[0]), only(Table).rules, list[Effect]()
    apply(rules, rules.sample(turn.view, Random(0)), move, Random(0), effects)
    targets = {effect.target for effect in effects if isinstance(effect, Shift) and effect.source == source}
    return there in targets or (there != source and not any(pieces_at(*target) for target in targets))
