"""The rules with pictures: what is drawn where."""

import pygame

from systems.view.table.rules_page import Example, Section, draw_sections
from systems.view.toolkit.canvas import Box, Canvas


def test_small_things_stand_in_columns_though_one_row_has_no_room_for_them(canvas: Canvas) -> None:
    asked: list[int] = []

    def token(high: int) -> pygame.Surface:
        asked.append(high)
        return pygame.Surface((high, high))

    rows = [Example([token] * number, "", small=True) for number in (2, 20, 5)]
    draw_sections(canvas, [Section("Tokens", examples=rows)], Box(0, 0, 600, 600))
    drawn = asked[-5:]  # the last row, with room for more than it has
    assert set(drawn) == {min(asked)}
