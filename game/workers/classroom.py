"""Who learns in a worker process: the AIs of its mod, by the same students and lessons as our own."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple
from pathlib import Path
from typing import Any

from game.agents.agent import ThinkingError
from game.agents.choosing import called
from game.agents.learning import TrainedTable
from game.base.storage import StorageError
from game.checkpoints import tables as trained_files
from game.checkpoints.tables import TrainedFileError
from game.games.ai import AI
from game.games.seats import Seat, SeatError
from game.mods.students import Students
from game.rules.protocol import Setup
from game.training.learner import Student
from game.training.lessons import Lesson, sat_down
from game.training.table_trainer import TrainingRoom
from game.workers.students import FIGURES

_ROOM_SECONDS = 0.014
"""What learning takes of a frame here, where nothing is drawn."""
Report = dict[str, Any]
"""What there is to say of a student, in plain values."""


class Classroom:
    """Answers what is asked of students, each with a report of the student; see :mod:`game.workers.students`."""

    def __init__(self, ai_of: Callable[[str, str], AI]) -> None:
        self._ai_of = ai_of
        self._students = Students()
        self._lessons: dict[int, Lesson] = {}
        self._rooms: dict[Path, TrainingRoom] = {}
        self._checked: object = None

    def _student(self, game: str, ai: str, how: Setup) -> Student:
        return self._students.here(self._ai_of(game, ai), how)

    # --- requests ---

    def know(self, game: str, ai: str, how: Setup) -> tuple[Report]:
        """A student, up to date with its file."""
        return (report_of(self._student(game, ai, how), measured=False),)

    def sit(
        self, game: str, ai: str, how: Setup, number: int, seats: Sequence[tuple[int, str, Mapping[str, Any]]]
    ) -> tuple[bytes | None, str | None, Report]:
        """What seats (index, words, parameters) play by now: the bytes of the user's own table (None: what ships),
        the SHA-256 of its file; and they learn from now on in the lesson of this number."""
        student = self._student(game, ai, how)
        asked = {index: Seat(ai, student.ai, parameters, words) for index, words, parameters in seats}
        try:
            taken, lesson = sat_down(student, asked)
        except SeatError as error:
            raise ThinkingError(f"cannot sit down: {error}") from None
        for key, before in self._of(student):  # one table at a time
            before.let_go()
            del self._lessons[key]
        self._lessons[number] = lesson
        seat = next(iter(taken.values()))
        learnt, digest = seat.learnt, seat.trained
        raw = None
        if student.own and isinstance(learnt, TrainedTable):
            raw = trained_files.packed_table(learnt, student.recipe.encoding)
        return raw, digest, report_of(student, measured=False)

    def lesson(self, number: int, told: Sequence[tuple[Any, ...]], match_over: bool) -> Report:
        """Learn from what has happened, each thing with the name of the lesson's method that is told of it."""
        lesson = self._lessons.get(number)
        if lesson is None:
            raise ThinkingError("has lost what it learnt since it was last kept: its process was begun anew")
        for what, *content in told:
            getattr(lesson, what)(*content)
        student = lesson.student
        if student.due(match_over):
            student.save()  # nobody waits for it here
        return report_of(student)

    def do(self, game: str, ai: str, how: Setup, what: str) -> tuple[bool, Report]:
        """Save, leave the table, start anew or go back to what ships, and whether that could be done."""
        student = self._student(game, ai, how)
        done = {
            "save": student.save,
            "leave": lambda: self._left(student),
            "start_anew": student.start_anew,
            "back_to_shipped": student.back_to_shipped,
        }
        return done[what](), report_of(student)

    def _of(self, student: Student) -> list[tuple[int, Lesson]]:
        return [(number, lesson) for number, lesson in self._lessons.items() if lesson.student is student]

    def _left(self, student: Student) -> bool:
        for _, lesson in self._of(student):
            lesson.close()
        return not student.unkept

    def export(self, game: str, ai: str, how: Setup, path: Path) -> tuple[str, Report]:
        """Write a copy to a new file; why that cannot be, or nothing."""
        student = self._student(game, ai, how)
        try:
            student.export(path)
        except (TrainedFileError, StorageError) as error:
            return str(error), report_of(student)
        return "", report_of(student)

    def room(
        self,
        game: str,
        ai: str,
        how: Setup,
        seed: int,
        given: Mapping[str, Any],
        games: int,
        view: Any,
        what: str,
        *content: Any,
    ) -> Report:
        """Have something done in the room in which an AI trains, and tell of the room: what has been learnt of `view`,
        and its course where that has changed since it had learnt from so many `games`."""
        path = self._student(game, ai, how).path
        room = self._rooms.get(path)
        if room is None or room.given != given:
            room = TrainingRoom(self._ai_of(game, ai), how.options, seed, self._students, _ROOM_SECONDS, given)
            self._rooms[path] = room
        done = None if what == "look" else getattr(room, what)(*content)
        trouble, room.trouble = room.trouble, None
        found = room.values(view)
        self._check(room, view, [each.move for each in found])
        return {
            "done": done is not False,
            "trouble": trouble,
            "games": room.games,
            "unkept": room.unkept,
            "games_per_second": room.games_per_second,
            "measure": room.measure,
            "progress": astuple(room.progress),
            "course": None if room.games == games else [tuple(mark) for mark in room.course],
            "values": [(each.move, float(each.value), each.greedy, each.wins) for each in found],
        }

    def _check(self, room: TrainingRoom, view: Any, moves: Sequence[Any]) -> None:
        """Raises ThinkingError where these are not all moves that can be made in a position: the window names them, and
        makes the one that is clicked."""
        if (view, moves) == self._checked:
            return
        for move in moves:
            refusal = room.rules.refusal(view, move)
            if refusal is not None:
                raise ThinkingError(f"values what is no legal move ({called(room.rules.describe, move)}: {refusal})")
        self._checked = view, moves


def report_of(student: Student, measured: bool = True) -> Report:
    """What there is to say of a student, in plain values; its notices are told by that. Its course only where it is
    to be `measured`, which takes time: whoever sits down waits for the report."""
    notices = list(student.notices)
    student.notices.clear()
    return {name: getattr(student, name) for name in FIGURES} | {
        "trouble": student.trouble,
        "course": [tuple(mark) for mark in student.course] if measured else None,
        "notices": notices,
    }
