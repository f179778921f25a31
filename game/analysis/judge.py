"""Who judges: an AI whose scores are chances to win the match.

A chance is in [0, 1]; those of all players add up to 1. A judge is asked in two ways that are never mixed: what the
moves of a player are worth by what that player knows, and what a position is worth to everybody with all hands open,
where what nobody sees is not known either.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol

from game.rules.protocol import AnyRules


class Weighed(NamedTuple):
    """A move as the judge weighs it: every player's chance after it, and one standard error of the difference between
    the best move's chance and this one's, paired over what was sampled; without the judge's own error."""

    move: Any
    chances: tuple[float, ...]
    error: float = 0.0


class Judge(Protocol):
    """Gives chances. The same arguments, the random numbers among them, give the same chances."""

    @property
    def name(self) -> str:
        """The AI's name."""

    @property
    def exact(self) -> bool:
        """Whether its chances are 0 or 1, and true."""

    @property
    def error(self) -> float:
        """The standard error of its own differences between two moves, as it was measured against roll-outs."""

    @property
    def digest(self) -> str | None:
        """The SHA-256 of the trained file that it judges by; None where there is none."""

    def weigh(self, view: Any, played: Any, rng: Random) -> Sequence[Weighed]:
        """The moves of the view's player that it weighs, the `played` one among them."""

    def open_chances(self, state: Any, rng: Random) -> tuple[float, ...]:
        """Every player's chance in a round that is not over, with all hands open and the rest unseen."""


def shared(chance: float, player: int, players: int) -> tuple[float, ...]:
    """Every player's chance where that of one is known, and the others are alike."""
    others = (1.0 - chance) / (players - 1)
    return tuple([chance if each == player else others for each in range(players)])


@dataclass(frozen=True)
class ExactJudge:
    """Judges by exact play: `verdicts` tells for every legal move of a view whether it wins. For two players."""

    name: str
    rules: AnyRules
    verdicts: Callable[[Any], Mapping[Any, bool]]
    exact: bool = True
    error: float = 0.0
    digest: str | None = None

    def weigh(self, view: Any, played: Any, rng: Random) -> list[Weighed]:
        """See :meth:`Judge.weigh`."""
        return [Weighed(move, shared(float(wins), view.player, 2)) for move, wins in self.verdicts(view).items()]

    def open_chances(self, state: Any, rng: Random) -> tuple[float, ...]:
        """See :meth:`Judge.open_chances`."""
        wins = any(self.verdicts(self.rules.view(state, state.to_move)).values())
        return shared(float(wins), state.to_move, 2)
