"""The menu: its tables, who can be seated and how they are told, and that nothing jumps or is cut off."""

from itertools import combinations, pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest

from game.analysis.people.newcomers import WINS, against
from game.base.storage import latest_first
from game.games import registry
from game.matches.replay import matches_folder
from game.matches.requests import MenuChoices
from game.matches.resuming import resumable
from game.rules.language import _
from systems.view.screens import matches, menu_seats
from systems.view.screens.menu import MenuScreen
from systems.view.screens.menu_more import MoreBody
from systems.view.screens.menu_people import PeopleBody, about_dialog
from systems.view.screens.parameters_dialog import ParametersDialog
from systems.view.screens.training import TrainingScreen
from systems.view.table.characters import asked_for, character_of
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.dialogs import TextBody
from systems.view.toolkit.fields import Choice, TextField
from systems.view.toolkit.notices import Toasts
from tests.window.audit import colliding, draw_all, overlap, texts_cut, texts_drawn, within
from tests.window.conftest import Open
from tests.window.desk import Desk, table
from tests.window.test_statistics_screen import record

SIZES = [(960, 540), (1280, 720)]
TITLES = [game.title for game in registry.games()][:4]
"""The tables in sight."""


def seen(desk: Desk) -> set[str]:
    """All words of a frame."""
    with texts_drawn() as texts:
        desk.frame()
    return {words for words, _ in texts}


# --- tables and seats ---


def test_the_menu_looks_once_for_the_latest_matches(
    open_desk: Open, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    record(tmp_path, 1)
    listed: list[Path] = []

    def looked(folder: Path, ending: str, most: int) -> list[Path]:
        listed.append(folder)
        return latest_first(folder, ending, most)

    monkeypatch.setattr(matches, "latest_first", looked)
    desk = open_desk(motion="instant")
    assert desk.menu.chosen.name == "nim", "the game of the latest match"
    assert listed == [matches_folder()]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("title", TITLES)
def test_words_keep_apart_and_none_is_cut_off(open_desk: Open, size: tuple[int, int], title: str) -> None:
    desk = open_desk(size=size, motion="instant")
    desk.choose_game(title)
    for index in range(2, len(desk.menu.chairs.specs)):
        desk.click(desk.menu.seats.cards[index].box)
    with texts_drawn() as texts:
        desk.frame()
    assert [words for words, _ in texts if words.endswith("…")] == []
    title_and_shadow = [(words, box) for words, box in texts if words != "Tabletalk"]
    assert colliding(title_and_shadow) == []
    shown = [widget.box for widget in desk.menu.group.widgets if widget.visible]
    assert all(within(box, desk.menu.canvas.area) for box in shown)


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)])
def test_what_is_said_of_games_can_be_read_where_everything_is_large(open_desk: Open, size: tuple[int, int]) -> None:
    desk = open_desk(size=size, scale=2.0)
    desk.window.change(language="de")
    with texts_drawn(2.0) as texts:
        desk.frame(2)
    tile = next(tile for tile in desk.menu.tables.tiles if tile.game.name == "jaipur")
    assert tile.about_size >= 14
    inside = [box for _, box in texts if tile.box.contains(box.centre)]
    assert len(inside) >= 5
    assert all(within(box, tile.box) for box in inside)


def test_a_long_title_of_a_table_is_as_large_as_others_on_a_narrow_tile(open_desk: Open) -> None:
    """How long it takes and how many play then stand below."""
    desk = open_desk(size=(960, 540), scale=1.25)
    desk.window.change(language="de")
    with texts_drawn(1.25) as texts:
        desk.frame(2)
    tiles = desk.menu.tables.tiles
    titles = [box.h for tile in tiles for words, box in texts if words == tile.label and tile.box.contains(box.centre)]
    assert len(titles) >= len(tiles) > 1
    assert max(titles) == min(titles)
    assert all(within(box, tile.box) for tile in tiles for _, box in texts if tile.box.contains(box.centre))


