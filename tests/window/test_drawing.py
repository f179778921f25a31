"""The window draws what has changed only; what it shows is what drawing everything anew shows."""

import weakref

import pygame
import pytest

from components.table import MatchOver, Progress
from game.games import registry
from game.games.seats import parse_seats
from game.matches.requests import TableRequest
from systems.snapshot import maybe, only
from systems.view.screens.table import TableScreen
from systems.view.table.characters import YOU, character_of
from systems.view.toolkit import portraits
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.draw_list import DrawList, KeptPart
from systems.view.toolkit.portraits import Person
from systems.view.toolkit.scrolling import ScrollList
from systems.view.toolkit.widgets import Button, Widget
from tests.games import weakest
from tests.window.audit import draw_all
from tests.window.conftest import Open
from tests.window.desk import FRAME, Desk


def drawn_anew(screen: TableScreen) -> bytes:
    """What a table looks like, with nothing of it kept from the frame before."""
    size = screen.canvas.surface.get_size()
    listed, surface = DrawList(size), pygame.Surface(size)
    canvas, layer = screen.canvas, screen.table
    kept, layer._kept = layer._kept, KeptPart()
    screen.canvas = Canvas(listed)
    with pytest.MonkeyPatch.context() as patch:
        draw_all(patch)
        screen._draw()
    screen.canvas, layer._kept = canvas, kept
    listed.show_on(surface)
    return pygame.image.tobytes(surface, "RGB")


def shown(desk: Desk) -> bytes:
    """What the window shows."""
    return pygame.image.tobytes(desk.window.display.surface, "RGB")


@pytest.mark.painted
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("jaipur", ("utility", "random")),
        ("notty", ("random", "random", "random")),
        ("nim", ("perfect", "random")),
    ],
)
def test_a_match_looks_as_if_every_frame_was_drawn_whole(open_desk: Open, game: str, seats: tuple[str, ...]) -> None:
    request = TableRequest(game, tuple(parse_seats(game, seats)), {}, 7)
    desk = open_desk(request, overlay=True, pace=0.2, motion="double")
    screen = desk.table
    pictures = set()
    for frame in range(240):
        desk.window.frame(2 * FRAME)
        if desk.window.screen is not screen or screen.dialog is not None:
            break
        if frame % 3 == 0:
            pictures.add(picture := shown(desk))
            assert picture == drawn_anew(screen), f"frame {frame}"
    assert len(pictures) > 12


@pytest.mark.painted
def test_a_match_of_rounds_to_its_end_looks_as_if_every_frame_was_drawn_whole(open_desk: Open) -> None:
    request = TableRequest("thirty_one", tuple(parse_seats("thirty_one", ("greedy", "random"))), {}, 7)
    desk = open_desk(request, overlay=True, pace=0.2, motion="double")
    screen, pictures, rounds = desk.table, set[bytes](), set[int]()
    frames = after = 0
    while after < 40:  # and a moment on
        desk.window.frame(2 * FRAME)
        frames += 1
        after += maybe(MatchOver) is not None
        rounds.add(only(Progress).round_number)
        if frames % 8 == 0 or after == 40:
            pictures.add(picture := shown(desk))
            assert picture == drawn_anew(screen), f"frame {frames}"
        assert frames < 6000, "the match does not end"
    assert rounds == {1, 2}
    assert len(pictures) > 30


@pytest.mark.parametrize("kind", [Button, ScrollList])
def test_what_draws_more_than_its_kind_says_so_in_its_look(kind: type[Widget]) -> None:
    drawing = {name for name in vars(kind) if any(part in name for part in ("draw", "skin", "ink", "width", "padding"))}
    assert drawing >= {"draw"}
    kinds = [kind]
    for each in kinds:
        kinds += each.__subclasses__()
        assert "look" in vars(each) or not drawing & set(vars(each)) or each.look(each()) is None, each


def test_a_table_that_stands_still_is_not_drawn(open_desk: Open) -> None:
    desk = open_desk(TableRequest("nim", tuple(parse_seats("nim", ["human", "perfect"])), {}, 3))
    desk.until(lambda: desk.ready)
    for _ in range(300):
        desk.frame()
    assert desk.window.rest.still_for > 2.0


def test_a_window_at_rest_wakes_for_the_user(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = open_desk(TableRequest("nim", tuple(parse_seats("nim", ["human", "perfect"])), {}, 3), muted=False)
    desk.until(lambda: desk.ready)
    for _ in range(300):
        desk.frame()
    naps = 0

    def sleep(_: float) -> None:
        nonlocal naps
        naps += 1
        if naps == 3:
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=pygame.K_m, mod=0, unicode="m"))
        elif naps > 3 or desk.window.settings.muted:
            desk.window.quit()

    monkeypatch.setattr("game.app.resting.time.sleep", sleep)
    desk.window.run()
    assert naps == 4
    assert desk.window.settings.muted


def test_a_table_that_follows_another_at_rest_is_shown_before_it_rests(open_desk: Open) -> None:
    request = TableRequest("nim", tuple(parse_seats("nim", ["human", "perfect"])), {}, 3)
    desk = open_desk(request)
    desk.until(lambda: desk.window.rests)
    before = desk.table
    desk.window.show_table(request)
    desk.frame()
    assert desk.table is not before
    assert not desk.window.rests, "nothing of it has been seen"
    assert not desk.table.resting, "its own world is asked, in which nobody moves yet"


@pytest.mark.parametrize(("pause", "rests"), [(False, False), (True, True)])
def test_a_window_rests_only_where_no_ai_is_to_move(open_desk: Open, pause: bool, rests: bool) -> None:
    seats = tuple(parse_seats("nim", ["perfect", "perfect"]))
    desk = open_desk(TableRequest("nim", seats, {}, 3), pace=30.0, motion="instant")
    if pause:
        desk.keys("p")
    for _ in range(400):
        desk.frame()
    assert desk.window.rests is rests


@pytest.mark.parametrize("game", [each.name for each in registry.games()])
def test_a_plate_shows_the_face_of_who_sits_there(open_desk: Open, monkeypatch: pytest.MonkeyPatch, game: str) -> None:
    shown: list[Person] = []
    bust = portraits.bust

    def noted(person: Person, diameter: int) -> pygame.Surface:
        shown.append(person)
        return bust(person, diameter)

    monkeypatch.setattr(portraits, "bust", noted)
    open_desk(TableRequest(game, tuple(parse_seats(game, ["human", weakest(game)])), {}, 5)).frame(2)
    assert {YOU, character_of(registry.ai(game, weakest(game))).person} == set(shown)


@pytest.mark.cleared
def test_a_table_that_was_left_is_gone_with_all_its_pictures(open_desk: Open) -> None:
    desk = open_desk(TableRequest("nim", tuple(parse_seats("nim", ["human", "perfect"])), {}, 3), motion="instant")
    desk.until(lambda: desk.ready)
    screen = weakref.ref(desk.table)
    desk.window.to_menu()
    desk.frame()
    assert screen() is None
