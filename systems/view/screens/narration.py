"""What happens in the window, in words for those who do not see it: one line an event.

Told are the moves of all, what is said over the table, dialogs, on each of one's own turns the whole table, and
whatever the keyboard stands on, with what can be done there. Nothing is told that is not seen: of a hidden hand only
how many cards it holds.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Protocol, runtime_checkable

import esper

from components.pieces import SelectedCard, Token
from game.games.zones import EMPTY, TableZone
from game.matches.log import LogLine
from game.rules.language import _, capitalised, joined, ngettext, sentence, within
from game.rules.protocol import Form, Piece
from systems.human import HumanTurn, locate, picked_entities
from systems.snapshot import maybe
from systems.view.screens.screen import Screen
from systems.view.table.layout import place_of, shows_faces
from systems.view.table.move_buttons import MoveButton
from systems.view.table.pieces import TablePieces
from systems.view.table.ports import Told
from systems.view.table.prompt import WAITS
from systems.view.table.table_options import told_options
from systems.view.toolkit.controls import Labelled, Slider, Toggle
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.fields import Choice, TextField
from systems.view.toolkit.focus import Group
from systems.view.toolkit.scrolling import ScrollList
from systems.view.toolkit.widgets import Button, Widget


@runtime_checkable
class Said(Protocol):
    """The body of a dialog that can be told in words."""

    @property
    def said(self) -> Sequence[str]:
        """Its words, a line each."""


class Narrator:
    """Looks at the screen after every frame, and tells what is new on it."""

    def __init__(self, say: Callable[[str], None]) -> None:
        """`say` is handed each line."""
        self._say = say
        self._screen: Screen | None = None
        self._dialog: Dialog | None = None
        self._pushed = 0
        self._lines: list[LogLine] = []
        self._turn: HumanTurn | None = None
        self._waits = False
        """Whether it was told that a move waits."""
        self._offered: object = None
        self._on: object = None
        self._seen: set[str] = set()
        """What was told of the table on the last turn; what is as it was is not told again, but for one's own."""

    def look(self, screen: Screen) -> None:
        """Tell what is new."""
        if screen is not self._screen:
            self._arrive(screen)
        if screen.told is not None:
            self._tell_moves(screen.told)
        if screen.toasts.pushed != self._pushed:
            self._pushed = screen.toasts.pushed
            self._say(screen.toasts.latest)
        dialog = screen.dialog
        if dialog is not self._dialog:
            self._dialog, self._on = dialog, None
            if dialog is not None:
                self._tell_dialog(dialog)
        if screen.told is not None and dialog is None:
            self._tell_turn(screen.told)
            self._tell_waiting(screen.told)
        self._tell_focus(screen)
        if dialog is None and self._turn is not None:
            self._tell_offers(self._turn, screen.group)

    def _arrive(self, screen: Screen) -> None:
        self._screen, self._dialog, self._turn = screen, None, None
        self._pushed, self._lines = 0, []
        self._offered = self._on = None
        self._seen = set()
        if screen.heading:
            self._say(_("{page}: Tab leads through it.", page=screen.heading))
        else:
            self._say(_("The table: {game}.", game=screen.game))
            for option in told_options():
                self._say(sentence(option))

    # --- what happens ---

    def _tell_moves(self, table: Told) -> None:
        """Tell what the log has got since."""
        lines, told = table.log.lines, self._lines
        stand = sum(1 for _same in takewhile(lambda pair: pair[0] is pair[1], zip(lines, told, strict=False)))
        if stand < len(told):
            self._say(_("Moves were taken back."))
        for line in lines[stand:]:
            self._say(sentence(line.text))
        self._lines = list(lines)

    def _tell_dialog(self, dialog: Dialog) -> None:
        if dialog.title:
            self._say(sentence(dialog.title))
        if isinstance(dialog.body, Said):
            for words in dialog.body.said:
                self._say(words)
        if dialog.default is not None:
            self._say(_("Enter presses {button}. Tab leads to the rest.", button=dialog.default.label))

    # --- a human's turn ---

    def _tell_turn(self, table: Told) -> None:
        turn = maybe(HumanTurn)
        if turn is self._turn:
            return
        self._turn, self._offered, self._on = turn, None, None
        if turn is None:
            return
        seen = list(table_in_words(table, turn.player))
        for own, words in seen:
            if own or words not in self._seen:
                self._say(words)
        self._seen = {words for _own, words in seen}
        self._say(sentence(table.prompt()))
        kinds = dict.fromkeys(table.game.rules.kind_name(move) for move in turn.moves)
        self._say(_("You may: {moves}.", moves=joined(list(kinds))))

    def _tell_waiting(self, table: Told) -> None:
        waited, self._waits = self._waits, table.prompt() == WAITS
        if self._waits and not waited:
            self._say(sentence(WAITS))

    def _tell_offers(self, turn: HumanTurn, group: Group) -> None:
        """Tell what the picked pieces make. Enter makes it unless the keyboard stands on a button."""
        offered = picked_entities(), tuple(offer.label for offer in turn.offers)
        if offered == self._offered:
            return
        before, self._offered = self._offered, offered
        picked, labels = offered
        on_button = group.by_keyboard and not isinstance(group.focused, TablePieces)
        if len(labels) == 1 and not on_button:
            self._say(_("Enter makes this move: {move}.", move=labels[0]))
        elif labels:
            self._say(_("Tab leads to the buttons of these moves: {moves}.", moves=joined(labels)))
        elif picked:
            self._say(_("What is picked makes no move yet."))
        elif before is not None:
            self._say(_("Nothing is picked."))

    # --- where the keyboard stands ---

    def _tell_focus(self, screen: Screen) -> None:
        group = screen.group if screen.dialog is None else screen.dialog.group
        widget = group.focused if group.by_keyboard else None
        words = ""
        if isinstance(widget, TablePieces) and screen.told is not None:
            words = _cursor_in_words(screen.told)
        elif widget is not None:
            words = widget_in_words(widget)
        now = (widget, words)
        if words and now != self._on:
            self._say(words)
        self._on = now


