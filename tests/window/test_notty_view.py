"""Notty's table: hands readable at any size, cards told apart without colour, seats that go round, replays."""

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import esper
import numpy as np
import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from components.pieces import SelectedCard
from components.table import Pace, Progress
from components.view import Goal, Stage
from game.games.notty.hands import KINDS, pack, unpack
from game.games.notty.moves import DREW
from game.matches.requests import ReplayRequest
from systems.human import picked_entities
from systems.snapshot import only
from systems.view.games.jaipur.art import DECK as JAIPUR_DECK
from systems.view.games.notty.art import DECK, SHAPES, TONES
from systems.view.games.notty.layout import LEAST_STEP, MOST_CARDS, Boxes, boxes, spread
from systems.view.games.notty.seats import draw_reminder, newcomers
from systems.view.table.layout import side_box, table_box
from systems.view.toolkit import drawings
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.cards import CARD_ASPECT
from tests.notty_desk import (
    Open,
    button,
    card,
    full_hands,
    hand,
    kind_of,
    labels,
    packed,
    press,
    tables,
)
from tests.notty_positions import cards, position
from tests.window.audit import colliding, overlap, texts_drawn, within
from tests.window.desk import Desk, lay

SIZES = [(960, 540), (1280, 720), (1000, 900), (1700, 720)]


@pytest.fixture
def open_notty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Open]:
    """Opens a table of Notty."""
    yield from tables(tmp_path, monkeypatch)


# --- the layout ---


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_candidates_keep_clear_of_the_words_of_the_reminder(open_notty: Open, size: tuple[int, int]) -> None:
    desk = open_notty(None, "human", "random", size=size)
    with texts_drawn() as texts:
        desk.resize(size[0] + 16, size[1] + 9)
        desk.frame()
        texts.clear()
        desk.resize(*size)
        desk.frame()
    told = [box for words, box in texts if words in ("3 or more in a row, one colour", "4 or 5 colours, one number")]
    clear = desk.table.view.told_at(desk.table.stage)
    assert len(told) == 2
    assert all(any(within(box, each) for each in clear) for box in told)


def test_large_letters_of_the_reminder_reach_out_of_its_box() -> None:
    """What is drawn says so, for labels that are to keep clear of it."""
    box = Box(0.0, 0.0, 400.0, 108.0)
    usual, large = (draw_reminder(Canvas(pygame.Surface((960, 540)), 0.53, least), box) for least in (0.0, 28.0))
    assert within(usual, box)
    assert large.bottom > box.bottom


@given(
    counts=st.lists(st.integers(0, MOST_CARDS), min_size=2, max_size=3),
    width=st.integers(960, 2560),
    height=st.integers(540, 1440),
    scale=st.sampled_from([1.0, 1.25]),
)
def test_every_number_can_be_read_whatever_the_hands_and_the_window(
    counts: list[int], width: int, height: int, scale: float
) -> None:
    unit = min(width / 1280, height / 720) * scale
    screen = Box(0, 0, width / unit, height / unit)
    parts = boxes(table_box(Stage(screen.w, screen.h)), len(counts))
    for (one, box), (other, its) in itertools.combinations(solid(parts, screen).items(), 2):
        assert overlap(box, its) <= 0, f"{one} and {other}"
    for name, box in solid(parts, screen).items():
        assert within(box, screen, 0), name
    for player, count in enumerate(counts):
        seat = parts.seat(player, 0)
        tall, places = spread(seat, count)
        wide = tall * CARD_ASPECT
        assert len(places) == count
        assert tall * unit >= 50, "a number and a shape can be told"
        for x, y, _ in places:
            assert within(Box.around((x, y), wide, tall), seat.hand, 1e-6)
        for (x, y, row), (its_x, its_y, its_row) in itertools.pairwise(places):
            if row == its_row:
                assert its_x - x >= LEAST_STEP * wide - 1e-6
                assert y == its_y
            else:
                assert its_row == row + 1
                assert its_y - y >= tall, "rows keep apart"


def solid(parts: Boxes, screen: Box) -> dict[str, Box]:
    """The parts of the table that nothing else may reach."""
    found = {name: getattr(parts, name) for name in ("title", "deck", "reminder", "prompt")}
    found["side"] = side_box(Stage(screen.w, screen.h))
    for number, seat in enumerate((parts.own, *parts.others)):
        found |= {f"plate {number}": seat.plate, f"hand {number}": seat.hand}
    return found


