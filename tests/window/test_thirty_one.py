"""Thirty-one through the window: whole matches by mouse and by keyboard, what cannot be done and why, the show."""

from typing import Any

import esper
import pygame
import pytest

from components.players import Known, Player
from components.table import Index, MatchOver, Progress, RoundOver
from components.view import Moving
from game.games.thirty_one.moves import CALL, DRAW_DECK, TAKE_DISCARD, MoveKind
from systems.snapshot import maybe, only, to_move
from systems.view.toolkit import fonts
from systems.view.toolkit.dialogs import Dialog
from tests.tables import held_state
from tests.thirty_one_desk import (
    AT_ONCE,
    card,
    face_up,
    hand,
    kinds,
    lay_position,
    play_by_keys,
    play_by_mouse,
    request,
    top,
    until_due,
    words,
)
from tests.thirty_one_positions import discard, play, position
from tests.window.audit import card_box, overlap, texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk

AGAINST = ("human", "greedy-caller", "greedy")


@pytest.fixture
def desk(open_desk: Open) -> Desk:
    """A human and two AIs; pieces move and AIs play at once."""
    return open_desk(request(*AGAINST), size=(1280, 720), **AT_ONCE)


# --- whole matches ---


def test_a_whole_match_by_mouse(desk: Desk) -> None:
    calls = 0
    while (turn := until_due(desk)) is not None:
        before = only(Progress).moves
        move = desk.best_move()
        if move.kind == MoveKind.DRAW_DECK and turn.view.caller is None and before % 7 == 0:
            move = CALL
        calls += move == CALL
        play_by_mouse(desk, move)
        assert only(Progress).moves > before
    assert calls
    assert desk.checked().end is not None


def test_a_whole_match_by_keyboard(desk: Desk) -> None:
    kinds_made = set()
    while (turn := until_due(desk)) is not None:
        before = only(Progress).moves
        moves = [move for move in turn.moves if move.kind != MoveKind.CALL or before > 30]
        move = moves[before * 5 % len(moves)]
        kinds_made.add(move.kind)
        play_by_keys(desk, move)
        assert only(Progress).moves > before
    assert kinds_made == set(MoveKind)
    assert desk.checked().end is not None


def test_letters_draw_take_and_call(desk: Desk) -> None:
    lay_position(desk, position("AS 3H 4D", "5S 6H 7D", "8S 9H 9D", pile="2S", deck="KC", turns=3))
    desk.keys("d")
    desk.frame(2)
    assert held_state().hands[0].bit_count() == 4
    assert "KC" in kinds(desk)
    desk.keys("u")
    desk.until_ready()
    desk.keys("t")
    desk.frame(2)
    assert "2S" in kinds(desk)
    desk.keys("u")
    desk.until_ready()
    desk.keys("c")
    desk.frame(2)
    assert held_state().caller == 0
    assert to_move() == 1


def test_the_cursor_leaves_what_can_be_picked_no_longer(open_desk: Open) -> None:
    desk = open_desk(request("human", "greedy"), **AT_ONCE)
    lay_position(desk, position("KS QS 5S", "4D 3D 5C", pile="9H", deck="7H"))
    desk.until_ready()
    desk.keys("up")
    desk.walk_to(top(desk))
    desk.keys("d")
    desk.until_ready()
    assert desk.table.stage.cursor in hand(desk), "the pile gives nothing now"


def test_enter_makes_the_move_of_the_cursor(desk: Desk) -> None:
    lay_position(desk, position("AS 3H 4D", "5S 6H 7D", "8S 9H 9D", pile="2S"))
    desk.walk_to(top(desk))
    desk.keys("return")
    desk.frame(2)
    assert "2S" in kinds(desk)


# --- what cannot be done ---


def test_the_card_just_taken_cannot_be_dropped_and_says_why(desk: Desk) -> None:
    lay_position(desk, position("AS 3H 4D", "5S 6H 7D", "8S 9H 9D", pile="2S"))
    play_by_mouse(desk, TAKE_DISCARD)
    taken = card(desk, "2S")
    assert hand(desk)[-1] == taken, "it lies apart at the right"
    assert desk.table.stage.dimmed >= {taken}
    desk.click_card(taken)
    desk.frame(2)
    assert "may not go back" in words(desk)
    assert held_state().hands[0].bit_count() == 4
    desk.click_card(desk.table.stage.pieces_at("deck")[0])
    desk.until(lambda: "one card of your hand is discarded first" in words(desk))
    assert held_state().hands[0].bit_count() == 4
    play_by_mouse(desk, discard("4D"))
    assert kinds(desk) == ["2S", "AS", "3H"]
    assert to_move() == 1


