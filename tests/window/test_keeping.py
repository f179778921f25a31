"""Matches are kept: undone, left and gone on with, looked at again, and played on when the disk is full."""

import errno
import json
import os
import time
from pathlib import Path
from typing import Any

import pygame
import pytest

from components.table import Progress
from game.games.seats import parse_seats
from game.matches.notes import TAKEN_BACK
from game.matches.replay import matches_folder, read
from game.matches.requests import TableRequest
from game.matches.timeline import Timeline
from systems.snapshot import only
from systems.view.screens.matches import MatchesBody
from systems.view.screens.replay import ReplayScreen
from systems.view.toolkit.dialogs import TextBody
from systems.view.toolkit.fields import Choice
from tests.elsewhere import holding
from tests.tables import held_state, recorded, through_rules
from tests.tables import table as seats
from tests.window.audit import texts_drawn
from tests.window.conftest import Open
from tests.window.desk import Desk, face_up, table


@pytest.fixture
def playing(open_desk: Open) -> Desk:
    """A human who has made two moves, and is to move."""
    desk = open_desk(table("human", "utility"), motion="instant", pace=0.0)
    for _ in range(2):
        desk.until_ready()
        desk.play_by_mouse(desk.best_move())
    desk.until_ready()
    return desk


def state_now(desk: Desk) -> Any:
    return desk.table.session.game.rules.state_record(held_state())


def state_written(desk: Desk) -> Any:
    return desk.replay().lines[-1].record["state"]


# --- undo ---


def test_undo_takes_back_to_the_humans_latest_decision_and_is_written(playing: Desk) -> None:
    states = [line.record for line in playing.replay().lines]
    own = [place for place, record in enumerate(states) if record["type"] == "move" and record["player"] == 0]
    playing.keys("u")
    assert playing.replay().lines[-1].record["type"] == "undo"
    before = states[own[-1] - 1]["state"]
    assert state_written(playing) == state_now(playing)
    assert {key for key, value in before.items() if state_now(playing)[key] != value} == {"deck", "bonus"}
    assert playing.table.toasts.words == TAKEN_BACK
    playing.until_ready()
    assert playing.turn.player == 0
    playing.play_by_mouse(playing.turn.moves[-1])
    playing.until_ready()
    assert state_written(playing) == state_now(playing)
    playing.checked()


def test_the_menu_does_not_count_moves_that_were_taken_back(playing: Desk) -> None:
    moves = playing.types().count("move")
    playing.keys("u")
    taken_back = moves - playing.replay().lines[-1].record["to"]
    assert taken_back > 0
    playing.keys("escape")
    playing.frame()
    assert playing.menu.waiting.button.label == f"Continue: move {moves - taken_back + 1}, your turn"


def test_undo_goes_back_to_the_beginning_of_the_round_and_no_further(playing: Desk) -> None:
    for _ in range(2):
        playing.keys("u")
        playing.until_ready()
    assert playing.table.session.undo_target() is None
    playing.keys("u")
    assert playing.types().count("undo") == 2
    assert playing.table.toasts.latest == "There is no move of yours in this round to take back."
    playing.checked()


def test_undo_while_the_ai_thinks_stops_it(open_desk: Open) -> None:
    desk = open_desk(table("human", "utility"), motion="instant", pace=2.0)
    desk.until_ready()
    desk.play_by_mouse(desk.best_move())
    desk.frame(20)
    assert desk.replay_mover() == 1
    desk.keys("u")
    desk.until_ready()
    assert desk.turn.player == 0
    desk.frame(200)
    assert desk.types()[-1] == "undo"
    desk.checked()


def test_undo_in_the_moment_of_enter_wins(playing: Desk) -> None:
    playing.pick_by_mouse(playing.best_move())
    moves = playing.types().count("move")
    for key in (pygame.K_RETURN, pygame.K_u):
        playing.send(pygame.KEYDOWN, key=key, mod=0, unicode="")
    playing.frame(3)
    assert playing.types().count("move") == moves
    assert playing.types()[-1] == "undo"
    playing.checked()


# --- leaving and going on ---


