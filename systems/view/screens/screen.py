"""Screens: what fills the window at a time, and what every screen may ask of the window around it."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import pygame

from game.base.settings import Settings
from systems.view.toolkit.canvas import COMPACT, Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.focus import Group
from systems.view.toolkit.notices import Toasts
from systems.view.toolkit.sound import Sounds

if TYPE_CHECKING:  # a screen that only passes these on need not load what they are
    from game.analysis.decisions import Decision
    from game.analysis.luck import Stroke
    from game.analysis.people.analysing import OwnMatches
    from game.analysis.people.practice import Course
    from game.analysis.remote import Analyses
    from game.games.registry import AI, GameModule
    from game.matches.replay import Replay
    from game.matches.requests import TableRequest
    from game.matches.tournament import Tournament
    from systems.view.table.ports import Told


class Shell(Protocol):
    """The window around the screens."""

    settings: Settings
    sounds: Sounds

    @property
    def analyses(self) -> "Analyses":
        """Judges of matches and of positions."""

    @property
    def own(self) -> "OwnMatches":
        """The user's own matches."""

    def change(self, **values: Any) -> None:
        """Change settings by name, let them take effect, and keep them."""

    def to_menu(self, words: str = "") -> None:
        """Close the present screen and show the menu, with a message where there are words."""

    def show_table(self, request: "TableRequest") -> None:
        """Close the present screen and open a table."""

    def resume(self, replay: "Replay") -> None:
        """Close the present screen and go on with an unfinished match. Raises ReplayError, SeatError, UnknownNameError
        or InUseError where that cannot be; the present screen stays then."""

    def show_replay(self, replay: "Replay", point: "Decision | Stroke | int | None" = None) -> None:
        """Close the present screen and step through a recorded match, from its beginning, or from a turning point or
        the position after so many moves. Raises ReplayError when its beginning departs from the rules; the present
        screen stays then."""

    def show_mods(self) -> None:
        """Close the present screen and show what mods there are."""

    def show_statistics(self) -> None:
        """Close the present screen and show what the user's matches come to."""

    def show_practice(self, course: "Course") -> None:
        """Close the present screen and show the position of a course that is at hand, to be played. Raises ReplayError
        or LookupError where it is gone; the present screen stays then."""

    def show_guide(self, game: "GameModule", match: "TableRequest | None" = None) -> None:
        """Close the present screen and open the guided first turn of a game, after which a match may follow. Raises
        LookupError where it has none; the present screen stays then."""

    def show_tournaments(self, game: str | None = None) -> None:
        """Close the present screen and show all tournaments, from which another one can be begun: of this game, else of
        the first."""

    def show_tournament(self, tournament: "Tournament", path: Path, begin: bool = False) -> None:
        """Close the present screen and show a tournament that is, or will be, kept in a file; let it `begin`."""

    def show_training(
        self, ai: "AI", options: Mapping[str, Any], given: Mapping[str, Any] | None = None, begin: bool = False
    ) -> None:
        """Close the present screen and open the training panel of an AI that learns, with those values of its
        parameters that are `given`; let it `begin` to learn. Raises ThinkingError where it cannot learn there; the
        present screen stays then."""

    def quit(self) -> None:
        """Close the program."""


class Screen:
    """One screen. While it has a `dialog`, that gets every event. Its messages are `toasts`; `group` are the widgets
    that the keyboard goes through while no dialog is open."""

    least: tuple[int, int] = COMPACT
    """It is laid out for so many units at least, where everything is enlarged; so many are always there else."""

    told: "Told | None" = None
    """The table that is told in words, where one is seen that is played at."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.toasts = Toasts()
        self.group = Group()
        self.canvas: Canvas
        self._dialog: Dialog | None = None

    @property
    def game(self) -> str:
        """The title of the game that is seen; empty where there is none."""
        return ""

    @property
    def heading(self) -> str:
        """What stands at its top; empty for a table."""
        return ""

    @property
    def dialog(self) -> Dialog | None:
        """The dialog that is open over the screen."""
        if self._dialog is not None and not self._dialog.is_open:
            self._dialog = None
        return self._dialog

    @dialog.setter
    def dialog(self, dialog: Dialog | None) -> None:
        self._dialog = dialog

    @property
    def resting(self) -> bool:
        """Whether time alone changes nothing here that is not seen to change: then a window whose picture stands still
        may look after it less often."""
        return True

    @property
    def hurries(self) -> bool:
        """Whether frames follow each other as fast as they can."""
        return False

    @property
    def records(self) -> bool:
        """Whether a match that is played on it is written to a file."""
        return False

    @property
    def seated(self) -> "TableRequest | None":
        """The table that is sat at, which the menu offers again; None where there is none."""
        return None

    def tell(self, words: str) -> None:
        """Show a message over the screen, where it has room for one."""
        self.toasts.push(words)

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        """React to one of pygame's events."""
        raise NotImplementedError("each screen has its own")

    def frame(self, seconds: float, canvas: Canvas) -> None:
        """Let time pass and draw everything."""
        raise NotImplementedError("each screen has its own")

    def close(self) -> None:
        """Give back what the screen holds; it is not shown again."""
