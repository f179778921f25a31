"""Errors that nobody expected, planted all over the window: a page tells of each, and one plays on."""

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import esper
import pygame
import pytest

from game.base import reports, settings
from game.base.phases import Phase, add_system
from game.games import registry
from game.matches.check import follow
from systems.view.games.jaipur.layout import JaipurLayout
from systems.view.screens import fault_page
from systems.view.screens.fault_page import TITLE, Choice
from systems.view.screens.menu import MenuScreen
from systems.view.screens.table import TableScreen
from systems.view.screens.training import TrainingScreen
from systems.view.table.layer import TableLayer
from systems.view.toolkit.dialogs import Dialog
from tests.window.audit import colliding, texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk, table

Patch = pytest.MonkeyPatch


@pytest.fixture(autouse=True)
def _nothing_written(monkeypatch: Patch) -> None:
    monkeypatch.setattr(reports, "_written", {})


@pytest.fixture
def table_desk(open_desk: Open) -> Desk:
    desk = open_desk(table("human", "utility"), motion="instant", pace=0.0)
    desk.until_ready()
    desk.may_fail = True
    return desk


SETTLED = 40
"""After so many frames the page can be used."""


class PlantedError(RuntimeError):
    """The error that is planted."""


def fail(*_: Any, **__: Any) -> Any:
    raise PlantedError("planted")


def written() -> list[Path]:
    return sorted(reports.folder().glob("*.txt"))


def press(desk: Desk, choice: Choice) -> None:
    """Press a button of the page by the mouse."""
    desk.frame(SETTLED)
    assert desk.window.guard.page is not None
    dialog = desk.window.guard.page.dialog
    assert dialog is not None
    desk.click(next(button.box for button in dialog.buttons if button.label == choice.value))
    desk.frame(2)


def in_drawing(desk: Desk, patch: Patch) -> None:
    patch.setattr(TableLayer, "draw", fail)
    desk.frame()


def in_layout(desk: Desk, patch: Patch) -> None:
    patch.setattr(JaipurLayout, "lay_out", fail)
    desk.resize(1000, 700)
    desk.frame()


def in_a_dialog(desk: Desk, patch: Patch) -> None:
    patch.setattr(Dialog, "layout", fail)
    desk.keys("f1")
    desk.frame()


def in_an_event(desk: Desk, patch: Patch) -> None:
    patch.setattr(TableScreen, "handle", fail)
    desk.keys("f")


def in_a_system(desk: Desk, patch: Patch) -> None:
    class Broken(esper.Processor):
        process = fail

    desk.table.session.world.enter()
    add_system(Broken(), Phase.TURN)
    desk.frame()
    desk.table.session.world.enter()
    esper.remove_processor(Broken)


def in_resizing(desk: Desk, patch: Patch) -> None:
    patch.setattr("game.app.display.Canvas", fail)
    desk.resize(1100, 640)


def in_saving_settings(desk: Desk, patch: Patch) -> None:
    patch.setattr(settings, "save", fail)
    desk.keys("m")


PLACES: list[Callable[[Desk, Patch], None]] = [
    in_drawing, in_layout, in_a_dialog, in_an_event, in_a_system, in_resizing, in_saving_settings,
]  # fmt: skip


@pytest.mark.parametrize("plant", PLACES, ids=lambda plant: plant.__name__)
def test_one_plays_on_after_an_error(table_desk: Desk, plant: Callable[[Desk, Patch], None]) -> None:
    desk = table_desk
    with pytest.MonkeyPatch.context() as patch:
        plant(desk, patch)
        assert desk.window.guard.page is not None
        desk.keys("return")  # meant for the table
        assert desk.window.guard.page is not None
        desk.frame(SETTLED)
    (report,) = written()
    assert "PlantedError: planted" in report.read_text()
    desk.keys("return")
    desk.frame(2)
    assert desk.window.guard.page is None
    if desk.table.dialog is not None:
        desk.keys("escape")
    desk.until_ready()
    moves = desk.types().count("move")
    desk.play_by_keys(desk.best_move())
    desk.until(lambda: desk.types().count("move") > moves)
    desk.checked()