def test_a_card_of_the_hand_is_dropped_only_after_a_draw(desk: Desk) -> None:
    lay_position(desk, position("AS 3H 4D", "5S 6H 7D", "8S 9H 9D", pile="2S"))
    desk.click_card(card(desk, "3H"))
    desk.frame(2)
    assert held_state().hands[0].bit_count() == 3
    assert "first" in words(desk)
    desk.click_card(hand(desk, 1)[0])
    desk.until(lambda: "other players" in words(desk))
    play_by_mouse(desk, DRAW_DECK)
    play_by_mouse(desk, discard("3H"))
    assert kinds(desk)[0:1] != ["3H"]
    assert top(desk) == card(desk, "3H")


def test_nobody_calls_twice(desk: Desk) -> None:
    lay_position(desk, position("AS 3H 4D", "5S 6H 7D", "8S 9H 9D", caller=2, turns=5))
    desk.frame()
    call = next(each for each in desk.table.panel.moves if each.label == "Call")
    assert not call.enabled
    assert call.hint == "Greta has called already; a round has one call."
    desk.click(call.box)
    assert held_state().caller == 2
    assert "the last one" in desk.table.prompt


def test_undo_goes_back_to_the_own_decision(desk: Desk) -> None:
    lay_position(desk, position("AS 3H 4D", "5S 6H 7D", "8S 9H 9D", deck="KC"))
    play_by_mouse(desk, DRAW_DECK)
    play_by_mouse(desk, discard("AS"))
    desk.keys("u")
    desk.until_ready()
    assert kinds(desk) == ["AS", "3H", "4D", "KC"]
    desk.keys("u")
    desk.until_ready()
    assert kinds(desk) == ["AS", "3H", "4D"]


# --- the show ---


def test_the_show_leaves_every_hand_in_sight_until_the_next_round(desk: Desk) -> None:
    lay_position(desk, position("AS KS 4D", "5S 6H 7D", "8S 9H 9D", caller=1, turns=5, pile="2C"))
    play_by_mouse(desk, DRAW_DECK)
    play_by_mouse(desk, discard("4D") if "4D" in kinds(desk) else discard(kinds(desk)[0]))
    desk.table.toggle_pause()
    desk.until(lambda: desk.window.screen.dialog is not None)
    assert maybe(RoundOver) is not None
    assert only(Progress).round_number == 1
    dialog = desk.dialog
    assert dialog.place is not None
    dialog.layout(desk.window.canvas)
    for player in range(3):
        for entity in hand(desk, player):
            assert face_up(entity)
            assert overlap(card_box(esper.component_for_entity(entity, Moving).now), dialog.panel) <= 0
    desk.frame(64)  # a result rests a second
    assert only(Progress).round_number == 1
    desk.keys("return")
    desk.until(lambda: only(Progress).round_number == 2)


@pytest.mark.parametrize("size", [(960, 540), (1280, 720), (961, 1300), (2200, 560)], ids=str)
@pytest.mark.parametrize(
    ("hands", "title", "lives"),
    [
        (("AS KS 4D", "5S 6H 7D", "8S 9H 9D", "2S 3H 2D"), "Gregor 4 loses two lives", (3, 3, 3, 1)),
        (("AS KS 4D", "2C 3C 5D", "2H 3H 5C", "2S 3S 5H"), "Three players lose lives", (3, 2, 2, 1)),
    ],
    ids=["one", "three"],
)
def test_the_result_fits_between_the_hands(
    open_desk: Open, size: tuple[int, int], hands: tuple[str, ...], title: str, lives: tuple[int, ...]
) -> None:
    desk = open_desk(request("human", "greedy-caller", "greedy-caller", "greedy-caller"), size=size, **AT_ONCE)
    over = position(*hands, turns=5, caller=3, pile="KC")
    over.to_move = None
    over.known = over.hands[:]
    lay_position(desk, over)
    desk.table.toggle_pause()
    desk.until(lambda: desk.window.screen.dialog is not None)
    assert isinstance(desk.dialog, Dialog)
    desk.dialog.layout(desk.window.canvas)
    assert within(desk.dialog.panel, desk.window.canvas.area)
    for player in range(4):
        for entity in hand(desk, player):
            assert overlap(card_box(esper.component_for_entity(entity, Moving).now), desk.dialog.panel) <= 0
    assert desk.dialog.title == title
    assert only(Progress).standing.lives == lives
    with texts_drawn() as texts:
        desk.dialog.draw(desk.window.canvas)
    assert [words for words, _ in texts if words.endswith("…")] == []


