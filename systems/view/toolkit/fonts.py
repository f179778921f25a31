"""The pair of typefaces, and text as pictures, rendered once for each wording, size and colour."""

import re
from bisect import bisect_right
from pathlib import Path

import font_fredoka_one
import font_source_sans_pro
import font_source_serif_pro
import pygame

from game.base.safe_text import escaped
from systems.view.toolkit.kept import kept

Colour = tuple[int, int, int] | tuple[int, int, int, int]

_SERIF = Path(font_source_serif_pro.font_directory)
_SANS = Path(font_source_sans_pro.font_directory)
_ROUND = Path(font_fredoka_one.font_directory)

FACES: dict[str, Path] = {
    "serif": _SERIF / "SourceSerifPro-Semibold.ttf",
    "serif-bold": _SERIF / "SourceSerifPro-Bold.ttf",
    "serif-italic": _SERIF / "SourceSerifPro-It.ttf",
    "sans": _SANS / "SourceSansPro-Regular.ttf",
    "sans-bold": _SANS / "SourceSansPro-Semibold.ttf",
    "sans-italic": _SANS / "SourceSansPro-It.ttf",
    "round": _ROUND / "FredokaOne-Regular.ttf",
}


_WITHOUT_GREEK = {"round": "sans-bold", "serif-italic": "serif", "sans-italic": "sans"}
"""What stands in for the faces that have neither Greek nor Cyrillic letters."""
_GREEK_OR_CYRILLIC = re.compile(r"[\u0370-\u052f\u1f00-\u1fff]")


def face_for(words: str, face: str) -> str:
    """The face that can draw these words: `face`, or what stands in for it."""
    if face in _WITHOUT_GREEK and _GREEK_OR_CYRILLIC.search(words):
        return _WITHOUT_GREEK[face]
    return face


@kept(256)
def font(face: str, pixels: int) -> pygame.font.Font:
    """The font of `face` (a key of FACES) at a height of `pixels`, at least 6."""
    return pygame.font.Font(str(FACES[face]), max(6, pixels))


_PART_ENDS = re.compile(r"[/\\]"), re.compile(r"[\-_.,:;]")
"""Where a word that is too long is broken: after a folder rather than within a name."""
_GAPS = re.compile(r" (?!%|(?<=: )\d+[,)])")
"""The spaces at which a line may be broken: no per cent sign begins a line, nor does a score after a name."""


def drawable(words: str) -> str:
    """`words` with the escape of what no font can draw, or what would be drawn as something else: control characters,
    halves of characters, changes of the direction, which a mod's error, a file's name or a replay may hold. A space at
    which no line is broken stays one."""
    return escaped(words, kept="\n\xa0")


_TOO_NARROW = re.compile(r"(?<=[%\"«»¼½¾…“”„])(?=.)")
"""After these characters the serif faces go on too soon, so that the next one would lie over them: their widths are
those of a part that they are composed of."""


def _parts(words: str, face: str) -> list[str]:
    """A line in parts that are set side by side."""
    return _TOO_NARROW.split(words) if face.startswith("serif") else [words]


@kept(1024)
def text(words: str, pixels: int, colour: Colour, face: str = "sans") -> pygame.Surface:
    """One line of text as a picture with alpha; shared by all callers, so never draw on it. Messages are translated
    before: `Canvas` does so, for a picture is kept by the words that it shows."""
    face, words = face_for(words, face), drawable(words)
    drawn = [font(face, pixels).render(part, True, colour).convert_alpha() for part in _parts(words, face)]
    if len(drawn) == 1:
        return drawn[0]
    whole = pygame.Surface((sum(part.get_width() for part in drawn), drawn[0].get_height()), pygame.SRCALPHA, 32)
    x = 0
    for part in drawn:
        whole.blit(part, (x, 0))
        x += part.get_width()
    return whole


def text_size(words: str, pixels: int, face: str = "sans") -> tuple[int, int]:
    """The width and the height in pixels of one line of text."""
    face, words = face_for(words, face), drawable(words)
    sizes = [font(face, pixels).size(part) for part in _parts(words, face)]
    return sum(width for width, _ in sizes), sizes[0][1]


def text_width(words: str, pixels: int, face: str = "sans") -> int:
    """The width in pixels of one line of text."""
    return text_size(words, pixels, face)[0]


def ellipsised(words: str, pixels: int, width: int, face: str = "sans") -> str:
    """`words`, cut with an ellipsis where they are wider than `width` pixels."""
    if text_width(words, pixels, face) <= width:
        return words
    while words and text_width(words + "…", pixels, face) > width:
        words = words[:-1]
    return words.rstrip() + "…"


def wrapped(words: str, pixels: int, width: int, face: str = "sans") -> list[str]:
    """`words` broken at spaces into lines no wider than `width` pixels, but never between a number and its per cent
    sign, or a name and its score; a longer word, such as a path, is broken where one of its parts ends, and a part that
    is still too long anywhere."""
    lines: list[str] = []
    for paragraph in words.split("\n"):
        line = ""
        for word in _GAPS.split(paragraph):
            longer = f"{line} {word}" if line else word
            if text_width(longer, pixels, face) <= width:
                line = longer
                continue
            if line:
                lines.append(line)
            *full, line = _pieces(word, pixels, width, face)
            lines += full
        lines.append(line)
    return lines


def _pieces(word: str, pixels: int, width: int, face: str) -> list[str]:
    """A word in pieces no wider than `width`, as long as can be; one piece where it fits."""
    pieces: list[str] = []
    rest = word
    while text_width(rest, pixels, face) > width and len(rest) > 1:
        fitting = max(1, _fitting_letters(rest, pixels, width, face))
        ends = ([found.end() for found in end.finditer(rest, 0, fitting)] for end in _PART_ENDS)
        cut = next(filter(None, ends), [fitting])[-1]
        pieces.append(rest[:cut])
        rest = rest[cut:]
    return [*pieces, rest]


def _fitting_letters(word: str, pixels: int, width: int, face: str) -> int:
    """How many letters of a word fit."""
    return bisect_right(range(1, len(word) + 1), width, key=lambda end: text_width(word[:end], pixels, face))
