"""Cards that lie upright, as they are drawn and found with the pointer at every table where no hand is fanned."""

from typing import Any

import esper
import pygame

from components.pieces import Card
from components.view import Goal, Moving, Pose
from systems.snapshot import to_move
from systems.view.toolkit import portraits, theme
from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.cards import CARD_ASPECT, Deck, card_outline, card_shadow
from systems.view.toolkit.drawings import Rgb
from systems.view.toolkit.fonts import Colour
from systems.view.toolkit.looks import ByPalette
from systems.view.toolkit.portraits import Person

RINGS: ByPalette[str, Rgb] = ByPalette(
    {"picked": (255, 214, 110), "suggested": (120, 220, 235), "cursor": (255, 138, 36), "pointed": (226, 190, 120)},
    safe={"picked": (254, 224, 108), "suggested": (64, 223, 242), "cursor": (252, 127, 18), "pointed": (194, 167, 118)},
)
"""The lines around pieces: those that are picked or would make a group with them, and what cursor or pointer is on."""
FACE = 50.0
"""How wide the face on a plate is that has room for it."""
_TAG, _TAG_HEIGHT, _SIGN = 16.0, 26.0, 20.0


def in_drawing_order(kind: type[Any] = Card) -> list[tuple[int, Moving]]:
    """The pieces that are seen, those with a component of this kind, the lowest first, those in flight above the
    others."""
    rows = [
        (goal.order + (1000 if not moving.arrived and moving.duration > 0.2 else 0), entity, moving)
        for entity, (_, goal, moving) in esper.get_components(kind, Goal, Moving)
        if not (goal.covered and moving.arrived)
    ]
    rows.sort(key=lambda row: row[:2])
    return [(entity, moving) for _, entity, moving in rows]


def draw_card(canvas: Canvas, deck: Deck, entity: int, moving: Moving, dim: bool) -> None:
    """A card of a deck with its shadow, where it is now."""
    pose = moving.now
    drawn = moving.goal.height if moving.arrived else max(moving.start.height, moving.goal.height)
    height = canvas.px(drawn)
    shadow = card_shadow(height, 0.0, pose.lift)
    offset = 0.01 + 0.02 * pose.lift, 0.03 + 0.09 * pose.lift
    kind = esper.component_for_entity(entity, Card).kind if pose.face >= 0.5 else "back"
    picture = deck.card(kind, height, 0.0, dim)
    scale = pose.height / drawn
    if pose != moving.goal:
        across = scale * max(0.04, abs(1 - 2 * min(1.0, max(0.0, pose.face))))
        picture = _scaled(picture, across, scale)
        shadow = _scaled(shadow, across, scale)
    canvas.picture(shadow, pose.x + pose.height * offset[0], pose.y + pose.height * offset[1])
    canvas.picture(picture, pose.x, pose.y)


def draw_outline(canvas: Canvas, moving: Moving, tone: Rgb) -> None:
    """A line around a card, but not while it changes its size."""
    pose = moving.now
    if pose.height == moving.goal.height:
        canvas.picture(card_outline(canvas.px(pose.height), 0.0, tone), pose.x, pose.y)


def draw_plate(canvas: Canvas, box: Box, player: int, radius: float = theme.RADIUS) -> bool:
    """The panel of a player, lit while that player is to move; whether it is."""
    moving = to_move() == player
    canvas.panel(box, rim=theme.GOLD if moving else theme.GOLD_LINE, radius=radius)
    if moving:
        canvas.ring(box.inset(-2), theme.GOLD, 2.4, radius + 2)
    return moving


def draw_face(canvas: Canvas, person: Person, left: float, middle: float, diameter: float, alive: bool = True) -> float:
    """The face of somebody who sits at a table, darkened once out of the match; the x of its right edge."""
    canvas.picture(portraits.bust(person, canvas.px(diameter)), left + diameter / 2, middle)
    if not alive:
        canvas.shape(
            Box.around((left + diameter / 2, middle), diameter, diameter), (20, 12, 19, 170), radius=diameter / 2
        )
    return left + diameter


def draw_count(canvas: Canvas, box: Box, number: int, size: float, ink: Colour = theme.TEXT) -> None:
    """A number on a pill."""
    canvas.shape(box, theme.PANEL_SOLID, rim=theme.GOLD_LINE, rim_width=1.4, radius=box.h / 2)
    canvas.text(f"{number}", *box.centre, size, ink, "sans-bold", "centre", vertical="middle")


def tag_width(canvas: Canvas, words: str) -> float:
    """How wide the tag of these words is."""
    return _SIGN if len(words) == 1 else canvas.text_size(words, _TAG, "sans-bold")[0] + 20


def draw_tag(canvas: Canvas, middle: Point, words: str) -> None:
    """A word, or a single sign, around a point of a card's upper edge: what has just become of it."""
    pill = Box.around(middle, tag_width(canvas, words), _SIGN if len(words) == 1 else _TAG_HEIGHT)
    canvas.shape(pill, theme.GOLD, rim=(74, 44, 20), rim_width=1.2, radius=pill.h / 2, shadow=5.0)
    canvas.text(words, *pill.centre, _TAG, (52, 26, 18), "sans-bold", "centre", vertical="middle")


def card_at(point: Point) -> int | None:
    """The uppermost card at a point."""
    best: tuple[float, int] | None = None
    for entity, (_, goal) in esper.get_components(Card, Goal):
        if not goal.covered and _covers(goal.pose, point) and (best is None or goal.order > best[0]):
            best = (goal.order, entity)
    return None if best is None else best[1]


def _scaled(picture: pygame.Surface, across: float, down: float) -> pygame.Surface:
    """A card on its way, scaled from a picture that is there already: drawing each size anew would cost a frame."""
    width, height = picture.get_size()
    wanted = max(2, round(width * across)), max(2, round(height * down))
    return picture if wanted == (width, height) else pygame.transform.smoothscale(picture, wanted)


def _covers(pose: Pose, point: Point) -> bool:
    half = pose.height * CARD_ASPECT / 2, pose.height / 2
    return abs(point[0] - pose.x) <= half[0] and abs(point[1] - pose.y) <= half[1]
