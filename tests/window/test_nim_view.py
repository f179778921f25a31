"""Nim's table: every stone in its trough at any size, a whole take in one click, and the match to its end."""

import itertools
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import esper
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.pieces import Stone
from components.table import MatchOver
from components.view import Goal, Stage
from game.games.nim.record import MOST_PILES, MOST_STONES, Move
from game.games.nim.rules import State
from game.matches.replay import read
from game.matches.requests import ReplayRequest
from game.matches.session import Session
from systems.human import HumanTurn
from systems.snapshot import maybe
from systems.view.games.nim import art
from systems.view.games.nim.art import ASPECT
from systems.view.games.nim.layout import Boxes, bowl, boxes, parts_of, takers
from systems.view.games.nim.view import PLATE, POINTED
from systems.view.screens.table import TableScreen
from systems.view.table.layout import side_box, table_box
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.fonts import Colour
from tests.nim_desk import Open, click, offers, picked, pile, tables, taken
from tests.window.audit import colliding, overlap, texts_drawn, within
from tests.window.desk import Desk

PILES = st.lists(st.integers(1, MOST_STONES), min_size=1, max_size=MOST_PILES)
SIZES = [(960, 540), (1280, 720), (1920, 1080), (1000, 900), (961, 1400), (2560, 560)]
MOST = [MOST_STONES] * MOST_PILES


