"""The window: opens it, runs one screen at a time, sixty frames a second, and closes it."""

import os
import signal
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame
from numpy.typing import NDArray

from game import catalogue, settings
from game.apart.rooms import DistantRoom
from game.catalogue import AI
from game.film import Film
from game.mod import ModAI
from game.mods import MODS
from game.network_room import NetworkRoom
from game.replay import Replay, ReplayError, read
from game.requests import MenuChoices, ReplayRequest, TableRequest, WindowRequest
from game.seats import SeatError, renewed
from game.session import Session
from game.storage import StorageError
from game.students import Students
from game.training_room import AnyRoom, TrainingRoom
from systems.view import artwork, canvas
from systems.view.canvas import Canvas
from systems.view.menu_screen import MenuScreen
from systems.view.mods_screen import ModsScreen
from systems.view.network_screen import NetworkScreen
from systems.view.replay_screen import ReplayScreen
from systems.view.screens import Screen
from systems.view.sound import Sounds
from systems.view.table_screen import TableScreen
from systems.view.training_screen import TrainingScreen

SIZE = (1280, 720)
LEAST_SIZE = (960, 540)
FRAMES_A_SECOND = 60
_UNSEEN = ("offscreen", "dummy")
"""The drivers of SDL that show nothing: fine where they are asked for, as by tests."""
_LONGEST_FRAME = 0.1
"""A frame that took longer counts as this many seconds, so that nothing leaps after a stall."""
_LONG_AFTER = 10.0
"""Seconds after which nothing moves any more."""
_ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals by which a process is asked to end."""


def prefer_fast_presenting() -> None:
    """Without a GPU, SDL presents a window many times faster by its plain framebuffer than by a software renderer.

    Must be called before the window is opened. A choice of the user's stands.
    """
    if sys.platform.startswith("linux") and not any(Path("/dev/dri").glob("renderD*")):
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")


class Window:
    """The open window, and the screen that is shown in it: the shell of every screen."""

    def __init__(self) -> None:
        """Open the window. Raises pygame.error where there is no display."""
        prefer_fast_presenting()
        pygame.display.init()
        if pygame.display.get_driver() in _UNSEEN and "SDL_VIDEODRIVER" not in os.environ:
            # SDL would rather draw where nobody sees it than say that no display answers.
            raise pygame.error("no display answers")
        pygame.font.init()
        self.settings = settings.load()
        self.sounds = Sounds(self.settings.volume, self.settings.muted)
        self._running = True
        self._signal = 0
        self.students = Students()
        self._rooms: dict[Path, AnyRoom] = {}
        self._next: Screen | None = None
        self._table: TableRequest | None = None
        self.choices = MenuChoices()
        MODS.set_think_seconds(self.settings.think_time)
        self._size = SIZE
        pygame.display.set_caption("Tabletalk")
        pygame.display.set_icon(artwork.window_icon(64))
        self._open()
        self.screen: Screen = Screen(self)
        self.frames = 0

    def _open(self) -> bool:
        """Open the window, or fill the screen with it; False where that cannot be: then it is a window."""
        filling = _filled_screen() if self.settings.fullscreen else None
        refused = self.settings.fullscreen and filling is None
        self.settings.fullscreen = filling is not None
        self.surface = _sized(self._size) if filling is None else filling
        self._canvas = Canvas(self.surface)
        return not refused

    # --- what screens ask for ---

    def change(self, **values: Any) -> None:
        """Change settings by name, let them take effect, and keep them."""
        for name, value in values.items():
            setattr(self.settings, name, value)
        self.sounds.volume, self.sounds.muted = self.settings.volume, self.settings.muted
        MODS.set_think_seconds(self.settings.think_time)
        if "fullscreen" in values and not self._open():
            self.screen.tell("The window cannot fill the screen here.")
        try:
            settings.save(self.settings)
        except StorageError as error:
            print(f"tabletalk: settings were not kept: {error}", file=sys.stderr)

    def to_menu(self) -> None:
        """Show the menu."""
        self._next = _Later(self)

    def show_table(self, request: TableRequest) -> None:
        """Open a table, once mods that are new or have changed are loaded; where that cannot be, say why."""
        MODS.refresh(at_table=True)
        self._table = request
        self._take_mods_in()

    def _open_table(self) -> None:
        """Open the table that was asked for. Raises SeatError or UnknownNameError."""
        request, self._table = self._table, None
        if request is not None:
            seats = renewed(request.seats)
            session = Session(request.game, seats, request.options, request.seed, request.record, self.students)
            self._next = TableScreen(self, session, request.speed)

    def _take_mods_in(self) -> None:
        """See what came of loading mods, and open the table that waited for it."""
        MODS.look()
        if self._table is not None and not MODS.loading:
            ais = [seat.ai for seat in self._table.seats if seat.ai is not None]
            try:
                self._open_table()
            except (SeatError, catalogue.UnknownNameError) as error:
                self.screen.tell(f"{MODS.refusal(ais) or error}.")

    def show_mods(self) -> None:
        """Show what mods there are."""
        self._next = ModsScreen(self)

    def resume(self, replay: Replay) -> None:
        """Go on with an unfinished match."""
        self._next = TableScreen(self, Session.resumed(replay, self.students))

    def show_replay(self, replay: Replay) -> None:
        """Step through a recorded match. Raises ReplayError when it departs from the rules."""
        self._next = ReplayScreen(self, Film.of(replay))

    def show_training(self, ai: AI, options: Mapping[str, Any]) -> None:
        """Open the training panel of an AI that learns; one that was open before goes on where it stopped, or from
        what has been learnt at tables since."""
        if ai.networks is not None:
            self._next = NetworkScreen(self, NetworkRoom(ai), catalogue.game(ai.game).title)
            return
        room = DistantRoom(ai, options) if isinstance(ai, ModAI) else TrainingRoom(ai, options, students=self.students)
        known = self._rooms.get(room.path)
        if known is None or known.ai is not ai:
            known = self._rooms[room.path] = room
        known.refresh()
        self._next = TrainingScreen(self, known)

    def quit(self) -> None:
        """Close the program after this frame."""
        self._running = False

    # --- the loop ---

    def begin(self, request: WindowRequest) -> None:
        """Show what the window was asked to open with. Raises ReplayError, SeatError or UnknownNameError."""
        if isinstance(request, TableRequest):
            self._table = request
            self._open_table()
        elif isinstance(request, ReplayRequest):
            self.show_replay(read(request.path))
        else:
            self._next = MenuScreen(self, self.choices)
        self._change_screen()

    def run(self) -> None:
        """Run frames until the program is closed."""
        clock = pygame.time.Clock()
        while self._running:
            fast = isinstance(self.screen, TableScreen) and self.screen.speed > 100
            seconds = min(clock.tick(0 if fast else FRAMES_A_SECOND) / 1000, _LONGEST_FRAME)
            self.frame(seconds)

    @property
    def status(self) -> int:
        """The exit status: 0, or as shells have it for a process that a signal has ended."""
        return 128 + self._signal if self._signal else 0

    @contextmanager
    def ended_by_signals(self) -> Iterator[None]:
        """Let a signal that asks the process to end close the program after the frame under way, so that nothing is
        left half done. A signal that the process was started to ignore stays ignored."""

        def end(number: int, _: FrameType | None) -> None:
            self._signal = number
            self.quit()

        heard = [number for number in _ENDING if signal.getsignal(number) is not signal.SIG_IGN]
        before = {number: signal.signal(number, end) for number in heard}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def frame(self, seconds: float) -> None:
        """One frame: events, time, drawing, presenting."""
        for event in pygame.event.get():
            self.handle(event)
        if MODS.loading or self._table is not None:
            self._take_mods_in()
        MODS.prepare()
        if self._next is None:  # else a table would be played on, and learnt from, that another has come after
            self.screen.frame(seconds, self._canvas)
        pygame.display.flip()
        self.frames += 1
        self._change_screen()

    def handle(self, event: pygame.event.Event) -> None:
        """React to one of pygame's events."""
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type in (pygame.VIDEORESIZE, pygame.WINDOWSIZECHANGED):
            self._resize()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.change(fullscreen=not self.settings.fullscreen)
        elif self._next is None:  # what comes after a change of screens was not meant for the one that goes
            self.screen.handle(event, self._canvas)

    def _resize(self) -> None:
        """Take over the window's size; a smaller one than can be drawn legibly is enlarged."""
        surface = pygame.display.get_surface()
        if surface is None:
            return
        width, height = surface.get_size()
        wanted = (max(width, LEAST_SIZE[0]), max(height, LEAST_SIZE[1]))
        if wanted != (width, height) and not self.settings.fullscreen:
            surface = _sized(wanted)
        if not self.settings.fullscreen:
            self._size = wanted
        self.surface = surface
        self._canvas = Canvas(surface)

    def _change_screen(self) -> None:
        if self._next is None:
            return
        following, self._next = self._next, None
        self._table = None
        self.screen.close()
        MODS.end_gone()
        if isinstance(following, TableScreen):
            session = following.session
            self.choices.take(TableRequest(session.game.name, session.seats, session.setup.options))
        self.screen = MenuScreen(self, self.choices) if isinstance(following, _Later) else following

    def close(self) -> None:
        """Close the screen, so that an unfinished match and what was learnt are kept, and the window."""
        self.screen.close()
        for why in self.students.close():
            print(f"tabletalk: what was learnt was not kept: {why}", file=sys.stderr)
        MODS.end()
        _shut_down()