def test_a_sound_that_fails_keeps_no_move_from_being_recorded(table_desk: Desk) -> None:
    desk = table_desk
    before = desk.types().count("move")
    desk.pick_by_mouse(desk.best_move())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(desk.window.sounds, "play", fail)
        desk.keys("return")
        desk.until(lambda: desk.window.guard.page is not None)
    assert desk.types().count("move") == before + 1
    press(desk, Choice.GO_ON)
    desk.until_ready()
    assert desk.types().count("move") >= before + 2, "the other player has moved too"
    desk.checked()


def test_a_screen_that_cannot_be_closed_is_left(table_desk: Desk, monkeypatch: Patch) -> None:
    desk = table_desk
    monkeypatch.setattr(TableScreen, "close", fail)
    desk.table.leave()
    desk.frame()
    assert desk.window.guard.page is not None
    press(desk, Choice.GO_ON)
    assert isinstance(desk.window.screen, MenuScreen)


def test_a_table_that_cannot_be_opened_leaves_the_menu(desk: Desk) -> None:
    desk.may_fail = True
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("systems.view.screens.table.SidePanel", fail)
        desk.window._opening._asked = table("human", "utility")  # as while mods are loading
        desk.until(lambda: desk.window.guard.page is not None)
    press(desk, Choice.GO_ON)
    assert isinstance(desk.window.screen, MenuScreen)
    desk.window.show_table(table("human", "utility"))
    desk.until(lambda: isinstance(desk.window.screen, TableScreen))


def test_a_menu_that_cannot_be_opened_is_tried_again(table_desk: Desk) -> None:
    desk = table_desk
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("systems.view.screens.menu.MenuScreen", fail)
        desk.table.leave()
        desk.frame()
        for _ in range(3):
            press(desk, Choice.MENU)
            assert desk.window.guard.page is not None
        assert len(written()) == 1
    press(desk, Choice.GO_ON)
    assert desk.window.guard.page is None
    assert desk.window.screen.__class__.__name__ == "MenuScreen"


def test_an_error_that_comes_back_is_written_once_and_offers_the_menu(table_desk: Desk) -> None:
    desk = table_desk
    desk.move_once()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableLayer, "draw", fail)
        desk.frame()
        for _ in range(20):
            press(desk, Choice.GO_ON)
            desk.frame(2)
            assert desk.window.guard.page is not None
        assert len(written()) == 1
        desk.frame(SETTLED)
        desk.keys("return")  # the menu, now that going on does not help
        desk.frame(2)
        assert desk.window.guard.page is None
        assert isinstance(desk.window.screen, MenuScreen)
    assert [replay.finished for replay in desk.replays()] == [False]
    follow(desk.replay())


def test_quitting_from_the_page_closes_everything(table_desk: Desk, monkeypatch: Patch) -> None:
    desk = table_desk
    closed: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableLayer, "draw", fail)
        desk.frame()
    press(desk, Choice.QUIT)
    assert not desk.window._running
    recorder = desk.table.session.recorder
    assert recorder is not None
    close = recorder.close

    def noted() -> None:
        closed.append("recorder")
        close()

    monkeypatch.setattr(recorder, "close", noted)
    desk.close()
    assert closed == ["recorder"]
    assert desk.window.status == 0


