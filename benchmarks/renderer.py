"""What SDL's renderer would give: cards drawn as textures beside cards drawn on the window's surface.

``python -m benchmarks.renderer [WIDTHxHEIGHT]``, with a display. Milliseconds of CPU time a frame, presenting included:
of a table of cards that all move, and of one where one card moves. ``pygame._sdl2.video`` is experimental, so the
program itself does not use it.
"""

import os
import sys
import time
from collections.abc import Callable, Sequence
from statistics import median
from typing import TypeAlias

import pygame
from pygame._sdl2.video import Renderer, Texture, Window

from benchmarks.measuring import Row

Size: TypeAlias = tuple[int, int]
_CARDS = 60
_KINDS = 24
_FRAMES = 80


def rows(size: Size = (1280, 720)) -> list[Row]:
    """Both ways to draw at a size of the window."""
    os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # as the program does where there is no GPU
    pygame.init()
    on = f"at {size[0]} x {size[1]}"
    found = _surface_rows(size, on)
    pygame.display.quit()
    return [*found, *_texture_rows(size, on)]


def _surface_rows(size: Size, on: str) -> list[Row]:
    window, ground = pygame.display.set_mode(size), pygame.Surface(size)
    cards, places = [card.convert_alpha() for card in _cards(size)], _places(size)

    def all_move(frame: int) -> None:
        window.blit(ground, (0, 0))
        for number, (x, y) in enumerate(places):
            window.blit(cards[number % _KINDS], (x + frame, y))
        pygame.display.update()

    def one_moves(frame: int) -> None:
        changed = pygame.Rect((places[0][0] + 2 * frame, places[0][1]), cards[0].get_size()).inflate(4, 4)
        window.blit(ground, changed, changed)
        window.blit(cards[0], changed)
        pygame.display.update([changed])

    return [
        Row(f"the window's surface {on}, {_CARDS} cards move", _taken(all_move)),
        Row(f"the window's surface {on}, one card moves", _taken(one_moves)),
    ]


def _texture_rows(size: Size, on: str) -> list[Row]:
    renderer = Renderer(Window("tabletalk", size=size))
    ground = Texture.from_surface(renderer, pygame.Surface(size))
    cards, places = [Texture.from_surface(renderer, card) for card in _cards(size)], _places(size)
    for card in cards:
        card.blend_mode = pygame.BLENDMODE_BLEND

    def draw(frame: int, turn: int) -> None:  # what is behind the last picture is lost: there is no drawing in part
        renderer.clear()
        ground.draw()
        for number, (x, y) in enumerate(places):
            card = cards[number % _KINDS]
            card.draw(dstrect=pygame.Rect(x + frame, y, card.width, card.height), angle=turn * (number + frame))
        renderer.present()

    return [
        Row(f"textures {on}, {_CARDS} cards move", _taken(lambda frame: draw(frame, 0))),
        Row(f"textures {on}, {_CARDS} cards move and turn", _taken(lambda frame: draw(frame, 1))),
    ]


def _cards(size: Size) -> list[pygame.Surface]:
    card = pygame.Surface((size[0] * 8 // 100, size[1] // 5), pygame.SRCALPHA)
    pygame.draw.rect(card, (90, 40, 120), card.get_rect().inflate(-6, -6), border_radius=9)
    return [card.copy() for _ in range(_KINDS)]


def _places(size: Size) -> Sequence[tuple[int, int]]:
    return [(number * 137 % (size[0] * 4 // 5), number * 211 % (size[1] * 7 // 10)) for number in range(_CARDS)]


def _taken(draw: Callable[[int], None]) -> str:
    taken = []
    for frame in range(_FRAMES):
        before = time.process_time()
        draw(frame)
        taken.append(1000 * (time.process_time() - before))
    return f"{median(taken):.2f} ms"


if __name__ == "__main__":
    asked = [tuple(map(int, words.split("x"))) for words in sys.argv[1:2]] or [(1280, 720)]
    for row in rows((asked[0][0], asked[0][1])):
        print(f"{row.what}: {row.figure}", flush=True)
