"""What the chosen table will need is made ready while the menu stands still: its code, a first thought of its AIs, its
pictures, its tune."""

import time
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from importlib import import_module
from random import Random
from threading import Thread

from game.agents.agent import is_slow
from game.games import registry
from game.rules.options import full_options
from game.rules.protocol import Setup
from game.rules.translation import chosen
from systems.view.games.views import view_of
from systems.view.toolkit import looks
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.sound import Sounds

_QUIET = 0.5
"""It begins when nobody has done anything for so many seconds."""
_SLICE = 0.006
"""So many seconds of a frame are spent on it."""
_MOST = 80
"""So many pictures are made at most: a table makes the others itself, where its frames leave time."""
_CODE = (
    "game.analysis.remote",
    "game.matches.session",
    "systems.view.table.overlay",
    "systems.view.table.side_panel",
    "systems.view.table.default_table",
    "systems.view.screens.table",
)
"""What is loaded for any table: too much for a frame, so that a thread does it."""


class Wings:
    """The wings of a stage, where what comes next waits."""

    def __init__(self, sounds: Sounds) -> None:
        self._sounds = sounds
        self._quiet = 0.0
        self._for: Hashable = None
        self._to_do: list[Callable[[], object]] = []
        self._loading: Thread | None = None
        self._loaded_for: Hashable = None
        self._tune_to_come = False

    @property
    def busy(self) -> bool:
        """Whether something is still to be made ready."""
        return bool(self._to_do) or self._tune_to_come

    def disturb(self) -> None:
        """Somebody does something: wait until nobody does."""
        self._quiet = 0.0

    def look(self, seconds: float, canvas: Canvas, game: str, players: int) -> None:
        """A frame of the menu has passed, with this game and so many players chosen."""
        key = (game, players, canvas.surface.get_size(), chosen(), looks.now())
        if key != self._for:
            self._for = key
            self._to_do = [partial(self._choose_pictures, canvas, game, players)]
            self._tune_to_come = True
        self._quiet += seconds
        if self._quiet < _QUIET or not self.busy:
            return
        if self._loading is None or self._loaded_for != (game, players):
            self._loaded_for = (game, players)
            self._loading = Thread(target=_load, args=(game, players), name="wings", daemon=True)
            self._loading.start()
        until = time.perf_counter() + _SLICE
        while not self._loading.is_alive() and self._to_do and time.perf_counter() < until:
            self._to_do.pop()()
        if not self._to_do:
            self._tune_to_come = self._sounds.makes(view_of(game).tune)

    def _choose_pictures(self, canvas: Canvas, game: str, players: int) -> None:
        self._to_do += view_of(game).pictures_to_come(canvas, players)[:_MOST][::-1]


def _load(game: str, players: int) -> None:
    """Load what stands in _CODE, and let the AIs of a game that need not think long think once: what they work out for
    all positions is there then. What cannot be done is told when a table wants it."""
    with suppress(Exception):
        for name in _CODE:
            import_module(name)
        module = registry.game(game)
        if module.mod is None:  # those of mods think in a process of their own
            for name in dict.fromkeys((module.default_ai, module.advisor or module.default_ai)):
                _think_once(module, name, players)


def _think_once(game: registry.GameModule, ai: str, players: int) -> None:
    agent, rules = registry.ai(game.name, ai).agent(), game.rules
    if not is_slow(agent):
        setup = Setup(players, full_options(rules, {}))
        state = rules.deal(setup, rules.new_standing(setup), 0, Random(0))
        agent.think(rules.view(state, state.to_move), Random(0))
