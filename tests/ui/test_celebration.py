"""What celebrates a won match: it comes to rest by itself, at once where it is skipped or nothing is to move."""

import pygame

from systems.view.table.celebration import Celebration
from systems.view.toolkit.canvas import Box, Canvas

PANEL = Box(100, 100, 900, 400)


def _picture(height: int) -> pygame.Surface:
    picture = pygame.Surface((height, height))
    picture.fill((200, 30, 40))
    return picture


def drawn(celebration: Celebration) -> bytes:
    """What is seen of it."""
    surface = pygame.Surface((1280, 720))
    celebration.draw(Canvas(surface), PANEL)
    return pygame.image.tobytes(surface, "RGB")


def test_it_moves_and_comes_to_rest() -> None:
    moving, still = Celebration([_picture], still=False), Celebration([_picture], still=True)
    assert still.over
    assert drawn(moving) != drawn(still)
    for _ in range(120):
        moving.pass_time(1 / 60)
    assert moving.over
    assert drawn(moving) == drawn(still)


def test_a_skip_brings_it_to_rest_at_once() -> None:
    skipped = Celebration([_picture], still=False)
    skipped.skip()
    assert drawn(skipped) == drawn(Celebration([_picture], still=True))


def test_without_pieces_nothing_is_drawn() -> None:
    blank = pygame.image.tobytes(pygame.Surface((1280, 720)), "RGB")
    assert drawn(Celebration([], still=True)) == blank
