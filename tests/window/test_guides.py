"""Guided first turns: played by the mouse and by keys, with the wrong click at every step."""

from collections.abc import Sequence
from random import Random
from typing import Any

import esper
import pygame
import pytest

from components.pieces import Card, Owner
from components.view import Goal
from game.games import registry
from game.games.seats import HUMAN
from game.rules.protocol import apply
from systems.decisions import entities_of
from systems.human import locate, picked_entities
from systems.view.screens import guide as guides
from systems.view.screens.guide import GuideScreen
from systems.view.screens.menu import MenuScreen
from systems.view.screens.table import TableScreen
from systems.view.table import callout
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.widgets import Button
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk

GAMES = [game.name for game in registry.games() if game.guide is not None]


def test_a_guide_has_five_to_eight_steps() -> None:
    for name in GAMES:
        guide = registry.game(name).guide
        assert guide is not None
        assert 5 <= len(guide.steps) <= 8


def guided(open_desk: Open, name: str, **options: Any) -> tuple[Desk, GuideScreen]:
    """A window with the guide of a game."""
    desk = open_desk(motion="instant", pace=0.0, **options)
    desk.window.show_guide(registry.game(name))
    desk.frame(2)
    return desk, desk.screen(GuideScreen)


def wait_for(desk: Desk, screen: GuideScreen, number: int) -> None:
    """Let frames pass until a step is at hand, its words beside what it is about."""
    desk.until(lambda: screen.at_hand is screen._guide.steps[number])
    with texts_drawn() as texts:
        desk.frame(2)
    told = " ".join(words for words, _ in texts)
    assert screen._guide.steps[number].words.split()[0] in told


def wrong_move(desk: Desk, screen: GuideScreen) -> None:
    """Click a piece that is none of the step's, or make another move; that is explained, and nothing is done."""
    step = screen.at_hand
    assert step is not None
    turn, view, stage = desk.turn, screen.view, screen.stage
    missing, before = screen._missing(step, any_card=True), desk.turn.view
    screen.toasts.clear()
    others = [piece for row in view.pick_rows(stage) for piece in row if locate(piece) not in missing]
    others = [piece for piece in others if view.pickable(stage, piece) and view.made_by(stage, piece) is None]
    if others:
        desk.click_card(others[0]) if desk_can_click(desk, others[0]) else screen.input._pick(others[0])
    else:
        screen.human._choose(turn, next(move for move in turn.moves if move != step.move), ())
    desk.frame()
    assert screen.toasts.words == step.wrong
    with texts_drawn() as texts:
        desk.frame()
    first = [words for words, _ in texts if step.wrong.startswith(words)]
    assert sum(len(words) > 20 for words in first) == 1, "in the box, and there alone"
    assert desk.turn.view == before
    assert picked_entities() == ()


def standing_out(screen: GuideScreen) -> set[Button | None]:
    """The buttons of moves that stand out among the others."""
    return {button for button in screen.panel.moves if button.style == "primary"}


def desk_can_click(desk: Desk, piece: int) -> bool:
    """Whether the piece can be clicked somewhere: another may lie over it."""
    pose = esper.component_for_entity(piece, Goal).pose
    return desk.table.view.piece_at((pose.x, pose.y)) == piece


def press(desk: Desk, screen: GuideScreen, by_keys: bool) -> None:
    """Press the button that makes the step's move."""
    step = screen.at_hand
    assert step is not None
    button = screen.panel.button_of(step.move)
    assert button is not None
    if by_keys:
        desk.tab_to(button)
        desk.keys("return")
    else:
        desk.click(button.box)


def make(desk: Desk, screen: GuideScreen, by_keys: bool) -> None:
    """Make the step's move: pick its pieces where it has any, and press what makes it."""
    step, view, stage = screen.at_hand, screen.view, screen.stage
    assert step is not None
    done = screen._done
    for _ in range(9):
        left = stage.pieces_at(step.about)[:1] if step.about else screen._unpicked(step)
        if not left or screen._done != done:
            break
        piece = view.next_of_pile(stage, left[0])
        if by_keys:
            desk.tab_to(screen.panel.pieces)
            desk.walk_to(piece)
            desk.keys("space")
        elif desk_can_click(desk, piece):
            desk.click_card(piece)
        else:
            desk.click(desk.open_spot(piece))
        desk.frame(2)
    if screen._done == done:
        press(desk, screen, by_keys)
    desk.frame(2)
    assert screen._done == done + 1
    assert screen.toasts.words != step.wrong, "it has been done"


