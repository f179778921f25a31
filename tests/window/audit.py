"""What is drawn where: every line of text of a frame, and the boxes that the cards on the table fill."""

import math
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import esper
import pygame
import pytest

from components.pieces import Card, Owner, Token, Zone
from components.view import Goal, Pose
from systems.view.toolkit import canvas as canvases
from systems.view.toolkit.canvas import Box, Canvas, unit_of
from systems.view.toolkit.cards import CARD_ASPECT
from systems.view.toolkit.draw_list import DrawList, KeptPart

Text = tuple[str, Box]


@contextmanager
def texts_drawn(enlarged: float = 1.0) -> Iterator[list[Text]]:
    """All lines of text drawn in the window, or in a part of it with units of its own, while this lasts: the words and
    the part of their box that is seen. Where everything is `enlarged`, a unit of the window has more pixels."""
    found: list[Text] = []
    draw = Canvas.text

    def noted(canvas: Canvas, words: str, *rest: Any, **more: Any) -> Box:
        box = draw(canvas, words, *rest, **more)
        clip = canvas.surface.get_clip()
        seen = canvas.rect(box).clip(clip)
        if not (seen.w and seen.h and words.strip()):
            return box
        if canvas.surface is pygame.display.get_surface():  # as the page that tells of errors draws
            found.append((words, Box(*(side / canvas.unit for side in seen))))
        elif isinstance(canvas.surface, DrawList):
            whole = canvas.surface.whole if enlarged == 1.0 else pygame.display.get_window_size()
            unit = unit_of(whole) * enlarged
            seen.move_ip(canvas.surface.offset)
            found.append((words, Box(seen.x / unit, seen.y / unit, seen.w / unit, seen.h / unit)))
        return box

    with pytest.MonkeyPatch.context() as patch:
        draw_all(patch)
        patch.setattr(Canvas, "text", noted)
        yield found


@contextmanager
def texts_cut() -> Iterator[set[str]]:
    """All lines of text that are drawn cut, with an ellipsis, while this lasts."""
    found = set[str]()
    fit = canvases._fitted

    def noted(words: str, *rest: Any) -> str:
        fitting = fit(words, *rest)
        if fitting != words:
            found.add(words)
        return fitting

    with pytest.MonkeyPatch.context() as patch:
        draw_all(patch)
        patch.setattr(canvases, "_fitted", noted)
        yield found


def draw_all(patch: pytest.MonkeyPatch) -> None:
    """Let everything be drawn in every frame, also what has been drawn before."""
    patch.setattr(Canvas, "draw_kept", lambda _canvas, _part, _key, draw: draw())
    patch.setattr(KeptPart, "draw", lambda _part, _ground, _key, draw: bool(draw()))


def overlap(one: Box, other: Box) -> float:
    """By how much two boxes overlap, in units: the lesser of across and down."""
    across = min(one.right, other.right) - max(one.x, other.x)
    down = min(one.bottom, other.bottom) - max(one.y, other.y)
    return min(across, down)


def within(inner: Box, outer: Box, slack: float = 0.75) -> bool:
    """Whether a box lies in another, but for what rounding to pixels can add."""
    return (
        inner.x >= outer.x - slack
        and inner.y >= outer.y - slack
        and inner.right <= outer.right + slack
        and inner.bottom <= outer.bottom + slack
    )


def colliding(texts: list[Text]) -> list[tuple[str, str]]:
    """Pairs of texts of which one lies over the other. A text over itself is its own shadow."""
    inked = [(words, box.inset(0.5, box.h * 0.22)) for words, box in texts]
    return [
        (one, other)
        for place, (one, box) in enumerate(inked)
        for other, its in inked[:place]
        if one != other and overlap(box, its) > 0.5
    ]


def card_box(pose: Pose) -> Box:
    """The upright box around a card as it is turned."""
    turn = math.radians(pose.angle)
    width, height = pose.height * CARD_ASPECT, pose.height
    across = width * abs(math.cos(turn)) + height * abs(math.sin(turn))
    down = width * abs(math.sin(turn)) + height * abs(math.cos(turn))
    return Box.around((pose.x, pose.y), across, down)


def around(boxes: list[Box]) -> Box:
    """The box around several."""
    left, top = min(box.x for box in boxes), min(box.y for box in boxes)
    return Box(left, top, max(box.right for box in boxes) - left, max(box.bottom for box in boxes) - top)


def places() -> dict[str, Box]:
    """For every place with cards, such as "hand 0" and "deck None", the box around them."""
    found: dict[str, list[Box]] = {}
    for _, (_, zone, owner, goal) in esper.get_components(Card, Zone, Owner, Goal):
        found.setdefault(f"{zone.name} {owner.player}", []).append(card_box(goal.pose))
    return {place: around(boxes) for place, boxes in found.items()}


def tokens(zone: str, player: int | None = None) -> list[Box]:
    """The boxes of the tokens in a place."""
    rows = esper.get_components(Token, Zone, Owner, Goal)
    return [
        Box.around((goal.pose.x, goal.pose.y), goal.pose.height, goal.pose.height)
        for _, (_, at, owner, goal) in rows
        if (at.name, owner.player) == (zone, player)
    ]