def test_a_match_that_is_left_goes_on_in_the_same_file(playing: Desk) -> None:
    before, state = playing.replay(), state_now(playing)
    raw = before.path.read_bytes()
    playing.keys("escape")
    playing.frame()
    assert before.path.read_bytes() == raw
    assert playing.menu.waiting.button.label == f"Continue: move {playing.types().count('move') + 1}, your turn"
    playing.click(playing.menu.waiting.button.box)
    playing.until_ready()
    assert state_now(playing) == state
    assert [line.text for line in playing.table.session.log.lines][:2] == [
        f"Round 1: {'You begin' if before.lines[0].record['first'] == 0 else 'Vera begins'}",
        playing.table.session.log.lines[1].text,
    ]
    playing.play_by_mouse(playing.best_move())
    playing.until_ready()
    assert before.path.read_bytes().startswith(raw)
    assert len(playing.replay().lines) > len(before.lines)
    playing.checked()


def test_a_resumed_match_can_be_undone_beyond_where_it_was_left(playing: Desk) -> None:
    playing.keys("escape", "c")
    playing.until_ready()
    for _ in range(2):
        playing.keys("u")
        playing.until_ready()
    assert playing.types().count("undo") == 2
    playing.checked()


@pytest.mark.parametrize("lines_from_the_end", [1, 2])
def test_a_match_cut_off_at_its_very_end_is_ended(open_desk: Open, lines_from_the_end: int) -> None:
    path = matches_folder() / "jaipur-2.jsonl"
    whole = recorded(path, through_rules, seats("utility", "random"), 2)
    lines = whole.splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:-lines_from_the_end]))
    desk = open_desk(motion="instant", pace=0.0)
    desk.keys("c")
    desk.until(lambda: desk.table.dialog is not None)
    assert "the match" in desk.dialog.title
    assert path.read_bytes() == whole


def test_closing_the_window_amid_a_match_leaves_a_file_that_can_be_read(playing: Desk, open_desk: Open) -> None:
    playing.pick_by_mouse(playing.best_move())
    lines = len(playing.replay().lines)
    playing.close()
    assert len(playing.replay().lines) == lines
    assert playing.replay().warning is None
    playing.checked()
    again = open_desk()
    assert again.menu.waiting.button.visible


def test_a_match_whose_file_departs_from_the_rules_is_not_gone_on_with(open_desk: Open) -> None:
    path = matches_folder() / "jaipur-3.jsonl"
    lines = recorded(path, through_rules, seats("utility", "random"), 3, 1).splitlines(keepends=True)
    record = json.loads(lines[2])
    record["player"] = 1 - record["player"]
    path.write_bytes(b"".join([*lines[:2], json.dumps(record).encode() + b"\n"]))
    desk = open_desk()
    desk.keys("c")
    assert "line 3" in desk.menu.toasts.words
    assert not desk.menu.waiting.button.visible


def left_for_another(playing: Desk) -> Path:
    """Leave the match for the menu; its file."""
    path = playing.replay().path
    playing.keys("escape")
    playing.frame()
    return path


def test_a_match_that_another_window_plays_can_be_watched_or_left(playing: Desk) -> None:
    path = left_for_another(playing)
    raw = path.read_bytes()
    with holding(path):
        playing.keys("c")
        assert playing.dialog.title == "Jaipur: you, Vera"
        assert isinstance(playing.dialog.body, TextBody)
        assert playing.dialog.body.words.startswith("This match is being played in another window.")
        playing.keys("escape")
        assert playing.menu.dialog is None
        playing.keys("r", "c")
        with path.open("ab") as file:
            file.write(b'{"type":"note","player":null,"text":"played on elsewhere"}\n')
        playing.keys("return")
        playing.frame()
        shown = playing.screen(ReplayScreen)
        assert "played on elsewhere" in [line.text for line in shown.timeline.log.lines]
        playing.keys("escape")
        playing.frame()
    assert path.read_bytes().startswith(raw)
    playing.keys("c")
    playing.until_ready()
    playing.checked()


def test_a_match_that_is_over_meanwhile_is_not_offered_again(open_desk: Open) -> None:
    path = matches_folder() / "jaipur-2.jsonl"
    whole = recorded(path, through_rules, seats("utility", "random"), 2)
    path.write_bytes(b"".join(whole.splitlines(keepends=True)[:12]))
    desk = open_desk(motion="instant", pace=0.0)
    path.write_bytes(whole)
    desk.keys("c")
    assert "this match is over" in desk.menu.toasts.words
    assert not desk.menu.waiting.button.visible
    assert path.read_bytes() == whole


# --- what was chosen in the menu ---


