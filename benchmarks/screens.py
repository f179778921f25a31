"""Pictures of every screen, to be looked at: at several sizes, in several languages, and all of them on one sheet.

    python -m benchmarks.screens /tmp/screens
    python -m benchmarks.screens /tmp/screens --sizes 1280x720 --languages en pseudo --only menu rules
    python -m benchmarks.screens /tmp/screens --set scale=2 'palette="safe"'

Each picture is ``NAME-WIDTHxHEIGHT-LANGUAGE.png``, what the window shows after so many frames that nothing moves any
more. The sheet, ``sheet.png``, has a row for each screen and a column for each size and language. Nothing of the user's
is read or changed: matches are recorded for it in a folder of their own, by a seed, and nobody judges them.
"""

import json
import os
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Any

import pygame

from game.analysis.people.practice import Course
from game.app.window import Window
from game.base import settings
from game.cli.main import run
from game.games import registry
from game.games.seats import parse_seats
from game.matches.replay import matches_folder, read
from game.matches.requests import TableRequest
from game.matches.tournament import Tournament, free_path
from game.rules import translation

SIZES = ("960x540", "1280x720", "1920x1080", "3840x2160")
LANGUAGES = ("en", "de")
_FRAMES, _SECONDS = 90, 1 / 30
"""So many frames pass before a picture is taken, each of so many seconds."""
_THUMB = 320
_LABEL = 22
_SEED = 5
_MOST_FRAMES = 3000
"""After so many frames a match is shown as far as it has come."""

Show = Callable[[Window], None]


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the pictures that are asked for, and say where they are."""
    asked = _asked(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"TABLETALK_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        _record()
        names = [name for name in SCREENS if not asked.only or any(name.startswith(each) for each in asked.only)]
        columns = [(size, code) for size in asked.sizes for code in asked.languages]
        thumbs = [_column(asked.folder, names, size, code, asked.set) for size, code in columns]
    sheet = _sheet(names, [f"{size} {code}" for size, code in columns], thumbs)
    pygame.image.save(sheet, asked.folder / "sheet.png")
    print(f"{len(names) * len(columns)} pictures and sheet.png in {asked.folder}")


def _asked(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m benchmarks.screens", description="Pictures of every screen.")
    parser.add_argument("folder", type=Path, help="where they go")
    parser.add_argument("--sizes", nargs="+", default=SIZES, metavar="WxH", help="in pixels")
    parser.add_argument("--languages", nargs="+", default=LANGUAGES, metavar="CODE")
    parser.add_argument("--set", nargs="+", default=(), metavar="NAME=VALUE", help="settings, as in their file")
    parser.add_argument("--only", nargs="+", default=(), metavar="NAME", help="screens whose names begin so")
    return parser.parse_args(arguments)


def _record() -> None:
    """Record a match of every game, to be looked at, and one of Jaipur that waits to be continued."""
    for game in registry.games():
        out = matches_folder()
        run(["arena", game.name, "random", "beginner", "--games", "1", "--seed", str(_SEED), "--record", str(out)])
        (out / "match-0001.jsonl").rename(out / f"{game.name}-{_SEED}.jsonl")
    whole = (matches_folder() / f"jaipur-{_SEED}.jsonl").read_bytes().splitlines(keepends=True)
    (matches_folder() / "jaipur-6.jsonl").write_bytes(b"".join(whole[:12]))


# --- what is shown -----------------------------------------------------------------------------------------------


def _press(window: Window, *names: str) -> None:
    """Press keys, letting frames pass after each."""
    for name in names:
        window.handle(pygame.event.Event(pygame.KEYDOWN, key=pygame.key.key_code(name), mod=0, unicode=""))
        window.handle(pygame.event.Event(pygame.KEYUP, key=pygame.key.key_code(name), mod=0))
        for _ in range(4):
            window.frame(_SECONDS, [])


def _menu(window: Window, keys: str = "") -> None:
    window.to_menu()
    window.frame(_SECONDS, [])
    _press(window, *keys)


def _menu_at(window: Window, game: str) -> None:
    _menu(window, str(_GAMES.index(game) + 1))


def _sit_down(window: Window, game: str, seats: Sequence[str], speed: float = 1.0) -> None:
    window.show_table(TableRequest(game, tuple(parse_seats(game, seats)), {}, _SEED, speed=speed))
    window.frame(_SECONDS, [])


def _table(window: Window, game: str) -> None:
    """A table with as many players as may be, the first to move being watched as it thinks."""
    window.change(pace=5.0)
    most = registry.game(game).rules.seats[-1]
    _sit_down(window, game, ["human", "beginner", "casual", "club"][:most])


def _hint(window: Window, game: str) -> None:
    """A human's turn, with a hint."""
    window.change(pace=0.0)
    _sit_down(window, game, ["human", "beginner"])
    for _ in range(_FRAMES):
        window.frame(_SECONDS, [])
    window.change(hint=True)


def _viewer(window: Window, game: str, keys: str = "") -> None:
    window.show_replay(read(matches_folder() / f"{game}-{_SEED}.jsonl"), 4)
    window.frame(_SECONDS, [])
    _press(window, *keys)


