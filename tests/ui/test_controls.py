"""Switches, sliders, choices and text fields."""

import pygame
import pytest

from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.controls import Slider, Toggle
from systems.view.toolkit.fields import Choice, TextField
from systems.view.toolkit.focus import Group
from systems.view.toolkit.widgets import Button
from tests.ui.driver import GAMES, SIZES, Drive, Driver


def test_a_toggle_switches_by_click_and_by_key(drive: Drive) -> None:
    states: list[bool] = []
    toggle = Toggle("Muted", False, states.append, Box(20, 20, 300, 44))
    user = drive(toggle)
    user.click(toggle.box.centre)
    user.keys(pygame.K_SPACE, pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_RETURN)
    assert states == [True, False, True, False, True]


def slider_from_0_to_10(values: list[float]) -> Slider:
    return Slider("", 0, 10, 5, values.append, Box(100, 100, 300, 44), step=0.5)


def test_a_slider_stops_at_its_limits_and_keeps_to_its_steps(drive: Drive) -> None:
    values: list[float] = []
    slider = slider_from_0_to_10(values)
    mouse = drive(slider)
    mouse.down(slider.track.centre)
    for x in range(-50, 1500, 7):
        mouse.move((x, 300))
    assert slider.value == 10
    mouse.move((-1000, 0))
    assert slider.value == 0
    assert set(values) == {step / 2 for step in range(21)}
    mouse.up((-1000, 0))
    mouse.move(slider.track.centre)
    assert slider.value == 0


def test_a_slider_by_key(drive: Drive) -> None:
    values: list[float] = []
    slider = slider_from_0_to_10(values)
    user = drive(slider)
    user.key(pygame.K_TAB)
    user.keys(pygame.K_RIGHT, pygame.K_LEFT, pygame.K_LEFT, pygame.K_PAGEUP, pygame.K_END, pygame.K_RIGHT)
    user.keys(pygame.K_HOME, pygame.K_LEFT)
    assert values == [5.5, 5.0, 4.5, 5.5, 10.0, 0.0]


def test_slider_values_read_as_they_are_meant() -> None:
    slider = Slider("", 0, 1, 0, step=0.1)
    slider.set(0.1 + 0.2)
    assert slider.value == 0.3
    assert Slider("", 0, 1, 99).value == 1


def test_the_value_under_the_pointer_is_the_value_set(drive: Drive) -> None:
    slider = slider_from_0_to_10([])
    mouse = drive(slider)
    slider.set(7)
    grip = slider.knob.centre
    slider.set(1)
    mouse.down(grip)
    assert slider.value == 7
    assert slider.track.x <= slider.knob.x
    slider.set(10)
    assert slider.knob.right <= slider.track.right + 1e-6


def test_a_press_on_the_label_of_a_slider_changes_nothing(drive: Drive) -> None:
    values: list[float] = []
    slider = Slider("Volume", 0, 10, 5, values.append, Box(100, 100, 400, 44))
    drive(slider).click((120, 120))
    assert values == []


def choice_of_games(picked: list[str], y: float = 100) -> Choice[str]:
    return Choice("", GAMES, "jaipur", picked.append, Box(100, y, 300, 44))


def test_a_choice_wraps_by_arrows_and_keys(drive: Drive) -> None:
    picked: list[str] = []
    choice = choice_of_games(picked)
    user = drive(choice)
    left, right = (110, 120), (390, 120)
    for point in (left, right, right):
        user.click(point)
    user.keys(pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_LEFT)
    assert picked == ["nim", "jaipur", "notty", "nim", "jaipur", "nim"]
    assert choice.value == "nim"


@pytest.mark.parametrize("y", [100, 650])
def test_a_choice_opens_a_list_to_pick_from(canvas: Canvas, y: float) -> None:
    picked: list[str] = []
    under: list[str] = []
    choice = choice_of_games(picked, y)
    # A button behind the place of the list must not get the click.
    button = Button("", lambda: under.append("pressed"), Box(0, 0, 1280, 720))
    mouse = Driver(Group([button, choice]), canvas)
    mouse.click(choice.box.centre)
    assert choice.open
    rows = choice._list
    mouse.move(choice.box.centre)
    mouse.click(rows.row_box(2).centre)
    assert picked == ["nim"]
    assert under == []
    assert not choice.open


def test_an_open_list_by_key(drive: Drive) -> None:
    picked: list[str] = []
    choice = choice_of_games(picked)
    user = drive(choice, Button("other", None, Box(600, 100, 90, 40)))
    user.keys(pygame.K_TAB, pygame.K_RETURN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_DOWN, pygame.K_UP)
    assert picked == []
    user.key(pygame.K_RETURN)
    assert picked == ["notty"]
    user.keys(pygame.K_SPACE, pygame.K_DOWN, pygame.K_ESCAPE)
    assert picked == ["notty"]
    assert not choice.open