def _shut_down() -> None:
    """Shut pygame down, and forget the pictures that are void without it."""
    artwork.forget()
    canvas.forget()
    pygame.quit()


def _filled_screen() -> pygame.Surface | None:
    """The window filling the screen; None where that cannot be."""
    try:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
    except pygame.error:
        return None


def _sized(size: tuple[int, int]) -> pygame.Surface:
    """The window at a size, or at the one that the desktop insists on: that is for the user, and no warning."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)
        surface = pygame.display.set_mode(size, pygame.RESIZABLE)
        if surface.get_size() != size:
            # Without a window manager a window that filled the screen takes another size only when asked again.
            surface = pygame.display.set_mode(size, pygame.RESIZABLE)
    return surface


class Spectating(Window):
    """A window in which matches are shown that are played elsewhere, as environments'; who plays them lets it run."""

    def __init__(self) -> None:
        super().__init__()
        self._clock = pygame.time.Clock()

    @property
    def is_open(self) -> bool:
        """Whether it has not been closed, by its button or by leaving the table."""
        return self._running

    def screen_of(self, film: Film) -> ReplayScreen:
        """A screen for a match, at its first still; it is the caller's to close."""
        return ReplayScreen(self, film)

    def show(self, screen: Screen | None) -> None:
        """Show one of the screens, or none."""
        self.screen = Screen(self) if screen is None else screen

    def tick(self, seconds: float) -> None:
        """One frame of so many seconds, not before its time."""
        self._clock.tick(FRAMES_A_SECOND)
        self.frame(seconds)

    def picture(self, screen: ReplayScreen) -> NDArray[np.uint8]:
        """What a screen shows in the end, drawn beside the window and in silence: (height, width, 3) bytes, red, green,
        blue."""
        surface = pygame.Surface(SIZE)
        muted, self.sounds.muted = self.sounds.muted, True
        screen.go(len(screen.stills) - 1)
        screen.skip()
        screen.frame(_LONG_AFTER, Canvas(surface))
        self.sounds.muted = muted
        return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))

    def close(self) -> None:
        """Close the window; mods go on, as the matches do."""
        self.show(None)
        _shut_down()

    def to_menu(self) -> None:
        """There is no menu here: the window closes."""
        self.quit()


class _Later(Screen):
    """Stands for the menu, which is made only once the screen before it has closed its files."""


def run(request: WindowRequest = None) -> int:
    """Open the window with what is asked for and run it to its end; the exit status.

    Raises pygame.error where there is no display.
    """
    window = Window()
    with window.ended_by_signals():
        try:
            window.begin(request)
            window.run()
        except (ReplayError, SeatError, catalogue.UnknownNameError) as error:
            print(f"error: {error}", file=sys.stderr)
            return 1
        finally:
            window.close()
    return window.status