def test_the_menu_keeps_game_chairs_and_options_of_the_last_table(open_desk: Open) -> None:
    desk = open_desk(motion="instant", pace=0.0)
    desk.choose_game("Thirty-one")
    menu = desk.menu
    desk.seat(0, "beginner")
    desk.seat(1, "casual")
    asked, game = list(menu.chairs.specs), menu.chosen
    assert asked == ["beginner", "casual", "", ""]
    for field in menu.fields.values():
        if isinstance(field, Choice):
            field.pick(1)
    options = menu.asked_options()
    desk.click(menu.start.box)
    desk.until_table()
    desk.table.shell.to_menu()
    desk.frame(3)
    assert desk.menu.chosen is game
    assert desk.menu.chairs.specs == asked
    assert desk.menu.asked_options() == options
    desk.choose_game("Jaipur")
    desk.choose_game("Thirty-one")
    assert desk.menu.chairs.specs == asked


def test_the_menu_takes_over_a_table_opened_elsewhere_and_a_match_gone_on_with(open_desk: Open) -> None:
    seats = tuple(parse_seats("nim", ["q-learner@epsilon=0.25", "human"]))
    desk = open_desk(TableRequest("nim", seats, {"piles": [2, 3, 4]}, 1), motion="instant", pace=0.0)
    desk.move_once()
    desk.table.shell.to_menu()
    desk.frame(3)
    for _ in range(2):
        assert desk.menu.chairs.specs == ["q-learner@epsilon=0.25", "human"]
        assert desk.menu.asked_options()["piles"] == [2, 3, 4]
        desk.choose_game("Jaipur")
        desk.keys("c")
        desk.table.shell.to_menu()
        desk.frame(3)


