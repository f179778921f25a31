"""Students in a worker process, as the program sees them: what a mod's AI learns at the tables of the window.

The worker is the mod's own for learning, beside the one in which its AIs think: giving a thought up, and its process
with it, loses nothing that was learnt.
"""

import itertools
from collections import deque
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from game.apart.worker import Request, Worker
from game.brains.agent import ThinkingError
from game.brains.learning import Mark
from game.brains.transitions import Experience
from game.rules.protocol import Setup
from game.trained_files import TrainedFileError

if TYPE_CHECKING:
    from game.ai import Trained
    from game.mod import ModAI
    from game.seats import Seat

_numbers = itertools.count(1)
_PORTION = 4
"""So many things are told at most at a time, as many as happen in a frame or two: a learner that is slow, but not too
slow, falls behind, and is not ended for it."""
_MOST_WORDS = 500
"""So many characters of what a mod says are shown."""


def in_short(text: Any) -> str:
    """Words of a mod in one line, no longer than can be shown."""
    return " ".join(str(text)[:_MOST_WORDS].split())


FIGURES: dict[str, Callable[[Any], object]] = {
    **dict.fromkeys(("own", "ships"), bool),
    **dict.fromkeys(("games", "actions", "explorations", "pairs", "changes"), int),
    "epsilon": float,
    **dict.fromkeys(("setting_name", "measure"), in_short),
}
"""The figures of a student as its worker reports them, and what each is."""


class DistantStudent:
    """What a mod's AI has learnt at one setting of its game, as it was when its worker last told; see
    :class:`game.student.Student` for what each name means."""

    own = False
    games = actions = explorations = pairs = changes = 0
    epsilon = 0.0
    setting_name = measure = ""
    ships = False
    trouble: str | None = None

    def __init__(self, ai: "ModAI", how: Setup, path: Path) -> None:
        """Raises ThinkingError where the mod is at fault."""
        assert ai.mod is not None
        self.ai = ai
        self.path = path
        self.course: list[Mark] = []
        self.notices: deque[str] = deque(maxlen=8)
        self._how = how
        self._mod = ai.mod
        self._lesson: DistantLesson | None = None
        self._lost: str | None = None
        """Why something was lost that nobody has been told of."""
        self.take(self._asked("know"))

    @property
    def worker(self) -> Worker:
        """The process in which it learns."""
        return self._mod.learning

    @property
    def limit(self) -> float | None:
        """How many seconds an answer may take."""
        return self._mod.limit()

    def take(self, report: Any) -> None:
        """Take in what the worker says of it. Raises ThinkingError where that is no report."""
        try:
            course = self.course if report["course"] is None else [mark_of(row) for row in report["course"]]
            for name, kind in FIGURES.items():
                setattr(self, name, kind(report[name]))
            self.trouble = None if report["trouble"] is None else in_short(report["trouble"])
            self.notices += [in_short(notice) for notice in report["notices"]]
            self.course = course
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ThinkingError(f"told of what it learns in a way that cannot be read ({error})") from None

    def _asked(self, what: str, *content: Any) -> Any:
        """What the worker answers. Raises ThinkingError."""
        ai = self.ai
        return self.worker.wait(
            self.worker.ask("learning", what, ai.game, ai.name, self._how, *content, limit=self.limit)
        )

    # --- at a table ---

    def sit(self, seats: Mapping[int, "Seat"]) -> "tuple[Trained, str | None, DistantLesson]":
        """What these seats of its AI play by now, its SHA-256, and the lesson for them. Raises ThinkingError."""
        number = next(_numbers)
        told = [(index, seat.spec, dict(seat.parameters)) for index, seat in seats.items()]
        if self._lesson is not None:
            self._lesson.hand_on()
        raw, digest, report = self._asked("sit", number, told)
        self.take(report)
        self._lesson = lesson = DistantLesson(self, number, frozenset(seats))
        return raw if isinstance(raw, bytes) else self.ai.shipped, digest, lesson

    # --- what can be done with it ---

    def refresh(self) -> None:
        """Take in what others have kept since."""
        try:
            self.take(self._asked("know"))
        except ThinkingError as error:
            self.trouble = f"{self.ai.name} {error}"

    def save(self) -> bool:
        """Keep everything, waiting for it; False, and `trouble`, when that cannot be."""
        if self._lesson is not None:
            self._lesson.hand_on()
        if not self.worker.running:
            return self._lost is None  # what it had learnt since it was last kept
        done = self._done("save")
        if self._lesson is not None:
            self._lesson.hear()
        return done

    def start_anew(self) -> bool:
        """Forget everything and keep that; False, and `trouble`, when it cannot be kept."""
        return self._done("start_anew")

    def back_to_shipped(self) -> bool:
        """Forget what was learnt beside what ships; False, and `trouble`, when it cannot be."""
        return self._done("back_to_shipped")

    def _done(self, what: str) -> bool:
        try:
            done, report = self._asked("do", what)
            self.take(report)
        except ThinkingError as error:
            self.trouble = self._lost = f"{self.ai.name} {error}"
            return False
        return bool(done)

    def export(self, path: Path) -> None:
        """Write a copy to a new file. Raises TrainedFileError where none can be written."""
        try:
            fault, report = self._asked("export", path)
            self.take(report)
        except ThinkingError as error:
            raise TrainedFileError(f"{self.ai.name} {error}") from None
        if fault:
            raise TrainedFileError(str(fault))


