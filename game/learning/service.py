"""Who learns in a worker process: the AIs of its mod, by the same learners and match learners as our own."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from game.agents.agent import ThinkingError
from game.agents.choosing import called
from game.agents.learning import TrainedTable
from game.base.storage import StorageError
from game.checkpoints.container import CheckpointError
from game.games.ai import AI
from game.games.seats import Seat, SeatError
from game.learning.learner import Learner
from game.learning.learner_store import LearnerStore
from game.learning.match_learner import MatchLearner, sat_down
from game.learning.own_table_trainer import OwnTableTrainer
from game.learning.snapshot import told
from game.learning.strength_meter import MeterHere
from game.learning.trainer import taken_trouble
from game.rules.protocol import Setup

_LEARN_SECONDS = 0.014
"""What learning takes of a frame here, where nothing is drawn."""
_MEASURE_SECONDS = 0.006
"""What seeing how well it plays takes of a frame beside that, where it is due."""
Report = dict[str, Any]
"""What there is to say of a learner, in plain values."""


class LearningService:
    """Answers what is asked of learners, each with a report of the learner; see :mod:`game.learning.remote_learner`."""

    def __init__(self, ai_of: Callable[[str, str], AI]) -> None:
        self._ai_of = ai_of
        self._learners = LearnerStore()
        self._match_learners: dict[int, MatchLearner] = {}
        self._trainers: dict[Path, OwnTableTrainer] = {}
        self._meters: dict[Path, MeterHere] = {}
        self._checked: object = None

    def _learner(self, game: str, ai: str, how: Setup) -> Learner:
        return self._learners.here(self._ai_of(game, ai), how)

    # --- requests ---

    def know(self, game: str, ai: str, how: Setup) -> tuple[Report]:
        """A learner, up to date with its file."""
        return (report_of(self._learner(game, ai, how), measured=False),)

    def sit(
        self, game: str, ai: str, how: Setup, number: int, seats: Sequence[tuple[int, str, Mapping[str, Any]]]
    ) -> tuple[bytes | None, str | None, Report]:
        """What seats (index, words, parameters) play by now: the bytes of the user's own table (None: the pretrained
        one), the SHA-256 of its file; and they learn from now on in the match learner of this number."""
        learner = self._learner(game, ai, how)
        asked = {index: Seat(ai, learner.ai, parameters, words) for index, words, parameters in seats}
        try:
            taken, match_learner = sat_down(learner, asked)
        except SeatError as error:
            raise ThinkingError(f"cannot sit down: {error}") from None
        for key, before in self._of(learner):  # one table at a time
            before.let_go()
            del self._match_learners[key]
        self._match_learners[number] = match_learner
        seat = next(iter(taken.values()))
        learnt, digest = seat.learnt, seat.trained
        raw = None
        if learner.own and isinstance(learnt, TrainedTable):
            raw = learner.codec.packed(learnt)
        return raw, digest, report_of(learner, measured=False)

    def learn(self, number: int, told: Sequence[tuple[Any, ...]], match_over: bool) -> Report:
        """Learn from what has happened, each thing with the name of the learner's method that is told of it."""
        match_learner = self._match_learners.get(number)
        if match_learner is None:
            raise ThinkingError("has lost what it learnt since it was last kept: its process was begun anew")
        for what, *content in told:
            getattr(match_learner, what)(*content)
        learner = match_learner.learner
        if learner.due(match_over):
            learner.save()  # nobody waits for it here
        return report_of(learner)

    def do(self, game: str, ai: str, how: Setup, what: str) -> tuple[bool, Report]:
        """Save, leave the table, start anew or go back to the pretrained table, and whether that could be done."""
        learner = self._learner(game, ai, how)
        done = {
            "save": learner.save,
            "leave": lambda: self._left(learner),
            "start_anew": learner.start_anew,
            "back_to_pretrained": learner.back_to_pretrained,
        }
        return done[what](), report_of(learner)

    def _of(self, learner: Learner) -> list[tuple[int, MatchLearner]]:
        return [
            (number, match_learner)
            for number, match_learner in self._match_learners.items()
            if match_learner.learner is learner
        ]

    def _left(self, learner: Learner) -> bool:
        for _, match_learner in self._of(learner):
            match_learner.close()
        return not learner.unkept

    def export(self, game: str, ai: str, how: Setup, path: Path) -> tuple[str, Report]:
        """Write a copy to a new file; why that cannot be, or nothing."""
        learner = self._learner(game, ai, how)
        try:
            learner.export(path)
        except (CheckpointError, StorageError) as error:
            return str(error), report_of(learner)
        return "", report_of(learner)

    def trainer(
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
        """Have something done in the trainer of an AI, and tell of the trainer: what has been learnt of `view`,
        and its curve where that has changed since it had learnt from so many `games`."""
        path = self._learner(game, ai, how).path
        trainer = self._trainers.get(path)
        if trainer is None or trainer.given != given:
            trainer = OwnTableTrainer(self._ai_of(game, ai), how.options, seed, self._learners, _LEARN_SECONDS, given)
            self._trainers[path], self._meters[path] = trainer, MeterHere(trainer)
        done = None if what == "look" else getattr(trainer, what)(*content)
        if what == "run":
            self._meters[path].update(_MEASURE_SECONDS)
        trouble = taken_trouble(trainer)
        self._check(trainer, view, [each.move for each in trainer.values(view)])
        yardstick = None if trainer.yardstick is None else tuple(trainer.yardstick)
        more = {"done": done is not False, "trouble": trouble, "yardstick": yardstick}
        return trainer.report(view, known=games) | more

    def _check(self, trainer: OwnTableTrainer, view: Any, moves: Sequence[Any]) -> None:
        """Raises ThinkingError where these are not all moves that can be made in a position: the window names them, and
        makes the one that is clicked."""
        if (view, moves) == self._checked:
            return
        for move in moves:
            refusal = trainer.rules.refusal(view, move)
            if refusal is not None:
                raise ThinkingError(f"values what is no legal move ({called(trainer.rules.describe, move)}: {refusal})")
        self._checked = view, moves


def report_of(learner: Learner, measured: bool = True) -> Report:
    """What there is to say of a learner, in plain values; its notices are told by that. Its curve only where it is
    to be `measured`, which takes time: whoever sits down waits for the report."""
    notices = list(learner.notices)
    learner.notices.clear()
    return {
        "snapshot": told(learner.snapshot),
        "curve": [tuple(point) for point in learner.curve] if measured else None,
        "notices": notices,
    }
