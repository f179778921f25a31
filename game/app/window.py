"""The window: opens it, runs one screen at a time, sixty frames a second, and closes it.

An error that nobody expected, wherever in a frame, ends no program: see :mod:`game.app.guard`.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

from game.app import screens
from game.app.display import Display
from game.app.guard import Guard
from game.app.opening import Opening
from game.app.resting import NAP, Rest
from game.app.shared import Shared
from game.base import garbage, reports, settings
from game.base.interrupts import handling_signals, status_of
from game.base.safe_text import say_at_once, warn
from game.base.storage import StorageError
from game.games import registry
from game.games.registry import AI, GameModule
from game.games.seats import SeatError
from game.matches.replay import Replay, ReplayError, read
from game.matches.requests import MenuChoices, ReplayRequest, TableRequest, WindowRequest
from game.mods.mods import MODS
from game.rules import translation
from game.rules.language import _
from systems.view.screens.screen import Screen
from systems.view.toolkit import kept, looks
from systems.view.toolkit.canvas import Canvas
from systems.view.toolkit.sound import Sounds

if TYPE_CHECKING:  # imported once a screen asks for them
    from game.analysis.decisions import Decision
    from game.analysis.luck import Stroke
    from game.analysis.people.analysing import OwnMatches
    from game.analysis.people.practice import Course
    from game.analysis.remote import RemoteAnalyses
    from game.matches.tournament import Tournament

FRAMES_A_SECOND = 60
_LONGEST_FRAME = 0.1
"""A frame that took longer counts as this many seconds, so that nothing leaps after a stall."""
_TOLD = ("key", "mod", "pos", "button", "size", "x", "y", "w", "h")
"""What of the user's doings stands in a report."""


