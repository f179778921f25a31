"""Tournaments in the window: put together, played, stopped, watched, kept, exported; by mouse and by keyboard."""

import csv
import json
from dataclasses import replace
from typing import Any

import pygame
import pytest

from game.base.storage import home, write_whole
from game.games import registry
from game.matches.arena import Arena, Outcome, Schedule
from game.matches.faults import FaultSum
from game.matches.tournament import Start, Tournament, content, folder, free_path, kept, load
from systems.view.screens.contestants import contestant, draw_contestant
from systems.view.screens.cross_table import heat, scores
from systems.view.screens.menu import MenuScreen
from systems.view.screens.narration import widget_in_words
from systems.view.screens.tournament import TournamentScreen
from systems.view.screens.tournament_setup import _ROW, TournamentsScreen
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.fields import Choice
from systems.view.toolkit.fonts import Colour
from tests.window.audit import texts_drawn, within
from tests.window.desk import Desk

AIS = ("expert", "club", "casual", "beginner")


def made(*ais: str, played: int = 0, games: int = 10, game: str = "nim") -> Tournament:
    """A tournament of which so many matches are played: whoever is named earlier wins."""
    options = {option.key: option.default for option in registry.game(game).rules.options}
    found = Tournament.between(game, ais or AIS, options, games, 5)
    for number in found.missing()[:played]:
        seats = found.schedule.fixture(number).seats
        found.count(Outcome(number, seats.index(min(seats)), 9))
    return found


def shown(desk: Desk, found: Tournament) -> TournamentScreen:
    desk.window.show_tournament(found, free_path(found))
    desk.frame(2)
    return desk.screen(TournamentScreen)


def drawn(desk: Desk) -> list[str]:
    """The words of a frame."""
    with texts_drawn() as found:
        desk.frame()
    return [words for words, _ in found]


def setup(desk: Desk, game: str = "Nim") -> TournamentsScreen:
    desk.keys("u")
    desk.frame()
    screen = desk.screen(TournamentsScreen)
    desk.click(next(tab.box for tab in screen.tabs if tab.label == game))
    return screen


@pytest.mark.usefixtures("desk")
def test_a_long_sentence_of_a_row_stands_in_two_lines_that_can_be_read(monkeypatch: pytest.MonkeyPatch) -> None:
    canvas, drawn = Canvas(pygame.Surface((960, 540)), 1.0), list[tuple[str, float, Box]]()
    text = Canvas.text

    def noted(on: Canvas, words: str, x: float, y: float, size: float, *rest: Any, **more: Any) -> Box:
        box = text(on, words, x, y, size, *rest, **more)
        drawn.append((words, size, box))
        return box

    monkeypatch.setattr(Canvas, "text", noted)
    long = "Has learnt from its own games which move pays, and goes on learning from yours."
    players = [replace(contestant("nim", "expert"), words=words) for words in ("Never errs.", long)]
    for place, player in enumerate(players):
        row = Box(0, _ROW * place, 360, _ROW)
        draw_contestant(canvas, row, player, players)
        inked = [box.inset(0, box.h * 0.22) for _, _, box in drawn[2 * place :]]
        assert all(within(box, row.inset(0, 7), 0) for box in inked)  # letters have air of their own
    assert [words for words, _, _ in drawn][:2] == [players[0].name, "Never errs."]
    assert " ".join(words for words, _, _ in drawn[3:]) == long
    assert {size for _, size, _ in drawn} == {19, theme.SMALL}


def test_who_stands_in_a_row_is_told_with_whether_that_one_takes_part(desk: Desk) -> None:
    screen = setup(desk)
    screen.players.select(1)
    assert widget_in_words(screen.players).startswith("Idris; takes part; ")
    screen.players.toggle(1)
    assert widget_in_words(screen.players).startswith("Idris; does not take part; ")


def test_only_those_are_offered_who_play_by_the_house_rules(desk: Desk) -> None:
    screen = setup(desk, "Jaipur")
    assert "expert" in screen.chosen_specs
    field = screen.fields["hand_limit"]
    assert isinstance(field, Choice)
    field.set_options(field.options, "5")
    desk.frame()
    offered = {player.spec for player in screen.players.players}
    assert {"random", "heuristic"} <= offered
    assert not {"expert", "club", "neural"} & offered
    assert screen.chosen_specs
    assert not screen.fault


# --- put together ------------------------------------------------------------------------------------------------


def test_the_menu_leads_there_and_back(desk: Desk) -> None:
    screen = setup(desk)
    assert "Your tournaments will be kept here." in drawn(desk)
    assert set(screen.chosen_specs) == set(AIS)
    desk.keys("escape")
    assert desk.screen(MenuScreen)


