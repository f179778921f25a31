"""Charts: round numbers on their axes, every label in its place, and lines that go where the values are."""

import itertools
import math
from collections.abc import Iterator

import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.training.metrics import Floats
from systems.view.toolkit import kept, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.chart import Axis, Chart, _thinned, axis_across, axis_up, draw_chart, short
from systems.view.toolkit.draw_list import DrawList
from tests.surfaces import surface_of
from tests.window.audit import colliding, texts_drawn, within

GROWING: Floats = np.arange(1.0, 501.0) * 20
HIGH: Floats = np.repeat([0.0, 1.0], 250)


@pytest.fixture(autouse=True)
def _display(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    pygame.font.init()
    pygame.display.set_mode((1, 1))
    yield
    kept.forget()
    pygame.quit()


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "0"),
        (0.25, "0.25"),
        (999, "999"),
        (1500, "1,500"),
        (-2000, "\u22122,000"),
        (150_000, "150k"),
        (2_500_000, "2.5M"),
    ],
)
def test_numbers_in_few_signs(number: float, words: str) -> None:
    assert short(number) == words


def test_ratings_have_no_mark_for_thousands() -> None:
    assert Chart(GROWING, HIGH, "match", ratings=True).told(1490.6) == "1491"
    assert Chart(GROWING, HIGH, "match").told(1490.6) == "1,491"


@given(st.floats(-100, 100), st.floats(1e-3, 1e6), st.integers(1, 8))
def test_ticks_are_round_evenly_spaced_and_on_the_axis(lengths: float, length: float, most: int) -> None:
    low = lengths * length
    axis = Axis(low, low + length)
    ticks = axis.ticks(most)
    assert 2 <= len(ticks) <= max(most, 3) + 2
    assert all(low - 1e-6 * length <= tick <= low + length * (1 + 1e-6) for tick in ticks)
    steps = [after - before for before, after in itertools.pairwise(ticks)]
    assert max(steps) - min(steps) < 1e-6 * length
    assert f"{steps[0]:.4e}"[:6] in ("1.0000", "2.0000", "5.0000")


def test_a_logarithmic_axis_has_powers_of_ten_a_step_apart() -> None:
    axis = Axis(10, 100_000, logarithmic=True)
    assert axis.ticks(5) == [10, 100, 1000, 10_000, 100_000]
    assert axis.share(np.array([10.0, 1000.0, 100_000.0, 1.0])).tolist() == pytest.approx([0, 0.5, 1, 0])
    assert Axis(10, 200, logarithmic=True).ticks(5) == [10, 20, 50, 100, 200]


def test_the_axis_of_a_chart_suits_its_values() -> None:
    shares = Chart(GROWING, GROWING / 20_000, "games", shares=True)
    assert (axis_up(shares).low, axis_up(shares).high) == (0.0, 1.0)
    spike = np.where(GROWING == 1000, 1e6, 1.0 + GROWING / 1e6)
    assert axis_up(Chart(GROWING, spike, "games", window=1)).high > 1e5
    assert axis_up(Chart(GROWING, spike, "games", window=500)).high < 1e5
    flat = axis_up(Chart(GROWING, np.full(500, 0.1), "games"))
    assert flat.low < 0.1 < flat.high
    assert axis_across(Chart(GROWING, GROWING, "games")) == Axis(0.0, 10_000.0)
    assert axis_across(Chart(GROWING, GROWING, "games", logarithmic=True)) == Axis(20.0, 10_000.0, True)
    assert axis_across(Chart(GROWING[:1], GROWING[:1], "games", logarithmic=True)) == Axis(0.0, 20.0)


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
@pytest.mark.parametrize("box", [Box(20, 20, 280, 146), Box(20, 20, 360, 250), Box(20, 20, 1100, 500)])
@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize("values", [GROWING / 10_000, -GROWING, np.full(500, 123456.0), np.sin(GROWING)])
def test_labels_keep_apart_and_in_the_box(size: tuple[int, int], box: Box, logarithmic: bool, values: Floats) -> None:
    canvas = Canvas(DrawList(size))
    chart = Chart(GROWING, values, "rounds", "Action loss", bool(values.max() <= 1 <= 2 * values.max()), logarithmic, 9)
    with texts_drawn() as texts:
        draw_chart(canvas, box, chart)
    words = [words for words, _ in texts]
    assert "Action loss" in words
    assert "rounds" in words
    assert len(words) >= 7
    assert [found for found, where in texts if not within(where, box.inset(-10, -6))] == []
    assert colliding(texts) == []


@pytest.mark.parametrize("latest", [1.0, 2.0, 7.0])
def test_what_is_counted_is_told_in_whole_numbers(latest: float) -> None:
    canvas = Canvas(DrawList((1280, 720)))
    counted = np.arange(latest + 1)
    with texts_drawn() as texts:
        draw_chart(canvas, Box(20, 20, 1100, 500), Chart(counted, counted / 10, "games", shares=True))
    below = [words for words, where in texts if where.y > 480 and words not in ("games", "0 %")]
    assert below == [f"{count:.0f}" for count in counted]


