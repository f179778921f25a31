"""A second learner beside the one of the training panel, with other parameters, for comparison."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from game.games.ai import AI
from game.games.learners import LEARNING
from game.games.seats import usual_values
from game.learning.network_rival import NetworkRival, compared
from game.learning.rival import Rival, parameters
from game.learning.snapshot import ActionValue
from game.learning.trainer import PanelTrainer
from game.mods.mod import ModAI
from game.mods.mods import MODS
from game.rules.language import _, joined
from systems.view.screens.comparison_dialog import ComparisonDialog
from systems.view.screens.parameters_dialog import as_written
from systems.view.screens.training_figures import Shown


class Comparison:
    """The learner of a panel, and the `rival` that it is compared with, where there is one."""

    def __init__(self, trainer: PanelTrainer) -> None:
        self._trainer = trainer
        self.rival: Rival | NetworkRival | None = None
        self._names = "", ""
        """What tells the two apart: the parameters in which they differ."""

    @property
    def refusal(self) -> str:
        """Why there can be no comparison; empty where there can."""
        if isinstance(self._trainer.ai, ModAI):
            return _("An AI of a mod learns in the mod’s own process: there is no room for a second one.")
        return _("Systems of mods take part here.") if MODS.through_world(self._trainer.ai.game) else ""

    @property
    def learners(self) -> list[Shown]:
        """Who learns, with what tells each from the other, and how far it is."""
        trainer, rival = self._trainer, self.rival
        own = Shown(self._names[0], trainer.snapshot, trainer.strengths)
        return [own] if rival is None else [own, Shown(self._names[1], rival.snapshot, rival.strengths)]

    def toggled(self) -> ComparisonDialog | None:
        """What asks for the parameters of another learner; none where one was there, which goes."""
        if self.rival is None:
            return ComparisonDialog(self._with_parameters(), self._own(), self.begin)
        self.end()
        return None

    def _with_parameters(self) -> AI:
        """The AI with the parameters that the other can have."""
        ai = self._trainer.ai
        return parameters(ai) if ai.networks is None else compared(ai)

    def _own(self) -> dict[str, str]:
        """The parameters of the first learner, as they would be typed."""
        ai = self._with_parameters()
        options, given = {option.key: option for option in ai.parameters}, self._given
        texts = {key: option.text_of(given[key]) for key, option in options.items() if key in given}
        return usual_values(ai, None) | texts

    @property
    def _given(self) -> dict[str, Any]:
        """By what the first one learns and plays."""
        trainer = self._trainer
        learning = {} if trainer.parameters is None else asdict(trainer.parameters)
        return {option.key: learning[option.key] for option in LEARNING if option.key in learning} | dict(trainer.ways)

    def begin(self, texts: Mapping[str, str]) -> None:
        """Let another learner begin that differs from the first in these parameters, as they were typed."""
        trainer, own = self._trainer, self._own()
        options = {option.key: option for option in self._with_parameters().parameters}
        given = self._given | {key: options[key].parse(text) for key, text in texts.items()}
        self.rival = (
            Rival(trainer.ai, trainer.setup, given, trainer.seed)
            if trainer.ai.networks is None
            else NetworkRival(trainer.ai, given, trainer.seed)
        )
        self._names = _in_words({key: own[key] for key in texts}), _in_words(texts)

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


def _in_words(texts: Mapping[str, str]) -> str:
    """Parameters side by side: "alpha 0.5 gamma 1.0"."""
    return joined([joined([key, as_written(text)], " ") for key, text in texts.items()], " ")
