"""What a module registers, and how: our own AIs, and what anybody's mod adds."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from game.agents.agent import Picker, Scorer
from game.base.phases import DRAWING, PHASES, Phase
from game.base.safe_text import shown
from game.games.ai import AI, BUILT_IN, registered_ai
from game.games.declaration import GameError, check_game
from game.games.module import GameModule, UnknownNameError, registered_game
from game.games.redrawing import with_redraw
from game.rules.language import _
from game.rules.protocol import AnyRules, Option

E = TypeVar("E")
AI_NAME = re.compile(r"[a-z0-9][a-z0-9+._-]{0,59}")
"""What an AI can be called."""
PARAMETER_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
"""What a parameter can be called."""

API_VERSION = 2
"""The version of what `game.modding` exports: within a number everything there keeps its meaning."""
_RESERVED = ("mod", "scorers", "trained")
"""What the program itself adds to the parameters of an AI, here or in replays."""


class RegistryError(Exception):
    """Something that cannot be registered; the text says what is wrong and what would do. Where it is that there is no
    such game, `game` is the name."""

    def __init__(self, text: str, game: str = "") -> None:
        super().__init__(text)
        self.game = game


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
    """The match at a table, as a mod's systems see it. Pieces and players are entities of esper's current world; how
    they may be looked at: see ``components/``."""

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""

    @property
    def names(self) -> Sequence[str]:
        """The players' names, by index."""

    @property
    def drawing(self) -> Drawing | None:
        """The window, drawn on in the phase RENDER; None where there is none."""

    def view(self, player: int) -> Any:
        """What a player sees of the round under way, as its AI gets it. Raises ValueError before the first round, or
        where there is no such player."""

    def on(self, kind: type[E], handler: Callable[[E], None]) -> None:
        """Call `handler` for every event of a kind: one of the classes in :mod:`game.base.events`."""

    def post(self, event: Any) -> None:
        """Post an event, such as `ConfirmTurn`; the table notes that this system sent it."""

    def announce(self, text: str) -> None:
        """Show a message over the table for a moment; without a window nothing happens."""

    def note(self, text: str) -> None:
        """Write a line into the move log and the replay."""

    def place_of(self, entity: int) -> tuple[float, float] | None:
        """The middle of a piece as it is drawn now, in units; None where it is not seen."""


class System(Protocol):
    """Runs once a frame, in its phase; in SCORE once a decision, after its last scorer and before anything is picked.

    A class attribute `name` is what it is called; else it is called by the name of its class.
    """

    def process(self, seconds: float) -> None:
        """A frame that lasts `seconds`."""


When: TypeAlias = Literal["after", "before"]
"""Whether a system runs before or after ours in its phase."""


@dataclass(frozen=True)
class SystemEntry:
    """A system that a mod adds to the frame at tables of some games, or of all where none is named, before or after
    ours."""

    name: str
    make: Callable[[AtTable], System]
    phase: Phase
    games: tuple[str, ...]
    when: When = "after"

    @property
    def draws(self) -> bool:
        """Whether it is for what is seen, so that it runs only where there is a window."""
        return self.phase in DRAWING


NO_PROCESS = _("has no method process(seconds), which a system needs")


