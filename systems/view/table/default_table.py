"""The default table: any game as it is seen and heard, drawn from its zones and the kinds of its pieces."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import esper

from components.pieces import Card, Owner, SelectedCard, Stone, Token, Zone
from components.players import Player, ToMove
from components.view import Goal, Moving, Stage
from game.games import zones
from game.games.module import GameModule
from systems.human import HumanTurn, locate
from systems.snapshot import maybe
from systems.view.table.action_rows import Made, OneForEachKind
from systems.view.table.default_layout import CARD_WIDTH, PLATE, DefaultLayout, Key, Places, places_of
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas, Point

PICKED = (255, 214, 110)
SUGGESTED = (120, 220, 235)
CURSOR = (255, 250, 235)
POINTED = (226, 190, 120)
_PAPER, _INK, _DIM = (246, 238, 220), (40, 30, 34), (150, 140, 134)
_BACK, _BACK_LOW, _BACK_RIM = (96, 40, 52), (66, 26, 40), (214, 176, 108)
_COLOURS = (
    (196, 78, 70),
    (72, 130, 196),
    (84, 150, 92),
    (206, 160, 62),
    (142, 96, 178),
    (70, 160, 160),
    (210, 120, 60),
    (120, 120, 128),
)
"""Of kinds for which a game says no colour, in the order of their names."""


class DefaultTable(OneForEachKind):
    """How a game is seen that nobody has drawn; the table screen asks it for everything that it shows."""

    dealing = "shuffle"
    moving = "card_slide"

    def __init__(self, game: GameModule) -> None:
        self.pieces = "pieces"
        self._game = game
        self._kinds: list[str] = []

    def layout(self) -> esper.Processor:
        """The system that lays out the pieces."""
        return DefaultLayout(self._game)

    def _places(self, stage: Stage) -> Places:
        return places_of(self._game, stage)

    def side(self, stage: Stage) -> Box:
        """The box of the side panel."""
        return self._places(stage).side

    def prompt(self, stage: Stage) -> Box:
        """The box of the line that says what is expected."""
        return self._places(stage).prompt

    def sounds_of(self, move: Any) -> tuple[str, ...]:
        """The sounds of a move."""
        return ("card_slide",) if esper.get_component(Card) else ("pebble",)

    def pictures_to_come(self, canvas: Canvas, stage: Stage) -> list[Callable[[], object]]:
        """Pictures that play will need: none, all of them are plain shapes."""
        return []

    # --- what lies under the pieces ---

    def draw_ground(self, canvas: Canvas, stage: Stage, names: list[str]) -> None:
        """Draw the title, the players' plates, and the places of the zones."""
        places = self._places(stage)
        box = places.title
        canvas.text(self._game.title, box.x + 4, box.y - 2, 36, theme.HEADING, "serif")
        canvas.text(self._game.about, box.right - 4, box.y + 14, 17, theme.TEXT, align="right", max_width=box.w * 0.6)
        for player, seat in places.seats.items():
            if player < len(names):
                _draw_seat(canvas, seat, names[player], player, player == stage.viewer)
        for (name, _), place in places.boxes.items():
            zone = places.zones[name]
            if zone.cells:
                canvas.shape(place.inset(3), (0, 22, 18, 70), rim=(170, 210, 184, 60), rim_width=1.2, radius=10)
            else:
                canvas.shape(place.inset(-2), (0, 22, 18, 40), rim=(150, 200, 170, 26), rim_width=1.2, radius=12)
            if zone.title and not zone.cells:
                words = zone.title
                canvas.text(words, place.x + 6, place.y + 2, theme.SMALL, theme.FAINT, max_width=place.w - 12)

    # --- pieces ---

    def draw_pieces(self, canvas: Canvas, stage: Stage) -> None:
        """Draw the pieces, those in flight above the others."""
        rows = [
            (goal.order + (1000 if not moving.arrived and moving.duration > 0.2 else 0), entity, moving)
            for entity, (_, goal, moving) in esper.get_components(Zone, Goal, Moving)
            if not (goal.covered and moving.arrived)
        ]
        rows.sort(key=lambda row: row[:2])
        for _, entity, moving in rows:
            self._draw_piece(canvas, stage, entity, moving)

    def _draw_piece(self, canvas: Canvas, stage: Stage, entity: int, moving: Moving) -> None:
        pose, kind = moving.now, kind_of(entity)
        card = esper.has_component(entity, Card)
        box = Box.around((pose.x, pose.y), pose.height * (CARD_WIDTH if card else 1.0), pose.height)
        radius = pose.height * (0.07 if card else 0.5)
        dim = entity in stage.dimmed and key_of(entity)[1] is not None  # what lies on the table stays as bright
        shadow = 5.0 + 8.0 * pose.lift
        colour = self.colour_of(kind)
        if kind == zones.EMPTY:
            ring = _ring(stage, entity)
            if ring is not None:
                canvas.ring(box.inset(2), ring, 3.0, radius)
            return
        if pose.face < 0.5:
            canvas.shape(box, _BACK, _BACK_LOW, _BACK_RIM, 2.0, radius, shadow)
            canvas.ring(box.inset(box.w * 0.14), _BACK_RIM, 1.4, radius * 0.7)
        elif card:
            canvas.shape(box, _DIM if dim else _PAPER, rim=colour, rim_width=3.0, radius=radius, shadow=shadow)
            self._draw_face(canvas, box, kind, colour)
        else:
            low = theme.mix(colour, (0, 0, 0), 0.35)
            canvas.shape(
                box, theme.mix(colour, _DIM, 0.5) if dim else colour, low, (30, 20, 20, 160), 1.6, radius, shadow
            )
            _draw_words(canvas, box, kind, 0.5, (255, 252, 244))
        ring = _ring(stage, entity)
        if ring is not None:
            canvas.ring(box.inset(-2), ring, 3.0, radius + 2)

    def _draw_face(self, canvas: Canvas, box: Box, kind: str, colour: tuple[int, int, int]) -> None:
        """The kind of a card: in words in its middle, and as a patch of its colour, each colour of another shape."""
        _draw_words(canvas, box, kind, 0.3, _INK)
        number = self._number(kind)
        size = box.h * 0.13
        patch = Box.around((box.centre[0], box.bottom - box.h * 0.16), size * (1 + number % 3 * 0.6), size)
        canvas.shape(patch, colour, radius=size / 2 if number % 2 == 0 else 2.0)

    def _number(self, kind: str) -> int:
        """The number of a kind in the order in which kinds were first seen, by name where together."""
        if kind not in self._kinds:
            self._kinds += sorted({kind_of(entity) for entity, _ in esper.get_component(Zone)} - set(self._kinds))
        return self._kinds.index(kind)

    def colour_of(self, kind: str) -> tuple[int, int, int]:
        """The colour of a kind: the one that the game says, or one of ours."""
        return self._game.colours.get(kind) or _COLOURS[self._number(kind) % len(_COLOURS)]

    def draw_over(self, canvas: Canvas, stage: Stage) -> None:
        """Draw how many pieces lie where that is to be told."""
        places = self._places(stage)
        for (name, player), box in places.boxes.items():
            zone = places.zones[name]
            if zone.counted or zone.shape == "pile":
                number = len(stage.pieces_at(name, player))
                pill = Box.around((box.centre[0], box.bottom - 12), 42, 24)
                canvas.shape(pill, theme.PANEL_SOLID, rim=theme.GOLD_LINE, rim_width=1.4, radius=12)
                canvas.text(f"{number}", *pill.centre, 16, theme.TEXT, "sans-bold", "centre", vertical="middle")

    # --- what can be pointed at ---

    def piece_at(self, point: Point) -> int | None:
        """The uppermost piece at a point."""
        found: list[tuple[float, int]] = []
        for entity, (_, goal) in esper.get_components(Zone, Goal):
            pose = goal.pose
            across = pose.height * (CARD_WIDTH if esper.has_component(entity, Card) else 1.0) / 2
            if not goal.covered and abs(point[0] - pose.x) <= across and abs(point[1] - pose.y) <= pose.height / 2:
                found.append((goal.order, entity))
        return max(found)[1] if found else None

    def pick_rows(self, stage: Stage) -> list[list[int]]:
        """Pieces that the viewer's keyboard can reach: rows from top to bottom, each from left to right."""
        rows: dict[int, list[tuple[float, int]]] = {}
        for entity, (_, goal) in esper.get_components(Zone, Goal):
            if not goal.covered and self.pickable(stage, entity):
                resting = esper.component_for_entity(entity, Goal).pose
                level = resting.y + (resting.height * 0.1 if esper.has_component(entity, SelectedCard) else 0.0)
                rows.setdefault(round(level / 12), []).append((resting.x, entity))
        return [[entity for _, entity in sorted(row)] for _, row in sorted(rows.items())]

    def pickable(self, stage: Stage, entity: int) -> bool:
        """Whether a click on a piece of the viewer's means to pick it."""
        name, player = key_of(entity)
        zone = self._places(stage).zones.get(name)
        return zone is not None and zone.seen and zone.pickable and player in (None, stage.viewer)

    def made_by(self, stage: Stage, entity: int) -> Made | None:
        """The move that picks this piece alone, where there is one such move, and none that picks it with others."""
        turn = maybe(HumanTurn)
        if turn is None or esper.has_component(entity, SelectedCard):
            return None
        located = locate(entity)
        moves = [move for move, picks in zip(turn.moves, turn.picks, strict=True) if located in picks]
        if len(moves) != 1 or turn.picks[turn.moves.index(moves[0])] != Counter([located]):
            return None
        return Made(self._game.rules.kind_name(moves[0]), (entity,))

    def picks(self, stage: Stage, entity: int) -> list[int]:
        """The piece that a click on `entity` picks or puts back."""
        return [entity]

    def next_of_pile(self, stage: Stage, entity: int) -> int:
        """Where the keyboard's cursor goes once a piece is picked: it stays."""
        return entity

    def told(self, stage: Stage, entity: int) -> str:
        """What a click on a piece that cannot be picked says."""
        return "Nothing is picked from there."


