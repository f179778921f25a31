"""What the window is asked to open with; plain data, so that the command line needs no pygame to ask."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.seats import Seat


@dataclass(frozen=True)
class TableRequest:
    """A table: its game, seats and options; a seed or None for a fresh one; where to record it, or None for the
    user's saves; `speed` multiplies motion and pace, `inf` for as fast as frames come."""

    game: str
    seats: tuple[Seat, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None
    record: Path | None = None
    speed: float = 1.0


@dataclass(frozen=True)
class ReplayRequest:
    """A recorded match, to be stepped through."""

    path: Path


WindowRequest = TableRequest | ReplayRequest | None
"""None opens the menu."""
