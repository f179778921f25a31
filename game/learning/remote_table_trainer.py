"""The trainer of a mod's AI as the window sees it: the training goes on in the worker in which the mod learns."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from threading import Lock
from typing import Any

from game.agents.agent import ThinkingError
from game.agents.learning import CurvePoint, Yardstick
from game.agents.q_learning import Parameters
from game.games import registry
from game.learning.background_save import BackgroundSave
from game.learning.own_table_trainer import learning_values
from game.learning.remote import Remote
from game.learning.snapshot import ActionValue, TrainerSnapshot, curve_of, snapshot_of, values_of
from game.learning.strength import Plays, Strength, read_strengths
from game.learning.trainer import Told, table_seat
from game.mods.mod import ModAI
from game.rules.options import full_options
from game.rules.protocol import Setup
from game.workers import answers
from game.workers.worker import Request

_MOST_SECONDS = 0.1
"""What would have been due longer ago than that, while the worker was not ready, is forgotten."""


class RemoteTableTrainer(Remote, Told):
    """A training of a mod's AI, as it was when its worker last told; see
    :class:`game.learning.own_table_trainer.OwnTableTrainer` for what each name means. Nothing waits for the worker but
    to keep and to forget."""

    chances = False
    notice: str | None = None

    ai: ModAI

    def __init__(
        self, ai: ModAI, options: Mapping[str, Any], seed: int = 1, given: Mapping[str, Any] | None = None
    ) -> None:
        """Raises ThinkingError where the mod is at fault, ValueError when the AI does not learn a table."""
        self.rules = registry.game(ai.game).rules
        full = full_options(self.rules, options)
        super().__init__(ai, Setup(self.rules.seats[0], full))
        self.seed = seed
        self.given = learning_values(ai, given or {})
        self.path: Path = ai.own_path(self.setup)
        self.trouble: str | None = None
        self.points: Sequence[CurvePoint] = []
        self.snapshot = TrainerSnapshot()
        self.parameters: Parameters | None = None
        self.plays: Plays | None = None
        self.ways: Mapping[str, Any] = {}
        self._view: Any = None
        self._values: list[ActionValue] = []
        self._asked_of: Any = None
        """The view that the worker was asked of last."""
        self._values_of: Any = None
        self._request: Request | None = None
        self._seconds = 0.0
        self._failed = False
        self._refresh_due = True
        self._told_by = 0
        """The worker's process that told last of the trainer, by its number."""
        self._asking = Lock()
        """Held by whoever asks the worker: something may be kept beside the frames."""

    # --- the worker ---

    def _asked(self, what: str, *content: Any) -> Request:
        self._asked_of = self._view
        return self.ask("trainer", self.seed, self.given, self.count, self._view, what, *content)

    def _take(self, report: Any) -> bool:
        """Take in what the worker says; whether it could do what it was asked for. Raises ThinkingError."""
        try:
            snapshot = snapshot_of(TrainerSnapshot, answers.entry(report, "snapshot"))
            done, curve = answers.flag(answers.entry(report, "done")), answers.entry(report, "curve")
            trouble = answers.entry(report, "trouble")
            trouble = None if trouble is None else answers.words(trouble)
            points = self.points if curve is None else curve_of(curve)
            values = values_of(answers.entry(report, "values"))
            strengths = read_strengths(answers.entry(report, "strengths"))
            yardstick = _yardstick(answers.entry(report, "yardstick"))
        except answers.AnswerError as error:
            raise ThinkingError(f"told of its training in a way that cannot be read ({error})") from None
        self._told_by = self.worker.generation
        self.trouble = self.trouble if trouble is None else trouble
        self.snapshot, self.points, self.strengths, self.yardstick = snapshot, points, strengths, yardstick
        self._values, self._values_of = values, self._asked_of
        return done

    def _hear(self) -> None:
        """Take in what has come since; then go on from what others have kept, if that is due."""
        if self._request is not None:
            self.worker.look()
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
        lost = "" if self.worker.running else "; what it has learnt since it was last kept is lost"
        self.trouble = f"{self.ai.name} {error}{lost}."

    def _done(self, what: str) -> bool:
        """Have something done, waiting for it."""
        self._refresh_due = False
        try:
            if self._request is not None:
                request, self._request = self._request, None
                self._take(self.worker.wait(request))
            return self._take(self.worker.wait(self._asked(what)))
        except ThinkingError as error:
            self._fail(error)
            return False

    # --- what the window does with it ---

    def play_was_measured(self, found: Strength) -> None:
        """Its worker measures it, for what it plays by is known there alone."""

    @property
    def unkept(self) -> bool:
        """Whether something has been learnt since it was last kept, and is still there to be kept: with the worker's
        process it is lost."""
        return self.snapshot.unkept and self.worker.running and self.worker.generation == self._told_by

    @property
    def seat(self) -> str:
        """How a seat is asked for that plays by what is kept."""
        return table_seat(self)

    def saving(self) -> BackgroundSave:
        """What keeps it beside the frames."""
        return BackgroundSave(self)

    def refresh(self) -> None:
        """Go on from what has been learnt elsewhere since, as soon as the worker is ready for it."""
        self._refresh_due = True

    def run(self, seconds: float, pace: float) -> bool:
        """Let it learn for a frame, once it is ready for that; whether it can go on."""
        self._hear()
        if self._failed:
            self._failed = False
            return False
        self._seconds = min(self._seconds + seconds, _MOST_SECONDS)
        if self._request is None:
            self._request = self._asked("run", self._seconds, pace)
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


def _yardstick(content: Any) -> Yardstick | None:
    """Against whom it is measured, as its worker told it. Raises AnswerError."""
    if content is None:
        return None
    name, rounds = answers.items(content, 2, 2)
    return Yardstick(answers.words(name), answers.whole(rounds))
