"""The widgets, driven by the events of a pointer and a keyboard."""

from collections.abc import Callable, Iterator, Sequence

import pygame
import pytest

from systems.view import canvas as canvas_module
from systems.view import fonts, shapes, theme
from systems.view.canvas import Box, Canvas, Point
from systems.view.controls import Slider, Toggle
from systems.view.dialogs import ColumnBody, Dialog, DrawnBody
from systems.view.fields import Choice, TextField
from systems.view.focus import Group
from systems.view.notices import Toasts, draw_tooltip
from systems.view.scrolling import RowState, ScrollList
from systems.view.widgets import Blend, Button, Widget

SIZES = [(960, 540), (1280, 720), (1920, 1080), (1000, 900), (2560, 800)]


@pytest.fixture(scope="module", autouse=True)
def display() -> Iterator[None]:
    """A display in memory, for the whole module."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SDL_VIDEODRIVER", "dummy")
        pygame.display.init()
        pygame.font.init()
        pygame.display.set_mode((1280, 720))
        yield
        canvas_module.forget()
        pygame.font.quit()
        pygame.display.quit()


@pytest.fixture
def canvas() -> Canvas:
    """A canvas of 1600 x 900 pixels, where a unit is 1.25 pixels."""
    return Canvas(pygame.Surface((1600, 900)))


class Driver:
    """Sends pygame's events, with places given in units, to a group or a dialog."""

    def __init__(self, target: Group | Dialog, canvas: Canvas) -> None:
        self.target = target
        self.canvas = canvas

    def send(self, kind: int, **values: object) -> bool:
        return self.target.handle(pygame.event.Event(kind, **values), self.canvas)

    def pixels(self, point: Point) -> tuple[int, int]:
        return (round(point[0] * self.canvas.unit), round(point[1] * self.canvas.unit))

    def move(self, point: Point) -> bool:
        return self.send(pygame.MOUSEMOTION, pos=self.pixels(point), rel=(0, 0), buttons=(0, 0, 0))

    def down(self, point: Point, button: int = 1) -> bool:
        return self.send(pygame.MOUSEBUTTONDOWN, pos=self.pixels(point), button=button)

    def up(self, point: Point, button: int = 1) -> bool:
        return self.send(pygame.MOUSEBUTTONUP, pos=self.pixels(point), button=button)

    def click(self, point: Point) -> None:
        self.move(point)
        self.down(point)
        self.up(point)

    def wheel(self, notches: float) -> bool:
        return self.send(pygame.MOUSEWHEEL, x=0, y=round(notches), precise_y=notches)

    def key(self, key: int, mod: int = 0) -> bool:
        return self.send(pygame.KEYDOWN, key=key, mod=mod)

    def keys(self, *keys: int) -> None:
        for key in keys:
            self.key(key)

    def type(self, words: str) -> None:
        for letter in words:
            self.key(ord(letter.lower()))
            self.send(pygame.TEXTINPUT, text=letter)


Drive = Callable[..., Driver]


@pytest.fixture
def drive(canvas: Canvas) -> Drive:
    """Makes a driver for some widgets."""
    return lambda *widgets: Driver(Group(widgets), canvas)


def buttons_in_a_row(names: Sequence[str], pressed: list[str]) -> list[Button]:
    """Buttons side by side that note their names when pressed."""

    def note(name: str) -> Callable[[], None]:
        return lambda: pressed.append(name)

    return [Button(name, note(name), Box(20 + 120 * i, 20, 100, 44)) for i, name in enumerate(names)]


# --- the canvas ---


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


def test_text_is_aligned_by_its_ends(canvas: Canvas) -> None:
    assert canvas.text("Camels", 300, 50, align="right").right == pytest.approx(300, abs=1)
    assert canvas.text("Camels", 300, 50, align="centre").centre[0] == pytest.approx(300, abs=1)
    assert canvas.text("Camels", 300, 50).x == pytest.approx(300, abs=1)


def test_text_in_the_middle_has_as_much_ink_above_as_below(canvas: Canvas) -> None:
    canvas.surface.fill((0, 0, 0))
    canvas.text("HIHI", 200, 200, 40, (255, 255, 255), vertical="middle")
    ink = pygame.mask.from_threshold(canvas.surface, (255, 255, 255), (90, 90, 90)).get_bounding_rects()[0]
    assert ink.centery == pytest.approx(200 * canvas.unit, abs=1.6)


