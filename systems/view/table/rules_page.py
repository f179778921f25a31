"""The rules of a game with pictures: sections of words and of examples, drawn from the game's own pieces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from game.rules.translation import translated
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas

Picture = Callable[[int], pygame.Surface]
"""Makes a picture of a height in pixels."""
_HEADING, _SIZE = 38.0, 18.0
_PICTURE, _LOW = 66.0, 34.0
"""The heights of a card in an example, and of what is small, as tokens are."""
_ROW_GAP, _GAP, _SIGN = 12.0, 8.0, 24.0
_BETWEEN = 36.0
"""What lies between the two columns."""
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
    """The height that sections need at a width, in two columns."""
    return max(sum(column) for column in _columns(canvas, sections, width)[1])


def draw_sections(canvas: Canvas, sections: Sequence[Section], box: Box) -> None:
    """Draw sections in two columns from the top of the box."""
    blocks, heights = _columns(canvas, sections, box.w)
    left = iter(blocks)
    for column, place in zip(heights, box.columns(2, _BETWEEN), strict=True):
        y = place.y
        for height in column:
            _block(canvas, next(left), Box(place.x, y, place.w, 0), draws=True)
            y += height


def _columns(
    canvas: Canvas, sections: Sequence[Section], width: float
) -> tuple[list[Section], tuple[list[float], list[float]]]:
    """Sections taken apart into blocks, and the heights of those in the left and in the right column: in order, and so
    that the longer column is as short as can be."""
    blocks = [block for section in sections for block in _blocks(section)]
    column = (width - _BETWEEN) / 2
    heights = [_block(canvas, block, Box(0, 0, column, 0), draws=False) for block in blocks]
    places = range(1, len(blocks) + 1)
    at = min(places, key=lambda place: max(sum(heights[:place]), sum(heights[place:])))
    return blocks, (heights[:at], heights[at:])


def _blocks(section: Section) -> list[Section]:
    """A section as what must stay together: its beginning with the first example, then each further one, unless all are
    small."""
    if all(example.small for example in section.examples):
        return [section]
    first = replace(section, examples=section.examples[:1])
    return [first, *(Section("", examples=(example,)) for example in section.examples[1:])]


def _block(canvas: Canvas, block: Section, box: Box, draws: bool) -> float:
    """Draw a block from the top of a box; the height that it takes."""
    y = box.y
    if block.heading and draws:
        canvas.text(block.heading, box.x, y, theme.SECTION, theme.HEADING, "serif", max_width=box.w)
    y += _HEADING if block.heading else 0.0
    for part in translated(block.words).split("\n") if block.words else ():
        if draws:
            canvas.paragraph(part, Box(box.x, y, box.w, 0), _SIZE)
        y += canvas.paragraph_height(part, box.w, _SIZE) + 8
    for example in block.examples:
        height = _example(canvas, example, Box(box.x, y, box.w, 0), 0.0, False)
        if draws:
            _example(canvas, example, Box(box.x, y, box.w, 0), height, True)
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
