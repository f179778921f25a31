"""The window in other languages: the pseudo-language shows what is not translated and what has no room, and a change of
language shows at once."""

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from benchmarks import every_screen as pictured
from game.cli.main import run
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
from tests.games import GAMES
from tests.quick import quick_seat
from tests.window.audit import draw_all
from tests.window.conftest import Open
from tests.window.desk import Desk

SIZE = (960, 540)


NARROW = "[Byy keeyys: aarroows, Spaacee~~]"
"""Has less room in the narrow box of Thirty-one's guide than this language needs."""


class Seen:
    """What was drawn, and hints that could be: texts with letters outside brackets, and texts that were cut."""

    def __init__(self) -> None:
        self.outside: set[str] = set()
        self.cut: set[str] = set()

    def cut_short(self) -> set[str]:
        """What was cut, but for places of files, and for texts with others in them: those are lengthened twice, to more
        than any language needs."""
        return {words for words in self.cut if "/" not in words and words.count("[") < 2} - {NARROW}


def outside(words: str) -> str:
    """What of a text stands in no brackets."""
    inner = re.sub(r"\[[^\[\]]*\]", "", words)
    return words if inner == words else outside(inner)


def names() -> set[str]:
    """What is called so in every language: the program, AIs and the characters who play for them."""
    ais = [ai for game in registry.games() for ai in registry.ais(game.name)]
    people = [character_of(ai).name for ai in ais]
    return {"Tabletalk", *[ai.name for ai in ais], *people, *map(str.upper, people)}


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Seen:
    """What is drawn from now on, in the pseudo-language."""
    translation.choose(translation.PSEUDO)
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


@pytest.mark.parametrize("name", SCREENS)
def test_every_screen_is_translated_and_has_room(name: str, open_desk: Open, seen: Seen) -> None:
    desk = open_desk(size=SIZE, motion="instant", pace=0.0)
    SCREENS[name](desk)
    for _frame in range(3):
        desk.frame()
    told = {words for words in seen.outside if "/" not in words}  # but where files lie
    assert told == set()
    assert seen.cut_short() == set()


PICTURED = (
    "menu-matches", "menu-more", "menu-training", "menu-metrics", "rules-jaipur", "counts-notty", "guide-jaipur",
    "guide-nim", "guide-notty", "guide-thirty_one", "board-nim", "end-nim", "statistics", "practice",
)  # fmt: skip
"""Of the screens that pictures are made of those that are not above."""


@pytest.mark.parametrize("name", PICTURED)
def test_every_pictured_screen_is_translated_and_has_room(name: str, open_desk: Open, seen: Seen) -> None:
    out = matches_folder()
    arena = ["arena", "nim", "random", "beginner", "--games", "1", "--seed", "5", "--record", str(out)]
    assert run(arena) == 0
    (out / "match-0001.jsonl").rename(out / "nim-5.jsonl")
    translation.choose(translation.PSEUDO)  # a command speaks that of the platform
    desk = open_desk(size=SIZE, motion="instant", pace=0.0)
    pictured.SCREENS[name](desk.window)
    for _frame in range(6):
        desk.frame()
    told = {words for words in seen.outside if not re.search("/| at |^.*: Dado, Mira$", words)}  # but files and names
    assert told == set()
    assert seen.cut_short() == set()


@pytest.mark.parametrize("name", GAMES)
def test_every_table_is_translated_and_has_room(name: str, open_desk: Open, seen: Seen) -> None:
    advisor = registry.game(name).advisor or registry.game(name).default_ai  # the usual one may be one that learns
    seats = ["human", quick_seat(registry.ai(name, advisor)), "random"][: registry.game(name).rules.seats[-1]]
    request = TableRequest(name, tuple(parse_seats(name, seats)), {}, 5, None, 1.0)
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
