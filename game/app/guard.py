"""Errors that nobody expected, wherever in a frame: none ends the program.

Each is written down, and a page tells of the first and offers to go on.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

import pygame

from game.app.display import Display
from game.base import reports
from game.base.settings import Settings
from game.rules.language import _, error_sentence, joined
from game.rules.protocol import RulesError
from systems.view.screens.fault_page import Choice, FaultPage, Words
from systems.view.screens.screen import Screen

_SOON = 120
"""An error that comes back within so many frames comes back at once."""
_MOST_PAGE_FAULTS = 3
"""After so many errors of the page that tells of errors, the program ends."""


class Guarded(Protocol):
    """What the guard asks of the window."""

    settings: Settings
    display: Display
    screen: Screen
    frames: int

    @property
    def empty(self) -> bool:
        """Whether there is no screen, and none to come."""

    def handle(self, event: pygame.event.Event) -> None:
        """React to one of pygame's events."""

    def to_menu(self, words: str = "") -> None:
        """Show the menu, with a message where there are words."""

    def quit(self) -> None:
        """Close the program after this frame."""


class Guard:
    """Stands between a window and the errors of all that runs in it."""

    def __init__(self, window: Guarded) -> None:
        self.page: FaultPage | None = None
        """What is shown instead of the screen after an error."""
        self.fault: Exception | None = None
        """The error that it tells of."""
        self.status = 0
        """The exit status: 1 where something went wrong at the end."""
        self._window = window
        self._failed_at: int | None = None
        self._page_faults = 0

    def run(self, doing: str, call: Callable[[], None]) -> None:
        """Do something; an error that nobody expected is written down and told on a page."""
        try:
            call()
        except RulesError as error:
            self._rules_failed(error)
        except Exception as error:
            self.failed(doing, error)

    def _rules_failed(self, error: RulesError) -> None:
        """End a match, or the replay of one, whose rules have failed: the menu says so. What is written stays."""
        reports.tell(error, "playing by the rules of a mod", "rules")
        kept = self._window.screen.records
        self._window.to_menu(
            joined([error_sentence(error), _("The match is kept as far as it came.") if kept else ""], " ")
        )

    def failed(self, doing: str, error: Exception) -> None:
        """Write an error down, and show the page that tells of it."""
        found = reports.tell(error, doing, "tabletalk")
        if self.page is not None:
            return  # the first of several errors is told; the others are written down
        at_once = self._failed_at is not None and self._window.frames - self._failed_at <= _SOON
        told = []
        if self._window.screen.records:
            told.append(_("The match is kept up to its latest move."))
        if at_once:
            told.append(_("The error came back at once: the menu, or another start of the program, may help."))
        sentence = _("Tabletalk met with an error that nobody expected.")
        usual = Choice.MENU if at_once else Choice.GO_ON
        self.fault = error
        words = Words(sentence, joined(told, " "), found.where, usual)
        self.page = FaultPage(words, self._window.settings.scale)

    def show(self, page: FaultPage, seconds: float, events: Sequence[pygame.event.Event]) -> None:
        """A frame of the page; where even that cannot be shown, the program ends."""
        try:
            for event in events:
                self._window.handle(event)
            page.frame(seconds, self._window.display.seen)
            self._window.display.show_surface()
        except Exception as error:
            self._page_faults += 1
            if self._page_faults >= _MOST_PAGE_FAULTS:
                self.tell_at_the_end("telling of an error", error)
                self._window.quit()
            return
        if page.choice is not None:
            self._go_on(page.choice)

    def _go_on(self, choice: Choice) -> None:
        """Do what was chosen on the page."""
        if choice is Choice.QUIT:
            self._window.quit()
            return
        self.page, self._failed_at = None, self._window.frames
        if choice is Choice.MENU or self._window.empty:
            self._window.to_menu()

    def tell_at_the_end(self, doing: str, error: Exception) -> None:
        """Write down an error of a program that ends, and say so."""
        reports.tell(error, doing, "tabletalk")
        self.status = 1