def test_a_paragraph_uses_the_height_it_measures(canvas: Canvas) -> None:
    words = "Either take cards or sell cards, never both.\n\n" * 3
    box = Box(10, 10, 180, 500)
    height = canvas.paragraph_height(words, box.w, theme.BODY)
    assert canvas.paragraph(words, box, theme.BODY) == height
    assert canvas.paragraph_height(words, 90, theme.BODY) > height


def test_a_clip_holds_back_what_is_outside_and_is_undone(canvas: Canvas) -> None:
    canvas.surface.fill((0, 0, 0))
    with canvas.clip(Box(0, 0, 100, 100)):
        canvas.shape(Box(50, 50, 200, 200), (255, 0, 0), radius=0)
    assert canvas.surface.get_at((100, 100))[:3] == (255, 0, 0)
    assert canvas.surface.get_at((150, 150))[:3] == (0, 0, 0)
    assert canvas.surface.get_clip().size == canvas.surface.get_size()


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


def test_panels_are_rasterised_once_and_the_cache_is_bounded(canvas: Canvas) -> None:
    cache = shapes.PictureCache(max_bytes=1000)
    made: list[int] = []

    def make(number: int) -> Callable[[], pygame.Surface]:
        def picture() -> pygame.Surface:
            made.append(number)
            return pygame.Surface((10, 10))

        return picture

    for number in (1, 1, 2, 1, 3, 1, 2):
        cache.get(number, make(number))
    assert made == [1, 2, 3, 2]
    assert cache.size <= 1000
    before = len(shapes.cache)
    canvas.panel(Box(3, 3, 333, 222))
    once = len(shapes.cache)
    canvas.panel(Box(3, 3, 333, 222))
    assert before < once == len(shapes.cache)


def test_a_bar_is_filled_to_its_fraction(canvas: Canvas) -> None:
    def filled(fraction: float) -> int:
        canvas.surface.fill((0, 0, 0))
        canvas.bar(Box(0, 0, 160, 16), fraction, (255, 255, 255), (9, 9, 9))
        return sum(canvas.surface.get_at((x, 10))[0] > 128 for x in range(200))

    assert filled(0) == 0
    assert filled(0.5) == pytest.approx(100, abs=2)
    assert filled(1) == filled(3) == pytest.approx(200, abs=2)


# --- buttons and the group ---


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


def test_removed_widgets_lose_the_focus(canvas: Canvas) -> None:
    row = buttons_in_a_row(["a", "b"], [])
    group = Group(row)
    Driver(group, canvas).key(pygame.K_TAB)
    group.set_widgets(row[1:])
    assert group.focused is None
    assert not row[0].focused


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
def test_every_state_of_a_button_looks_different(canvas: Canvas, style: str) -> None:
    looks = set()
    for state in ("rest", "hover", "pressed", "disabled", "chosen"):
        button = Button("Take", None, Box(20, 20, 160, 48), style=style)  # type: ignore[arg-type]
        button.hovered = state in ("hover", "pressed")
        button.pressed = state == "pressed"
        button.enabled = state != "disabled"
        button.chosen = state == "chosen"
        button.update(1.0)
        canvas.surface.fill((30, 20, 30))
        button.draw(canvas)
        looks.add(pygame.image.tobytes(canvas.surface, "RGB"))
    assert len(looks) == 5


def test_a_natural_width_shows_the_whole_label(canvas: Canvas) -> None:
    button = Button("Show me an example", None, Box(20, 20, 0, 48), shortcut="F1")
    button.box = Box(20, 20, button.natural_width(canvas), 48)
    drawn: list[Box] = []

    class Spy(Canvas):
        def text(self, words: str, *args: object, **more: object) -> Box:  # type: ignore[override]
            drawn.append(super().text(words, *args, **more))  # type: ignore[arg-type]
            return drawn[-1]

    button.draw(Spy(canvas.surface))
    label, cap = drawn
    assert label.w == pytest.approx(canvas.text_size("Show me an example", button.size, "serif")[0])
    assert label.right < cap.x
    assert cap.right < button.box.right


# --- toggles and sliders ---


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


# --- choices and text ---