@pytest.fixture
def open_nim(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a table of Nim."""
    yield from tables(tmp_path, monkeypatch)


def solid(parts: Boxes, screen: Box) -> dict[str, Box]:
    """The parts of the table that have a ground of their own, and the line of the prompt."""
    names = ("header", "rival", "reminder", "own", "board", "prompt")
    return {name: getattr(parts, name) for name in names} | {"side": side_box(Stage(screen.w, screen.h))}


# --- the layout ---


@given(piles=PILES, width=st.integers(960, 2560), height=st.integers(540, 1440), scale=st.sampled_from([1.0, 1.25]))
def test_all_stones_lie_inside_their_trough_and_no_part_over_another(
    piles: list[int], width: int, height: int, scale: float
) -> None:
    unit = min(width / 1280, height / 720) * scale
    screen = Box(0, 0, width / unit, height / unit)
    parts = boxes(table_box(Stage(screen.w, screen.h)), piles)
    assert parts.stone * unit >= (20 if scale == 1 else 15), "a stone can be seen and hit"
    for (one, box), (other, its) in itertools.combinations(solid(parts, screen).items(), 2):
        assert overlap(box, its) <= 0, f"{one} and {other}"
    for name, box in solid(parts, screen).items():
        assert within(box, screen, 0), name
    for upper, lower in itertools.pairwise(parts.troughs):
        assert upper.bottom < lower.y
    for number, (count, trough) in enumerate(zip(piles, parts.troughs, strict=True)):
        assert within(trough, parts.board, 0)
        assert trough.x - parts.board.x >= 40, "the number of the pile has room"
        assert parts.board.right - trough.right >= 50, "the count of its stones has room"
        places = [parts.place(number, column) for column in range(count)]
        assert all(inside(trough, x, y, parts.stone) for x, y in places)
        assert all(b[0] - a[0] >= parts.stone for a, b in itertools.pairwise(places))


def inside(trough: Box, x: float, y: float, stone: float) -> bool:
    """Whether a stone's outline lies within a trough with round ends."""
    radius = trough.h / 2
    for turn in range(16):
        across = x + stone / 2 * math.cos(turn * math.pi / 8)
        down = y + stone * ASPECT / 2 * math.sin(turn * math.pi / 8)
        middle = min(max(across, trough.x + radius), trough.right - radius)
        if math.hypot(across - middle, down - trough.centre[1]) > radius:
            return False
    return True


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("piles", [[1], [1, 3, 5, 7], MOST], ids=["one stone", "default", "most"])
def test_texts_keep_apart_and_on_the_screen(open_nim: Open, size: tuple[int, int], piles: list[int]) -> None:
    desk = open_nim(piles=piles, size=size)
    desk.until_ready()
    click(desk, pile(desk, 1)[0])
    desk.point((desk.table.stage.width / 2, 4))
    with texts_drawn() as texts:
        desk.table.stage.settled = False
        desk.frame()
    words = {words for words, _ in texts}
    assert {"Nim", "Misère", "You", "Pax", "no stones taken", f"Take {piles[0]} from pile 1"} <= words
    assert {str(number + 1) for number in range(len(piles))} <= words
    assert [words for words, box in texts if not within(box, desk.window.canvas.area)] == []
    assert colliding(texts) == []
    assert [words for words, _ in texts if words.endswith("…")] == []


def test_taken_stones_lie_in_the_bowl_of_whoever_took_them_and_stay_there(open_nim: Open) -> None:
    desk = open_nim("random", "random", piles=MOST, size=(960, 540))
    seen: dict[int, tuple[float, float]] = {}
    for _ in range(600):
        desk.frame()
        stage = desk.table.stage
        parts = parts_of(stage)
        assert not stage.pieces_at("taken", None)
        for player, panel in ((0, parts.own), (1, parts.rival)):
            for stone in stage.pieces_at("taken", player):
                pose = esper.component_for_entity(stone, Goal).pose
                assert within(Box.around((pose.x, pose.y), pose.height, pose.height * ASPECT), bowl(panel), 4)
                assert seen.setdefault(stone, (pose.x, pose.y)) == (pose.x, pose.y)
        if maybe(MatchOver):
            break
    assert len(seen) == sum(MOST)


def test_who_took_which_stone_follows_from_the_states_of_the_round() -> None:
    start = [2, 3]
    states = [State(piles, start, mover) for piles, mover in (((2, 3), 1), ((2, 1), 0), ((1, 1), 1), ((0, 1), 0))]
    assert takers(states) == [1, 1, 0, 1]
    assert takers(states[:1]) == takers(()) == []


def test_a_resumed_match_knows_who_took_what(open_nim: Open) -> None:
    desk = open_nim()
    desk.until_ready()
    click(desk, pile(desk, 4)[4])
    desk.keys("return")
    desk.until_ready()
    before = (taken(desk, 0), taken(desk, 1))
    assert before[0] == 3
    recorder = desk.table.session.recorder
    assert recorder is not None
    desk.close()
    session = Session.resumed(read(recorder.path))
    assert takers(session.states).count(0) == before[0]
    assert takers(session.states).count(1) == before[1]
    session.close()


# --- picking ---


@pytest.mark.parametrize("column", range(7))
def test_one_click_picks_a_stone_and_all_to_its_right(open_nim: Open, column: int) -> None:
    desk = open_nim()
    desk.until_ready()
    stones = pile(desk, 4)
    click(desk, stones[column])
    assert picked() == set(stones[column:])
    assert offers(desk) == [Move(3, 7 - column)]
    assert desk.offer_button().label == f"Take {7 - column} from pile 4"


def test_another_click_makes_the_take_larger_or_smaller_and_one_on_its_first_stone_gives_it_up(open_nim: Open) -> None:
    desk = open_nim()
    desk.until_ready()
    stones = pile(desk, 4)
    for column in (5, 2, 4, 0, 6):
        click(desk, stones[column])
        assert picked() == set(stones[column:])
    desk.frame(2, 0.25)
    click(desk, stones[6])
    assert picked() == set()
    assert offers(desk) == []


def test_a_stone_of_another_pile_is_dim_and_refused_in_words(open_nim: Open) -> None:
    desk = open_nim()
    desk.until_ready()
    click(desk, pile(desk, 3)[3])
    before = picked()
    others = {stone for number in (1, 2, 4) for stone in pile(desk, number)}
    assert desk.table.stage.dimmed == others
    click(desk, pile(desk, 2)[1])
    assert picked() == before
    assert desk.table.toasts.words == "A turn takes stones from one pile, not from 2."


def test_a_click_between_stones_hits_the_nearer_one_and_beside_the_last_one_none(open_nim: Open) -> None:
    desk = open_nim()
    desk.until_ready()
    view, stones = desk.table.view, pile(desk, 3)
    poses = [esper.component_for_entity(stone, Goal).pose for stone in stones]
    edge = (poses[1].x + poses[2].x) / 2
    assert view.piece_at((edge - 1, poses[1].y)) == stones[1]
    assert view.piece_at((edge + 1, poses[1].y)) == stones[2]
    assert view.piece_at((poses[4].x + poses[4].height, poses[4].y)) is None


def test_taken_stones_cannot_be_picked_and_say_so(open_nim: Open) -> None:
    desk = open_nim()
    desk.until_ready()
    stone = pile(desk, 4)[-1]
    click(desk, stone)
    desk.keys("return")
    desk.until_ready()
    desk.frame(20)
    click(desk, stone)
    assert picked() == set()
    assert desk.table.toasts.words == "Stones that have been taken stay where they are."


def test_the_keyboard_alone_takes_stones(open_nim: Open) -> None:
    desk = open_nim()
    desk.until_ready()
    desk.keys("down", "right", "right", "right", "right")
    stones = pile(desk, 4)
    assert desk.table.stage.cursor == stones[4]
    desk.keys("space")
    assert picked() == set(stones[4:])
    desk.keys("return")
    desk.until_ready()
    assert len(pile(desk, 4)) <= 4
    assert taken(desk, 0) == 3
    assert taken(desk, 1) >= 1


def test_the_cursor_goes_up_and_down_to_the_stone_above_and_below(open_nim: Open) -> None:
    desk = open_nim(piles=(3, 7, 5))
    desk.until_ready()
    desk.keys("up", "right")
    for number, column in ((2, 1), (3, 1)):
        desk.keys("down")
        assert desk.table.stage.cursor == pile(desk, number)[column]
    desk.keys("right", "right", "right", "up", "up")
    assert desk.table.stage.cursor == pile(desk, 1)[2]


def test_stones_are_always_taken_from_the_right_end(open_nim: Open) -> None:
    desk = open_nim("perfect", "random", piles=(7, 7, 7), pace=0.5)
    places: dict[int, float] = {}
    for _ in range(400):
        desk.frame()
        for number in (1, 2, 3):
            stones = pile(desk, number)
            marked = [stone in picked() for stone in stones]
            assert marked == sorted(marked), "what is about to be taken lies at the right end"
            for stone in stones:
                x = esper.component_for_entity(stone, Goal).pose.x
                assert places.setdefault(stone, x) == x, "what is left stays where it is"


def test_undo_gives_stones_back_to_their_pile(open_nim: Open) -> None:
    desk = open_nim()
    desk.until_ready()
    click(desk, pile(desk, 4)[2])
    desk.keys("return")
    desk.until_ready()
    assert taken(desk, 0) == 5
    desk.keys("u")
    desk.until_ready()
    assert [len(pile(desk, number)) for number in (1, 2, 3, 4)] == [1, 3, 5, 7]
    assert taken(desk, 0) == taken(desk, 1) == 0


# --- what the pointer shows ---


def test_pointing_shows_what_a_click_would_take(open_nim: Open) -> None:
    desk = open_nim()
    desk.until_ready()
    rings: list[tuple[int, int, int]] = []
    draw = art.pebble_ring

    def noted(size: int, colour: tuple[int, int, int]) -> pygame.Surface:
        rings.append(colour)
        return draw(size, colour)

    pose = esper.component_for_entity(pile(desk, 4)[4], Goal).pose
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(art, "pebble_ring", noted)
        desk.point((pose.x, pose.y))
        desk.frame()
    assert rings == [POINTED] * 3
    assert picked() == set()


def test_numbers_of_piles_are_read_over_the_arrows_of_candidates(open_nim: Open) -> None:
    desk = open_nim(piles=(2, 5, 4, 7, 3, 6), hint=True)
    desk.until_ready()
    drawn: list[Colour] = []
    shape = Canvas.shape

    def noted(canvas: Canvas, box: Box, fill: Colour, *rest: Any, **more: Any) -> None:
        drawn.append(fill)
        shape(canvas, box, fill, *rest, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "shape", noted)
        desk.frame()
        assert PLATE not in drawn
        desk.table.panel.best.chosen = True
        desk.frame(2)
        assert len(desk.table.stage.foreseen) == 3
        assert drawn.count(PLATE) == 6, "each stands on a plate over lines"


# --- the end ---


def test_the_end_is_told_once_and_without_scores(open_nim: Open) -> None:
    desk = open_nim(piles=(1,))
    desk.until_ready()
    click(desk, pile(desk, 1)[0])
    desk.keys("return")
    desk.until(lambda: desk.window.screen.dialog is not None)
    with texts_drawn() as texts:
        desk.frame(40)
    words = {words for words, _ in texts}
    assert "Pax wins" in words
    assert any("whoever takes it loses" in line for line in words)
    desk.frame(64)  # a result rests a second
    desk.keys("escape")
    desk.frame(120)
    assert desk.window.screen.dialog is None
    assert isinstance(desk.window.screen, TableScreen)
    assert maybe(HumanTurn) is None


def test_a_replay_shows_whose_stones_are_whose(open_nim: Open) -> None:
    desk = open_nim("perfect", "random")
    desk.until(lambda: maybe(MatchOver) is not None)
    recorder = desk.table.session.recorder
    assert recorder is not None
    desk.close()
    shown = Desk(ReplayRequest(recorder.path), (1280, 720), motion="instant")
    stage = shown.viewer._stage
    for at, still in enumerate(shown.viewer.frames):
        shown.viewer.go(at)
        shown.frame(2)
        gone = [len(stage.pieces_at("taken", player)) for player in (0, 1, None)]
        assert gone == [takers(still.states).count(0), takers(still.states).count(1), 0]
        assert sum(gone) + sum(still.state.piles) == len(esper.get_component(Stone)) == 16
    shown.close()
