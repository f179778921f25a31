"""Practice in the window: a position is dealt, the move taken through the gate, judged in a worker, told in words."""

from pathlib import Path

import pytest

from game.analysis.people.practice import Solved, recall
from game.cli.main import run
from game.games.characters import name_for
from game.games.nim.players import winning_moves
from game.matches.replay import matches_folder
from systems.view.screens.menu import MenuScreen
from systems.view.screens.practice import PracticeScreen
from systems.view.toolkit.dialogs import TextBody
from systems.view.toolkit.widgets import Button
from tests.window.conftest import Open
from tests.window.desk import Desk
from tests.window.test_statistics_screen import record

pytestmark = pytest.mark.judged


def opened(desk: Desk, game: str = "Nim") -> PracticeScreen:
    desk.choose_game(game)
    desk.keys("p")
    desk.frame(3)
    return desk.screen(PracticeScreen)


def play(desk: Desk, wins: bool) -> PracticeScreen:
    """Make a move that wins, or one that does not, and wait for the verdict."""
    desk.until_ready()
    screen = desk.screen(PracticeScreen)
    winning = winning_moves(desk.turn.view.piles)
    desk.play_by_keys(next(move for move in desk.turn.moves if (move in winning) == wins))
    desk.until_told(lambda: screen.verdict is not None)
    return screen


def press(desk: Desk, label: str) -> None:
    desk.frame()
    desk.click(next(each.box for each in desk.dialog.group.widgets if isinstance(each, Button) and each.label == label))
    desk.frame(3)


def test_a_solved_position_is_kept_and_the_next_one_dealt(desk: Desk) -> None:
    screen = opened(desk)
    first = screen.course.exercise
    assert screen.prompt == "Position 1 of 50: an AI gave 100 points of the match away here. What is better?"
    play(desk, wins=True)
    assert desk.dialog.title == "Solved"
    assert screen.course.number_solved == 1
    assert "1 of 50 positions is solved." in desk.dialog.body.words  # type: ignore[attr-defined]
    assert Solved.load().keys == {first.key}
    press(desk, "Next")
    assert desk.screen(PracticeScreen).course.place == 1
    press_escape_to_menu(desk)
    assert opened(desk).course.place == 1
    assert not list(matches_folder().glob("*.jsonl"))


def test_whose_mistake_it_was_is_the_user_now_and_the_others_are_called_as_then(desk: Desk) -> None:
    screen = opened(desk)
    exercise = screen.course.exercise
    player = recall(exercise).moment.player
    names = [seat.name for seat in screen.session.seats]
    assert names[player] == "You"
    assert [name for name in names if name != "You"] == [
        name_for("nim", ai) for seat, ai in enumerate(exercise.ais) if seat != player
    ]
    play(desk, wins=False)
    desk.frame()
    assert screen.thoughts.now() is None, "nobody thinks at the other seat"
    assert screen.panel.shows_thoughts, "their place stays where it is"


def test_no_hint_stands_beside_the_question_until_it_is_asked_for(desk: Desk) -> None:
    desk.window.change(hint=True)
    screen = opened(desk)
    assert not screen.settings.hint
    desk.keys("h")
    assert screen.settings.hint
    desk.keys("h")
    assert not screen.settings.hint
    assert desk.window.settings.hint, "matches show it as the user left it"


def press_escape_to_menu(desk: Desk) -> None:
    desk.until_ready()
    desk.keys("escape")
    desk.frame(2)
    assert desk.screen(MenuScreen)


def test_a_mistake_is_told_and_may_be_tried_again(desk: Desk) -> None:
    opened(desk)
    screen = play(desk, wins=False)
    assert desk.dialog.title == "Not yet"
    assert screen.verdict is not None
    assert "With your move the chance to win is 0 %, with the best one 100 %." in screen.verdict.words
    press(desk, "Show the best")
    assert desk.dialog.title == "The best move"
    press(desk, "Try again")
    again = desk.screen(PracticeScreen)
    assert again is not screen
    assert again.course.place == 0
    assert Solved.load().keys == set()
    play(desk, wins=True)
    assert desk.dialog.title == "Solved"


def test_where_there_is_one_position_none_comes_next(desk: Desk) -> None:
    screen = opened(desk)
    screen.course.exercises = screen.course.exercises[:1]
    play(desk, wins=False)
    assert labels(desk) == ["To the menu", "Show the best", "Try again"]
    press(desk, "Show the best")
    assert labels(desk) == ["To the menu", "Try again"]
    press(desk, "Try again")
    play(desk, wins=True)
    assert labels(desk) == ["To the menu"]


def labels(desk: Desk) -> list[str]:
    """The buttons of the dialog."""
    desk.frame()
    return [each.label for each in desk.dialog.group.widgets if isinstance(each, Button)]


def test_one_s_own_mistakes_come_first(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.analysis.people.practice.MOMENT", 60.0)  # a busy machine reads nothing in a moment
    record(tmp_path / "nim", 3)
    assert run(["analyse", *map(str, sorted(matches_folder().glob("*.jsonl")))]) == 0
    screen = opened(desk)
    exercise = screen.course.exercise
    assert exercise.own
    assert "you gave 100 points of the match away here" in screen.prompt
    assert screen.session.seats[recall(exercise).moment.player].is_human
    assert sorted(seat.name for seat in screen.session.seats) == ["Pax", "You"]
    assert len(screen.course.exercises) > 50


def test_a_game_without_positions_says_so(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("game.analysis.people.practice.shipped", lambda _: [])
    desk.choose_game("Nim")
    desk.keys("p")
    desk.frame()
    assert isinstance(desk.dialog.body, TextBody)
    assert "no positions of Nim" in desk.dialog.body.words
    desk.keys("return")
    desk.until_table()
    assert desk.table.session.game.name == "nim", "the invitation starts a match"


@pytest.mark.parametrize("size", [(960, 540), (1920, 1080)])
def test_the_dialogs_fit_every_window(open_desk: Open, size: tuple[int, int]) -> None:
    desk = open_desk(size=size, motion="instant", pace=0.0)
    opened(desk)
    play(desk, wins=False)
    desk.frame()
    area = desk.table.canvas.area
    boxes = [widget.box for widget in desk.dialog.group.widgets]
    assert all(box.x >= area.x and box.right <= area.right and box.bottom <= area.bottom for box in boxes)
