"""All who learn at the tables of a program; no pygame here.

A match is played from what its AIs knew when they sat down. Beside it a student learns from every move of the AI, and
the next match is played from what the student knows then.
"""

from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import NamedTuple, Protocol

from game.agents.agent import ThinkingError
from game.agents.learning import Mark
from game.games.registry import AI
from game.games.seats import Seat
from game.mods.mod import ModAI
from game.rules.protocol import Setup
from game.training.learner import Student
from game.training.lessons import Lesson, knowing, sat_down
from game.workers.students import DistantLesson, DistantStudent


class AnyStudent(Protocol):
    """What an AI has learnt at one setting of its game, as the window sees it: see
    :class:`game.training.learner.Student`."""

    own: bool
    games: int
    actions: int
    explorations: int
    epsilon: float
    pairs: int
    changes: int
    setting_name: str
    notices: deque[str]

    @property
    def ai(self) -> AI:
        """Whose it is."""

    @property
    def path(self) -> Path:
        """The user's own file."""

    @property
    def trouble(self) -> str | None:
        """Why what is learnt is not kept at present."""

    @property
    def ships(self) -> bool:
        """Whether a table of this setting ships with the program."""

    @property
    def measure(self) -> str:
        """What the yardstick of its game measures; empty where there is none."""

    @property
    def course(self) -> list[Mark]:
        """How it came about, mark by mark, up to now."""

    def save(self) -> bool:
        """Keep everything; False, and `trouble`, when that cannot be."""

    def refresh(self) -> None:
        """Take in what others have kept since."""

    def start_anew(self) -> bool:
        """Forget everything and keep that; False, and `trouble`, when it cannot be kept."""

    def back_to_shipped(self) -> bool:
        """Forget what was learnt beside what ships; False, and `trouble`, when it cannot be."""

    def export(self, path: Path) -> None:
        """Write a copy to a new file. Raises TrainedFileError or StorageError."""


AnyLesson = Lesson | DistantLesson


class Seated(NamedTuple):
    """The seats of a match as they sit down now, who learns from it, and what is to be told of those who cannot."""

    seats: list[Seat]
    lessons: list[AnyLesson]
    faults: list[str]


class Students:
    """All students of a program: one for each AI and setting, so that tables and trainings share what is learnt."""

    def __init__(self) -> None:
        self._known: dict[Path, Student | DistantStudent] = {}

    def student(self, ai: AI, how: Setup) -> Student | DistantStudent:
        """The student of an AI for such matches, up to date with its file. Raises ValueError when the AI learns no
        table, ThinkingError when its mod is at fault."""
        path = ai.own_file(how)
        found = self._known.get(path)
        if found is None or found.ai is not ai:  # registered anew, as an AI of a mod that has changed
            if found is not None:
                found.save() if isinstance(found, Student) else found.leave()
            found = DistantStudent(ai, how, path) if isinstance(ai, ModAI) else Student(ai, ai.setting_of(how))
            self._known[path] = found
        found.refresh()
        return found

    def here(self, ai: AI, how: Setup) -> Student:
        """The student of an AI of this process. Raises ValueError when it is none, or learns no table."""
        found = self.student(ai, how)
        if not isinstance(found, Student):
            raise ValueError(f"{ai.name} learns in a process of its own")
        return found

    def seated(self, seats: Sequence[Seat], how: Setup) -> Seated:
        """The seats of a match as they sit down now: those asked for by a bare name play by what the AI knows now.
        Raises SeatError."""
        taken, lessons, faults = list(seats), list[AnyLesson](), list[str]()
        groups: dict[Path, tuple[Student | DistantStudent, dict[int, Seat]]] = {}
        for index, seat in enumerate(seats):
            if seat.ai is not None and seat.learns:
                try:
                    student = self.student(seat.ai, how)
                except ThinkingError as error:
                    faults.append(f"{seat.name} does not learn here: it {error}")
                else:
                    groups.setdefault(student.path, (student, {}))[1][index] = seat
        with ExitStack() as undone:
            for student, group in groups.values():
                try:
                    found, lesson = _sat_down(student, group)
                except ThinkingError as error:
                    faults.append(f"{student.ai.name} does not learn here: it {error}")
                    continue
                undone.callback(lesson.close)
                lessons.append(lesson)
                for index, seat in found.items():
                    taken[index] = seat
            undone.pop_all()
        return Seated(taken, lessons, faults)

    def close(self) -> list[str]:
        """Keep what has not been kept yet; why that could not be, for those it could not be for. Raises the first error
        that nobody expected, once all the others are kept."""
        troubles, errors = list[str](), list[Exception]()
        for student in self._known.values():
            try:
                if not student.save():
                    troubles.append(f"{student.trouble}")
            except Exception as error:
                errors.append(error)
        if errors:
            raise errors[0]
        return troubles


def _sat_down(student: Student | DistantStudent, seats: Mapping[int, Seat]) -> tuple[dict[int, Seat], AnyLesson]:
    """The seats of a student's AI with what they play by now, and the lesson for them. Raises SeatError,
    ThinkingError."""
    if isinstance(student, DistantStudent):
        learnt, digest, lesson = student.sit(seats)
        return knowing(seats, learnt, digest), lesson
    return sat_down(student, seats)