class DistantLesson:
    """What a student in a worker learns at one table: handed on at the end of a frame, never waited for.

    Once it has failed it is over: the fault is told, and the match goes on without.
    """

    def __init__(self, student: DistantStudent, number: int, players: frozenset[int]) -> None:
        self.student = student
        self.players = players
        self.over = False
        self.fault: str | None = None
        """Why it is over, until somebody has been told."""
        self._number = number
        self._told: list[tuple[Any, ...]] = []
        self._match_over = False
        self._measured = False
        """Whether the student has been asked for its course, which nobody waits for."""
        self._requests: deque[Request] = deque()

    def learn(self, met: Experience) -> None:
        """Learn from what one of the players has met with."""
        self._told.append(("learn", met))

    def acted(self, player: int, explored: bool) -> None:
        """One of the players has made a move."""
        self._told.append(("acted", player, explored))

    def game_ended(self) -> None:
        """A game is over, and its last experiences have been told."""
        self._told.append(("game_ended",))

    def rest(self, match_over: bool) -> None:
        """A frame is over: hear what came of the last, and hand on what has happened, if the worker is ready for it."""
        self._match_over |= match_over
        if self._requests:
            self.student.worker.look()
            self.hear()
        if not self._requests:
            self.hand_on(_PORTION)

    def hand_on(self, most: int | None = None) -> None:
        """Hand on what has happened, or so much of it at `most`."""
        told, self._told = self._told[:most], [] if most is None else self._told[most:]
        match_over = self._match_over and not self._told
        self._match_over = self._match_over and not match_over
        if self.over or (self._measured and not (told or match_over)):
            return
        self._measured = True
        student = self.student
        self._requests.append(
            student.worker.ask("learning", "lesson", self._number, told, match_over, limit=student.limit)
        )

    def hear(self) -> None:
        """Take in what came of what was handed on, as far as that is known."""
        while self._requests and self._requests[0].done:
            try:
                self.student.take(self._requests.popleft().result())
            except ThinkingError as error:
                self._fail(error)

    def _fail(self, error: ThinkingError) -> None:
        """It is over; the first fault is told."""
        if not self.over:
            self.over = True
            self.student.trouble = f"{self.student.ai.name} {error}"
            self.fault = f"{self.student.ai.name} learns no more in this match: it {error}"


def mark_of(row: Any) -> Mark:
    """A mark of a course as a worker tells it. Raises TypeError, ValueError or OverflowError."""
    games, epsilon, pairs, share = row
    return Mark(int(games), float(epsilon), int(pairs), float(share))
