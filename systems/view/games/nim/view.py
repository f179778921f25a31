"""Nim's table as it is seen: the board with its troughs, stones, bowls, what can be pointed at, and what is heard."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

import esper
import pygame

from components.pieces import SelectedCard, Stone, Zone
from components.table import Progress, Table
from components.view import Goal, Moving, Stage
from game.games.nim.rules import DEFAULT_PILES
from game.rules.language import _, joined, ngettext, pgettext
from game.rules.wording import counted
from systems.human import HumanTurn
from systems.snapshot import maybe, only
from systems.view.games.nim import art
from systems.view.games.nim.layout import (
    FILL,
    Boxes,
    NimLayout,
    Origin,
    bowl,
    boxes,
    parts_of,
    start_piles,
    taken_stone,
)
from systems.view.games.nim.rules_page import PAGE
from systems.view.games.nim.tune import TUNE
from systems.view.table.action_rows import Made
from systems.view.table.characters import Seated
from systems.view.table.flat_cards import FACE, RINGS, draw_count, draw_face, draw_plate, in_drawing_order
from systems.view.table.layout import table_box
from systems.view.table.rules_page import Picture, RulesPage
from systems.view.table.table_options import told_options
from systems.view.table.usual_table import UsualTable
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas, Point

POINTED = (196, 164, 104)
CURSOR = (255, 250, 235)
PLATE = (90, 55, 35)
"""What stands behind the number of a pile: as light as the board, on which it is hardly seen."""
_LOOK_STEP = 37
"""Shares no factor with the number of looks, so that stones next to each other look different and all looks occur."""
_CORNERS = 24.0
"""The radius of the board's corners."""


