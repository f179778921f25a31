"""The training room of a mod's AI as the window sees it: the training goes on in the worker in which the mod learns."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

from game import catalogue
from game.apart.students import in_short, mark_of
from game.apart.worker import Request
from game.brains.agent import ThinkingError
from game.brains.learning import Mark
from game.rules.protocol import Setup
from game.training.q_training import Progress
from game.training_room import ActionValue

if TYPE_CHECKING:
    from game.ai import AI
    from game.mod import ModAI

_ROOM: dict[str, Callable[[Any], object]] = {"games": int, "games_per_second": float, "measure": in_short}
"""What a worker tells of a room, and what each is."""


_MOST_SECONDS = 0.1
"""What would have been due longer ago than that, while the worker was not ready, is forgotten."""


class DistantRoom:
    """A training of a mod's AI, as it was when its worker last told; see :class:`game.training_room.TrainingRoom` for
    what each name means. Nothing waits for the worker but to keep and to forget."""

    games = 0
    games_per_second = 0.0
    measure = ""

    def __init__(self, ai: "ModAI", options: Mapping[str, Any], seed: int = 1) -> None:
        """Raises ThinkingError where the mod is at fault, ValueError when the AI does not learn a table."""
        assert ai.mod is not None
        self.ai: AI = ai
        self.rules = catalogue.game(ai.game).rules
        full = {option.key: option.default for option in self.rules.options} | dict(options)
        self.setup = Setup(self.rules.seats[0], full)
        self.seed = seed
        self.path: Path = ai.own_file(self.setup)
        self.trouble: str | None = None
        self.course: Sequence[Mark] = []
        self.progress = Progress(0, 0, 0, 0, 0.0, 0, 0, None, 0.0, 0.0)
        self._mod = ai.mod
        self._view: Any = None
        self._values: list[ActionValue] = []
        self._values_of: Any = None
        self._request: Request | None = None
        self._seconds = 0.0
        self._failed = self._unkept = False
        self._refresh_due = True
        self._told_by = 0
        """The worker's process that told last of the room, by its number."""
        self._asking = Lock()
        """Held by whoever asks the worker: something may be kept beside the frames."""

    # --- the worker ---

    def _asked(self, what: str, *content: Any) -> Request:
        ai = self.ai
        return self._mod.learning.ask(
            "learning", "room", ai.game, ai.name, self.setup, self.seed, self.games, self._view, what, *content,
            limit=self._mod.limit(),
        )  # fmt: skip

    def _answer(self, request: Request) -> Any:
        return self._mod.learning.wait(request)

    def _take(self, report: Any) -> bool:
        """Take in what the worker says; whether it could do what it was asked for. Raises ThinkingError."""
        try:
            for name, kind in _ROOM.items():
                setattr(self, name, kind(report[name]))
            self._unkept, self._told_by = bool(report["unkept"]), self._mod.learning.generation
            self.trouble = self.trouble if report["trouble"] is None else in_short(report["trouble"])
            self.progress = Progress(*report["progress"])
            if report["course"] is not None:
                self.course = [mark_of(row) for row in report["course"]]
            self._values, self._values_of = [ActionValue(*row) for row in report["values"]], report["view"]
            return bool(report["done"])
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ThinkingError(f"told of its training in a way that cannot be read ({error})") from None

    def _hear(self) -> None:
        """Take in what has come since; then go on from what others have kept, if that is due."""
        if self._request is not None:
            self._mod.learning.look()
            if not self._request.done:
                return
            request, self._request = self._request, None
            try:
                self._take(request.result())
            except ThinkingError as error:
                self._fail(error)
        if self._refresh_due:
            self._refresh_due = False
            self._request = self._asked("refresh")

    def _fail(self, error: ThinkingError) -> None:
        self._failed = True
        lost = "" if self._mod.learning.running else "; what it has learnt since it was last kept is lost"
        self.trouble = f"{self.ai.name} {error}{lost}."

    def _done(self, what: str) -> bool:
        """Have something done, waiting for it."""
        self._refresh_due = False
        try:
            if self._request is not None:
                request, self._request = self._request, None
                self._take(self._answer(request))
            return self._take(self._answer(self._asked(what)))
        except ThinkingError as error:
            self._fail(error)
            return False

    # --- what the window does with it ---

    @property
    def unkept(self) -> bool:
        """Whether something has been learnt since it was last kept, and is still there to be kept: with the worker's
        process it is lost."""
        worker = self._mod.learning
        return self._unkept and worker.running and worker.generation == self._told_by

    def refresh(self) -> None:
        """Go on from what has been learnt elsewhere since, as soon as the worker is ready for it."""
        self._refresh_due = True

    def run(self, seconds: float, games_per_second: float) -> bool:
        """Let it learn for a frame, once it is ready for that; whether it can go on."""
        self._hear()
        if self._failed:
            self._failed = False
            return False
        self._seconds = min(self._seconds + seconds, _MOST_SECONDS)
        if self._request is None:
            self._request = self._asked("run", self._seconds, games_per_second)
            self._seconds = 0.0
        return True

    def values(self, view: Any | None) -> list[ActionValue]:
        """What had been learnt of every action of a position when its worker last told; nothing until it has."""
        self._view = view
        if self._asking.acquire(blocking=False):
            try:
                self._hear()
                if self._request is None and view != self._values_of and not self._failed:
                    self._request = self._asked("look")
            finally:
                self._asking.release()
        return self._values if view == self._values_of else []

    def forget(self) -> None:
        """Start anew with nothing learnt."""
        self._done("forget")

    def keep(self) -> bool:
        """Keep what has been learnt; False, and `trouble`, when that cannot be. May be called beside the frames, in
        which nothing but `values` is asked for meanwhile."""
        with self._asking:
            return self._done("keep")
