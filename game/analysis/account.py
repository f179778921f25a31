"""What a match came to: the account that explains a result, what each player's decisions lost, the turning points."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING, NamedTuple

from game.agents.judging import Shares
from game.analysis.decisions import CLASSES, Decision

if TYPE_CHECKING:  # an index of matches needs what is here, and nothing that analyses
    from game.analysis.luck import Stroke

ACCURATE = CLASSES["inaccuracy"]
"""A decision that loses less is an accurate one."""
LEAST_TURN = 0.01
"""What changed a chance by less, a point of the match, is no turning point."""


@dataclass(frozen=True)
class Account:
    """Why a player's result is what it is: ``result - start = luck - own_losses + others_losses + rest``. Its fields
    are those of the JSON."""

    start: float
    luck: float
    own_losses: float
    others_losses: float
    rest: float
    result: float

    @property
    def losses(self) -> float:
        """What all losses together gave to the player."""
        return self.others_losses - self.own_losses

    @property
    def losses_first(self) -> bool:
        """Whether own and others' losses together pass 100 points of the match: then their difference is told first,
        for a chance cannot change by so much."""
        return self.own_losses + self.others_losses > 1.0


def accounts(
    start: Shares, result: Shares, decisions: Sequence[Decision], strokes: "Sequence[Stroke]"
) -> list[Account]:
    """Every player's account; `result` is the last of the curve where the match has no end."""
    return [_account(player, start, result, decisions, strokes) for player in range(len(start))]


def _account(
    player: int, start: Shares, result: Shares, decisions: Sequence[Decision], strokes: "Sequence[Stroke]"
) -> Account:
    luck = fsum(stroke.gain[player] for stroke in strokes)
    own = fsum(decision.loss for decision in decisions if decision.player == player)
    others = fsum(decision.gave[player] for decision in decisions if decision.player != player)
    rest = fsum([result[player], -start[player], -luck, own, -others])
    return Account(start[player], luck, own, others, rest, result[player])


class Lost(NamedTuple):
    """What decisions that count lost together, how many they are, and how many lost less than an inaccuracy."""

    loss: float
    decisions: int
    accurate: int


def together(losses: Sequence[float]) -> Lost:
    """What decisions lost that count, taken together."""
    return Lost(fsum(losses), len(losses), sum(loss < ACCURATE for loss in losses))


@dataclass(frozen=True)
class Summary:
    """A player's decisions in numbers: how many were a choice, how many of them count for the mean loss, the mean, how
    many are of each class, the share of counting ones that lose less than an inaccuracy, and how many moves beside them
    an AI made for the player."""

    decisions: int
    counting: int
    mean_loss: float | None
    inaccuracies: int
    mistakes: int
    blunders: int
    accuracy: float | None
    lent: int


def own_decisions(player: int, decisions: Sequence[Decision]) -> list[Decision]:
    """The decisions that a player took: those that an AI took in its place are left out."""
    return [each for each in decisions if each.player == player and not each.lent]


def losses(player: int, decisions: Sequence[Decision], after: int = 0) -> list[float]:
    """What a player's own decisions lost that count, those `after` so many moves."""
    return [each.loss for each in own_decisions(player, decisions) if each.counts and each.move > after]


def summary(player: int, decisions: Sequence[Decision]) -> Summary:
    """A player's own decisions in numbers; mean loss and accuracy are None where none counts."""
    own = own_decisions(player, decisions)
    lost = losses(player, decisions)
    called = [decision.called for decision in own]
    return Summary(
        sum(not decision.forced for decision in own),
        len(lost),
        fsum(lost) / len(lost) if lost else None,
        called.count("inaccuracy"),
        called.count("mistake"),
        called.count("blunder"),
        sum(loss < ACCURATE for loss in lost) / len(lost) if lost else None,
        sum(each.player == player and each.lent for each in decisions),
    )


def turning_points(
    decisions: Sequence[Decision], strokes: "Sequence[Stroke]", most: int, player: int | None = None
) -> "list[Decision | Stroke]":
    """The largest losses and strokes of luck together, by what they changed for a player, or, where none looks, for
    whoever they changed most for; the largest first, of equal ones the earlier. Small ones are left out."""
    lost = [decision for decision in decisions if decision.called is not None]
    points: list[Decision | Stroke] = sorted([*lost, *strokes], key=lambda point: point.move)
    told = [point for point in points if weight(point, player) >= LEAST_TURN]
    return sorted(told, key=lambda point: -weight(point, player))[:most]


def weight(point: "Decision | Stroke", player: int | None = None) -> float:
    """How much a loss or a stroke of luck changed a player's chance, or anybody's."""
    changed = point.gave if isinstance(point, Decision) else point.gain
    return max(map(abs, changed)) if player is None else abs(changed[player])