def test_a_number_chooses_a_table_and_its_seats_are_shown(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    for number, title in enumerate(TITLES, 1):
        desk.keys(str(number))
        assert desk.menu.chosen.title == title
        seats = registry.game(desk.menu.chosen.name).rules.seats
        assert len(desk.menu.seats.cards) == seats[-1]
        assert desk.menu.chairs.specs[: seats[0]].count("human") == 1


def test_arrows_lead_on_from_the_chosen_table_and_enter_twice_sits_down(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game("Nim")
    desk.menu.group.focus(None)
    desk.keys("right")
    assert desk.menu.group.focused is desk.menu.tables.tiles[2]
    desk.keys("return")
    assert desk.menu.chosen.name == "notty"
    desk.keys("space")
    assert desk.menu.dialog is None, "Space chooses, and no more"
    desk.keys("return")
    desk.until_table()
    assert desk.table.session.game.name == "notty"


def test_enter_after_a_number_sits_down_there_wherever_the_arrows_were(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.keys("right", "4", "return")
    desk.until_table()
    assert desk.table.session.game.name == registry.games()[3].name


def test_a_free_seat_is_taken_by_somebody_new_and_left_again(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game("Thirty-one")
    seats = desk.menu.seats
    desk.click(seats.cards[2].box)
    desk.click(seats.cards[3].box)
    assert desk.menu.chairs.specs == ["human", "beginner", "casual", "club"]
    desk.click(seats.leavers[2].box)
    assert desk.menu.chairs.specs == ["human", "beginner", "", "club"]
    desk.keys("return")
    desk.until_table()
    assert [player["ai"] for player in desk.replay().head["players"]] == [None, "beginner", "club"]


def test_who_sits_there_is_told_as_a_character_and_the_technical_name_a_click_away(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    found = character_of(registry.ai("jaipur", "beginner"))
    assert {found.name, "Beginner", "Not met yet"} <= seen(desk)
    assert "beginner" not in " ".join(seen(desk)).split()
    desk.click(desk.menu.seats.more.box)
    assert any("commands and replays: beginner" in words for words in seen(desk))


def test_nobody_is_called_strong_who_has_learnt_nothing() -> None:
    for game in registry.games():
        for ai in registry.ais(game.name):
            assert asked_for(ai, ai.name) == character_of(ai)
            assert asked_for(ai, f"{ai.name}@epsilon=0.5") == character_of(ai)
            untrained = asked_for(ai, f"{ai.name}:untrained")
            assert (untrained.strength, untrained.words) == (0, "Has learnt nothing yet.")
            taught = asked_for(ai, f"{ai.name}:/some/table.npz")
            assert (taught.strength, taught.words) == (0, character_of(ai).words)
            if ai.pretrained is not None:
                assert asked_for(ai, f"{ai.name}:{ai.pretrained}") == character_of(ai)


@pytest.mark.parametrize("size", SIZES)
def test_everybody_is_in_the_list_of_others(open_desk: Open, size: tuple[int, int]) -> None:
    desk = open_desk(size=size, motion="instant")
    desk.choose_game("Thirty-one")
    desk.click(desk.menu.seats.faces[-1].box)
    body = desk.dialog.body
    assert isinstance(body, PeopleBody)
    specs = [each.spec for each in body.offered]
    assert {"human", "beginner", "page", "page:untrained"} <= set(specs)
    assert desk.dialog.scroller.limit == 0, "the list scrolls, not the dialog"
    desk.click(body.list.box)
    for spec in specs:
        body.list.select(specs.index(spec))
        desk.frame(2, seconds=1.0)  # the list glides there
        with texts_drawn() as texts:
            desk.frame()
        assert [words for words, _ in texts if words.endswith("…")] == []
    body.list.select(specs.index("neural"))
    desk.keys("return")
    assert desk.menu.chairs.specs[1] == "neural"


def test_the_opponent_that_is_offered_rises_after_three_wins_within_a_run(open_desk: Open, tmp_path: Path) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game("Nim")
    desk.keys("return")
    desk.until_table()
    record(tmp_path / "nim", games=WINS, ais=("perfect", "random"))
    desk.window.to_menu()
    desk.frame(2)
    assert against(desk.window.own.recorded, "nim", "random") == (WINS, 0, 0)
    assert desk.menu.chairs.specs == ["human", "casual"]


def test_whoever_was_chosen_stays_however_much_is_won(open_desk: Open, tmp_path: Path) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game("Nim")
    desk.seat(1, "club")
    desk.keys("return")
    desk.until_table()
    record(tmp_path / "nim", games=WINS, ais=("perfect", "random"))
    desk.window.to_menu()
    desk.frame(2)
    assert desk.menu.chairs.specs == ["human", "club"]


def test_to_watch_an_ai_sits_in_the_place_of_the_human(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game("Nim")
    desk.keys("w")
    desk.until_table()
    assert [player["ai"] for player in desk.replay().head["players"]] == ["expert", "beginner"]
    desk.keys("escape")
    desk.frame(2)
    assert desk.menu.chosen.name == "nim"
    assert desk.menu.chairs.specs == ["human", "beginner"], "as they were"


# --- places ---


def standing(desk: Desk) -> dict[str, Box]:
    """Where everything stands that all games have."""
    menu = desk.menu
    desk.frame(2)
    tiles = {f"table {tile.label}": tile.box for tile in menu.tables.tiles}
    rest = {"panel": menu.places.panel, "start": menu.start.box, "watch": menu.watch.box, "you": menu.seats.more.box}
    return tiles | rest | {f"foot {button.label}": button.box for button in menu.feet.buttons}


@pytest.mark.parametrize("size", [(960, 540), (1000, 900)])
def test_nothing_jumps_from_game_to_game_nor_with_continue_nor_with_more_seats(
    open_desk: Open, size: tuple[int, int]
) -> None:
    desk = open_desk(size=size, motion="instant", pace=0.0)
    first = standing(desk)
    for unfinished in (False, True):
        assert desk.menu.waiting.button.visible is unfinished
        for title in TITLES:
            desk.choose_game(title)
            assert standing(desk) == first, title
            for index, card in enumerate(desk.menu.seats.cards):
                desk.click(card.box)
                assert standing(desk) == first, f"{title}, chair {index}"
        shown = [widget.box for widget in desk.menu.group.widgets if widget.visible]
        apart = [*desk.menu.tables.tiles, *[each for each in desk.menu.tables.resumes if each.visible]]
        assert all(overlap(one.box, other.box) <= 0 for one, other in combinations(apart, 2))
        assert all(within(box, desk.menu.canvas.area) for box in shown)
        if not unfinished:
            desk.window.show_table(table("human", "utility"))
            desk.until_table()
            desk.move_once()
            desk.keys("escape")
            desk.frame(2)


def test_a_table_left_without_a_move_of_ones_own_is_not_kept(open_desk: Open) -> None:
    for seats in (("human", "utility"), ("utility", "human")):
        desk = open_desk(table(*seats), motion="instant", pace=0.0)
        desk.until_ready()
        desk.keys("escape")
        desk.frame(2)
        assert not desk.menu.toasts.words
        assert desk.replays() == []
        assert not desk.menu.waiting.button.visible
        desk.close()


@pytest.mark.parametrize("size", [(960, 540), (1280, 720)], ids=str)
def test_what_the_menu_tells_covers_no_button(
    open_desk: Open, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = open_desk(table("human", "utility"), size=size, motion="instant", pace=0.0)
    desk.move_once()
    desk.keys("escape")
    pills: list[Box | None] = []
    draw = Toasts.draw
    monkeypatch.setattr(Toasts, "draw", lambda *given: pills.append(draw(*given)))
    desk.frame(20)
    pill = pills[-1]
    assert pill is not None
    assert pill.w > 200
    covered = [widget.box.common(pill) for widget in desk.menu.group.widgets if widget.visible]
    assert not [box for box in covered if box.w > 0 and box.h > 0]


def test_a_match_of_ais_is_kept_from_its_first_move_on(open_desk: Open) -> None:
    desk = open_desk(table("random", "utility"), motion="instant", pace=0.0)
    desk.until(lambda: "move" in desk.types())
    desk.keys("escape")
    desk.frame(2)
    assert len(desk.replays()) == 1


def test_the_program_begins_at_the_game_that_was_played_last(open_desk: Open) -> None:
    desk = open_desk(motion="instant", pace=0.0)
    desk.choose_game("Nim")
    desk.keys("return")
    desk.until_table()
    desk.move_once()
    desk.keys("escape")
    desk.frame(2)
    assert MenuScreen(desk.menu.shell, MenuChoices()).chosen.name == "nim"
    assert MenuScreen(desk.menu.shell, MenuChoices("notty")).chosen.name == "notty"


def test_what_waits_is_told_in_letters_of_12_pixels_in_the_smallest_window(open_desk: Open) -> None:
    desk = open_desk(motion="instant", size=(960, 540))
    desk.window.change(language="de")
    buttons, unit = desk.menu.tables.resumes[:4], desk.window.canvas.unit
    stand = (_("round {number}", number=12), *(_("move {number}", number=number) for number in (137, 7, 4)))
    for button, told in zip(buttons, stand, strict=True):
        button.label, button.visible = _("Continue: {where}", where=_("{where}, your turn", where=told)), True
    desk.frame(2)
    assert all(button.largest_size(desk.window.canvas) * unit >= 12 for button in buttons)
    assert len({button.icon for button in buttons}) == 1, "all with their sign, or none"


def test_a_match_waits_on_its_own_table(open_desk: Open) -> None:
    desk = open_desk(table("human", "utility"), motion="instant", pace=0.0)
    desk.move_once()
    desk.keys("escape")
    desk.frame(2)
    desk.choose_game("Nim")
    tables = desk.menu.tables
    shown = [tile.label for tile, button in zip(tables.tiles, tables.resumes, strict=True) if button.visible]
    assert shown == ["Jaipur"]
    assert any(words.startswith("Continue: move") for words in seen(desk))
    desk.click(desk.menu.waiting.button.box)
    desk.until_table()
    assert desk.table.session.game.name == "jaipur"


# --- strength ---


def test_a_slider_between_the_levels_seats_somebody_of_that_strength(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game("Nim")
    desk.keys("m")
    body = desk.dialog.body
    assert isinstance(body, MoreBody)
    assert body.slider is not None
    assert body.fit is not None
    assert "10 matches" in body.fit.hint
    assert not body.fit.enabled
    body.slider.set(0.5)
    assert "Casual to Club" in seen(desk)
    desk.keys("return")
    assert desk.menu.chairs.specs == ["human", "level@strength=0.5"]
    desk.keys("return")
    desk.until_table()
    assert desk.replay().head["players"][1]["parameters"] == {"strength": 0.5}


# --- house rules ---


def house(desk: Desk, **texts: str) -> None:
    """Choose house rules, as in the dialog of all that is asked besides."""
    desk.keys("m")
    for key, text in texts.items():
        field = desk.menu.fields[key]
        assert isinstance(field, Choice)
        field.set_options(field.options, text)
    desk.keys("escape")
    desk.frame(2)


def test_only_those_are_offered_who_play_by_the_house_rules(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game("Jaipur")
    desk.seat(1, "club")
    assert "expert" in dict(desk.menu.chairs.offered(1))
    house(desk, hand_limit="5")
    menu = desk.menu
    usual = registry.usual_ai(registry.game("jaipur"), {"hand_limit": 5}).name
    assert menu.chairs.specs == ["human", usual]
    assert "does not play by these house rules" in menu.toasts.words
    offered = [ai for _, ai in menu.chairs.offered(1) if ai is not None]
    assert {"random", usual} <= {ai.name for ai in offered}
    assert all(ai.foreign_rule({"hand_limit": 5}) is None for ai in [*offered, *menu.chairs.levels])
    desk.keys("f1")
    told = " ".join(seen(desk))
    assert "which holds five at most" in told
    desk.keys("escape")
    desk.keys("return")
    desk.until_table()
    assert desk.replay().head["options"]["hand_limit"] == 5


def test_a_seat_tells_that_its_table_is_for_other_piles(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game("Nim")
    desk.seat(1, "q-learner")
    for piles, told in (("2,4,6", True), ("1,3,5,7", False)):
        field = desk.menu.fields["piles"]
        assert isinstance(field, TextField)
        field.text = piles
        desk.frame(2)
        card = desk.menu.seats.cards[1]
        assert card.character is not None
        assert ("has learnt 1 3 5 7 only" in card.character.words) is told


def test_usual_rules_bring_everybody_back(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game("Notty")
    house(desk, draw_limit="1")
    assert "deep-q" not in dict(desk.menu.chairs.offered(1))
    house(desk, draw_limit="3")
    assert "deep-q" in dict(desk.menu.chairs.offered(1))


def test_whom_house_rules_bring_to_the_table_nobody_has_chosen(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.choose_game("Jaipur")
    house(desk, hand_limit="5")
    assert desk.menu.chairs.specs[1] != "beginner"
    house(desk, hand_limit="7")
    desk.window.show_statistics()
    desk.frame(2)
    desk.window.to_menu()
    desk.frame(2)
    assert desk.menu.chairs.specs == ["human", "beginner"]


# --- parameters ---


def at_notty(desk: Desk) -> Desk:
    """The menu with Notty's learner at the second chair."""
    desk.choose_game("Notty")
    desk.seat(1, "q-learner")
    desk.frame(2)
    return desk


def asked(desk: Desk) -> ParametersDialog:
    """The open dialog, which asks for parameters."""
    assert isinstance(desk.dialog, ParametersDialog)
    return desk.dialog


def open_parameters(desk: Desk) -> None:
    """Ask for the parameters of the second chair's AI, by the keyboard alone."""
    desk.tab_to(desk.menu.seats.more)
    desk.keys("return")
    desk.tab_to(desk.dialog.buttons[0])
    desk.keys("return")


def set_by_keys(desk: Desk, key: str, text: str) -> None:
    """Type a parameter of the second chair's AI, by the keyboard alone."""
    open_parameters(desk)
    desk.tab_to(next(field for field in asked(desk).body.fields if field.label == key))
    desk.keys("end", *["backspace"] * 8)
    desk.type(text)


def test_what_a_parameter_is_is_told_whole_where_everything_is_large(open_desk: Open) -> None:
    desk = at_notty(open_desk(size=(960, 540), scale=2.0, motion="instant"))
    open_parameters(desk)
    asked(desk).body.fields[0].set("much")  # type: ignore[union-attr]
    with texts_cut() as cut:
        desk.frame(2)
    assert not cut


@pytest.mark.parametrize("size", SIZES)
def test_the_parameters_of_an_ai_are_set_by_the_keyboard_and_are_in_the_replay(
    open_desk: Open, size: tuple[int, int]
) -> None:
    desk = at_notty(open_desk(size=size, motion="instant", pace=0.0))
    set_by_keys(desk, "alpha", "1.5")
    with texts_drawn() as texts:
        desk.dialog.draw(desk.window.canvas)
    assert "alpha needs a number from 0 to 1" in {words for words, _ in texts}
    assert "how much the future counts, 0 to 1; 0.9 by default" in {words for words, _ in texts}
    assert [words for words, _ in texts if words.endswith("…")] == []
    assert within(desk.dialog.panel, desk.menu.canvas.area)
    assert colliding(texts) == []
    desk.keys("return")
    assert desk.dialog.is_open, "what is wrong is not taken over"
    desk.keys("backspace", "backspace", "backspace")
    desk.type("0.5")
    desk.keys("return")
    assert desk.menu.dialog is None
    assert desk.menu.chairs.specs[1] == "q-learner@alpha=0.5"
    desk.menu.seed.text = "5"
    desk.menu.sit_down()
    desk.until(lambda: desk.window.screen is not None and "round" in desk.types())
    assert [player["parameters"] for player in desk.replay().head["players"]] == [{}, {"alpha": 0.5}]
    desk.move_once()
    desk.keys("escape")
    desk.frame(2)
    assert desk.menu.toasts.words == "Your match waits under Continue."
    assert desk.menu.chairs.specs[1] == "q-learner@alpha=0.5"
    assert resumable(desk.replay())
    desk.keys("c")
    desk.frame(2)
    assert desk.table.session.seats[1].parameters == {"alpha": 0.5}


def test_defaults_leave_no_parameter_and_cancel_all_as_it_was(open_desk: Open) -> None:
    desk = at_notty(open_desk(motion="instant"))
    set_by_keys(desk, "gamma", "0.25")
    desk.keys("return")
    set_by_keys(desk, "gamma", "0.75")
    desk.keys("escape")
    assert desk.menu.chairs.specs[1] == "q-learner@gamma=0.25"
    set_by_keys(desk, "floor", "0.1")
    desk.click(asked(desk).defaults.box)
    assert all(isinstance(field, TextField) and field.text == "" for field in asked(desk).body.fields[:5])
    desk.click(asked(desk).done.box)
    assert desk.menu.chairs.specs[1] == "q-learner"


@pytest.mark.parametrize("text", ["0.5,gamma=1", "0.5@1", "a/b", "nan"])
def test_no_value_breaks_the_words_that_ask_for_a_seat(open_desk: Open, text: str) -> None:
    desk = at_notty(open_desk(motion="instant"))
    set_by_keys(desk, "alpha", text)
    assert list(asked(desk).body.faults) == ["alpha"]


def test_the_training_panel_learns_with_the_parameters_of_the_chair(open_desk: Open) -> None:
    desk = at_notty(open_desk(motion="instant"))
    set_by_keys(desk, "alpha", "0.5")
    desk.keys("return", "t", "return")
    desk.frame(2)
    trainer = desk.screen(TrainingScreen).trainer
    assert desk.screen(TrainingScreen).running
    assert trainer.given == {"alpha": 0.5}
    assert trainer.training.plan.parameters.alpha == 0.5  # type: ignore[attr-defined]  # a trainer of this process
    assert pygame.display.get_caption()[0] == "Notty - Tabletalk"


def test_who_has_no_parameters_offers_none(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.click(desk.menu.seats.more.box)
    assert [button.label for button in desk.dialog.buttons] == ["Close"]


# --- where there is nothing yet ---


def test_where_no_match_is_recorded_an_invitation_starts_one(open_desk: Open) -> None:
    desk = open_desk(motion="instant")
    desk.keys("r")
    assert "Play your first match" in seen(desk)
    desk.keys("return")
    desk.until_table()


def test_the_window_s_title_names_the_game(open_desk: Open) -> None:
    desk = open_desk(table("human", "utility"))
    assert pygame.display.get_caption()[0] == "Jaipur - Tabletalk"
    desk.move_once()
    desk.keys("escape")
    desk.frame(2)
    assert pygame.display.get_caption()[0] == "Tabletalk"
    desk.window.show_replay(desk.replay())
    desk.frame(2)
    assert pygame.display.get_caption()[0] == "Jaipur - Tabletalk"


def test_levels_are_told_in_one_size_each_with_pips_of_its_own(open_desk: Open) -> None:
    desk = open_desk(motion="instant", size=(960, 540), scale=2.0)
    desk.choose_game("Nim")
    faces = desk.menu.seats.faces
    sizes, pips = set[float](), list[Box]()
    draw = Canvas.text

    def noted(canvas: Canvas, words: str, x: float, y: float, size: float, *rest: Any, **more: Any) -> Box:
        if words in {face.words for face in faces}:
            sizes.add(size)
        return draw(canvas, words, x, y, size, *rest, **more)

    def drawn(canvas: Canvas, x: float, y: float, strength: int, size: float) -> None:
        pips.append(Box(x, y, menu_seats.pips_width(size), size))

    with pytest.MonkeyPatch.context() as patch:
        draw_all(patch)
        patch.setattr(Canvas, "text", noted)
        patch.setattr(menu_seats, "draw_pips", drawn)
        for face in faces:
            face.draw(desk.window.canvas)
    assert len(sizes) == 1
    assert len(pips) == 4
    assert all(right.x - left.right > left.h / 2 for left, right in pairwise(pips)), "more than within them"


def test_what_was_measured_of_an_ai_calls_others_as_people_do() -> None:
    told = about_dialog(registry.ai("jaipur", "beginner"), lambda: None).body
    assert isinstance(told, TextBody)
    assert "% against Dado." in told.said[0]


@pytest.mark.parametrize("language", ["en", "de"])
def test_where_everything_is_large_what_is_told_of_a_chair_stays_above_the_faces(
    open_desk: Open, language: str
) -> None:
    desk = open_desk(motion="instant", size=(1280, 720), scale=2.0, language=language)
    seats = desk.menu.seats
    seats.chairs.chosen = 0
    desk.frame(2)
    with texts_drawn(2.0) as texts:
        seats.draw(desk.window.canvas)
    faces, left = seats.faces[0].box, seats._details.x
    told = [box for words, box in texts if words and left <= box.x < seats.more.box.right and box.y < faces.y]
    assert len(told) > 2
    assert all(box.bottom <= faces.y + 2 for box in told)
