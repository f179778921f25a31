"""The training panel of networks: started, stopped and kept, figures and charts, playing against what was learnt."""

import re
from collections.abc import Callable
from multiprocessing.connection import wait

import pygame
import pytest

from game.checkpoints import container, places
from game.checkpoints.networks import NetworkCodec
from game.games import registry
from game.games.thirty_one.networks import spec
from game.training.network_training import Progress
from systems.view.screens.menu import MenuScreen
from systems.view.screens.network import NetworkScreen
from systems.view.screens.table import TableScreen
from systems.view.toolkit.canvas import Box, Canvas
from tests.elsewhere import held_here, holding
from tests.test_network_files import trained
from tests.window.audit import colliding, texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk


def open_panel(desk: Desk) -> NetworkScreen:
    desk.window.show_training(registry.ai("thirty_one", "neural"), {})
    desk.frame(3)
    return desk.screen(NetworkScreen)


@pytest.fixture
def panel(open_desk: Open) -> tuple[Desk, NetworkScreen]:
    desk = open_desk(motion="instant", size=(1280, 720))
    return desk, open_panel(desk)


def until(desk: Desk, screen: NetworkScreen, there: Callable[[], bool]) -> None:
    """Step frames, each after the process has told something, until something is the case."""
    while not there():
        if screen.trainer.pipe is not None:
            wait([screen.trainer.pipe])
        desk.frame()


def test_it_learns_while_it_runs_and_keeps_that_before_it_leaves(panel: tuple[Desk, NetworkScreen]) -> None:
    desk, screen = panel
    assert screen.figures() == "Nothing learnt yet"
    desk.keys("p")
    assert screen.trainer.running
    until(desk, screen, lambda: screen.trainer.count > 0)
    desk.frame()
    assert screen.figures().startswith(f"{screen.trainer.count:,} rounds")
    assert "a second" in screen.figures()
    desk.keys("escape")
    until(desk, screen, lambda: isinstance(desk.window.screen, MenuScreen))
    assert screen.trainer.path.exists()
    assert open_panel(desk).figures() == f"{screen.trainer.count:,} rounds"


def test_a_training_goes_on_after_it_was_left(panel: tuple[Desk, NetworkScreen]) -> None:
    desk, _ = panel
    for _ in range(2):
        screen = open_panel(desk)
        before = screen.trainer.count
        desk.keys("p")
        until(desk, screen, lambda screen=screen, before=before: screen.trainer.count > before)  # type: ignore[misc]
        desk.frame()
        assert re.fullmatch(
            r"[\d,]+ rounds   ·   [\d,.]+k? rounds a second   ·   no life lost in [\d.]+ % of rounds", screen.figures()
        )
        desk.keys("escape")
        until(desk, screen, lambda: isinstance(desk.window.screen, MenuScreen))


def test_figures_that_are_not_known_are_left_out(panel: tuple[Desk, NetworkScreen]) -> None:
    _, screen = panel
    screen.trainer.progress = Progress(0)
    assert screen.figures() == "no rounds"


def test_a_training_that_another_program_goes_on_with_is_not_begun_here(panel: tuple[Desk, NetworkScreen]) -> None:
    desk, screen = panel
    with holding(screen.trainer.path):
        desk.keys("p")
        until(desk, screen, lambda: not screen.trainer.running)
        desk.frame()
    assert "Nothing can be learnt now" in screen.toasts.words
    assert "in use by another window" in screen.toasts.words
    assert not screen.trainer.path.exists()
    desk.keys("p")
    until(desk, screen, lambda: screen.trainer.count > 0)
    assert held_here(screen.trainer.path)
    desk.close()
    assert not held_here(screen.trainer.path)


def test_closing_the_window_keeps_what_was_learnt(panel: tuple[Desk, NetworkScreen]) -> None:
    desk, screen = panel
    desk.keys("p")
    until(desk, screen, lambda: screen.trainer.count > 0)
    desk.close()
    assert screen.trainer.path.exists()
    assert not screen.trainer.running


def keep_some(name: str) -> None:
    NetworkCodec(spec(name)).save(places.own_path("thirty_one", name, ""), trained(ai=name))


def test_one_plays_against_the_user_s_own_networks(open_desk: Open) -> None:
    keep_some("neural")
    desk = open_desk(motion="instant", size=(1280, 720))
    screen = open_panel(desk)
    desk.click(screen.against.box)
    desk.frame(2)
    seats = desk.screen(TableScreen).session.seats
    assert [seat.is_human for seat in seats] == [True, False]
    assert seats[1].trained == container.read(screen.trainer.path).digest


def test_the_metrics_are_drawn_and_how_else_one_trains(open_desk: Open) -> None:
    keep_some("neural")
    desk = open_desk(motion="instant", size=(1280, 720))
    with texts_drawn() as drawn:
        open_panel(desk)
    words = " ".join(words for words, _ in drawn)
    for title in ("Action loss", "Swap loss", "Reward", "Length in turns", "Win rate", "2,000 rounds"):
        assert title in words
    assert "tabletalk train thirty_one neural" in words


@pytest.mark.painted
def test_charts_are_drawn_anew_only_when_something_changed(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_some("neural")
    desk = open_desk(motion="instant", size=(1280, 720))
    screen = open_panel(desk)
    drawn: list[Box] = []
    whole = screen.metrics.draw

    def noted(canvas: Canvas, box: Box) -> None:
        drawn.append(box)
        whole(canvas, box)

    monkeypatch.setattr(screen.metrics, "draw", noted)
    before = pygame.image.tobytes(desk.window.display.surface, "RGB")
    desk.frame(5)
    assert not drawn
    assert pygame.image.tobytes(desk.window.display.surface, "RGB") == before
    screen.metrics.window.value = 2
    desk.frame(5)
    assert len(drawn) == 1
    desk.resize(960, 540)
    desk.frame(5)
    assert len(drawn) == 2


def test_what_goes_wrong_is_told(open_desk: Open) -> None:
    path = places.own_path("thirty_one", "neural", "")
    path.parent.mkdir(parents=True)
    path.write_bytes(b"my shopping list")
    desk = open_desk(motion="instant", size=(1280, 720))
    screen = open_panel(desk)
    assert "not a trained file of Tabletalk" in screen.toasts.words


def test_the_menu_s_training_button_opens_it_at_thirty_one(desk: Desk) -> None:
    desk.choose_game("Thirty-one")
    desk.keys("t", "return")
    desk.frame(2)
    assert desk.screen(NetworkScreen).trainer.ai.name == "neural"


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (1920, 1080)])
def test_nothing_lies_over_anything_else(open_desk: Open, size: tuple[int, int]) -> None:
    keep_some("neural")
    desk = open_desk(motion="instant", size=size)
    open_panel(desk)
    desk.resize(size[0], size[1] - 1)
    with texts_drawn() as drawn:
        desk.frame()
    assert colliding(drawn) == []


def test_the_course_of_another_training_can_be_looked_at(open_desk: Open) -> None:
    keep_some("neural-vs-greedy")
    desk = open_desk(motion="instant", size=(1280, 720))
    screen = open_panel(desk)
    names = {name: value for value, name in screen.metrics.choice.options}
    other = names["neural-vs-greedy, yours: thirty_one-neural-vs-greedy"]
    screen.metrics.choice.pick(other)
    with texts_drawn() as drawn:
        desk.frame(2)
    assert "neural-vs-greedy at Thirty-one: 2 measurements, not averaged" in [words for words, _ in drawn]
