"""What the pointer and the keys do at the table: picking pieces, moving the cursor, Enter and Escape."""

from collections import Counter
from typing import TYPE_CHECKING

import esper
import pygame

from components.pieces import SelectedCard
from components.table import Pace
from systems.human import HumanTurn, fitting, locate, made_of, picked_entities, why_no_move
from systems.snapshot import maybe, only
from systems.view.table.action_rows import Made
from systems.view.table.pieces import ARROWS
from systems.view.toolkit.canvas import Canvas, Point
from systems.view.toolkit.widgets import NOWHERE

if TYPE_CHECKING:
    from systems.view.screens.table import TableScreen

_DIALOG_KEYS = frozenset({
    *ARROWS, pygame.K_TAB, pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE, pygame.K_ESCAPE,
    pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_END,
})  # fmt: skip
"""What a dialog is used with."""
_ENTER = frozenset({pygame.K_RETURN, pygame.K_KP_ENTER})


class TableInput:
    """Hands events to the side panel or takes them for the pieces on the table."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._pointer: Point = NOWHERE
        self._fitting_key: object = None

    @property
    def _in_panel(self) -> bool:
        """Whether the keyboard is at a widget of the panel, which then has Space and Enter for itself."""
        group = self._screen.panel.group
        return group.by_keyboard and group.focused not in (None, self._screen.panel.pieces)

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        """React to one of pygame's events while no dialog is open."""
        screen = self._screen
        if event.type == pygame.MOUSEMOTION:
            self._pointer = canvas.to_units(event.pos)
        elif event.type == pygame.WINDOWLEAVE:
            self._pointer = NOWHERE
        if event.type == pygame.KEYDOWN and self._handle_key(event):
            screen.panel.group.spend_hint()
            return
        used = screen.panel.group.handle(event, canvas)
        screen.panel.pieces.sync()
        if used:
            return
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._click(canvas.to_units(event.pos))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            screen.human.clear()

    def handle_beside(self, event: pygame.event.Event, canvas: Canvas) -> bool:
        """React to an event while a result stands on the table: the side panel beside it has the pointer as well, and
        the keys that a dialog has no use for. Whether the dialog need not have it."""
        group = self._screen.panel.group
        if event.type == pygame.KEYDOWN:
            return event.key not in _DIALOG_KEYS and (self._handle_key(event) or group.handle(event, canvas))
        if event.type == pygame.MOUSEMOTION:
            self._pointer = canvas.to_units(event.pos)
        group.handle(event, canvas)
        return False

    def point(self) -> None:
        """Find the piece that the pointer is on, where a click would pick it."""
        screen = self._screen
        pointed = None
        if maybe(HumanTurn) is not None and screen.dialog is None and not only(Pace).busy:
            pointed = screen.view.piece_at(self._pointer)
        fits = pointed is not None and screen.view.pickable(screen.stage, pointed)
        screen.stage.pointed = pointed if fits and pointed not in screen.stage.dimmed else None

    def dim(self, passing: int | None) -> None:
        """Find the viewer's pieces that fit no legal move, none while the screen is `passing` to another player; only
        when something has changed."""
        screen, turn = self._screen, maybe(HumanTurn)
        key = None if turn is None else (turn.number, picked_entities(), passing)
        if key == self._fitting_key:
            return
        self._fitting_key = key
        stage = screen.stage
        stage.dimmed = frozenset()
        if turn is None or passing is not None:
            return
        fits, picked = fitting(turn), set(picked_entities())
        reach = [entity for row in screen.view.pick_rows(stage) for entity in row]
        stage.dimmed = frozenset(
            entity
            for entity in reach
            if entity not in picked and locate(entity) not in fits and not self._makes_a_move(turn, entity)
        )

    def _makes_a_move(self, turn: HumanTurn, entity: int) -> bool:
        """Whether a click on a piece makes a legal move at once."""
        made = self._screen.view.made_by(self._screen.stage, entity)
        return made is not None and made_of(turn, made.kind, made.pieces) is not None

    # --- the pointer ---

    def _click(self, point: Point) -> None:
        stage = self._screen.stage
        if only(Pace).busy:
            stage.skip = True
            return
        entity = self._screen.view.piece_at(point)
        if entity is not None:
            self._pick(entity)

    def _pick(self, entity: int) -> None:
        """Pick a piece or put it back; where that cannot be, say why."""
        screen = self._screen
        if screen.watching:
            screen.toasts.push("Only AIs play on." if screen.humans else "Only AIs play at this table.")
        elif not screen.view.pickable(screen.stage, entity):
            screen.toasts.push(screen.view.told(screen.stage, entity))
        elif (made := screen.view.made_by(screen.stage, entity)) is not None:
            self._make(made, entity)
        else:
            before = picked_entities()
            toggled = map(screen.human.toggle, screen.view.picks(screen.stage, entity))
            why = next(filter(None, toggled), None)
            chosen = "select" if len(picked_entities()) > len(before) else "deselect"
            screen.shell.sounds.play("refuse" if why else chosen)
            if why:
                screen.toasts.push(why)

    def _make(self, made: Made, entity: int) -> None:
        """Make the move that a click on a piece makes at once; where that cannot be, say why."""
        screen, turn = self._screen, maybe(HumanTurn)
        if screen.human.make(made.kind, made.pieces):
            return
        screen.shell.sounds.play("refuse")
        wanted = Counter([locate(entity)])
        screen.toasts.push("It is not your turn." if turn is None else why_no_move(turn, wanted))

    # --- the keyboard ---

    def _handle_key(self, event: pygame.event.Event) -> bool:
        """The keys of the table itself; widgets have their own shortcuts. Whether the key was used."""
        if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META):
            return False
        stage = self._screen.stage
        if event.key == pygame.K_SPACE and only(Pace).busy:
            stage.skip = True
            return True
        if event.key == pygame.K_ESCAPE:
            self._escape()
            return True
        if event.key == pygame.K_m:
            self._screen.toggle_mute()
            return True
        if self._in_panel:
            return False
        pieces = self._screen.panel.pieces
        if event.key in ARROWS and stage.cursor is None and pieces.takes_focus:
            pieces.enter(ARROWS[event.key][1])
            return True
        if event.key == pygame.K_SPACE:
            return self._press_cursor()
        return event.key in _ENTER and self._enter()

    def _press_cursor(self) -> bool:
        """Pick what the cursor is on; on a pile it then goes on to the next piece."""
        screen = self._screen
        cursor = screen.stage.cursor
        if cursor is not None and esper.entity_exists(cursor):
            self._pick(cursor)
            if esper.has_component(cursor, SelectedCard):
                screen.stage.cursor = screen.view.next_of_pile(screen.stage, cursor)
        return True

    def _enter(self) -> bool:
        """Make the one move that the picked pieces make."""
        screen, turn = self._screen, maybe(HumanTurn)
        if turn is None:
            return screen.between.show_result_again()
        cursor = screen.stage.cursor
        if cursor is not None and screen.view.made_by(screen.stage, cursor) is not None:
            return self._press_cursor()
        if len(turn.offers) == 1:
            screen.human.confirm(turn.offers[0])
        elif turn.offers:
            screen.toasts.push("Choose one of the buttons.")
        else:
            screen.toasts.push(f"Choose {screen.view.pieces} that make a move first.")
        return True

    def _escape(self) -> None:
        screen = self._screen
        if picked_entities() and maybe(HumanTurn) is not None:
            screen.human.clear()
        else:
            screen.leave()
