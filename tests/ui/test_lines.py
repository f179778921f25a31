"""Lines as pictures."""

from itertools import product

import pytest

from systems.view.toolkit.lines import Line, Pattern, drawn

LENGTH = 120.0


@pytest.mark.parametrize(("width", "level"), list(product((3.2, 4.2, 6.4, 9.6), (False, True))))
def test_a_solid_line_has_even_edges(width: float, level: bool) -> None:
    end = (10.0 + LENGTH, 10.0) if level else (10.0, 10.0 + LENGTH)
    picture, (left, top) = drawn(Line(((10.0, 10.0), end), width, (255, 214, 110, 255), Pattern.SOLID))
    across = range(picture.get_height() if level else picture.get_width())
    along = range(int(2 * width), int(LENGTH - 2 * width))
    cuts = {
        tuple(tuple(picture.get_at((step - left + 10, at) if level else (at, step - top + 10))) for at in across)
        for step in along
    }
    assert len(cuts) == 1