def test_seats_go_round_the_table_in_the_order_of_turns() -> None:
    parts = boxes(table_box(Stage(1280, 720)), 3)
    for viewer in range(3):
        seats = [parts.seat((viewer + after) % 3, viewer) for after in range(3)]
        assert seats == [parts.own, *parts.others]
    assert parts.own.hand.y > parts.others[0].hand.bottom
    assert parts.others[0].hand.right < parts.others[1].hand.x


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("counts", [(20, 20, 20), (4, 1, 9), (20, 20)], ids=str)
def test_texts_keep_apart_and_on_the_screen(open_notty: Open, size: tuple[int, int], counts: tuple[int, ...]) -> None:
    desk = open_notty(full_hands(*counts), size=size)
    with texts_drawn() as texts:
        desk.frame()
    words = {words for words, _ in texts}
    assert {"Notty", "You", "Run", "Set", str(90 - sum(counts)), "Play for me", "Next turn", "Draw 3"} <= words
    assert f"{counts[1]} card{'s' * (counts[1] != 1)}" in words
    assert [words for words, box in texts if not within(box, desk.window.canvas.area)] == []
    assert colliding(texts) == []
    table = [words for words, box in texts if box.x < desk.table.panel.box.x or words.startswith("Steal")]
    assert [words for words in table if words.endswith("…")] == []


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_card_of_a_full_hand_can_be_clicked_and_reached_by_keys(open_notty: Open, size: tuple[int, int]) -> None:
    desk = open_notty(full_hands(20, 20, 20), size=size)
    view, stage = desk.table.view, desk.table.stage
    for entity in hand(desk):
        assert view.piece_at(desk.open_spot(entity)) == entity
    rows = [row for row in view.pick_rows(stage) if row[0] in hand(desk)]
    assert [entity for row in rows for entity in row] == hand(desk)
    heights = [{esper.component_for_entity(entity, Goal).pose.y for entity in row} for row in rows]
    assert len(rows) >= 2
    assert all(len(row) == 1 for row in heights)


def test_hands_are_sorted_by_colour_then_number_and_lie_open(open_notty: Open) -> None:
    desk = open_notty(full_hands(20, 13, 7))
    for player in range(3):
        kinds = [KINDS.index(kind_of(entity)) for entity in hand(desk, player)]
        assert kinds == sorted(kinds)
        assert all(esper.component_for_entity(entity, Goal).pose.face == 1 for entity in hand(desk, player))
    assert all(esper.component_for_entity(entity, Goal).pose.face == 0 for entity in desk.table.stage.pieces_at("deck"))


# --- pictures ---


@pytest.mark.painted
def test_every_colour_has_a_shape_of_its_own_and_cards_differ_without_colour(open_notty: Open) -> None:
    open_notty()
    shapes = [
        pygame.surfarray.array_alpha(drawings.icon(shape, 40, (255, 255, 255), "notty")) / 255
        for shape in SHAPES.values()
    ]
    for one, other in itertools.combinations(shapes, 2):
        assert np.abs(one - other).sum() / np.maximum(one, other).sum() > 0.25
    grey = {each: _grey(DECK.card(each, 60)) for each in KINDS}
    for this, that in itertools.combinations(KINDS, 2):
        assert np.abs(grey[this] - grey[that]).max() > 60, (this, that)
    assert set(TONES) == set(SHAPES) == {kind.split("-")[0] for kind in KINDS}


def _grey(picture: pygame.Surface) -> Any:
    return pygame.surfarray.array3d(pygame.transform.grayscale(picture))[:, :, 0].astype(int)


@pytest.mark.painted
@pytest.mark.parametrize("height", [52, 125, 126, 300])
def test_a_card_is_exactly_as_large_as_asked(open_notty: Open, height: int) -> None:
    open_notty()
    for each in ("red-1", "black-9", "back"):
        assert DECK.card(each, height).get_size() == (round(height * CARD_ASPECT), height)
    assert JAIPUR_DECK.card("back", height) is not DECK.card("back", height)


def test_hints_tell_key_and_how_often(open_notty: Open) -> None:
    desk = open_notty(position("r3 r4 r5 b9", "r1 g1"))
    assert button(desk, "Draw 2").hint == "Draw 2 (2): once a turn"
    assert button(desk, "Steal from Dado").hint == "Steal from Dado (4): a card drawn blindly, once a turn"
    assert button(desk, "Discard a group").hint == "Discard a group (D): as often as you like"
    assert button(desk, "Next turn").hint == "Next turn (E)"


# --- what has just come ---


def tagged(desk: Desk) -> list[tuple[str, str]]:
    """The cards that are told to have just come, each with the word."""
    stage = desk.table.stage
    return sorted((kind_of(entity), word) for entity, word in newcomers(stage).items())


def test_the_cards_just_drawn_are_told_until_the_next_action(open_notty: Open) -> None:
    desk = open_notty(position("r3 r4 b9", "r1 g1", deck="g1 r3 k7 b2"))
    assert tagged(desk) == []
    press(desk, "Draw 3")
    assert tagged(desk) == [("black-7", "drawn"), ("green-1", "drawn"), ("red-3", "drawn")]
    press(desk, "Draw and discard")
    assert tagged(desk) == [("blue-2", "drawn")]
    desk.keys("u")
    desk.until_ready()
    assert len(tagged(desk)) == 3, "taken back, the action before is the latest"
    press(desk, "Draw and discard")
    desk.click_card(card(desk, "r4"))
    desk.keys("return")
    desk.frame(2)
    assert tagged(desk) == []


def test_of_two_alike_the_one_that_came_is_told(open_notty: Open) -> None:
    desk = open_notty(position("r3 b9", "r1 g1", deck="r3 y9"))
    held = set(hand(desk))
    press(desk, "Draw and discard")
    (came,) = set(hand(desk)) - held
    assert newcomers(desk.table.stage) == {came: "drawn"}


