"""Whatever keys and clicks come, in whatever order: the window goes on, and what it wrote is a right replay."""

from pathlib import Path
from random import Random

import pygame
import pytest

from game.base.safe_text import escaped
from game.matches.check import follow
from game.matches.requests import ReplayRequest
from tests.tables import recorded, through_rules
from tests.tables import table as seats
from tests.window.conftest import Open
from tests.window.desk import Desk, table

KEYS = [
    pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN, pygame.K_SPACE, pygame.K_SPACE, pygame.K_RETURN,
    pygame.K_RETURN, pygame.K_TAB, pygame.K_ESCAPE, pygame.K_F1, pygame.K_o, pygame.K_b, pygame.K_u, pygame.K_u,
    pygame.K_p, pygame.K_n, pygame.K_1, pygame.K_4, pygame.K_0, pygame.K_m, pygame.K_s, pygame.K_c, pygame.K_r,
    pygame.K_PAGEDOWN, pygame.K_HOME, pygame.K_DELETE, pygame.K_F11, pygame.K_F7, pygame.K_LSHIFT, pygame.K_UNKNOWN,
]  # fmt: skip
SIZES = [(960, 540), (1280, 720), (1000, 900), (500, 400), (1600, 600)]


def something(desk: Desk, rng: Random) -> None:
    """Do something a user might do, sensible or not."""
    width, height = desk.window.display.surface.get_size()
    where = (rng.randrange(width), rng.randrange(height))
    match rng.randrange(12):
        case 0 | 1 | 2 | 3:
            key, mod = rng.choice(KEYS), rng.choice((0, 0, 0, pygame.KMOD_SHIFT, pygame.KMOD_CTRL))
            desk.send(pygame.KEYDOWN, key=key, mod=mod, unicode="")
            if rng.random() < 0.8:
                desk.send(pygame.KEYUP, key=key, mod=mod)
        case 4 | 5 | 6 | 7:
            desk.send(pygame.MOUSEMOTION, pos=where, rel=(0, 0), buttons=(0, 0, 0))
            desk.send(pygame.MOUSEBUTTONDOWN, pos=where, button=rng.choice((1, 1, 1, 2, 3)))
            if rng.random() < 0.8:
                desk.send(pygame.MOUSEBUTTONUP, pos=where, button=1)
        case 8:
            desk.send(pygame.MOUSEWHEEL, x=0, y=rng.choice((-3, 1)), precise_y=1.5)
        case 9:
            desk.send(pygame.TEXTINPUT, text=rng.choice(("7", "x", "ß")))
        case 10:
            desk.send(rng.choice((pygame.WINDOWLEAVE, pygame.WINDOWFOCUSLOST)))
        case 11 if rng.random() < 0.1:
            desk.resize(*rng.choice(SIZES))


@pytest.mark.parametrize("seats", [("human", "utility"), ("human", "human"), ("utility", "random"), ()])
@pytest.mark.parametrize("motion", ["normal", "instant"])
def test_nothing_breaks_the_window(open_desk: Open, seats: tuple[str, ...], motion: str) -> None:
    desk = open_desk(table(*seats) if seats else None, motion=motion, pace=0.1)
    rng = Random(f"{seats} {motion}")
    for _ in range(100):
        for _ in range(rng.choice((1, 1, 2, 4))):
            something(desk, rng)
        desk.frame(rng.choice((1, 1, 3)), rng.choice((1 / 60, 0.0, 0.1)))
    desk.close()
    for replay in desk.replays():
        follow(replay)


@pytest.mark.painted
@pytest.mark.parametrize("odd", ["n\0ul", "half \ud800", "bell \x07 \x1b[31m", "turned \u202e"])
def test_text_that_no_font_can_draw_breaks_nothing(open_desk: Open, odd: str) -> None:
    desk = open_desk(table("human", "utility"), motion="instant")
    desk.table.session.note(1, f"a mod failed: {odd}")
    desk.table.session.log.noted(None, odd)
    for _ in range(5):
        desk.frame()
    assert desk.table.session.log.lines[-1].text == escaped(odd)


def test_a_recorded_match_with_an_odd_name_breaks_no_menu(open_desk: Open, folder: Path) -> None:
    path = folder / "matches" / "jaipur-8.jsonl"
    recorded(path, through_rules, seats("utility", "random"), 8)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    path.write_text("".join([lines[0].replace('"name":"random"', '"name":"a\\u0000b"'), *lines[1:6]]), encoding="utf-8")
    assert "u0000" in path.read_text(encoding="utf-8")
    desk = open_desk(None)
    desk.frame()
    open_desk(ReplayRequest(path)).frame()
