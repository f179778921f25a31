"""The built-in games: every package beside this module registers itself as a mod does, by its `module.register`."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

from game.games import registry
from game.games.registration import Registry

for _found in sorted(found.name for found in iter_modules([str(Path(__file__).parent)]) if found.ispkg):
    _registry = Registry()
    import_module(f"game.games.{_found}.module").register(_registry)
    for _game in _registry.games:
        registry.register_game(_game)
    for _ai in _registry.ais:
        registry.register(_ai)
