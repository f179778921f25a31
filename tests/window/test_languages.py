"""The window in other languages: the pseudo-language shows what is not translated and what has no room, and a change of
language shows at once."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from benchmarks import every_screen as pictured
from benchmarks.board_screens import board
from game.games import registry
from game.games.seats import parse_seats
from game.matches.replay import matches_folder
from game.matches.requests import TableRequest
from game.rules import translation
from game.rules.language import _
from game.rules.translation import translated
from systems.view.screens.settings_dialog import settings_dialog
from systems.view.table.characters import character_of
from systems.view.toolkit import canvas as canvases
from systems.view.toolkit import kept
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.focus import Group
from tests.games import weakest
from tests.window.audit import draw_all, texts_cut
from tests.window.conftest import Open
from tests.window.desk import Desk

SIZE = (960, 540)
SEATS = {
    "nim": ("human", "perfect"),
    "jaipur": ("human", "utility"),
    "notty": ("human", "group-maker"),
    "thirty_one": ("human", "tactician", "greedy"),
}


NARROW = "[Byy keeyys: aarroows, Spaacee~~]"
"""Has less room in the narrow box of Thirty-one's guide than this language needs."""


class Seen:
    """What was drawn, and hints that could be: texts with letters outside brackets, and texts that were cut."""

    def __init__(self) -> None:
        self.outside: set[str] = set()
        self.cut: set[str] = set()

    def cut_short(self) -> set[str]:
        """What was cut, but for places of files, texts with others in them, lengthened twice, to more than any
        language needs, and names, which stand beside such."""
        known = names() | {NARROW}
        return {words for words in self.cut if "/" not in words and words.count("[") < 2 and words not in known}


def outside(words: str) -> str:
    """What of a text stands in no brackets."""
    inner = re.sub(r"\[[^\[\]]*\]|^[^\[\]]*\]|\[[^\[\]]*$", "", words)
    return words if inner == words else outside(inner)


def names() -> set[str]:
    """What is called so in every language: the program, AIs and the characters who play for them."""
    ais = [ai for game in registry.games() for ai in registry.ais(game.name)]
    people = [character_of(ai).name for ai in ais]
    return {"Tabletalk", *[ai.name for ai in ais], *people, *map(str.upper, people)}


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """What is drawn from now on, in the pseudo-language, which is set smaller than can be read: no language is as long
    everywhere."""
    translation.choose(translation.PSEUDO)
    monkeypatch.setattr(Canvas, "_least_translated", lambda _canvas, pixels: round(pixels * 0.6))
    found, lines, known = Seen(), set[str](), names()
    break_lines, draw, fit, draw_widgets = Canvas.lines, Canvas.text, canvases._fitted, Group.draw_widgets

    def note(words: str) -> None:
        if re.sub(r" \d+$", "", words) not in known and re.search("[A-Za-z]{2}", outside(words)):
            found.outside.add(words)

    def broken(canvas: Canvas, words: str, *rest: Any, **more: Any) -> tuple[str, ...]:
        parts = break_lines(canvas, words, *rest, **more)
        note(translated(words))
        lines.update(parts)
        return parts

    def text(canvas: Canvas, words: str, *rest: Any, **more: Any) -> Any:
        if translated(words) not in lines:
            note(translated(words))
        return draw(canvas, words, *rest, **more)

    def fitted(words: str, *rest: Any) -> str:
        whole = fit(words, *rest)
        if whole != words and words not in lines:
            found.cut.add(words)
        return whole

    def widgets(group: Group, canvas: Canvas) -> None:
        for widget in group.widgets:
            note(translated(widget.hint))
        draw_widgets(group, canvas)

    monkeypatch.setattr(Canvas, "lines", broken)
    monkeypatch.setattr(Group, "draw_widgets", widgets)
    monkeypatch.setattr(Canvas, "text", text)
    monkeypatch.setattr(canvases, "_fitted", fitted)
    return found


@pytest.fixture(autouse=True)
def forgotten() -> Iterator[None]:
    """Leave no picture that holds words of another language."""
    yield
    kept.forget()


def settings(desk: Desk) -> None:
    """Open the settings."""
    desk.window.screen.dialog = settings_dialog(desk.window.settings, desk.window.change)


