"""A training that goes on beside the frames, of what is learnt at tables too: kept in the user's own checkpoint."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from game.agents.learning import LearnerSpec, TrainedTable
from game.base.locks import Hold
from game.base.storage import StorageError
from game.games import registry
from game.games.registry import AI
from game.learning import kept_strength
from game.learning.background_save import BackgroundSave
from game.learning.learner_store import LearnerStore
from game.learning.strength import other_of
from game.learning.table_trainer import TableTrainer
from game.learning.trainer import table_seat
from game.mods.files import ModError
from game.rules.language import _, error_sentence
from game.rules.options import full_options
from game.rules.protocol import Setup
from game.training.q_training import Plan, TableTraining
from game.training.self_play import SelfPlay

LEARN_SECONDS = 0.005
"""What learning takes of a frame; drawing needs the rest."""


def learning_values(ai: AI, given: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the given values of an AI's parameters that say how it learns: they are its table's where they are not
    given, so that they have no default of their own."""
    learning = {option.key for option in ai.parameters if option.default is None}
    return {key: value for key, value in given.items() if key in learning}


def ways_of(spec: LearnerSpec, given: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the given values of an AI's parameters that say how it plays, whatever it has learnt."""
    return {option.key: given[option.key] for option in spec.ways if option.key in given}


def window_plan(
    ai: AI, spec: LearnerSpec, setup: Setup, given: Mapping[str, Any], seed: int, start: TrainedTable | None = None
) -> Plan:
    """How a table is trained in the window: with these values of the parameters of learning, in games of the learner
    against itself, and against its partner, where it has one."""
    usual, seed = (spec.parameters, seed) if start is None else (start.parameters, start.seed)
    against = () if spec.partner is None else (other_of(ai, spec.partner.ai).agent(),)
    every = 1 if spec.partner is None else spec.partner.every
    rules, parameters = registry.game(ai.game).rules, replace(usual, **given)
    return Plan(rules, setup, ai.name, spec, parameters, seed, against, every=every)


class OwnTableTrainer(TableTrainer):
    """The training of one AI at one setting of its game, kept in the user's own checkpoint.

    It starts from the user's file of that setting when there is one, and goes on from what is learnt at tables by the
    same `learners`. `trouble` says what went wrong with a file; a file that cannot be read is left untouched.
    """

    def __init__(
        self,
        ai: AI,
        options: Mapping[str, Any],
        seed: int = 1,
        learners: LearnerStore | None = None,
        learn_seconds: float = LEARN_SECONDS,
        given: Mapping[str, Any] | None = None,
        one_by_one: type[SelfPlay] | None = None,
    ) -> None:
        """Each `run` learns for at most about `learn_seconds`, with the values of parameters of learning and of
        the ways to play that are `given`; `one_by_one` plays the games where it has to be one after another. Raises
        ValueError when the AI does not learn a table."""
        if ai.learner_spec is None:
            raise ValueError(f"{ai.name} does not learn")
        rules = registry.game(ai.game).rules
        setup = Setup(rules.seats[0], full_options(rules, options))
        self.learner_spec = ai.learner_spec.by(given or {})
        self.given = learning_values(ai, given or {})
        plan = window_plan(ai, self.learner_spec, setup, self.given, seed)
        super().__init__(ai, plan, ways=ways_of(ai.learner_spec, given or {}), one_by_one=one_by_one)
        self.learn_seconds = learn_seconds
        self._one_by_one = one_by_one
        self.learner = (learners or LearnerStore()).here(ai, self.setup)
        self._hold: Hold | None = None
        """Held from when something is learnt until it is kept."""
        self._seen: int | None = None
        self._anew = False
        """Whether what the file holds is replaced when the training is kept, not gone on from."""
        self.refresh()

    def _new(self, start: TrainedTable | None = None) -> TableTraining:
        plan = window_plan(self.ai, self.learner_spec, self.setup, self.given, self.seed, start)
        return TableTraining(plan, start, one_by_one=self._one_by_one)

    @property
    def path(self) -> Path:
        """The user's own checkpoint."""
        return self.learner.path

    @property
    def seat(self) -> str:
        """How a seat is asked for that plays by what is kept."""
        return table_seat(self)

    def saving(self) -> BackgroundSave:
        """What keeps it beside the frames."""
        return BackgroundSave(self, self._leave_world)

    def _leave_world(self) -> None:
        """End the game that is under way in a world, as the window shows another one: a thread cannot."""
        if self.training.in_world:
            with suppress(ModError):  # whoever stopped the game has been told of, or is when it goes on
                self.training.finish()

    def refresh(self) -> None:
        """Go on from what has been learnt elsewhere since: at a table, or by another program."""
        learner = self.learner
        learner.refresh()
        if learner.notices:
            self.trouble = learner.notices[-1]
            learner.notices.clear()
        if learner.changes == self._seen:
            return
        self._seen, self._anew = learner.changes, False
        start = learner.trained() if learner.own else None
        if start is not None and "epsilon" in self.given:
            start = replace(start, statistics=replace(start.statistics, epsilon=self.given["epsilon"]))
        self._go_by(self._new(start))
        if self.strengths and self.strengths[-1].games > self.training.games:
            self.strengths = []
        if learner.own and self.yardstick is not None and not self.strengths:
            self.strengths = kept_strength.kept(self.path, self.yardstick)

    def _learn(self) -> bool:
        """Learn what is due; whether it can go on: not, and `trouble`, while another program learns into the file, or
        where the system of a mod has stopped the game."""
        if not self._holds():
            return False
        try:
            return super()._learn()
        except ModError as error:  # a system of a mod keeps everybody from moving
            self.trouble = error_sentence(error)
            return False

    @property
    def _moment(self) -> float:
        """For how long it learns now: measuring how far it is takes of a frame too."""
        return self.learn_seconds * (1 / 3 if self._is_due else 1)

    def _holds(self) -> bool:
        """Whether the file is this program's; from when it is, the training goes on from what is in it."""
        if self._hold is None:
            self._hold = self.learner.hold()
            if self._hold is None:
                self.trouble = _("Nothing can be learnt now: {why}.", why=self.learner.trouble)
                return False
            self.refresh()
        return True

    def _let_go(self) -> None:
        if self._hold is not None:
            self._hold.close()
            self._hold = None

    def forget(self) -> None:
        """Start anew with nothing learnt; the kept file stays until the training is kept again, and then beside it."""
        self._go_by(self._new())
        self._anew = True
        self.strengths = []
        self._let_go()

    def keep(self) -> bool:
        """Keep what has been learnt in the user's file; False, and `trouble`, when that cannot be."""
        self.training.finish()
        if self._hold is None:  # until what is kept beside the file is written too
            self._hold = self.learner.hold()
        if self._anew and not self.learner.keep_previous():
            self.trouble = _("What was learnt was not kept: {why}", why=self.learner.trouble)
            return False
        self._anew = False
        self.learner.put(self.training.result())
        self._seen = self.learner.changes
        if not self.learner.save():
            self.trouble = _("What was learnt was not kept: {why}", why=self.learner.trouble)
            self.learner.notices.clear()
            return False
        self._kept_count = self.count
        self._keep_strengths()
        self._let_go()
        return True

    def _keep_strengths(self) -> None:
        """Keep beside the checkpoint how well it has played; what was learnt is kept even where this cannot be."""
        if self.yardstick is not None and (self.strengths or kept_strength.path_beside(self.path).exists()):
            with suppress(StorageError):
                kept_strength.keep(self.path, self.yardstick, self.strengths)
