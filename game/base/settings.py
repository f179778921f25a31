"""The user's settings: kept as JSON, read forgivingly, each value checked on its own."""

import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path

from game.base.storage import StorageError, home, read_whole, write_whole
from game.rules.language import known_codes

THINK_SECONDS = 5.0
"""How long the AI of a mod may think about a move, unless it is set otherwise."""
MOST_BYTES = 1 << 20
"""No larger file is read."""
MEMORY = 1000
"""How many MB each process of a mod may use, unless it is set otherwise."""
MOTIONS = ("half", "normal", "double", "instant")
"""The speeds at which pieces move."""
_FACTORS = {"half": 0.5, "normal": 1.0, "double": 2.0, "instant": float("inf")}


@dataclass
class Settings:
    """Everything that a user can set, with its default."""

    volume: float = 0.6
    """How loud sounds are, 0 to 1."""
    muted: bool = False
    motion: str = "normal"
    """How fast pieces move: one of MOTIONS."""
    pace: float = 1.0
    """For how many seconds an AI shows its choice before it moves, 0 to 5."""
    overlay: bool = True
    """Whether what AIs think is shown."""
    hint: bool = False
    """Whether a human's own turn shows what an AI would do."""
    open_thinking: bool = False
    """Whether opponents' candidates show their cards while a human sits at a table with hidden hands."""
    show_counts: bool = False
    """Whether piles of opponents that nobody need count show their number."""
    fullscreen: bool = False
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


_ONCE = {"show_counts": "count_herds"}
"""What a setting was called in files that may still be there."""
_LIMITS = {
    "volume": (0.0, 1.0),
    "pace": (0.0, 5.0),
    "think_time": (0.1, 60.0),
    "memory": (200, 1_000_000),
    "watched_matches": (1, 1_000_000),
}


def settings_path() -> Path:
    """Where the settings lie."""
    return home() / "settings.json"


def load() -> Settings:
    """The user's settings; a missing or damaged file, or value, counts as the default."""
    try:
        kept = json.loads(read_whole(settings_path(), MOST_BYTES, "settings").decode("utf-8"))
    except (StorageError, ValueError, RecursionError):
        return Settings()
    settings = Settings()
    if isinstance(kept, dict):
        for field in fields(Settings):
            _adopt(settings, field.name, kept.get(field.name, kept.get(_ONCE.get(field.name, ""))))
    return settings


def _adopt(settings: Settings, name: str, value: object) -> None:
    """Take over one kept value if it is of the right type and within its limits."""
    default = getattr(settings, name)
    if isinstance(default, float) and type(value) is int:
        value = float(value)
    if type(value) is not type(default):
        return
    if name == "motion" and value not in MOTIONS:
        return
    if name == "language" and value not in ("", *known_codes()):
        return
    if isinstance(value, int | float) and name in _LIMITS:
        low, high = _LIMITS[name]
        if not low <= value <= high:
            return
    setattr(settings, name, value)


def save(settings: Settings) -> None:
    """Keep the settings; raises StorageError."""
    write_whole(settings_path(), (json.dumps(asdict(settings), indent=2) + "\n").encode())
