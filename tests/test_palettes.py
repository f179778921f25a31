"""The palettes: any two suits, goods or colours of the safe one are told apart, whichever kind of cone an eye lacks."""

from collections.abc import Iterator, Mapping, Sequence

import pytest

from game.base.settings import PALETTES, SAFE_PALETTE, USUAL_PALETTE
from systems.view.games.jaipur import art as jaipur
from systems.view.games.notty import art as notty
from systems.view.games.thirty_one import art as thirty_one
from systems.view.table import plain_art
from systems.view.toolkit import looks, theme
from tests.colours import Rgb, closest, difference

LEAST = 12.0
"""So far apart two colours must be."""


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    """Leave the usual palette."""
    yield
    looks.choose(palette=USUAL_PALETTE, contrast=False)


def _tone(tones: Mapping[str, Sequence[Rgb]], which: int) -> Mapping[str, Rgb]:
    return {kind: of_kind[which] for kind, of_kind in tones.items()}


def _colours() -> dict[str, Mapping[str, Rgb]]:
    """The colours of each game that stand for its kinds, by where they are used."""
    return {
        "cards and coins of Jaipur": _tone(jaipur.TONES, 1),
        "goods of Jaipur on a dark ground": jaipur.GOOD_COLOURS,
        "cards of Notty": _tone(notty.TONES, 1),
        "numbers of Notty": _tone(notty.TONES, 3),
        "shapes of Notty on a dark ground": notty.BRIGHT,
        "suits of Thirty-one": thirty_one.INKS,
        "suits of Thirty-one on a dark ground": thirty_one.BRIGHT,
        "suits that nobody has drawn": {str(suit): colour for suit, colour in plain_art.COLOURS.items()},
    }


@pytest.mark.parametrize("where", _colours())
def test_any_two_of_the_safe_palette_are_told_apart(where: str) -> None:
    looks.choose(palette=SAFE_PALETTE)
    apart, which = closest(_colours()[where])
    assert apart >= LEAST, which


def test_the_usual_palette_is_not_safe() -> None:
    apart, which = closest(_colours()["cards and coins of Jaipur"])
    assert apart < LEAST / 2
    assert which == "diamond and spice, deuteranomaly"


def test_a_palette_changes_the_colours_alone() -> None:
    for tones in (jaipur.TONES, notty.TONES, thirty_one.INKS):
        assert all(set(tones.of(name)) == set(tones.usual) for name in PALETTES)


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, 3.1571, -77.2803), (50.0, 0.0, -82.7485), 2.8615),
        ((50.0, 2.5, 0.0), (50.0, 0.0, -2.5), 4.3065),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_the_formula_gives_what_its_authors_print(one: Rgb, other: Rgb, apart: float) -> None:
    """Some rows of table 1 of Sharma, Wu and Dalal."""
    assert difference(one, other) == pytest.approx(apart, abs=5e-5)


def test_with_high_contrast_words_stand_out_from_their_panel() -> None:
    """The ratio is that of WCAG 2.2, whose level AAA asks for 7."""
    inks = (theme.TEXT, theme.MUTED, theme.FAINT, theme.HEADING, theme.GOLD, theme.WARNING, theme.GOOD)
    assert [looks.ink(ink) for ink in inks] == list(inks)
    looks.choose(contrast=True)
    ground = looks.luminance(looks.ground(theme.PANEL))
    assert min((looks.luminance(looks.ink(ink)) + 0.05) / (ground + 0.05) for ink in inks) >= 10
    light = looks.luminance(theme.GILT.low)
    assert (light + 0.05) / (looks.luminance(looks.ink(theme.GILT.ink)) + 0.05) >= 7
