"""How each game is seen: the package beside this module that bears its name, or the default table."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from game.games import registry
from systems.view.table.default_table import DefaultTable
from systems.view.table.game_view import GameView

_DRAWN = frozenset(found.name for found in iter_modules([str(Path(__file__).parent)]) if found.ispkg)
"""The games that have been drawn: each package's `view` has the class of its view as `VIEW`."""


def view_of(name: str) -> GameView:
    """The view of a game: its own, or the default table."""
    game = registry.game(name)
    if name not in _DRAWN:
        return DefaultTable(game)
    make: Callable[[], GameView] = import_module(f"{__package__}.{name}.view").VIEW
    return make()
