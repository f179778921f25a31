"""What the pointer and the keys do at the table: picking pieces, moving the cursor, Enter and Escape."""

from collections import Counter
from collections.abc import Callable

import esper
import pygame

from components.pieces import SelectedCard
from components.table import Pace
from game.rules.language import _
from systems.human import NOT_YOUR_TURN, HumanTurn, fitting, locate, made_of, picked_entities, why_no_move
from systems.input import InputSystem
from systems.snapshot import maybe, only
from systems.view.table.action_rows import Made
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

    def point(self) -> None:
        """Find the piece that the pointer is on, where a click would pick it."""
        view, stage, pointed = self._view, self._stage, None
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
        if entity is not None:
            self._pick(entity)

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