def test_the_menu_comes_back_with_the_game_it_was_left_with(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game("Nim")
    desk.keys("d")
    desk.window.to_menu()
    desk.frame(2)
    assert desk.menu.chosen.name == "nim"


# --- trouble with the disk ---


def test_with_a_full_disk_the_match_goes_on_and_says_so(playing: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        """A file on a disk without trainer."""

        def write(self, text: str) -> int:
            raise OSError(errno.ENOSPC, "No space left on device")

        def flush(self) -> None: ...

        def close(self) -> None: ...

    recorder = playing.table.session.recorder
    assert recorder is not None
    lines, moves = len(playing.replay().lines), only(Progress).moves
    monkeypatch.setattr(recorder, "_file", Full())
    playing.play_by_mouse(playing.best_move())
    playing.frame()
    assert "no longer recorded" in playing.table.toasts.words
    assert "No space left on device" in playing.table.toasts.words
    playing.until_ready()
    playing.keys("u")
    playing.until_ready()
    playing.play_by_mouse(playing.best_move())
    playing.until_ready()
    assert only(Progress).moves > moves + 2
    assert len(playing.replay().lines) == lines
    playing.keys("escape")
    assert playing.dialog.title == "Leave the match?", "what was not recorded would be lost"
    playing.keys("return")
    assert playing.table.dialog is None, "Stay is what Enter presses"
    playing.keys("escape")
    playing.click(playing.dialog.buttons[0].box)
    playing.frame(2)
    assert playing.menu.waiting.button.visible


def test_where_nothing_can_be_written_a_match_is_played_all_the_same(open_desk: Open, folder: Path) -> None:
    folder.mkdir()
    (folder / "matches").write_text("a file in the place of the folder")
    desk = open_desk(table("human", "utility"), motion="instant", pace=0.0)
    desk.until_ready()
    assert "not recorded" in desk.table.toasts.words
    desk.play_by_mouse(desk.best_move())
    desk.until_ready()
    assert only(Progress).moves >= 2


def test_a_refusal_to_keep_settings_is_told_and_ends_nothing(
    open_desk: Open, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk = open_desk(table("human", "utility"))
    (folder / "settings.json").unlink()
    (folder / "settings.json").mkdir()
    (folder / "settings.json" / "x").touch()
    desk.keys("m")
    assert desk.window.settings.muted
    assert "settings were not kept" in capsys.readouterr().err


# --- recorded matches ---


def recorded_with_humans(path: Path, humans: set[int], rounds: int | None) -> None:
    """A match of AIs, recorded as if humans had sat in some of the chairs."""
    recorded(path, through_rules, seats("utility", "random"), 4, rounds)
    head, rest = path.read_text("utf-8").split("\n", 1)
    record = json.loads(head)
    for player in humans:
        name = "You" if len(humans) == 1 else f"Player {player + 1}"
        record["players"][player] = {"name": name, "ai": None, "parameters": {}, "trained": None}
    path.write_text(f"{json.dumps(record)}\n{rest}", "utf-8")


def test_every_unfinished_match_can_be_gone_on_with(open_desk: Open, folder: Path) -> None:
    for seed, rounds in ((1, 1), (2, 1), (3, None)):
        path = folder / "matches" / f"jaipur-{seed}.jsonl"
        recorded(path, through_rules, seats("utility", "random"), seed, rounds)
        os.utime(path, (seed * 1e6, seed * 1e6))
    desk = open_desk(motion="instant", pace=0.0)
    desk.keys("r")
    body, go_on = desk.dialog.body, desk.dialog.buttons[1]
    assert isinstance(body, MatchesBody)
    assert go_on.label == "Continue"
    assert not go_on.enabled  # the latest is over
    desk.click(body.list.row_box(1))
    assert go_on.enabled
    body.list.selected = 2  # as the arrow keys do
    desk.frame()
    assert go_on.enabled
    desk.click(go_on.box)
    desk.frame()
    assert desk.table.session.seed == 1


def test_the_list_of_matches_names_game_players_and_date(open_desk: Open, folder: Path) -> None:
    path = folder / "matches" / "jaipur-1.jsonl"
    recorded_with_humans(path, {0}, 1)
    when = time.mktime((2026, 3, 5, 17, 22, 0, 0, 0, -1))
    os.utime(path, (when, when))
    head, rest = path.read_text("utf-8").split("\n", 1)
    branch = path.with_name("jaipur-2.jsonl")
    branch.write_text(f"{json.dumps(json.loads(head) | {'branch': {'of': '0' * 64, 'move': 1}})}\n{rest}", "utf-8")
    os.utime(branch, (when - 60, when - 60))
    desk = open_desk()
    desk.keys("r")
    with texts_drawn() as texts:
        desk.frame()
    told = [words for words, _ in texts if words.startswith(("Jaipur: ", "Not finished"))]
    row = "Jaipur: you, Dado", "Not finished, 5 Mar 2026, 17:22"
    assert told == [*row, row[0], "Not finished, 5 Mar 2026, 17:21, played on from another"]


def test_looking_at_an_unfinished_match_shows_only_ones_own_hand(playing: Desk) -> None:
    playing.keys("escape", "r", "return")
    playing.frame()
    assert playing.viewer.at == 0
    for _ in range(len(playing.viewer.frames)):
        assert all(face_up(card) for card in playing.cards("hand", 0))
        assert not any(face_up(card) for card in playing.cards("hand", 1))
        playing.keys("right")


@pytest.mark.parametrize(("humans", "rounds", "seen"), [
    ({0, 1}, 1, set()),
    ({1}, 1, {1}),
    ({1}, None, {0, 1}),
    (set(), 1, {0, 1}),
])  # fmt: skip
def test_whose_hands_a_film_shows(tmp_path: Path, humans: set[int], rounds: int | None, seen: set[int]) -> None:
    recorded_with_humans(tmp_path / "match.jsonl", humans, rounds)
    assert Timeline.of(read(tmp_path / "match.jsonl")).open_hands == seen


def test_an_undone_move_is_told_as_taken_back(playing: Desk) -> None:
    playing.keys("u")
    playing.keys("escape")
    playing.keys("r", "return")
    playing.frame()
    told = [line.text for line in playing.viewer.log.lines]
    assert "A move was taken back." in told
    states, rules = [still.state for still in playing.viewer.frames], playing.viewer.timeline.rules
    assert rules.view(states[-1], 0) == rules.view(states[-4], 0)  # before the human's move and the answer to it


def test_a_match_that_departs_from_the_rules_is_named_in_the_menu(open_desk: Open) -> None:
    path = matches_folder() / "jaipur-3.jsonl"
    raw = recorded(path, through_rules, seats("utility", "random"), 3, 1)
    path.write_bytes(raw.replace(b'"player":0', b'"player":1', 1))
    desk = open_desk()
    desk.keys("r", "return")
    assert "by the rules it is" in desk.menu.toasts.words


def test_a_wrong_setting_is_told_at_the_menu(folder: Path, open_desk: Open, capsys: pytest.CaptureFixture[str]) -> None:
    desk = open_desk(pace=9.0)
    told = "The setting pace is 9.0; it should be a number from 0 to 5. The usual value counts."
    assert desk.menu.toasts.words == told
    assert capsys.readouterr().err == f"tabletalk: {told}\n"
