"""The rules with pictures: what is drawn where."""

import pygame

from systems.view.table.rules_page import Example, Section, draw_sections
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.draw_list import DrawList
from tests.window.audit import texts_drawn


def test_small_things_stand_in_columns_though_one_row_has_no_room_for_them(canvas: Canvas) -> None:
    asked: list[int] = []

    def token(high: int) -> pygame.Surface:
        asked.append(high)
        return pygame.Surface((high, high))

    rows = [Example([token] * number, "", small=True) for number in (2, 20, 5)]
    draw_sections(canvas, [Section("Tokens", examples=rows)], Box(0, 0, 600, 600))
    drawn = asked[-5:]  # the last row, with room for more than it has
    assert set(drawn) == {min(asked)}


def test_headings_have_one_size_though_one_has_no_room_for_it() -> None:
    canvas = Canvas(DrawList((1280, 720)))
    sections = [Section("One that is longer than its column is wide"), Section("Short"), Section("Another")]
    with texts_drawn() as texts:
        draw_sections(canvas, sections, Box(0, 0, 800, 600))
    assert len({round(box.h, 1) for _, box in texts}) == 1
