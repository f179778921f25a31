"""Buttons, and the group that routes events to widgets."""

from typing import Any

import pygame
import pytest

from systems.view.toolkit import fonts, shapes, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.controls import Slider, Toggle
from systems.view.toolkit.fields import Choice, TextField
from systems.view.toolkit.focus import Group
from systems.view.toolkit.notices import draw_tooltip
from systems.view.toolkit.widgets import Blend, Button, Style, Widget
from tests.surfaces import surface_of
from tests.ui.driver import GAMES, SIZES, Drive, Driver, buttons_in_a_row, tall_list


def test_a_click_presses_and_a_release_elsewhere_does_not(drive: Drive) -> None:
    pressed: list[str] = []
    first, second = buttons_in_a_row(["first", "second"], pressed)
    mouse = drive(first, second)
    mouse.click(first.box.centre)
    assert pressed == ["first"]
    mouse.down(first.box.centre)
    assert first.pressed
    mouse.move(second.box.centre)
    assert not first.hovered
    assert not second.hovered
    mouse.up(second.box.centre)
    assert pressed == ["first"]
    assert not first.pressed


def test_only_the_main_button_of_the_mouse_presses(drive: Drive) -> None:
    pressed: list[str] = []
    (button,) = buttons_in_a_row(["only"], pressed)
    mouse = drive(button)
    mouse.down(button.box.centre, button=3)
    mouse.up(button.box.centre, button=3)
    assert pressed == []


def test_a_disabled_button_never_fires_and_tells_why(drive: Drive) -> None:
    pressed: list[str] = []
    refused: list[str] = []
    (button,) = buttons_in_a_row(["Sell"], pressed)
    button.enabled, button.hint, button.shortcut = False, "Choose cards first.", "S"
    button.on_refused = refused.append
    user = drive(button)
    user.click(button.box.centre)
    user.keys(pygame.K_TAB, pygame.K_RETURN, pygame.K_SPACE, pygame.K_s)
    assert pressed == []
    assert refused == ["Choose cards first."] * 2
    assert user.target.focused is None if isinstance(user.target, Group) else False


def test_a_button_disabled_while_held_does_not_fire(drive: Drive) -> None:
    pressed: list[str] = []
    (button,) = buttons_in_a_row(["Sell"], pressed)
    mouse = drive(button)
    mouse.down(button.box.centre)
    button.enabled = False
    mouse.up(button.box.centre)
    button.enabled = True
    mouse.up(button.box.centre)
    assert pressed == []


def test_an_invisible_button_is_not_there(drive: Drive) -> None:
    pressed: list[str] = []
    (button,) = buttons_in_a_row(["ghost"], pressed)
    button.visible, button.shortcut = False, "G"
    user = drive(button)
    user.click(button.box.centre)
    user.keys(pygame.K_TAB, pygame.K_RETURN, pygame.K_g)
    assert pressed == []


def test_tab_goes_round_in_order_past_disabled_widgets(canvas: Canvas) -> None:
    row = buttons_in_a_row(["a", "b", "c", "d"], [])
    row[1].enabled = False
    group = Group(row)
    user = Driver(group, canvas)
    order = []
    for _ in range(4):
        user.key(pygame.K_TAB)
        order.append(group.focused)
    assert order == [row[0], row[2], row[3], row[0]]
    user.key(pygame.K_TAB, pygame.KMOD_LSHIFT)
    assert group.focused is row[3]
    assert [widget.focused for widget in row] == [False, False, False, True]


def test_without_wrap_tab_leaves_the_group_at_its_ends(canvas: Canvas) -> None:
    row = buttons_in_a_row(["a", "b"], [])
    group = Group(row, wrap=False)
    user = Driver(group, canvas)
    assert [user.key(pygame.K_TAB) for _ in range(3)] == [True, True, False]
    assert group.focused is row[1]
    assert not Driver(Group([]), canvas).key(pygame.K_TAB)


@pytest.mark.parametrize("key", [pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_SPACE])
def test_keys_press_the_focused_button(canvas: Canvas, key: int) -> None:
    pressed: list[str] = []
    group = Group(buttons_in_a_row(["a", "b"], pressed))
    Driver(group, canvas).keys(pygame.K_TAB, pygame.K_TAB, key)
    assert pressed == ["b"]