class Registry:
    """Takes what one module adds to the program; each module has a function ``register(registry)``.

    `name` is the mod's, `origin` what its AIs say of where they come from.
    """

    def __init__(self, name: str = "", origin: str = BUILT_IN) -> None:
        self.name = name
        self.origin = origin
        self.games: list[GameModule] = []
        self.ais: list[AI] = []
        self.systems: list[SystemEntry] = []

    def game(self, entry: GameModule) -> None:
        """Add a game. Raises RegistryError."""
        if not isinstance(entry, GameModule):
            raise RegistryError(f"game(...) takes a GameModule, not {_kind(entry)}")
        entry = with_redraw(entry)
        try:
            check_game(entry)
        except GameError as error:
            raise RegistryError(str(error)) from None
        if any(each.name == entry.name for each in self.games):
            raise RegistryError(f"it registers two games called {entry.name}")
        self.games.append(entry)

    def ai(self, ai: AI) -> None:
        """Add an AI to its game. Raises RegistryError."""
        if not isinstance(ai, AI):
            raise RegistryError(f"ai(...) takes an AI, not {_kind(ai)}")
        if type(ai.name) is not str or not AI_NAME.fullmatch(ai.name) or ai.name == "human":
            raise RegistryError(f"an AI cannot be called {_short(ai.name)}: use up to 60 of a-z, 0-9, -, _ and .")
        if not isinstance(ai.about, str) or not callable(ai.scorers) or not callable(ai.picker):
            raise RegistryError(f"{ai.name}: an AI needs a line about it, and functions that make scorers and picker")
        _check_parameters(ai)
        plays = self._game(ai.game)
        if any((each.game, each.name) == (plays, ai.name) for each in self.ais):
            raise RegistryError(f"it registers two AIs called {ai.name} at {plays}")
        asked = ai.game, ai.origin
        self.ais.append(ai if asked == (plays, self.origin) else replace(ai, game=plays, origin=self.origin))

    def _game(self, name: str) -> str:
        """The game of a name. Raises RegistryError where there is none."""
        own = next((entry.name for entry in self.games if entry.name == name), None)
        try:
            return own or registered_game(str(name)).name
        except UnknownNameError as error:
            raise RegistryError(str(error), str(name)) from None

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

    def system(
        self,
        make: Callable[[AtTable], System],
        phase: Phase,
        games: Sequence[str] | None = None,
        when: When = "after",
    ) -> None:
        """Add a system to the frame of every table, or of those of some games: `make` is called when a table opens.

        In its phase it runs after ours, or before them; among those of mods in the order in which they are loaded. One
        that does not draw (any phase but LAYOUT, ANIMATE, RENDER) runs without a window too. Raises RegistryError.
        """
        if not callable(make):
            raise RegistryError(f"system(...) takes a class or function that makes a system, not {_kind(make)}")
        if when not in ("after", "before"):
            raise RegistryError(f"a system runs when='after' or when='before' ours, not {when!r}")
        if isinstance(games, str):
            raise RegistryError(f"games is a list of names: games=[{games!r}]")
        tables = tuple([self._game(name) for name in games or ()])
        name = str(getattr(make, "name", "") or getattr(make, "__name__", _kind(make)))
        try:
            entry = SystemEntry(shown(name, 60), make, Phase(phase), tables, when)
        except (TypeError, ValueError):
            raise RegistryError(f"{phase!r} is no phase of a frame: use {PHASES}") from None
        if isinstance(make, type) and not callable(getattr(make, "process", None)):
            raise RegistryError(f"{name} {NO_PROCESS}")
        self.systems.append(entry)


def _check_parameters(ai: AI) -> None:
    """Raise RegistryError where a parameter of an AI is none, or cannot be called what it is called."""
    if not all(isinstance(option, Option) for option in ai.parameters):
        raise RegistryError(f"{ai.name}: its parameters are not all an Option")
    for option in ai.parameters:
        if type(option.key) is not str or not PARAMETER_NAME.fullmatch(option.key):
            called = _short(option.key)
            raise RegistryError(f"{ai.name}: a parameter cannot be called {called}: use up to 40 of a-z, 0-9, - and _")
    if any(option.key in _RESERVED for option in ai.parameters):
        raise RegistryError(f"{ai.name}: a parameter cannot be called {', '.join(_RESERVED[:-1])} or {_RESERVED[-1]}")


def _base(game: str, name: str) -> AI:
    """The AI of ours that is extended. Raises RegistryError."""
    try:
        return registered_ai(game, name)
    except UnknownNameError as error:
        raise RegistryError(str(error)) from None


def _short(name: object) -> str:
    return repr(shown(name, 60)) if isinstance(name, str) else f"a {_kind(name)}"


def _kind(thing: object) -> str:
    return type(thing).__name__


Register: TypeAlias = Callable[[Registry], None]
"""The function ``register`` of a module."""