def _guide(window: Window, game: str) -> None:
    window.show_guide(registry.game(game))


def _rules(window: Window, game: str, page: int) -> None:
    _menu_at(window, game)
    _press(window, "f1", *["tab"] * (page + 1), "return")


def _end(window: Window, game: str) -> None:
    """The end of a match that AIs play as fast as can be."""
    window.change(pace=0.0)
    _sit_down(window, game, ["casual", "club"], speed=inf)
    for _ in range(_MOST_FRAMES):
        window.frame(_SECONDS, [])
        if window.screen.dialog is not None:
            return


def _tournament(window: Window) -> None:
    """A tournament of Nim that is half over."""
    options = {option.key: option.default for option in registry.game("nim").rules.options}
    tournament = Tournament.between("nim", ["beginner", "casual", "club", "expert", "random"], options, 20, _SEED)
    match = tournament.match()
    for number in tournament.missing()[:100]:
        tournament.count(match(tournament.schedule.fixture(number)))
    tournament.rated = tournament.arena.rated(tournament.names)
    window.show_tournament(tournament, free_path(tournament))


def _practice(window: Window) -> None:
    window.show_practice(Course.of("nim", window.own))


def _training(window: Window) -> None:
    window.show_training(registry.ai("nim", "q-learner"), {})


def _named(name: str, show: Callable[..., None], **more: Any) -> dict[str, Show]:
    """A screen for every game: `show` is told the game, and more."""
    return {f"{name}-{game}": partial(show, game=game, **more) for game in _GAMES}


_GAMES = [game.name for game in registry.games()]
SCREENS: Mapping[str, Show] = {
    "menu": _menu,
    **_named("menu", _menu_at),
    "menu-matches": partial(_menu, keys="r"),
    "menu-settings": partial(_menu, keys="s"),
    "menu-more": partial(_menu, keys="2m"),
    "menu-training": partial(_menu, keys="2t"),
    "menu-metrics": partial(_menu, keys="2g"),
    **_named("rules", _rules, page=0),
    **_named("counts", _rules, page=1),
    **_named("guide", _guide),
    **_named("table", _table),
    **_named("hint", _hint),
    **_named("board", _viewer),
    "board-position": partial(_viewer, game="jaipur", keys="2"),
    **_named("end", _end),
    "statistics": lambda window: window.show_statistics(),
    "mods": lambda window: window.show_mods(),
    "practice": _practice,
    "training": _training,
    "tournaments": lambda window: window.show_tournaments(),
    "tournament": _tournament,
}
"""Every screen by its name, and how it is shown."""


# --- pictures ----------------------------------------------------------------------------------------------------


def _column(folder: Path, names: Sequence[str], size: str, code: str, changed: Sequence[str]) -> list[pygame.Surface]:
    """Make the pictures of one size and language; each small, for the sheet."""
    width, height = map(int, size.split("x"))
    offered = ",".join(_GAMES)
    shown = settings.Settings(motion="instant", pace=5.0, muted=True, guides_offered=offered, language=code)
    for name, value in (each.split("=", 1) for each in changed):
        setattr(shown, name, json.loads(value))
    settings.save(shown)
    translation.choose(code)
    window = Window()
    pygame.display.set_mode((width, height), pygame.RESIZABLE)
    window.handle(pygame.event.Event(pygame.VIDEORESIZE, size=(width, height), w=width, h=height))
    window.begin(None)
    thumbs = []
    for name in names:
        picture = _shot(window, SCREENS[name])
        pygame.image.save(picture, folder / f"{name}-{size}-{code}.png")
        thumbs.append(pygame.transform.smoothscale(picture, (_THUMB, round(_THUMB * height / width))))
        print(f"{name} {size} {code}", flush=True)
    window.close()
    return thumbs


def _shot(window: Window, show: Show) -> pygame.Surface:
    """What the window shows in the end."""
    show(window)
    for _ in range(_FRAMES):
        window.frame(_SECONDS, [])
    picture = window.display.seen.copy()
    window.screen.dialog = None
    return picture


def _sheet(names: Sequence[str], columns: Sequence[str], thumbs: Sequence[Sequence[pygame.Surface]]) -> pygame.Surface:
    """All pictures, small: a row for each screen, a column for each size and language."""
    pygame.font.init()
    font = pygame.font.Font(None, 20)
    high = max(picture.get_height() for column in thumbs for picture in column) + _LABEL
    sheet = pygame.Surface(((_THUMB + 8) * len(columns), high * len(names)))
    sheet.fill((30, 24, 30))
    for across, (label, column) in enumerate(zip(columns, thumbs, strict=True)):
        for down, (name, picture) in enumerate(zip(names, column, strict=True)):
            at = across * (_THUMB + 8), down * high
            sheet.blit(font.render(f"{name} {label}", True, (230, 220, 200)), (at[0] + 4, at[1] + 3))
            sheet.blit(picture, (at[0], at[1] + _LABEL))
    return sheet


if __name__ == "__main__":
    main()
