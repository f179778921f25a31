"""The rules of a game with pictures: sections of words and of examples, drawn from the game's own pieces."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pygame

from game.rules.translation import translated
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.widgets import draw_key_cap, key_cap_width

Picture = Callable[[int], pygame.Surface]
"""Makes a picture of a height in pixels."""
_HEADING, _SIZE = 38.0, 18.0
_PICTURE, _LOW = 66.0, 34.0
"""The heights of a card in an example, and of what is small, as tokens are."""
_ROW_GAP, _GAP, _SIGN = 12.0, 8.0, 24.0
_BETWEEN, _LEAST_OF_TWO = 36.0, 760.0
"""What lies between the two columns; narrower than the second there is one."""
_BESIDE = 0.62
"""Up to this share of the width of an example its words stand beside the pictures, else below them."""
_CAPS, _BESIDE_CAPS, _CAP_ROW = 106.0, 12.0, 28.0
"""The width of the caps of keys, what lies between them and words, and the height of a row of them."""
_APART = 60.0
"""Columns are broken within a section only where they become shorter by more than this."""
_SIZES = (1.3, 1.2, 1.1, 1.0)
"""How much larger than they have to be sections are drawn, the first at which there is room."""


@dataclass(frozen=True)
class Example:
    """Pictures in a row, with signs such as "→" between them, and what they show. Those of `small` things are low."""

    pictures: Sequence[Picture | str]
    words: str
    small: bool = False


@dataclass(frozen=True)
class Section:
    """A heading, words, and examples; or what `keys` do, which have commas between them."""

    heading: str
    words: str = ""
    examples: Sequence[Example] = ()
    keys: str = ""


@dataclass(frozen=True)
class RulesPage:
    """How a game is played, in about two minutes, and what scores what."""

    rules: Sequence[Section]
    scoring: Sequence[Section]


def height_of(canvas: Canvas, sections: Sequence[Section], width: float, size: float = 1.0) -> float:
    """The height that sections need at a width, in two columns where there is room for them, drawn `size` times as
    large as they have to be."""
    return max(sum(column) for column in _columns(canvas, sections, width, size)[1])


def draw_sections(canvas: Canvas, sections: Sequence[Section], box: Box) -> None:
    """Draw sections from the top of the box, in two columns where there is room for them, larger where it has room for
    that."""
    size = next((each for each in _SIZES if height_of(canvas, sections, box.w, each) <= box.h), _SIZES[-1])
    blocks, heights = _columns(canvas, sections, box.w, size)
    left, places = iter(blocks), box.columns(len(heights), _BETWEEN)
    headings = [each.heading for each in sections if each.heading]
    high = min((_fitting_heading(canvas, each, places[0].w, size) for each in headings), default=0.0)
    for column, place in zip(heights, places, strict=True):
        y = place.y
        for height in column:
            block = next(left)
            if block.heading:
                canvas.text(block.heading, place.x, y, high, theme.HEADING, "serif", max_width=place.w)
            _block(canvas, block, Box(place.x, y, place.w, 0), size, draws=True)
            y += height


def _fitting_heading(canvas: Canvas, heading: str, width: float, size: float) -> float:
    """How large a heading's letters are, where there is no room for those of all others."""
    return canvas.fitting_size(heading, theme.SECTION * size, width, "serif", _SIZE)


def _columns(
    canvas: Canvas, sections: Sequence[Section], width: float, size: float
) -> tuple[list[Section], list[list[float]]]:
    """Sections taken apart into blocks, and the heights of those in each column: in order, and so that the longer
    column is short, but sections stay whole where that costs little."""
    blocks = [block for section in sections for block in _blocks(section)]
    several = width >= _LEAST_OF_TWO
    column = (width - _BETWEEN) / 2 if several else width
    heights = [_block(canvas, block, Box(0, 0, column, 0), size, draws=False) for block in blocks]

    if not several:
        return blocks, [heights]

    def cost(place: int) -> float:
        apart = place < len(blocks) and blocks[place].examples and not blocks[place].heading
        return max(sum(heights[:place]), sum(heights[place:])) + (_APART if apart else 0.0)

    at = min(range(1, len(blocks) + 1), key=cost)
    return blocks, [heights[:at], heights[at:]]


