"""Many moves: their buttons never lie over each other or beside the panel; a page of them is shown at a time."""

import pytest

from systems.view.table.action_rows import Action, ActionRow
from systems.view.table.move_buttons import MoveButton, MoveButtons
from systems.view.toolkit.canvas import Box
from tests.window.audit import overlap

INNER = Box(100.0, 50.0, 280.0, 620.0)


def with_rows(*counts: int) -> MoveButtons:
    """Rows of so many buttons, without a game."""
    buttons = MoveButtons.__new__(MoveButtons)
    buttons._page, buttons._uses, buttons.lend, buttons.main = 0, [], None, None
    buttons._more = MoveButton("", buttons._turn_page)
    buttons._rows = [
        (ActionRow((Action("Play", "Play"),)), [MoveButton(f"{row} {number}") for number in range(count)])
        for row, count in enumerate(counts)
    ]
    return buttons


@pytest.mark.parametrize("counts", [(1,), (3, 1), (4,), (7, 2), (20,), (60, 1, 5)])
def test_what_is_shown_fits_and_nothing_overlaps(counts: tuple[int, ...]) -> None:
    buttons = with_rows(*counts)
    height = buttons.layout(INNER)
    assert height <= 360
    shown = [button for button in buttons.widgets if button.visible]
    for at, button in enumerate(shown):
        box = button.box
        assert INNER.x <= box.x < box.right <= INNER.right + 0.01
        assert INNER.bottom - height - 0.01 <= box.y < box.bottom <= INNER.bottom + 0.01
        assert box.w > 60
        assert not any(overlap(box, other.box) > 0.01 for other in shown[:at])


def test_every_move_is_on_one_page() -> None:
    buttons, seen = with_rows(50, 2), list[str]()
    while True:
        buttons.layout(INNER)
        shown = [button.label for button in buttons.buttons if button.visible]
        if seen[: len(shown)] == shown:
            break
        seen += shown
        buttons._more.activate()
    assert sorted(seen) == sorted(button.label for button in buttons.buttons)


def test_few_moves_need_no_pages() -> None:
    buttons = with_rows(3, 3, 1, 1, 1)
    buttons.layout(INNER)
    assert all(button.visible for button in buttons.buttons)
    assert not buttons._more.visible


def standing_out(buttons: MoveButtons) -> list[bool]:
    """Of each button whether it stands out."""
    buttons._mark_main()
    return [button.style == "primary" for button in buttons.buttons]


def test_one_button_stands_out_at_most() -> None:
    buttons = with_rows(3)
    assert standing_out(buttons) == [False, False, False], "none of several moves is the usual one"
    buttons.buttons[0].enabled = buttons.buttons[2].enabled = False
    assert standing_out(buttons) == [False, True, False], "the one that can be made"
