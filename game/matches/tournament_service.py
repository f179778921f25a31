"""Tournaments in a worker process: matches are played and recorded there; what comes of it goes back in plain words."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from game.games.seats import parse_seat
from game.matches.arena import Outcome, Schedule
from game.matches.arena_match import ArenaMatch
from game.matches.faults import Fault
from game.matches.tournament import MOST_ENTRANTS, Start
from game.workers import answers

_SECONDS = 0.4
"""After so long a portion is over, so that results come in as they are played."""
_MOST_MATCHES = 10_000
"""No portion is larger."""


class TournamentService:
    """What a worker can be asked of a tournament."""

    def starts(self, match: ArenaMatch) -> list[Any]:
        """What each entrant plays by."""
        match.mods.use()
        seats = [parse_seat(match.game, spec) for spec in match.specs]
        return [[seat.trained, (seat.ai.digest if seat.ai else "") or None] for seat in seats]

    def play(self, match: ArenaMatch, schedule: Schedule, numbers: Sequence[int]) -> list[Any]:
        """Play matches of these numbers, in order, until some time is over, the first in any case."""
        until = time.monotonic() + _SECONDS
        found: list[Any] = []
        for number in numbers:
            found.append(_told(match(schedule.fixture(number))))
            if time.monotonic() >= until:
                break
        return found


def recorded_in(folder: Path, number: int) -> Path:
    """Where a match is recorded that is played with such a folder, as `arena --record` names it."""
    return folder / f"match-{number:04}.jsonl"


def _told(outcome: Outcome) -> list[Any]:
    faults = [[*fault] for fault in outcome.faults]
    return [outcome.number, outcome.winner, outcome.moves, faults, [[*fault] for fault in outcome.system_faults]]


# --- read by the program -----------------------------------------------------------------------------------------


def starts_of(answer: Any) -> tuple[Start, ...]:
    """What each entrant plays by, as it was told. Raises AnswerError."""
    return tuple(Start(*map(_digest, answers.items(row, 2, 2))) for row in answers.items(answer, MOST_ENTRANTS))


def outcomes_of(answer: Any) -> list[Outcome]:
    """What came of matches, as it was told. Raises AnswerError."""
    return [_outcome(row) for row in answers.items(answer, _MOST_MATCHES)]


def _digest(value: Any) -> str | None:
    return None if value is None else answers.words(value)


def _outcome(row: Any) -> Outcome:
    number, winner, moves, faults, systems = answers.items(row, 5, 5)
    return Outcome(
        answers.whole(number),
        None if winner is None else answers.whole(winner),
        answers.whole(moves),
        tuple(_fault(each) for each in answers.items(faults)),
        tuple((answers.words(name), answers.words(note)) for name, note in answers.items(systems)),
    )


def _fault(row: Any) -> Fault:
    seat, times, note, replaced, absent = answers.items(row, 5, 5)
    flags = answers.flag(replaced), answers.flag(absent)
    return Fault(answers.whole(seat), answers.whole(times), answers.words(note), *flags)