class Window:
    """The open window, and the screen that is shown in it: the shell of every screen."""

    def __init__(self, say: Callable[[str], None] | None = None) -> None:
        """Open the window; with `say` everything is told in words, too, line by line. Raises pygame.error where there
        is no display."""
        garbage.share_one_heap()  # before its threads begin
        self._narrator = None if say is None else screens.narrator(say)
        self._problems: list[str] = []
        """What to tell once there is a screen that tells it."""
        self.settings = settings.load(self._problems)
        self.display = Display(self.settings.fullscreen, self.settings.scale)
        self.settings.fullscreen = self.display.fullscreen
        self.sounds = Sounds(self.settings.effects, self.settings.music, self.settings.muted)
        self._running = True
        self._signal = 0
        self._apply()
        self._next: Screen | None = None
        self._opening = Opening(self)
        self.choices = MenuChoices()
        self.screen: Screen = Nothing(self)
        self.frames = 0
        self.rest = Rest()
        self.shared = Shared()
        self.guard = Guard(self)

    @property
    def canvas(self) -> Canvas:
        """What screens draw on."""
        return self.display.canvas

    @property
    def analyses(self) -> "RemoteAnalyses":
        """Judges of matches and of positions."""
        return self.shared.analyses

    @property
    def own(self) -> "OwnMatches":
        """The user's own matches; their index is opened once a screen asks for them."""
        return self.shared.own

    @property
    def empty(self) -> bool:
        """Whether there is no screen, and none to come."""
        return isinstance(self.screen, Nothing) and self._next is None

    # --- what screens ask for ---

    def change(self, **values: Any) -> None:
        """Change settings by name, let them take effect, and keep them."""
        for name, value in values.items():
            setattr(self.settings, name, value)
        self.sounds.set(self.settings.effects, self.settings.music, self.settings.muted)
        if "language" in values:
            translation.choose(self.settings.language)
            kept.forget()  # pictures that hold words of the other language
        self.display.enlarge(self.settings.scale)
        self._apply()
        if "fullscreen" in values:
            if not self.display.fill(self.settings.fullscreen):
                self.screen.tell(_("The window cannot fill the screen here."))
            self.settings.fullscreen = self.display.fullscreen
        try:
            settings.save(self.settings, *values)
        except StorageError as error:
            warn(f"tabletalk: settings were not kept: {error}")

    def _apply(self) -> None:
        """Let the settings of looks and mods take effect, from the beginning on."""
        chosen = self.settings
        MODS.set_think_seconds(chosen.think_time)
        MODS.set_memory(chosen.memory)
        looks.choose(palette=chosen.palette, contrast=chosen.contrast, still=chosen.still)

    def to_menu(self, words: str = "") -> None:
        """Show the menu, with a message where there are words."""
        self._next = _Later(self, words)

    def follow(self, screen: Screen) -> None:
        """Show a screen next."""
        self._next = screen

    def show_table(self, request: TableRequest) -> None:
        """Open a table, once mods that are new or have changed are loaded; where that cannot be, say why."""
        self._opening.ask(request)

    def show_mods(self) -> None:
        """Show what mods there are."""
        self._next = screens.mods(self)

    def show_statistics(self) -> None:
        """Show what the user's matches come to."""
        self._next = screens.statistics(self)

    def show_practice(self, course: "Course") -> None:
        """Open the position of a course that is at hand. Raises ReplayError or LookupError where it is gone."""
        self._next = screens.practice(self, course)

    def show_guide(self, game: GameModule, match: TableRequest | None = None) -> None:
        """Open the guided first turn of a game, with a match to follow. Raises LookupError where there is none."""
        self._next = screens.guide(self, game, match)

    def resume(self, replay: Replay) -> None:
        """Go on with an unfinished match. Raises ReplayError, SeatError or UnknownNameError where that cannot be, and
        InUseError while another program plays it."""
        self._opening.resume(replay)

    def show_replay(self, replay: Replay, point: "Decision | Stroke | int | None" = None) -> None:
        """Step through a recorded match, from a turning point or the position after so many moves where one is asked
        for. Raises ReplayError when its beginning departs from the rules; where its end does, the menu says so."""
        self._next = screens.replay(self, replay, point)

    def show_tournaments(self, game: str | None = None) -> None:
        """Show all tournaments; a new one is of this game, else of the first."""
        self._next = screens.tournaments(self, self.choices, game)

    def show_tournament(self, tournament: "Tournament", path: Path, begin: bool = False) -> None:
        """Show a tournament that is, or will be, kept in a file; let it `begin`."""
        self._next = screens.tournament(self, tournament, path, begin)

    def show_training(
        self, ai: AI, options: Mapping[str, Any], given: Mapping[str, Any] | None = None, begin: bool = False
    ) -> None:
        """Open the training panel of an AI that learns, with those values of its parameters that are `given`; one that
        was open before goes on where it stopped, or from what has been learnt at tables since. Let it `begin` to
        learn. Raises ThinkingError where it cannot learn there."""
        self._next = screens.training(self, self.shared.trainers, ai, options, given, begin)

    def quit(self) -> None:
        """Close the program after this frame."""
        self._running = False

    # --- the loop ---

    def begin(self, request: WindowRequest) -> None:
        """Show what the window was asked to open with. Raises ReplayError, SeatError or UnknownNameError."""
        try:
            if isinstance(request, TableRequest):
                self._opening.begin(request)
            elif isinstance(request, ReplayRequest):
                self.show_replay(read(request.path))
            else:
                self.to_menu()
        except (ReplayError, SeatError, registry.UnknownNameError):
            raise
        except Exception as error:
            self.guard.failed("opening the window", error)
        self._change_screen()

    def run(self) -> None:
        """Run frames until the program is closed."""
        clock = pygame.time.Clock()
        while True:
            while self._running:
                if self.rests and not self._sleep(clock):
                    continue
                seconds = min(clock.tick(0 if self.screen.hurries else FRAMES_A_SECOND) / 1000, _LONGEST_FRAME)
                self.frame(seconds)
                garbage.look_again()  # the window is seen: its start is over
            if self._signal or self.guard.page is not None:
                return
            self._leave_screen()
            if self.guard.page is None:
                return
            self._running = True  # what went wrong at the end is told before it

    @property
    def status(self) -> int:
        """The exit status: 0, 1 where something went wrong at the end, or as shells have it for a process that a signal
        has ended."""
        return status_of(self._signal) if self._signal else self.guard.status

    @contextmanager
    def ended_by_signals(self) -> Iterator[None]:
        """Let a signal that asks the process to end close the program after the frame under way, so that nothing is
        left half done. A signal that the process was started to ignore stays ignored."""

        def end(number: int, _: FrameType | None) -> None:
            self._signal = number
            self.quit()

        with handling_signals(end):
            yield

    @property
    def rests(self) -> bool:
        """Whether only the user can change what is shown, or what others do who are looked after now and then."""
        still = self.rest.due and self.guard.page is None and self._next is None and not self._opening.waits
        return still and not self.display.pushed and self.shared.idle and not MODS.loading and self.screen.resting

    def _sleep(self, clock: pygame.time.Clock) -> bool:
        """Rest for a while; whether the user has done something. The time passes here, so that what the user sets going
        does not begin with a leap."""
        woken = self.rest.nap(lambda: self._running)
        self.frame(min(clock.tick() / 1000, NAP), [])
        return woken

    def frame(self, seconds: float, events: Sequence[pygame.event.Event] | None = None) -> None:
        """One frame: events (None: those that wait), time, drawing, presenting."""
        self.frames += 1
        events = pygame.event.get() if events is None else events
        if self.guard.page is not None:
            self.guard.show(self.guard.page, seconds, events)
        else:
            self.guard.run("showing a frame", lambda: self._show_screen(seconds, events))
            if self.guard.page is None:
                self._change_screen()

    def _show_screen(self, seconds: float, events: Sequence[pygame.event.Event]) -> None:
        for event in events:
            # What was meant for the screen is not meant for the page that has come instead.
            if self.guard.page is None or event.type == pygame.QUIT:
                self.handle(event)
        if self.guard.page is not None:
            return
        if MODS.loading or self._opening.waits:
            self._opening.look()
        MODS.prepare()
        self.shared.look()
        if self._next is None:  # else a table would be played on, and learnt from, that another has come after
            self.screen.frame(seconds, self.canvas)
            if self._narrator is not None:
                self._narrator.look(self.screen)
        self.rest.note(self.display.show(seconds), seconds)

    def handle(self, event: pygame.event.Event) -> None:
        """React to one of pygame's events."""
        _note(event)
        self.guard.run("reacting to the user", lambda: self._react(self.display.on_seen(event)))

    def _react(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self.display.resize()
        elif event.type in (pygame.VIDEOEXPOSE, pygame.WINDOWEXPOSED):
            self.display.show_again()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.change(fullscreen=not self.settings.fullscreen)
        elif self.guard.page is not None:
            self.guard.page.handle(event, self.display.seen)
        elif (scale := self.display.asked_scale(event)) is not None:
            self.change(scale=scale)
        elif self.display.walk(event):
            pass
        elif self._next is None:  # what comes after a change of screens was not meant for the one that goes
            self.screen.handle(self.display.on_page(event), self.canvas)

    def _change_screen(self) -> None:
        if self._next is None:
            return
        following, self._next = self._next, None
        self._opening.forget()
        self.rest.note(changed=True, seconds=0.0)
        self._leave_screen()
        self.guard.run("leaving a table", MODS.end_gone)
        self.guard.run("opening a screen", lambda: self._arrive(following))
        garbage.clear_away()

    def _leave_screen(self) -> None:
        """Close the screen, once, whatever comes of it."""
        leaving, self.screen = self.screen, Nothing(self)
        self.guard.run("closing a screen", leaving.close)

    def _arrive(self, following: Screen) -> None:
        if following.seated is not None:
            self.choices.take(following.seated)
        if isinstance(following, _Later):
            self.screen = screens.menu(self, self.choices)
            self.screen.tell(following.words)
        else:
            self.screen = following
        self.display.name(self.screen.game)
        self.display.lay_out_for(self.screen.least)
        self._tell_of_settings()

    def _tell_of_settings(self) -> None:
        """Tell, on the first screen, of settings that could not be taken."""
        for words in self._problems:
            self.screen.tell(words)
            warn(f"tabletalk: {words}")
        self._problems.clear()

    def close(self) -> None:
        """Close the screen, so that an unfinished match and what was learnt are kept, and the window; each of them,
        whatever comes of the others."""
        leaving, self.screen = self.screen, Nothing(self)
        for doing, close in (
            ("closing a screen", leaving.close),
            ("keeping what was learnt", self.shared.keep_learnt),
            ("closing the index of matches", self.shared.close_own),
            ("ending judges", self.shared.end_analyses),
            ("ending mods", MODS.end),
            ("closing the window", self.display.close),
        ):
            try:
                close()
            except Exception as error:
                self.guard.tell_at_the_end(doing, error)


def _note(event: pygame.event.Event) -> None:
    """Remember an event for a report; where the pointer went on its way tells nothing."""
    told = {name: value for name, value in event.dict.items() if name in _TOLD}
    reports.note(pygame.event.event_name(event.type), told, replaces=event.type == pygame.MOUSEMOTION)


class Nothing(Screen):
    """No screen: before the first, and where one could not be opened."""

    def handle(self, event: pygame.event.Event, canvas: Canvas) -> None:
        """There is nothing to react."""

    def frame(self, seconds: float, canvas: Canvas) -> None:
        """There is nothing to draw."""


class _Later(Screen):
    """Stands for the menu, which tells `words` and is made only once the screen before it has closed its files."""

    def __init__(self, shell: Window, words: str) -> None:
        super().__init__(shell)
        self.words = words


def run(request: WindowRequest = None, narrate: bool = False) -> int:
    """Open the window with what is asked for and run it to its end; the exit status. Where it is to `narrate`, standard
    output gets a line an event.

    Raises pygame.error where there is no display.
    """
    window = Window(say_at_once if narrate else None)
    with window.ended_by_signals():
        try:
            window.begin(request)
            window.run()
        except (ReplayError, SeatError, registry.UnknownNameError) as error:
            warn(f"error: {error}")
            return 1
        finally:
            window.close()
    return window.status