def test_players_are_ticked_by_mouse_and_by_keyboard(desk: Desk) -> None:
    screen = setup(desk)
    desk.click(screen.players.row_box(0))
    assert len(screen.chosen_specs) == 3
    desk.tab_to(screen.players)
    desk.keys("down", "return")
    assert len(screen.chosen_specs) == 2
    desk.keys("down", "down", "space")
    assert len(screen.chosen_specs) == 1
    assert not screen.begin.enabled
    desk.keys("b")
    assert desk.screen(TournamentsScreen)
    assert "two players or more" in screen.begin.hint


def test_what_was_put_together_stands_there_again(desk: Desk) -> None:
    screen = setup(desk)
    desk.click(screen.players.row_box(0))
    screen.often.index = 0
    asked = screen.chosen_specs
    desk.keys("b")
    desk.frame(2)
    tournament = desk.screen(TournamentScreen)
    tournament.toggle()
    desk.keys("escape")
    desk.frame(2)
    again = desk.screen(TournamentsScreen)
    assert again.chosen.name == "nim"
    assert (again.chosen_specs, again.often.value) == (asked, 10)
    desk.keys("escape", "u")
    desk.frame(2)
    menus = desk.screen(TournamentsScreen)
    desk.click(next(tab.box for tab in menus.tabs if tab.label == "Nim"))
    assert (menus.chosen_specs, menus.often.value) == (asked, 10)


