"""What the menu makes ready for the table that is chosen."""

from collections.abc import Callable
from functools import partial

import pytest

from systems.view.screens import menu_wings
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
    desk.frame(3, seconds=0.2)
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
    assert len(made) == menu_wings._MOST, "for another table others"
