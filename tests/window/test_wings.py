"""What the menu makes ready for the table that is chosen."""

from collections.abc import Callable
from functools import partial

import pytest

from components.view import Stage
from game.agents.agent import Agent
from game.games import registry
from game.games.notty import hand_arrays
from game.games.notty.hands import KINDS
from systems.view.games.notty.art import DECK
from systems.view.games.notty.layout import DECK_CARD, boxes, card_heights
from systems.view.games.views import view_of
from systems.view.screens import menu_wings
from systems.view.table.layout import table_box
from systems.view.toolkit import drawings, kept
from systems.view.toolkit.canvas import Canvas
from tests.window.conftest import Open

MANY = 200


class Wanting:
    """A game's view that wants many pictures, and has no tune."""

    tune = None

    def __init__(self, made: list[tuple[int, int]]) -> None:
        self._made = made

    def pictures_to_come(self, _: Canvas, players: int) -> list[Callable[[], object]]:
        return [partial(self._made.append, (players, number)) for number in range(MANY)]


def test_the_chosen_table_is_made_ready_while_nobody_does_anything(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[tuple[int, int]] = []
    monkeypatch.setattr(menu_wings, "_QUIET", 0.5)
    monkeypatch.setattr(menu_wings, "_SLICE", 10.0)
    monkeypatch.setattr(menu_wings, "view_of", lambda _: Wanting(made))
    desk = open_desk(None)
    desk.frame(2, seconds=0.2)
    desk.keys("tab")
    desk.frame(2, seconds=0.2)
    assert not made, "somebody is there"
    assert not desk.window.screen.resting
    desk.frame(2, seconds=0.2)
    desk.until_told(lambda: made)
    assert made == [(2, number) for number in range(menu_wings._MOST)], "the first ones, in their order"
    assert desk.window.screen.resting
    made.clear()
    desk.choose_game("Thirty-one")
    desk.frame(4, seconds=0.2)
    desk.until_told(lambda: made)
    assert len(made) == menu_wings._MOST, "for another table others"


def test_what_an_ai_works_out_for_all_positions_is_there_before_the_table_opens() -> None:
    hand_arrays._tables.cache_clear()
    menu_wings._load("notty", 2)
    assert hand_arrays._tables.cache_info().currsize == 1


def test_who_thinks_long_is_not_asked_for_a_first_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    thought: list[object] = []
    monkeypatch.setattr(Agent, "think", lambda *_: thought.append(1))
    nim = registry.game("nim")
    menu_wings._think_once(nim, "search", 2)
    assert not thought
    menu_wings._think_once(nim, "q-learner", 2)
    assert thought


def test_the_cards_of_notty_s_first_hands_are_ready_before_the_table_opens(
    open_desk: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk(None, (2560, 1440))
    canvas = desk.window.screen.canvas
    kept.forget()
    ready = view_of("notty").pictures_to_come(canvas, 2)[: menu_wings._MOST]
    for make in ready:
        make()
    monkeypatch.setattr(drawings, "pixels", None)  # nothing is drawn from its file any more
    parts = boxes(table_box(Stage(canvas.width, canvas.height)), 2)
    for seat in (parts.own, *parts.others):
        for kind in (*KINDS, "back"):
            DECK.card(kind, canvas.px(card_heights(seat)[0]))
    DECK.card("back", canvas.px(DECK_CARD))