def test_arrows_walk_to_the_nearest_widget_that_way(canvas: Canvas) -> None:
    places = {"nw": (0, 0), "ne": (200, 0), "sw": (0, 100), "se": (200, 110)}
    grid = {name: Button(name, None, Box(x, y, 100, 40)) for name, (x, y) in places.items()}
    group = Group(grid.values())
    user = Driver(group, canvas)
    user.key(pygame.K_TAB)
    seen = []
    for key in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_LEFT, pygame.K_UP):
        user.key(key)
        seen.append(group.focused)
    assert seen == [grid["ne"], grid["se"], grid["sw"], grid["nw"]]
    assert not user.key(pygame.K_UP)


def test_the_ring_shows_only_after_the_keyboard_was_used(canvas: Canvas) -> None:
    (button,) = buttons_in_a_row(["a"], [])
    group = Group([button])
    user = Driver(group, canvas)
    user.click(button.box.centre)
    assert group.focused is button
    assert not group.by_keyboard
    user.key(pygame.K_TAB)
    assert group.by_keyboard
    user.down(button.box.centre)
    assert not group.by_keyboard


def test_enter_after_a_click_does_not_press_again(drive: Drive) -> None:
    pressed: list[str] = []
    (button,) = buttons_in_a_row(["a"], pressed)
    user = drive(button)
    user.click(button.box.centre)
    user.key(pygame.K_RETURN)
    assert pressed == ["a"]


def test_a_shortcut_presses_but_not_with_ctrl_or_while_typing(drive: Drive) -> None:
    pressed: list[str] = []
    (button,) = buttons_in_a_row(["take"], pressed)
    button.shortcut = "T"
    field = TextField(box=Box(20, 100, 200, 40))
    user = drive(button, field)
    user.key(pygame.K_t, pygame.KMOD_LCTRL)
    assert pressed == []
    user.key(pygame.K_t)
    assert pressed == ["take"]
    user.click(field.box.centre)
    user.type("t")
    assert pressed == ["take"]
    assert field.text == "t"


def test_named_shortcuts(drive: Drive) -> None:
    pressed: list[str] = []
    row = buttons_in_a_row(["Esc", "F1"], pressed)
    for button in row:
        button.shortcut = button.label
    drive(*row).keys(pygame.K_ESCAPE, pygame.K_F1)
    assert pressed == ["Esc", "F1"]


def test_the_uppermost_widget_gets_the_click(drive: Drive) -> None:
    pressed: list[str] = []
    low, high = buttons_in_a_row(["low", "high"], pressed)
    high.box = low.box
    drive(low, high).click(low.box.centre)
    assert pressed == ["high"]


def test_a_widget_outside_its_clip_cannot_be_hit(drive: Drive) -> None:
    pressed: list[str] = []
    (button,) = buttons_in_a_row(["a"], pressed)
    button.clip = Box(20, 20, 30, 44)
    user = drive(button)
    user.click((100, 40))
    assert pressed == []
    user.click((30, 40))
    assert pressed == ["a"]


def test_removed_widgets_lose_the_focus_to_a_neighbour_where_the_keyboard_put_it(canvas: Canvas) -> None:
    row = buttons_in_a_row(["a", "b", "c"], [])
    group = Group(row)
    Driver(group, canvas).keys(pygame.K_TAB, pygame.K_TAB)
    group.set_widgets([row[0], row[2]])
    assert group.focused is row[2]
    assert not row[1].focused
    group.set_widgets([row[0]])
    assert group.focused is row[0]
    group.focus(row[0], by_keyboard=False)
    group.set_widgets(row[1:])
    assert group.focused is None


def test_hover_eases_in_and_out_in_the_blend_time(canvas: Canvas) -> None:
    (button,) = buttons_in_a_row(["a"], [])
    group = Group([button])
    mouse = Driver(group, canvas)
    mouse.move(button.box.centre)
    levels = []
    for _ in range(4):
        group.update(theme.BLEND_SECONDS / 4)
        levels.append(button.hover.level)
    assert levels == sorted(set(levels))
    assert 0 < levels[0] < levels[-1] == 1
    mouse.send(pygame.WINDOWLEAVE)
    assert not button.hovered
    group.update(theme.BLEND_SECONDS)
    assert button.hover.level == 0


def test_blends_pass_through_few_looks() -> None:
    blend = Blend()
    levels = set()
    for _ in range(200):
        blend.toward(True, theme.BLEND_SECONDS / 200)
        levels.add(blend.level)
    assert len(levels) <= 9


