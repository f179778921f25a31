"""Text as pictures: no letter lies over the one before it."""

from itertools import product

import pygame
import pytest

from systems.view.toolkit import fonts

SIGNS = '%"«»½…“”„'
"""Of these the serif faces tell too small a width."""


@pytest.mark.parametrize("face", fonts.FACES)
@pytest.mark.parametrize("sign", SIGNS)
def test_what_follows_a_sign_stands_clear_of_it(face: str, sign: str) -> None:
    wide = fonts.text_width(sign, 40, face) + fonts.text_width("o", 40, face)
    assert fonts.text_width(f"{sign}o", 40, face) >= 0.9 * wide


def test_a_line_is_as_wide_as_it_is_measured() -> None:
    lines = ("„19 %“ of it…", "AVATAR, fjord: 7½ − 4", "To Wm. Ty, “Vj”", "Ελληνικά и русский", "n\0ul")
    for face, words, pixels in product(fonts.FACES, lines, (6, 13, 30, 47)):
        drawn = fonts.text(words, pixels, (255, 255, 255), face)
        assert drawn.get_size() == fonts.text_size(words, pixels, face), (face, words, pixels)


@pytest.mark.parametrize("face", fonts.FACES)
@pytest.mark.parametrize("sign", ["\x1b", "\u202e", "\ud800", "\0"])
def test_what_no_font_can_draw_is_drawn_as_its_escape_is(face: str, sign: str) -> None:
    drawn, escape = (
        pygame.image.tobytes(fonts.text(words, 24, (255, 255, 255), face), "RGBA")
        for words in (f"a{sign}b", f"a{ascii(sign)[1:-1]}b")
    )
    assert drawn == escape