def test_who_is_out_watches_the_rest(open_desk: Open) -> None:
    desk = open_desk(request("human", "greedy", "greedy-caller@call_at=20"), size=(1280, 720), **AT_ONCE)
    lay_position(desk, position("", "5S 6H 7D", "8S 9H 9D", lives=(0, 2, 1), to_move=1))
    desk.table.toggle_pause()
    assert desk.table.view.pick_rows(desk.table.stage)[-1] != []
    assert until_due(desk) is None
    assert maybe(MatchOver) is not None


def loses_the_last_life(desk: Desk, *lives: int) -> None:
    """Lay a round that is over, in which the human has lost the last life; the result stands on the table."""
    over = position("2S 3H 2D", "5S 6H 7D", "8S 9H 9D", turns=5, caller=1, lives=lives)
    over.to_move = None
    over.known = over.hands[:]
    lay_position(desk, over)
    desk.table.toggle_pause()
    desk.until(lambda: desk.window.screen.dialog is not None)


def test_who_has_lost_the_last_life_is_told_so_and_then_watches(open_desk: Open) -> None:
    desk = open_desk(request(*AGAINST), size=(1280, 720), motion="instant", pace=0.5)
    loses_the_last_life(desk, 1, 3, 3)
    assert desk.dialog.title == "You are out"
    assert not desk.table.company.watching, "the result of the last round is still the human's"
    desk.frame(64)  # a result rests a second
    desk.keys("return")
    desk.until(lambda: only(Progress).round_number == 2)
    desk.frame(2)
    labels = [each.hint for each in desk.table.panel.group.widgets if each.hint.startswith(("Speed", "As fast"))]
    assert labels == ["Speed 1× (1)", "Speed 4× (4)", "As fast as can be (0)"]
    assert desk.table.panel.moves == []
    desk.keys("4")
    assert desk.table.speed == 4.0
    desk.keys("0")
    desk.until(lambda: only(Progress).round_number == 3 or maybe(MatchOver) is not None)
    assert desk.table.dialog is None or maybe(MatchOver) is not None, "no round waits for who is out"


def test_the_speed_of_watching_ends_with_the_match(open_desk: Open) -> None:
    desk = open_desk(request(*AGAINST), size=(1280, 720), **AT_ONCE)
    loses_the_last_life(desk, 1, 1, 3)
    desk.frame(64)
    desk.keys("return")
    desk.until(lambda: only(Progress).round_number == 2)
    desk.frame(2)
    desk.keys("4")
    desk.table.again()
    desk.frame(2)
    assert desk.table.speed == 1.0
    assert desk.table.panel.moves


def test_one_of_two_humans_who_is_out_leaves_the_other_playing(open_desk: Open) -> None:
    desk = open_desk(request("human", "human", "greedy"), size=(1280, 720), **AT_ONCE)
    lay_position(desk, position("", "5S 6H 7D", "8S 9H 9D", lives=(0, 2, 1), to_move=1))
    desk.frame(2)
    assert not desk.table.company.watching
    assert desk.table.panel.moves


# --- who sees what ---


def test_only_what_everybody_knows_of_other_hands_lies_open(desk: Desk) -> None:
    state = position("AS 3H 4D", "5S 6H 7D", "8S 9H 9D", known=("", "7D", ""), turns=4)
    lay_position(desk, state)
    known = {found.index: esper.component_for_entity(entity, Known).kinds for entity, found in _players()}
    assert known[1] == ("7D",)
    assert [face_up(entity) for entity in hand(desk, 1)] == [True, False, False]
    assert kinds(desk, 1)[0] == "7D"
    assert all(map(face_up, hand(desk, 0)))
    assert not any(map(face_up, hand(desk, 2)))
    assert not any(map(face_up, desk.table.stage.pieces_at("deck")))


def _players() -> list[tuple[int, Player]]:
    return list(esper.get_component(Player))


def test_hidden_cards_lie_in_an_order_that_tells_nothing(open_desk: Open) -> None:
    orders = set()
    for seed in range(8):
        desk = open_desk(request(*AGAINST, seed=seed), size=(960, 540), **AT_ONCE)
        desk.until_ready()
        lay_position(desk, position("AS 3H 4D", "5S 6H 7D", "8S 9H 9D"))
        only(Progress).round_number = seed + 1
        only(Index).forget()
        desk.frame()
        orders.add(tuple(kinds(desk, 1)))
        desk.close()
    assert len(orders) > 2