GAMES = [("jaipur", "Jaipur"), ("notty", "Notty"), ("nim", "Nim")]


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


# --- lists ---


def tall_list(**more: object) -> ScrollList:
    """100 rows, 20 and 40 units high in turns, in a view of 300."""
    heights = [20.0 if row % 2 else 40.0 for row in range(100)]
    return ScrollList(lambda *_: None, heights, Box(100, 100, 200, 300), **more)  # type: ignore[arg-type]


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


# --- dialogs ---


def leave_dialog(pressed: list[str], **more: object) -> Dialog:
    stay = Button("Stay", lambda: pressed.append("stay"))
    leave = Button("Leave", lambda: pressed.append("leave"), style="primary")
    return Dialog("Leave?", "Your game is saved.", [leave, stay], **more)  # type: ignore[arg-type]


def test_a_dialog_keeps_everything_from_what_lies_below(canvas: Canvas) -> None:
    user = Driver(leave_dialog([]), canvas)
    assert user.move((5, 5))
    assert user.down((5, 5))
    assert user.up((5, 5))
    assert user.key(pygame.K_a)
    assert user.key(pygame.K_TAB)
    assert user.wheel(1)
    assert isinstance(user.target, Dialog)
    assert user.target.is_open


@pytest.mark.parametrize(("key", "expected"), [(pygame.K_ESCAPE, "stay"), (pygame.K_RETURN, "leave")])
def test_escape_is_safe_and_enter_is_the_primary_button(canvas: Canvas, key: int, expected: str) -> None:
    pressed: list[str] = []
    dialog = leave_dialog(pressed)
    Driver(dialog, canvas).key(key)
    assert pressed == [expected]
    assert not dialog.is_open
    assert not Driver(dialog, canvas).key(key)


def test_escape_without_buttons_closes(canvas: Canvas) -> None:
    dialog = Dialog("Note", "Nothing to press.")
    Driver(dialog, canvas).key(pygame.K_ESCAPE)
    assert not dialog.is_open


def test_a_dialog_by_pointer_and_by_tab(canvas: Canvas) -> None:
    pressed: list[str] = []
    dialog = leave_dialog(pressed)
    dialog.layout(canvas)
    Driver(dialog, canvas).click(dialog.buttons[1].box.centre)
    assert pressed == ["stay"]
    dialog = leave_dialog(pressed)
    Driver(dialog, canvas).keys(pygame.K_TAB, pygame.K_TAB, pygame.K_RETURN)
    assert pressed == ["stay", "stay"]


def test_a_button_may_keep_the_dialog_open(canvas: Canvas) -> None:
    pressed: list[str] = []
    copy = Button("Copy", lambda: pressed.append("copy"))
    dialog = Dialog("Error", "…", [copy, Button("Close", style="primary")], keep_open=[copy])
    dialog.layout(canvas)
    Driver(dialog, canvas).click(copy.box.centre)
    assert pressed == ["copy"]
    assert dialog.is_open


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("lines", [1, 8, 80])
def test_a_dialog_fits_every_window_and_scrolls_if_it_must(size: tuple[int, int], lines: int) -> None:
    canvas = Canvas(pygame.Surface(size))
    names = ["Close", "Show me an example", "Read all of the rules of the game", "Play"]
    dialog = Dialog("Rules", "\n".join(["Take or sell."] * lines), [Button(name) for name in names])
    dialog.draw(canvas)
    panel = dialog.panel
    assert panel.y >= 0
    assert panel.bottom <= canvas.height
    boxes = [button.box for button in dialog.buttons]
    assert all(panel.x < box.x and box.right < panel.right and box.bottom < panel.bottom for box in boxes)
    assert all(box.y >= dialog.scroller.view.bottom for box in boxes)
    overlaps = [
        (first, second)
        for first in boxes
        for second in boxes
        if first is not second and canvas.rect(first).colliderect(canvas.rect(second))
    ]
    assert overlaps == []
    assert (dialog.scroller.limit > 0) == (lines == 80)
    Driver(dialog, canvas).key(pygame.K_END)
    assert dialog.scroller.target == dialog.scroller.limit


