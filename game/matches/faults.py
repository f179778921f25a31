"""AIs that were at fault in headless matches: noted while a match is played, and summed up for an arena."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from game.agents.match import Listener, Silent


class Fault(NamedTuple):
    """How often another's move stood in for one seat's in a match, the first note of it, whether the other played
    on in the end, and whether it made all the moves."""

    seat: int
    times: int
    note: str
    replaced: bool
    absent: bool = False


class FaultListener:
    """Keeps what is noted of players, and who moved without a note; passes everything on."""

    def __init__(self, listener: Listener | None) -> None:
        listener = listener or Silent()
        self.round_started = listener.round_started
        self.round_ended, self.match_ended = listener.round_ended, listener.match_ended
        self._pass_on, self._moved = listener.noted, listener.moved
        self._notes: dict[int, list[str]] = {}
        self._stood_in: set[int] = set()
        """For whom the next move is another's."""
        self._own: set[int] = set()
        """Who has made a move of its own."""

    def noted(self, player: int | None, text: str) -> None:
        """Something happened beside the rules."""
        if player is not None:
            self._notes.setdefault(player, []).append(text)
            self._stood_in.add(player)
        self._pass_on(player, text)

    def moved(self, player: int, move: Any, chance: Any, state: Any) -> None:
        """A move has been carried out."""
        if player not in self._stood_in:
            self._own.add(player)
        elif not _plays_on(self._notes[player]):
            self._stood_in.remove(player)
        self._moved(player, move, chance, state)

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What was noted, seat by seat."""
        return tuple(
            Fault(seat, len(notes), notes[0], _plays_on(notes), seat not in self._own)
            for seat, notes in sorted(self._notes.items())
        )


def _plays_on(notes: list[str]) -> bool:
    """Return True where the last note says that another plays on."""
    return notes[-1].endswith(" and plays on")


@dataclass
class FaultSum:
    """The faults of one entrant of an arena, or of one system: how often, in how many matches, in how many of them it
    was replaced, the note of the earliest, by the match's number, and in how many it made no move of its own."""

    times: int = 0
    matches: int = 0
    replaced: int = 0
    first: tuple[int, str] | None = None
    absent: int = 0

    def add(self, number: int, fault: Fault) -> None:
        """Count the fault of a match."""
        self.times += fault.times
        self.matches += 1
        self.replaced += fault.replaced
        self.absent += fault.absent
        self.first = min(self.first or (number, fault.note), (number, fault.note))

    @property
    def note(self) -> str:
        """The earliest note."""
        return "" if self.first is None else self.first[1]

    def record(self) -> dict[str, Any]:
        """The sum as files hold it."""
        counts = {"times": self.times, "matches": self.matches, "replaced": self.replaced, "absent": self.absent}
        return counts | {"first": self.note}