def test_a_new_round_is_dealt_from_the_deck_so_that_no_card_can_be_followed(open_desk: Open) -> None:
    desk = open_desk(request(*AGAINST), size=(1280, 720), motion="normal", pace=0.0)
    over = position("AS KS 4D", "5S 6H 7D", "8S 9H 9D", turns=5, caller=2)
    over.to_move = None
    over.known = over.hands[:]
    lay_position(desk, over)
    desk.until(lambda: desk.window.screen.dialog is not None)
    desk.frame(64)  # a result rests a second
    desk.keys("return")
    desk.until(lambda: only(Progress).round_number == 2)
    desk.frame()
    for player in range(3):
        for entity in hand(desk, player):
            assert esper.component_for_entity(entity, Moving).start.face == 0.0
    starts = {
        esper.component_for_entity(entity, Moving).start[:2] for player in range(3) for entity in hand(desk, player)
    }
    assert len(starts) == 1


def test_two_humans_pass_the_screen(open_desk: Open) -> None:
    desk = open_desk(request("human", "human"), size=(1280, 720), **AT_ONCE)
    desk.until(lambda: desk.window.screen.dialog is not None)
    assert not any(face_up(entity) for player in range(2) for entity in hand(desk, player))
    desk.keys("return")
    desk.until_ready()
    viewer = desk.table.stage.viewer
    assert all(map(face_up, hand(desk, viewer)))
    assert not any(map(face_up, hand(desk, 1 - viewer)))
    desk.keys("d")
    desk.until_ready()
    assert desk.table.stage.viewer == viewer, "drawing and discarding are one turn"
    desk.click_card(hand(desk, viewer)[0])
    desk.until(lambda: desk.window.screen.dialog is not None)
    assert desk.dialog.title.startswith("Pass the screen")


def test_hands_are_closed_while_an_ai_begins_and_neither_of_two_humans_has_taken_the_screen(open_desk: Open) -> None:
    desk = open_desk(request("greedy", "human", "human", seed=2), size=(1280, 720), motion="instant", pace=1.0)
    assert to_move() == 0
    frames = 0
    while desk.window.screen.dialog is None:
        assert not any(face_up(entity) for player in range(3) for entity in hand(desk, player))
        desk.frame()
        frames += 1
    assert frames > 60, "the AI's choice has stood marked for a second"
    assert desk.dialog.title.startswith("Pass the screen")


# --- what is pointed at ---


def test_the_longest_move_is_whole_in_a_hint(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = open_desk(request(*AGAINST), size=(1280, 720), hint=True, **AT_ONCE)
    lay_position(desk, position("QD KS 4S", "5S 6H 7D", "8S 9H 9D", deck="JS"))
    play_by_mouse(desk, DRAW_DECK)
    desk.until_ready()
    desk.frame(2)
    text, drawn = fonts.text, set[str]()

    def noted(words: str, *rest: Any) -> pygame.Surface:
        drawn.add(words)
        return text(words, *rest)

    monkeypatch.setattr(fonts, "text", noted)
    with texts_drawn():
        desk.frame()
    assert "Discard queen of diamonds" in drawn


def test_the_eye_of_a_card_is_explained_where_it_is_pointed_at(desk: Desk) -> None:
    state = position("AS 3H 4D", "5S 6H 7D", "8S 9H 9D", deck="KC", known=("3H", "7D", ""), turns=4)
    lay_position(desk, play(state, DRAW_DECK))
    desk.until_ready()
    told = {}
    for kind in ("AS", "3H"):
        desk.point(desk.open_spot(card(desk, kind)))
        desk.frame(2)
        told[kind] = desk.table.prompt
    assert told["AS"] == "Your turn: click the card to discard"
    assert told["3H"] == "Your turn: click to discard; the eye marks what everybody has seen"


def test_the_hint_shows_the_card_to_drop(open_desk: Open) -> None:
    desk = open_desk(request(*AGAINST), size=(1280, 720), hint=True, **AT_ONCE)
    lay_position(desk, position("AS KS 4D", "5S 6H 7D", "8S 9H 9D", deck="QH"))
    play_by_mouse(desk, DRAW_DECK)
    desk.until_ready()
    thought = desk.table.thoughts.now()
    assert thought is not None
    assert thought.title.startswith("A hint in ")
    box = desk.table.panel.thoughts.list.row_box(0)
    desk.point(box.centre)
    desk.frame(2)
    move = thought.rows[0].move
    assert move.kind == MoveKind.DISCARD
    assert [each.move for each in desk.table.stage.foreseen] == [move]
