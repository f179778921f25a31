"""Units, boxes, text and shapes."""

import itertools
from collections.abc import Callable
from typing import Any

import pygame
import pytest

from game.rules import translation
from game.rules.language import _
from systems.view.toolkit import fonts, shapes, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.kept import PictureCache, kept_pictures
from tests.surfaces import surface_of
from tests.ui.driver import SIZES


@pytest.mark.parametrize("size", SIZES)
def test_every_window_measures_at_least_1280_by_720_units(size: tuple[int, int]) -> None:
    canvas = Canvas(pygame.Surface(size))
    assert canvas.width >= 1280 - 1e-6
    assert canvas.height >= 720 - 1e-6
    assert min(canvas.width / 1280, canvas.height / 720) == pytest.approx(1.0)
    assert canvas.to_units(canvas.rect(Box(100, 50, 10, 10)).topleft) == pytest.approx((100, 50), abs=1)


def test_boxes_that_share_an_edge_share_it_in_pixels() -> None:
    canvas = Canvas(pygame.Surface((963, 541)))
    for column, following in zip(*[Box(7, 3, 500, 20).columns(7)[i:] for i in (0, 1)], strict=False):
        assert canvas.rect(column).right == canvas.rect(following).left


def test_boxes_split_without_loss() -> None:
    box = Box(10, 20, 100, 60)
    left, rest = box.left_part(30, gap=10)
    assert (left, rest) == (Box(10, 20, 30, 60), Box(50, 20, 60, 60))
    assert box.rows(3, 6)[-1].bottom == pytest.approx(box.bottom)
    assert box.columns(4, 4)[-1].right == pytest.approx(box.right)
    assert box.inset(80).w == 0
    assert box.contains((10, 20))
    assert not box.contains((110, 30))


@pytest.mark.parametrize("size", SIZES)
def test_an_ellipsised_text_fits(size: tuple[int, int]) -> None:
    canvas = Canvas(pygame.Surface(size))
    words = "Exchange two camels and a leather for the gold, the silver and a diamond"
    for width in (30, 80, 200, 333):
        drawn = canvas.text(words, 100, 100, theme.BODY, max_width=width)
        assert drawn.w <= width + 1e-6
    whole = canvas.text(words, 100, 100, theme.BODY)
    assert canvas.text(words, 100, 100, theme.BODY, max_width=whole.w + 1).w == pytest.approx(whole.w)


