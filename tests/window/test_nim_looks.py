"""How Nim's stones look: each like itself from a round's beginning to its end, however the match is shown."""

import itertools
from collections.abc import Iterator
from pathlib import Path

import esper
import pygame
import pytest

from components.pieces import Stone
from components.view import Moving
from game.games.nim.record import MOST_PILES, MOST_STONES
from game.games.nim.rules import State
from game.matches.replay import read
from game.matches.requests import ReplayRequest
from systems.view.games.nim import art
from systems.view.games.nim.art import ASPECT
from systems.view.games.nim.layout import gone_stones
from systems.view.games.nim.view import look_of
from systems.view.screens.replay import ReplayScreen
from tests.nim_desk import Open, click, pile, tables
from tests.window.desk import Desk, lay

MOST = [MOST_STONES] * MOST_PILES


@pytest.fixture
def open_nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a table of Nim."""
    yield from tables(tmp_path, monkeypatch)


@pytest.mark.painted
def test_a_stone_keeps_its_look_and_neighbours_look_different(open_nim: Open) -> None:
    desk = open_nim(piles=MOST)
    desk.until_ready()
    for number in range(1, 9):
        row = [look_of(stone) for stone in pile(desk, number)]
        assert all(0 <= look < art.LOOKS for look in row)
        assert all(a != b for a, b in itertools.pairwise(row))
    pictures = {id(art.pebble(look, 40)) for look in range(art.LOOKS)}
    assert len(pictures) == art.LOOKS == len({bytes_of(look) for look in range(art.LOOKS)})


def bytes_of(look: int) -> bytes:
    return pygame.image.tobytes(art.pebble(look, 40), "RGBA")


@pytest.mark.painted
def test_a_pebble_is_as_large_as_asked_and_not_higher_than_its_aspect(open_nim: Open) -> None:
    open_nim()
    for look in range(8):
        picture = art.pebble(look, 100)
        used = picture.get_bounding_rect(min_alpha=40)
        assert picture.get_size() == (100, 100)
        assert used.w >= 90
        assert used.h <= 100 * ASPECT + 2
        assert abs(used.centerx - 50) <= 2
        assert abs(used.centery - 50) <= 2


def looks(desk: Desk) -> list[list[int]]:
    """How the stones look: those of each pile from left to right, then those in the bowls."""
    stage = desk.viewer._stage if isinstance(desk.window.screen, ReplayScreen) else desk.table.stage
    zones = [*(f"pile-{number}" for number in range(4)), "gone"]
    return [[look_of(stone) for stone in stage.pieces_at(zone)] for zone in zones]


def takes(desk: Desk, *moves: tuple[int, int]) -> None:
    """Two humans take stones in turn: (pile from 1, stones)."""
    for number, count in moves:
        desk.until_ready()
        click(desk, pile(desk, number)[-count])
        desk.keys("return")
    desk.until_ready()


def test_stones_look_the_same_in_a_match_gone_on_with_and_in_its_replay(open_nim: Open) -> None:
    desk = open_nim("human", "human")
    desk.until_ready()
    first = looks(desk)
    takes(desk, (4, 3), (2, 2), (3, 1), (4, 1))
    before = looks(desk)
    assert before[:4] == [row[: len(left)] for row, left in zip(first, before, strict=True)][:4]
    assert before[4] == [first[3][6], first[3][5], first[3][4], first[1][2], first[1][1], first[2][4], first[3][3]]
    recorder = desk.table.session.recorder
    assert recorder is not None
    desk.close()
    again = Desk(None, (1280, 720), motion="instant", pace=0.0)
    again.window.resume(read(recorder.path))
    again.frame(3)
    assert looks(again) == before
    again.close()
    shown = Desk(ReplayRequest(recorder.path), (1280, 720), motion="instant")
    assert looks(shown) == first
    shown.keys("end")
    shown.frame(2)
    assert looks(shown) == before
    shown.close()


def test_stones_that_go_back_to_several_piles_look_as_before_and_none_changes_in_the_air(
    open_nim: Open,
) -> None:
    desk = open_nim("human", "human", motion="normal")
    desk.until_ready()
    first = looks(desk)
    takes(desk, (2, 2), (4, 3))
    drawn = {look_of(stone): moving.now for stone, (_, moving) in esper.get_components(Stone, Moving)}
    lay(desk, desk.table.session.states[0])
    assert looks(desk) == first
    for stone, (_, moving) in esper.get_components(Stone, Moving):
        before = drawn[look_of(stone)]
        assert abs(moving.now.x - before.x) < 20, "it sets out from where it was drawn"
        assert abs(moving.now.y - before.y) < 20
    desk.until_ready()
    poses = [moving.now for _, (_, moving) in esper.get_components(Stone, Moving)]
    assert len({(pose.x, pose.y) for pose in poses}) == 16


def test_of_stones_that_went_before_the_known_states_each_is_counted_once() -> None:
    start, left = (2, 3), (1, 1)
    states = [State((2, 2), start, 0), State((1, 2), start, 1), State((1, 1), start, 0)]
    assert gone_stones(start, left, states) == [4, 1, 3]
    assert gone_stones(start, left, ()) == [1, 3, 4]
