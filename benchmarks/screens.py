"""Pictures of every screen and state, to be looked at: at several sizes, in several languages, at 100 and 200 %, in
every palette; and sheets of them.

    python -m benchmarks.screens /tmp/screens
    python -m benchmarks.screens /tmp/screens --sizes 1280x720 --languages en pseudo --scales 1 --only menu rules
    python -m benchmarks.screens /tmp/screens --set contrast=true

Each picture is ``NAME-WIDTHxHEIGHT-LANGUAGE-PERCENT-PALETTE.png``, what the window shows after so many frames that
nothing moves any more. There is a sheet for each percent and palette, ``sheet-PERCENT-PALETTE.png``: a row for each
screen and a column for each size and language. Palettes but the first are seen at one size and in one language, for
colours depend on neither, unless sizes and languages are named. Nothing of the user's is read or changed: matches are
recorded for it in a folder of their own, by a seed.
"""

import json
import os
import tempfile
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import pygame

from benchmarks.every_screen import SCREENS, Show, leave, record
from benchmarks.table_screens import FRAMES, SECONDS
from game.app.window import Window
from game.base import settings
from game.games import registry
from game.rules import translation

SIZES = ("960x540", "1280x720", "1920x1080", "3840x2160")
LANGUAGES = ("en", "de")
SCALES = (1.0, 2.0)
_ONE_SIZE, _ONE_LANGUAGE = "1280x720", "en"
_THUMB = 320
_LABEL = 22


class Column(NamedTuple):
    """How a column of pictures is seen."""

    size: str
    language: str
    scale: float
    palette: str

    @property
    def sheet(self) -> str:
        """The sheet that it is a column of."""
        return f"{self.scale:.0%}-{self.palette}".replace("%", "")

    def __str__(self) -> str:
        return f"{self.size}-{self.language}-{self.sheet}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Make the pictures that are asked for, and say where they are."""
    asked = _asked(arguments)
    asked.folder.mkdir(parents=True, exist_ok=True)
    names = [name for name in SCREENS if not asked.only or any(name.startswith(each) for each in asked.only)]
    columns = list(_columns(asked))
    with tempfile.TemporaryDirectory() as home:
        os.environ |= {"TABLETALK_HOME": home, "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
        record()
        thumbs = {column: _shots(asked.folder, names, column, asked.set) for column in columns}
    for sheet in dict.fromkeys(column.sheet for column in columns):
        beside = [column for column in columns if column.sheet == sheet]
        picture = _sheet(names, beside, [thumbs[column] for column in beside])
        pygame.image.save(picture, asked.folder / f"sheet-{sheet}.png")
    print(f"{len(names) * len(columns)} pictures, and sheets of them, in {asked.folder}")


def _asked(arguments: Sequence[str] | None) -> Namespace:
    parser = ArgumentParser(prog="python -m benchmarks.screens", description="Pictures of every screen.")
    parser.add_argument("folder", type=Path, help="where they go")
    parser.add_argument("--sizes", nargs="+", metavar="WxH", help=f"in pixels (default: {' '.join(SIZES)})")
    parser.add_argument("--languages", nargs="+", metavar="CODE", help=f"(default: {' '.join(LANGUAGES)})")
    parser.add_argument("--scales", nargs="+", type=float, default=SCALES, metavar="X", help="1 is 100 %%, 2 is 200 %%")
    parser.add_argument("--palettes", nargs="+", default=settings.PALETTES, choices=settings.PALETTES)
    parser.add_argument("--set", nargs="+", default=(), metavar="NAME=VALUE", help="settings, as in their file")
    parser.add_argument("--only", nargs="+", default=(), metavar="NAME", help="screens whose names begin so")
    return parser.parse_args(arguments)


def _columns(asked: Namespace) -> Iterator[Column]:
    """All that is asked for, sheet by sheet."""
    for palette in asked.palettes:
        first = palette == asked.palettes[0]
        for scale in asked.scales if first else asked.scales[:1]:
            for size in asked.sizes or (SIZES if first else [_ONE_SIZE]):
                for code in asked.languages or (LANGUAGES if first else [_ONE_LANGUAGE]):
                    yield Column(size, code, scale, palette)


def _shots(folder: Path, names: Sequence[str], column: Column, changed: Sequence[str]) -> list[pygame.Surface]:
    """Make the pictures of a column; each small, for the sheet."""
    width, height = map(int, column.size.split("x"))
    offered = ",".join(game.name for game in registry.games())
    shown = settings.Settings(motion="instant", muted=True, guides_offered=offered, language=column.language)
    shown.scale, shown.palette = column.scale, column.palette
    for name, value in (each.split("=", 1) for each in changed):
        setattr(shown, name, json.loads(value))
    settings.save(shown)
    translation.choose(column.language)
    window = Window()
    pygame.display.set_mode((width, height), pygame.RESIZABLE)
    window.handle(pygame.event.Event(pygame.VIDEORESIZE, size=(width, height), w=width, h=height))
    window.begin(None)
    usual = {name: getattr(shown, name) for name in ("pace", "overlay", "hint", "sums")}
    thumbs = []
    for name in names:
        window.change(**usual)
        picture = _shot(window, name, SCREENS[name])
        pygame.image.save(picture, folder / f"{name}-{column}.png")
        thumbs.append(pygame.transform.smoothscale(picture, (_THUMB, round(_THUMB * height / width))))
        print(f"{name} {column}", flush=True)
    window.close()
    return thumbs


def _shot(window: Window, name: str, show: Show) -> pygame.Surface:
    """What the window shows in the end."""
    show(window)
    for _ in range(FRAMES):
        window.frame(SECONDS, [])
    shown = pygame.display.get_surface()
    assert shown is not None
    picture = shown.copy()  # with the bars at its edges, where the page is larger
    leave(window, name)
    return picture


def _sheet(
    names: Sequence[str], columns: Sequence[Column], thumbs: Sequence[Sequence[pygame.Surface]]
) -> pygame.Surface:
    """All pictures, small: a row for each screen, a column for each size and language."""
    pygame.font.init()
    font = pygame.font.Font(None, 20)
    high = max(picture.get_height() for column in thumbs for picture in column) + _LABEL
    sheet = pygame.Surface(((_THUMB + 8) * len(columns), high * len(names)))
    sheet.fill((30, 24, 30))
    for across, (column, pictures) in enumerate(zip(columns, thumbs, strict=True)):
        for down, (name, picture) in enumerate(zip(names, pictures, strict=True)):
            at = across * (_THUMB + 8), down * high
            sheet.blit(font.render(f"{name} {column}", True, (230, 220, 200)), (at[0] + 4, at[1] + 3))
            sheet.blit(picture, (at[0], at[1] + _LABEL))
    return sheet


if __name__ == "__main__":
    main()
