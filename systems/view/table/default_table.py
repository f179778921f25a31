"""The default table: any game as it is seen and heard, drawn from its zones and the kinds of its pieces."""

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import esper
import pygame

from components.pieces import Card, SelectedCard, Stone, Token, Zone
from components.view import Goal, Moving, Stage
from game.games import zones
from game.games.module import GameModule
from game.rules.language import _, pgettext
from systems.human import HumanTurn, locate
from systems.snapshot import all_pieces, maybe, to_move
from systems.view.table import plain_art
from systems.view.table.action_rows import Action, ActionRow, Made
from systems.view.table.characters import Seated
from systems.view.table.default_layout import HEAD, PLATE, DefaultLayout, Places, places_of
from systems.view.table.flat_cards import RINGS, draw_card, draw_count, draw_face, draw_outline, in_drawing_order
from systems.view.table.layout import place_of
from systems.view.table.scenery import fan, grounded, lay
from systems.view.table.usual_table import UsualTable
from systems.view.toolkit import backdrops, theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.cards import CARD_ASPECT, Deck
from systems.view.toolkit.drawings import Rgb, Size

_SHOWN = 4
"""So many colours of a game are seen in its small picture."""
_DIM = (150, 140, 134)
_COUNT, _BESIDE, _LOW = (42.0, 24.0), 8.0, 90.0
"""The size of the number of pieces, how far it stands beside a pile, and how high a place is at least that has room
for both, one over the other."""


