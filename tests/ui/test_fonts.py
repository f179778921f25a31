"""Text as pictures: no letter lies over the one before it."""

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
    words = "„19 %“ of it…"
    assert fonts.text(words, 30, (255, 255, 255), "serif").get_size() == fonts.text_size(words, 30, "serif")
