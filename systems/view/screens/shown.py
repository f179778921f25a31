"""A position of an analysed match, as the analysis board shows it."""

from dataclasses import dataclass
from typing import Any

from game.analysis.asking import Asked
from game.analysis.decisions import Decision
from game.analysis.moments import Moment, PlayedMatch
from game.rules.mentions import whole_label
from game.rules.protocol import AnyRules


@dataclass(frozen=True)
class Shown:
    """What is shown of a position: the moment that is decided, its decision where it was judged, and the mover's chance
    with all hands open, where that is known."""

    asked: Asked
    moment: Moment
    decision: Decision | None
    open_chance: float | None

    @property
    def match(self) -> PlayedMatch:
        """The match that it is of."""
        return self.asked.match

    @property
    def rules(self) -> AnyRules:
        """The rules of the match."""
        return self.match.rules

    @property
    def view(self) -> Any:
        """What whoever decides sees."""
        return self.rules.view(self.moment.before, self.moment.player)

    @property
    def name(self) -> str:
        """Whose decision it is."""
        return self.match.names[self.moment.player]

    def label(self, move: Any) -> str:
        """A move as a button names it."""
        return whole_label(self.rules, move, self.match.names)
