"""What an AI learns while it plays at the window's tables, kept in the user's own checkpoint; no pygame here."""

import math
from collections import deque
from collections.abc import Hashable
from pathlib import Path

from game.agents.learning import CurvePoint, Statistics, TrainedTable, measured
from game.agents.q_learning import Parameters, QLearner, QTable
from game.agents.transitions import Transition
from game.base.locks import PATIENCE, Hold
from game.checkpoints import places
from game.checkpoints.container import CheckpointError
from game.checkpoints.tables import TableCodec
from game.checkpoints.user_checkpoint import Outcome, UserCheckpoint
from game.games.registry import AI, Learnt
from game.games.seats import SeatError
from game.learning.snapshot import LearnerSnapshot
from game.rules.language import _, error_words, joined, sentence

SAVED_EVERY = 100
"""After so many actions what has been learnt is saved."""
_POINTS = 500
"""While one plays, points of the curve lie at least the games so far, divided by this, apart."""
_SEED = 1
"""The seed of a table that begins with nothing: the one that training takes where none is asked for."""


class Learner:
    """What an AI has learnt at one setting of its game: from the user's own checkpoint, else pretrained, else nothing.

    `own` tells whether it is the user's, rather than the pretrained table. `changes` is a greater number whenever it
    has changed. `notices` are to be shown to the user. Where somebody else has changed the file, that is read again,
    and what was not saved yet is dropped. Whoever learns holds the file meanwhile; one that cannot, because another
    program does, learns for itself, and is kept again once the file is free.
    """

    own: bool
    parameters: Parameters
    games: int
    actions: int
    explorations: int
    epsilon: float
    pairs: int

    def __init__(self, ai: AI, setting: Hashable) -> None:
        """Raises ValueError when the AI does not learn a table."""
        if ai.learner_spec is None:
            raise ValueError(f"{ai.name} does not learn")
        self.ai = ai
        self.learner_spec = ai.learner_spec
        self.codec = TableCodec(self.learner_spec.encoding)
        self.setting = setting
        self.setting_name = self.learner_spec.encoding.setting_name(setting)
        self.evaluation = None if self.learner_spec.evaluation is None else self.learner_spec.evaluation(setting)
        self.notices: deque[str] = deque(maxlen=8)
        self.changes = 0
        self._kept_changes = self._saving_changes = 0
        path = places.own_path(ai.game, ai.name, self.setting_name)
        self._checkpoint = UserCheckpoint(path, self._read, self._write)
        self._load()

    # --- what it knows ---

    @property
    def path(self) -> Path:
        """The user's own checkpoint."""
        return self._checkpoint.path

    @property
    def trouble(self) -> str | None:
        """Why what is learnt is not kept at present."""
        return self._checkpoint.trouble

    @property
    def snapshot(self) -> LearnerSnapshot:
        """What it is now."""
        pretrained = self._pretrained() is not None
        return LearnerSnapshot(
            self.own, pretrained, self.games, self.actions, self.explorations, self.epsilon, self.pairs, self.changes,
            self.setting_name, self.measure, self.trouble,
        )  # fmt: skip

    def trained(self) -> TrainedTable:
        """All it knows now; it does not change any more: a row that is learnt about later is copied first."""
        table = QTable(self._table.unknown, self.setting)
        table.rows = dict(self._table.rows)
        self._mine.clear()
        statistics = Statistics(self.games, self.actions, self.explorations, self.epsilon)
        return TrainedTable(
            self.ai.game, self.ai.name, self._seed, self.parameters, table, statistics, tuple(self._curve)
        )

    def hold(self, patience: float = PATIENCE) -> Hold | None:
        """Keep the file from other programs while something is learnt, and go on from what is in it; None, and
        `trouble`, where another program holds it."""
        hold = self._checkpoint.hold(patience)
        if hold is not None:
            if hold.trouble is not None:
                self.notices.append(sentence(hold.trouble))
            self.refresh()
        return hold

    def for_a_seat(self) -> tuple[Learnt | None, str | None]:
        """What a match is played from that begins now, and the SHA-256 of its file (of the file it would have, where
        it cannot be kept): the user's own table, else the pretrained one, whatever setting that is for, else nothing.
        Raises SeatError where that cannot be read."""
        self.save()
        self.refresh()
        if not self.own:
            try:
                return self.ai.pretrained_learnt()
            except CheckpointError as error:
                raise SeatError(joined([self.ai.name, error_words(error)], ": ")) from error
        trained = self.trained()
        kept = None if self.unkept else self._checkpoint.digest
        return trained, kept or self.codec.digest(trained)

    @property
    def curve(self) -> list[CurvePoint]:
        """How it came about, point by point, up to now."""
        now = self._point()
        return [*(point for point in self._curve if point.games < now.games), now]

    @property
    def measure(self) -> str:
        """What the evaluation of its game measures; empty where there is none."""
        return "" if self.evaluation is None else self.evaluation.about

    @property
    def share(self) -> float | None:
        """How far it has come by the evaluation of its game; None where there is none."""
        if self.evaluation is None:
            return None
        return measured(self.evaluation, QLearner(self.learner_spec.encoding, self.parameters, self._table))

    def _point(self) -> CurvePoint:
        share = self.share
        return CurvePoint(self.games, self.epsilon, self.pairs, math.nan if share is None else share)

    # --- learning ---

    def learn(self, transition: Transition, parameters: Parameters) -> None:
        """Learn from what one player met with, with these parameters."""
        encoding, rows = self.learner_spec.encoding, self._table.rows
        state = encoding.state(transition.view)
        row = rows.get(state)
        if row is not None and state not in self._mine:
            rows[state] = row = row.copy()
        before = 0 if row is None else len(row.updates)
        QLearner(encoding, parameters, self._table).learn(transition)
        if state in rows:
            self._mine.add(state)
            self.pairs += len(rows[state].updates) - before
        self._changed()

    def acted(self, explored: bool, decays: bool) -> None:
        """Count an action; epsilon decays with it where the action was chosen by this epsilon."""
        self.actions += 1
        self.explorations += explored
        if decays:
            self.epsilon = self.parameters.decayed(self.epsilon)
        self._unsaved += 1
        self._changed()

    def game_ended(self) -> None:
        """Count a game, and add a point to the curve."""
        self.games += 1
        if not self._curve or self.games - self._curve[-1].games >= max(1, self.games // _POINTS):
            self._curve.append(self._point())
        self._changed()

    def _changed(self) -> None:
        self.changes += 1
        self.own = True

    # --- keeping ---

    @property
    def unkept(self) -> bool:
        """Whether it has changed since it was last kept."""
        return self.changes != self._kept_changes

    def rest(self, match_over: bool) -> None:
        """A frame is over: save without waiting, if it is time; hear what became of a save under way."""
        if self._checkpoint.done:
            self._settle()
        if self.due(match_over) and not self._checkpoint.busy:
            self._begin(waiting=False)

    def due(self, match_over: bool) -> bool:
        """Whether it is time to save."""
        return self.unkept and (match_over or self._unsaved >= SAVED_EVERY)

    def save(self) -> bool:
        """Keep everything in the user's own checkpoint, waiting for it; False, and `trouble`, when that cannot be."""
        self._settle()
        if self.unkept:
            self._begin(waiting=True)
            self._settle()
        return not self.unkept

    def refresh(self) -> None:
        """Read the file again if somebody else has changed it and nothing here waits to be kept."""
        if not self._checkpoint.busy and not self.unkept and self._checkpoint.changed_by_others:
            self._load()

    def put(self, trained: TrainedTable) -> None:
        """Know this from now on instead, as the user's own; it is not kept yet."""
        self._take(trained, own=True)

    def start_anew(self) -> bool:
        """Forget everything and keep that, the file as it was beside it; False, and `trouble`, when that cannot be."""
        if not (self.save() and self.keep_previous()):
            return False
        self.put(self._nothing())
        return self.save()

    def keep_previous(self) -> bool:
        """Keep the file, which is about to be replaced, beside it; False, and `trouble`, when that cannot be."""
        return self._checkpoint.keep_previous()

    def back_to_pretrained(self) -> bool:
        """Forget what was learnt beside the pretrained table: the user's own checkpoint is renamed to the previous one.
        False, and `trouble`, when it cannot be: nothing is forgotten then."""
        self._settle()
        if not self._checkpoint.retire():
            return False
        self._load()
        return True

    def export(self, path: Path) -> None:
        """Write a copy to a new file. Raises CheckpointError where one lies already, StorageError where none can be
        written."""
        if path.exists():
            raise CheckpointError(_("{path} is there already: choose another name", path=str(path)))
        self._write(path, self.trained())

    def _begin(self, waiting: bool) -> None:
        self._unsaved = 0
        self._saving_changes = self.changes
        self._checkpoint.begin(self.trained(), waiting)

    def _settle(self) -> None:
        """Wait for the save under way, and take note of what became of it."""
        if not self._checkpoint.busy:
            return
        before = self.trouble
        outcome = self._checkpoint.settle()
        if outcome is Outcome.KEPT:
            self._kept_changes = self._saving_changes
        elif outcome is Outcome.OVERTAKEN:
            changed = _(
                "{path} has been changed by another program: {ai} goes on from it.",
                path=str(self.path),
                ai=self.ai.name,
            )
            self.notices.append(changed)
            self._load()
        elif self.trouble != before:
            self.notices.append(_("What {ai} learns is not kept: {why}", ai=self.ai.name, why=self.trouble))

    # --- where it begins ---

    def _load(self) -> None:
        """Begin with the user's own checkpoint, else with a pretrained table for the setting, else with nothing."""
        own = self._checkpoint.load()
        if self._checkpoint.unusable:
            self.notices.append(_("{why}, and what {ai} learns is not kept.", why=self.trouble, ai=self.ai.name))
        self._take(own or self._pretrained() or self._nothing(), own is not None)
        self._kept_changes = self.changes

    def _read(self, path: Path) -> tuple[TrainedTable, str]:
        trained, digest = self.codec.load(path, self.ai.game, self.ai.name)
        if trained.table.setting != self.setting:
            raise CheckpointError(
                _("{path}: it belongs to another setting than {setting}", path=str(path), setting=self.setting_name)
            )
        return trained, digest

    def _write(self, path: Path, trained: TrainedTable) -> str:
        return self.codec.save(path, trained)

    def _pretrained(self) -> TrainedTable | None:
        try:
            found = self.ai.pretrained_learnt()[0]
        except CheckpointError:
            return None  # told where the AI sits down
        return found if isinstance(found, TrainedTable) and found.table.setting == self.setting else None

    def _nothing(self) -> TrainedTable:
        parameters = self.learner_spec.parameters
        table = QTable(parameters.unknown, self.setting)
        statistics = Statistics(epsilon=parameters.epsilon)
        return TrainedTable(self.ai.game, self.ai.name, _SEED, parameters, table, statistics)

    def _take(self, trained: TrainedTable, own: bool) -> None:
        self.own = own
        self.changes += 1
        self.parameters, self._seed = trained.parameters, trained.seed
        self._table = QTable(trained.table.unknown, self.setting)
        self._table.rows = dict(trained.table.rows)
        self._mine: set[Hashable] = set()
        """The states whose rows nobody else holds, so that they may be changed in place."""
        self._curve = list(trained.curve)
        self.pairs = trained.table.pairs
        found = trained.statistics
        self.games, self.actions, self.explorations = found.games, found.actions, found.explorations
        self.epsilon = found.epsilon
        self._unsaved = 0