def test_a_press_beside_an_open_list_closes_it(drive: Drive) -> None:
    pressed: list[str] = []
    choice = choice_of_games([])
    far = Button("far", lambda: pressed.append("far"), Box(900, 600, 100, 40))
    mouse = drive(choice, far)
    mouse.click(choice.box.centre)
    mouse.click(far.box.centre)
    assert not choice.open
    assert pressed == []
    mouse.click(far.box.centre)
    assert pressed == ["far"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("count", [1, 4, 40])
def test_an_open_list_stays_on_the_screen(size: tuple[int, int], count: int) -> None:
    canvas = Canvas(pygame.Surface(size))
    for y in (0.0, canvas.height / 2, canvas.height - 44):
        options = [(number, str(number)) for number in range(count)]
        choice = Choice("", options, count - 1, None, Box(100, y, 300, 44))
        group = Group([choice])
        Driver(group, canvas).click(choice.box.centre)
        group.draw(canvas)
        box = choice._list.box
        assert box.y >= 0
        assert box.bottom <= canvas.height
        assert not (box.y < choice.box.bottom and box.bottom > choice.box.y)
        picked = choice._list.row_box(count - 1)
        assert picked.bottom <= box.bottom + 0.6 or choice._list.scroller.target > 0


def test_a_choice_refuses_to_be_empty_or_to_hold_what_is_not_there() -> None:
    with pytest.raises(ValueError, match="at least one"):
        Choice("", [])
    with pytest.raises(ValueError, match="is not in list"):
        Choice("", GAMES, "chess")


def test_typing_moving_and_deleting(drive: Drive) -> None:
    texts: list[str] = []
    submitted: list[str] = []
    field = TextField("", "", texts.append, Box(100, 100, 300, 44), on_submit=submitted.append, max_length=5)
    user = drive(field)
    user.click(field.box.centre)
    user.type("game")
    user.keys(pygame.K_HOME, pygame.K_DELETE, pygame.K_RIGHT, pygame.K_BACKSPACE, pygame.K_END)
    user.type("ter!")
    assert field.text == "meter"
    assert texts[:4] == ["g", "ga", "gam", "game"]
    user.key(pygame.K_RETURN)
    assert submitted == ["meter"]


def test_a_field_for_digits_takes_only_digits(drive: Drive) -> None:
    field = TextField("Seed", "a1b2", None, Box(100, 100, 400, 44), digits_only=True)
    user = drive(field)
    user.key(pygame.K_TAB)
    user.type("x3-4٣")
    field.clipboard = lambda: "5\n6 seven"
    user.key(pygame.K_v, pygame.KMOD_LCTRL)
    assert field.text == "123456"


def test_a_click_puts_the_caret_under_the_pointer(canvas: Canvas, drive: Drive) -> None:
    field = TextField("", "camels", None, Box(100, 100, 300, 44))
    x = field._inner.x + canvas.text_size("cam", theme.BODY)[0]
    user = drive(field)
    user.click((x, 120))
    user.type("X")
    assert field.text == "camXels"


def test_a_held_key_repeats_until_it_is_released(canvas: Canvas) -> None:
    values: list[float] = []
    slider = slider_from_0_to_10(values)
    group = Group([slider])
    user = Driver(group, canvas)
    user.keys(pygame.K_TAB, pygame.K_RIGHT)
    group.update(theme.REPEAT_DELAY_SECONDS * 0.9)
    assert values == [5.5]
    group.update(theme.REPEAT_DELAY_SECONDS * 0.1 + theme.REPEAT_SECONDS * 1.5)
    assert values == [5.5, 6.0, 6.5]
    user.release(pygame.K_RIGHT)
    group.update(10)
    assert values == [5.5, 6.0, 6.5]


def test_enter_does_not_repeat_and_a_lost_focus_ends_repetition(canvas: Canvas) -> None:
    states: list[bool] = []
    toggle = Toggle("", False, states.append, Box(0, 0, 100, 44))
    fields = [TextField("", "camels", None, Box(0, y, 300, 44)) for y in (100, 200)]
    group = Group([toggle, *fields])
    user = Driver(group, canvas)
    user.keys(pygame.K_TAB, pygame.K_RETURN)
    group.update(5)
    assert states == [True]
    user.keys(pygame.K_TAB, pygame.K_BACKSPACE)
    group.focus(fields[1])
    group.update(5)
    assert [field.text for field in fields] == ["camel", "camels"]


def test_a_switch_that_takes_no_more_than_it_needs_ends_at_the_right_of_its_place(canvas: Canvas) -> None:
    place, toggle = Box(20.0, 20.0, 360.0, 40.0), Toggle("Muted")
    toggle.fit(canvas, place)
    assert toggle.box.right == place.right
    label = canvas.text_size("Muted", theme.BODY)[0]
    assert toggle.label_size(canvas) == canvas.fitting_size("Muted", theme.BODY, place.w)
    assert label < toggle.control.x - toggle.box.x < label + 2 * theme.GAP
    toggle.label = "A label that is much longer than the place has room for, at any size"
    toggle.fit(canvas, place)
    assert toggle.box == place