def test_a_line_goes_where_the_values_are() -> None:
    canvas = Canvas(pygame.Surface((1280, 720)))
    draw_chart(canvas, Box(0, 0, 600, 300), Chart(GROWING, HIGH, "games", shares=True))
    gold = [
        (x, y) for x in range(60, 590) for y in range(300) if surface_of(canvas).get_at((x, y))[:3] == (236, 188, 100)
    ]
    left, right = [y for x, y in gold if x < 280], [y for x, y in gold if x > 340]
    assert min(left) > 250
    assert max(right) < 30


def test_a_level_line_is_one_and_not_dotted_by_many_short_ones() -> None:
    x, level = np.linspace(0, 300, 230), np.full(230, 50.4)
    assert _thinned(x, level) == [(0.0, 50.4), (300.0, 50.4)]
    assert len(_thinned(x, level + 1e-9 * np.sin(x))) == 2  # as means are
    step = np.where(x < 150, 50.4, 20.0)
    assert _thinned(x, step) == [(0.0, 50.4), (x[114], 50.4), (x[115], 20.0), (300.0, 20.0)]


def test_steep_lines_are_as_thick_as_level_ones() -> None:
    canvas = Canvas(pygame.Surface((3840, 2160)))  # where a line has several pixels
    draw_chart(canvas, Box(0, 0, 600, 300), Chart(GROWING, HIGH, "games", shares=True))
    surface = surface_of(canvas)
    row, column = round(150 * canvas.unit), round(520 * canvas.unit)
    steep = sum(surface.get_at((x, row))[0] > 180 for x in range(150, 1750))
    level = sum(surface.get_at((column, y))[0] > 180 for y in range(20, 800))
    assert level >= 5
    assert steep >= level / 2  # its edges are softer


def several(window: int = 1) -> Chart:
    """Three curves, measured at every tenth mark; the last not at all."""
    values = np.column_stack([HIGH, 1 - HIGH, np.full(500, math.nan)])
    values[np.arange(500) % 10 != 9] = math.nan
    names = ("greedy", "greedy-caller@call_at=22", "tactician")
    return Chart(GROWING, values, "rounds", "Matches won", True, window=window, names=names)


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
@pytest.mark.parametrize("box", [Box(20, 20, 280, 146), Box(20, 20, 360, 250)])
def test_several_curves_have_a_legend_in_the_box(size: tuple[int, int], box: Box) -> None:
    canvas = Canvas(DrawList(size))
    with texts_drawn() as texts:
        draw_chart(canvas, box, several())
    words = [words for words, _ in texts]
    assert words[:4] == ["Matches won", "greedy: 100.0 %", "greedy-caller@call_at=22: 0.0 %", "tactician"]
    assert [found for found, where in texts if not within(where, box.inset(-10, -6))] == []
    assert colliding(texts) == []


@pytest.mark.parametrize("window", [1, 15])
def test_every_curve_has_a_colour_of_its_own_and_goes_where_its_values_are(window: int) -> None:
    canvas = Canvas(pygame.Surface((1280, 720)))
    draw_chart(canvas, Box(0, 0, 600, 300), several(window))
    for place, rises in enumerate((True, False)):
        ink = theme.CURVES[place]
        found = [(x, y) for x in range(60, 590) for y in range(50, 300) if surface_of(canvas).get_at((x, y))[:3] == ink]
        early, late = ([y for x, y in found if low <= x < low + 80] for low in (80, 480))
        assert (min(early) > max(late)) if rises else (max(early) < min(late))


def test_a_mean_is_told_where_something_was_measured() -> None:
    line = several(15).lines[0]
    assert np.isfinite(line).tolist() == np.isfinite(several().values[:, 0]).tolist()
    assert line[259] == 0.5


@pytest.mark.parametrize("values", [[], [math.nan, math.nan]])
def test_a_chart_without_values_says_so(values: list[float]) -> None:
    canvas = Canvas(DrawList((1280, 720)))
    with texts_drawn() as texts:
        draw_chart(canvas, Box(0, 0, 300, 150), Chart(GROWING[: len(values)], np.array(values), "games"))
    assert [words for words, _ in texts] == ["nothing measured yet"]


def test_thinning_keeps_every_spike_and_the_last_point() -> None:
    x = np.linspace(0, 99.9, 10_000)
    y = np.zeros(10_000)
    y[1234], y[5678], y[-1] = 50.0, -50.0, 7.0
    points = _thinned(x, y)
    assert len(points) <= 201
    assert (min(down for _, down in points), max(down for _, down in points)) == (-50.0, 50.0)
    assert points[-1] == (x[-1], 7.0)