class DefaultTable(UsualTable):
    """How a game is seen that nobody has drawn; the table screen asks it for everything that it shows."""

    def __init__(self, game: GameModule) -> None:
        self._game = game
        self._suits = list(game.colours)
        self._deck = Deck(None, self._face)

    @property
    def pieces(self) -> str:  # type: ignore[override]  # known once they lie there
        """What the pieces are called."""
        if esper.get_component(Card):
            return pgettext("the pieces of a game", "cards")
        if esper.get_component(Stone):
            return pgettext("the pieces of a game", "stones")
        return pgettext("the pieces of a game", "pieces")

    def scene(self, size: Size) -> pygame.Surface:
        """A small picture of the table for the menu: cards in the colours of the game, or their backs."""
        picture = grounded(backdrops.felt(size), size)
        kinds = self._suits[:_SHOWN] or ["back"] * 3
        lay(picture, self._deck, fan(kinds, (0.5, 0.53), 0.7, 0.17, 8.0))
        return picture

    def asked(self, stage: Stage) -> str:
        """What a human to move who has picked nothing is asked to do: cards or stones, or places that are empty, or a
        button where no move picks anything."""
        turn = maybe(HumanTurn)
        picked = [] if turn is None else [piece for picks in turn.picks for _place, piece in picks]
        if picked and all(piece.kind == zones.EMPTY for piece in picked):
            return _("choose an empty place")
        if turn is not None and not picked:
            return _("choose a move")
        return super().asked(stage)

    def layout(self) -> esper.Processor:
        """The system that lays out the pieces."""
        return DefaultLayout(self._game)

    def _places(self, stage: Stage) -> Places:
        return places_of(self._game, stage)

    def options_box(self, stage: Stage) -> Box:
        """The box of the line that names options: below the title."""
        return self._places(stage).options

    def prompt(self, stage: Stage) -> Box:
        """The box of the line that says what is expected."""
        return self._places(stage).prompt

    def sounds_of(self, move: Any) -> tuple[str, ...]:
        """The sounds of a move."""
        return ("card_slide",) if esper.get_component(Card) else ("pebble",)

    def pictures_to_come(self, canvas: Canvas, players: int) -> list[Callable[[], object]]:
        """Pictures that play will need. Which, only the pieces tell that lie on the table."""
        kinds = sorted({card.kind for _, card in esper.get_component(Card)} - {zones.EMPTY})
        heights = sorted({canvas.px(goal.pose.height) for _, (_, goal) in esper.get_components(Card, Goal)})
        return [partial(self._deck.card, kind, height) for height in heights[-2:] for kind in ("back", *kinds)]

    # --- what lies under the pieces ---

    def draw_ground(self, canvas: Canvas, stage: Stage, company: Sequence[Seated]) -> None:
        """Draw the title, the players' plates, and the places of the zones."""
        places = self._places(stage)
        box = places.title
        canvas.text(self._game.title, box.x + 4, box.y - 2, 36, theme.HEADING, "serif")
        canvas.text(self._game.about, box.right - 4, box.y + 14, 17, theme.TEXT, align="right", max_width=box.w * 0.6)
        for player, seat in places.seats.items():
            if player < len(company):
                _draw_seat(canvas, seat, company[player], player, player == stage.viewer)
        for (name, _owner), place in places.boxes.items():
            zone = places.zones[name]
            if zone.cells:
                canvas.shape(place.inset(3), (0, 22, 18, 70), rim=(170, 210, 184, 60), rim_width=1.2, radius=10)
            else:
                canvas.shape(place.inset(-2), (0, 22, 18, 40), rim=(150, 200, 170, 26), rim_width=1.2, radius=12)
            if _is_headed(zone):
                canvas.text(
                    zone.title, *_head(place).centre, theme.SMALL, theme.MUTED, "sans", "centre", place.w, "middle"
                )

    def told_at(self, stage: Stage) -> Sequence[Box]:
        """The title, the players' plates, and what zones are called."""
        places = self._places(stage)
        named = [box for (zone, _), box in places.boxes.items() if _is_headed(places.zones[zone])]
        return [places.title, *map(_plate, places.seats.values()), *map(_head, named)]

    # --- pieces ---

    def draw_pieces(self, canvas: Canvas, stage: Stage) -> None:
        """Draw the pieces, those in flight above the others."""
        for entity, moving in in_drawing_order(Zone):
            self._draw_piece(canvas, stage, entity, moving)

    def _draw_piece(self, canvas: Canvas, stage: Stage, entity: int, moving: Moving) -> None:
        kind, ring = kind_of(entity), _ring(stage, entity)
        dim = entity in stage.dimmed and place_of(entity)[1] is not None  # what lies on the table stays as bright
        if esper.has_component(entity, Card) and kind != zones.EMPTY:
            draw_card(canvas, self._deck, entity, moving, dim)
            if ring is not None:
                draw_outline(canvas, moving, ring)
            return
        pose = moving.now
        box = Box.around((pose.x, pose.y), pose.height, pose.height)
        if kind != zones.EMPTY:
            self._draw_stone(canvas, box, kind, dim, pose.lift)
        if ring is not None:
            canvas.ring(box.inset(-3), ring, 3.0, box.h / 2 + 3)

    def _draw_stone(self, canvas: Canvas, box: Box, kind: str, dim: bool, lift: float) -> None:
        """A stone: a disc in the colour of its kind, with its kind in words."""
        colour = self.colour_of(kind)
        fill = theme.mix(colour, _DIM, 0.5) if dim else theme.mix(colour, (255, 255, 255), 0.12)
        low = theme.mix(colour, (0, 0, 0), 0.35)
        canvas.shape(box, fill, low, (24, 14, 14, 190), 1.8, box.h / 2, 6.0 + 8.0 * lift)
        canvas.ring(box.inset(box.h * 0.09), (255, 250, 236, 70), max(1.2, box.h * 0.02), box.h / 2)
        _draw_words(canvas, box, kind, 0.5, (255, 252, 244))

    def _face(self, kind: str, size: Size, times: int) -> pygame.Surface:
        """A card, or the back, as it is at a size but so many times as large."""
        if kind == "back":
            return plain_art.back(size, times)
        return plain_art.face(kind, self._number(kind), self.colour_of(kind), size, times)

    def _number(self, kind: str) -> int:
        """The number of a kind's suit: the place of its colour, else in the order in which suits were first seen, by
        name where together."""
        suit = plain_art.named(kind).suit
        if suit not in self._suits:
            seen = {plain_art.named(kind_of(entity)).suit for entity, _ in esper.get_component(Zone)} | {suit}
            self._suits += sorted(seen - set(self._suits))
        return self._suits.index(suit)

    def colour_of(self, kind: str) -> Rgb:
        """The colour of a kind: the one that the game says of it or of its suit, or one of ours."""
        told = self._game.colours
        suit = plain_art.named(kind).suit
        return told.get(kind) or told.get(suit) or plain_art.COLOURS[self._number(kind) % len(plain_art.COLOURS)]

    def draw_over(self, canvas: Canvas, stage: Stage) -> None:
        """Draw how many pieces lie where that is to be told."""
        places = self._places(stage)
        for (name, player), box in places.boxes.items():
            zone = places.zones[name]
            if zone.counted or zone.shape == "pile":
                number = len(stage.pieces_at(name, player))
                draw_count(canvas, _count_box(box, zone.shape == "pile"), number, 16)

    # --- what can be pointed at ---

    def piece_at(self, point: Point) -> int | None:
        """The uppermost piece at a point."""
        found: list[tuple[float, int]] = []
        for entity, (_zone, goal) in esper.get_components(Zone, Goal):
            pose = goal.pose
            across = pose.height * (CARD_ASPECT if esper.has_component(entity, Card) else 1.0) / 2
            if not goal.covered and abs(point[0] - pose.x) <= across and abs(point[1] - pose.y) <= pose.height / 2:
                found.append((goal.order, entity))
        return max(found)[1] if found else None

    def pick_rows(self, stage: Stage) -> list[list[int]]:
        """Pieces that the viewer's keyboard can reach: rows from top to bottom, each from left to right."""
        rows: dict[int, list[tuple[float, int]]] = {}
        for entity, (_zone, goal) in esper.get_components(Zone, Goal):
            if not goal.covered and self.pickable(stage, entity):
                resting = esper.component_for_entity(entity, Goal).pose
                level = resting.y + (resting.height * 0.1 if esper.has_component(entity, SelectedCard) else 0.0)
                rows.setdefault(round(level / 12), []).append((resting.x, entity))
        return [[entity for _, entity in sorted(row)] for _, row in sorted(rows.items())]

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

    def action_rows(self, stage: Stage, kinds: Sequence[str], names: Sequence[str]) -> list[ActionRow]:
        """A row for each kind of move; its button makes the only move of its kind at once."""
        return [ActionRow((Action(kind, kind, at_once=True),)) for kind in kinds]

    def first_picks(self, stage: Stage, kind: str) -> list[int]:
        """The pieces of the only move of a kind."""
        turn = maybe(HumanTurn)
        if turn is None:
            return []
        rules = self._game.rules
        made = [picks for move, picks in zip(turn.moves, turn.picks, strict=True) if rules.kind_name(move) == kind]
        return all_pieces().choose(list(made[0].elements())) if len(made) == 1 else []

    def told(self, stage: Stage, entity: int) -> str:
        """What a click on a piece that cannot be picked says."""
        return _("Nothing is picked from there.")