def _blocks(section: Section) -> list[Section]:
    """A section as what must stay together: its beginning with the first example, then each further one, unless all are
    small."""
    if all(example.small for example in section.examples):
        return [section]
    first = replace(section, examples=section.examples[:1])
    return [first, *(Section("", examples=(example,)) for example in section.examples[1:])]


def _block(canvas: Canvas, block: Section, box: Box, size: float, draws: bool) -> float:
    """Draw a block but for its heading from the top of a box; the height that it takes with that."""
    if block.keys:
        return _keys(canvas, block, box, size, draws)
    y, text = box.y, _SIZE * size
    y += _HEADING * size if block.heading else 0.0
    for part in translated(block.words).split("\n") if block.words else ():
        if draws:
            canvas.paragraph(part, Box(box.x, y, box.w, 0), text)
        y += canvas.paragraph_height(part, box.w, text) + 8 * size
    fitting = [_fitting(canvas, example, box.w, size) for example in block.examples]
    low = min((high for example, high in zip(block.examples, fitting, strict=True) if example.small), default=0.0)
    for example, high in zip(block.examples, fitting, strict=True):
        high = low if example.small else high  # what is small stands in columns too
        height = _example(canvas, example, Box(box.x, y, box.w, 0), 0.0, (size, high), False)
        if draws:
            _example(canvas, example, Box(box.x, y, box.w, 0), height, (size, high), True)
        y += height + _ROW_GAP * size
    return y - box.y


def _keys(canvas: Canvas, block: Section, box: Box, size: float, draws: bool) -> float:
    """Draw keys as caps at the left, and beside them what they do; the height that they take."""
    text = _SIZE * size
    caps, words = box.left_part(_CAPS, _BESIDE_CAPS)
    first = text * 0.66  # the middle of the first line of words
    x, row = caps.x, 0
    for name in translated(block.keys).split(", "):
        width = key_cap_width(canvas, name)
        if x > caps.x and x + width > caps.right:
            x, row = caps.x, row + 1
        if draws:
            draw_key_cap(canvas, name, x + width, caps.y + first + row * _CAP_ROW, theme.HEADING)
        x += width + 5
    if draws:
        canvas.paragraph(block.words, words, text)
    return max((row + 1) * _CAP_ROW, canvas.paragraph_height(block.words, words.w, text)) + 6 * size


def _fitting(canvas: Canvas, example: Example, width: float, size: float) -> float:
    """How high the pictures of an example are: less than others where they have no room beside each other."""
    high = (_LOW if example.small else _PICTURE) * size
    wide = _wide(_made(canvas, example, high)[1])
    return high if wide <= width else high * width / wide - 1


def _example(
    canvas: Canvas, example: Example, box: Box, height: float, sizes: tuple[float, float], draws: bool
) -> float:
    """Draw an example in the middle of a `height`: pictures at the left, words beside or below them; the height that it
    needs. Its `sizes`: how much larger words are than they have to be, and how high pictures are."""
    text, high = _SIZE * sizes[0], sizes[1]
    made, widths = _made(canvas, example, high)
    wide = _wide(widths)
    beside = wide <= box.w * _BESIDE
    column = Box(box.x + wide + 18, box.y, box.w - wide - 18, 0) if beside else box
    told = canvas.paragraph_height(example.words, column.w, text) if example.words else 0.0
    needed = max(high, told) if beside else high + (told + 8 if told else 0.0)
    if draws:
        top = box.y + (height - needed) / 2 if beside else box.y
        middle = top + (needed / 2 if beside else high / 2)
        _draw_row(canvas, made, widths, box.x, middle)
        y = middle - told / 2 if beside else top + high + 8
        canvas.paragraph(example.words, Box(column.x, y, column.w, 0), text)
    return needed


def _made(canvas: Canvas, example: Example, high: float) -> tuple[list[pygame.Surface | str], list[float]]:
    """The pictures of an example at a height, with the signs between them, and how wide each is."""
    made = [each if isinstance(each, str) else each(canvas.px(high)) for each in example.pictures]
    return made, [_SIGN if isinstance(each, str) else each.get_width() / canvas.unit for each in made]


def _wide(widths: Sequence[float]) -> float:
    """How wide a row of pictures and signs is."""
    return sum(widths) + _GAP * (len(widths) - 1)


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
