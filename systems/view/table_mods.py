"""What mods add to a table: their systems, guarded; and what is told of AIs that are at fault."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, TypeVar

import esper

from components.view import Moving
from game.brains.choosing import described
from game.deadline import OverdueError, deadline
from game.events import Noted
from game.mod import Mod
from game.mod_files import ModError
from game.mods import MODS
from game.phases import Phase, add_system
from game.registry import System, SystemEntry
from game.rules.protocol import AnyRules
from systems.view import theme
from systems.view.canvas import Box, Canvas
from systems.view.fonts import Colour

if TYPE_CHECKING:
    from systems.view.table_screen import TableScreen

E = TypeVar("E")

MOST_FAULTS = 3
"""A system that has raised so many errors is switched off for the rest of the match."""
SLOW_SECONDS = 0.03
"""A system that takes longer is slow: with it, a frame cannot keep its time."""
MOST_SLOW = 10
"""So many slow frames are named."""


class TableMods:
    """The systems of all mods at one table; one that cannot be made is named, and the match goes on without."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self.systems: list[GuardedSystem] = []
        screen.session.world.events.on(Noted, self._noted)
        for mod in MODS.all:
            if not mod.refused and mod.systems:
                self._add_all(mod)

    def _noted(self, noted: Noted) -> None:
        """Tell at the table what an AI did that is noted of it."""
        if noted.player is not None and noted.player not in self._screen.humans:
            self._screen.tell(f"{noted.text}.")

    def _add_all(self, mod: Mod) -> None:
        try:
            entries = mod.here().systems
        except ModError as error:
            self._tell(f"The systems of mod {mod.name} are missing: {error}")
            return
        for entry in entries:
            if not entry.games or self._screen.session.game.name in entry.games:
                self._add(mod, entry)

    def _add(self, mod: Mod, entry: SystemEntry) -> None:
        name = f"{entry.name} of mod {mod.name}"
        # Of each class esper knows one instance, so each system has one of its own.
        kind = type(f"Guarded{len(self.systems)}", (GuardedSystem,), {"__doc__": name})
        guarded: GuardedSystem = kind(name, entry.phase, self._screen, self._tell)
        guarded.make(entry.make, Place(self._screen, guarded))
        self.systems.append(guarded)
        add_system(guarded, entry.phase)

    def _tell(self, text: str) -> None:
        """Tell of a system on the screen and in the log."""
        self._screen.session.note(None, text)
        self._screen.tell(f"{text}.")


class GuardedSystem(esper.Processor):
    """Runs a mod's system: an error is told, the third one switches it off, as does not to come back; that it is slow
    is told once."""

    def __init__(self, name: str, phase: Phase, screen: "TableScreen", tell: Callable[[str], None]) -> None:
        self.name = name
        self.faults = 0
        self.slow_frames = 0
        self._phase = phase
        self._screen = screen
        self._tell = tell
        self._system: System | None = None

    @property
    def off(self) -> bool:
        """Whether it is switched off."""
        return self.faults >= MOST_FAULTS

    def make(self, make: Callable[["Place"], System], place: "Place") -> None:
        """Make the system; where that fails it stays off."""

        def made() -> None:
            self._system = make(place)

        self.guard(made)
        if self._system is None:
            self.faults = MOST_FAULTS

    def process(self, seconds: float) -> None:
        system = self._system
        if system is None or self.off:
            return
        if self._phase is Phase.RENDER and self._screen.dialog is not None:
            return  # nothing is drawn over a dialog
        began = perf_counter()
        self.guard(lambda: system.process(seconds))
        took = perf_counter() - began
        if took > SLOW_SECONDS:
            self.slow_frames += 1
            if self.slow_frames == MOST_SLOW:
                self._tell(f"{self.name} is slow: it took {took * 1000:.0f} ms of a frame")

    def guard(self, call: Callable[[], None]) -> None:
        """Call what the mod wrote; whatever it raises is told. One that does not come back in time stays off."""
        if self.off:
            return
        try:
            with deadline(MODS.think_seconds):
                call()
        except OverdueError as error:
            self.faults = MOST_FAULTS
            self._tell(f"{self.name} {error} and is switched off")
        except (Exception, SystemExit) as error:  # whatever a mod raises, the match goes on
            self.faults += 1
            last = " and is switched off" if self.off else ""
            self._tell(f"{self.name} {described(error)}{last}")


class Place:
    """The table as a mod's system sees it, see :class:`game.registry.AtTable`."""

    def __init__(self, screen: "TableScreen", guarded: GuardedSystem) -> None:
        self._screen = screen
        self._guarded = guarded

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""
        return self._screen.session.game.rules

    @property
    def names(self) -> Sequence[str]:
        """The players' names, by index."""
        return [seat.name for seat in self._screen.session.seats]

    @property
    def drawing(self) -> "Pen":
        """The window."""
        return Pen(self._screen.canvas)

    def on(self, kind: type[E], handler: Callable[[E], None]) -> None:
        """Call `handler` for every event of a kind, guarded as the system is."""
        self._screen.session.world.events.on(kind, lambda event: self._guarded.guard(lambda: handler(event)))

    def announce(self, text: str) -> None:
        """Show a message over the table for a moment."""
        self._screen.tell(text)

    def note(self, text: str) -> None:
        """Write a line into the move log and the replay."""
        self._screen.session.note(None, text)

    def place_of(self, entity: int) -> tuple[float, float] | None:
        """The middle of a piece as it is drawn now, in units; None where it is not seen."""
        moving = esper.try_component(entity, Moving) if esper.entity_exists(entity) else None
        return None if moving is None else (moving.now.x, moving.now.y)


class Pen:
    """The window as a mod draws on it, see :class:`game.registry.Drawing`."""

    def __init__(self, canvas: Canvas) -> None:
        self._canvas = canvas

    @property
    def width(self) -> float:
        """The width of the window in units."""
        return self._canvas.width

    @property
    def height(self) -> float:
        """The height of the window in units."""
        return self._canvas.height

    def text(
        self,
        words: str,
        x: float,
        y: float,
        size: float = 18,
        colour: tuple[int, ...] = theme.TEXT,
        align: str = "left",
    ) -> None:
        """One line of text."""
        if align not in ("left", "centre", "right"):
            raise ValueError(f"text is aligned left, centre or right, not {align!r}")
        self._canvas.text(str(words), x, y, size, _colour(colour), align=align)  # type: ignore[arg-type]  # seen above

    def box(self, x: float, y: float, width: float, height: float, colour: tuple[int, ...], radius: float = 8) -> None:
        """A filled box with round corners."""
        self._canvas.shape(Box(x, y, width, height), _colour(colour), radius=radius)

    def ring(self, x: float, y: float, width: float, height: float, colour: tuple[int, ...]) -> None:
        """The outline of a box."""
        self._canvas.ring(Box(x, y, width, height), _colour(colour))


def _colour(colour: tuple[int, ...]) -> Colour:
    """A colour of three or four numbers. Raises ValueError."""
    if len(colour) not in (3, 4) or not all(isinstance(part, int) and 0 <= part <= 255 for part in colour):
        raise ValueError(f"a colour is 3 or 4 whole numbers from 0 to 255, not {colour!r}")
    return colour if len(colour) == 3 else (colour[0], colour[1], colour[2], colour[3])
