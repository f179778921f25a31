"""AIs that were at fault in headless matches: noted while a match is played, and summed up for an arena."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from game.agents.match import Listener, Silent


class Fault(NamedTuple):
    """How often another's move stood in for one seat's in a match, the first note of it, and whether the other played
    on in the end."""

    seat: int
    times: int
    note: str
    replaced: bool


class FaultListener:
    """Keeps what is noted of players, and passes everything on."""

    def __init__(self, listener: Listener | None) -> None:
        listener = listener or Silent()
        self.round_started, self.moved = listener.round_started, listener.moved
        self.round_ended, self.match_ended = listener.round_ended, listener.match_ended
        self._pass_on = listener.noted
        self._notes: dict[int, list[str]] = {}

    def noted(self, player: int | None, text: str) -> None:
        """Something happened beside the rules."""
        if player is not None:
            self._notes.setdefault(player, []).append(text)
        self._pass_on(player, text)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What was noted, seat by seat."""
        return tuple(
            Fault(seat, len(notes), notes[0], notes[-1].endswith(" and plays on"))
            for seat, notes in sorted(self._notes.items())
        )


@dataclass
class FaultSum:
    """The faults of one entrant of an arena, or of one system: how often, in how many matches, in how many of them it
    was replaced, and the note of the earliest, by the match's number."""

    times: int = 0
    matches: int = 0
    replaced: int = 0
    first: tuple[int, str] | None = None

    def add(self, number: int, fault: Fault) -> None:
        """Count the fault of a match."""
        self.times += fault.times
        self.matches += 1
        self.replaced += fault.replaced
        self.first = min(self.first or (number, fault.note), (number, fault.note))

    @property
    def note(self) -> str:
        """The earliest note."""
        return "" if self.first is None else self.first[1]

    def record(self) -> dict[str, Any]:
        """The sum as files hold it."""
        return {"times": self.times, "matches": self.matches, "replaced": self.replaced, "first": self.note}
