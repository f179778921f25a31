"""The palettes: any two suits, goods or colours of the safe one are told apart, whichever kind of cone an eye lacks."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import pygame
import pytest

from game.analysis.analysis import Analysis
from game.base.settings import PALETTES, SAFE_PALETTE, USUAL_PALETTE
from systems.view.games.jaipur import art as jaipur
from systems.view.games.jaipur import view as jaipur_view
from systems.view.games.nim import view as nim_view
from systems.view.games.notty import art as notty
from systems.view.games.thirty_one import art as thirty_one
from systems.view.games.thirty_one.seats import COUNTS
from systems.view.screens import account_bars, analysis_chart, cross_table
from systems.view.screens.training_figures import of_the_other
from systems.view.table import plain_art
from systems.view.table.flat_cards import RINGS
from systems.view.toolkit import looks, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.fonts import Colour
from tests.colours import Rgb, closest, difference
from tests.surfaces import surface_of

LEAST = 12.0
"""So far apart two colours must be."""
MARKS, WORDS = 3.0, 4.5
"""So far marks and words stand out from their ground, as WCAG 2.2 asks on level AA."""
FELT: Colour = (33, 88, 74)
"""The lightest of the cloth that cards lie on."""


@pytest.fixture(autouse=True)
def usual() -> Iterator[None]:
    """Leave the usual palette, and no display."""
    yield
    looks.choose(palette=USUAL_PALETTE, contrast=False)
    pygame.quit()


def _tone(tones: Mapping[str, Sequence[Rgb]], which: int) -> Mapping[str, Rgb]:
    return {kind: of_kind[which] for kind, of_kind in tones.items()}


class Signs(NamedTuple):
    """Colours that are told apart at one place, the lightest ground there, and in which of them words are written."""

    colours: Mapping[Any, Colour]
    ground: Colour
    words: Sequence[Any] = ()


def _signs() -> dict[str, Signs]:
    """What colours tell that are no game's own, by where: all but what words, shapes and places tell by themselves."""
    signs, rings = theme.SIGNS, RINGS
    other = dict(zip(("above", "below"), of_the_other(), strict=True))
    nim = {"picked": rings["picked"], "pointed": nim_view.POINTED, "cursor": nim_view.CURSOR}
    bars, panel = theme.BAR_BACK, theme.PANEL_SOLID
    return {
        "candidates": Signs({**theme.CANDIDATES, "below": signs["bad"]}, bars),
        "good and bad": Signs({**signs, "a score": theme.HEADING}, bars, ("good", "bad")),
        "values of two learners": Signs({**signs, **other}, bars),
        "what an analysis marks": Signs(theme.MARKS, bars, ("inaccuracy", "mistake", "blunder")),
        "curves of a chart": Signs(theme.CURVES, panel, (0, 1)),
        "lines of an analysis": Signs(analysis_chart.LINES, panel),
        "bars of an account": Signs(account_bars.INKS, panel),
        "halves of a strip": Signs({"more": theme.BAR, "less": theme.BAR_PLAIN}, panel),
        "rings of cards": Signs(rings, FELT),
        "rings of Thirty-one": Signs({"counts": COUNTS, "cursor": rings["cursor"]}, FELT),
        "rings of Jaipur": Signs({"picked": rings["picked"], "cursor": jaipur_view.CURSOR}, FELT),
        "rings of Nim": Signs(nim, FELT),
    }


def _colours() -> dict[str, Mapping[Any, Rgb]]:
    """All colours that are told apart, by where they are used: first those of each game that stand for its kinds."""
    return {
        "cards and coins of Jaipur": _tone(jaipur.TONES, 1),
        "goods of Jaipur on a dark ground": jaipur.GOOD_COLOURS,
        "cards of Notty": _tone(notty.TONES, 1),
        "numbers of Notty": _tone(notty.TONES, 3),
        "shapes of Notty on a dark ground": notty.BRIGHT,
        "suits of Thirty-one": thirty_one.INKS,
        "suits of Thirty-one on a dark ground": thirty_one.BRIGHT,
        "suits that nobody has drawn": plain_art.COLOURS,
        "shares in a cross table": {share: cross_table.heat(share) for share in (0.0, 0.5, 1.0)},
        **{where: found.colours for where, found in _signs().items()},
    }


@pytest.mark.parametrize("where", _colours())
def test_any_two_of_the_safe_palette_are_told_apart(where: str) -> None:
    looks.choose(palette=SAFE_PALETTE)
    apart, which = closest(_colours()[where])
    assert apart >= LEAST, which


@pytest.mark.parametrize("where", ["good and bad", "curves of a chart"])
def test_words_told_by_their_colour_are_so_with_high_contrast_too(where: str) -> None:
    looks.choose(palette=SAFE_PALETTE, contrast=True)
    found = _signs()[where]
    apart, which = closest({each: looks.ink(found.colours[each]) for each in found.words})
    assert apart >= LEAST, which


@pytest.mark.parametrize("contrast", [False, True])
@pytest.mark.parametrize("where", _signs())
def test_marks_and_words_of_the_safe_palette_stand_out_from_their_ground(where: str, contrast: bool) -> None:
    looks.choose(palette=SAFE_PALETTE, contrast=contrast)
    found = _signs()[where]
    assert {each: ink for each, ink in found.colours.items() if _ratio(ink, found.ground) < MARKS} == {}
    assert [each for each in found.words if _ratio(looks.ink(found.colours[each]), found.ground) < WORDS] == []


def _ratio(ink: Colour, ground: Colour) -> float:
    """How far a colour stands out from a darker one, as WCAG 2.2 has it."""
    return (looks.luminance(ink) + 0.05) / (looks.luminance(ground) + 0.05)


def test_the_usual_palette_is_not_safe() -> None:
    apart, which = closest(_colours()["cards and coins of Jaipur"])
    assert apart < LEAST / 2
    assert which == "diamond and spice, deuteranomaly"


def test_a_palette_changes_the_colours_alone() -> None:
    for tones in (jaipur.TONES, notty.TONES, thirty_one.INKS):
        assert all(set(tones.of(name)) == set(tones.usual) for name in PALETTES)


def test_the_lines_of_an_analysis_follow_the_palette(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are kept as a picture, which a change of the settings makes anew."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    even, ahead = (0.5, 0.5), (0.9, 0.1)
    found = Analysis("", "nim", "", 0.0, 0, [], even, None, [], [], [even, ahead, ahead], [])
    curve, chart = analysis_chart.Curve(found, 2, ["Ada", "Ben"], 0, [(0, "")]), analysis_chart.Chart()
    for palette in PALETTES:
        looks.choose(palette=palette)
        canvas = Canvas(pygame.Surface((400, 240)), 1.0)
        plot = chart.draw(canvas, Box(0, 0, 400, 240), curve, 0, "")
        lines = surface_of(canvas).subsurface(canvas.rect(plot.box))
        ink = (*analysis_chart.LINES[0], 255)
        assert pygame.mask.from_threshold(lines, ink, (4, 4, 4, 255)).count() > 20


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
    inks = (theme.TEXT, theme.MUTED, theme.FAINT, theme.HEADING, theme.GOLD, theme.WARNING, *theme.SIGNS.values())
    assert [looks.ink(ink) for ink in inks] == list(inks)
    looks.choose(contrast=True)
    assert min(_ratio(looks.ink(ink), looks.ground(theme.PANEL)) for ink in inks) >= 10
    assert _ratio(theme.GILT.low, looks.ink(theme.GILT.ink)) >= 7
