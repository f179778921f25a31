"""A second learner beside the one of the training panel, with other parameters, for comparison."""

from collections.abc import Mapping, Sequence
from typing import Any

from game.games.seats import usual_values
from game.learning.rival import Rival, parameters
from game.learning.snapshot import ActionValue
from game.learning.trainer import FrameTrainer
from game.mods.mod import ModAI
from game.mods.mods import MODS
from game.rules.language import _
from systems.view.screens.parameters_dialog import ParametersDialog
from systems.view.screens.training_figures import Shown


class Comparison:
    """The learner of a panel, and the `rival` that it is compared with, where there is one."""

    def __init__(self, trainer: FrameTrainer) -> None:
        self._trainer = trainer
        self.rival: Rival | None = None
        self._name = ""

    @property
    def refusal(self) -> str:
        """Why there can be no comparison; empty where there can."""
        if isinstance(self._trainer.ai, ModAI):
            return _("An AI of a mod learns in the mod's own process: there is no room for a second one.")
        return _("Systems of mods take part here.") if MODS.through_world(self._trainer.ai.game) else ""

    @property
    def learners(self) -> list[Shown]:
        """Who learns, with what each is called and how far it is."""
        trainer, rival = self._trainer, self.rival
        own = Shown(_("this one"), trainer.snapshot, trainer.strengths)
        return [own] if rival is None else [own, Shown(self._name, rival.snapshot, rival.strengths)]

    def toggled(self) -> ParametersDialog | None:
        """What asks for the parameters of another learner; none where one was there, which goes."""
        if self.rival is not None:
            self.end()
            return None
        ai = parameters(self._trainer.ai)
        return ParametersDialog(ai, {}, usual_values(ai, None), self.begin)

    def begin(self, texts: Mapping[str, str]) -> None:
        """Let another learner begin, with these parameters, as they were typed, in the place of the usual ones."""
        trainer = self._trainer
        options = {option.key: option for option in parameters(trainer.ai).parameters}
        given = {key: options[key].parse(text) for key, text in texts.items()}
        self.rival = Rival(trainer.ai, trainer.setup, given, trainer.seed)
        self._name = " ".join(f"{key} {text}" for key, text in texts.items()) or _("as usual")

    def run(self, view: Any | None) -> str:
        """Let the other come as far as the first, for a frame; where it cannot, it goes, and what is returned says
        why."""
        rival = self.rival
        if rival is None:
            return ""
        rival.run(self._trainer.count, view)
        if not rival.trouble:
            return ""
        self.end()
        return _("The comparison has ended: the other learner {error}.", error=rival.trouble)

    def values(self, view: Any | None) -> Sequence[ActionValue]:
        """What the other has learnt of every action of a position."""
        return [] if self.rival is None else self.rival.values(view)

    def end(self) -> None:
        """Let the other go."""
        if self.rival is not None:
            self.rival.close()
            self.rival = None