def kind_of(entity: int) -> str:
    """The kind of a piece."""
    kinds = (esper.try_component(entity, Card), esper.try_component(entity, Stone), esper.try_component(entity, Token))
    return next((piece.kind for piece in kinds if piece is not None), "")


def _ring(stage: Stage, entity: int) -> tuple[int, int, int] | None:
    """The colour of the ring around a piece, if there is one."""
    if entity == stage.cursor:
        return RINGS["cursor"]
    if esper.has_component(entity, SelectedCard):
        return RINGS["picked"]
    return RINGS["pointed"] if entity == stage.pointed else None


def _draw_words(canvas: Canvas, box: Box, words: str, share: float, ink: tuple[int, int, int]) -> None:
    """Words in the middle of a piece, as large as it has room for."""
    size = canvas.fitting_size(words, box.h * share, box.w * 0.84, "sans-bold", 8.0)
    canvas.text(words, *box.centre, size, ink, "sans-bold", "centre", vertical="middle", max_width=box.w * 0.9)


def _plate(seat: Box) -> Box:
    """Where a player's name stands."""
    return Box(seat.x, seat.y, min(seat.w, 300.0), PLATE)


def _is_headed(zone: zones.TableZone) -> bool:
    """Whether a zone's title stands above its pieces."""
    return bool(zone.title) and not zone.cells


def _head(place: Box) -> Box:
    """Where a zone's title stands."""
    return Box(place.x, place.y - HEAD, place.w, HEAD)


def _draw_seat(canvas: Canvas, seat: Box, seated: Seated, player: int, own: bool) -> None:
    moving = to_move() == player
    plate = _plate(seat)
    canvas.panel(plate, radius=10, rim=theme.GOLD if moving else theme.GOLD_LINE, shadow=False)
    ink = theme.HEADING if moving or own else theme.TEXT
    middle = plate.centre[1]
    x = draw_face(canvas, seated.person, plate.x + 4, middle, plate.h - 6) + 8
    canvas.text(seated.name, x, middle, 19, ink, "serif", vertical="middle", max_width=plate.right - 12 - x)


def _count_box(box: Box, piled: bool) -> Box:
    """Where the number of pieces in a place stands: at its lower edge; beside a pile in a place so low that it would
    hide the piece on top."""
    if piled and box.h < _LOW and box.w > box.h + 2 * (_COUNT[0] + _BESIDE):
        return Box.around((box.centre[0] + (box.h + _COUNT[0]) / 2 + _BESIDE, box.centre[1]), *_COUNT)
    return Box.around((box.centre[0], box.bottom - _COUNT[1] / 2), *_COUNT)
