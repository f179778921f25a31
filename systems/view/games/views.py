"""How each game is seen: the package beside this module that bears its name, or the default table."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

import pygame

from game.games import registry
from systems.view.toolkit.drawings import Size

if TYPE_CHECKING:  # a menu shows pictures of tables, and loads none
    from systems.view.table.game_view import GameView

_DRAWN = frozenset(found.name for found in iter_modules([str(Path(__file__).parent)]) if found.ispkg)
"""The games that have been drawn: each package's `view` has the class of its view as `VIEW`, its `scene` the function
`scene` that draws the game for the menu."""


def view_of(name: str) -> "GameView":
    """The view of a game: its own, or the default table."""
    if name not in _DRAWN:
        from systems.view.table.default_table import DefaultTable

        return DefaultTable(registry.game(name))
    make: Callable[[], GameView] = import_module(f"{__package__}.{name}.view").VIEW
    return make()


def scene_of(name: str) -> Callable[[Size], pygame.Surface]:
    """What draws a small picture of a game's table for the menu, opaque, exactly of a size in pixels; a shared picture.
    Its code is loaded without that of the table."""
    if name not in _DRAWN:
        from systems.view.table.default_table import DefaultTable

        return DefaultTable(registry.game(name)).scene
    scene: Callable[[Size], pygame.Surface] = import_module(f"{__package__}.{name}.scene").scene
    return scene