SCREENS: dict[str, Callable[[Desk], None]] = {
    "menu": lambda desk: desk.window.to_menu(),
    "settings": settings,
    "statistics": lambda desk: desk.window.show_statistics(),
    "mods": lambda desk: desk.window.show_mods(),
    "training": lambda desk: desk.window.show_training(registry.ai("nim", "q-learner"), {}),
}


def shown(name: str) -> pictured.Show:
    """How a screen is shown; an AI that learns there has just begun, networks have not; no analysis is waited for."""
    show = pictured.SCREENS[name]
    if isinstance(show, partial) and show.func is board:
        return partial(show, waits=False)
    if isinstance(show, partial) and "games" in show.keywords:
        return partial(show, games=0 if name.removeprefix("training-") in SEATS else 1)
    return show


MODS = r"embers|mood|broken|tic_tac_toe"
"""Mods that are installed to be seen; their own texts are English."""


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recorded match of every game, which the screens of matches show."""
    out = tmp_path_factory.mktemp("matches")
    for game in pictured.GAMES:
        pictured._play(game, ("random", weakest(game)), 1, out, f"{game}-{{}}.jsonl")
    for name in ("nim", "jaipur"):
        pictured._play(name, ("casual", "beginner"), 1, out, f"own-{name}-{{}}.jsonl")
        pictured._sit_down_at(out / f"own-{name}-5.jsonl")
    return out


LEFT = (
    "mods-table-",
    "menu-parameters",
    "training-compare",
    "asked-",
    "held-",
    "practice-",
    "turn-",
)
"""Begin the names of screens that are left out: what mods and parameters are called is in no catalogue, nobody judges
here, and a turn is shown with a hint as well."""
WALKED = [name for name in pictured.SCREENS if not name.startswith(LEFT)]


@pytest.mark.parametrize("name", WALKED)
def test_every_pictured_screen_is_translated_and_has_room(
    name: str, open_desk: Open, matches: Path, seen: Seen
) -> None:
    copytree(matches, matches_folder())
    translation.choose(translation.PSEUDO)  # a command speaks that of the platform
    desk = open_desk(size=SIZE, motion="instant", pace=0.0)
    desk.may_fail = name == "fault"
    shown(name)(desk.window)
    for _frame in range(6):
        desk.frame()
    pictured.leave(desk.window, name)
    told = {words for words in seen.outside if not re.search(f"/| at |^.*: .*, Mira$|{MODS}", words)}
    assert told == set()
    assert seen.cut_short() == set()


@pytest.mark.parametrize("name", WALKED)
def test_german_is_cut_nowhere_though_it_is_set_no_smaller_than_can_be_read(
    name: str, open_desk: Open, matches: Path
) -> None:
    copytree(matches, matches_folder())
    desk = open_desk(size=SIZE, motion="instant", pace=0.0)
    desk.window.change(language="de")
    desk.may_fail = name == "fault"
    with texts_cut() as cut:
        shown(name)(desk.window)
        for _frame in range(6):
            desk.frame()
        pictured.leave(desk.window, name)
    assert {words for words in cut if "/" not in words} - names() == set()


@pytest.mark.parametrize("name", SEATS)
def test_every_table_is_translated_and_has_room(name: str, open_desk: Open, seen: Seen) -> None:
    request = TableRequest(name, tuple(parse_seats(name, SEATS[name])), {}, 5, None, 1.0)
    desk = open_desk(request, size=SIZE, motion="instant", pace=0.0, hint=True)
    for _frame in range(20):
        desk.frame()
    desk.table.show_help()
    desk.frame()
    assert seen.outside == set()
    assert seen.cut_short() == set()


def test_a_change_of_language_shows_at_once(open_desk: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = open_desk(size=SIZE, motion="instant", pace=0.0)
    drawn: list[str] = []
    draw = Canvas.text

    def text(canvas: Canvas, words: str, *rest: Any, **more: Any) -> Any:
        drawn.append(translated(words))
        return draw(canvas, words, *rest, **more)

    draw_all(monkeypatch)
    monkeypatch.setattr(Canvas, "text", text)
    desk.frame()
    assert "Settings" in drawn
    desk.window.change(language="de")
    drawn.clear()
    desk.frame()
    assert "Einstellungen" in drawn
    assert "Settings" not in drawn
    assert translation.chosen() == "de"
    desk.window.change(language="")
    assert translated(_("Settings")) == "Settings", "the platform's language, which tests have as English"
