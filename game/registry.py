"""What a module registers, and how: our own AIs, and what anybody's mod adds."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol, TypeAlias, TypeVar

from game import roster
from game.ai import AI, BUILT_IN
from game.brains.agent import Picker, Scorer
from game.games import UnknownNameError, game
from game.phases import Phase
from game.rules.protocol import AnyRules, Option

E = TypeVar("E")
_NAME = re.compile(r"[a-z0-9][a-z0-9+._-]*")

_RESERVED = ("mod", "trained")
"""What the program itself adds to the parameters of an AI, here or in replays."""


class RegistryError(Exception):
    """Something that cannot be registered; the text says what is wrong and what would do."""


class Drawing(Protocol):
    """The window, to be drawn on. All lengths are in units: the shorter side of a usual window has 720. Colours are
    (red, green, blue) or (red, green, blue, alpha), each 0 to 255."""

    @property
    def width(self) -> float:
        """The width of the window in units."""

    @property
    def height(self) -> float:
        """The height of the window in units."""

    def text(
        self, words: str, x: float, y: float, size: float = 18, colour: tuple[int, ...] = ..., align: str = "left"
    ) -> None:
        """One line of text; (x, y) is its upper left corner, middle or right corner, as `align` says."""

    def box(self, x: float, y: float, width: float, height: float, colour: tuple[int, ...], radius: float = 8) -> None:
        """A filled box with round corners; (x, y) is its upper left corner."""

    def ring(self, x: float, y: float, width: float, height: float, colour: tuple[int, ...]) -> None:
        """The outline of a box."""


class AtTable(Protocol):
    """The match at a table of the window, as a mod's systems see it. Pieces and players are entities of esper's current
    world; how they may be looked at: see ``components/``."""

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""

    @property
    def names(self) -> Sequence[str]:
        """The players' names, by index."""

    @property
    def drawing(self) -> Drawing:
        """The window; drawn on in the phase RENDER."""

    def on(self, kind: type[E], handler: Callable[[E], None]) -> None:
        """Call `handler` for every event of a kind: one of the classes in :mod:`game.events`."""

    def announce(self, text: str) -> None:
        """Show a message over the table for a moment."""

    def note(self, text: str) -> None:
        """Write a line into the move log and the replay."""

    def place_of(self, entity: int) -> tuple[float, float] | None:
        """The middle of a piece as it is drawn now, in units; None where it is not seen."""


class System(Protocol):
    """Runs once a frame, in its phase."""

    def process(self, seconds: float) -> None:
        """A frame that lasts `seconds`."""


@dataclass(frozen=True)
class SystemEntry:
    """A system that a mod adds to the frame at tables of some games, or of all where none is named."""

    name: str
    make: Callable[[AtTable], System]
    phase: Phase
    games: tuple[str, ...]


class Registry:
    """Takes what one module adds to the program; each module has a function ``register(registry)``.

    `name` is the mod's, `origin` what its AIs say of where they come from.
    """

    def __init__(self, name: str = "", origin: str = BUILT_IN) -> None:
        self.name = name
        self.origin = origin
        self.ais: list[AI] = []
        self.systems: list[SystemEntry] = []

    def ai(self, ai: AI) -> None:
        """Add an AI to its game. Raises RegistryError."""
        if not isinstance(ai, AI):
            raise RegistryError(f"ai(...) takes an AI, not {_kind(ai)}")
        if not isinstance(ai.name, str) or not _NAME.fullmatch(ai.name) or ai.name == "human":
            raise RegistryError(f"an AI cannot be called {ai.name!r}: use a-z, 0-9, -, _ and .")
        if not isinstance(ai.about, str) or not callable(ai.scorers) or not callable(ai.picker):
            raise RegistryError(f"{ai.name}: an AI needs a line about it, and functions that make scorers and picker")
        if not all(isinstance(option, Option) for option in ai.parameters):
            raise RegistryError(f"{ai.name}: its parameters are not all an Option")
        if any(option.key in _RESERVED for option in ai.parameters):
            raise RegistryError(f"{ai.name}: a parameter cannot be called {' or '.join(_RESERVED)}")
        plays = self._game(ai.game)
        if any((each.game, each.name) == (plays, ai.name) for each in self.ais):
            raise RegistryError(f"it registers two AIs called {ai.name} at {plays}")
        self.ais.append(replace(ai, game=plays, origin=self.origin))

    def _game(self, name: str) -> str:
        """The game of a name. Raises RegistryError where there is none."""
        try:
            return game(str(name)).name
        except UnknownNameError as error:
            raise RegistryError(str(error)) from None

    def extend(
        self,
        game: str,
        ai: str,
        *,
        scorers: Callable[[AnyRules, Mapping[str, Any]], Sequence[Scorer]] | None = None,
        picker: Callable[[Mapping[str, Any]], Picker] | None = None,
        name: str = "",
        about: str = "",
    ) -> None:
        """Add to a game the AI called `ai` with further scorers, or with another picker.

        The AI itself stays as it is, so that both can meet; the new one is called ``<ai>+<mod>`` unless it is given a
        name. Raises RegistryError.
        """
        base = _base(game, ai)
        further = scorers or (lambda *_: ())
        self.ai(
            replace(
                base,
                name=name or f"{ai}+{self.name}".lower(),
                about=about or f"{ai} with what {self.name} adds: {base.about}",
                scorers=lambda rules, settings: [*base.scorers(rules, settings), *further(rules, settings)],
                picker=picker or base.picker,
            )
        )

    def system(self, make: Callable[[AtTable], System], phase: Phase, games: Sequence[str] = ()) -> None:
        """Add a system to the frame of every table in the window, or of those of some games: `make` is called when a
        table opens. Raises RegistryError."""
        if not callable(make):
            raise RegistryError(f"system(...) takes a class or function that makes a system, not {_kind(make)}")
        tables = tuple([self._game(name) for name in games])
        try:
            entry = SystemEntry(getattr(make, "__name__", _kind(make)), make, Phase(phase), tables)
        except (TypeError, ValueError):
            raise RegistryError(f"{phase!r} is no phase of a frame: use Phase.RENDER or another Phase") from None
        self.systems.append(entry)


def _base(game: str, name: str) -> AI:
    """The AI of ours that is extended. Raises RegistryError."""
    try:
        return roster.ai(game, name)
    except UnknownNameError as error:
        raise RegistryError(str(error)) from None


def _kind(thing: object) -> str:
    return type(thing).__name__


Register: TypeAlias = Callable[[Registry], None]
"""The function ``register`` of a module."""
