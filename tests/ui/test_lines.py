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


@pytest.mark.parametrize(("pattern", "width"), list(product(Pattern, (1.8, 2.2, 2.4, 2.7, 3.2, 4.2, 6.4))))
def test_the_casing_of_a_line_does_not_drown_its_colour(pattern: Pattern, width: float) -> None:
    colour = (211, 176, 255, 255)
    picture, _ = drawn(Line(((10.0, 10.0), (10.0 + LENGTH, 40.0)), width, colour, pattern))
    seen = [picture.get_at(place) for place in product(range(picture.get_width()), range(picture.get_height()))]
    opaque = [each for each in seen if each.a > 128]
    light = [each for each in opaque if each.b > 140]
    assert len(light) > 0.28 * len(opaque)
