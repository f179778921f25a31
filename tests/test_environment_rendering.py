"""What environments show: the window that they share, pictures, and text."""

import numpy as np
import pygame
import pytest

from game.environments import raw_env
from systems.view.screens.replay import ReplayScreen
from systems.view.toolkit.sound import Sounds
from tests.environment_tables import random_action


def test_a_picture_of_the_table_follows_the_match_in_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[bool] = []
    monkeypatch.setattr(Sounds, "play", lambda sounds, _: heard.append(not sounds.muted))
    table = raw_env("nim", render_mode="rgb_array", opponents={1: "random"})
    table.reset(seed=1)
    before = table.render()
    table.step(random_action(table.observe(table.agent_selection), np.random.default_rng(1)))
    after = table.render()
    assert table._rendering is not None
    screen = table._rendering._screen
    assert screen.at == len(screen.frames) - 1 > 0
    assert heard
    assert not any(heard)
    table.close()
    assert before.shape == after.shape == (720, 1280, 3)
    assert (before != after).any()


@pytest.fixture
def unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")


def test_a_picture_hangs_on_the_match_alone() -> None:
    watched, late = (raw_env("thirty_one", render_mode="rgb_array", opponents={1: "greedy"}) for _ in range(2))
    for table in (watched, late):
        table.reset(seed=1)
    for _ in range(30):  # the list of moves scrolls meanwhile
        watched.render()
        for table in (watched, late):
            table.step(random_action(table.observe("player_0"), np.random.default_rng(1)))
    assert (watched.render() == late.render()).all()
    watched.close()
    late.close()


def close_the_window() -> None:
    pygame.event.post(pygame.event.Event(pygame.QUIT))


@pytest.mark.usefixtures("unseen")
def test_the_window_shows_every_move_and_is_gone_once_closed() -> None:
    table = raw_env("nim", render_mode="human")
    table.reset(seed=1)
    assert table._rendering is not None
    screen = table._rendering._screen
    table.step(0)
    assert screen.at == len(screen.frames) - 1 == 1
    close_the_window()
    with pytest.warns(UserWarning, match="the window was closed"):
        table.step(7)
    assert not pygame.display.get_init()
    table.step(14)
    assert not pygame.display.get_init()
    table.close()


@pytest.mark.usefixtures("unseen")
def test_an_error_of_the_window_is_one_of_the_call_that_showed(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise ZeroDivisionError

    table = raw_env("nim", render_mode="human")
    table.reset(seed=1)
    with monkeypatch.context() as patch:
        patch.setattr(ReplayScreen, "frame", fail)
        with pytest.raises(ZeroDivisionError):
            table.step(0)
    table.step(7)
    assert table._rendering is not None
    assert table._rendering._screen.at == 2
    table.close()


@pytest.mark.usefixtures("unseen")
def test_environments_share_the_window_and_closing_one_leaves_the_others() -> None:
    first, second = raw_env("nim", render_mode="human"), raw_env("jaipur", render_mode="human")
    picture = raw_env("nim", render_mode="rgb_array")
    for table in (picture, first, second):
        table.reset(seed=1)
    before = picture.render()
    assert first._rendering is not None
    assert second._rendering is not None
    window = first._rendering._window
    assert window is second._rendering._window
    for table in (first, second, first):
        table.step(random_action(table.observe(table.agent_selection), np.random.default_rng(1)))
        assert table._rendering is not None
        assert window.screen is table._rendering._screen
    assert (picture.render() == before).all()
    second.close()
    first.step(random_action(first.observe(first.agent_selection), np.random.default_rng(1)))
    close_the_window()
    with pytest.warns(UserWarning, match="the window was closed"):
        first.render()
    assert (picture.render() == before).all()  # it opens what it needs by itself
    picture.close()
    assert not pygame.display.get_init()


@pytest.mark.usefixtures("unseen")
def test_a_window_for_people_takes_the_place_of_one_for_pictures() -> None:
    picture, seen = raw_env("nim", render_mode="rgb_array"), raw_env("nim", render_mode="human")
    picture.reset(seed=1)
    before = picture.render()
    hidden = picture._rendering._window if picture._rendering else None
    seen.reset(seed=1)
    assert seen._rendering is not None
    assert seen._rendering._window is not hidden
    assert (picture.render() == before).all()
    seen.close()
    picture.close()


def test_the_text_tells_what_the_player_to_move_may_see() -> None:
    table = raw_env("nim", render_mode="ansi")
    table.reset(seed=1)
    text = table.render()
    assert "piles: 1 3 5 7" in text
    assert "Take 7 from pile 4" in text