@pytest.mark.parametrize("by_keys", [False, True])
@pytest.mark.parametrize("name", GAMES)
def test_a_guide_is_played_to_its_end_and_explains_what_is_wrong(open_desk: Open, name: str, by_keys: bool) -> None:
    desk, screen = guided(open_desk, name)
    for number in range(len(screen._guide.steps)):
        wait_for(desk, screen, number)
        wrong_move(desk, screen)
        assert standing_out(screen) <= {screen.panel.button_of(screen._guide.steps[number].move)}
        make(desk, screen, by_keys)
    desk.until(lambda: screen.dialog is not None)
    assert desk.replays() == [], "nothing of it is recorded"
    desk.keys("return")
    desk.until_table()
    assert desk.table.session.game.name == name


def test_once_all_is_picked_a_wrong_click_leads_to_the_button(open_desk: Open) -> None:
    desk, screen = guided(open_desk, "nim")
    wait_for(desk, screen, 0)
    step = screen.at_hand
    assert step is not None
    (last,), other = screen._unpicked(step), screen.view.pick_rows(screen.stage)[0][0]
    for stone, told in ((last, ""), (other, "Now press Take 1 from pile 4, or Enter.")):
        desk.click_card(stone)
        desk.frame()
        assert screen.toasts.words == told
    assert picked_entities() == (last,)


def test_why_a_click_was_wrong_is_told_until_the_right_one(open_desk: Open) -> None:
    desk, screen = guided(open_desk, "nim")
    wait_for(desk, screen, 0)
    step = screen.at_hand
    assert step is not None
    (right,) = screen._unpicked(step)
    wrong = next(
        piece for row in screen.view.pick_rows(screen.stage) for piece in row if locate(piece) != locate(right)
    )
    desk.click_card(wrong)
    desk.frame()
    assert screen.toasts.words == step.wrong
    desk.click_card(right)
    desk.frame(2)
    assert picked_entities() == (right,)
    assert screen.toasts.words != step.wrong


def test_why_a_card_cannot_be_chosen_is_told_in_the_guides_box_alone(open_desk: Open) -> None:
    desk, screen = guided(open_desk, "thirty_one")
    wait_for(desk, screen, 0)
    desk.click_card(next(card for card, (owner, _) in esper.get_components(Owner, Card) if owner.player == 0))
    with texts_drawn() as texts:
        desk.frame()
    assert "Draw" in screen.toasts.words
    told = " ".join(words for words, _ in texts)
    assert told.count(screen.toasts.words.split(";")[0]) == 1
    assert screen._guide.steps[0].words[:20] not in told
    make(desk, screen, by_keys=False)
    wait_for(desk, screen, 1)
    assert screen.toasts.words == "", "it is not told of the next step"


@pytest.mark.parametrize("name", GAMES)
def test_a_step_is_taken_back_and_made_again(open_desk: Open, name: str) -> None:
    desk, screen = guided(open_desk, name)
    for number in (0, 1):
        wait_for(desk, screen, number)
        make(desk, screen, by_keys=False)
    wait_for(desk, screen, 2)
    desk.keys("u")
    wait_for(desk, screen, 1)
    desk.keys("u")
    for number in range(len(screen._guide.steps)):
        wait_for(desk, screen, number)
        make(desk, screen, by_keys=False)
    desk.until(lambda: screen.dialog is not None)
    assert screen.dialog is not None
    assert screen.dialog.title == "That is all it takes"


@pytest.mark.parametrize("name", GAMES)
def test_all_moves_of_a_guide_are_legal(name: str) -> None:
    game = registry.game(name)
    guide, rules = game.guide, game.rules
    assert guide is not None
    state = guide.deal()
    for step in guide.steps:
        assert state.to_move == 0
        for move in (step.move, *step.replies):
            view = rules.view(state, state.to_move)
            assert move in rules.legal_moves(view)
            apply(rules, state, move, Random(3))


