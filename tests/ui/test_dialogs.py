"""Dialogs and toasts."""

from collections.abc import Callable, Sequence
from typing import Any

import pygame
import pytest

from game.rules.protocol import RoundEnd, ScoreLine
from systems.view.table.results import ScoreBody
from systems.view.toolkit import fonts, theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.controls import Toggle
from systems.view.toolkit.dialogs import ColumnBody, Dialog, SectionsBody
from systems.view.toolkit.draw_list import DrawList
from systems.view.toolkit.fields import Choice
from systems.view.toolkit.notices import Toasts
from systems.view.toolkit.widgets import Button, Widget
from tests.surfaces import surface_of
from tests.ui.driver import GAMES, SIZES, Driver
from tests.window.audit import texts_drawn


class DrawnBody:
    """A body of a fixed height, drawn by a callback that gets the canvas and the box."""

    def __init__(self, height: float, draw: Callable[[Canvas, Box], None]) -> None:
        self._height = height
        self._draw = draw
        self.widgets: Sequence[Widget] = ()

    def height(self, canvas: Canvas, width: float) -> float:
        """The fixed height."""
        return self._height

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """There is nothing to place."""

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Call the callback."""
        self._draw(canvas, box)


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


@pytest.mark.parametrize("order", [1, -1])
def test_the_order_of_the_buttons_decides_nothing_about_keys(canvas: Canvas, order: int) -> None:
    stay, leave = Button("Stay"), Button("Leave", style="primary")
    dialog = Dialog("Leave?", "Your game is saved.", [stay, leave][::order])
    assert dialog.default is leave
    assert dialog.cancel is stay
    leave.enabled = False
    Driver(dialog, canvas).key(pygame.K_RETURN)
    assert dialog.is_open


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
    seen: list[str] = []
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
        surface_of(canvas).fill((0, 0, 0))
        toasts.draw(canvas)
        return sum(pygame.transform.average_color(surface_of(canvas))[:3]) + sum(
            surface_of(canvas).get_at((x, y))[0] for x in range(600, 1000, 2) for y in range(760, 900, 2)
        )

    toasts = Toasts()
    toasts.push("You may hold seven cards at most.")
    assert brightness() == 0
    toasts.update(theme.TOAST_FADE_SECONDS / 2)
    half = brightness()
    toasts.update(theme.TOAST_FADE_SECONDS)
    assert 0 < half < brightness()


def test_a_toast_that_is_no_longer_true_is_withdrawn() -> None:
    toasts = Toasts()
    for words in ("first", "second", "third"):
        toasts.push(words)
    toasts.withdraw("second")
    toasts.withdraw("first")
    assert toasts.words == "third"
    toasts.withdraw("another")
    assert toasts.words == "third"
    toasts.withdraw("third")
    assert not toasts.words


def test_a_long_toast_breaks_into_lines_on_its_pill(canvas: Canvas) -> None:
    surface_of(canvas).fill((0, 0, 0))
    toasts = Toasts()
    toasts.push("You may hold seven cards at most: sell some first, or take camels, which do not count. " * 2)
    toasts.update(theme.TOAST_FADE_SECONDS)
    toasts.draw(canvas)
    ink = [
        rect
        for rect in pygame.mask.from_threshold(surface_of(canvas), theme.TEXT, (60, 60, 60)).get_bounding_rects()
        if rect.h > 3
    ]
    pill = pygame.mask.from_threshold(surface_of(canvas), theme.PANEL_SOLID, (4, 4, 4)).get_bounding_rects()
    widest = max(pill, key=lambda rect: rect.w)
    assert min(rect.left for rect in ink) > widest.left + 20
    assert max(rect.right for rect in ink) < widest.right - 20
    assert max(rect.top for rect in ink) - min(rect.top for rect in ink) > 20


def test_a_toast_with_a_long_path_is_read_whole_and_stays_within_its_sides(canvas: Canvas) -> None:
    path = "/home/somebody/a-folder-with-a-long-name/" * 4 + "nim-q-learner-after-12345-games.npz"
    within = Box(0.0, 0.0, 640.0, canvas.height)
    toasts = Toasts()
    toasts.push(f"A copy is in {path}.")
    toasts.update(theme.TOAST_FADE_SECONDS)
    drawn: list[str] = []
    draw = fonts.text

    def noted(words: str, *rest: Any) -> Any:
        drawn.append(words)
        return draw(words, *rest)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fonts, "text", noted)
        for centre in (30.0, 320.0, 600.0):
            surface_of(canvas).fill((0, 0, 0))
            toasts.draw(canvas, centre, 400.0, within)
            seen = pygame.mask.from_threshold(surface_of(canvas), theme.PANEL_SOLID, (4, 4, 4)).get_bounding_rects()
            widest = max(seen, key=lambda rect: rect.w)
            assert widest.left >= canvas.px(within.x)
            assert widest.right <= canvas.px(within.right)
    assert "".join(drawn).replace(" ", "") == f"Acopyisin{path}."


def test_a_long_toast_stays_as_long_as_it_is_read() -> None:
    toasts = Toasts()
    toasts.push("word " * 60)
    toasts.update(theme.TOAST_SECONDS + 1)
    assert toasts.opacity == 1
    toasts.update(30.0)
    assert toasts.opacity == 0


def test_a_cut_body_fades_at_the_edge_that_hides_more(canvas: Canvas) -> None:
    def edges() -> tuple[tuple[int, ...], tuple[int, ...]]:
        dialog.draw(canvas)
        window = canvas.rect(dialog.scroller.view)
        x = window.centerx
        above, below = surface_of(canvas).get_at((x, window.top)), surface_of(canvas).get_at((x, window.bottom - 1))
        return tuple(above)[:3], tuple(below)[:3]

    white = DrawnBody(3000, lambda canvas, box: canvas.shape(box, (255, 255, 255), radius=0))
    dialog = Dialog("Rules", white, [Button("Close")])
    above, below = edges()
    assert above == (255, 255, 255)
    assert below < (90, 90, 90)
    dialog.scroller.to(9999, at_once=True)
    above, below = edges()
    assert above < (90, 90, 90)
    assert below == (255, 255, 255)


def test_sections_fill_two_columns_in_order_each_below_its_heading(canvas: Canvas) -> None:
    sections = [("A", 3), ("B", 2), ("C", 2), ("D", 3)]
    made = [(name, [Toggle(f"{name}{at}", False, print) for at in range(number)]) for name, number in sections]
    body = SectionsBody(made)
    body.arrange(canvas, Box(100, 50, 900, body.height(canvas, 900)))
    left, right = (
        [widget for widget in body.widgets if (widget.box.x < 500) is on_the_left] for on_the_left in (True, False)
    )
    assert [widget.label[0] for widget in left if isinstance(widget, Toggle)] == list("AAABB")
    assert [widget.label[0] for widget in right if isinstance(widget, Toggle)] == list("CCDDD")
    for column in (left, right):
        tops = [widget.box.y for widget in column]
        assert tops == sorted(tops)
        assert min(tops) >= 50 + theme.SECTION
        assert max(widget.box.bottom for widget in column) <= 50 + body.height(canvas, 900)
    assert max(widget.box.right for widget in left) < min(widget.box.x for widget in right)


def test_the_number_of_rounds_is_told_whole_beside_narrow_columns() -> None:
    score = ScoreBody(RoundEnd((12, 7), 0, {}, (ScoreLine("Total", (12, 7)),)), ["a", "b"], None, rounds=12)
    with texts_drawn() as texts:
        score.draw(Canvas(DrawList((1280, 720))), Box(0, 0, 112 + 2 * 10, 300))
    told = [words for words, _ in texts]
    assert "The last of 12 rounds" in " ".join(told)
    assert "The last of 12 rounds" not in told, "in one line it would be cut"