def test_controls_in_a_dialog_work_and_are_scrolled_into_view(canvas: Canvas) -> None:
    toggles = [Toggle(f"Option {number}") for number in range(30)]
    dialog = Dialog("Settings", ColumnBody(toggles, "Some settings."), [Button("Done", style="primary")])
    user = Driver(dialog, canvas)
    dialog.layout(canvas)
    user.click(toggles[0].box.centre)
    assert toggles[0].on
    # The last toggle lies under the buttons or below the window, where it cannot be seen or pressed.
    user.click(toggles[20].box.centre)
    assert not toggles[20].on
    for _ in range(30):
        user.key(pygame.K_TAB)
    dialog.update(10)
    dialog.layout(canvas)
    focused = dialog.group.focused
    assert focused in toggles[25:]
    assert focused is not None
    assert dialog.scroller.view.y <= focused.box.y
    assert focused.box.bottom <= dialog.scroller.view.bottom + 0.5


def test_escape_closes_an_open_list_before_its_dialog(canvas: Canvas) -> None:
    choice = Choice("Game", GAMES)
    dialog = Dialog("Settings", ColumnBody([choice]), [Button("Done")])
    user = Driver(dialog, canvas)
    user.keys(pygame.K_TAB, pygame.K_RETURN, pygame.K_ESCAPE)
    assert not choice.open
    assert dialog.is_open
    user.key(pygame.K_ESCAPE)
    assert not dialog.is_open


def test_a_drawn_body_gets_its_room(canvas: Canvas) -> None:
    boxes: list[Box] = []
    dialog = Dialog("Result", DrawnBody(120, lambda _canvas, box: boxes.append(box)), width=500)
    dialog.draw(canvas)
    assert boxes[0].h == 120
    assert dialog.panel.x < boxes[0].x
    assert boxes[0].right < dialog.panel.right


# --- toasts ---


def opacities(toasts: Toasts, seconds: float, step: float = 0.05) -> list[float]:
    seen = []
    for _ in range(round(seconds / step)):
        toasts.update(step)
        seen.append(toasts.opacity)
    return seen


def test_a_toast_fades_in_stays_and_fades_out() -> None:
    toasts = Toasts()
    toasts.push("Choose one card.")
    seen = opacities(toasts, theme.TOAST_SECONDS + 0.2)
    top = seen.index(1.0)
    fall = len(seen) - seen[::-1].index(1.0)
    assert 0 < seen[0] < 1
    assert seen[:top] == sorted(seen[:top])
    assert seen[fall:] == sorted(seen[fall:], reverse=True)
    assert seen[-1] == 0
    assert toasts.words == ""
    assert (fall - top) * 0.05 > 0.7 * theme.TOAST_SECONDS


def test_toasts_queue_without_repeating_and_hurry_when_others_wait() -> None:
    toasts = Toasts()
    for words in ("one", "one", "two", "two", "three"):
        toasts.push(words)
    seen = []
    for _ in range(200):
        if toasts.words and (not seen or seen[-1] != toasts.words):
            seen.append(toasts.words)
        toasts.update(0.02)
    assert seen == ["one", "two", "three"]


def test_a_repeated_message_is_shown_for_longer() -> None:
    toasts = Toasts()
    toasts.push("one")
    toasts.update(theme.TOAST_SECONDS - 0.1)
    toasts.push("one")
    toasts.update(theme.TOAST_SECONDS - 0.5)
    assert toasts.words == "one"
    toasts.clear()
    assert toasts.opacity == 0


def test_a_toast_is_drawn_with_its_opacity(canvas: Canvas) -> None:
    def brightness() -> int:
        canvas.surface.fill((0, 0, 0))
        toasts.draw(canvas)
        return sum(pygame.transform.average_color(canvas.surface)[:3]) + sum(
            canvas.surface.get_at((x, y))[0] for x in range(600, 1000, 2) for y in range(760, 900, 2)
        )

    toasts = Toasts()
    toasts.push("You may hold seven cards at most.")
    assert brightness() == 0
    toasts.update(theme.TOAST_FADE_SECONDS / 2)
    half = brightness()
    toasts.update(theme.TOAST_FADE_SECONDS)
    assert 0 < half < brightness()


# --- everything together ---


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
        canvas.surface.fill((30, 20, 30))
        group.update(0.01)
        group.draw(canvas)
        return (len(shapes.cache), fonts.text.cache_info().misses)

    frame()
    before = frame()
    assert [frame() for _ in range(3)] == [before] * 3