def test_a_guide_is_skipped_by_a_click_and_by_a_key(open_desk: Open) -> None:
    desk, screen = guided(open_desk, "nim")
    wait_for(desk, screen, 0)
    desk.click(screen.skip.box)
    desk.until_told(lambda: type(desk.window.screen) is TableScreen)
    assert [seat.is_human for seat in desk.table.session.seats] == [True, False]
    desk, screen = guided(open_desk, "nim")
    desk.keys("escape")
    desk.frame(2)
    assert desk.screen(MenuScreen)


def test_it_is_offered_once_and_always_in_the_rules(open_desk: Open) -> None:
    desk = open_desk(motion="instant", pace=0.0, guides_offered="")
    desk.choose_game("Nim")
    desk.keys("return")
    assert desk.dialog.title == "Your first time at Nim?"
    desk.keys("return")
    desk.frame(2)
    assert desk.screen(GuideScreen).session.game.name == "nim"
    desk.keys("escape")
    desk.frame(2)
    desk.keys("return")
    desk.until_table()
    desk.table.shell.to_menu()
    desk.frame(2)
    desk.keys("f1")
    desk.click(desk.dialog.buttons[0].box)
    desk.frame(2)
    assert desk.screen(GuideScreen)


def test_nobody_plays_for_the_learner(open_desk: Open) -> None:
    desk, screen = guided(open_desk, "notty")
    wait_for(desk, screen, 0)
    moves = screen._done
    desk.keys("g", "p", "n", "j")
    desk.frame(40)
    assert screen._done == moves
    assert screen.at_hand is not None
    assert entities_of(desk.turn.view, screen.at_hand.move, any_card=False) == ()


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)], ids=str)
@pytest.mark.parametrize("name", GAMES)
def test_no_bubble_covers_what_it_speaks_of_nor_plates_and_counts(
    open_desk: Open, name: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk(motion="instant", pace=0.0, size=size)
    placed = callout.placed
    covered: list[Box] = []
    across: list[str] = []

    def looked_at(
        canvas: Canvas, words: str, targets: Sequence[Box], others: Sequence[Sequence[Box]], rooms: tuple[Box, Box]
    ) -> Any:
        found, (_, room) = placed(canvas, words, targets, others, rooms), rooms
        told = screen.view.told_at(screen.stage)
        covered.extend(box for box in (*targets, *told) if around_both(found[0], box))
        assert room.x <= found[0].x
        assert found[0].bottom <= room.bottom
        side = screen._scene.side
        if side.contains(targets[0].centre):
            assert side.x <= found[0].x < found[0].right <= side.right, (
                "words on a button stand across the panel's edge"
            )
        across.extend([words] if found[0].x < side.x < found[0].right else [])
        return found

    desk.window.show_guide(registry.game(name))
    desk.frame()
    screen = desk.screen(GuideScreen)
    monkeypatch.setattr(guides, "placed", looked_at)
    for number in range(len(screen._guide.steps)):
        wait_for(desk, screen, number)
        assert covered == [], f"step {number}"
        assert across == [], f"step {number}"
        make(desk, screen, by_keys=False)


@pytest.mark.parametrize("name", GAMES)
def test_the_ring_around_cards_of_a_fan_keeps_off_those_that_lie_over_them(open_desk: Open, name: str) -> None:
    desk, screen = guided(open_desk, name)
    for number, step in enumerate(screen._guide.steps):
        wait_for(desk, screen, number)
        told = screen._unpicked(step)
        goals = {card: goal for card, (goal, _) in esper.get_components(Goal, Card)}
        last = max((goals[card].order for card in told if card in goals), default=0.0)
        for target in screen._told(step)[1] if told else ():
            over = [guides._box_of(card) for card, goal in goals.items() if goal.order > last and card not in told]
            over = [box for box in over if box.x > target.x + box.w / 4]  # others of a pile lie all but there
            assert not any(around_both(target, box) for box in over), f"step {number}"
        make(desk, screen, by_keys=False)


def test_words_stay_where_they_are_while_pieces_are_picked(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, screen = guided(open_desk, "notty")
    boxes: dict[str, set[Box]] = {}

    def drawn(canvas: Canvas, words: str, box: Box, tip: Any, way: str) -> None:
        boxes.setdefault(words, set()).add(box)
        callout.draw_callout(canvas, words, box, tip, way)

    monkeypatch.setattr(guides, "draw_callout", drawn)
    for number, step in enumerate(screen._guide.steps):
        wait_for(desk, screen, number)
        make(desk, screen, by_keys=False)
        assert len(boxes[step.words]) == 1, f"step {number}"


def test_words_leave_where_they_would_cover_what_they_speak_of(open_desk: Open) -> None:
    place = Box(100, 300, 200, 100), (150.0, 400.0), "down"
    below, under, above = Box(120, 450, 50, 50), Box(250, 380, 50, 50), Box(120, 100, 50, 50)
    assert callout.kept(place, [below], []) == (place[0], (145.0, 400.0), "down")
    assert callout.kept(place, [below, under], []) is None
    assert callout.kept(place, [above], []) is None, "its tip would point away"


def test_a_tip_points_at_nothing_else(open_desk: Open) -> None:
    open_desk()  # fonts are there
    canvas = Canvas(pygame.Surface((1280, 720)))
    low, room = Box(971, 646, 280, 44), Box(0, 0, 1280, 720)
    assert callout.placed(canvas, "Call now.", [low], [[]], (room, room))[2] == "right"
    above = Box(971, 600, 280, 40)
    beside = Box(0, 440, 960, 280)
    box, _tip, way = callout.placed(canvas, "Call now.", [low], [[above, beside]], (room, room))
    assert box.bottom <= above.y
    assert way == "", "it would seem to mean what lies between"


def around_both(one: Box, other: Box) -> bool:
    """Whether two boxes overlap."""
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def test_after_a_guide_the_menu_offers_whom_newcomers_meet(open_desk: Open) -> None:
    desk, _ = guided(open_desk, "jaipur")
    desk.keys("escape")
    desk.frame(2)
    menu = desk.screen(MenuScreen)
    assert menu.chairs.specs == [HUMAN, "beginner"]


def test_a_button_that_would_pick_other_cards_is_a_wrong_click(open_desk: Open) -> None:
    desk, screen = guided(open_desk, "notty")
    for number in range(5):
        wait_for(desk, screen, number)
        make(desk, screen, by_keys=False)
    wait_for(desk, screen, 5)
    desk.click(next(button for button in screen.panel.moves if button.label == "Discard a group").box)
    desk.frame()
    assert screen.toasts.words == screen._guide.steps[5].wrong
    assert picked_entities() == ()


@pytest.mark.parametrize("name", GAMES)
def test_words_beside_a_button_keep_off_the_others(open_desk: Open, name: str) -> None:
    desk, screen = guided(open_desk, name)
    for number in range(len(screen._guide.steps)):
        wait_for(desk, screen, number)
        assert screen._place is not None
        box = screen._place[1][0]
        assert not any(box.inset(-4).meets(button.box) for button in screen.panel.moves)
        make(desk, screen, by_keys=False)


def test_where_everything_is_large_the_words_are_seen_with_the_button_they_point_to(open_desk: Open) -> None:
    desk, screen = guided(open_desk, "notty", size=(1920, 1080), scale=2.0)
    wait_for(desk, screen, 0)
    desk.frame(2)
    assert screen._place is not None
    step, view = screen.at_hand, desk.window.canvas.view
    assert step is not None
    button = screen.panel.button_of(step.move)
    assert button is not None
    for box in (screen._place[1][0], button.box):
        assert view.joined(box) == view


def test_no_ring_lies_over_the_number_of_a_herd(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    desk, screen = guided(open_desk, "jaipur")
    for number in range(2):
        wait_for(desk, screen, number)
        make(desk, screen, by_keys=False)
    wait_for(desk, screen, 2)
    drawn: list[str] = []
    ring, text = Canvas.ring, Canvas.text

    def ringed(*told: Any, **more: Any) -> None:
        drawn.append("ring")
        ring(*told, **more)

    def written(*told: Any, **more: Any) -> Box:
        drawn.append(told[1])
        return text(*told, **more)

    monkeypatch.setattr(Canvas, "ring", ringed)
    monkeypatch.setattr(Canvas, "text", written)
    desk.frame()
    herd = str(len(screen.stage.pieces_at("herd", 0)))
    assert "ring" in drawn
    assert herd in drawn[len(drawn) - drawn[::-1].index("ring") :]