class NimView(UsualTable):
    """How Nim is seen and heard; the table screen asks it for everything that is particular to the game."""

    tune = TUNE
    pieces = pgettext("the pieces of a game", "stones")
    dealing = "pebble"
    moving = "pebble"

    @property
    def trophies(self) -> Sequence[Picture]:
        """What rises when a match is won."""
        return [partial(art.pebble, look) for look in range(0, art.LOOKS, _LOOK_STEP // 4)]

    def rules_page(self, options: Mapping[str, Any]) -> RulesPage | None:
        """The rules with pictures."""
        return PAGE

    def layout(self) -> esper.Processor:
        """The system that lays out the pieces."""
        return NimLayout()

    def options_box(self, stage: Stage) -> Box:
        """The box of the lines that name options: between title and rival."""
        return parts_of(stage).options

    def prompt(self, stage: Stage) -> Box:
        """The box of the line that says what is expected."""
        return parts_of(stage).prompt

    def sounds_of(self, move: Any) -> tuple[str, ...]:
        """The sounds of a move."""
        return ("pebble",)

    def pictures_to_come(self, canvas: Canvas, players: int) -> list[Callable[[], object]]:
        """Pictures that play will need, those first that the table shows as it opens; before a round is dealt those of
        the usual piles."""
        piles = DEFAULT_PILES if maybe(Progress) is None else start_piles() or DEFAULT_PILES
        parts = boxes(table_box(Stage(canvas.width, canvas.height)), piles, len(told_options()))
        size, small = canvas.px(parts.stone), canvas.px(taken_stone(bowl(parts.own), sum(piles)))
        looks = sorted({_look(number) for number in range(sum(piles))})
        made: list[Callable[[], object]] = [partial(self.backdrop, canvas.surface.get_size())]
        made += [
            partial(_carved, canvas, parts.board, parts.troughs, _CORNERS),
            partial(_carved, canvas, *_tray(parts.own)),
        ]
        made += [partial(art.pebble, look, size) for look in looks]
        made += [partial(art.pebble_shadow, size, lift / 5) for lift in range(6)]
        made += [partial(art.pebble_ring, size, RINGS["picked"]), partial(art.pebble_shadow, small)]
        made += [partial(art.pebble, look, small) for look in looks]
        made += [partial(art.pebble, look, size, True) for look in looks]
        return made

    # --- what lies under the pieces ---

    def draw_ground(self, canvas: Canvas, stage: Stage, company: Sequence[Seated]) -> None:
        """Draw the board and the panels."""
        parts = parts_of(stage)
        box = parts.header
        canvas.text(_("Nim"), box.x, box.y - 4, 36, theme.HEADING, "serif")
        piles = start_piles()
        count = counted(len(piles), "{number:,} pile", "{number:,} piles")
        words = joined([count, counted(sum(piles), "{number:,} stone", "{number:,} stones")]) if piles else ""
        if canvas.text_size(words, 17)[0] <= box.w - 80:  # where it is cramped, the board tells it as well
            canvas.text(words, box.right - 4, box.y + 13, 17, theme.TEXT, align="right")
        self._draw_reminder(canvas, parts)
        for player, seated in enumerate(company):
            _draw_player(canvas, stage, parts.own if player == stage.viewer else parts.rival, player, seated)
        if parts.troughs:
            _draw_board(canvas, parts.board, parts.troughs, _CORNERS)

    @staticmethod
    def _draw_reminder(canvas: Canvas, parts: Boxes) -> None:
        words = _("Whoever takes the last stone loses.")
        more = _("Take one or more stones from one pile.")
        box = parts.reminder
        room = box.w - 32
        told = canvas.paragraph_height(words, room, 20, "serif")
        if box.h < max(60.0, told + 20):
            return
        panel = Box.around(box.centre, box.w, min(68 + told + canvas.paragraph_height(more, room, 16), box.h))
        canvas.panel(panel)
        kind, head = Box(panel.x + 16, panel.y + 10, room, 0), _("Misère")
        y = kind.y
        if told + canvas.paragraph_height(head, room, theme.SMALL) + 24 <= panel.h:
            y += canvas.paragraph(head, kind, theme.SMALL, theme.GOLD, "sans-bold") + 7
        y += canvas.paragraph(words, Box(panel.x + 16, y, room, 0), 20, theme.HEADING, "serif") + 8
        if y + canvas.paragraph_height(more, room, 16) <= panel.bottom - 8:
            canvas.paragraph(more, Box(panel.x + 16, y, room, 0), 16, theme.MUTED)

    # --- pieces ---

    def draw_pieces(self, canvas: Canvas, stage: Stage) -> None:
        """Draw the stones, those in flight above the others."""
        chosen = self._pointed_picks(stage)
        rows = in_drawing_order(Stone)
        for _row, moving in rows:
            _draw_shadow(canvas, moving)
        for entity, moving in rows:
            _draw_stone(canvas, stage, entity, moving, entity in chosen)

    def _pointed_picks(self, stage: Stage) -> set[int]:
        """The stones that a click where the pointer is would pick."""
        entity = stage.pointed if stage.cursor is None else stage.cursor
        if entity is None or maybe(HumanTurn) is None or entity in stage.dimmed or not self.pickable(stage, entity):
            return set()
        return {stone for stone in self.picks(stage, entity) if not esper.has_component(stone, SelectedCard)}

    def told_at(self, stage: Stage) -> Sequence[Box]:
        """Title, options, plates and bowls of the players, what is reminded of, the numbers at both ends of troughs."""
        parts = parts_of(stage)
        seats = [part for plate in (parts.own, parts.rival) for part in plate.top_part(bowl(plate).y - plate.y)]
        ends = [at(parts, trough) for at in (_number_of, _count_of) for trough in parts.troughs]
        return [parts.header, parts.options, parts.reminder, *seats, *ends]

    def draw_over(self, canvas: Canvas, stage: Stage) -> None:
        """Draw the numbers of the piles and of their stones at the ends of the troughs, the former on a plate of wood
        where lines of candidates may run beneath."""
        parts = parts_of(stage)
        for pile, trough in enumerate(parts.troughs):
            y = trough.centre[1]
            size = min(26.0, max(18.0, trough.h * 0.42))
            number_box = _number_of(parts, trough)
            x = number_box.centre[0]
            if stage.foreseen:
                canvas.shape(number_box, PLATE, radius=number_box.w / 2)
            canvas.text(f"{pile + 1}", x + 1.2, y + 1.4, size, (30, 14, 8), "serif-bold", "centre", vertical="middle")
            canvas.text(f"{pile + 1}", x, y, size, (226, 190, 142), "serif-bold", "centre", vertical="middle")
            number = len(stage.pieces_at(f"pile-{pile}"))
            draw_count(canvas, _count_of(parts, trough), number, 21, theme.HEADING if number else theme.FAINT)

    # --- what can be pointed at ---

    def piece_at(self, point: Point) -> int | None:
        """The stone at a point; in a trough every stone has the whole of its place, so that none is hard to hit."""
        best: tuple[float, int] | None = None
        for entity, (_stone, goal) in esper.get_components(Stone, Goal):
            pose = goal.pose
            across, down = abs(point[0] - pose.x), abs(point[1] - pose.y)
            if across <= pose.height / FILL / 2 and down <= pose.height / 2 and (best is None or across < best[0]):
                best = (across, entity)
        return None if best is None else best[1]

    def pick_rows(self, stage: Stage) -> list[list[int]]:
        """Pieces that the viewer's keyboard can reach: rows from top to bottom, each from left to right."""
        rows = [stage.pieces_at(f"pile-{pile}") for pile in range(len(start_piles()))]
        return [row for row in rows if row]

    def picks(self, stage: Stage, entity: int) -> list[int]:
        """What a click on `entity` picks or puts back: so that it and all stones to its right are picked, one click
        being a whole take. On the leftmost stone picked it puts all of them back."""
        pile = stage.pieces_at(esper.component_for_entity(entity, Zone).name)
        picked = [stone for stone in pile if esper.has_component(stone, SelectedCard)]
        if picked and entity == picked[0]:
            return picked
        place = pile.index(entity)
        return [stone for stone in pile[place:] if stone not in picked] + [
            stone for stone in pile[:place] if stone in picked
        ]

    def alone(self, stage: Stage, entity: int) -> Made | None:
        """The take of a stone with all to its right."""
        pile = stage.pieces_at(esper.component_for_entity(entity, Zone).name)
        return Made(only(Table).rules.kinds[0], tuple(pile[pile.index(entity) :]))

    def told(self, stage: Stage, entity: int) -> str:
        """What a click on a piece that cannot be picked says."""
        return _("Stones that have been taken stay where they are.")


def look_of(entity: int) -> int:
    """How a stone looks, from the round's beginning to its end."""
    return _look(esper.component_for_entity(entity, Origin).number)


def _look(number: int) -> int:
    """How the stone of a number looks."""
    return number * _LOOK_STEP % art.LOOKS


def _number_of(parts: Boxes, trough: Box) -> Box:
    """Where the number of a trough stands: before it."""
    return Box.around(((parts.board.x + trough.x) / 2, trough.centre[1]), 26, 32)


def _count_of(parts: Boxes, trough: Box) -> Box:
    """Where the number of a trough's stones stands: behind it."""
    x = (trough.right + parts.board.right) / 2
    return Box.around((x, trough.centre[1]), 44, min(36.0, trough.h * 0.86))


def _draw_board(canvas: Canvas, board: Box, troughs: tuple[Box, ...], radius: float) -> None:
    """Wood with troughs carved into it, and its shadow."""
    canvas.shape(board, (40, 22, 14), radius=radius, shadow=18.0)
    canvas.surface.blit(_carved(canvas, board, troughs, radius), canvas.rect(board))


def _carved(canvas: Canvas, board: Box, troughs: tuple[Box, ...], radius: float) -> pygame.Surface:
    """The wood of a board with its troughs."""
    rect = canvas.rect(board)
    inner = [canvas.rect(trough).move(-rect.x, -rect.y) for trough in troughs]
    # Rounding makes troughs a pixel higher or lower than each other; one size keeps them alike, and cheap.
    carved = tuple((trough.x, trough.y, inner[0].w, inner[0].h) for trough in inner)
    return art.trough_board(rect.size, carved, canvas.px(radius))


def _draw_player(canvas: Canvas, stage: Stage, box: Box, player: int, seated: Seated) -> None:
    draw_plate(canvas, box, player)
    x = draw_face(canvas, seated.person, box.x + 12, box.y + 38, FACE) + 10
    room = box.right - 14 - x
    canvas.text(seated.name, x, box.y + 11, 22, theme.HEADING, "serif", max_width=room)
    number = len(stage.pieces_at("taken", player))
    words = ngettext("{number} stone taken", "{number} stones taken", number) if number else _("no stones taken")
    if max(17.0, canvas.least_text) <= 20:  # the bowl shows it, too, where letters have no room
        canvas.text(words, x, box.y + 41, 17, theme.TEXT, max_width=room)
    _draw_board(canvas, *_tray(box))


def _tray(plate: Box) -> tuple[Box, tuple[Box, ...], float]:
    """The bowl on a player's plate, as a board with one trough, and the radius of its corners."""
    tray = bowl(plate)
    return tray, (tray.inset(7),), tray.h / 2


def _draw_shadow(canvas: Canvas, moving: Moving) -> None:
    pose = moving.now
    drawn = _drawn_height(moving)
    shadow = art.pebble_shadow(canvas.px(drawn), pose.lift)
    if pose.height != drawn:
        shadow = _scaled(shadow, pose.height / drawn)
    canvas.picture(
        shadow, pose.x + pose.height * (0.02 + 0.04 * pose.lift), pose.y + pose.height * (0.09 + 0.2 * pose.lift)
    )


def _draw_stone(canvas: Canvas, stage: Stage, entity: int, moving: Moving, pointed: bool) -> None:
    pose = moving.now
    drawn = _drawn_height(moving)
    size = canvas.px(drawn)
    picture = art.pebble(look_of(entity), size, entity in stage.dimmed)
    if pose.height != drawn:
        picture = _scaled(picture, pose.height / drawn)
    canvas.picture(picture, pose.x, pose.y)
    colour = _ring(stage, entity, pointed)
    if colour is not None:
        canvas.picture(art.pebble_ring(size, colour), pose.x, pose.y)
    if entity == stage.cursor:
        canvas.picture(art.pebble_ring(round(size * 1.12), CURSOR), pose.x, pose.y)


def _ring(stage: Stage, entity: int, pointed: bool) -> tuple[int, int, int] | None:
    """The colour of the ring around a stone, if there is one."""
    if esper.has_component(entity, SelectedCard):
        return RINGS["picked"]
    return POINTED if pointed else None


def _drawn_height(moving: Moving) -> float:
    """The height of the picture that a stone is drawn from: on its way the larger of its two, else its own."""
    return moving.goal.height if moving.arrived else max(moving.start.height, moving.goal.height)


def _scaled(picture: pygame.Surface, scale: float) -> pygame.Surface:
    """A stone on its way, scaled from a picture that is there already: drawing each size anew would cost a frame."""
    width, height = picture.get_size()
    return pygame.transform.smoothscale(picture, (max(2, round(width * scale)), max(2, round(height * scale))))


VIEW = NimView
"""What `view_of` finds."""
