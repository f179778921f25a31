"""The user's settings: kept as JSON, read forgivingly, each value checked on its own."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from math import isinf
from pathlib import Path

from game.base import locks
from game.base.storage import StorageError, home, read_whole
from game.rules.language import _, joined
from game.rules.translation import known_codes

THINK_SECONDS = 5.0
"""How long the AI of a mod may think about a move, unless it is set otherwise."""
MOST_BYTES = 1 << 20
"""No larger file is read."""
MEMORY = 1000
"""How many MB each process of a mod may use, unless it is set otherwise."""
MOTIONS = ("half", "normal", "double", "instant")
"""The speeds at which pieces move."""
PALETTES = (USUAL_PALETTE, SAFE_PALETTE) = ("usual", "safe")
"""The colours that tell things apart; the safe ones can be told apart whichever kind of cone an eye lacks."""
_FACTORS = {"half": 0.5, "normal": 1.0, "double": 2.0, "instant": float("inf")}


@dataclass
class Settings:
    """Everything that a user can set, with its default."""

    effects: float = 0.6
    """How loud the sounds of moves are, 0 to 1."""
    music: float = 0.4
    """How loud the music of a table is, 0 to 1; at 0 none is played."""
    muted: bool = False
    """Whether neither is heard."""
    motion: str = "normal"
    """How fast pieces move: one of MOTIONS."""
    pace: float = 1.0
    """For how many seconds an AI shows its choice before it moves, 0 to 5."""
    overlay: bool = True
    """Whether what AIs think is shown."""
    hint: bool = False
    """Whether a human's own turn shows what an AI would do."""
    sums: bool = False
    """Whether numbers and formulas stand beside the plain words of AIs."""
    open_thinking: bool = False
    """Whether opponents' thoughts are shown while a human plays at a table with hidden hands."""
    ranked: bool = False
    """Whether undo, hints, the tutor, asking everybody and open thinking are shut in a human's matches."""
    show_counts: bool = False
    """Whether piles of opponents that nobody need count show their number."""
    palette: str = USUAL_PALETTE
    """The colours that tell things apart, such as suits, candidates and curves: one of PALETTES."""
    contrast: bool = False
    """Whether words and panels stand out as much as can be."""
    left_handed: bool = False
    """Whether the panel of a table, with its buttons, stands at the left."""
    fullscreen: bool = False
    scale: float = 1.0
    """How much larger everything is shown than it has to be, 1 to 2."""
    think_time: float = THINK_SECONDS
    """For how many seconds the AI of a mod may think about a move, 0.1 to 60."""
    memory: int = MEMORY
    """How many MB each process of a mod may use, 200 to 1,000,000."""
    analyse_own: bool = False
    """Whether one's own finished matches are analysed while the menu stands."""
    watched_matches: int = 500
    """How many matches are kept in which only AIs played, the latest, 1 to 1,000,000; those of a human all are."""
    guides_offered: str = ""
    """The games whose guided first turn has been offered, by name, with commas between them."""
    language: str = ""
    """The code of the language that texts are shown in; empty for that of the platform."""

    @property
    def motion_factor(self) -> float:
        """What the speed of motion multiplies with; infinite for instant."""
        return _FACTORS[self.motion]

    @property
    def still(self) -> bool:
        """Whether motion is reduced to none: nothing on the screen moves of itself."""
        return isinf(self.motion_factor)


_ONCE = {"show_counts": "count_herds", "effects": "volume"}
"""What a setting was called in files that may still be there."""
_LIMITS = {
    "effects": (0.0, 1.0),
    "music": (0.0, 1.0),
    "pace": (0.0, 5.0),
    "scale": (1.0, 2.0),
    "think_time": (0.1, 60.0),
    "memory": (200, 1_000_000),
    "watched_matches": (1, 1_000_000),
}
_CHOICES: Mapping[str, Callable[[], Sequence[str]]] = {
    "motion": lambda: MOTIONS,
    "palette": lambda: PALETTES,
    "language": lambda: ("", *known_codes()),
}
_MOST_TOLD = 60
"""So many letters of a wrong value are told."""


def settings_path() -> Path:
    """Where the settings lie."""
    return home() / "settings.json"


def load(problems: list[str] | None = None) -> Settings:
    """The user's settings; a missing or damaged file, or value, counts as the default. `problems` gets a sentence for
    each value, or the file, that there is and that could not be taken."""
    found = [] if problems is None else problems
    settings = Settings()
    for name, value in _kept(found).items():
        wanted = _wanted(name, value)
        if wanted:
            is_now = json.dumps(value)[:_MOST_TOLD]
            found.append(
                _(
                    "The setting {name} is {value}; it should be {wanted}. The usual value counts.",
                    name=name,
                    value=is_now,
                    wanted=wanted,
                )
            )
        else:
            setattr(settings, name, type(getattr(settings, name))(value))
    return settings


def _kept(problems: list[str]) -> dict[str, object]:
    """What the file holds, by the names that settings have today; what is no setting is left out."""
    path = settings_path()
    try:
        kept = json.loads(read_whole(path, MOST_BYTES, "settings").decode("utf-8"))
    except (StorageError, ValueError, RecursionError):
        kept = None
    if not isinstance(kept, dict):
        if path.exists():
            problems.append(_("The settings in {path} cannot be read. The usual ones count.", path=str(path)))
        return {}
    called = {field.name: next((each for each in _names(field.name) if each in kept), "") for field in fields(Settings)}
    return {name: kept[each] for name, each in called.items() if each}


def _names(name: str) -> Sequence[str]:
    """What a setting is called, and was once."""
    return (name, _ONCE[name]) if name in _ONCE else (name,)


def _wanted(name: str, value: object) -> str:
    """What a setting should be; empty where the value is that."""
    kind = type(getattr(Settings, name))
    fits = type(value) is kind or (kind is float and type(value) is int)
    if name in _LIMITS:
        low, high = _LIMITS[name]
        numbers = _("a whole number from {low:,} to {high:,}", low=low, high=high)
        number = numbers if kind is int else _("a number from {low:g} to {high:g}", low=low, high=high)
        return "" if isinstance(value, int | float) and fits and low <= value <= high else number
    if name in _CHOICES:
        choices = _CHOICES[name]()
        return "" if value in choices else _("one of these: {names}", names=joined(map(json.dumps, choices)))
    if kind is bool:
        return "" if fits else _("true or false")
    return "" if fits else _("a text")


def save(settings: Settings, *names: str) -> None:
    """Keep the settings of these names, or all: others stay as they are in the file, where another window may have
    changed them. Raises StorageError."""
    values = {name: value for name, value in asdict(settings).items() if name in names or not names}
    locks.update(settings_path(), lambda: (json.dumps(_kept([]) | values, indent=2) + "\n").encode())
