"""Scrolling lists."""

import pygame
import pytest

from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.focus import Group
from systems.view.toolkit.scrolling import RowState, ScrollList
from tests.surfaces import surface_of
from tests.ui.driver import Drive, Driver, tall_list


def test_the_wheel_scrolls_within_the_limits(drive: Drive) -> None:
    rows = tall_list()
    user = drive(rows)
    user.move((150, 150))
    user.wheel(5)
    assert rows.scroller.target == 0
    user.wheel(-1)
    assert 0 < rows.scroller.target < 300
    user.wheel(-1000)
    assert rows.scroller.target == rows.scroller.limit == 3000 - 300
    user.move((600, 600))
    assert not user.wheel(3)


def test_page_keys_and_dragging_the_bar(drive: Drive) -> None:
    rows = tall_list()
    user = drive(rows)
    user.keys(pygame.K_TAB, pygame.K_PAGEDOWN)
    assert 200 < rows.scroller.target <= 300
    user.key(pygame.K_END)
    assert rows.scroller.target == 2700
    user.key(pygame.K_HOME)
    rows.update(10)
    grip = rows.scroller.thumb.centre
    user.down(grip)
    user.move((grip[0] + 80, grip[1] + 100))
    assert rows.scroller.offset == pytest.approx(2700 * 100 / (300 - rows.scroller.thumb.h), rel=0.02)
    user.move((grip[0], 5000))
    assert rows.scroller.offset == 2700
    user.up((grip[0], 5000))
    user.move(grip)
    assert rows.scroller.offset == 2700


def test_scrolling_is_smooth_and_arrives() -> None:
    rows = tall_list()
    rows.scroller.to(600)
    seen = []
    for _ in range(60):
        rows.update(1 / 60)
        seen.append(rows.scroller.offset)
    assert seen == sorted(seen)
    assert 0 < seen[0] < 600 == seen[-1]


def test_hover_and_selection_of_rows_of_different_heights(drive: Drive) -> None:
    hovered: list[int | None] = []
    chosen: list[int] = []
    rows = tall_list(selectable=True, on_hover=hovered.append, on_select=chosen.append)
    user = drive(rows)
    for y in (101, 139, 141, 161, 50):
        user.move((150, y))
    rows.update(0.01)
    assert hovered == [0, 1, 2, None]
    user.click((150, 165))
    user.keys(pygame.K_DOWN, pygame.K_UP, pygame.K_UP, pygame.K_UP, pygame.K_UP)
    assert chosen == [2, 3, 2, 1, 0, 0]
    assert rows.selected == 0


def test_a_selected_row_is_brought_into_view() -> None:
    rows = tall_list(selectable=True)
    rows.select(80)
    rows.update(10)
    box = rows.row_box(80)
    assert rows.box.y <= box.y
    assert box.bottom <= rows.box.bottom + 0.5
    with pytest.raises(IndexError):
        rows.select(100)


def test_a_row_selected_before_the_list_has_a_place_is_in_view_when_it_has() -> None:
    rows = ScrollList(lambda *_: None, [30.0] * 9, selectable=True)
    rows.select(1)
    rows.box = Box(0, 0, 200, 100)
    rows.update(0)
    assert rows.scroller.offset == 0
    rows = ScrollList(lambda *_: None, [30.0] * 9, selectable=True)
    rows.select(8)
    rows.box = Box(0, 0, 200, 100)
    rows.update(0)
    assert rows.scroller.offset == rows.scroller.limit > 0


def test_a_selected_row_stands_clear_of_the_edges_at_which_rows_fade() -> None:
    rows = tall_list(selectable=True)
    for index in (40, 20):
        rows.select(index)
        rows.update(10)
        box = rows.row_box(index)
        assert rows.box.y + 18 <= box.y
        assert box.bottom <= rows.box.bottom - 18
    low = ScrollList(rows.draw_row, [40.0] * 9, Box(0, 0, 200, 60), selectable=True)
    low.update(1)
    low.select(4)
    assert low.scroller.target == 4 * 40 - 10, "in the middle, where there is room for no more"


def test_a_list_that_is_updated_before_it_has_a_place_begins_at_its_top(canvas: Canvas) -> None:
    rows = ScrollList(lambda _canvas, _box, _index, _state: None, [64.0] * 17, selectable=True)
    rows.select(1)
    rows.update(1 / 60)
    rows.box = Box(0, 0, 200, 480)
    rows.draw(canvas)
    assert rows.scroller.offset == 0


def test_only_rows_in_view_are_drawn(canvas: Canvas) -> None:
    drawn: list[tuple[int, RowState]] = []
    rows = tall_list(selectable=True)
    rows.draw_row = lambda _canvas, _box, index, state: drawn.append((index, state))
    rows.select(50)
    rows.update(10)
    rows.draw(canvas)
    numbers = [index for index, _ in drawn]
    assert numbers == list(range(numbers[0], numbers[-1] + 1))
    assert 10 <= len(numbers) <= 12
    assert [index for index, state in drawn if state.selected] == [50]


def test_a_log_follows_its_end_only_while_that_is_in_view() -> None:
    rows = tall_list(follow_end=True)
    rows.scroller.to(rows.scroller.limit, at_once=True)
    rows.set_heights([40.0] * 100)
    assert rows.scroller.target == 4000 - 300
    rows.scroller.to(10)
    rows.set_heights([40.0] * 101)
    assert rows.scroller.target == 10
    rows.selected = 100
    rows.set_heights([40.0] * 3)
    assert rows.scroller.target == 0
    assert rows.selected is None


def test_a_list_that_fits_is_no_stop_for_tab(canvas: Canvas) -> None:
    rows = ScrollList(lambda *_: None, [20.0], Box(0, 0, 100, 100))
    group = Group([rows])
    Driver(group, canvas).key(pygame.K_TAB)
    assert group.focused is None


def test_a_log_at_its_end_stays_there_when_its_box_changes() -> None:
    rows = tall_list(follow_end=True)
    assert rows.scroller.target == 2700
    low, high = Box(100, 300, 200, 100), Box(100, 100, 200, 300)
    for box, end in ((low, 2900), (high, 2700), (low, 2900)):
        rows.box = box
        rows.update(0.001)
        assert rows.scroller.offset == end, "at once: nothing has been added"


def test_a_log_that_is_read_further_up_stays_where_it_is_when_its_box_changes() -> None:
    rows = tall_list(follow_end=True)
    rows.scroller.to(600, at_once=True)
    rows.box = Box(100, 300, 200, 100)
    rows.update(10)
    assert rows.scroller.offset == 600


def test_rows_fade_at_the_edges_behind_which_there_are_more(canvas: Canvas) -> None:
    row, ground = (200, 40, 40), (10, 60, 30)
    rows = ScrollList(lambda on, box, *_: on.surface.fill(row, on.rect(box)), [50.0] * 40, Box(100, 100, 200, 300))

    def shades() -> list[tuple[int, ...]]:
        surface_of(canvas).fill(ground)
        rows.draw(canvas)
        at = [(canvas.px(150), y) for y in (canvas.px(100), canvas.px(250), canvas.px(400) - 1)]
        return [tuple(surface_of(canvas).get_at(point)[:3]) for point in at]

    assert shades() == [row, row, ground]
    rows.scroller.to(600, at_once=True)
    assert shades() == [ground, row, ground]
    rows.scroller.to(rows.scroller.limit, at_once=True)
    assert shades() == [ground, row, row]