# --- words ---------------------------------------------------------------------------------------------------------


def table_in_words(table: Told, player: int) -> Iterator[tuple[bool, str]]:
    """The table as a player sees it, a line for every place that holds anything, and whether it is the player's."""
    stage, names = table.scene.stage, table.company.names
    for zone in table.game.zones:
        owners: Sequence[int | None] = range(len(names)) if zone.each else (None,)
        for number, name in enumerate(zone.places):
            for owner in owners:
                entities = stage.zones.get((name, owner), [])
                if not zone.seen or not (entities or zone.each):
                    continue
                called = _place_in_words(zone, number)
                if owner == player:
                    called = _("You, {place}", place=within(called))
                elif owner is not None:
                    called = _("{name}, {place}", name=names[owner], place=within(called))
                what = _pieces_in_words(table, zone, owner, entities)
                yield owner == player, _("{place}: {what}.", place=called, what=what)


def _place_in_words(zone: TableZone, number: int) -> str:
    name = zone.title or zone.name.replace("-", " ").replace("_", " ")
    return _("{place} {number}", place=name, number=number + 1) if zone.cells else name


def _pieces_in_words(table: Told, zone: TableZone, owner: int | None, entities: Sequence[int]) -> str:
    """What lies in a place: by name where it is seen, else by number; of a pile only what is in reach is named."""
    stage = table.scene.stage
    pieces = [_piece(entity) for entity in entities]
    if not pieces:
        return _("nothing")
    if all(piece.form is Form.STONE for piece in pieces):
        return ngettext("{number} stone", "{number} stones", len(pieces))
    if all(piece.form is Form.TOKEN for piece in pieces):
        number = ngettext("{number} token", "{number} tokens", len(pieces))
    else:
        number = ngettext("{number} card", "{number} cards", len(pieces))
    if not shows_faces(stage, zone, owner):
        if not zone.each or any(piece.form is not Form.TOKEN for piece in pieces):
            return number
        pieces = [piece._replace(value=0) for piece in pieces]  # the backs of tokens tell their piles
    if zone.shape == "pile":
        reach = {entity for row in table.scene.view.pick_rows(stage) for entity in row}
        on_top = [table.game.piece_words(_piece(entity)) for entity in entities if entity in reach]
        counted = owner in (None, stage.viewer) or stage.show_counts
        return joined([*dict.fromkeys(on_top), *([number] if counted else [])])
    counts = Counter(table.game.piece_words(piece) for piece in pieces if piece.kind != EMPTY)
    return joined(
        [words if count == 1 else _("{count} times {what}", count=count, what=words) for words, count in counts.items()]
    )


