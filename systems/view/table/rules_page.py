"""The rules of a game with pictures: sections of words and of examples, drawn from the game's own pieces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pygame

from game.rules.language import translated
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas

Picture = Callable[[int], pygame.Surface]
"""Makes a picture of a height in pixels."""
_HEADING, _SIZE = 38.0, 18.0
_PICTURE, _LOW = 84.0, 34.0
"""The heights of a card in an example, and of what is small, as tokens are."""
_ROW_GAP, _GAP, _SIGN = 12.0, 8.0, 24.0
_BETWEEN = 28.0
"""What lies between two examples side by side."""
_BESIDE = 0.62
"""Up to this share of the width of an example its words stand beside the pictures, else below them."""


@dataclass(frozen=True)
class Example:
    """Pictures in a row, with signs such as "→" between them, and what they show. Those of `small` things are low."""

    pictures: Sequence[Picture | str]
    words: str
    small: bool = False


@dataclass(frozen=True)
class Section:
    """A heading, words, and examples."""

    heading: str
    words: str = ""
    examples: Sequence[Example] = ()


@dataclass(frozen=True)
class RulesPage:
    """How a game is played, in about two minutes, and what scores what."""

    rules: Sequence[Section]
    scoring: Sequence[Section]


def height_of(canvas: Canvas, sections: Sequence[Section], width: float) -> float:
    """The height that sections need at a width."""
    return _walk(canvas, sections, Box(0, 0, width, 0), draws=False)


def draw_sections(canvas: Canvas, sections: Sequence[Section], box: Box) -> None:
    """Draw sections from the top of the box."""
    _walk(canvas, sections, box, draws=True)


def _walk(canvas: Canvas, sections: Sequence[Section], box: Box, draws: bool) -> float:
    """Go through sections from the top of a box; the height that they take."""
    y = box.y
    for section in sections:
        if draws:
            canvas.text(section.heading, box.x, y, theme.SECTION, theme.HEADING, "serif")
        y += _HEADING if section.heading else 0.0
        for part in translated(section.words).split("\n") if section.words else ():
            if draws:
                canvas.paragraph(part, Box(box.x, y, box.w, 0), _SIZE)
            y += canvas.paragraph_height(part, box.w, _SIZE) + 8
        y += _examples(canvas, section.examples, Box(box.x, y, box.w, 0), draws) + 6
    return y - box.y


def _examples(canvas: Canvas, examples: Sequence[Example], box: Box, draws: bool) -> float:
    """Draw examples, two in a row where there are several; the height that they take."""
    columns = box.columns(2, _BETWEEN) if len(examples) > 1 else [box]
    y = box.y
    for first in range(0, len(examples), len(columns)):
        row = examples[first : first + len(columns)]
        cells = [Box(column.x, y, column.w, 0) for column in columns]
        height = max(_example(canvas, *each, 0.0, False) for each in zip(row, cells, strict=False))
        for example, cell in zip(row, cells, strict=False):
            _example(canvas, example, cell, height, draws)
        y += height + _ROW_GAP
    return y - box.y


def _example(canvas: Canvas, example: Example, box: Box, height: float, draws: bool) -> float:
    """Draw an example in the middle of a `height`: pictures at the left, words beside or below them; the height that it
    needs."""
    high = _LOW if example.small else _PICTURE
    made = [each if isinstance(each, str) else each(canvas.px(high)) for each in example.pictures]
    widths = [_SIGN if isinstance(each, str) else each.get_width() / canvas.unit for each in made]
    wide = sum(widths) + _GAP * (len(made) - 1)
    beside = wide <= box.w * _BESIDE
    column = Box(box.x + wide + 18, box.y, box.w - wide - 18, 0) if beside else box
    told = canvas.paragraph_height(example.words, column.w, _SIZE) if example.words else 0.0
    needed = max(high, told) if beside else high + (told + 8 if told else 0.0)
    if draws:
        top = box.y + (height - needed) / 2 if beside else box.y
        middle = top + (needed / 2 if beside else high / 2)
        _draw_row(canvas, made, widths, box.x, middle)
        y = middle - told / 2 if beside else top + high + 8
        canvas.paragraph(example.words, Box(column.x, y, column.w, 0), _SIZE)
    return needed


def _draw_row(
    canvas: Canvas, made: Sequence[pygame.Surface | str], widths: Sequence[float], x: float, middle: float
) -> None:
    """Draw pictures and signs in a row from x on."""
    for each, width in zip(made, widths, strict=True):
        if isinstance(each, str):
            canvas.text(each, x + width / 2, middle, 26, theme.GOLD, "serif", "centre", vertical="middle")
        else:
            canvas.picture(each, x + width / 2, middle)
        x += width + _GAP