@pytest.mark.parametrize("broken", ["StyledPage.__init__", "StyledPage.frame", "StyledPage.handle"])
@pytest.mark.parametrize("choice", list(Choice))
def test_pygame_alone_draws_the_page_where_the_toolkit_fails(
    table_desk: Desk, monkeypatch: Patch, broken: str, choice: Choice
) -> None:
    desk = table_desk
    monkeypatch.setattr(f"systems.view.screens.fault_page.{broken}", fail)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableLayer, "draw", fail)
        desk.frame(SETTLED)
    if broken.endswith("handle"):
        desk.send(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0))
    assert desk.window.guard.page is not None
    desk.frame()
    assert desk.window.guard.page.dialog is None
    box = fault_page._boxes(desk.window.display.surface)[list(Choice).index(choice)]
    desk.send(pygame.MOUSEBUTTONDOWN, pos=box.center, button=1)
    desk.frame(2)
    if choice is Choice.QUIT:
        assert not desk.window._running
    else:
        assert isinstance(desk.window.screen, TableScreen if choice is Choice.GO_ON else MenuScreen)


def test_the_plain_page_is_used_by_keys_too(table_desk: Desk, monkeypatch: Patch) -> None:
    desk = table_desk
    monkeypatch.setattr("systems.view.screens.fault_page.StyledPage", fail)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableLayer, "draw", fail)
        desk.frame(SETTLED)
    desk.keys("left", "tab", "left", "left", "right", "return")  # back to the menu's button
    desk.frame()
    assert isinstance(desk.window.screen, MenuScreen)


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (3840, 2160), (1000, 900)])
def test_the_page_fits_every_window(open_desk: Open, monkeypatch: Patch, size: tuple[int, int]) -> None:
    desk = open_desk(table("human", "utility"), size=size, motion="instant")
    desk.may_fail = True
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableLayer, "draw", fail)
        desk.frame()
    with texts_drawn() as texts:
        desk.frame()
    words = " ".join(text for text, _ in texts)
    assert TITLE in words
    assert "kept up to its latest move" in words
    assert all(choice.value in words for choice in Choice)
    assert written()[0].name in "".join(text for text, _ in texts).replace(" ", "")
    canvas = desk.window.canvas
    assert [text for text, box in texts if not within(box, canvas.area)] == []
    assert colliding(texts) == []
    assert [text for text, _ in texts if text.endswith("…")] == []


def test_errors_while_the_program_ends_are_told_and_nothing_is_left_out(
    open_desk: Open, monkeypatch: Patch, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = open_desk(table("human", "utility"))
    kept: list[str] = []
    shut_down: list[bool] = []
    monkeypatch.setattr(desk.window.display, "close", lambda: shut_down.append(True))
    monkeypatch.setattr(TableScreen, "close", fail)
    monkeypatch.setattr(desk.window.shared, "keep_learnt", lambda: kept.append("learners"))
    desk.close()
    assert kept == ["learners"]
    assert desk.window.status == 1
    assert shut_down
    (report,) = written()
    assert str(report) in capsys.readouterr().err


def test_an_error_while_what_a_training_learnt_is_kept_is_told_on_the_page(open_desk: Open, monkeypatch: Patch) -> None:
    desk = open_desk(None)
    desk.may_fail = True
    desk.menu._choose_game(registry.game("nim"))
    desk.frame(2)
    desk.keys("t", "return")
    screen = desk.screen(TrainingScreen)
    desk.frame(5)
    monkeypatch.setattr(type(screen.trainer), "unkept", property(lambda _: True))
    monkeypatch.setattr(type(screen.trainer), "keep", fail)
    desk.keys("escape")
    desk.until(lambda: desk.window.guard.page is not None)
    assert len(written()) == 1
    assert "planted" in written()[0].read_text("utf-8")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_the_program_can_be_asked_to_end_while_the_page_is_shown(
    table_desk: Desk, monkeypatch: Patch, number: int
) -> None:
    table_desk.move_once()
    in_drawing(table_desk, monkeypatch)
    assert table_desk.window.guard.page is not None
    with table_desk.window.ended_by_signals():
        signal.raise_signal(number)
        table_desk.window.run()
    assert table_desk.window.status == 128 + number
    table_desk.close()
    follow(table_desk.replay())