def test_a_stolen_card_is_told_and_what_the_victim_has_left_is_not(open_notty: Open) -> None:
    desk = open_notty(position("r3 b9", "r1"))
    press(desk, "Steal from Dado")
    assert tagged(desk) == []  # whose last card is stolen has won: the match is over
    desk = open_notty(position("r3 b9", "r1 r2"))
    press(desk, "Steal from Dado")
    assert [word for _, word in tagged(desk)] == ["stolen"]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("held", [3, 17])
def test_tags_stand_on_their_cards(open_notty: Open, size: tuple[int, int], held: int) -> None:
    desk = open_notty(full_hands(held, 4, seed=1), size=size)
    before = set(hand(desk))
    press(desk, "Draw 3")
    with texts_drawn() as texts:
        desk.frame()
    found = [box for words, box in texts if words == "drawn"]
    came = [entity for entity in hand(desk) if entity not in before]
    assert len(found) == len(came) == 3
    assert colliding(texts) == []
    for box, entity in zip(sorted(found), sorted(came, key=place), strict=True):
        x, y = box.centre
        assert desk.table.view.piece_at((x, y - 12)) == entity
        assert box.y > esper.component_for_entity(entity, Goal).pose.y, "clear of the shape of the card's colour"


def test_where_cards_are_too_small_for_the_word_a_plus_stands_for_it(open_notty: Open) -> None:
    desk = open_notty(None, "human", "random", "random", size=(960, 540))
    after = full_hands(4, 20, 4)
    after.to_move, after.used = 1, DREW
    before = after.copy()
    before.used = 0
    before.hands[1] = pack(unpack(after.hands[1])[2:])
    only(Pace).paused = True
    lay(desk, after)
    desk.table.session._states.insert(0, before)
    with texts_drawn() as texts:
        desk.frame()
    seat = boxes(table_box(desk.table.stage), 3).seat(1, 0)
    found = [box for words, box in texts if words == "+"]
    assert len(found) == 2
    assert all(seat.hand.contains((box.centre[0], box.centre[1] - 14)) for box in found)


def place(entity: int) -> tuple[float, float]:
    pose = esper.component_for_entity(entity, Goal).pose
    return pose.x, pose.y


def test_both_players_to_steal_from_stand_in_one_row_with_their_whole_names(open_notty: Open) -> None:
    for size in ((960, 540), (1280, 720)):
        desk = open_notty(None, "human", "group-maker", "group-maker", size=size)
        desk.until_ready()
        steals = [each for each in desk.table.panel.moves if each.label.startswith("Steal from")]
        assert [each.label for each in steals] == ["Steal from Gita 2", "Steal from Gita 3"]
        assert steals[0].box.y == steals[1].box.y
        assert steals[0].box.right < steals[1].box.x
        with texts_drawn() as texts:
            desk.frame()
        for each in steals:
            written = [words for words, box in texts if within(box, each.box, 4)]
            assert " ".join(written) == each.label


# --- who sees what ---


def test_the_table_turns_to_the_human_who_is_to_move(open_notty: Open) -> None:
    desk = open_notty(position("r3 r4", "b1 b2 b3 g9"), "human", "human")
    assert desk.table.stage.viewer == 0
    desk.keys("e")
    desk.until_ready()
    assert desk.table.stage.viewer == 1
    own = boxes(table_box(Stage(1280, 720)), 2).own.hand
    for entity in hand(desk, 1):
        pose = esper.component_for_entity(entity, Goal).pose
        assert own.contains((pose.x, pose.y))
    assert desk.table.view.pick_rows(desk.table.stage)[-1] == hand(desk, 1)
    assert "Discard a group" in labels(desk)
    press(desk, "Discard a group")
    assert packed(picked_entities()) == cards("b1 b2 b3")


def test_undo_takes_back_one_action(open_notty: Open) -> None:
    desk = open_notty(position("r3 r4 r5 b9", "r1 g1", deck="g1 y9 k7"))
    press(desk, "Draw 3")
    press(desk, "Discard a group")
    desk.keys("return")
    desk.frame(3)
    assert len(hand(desk)) == 4
    desk.keys("u")
    desk.until_ready()
    assert len(hand(desk)) == 7
    desk.keys("u")
    desk.until_ready()
    assert len(hand(desk)) == 4
    assert "Draw 3" in labels(desk)


def test_a_replay_shows_every_position(open_notty: Open) -> None:
    desk = open_notty(None, "random", "random", "random")
    desk.until(lambda: only(Progress).moves > 40)
    recorder = desk.table.session.recorder
    assert recorder is not None
    desk.close()
    shown = Desk(ReplayRequest(recorder.path), (1280, 720), motion="instant")
    for at in range(0, len(shown.viewer.frames), 7):
        shown.viewer.go(at)
        shown.frame(2)
        state = shown.viewer.frames[at].state
        lying = [packed(shown.viewer._stage.pieces_at("hand", player)) for player in range(3)]
        assert lying == state.hands
        assert not [entity for entity, _ in esper.get_component(SelectedCard)]
    shown.close()