def test_a_text_that_is_cut_ends_with_an_ellipsis(canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[str] = []
    text = fonts.text

    def spy(words: str, *how: Any) -> pygame.Surface:
        drawn.append(words)
        return text(words, *how)

    monkeypatch.setattr(fonts, "text", spy)
    for words in ("Exchange two camels for the gold", _("Exchange two camels for the gold")):
        canvas.text(words, 100, 100, theme.BODY, max_width=90)
        canvas.text(words, 100, 100, theme.BODY, max_width=900)
    cut, whole = drawn[::2], drawn[1::2]
    assert whole == ["Exchange two camels for the gold"] * 2
    assert all(words.endswith("…") and whole[0].startswith(words[:-1]) and len(words) > 5 for words in cut)


def test_a_translation_is_set_no_smaller_than_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    translation.choose("de")
    canvas, drawn = Canvas(pygame.Surface((960, 540))), list[tuple[str, int]]()
    text = fonts.text

    def spy(words: str, pixels: int, *how: Any) -> pygame.Surface:
        drawn.append((words, pixels))
        return text(words, pixels, *how)

    monkeypatch.setattr(fonts, "text", spy)
    for size in (theme.BODY, theme.SMALL, 12.0):
        canvas.text(_("Settings"), 100, 100, size, max_width=30)
    translation.choose("en")
    least = canvas.px(theme.SMALL)
    assert [pixels for _words, pixels in drawn] == [least, least, canvas.px(12.0)]
    assert all(words.endswith("…") for words, _pixels in drawn)


def test_a_fitting_size_shrinks_as_little_as_it_must(canvas: Canvas) -> None:
    words = "Show me an example"
    natural = canvas.text_size(words, 30)[0]
    assert canvas.fitting_size(words, 30, natural) == pytest.approx(30, abs=0.5)
    smaller = canvas.fitting_size(words, 30, natural * 0.8)
    assert natural * 0.7 < canvas.text_size(words, smaller)[0] <= natural * 0.8
    assert canvas.fitting_size(words, 30, 5, least=16) == pytest.approx(16)


def test_text_is_aligned_by_its_ends(canvas: Canvas) -> None:
    assert canvas.text("Camels", 300, 50, align="right").right == pytest.approx(300, abs=1)
    assert canvas.text("Camels", 300, 50, align="centre").centre[0] == pytest.approx(300, abs=1)
    assert canvas.text("Camels", 300, 50).x == pytest.approx(300, abs=1)


def test_text_in_the_middle_has_as_much_ink_above_as_below(canvas: Canvas) -> None:
    surface_of(canvas).fill((0, 0, 0))
    canvas.text("HIHI", 200, 200, 40, (255, 255, 255), vertical="middle")
    ink = pygame.mask.from_threshold(surface_of(canvas), (255, 255, 255), (90, 90, 90)).get_bounding_rects()[0]
    assert ink.centery == pytest.approx(200 * canvas.unit, abs=1.6)


def test_a_paragraph_uses_the_height_it_measures(canvas: Canvas) -> None:
    words = "Either take cards or sell cards, never both.\n\n" * 3
    box = Box(10, 10, 180, 500)
    height = canvas.paragraph_height(words, box.w, theme.BODY)
    assert canvas.paragraph(words, box, theme.BODY) == height
    assert canvas.paragraph_height(words, 90, theme.BODY) > height


def test_a_clip_holds_back_what_is_outside_and_is_undone(canvas: Canvas) -> None:
    surface_of(canvas).fill((0, 0, 0))
    with canvas.clip(Box(0, 0, 100, 100)):
        canvas.shape(Box(50, 50, 200, 200), (255, 0, 0), radius=0)
    assert surface_of(canvas).get_at((100, 100))[:3] == (255, 0, 0)
    assert surface_of(canvas).get_at((150, 150))[:3] == (0, 0, 0)
    assert surface_of(canvas).get_clip().size == surface_of(canvas).get_size()


def test_a_hairline_is_seen_wherever_it_lies_and_nothing_of_what_has_no_size() -> None:
    small = Canvas(pygame.Surface((960, 540)))  # where a unit is less than a pixel
    for step in range(20):
        surface_of(small).fill((0, 0, 0))
        small.shape(Box(10, 10 + step * 0.13, 40, 1.2), (255, 0, 0), radius=0)
        small.shape(Box(100 + step * 0.13, 10, 1.2, 40), (255, 0, 0), radius=0)
        small.shape(Box(200, 10, 0, 40), (0, 255, 0), radius=0)
        assert any(surface_of(small).get_at((20, y))[0] == 255 for y in range(5, 14))
        assert any(surface_of(small).get_at((x, 20))[0] == 255 for x in range(70, 84))
        assert not any(surface_of(small).get_at((x, 20))[1] for x in range(145, 156))


def test_a_rounded_shape_has_clear_corners_soft_edges_and_exact_colours() -> None:
    picture = shapes.rounded(shapes.Shape(60, 40, 12, (200, 40, 50), (200, 40, 50), (250, 200, 100), 2.0))
    assert picture.get_at((0, 0)).a == 0
    assert tuple(picture.get_at((30, 20))) == (200, 40, 50, 255)
    assert tuple(picture.get_at((30, 0))) == (250, 200, 100, 255)
    corner = {picture.get_at((x, y)).a for x in range(6) for y in range(6)}
    assert len(corner) > 4
    mirrored = pygame.transform.flip(picture, True, True)
    assert pygame.image.tobytes(picture, "RGBA") == pygame.image.tobytes(mirrored, "RGBA")


def test_a_wide_shape_is_a_stretched_narrow_one() -> None:
    def column(picture: pygame.Surface, x: int) -> list[tuple[int, ...]]:
        return [tuple(picture.get_at((x, y))) for y in range(picture.get_height())]

    narrow, wide = (
        shapes.rounded(shapes.Shape(w, 50, 9, (9, 9, 9), (90, 9, 9), (200, 9, 9), 2, (0, 0, 0, 100), 6))
        for w in (40, 400)
    )
    for x in range(25):
        assert column(narrow, x) == column(wide, x)
        assert column(narrow, narrow.get_width() - 1 - x) == column(wide, wide.get_width() - 1 - x)


def test_a_shape_of_one_colour_is_drawn_out_both_ways() -> None:
    def picture(width: int, height: int) -> pygame.Surface:
        ink, rim, shadow = (9, 60, 9, 230), (200, 9, 9), (0, 0, 0, 100)
        return shapes.rounded(shapes.Shape(width, height, 9, ink, ink, rim, 2, shadow, 6))

    small, large = picture(70, 70), picture(400, 300)
    (width, height), (right, bottom) = small.get_size(), large.get_size()
    for x, y in itertools.product(range(width // 2), range(height // 2)):
        assert small.get_at((x, y)) == large.get_at((x, y))
        assert small.get_at((width - 1 - x, height - 1 - y)) == large.get_at((right - 1 - x, bottom - 1 - y))
    for x in range(width // 2):
        assert len({tuple(large.get_at((x, y))) for y in range(height // 2, bottom - height // 2)}) == 1


def test_of_pictures_as_large_as_the_window_the_cache_holds_a_few() -> None:
    cache = PictureCache(most_large=4, max_bytes=1000)
    for number in range(9):
        cache.get(number, lambda: pygame.Surface((25, 10)))
    assert (len(cache), cache.size) == (4, 4000)


def test_a_function_keeps_more_of_small_pictures_than_of_large_ones() -> None:
    made: list[int] = []

    @kept_pictures(3)
    def square(number: int, side: int) -> pygame.Surface:
        made.append(number)
        return pygame.Surface((side, side))

    for number in range(3):
        square(number, 20)
    for number in (3, 4, 5, 6):  # together as many pixels as a large one
        square(number, 10)
    for number, side in ((1, 20), (2, 20), (3, 10), (6, 10)):
        square(number, side)
    assert made == list(range(7)), "a small picture has cost a large one its place"
    square(0, 20)
    assert made[-1] == 0, "it was kept beyond its share"


def test_panels_are_rasterised_once_and_the_cache_is_bounded(canvas: Canvas) -> None:
    cache = PictureCache(most_large=4, max_bytes=1000)
    made: list[int] = []

    def make(number: int) -> Callable[[], pygame.Surface]:
        def picture() -> pygame.Surface:
            made.append(number)
            return pygame.Surface((10, 5))

        return picture

    for number in (1, 2, 3, 4, 5, 1, 6, 1, 2):
        cache.get(number, make(number))
    assert made == [1, 2, 3, 4, 5, 6, 2]
    assert cache.size == 1000
    shapes.cache.clear()  # a full one drops others for it
    canvas.panel(Box(3, 3, 333, 222))
    once = len(shapes.cache)
    canvas.panel(Box(3, 3, 333, 222))
    assert 0 < once == len(shapes.cache)


def test_a_bar_is_filled_to_its_fraction(canvas: Canvas) -> None:
    def filled(fraction: float) -> int:
        surface_of(canvas).fill((0, 0, 0))
        canvas.bar(Box(0, 0, 160, 16), fraction, (255, 255, 255), (9, 9, 9))
        return sum(surface_of(canvas).get_at((x, 10))[0] > 128 for x in range(200))

    assert filled(0) == 0
    assert filled(0.5) == pytest.approx(100, abs=2)
    assert filled(1) == filled(3) == pytest.approx(200, abs=2)


PATH = "/home/somebody/.local/share/tabletalk/trained/nim-q-learner-after-12345-games.npz"


@pytest.mark.parametrize("width", range(60, 260, 10))
def test_no_line_breaks_before_a_per_cent_sign(canvas: Canvas, width: int) -> None:
    lines = canvas.lines("Selling 3 silver keeps 61 %, this 47 % of it.", width)
    assert not any(line.startswith("%") for line in lines)
    assert " ".join(lines) == "Selling 3 silver keeps 61 %, this 47 % of it."


@pytest.mark.parametrize("width", range(100, 320, 10))
def test_no_line_begins_with_the_score_of_a_name_before_it(canvas: Canvas, width: int) -> None:
    told = "Round 2: Noor wins (Idris: 44, Noor: 77)"
    lines = canvas.lines(told, width)
    assert not any(line[0].isdigit() for line in lines)
    assert " ".join(lines) == told


def test_a_word_too_long_for_a_line_is_broken_where_a_folder_ends(canvas: Canvas) -> None:
    width = canvas.text_size("/home/somebody/.local/share/tabletalk/trained/nim", theme.BODY)[0]
    lines = canvas.lines(f"A copy is in {PATH}.", width, theme.BODY)
    assert lines == ("A copy is in", PATH[: PATH.index("nim")], f"{PATH[PATH.index('nim') :]}.")


@pytest.mark.parametrize("words", [PATH, "a" * 200, f"See {PATH} and {PATH}", "x"])
@pytest.mark.parametrize("width", [12, 60, 200, 400])
def test_no_line_is_wider_than_asked_and_nothing_is_lost(canvas: Canvas, words: str, width: float) -> None:
    lines = canvas.lines(words, width, theme.BODY)
    assert "".join(lines).replace(" ", "") == words.replace(" ", "")
    assert all(canvas.text_size(line, theme.BODY)[0] <= width + 1 or len(line) == 1 for line in lines)
    height = canvas.paragraph_height(words, width, theme.BODY)
    assert height == pytest.approx(len(lines) * theme.BODY * 1.32)


def test_what_no_font_can_draw_is_drawn_as_its_escape() -> None:
    assert fonts.drawable("a\x1b[31m\u202e\0\ud800\nb") == "a\\x1b[31m\\u202e\\x00\\ud800\nb"
    assert fonts.drawable("2\xa0lost") == "2\xa0lost"
