"""Matches that wait to be gone on with, each offered on the table of its game."""

from collections.abc import Callable, Sequence
from pathlib import Path

from game.base.locks import InUseError
from game.games import registry
from game.games.seats import SeatError
from game.matches.replay import Replay, ReplayError
from game.rules.language import _, error_sentence
from systems.view.screens.matches import latest_files, latest_unfinished, named, where_it_stands
from systems.view.screens.menu_tiles import Tables
from systems.view.screens.screen import Screen
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.widgets import Button


class WaitingMatches:
    """The latest match of each game that waits, and the buttons that go on with them."""

    def __init__(self, menu: Screen, tables: Tables, view: Callable[[Replay], None], files: Sequence[Path]) -> None:
        """`view` shows a match that another window plays; `files` are the latest matches."""
        self._menu, self._tables, self._view = menu, tables, view
        self._found: dict[str, Replay] = {}
        self._offer(files)

    @property
    def latest(self) -> Replay | None:
        """The latest of them all."""
        return next(iter(self._found.values()), None)

    @property
    def button(self) -> Button:
        """What continues the latest of them; it cannot be seen where none waits."""
        games = [tile.game.name for tile in self._tables.tiles]
        places = [games.index(name) for name in self._found if name in games]
        return self._tables.resumes[next(iter(places), 0)]

    def offer(self, without: Replay | None = None) -> None:
        """Offer, on each table, to go on with the match that waits there now, if there is one."""
        self._offer(latest_files(), without)

    def _offer(self, files: Sequence[Path], without: Replay | None = None) -> None:
        found = latest_unfinished(files).items()
        self._found = {name: replay for name, replay in found if without is None or replay.path != without.path}
        for tile, button in zip(self._tables.tiles, self._tables.resumes, strict=True):
            replay = self._found.get(tile.game.name)
            button.label = "" if replay is None else _("Continue: {where}", where=where_it_stands(replay))
            button.visible = replay is not None
            button.hint = "" if replay is None else named(replay)
            button.on_press = lambda replay=replay: self.go_on(replay)

    def go_on(self, replay: Replay | None) -> None:
        """Go on with a match; where that cannot be, say why."""
        if replay is None:
            return
        try:
            self._menu.shell.resume(replay)
        except InUseError:
            self._menu.dialog = self._offer_to_watch(replay)
        except (ReplayError, SeatError, registry.UnknownNameError) as error:
            self._menu.toasts.push(error_sentence(error))
            self.offer(without=replay)  # another program may have played on

    def _offer_to_watch(self, replay: Replay) -> Dialog:
        watch = Button(_("Watch"), lambda: self._view(replay), style="primary")
        words = _("This match is being played in another window. You can watch what has been played of it so far.")
        return Dialog(named(replay), words, [Button(_("Not now")), watch])