def test_a_row_that_glides_hides_what_it_passes(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shown(desk, made(played=60))
    desk.until(lambda: screen.cross._places == screen.cross._goals())
    screen.cross._places.reverse()
    grounds: list[Box] = []
    shape = Canvas.shape

    def noted(canvas: Canvas, box: Box, fill: Colour, *rest: Any, **more: Any) -> None:
        if len(fill) == 3 or fill[3] == 255:
            grounds.append(box)
        shape(canvas, box, fill, *rest, **more)

    monkeypatch.setattr(Canvas, "shape", noted)
    desk.frame()
    gliding = [screen.cross._row_box(place) for place in screen.cross._places]
    for row in gliding:
        assert any(box.contains(row.centre) and box.w >= row.w for box in grounds)


def test_it_is_told_how_much_would_be_played(desk: Desk) -> None:
    screen = setup(desk)
    desk.tab_to(screen.often)
    desk.keys("left")
    assert screen.summary() == "4 players, 6 pairs, 300 matches in all"


def test_options_and_a_seed_can_be_given(desk: Desk) -> None:
    screen = setup(desk)
    desk.keys("m")
    desk.tab_to(screen.seed)
    desk.type("77")
    desk.keys("escape")
    desk.click(screen.begin.box)
    assert desk.screen(TournamentScreen).tournament.schedule.seed == 77


# --- played ------------------------------------------------------------------------------------------------------


def test_a_tournament_is_played_kept_and_opened_again(desk: Desk) -> None:
    screen = setup(desk)
    screen.often.pick(0)
    for row in (2, 3):
        desk.click(screen.players.row_box(row))
    desk.keys("b")
    stage = desk.screen(TournamentScreen)
    desk.until_told(lambda: stage.tournament.over and not stage.remote.busy)
    assert len(stage.cross.order) == 2
    assert stage.cross.score((0, 1)).games == 10
    assert not stage.go.enabled
    desk.keys("escape")
    screen = desk.screen(TournamentsScreen)
    assert load(kept()[0]).over
    assert "won; 10 matches" in screen.rows[0].about
    desk.frame(2)
    desk.click(screen.earlier.row_box(0))
    assert desk.screen(TournamentScreen).tournament.over


def test_leaving_stops_it_and_keeps_what_was_played(desk: Desk) -> None:
    stage = shown(desk, made(games=1000))
    desk.keys("p")
    desk.until_told(lambda: stage.tournament.played)
    desk.keys("p")
    assert not stage.remote.running
    assert "stopped" in stage.progress()
    desk.keys("escape")
    assert load(kept()[0]).played == stage.tournament.played


def test_a_damaged_file_is_told_and_kept(desk: Desk) -> None:
    path = folder() / "nim-1.json"
    write_whole(path, b'{"version": 1')
    screen = setup(desk)
    assert "cannot be read; nothing of it is lost" in drawn(desk)
    desk.tab_to(screen.earlier)
    desk.keys("down", "return")
    assert desk.screen(TournamentsScreen)
    assert "nim-1.json" in screen.toasts.words
    assert path.read_bytes() == b'{"version": 1'


def test_a_tournament_whose_players_have_changed_says_so(desk: Desk) -> None:
    found = made("q-learner", "random", played=4)
    found.starts = (Start("another"), Start())
    stage = shown(desk, found)
    desk.keys("p")
    desk.until_told(lambda: not stage.remote.running)
    assert len(stage.tournament.played) == 4
    assert "has changed" in stage.toasts.words


# --- the table ---------------------------------------------------------------------------------------------------


def test_arrows_move_through_the_cells_and_enter_watches_the_two(desk: Desk) -> None:
    stage = shown(desk, made(played=30))
    desk.keys("down")
    assert stage.cross.focused
    desk.keys("right", "down")
    first, second = stage.cross.cell or (0, 0)
    assert (stage.cross.order.index(first), stage.cross.order.index(second)) == (1, 2)
    words = stage.cross.told((first, second))
    assert words.startswith("Noor against Idris: 100.0 % of 5 matches")
    assert words in drawn(desk)
    desk.keys("return")
    assert stage.watched is not None
    assert stage.watched.cell == (first, second)
    desk.keys("v")
    assert stage.watched is None


def test_a_click_on_a_cell_watches_the_two(desk: Desk) -> None:
    stage = shown(desk, made(played=30))
    desk.click(stage.cross.place_of((2, 0)))
    assert stage.watched is not None
    desk.until_told(lambda: stage.watched is not None and stage.watched._table is not None)
    assert set(stage.watched.heading.partition(",")[0].split(" against ")) == {"Idris", "Zoya"}
    number = stage.watched._number
    desk.keys("n")
    assert stage.watched._number == number + 1
    desk.keys("b", "b", "a", "1")
    assert stage.watched.cell is None
    assert stage.watched.seconds == 2.0
    desk.keys("escape")
    assert desk.screen(TournamentsScreen)


def test_the_order_is_that_of_the_ratings(desk: Desk) -> None:
    stage = shown(desk, made("beginner", "casual", "expert", played=10))
    assert stage.cross.order == [0, 1, 2]
    for number in stage.tournament.missing():  # whoever is named later wins all these
        seats = stage.tournament.schedule.fixture(number).seats
        stage.tournament.count(Outcome(number, seats.index(max(seats)), 9))
    stage.remote.changes += 1
    desk.frame(2)
    assert stage.cross.order == [2, 1, 0]
    assert stage.cross.place_of((2, 1)).y < stage.cross.place_of((0, 1)).y


def test_whose_moves_were_another_s_is_told_below_the_table(desk: Desk) -> None:
    found = made(played=30)
    found.arena.faults[1] = FaultSum(2, 1, 0, (3, "thought for more than 5 s"))
    shown(desk, found)
    words = "Noor *: another AI moved for it 2 times, in 1 of its matches; first: thought for more than 5 s"
    assert {"Noor *", words} <= {*drawn(desk)}


def test_scores_are_told_both_ways_round() -> None:
    found = made("a", "b", "c", played=30)
    table = scores(found.arena)
    assert table[0, 1] == table[1, 0][::-1]
    assert table[0, 1].rate == 1 - table[1, 0].rate
    assert heat(0.5) == heat(0.51)
    assert heat(1.0) != heat(0.0)


def test_all_at_one_table_have_no_cells(desk: Desk) -> None:
    found = made("greedy", "random", "tactician", game="thirty_one")
    found.schedule = Schedule(3, 4, 5, one_table=True)
    found.arena = Arena(found.schedule)
    stage = shown(desk, found)
    assert scores(found.arena) == {}
    assert stage.cross.cell_at(stage.cross.box.centre) is None
    desk.keys("v")
    assert stage.watched is not None


def test_results_are_exported_as_the_command_writes_them(desk: Desk) -> None:
    stage = shown(desk, made(played=30))
    desk.keys("e")
    (table,) = home().glob("tournament-*.csv")
    assert table.read_text("utf-8") == stage.tournament.arena.as_csv(AIS)
    with open(table, newline="", encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 6
    written = json.loads(table.with_suffix(".json").read_text("utf-8"))
    assert written == stage.tournament.arena.record("nim", AIS)


@pytest.mark.parametrize("size", [(960, 540), (1920, 1080), (2560, 1080)])
def test_ten_players_have_room_at_every_size(desk: Desk, size: tuple[int, int]) -> None:
    desk.resize(*size)
    ais = [f"random@x={place}" for place in range(10)]
    found = made(*ais, games=2, played=90)
    write_whole(folder() / "x.json", content(found))
    stage = shown(desk, found)
    box = stage.cross.box
    for one in range(10):
        for other in range(10):
            cell = stage.cross.place_of((one, other))
            assert box.x <= cell.x
            assert cell.right <= box.right - 300
            assert cell.bottom <= box.bottom + 0.01
            assert cell.w >= 50
