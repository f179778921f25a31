"""What the screens of a window share: each is made, and its code loaded, when the first screen asks for it."""

from functools import cached_property
from typing import TYPE_CHECKING, Any

from game.base.safe_text import warn

if TYPE_CHECKING:
    from game.analysis.people.analysing import OwnMatches
    from game.analysis.remote import RemoteAnalyses
    from game.learning.learner_store import LearnerStore
    from game.learning.trainer_store import TrainerStore


class Shared:
    """Judges, the user's own matches, what learns at tables, and the trainers of panels."""

    @cached_property
    def analyses(self) -> "RemoteAnalyses":
        """Judges of matches and of positions."""
        from game.analysis.remote import RemoteAnalyses

        return RemoteAnalyses()

    @cached_property
    def own(self) -> "OwnMatches":
        """The user's own matches, by their index."""
        from game.analysis.people.analysing import OwnMatches

        return OwnMatches(lambda: self.analyses)

    @cached_property
    def learners(self) -> "LearnerStore":
        """What learns at tables."""
        from game.learning.learner_store import LearnerStore

        return LearnerStore()

    @cached_property
    def trainers(self) -> "TrainerStore":
        """The trainers of panels, by the user's own checkpoint, and whether their games go through the world."""
        from game.learning.trainer_store import TrainerStore

        return TrainerStore(self.learners)

    def _made(self, name: str) -> Any:
        """What is shared under a name; None where nobody has asked for it."""
        return vars(self).get(name)

    def look(self) -> None:
        """See what came of judging; call it every frame."""
        if self._made("analyses") is not None:
            self.analyses.look()

    @property
    def idle(self) -> bool:
        """Whether nothing is being judged."""
        return self._made("analyses") is None or self.analyses.idle

    def keep_learnt(self) -> None:
        """Keep what was learnt; where that cannot be, say so."""
        for why in () if self._made("learners") is None else self.learners.close():
            warn(f"tabletalk: what was learnt was not kept: {why}")

    def close_own(self) -> None:
        """Close the index of the user's matches."""
        if self._made("own") is not None:
            self.own.close()

    def end_analyses(self) -> None:
        """End the judges."""
        if self._made("analyses") is not None:
            self.analyses.end()