def test_the_cursor_tells_what_can_be_pressed(canvas: Canvas) -> None:
    first, second = buttons_in_a_row(["a", "b"], [])
    second.enabled = False
    group = Group([first, second])
    mouse = Driver(group, canvas)
    mouse.move(first.box.centre)
    assert group.cursor == pygame.SYSTEM_CURSOR_HAND
    mouse.move(second.box.centre)
    assert group.cursor == pygame.SYSTEM_CURSOR_ARROW


def test_a_hint_is_due_after_a_rest_and_gone_with_a_press(canvas: Canvas) -> None:
    (button,) = buttons_in_a_row(["a"], [])
    button.hint = "Takes a card."
    group = Group([button])
    mouse = Driver(group, canvas)
    mouse.move(button.box.centre)
    group.update(theme.HINT_SECONDS * 0.9)
    assert group.hinted is None
    group.update(theme.HINT_SECONDS * 0.2)
    assert group.hinted is button
    mouse.down(button.box.centre)
    assert group.hinted is None


def test_a_disabled_button_shows_its_hint(canvas: Canvas) -> None:
    (button,) = buttons_in_a_row(["a"], [])
    button.hint, button.enabled = "You hold no camels.", False
    group = Group([button])
    Driver(group, canvas).move(button.box.centre)
    group.update(theme.HINT_SECONDS)
    assert group.hinted is button


def test_a_press_on_a_disabled_button_shows_its_hint_at_once(canvas: Canvas) -> None:
    (button,) = buttons_in_a_row(["Exchange"], [])
    button.hint, button.enabled = "You hold no camels.", False
    group = Group([button])
    user = Driver(group, canvas)
    user.click(button.box.centre)
    group.update(0.1)
    assert group.hinted is button
    told: list[str] = []
    button.on_refused = told.append
    user.click(button.box.centre)
    assert group.hinted is None, "it is told elsewhere"


def test_no_hint_comes_back_after_a_press_until_the_pointer_moves(canvas: Canvas) -> None:
    (button,) = buttons_in_a_row(["a"], [])
    button.hint = "Takes a card."
    group = Group([button])
    mouse = Driver(group, canvas)
    mouse.click(button.box.centre)
    group.update(60)
    assert group.hinted is None
    mouse.move((button.box.x + 5, button.box.centre[1]))
    group.update(theme.HINT_SECONDS)
    assert group.hinted is button
    group.update(60)
    assert group.hinted is button, "the pointer holds it there"
    mouse.key(pygame.K_x)
    assert group.hinted is None, "a key is a press too"


def test_a_hint_of_the_keyboard_goes_by_itself_and_with_the_next_key(canvas: Canvas) -> None:
    first, second = buttons_in_a_row(["a", "b"], [])
    first.hint, second.hint = "Takes a card.", "Calls."
    group = Group([first, second])
    user = Driver(group, canvas)
    user.move(second.box.centre)
    user.key(pygame.K_TAB)
    group.update(theme.HINT_SECONDS)
    assert group.hinted is first, "the keyboard came last, the pointer only lies there"
    group.update(10)
    assert group.hinted is None
    user.key(pygame.K_TAB)
    group.update(theme.HINT_SECONDS)
    assert group.hinted is second
    user.key(pygame.K_RETURN)
    group.update(theme.HINT_SECONDS)
    assert group.hinted is None


def test_a_button_that_gets_disabled_under_a_resting_pointer_says_nothing(canvas: Canvas) -> None:
    (button,) = buttons_in_a_row(["a"], [])
    button.hint = "Takes a card."
    group = Group([button])
    mouse = Driver(group, canvas)
    mouse.move(button.box.centre)
    group.update(theme.HINT_SECONDS)
    assert group.hinted is button
    button.enabled, button.hint = False, "It is not your turn."
    group.update(theme.HINT_SECONDS)
    assert group.hinted is None
    mouse.move((button.box.x + 5, button.box.centre[1]))
    group.update(theme.HINT_SECONDS)
    assert group.hinted is button, "who asks why is told"
    group.update(10)
    assert group.hinted is None, "but not for ever"


@pytest.mark.parametrize("size", SIZES)
def test_hints_stay_on_the_screen(size: tuple[int, int]) -> None:
    canvas = Canvas(pygame.Surface(size))
    words = "You may hold seven cards at most, and camels do not count towards them."
    for x in (0.0, canvas.width - 40):
        for y in (0.0, canvas.height - 40):
            owner = Box(x, y, 40, 40)
            hint = draw_tooltip(canvas, words, owner)
            assert hint.x >= 0
            assert hint.y >= 0
            assert hint.right <= canvas.width
            assert hint.bottom <= canvas.height
            assert hint.bottom <= owner.y or hint.y >= owner.bottom


