"""Windows for tests: in memory, silent, with a home of their own."""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pygame
import pytest

from game.analysis.remote import RemoteAnalyses
from game.app.display import Display
from game.base import garbage
from game.games import registry
from game.mods.mods import MODS
from systems.view.toolkit import backdrops, drawings, effects, fonts, kept, looks, shadows, shapes, sound
from systems.view.toolkit.draw_list import DrawList
from tests.window.desk import Desk
from tests.window.judges import HerePool

Open = Callable[..., Desk]


@pytest.fixture(autouse=True, scope="package")
def pictures() -> Iterator[None]:
    """Pictures, fonts and sounds, kept from window to window; but for fonts, which end with pygame, to the end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Display, "close", staticmethod(pygame.event.clear))
        patch.setattr(drawings, "raw_pixels", drawn_once)
        patch.setattr(kept, "_bytes", lambda _: 0)
        patch.setattr(sound, "waveform", made_once)
        patch.setattr(sound, "loop", lambda *_: SILENCE)
        yield
        fonts.font.cache_clear()  # type: ignore[attr-defined]  # it is kept
        pygame.quit()


drawn_once = lru_cache(maxsize=1024)(drawings.raw_pixels)
"""Drawings as pixels, which are converted, and so copied, before they are used."""
FEW = (16, 16)


def coarse_pixels(svg: str, size: drawings.Size) -> pygame.Surface:
    """The drawing, read as always, but drawn once in few pixels for whichever size: where nobody looks at it."""
    return pygame.transform.scale(drawn_once(svg, FEW), size)


@lru_cache(maxsize=1 << 14)
def blank_text(words: str, pixels: int, colour: fonts.Colour, face: str = "sans") -> pygame.Surface:
    """A line of text as large as it would be, of which nothing is seen."""
    return blank(fonts.text_size(words, pixels, face))


def blank_shape(shape: shapes.Shape) -> pygame.Surface:
    """A shape as large as it would be, of which nothing is seen."""
    return blank((shape.width + 2 * shape.margin, shape.height + 2 * shape.margin))


def blank(size: drawings.Size) -> pygame.Surface:
    """A picture of which nothing is seen: a part of one for all, which takes no room."""
    return blank_sheet().subsurface((0, 0, *size))


@cache
def blank_sheet() -> pygame.Surface:
    """What blank pictures are parts of: larger than any window of a test."""
    return pygame.Surface((4096, 4096), pygame.SRCALPHA, 32)


coarse = False
"""Whether pictures are kept that nobody is to look at."""
COARSELY: tuple[tuple[Any, str, Callable[..., Any]], ...] = (
    (drawings, "raw_pixels", coarse_pixels),
    (fonts, "text", blank_text),
    (shapes, "_rounded", blank_shape),
    (shadows, "gaussian", lambda values, _: values),
    (shadows, "vignette", lambda *_: None),
    (shadows, "grain", lambda *_: None),
    (backdrops, "_glow", lambda *_: None),
    (backdrops, "gradient", lambda _, size: pygame.Surface(size)),
)
"""What is made otherwise where nobody looks at it."""
made_once = cache(effects.waveform)
"""The waves of sounds, of which those who play them make their own."""
SILENCE = np.zeros((4096, 2))
"""What is played instead of music, which takes longer to make."""


@pytest.fixture(autouse=True)
def painting(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In tests that are not marked `painted` everything is drawn and listed, and all pictures are made, as large as
    ever, but blank or of few pixels, and are not put on the window, where nobody looks at it."""
    global coarse
    if request.node.get_closest_marker("painted") is None:
        coarse = True
        monkeypatch.setattr(DrawList, "_draw", listed_only)
        for module, name, instead in COARSELY:
            monkeypatch.setattr(module, name, instead)
    elif coarse:
        coarse = False
        kept.forget()


def listed_only(listed: DrawList, surface: pygame.Surface, place: pygame.Rect, reaching: list[int]) -> None:
    """Have those functions draw that wait for a list to be shown."""
    for at in reaching:
        step, doing = listed._steps[at], listed._doings[at]
        if doing.draw is not None:
            surface.set_clip(place.clip(step.clip))
            doing.draw(surface, doing.rect)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The home of everything kept for the user."""
    monkeypatch.setenv("TABLETALK_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    MODS.name(())  # a table waits for mods, those of an earlier test too
    MODS.end()
    return tmp_path / "home"


@pytest.fixture(autouse=True)
def motion() -> Iterator[None]:
    """Things move where no window has them still."""
    yield
    looks.choose(still=False)


@pytest.fixture(autouse=True)
def wings(monkeypatch: pytest.MonkeyPatch) -> None:
    """The menu makes nothing ready for a table that is not opened."""
    monkeypatch.setattr("systems.view.screens.menu_wings._QUIET", float("inf"))


@pytest.fixture(autouse=True)
def clearing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only in tests that are marked `cleared` it is searched for what a closed screen held, which takes long beside all
    that tests hold."""
    if request.node.get_closest_marker("cleared") is None:
        monkeypatch.setattr(garbage, "clear_away", lambda: None)


@pytest.fixture(autouse=True)
def whole_replays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are read whole before they are shown, however slow the machine is."""
    monkeypatch.setattr("systems.view.screens.replay._AT_ONCE", float("inf"))


@pytest.fixture(autouse=True)
def judges(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In tests that are marked `judged` matches and positions are judged here, one portion a frame; in others nobody
    judges what is shown."""
    if request.node.get_closest_marker("judged") is None:
        monkeypatch.setattr(RemoteAnalyses, "look", lambda _: None)
    else:
        monkeypatch.setattr("game.analysis.remote.WorkerPool", HerePool)


@pytest.fixture(autouse=True)
def hints_at_once(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints come from each game's usual AI, which thinks within a frame; in tests that are marked `advised` from the
    game's advisor, which may have a process of its own."""
    if request.node.get_closest_marker("advised") is None:
        monkeypatch.setattr(registry, "advising_ai", registry.usual_ai)


@pytest.fixture
def no_mods(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No mods before and after, and all the time they need."""
    monkeypatch.setattr(MODS, "_asked_think_seconds", True)
    monkeypatch.setattr(MODS, "think_seconds", 60.0)
    yield
    MODS.name(())
    MODS.end()


@pytest.fixture
def open_desk() -> Iterator[Open]:
    """Opens a window; settings are given by name. At the end it is closed."""
    opened: list[Desk] = []

    def open_with(request: Any = None, size: tuple[int, int] = (960, 540), **settings: Any) -> Desk:
        opened.append(Desk(request, size, **settings))
        return opened[-1]

    yield open_with
    for desk in opened:
        desk.close()


@pytest.fixture
def desk(open_desk: Open) -> Desk:
    """A window at the menu; pieces move and AIs play at once."""
    return open_desk(motion="instant", pace=0.0)