def kind_of(entity: int) -> str:
    """The kind of a piece."""
    kinds = (esper.try_component(entity, Card), esper.try_component(entity, Stone), esper.try_component(entity, Token))
    return next((piece.kind for piece in kinds if piece is not None), "")


def key_of(entity: int) -> Key:
    """The place of a piece."""
    return esper.component_for_entity(entity, Zone).name, esper.component_for_entity(entity, Owner).player


def _ring(stage: Stage, entity: int) -> tuple[int, int, int] | None:
    """The colour of the ring around a piece, if there is one."""
    if entity == stage.cursor:
        return CURSOR
    if entity in stage.suggested:
        return SUGGESTED
    if esper.has_component(entity, SelectedCard):
        return PICKED
    return POINTED if entity == stage.pointed else None


def _draw_words(canvas: Canvas, box: Box, words: str, share: float, ink: tuple[int, int, int]) -> None:
    """Words in the middle of a piece, as large as it has room for."""
    size = canvas.fitting_size(words, box.h * share, box.w * 0.84, "sans-bold", 8.0)
    canvas.text(words, *box.centre, size, ink, "sans-bold", "centre", vertical="middle", max_width=box.w * 0.9)


def _draw_seat(canvas: Canvas, seat: Box, name: str, player: int, own: bool) -> None:
    moving = any(found.index == player for _, (found, _) in esper.get_components(Player, ToMove))
    plate = Box(seat.x, seat.y, min(seat.w, 300.0), PLATE)
    canvas.panel(plate, radius=10, rim=theme.GOLD if moving else theme.GOLD_LINE, shadow=False)
    ink = theme.HEADING if moving or own else theme.TEXT
    canvas.text(name, plate.x + 12, plate.centre[1], 19, ink, "serif", vertical="middle", max_width=plate.w - 24)
