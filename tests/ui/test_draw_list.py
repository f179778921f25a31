"""What is shown of a list is what drawing all of it anew would show, though only what differs is drawn."""

import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from systems.view.toolkit.draw_list import DrawList, KeptPart, draw_by, part_of

SIZE = (64, 48)
WHOLE = pygame.Rect((0, 0), SIZE)
Placed = tuple[int, int, int, int, int]
"""What is drawn, where, and how wide and high the clip is that it is drawn in."""

places = st.tuples(st.integers(0, 5), st.integers(-8, 60), st.integers(-8, 44), st.integers(1, 64), st.integers(1, 48))
frames = st.lists(st.lists(places, max_size=12), min_size=2, max_size=6)


@pytest.fixture(scope="module")
def pictures(display: None) -> list[pygame.Surface]:
    """Pictures that hide what lies below them, and such that let it through."""
    found = []
    for number in range(6):
        picture = pygame.Surface((9 + 5 * number, 20 - 2 * number), pygame.SRCALPHA if number % 2 else 0, 32)
        picture.fill((40 * number, 250 - 40 * number, 90, 255 if number % 3 else 120))
        found.append(picture)
    return found


def draw(ground: pygame.Surface | DrawList, pictures: list[pygame.Surface], frame: list[Placed]) -> None:
    """A frame on a ground that covers everything."""
    ground.set_clip(None)
    cover = pygame.Surface(SIZE)
    cover.fill((12, 30, 44))

    def draw_cover(surface: pygame.Surface, _: pygame.Rect) -> None:
        surface.blit(cover, (0, 0))

    draw_by(ground, draw_cover, WHOLE, "cover")
    for number, left, top, width, height in frame:
        ground.set_clip(pygame.Rect(0, 0, width, height))
        ground.blit(pictures[number], (left, top))


@settings(max_examples=150, deadline=None)
@given(frames)
def test_frames_look_as_if_each_was_drawn_whole(pictures: list[pygame.Surface], drawn: list[list[Placed]]) -> None:
    shown, listed = pygame.Surface(SIZE), DrawList(SIZE)
    for frame in drawn:
        whole = pygame.Surface(SIZE)
        draw(whole, pictures, frame)
        draw(listed, pictures, frame)
        listed.show_on(shown)
        assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(whole, "RGB")


def test_only_what_moved_is_drawn(pictures: list[pygame.Surface]) -> None:
    shown, listed = pygame.Surface(SIZE), DrawList(SIZE)
    places = []
    for left in (2, 2, 5):
        draw(listed, pictures, [(0, left, 3, 64, 48), (3, 40, 20, 64, 48)])
        places.append(listed.show_on(shown))
    assert places == [[WHOLE], [], [pygame.Rect(2, 3, 12, 20)]]


def test_nothing_drawn_leaves_what_is_shown(pictures: list[pygame.Surface]) -> None:
    shown, listed = pygame.Surface(SIZE), DrawList(SIZE)
    draw(listed, pictures, [(2, 4, 4, 64, 48)])
    listed.show_on(shown)
    before = pygame.image.tobytes(shown, "RGB")
    assert listed.show_on(shown) == []
    assert pygame.image.tobytes(shown, "RGB") == before


def test_a_surface_that_shows_something_else_is_drawn_whole(pictures: list[pygame.Surface]) -> None:
    shown, listed = pygame.Surface(SIZE), DrawList(SIZE)
    for forgotten, places in ((False, [WHOLE]), (False, []), (True, [WHOLE])):
        if forgotten:
            listed.forget()
        draw(listed, pictures, [])
        assert listed.show_on(shown) == places


def test_a_picture_that_fades_is_drawn_again(pictures: list[pygame.Surface]) -> None:
    shown, listed = pygame.Surface(SIZE), DrawList(SIZE)
    picture = pictures[2].copy()
    found = []
    for alpha in (255, 255, 90):
        draw(listed, pictures, [])
        picture.set_alpha(alpha)
        listed.blit(picture, (1, 1))
        found.append(len(listed.show_on(shown)))
    assert found == [1, 0, 1]


def test_what_a_function_draws_is_drawn_again_when_its_key_or_its_ground_differs(
    pictures: list[pygame.Surface],
) -> None:
    """As the edges of lists are, which fade into what lies there: the function reads the surface."""

    def lighten(surface: pygame.Surface, rect: pygame.Rect) -> None:
        surface.fill((30, 30, 30), rect, special_flags=pygame.BLEND_RGB_ADD)

    shown, listed = pygame.Surface(SIZE), DrawList(SIZE)
    place = pygame.Rect(4, 4, 30, 30)
    for left, key in ((0, "a"), (0, "a"), (7, "a"), (7, "b")):
        whole = pygame.Surface(SIZE)
        for ground in (whole, listed):
            draw(ground, pictures, [(0, left, 3, 64, 48)])
            ground.set_clip(None)
            draw_by(ground, lighten, place, key)
        listed.show_on(shown)
        assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(whole, "RGB")


def test_a_part_has_coordinates_and_a_clip_of_its_own(pictures: list[pygame.Surface]) -> None:
    shown, whole, listed = pygame.Surface(SIZE), pygame.Surface(SIZE), DrawList(SIZE)
    for ground in (whole, listed):
        draw(ground, pictures, [])
        ground.set_clip(None)
        part = part_of(ground, pygame.Rect(20, 10, 25, 25))
        part.blit(pictures[5], (-4, -4))
        assert part.get_size() == part.get_clip().size == (25, 25)
        draw_by(part, _mark, pygame.Rect(3, 4, 5, 6), "mark")
    listed.show_on(shown)
    assert pygame.image.tobytes(shown, "RGB") == pygame.image.tobytes(whole, "RGB")


def _mark(surface: pygame.Surface, rect: pygame.Rect) -> None:
    surface.fill((200, 10, 10), rect)


def test_a_kept_part_is_put_together_once_for_a_key_and_a_place(pictures: list[pygame.Surface]) -> None:
    shown, listed, kept = pygame.Surface(SIZE), DrawList(SIZE), KeptPart()
    made: list[str] = []

    def frame(key: str | None, left: int) -> None:
        draw(listed, pictures, [])
        listed.set_clip(None)
        part = listed.part(pygame.Rect(left, 0, 30, 30))

        def put_together() -> None:
            made.append(str(key))
            part.blit(pictures[4], (2, 2))

        kept.draw(part, key, put_together)
        listed.show_on(shown)
        assert shown.get_at((left + 3, 3))[:3] == pictures[4].get_at((1, 1))[:3]

    for key, left in (("a", 0), ("a", 0), ("b", 0), ("b", 30), (None, 30), (None, 30)):
        frame(key, left)
    assert made == ["a", "b", "b", "None", "None"]
