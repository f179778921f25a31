"""A pretended user, and things to use."""

from collections.abc import Callable, Sequence
from typing import Any

import pygame

from systems.view.toolkit.canvas import Box, Canvas, Point
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.focus import Group
from systems.view.toolkit.scrolling import ScrollList
from systems.view.toolkit.widgets import Button

SIZES = [(960, 540), (1280, 720), (1920, 1080), (1000, 900), (2560, 800)]

GAMES = [("jaipur", "Jaipur"), ("notty", "Notty"), ("nim", "Nim")]


class Driver:
    """Sends pygame's events, with places given in units, to a group or a dialog."""

    def __init__(self, target: Group | Dialog, canvas: Canvas) -> None:
        self.target = target
        self.canvas = canvas

    def send(self, kind: int, **values: Any) -> bool:
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

    def release(self, key: int) -> bool:
        return self.send(pygame.KEYUP, key=key, mod=0)

    def keys(self, *keys: int) -> None:
        for key in keys:
            self.key(key)

    def type(self, words: str) -> None:
        for letter in words:
            self.key(ord(letter.lower()))
            self.send(pygame.TEXTINPUT, text=letter)


Drive = Callable[..., Driver]


def buttons_in_a_row(names: Sequence[str], pressed: list[str]) -> list[Button]:
    """Buttons side by side that note their names when pressed."""

    def note(name: str) -> Callable[[], None]:
        return lambda: pressed.append(name)

    return [Button(name, note(name), Box(20 + 120 * i, 20, 100, 44)) for i, name in enumerate(names)]


def tall_list(**more: object) -> ScrollList:
    """100 rows, 20 and 40 units high in turns, in a view of 300."""
    heights = [20.0 if row % 2 else 40.0 for row in range(100)]
    return ScrollList(lambda *_: None, heights, Box(100, 100, 200, 300), **more)  # type: ignore[arg-type]