@pytest.mark.parametrize("style", ["primary", "plain", "quiet"])
def test_every_state_of_a_button_looks_different(canvas: Canvas, style: Style) -> None:
    looks = set()
    for state in ("rest", "hover", "pressed", "disabled", "chosen"):
        button = Button("Take", None, Box(20, 20, 160, 48), style=style)
        button.hovered = state in ("hover", "pressed")
        button.pressed = state == "pressed"
        button.enabled = state != "disabled"
        button.chosen = state == "chosen"
        button.update(1.0)
        surface_of(canvas).fill((30, 20, 30))
        button.draw(canvas)
        looks.add(pygame.image.tobytes(surface_of(canvas), "RGB"))
    assert len(looks) == 5


def test_a_natural_width_shows_the_whole_label(canvas: Canvas) -> None:
    button = Button("Show me an example", None, Box(20, 20, 0, 48), shortcut="F1")
    button.box = Box(20, 20, button.natural_width(canvas), 48)
    drawn: list[Box] = []

    class Spy(Canvas):
        def text(self, words: str, *args: Any, **more: Any) -> Box:
            drawn.append(super().text(words, *args, **more))
            return drawn[-1]

    button.draw(Spy(surface_of(canvas)))
    label, cap = drawn
    assert label.w == pytest.approx(canvas.text_size("Show me an example", button.size, "serif")[0])
    assert label.right < cap.x
    assert cap.right < button.box.right


@pytest.mark.parametrize("size", SIZES)
def test_drawing_a_still_screen_again_makes_no_new_pictures(size: tuple[int, int]) -> None:
    canvas = Canvas(pygame.Surface(size))
    widgets: list[Widget] = [
        Button("Take", None, Box(20, 20, 180, 48), style="primary", shortcut="T"),
        Toggle("Muted", True, None, Box(20, 80, 400, 44)),
        Slider("Volume", 0, 100, 60, None, Box(20, 140, 400, 44)),
        Choice("Game", GAMES, None, None, Box(20, 200, 400, 44)),
        TextField("Seed", "42", None, Box(20, 260, 400, 44), digits_only=True),
        tall_list(),
    ]
    group = Group(widgets)

    def frame() -> tuple[int, int]:
        surface_of(canvas).fill((30, 20, 30))
        group.update(0.01)
        group.draw(canvas)
        texts = fonts.text.cache_info().misses  # type: ignore[attr-defined]  # it is kept
        return (len(shapes.cache), texts)

    frame()
    before = frame()
    assert [frame() for _ in range(3)] == [before] * 3


@pytest.mark.parametrize("box", [Box(0, 0, 31.5, 44), Box(0, 0, 40, 30), Box(0, 0, 44, 44)], ids=str)
def test_a_bare_icon_keeps_clear_of_the_frame(canvas: Canvas, box: Box) -> None:
    sizes: list[int] = []

    def icon(size: int, ink: Any) -> pygame.Surface:
        sizes.append(size)
        return pygame.Surface((size, size))

    Button("", icon=icon, box=box).draw(canvas)
    (size,) = sizes
    assert size / canvas.unit <= min(box.w, box.h) - 10
    assert size / canvas.unit >= 15, "it can be told"


def lines_of(canvas: Canvas, button: Button) -> list[tuple[str, Box]]:
    """What is written on a button, and where."""
    found: list[tuple[str, Box]] = []
    draw = Canvas.text

    def noted(self: Canvas, words: str, *rest: Any, **more: Any) -> Box:
        found.append((words, draw(self, words, *rest, **more)))
        return found[-1][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "text", noted)
        button.draw(canvas)
    return found


def test_a_label_that_may_break_stands_in_two_lines_where_one_would_be_small(canvas: Canvas) -> None:
    button = Button("Steal from group-maker 2", box=Box(100, 100, 119, 41), size=19)
    assert len(lines_of(canvas, button)) == 1
    button.may_break = True
    found = lines_of(canvas, button)
    assert [words for words, _ in found] == ["Steal from", "group-maker 2"]
    (_, upper), (_, lower) = found
    capitals = theme.SMALL * 0.3
    assert upper.y + capitals >= button.box.y
    assert lower.bottom - capitals <= button.box.bottom
    assert upper.centre[1] < button.box.centre[1] < lower.centre[1]
    button.box = Box(100, 100, 400, 41)
    assert [words for words, _ in lines_of(canvas, button)] == ["Steal from group-maker 2"]