def _cursor_in_words(table: Told) -> str:
    """The piece that the keyboard stands on, where it lies, and what can be done with it."""
    stage, view = table.scene.stage, table.scene.view
    entity = stage.cursor
    if entity is None or not esper.entity_exists(entity) or maybe(HumanTurn) is None:
        return ""
    row = next((row for row in view.pick_rows(stage) if entity in row), [entity])
    where = _("{at} of {count}", at=row.index(entity) + 1, count=len(row))
    what, state = capitalised(_piece_here(table, entity)), _can_be_done(table, entity)
    return _("{what}, {where}: {state}.", what=what, where=where, state=state)


def _piece_here(table: Told, entity: int) -> str:
    """A piece and its place in words."""
    game, names = table.game, table.company.names
    place, words = place_of(entity), game.piece_words(_piece(entity))
    zone = next((zone for zone in game.zones if place.zone in zone.places), None)
    if zone is None:
        return words
    called = _place_in_words(zone, zone.places.index(place.zone))
    if place.player is not None and place.player != table.scene.stage.viewer:
        called = _("{name}, {place}", name=names[place.player], place=within(called))
    return joined([words, within(called)]) if shows_faces(table.scene.stage, zone, place.player) else called


def _can_be_done(table: Told, entity: int) -> str:
    """What Space does with a piece."""
    stage, view = table.scene.stage, table.scene.view
    if esper.has_component(entity, SelectedCard):
        return _("picked")
    if entity in stage.dimmed or not view.pickable(stage, entity):
        return _("fits no move now")
    return _("Space picks it") if view.made_by(stage, entity) is None else _("Space makes the move")


def _piece(entity: int) -> Piece:
    token = esper.try_component(entity, Token)
    return locate(entity)[1] if token is None else Piece(Form.TOKEN, token.kind, token.value)


def widget_in_words(widget: Widget) -> str:
    """A widget, its state, and what it is for."""
    label = getattr(widget, "label", "") or widget.hint or _("A list: the arrow keys lead through it")
    if isinstance(widget, MoveButton):
        can = _("Enter makes this move.") if widget.enabled else sentence(widget.hint)
        return joined([_("Move: {label}.", label=label), can], " ")
    if isinstance(widget, ScrollList) and widget.told is not None and widget.selected is not None:
        return widget.told(widget.selected)
    parts = [label]
    if isinstance(widget, Toggle):
        parts.append(_("On") if widget.on else _("Off"))
    elif isinstance(widget, Slider):
        parts.append(widget.show(widget.value))
    elif isinstance(widget, Choice):
        parts.append(widget.options[widget.index][1])
    elif isinstance(widget, TextField):
        parts.append(widget.text)
    elif isinstance(widget, Button) and widget.chosen:
        parts.append(_("chosen"))
    if isinstance(widget, Labelled) and widget.hint:
        parts.append(widget.hint)
    return joined(parts, "; ")
