"""Screens: what fills the window at a time, and what every screen may ask of the window around it."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import pygame

from game.analysis.decisions import Decision
from game.analysis.luck import Stroke
from game.analysis.people.analysing import OwnMatches
from game.analysis.people.practice import Course
from game.analysis.remote import Analyses
from game.base.settings import Settings
from game.games.registry import AI, GameModule
from game.matches.replay import Replay
from game.matches.requests import TableRequest
from systems.view.games.views import view_of
from systems.view.toolkit import theme
from systems.view.toolkit.canvas import Box, Canvas
from systems.view.toolkit.dialogs import Dialog
from systems.view.toolkit.sound import Sounds
from systems.view.toolkit.widgets import Button


class Shell(Protocol):
    """The window around the screens."""

    settings: Settings
    sounds: Sounds

    @property
    def analyses(self) -> Analyses:
        """Judges of matches and of positions."""

    @property
    def own(self) -> OwnMatches:
        """The user's own matches."""

    def change(self, **values: Any) -> None:
        """Change settings by name, let them take effect, and keep them."""

    def to_menu(self, words: str = "") -> None:
        """Close the present screen and show the menu, with a message where there are words."""

    def show_table(self, request: TableRequest) -> None:
        """Close the present screen and open a table."""

    def resume(self, replay: Replay) -> None:
        """Close the present screen and go on with an unfinished match. Raises ReplayError, SeatError, UnknownNameError
        or InUseError where that cannot be; the present screen stays then."""

    def show_replay(self, replay: Replay, point: Decision | Stroke | int | None = None) -> None:
        """Close the present screen and step through a recorded match, from its beginning, or from a turning point or
        the position after so many moves. Raises ReplayError when it departs from the rules; the present screen stays
        then."""

    def show_mods(self) -> None:
        """Close the present screen and show what mods there are."""

    def show_statistics(self) -> None:
        """Close the present screen and show what the user's matches come to."""

    def show_practice(self, course: Course) -> None:
        """Close the present screen and show the position of a course that is at hand, to be played. Raises ReplayError
        or LookupError where it is gone; the present screen stays then."""

    def show_training(self, ai: AI, options: Mapping[str, Any], given: Mapping[str, Any] | None = None) -> None:
        """Close the present screen and open the training panel of an AI that learns, with those values of its
        parameters that are `given`. Raises ThinkingError where it cannot learn there; the present screen stays then."""

    def quit(self) -> None:
        """Close the program."""


class Screen:
    """One screen. While it has a `dialog`, that gets every event."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.canvas: Canvas
        self._dialog: Dialog | None = None

    @property
    def game(self) -> str:
        """The title of the game that is seen; empty where there is none."""
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

    def tell(self, words: str) -> None:
        """Show a message over the screen, where it has room for one."""

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        """React to one of pygame's events."""
        raise NotImplementedError

    def frame(self, seconds: float, canvas: Canvas) -> None:
        """Let time pass and draw everything."""
        raise NotImplementedError

    def close(self) -> None:
        """Give back what the screen holds; it is not shown again."""


class HelpBody:
    """The rules of a game: headings and paragraphs, wrapped to the width of the dialog."""

    widgets = ()

    def __init__(self, sections: Any) -> None:
        self.sections = sections

    def height(self, canvas: Canvas, width: float) -> float:
        """The height that all sections need."""
        return sum(
            40 + sum(canvas.paragraph_height(part, width, theme.BODY) + 6 for part in text.split("\n"))
            for _, text in self.sections
        )

    def arrange(self, canvas: Canvas, box: Box) -> None:
        """Nothing to arrange."""

    def draw(self, canvas: Canvas, box: Box) -> None:
        """Draw the sections from the top of the box."""
        y = box.y
        for heading, text in self.sections:
            canvas.text(heading, box.x, y, theme.SECTION, theme.HEADING, "serif")
            y += 34
            for part in text.split("\n"):
                y += canvas.paragraph(part, Box(box.x, y, box.w, 0), theme.BODY) + 6
            y += 6


KEYS = (  # {pieces}: what the pieces of the game are called
    ("Arrow keys", "move among the {pieces}"),
    ("Space", "pick one of the {pieces}, or let those that move arrive at once"),
    ("Enter", "make the move that the picked {pieces} make"),
    ("Tab", "go on from the {pieces} to the buttons, the panel and back; with Shift, the other way"),
    ("Escape", "put picked {pieces} back; then, to the menu, where the match waits"),
    ("H", "show or hide a hint: what an AI makes of your own moves"),
    ("O, B", "show or hide what the AIs think; what they thought before"),
    ("V", "show the three best candidates on the table, or only the one that is pointed at in the list"),
    ("A", "ask everybody on your turns: what each AI would play, and the judge's chance of it; the match notes it"),
    ("J", "let the tutor hold a mistake of yours once; the match notes it"),
    ("U", "take back your last move"),
    ("P, N", "pause; let the AI make one move"),
    ("M, S", "sounds on or off; settings"),
    ("F1, F2, F11", "these rules; what is learnt at the table, where an AI learns; full screen"),
)


SPEED_KEYS = ("1, 4, 0", "speed: normal, fourfold, as fast as can be")
REPLAY_KEYS = (
    ("Left, Right", "one move back, one move on"),
    ("Home, End", "to the first position, to the last"),
    ("Page Up, Page Down", "to the loss or the luck before on the curve, to the next"),
    ("1, 2, 3", "what the match came to; this position; the moves"),
    ("B", "play on from the position that is shown, as a match of its own"),
    ("V", "show the three best candidates on the table, or only the one that is pointed at"),
    ("R", "judge the chosen move and the best on; stop"),
    ("C", "what may come of each move"),
    ("F", "the sums behind the words"),
    ("P", "let the match go on by itself; stop it"),
    ("Space", "let the {pieces} that move arrive at once"),
    ("Tab", "go to the buttons and the list of moves, and on"),
    ("M", "sounds on or off"),
    ("F1, F11", "these keys; full screen"),
    ("Escape", "to the menu"),
)


def help_dialog(game: GameModule, watching: bool = False) -> Dialog:
    """The rules of a game and the keys of the table; those of the speed only where AIs are watched."""
    own = view_of(game.name).keys
    keys = _told(game, (*KEYS, *((SPEED_KEYS,) if watching else ()), *own))
    return _help(f"How to play {game.title}", [*game.rules.help, keys])


def replay_help_dialog(game: GameModule) -> Dialog:
    """The keys of the replay viewer, and the rules of the game that is shown."""
    return _help(f"A match of {game.title}", [_told(game, REPLAY_KEYS), *game.rules.help])


def _told(game: GameModule, keys: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """Keys as a section of the help."""
    pieces = view_of(game.name).pieces
    return "Keys", "\n".join(f"{key}: {what.format(pieces=pieces)}" for key, what in keys)


def _help(title: str, sections: Sequence[tuple[str, str]]) -> Dialog:
    return Dialog(title, HelpBody(sections), [Button("Close", style="primary")], width=760)
